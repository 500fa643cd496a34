"""Pictures of lab 01: arcs of one order, masks, samplers, the spread of the sampled objective, coverage."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from matplotlib.axes import Axes
from torch import Tensor

from ..picture import DARK, FAINT, INK, LIGHT, MIDDLE, MUTED, Picture, in_style, listing, new_figure
from .masks import draw_mask, mask_in_words, rank_of, row_in_words, square, visible_rows

THREE = tuple(itertools.permutations(range(3)))
# the classic biased shuffle of 3 (swap every place with any place), by enumeration of its 27 equally likely ways
CLASSIC = {(0, 1, 2): 4, (0, 2, 1): 5, (1, 0, 2): 5, (1, 2, 0): 5, (2, 0, 1): 4, (2, 1, 0): 4}


@in_style
def arcs(words: Sequence[str], rank: Sequence[int], only: int | None = None) -> Picture:
    """One factorization: an arc runs from each word that is known to the word that is guessed from it.

    Looks to the left run above the words, looks to the right below. `only`: arcs of this position alone.
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
        left = j < i  # word i looks to its left
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
    ax.text(size - 0.4, reach, "looks to the left", ha="right", va="top", color=DARK, size=9.5)
    if down:
        ax.text(
            size - 0.4, -reach, "looks to the right (dashed)", ha="right", va="bottom", color=MIDDLE, size=9.5
        )
    ax.axis("off")


@in_style
def yours_and_right(words: Sequence[str], yours: Bool[Tensor, "T T"], right: Bool[Tensor, "T T"]) -> Picture:
    """The student's mask beside the one it should be; cells that differ are framed."""
    yours, right = square(yours, words), square(right, words)
    wrong = yours != right
    fig = new_figure(9, 3.5)
    one, two = fig.subplots(1, 2)
    draw_mask(one, words, yours, title="Your mask", row_notes=visible_rows(yours), wrong=wrong)
    draw_mask(two, words, right, title="As it should be", row_notes=visible_rows(right))
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
    fig = new_figure(9.6, 3.3)
    left, right = fig.subplots(1, 2, width_ratios=(1.25, 1))
    _looks(left, words, rank.tolist(), hidden, position)
    draw_mask(right, words, hidden, row_notes=visible_rows(hidden), marked_row=position)
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
        ax.text(j, -0.55, f"{words[j]}\nrank {rank[j]}", ha="center", va="top", size=8.5, color=MUTED)
    ax.set(xlim=(-0.7, size - 0.3), ylim=(-1.3, 1.7))
    ax.axis("off")


@in_style
def staircase(words: Sequence[str], order: Sequence[int], hidden: Bool[Tensor, "T T"]) -> Picture:
    """The same mask twice: rows and columns as in the text, and in the order of guessing."""
    hidden = square(hidden, words)
    turn = torch.as_tensor(order)
    again, names = hidden[turn][:, turn], [words[i] for i in turn.tolist()]
    fig = new_figure(9, 3.5)
    one, two = fig.subplots(1, 2)
    draw_mask(one, words, hidden, title="As in the text")
    draw_mask(two, names, again, title="The same table, in the order of guessing")
    stairs = bool((again == torch.ones_like(again).triu()).all())
    shape = "a staircase: each row sees one word more than the row above" if stairs else "no staircase"
    alt = f"A mask with its rows and columns as in the text: {mask_in_words(words, hidden)}."
    return Picture(fig, f"{alt} With rows and columns in the order {listing(names)} it is {shape}.")


@in_style
def samplers(fair: Int[Tensor, "n 3"], classic: Int[Tensor, "n 3"]) -> Picture:
    """How often two samplers drew each order of 3, with the exact probabilities as lines."""
    names = ["".join(map(str, order)) for order in THREE]
    fig = new_figure(9, 3.3)
    panels = fig.subplots(1, 2, sharey=True)
    exact = ([1 / 6] * 6, [CLASSIC[order] / 27 for order in THREE])
    parts = []
    for ax, orders, truth, title, look in zip(
        panels,
        (fair, classic),
        exact,
        ("your sample_order", "swap every place with any"),
        ({"color": DARK}, {"color": MIDDLE, "hatch": "///", "edgecolor": "white"}),
        strict=True,
    ):
        share = [float((orders == torch.tensor(order)).all(-1).double().mean()) for order in THREE]
        ax.bar(range(6), share, width=0.7, **look)
        ax.hlines(truth, np.arange(6) - 0.45, np.arange(6) + 0.45, color=INK, lw=2)
        ax.set_xticks(range(6), names)
        ax.set(title=title, xlabel="order", ylim=(0, 0.22))
        parts.append(f"{title}: {listing([f'{n} {s:.3f}' for n, s in zip(names, share, strict=True)])}")
    panels[0].set_ylabel(f"share of {len(fair):,} draws")
    panels[0].text(5.45, 1 / 6 + 0.004, "1/6", ha="right", va="bottom", size=9)
    panels[1].text(5.45, 4 / 27 + 0.004, "4/27", ha="right", va="bottom", size=9)
    panels[1].text(3.45, 5 / 27 + 0.004, "5/27", ha="right", va="bottom", size=9)
    exactly = "The exact values are 1/6 each for a fair sampler; 5/27 for 021, 102 and 120, 4/27 for the others here."
    return Picture(fig, f"Bars: how often each of the six orders was drawn. {'. '.join(parts)}. {exactly}")


