"""Exceptions on the pipe: the name of the class, its text, and the line of the notebook where it was raised."""

import builtins
import traceback
from typing import Any

from .taking import class_named


def as_node(exc: BaseException) -> dict[str, Any]:
    """An exception as JSON. A `str` that raises itself gives no text."""
    try:
        text = str(exc)[:2000]
    except BaseException:
        text = ""
    known = next((c for c in type(exc).__mro__ if getattr(builtins, c.__name__, None) is c), Exception)
    return {
        "class": str(type(exc).__name__)[:100],
        "base": known.__name__,
        "text": text,
        "empty": not exc.args,
        "at": where(exc),
        "of": getattr(exc, "__other_side__", None),
    }


def where(exc: BaseException) -> list | None:
    """File and line of the last frame in a cell of the notebook, or of what is no Python there."""
    if isinstance(exc, SyntaxError) and str(exc.filename).startswith("<cell ") and exc.lineno:
        return [exc.filename, exc.lineno]
    frames = [f for f in traceback.extract_tb(exc.__traceback__) if f.filename.startswith("<cell ")]
    return [frames[-1].filename, frames[-1].lineno] if frames else None


def from_node(node: dict[str, Any]) -> BaseException:
    """An exception with the same name, text and built-in base. Raises KeyError or TypeError if `node` is none."""
    base = getattr(builtins, str(node["base"]), None)
    if not isinstance(base, type) or not issubclass(base, BaseException):
        base = Exception
    name, text = node["class"], str(node["text"])[:2000]
    cls = class_named(name, base)
    cls.__init__ = lambda self, *args: None  # some built-in ones ask for more arguments
    cls.__str__ = lambda self: text
    exc = cls.__new__(cls)
    exc.args = () if node["empty"] else (text,)
    return exc


def raise_at(exc: BaseException, file: str, line: int) -> None:
    """Raise as if from that line, so that a message can quote it."""
    code = compile("\n" * (line - 1) + "raise exception", file, "exec")
    exec(code, {"exception": exc})
