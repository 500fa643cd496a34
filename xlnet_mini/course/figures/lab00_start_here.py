"""Picture of lab 00: the learning rate over a training run."""

from collections.abc import Sequence

from ..picture import DARK, INK, LIGHT, MIDDLE, Picture, in_style, new_figure


@in_style
def learning_rate(factors: Sequence[float], n_warmup: int) -> Picture:
    """The factor at each step, as the student's function gives it: warm-up as bars with a hatch, decay plain."""
    steps = [float(f) for f in factors]
    fig = new_figure(8, 2.8)
    ax = fig.add_subplot()
    up, down = range(min(n_warmup, len(steps))), range(n_warmup, len(steps))
    ax.bar(up, [steps[i] for i in up], color=LIGHT, edgecolor=DARK, hatch="///", label="warm-up")
    ax.bar(down, [steps[i] for i in down], color=DARK, edgecolor=DARK, label="decay")
    ax.axhline(1, color=INK, lw=1, linestyle=":")
    best = max(range(len(steps)), key=steps.__getitem__)
    ax.plot(best, steps[best], "v", color=MIDDLE, ms=9, clip_on=False, label="highest")
    ax.set(xlabel="step", ylabel="factor", ylim=(0, max(1.1, 1.05 * max(steps))))
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    alt = (
        f"Learning-rate factor at steps 0 to {len(steps) - 1}, with {n_warmup} steps of warm-up. It starts at "
        f"{steps[0]:.3g}, is highest at step {best} with {steps[best]:.3g}, and ends at {steps[-1]:.3g}."
    )
    return Picture(fig, alt)
