"""Pictures of lab 01 about looking: arcs of one order, masks, the staircase."""

import itertools
from collections.abc import Sequence

import torch
from jaxtyping import Bool
from matplotlib.axes import Axes
from torch import Tensor

from ..picture import DARK, FAINT, LIGHT, MIDDLE, MUTED, Picture, in_style, listing, new_figure
from .masks import draw_mask, mask_in_words, mask_legend, rank_of, row_in_words, square, visible_rows


@in_style
def arcs(words: Sequence[str], rank: Sequence[int], only: int | None = None) -> Picture:
    """One factorization: an arc runs from each word that is known to the word that is guessed from it.

    Arcs from a word on the left run above the words, from one on the right below. `only`: arcs of this position alone.
    """
    rank = [int(r) for r in rank]
    if sorted(rank) != list(range(len(words))):
        raise ValueError(f"{rank} are not the ranks of {len(words)} words")
    fig = new_figure(8, 3.4 if rank != sorted(rank) else 2.2)
    _arcs(fig.add_subplot(), words, rank, only)
    hidden = torch.tensor([[theirs >= mine for theirs in rank] for mine in rank])
    by_step = sorted(range(len(words)), key=rank.__getitem__)
    shown = by_step if only is None else [only]
    alt = f"The words {' '.join(words)} with arcs from the known words to each guessed word. In the order of guessing: "
    return Picture(fig, alt + "; ".join(row_in_words(words, hidden, i) for i in shown) + ".")


def _arcs(ax: Axes, words: Sequence[str], rank: Sequence[int], only: int | None) -> None:
    size = len(words)
    for i, j in itertools.product(range(size), repeat=2):
        if rank[j] >= rank[i] or only not in (None, i):
            continue
        left = j < i  # word i is guessed from a word on its left
        ax.annotate(
            "",
            xy=(i - (0.05 if left else -0.05), 0.42 if left else -0.42),
            xytext=(j, 0.42 if left else -0.42),
            arrowprops={
                "arrowstyle": "-|>",
                "connectionstyle": "arc3,rad=-0.42",
                "color": DARK if left else MIDDLE,
                "linestyle": "-" if left else (0, (4, 2)),
                "lw": 1.8,
                "shrinkA": 0,
                "shrinkB": 0,
            },
        )
    for i, word in enumerate(words):
        here = {"weight": "bold"} if i == only else {}
        ax.text(i, 0.1, word, ha="center", va="center", size=13, **here)
        ax.text(i, -0.24, f"rank {rank[i]}", ha="center", va="center", size=8.5, color=MUTED)
    reach = 0.85 + 0.21 * (size - 1)
    down = any(rank[j] < rank[i] for i in range(size) for j in range(i + 1, size))
    ax.set(xlim=(-0.6, size - 0.2), ylim=(-reach if down else -0.5, reach))
    ax.text(size - 0.4, reach, "guessed from a word on its left", ha="right", va="top", color=DARK, size=9.5)
    if down:
        says = "guessed from a word on its right (dashed)"
        ax.text(size - 0.4, -reach, says, ha="right", va="bottom", color=MIDDLE, size=9.5)
    ax.axis("off")


@in_style
def yours_and_right(words: Sequence[str], yours: Bool[Tensor, "T T"], right: Bool[Tensor, "T T"]) -> Picture:
    """The student's mask beside the one it should be; cells that differ are framed."""
    yours, right = square(yours, words), square(right, words)
    wrong = yours != right
    fig = new_figure(9, 4.1)
    one, two = fig.subplots(1, 2)
    draw_mask(one, words, yours, title="Your mask", row_notes=visible_rows(yours), wrong=wrong, sides=True)
    draw_mask(two, words, right, title="As it should be", row_notes=visible_rows(right), sides=True)
    mask_legend(fig, "differs" if wrong.any() else "")
    cells = [f"row {words[i]}, column {words[j]}" for i, j in wrong.nonzero().tolist()]
    where = f": {listing(cells)}" if len(cells) <= 3 else ""
    verdict = (
        f"They differ in {len(cells)} of {wrong.numel()} cells{where}." if cells else "They are the same."
    )
    return Picture(fig, f"Two masks. Yours: {mask_in_words(words, yours)}. {verdict}")


