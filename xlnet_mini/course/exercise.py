"""Find an exercise, and judge an answer to it: one of four outcomes, and never an exception.

An exercise is a class with the facts (id, points, minutes, hints) and a `judge` method that returns on a right
answer and raises on any other. The kinds of exercises are in `kinds/`; the labs' checks take them from here.
"""

import contextlib
import importlib
import io
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from .kinds.base import AnswerRaised, Exercise, Misconception, NotAttempted, Wrong, has_placeholder
from .kinds.caller import Caller
from .kinds.function import Case, FunctionExercise, mismatch
from .kinds.reach import reached
from .kinds.seeds import fix_seeds
from .kinds.value import ValueExercise
from .kinds.written_test import Candidate, TestExercise
from .layout import CourseError, lab, lab_of
from .result import Result

_JUDGED: list[str] = []  # the exercises that are being judged just now
RESTS_ON = "rests on "  # an exercise that must be mended first: the name of that mistake begins so

__all__ = [
    "AnswerRaised",
    "Caller",
    "Candidate",
    "Case",
    "Exercise",
    "FunctionExercise",
    "Misconception",
    "NotAttempted",
    "TestExercise",
    "ValueExercise",
    "Wrong",
    "evaluate",
    "exercise",
    "exercises",
    "has_placeholder",
    "mismatch",
]


def exercises(lab_number: int) -> tuple[Exercise, ...]:
    """All exercises of a lab, in order."""
    return importlib.import_module(lab(lab_number).checks).EXERCISES


def exercise(exercise_id: str) -> Exercise:
    """The exercise of that id. Raises CourseError for an answer that asks while it is judged."""
    if _JUDGED and not sys._getframe(1).f_globals.get("__name__", "").startswith(__package__):
        raise CourseError("an answer cannot ask the check for the right one")
    wanted = str(exercise_id)
    known = exercises(lab_of(wanted).number)
    for ex in known:
        if ex.id == wanted:
            return ex
    raise CourseError(f"There is no exercise {wanted}; this lab has {', '.join(ex.id for ex in known)}.")


class _Printed(io.StringIO):
    """Keeps the first two thousand characters that student code prints, and counts the rest."""

    LIMIT = 2000

    def __init__(self):
        super().__init__()
        self.dropped = 0

    def write(self, text: str) -> int:
        room = max(0, self.LIMIT - self.tell())
        super().write(text[:room])
        self.dropped += max(0, len(text) - room)
        return len(text)

    def text(self) -> str:
        more = f"\n... and {self.dropped:,} characters more" if self.dropped else ""
        return self.getvalue() + more


def _set_default_device(device: torch.device) -> None:
    if torch.get_default_device() != device:
        # None, not "cpu": a device that is set, even the usual one, stands in the way of every later call of torch
        torch.set_default_device(None if device.type == "cpu" else device)


@contextlib.contextmanager
def _nothing_changes() -> Iterator[None]:
    """Random states, torch's default dtype and device, gradient mode and threads are afterwards as before.

    The check starts from fixed seeds, so that the same answer gets the same verdict each time. It runs on one
    thread: its tables are small, and several threads would only wait for each other.
    """
    threads = torch.get_num_threads()
    dtype, device, torch_state = torch.get_default_dtype(), torch.get_default_device(), torch.get_rng_state()
    numpy_state, python_state = np.random.get_state(), random.getstate()
    try:
        torch.set_num_threads(1)
        torch.set_default_dtype(torch.float32)
        _set_default_device(torch.device("cpu"))
        fix_seeds()
        with torch.enable_grad():
            yield
    finally:
        torch.set_num_threads(threads)
        torch.set_default_dtype(dtype)
        _set_default_device(device)
        torch.set_rng_state(torch_state)
        np.random.set_state(numpy_state)
        random.setstate(python_state)


def evaluate(exercise_id: str, answer: Any) -> Result:
    """Judge an answer. Whatever the answer does, this returns a Result and leaves torch's settings as they were."""
    ex = exercise(exercise_id)
    printed = _Printed()

    def result(status: str, points: int = 0, misconception: str | None = None, message: str = "") -> Result:
        return Result(ex.id, status, points, ex.points, misconception, message, ex.title, printed.text())

    _JUDGED.append(ex.id)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), _nothing_changes():
            _judge(ex, answer)
    except NotAttempted as exc:
        return result("not attempted", message=str(exc))
    except Wrong as wrong:
        return result("wrong", 0, wrong.name, "\n".join(filter(None, (wrong.says, wrong.example))))
    except AnswerRaised as exc:
        return result("error", message=str(exc))
    except KeyboardInterrupt:
        return result(
            "error",
            message="Stopped while your function was running: does a loop never end, or is it too much work?",
        )
    except BaseException as exc:  # an answer strange enough to break the checker is still an answer
        return result("error", message=f"Your answer could not be judged: {_in_words(exc)}")
    finally:
        _JUDGED.pop()
    if ex.manual:
        return replace(result("right", message=ex.unlocks), manual=ex.points)
    return result("right", ex.points, message=ex.unlocks)


def _judge(ex: Exercise, answer: Any) -> None:
    """Judge; but blame an answer that fails on the one it calls, if that one is not right itself."""
    try:
        ex.judge(answer)
    except Exception:  # also of torch, on the way back through what the answer has computed
        for below in map(exercise, ex.rests_on):
            called = reached(answer, below.answer)
            if called is not None:
                _must_be_right(below, called, f"Your `{ex.answer}` calls `{below.answer}`")
        raise


def _must_be_right(below: Exercise, called: Any, says: str) -> None:
    """Raise Wrong if the answer that is called is not right; of a chain of them the last one is named."""
    try:
        return _judge(below, called)
    except NotAttempted:
        state = "written"
    except Exception as exc:
        if isinstance(exc, Wrong) and exc.name.startswith(RESTS_ON):
            raise
        state = "right"
    says = f"{says}, and exercise {below.id} is not {state} yet. Look at that first."
    raise Wrong(f"{RESTS_ON}{below.id}", says)


def _in_words(exc: BaseException) -> str:
    try:
        return f"{type(exc).__name__}: {exc}".splitlines()[0][:300]
    except BaseException:
        return type(exc).__name__
