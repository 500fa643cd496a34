"""Pictures of lab 02: guesses at two positions, attention weights, one step of both streams, who depends on whom."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Bool, Float
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle
from torch import Tensor

from ..picture import DARK, FAINT, INK, LIGHT, MIDDLE, MUTED, PAPER, Picture, in_style, listing, new_figure
from .masks import draw_mask, rank_of, square, visible_rows


@in_style
def guesses(
    words: Sequence[str], models: Mapping[str, Float[Tensor, "2 V"]], targets: tuple[int, int]
) -> Picture:
    """For each model two distributions over the words, one for each of the two target positions."""
    fig = new_figure(9, 2.6 if len(models) <= 2 else 4.6)
    panels = fig.subplots(-(-len(models) // 2), min(2, len(models)), sharey=True, squeeze=False)
    parts = []
    for ax, (name, p) in zip(panels.flat, models.items(), strict=True):
        p = p.detach().double()
        loss = -sum(float(p[k, t].log()) for k, t in enumerate(targets)) / 2
        looks = ({"color": DARK}, {"facecolor": PAPER, "edgecolor": MIDDLE, "hatch": "////"})
        for k, (target, look) in enumerate(zip(targets, looks, strict=True)):
            at = [i + 0.4 * k - 0.2 for i in range(len(words))]
            ax.bar(
                at, p[k].tolist(), width=0.36, label=f"asked for position {target} ({words[target]})", **look
            )
        ax.set_xticks(range(len(words)), words)
        ax.set(title=f"{name}: loss {abs(loss):.2f}", ylim=(0, 1.05))
        parts.append(f"{name}, loss {abs(loss):.2f}: {_guesses_in_words(words, p, targets)}")
    panels[0][0].legend(loc="best", fontsize=9)
    for row in panels:
        row[0].set_ylabel("probability")
    return Picture(fig, f"What each model guesses at two positions. {'. '.join(parts)}.")


def _guesses_in_words(words: Sequence[str], p: Tensor, targets: tuple[int, int]) -> str:
    named = [listing([f"{w} {x:.2f}" for w, x in zip(words, row.tolist(), strict=True)]) for row in p]
    if named[0] == named[1]:
        return f"at positions {targets[0]} and {targets[1]} alike {named[0]}"
    return "; ".join(f"at position {t} {row}" for t, row in zip(targets, named, strict=True))


@in_style
def weights(
    words: Sequence[str], yours: Float[Tensor, "T T"], right: Float[Tensor, "T T"], hidden: Tensor
) -> Picture:
    """The student's attention weights beside the right ones; cells that differ are framed."""
    hidden = square(hidden, words)
    if yours.shape != right.shape:
        raise ValueError(f"the weights should have shape {tuple(right.shape)}, not {tuple(yours.shape)}")
    yours = yours.detach().double()
    wrong = ~torch.isclose(yours, right.double(), atol=1e-5)
    fig = new_figure(9, 3.6)
    one, two = fig.subplots(1, 2)
    _table(one, words, yours, hidden, "Your weights", wrong)
    _table(two, words, right.double(), hidden, "As they should be")
    rows = []
    for i, word in enumerate(words):
        seen = [f"{words[j]} {yours[i, j]:.2f}" for j in range(len(words)) if yours[i, j] != 0]
        rows.append(f"{word} looks at {listing(seen) or 'nothing'}")
    count = int(wrong.sum())
    verdict = f"{count} of {wrong.numel()} cells differ from the right ones." if count else "All are right."
    return Picture(fig, f"Attention weights, rows ask. Yours: {'; '.join(rows)}. {verdict}")


