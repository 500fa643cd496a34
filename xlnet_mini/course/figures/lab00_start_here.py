"""Picture of lab 00: the learning rate over a training run."""

import math
from collections.abc import Sequence

from matplotlib.patches import Patch

from ..picture import DARK, INK, LIGHT, MIDDLE, Picture, in_style, listing, new_figure


@in_style
def learning_rate(factors: Sequence[float], n_warmup: int) -> Picture:
    """The factor at each step, as the student's function gives it: warm-up as bars with a hatch, decay plain."""
    steps = [float(f) for f in factors]
    fig = new_figure(8, 2.8)
    ax = fig.add_subplot()
    up, down = range(min(n_warmup, len(steps))), range(n_warmup, len(steps))
    looks = {"warm-up": {"facecolor": LIGHT, "edgecolor": DARK, "hatch": "///"}, "decay": {"facecolor": DARK}}
    ax.bar(up, [steps[i] for i in up], **looks["warm-up"])
    ax.bar(down, [steps[i] for i in down], edgecolor=DARK, **looks["decay"])
    ax.axhline(1, color=INK, lw=1, linestyle=":")
    top = max(steps)
    best = [i for i, f in enumerate(steps) if math.isclose(f, top)]
    (mark,) = ax.plot(best, [top] * len(best), "v", color=MIDDLE, ms=9, clip_on=False, label="highest")
    ax.set(xlabel="step", ylabel="factor", ylim=(0, max(1.1, 1.05 * max(steps))))
    # only what is there; past a warm-up as long as the run all factors are 0
    there = {"warm-up": len(up), "decay": any(steps[i] for i in down)}
    patches = [Patch(label=name, **look) for name, look in looks.items() if there[name]]
    ax.legend(handles=[*patches, mark], loc="upper left", bbox_to_anchor=(1, 1))
    at = f"steps {listing(best)}" if 1 < len(best) <= 4 else f"step {best[0]}"
    if len(best) > 4:
        at = f"{len(best)} steps from {best[0]} to {best[-1]}"
    alt = (
        f"Learning-rate factor at steps 0 to {len(steps) - 1}, with {n_warmup} steps of warm-up. It starts at "
        f"{steps[0]:.3g}, is highest at {at} with {top:.3g}, and ends at {steps[-1]:.3g}."
    )
    return Picture(fig, alt)
