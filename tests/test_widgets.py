"""explore: any order of clicks gives the picture of the values; a static one stands in; errors stay quiet."""

import ipywidgets
import pytest

from xlnet_mini.course.picture import Picture, in_style, new_figure
from xlnet_mini.course.widgets import VIEW, explore


@in_style
def dots(n, filled, shape="o"):
    fig = new_figure(2, 2)
    fig.add_subplot().plot(range(n), "k" + shape, fillstyle="full" if filled else "none")
    return Picture(fig, f"{n} {'filled' if filled else 'open'} dots of shape {shape}.")


def test_shows_live_controls_a_static_picture_and_its_alt_text():
    shown = explore(dots, n=(1, 5, 2), filled=True)._repr_mimebundle_()
    assert set(shown) == {"text/plain", "text/html", VIEW}
    assert shown["text/plain"] == "2 filled dots of shape o."
    assert shown["text/html"] == dots(2, True).html
    assert len(shown[VIEW]["model_id"]) == 32


def test_any_order_of_clicks_ends_at_the_same_picture():
    clicks = [{"n": 4}, {"filled": False}, {"shape": "s"}, {"n": 3}]
    there, back = (explore(dots, n=(1, 5), filled=True, shape=["o", "s"]) for _ in range(2))
    for click in clicks:
        there.set(**click)
    back.set(n=3, shape="s", filled=False)
    assert there.screen.value == back.screen.value == dots(3, False, "s").html
    there.set(n=1, filled=True, shape="o")
    assert there.screen.value == there.first.html


def test_every_control_has_a_label_in_words():
    shown = explore(
        lambda **_: dots(1, True), who_looks=(0, 4), stream=[("the query", 0), ("the content", 1)]
    )
    labels = [c.description for c in shown.controls.values()]
    assert labels == ["Who looks", "Stream"]
    assert shown.values == {"who_looks": 0, "stream": 0}
    own = ipywidgets.IntText(description="How many", value=2)
    assert explore(lambda n: dots(n, True), n=own).controls["n"] is own
    with pytest.raises(TypeError, match="description"):
        explore(lambda n: dots(n, True), n=ipywidgets.IntText())


def test_an_error_after_a_click_is_a_quiet_line_and_the_next_picture_returns():
    def render(n):
        if n == 2:
            raise NotImplementedError
        if n == 3:
            raise ValueError("<bad> shape\nand more")
        return dots(n, True)

    shown = explore(render, n=(1, 5))
    shown.set(n=2)
    assert "waits for an exercise" in shown.screen.value
    shown.set(n=3)
    assert "(ValueError: &lt;bad&gt; shape)" in shown.screen.value
    shown.set(n=4)
    assert shown.screen.value == dots(4, True).html


def test_an_error_at_the_first_drawing_is_for_the_block_around_it():
    def render(n):
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        explore(render, n=(1, 5))
