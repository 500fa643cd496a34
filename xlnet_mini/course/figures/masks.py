"""Drawing a mask: who may look at whom. Rows ask, columns answer; True means hidden, as in XLNet's perm_mask."""

from collections.abc import Sequence

import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend_handler import HandlerPatch
from matplotlib.patches import Patch, Rectangle
from matplotlib.text import Text
from torch import Tensor

from ..picture import DARK, FAINT, INK, MIDDLE, MUTED, PAPER, listing

MAY = {"facecolor": DARK}
HIDDEN = {"facecolor": PAPER, "edgecolor": FAINT, "hatch": "////"}
FRAME = {"facecolor": "none", "edgecolor": MIDDLE, "linewidth": 3}


def square(hidden: Tensor, words: Sequence[str]) -> Tensor:
    """The mask as bool [T, T], or a ValueError in words: a student's own mask may have any form."""
    size = len(words)
    if not isinstance(hidden, Tensor) or tuple(hidden.shape) != (size, size):
        shape = tuple(hidden.shape) if isinstance(hidden, Tensor) else type(hidden).__name__
        raise ValueError(f"the mask of {size} words should be ({size}, {size}), this is {shape}")
    return hidden.bool()


def draw_mask(
    ax: Axes,
    words: Sequence[str],
    hidden: Tensor,
    *,
    title: str = "",
    row_notes: Sequence[str] = (),
    marked_row: int | None = None,
    wrong: Tensor | None = None,
    sides: bool = False,
) -> None:
    """Draw `hidden` [T, T] as a table.

    `row_notes` stand beside the rows; `wrong` [T, T] marks cells with a frame; `sides` says which side asks.
    """
    size = len(words)
    for i in range(size):
        for j in range(size):
            may = not bool(hidden[i, j])
            ax.add_patch(Rectangle((j, i), 1, 1, linewidth=0, **(MAY if may else HIDDEN)))
            ax.add_patch(Rectangle((j, i), 1, 1, facecolor="none", edgecolor=MUTED, linewidth=0.6))
            if may:
                ax.text(j + 0.5, i + 0.5, "✓", ha="center", va="center", color=PAPER, size=12)
    if wrong is not None:
        for i, j in wrong.nonzero().tolist():
            ax.add_patch(Rectangle((j + 0.06, i + 0.06), 0.88, 0.88, **FRAME))
    if marked_row is not None:
        ax.add_patch(Rectangle((-0.04, marked_row), size + 0.08, 1, **FRAME))
    for i, note in enumerate(row_notes):
        ax.text(size + 0.15, i + 0.5, note, va="center", color=INK, size=9)
    ax.set(xlim=(-0.1, size + 0.1), ylim=(size + 0.1, -0.1), aspect="equal", title=title)
    ax.set_xticks([j + 0.5 for j in range(size)], words)
    ax.set_yticks([i + 0.5 for i in range(size)], words)
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)
    if sides:
        ax.set_ylabel("asks", color=MUTED)
        ax.set_xlabel("answers", color=MUTED)
        ax.xaxis.set_label_position("top")


class _Tick(HandlerPatch):
    """A legend's patch with the tick that the cell has."""

    def create_artists(self, legend, handle, x, y, width, height, size, transform):
        patch = super().create_artists(legend, handle, x, y, width, height, size, transform)
        look = {"ha": "center", "va": "center", "color": PAPER, "size": 9, "transform": transform}
        return [*patch, Text((width - x) / 2, (height - y) / 2, "✓", **look)]


def mask_legend(fig: Figure, framed: str = "") -> None:
    """What the two kinds of cells mean, below the masks; `framed`: what a frame means, if there are any."""
    may = Patch(label="False: may look", **MAY)
    hidden = Patch(label="True: hidden", **HIDDEN | {"edgecolor": MUTED})
    frame = [Patch(label=framed, **FRAME)] if framed else []
    fig.legend(handles=[may, hidden, *frame], loc="outside lower center", ncols=3, handler_map={may: _Tick()})


def row_in_words(words: Sequence[str], hidden: Tensor, i: int) -> str:
    """ "lamb sees Mary and little", for an alt text."""
    seen = [words[j] for j in range(len(words)) if not bool(hidden[i, j])]
    return f"{words[i]} sees {listing(seen) or 'nothing'}"


def mask_in_words(words: Sequence[str], hidden: Tensor) -> str:
    return "; ".join(row_in_words(words, hidden, i) for i in range(len(words)))


def visible_rows(hidden: Tensor) -> list[str]:
    """A note for each row: how many it sees."""
    counts = (~hidden).sum(-1).tolist()
    return ["sees nothing" if n == 0 else f"sees {n}" for n in counts]


def rank_of(order: Sequence[int]) -> Tensor:
    """When each position is guessed, by a plain loop: figures stand on their own feet."""
    rank = torch.empty(len(order), dtype=torch.int64)
    for step, position in enumerate(order):
        rank[int(position)] = step
    return rank