def _table(
    ax: Axes, words: Sequence[str], numbers: Tensor, hidden: Tensor, title: str, wrong: Tensor | None = None
) -> None:
    """Numbers between 0 and 1 in cells that are the darker the higher they are; hidden cells are hatched."""
    size = len(words)
    for i in range(size):
        for j in range(size):
            x, masked = float(numbers[i, j]), bool(hidden[i, j])
            strong = x > 0.55
            fill = DARK if strong else LIGHT if x > 0.2 else FAINT if x >= 0.005 and not masked else PAPER
            look = {"hatch": "////", "edgecolor": FAINT} if masked else {"edgecolor": "none"}
            ax.add_patch(Rectangle((j, i), 1, 1, facecolor=fill, linewidth=0, **look))
            ax.add_patch(Rectangle((j, i), 1, 1, facecolor="none", edgecolor=MUTED, linewidth=0.6))
            if x != 0 or not masked:
                ax.text(
                    j + 0.5,
                    i + 0.5,
                    f"{x:.2f}",
                    ha="center",
                    va="center",
                    size=9,
                    color=PAPER if strong else INK,
                )
            if wrong is not None and wrong[i, j]:
                frame = Rectangle(
                    (j + 0.06, i + 0.06), 0.88, 0.88, facecolor="none", edgecolor=MIDDLE, linewidth=3
                )
                ax.add_patch(frame)
        total = float(numbers[i].sum())
        ax.text(size + 0.15, i + 0.5, f"sum {total:.2f}", va="center", size=9)
    ax.set(xlim=(-0.1, size + 0.1), ylim=(size + 0.1, -0.1), aspect="equal", title=title)
    ax.set_xticks([j + 0.5 for j in range(size)], words)
    ax.set_yticks([i + 0.5 for i in range(size)], words)
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)


@in_style
def one_step(tokens: int, targets: int, memory: int, width: int) -> Picture:
    """One step of both streams: who is read, who asks, through which mask."""
    fig = new_figure(9, 3.5)
    ax = fig.add_subplot()
    ax.set(xlim=(0, 90), ylim=(0, 35))
    ax.axis("off")
    boxes = {
        "mem": (9, 29, f"memory\n[{memory}, {width}]", PAPER),
        "h": (9, 17.5, f"content h\n[{tokens}, {width}]", LIGHT),
        "g": (9, 6, f"query g\n[{targets}, {width}]", PAPER),
        "kv": (37, 25, f"keys and values\n[{memory} + {tokens}, {width}]\nw_k, w_v", FAINT),
        "w_q": (32, 11.75, "queries\nw_q", FAINT),
        "ask_h": (60, 17.5, "attend\ncontent mask", LIGHT),
        "ask_g": (60, 6, "attend\nquery mask", PAPER),
        "new_h": (82, 17.5, f"new h\n[{tokens}, {width}]", LIGHT),
        "new_g": (82, 6, f"new g\n[{targets}, {width}]", PAPER),
    }
    for x, y, text, fill in boxes.values():
        half = 7.2 if x in (9, 82) else 5 if x == 32 else 8.6
        look = {"facecolor": fill, "edgecolor": INK, "linewidth": 1.2}
        ax.add_patch(
            FancyBboxPatch((x - half, y - 3.4), 2 * half, 6.8, boxstyle="round,pad=0,rounding_size=1", **look)
        )
        ax.text(x, y, text, ha="center", va="center", size=9.5, linespacing=1.25)
    read = {"arrowstyle": "-|>", "color": DARK, "lw": 2}
    ask = {"arrowstyle": "-|>", "color": MIDDLE, "lw": 2, "linestyle": (0, (4, 2))}
    plain = {"arrowstyle": "-|>", "color": INK, "lw": 1.2}
    for start, stop, look in (
        ((16.6, 29), (28, 26.5), read),
        ((16.6, 19.5), (28, 24), read),
        ((46, 24), (54, 21.2), read),
        ((41, 21.2), (52, 9.6), read),
        ((16.6, 16), (26.6, 13), ask),
        ((16.6, 7.5), (26.6, 10.5), ask),
        ((37.4, 13), (51, 16.6), ask),
        ((37.4, 10.5), (51, 6.4), ask),
        ((69, 17.5), (74.5, 17.5), plain),
        ((69, 6), (74.5, 6), plain),
    ):
        ax.annotate("", stop, start, arrowprops=look)
    ax.text(60, 32, "is read", color=DARK, weight="bold", ha="left", va="center")
    ax.text(60, 29, "asks (dashed)", color=MIDDLE, weight="bold", ha="left", va="center")
    ax.text(82, 12, "each is added\nto what asked", size=8.5, color=MUTED, ha="center", va="center")
    alt = (
        f"One step of both streams. The memory ({memory} rows) and the content stream h ({tokens} rows) give keys and "
        f"values, {memory + tokens} rows, made with w_k and w_v; both streams read these. h asks with w_q through the "
        f"content mask and becomes the new h; the query stream g ({targets} rows) asks with the same w_q through the "
        f"query mask and becomes the new g. No arrow leads from g to anything but the new g."
    )
    return Picture(fig, alt)