@in_style
def one_look(
    words: Sequence[str], order: Sequence[int], hidden: Bool[Tensor, "T T"], position: int, stream: str
) -> Picture:
    """One position asks: its arcs, and its row of the mask."""
    hidden, rank = square(hidden, words), rank_of(order)
    fig = new_figure(9.6, 3.9)
    left, right = fig.subplots(1, 2, width_ratios=(1.25, 1))
    _looks(left, words, rank.tolist(), hidden, position)
    draw_mask(right, words, hidden, row_notes=visible_rows(hidden), marked_row=position, sides=True)
    # room for the longest note, so that the table stays where it is when a widget moves
    right.text(len(words) + 0.15, 0.5, "sees nothing", alpha=0, size=9)
    mask_legend(fig, f"the row of {words[position]}")
    left.set_title(f"order {list(map(int, order))}, {stream} stream")
    alt = f"Order {list(map(int, order))}, {stream} stream, rank {int(rank[position])}: "
    return Picture(
        fig, f"{alt}{row_in_words(words, hidden, position)}. The whole mask: {mask_in_words(words, hidden)}."
    )


def _looks(ax: Axes, words: Sequence[str], rank: Sequence[int], hidden: Tensor, position: int) -> None:
    size = len(words)
    for j in range(size):
        seen = not bool(hidden[position, j])
        if seen and j != position:
            style = {"arrowstyle": "-|>", "connectionstyle": f"arc3,rad={0.3 if j > position else -0.3}"}
            ax.annotate(
                "", xy=(position, 0.35), xytext=(j, 0.35), arrowprops={**style, "color": DARK, "lw": 1.8}
            )
        elif seen:  # a word that looks at itself: a loop below, clear of the arcs
            style = {"arrowstyle": "-|>", "connectionstyle": "arc3,rad=1.9", "color": DARK, "lw": 1.8}
            ax.annotate("", xy=(j + 0.16, -0.34), xytext=(j - 0.16, -0.34), arrowprops=style)
        box = {"boxstyle": "round,pad=0.35", "facecolor": LIGHT if seen else "none"}
        box |= {"edgecolor": MIDDLE, "linewidth": 3} if j == position else {"edgecolor": FAINT}
        ax.text(
            j,
            0,
            words[j] if seen else "?" if j == position else "·",
            ha="center",
            va="center",
            size=11,
            bbox=box,
        )
        ax.text(j, -1, f"{words[j]}\nrank {rank[j]}", ha="center", va="top", size=8.5, color=MUTED)
    ax.set(xlim=(-0.7, size - 0.3), ylim=(-1.7, 1.7))
    ax.axis("off")


@in_style
def staircase(words: Sequence[str], order: Sequence[int], hidden: Bool[Tensor, "T T"]) -> Picture:
    """The same mask twice: rows and columns as in the text, and in the order of guessing."""
    hidden = square(hidden, words)
    turn = torch.as_tensor(order)
    again, names = hidden[turn][:, turn], [words[i] for i in turn.tolist()]
    fig = new_figure(9, 4.1)
    one, two = fig.subplots(1, 2)
    draw_mask(one, words, hidden, title="As in the text", sides=True)
    draw_mask(two, names, again, title="The same table, in the order of guessing", sides=True)
    mask_legend(fig)
    stairs = bool((again == torch.ones_like(again).triu()).all())
    shape = "a staircase: each row sees one word more than the row above" if stairs else "no staircase"
    alt = f"A mask with its rows and columns as in the text: {mask_in_words(words, hidden)}."
    return Picture(fig, f"{alt} With rows and columns in the order {listing(names)} it is {shape}.")
