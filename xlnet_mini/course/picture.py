"""Pictures for the labs: a matplotlib figure as HTML with alt text, and one look that survives grey printing.

A figure function is a pure function of data: decorated with `in_style`, it draws on `new_figure` and returns
`Picture(fig, alt)`, where `alt` is made from the same data. pyplot is not used, so nothing has to be closed
and no global state is touched.
"""

import base64
import functools
import html
import io
from collections.abc import Callable, Sequence
from typing import TypeVar

import matplotlib.style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

# Told apart by hue for most colour-blind readers, and by lightness in grey: dark, middle, light.
# Use them in this order, and never colour alone: add a hatch, a marker, a line style or a label.
DARK = "#123f70"  # blue
MIDDLE = "#cf6a17"  # orange
LIGHT = "#a6cee3"  # sky
SERIES = (DARK, MIDDLE, LIGHT)
INK = "#1f2328"
MUTED = "#57606a"
FAINT = "#d8dee4"
PAPER = "#ffffff"

INCH = 96  # CSS pixels
DPI = 144  # 1.5 pixels for each CSS pixel: sharp on most screens, and still small
COLOURS = 64  # a drawing needs no more, and the file is a third of the size

STYLE = {
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "lines.linewidth": 2,
    "patch.linewidth": 1,
    "hatch.linewidth": 0.8,
    "legend.frameon": False,
    "savefig.facecolor": PAPER,
}

F = TypeVar("F", bound=Callable)


class Picture:
    """A drawn figure with its alt text. Shown as an HTML image, since JupyterLab drops the alt text of PNGs."""

    def __init__(self, figure: Figure, alt: str):
        if not alt.strip():
            raise ValueError("a picture needs an alt text")
        self.alt = " ".join(alt.split())
        self.png = _png(figure)
        self.width = round(figure.get_figwidth() * INCH)

    @property
    def html(self) -> str:
        data = base64.b64encode(self.png).decode()
        return (
            f'<img alt="{html.escape(self.alt)}" '
            f'style="width:{self.width}px;max-width:100%;background:{PAPER}" '
            f'src="data:image/png;base64,{data}">'
        )

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/plain": self.alt, "text/html": self.html}


def in_style(draw: F) -> F:
    """Decorator of a figure function: it draws in the course's style, whatever matplotlib was set to."""

    @functools.wraps(draw)
    def styled(*args, **kwargs):
        with matplotlib.style.context(["default", STYLE]):
            return draw(*args, **kwargs)

    return styled


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of that size in inches (a notebook's column is about 9 wide)."""
    return Figure(figsize=(width, height), layout="constrained")


def listing(parts: Sequence[object], last: str = "and") -> str:
    """Words for an alt text: "a", "a and b", "a, b and c"."""
    words = [str(p) for p in parts]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _png(figure: Figure) -> bytes:
    """The same figure gives the same bytes: fixed resolution, no date, no version."""
    canvas = FigureCanvasAgg(figure)
    figure.set_dpi(DPI)
    canvas.draw()
    image = Image.frombuffer("RGBA", canvas.get_width_height(), bytes(canvas.buffer_rgba()))
    flat = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, format="png", optimize=True)
    return out.getvalue()
