"""Pictures of lab 07's ablations, from the stored runs (xlnet_mini/ablation_file.py): pure functions of that data."""

import statistics
from collections.abc import Sequence
from typing import Any

from xlnet_mini.ablation_file import Summary, summaries

from ..picture import DARK, FAINT, INK, MIDDLE, MUTED, PAPER, Picture, in_style, listing, new_figure
from .lab07_train_end_to_end import level

STYLES = ((DARK, "-"), (MIDDLE, "--"), (INK, ":"), (MUTED, "-."))


def runs_of(stored: dict[str, Any], arm: str) -> list[dict[str, Any]]:
    """The runs of one arm, by seed. Raises ValueError, in one line, where there are none."""
    found = sorted((r for r in stored["runs"] if r["arm"] == arm), key=lambda r: r["seed"])
    if not found:
        there = dict.fromkeys(r["arm"] for r in stored["runs"])
        raise ValueError(f"no run of arm {arm!r} is stored; there are {', '.join(there) or 'none'}")
    return found


@in_style
def results(stored: dict[str, Any], experiment: str = "text") -> Picture:
    """Validation loss of every arm: a dot for each seed, mean and standard deviation, the baselines as lines."""
    rows, baselines = summaries(stored, experiment), stored["baselines"][experiment]
    fig = new_figure(9.4, 1.5 + 0.52 * len(rows))
    ax = fig.add_subplot()
    for y, row in enumerate(rows):
        ax.axhline(y, color=FAINT, lw=0.8, zorder=0)
        ax.errorbar(row.mean, y, xerr=row.deviation, color=DARK, fmt="|", ms=16, mew=2, capsize=5, zorder=3)
        places = [y + 0.09 * (n - (len(row.finals) - 1) / 2) for n in range(len(row.finals))]
        ax.plot(row.finals, places, "o", color=MIDDLE, mec=INK, mew=0.6, ms=5.5, ls="", zorder=2)
        if _misleads(row):
            ax.plot(row.as_trained, y, "D", color=PAPER, mec=INK, mew=1.2, ms=7, zorder=3)
    for (name, nats), style in zip(baselines.items(), (":", "--", "-."), strict=False):
        ax.axvline(nats, color=INK, lw=1.3, ls=style, zorder=1, label=f"{name} {nats:.2f}")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(baselines), fontsize=9)
    ax.set_yticks(range(len(rows)), [row.arm for row in rows])
    seeds = max(len(row.finals) for row in rows)
    note = "dot: a seed; bar: mean and standard deviation"
    if any(map(_misleads, rows)):
        note += "; diamond: measured with the arm's own masks"
    ax.set(xlabel=f"validation loss (nats), lower is better\n{note}", ylim=(len(rows) - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    told = [_told(row) for row in rows]
    lines = listing([f"{name} {nats:.2f}" for name, nats in baselines.items()])
    return Picture(fig, f"Validation loss in nats over {seeds} seeds. {'; '.join(told)}. Baselines: {lines}.")


def _misleads(row: Summary) -> bool:
    """Does the arm look quite different when it is measured with its own masks?"""
    return abs(row.as_trained - row.mean) > 0.2


def _told(row: Summary) -> str:
    text = f"{row.arm}: {row.mean:.2f}, standard deviation {row.deviation:.2f}"
    return text + (f", but {row.as_trained:.2f} measured with its own masks" if _misleads(row) else "")


@in_style
def leak(stored: dict[str, Any], arms: Sequence[str] = ("baseline", "one stream")) -> Picture:
    """Training loss and validation loss side by side, arm by arm; a thin line for each seed."""
    fig = new_figure(9.4, 3.5)
    axes = fig.subplots(1, len(arms), sharey=True, squeeze=False)[0]
    unigram = stored["baselines"]["text"]["unigram"]
    told = []
    for ax, arm in zip(axes, arms, strict=True):
        runs = runs_of(stored, arm)
        for key, label, (colour, style) in (
            ("train", "training", STYLES[1]), ("valid", "validation, word not told", STYLES[0])
        ):  # fmt: skip
            for n, run in enumerate(runs):
                ax.plot(
                    *zip(*run[key], strict=True),
                    color=colour,
                    ls=style,
                    lw=1.4,
                    label=label if n == 0 else None,
                )
        level(ax, "unigram", unigram)
        ax.set(xlabel="step", title=arm)
        first, last = (statistics.fmean(run["train"][n][1] for run in runs) for n in (0, -1))
        end = statistics.fmean(run["final"] for run in runs)
        told.append(f"{arm}: training loss {first:.2f} to {last:.2f}, validation loss {end:.2f} at the end")
    axes[0].set(ylabel="loss (nats)", ylim=(0, None))  # only now: a limit that is set stays
    axes[-1].legend(fontsize=8.5)
    return Picture(fig, f"Curves of {listing(arms)}. {'. '.join(told)}. Unigram: {unigram:.2f}.")


@in_style
def repeating(stored: dict[str, Any], arms: Sequence[str] = ("memory", "no memory")) -> Picture:
    """Validation loss by step on the text that repeats, with and without memory, and the loss of pure chance."""
    fig = new_figure(7.6, 3.5)
    ax = fig.add_subplot()
    ((name, chance),) = stored["baselines"]["repeating"].items()
    told = []
    for arm, (colour, style) in zip(arms, STYLES, strict=False):
        runs = runs_of(stored, arm)
        for n, run in enumerate(runs):
            ax.plot(
                *zip(*run["valid"], strict=True),
                color=colour,
                ls=style,
                lw=1.6,
                label=arm if n == 0 else None,
            )
        finals = [run["final"] for run in runs]
        told.append(f"{arm}: {min(finals):.3f} to {max(finals):.3f} after {runs[0]['valid'][-1][0]} steps")
        told[-1] += f" ({len(runs)} seeds)"
    level(ax, name, chance, below=True)
    ax.set(xlabel="step", ylabel="validation loss (nats)", ylim=(-0.1, chance * 1.15))
    ax.legend(loc="center right")
    return Picture(fig, f"Loss on words seen 24 places before. {'. '.join(told)}. {name}: {chance:.2f}.")


@in_style
def stability(
    stored: dict[str, Any], arms: Sequence[str] = ("high rate", "usual rate"), seed: int = 0
) -> Picture:
    """Loss, norm of the gradient, and how much positions differ, step by step: a run that is stuck, and others."""
    fig = new_figure(9.4, 6.6)
    loss, norm, spread = fig.subplots(3, 1, sharex=True)
    unigram = stored["baselines"]["stability"]["unigram"]
    told = []
    for arm, (colour, style) in zip(arms, (STYLES[1], STYLES[0], *STYLES[2:]), strict=False):
        run = next((r for r in runs_of(stored, arm) if r["seed"] == seed), None)
        if run is None:
            raise ValueError(f"no run of arm {arm!r} with seed {seed} is stored")
        line = {"color": colour, "ls": style, "lw": 1.6}
        norms = run["gradient_norm"]
        steps, content, _ = zip(*run["spread"], strict=True)
        loss.plot(*zip(*run["train"], strict=True), label=arm, **line)
        norm.plot(range(len(norms)), norms, **(line | {"lw": 1}))
        spread.plot(steps, content, **line)
        highest = max(range(len(norms)), key=norms.__getitem__)
        told.append(
            f"{arm}: training loss {run['train'][-1][1]:.2f} at the end, validation {run['final']:.2f}; largest "
            f"gradient norm {norms[highest]:.3g} at step {highest}; spread of the content stream at most "
            f"{max(content):.2f}, at the end {content[-1]:.2f}"
        )
    level(loss, "unigram", unigram)
    loss.set(ylabel="training loss (nats)")
    loss.legend(ncols=2, fontsize=9)
    norm.set(ylabel="gradient norm", yscale="log")
    spread.set(ylabel="spread of h", ylim=(-0.05, 1.05), xlabel="step")
    spread.annotate("0: all positions are the same", (0, 0), va="bottom", fontsize=8.5, color=MUTED)
    return Picture(fig, f"Step by step, seed {seed}. {'. '.join(told)}. Unigram: {unigram:.2f}.")
