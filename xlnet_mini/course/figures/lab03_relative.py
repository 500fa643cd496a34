"""Pictures of lab 03: tables of scores term by term, waves, scores over distance, segments."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle
from torch import Tensor

from ..picture import DARK, INK, LIGHT, MIDDLE, MUTED, PAPER, Picture, in_style, listing, new_figure

SHADES = LinearSegmentedColormap.from_list("scores", [PAPER, LIGHT, DARK])  # lightness tells, in grey as well
LINES = ((DARK, "o", "-"), (MIDDLE, "s", "--"), (INK, "^", ":"))


@in_style
def tables(
    words: Sequence[str], named: Mapping[str, Float[Tensor, "T S"]], keys: Sequence[str] = ()
) -> Picture:
    """Tables of scores side by side, each with its pattern in words: the darker a cell, the higher in its table."""
    keys = keys or words
    shown = {name: _table(table, len(words), len(keys)) for name, table in named.items()}
    wide = max(2.3, 0.42 * len(keys) + 0.2)
    fig = new_figure(min(9.6, 0.7 + wide * len(shown)), 0.4 * len(words) + 1.25)
    parts = []
    panels = fig.subplots(1, len(shown), squeeze=False)[0]
    for n, (ax, (name, rows)) in enumerate(zip(panels, shown.items(), strict=True)):
        _draw(ax, rows)
        pattern = what_is_alike(rows)
        ax.set_title(f"{name}\n", size=10)
        ax.text(0, -0.15, pattern, size=8, color=MUTED, va="bottom")
        ax.set_xticks([j + 0.5 for j in range(len(keys))], keys, rotation=40, ha="right", size=8)
        ax.set_yticks([i + 0.5 for i in range(len(words))], words if n == 0 else [""] * len(words), size=8)
        numbers = "; ".join(" ".join(_short(v, _digits(rows)) for v in row) for row in rows)
        parts.append(f"{name}, {pattern}: {numbers}")
    return Picture(fig, f"Scores, rows ask ({', '.join(words)}), columns answer. {'. '.join(parts)}.")


def _table(table: Tensor, rows: int, columns: int) -> list[list[float]]:
    if not isinstance(table, Tensor) or tuple(table.shape) != (rows, columns):
        shape = tuple(table.shape) if isinstance(table, Tensor) else type(table).__name__
        raise ValueError(f"a table of scores should be ({rows}, {columns}), this is {shape}")
    return table.detach().double().tolist()


def what_is_alike(rows: Sequence[Sequence[float]]) -> str:
    """Which cells of a table are always equal: what a term does not depend on."""

    def alike(groups) -> bool:
        return all(abs(v - g[0]) < 1e-6 for g in groups for v in g)

    height, width = len(rows), len(rows[0])
    diagonals = [
        [rows[i][i - p] for i in range(height) if 0 <= i - p < width] for p in range(1 - width, height)
    ]
    if alike([[v for row in rows for v in row]]):
        return "all cells alike"
    if alike(diagonals):
        return "alike along each diagonal"
    if alike([[row[j] for row in rows] for j in range(width)]):
        return "alike down each column"
    if alike(rows):
        return "alike along each row"
    if all(len({round(v, 6) for v in row}) <= 2 for row in rows):
        return "two numbers in each row"
    return "no pattern"


def _digits(rows: Sequence[Sequence[float]]) -> int:
    """Two digits after the point, or one where a number is long already."""
    return 1 if max(abs(v) for row in rows for v in row) >= 100 else 2


def _short(value: float, digits: int) -> str:
    """A number with few digits, and no minus before a zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def _draw(ax: Axes, rows: Sequence[Sequence[float]]) -> None:
    low, high = min(map(min, rows)), max(map(max, rows))
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            share = (value - low) / (high - low) if high > low else 0.5
            look = {"facecolor": SHADES(share), "edgecolor": MUTED, "linewidth": 0.5}
            ax.add_patch(Rectangle((j, i), 1, 1, **look))
            text = _short(value, _digits(rows)).replace("-", "−")
            ink = PAPER if share > 0.7 else INK
            ax.text(j + 0.5, i + 0.5, text, ha="center", va="center", size=7.5, color=ink)
    ax.set(xlim=(-0.03, len(rows[0]) + 0.03), ylim=(len(rows) + 0.03, -0.03))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


