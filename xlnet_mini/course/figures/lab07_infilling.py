"""Lab 07's widget: blank words of a verse, choose the order in which they are filled, watch the others change."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import ipywidgets
import torch

from xlnet_mini.generation import blank_probabilities
from xlnet_mini.saved_model import TrainedModel

from ..picture import DARK, FAINT, INK, LIGHT, MUTED, Picture, in_style, listing, new_figure
from ..widgets import Explorer, explore

ORDERS = ["left to right", "right to left", "surest first"]
FILLERS = ["the model's best guess", "the word that stands there"]
MOST = 6  # blanks in one picture
SHOWN = 4  # candidates of each


@dataclass(frozen=True)
class Blank:
    """One blank at one step: what the model expects there, or what it was filled with."""

    word: str  # the word that stands there in truth
    truth: float | None  # its probability; None if it has more pieces than one
    candidates: tuple[tuple[str, float], ...]
    filled: str | None  # None while it is open
    before: float | None  # the best candidate's probability one step earlier


def stages(
    run: TrainedModel, words: Sequence[str], blanks: Sequence[int], order: str, fill_with: str
) -> list[list[Blank]]:
    """The blanks after 0, 1, 2, ... of them were filled."""
    stripped = [re.fullmatch(r"(\W*)(.*?)(\W*)", word) for word in words]
    gaps = [f"{m[1]}___{m[3]}" if i in blanks else words[i] for i, m in enumerate(stripped)]
    found, places = run.tokenizer.encode_with_blanks(" ".join(gaps))
    truths = [run.tokenizer.encode(stripped[i][2]) for i in blanks]
    n = len(places)
    ids, is_blank = torch.tensor(found), torch.zeros(len(found), dtype=torch.bool)
    is_blank[places] = True
    rank = torch.full((len(found),), n)
    filled: dict[int, str] = {}
    out: list[list[Blank]] = []
    expected = None
    while True:
        last, expected = expected, blank_probabilities(run.model, ids, rank, is_blank, places)
        out.append([])
        for b in range(n):
            values, tokens = expected[b].topk(SHOWN)
            names = [run.tokenizer.piece(t).replace("▁", "") or "·" for t in tokens.tolist()]
            truth = float(expected[b, truths[b][0]]) if len(truths[b]) == 1 else None
            best, before = int(tokens[0]), None
            if last is not None:
                before = float(last[b, best])
            if b in filled:
                out[-1].append(_with(out[-2][b], filled[b]))
                continue
            candidates = tuple(zip(names, values.tolist(), strict=True))
            out[-1].append(Blank(stripped[blanks[b]][2], truth, candidates, None, before))
        waiting = [b for b in range(n) if b not in filled]
        if not waiting:
            return out
        b = {"left to right": waiting[0], "right to left": waiting[-1]}.get(
            order, max(waiting, key=lambda b: float(expected[b].max()))
        )
        token = int(expected[b].argmax()) if fill_with == FILLERS[0] or len(truths[b]) != 1 else truths[b][0]
        filled[b] = run.tokenizer.piece(token).replace("▁", "") or "·"
        ids[places[b]], rank[places[b]] = token, len(filled) - 1


def _with(blank: Blank, filled: str) -> Blank:
    return Blank(blank.word, blank.truth, blank.candidates, filled, None)


@in_style
def picture(words: Sequence[str], blanks: Sequence[int], steps: list[list[Blank]], revealed: int) -> Picture:
    """The verse with its blanks, and the expectations at each open one; outlines: one step earlier."""
    revealed = min(revealed, len(steps) - 1)
    state = steps[revealed]
    shown, n = [], 0
    for i, word in enumerate(words):
        if i not in blanks:
            shown.append(word)
            continue
        blank = state[n]
        n += 1
        shown.append(re.sub(re.escape(blank.word), f"[{blank.filled or n}]", word, count=1))
    lines = _wrapped(" ".join(shown), 88)
    fig = new_figure(9.4, 0.26 * len(lines) + 2.6)
    fig.suptitle("\n".join(lines), x=0.01, ha="left", size=10.5)
    told = []
    for number, (ax, blank) in enumerate(
        zip(fig.subplots(1, len(state), squeeze=False)[0], state, strict=True), 1
    ):
        told.append(_panel(ax, number, blank))
    alt = f"{' '.join(shown)} {revealed} of {len(state)} blanks filled. {' '.join(told)}"
    return Picture(fig, alt)


def _panel(ax, number: int, blank: Blank) -> str:
    ax.set(xlim=(0, 1), ylim=(SHOWN - 0.4, -0.6), xticks=[], yticks=[])
    for side in ("left", "bottom"):
        ax.spines[side].set_color(FAINT)
    state = f"filled: {blank.filled}" if blank.filled else "open"
    ax.set_title(f"{number} · {state}", size=9.5)
    for y, (name, p) in enumerate(blank.candidates):
        ax.barh(y, p, color=FAINT if blank.filled else LIGHT, edgecolor=INK, height=0.75, lw=0.8)
        at = 0.02 if p > 0.5 else p + 0.03  # in a long bar, else behind it
        ax.text(at, y, f"{name}  {p:.0%}", va="center", size=9, color=MUTED if blank.filled else INK)
    if blank.before is not None:
        ax.barh(0, blank.before, color="none", edgecolor=DARK, height=0.9, lw=1.4, ls=":")
    truth = "more than one piece" if blank.truth is None else f"{blank.truth:.1%}"
    ax.set_xlabel(f"there stands: {blank.word}\n({truth})", size=8.5, color=MUTED)
    if blank.filled:
        return f"Blank {number} ({blank.word}) was filled with {blank.filled}."
    before = "" if blank.before is None else f", the first one {blank.before:.0%} a step earlier"
    best = listing([f"{name} {p:.0%}" for name, p in blank.candidates])
    return f"Blank {number} ({blank.word}) expects {best}{before}."


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += f"{word} "
    return lines


@in_style
def _nothing_chosen(words: Sequence[str]) -> Picture:
    fig = new_figure(9.4, 1)
    fig.text(0.01, 0.5, f"Choose from one to {MOST} words to blank.", color=INK)
    return Picture(fig, f"No word is blanked. The verse: {' '.join(words)}")


def infilling(run: TrainedModel, verse: str, blanks: Sequence[str]) -> Explorer:
    """The widget: any words of `verse` can be blanked (Ctrl or Shift and click); `blanks` are so at first."""
    words = verse.split()
    bare = [re.sub(r"\W", "", word) for word in words]
    first = []
    for word in blanks:  # the first occurrence that is not taken yet
        first.append(next(i for i, w in enumerate(bare) if w == word and i not in first))

    @lru_cache(maxsize=64)
    def computed(chosen: tuple[int, ...], order: str, fill_with: str) -> list[list[Blank]]:
        return stages(run, words, chosen, order, fill_with)

    def render(blanks: tuple[int, ...], order: str, fill_with: str, revealed: int) -> Picture:
        chosen = tuple(sorted(blanks))[:MOST]
        if not chosen:
            return _nothing_chosen(words)
        return picture(words, chosen, computed(chosen, order, fill_with), revealed)

    choice = ipywidgets.SelectMultiple(
        options=[(f"{i + 1} {word}", i) for i, word in enumerate(words)],
        value=tuple(sorted(first)),
        rows=min(8, len(words)),
        description="Blanks",
        style={"description_width": "8em"},
        layout={"width": "30em"},
    )
    return explore(render, blanks=choice, order=ORDERS, fill_with=FILLERS, revealed=(0, MOST))
