"""Pictures of lab 06: rows and iterations, what memory keeps, where segments differ, ranks in blocks, loss curves."""

from collections.abc import Callable, Mapping, Sequence

import torch
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from torch import Tensor

from ..picture import DARK, FAINT, INK, LIGHT, MIDDLE, MUTED, PAPER, Picture, in_style, listing, new_figure
from .lab06_reach import dependency
from .masks import draw_mask, mask_legend

__all__ = ["blocks", "curves", "dependency", "differences", "memory", "streams"]

ROWS = ((DARK, PAPER, ""), (LIGHT, INK, ""), (PAPER, INK, "///"), (MIDDLE, INK, ""))  # fill, ink, hatch
CURVES = (
    {"color": DARK, "ls": "-", "marker": "o", "lw": 2.2, "zorder": 3},
    {"color": LIGHT, "ls": "-", "marker": "s", "lw": 6},
    {"color": MIDDLE, "ls": "--", "marker": "^", "lw": 1.8},
)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@in_style
def streams(table: Tensor, T: int, n: int) -> Picture:
    """The letters of a text of `n` in their rows, cut into batches of T columns.

    `table` [B, L] holds the number of each letter. Arrows say where memory goes: on in the same row.
    """
    if not isinstance(table, Tensor) or table.dim() != 2 or table.shape[1] == 0:
        raise ValueError("the streams should be a tensor with two axes, [batch, L]")
    B, L = table.shape
    batches = -(-L // T)
    fig = new_figure(2.2 + 0.55 * (L + 1.6 * batches), 1.5 + 0.62 * B)
    ax = _canvas(fig, 3.2 + L + 1.6 * batches, B + 1.9)
    for b in range(B):
        ax.text(2.0, 1.5 + b * 1.05, f"row {b}", ha="right", va="center", size=10)
    for s in range(batches):
        x = 2.4 + s * (T + 1.6)
        wide = min(T, L - s * T)
        ax.text(x + wide / 2, 0.35, f"batch {s}", ha="center", va="center", weight="bold", size=10)
        ax.add_patch(
            Rectangle((x - 0.15, 0.8), wide + 0.3, B * 1.05 + 0.35, facecolor="none", edgecolor=MUTED)
        )
        for b in range(B):
            for t in range(wide):
                _letter(ax, x + t, 1.0 + b * 1.05, int(table[b, s * T + t]), n // B)
            if s + 1 < batches:
                y = 1.5 + b * 1.05
                arrow = {"arrowstyle": "-|>", "color": INK, "lw": 1.6, "shrinkA": 0, "shrinkB": 0}
                ax.annotate("", (x + T + 1.35, y), (x + wide + 0.25, y), arrowprops=arrow)
    rows = ["".join(_name(int(v)) for v in row) for row in table]
    cut = [listing([row[s * T : s * T + T] for row in rows]) for s in range(batches)]
    used = {int(v) for v in table.flatten()}
    lost = "".join(_name(i) for i in range(n) if i not in used)
    says = "Filled alike: one stretch of the text. Arrows: memory, which goes on in the same row."
    ax.text(0.3, B * 1.05 + 1.6, says + (f" Left over: {lost}." if lost else ""), va="center", size=9)
    alt = f"{B} rows. " + " ".join(f"Batch {s} holds {c}." for s, c in enumerate(cut))
    return Picture(fig, f"{alt} {says}" + (f" Left over: {lost}." if lost else ""))


def _letter(ax: Axes, x: float, y: float, number: int, stretch: int) -> None:
    """A letter in the colour of its stretch of the text: the first `stretch` letters are alike, and so on."""
    fill, ink, hatch = ROWS[max(number, 0) // max(stretch, 1) % len(ROWS)]
    ax.add_patch(Rectangle((x, y), 1, 1, facecolor=fill, edgecolor=MUTED, hatch=hatch, linewidth=0.8))
    box = {"boxstyle": "square,pad=0.15", "facecolor": fill, "edgecolor": "none"} if hatch else None
    ax.text(x + 0.5, y + 0.5, _name(number), ha="center", va="center", color=ink, size=10.5, bbox=box)


def _name(number: int) -> str:
    return ALPHABET[number] if 0 <= number < len(ALPHABET) else "?"


def _canvas(fig, width: float, height: float) -> Axes:
    fig.set_layout_engine("none")
    ax = fig.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(height, 0), aspect="equal")
    ax.axis("off")
    return ax


@in_style
def memory(update: Callable[..., Tensor], M: int, T: int, mem_len: int, reuse_len: int) -> Picture:
    """What `update` keeps of M old rows and T new ones: every row has a number, kept ones are framed."""
    first = 10 - M
    old = torch.arange(first, 10.0)[:, None] if M else None
    new = torch.arange(10.0, 10 + T)[:, None].requires_grad_()
    got = update(old, new, mem_len, reuse_len)
    if not isinstance(got, Tensor) or got.dim() != 2:
        raise ValueError("the memory should be a tensor [rows, 1], as `old` and `new` are")
    kept = [round(v) for v in got.detach()[:, 0].tolist()]
    fig = new_figure(9.0, 2.8)
    ax = _canvas(fig, 18, 5.6)
    x0 = 3.6
    ax.text(x0 - 0.4, 1.5, "rows, by place", ha="right", va="center", size=9.5)
    ax.text(x0 - 0.4, 3.5, "new memory", ha="right", va="center", size=9.5)
    for i in range(M + T):
        number = first + i
        is_new, cut = i >= M, bool(reuse_len) and i - M >= reuse_len
        fill, hatch = (PAPER, "///") if cut else (LIGHT, "") if is_new else (FAINT, "")
        _row(ax, x0 + i, 1.0, str(number), fill, hatch, framed=number in kept)
    for i, number in enumerate(kept):
        fill = LIGHT if number >= 10 else FAINT
        _row(ax, x0 + i, 3.0, str(number), fill, "", framed=False)
    if M:
        ax.text(x0 + M / 2, 0.55, "old memory", ha="center", va="center", size=9.5)
    ax.text(x0 + M + T / 2, 0.55, "segment", ha="center", va="center", size=9.5)
    gradient = (
        "The memory has a gradient: not detached!"
        if got.requires_grad
        else "No gradient goes back through the memory."
    )
    unread = (
        " Hatched: behind reuse_len, read again in the next segment." if reuse_len and reuse_len < T else ""
    )
    settings = f"mem_len = {mem_len}, reuse_len = {reuse_len}. Framed: kept.{unread}"
    ax.text(0.3, 4.5, settings, va="center", size=9.5)
    ax.text(0.3, 5.1, gradient, va="center", size=9.5)
    says = f"{settings} {gradient}"
    rows = listing(kept) if kept else "nothing"
    olds = f"old memory with rows {first} to 9" if M else "no old memory"
    alt = f"From {olds} and a segment with rows 10 to {9 + T}, the new memory keeps {rows}. {says}"
    return Picture(fig, alt)


def _row(ax: Axes, x: float, y: float, text: str, fill: str, hatch: str, *, framed: bool) -> None:
    ax.add_patch(Rectangle((x, y), 1, 1, facecolor=fill, edgecolor=MUTED, hatch=hatch, linewidth=0.8))
    box = {"boxstyle": "square,pad=0.12", "facecolor": fill, "edgecolor": "none"} if hatch else None
    ax.text(x + 0.5, y + 0.5, text, ha="center", va="center", size=9.5, color=INK, bbox=box)
    if framed:
        ax.add_patch(
            Rectangle((x + 0.06, y + 0.06), 0.88, 0.88, facecolor="none", edgecolor=DARK, linewidth=2.5)
        )


@in_style
def differences(
    errors: Mapping[str, Sequence[float]], predicted: Sequence[int | str] | None = None
) -> Picture:
    """For each way of reading, by how much each segment differs from one long pass. Below 1e-9 counts as equal.

    `predicted`: for each way, the first segment that was said to differ, or "never"; it is framed.
    """
    if predicted is not None and any(p is ... for p in predicted):
        raise ValueError("the prediction is not complete")
    names = list(errors)
    n = max(len(e) for e in errors.values())
    fig = new_figure(3.6 + 0.85 * n, 1.0 + 0.42 * len(names))
    ax = _canvas(fig, (3.6 + 0.85 * n) / 0.42, (1.0 + 0.42 * len(names)) / 0.42)
    left = 3.3 / 0.42
    for s in range(n):
        ax.text(
            left + 2 * s + 1, 0.5, f"segment {s}", ha="center", va="center", size=8.5, rotation=0, color=INK
        )
    parts = []
    for i, name in enumerate(names):
        ax.text(left - 0.4, 1.5 + i, name, ha="right", va="center", size=9.5)
        for s, error in enumerate(errors[name]):
            equal = error < 1e-9
            fill, hatch = (LIGHT, "") if equal else (PAPER, "///")
            ax.add_patch(Rectangle((left + 2 * s, 1 + i), 2, 1, facecolor=fill, edgecolor=MUTED, hatch=hatch))
            box = None if equal else {"boxstyle": "square,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
            word = "equal" if equal else f"{error:.2g}"
            ax.text(left + 2 * s + 1, 1.5 + i, word, ha="center", va="center", size=9, bbox=box)
        said = predicted[i] if predicted is not None and i < len(predicted) else None
        if type(said) is int and 0 <= said < n:
            frame = {"facecolor": "none", "edgecolor": MIDDLE, "linewidth": 3, "zorder": 3}
            ax.add_patch(Rectangle((left + 2 * said + 0.05, 1.05 + i), 1.9, 0.9, **frame))
        first = next((s for s, e in enumerate(errors[name]) if e >= 1e-9), None)
        found = "equal in all"
        if first is not None:
            sizes = listing([f"{e:.2g}" for e in errors[name][first:]])
            found = f"differs from segment {first} on, by {sizes}"
        parts.append(f"{name}: {found}" + ("" if said is None else f" (predicted: {said})"))
    key = "Numbers: the largest difference." + ("" if predicted is None else " Framed: predicted.")
    ax.text(left, 1.6 + len(names), key, va="center", size=9, color=MUTED)
    return Picture(fig, f"Segments against one long pass. {'; '.join(parts)}.")


@in_style
def blocks(rank: Tensor, hidden: Tensor, perm_size: int, reuse_len: int) -> Picture:
    """Who may look at whom when orders are drawn in blocks and the first part is blind to the second."""
    T = len(hidden)
    fig = new_figure(3.2 + 0.3 * T, 1.35 + 0.3 * T)
    ax = fig.add_subplot()
    notes = [f"rank {r}" for r in rank.tolist()]
    draw_mask(
        ax,
        [str(i) for i in range(T)],
        hidden,
        title=f"perm_size {perm_size}, reuse_len {reuse_len}",
        row_notes=notes,
    )
    if 0 < reuse_len < T:
        ax.plot([0, T], [reuse_len, reuse_len], color=MIDDLE, lw=3)
        ax.plot([reuse_len, reuse_len], [0, T], color=MIDDLE, lw=3)
    ax.set(xlabel="is looked at", ylabel="looks")
    mask_legend(fig)
    sees = [f"{i} sees {listing([j for j in range(T) if not hidden[i, j]]) or 'nothing'}" for i in range(T)]
    return Picture(
        fig, f"Ranks {rank.tolist()}, blocks of {perm_size}, the first {reuse_len} kept: {'; '.join(sees)}."
    )


@in_style
def curves(losses: Mapping[str, Sequence[float]], chance: float, every: int) -> Picture:
    """Training losses, each point a mean over `every` steps, and the loss of pure guessing."""
    fig = new_figure(8.6, 3.6)
    ax = fig.add_subplot()
    parts = []
    # curves that lie on each other: each is thinner than the one below it, and has its marks at other steps
    for i, ((name, values), look) in enumerate(zip(losses.items(), CURVES, strict=False)):
        steps = [every * (k + 1) for k in range(len(values))]
        ax.plot(steps, values, ms=6, markevery=(i, 3), markeredgecolor=INK, label=name, **look)
        half = next((s for s, v in zip(steps, values, strict=True) if v < chance / 2), None)
        where = "" if half is None else f", below half of guessing from step {half} on"
        parts.append(f"{name}: from {values[0]:.2f} to {values[-1]:.2f}{where}")
    ax.axhline(chance, color=MUTED, lw=1)
    ax.text(every, 1.09 * chance, f"thin line, guessing: {chance:.2f}", size=9, color=MUTED)
    ax.set(xlabel="step", ylabel="loss (nats a word)", ylim=(0, 1.25 * chance))
    ax.legend(loc="lower left", fontsize=9)
    return Picture(fig, f"Loss over training. Guessing gives {chance:.2f}. {'; '.join(parts)}.")
