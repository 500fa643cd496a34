"""What runs in a notebook's cells: `check` shows a result, `waits_for` lets a picture wait for an exercise."""

import sys
import time
from dataclasses import replace
from html import escape
from traceback import walk_tb
from typing import Any

from .exercise import evaluate, exercise, has_placeholder
from .picture import listing
from .result import show

LONG, GRADER_STOPS = 10, 30  # seconds; the second is what `grade` allows when nothing else is said


def check(exercise_id: str, answer: Any) -> None:
    """Judge an answer and show the outcome. Never raises, unless XLNET_MINI_STRICT=1."""
    start = time.process_time()
    result = evaluate(exercise_id, answer)
    used = time.process_time() - start
    if used > LONG and result.right:
        slow = f"The check took {used:.0f} s. A grader stops one after {GRADER_STOPS} s: do less, or do it faster."
        result = replace(result, message="\n".join(filter(None, (result.message, slow))))
    show(result)


PACKAGE_WAITS = "is missing: finish exercise"


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
        self.block = sys._getframe(1)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind, exc, traceback) -> bool:
        if exc is None or not isinstance(exc, Exception):
            return False
        from IPython.display import display

        values = [self.block.f_globals.get(ex.answer, ...) for ex in self.exercises]
        missing = [ex.id for ex, v in zip(self.exercises, values, strict=True) if has_placeholder(v)]
        ids = missing or [ex.id for ex in self.exercises]
        plural = "s" if len(ids) > 1 else ""
        text = f"{type(exc).__name__}: {exc}".splitlines()[0][:200]
        if PACKAGE_WAITS in text:  # the package's own line says what to finish
            says = f"This waits: {text.partition(': ')[2]}."
        elif missing or (isinstance(exc, NotImplementedError) and not exc.args):
            says = f"This waits for exercise{plural} {listing(ids)}."
        elif isinstance(exc, NameError) and self._raised_here(traceback):
            says = f"Run the cells above first ({text})."
        else:
            whose = (
                f"your answer{plural} to exercise{plural} {listing(ids)}" if ids else "the package as it is"
            )
            look = "Call the roll" if not ids else f"Look at {'their checks' if plural else 'its check'}"
            says = f"This did not work with {whose} ({text}). {look}."
        display(Notice(f"○ {says}"))
        return True

    def _raised_here(self, traceback) -> bool:
        """True if the block itself stumbled, not a function that it called."""
        *_, (frame, _) = walk_tb(traceback)
        return frame.f_code.co_filename == self.block.f_code.co_filename