@in_style
def waves(
    distances: Sequence[int],
    vectors: Float[Tensor, "R D"],
    first: int = 0,
    told: Sequence[int] = (-2, 0, 2),
    tick: int = 5,
) -> Picture:
    """The columns of the sinusoids over the distance: sines on the left, cosines on the right.

    Waves from number `first` on; the alt text tells their values at the distances `told`, which must occur.
    """
    rows = _table(vectors, len(distances), vectors.shape[-1])
    half = vectors.shape[-1] // 2
    fig = new_figure(9, 2.7)
    parts = []
    for ax, name, start in zip(fig.subplots(1, 2, sharey=True), ("sine", "cosine"), (0, half), strict=True):
        for t in range(first, min(3, half)):
            colour, marker, style = LINES[t]
            values = [row[start + t] for row in rows]
            ax.plot(
                distances,
                values,
                color=colour,
                marker=marker,
                markevery=max(1, len(distances) // 20),
                ms=4,
                ls=style,
                lw=1.5,
                label=f"column {start + t}",
            )
            at = [values[list(distances).index(p)] for p in told]
            values_told, places = listing([_short(v, 2) for v in at]), listing([str(p) for p in told])
            parts.append(f"column {start + t}, a {name}, is {values_told} at {places}")
        ax.axvline(0, color=MUTED, lw=0.8)
        ax.set(xlabel="distance i − j", title=f"{name}s", ylim=(-1.15, 1.6))
        ax.set_xticks(range(min(distances), max(distances) + 1, tick))
        ax.legend(fontsize=8, loc="upper center", ncols=3)
    return Picture(fig, f"Waves over the distance, {distances[-1]} to {distances[0]}: {'; '.join(parts)}.")


@in_style
def over_distance(
    distances: Sequence[int], curves: Mapping[str, Sequence[float]], limit: int | None = None, note: str = ""
) -> Picture:
    """Scores of one query over the distance; a vertical line at `limit`, beyond which nothing was trained."""
    fig = new_figure(8.6, 3)
    ax = fig.add_subplot()
    parts = []
    for (name, values), (colour, marker, style) in zip(curves.items(), LINES, strict=False):
        numbers = [float(v) for v in values]
        ax.plot(distances, numbers, color=colour, marker=marker, ms=4.5, ls=style, lw=1.6, label=name)
        shown = [
            f"{_short(v, 2)} at {p}"
            for p, v in zip(distances, numbers, strict=True)
            if p in _ends(distances, limit)
        ]
        parts.append(f"{name}: {listing(shown)}{_constant_from(distances, numbers)}")
    if limit is not None:
        ax.margins(y=0.15)  # room for the note above the curves
        ax.axvline(limit, color=MUTED, lw=1)
        ax.text(limit, ax.get_ylim()[1], f" {note}", va="top", size=8.5, color=MUTED)
    ax.set(xlabel="distance", ylabel="score")
    ax.legend(fontsize=8.5, loc="best")
    mark = f" A line marks the distance {limit}: {note}." if limit is not None else ""
    return Picture(fig, f"Scores of one query over the distance. {'. '.join(parts)}.{mark}")


@in_style
def two_starts(words: Sequence[str], named: Mapping[str, Mapping[str, Sequence[float]]]) -> Picture:
    """Scores of the last word over the distance, one panel for each way of scoring, a line for each start."""
    fig = new_figure(9.6, 2.9)
    far = list(range(len(words)))
    panels = fig.subplots(1, len(named), squeeze=False)[0]
    parts = []
    for n, (ax, (name, curves)) in enumerate(zip(panels, named.items(), strict=True)):
        values = {start: [float(v) for v in reversed(list(row))] for start, row in curves.items()}
        for (start, row), (colour, marker, style), size in zip(
            values.items(), LINES, (9, 4.5, 3), strict=False
        ):
            ax.plot(far, row, color=colour, marker=marker, ms=size, ls=style, lw=1.6, label=start)
        rows = list(values.values())
        alike = all(abs(a - b) < 1e-6 for row in rows for a, b in zip(row, rows[0], strict=True))
        says = "the lines coincide" if alike else "the lines differ"
        ax.set_title(f"{name}\n", size=10)
        ax.text(0, 1.03, says, size=8.5, color=MUTED, va="bottom", transform=ax.transAxes)
        ax.set(xlabel="distance i − j", xticks=far)
        if n == 0:
            ax.set_ylabel(f"score, {words[-1]} asks")
            ax.legend(fontsize=8, loc="best")
        numbers = "; ".join(
            f"{start}: {' '.join(_short(v, 2) for v in row)}" for start, row in values.items()
        )
        parts.append(f"{name}, {says}: {numbers}")
    return Picture(fig, f"{words[-1]} asks; scores over the distances 0 to {far[-1]}. {'. '.join(parts)}.")


def _ends(distances: Sequence[int], limit: int | None) -> set[int]:
    return {distances[0], distances[-1], *([limit] if limit is not None else [])}


def _constant_from(distances: Sequence[int], values: Sequence[float]) -> str:
    """ ", the same from 5 on", if three or more values at the end are equal."""
    n = len(values) - 1
    while n > 0 and abs(values[n - 1] - values[-1]) < 1e-6:
        n -= 1
    return f", the same from {distances[n]} on" if n <= len(values) - 3 else ""
