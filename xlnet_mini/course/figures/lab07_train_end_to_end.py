"""Pictures of lab 07: curves of runs, losses side by side, attention over distance, where the time goes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes

from xlnet_mini.curve import describe_curve

from ..picture import DARK, INK, LIGHT, MIDDLE, MUTED, PAPER, Picture, in_style, listing, new_figure

RUNS = ("healthy", "A", "B", "C")  # the same look in every picture
SHADES = "Blues"
STYLES = ((DARK, "-"), (MIDDLE, "--"), (INK, ":"), (MUTED, "-."))


def level(ax: Axes, name: str, nats: float, *, below: bool = False) -> None:
    """A thin line, with its name at the right end, above it or below, on paper where a curve passes."""
    ax.axhline(nats, color=MUTED, lw=0.8, zorder=1)
    ax.annotate(
        f"{name} {nats:.2f}",
        (1, nats),
        xycoords=("axes fraction", "data"),
        xytext=(0, -3 if below else 3),
        textcoords="offset points",
        ha="right",
        va="top" if below else "bottom",
        size=8.5,
        color=INK,
        bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 0.6},
        zorder=5,
    )


@in_style
def run_curve(history: Sequence[Mapping[str, Any]], baselines: Mapping[str, float]) -> Picture:
    """Training and validation loss over the steps, with a line for every counting model."""
    fig = new_figure(9, 4)
    ax = fig.add_subplot()
    train = [(row["step"], row["train"]) for row in history if "train" in row]
    valid = [(row["step"], row["valid"]) for row in history if "valid" in row]
    if train:
        ax.plot(*zip(*train, strict=True), color=LIGHT, lw=1.5, label="training")
    if valid:
        ax.plot(*zip(*valid, strict=True), color=DARK, marker="o", ms=4, label="validation")
    for name, nats in baselines.items():
        level(ax, name, nats)
    ax.set(xlabel="step", ylabel="loss (nats per target)", title="The run so far")
    if train or valid:
        ax.legend(loc="upper center")
    return Picture(fig, describe_curve(history, dict(baselines)))


@in_style
def overfitting(losses: Mapping[str, Sequence[float]], lines: Mapping[str, float] | None = None) -> Picture:
    """Losses over the steps on one batch, and levels to compare with."""
    fig = new_figure(9, 3.8)
    ax = fig.add_subplot()
    words = []
    for n, (name, values) in enumerate(losses.items()):
        colour, style = STYLES[RUNS.index(name) if name in RUNS else n % len(STYLES)]
        ax.plot(range(len(values)), values, color=colour, ls=style, label=name)
        tail = values[-20:]
        words.append(
            f"{name}: {values[0]:.2f} at first, {min(tail):.2f} to {max(tail):.2f} in the last 20 steps"
        )
    for name, nats in (lines or {}).items():
        level(ax, name, nats, below=True)  # curves come from above
        words.append(f"{name}: {nats:.2f}")
    ax.set(xlabel="step", ylabel="loss (nats per target)", ylim=(0, None), title="One batch, again and again")
    ax.legend()
    return Picture(fig, f"Loss on one batch over the steps. {'. '.join(words)}.")


@in_style
def side_by_side(losses: Mapping[str, float], marked: Sequence[str], title: str) -> Picture:
    """A bar for each loss, the lowest at the bottom; `marked` ones are the model's, the others counting models."""
    fig = new_figure(9, 0.42 * len(losses) + 1.1)
    ax = fig.add_subplot()
    ordered = sorted(losses.items(), key=lambda item: -item[1])
    for y, (name, nats) in enumerate(ordered):
        own = name in marked
        ax.barh(y, nats, color=DARK if own else PAPER, edgecolor=INK, hatch="" if own else "///", height=0.7)
        ax.text(nats + 0.03, y, f"{nats:.2f}", va="center", size=9.5)
    ax.set_yticks(range(len(ordered)), [name for name, _ in ordered])
    ax.set(xlabel="nats per target, lower is better", title=title, xlim=(0, max(losses.values()) * 1.12))
    ax.invert_yaxis()
    kinds = [f"{name}{'' if name in marked else ' (counting)'} {nats:.2f}" for name, nats in ordered]
    return Picture(fig, f"{title}. Nats per target, from the highest: {listing(kinds)}.")


