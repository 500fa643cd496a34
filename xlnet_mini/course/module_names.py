"""What the names of a module of the package mean, read off its text."""

import ast
import importlib
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from .scopes import bindings
from .source_text import Positions, parse

_MISSING = object()


class ModuleNames:
    """The top-level names of a module.

    `blocks` are where graduation has written other functions. Those may be taken out again, so a function must not
    lean on their imports: what is bound there counts only when it would clash.
    """

    def __init__(self, module: str, text: str, blocks: Iterable[tuple[int, int]]):
        self.module = f"xlnet_mini.{module}"
        tree, positions, spans = parse(text), Positions(text), list(blocks)
        in_block = [any(a <= positions.start(s) < b for a, b in spans) for s in tree.body]
        self.statements = [s for s, inside in zip(tree.body, in_block, strict=True) if not inside]
        self.in_blocks = [s for s, inside in zip(tree.body, in_block, strict=True) if inside]

    def binds(self, name: str) -> bool:
        """True if the name is taken, by what stays in the module or by a block."""
        return name in set(bindings(self.statements + self.in_blocks))

    def same(self, name: str, value: Any) -> bool:
        """True if what stays in the module binds this name to this very object."""
        return self._means(name, value, self.statements)

    def clashes(self, name: str, value: Any) -> bool:
        """True if the name is taken for something else."""
        return any(
            name in set(bindings(part)) and not self._means(name, value, part)
            for part in (self.statements, self.in_blocks)
        )

    def _means(self, name: str, value: Any, statements: list[ast.stmt]) -> bool:
        if name not in set(bindings(statements)):
            return False
        imported = [self._imported(s, alias) for s, alias in self._aliases(name, statements)]
        if imported:
            return all(i is value for i in imported)
        live = sys.modules.get(self.module)
        return isinstance(live, ModuleType) and vars(live).get(name, _MISSING) is value

    def imports(self, name: str, module: str, or_a_block: bool = False) -> bool:
        """True if the module has `from <module> import <name>` in what stays (or in a block)."""
        return any(
            isinstance(s, ast.ImportFrom) and s.module == module and alias.name == name
            for s, alias in self._aliases(name, self.statements + (self.in_blocks if or_a_block else []))
        )

    @staticmethod
    def _aliases(
        name: str, statements: list[ast.stmt]
    ) -> Iterable[tuple[ast.Import | ast.ImportFrom, ast.alias]]:
        for statement in statements:
            for node in ast.walk(statement):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    for alias in node.names:
                        if name == (alias.asname or alias.name.partition(".")[0]):
                            yield node, alias

    def _imported(self, statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> Any:
        try:
            if isinstance(statement, ast.Import):
                module = importlib.import_module(alias.name)
                return module if alias.asname else sys.modules[alias.name.partition(".")[0]]
            if statement.level:
                return _MISSING
            module = importlib.import_module(statement.module)
            return getattr(module, alias.name, None) or sys.modules.get(f"{statement.module}.{alias.name}")
        except Exception:  # whatever a broken module raises, it is not the same object
            return _MISSING
