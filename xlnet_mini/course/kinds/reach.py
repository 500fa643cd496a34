"""Which of the notebook's own functions an answer calls: read off its code, without running it."""

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any


def reached(function: Any, name: str) -> Any | None:
    """What the global `name` is for a function that uses it, itself or through helpers beside it; else None."""
    elsewhere = getattr(type(function), "__reached__", None)  # an answer in another process looks there
    if elsewhere is not None:
        return elsewhere(function, name)
    start = plain_function(function)
    if start is None:
        return None
    world = start.__globals__
    waiting, seen = [start], set()
    while waiting:
        helper = plain_function(waiting.pop())
        if helper is None or helper.__globals__ is not world or helper in seen:
            continue
        seen.add(helper)
        used = {n for code in _codes(helper.__code__) for n in code.co_names}
        if name in used and name in world:
            return world[name]
        waiting += [world[n] for n in used if n in world]
    return None


@contextlib.contextmanager
def replaced(answer: Any, name: str, module: ModuleType, stand_in: Callable) -> Iterator[None]:
    """Meanwhile `stand_in` is what `module` and the answer's own notebook have under `name`, and under any other name.

    `from ... import query_mask as q` for instance gives it another one.
    """
    elsewhere = getattr(type(answer), "__replaced__", None)  # an answer in another process replaces it there
    if elsewhere is not None:
        with elsewhere(answer, name, module.__name__, stand_in):
            yield
        return
    function = plain_function(answer)
    worlds = [vars(module)] + ([function.__globals__] if function else [])
    own = [w[name] for w in worlds if name in w]
    places = [(w, known) for w in worlds for known, value in w.items() if any(value is o for o in own)]
    before = [w[known] for w, known in places]
    try:
        for w, known in places:
            w[known] = stand_in
        yield
    finally:
        for (w, known), value in zip(places, before, strict=True):
            w[known] = value


def plain_function(value: Any) -> FunctionType | None:
    """The Python function behind a function, method, partial or object that can be called; None if there is none."""
    if isinstance(value, functools.partial):
        value = value.func
    if not isinstance(value, FunctionType | MethodType) and callable(value):
        value = type(value).__call__
    value = getattr(value, "__func__", value)
    value = inspect.unwrap(value) if isinstance(value, FunctionType) else None
    return value if isinstance(value, FunctionType) else None


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
