"""What a notebook finds in place of the course's machinery and of Jupyter, where it is graded: things that do nothing.

A lab's own pictures are not drawn there; a cell that a student changed may still ask for one.
"""

import builtins
import importlib.abc
import importlib.machinery
import re
import sys
import types
from collections.abc import Callable
from typing import Any

COURSE = "xlnet_mini.course"
HARMLESS = (
    "figures",
    "widgets",
    "picture",
    "notebook",
    "ready",
    "report",
    "graduate",
    "restore",
    "roll_call",
)
RUNS_ITS_TEXT = ("time", "timeit", "prun", "capture")
OPTIONS = re.compile(r"(?:\s*-(?:[nrplsTD]\s*\S+|[tcqov]+)(?=\s))*")  # of %timeit and %prun


class Nothing:
    """Can be called, entered, iterated and asked for any attribute; nothing comes of it."""

    def __call__(self, *args: Any, **kwargs: Any) -> "Nothing":
        return Nothing()

    def __getattr__(self, name: str) -> "Nothing":
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __getitem__(self, key: Any) -> "Nothing":
        raise IndexError

    def __enter__(self) -> "Nothing":
        return self

    def __exit__(self, kind: Any, exc: Any, traceback: Any) -> bool:
        return isinstance(exc, Exception)

    def __repr__(self) -> str:
        return "nothing"


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the course's modules that draw and show; not its checkers."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        first = name.removeprefix(COURSE).lstrip(".").partition(".")[0]
        if name != COURSE and not (name.startswith(COURSE + ".") and first in HARMLESS):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: Any) -> types.ModuleType:
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__getattr__ = _attribute
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def _attribute(name: str) -> Nothing:
    if name.startswith("__"):
        raise AttributeError(name)
    return Nothing()


class Shell:
    """In place of IPython's shell: magics that time a statement run it, all others do nothing."""

    def __init__(self, run: Callable[[str], None]):
        self._run = run
        self.input_transformers_cleanup: list = []
        self.input_transformers_post: list = []

    def run_line_magic(self, name: str, line: str, *rest: Any) -> Nothing | None:
        if name in ("timeit", "prun"):
            self._run(line[OPTIONS.match(line).end() :].strip())
            return Nothing()  # `%timeit -o` has a result
        if name in RUNS_ITS_TEXT:
            self._run(line)

    def run_cell_magic(self, name: str, line: str, cell: str) -> None:
        if name in RUNS_ITS_TEXT:
            self._run(cell)

    def getoutput(self, command: str, *rest: Any) -> list:
        return []

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()


def install(run: Callable[[str], None]) -> None:
    """Make `display`, `get_ipython`, `help` and the course's imports work; `run` executes text in the notebook."""
    shell = Shell(run)
    builtins.display = builtins.help = Nothing()
    builtins.exit = builtins.quit = sys.exit
    builtins.get_ipython = lambda: shell
    sys.meta_path.insert(0, _Finder())
