"""`explore`: a picture with controls. The picture is a pure function of the controls' values.

Where widgets run (JupyterLab), the controls are live. Elsewhere (GitHub, a stored notebook, a screen reader
that reads text only) a static picture of the first values and its alt text stand in.
"""

from collections.abc import Callable
from typing import Any

import ipywidgets

from .notebook import Notice
from .picture import Picture

VIEW = "application/vnd.jupyter.widget-view+json"


def explore(render: Callable[..., Picture], **controls: Any) -> "Explorer":
    """Show `render(**values)` with a control for each argument.

    A control is (low, high) or (low, high, first) for a whole number, a list of options, True or False, or
    any widget with a `value` and a description. Its label is the argument's name. An error at the first
    drawing is the caller's: put the call in a `waits_for` block. A later one becomes a quiet line.
    """
    return Explorer(render, {name: _widget(name, spec) for name, spec in controls.items()})


class Explorer:
    """What `explore` returns. `first` is the static picture; `set(name=value)` moves controls like clicks."""

    def __init__(self, render: Callable[..., Picture], controls: dict[str, Any]):
        self.render, self.controls = render, controls
        self.first = render(**self.values)
        self.screen = ipywidgets.HTML(self.first.html)
        self.box = ipywidgets.VBox([*controls.values(), self.screen])
        for control in controls.values():
            control.observe(self._redraw, names="value")

    @property
    def values(self) -> dict[str, Any]:
        return {name: control.value for name, control in self.controls.items()}

    def set(self, **values: Any) -> None:
        for name, value in values.items():
            self.controls[name].value = value

    def _redraw(self, _change: Any = None) -> None:
        try:
            shown = self.render(**self.values).html
        except Exception as exc:
            shown = _waiting(exc)._repr_html_()
        self.screen.value = shown

    def __repr__(self) -> str:
        return self.first.alt

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, Any]:
        live = self.box._repr_mimebundle_()[VIEW]
        return {**self.first._repr_mimebundle_(), VIEW: live}


def _waiting(exc: Exception) -> Notice:
    if isinstance(exc, NotImplementedError) and not exc.args:
        return Notice("○ This waits for an exercise that is not solved yet.")
    text = f"{type(exc).__name__}: {exc}".splitlines()[0][:200]
    return Notice(f"○ This could not be drawn with your answer ({text}).")


def _widget(name: str, spec: Any) -> Any:
    words = name.replace("_", " ")
    label = words[:1].upper() + words[1:]
    look = {"description": label, "style": {"description_width": "8em"}, "layout": {"width": "30em"}}
    match spec:
        case bool():
            return ipywidgets.Checkbox(value=spec, **look)
        case (int() as low, int() as high):
            return ipywidgets.IntSlider(value=low, min=low, max=high, **look)
        case (int() as low, int() as high, int() as first):
            return ipywidgets.IntSlider(value=first, min=low, max=high, **look)
        case list():
            return ipywidgets.Dropdown(options=spec, value=_first(spec), **look)
        case ipywidgets.Widget() if hasattr(spec, "value") and spec.description:
            return spec
    raise TypeError(
        f"control {name!r}: give (low, high), a list of options, a bool, or a widget with a description"
    )


def _first(options: list) -> Any:
    """The first value; options may be given as (label, value)."""
    return options[0][1] if isinstance(options[0], tuple) else options[0]
