"""Where we are: the seven ideas as the way from a text to a trained model, one of them marked."""

from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from ..picture import DARK, INK, LIGHT, MUTED, PAPER, Picture, in_style, listing, new_figure


@dataclass(frozen=True)
class Idea:
    """A lab's idea, and where it stands on the map (centre, in tenths of an inch)."""

    lab: int
    name: str
    does: str
    x: float
    y: float


# in the order in which data flows, which is not the order of the labs
IDEAS = (
    Idea(6, "Recurrence", "read in segments,\nkeep what was read", 19, 13),
    Idea(1, "Permutation", "an order: who may\nlook at whom", 36, 13),
    Idea(5, "Targets", "which words\nare guessed", 53, 13),
    Idea(2, "Two streams", "guess a word without\nseeing it", 70, 13),
    Idea(3, "Relative bias", "how far apart", 62, 3.2),
    Idea(4, "rel_shift", "all distances at once", 78, 3.2),
    Idea(7, "Train", "loss, steps,\nevaluation", 87, 13),
)
WIDTH, TALL, LOW = 14.6, 7.4, 4.6


@in_style
def course_map(lab_number: int) -> Picture:
    """The map with one lab marked, earlier ones tinted, later ones white; 0 marks the start, 8 on the end."""
    fig = new_figure(10.2, 2.35)
    ax = fig.add_subplot()
    ax.set(xlim=(0, 106), ylim=(-0.2, 22))
    ax.axis("off")
    _end(ax, 5, "text")
    _end(ax, 101, "a model\nthat reads")
    main = [idea for idea in IDEAS if idea.y > 10]
    edges = [8.5, *(x for idea in main for x in (idea.x - WIDTH / 2, idea.x + WIDTH / 2)), 96.5]
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        ax.annotate("", (stop, 13), (start, 13), arrowprops={"arrowstyle": "->", "color": INK, "lw": 1.3})
    for idea in IDEAS:
        _box(ax, idea, lab_number)
        if idea.y < 10:
            ax.plot(
                [idea.x, 70 + (idea.x - 70) * 0.4], [idea.y + LOW / 2, 13 - TALL / 2], color=MUTED, lw=1.2
            )
    here = next(((i.x, i.y + (TALL if i.y > 10 else LOW) / 2) for i in IDEAS if i.lab == lab_number), None)
    x, y = here or ((5, 15.4) if lab_number == 0 else (101, 16.4))
    if y < 10:  # the lower row: beside the box, the space above is taken
        side = 1 if lab_number == 4 else -1
        x, y = x + side * (WIDTH / 2 + 0.8), y - LOW / 2
        ax.text(
            x,
            y,
            "◀ we are here" if side > 0 else "we are here ▶",
            va="center",
            ha="left" if side > 0 else "right",
            weight="bold",
        )
    else:
        ax.text(x, y + 0.6, "we are here\n▼", ha="center", va="bottom", weight="bold", linespacing=0.9)
    return Picture(fig, _alt(lab_number))


def _end(ax: Axes, x: float, words: str) -> None:
    ax.text(x, 13, words, ha="center", va="center", style="italic", color=INK)


def _box(ax: Axes, idea: Idea, current: int) -> None:
    height = TALL if idea.y > 10 else LOW
    here, done = idea.lab == current, idea.lab < current
    fill, ink = (DARK, PAPER) if here else (LIGHT if done else PAPER, INK)
    ax.add_patch(
        FancyBboxPatch(
            (idea.x - WIDTH / 2, idea.y - height / 2),
            WIDTH,
            height,
            boxstyle="round,pad=0,rounding_size=1.2",
            facecolor=fill,
            edgecolor=INK,
            linewidth=2 if here else 1,
            linestyle="-" if here or done else (0, (3, 2)),
        )
    )
    top = idea.y + height / 2 - 1.5
    ax.text(
        idea.x,
        top,
        f"{idea.lab:02d} {idea.name}",
        ha="center",
        va="center",
        color=ink,
        size=8.6,
        weight="bold",
    )
    ax.text(idea.x, top - 1.5, idea.does, ha="center", va="top", color=ink, size=7.8, linespacing=1.05)


def _alt(current: int) -> str:
    steps = [f"lab {i.lab}, {i.name} ({' '.join(i.does.split())})" for i in IDEAS]
    upper = listing([s for s, i in zip(steps, IDEAS, strict=True) if i.y > 10])
    lower = listing([s for s, i in zip(steps, IDEAS, strict=True) if i.y < 10])
    name = next((i.name for i in IDEAS if i.lab == current), None)
    where = f"in lab {current}, {name}" if name else "before the first lab" if current == 0 else "after lab 7"
    return (
        f"Map of the course. From the text to a model that reads, in the order in which data flows: {upper}. "
        f"Below the two streams stand their parts: {lower}. We are {where}."
    )
