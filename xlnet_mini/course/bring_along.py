"""A function of a notebook with what it needs, as one block of text for a module of the package.

Imports come first, then simple constants and helper functions, renamed to `_<function>_<name>` so that they meet
nothing else in the module, then the function. What the module already has under the same name is used there.
"""

import ast
import builtins
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from . import layout
from .compare import kind
from .module_names import ModuleNames
from .notebook_source import OwnImport, Refused, Typed, is_own, own_imports, plain_function, typed
from .renaming import renamed
from .scopes import Outside, local_names, outside
from .taught import Taught

_ONLY_IN_NOTEBOOKS = "it uses `{}`, which exists only in notebooks (as do lines that begin with % or !)."
_SIMPLE = (int, float, str, bool, type(None))


def block(one: Taught, namespace: Mapping[str, Any], module: ModuleNames, others: Iterable[Taught]) -> str:
    """The text that defines the answer to an exercise in its module, with "\\n" line breaks.

    `others` are the taught functions of the same lab: called by name they mean the package's. Raises Refused.
    """
    collector = _Collector(one, namespace, module, others)
    collector.function()
    return collector.text()


class _Collector:
    """Follows the names that a function uses, and what those use in turn."""

    def __init__(
        self, one: Taught, namespace: Mapping[str, Any], module: ModuleNames, others: Iterable[Taught]
    ):
        self.one, self.namespace, self.module = one, namespace, module
        self.others = {t.exercise.answer: t for t in others if t.name != one.name}
        self.names = {one.exercise.answer: one.function}  # outside name -> its name in the package
        self.brought = {id(namespace[one.exercise.answer]): one.function}
        self.imports: list[str] = []
        self.constants: list[str] = []
        self.definitions: list[tuple[Typed, Outside, str, list[ast.expr]]] = []  # helpers first
        self.typed_imports: dict[str, OwnImport] = {}

    def function(self) -> None:
        name = self.one.exercise.answer
        found = typed(name, self.namespace[name], self.namespace)
        if found.is_lambda:
            raise Refused(f"`{name}` is a lambda: write it as `def {name}(...):`.")
        self.define(found, self.one.function)

    def define(self, found: Typed, new_name: str) -> None:
        """Collect what a definition needs, then the definition itself."""
        self.typed_imports |= own_imports(self.namespace, [found.cell])
        uses = outside(found.node)
        if uses.assigned:
            changed = ", ".join(f"`{n}`" for n in sorted(uses.assigned))
            raise Refused(f"it changes the global variable {changed}: pass values in and return results.")
        dotted = {ast.unparse(n) for n in ast.walk(found.node) if isinstance(n, ast.Attribute)}
        in_annotations = {id(n): a for a in uses.annotations for n in ast.walk(a)}
        for name in dict.fromkeys(n.id for n in uses.used if id(n) not in in_annotations):
            self.resolve(name)
            self.imports += [
                i.statement for k, i in self.typed_imports.items() if k.startswith(f"{name}.") and k in dotted
            ]
        drop = {}
        for name in (n for n in uses.used if id(n) in in_annotations):
            try:
                self.resolve(name.id)
            except Refused:  # an annotation is for readers: without it the function is the same
                drop[id(in_annotations[id(name)])] = in_annotations[id(name)]
        self.definitions.append((found, uses, new_name, list(drop.values())))

    def resolve(self, name: str) -> None:
        """See to it that an outside name means the same in the package."""
        if name in self.names or (name.startswith("__") and name.endswith("__")):
            return
        if name in self.others:
            self.use_package(name, self.others[name].module, self.others[name].function)
        elif name == "get_ipython":
            raise Refused(_ONLY_IN_NOTEBOOKS.format(name))
        elif name not in self.namespace:
            self.builtin(name)
        else:
            self.value(name, self.namespace[name])

    def value(self, name: str, value: Any) -> None:
        """A name that the notebook has given to something."""
        if id(value) in self.brought and is_own(value, self.namespace):
            self.names[name] = self.brought[id(value)]
        elif self.is_import(name, value):
            self.bring_import(name, value)
        elif is_own(value, self.namespace):
            self.names[name] = self.brought[id(value)] = self.new_name(name)
            self.define(typed(name, value, self.namespace), self.names[name])
        elif _is_simple(value):
            self.names[name] = self.new_name(name)
            self.constants.append(f"{self.names[name]} = {_literal(value)}")
        elif not self.module.same(name, value):
            raise Refused(
                f"it uses `{name}`, {kind(value)}, which cannot be written into the package: "
                "pass it in as an argument, or make it inside the function."
            )

    def builtin(self, name: str) -> None:
        if not hasattr(builtins, name):
            raise Refused(f"it uses `{name}`, which is not defined in this notebook.")
        home = getattr(getattr(builtins, name), "__module__", None) or ""
        if home.startswith("IPython"):
            raise Refused(_ONLY_IN_NOTEBOOKS.format(name))
        if self.module.binds(name):
            raise Refused(
                f"`{name}` is Python's own in this notebook, and something else in {self.one.file}."
            )

    def new_name(self, name: str) -> str:
        prefix = f"_{self.one.function}_"
        new = name if name.startswith(prefix) else prefix + name
        if self.module.binds(new) or new in self.names.values():
            raise Refused(f"its `{name}` would be called `{new}`, and there is one already: rename it.")
        return new

    def typed_import(self, name: str, value: Any) -> OwnImport | None:
        """The notebook's import statement that gave the name this value."""
        own = self.typed_imports.get(name)
        return own if own and own.value is value and value is not None else None

    def is_import(self, name: str, value: Any) -> bool:
        """True for modules and for what comes from one, False for what was made in the notebook."""
        if isinstance(value, ModuleType) or self.typed_import(name, value):
            return True
        return not is_own(value, self.namespace) and not _is_simple(value) and bool(_home(name, value))

    def bring_import(self, name: str, value: Any) -> None:
        own = self.typed_import(name, value)
        home = _home(name, value) or (own.module if own else "")
        if home == "xlnet_mini.course" or home.startswith("xlnet_mini.course."):
            raise Refused(f"it uses `{name}` of the course's own tools, which the package must not need.")
        if home.startswith("xlnet_mini.") and not isinstance(value, ModuleType):
            self.use_package(name, home.removeprefix("xlnet_mini."), _own_name(name, value))
            return
        self.must_be_installed(name, home)
        if self.module.clashes(name, value):
            raise Refused(f"`{name}` is {home} in this notebook, and something else in {self.one.file}.")
        if not self.module.same(name, value):
            self.imports.append(own.statement if own else _statement(name, value, home))
        self.names[name] = name

    def use_package(self, name: str, module: str, function: str) -> None:
        """A name that means a function of the package itself."""
        home = f"xlnet_mini.{module}"
        if f"{module}.{function}" == self.one.name:
            raise Refused(f"it calls `{function}` of {home}, the very function that it would replace.")
        if module != self.one.module and not self.module.imports(function, home):
            if self.module.binds(function) and not self.module.imports(function, home, or_a_block=True):
                raise Refused(f"`{function}` of {home} is something else in {self.one.file}.")
            self.imports.append(f"from {home} import {function}")
        self.names[name] = function

    def must_be_installed(self, name: str, home: str) -> None:
        top = home.partition(".")[0]
        file = getattr(sys.modules.get(top), "__file__", None)
        if not file or top in sys.stdlib_module_names or top == "xlnet_mini" or "site-packages" in file:
            return
        if {layout.ROOT, Path.cwd()} & set(Path(file).resolve().parents):
            raise Refused(
                f"it uses `{name}` of your file {Path(file).name}: copy what it needs into the notebook."
            )

    def text(self) -> str:
        """The whole block."""
        renames = {old: new for old, new in self.names.items() if old != new}
        for found, _, _, _ in self.definitions:
            if taken := local_names(found.node) & set(renames.values()):
                word = ", ".join(f"`{t}`" for t in sorted(taken))
                raise Refused(f"it uses the name {word} for something of its own: rename that.")
        functions = [renamed(f, uses, renames, new, drop) for f, uses, new, drop in self.definitions]
        imports = "\n".join(sorted(set(self.imports), key=lambda line: (line.startswith("from"), line)))
        constants = "\n".join(self.constants)
        head = "\n\n".join(part for part in (imports, constants) if part)
        return "\n\n\n".join(part for part in (head, *functions) if part)