def moved_rows(found: Bool[Tensor, "T T"]) -> list[str]:
    """How many words move each row, in words."""
    return [f"moved by {n or 'nothing'}" for n in found.sum(-1).tolist()]


@in_style
def depends(
    words: Sequence[str], found: Bool[Tensor, "T T"], hidden: Bool[Tensor, "T T"], stream: str
) -> Picture:
    """What the model was found to depend on, beside the mask that should have produced it; differences are framed."""
    found, hidden = square(found, words), square(hidden, words)
    wrong = found == hidden
    fig = new_figure(9, 3.5)
    one, two = fig.subplots(1, 2)
    title = f"What moves the {stream}"
    draw_mask(one, words, ~found, title=title, row_notes=moved_rows(found), wrong=wrong)
    draw_mask(two, words, hidden, title="What the mask allows", row_notes=visible_rows(hidden))
    rows = [
        f"{word} by {listing([words[j] for j in found[i].nonzero().flatten().tolist()]) or 'nothing'}"
        for i, word in enumerate(words)
    ]
    count = int(wrong.sum())
    cells = "1 cell" if count == 1 else f"{count} cells"
    verdict = f"It differs from the mask in {cells}." if count else "It is what the mask allows."
    return Picture(fig, f"{title} at each position: {'; '.join(rows)}. {verdict}")


@in_style
def what_they_know(
    words: Sequence[str],
    order: Sequence[int],
    position: int,
    guess: Bool[Tensor, " T"],
    content: Bool[Tensor, " T"],
) -> Picture:
    """One position after the layers: which words the query stream knows there, and which the content stream."""
    fig = new_figure(9.4, 3.1)
    panels = fig.subplots(1, 2)
    names = ("query stream g", "content stream h")
    parts = []
    for ax, name, knows in zip(panels, names, (guess, content), strict=True):
        _looks_up(ax, words, order, position, knows.tolist(), name)
        known = [words[j] for j in range(len(words)) if knows[j]]
        parts.append(f"the {name} knows {listing(known) or 'no word'}")
    rank = rank_of(order).tolist()
    at = f"position {position} ({words[position]}), guessed at step {rank[position]}"
    ranks = listing([f"{word} {k}" for word, k in zip(words, rank, strict=True)])
    order_says = f"Order {[int(z) for z in order]}"
    return Picture(fig, f"{order_says}, {at}: {'; '.join(parts)}. The ranks: {ranks}.")


def _looks_up(
    ax: Axes, words: Sequence[str], order: Sequence[int], position: int, knows: Sequence[bool], name: str
) -> None:
    rank = rank_of(order).tolist()
    for j, word in enumerate(words):
        if knows[j]:
            arrow = {"arrowstyle": "-|>", "color": DARK, "lw": 1.8, "shrinkA": 2, "shrinkB": 2}
            ax.annotate("", (position, 1.32), (j, 0.36), arrowprops=arrow)
        look = (
            {"facecolor": LIGHT, "edgecolor": INK} if knows[j] else {"facecolor": "none", "edgecolor": FAINT}
        )
        ax.text(j, 0, word, ha="center", va="center", size=10.5, bbox={"boxstyle": "round,pad=0.35", **look})
        below = f"{'known' if knows[j] else 'hidden'}\nrank {rank[j]}"
        ax.text(j, -0.5, below, ha="center", va="top", size=8, color=MUTED)
    letter = name.split()[-1]
    box = {"boxstyle": "circle,pad=0.35", "facecolor": PAPER, "edgecolor": MIDDLE, "linewidth": 3}
    ax.text(position, 1.75, f"{letter}{position}", ha="center", va="center", size=11, weight="bold", bbox=box)
    ax.set(xlim=(-0.6, len(words) - 0.4), ylim=(-1.3, 2.3), title=f"{name} at {words[position]}")
    ax.axis("off")
