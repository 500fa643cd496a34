"""Exercises whose answer is a number, a list or a dict worked out by hand."""

from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from torch import Tensor

from .. import compare
from .base import Exercise, NotAttempted, Wrong, has_placeholder

ROUNDING = 1e-3  # what a person may round away, relative to the value


class ValueExercise(Exercise):
    """A number or list worked out by hand. Lists, tuples, arrays and tensors all count as lists."""

    expected: ClassVar[Any]
    form_says: ClassVar[str] = (
        ""  # what to say of a list of another form, where its length is part of the answer
    )

    def judge(self, answer: Any) -> None:
        if has_placeholder(answer):
            raise NotAttempted(unfinished(answer))
        got, want = as_plain(answer), self.expected
        if agrees(got, want):
            return
        for m in self.misconceptions:
            if agrees(got, m.imitate()):
                raise Wrong(m.name, m.says)
        if agrees(got, want, 50 * ROUNDING):
            raise Wrong("value", "That is close: give at least three digits, or let Python compute it.")
        if form(got) != form(want):
            if self.form_says:
                was = "" if type(got) is list else f"Expected a list, got {form(got)}. "
                raise Wrong("form", was + self.form_says)
            raise Wrong("form", f"Expected {form(want)}, got {form(got)}.")
        raise Wrong("value", f"{compare.short(got)} is not it. {self.nudge(got)}".strip())

    def nudge(self, got: Any) -> str:
        """What to say about a wrong value of the right form; never the value itself."""
        if not isinstance(self.expected, dict):
            return ""
        off = [str(k) for k in self.expected if not agrees(got[k], self.expected[k])]
        fine = [str(k) for k in self.expected if str(k) not in off]
        if not fine:
            return f"`{'` and `'.join(off)}` are wrong." if len(off) > 1 else f"`{off[0]}` is wrong."
        return (
            "; ".join(f"`{k}` is {word}" for word, keys in (("wrong", off), ("right", fine)) for k in keys)
            + "."
        )


def unfinished(answer: Any) -> str:
    """What is still to be filled in, if something is filled in already; else ""."""
    parts = (
        answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list | tuple) else ()
    )
    if not any(part is not ... and (not has_placeholder(part) or unfinished(part)) for part in parts):
        return ""
    if not isinstance(answer, dict):
        return "Not complete: `...` still stands in some places."
    return (
        "Not complete: "
        + "; ".join(f"`{k}` still holds `...`" for k, v in answer.items() if has_placeholder(v))
        + "."
    )


def as_plain(value: Any) -> Any:
    """Built-in numbers, lists and dicts, of exactly these types, so that no method of a subclass has a say."""
    if isinstance(value, Tensor | np.ndarray | np.generic):
        return as_plain(value.tolist())
    if isinstance(value, list | tuple | range):
        return [as_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: as_plain(v) for k, v in value.items() if type(k) in (str, int)}
    if isinstance(value, int) and type(value) is not bool:
        return int.__add__(value, 0)
    if type(value) is Fraction:
        return value.numerator / value.denominator
    if isinstance(value, float):
        return float.__add__(value, 0.0)
    return value


def agrees(got: Any, want: Any, rounding: float = ROUNDING) -> bool:
    """The same value, up to what a person may round away; integers and booleans exactly."""
    if isinstance(want, list):
        same_length = type(got) is list and len(got) == len(want)
        return same_length and all(agrees(g, w, rounding) for g, w in zip(got, want, strict=True))
    if isinstance(want, dict):
        same_keys = type(got) is dict and got.keys() == want.keys()
        return same_keys and all(agrees(got[k], want[k], rounding) for k in want)
    if type(want) is bool or type(want) is str:
        return type(got) is type(want) and got == want
    if type(got) not in (int, float):
        return False
    if not isinstance(want, float):
        return got == want
    try:
        return abs(got - want) <= rounding * max(1e-9, abs(want))
    except OverflowError:  # an int beyond any float
        return False


def form(value: Any) -> str:
    """What a value looks like from afar, in words."""
    if type(value) is list:
        inner = form(value[0]) if value and type(value[0]) is list else ""
        return f"a list of {len(value)}" + (f", each {inner}" if inner else "")
    if type(value) is dict:
        return "a dict with " + ", ".join(f"{k}: {form(value[k])}" for k in sorted(value, key=str))
    if type(value) is bool:
        return "True or False"
    return "a number" if type(value) in (int, float) else compare.kind(value)
