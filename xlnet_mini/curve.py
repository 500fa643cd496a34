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
    if not valid:
        return "No validation loss yet."
    (first, start), (last, end) = valid[0], valid[-1]
    lines = ", ".join(f"{name} {nats:.2f}" for name, nats in baselines.items())
    return f"Validation loss {start:.2f} nats at step {first}, {end:.2f} at step {last}. Baselines: {lines}."