def _is_simple(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_simple, value))
    return type(value) in _SIMPLE


def _literal(value: Any) -> str:
    """Source text of a simple constant."""
    if type(value) is tuple:
        return f"({', '.join(map(_literal, value))}{',' if len(value) == 1 else ''})"
    if type(value) is float and repr(value).lstrip("-") in ("inf", "nan"):
        return f'float("{value!r}")'
    return repr(value)


def _home(name: str, value: Any) -> str:
    """The module from which a module, class or function can be imported by its own name; "" if there is none."""
    if isinstance(value, ModuleType):
        return value.__name__
    inner = plain_function(value)
    for candidate in dict.fromkeys((getattr(value, "__module__", None), getattr(inner, "__module__", None))):
        module = sys.modules.get(candidate or "")
        if candidate == "__main__" or not module:
            continue
        there = getattr(module, _own_name(name, value), None)
        # a function of the package may be older than the module's: reloaded since
        if there is value or (there is not None and candidate.startswith("xlnet_mini.")):
            return candidate
    for candidate in ("torch", "torch.nn.functional", "math", "numpy"):
        module = sys.modules.get(candidate)
        if module and getattr(module, name, None) is value:
            return candidate
    return ""


def _own_name(name: str, value: Any) -> str:
    return getattr(value, "__qualname__", None) or getattr(value, "__name__", None) or name


def _statement(name: str, value: Any, home: str) -> str:
    """An import that binds `name` to `value`."""
    if isinstance(value, ModuleType):
        return f"import {home}" if home == name else f"import {home} as {name}"
    own = (
        _own_name(name, value) if getattr(sys.modules[home], _own_name(name, value), None) is value else name
    )
    return f"from {home} import {own}" + (f" as {name}" if name != own else "")
