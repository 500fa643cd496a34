"""Check of lab 05's exercise about spans: a sampler is judged by what it may never do, and by statistics."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Exercise, Wrong, mismatch
from . import lab05_span_makers as makers
from .lab05_span_facts import (
    APART,
    QUARTER,
    about_lengths,
    apart,
    beginnings,
    beyond,
    draw_words,
    rare,
    runs,
    shares,
    shown,
)
from .lab05_span_makers import LENGTHS, seeded
from .lab05_span_mistakes import MISTAKES
from .random_states import global_states, seed_all


class ChooseSpans(Exercise):
    id = "5.7"
    title = "Spans of whole words, and exactly so many"
    points = 2
    minutes = 22
    level = 3
    answer = "choose_spans"
    graduates = "partial_prediction.choose_spans"
    unlocks = (
        "Training predicts whole words and phrases, and as many of them in every row as the batch has slots."
    )
    invariant = "exactly num_predict targets; spans start with a word, and all but one end with a word"
    hints = (
        "May a loop do it? Yes, for full points. For one row: list its words, cut the list into spans of 1 to 5 words, "
        "and take spans in a random order until you have enough tokens. Then a loop over the rows.",
        "`torch.multinomial(weights, n, replacement=True, generator=generator)` draws lengths; "
        "`torch.randperm(n, generator=generator)` makes a random order. Of the last span the *left* part remains.",
        "Without a loop over rows: `word_start.cumsum(-1)` numbers the words, the running sum of drawn lengths says "
        "where each span ends (`torch.searchsorted` finds the span of a word). One random number for each span; the "
        "first num_predict tokens of a *stable* sort by it are the targets.",
    )
    misconceptions = MISTAKES

    def oracle(
        self, word_start: Tensor, num_predict: int, generator: torch.Generator | None = None
    ) -> Tensor:
        """Right, slowly: cut the words into spans, shuffle the spans, take from the left until there are enough."""
        return makers.spans(word_start, num_predict, generator)

    def judge(self, answer) -> None:
        call = Caller(self, answer)
        self._form(call)
        self._draws(call)
        self._words(call)
        each_by_itself = self._rows(call)
        self._lengths(call)
        self._everywhere(each_by_itself)
        self._refuses(call)

    def pace(self) -> tuple[tuple, dict, Callable]:
        starts = draw_words(16, 512, 0)
        chances = torch.tensor(LENGTHS)

        def yardstick() -> None:
            torch.multinomial(chances, starts.numel(), replacement=True)
            torch.rand(starts.shape).sort(dim=-1, stable=True)

        return (starts, 85), {"generator": seeded(0)}, yardstick

    def _wrong(self, name: str, example: str = "") -> Wrong:
        return Wrong(name, next(m.says for m in self.misconceptions if m.name == name), example)

    def _form(self, call: Caller) -> None:
        """Shape, dtype, and how many."""
        numbers = []
        shapes = (
            ((6,), 2),
            ((9,), 4),
            ((5,), 0),
            ((5,), 5),
            ((1,), 1),
            ((3, 20), 6),
            ((2, 3, 8), 3),
            ((8, 40), 11),
        )
        for shape, n in shapes:
            starts = draw_words(1, int(np.prod(shape)), seed=n + len(shape)).view(shape)
            example = f"choose_spans({compare.short(starts)}, {n})"
            try:
                got = compare.bare(call(starts, n, seeded(3)))
            except AnswerRaised as exc:
                if len(shape) == 1:
                    raise
                says = f"Right for a single row, but not for a batch: word_start of shape {shape}. {exc}"
                raise Wrong("no batch", says, example) from None
            if type(got) is not Tensor or got.shape != starts.shape or got.dtype != torch.bool:
                name, says = mismatch(got, starts)
                raise Wrong("no batch" if name == "shape" and len(shape) > 1 else name, says, example)
            numbers += [(int(c), n, example) for c in got.sum(-1).reshape(-1)]
        off = [(c, n, example) for c, n, example in numbers if c != n]
        if off:
            name = "not exactly so many"
            if all(c < n for c, n, _ in off) or all(c > n for c, n, _ in off):
                name = "too few" if off[0][0] < off[0][1] else "too many"
            raise self._wrong(name, f"{off[0][2]}\n  gave {off[0][0]} targets instead of {off[0][1]}")

    def _words(self, call: Caller) -> None:
        """Where spans start and end."""
        starts = draw_words(40, 60, 1)
        chosen = call(starts, 12, seeded(1)).clone()
        inside_start, inside_end = [], []
        for row, mine in zip(starts.tolist(), chosen.tolist(), strict=True):
            row[0] = True
            found = runs(mine)
            inside_start.append([a for a, _ in found if not row[a]])
            inside_end.append([b for _, b in found if b < len(row) and not row[b]])
        worst = max(map(len, inside_start))
        if worst:
            at = max(range(40), key=lambda i: len(inside_start[i]))
            name = "starts inside a word" if worst > 1 else "cut on the left"
            raise self._wrong(name, shown(starts[at], chosen[at]))
        if max(map(len, inside_end)) > 1:
            at = max(range(40), key=lambda i: len(inside_end[i]))
            raise self._wrong("counts pieces", shown(starts[at], chosen[at]))
        late = torch.tensor([False, False, True, False, False])
        for starts in (late, torch.zeros(5, dtype=torch.bool)):
            got = call(starts, 2, seeded(2)).tolist()
            allowed = [[True, True, False, False, False]] + [[False, False, True, True, False]] * bool(
                starts.any()
            )
            if got not in allowed:
                says = "Position 0 starts a word whatever `word_start` says, and a span starts with a word."
                raise Wrong("position 0", says, f"choose_spans({compare.short(starts)}, 2)\n  got  {got}")

    def _draws(self, call: Caller) -> None:
        # two draws of 16 targets among 64 words agree with a probability far below 10^-6
        starts = torch.ones(2, 3, 64, dtype=torch.bool)
        seed_all(1)
        generator = seeded(6)
        before = global_states()
        handed_out = call(starts, 16, generator)
        first, untouched = handed_out.clone(), global_states() == before
        second = call(starts, 16, generator)
        if torch.equal(first, call(starts, 16, seeded(7))):
            raise self._wrong("always the same")
        if not torch.equal(handed_out, first):
            says = "A choice that your function gave earlier changes when it is called again: return a new tensor."
            raise Wrong("overwrites earlier results", says)
        # both calls together: one block of 16 begins at 49 places, so that two rows may well agree once
        different = len(torch.cat([first, second], dim=-1).view(6, 128).unique(dim=0))
        if different == 1:
            raise self._wrong("one choice for all")
        if different < 6:
            says = f"In a batch of shape [2, 3] there are only {different} different choices. Every row needs its own."
            raise Wrong("rows alike", says)
        seed_all(2)
        if not torch.equal(first, call(starts, 16, seeded(6))):
            raise self._wrong("ignores the generator")
        if not untouched:
            raise self._wrong("changes the global state")
        if torch.equal(first, second) or torch.equal(call(starts, 16), call(starts, 16)):
            raise self._wrong("restarts the generator")
        again = []
        for seed in (3, 4):
            seed_all(seed)
            torch.default_generator.manual_seed(5)
            again.append(call(starts, 16))
        if not torch.equal(*again):
            says = (
                "Without a generator the chance must come from torch's global one: here the same torch.manual_seed "
                "gave two different choices."
            )
            raise Wrong("ignores torch's seed", says)

    def _rows(self, call: Caller) -> Tensor:
        """Nothing may be drawn once for all rows; what is drawn, for one more look."""
        starts = torch.ones(300, 40, dtype=torch.bool)
        first, second = call(starts, 8, seeded(9)).clone(), call(starts, 8, seeded(10))
        if max(apart(first, second), apart(beginnings(first), beginnings(second))) > APART:
            says = (
                "Rows depend on each other: in one call the spans of many rows begin at the same places, in the next "
                "call at other ones. Is something (the lengths, or the turns) drawn once for all rows?"
            )
            raise Wrong("draws shared by rows", says)
        return first

    def _lengths(self, call: Caller) -> None:
        """Few targets in long rows, so that a run of targets is one span, hardly ever two that touch."""
        both: list[int] = []
        for size, rows, length in ((1, 250, 120), (2, 250, 160)):
            starts = (torch.arange(length) % size == 0).expand(rows, length).clone()
            chosen = call(starts, 8 * size, seeded(20 + size))
            words = [-(-(b - a) // size) for row in chosen.tolist() for a, b in runs(row)]
            name = about_lengths(shares(words), len(words) / rows)
            if name and size == 2:
                name = "counts pieces, then completes the word"
            self._convict(name, words, f"{rows} rows of words of {size} token{'s' * (size > 1)} each")
            both += words
        self._convict("other lengths" if rare(shares(both)) else "", both, "500 rows")

    def _convict(self, name: str, words: list[int], rows: str) -> None:
        if not name:
            return
        counted = ", ".join(f"{n}: {s:.2f}" for n, s in shares(words).items())
        example = f"{rows}: shares of spans by their number of words: {counted}, more: {beyond(words):.2f}"
        if name != "other lengths":
            raise self._wrong(name, example)
        says = (
            "The lengths of your spans are not as asked: n from 1 to 5 with a chance proportional to 1 / n."
        )
        raise Wrong(name, says, example)

    def _everywhere(self, chosen: Tensor) -> None:
        each = chosen.double().mean(0)
        quarters = each.view(4, 10).mean(-1) / 0.2
        example = (
            "300 rows of 40 words, 8 targets: a word of the four quarters was chosen with the chance "
            + ", ".join(f"{0.2 * q:.2f}" for q in quarters.tolist())
        )
        if bool(((quarters < QUARTER[0]) | (quarters > QUARTER[1])).any()):
            if quarters[0] > quarters[3]:
                raise self._wrong("front of the row", example)
            raise Wrong("uneven", "Some parts of the row are chosen much more often than others.", example)
        if bool((each == 0).any()):
            never = int((each == 0).nonzero()[0])
            raise Wrong("never chosen", f"In 300 rows of 40 words, position {never} was never a target.")

    def _refuses(self, call: Caller) -> None:
        starts = torch.ones(5, dtype=torch.bool)
        for n in (-1, 6):  # -1 first: a loop that fills up to n might never end with 6
            try:
                call.raw(starts, n, seeded(1))
            except ValueError:
                continue
            except Exception as exc:
                says = f"For num_predict = {n} and 5 tokens it must raise ValueError; it raised {type(exc).__name__}."
                raise Wrong("another error", says) from None
            raise self._wrong("takes any number", f"choose_spans(<5 tokens>, {n}) raised nothing")
