"""Check of lab 02 about dependency: which output of a model moves when which word is changed."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import torch
from torch import Tensor

from ..exercise import AnswerRaised, Case, FunctionExercise, Misconception
from .lab02_inputs import random_numbers

Model = Callable[[Tensor], Tensor]


def dependency_by_loops(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    """Try every other word in every place; entry [i, j] is True if row i ever changed when word j did."""
    before = model(tokens.clone())
    moves = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j, word in product(range(len(tokens)), range(vocabulary)):
        changed = tokens.clone()
        changed[j] = word
        after = model(changed)
        for i in range(len(before)):
            if after[i].tolist() != before[i].tolist():
                moves[i, j] = True
    return moves


def linear_model(
    visible: list[list[int]],
    alike: list[int],
    *,
    small: float = 1.0,
    above: float = 0.0,
    quiet: int = 0,
    turned: bool = False,
) -> Model:
    """Row i adds up vectors of the words that it sees. Word w has vector number alike[w].

    `small`, a power of two, scales the last row; `above` is added to all numbers; the first `quiet` numbers of each
    row are always 0; `turned`: all vectors hold the same numbers, each vector begins with another of them.
    """
    table = (random_numbers((max(alike) + 1, 4), len(alike)) * 64).round() / 64  # sums of these are exact
    table[:, :quiet] = 0
    table[:, 3] = -table[:, :3].sum(-1)  # the numbers of a row cancel: their sum never moves
    if turned:
        table = torch.stack([table[0].roll(n) for n in range(len(table))])
    sees = torch.tensor(visible, dtype=torch.float64)
    sees[-1] *= small

    def model(tokens: Tensor) -> Tensor:
        return above + sees @ table[torch.tensor(alike)[tokens]]

    return model


def _last_word_only(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    """Assigns each column instead of collecting it: the last word tried has the last say."""
    before = model(tokens)
    changed = [
        torch.where(torch.arange(len(tokens)) == j, vocabulary - 1, tokens) for j in range(len(tokens))
    ]
    return torch.stack([(model(words) != before).any(-1) for words in changed], dim=-1)


def _every_number(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    """A row counts as moved only if one word moves all its numbers."""
    before = model(tokens)
    moves = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j, word in product(range(len(tokens)), range(vocabulary)):
        changed = tokens.clone()
        changed[j] = word
        moves[:, j] |= (model(changed) != before).all(-1)
    return moves


def _lengths(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    """Compares the lengths of rows, up to rounding."""
    return dependency_by_loops(
        lambda words: (model(words) ** 2).sort(-1).values.sum(-1, keepdim=True), tokens, vocabulary
    )


def _without_word_0(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    return dependency_by_loops(
        lambda words: model(torch.where(words == 0, tokens, words)), tokens, vocabulary
    )


def _one_other_word(step: int) -> Callable[..., Tensor]:
    def imitate(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
        before = model(tokens)
        columns = []
        for j in range(len(tokens)):
            changed = tokens.clone()
            changed[j] = (changed[j] + step) % vocabulary if step else 0
            columns.append((model(changed) != before).any(-1))
        return torch.stack(columns, dim=-1)

    return imitate


def _never_put_back(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    before, changed = model(tokens), tokens.clone()
    moves = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j, word in product(range(len(tokens)), range(vocabulary)):
        changed[j] = word
        moves[:, j] |= (model(changed) != before).any(-1)
    return moves


def _with_tolerance(tolerance: float) -> Callable[..., Tensor]:
    return lambda model, tokens, vocabulary: dependency_by_loops(
        lambda words: (model(words) / tolerance).round(), tokens, vocabulary
    )


class Dependency(FunctionExercise):
    id = "2.7"
    title = "Who depends on whom?"
    points = 1
    minutes = 9
    level = 2
    answer = "dependency"
    on_any_device = False
    unlocks = "You can look into any model from outside: no need to read its code, or to believe its mask."
    hints = (
        "Change one word, run the model again, and compare with the run before. Which rows differ?",
        "Two loops: over the places, and over the words that could stand there. Always start from a fresh copy of the "
        "sentence. A row has moved if *any* of its numbers differs.",
        "Run the model once on the sentence as it is. Then, for each place and each word: clone the sentence, put "
        "the word there, run again, and ask with `!=` and `any` over the last axis which rows differ. Column j "
        "collects with `|=` what any of the words at place j has moved.",
    )
    misconceptions = (
        Misconception(
            "transposed",
            "Rows and columns are swapped: row i is an output, column j is the word that was changed.",
            lambda model, tokens, vocabulary: dependency_by_loops(model, tokens, vocabulary).T,
        ),
        Misconception(
            "the opposite",
            "Your table is True where nothing moves.",
            lambda model, tokens, vocabulary: ~dependency_by_loops(model, tokens, vocabulary),
        ),
        Misconception(
            "tries one word",
            "You try one other word in each place. Two words may have the same effect, and then nothing moves, "
            "although a third one would move it: try them all.",
            _one_other_word(1),
        ),
        Misconception(
            "tries one fixed word",
            "You put one fixed word into each place. It may already stand there, or have the same effect: try "
            "them all.",
            _one_other_word(0),
        ),
        Misconception(
            "not put back",
            "The words that you changed stay changed when you come to the next place, so several are changed at once. "
            "Start from a fresh copy of the sentence each time.",
            _never_put_back,
        ),
        Misconception(
            "too tolerant",
            "A row that moves only a little counts as not moved. Compare exactly: a leak may be small. (What is "
            "masked gets a weight of exactly 0, so equal rows are equal to the last bit.)",
            _with_tolerance(1e-3),
        ),
        Misconception(
            "a little too tolerant",
            "A row that moves by a billionth counts as not moved, and a leak may be as small. isclose and allclose "
            "have tolerances unless told otherwise; float32 and printed numbers are rounded. Compare exactly: `!=`.",
            _with_tolerance(1e-8),
        ),
        Misconception(
            "the last word overwrites",
            "The last word that you try in a place overwrites what earlier ones have found. Collect it: a row that "
            "any word has moved stays True.",
            _last_word_only,
        ),
        Misconception(
            "every number must move",
            "A row has moved if *any* of its numbers differs. You ask for all of them: a leak may touch one only.",
            _every_number,
        ),
        Misconception(
            "one number for each row",
            "You make one number of each row, its length or its largest entry for instance, and compare these. "
            "Two different rows can have the same: compare all their numbers.",
            _lengths,
        ),
        Misconception(
            "leaves out word 0",
            "You never try word 0. The words are numbered from 0 to vocabulary - 1, and each may be the one that moves "
            "a row.",
            _without_word_0,
        ),
        Misconception(
            "nothing moves",
            "Your table says that nothing ever moves. Do you compare the sum or mean of a row? Its numbers can move "
            "and cancel. Or must *all* words move the row? The word that stands there already never does.",
            lambda model, tokens, vocabulary: torch.zeros(len(model(tokens)), len(tokens), dtype=torch.bool),
        ),
        Misconception(
            "one answer for all",
            "Your rows are all the same: you ask whether *anything* in the result moved. Ask for each row by itself.",
            lambda model, tokens, vocabulary: (
                dependency_by_loops(model, tokens, vocabulary).any(0).expand(len(model(tokens)), -1)
            ),
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except AnswerRaised as exc:
            if "shape" not in str(exc) and "size" not in str(exc):
                raise
            says = "The table has R rows, as many as the model's output, and T columns; R need not be T."
            raise AnswerRaised(f"{exc}\n{says}") from None

    def oracle(self, model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
        return dependency_by_loops(model, tokens, vocabulary)

    def cases(self) -> Iterable[Case]:
        def case(visible: list[list[int]], tokens: list[int], alike: list[int], **kwargs: Any) -> Case:
            model = linear_model(visible, alike, **kwargs)
            return Case({"model": model, "tokens": torch.tensor(tokens), "vocabulary": len(alike)})

        yield case([[0, 1], [0, 0]], [1, 2], [0, 1, 2])
        yield case([[0, 0, 1], [1, 0, 1]], [0, 1, 2], [0, 1, 2, 3])
        yield case([[1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 0, 0]], [4, 0, 2, 3], [0, 0, 1, 1, 2, 2])
        yield case([[0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0]], [0, 3, 3], [0, 1, 2, 3, 4], small=2**-20)
        yield case(
            [[0, 1], [1, 1], [1, 0]], [1, 0], [0, 1], small=2**-31, above=1.0
        )  # word 1 stands first already
        yield case([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [0, 1, 3], [0, 0, 0, 0, 1], quiet=2)
        yield case([[1, 0, 1], [0, 1, 1]], [0, 4, 4], [0, 0, 1, 0, 0])
        yield case([[1, 0], [0, 1], [1, 0]], [2, 0], [0, 1, 2], turned=True)

    def example(self, case: Case, want: Tensor, got: object) -> str:
        lines = super().example(case, want, got).splitlines()
        return "\n".join([*lines, "(the model here adds up what each row sees)"])
