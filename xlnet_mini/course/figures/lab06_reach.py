"""Picture of lab 06: what one state at the top of the layers was made from, and how far back that goes."""

from matplotlib.patches import Rectangle

from ..picture import DARK, FAINT, INK, MIDDLE, MUTED, PAPER, Picture, in_style, new_figure

LABELS = 0.9  # inches for the layers' names


def sees(word: int, T: int, M: int) -> range:
    """The words that a word looks at in one layer: its memory, and its segment up to itself."""
    return range(max(word // T * T - M, 0), word + 1)


@in_style
def dependency(T: int, M: int, L: int, row: int = 0) -> Picture:
    """Words from left to right, layers from bottom to top. Filled: what the marked state at the top depends on.

    T words a segment, M rows of memory, L layers, attention to the left; the marked state is word `row` of the
    last segment. Lines lead from a state to the oldest one that it looks at.
    """
    row = min(row, T - 1)
    jump = -(-M // T) * T
    before = (L - 1) * jump + M  # words before the last segment that matter
    segments = -(-before // T) + 2
    start = (segments - 1) * T
    top = start + row
    levels = [{top}]
    for _ in range(L):
        levels.append({k for w in levels[-1] for k in sees(w, T, M)})
    levels = levels[::-1]  # level 0: words
    n = segments * T
    cell = min(0.42, 8.4 / n)
    inside = cell > 0.3  # room for a number in a square
    left = LABELS / cell
    wide = max(cell * n + LABELS + 0.15, 6.6)
    fig = new_figure(wide, cell * 1.5 * (L + 1) + 1.15)
    fig.set_layout_engine("none")
    ax = fig.add_axes((0, 0, 1, 1))
    height = (cell * 1.5 * (L + 1) + 1.15) / cell
    ax.set(xlim=(0, wide / cell), ylim=(0, height), aspect="equal")
    ax.axis("off")
    y0 = 1.0 / cell - 0.4

    def at(word: int, level: int) -> tuple[float, float]:
        return left + 0.5 + word, y0 + 0.5 + 1.5 * level

    oldest = min(levels[0])
    for level in range(L + 1):
        name = "words" if level == 0 else f"layer {level}"
        ax.text(left - 0.12 / cell, at(0, level)[1], name, ha="right", va="center", size=9)
        for word in range(n):
            x, y = at(word, level)
            used, marked = word in levels[level], level == L and word == top
            fill = MIDDLE if marked else DARK if used else PAPER
            shape = Rectangle(
                (x - 0.4, y - 0.4), 0.8, 0.8, facecolor=fill, edgecolor=INK if used else FAINT, lw=0.8
            )
            ax.add_patch(shape)
            if marked:
                ax.text(x, y, "★", ha="center", va="center", size=9, color=INK)
            if level == 0 and inside:
                ink = PAPER if used else MUTED
                ax.text(x, y, str(word - top), ha="center", va="center", size=7, color=ink)
            elif level == 0 and (
                word in (top, oldest) or (word % T == 0 and _apart(word, top, oldest, cell))
            ):
                ax.text(x, y - 0.4 - 0.1 / cell, str(word - top), ha="center", va="center", size=7, color=INK)
    for level in range(L, 0, -1):  # from each oldest state to the oldest one below it
        word = min(levels[level])
        target = min(sees(word, T, M))
        (x1, y1), (x2, y2) = at(word, level), at(target, level - 1)
        ax.plot([x1, x2], [y1 - 0.4, y2 + 0.4], color=MIDDLE, lw=2)
    for s in range(1, segments):
        x = left + s * T
        ax.plot([x, x], [y0 - 0.2, height - 0.3], color=MUTED, lw=1.2, ls=(0, (4, 3)))
    reach = top - min(levels[0])
    product = "" if row else f" Layers times memory is {L * M}."
    says = f"T = {T}, M = {M}, {L} layer{'s' * (L > 1)}: {reach} words back.{product}"
    ax.text(0.4, 0.62 / cell - 0.3, says, va="center", size=10)
    key = (
        "Dark: what the state with the star depends on. Numbers: place from the star. Dashed: segments begin."
    )
    ax.text(0.4, 0.3 / cell - 0.25, key, va="center", size=8.5, color=MUTED)
    counts = [f"{len(level)} in {'words' if i == 0 else f'layer {i}'}" for i, level in enumerate(levels)]
    which = "first word" if row == 0 else f"word with number {row}"
    alt = f"{says} The state of the {which} of the last segment depends on {', '.join(counts)}."
    return Picture(fig, alt)


def _apart(word: int, top: int, oldest: int, cell: float) -> bool:
    """Would a number under this word keep clear of those under the other two?"""
    return min(abs(word - top), abs(word - oldest)) * cell > 0.3
