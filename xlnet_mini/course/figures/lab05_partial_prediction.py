"""Pictures of lab 05: the loss along the order, plans and their masks, targets in a text, and what a layer costs."""

from collections.abc import Mapping, Sequence

from jaxtyping import Bool, Float
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from torch import Tensor

from ..picture import DARK, FAINT, INK, LIGHT, MIDDLE, MUTED, PAPER, Picture, in_style, listing, new_figure
from .lab01_permutation import yours_and_right
from .masks import draw_mask, mask_in_words, mask_legend, square

__all__ = ["costs", "loss_by_place", "plan", "plans", "spans", "yours_and_right"]

KINDS = ("context", "target", "functional")
LOOK = ((DARK, "o", "-"), (MIDDLE, "s", "--"), (INK, "^", ":"))


@in_style
def loss_by_place(curves: Mapping[str, Sequence[float]], tokens: int, nothing_known: float) -> Picture:
    """The mean loss over how many of `tokens` are known at the guess; a curve of n losses is that of the last n.

    `nothing_known`: the best guess from nothing.
    """
    fig = new_figure(9, 3.8)
    ax = fig.add_subplot()
    parts = []
    for (label, nats), (colour, marker, style) in zip(curves.items(), LOOK, strict=False):
        known = range(tokens - len(nats), tokens)
        ax.plot(known, nats, color=colour, marker=marker, ms=4, lw=1.6, ls=style, label=label)
        few = [
            f"{known[i]} known: {nats[i]:.1f}"
            for i in sorted({0, len(nats) // 4, len(nats) // 2, len(nats) - 1})
        ]
        parts.append(f"{label}, {listing(few)}")
    says = f"knowing only how often each token occurs: {nothing_known:.2f}"
    ax.axhline(nothing_known, color=MUTED, lw=1.2, ls=(0, (6, 3)))
    ax.text(tokens - 1, nothing_known + 0.08, says, ha="right", va="bottom", size=9, color=MUTED)
    ax.set(
        xlabel=f"how many of the {tokens} tokens are known when a guess is made",
        ylabel="loss in nats",
        ylim=(0, None),
    )
    ax.legend(loc="lower left")
    return Picture(
        fig, f"Mean loss in nats over the number of known tokens. {'. '.join(parts)}. {says.capitalize()}."
    )


@in_style
def plan(
    words: Sequence[str],
    kinds: Sequence[int],
    order: Sequence[int],
    hidden: Bool[Tensor, "T T"],
    mapping: Float[Tensor, "K T"],
) -> Picture:
    """One plan: the order with its cut, perm_mask, target_mapping. `kinds`: 0 context, 1 target, 2 functional."""
    hidden, T = square(hidden, words), len(words)
    if not isinstance(mapping, Tensor) or mapping.dim() != 2 or mapping.shape[1] != T:
        shape = tuple(mapping.shape) if isinstance(mapping, Tensor) else type(mapping).__name__
        raise ValueError(f"target_mapping should have a row for each slot and {T} columns, this is {shape}")
    fig = new_figure(9.6, 4.6)
    left, right = fig.subplots(1, 2)
    notes = [KINDS[k] for k in kinds]
    draw_mask(left, words, hidden, title="perm_mask", row_notes=notes, sides=True)
    _mapping(right, words, mapping)
    mask_legend(fig)
    ranked = [p for p in order if kinds[p] != 0]
    given = [words[p] for p in range(len(words)) if kinds[p] == 0]
    says = f"given: {listing(given) or 'nothing'}; then, in this order: {listing([words[p] for p in ranked])}"
    fig.suptitle(says, x=0.02, ha="left", size=11)
    slots = [f"slot {k}: {_where(words, row)}" for k, row in enumerate(mapping.tolist())]
    alt = f"A plan: {says}. perm_mask: {mask_in_words(words, hidden)}. target_mapping: {'; '.join(slots)}."
    return Picture(fig, alt)


def _where(words: Sequence[str], row: Sequence[float]) -> str:
    return listing([w for w, one in zip(words, row, strict=True) if one]) or "nothing, unused"


def _mapping(ax: Axes, words: Sequence[str], mapping: Tensor) -> None:
    K, T = mapping.shape
    for k, row in enumerate(mapping.tolist()):
        for j, one in enumerate(row):
            ax.add_patch(Rectangle((j, k), 1, 1, facecolor=LIGHT if one else PAPER, edgecolor=MUTED, lw=0.6))
            ax.text(
                j + 0.5, k + 0.5, f"{one:g}", ha="center", va="center", size=11, color=INK if one else MUTED
            )
    ax.set(xlim=(-0.1, T + 0.1), ylim=(max(K, 1) + 0.1, -0.1), aspect="equal", title="target_mapping")
    ax.set_xticks([j + 0.5 for j in range(T)], words)
    ax.set_yticks([k + 0.5 for k in range(K)], [f"slot {k}" for k in range(K)])
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)


@in_style
def plans(shares: Mapping[str, Mapping[tuple[int, ...], float]]) -> Picture:
    """The chance of each plan (targets in the order of guessing), for several ways of drawing plans."""
    every = sorted({p for table in shares.values() for p in table}, key=lambda p: (sorted(p), p))
    fig = new_figure(9.4, 1.1 + 1.15 * len(shares))
    axes = fig.subplots(len(shares), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    looks = (
        {"color": DARK},
        {"color": LIGHT, "edgecolor": INK},
        {"color": MIDDLE, "hatch": "///", "edgecolor": PAPER},
    )
    parts = []
    for ax, (name, table), look in zip(axes, shares.items(), looks, strict=False):
        heights = [table.get(p, 0) for p in every]
        ax.bar(range(len(every)), heights, width=0.7, **look)
        for x, height in enumerate(heights):
            ax.text(x, height + 0.006, f"{height:.3f}" if height else "0", ha="center", va="bottom", size=8)
        ax.set_title(name, size=10)
        ax.set_yticks([])
        ax.spines["left"].set_visible(False)
        parts.append(
            f"{name}: {listing([f'{_arrow(p)} {h:.3f}' for p, h in zip(every, heights, strict=True)])}"
        )
    axes[0].set_ylim(0, 1.35 * max(h for table in shares.values() for h in table.values()))
    axes[-1].set_xticks(range(len(every)), [_arrow(p) for p in every])
    axes[-1].set_xlabel("targets in the order of guessing")
    return Picture(fig, f"The chance of each plan. {'. '.join(parts)}.")


def _arrow(positions: Sequence[int]) -> str:
    return "→".join(map(str, positions))


@in_style
def spans(pieces: Sequence[str], rows: Sequence[Bool[Tensor, " T"]], start: str = "▁") -> Picture:
    """The same text once for each row of targets: chosen pieces filled and underlined, a gap before each word."""
    fig = new_figure(9.6, 0.2 + 0.62 * len(rows) * _lines(pieces))
    fig.set_layout_engine("none")
    ax = fig.add_axes((0, 0, 1, 1))
    ax.axis("off")
    y, parts = 0.0, []
    for row in rows:
        x, chosen = 0.4, row.tolist()
        for piece, target in zip(pieces, chosen, strict=True):
            text, word = piece.removeprefix(start), piece.startswith(start)
            x += 0.9 if word else 0
            width = 0.62 * len(text) + 0.5
            if x + width > _WIDE:
                x, y = 1.3, y + 1
            look = (
                {"facecolor": LIGHT, "edgecolor": INK} if target else {"facecolor": PAPER, "edgecolor": FAINT}
            )
            ax.add_patch(Rectangle((x, y + 0.2), width, 0.62, linewidth=1, **look))
            if target:
                ax.plot([x, x + width], [y + 0.86, y + 0.86], color=INK, lw=2.5)
            ax.text(x + width / 2, y + 0.51, text, ha="center", va="center", size=9, color=INK)
            x += width
        y += 1.35
        parts.append(listing(_spans_in_words(pieces, chosen)) or "none")
    ax.set(xlim=(0, _WIDE + 0.4), ylim=(y, 0))
    return Picture(fig, f"A text of {len(pieces)} pieces, {len(rows)} times. Targets: {'; '.join(parts)}.")


_WIDE = 60.0


def _lines(pieces: Sequence[str]) -> float:
    return 0.9 + sum(0.62 * len(p) + 0.8 for p in pieces) / _WIDE


def _spans_in_words(pieces: Sequence[str], chosen: Sequence[bool]) -> list[str]:
    found: list[list[str]] = []
    for i, (piece, target) in enumerate(zip(pieces, chosen, strict=True)):
        if target and (i == 0 or not chosen[i - 1]):
            found.append([])
        if target:
            found[-1].append(piece)
    return [f"[{' '.join(span)}]" for span in found]


@in_style
def costs(
    targets: Sequence[int],
    formula: Sequence[int],
    counted: Sequence[int],
    seconds: Sequence[float],
    in_full: int,
) -> Picture:
    """A layer with K target rows: multiplications by formula and as counted, and the time, both over K."""
    fig = new_figure(9.4, 3.5)
    one, two = fig.subplots(1, 2)
    one.plot(targets, [n / 1e6 for n in formula], color=DARK, label="your formula")
    one.plot(
        targets, [n / 1e6 for n in counted], "o", ms=8, mfc="none", color=INK, label="counted while it ran"
    )
    one.axhline(
        in_full / 1e6, color=MIDDLE, ls="--", lw=1.6, label="all attention in full, as published, K = T / 6"
    )
    one.set(
        title="Work",
        xlabel="K, rows of the query stream",
        ylabel="million multiplications",
        ylim=(0, 1.1 * max(formula) / 1e6),
    )
    one.legend(fontsize=8, loc="lower right")
    share = [n / formula[-1] for n in formula]
    two.plot(targets, share, color=DARK, label="work")
    two.plot(targets, [s / seconds[-1] for s in seconds], "s--", color=MIDDLE, label="time, measured")
    two.set(title="Share of the full two streams", xlabel="K", ylim=(0, 1.25))
    two.legend(fontsize=8.5, loc="lower right")
    rows = [
        f"K = {k}: {c / 1e6:.1f} million counted, {f / 1e6:.1f} by the formula, {1000 * s:.2f} ms"
        for k, f, c, s in zip(targets, formula, counted, seconds, strict=True)
    ]
    return Picture(fig, f"Cost of one layer. {'; '.join(rows)}. As published: {in_full / 1e6:.1f} million.")
