"""What runs in a notebook's cells: `check` shows a result, `waits_for` lets a picture wait for an exercise."""

import sys
from html import escape
from typing import Any

from .exercise import evaluate, exercise, has_placeholder
from .result import show


def check(exercise_id: str, answer: Any) -> None:
    """Judge an answer and show the outcome. Never raises, unless XLNET_MINI_STRICT=1."""
    show(evaluate(exercise_id, answer))


class Notice:
    """A quiet grey line in a notebook."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f'<div role="status" style="color:#57606a;padding:.2em .8em">{escape(self.text)}</div>'


class waits_for:
    """Run a block that uses the answers to some exercises; if one is missing, say so instead of raising.

    Use it around figures and widgets, so that Run All on a fresh lab reaches its end. A block must not define
    names that later cells use (the build checks this), since it may stop half-way.
    """

    def __init__(self, *exercise_ids: str):
        self.exercises = [exercise(i) for i in exercise_ids]
        self.globals = sys._getframe(1).f_globals

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind, exc, traceback) -> bool:
        if exc is None or not isinstance(exc, Exception):
            return False
        from IPython.display import display

        values = [self.globals.get(ex.answer, ...) for ex in self.exercises]
        missing = [ex.id for ex, v in zip(self.exercises, values, strict=True) if has_placeholder(v)]
        ids = " and ".join(missing or [ex.id for ex in self.exercises])
        if missing or (isinstance(exc, NotImplementedError) and not exc.args):
            display(Notice(f"○ This waits for exercise {ids}."))
        else:
            text = f"{type(exc).__name__}: {exc}".splitlines()[0][:200]
            display(
                Notice(
                    f"○ This could not be drawn with your answer to exercise {ids} ({text}). Look at its check."
                )
            )
        return True
