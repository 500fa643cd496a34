"""The picture of a training run: both losses against the steps, with the counting baselines as lines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def loss_curve(
    history: Sequence[dict[str, Any]], baselines: dict[str, float], title: str = "Training"
) -> "Figure":
    """Draw `history` (dicts with step, and train or valid in nats) and a dashed line for every baseline."""
    from matplotlib.figure import Figure  # not pyplot: no window, no global state

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    for key, label, style in (
        ("train", "training", {"color": "0.6"}),
        ("valid", "validation", {"color": "#0b5fa5", "marker": "o", "markersize": 3}),
    ):
        points = [(row["step"], row[key]) for row in history if key in row]
        if points:
            axes.plot(*zip(*points, strict=True), label=label, **style)
    ends = max([row["step"] for row in history], default=1)
    for name, nats in baselines.items():
        axes.axhline(nats, color="black", linewidth=0.8, linestyle="--")
        axes.annotate(f"{name} {nats:.2f}", (ends, nats), ha="right", va="bottom", fontsize=8)
    axes.set(xlabel="step", ylabel="loss (nats)", title=title)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper center")
    return figure


def describe_curve(history: Sequence[dict[str, Any]], baselines: dict[str, float]) -> str:
    """The picture in words, from the same data."""
    valid = [(row["step"], row["valid"]) for row in history if "valid" in row]
    train = [(row["step"], row["train"]) for row in history if "train" in row]
    told = [f"Training loss {_ends(train)}."] if train else []
    if not valid:
        return " ".join([*told, "No validation loss yet."])
    lines = ", ".join(f"{name} {nats:.2f}" for name, nats in baselines.items())
    told += [f"Validation loss {_ends(valid)}.", f"Baselines: {lines}." if lines else ""]
    return " ".join(told).strip()


def _ends(points: Sequence[tuple[int, float]]) -> str:
    """The first point and the last, if there are two."""
    (first, start), (last, end) = points[0], points[-1]
    return f"{start:.2f} nats at step {first}" + (f", {end:.2f} at step {last}" if len(points) > 1 else "")
