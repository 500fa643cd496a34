"""Pictures of lab 04: entries on their way through the shift, the line of numbers behind it, and what it saves."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ..picture import DARK, FAINT, INK, LIGHT, MIDDLE, MUTED, PAPER, Picture, in_style, listing, new_figure
from .lab04_entries import Moves, Stage, labelled, name, padded_moves, xlnet_moves

__all__ = ["cost", "labelled", "line", "padded_moves", "step", "strip", "windows", "xlnet_moves"]

ROWS = (DARK, MIDDLE, LIGHT, FAINT)  # one colour for each query
CELL = 0.5  # inches
NUMBERS = "Colour: the query. Small number: the distance that the entry is about. Dashed: no pair needs it."


@in_style
def strip(moves: Moves) -> Picture:
    """All tables of the way, side by side; every entry keeps its name and its colour."""
    lines: list[list[Stage]] = [[]]
    for stage in moves.stages:
        width = sum(s.table.shape[1] + 2 for s in lines[-1])
        if width + stage.table.shape[1] > 19:
            lines.append([])
        lines[-1].append(stage)
    heights = [max(s.table.shape[0] for s in row) + 1.5 for row in lines]
    wide = max(sum(s.table.shape[1] + 2 for s in row) for row in lines)
    fig = new_figure(CELL * (wide + 0.2), CELL * (sum(heights) + 0.5))
    ax = _canvas(fig, wide, sum(heights) + 0.5)
    y = 0.0
    for row, height in zip(lines, heights, strict=True):
        x = 1.0
        for stage in row:
            _draw(ax, moves, stage, x, y + 1.0)
            x += stage.table.shape[1] + 2
            if stage is not moves.stages[-1]:
                ax.text(x - 1.45, y + 1.5, "▶", ha="center", va="center", size=11, color=MUTED)
        y += height
    ax.text(0.3, y + 0.15, NUMBERS + _legend(moves), va="center", size=9, color=MUTED)
    return Picture(fig, f"{_heading(moves)} {' '.join(_in_words(moves, s) for s in moves.stages)}")


@in_style
def step(moves: Moves, number: int) -> Picture:
    """One move: the table before it and the table after it. Number 0 is x alone; too large a number is the last."""
    number = min(number, len(moves.stages) - 1)
    after = moves.stages[number]
    before = moves.stages[number - 1] if number else None
    most = max(s.table.shape[0] for s in moves.stages)
    fig = new_figure(9.4, CELL * (most + 2.6))
    ax = _canvas(fig, 9.4 / CELL, most + 2.6)
    x = 1.0
    if before is not None:
        _draw(ax, moves, before, x, 2.4, faded=True)
        x += before.table.shape[1] + 2
        ax.text(x - 1.4, 2.9, "▶", ha="center", va="center", size=14, color=INK)
    _draw(ax, moves, after, x, 2.4)
    shown = [c for c in _garbage(moves, after) if not (after.hidden and moves.is_later(*c))]
    says = after.says + " Hatched cells mean nothing." * bool(shown)
    ax.text(0.3, 0.3, f"Step {number} of {len(moves.stages) - 1}. {says}", va="center", size=10.5)
    ax.text(0.3, 1.0, NUMBERS, va="center", size=9, color=MUTED)
    alt = f"{_heading(moves)} {_in_words(moves, after)} {says}"
    return Picture(fig, alt + (f" Before: {_in_words(moves, before)}" if before else ""))


def _heading(moves: Moves) -> str:
    queries, rows = ("query", "queries")[moves.T != 1], ("row", "rows")[moves.M != 1]
    return f"{moves.name}, T = {moves.T} {queries}, M = {moves.M} {rows} of memory."


def _legend(moves: Moves) -> str:
    return " Hatched: not this query's score for this key." if _garbage(moves, moves.stages[-1]) else ""


def _garbage(moves: Moves, stage: Stage) -> list[tuple[int, int]]:
    """Cells of a result whose entry is not the one of its query and key."""
    if not stage.result:
        return []
    table = stage.table.tolist()
    return [(i, j) for i, row in enumerate(table) for j, c in enumerate(row) if not moves.belongs(c, i, j)]


def _in_words(moves: Moves, stage: Stage) -> str:
    """A table for an alt text: "x: a00 a01; a10 a11." with a star on garbage."""
    bad = _garbage(moves, stage)
    rows = []
    for i, row in enumerate(stage.table.tolist()):
        cells = []
        for j, code in enumerate(row):
            hidden = stage.hidden and moves.is_later(i, j)
            cells.append("hidden" if hidden else name(code, moves.T) + "*" * ((i, j) in bad))
        rows.append(" ".join(cells))
    shape = f"{stage.table.shape[0]} by {stage.table.shape[1]}"
    seen = [(i, j) for i, j in bad if not (stage.hidden and moves.is_later(i, j))]
    star = " (* = means nothing)" if seen else ""
    return f"{stage.title}, {shape}{star}: {'; '.join(rows)}."


def _canvas(fig, width: float, height: float) -> Axes:
    fig.set_layout_engine("none")  # nothing to arrange, and a widget draws twice as fast
    ax = fig.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(height, 0), aspect="equal")
    ax.axis("off")
    return ax


def _draw(ax: Axes, moves: Moves, stage: Stage, x: float, y: float, faded: bool = False) -> None:
    bad = _garbage(moves, stage)
    ax.text(x, y - 0.55, stage.title, size=10.5, weight="bold", va="center", color=MUTED if faded else INK)
    for i, row in enumerate(stage.table.tolist()):
        for j, code in enumerate(row):
            if stage.hidden and moves.is_later(i, j):
                _blank(ax, x + j, y + i)
            else:
                cut = stage.kept is not None and j >= stage.kept
                _cell(ax, x + j, y + i, moves, code, hatched=(i, j) in bad, pale=cut)


def _cell(
    ax: Axes, x: float, y: float, moves: Moves, code: int, hatched: bool = False, pale: bool = False
) -> None:
    text, distance = name(code, moves.T), moves.distance(code)
    known = text not in ("0", "?")
    fill = ROWS[(code // 100 - 1) % len(ROWS)] if known and not pale else PAPER
    ink = PAPER if fill == DARK else MUTED if pale else INK
    ax.add_patch(Rectangle((x, y), 1, 1, facecolor=fill, edgecolor=MUTED, linewidth=0.8))
    if moves.never_needed(code):  # dashes on white, above the lines of the cells beside it
        for colour, width, style in ((PAPER, 1.6, "-"), (INK, 1.2, (0, (2, 2)))):
            edge = {"edgecolor": colour, "linewidth": width, "linestyle": style, "zorder": 2}
            ax.add_patch(Rectangle((x, y), 1, 1, facecolor="none", **edge))
    box = None
    if hatched:
        ax.add_patch(Rectangle((x, y), 1, 1, facecolor="none", edgecolor=ink, hatch="///", linewidth=0))
        box = {"boxstyle": "square,pad=0.2", "facecolor": fill, "edgecolor": "none"}
    if distance is None:
        ax.text(x + 0.5, y + 0.5, text, ha="center", va="center", color=ink, size=9.5, bbox=box)
        return
    label = f"{text}\n{_signed(distance)}" if hatched else text
    if hatched:
        ax.text(x + 0.5, y + 0.5, label, ha="center", va="center", color=ink, size=8, bbox=box, linespacing=1)
        return
    ax.text(x + 0.5, y + 0.38, text, ha="center", va="center", color=ink, size=9.5)
    ax.text(x + 0.5, y + 0.77, _signed(distance), ha="center", va="center", color=ink, size=7)


def _blank(ax: Axes, x: float, y: float) -> None:
    ax.add_patch(Rectangle((x, y), 1, 1, facecolor=PAPER, edgecolor=FAINT, linewidth=0.8))
    ax.text(x + 0.5, y + 0.5, "hidden", ha="center", va="center", size=6.5, color=MUTED)


def _signed(distance: int) -> str:
    return "0" if distance == 0 else f"{distance:+d}".replace("-", "−")


@in_style
def windows(T: int, M: int) -> Picture:
    """x with the S entries that each query needs: the window slides one column to the left with each row."""
    moves = xlnet_moves(lambda x, klen: x[:, :klen], T, M)
    R = moves.S + T
    fig = new_figure(CELL * (R + 6), CELL * (T + 2.6))
    ax = _canvas(fig, R + 6, T + 2.6)
    ax.text(4.6, 0.4, "distance", ha="right", va="center", size=9, color=MUTED)
    for m in range(R):
        ax.text(5.5 + m, 0.4, _signed(moves.S - m), ha="center", va="center", size=10, weight="bold")
    for i, row in enumerate(moves.stages[0].table.tolist()):
        ax.text(4.8, 1.5 + i, f"query {i}", ha="right", va="center", size=10)
        for m, code in enumerate(row):
            _cell(ax, 5 + m, 1 + i, moves, code, pale=not T - i <= m < T - i + moves.S)
        ax.add_patch(
            Rectangle(
                (5 + T - i, 1 + i), moves.S, 1, facecolor="none", edgecolor=INK, linewidth=2.5, zorder=3
            )
        )
    ax.text(
        1,
        T + 1.7,
        f"Framed: the {moves.S} entries that the query needs, one for each key.",
        va="center",
        size=9.5,
    )
    rows = [f"query {i} needs columns {T - i} to {T - i + moves.S - 1}" for i in range(T)]
    return Picture(
        fig, f"x with {T} rows and {R} columns, for the distances {moves.S} to {1 - T}: {listing(rows)}."
    )


@in_style
def line(T: int, M: int) -> Picture:
    """The numbers of x in memory, twice: with rows of R, and, without the first T, with rows of R - 1."""
    moves = xlnet_moves(lambda x, klen: x[:, :klen], T, M)
    S, R = moves.S, moves.S + T
    codes = moves.stages[0].table.flatten().tolist()
    fig = new_figure(9.6, 9.6 / (len(codes) + 1) * 6.4)
    ax = _canvas(fig, len(codes) + 1, 6.4)
    for n, code in enumerate(codes):
        _narrow(ax, 0.5 + n, 1.1, moves, code, pale=False)
        place = (n - T) % (R - 1)
        _narrow(ax, 0.5 + n, 4.3, moves, code, pale=n < T or place >= S)
    ax.text(0.5, 0.35, f"x in memory: {T} rows of {R}", size=10, weight="bold", va="center")
    ax.text(0.5, 3.55, f"without the first {T}: {T} rows of {R - 1}", size=10, weight="bold", va="center")
    for i in range(T):
        _brace(ax, 0.5 + i * R, R, 2.25, f"row {i}")
        _brace(ax, 0.5 + T + i * (R - 1), R - 1, 5.45, f"row {i}")
        start = 0.5 + T + i * (R - 1)
        ax.add_patch(Rectangle((start, 4.3), S, 1, facecolor="none", edgecolor=INK, linewidth=2.5, zorder=3))
    kept = [" ".join(name(c, T) for c in codes[T + i * (R - 1) : T + i * (R - 1) + S]) for i in range(T)]
    alt = f"The {len(codes)} numbers of x in one line: {' '.join(name(c, T) for c in codes)}. "
    alt += f"Read in rows of {R} it is x. "
    alt += f"Without the first {T}, read in rows of {R - 1}, of which the first {S} count, it is: {'; '.join(kept)}."
    return Picture(fig, alt)


def _narrow(ax: Axes, x: float, y: float, moves: Moves, code: int, pale: bool) -> None:
    fill = PAPER if pale else ROWS[(code // 100 - 1) % len(ROWS)]
    ink = PAPER if fill == DARK else MUTED if pale else INK
    ax.add_patch(Rectangle((x, y), 1, 1, facecolor=fill, edgecolor=MUTED, linewidth=0.8))
    ax.text(x + 0.5, y + 0.5, name(code, moves.T), ha="center", va="center", color=ink, size=9)


def _brace(ax: Axes, x: float, width: float, y: float, text: str) -> None:
    ax.plot(
        [x + 0.08, x + 0.08, x + width - 0.08, x + width - 0.08],
        [y, y + 0.18, y + 0.18, y],
        color=INK,
        lw=1.2,
    )
    ax.text(x + width / 2, y + 0.5, text, ha="center", va="center", size=9)


@in_style
def cost(
    lengths: Sequence[int], megabytes: dict[str, Sequence[float]], seconds: dict[str, Sequence[float]]
) -> Picture:
    """What each way of getting the position scores holds in memory and how long it takes, over the length T."""
    fig = new_figure(9.4, 3.6)
    parts = []
    for ax, table, title, unit, scale in zip(
        fig.subplots(1, 2),
        (megabytes, seconds),
        ("Memory", "Time"),
        ("MB", "ms"),
        (1, 1000),
        strict=True,
    ):
        for (label, values), colour, marker, style in zip(
            table.items(), (MIDDLE, DARK, INK), ("s", "o", "^"), ("--", "-", ":"), strict=False
        ):
            ax.plot(lengths, [v * scale for v in values], color=colour, marker=marker, ls=style, label=label)
            parts.append(f"{title}, {label}: {values[0] * scale:.3g} to {values[-1] * scale:.3g} {unit}")
        ax.set(xscale="log", yscale="log", xlabel="T (with M = T)", ylabel=unit, title=title)
        ax.set_xticks(lengths, [str(n) for n in lengths])
        ax.minorticks_off()
        ax.legend(fontsize=8.5)
    return Picture(fig, f"Two charts over T from {lengths[0]} to {lengths[-1]}. {'. '.join(parts)}.")
