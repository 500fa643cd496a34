"""Pictures of lab 01 about sampling: fair and unfair samplers, the spread of the objective, coverage."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from ..picture import DARK, INK, MIDDLE, MUTED, Picture, in_style, listing, new_figure

THREE = tuple(itertools.permutations(range(3)))
# the classic biased shuffle of 3 (swap every place with any place), by enumeration of its 27 equally likely ways
CLASSIC = {(0, 1, 2): 4, (0, 2, 1): 5, (1, 0, 2): 5, (1, 2, 0): 5, (2, 0, 1): 4, (2, 1, 0): 4}


def pearson(orders: Int[Tensor, "n 3"]) -> float:
    """Pearson's statistic of the counts of the six orders: about 5 if all are equally likely."""
    counts = torch.stack([(orders == torch.tensor(order)).all(-1).sum() for order in THREE]).double()
    expected = len(orders) / 6
    return float(((counts - expected) ** 2 / expected).sum())


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
    """The loss of one sentence, one mark for each order: conditionals of one table, and such that disagree.

    Marks of the second row lie at random heights, so that they do not hide each other.
    """
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
        ax.text(mean, y + 0.36, note, size=9, ha="center", va="bottom")
        parts.append(f"{name}: {note}, from {values.min():.3f} to {values.max():.3f}")
    ax.set_yticks((1, 0), [r[0] for r in rows])
    ax.set(
        ylim=(-0.5, 1.65),
        xlabel="loss of the same sentence, in nats (one mark for each order; its height has no meaning)",
    )
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
            f"{enough:,} drawn orders hold 90 percent or more of all problems"
            if enough
            else f"{n[-1]:,} drawn orders hold {share[-1]:.0%} of all problems"
        )
        parts.append(f"T = {length}, where {all_orders:,} orders are possible: {when}")
    ax.set_xscale("log")
    ax.set(xlim=(0.8, 3e7), ylim=(0, 1.3), xlabel="orders drawn", ylabel="share of problems seen")
    ax.set_yticks((0, 0.25, 0.5, 0.75, 1))
    ax.legend(loc="center right", fontsize=9, handletextpad=0.2)
    return Picture(fig, f"How much of all guessing problems sampled orders contain. {'; '.join(parts)}.")