@in_style
def places(means: Sequence[float], compared: float, level_name: str) -> Picture:
    """Mean loss of the targets guessed first, second, ...; a line to compare with."""
    fig = new_figure(9, 3.6)
    ax = fig.add_subplot()
    K = len(means)
    ax.plot(range(K), means, color=DARK, marker="o", ms=4)
    level(ax, level_name, compared)
    ax.set(
        xlabel="place in the order, 0 = guessed first",
        ylabel="loss (nats)",
        title=f"{K} targets in each row: the later, the more is known",
    )
    known = [nats for nats in means if nats == nats]  # NaN: no row has so many targets
    ax.set_ylim(0, 1.1 * max([compared, *known]))
    quarter = max(1, len(known) // 4)
    first, last = float(np.mean(known[:quarter])), float(np.mean(known[-quarter:]))
    return Picture(
        fig,
        f"Mean loss by place in the order, {K} places: {first:.2f} nats over the first quarter, {last:.2f} over the "
        f"last. {level_name}: {compared:.2f}.",
    )


@in_style
def attention(weights: np.ndarray, reach: int) -> Picture:
    """Mean attention to a visible word at each distance, a panel for each layer, a row for each head.

    weights: [layers, heads, 2·reach + 1], distances from -reach (looks ahead) to reach (looks back); NaN: never seen.
    """
    layers, heads, _ = weights.shape
    fig = new_figure(9.4, 0.34 * heads + 1.6)
    peaks = []
    for layer, ax in enumerate(fig.subplots(1, layers, squeeze=False)[0]):
        table = weights[layer]
        image = ax.imshow(
            table,
            aspect="auto",
            cmap=SHADES,
            vmin=0,
            vmax=1,
            extent=(-reach - 0.5, reach + 0.5, heads - 0.5, -0.5),
        )
        for d in np.flatnonzero(np.isnan(table).all(0)) - reach:  # never seen is not the same as never liked
            ax.axvspan(d - 0.5, d + 0.5, facecolor=PAPER, edgecolor=MUTED, hatch="////", lw=0)
        for head in range(heads):
            at = int(np.nanargmax(table[head])) - reach
            ink = _readable_on(float(np.nanmax(table[head])))
            ax.text(at, head, f"{at:+d}", ha="center", va="center", size=8, color=ink, weight="bold")
            peaks.append(f"layer {layer + 1} head {head + 1}: {at:+d} ({np.nanmax(table[head]):.2f})")
        ax.set_xticks(range(-reach, reach + 1, 2))
        ax.set(xlabel="distance, + looks back", yticks=range(heads), title=f"layer {layer + 1}")
        ax.set_yticklabels([f"head {n + 1}" for n in range(heads)] if layer == 0 else [])
    fig.colorbar(image, ax=fig.axes, shrink=0.8, label="mean weight")
    never = [d - reach for d in range(2 * reach + 1) if np.isnan(weights[:, :, d]).all()]
    hatched = f" Hatched, since never seen: {listing(never)}." if never else ""
    return Picture(
        fig,
        f"Mean attention of the query stream to a visible word, by distance from {-reach} to {reach}, + looks back. "
        f"The distance that each head likes best, and the mean weight there: {'; '.join(peaks)}.{hatched}",
    )


def _readable_on(weight: float) -> str:
    """Ink or paper, whichever stands out more from the shade of that weight."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colormaps[SHADES](weight)[:3]
    ]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return PAPER if 1.05 / (light + 0.05) > (light + 0.05) / 0.06 else INK


@in_style
def time_spent(seconds: Mapping[str, float]) -> Picture:
    """One bar for each kind of work in a training step."""
    total = sum(seconds.values())
    fig = new_figure(9, 0.36 * len(seconds) + 1.1)
    ax = fig.add_subplot()
    ordered = sorted(seconds.items(), key=lambda item: -item[1])
    for y, (_, value) in enumerate(ordered):
        ax.barh(y, 100 * value / total, color=LIGHT, edgecolor=INK, height=0.7)
        ax.text(100 * value / total + 0.6, y, f"{value / total:.0%}", va="center", size=9.5)
    ax.set_yticks(range(len(ordered)), [name for name, _ in ordered])
    ax.set(xlabel="% of the step's time", title=f"One step takes {1000 * total:.0f} ms")
    ax.invert_yaxis()
    parts = [f"{name} {value / total:.0%}" for name, value in ordered]
    return Picture(
        fig, f"Where the time of one training step ({1000 * total:.0f} ms) goes: {listing(parts)}."
    )
