"""A live function of a notebook as text: where it was typed, and how its imports were written."""

import ast
import functools
import inspect
import linecache
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from .source_text import Function, Positions, parse


class Refused(Exception):
    """Why a function cannot be written into the package, in words for the student."""


@dataclass(frozen=True)
class Typed:
    """A statement of a notebook cell that defines a function."""

    cell: str
    node: ast.FunctionDef | ast.Assign

    @property
    def is_lambda(self) -> bool:
        return isinstance(self.node, ast.Assign)


def plain_function(value: Any) -> Any:
    """The function inside decorators that say what they wrap (functools.wraps does)."""
    try:
        return inspect.unwrap(value) if callable(value) else value
    except ValueError:  # wraps itself
        return value


def is_own(value: Any, namespace: Mapping[str, Any]) -> bool:
    """True for a function that was defined in this notebook."""
    function = plain_function(value)
    return isinstance(function, FunctionType) and function.__globals__ is namespace


def typed(name: str, value: Any, namespace: Mapping[str, Any]) -> Typed:
    """The statement that defined a function of the notebook. Refused, with what to do, if there is none."""
    write_def = f"Define it in a cell with `def {name}(...):`, at the left margin."
    function = plain_function(value)
    if isinstance(value, functools.partial):
        raise Refused(f"`{name}` is a functools.partial. {write_def}")
    if type(value).__module__ == "__main__":
        raise Refused(
            f"`{name}` is an object of your class {type(value).__name__}, not a function. {write_def}"
        )
    if not isinstance(function, FunctionType) or not is_own(value, namespace):
        home = getattr(function, "__module__", None) or type(function).__name__
        raise Refused(f"`{name}` was not defined in this notebook (it comes from {home}). {write_def}")
    code = function.__code__
    if "<locals>" in function.__qualname__:
        raise Refused(
            f"`{name}` was made inside another function. {write_def} (A decorator of your own needs functools.wraps.)"
        )
    if "." in function.__qualname__:
        raise Refused(f"`{name}` is a method of a class. {write_def}")
    cell = "".join(linecache.getlines(code.co_filename))
    for node in _definitions(cell):
        if isinstance(node, Function):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if node.name == code.co_name and first == code.co_firstlineno:
                return Typed(cell, node)
        elif node.value.lineno == code.co_firstlineno and node.targets[0].id == name:
            return Typed(cell, node)
    where = "inside an `if`, `with` or the like" if cell else "by exec, or in a cell that begins with %%"
    raise Refused(f"The text of `{name}` is not at hand: it was defined {where}. {write_def}")


def _definitions(cell: str) -> list:
    """Top-level functions and single assignments of a lambda to a name."""
    try:
        body = parse(cell).body
    except SyntaxError:
        return []
    return [
        n
        for n in body
        if isinstance(n, Function)
        or (
            isinstance(n, ast.Assign)
            and isinstance(n.value, ast.Lambda)
            and len(n.targets) == 1
            and isinstance(n.targets[0], ast.Name)
        )
    ]


def text_of(one: Typed) -> tuple[str, int]:
    """The statement's text with comments directly above it, and where in the cell it starts."""
    start, end = Positions(one.cell).span(one.node)
    return one.cell[start:end], start


@dataclass(frozen=True)
class OwnImport:
    """One name that an import statement of the notebook has bound: the statement for it alone, and to what."""

    statement: str
    module: str
    value: Any


def own_imports(namespace: Mapping[str, Any], cells: list[str]) -> dict[str, OwnImport]:
    """The imports typed in a notebook, by the name they bind ("a.b" for `import a.b`); the latest counts.

    `In`, the notebook's own record of its cells, is read if there is one.
    """
    found = {}
    history = namespace.get("In")
    for cell in [*cells, *(history if isinstance(history, list) else [])]:
        for statement in _imports(str(cell)):
            for alias in statement.names:
                found[alias.asname or alias.name] = _own_import(statement, alias)
    return found


def _imports(cell: str) -> list[ast.Import | ast.ImportFrom]:
    code = "\n".join(line for line in cell.splitlines() if not line.lstrip().startswith(("%", "!", "?")))
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return []
    return [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]


def _own_import(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> OwnImport:
    if isinstance(statement, ast.Import):
        text = ast.unparse(ast.Import([alias]))
        return OwnImport(text, alias.name, sys.modules.get(alias.name))
    text = ast.unparse(ast.ImportFrom(statement.module, [alias], statement.level))
    home = statement.module or ""
    value = getattr(sys.modules.get(home), alias.name, sys.modules.get(f"{home}.{alias.name}"))
    return OwnImport(text, home, value)
