"""What a check answers: one of four outcomes, shown as text, HTML and a machine-readable part."""

import html
import os
from dataclasses import asdict, dataclass, field
from typing import Literal

MIME = "application/vnd.xlnet-mini.result+json"
Status = Literal["right", "wrong", "error", "not attempted"]
HEADLINE = {
    "right": "right",
    "wrong": "not right yet",
    "error": "your code stopped with an error",
    "not attempted": "not attempted yet",
}
# colour and sign both carry the outcome, so that grey print and screen readers lose nothing
SIGN = {"right": "✓", "wrong": "✗", "error": "!", "not attempted": "○"}
COLOUR = {"right": "#1a7f37", "wrong": "#b35900", "error": "#b3261e", "not attempted": "#6e7781"}


@dataclass(frozen=True)
class Result:
    """The outcome of one exercise. `misconception` is the name of the mistake if it is a known one."""

    exercise: str
    status: Status
    points: int
    max_points: int
    misconception: str | None = None
    message: str = ""
    title: str = ""
    printed: str = field(default="", compare=False)
    manual: int = 0  # points that wait for a teacher: the machine has only seen that the answer is complete

    @property
    def right(self) -> bool:
        return self.status == "right"

    @property
    def headline(self) -> str:
        unit = "point" if self.max_points == 1 else "points"
        if self.manual:
            says = f"complete ({self.manual} {unit} are your teacher's to give)"
            return f"{SIGN[self.status]} Exercise {self.exercise}: {says}"
        score = f" ({self.points} of {self.max_points} {unit})" if self.status != "not attempted" else ""
        return f"{SIGN[self.status]} Exercise {self.exercise}: {HEADLINE[self.status]}{score}"

    def __str__(self) -> str:
        printed = f"Your code printed:\n{self.printed}" if self.printed else ""
        return "\n".join(part for part in (self.headline, self.message, printed) if part)

    __repr__ = __str__

    def as_json(self) -> dict:
        data = asdict(self)
        del data["printed"]
        return data

    def as_html(self) -> str:
        colour = COLOUR[self.status]
        parts = [f'<strong style="color:{colour}">{html.escape(self.headline)}</strong>']
        if self.message:
            parts.append(
                f'<div style="white-space:pre-wrap;margin-top:.3em;'
                f'font-family:var(--jp-code-font-family,monospace)">{html.escape(self.message)}</div>'
            )
        if self.printed:
            parts.append(
                f"<details><summary>What your code printed</summary><pre>{html.escape(self.printed)}</pre></details>"
            )
        return f'<div role="status" style="border-left:4px solid {colour};padding:.4em .8em">{"".join(parts)}</div>'

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        return {"text/plain": str(self), "text/html": self.as_html(), MIME: self.as_json()}


class NotRight(AssertionError):
    """Raised instead of shown when XLNET_MINI_STRICT=1: graders that look only for an exception need one."""

    def __init__(self, result: Result):
        super().__init__(f"Exercise {result.exercise}: {HEADLINE[result.status]}. {result.message}".strip())

    def _render_traceback_(self) -> list[str]:  # IPython shows this instead of a traceback
        return [str(self)]


def strict() -> bool:
    return os.environ.get("XLNET_MINI_STRICT", "") not in ("", "0")


def show(result: Result) -> None:
    """Display a result where the notebook is, print it elsewhere; in strict mode raise unless it is right."""
    from IPython.display import display

    display(result)
    if strict() and not result.right:
        raise NotRight(result)
