"""Pictures: HTML with alt text, the same bytes every time, readable without colour; the course map."""

import base64
import io

import matplotlib
import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from xlnet_mini.course.figures.course_map import IDEAS, course_map
from xlnet_mini.course.picture import SERIES, Picture, in_style, listing, new_figure


@in_style
def line(ys, alt="A line."):
    fig = new_figure(4, 3)
    fig.add_subplot().plot(ys)
    return Picture(fig, alt)


def test_shown_as_html_with_alt_text_and_as_the_alt_text_alone():
    picture = line([1, 3, 2], alt='A "line" <up> & down.')
    shown = picture._repr_mimebundle_()
    assert set(shown) == {"text/plain", "text/html"}
    assert shown["text/plain"] == repr(picture) == 'A "line" <up> & down.'
    assert 'alt="A &quot;line&quot; &lt;up&gt; &amp; down."' in shown["text/html"]
    assert "max-width:100%" in shown["text/html"]
    data = shown["text/html"].partition("base64,")[2].partition('"')[0]
    assert base64.b64decode(data) == picture.png
    assert Image.open(io.BytesIO(picture.png)).size == (4 * 144, 3 * 144)


def test_alt_text_is_one_line_and_never_empty():
    assert line([1], alt="two\n   lines").alt == "two lines"
    with pytest.raises(ValueError, match="alt"):
        line([1], alt="  ")


def test_the_same_data_gives_the_same_bytes_whatever_matplotlib_was_set_to():
    first = line([1, 3, 2]).png
    with matplotlib.rc_context({"lines.linewidth": 9, "axes.facecolor": "black", "figure.dpi": 30}):
        assert line([1, 3, 2]).png == first
    assert line([1, 3, 1]).png != first


def test_style_and_pyplot_are_left_alone():
    before = dict(matplotlib.rcParams)
    line([1, 2])
    assert dict(matplotlib.rcParams) == before


def test_series_colours_differ_in_grey():
    lightness = [sum(w * c for w, c in zip((0.299, 0.587, 0.114), to_rgb(s), strict=True)) for s in SERIES]
    steps = [b - a for a, b in zip([0.0, *lightness], [*lightness, 1.0], strict=True)]
    assert min(steps) > 0.15, "dark, middle and light: apart from each other, from ink and from paper"


def test_listing():
    assert [listing(x) for x in ([], ["a"], "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert listing([1, 2], "or") == "1 or 2"


@pytest.mark.parametrize("lab", range(10))
def test_map_marks_one_place(lab):
    picture = course_map(lab)
    assert len(picture.png) < 30_000
    where = {0: "before the first lab", 8: "after lab 7", 9: "after lab 7"}.get(lab, f"in lab {lab}, ")
    assert f"We are {where}" in picture.alt
    assert all(f"lab {idea.lab}, {idea.name}" in picture.alt for idea in IDEAS)
    assert sorted(idea.lab for idea in IDEAS) == list(range(1, 8))


def test_maps_differ():
    assert len({course_map(lab).png for lab in range(9)}) == 9