@in_style
def objective_spread(exact: Sequence[float], mixed: Sequence[float]) -> Picture:
    """The loss of one sentence, one dot for each order: conditionals of one table, and such that disagree."""
    fig = new_figure(9, 3.0)
    ax = fig.add_subplot()
    rows = (("exact table", exact, DARK, "|"), ("30 % uniform mixed in", mixed, MIDDLE, "o"))
    jitter = np.random.default_rng(0)
    parts = []
    for y, (name, losses, colour, marker) in zip((1, 0), rows, strict=True):
        values = np.asarray(losses, dtype=float)
        up = jitter.uniform(-0.22, 0.22, len(values)) if y == 0 else np.zeros(len(values))
        size = 26 if marker == "o" else 500
        ax.scatter(values, y + up, s=size, marker=marker, color=colour, alpha=0.55 if y == 0 else 1, lw=1 + y)
        mean, sd = values.mean(), values.std()
        sd = 0.0 if sd < 1e-9 else sd
        note = f"mean {mean:.3f}, standard deviation {sd:.3f}"
        if y == 0:
            ax.vlines(mean, y - 0.32, y + 0.32, color=INK, lw=2)
        ax.text(values.min(), y + 0.36, note, size=9, ha="left", va="bottom")
        parts.append(f"{name}: {note}, from {values.min():.3f} to {values.max():.3f}")
    ax.set_yticks((1, 0), [r[0] for r in rows])
    ax.set(ylim=(-0.5, 1.65), xlabel="loss of the same sentence, in nats (one mark for each order)")
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", length=0)
    return Picture(fig, f"The loss of one sentence in each of {len(exact)} orders. {'. '.join(parts)}.")


def seen_share(orders: Int[Tensor, "n T"], at: Sequence[int]) -> list[float]:
    """Which share of all (target, visible set) problems the first `n` orders contained, for each n in `at`."""
    length = orders.shape[1]
    met: set[tuple[int, int]] = set()
    shares, done = [], 0
    for n in at:
        for order in orders[done:n].tolist():
            known = 0
            for position in order:
                met.add((position, known))
                known |= 1 << position
        done = n
        shares.append(len(met) / (length * 2 ** (length - 1)))
    return shares


def expected_share(length: int, n: Float[np.ndarray, "points"]) -> Float[np.ndarray, "points"]:
    """The same, expected: a problem with k visible words is in an order with probability 1 / (T · C(T-1, k))."""
    total = np.zeros_like(n, dtype=float)
    for k in range(length):
        sets = math.comb(length - 1, k)
        total += sets * (1 - (1 - 1 / (length * sets)) ** n)
    return total / 2 ** (length - 1)


@in_style
def coverage(measured: dict[int, tuple[Sequence[int], Sequence[float]]]) -> Picture:
    """Share of all problems seen against orders drawn: points measured, lines expected, and where T! lies."""
    fig = new_figure(9, 3.6)
    ax = fig.add_subplot()
    looks = ((DARK, "o", "-"), (MIDDLE, "s", "--"), (INK, "^", ":"), (MUTED, "D", "-."))
    parts = []
    for (length, (n, share)), (colour, marker, line) in zip(measured.items(), looks, strict=False):
        x = np.geomspace(1, 10**5, 200)
        ax.plot(x, expected_share(length, x), line, color=colour, lw=1.5)
        ax.plot(
            n,
            share,
            marker,
            color=colour,
            ms=6,
            label=f"T = {length}",
        )
        all_orders = math.factorial(length)
        ax.plot(all_orders, 1.12, marker, color=colour, ms=6, fillstyle="none")
        ax.text(
            all_orders, 1.17, f"{length}! = {all_orders:,}", ha="center", va="bottom", size=8.5, color=colour
        )
        enough = next((a for a, s in zip(n, share, strict=True) if s >= 0.9), None)
        when = (
            f"90 percent are seen after {enough:,} orders"
            if enough
            else f"{share[-1]:.0%} seen after {n[-1]:,}"
        )
        parts.append(f"T = {length}: {when}, of {all_orders:,} possible orders")
    ax.set_xscale("log")
    ax.set(xlim=(0.8, 3e7), ylim=(0, 1.3), xlabel="orders drawn", ylabel="share of problems seen")
    ax.set_yticks((0, 0.25, 0.5, 0.75, 1))
    ax.legend(loc="center right", fontsize=9, handletextpad=0.2)
    return Picture(fig, f"How much of all guessing problems sampled orders contain. {'; '.join(parts)}.")
