"""Calling the student's function: its errors become words, and what it does to its input is noticed."""

import inspect
import linecache
import sysconfig
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .. import compare
from ..layout import PACKAGE
from .base import AnswerRaised, Exercise, NotAttempted, Wrong

NOT_THEIRS = (str(PACKAGE), sysconfig.get_paths()["stdlib"])


class Caller:
    """The student's function, called with care."""

    def __init__(self, exercise: Exercise, function: Any):
        self.exercise, self.raw = exercise, function
        self.answered = False  # has any call come to its end?
        if function is ...:
            raise NotAttempted
        if isinstance(function, type) or not callable(function):
            got = compare.kind(function)
            hint = " Pass the function itself, without calling it." if isinstance(function, Tensor) else ""
            raise Wrong("not a function", f"Expected the function `{exercise.answer}`, got {got}.{hint}")

    def on(self, case) -> Any:
        return self(*case.args.values(), **case.kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(self.raw, args, kwargs)

    def times(self, n: int, *args: Any, **kwargs: Any) -> list[Any]:
        """What `n` calls in a row give, each with these same arguments: a generator goes on from call to call."""
        # an answer in another process is asked once, not n times
        elsewhere = getattr(type(self.raw), "__times__", None)
        if elsewhere is None:
            return [self(*args, **kwargs) for _ in range(n)]
        return self._call(partial(elsewhere, self.raw, n), args, kwargs)

    def _call(self, function: Callable, args: tuple, kwargs: dict) -> Any:
        self._must_take(args, kwargs)
        given = [*args, *kwargs.values()]
        named = self._named(args, kwargs)
        before = [compare.copy_of(a) for a in given]
        try:
            out = function(*args, **kwargs)
        except NotImplementedError as exc:
            # the stub's bare `raise NotImplementedError`; torch's own carry a text, and half an answer is a try
            if not exc.args and not self.answered:
                raise NotAttempted from None
            raise AnswerRaised(self._explain(exc, named)) from None
        except (KeyboardInterrupt, Wrong):  # what the check hands out may itself say what is wrong
            raise
        except BaseException as exc:  # SystemExit too: a call of exit() is no reason to lose the kernel
            raise AnswerRaised(self._explain(exc, named)) from None
        self.answered = True
        for was, now in zip(before, given, strict=True):
            if _can_change(was) and not _unchanged(now, was):
                example = f"before {compare.short(was)}, after {compare.short(now)}"
                raise Wrong("changes its input", "Your function changes its input; work on a copy.", example)
        return out

    def _must_take(self, args: tuple, kwargs: dict) -> None:
        try:
            signature = inspect.signature(self.raw)
        except (TypeError, ValueError):  # some built-in functions have none
            return
        try:
            signature.bind(*args, **kwargs)
        except TypeError as exc:
            shown = ", ".join([compare.kind(a) for a in args] + [f"{k}=..." for k in kwargs])
            says = (
                f"`{self.exercise.answer}` cannot be called with ({shown}): {exc}. Keep the stub's signature."
            )
            raise AnswerRaised(says) from None

    def _named(self, args: tuple, kwargs: dict) -> str:
        """The input as it is shown beside a wrong value: with the names that the function gives it."""
        try:
            bound = inspect.signature(self.raw).bind(*args, **kwargs).arguments
        except (TypeError, ValueError):
            return ", ".join(compare.short(a) for a in (*args, *kwargs.values()))
        return ", ".join(f"{name}={compare.short(value)}" for name, value in bound.items())

    def _explain(self, exc: BaseException, named: str) -> str:
        text = (str(exc).strip().splitlines() or [""])[0][:300]
        parts = [f"{type(exc).__name__}: {text}" if text else type(exc).__name__]
        line = _own_line(exc)
        if line:
            parts.append(f"in your line `{line}`")
        return " ".join(parts) + (f" (input: {named})" if named else "")


def _own_line(exc: BaseException) -> str:
    """The last line of the student's own that was running."""
    frames = traceback.extract_tb(exc.__traceback__)
    mine = [f for f in frames if not f.filename.startswith(NOT_THEIRS) and "site-packages" not in f.filename]
    if not mine:
        return ""
    return (linecache.getline(mine[-1].filename, mine[-1].lineno or 0) or mine[-1].line or "").strip()


def _can_change(value: Any) -> bool:
    return isinstance(value, Tensor | np.ndarray | list) and getattr(value, "device", None) != torch.device(
        "meta"
    )


def _unchanged(now: Any, was: Any) -> bool:
    if isinstance(was, Tensor):
        if now.shape != was.shape or now.dtype != was.dtype:
            return False
        if now.dtype.is_floating_point:
            return torch.allclose(now.detach(), was.detach(), rtol=0, atol=0, equal_nan=True)
        return torch.equal(now, was)
    if isinstance(was, np.ndarray):
        return np.array_equal(now, was, equal_nan=was.dtype.kind == "f")
    return len(now) == len(was) and all(
        _unchanged(x, y) if isinstance(y, Tensor) else x is y or x == y for x, y in zip(now, was, strict=True)
    )
