"""A lab of two functions in a package of its own, for tests of graduation, restoring and the roll call."""

import importlib
import itertools
import linecache
import sys
import types
from pathlib import Path

import pytest
import torch

import xlnet_mini
from xlnet_mini.course import fresh_child, layout
from xlnet_mini.course.exercise import Caller, Exercise, Wrong
from xlnet_mini.course.fresh import Examination, Found

MODULE = '''"""Toy functions."""

import math

import torch
from torch import Tensor
from torch.nn import functional as F

LIMIT = 3


# Twice as much,
# and no more.
def double(x: Tensor) -> Tensor:
    """Twice x."""
    return 2 * x


def half(x: Tensor, *, generator: torch.Generator | None = None) -> Tensor:
    """Half of x."""
    return x / 2


def taken(x):
    return F.relu(x).clamp(max=LIMIT) * math.pi


_double_taken = taken
'''

OTHER = '"""Another module that holds a function of the toy."""\n\nfrom xlnet_mini.toy import double, half\n'


class _Toy(Exercise):
    points, minutes, level, bonus = 1, 1, 1, False
    title, unlocks, hints = "Toy", "Now it works.", ("", "", "")
    factor = 2.0

    def judge(self, answer):
        x = torch.tensor([1.0, 3.0])
        got = Caller(self, answer)(x)
        if not torch.equal(torch.as_tensor(got), self.factor * x):
            raise Wrong("value", "The values are not right.")


class Double(_Toy):
    id, answer, graduates, factor = "0.1", "double", "toy.double", 2.0
    invariant = "double(x) - x is x"


class Half(_Toy):
    id, answer, graduates, factor = "0.2", "half", "toy.half", 0.5


class Word(_Toy):
    id, answer = "0.3", "word"

    def judge(self, answer):
        pass


_cells = itertools.count()


def run_cell(namespace: dict, source: str) -> None:
    """What Jupyter does with a cell: its source stays readable."""
    name = f"<toy cell {next(_cells)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    namespace.setdefault("In", []).append(source)
    exec(compile(source, name, "exec"), namespace)


def notebook(*cells: str) -> dict:
    """The names of a notebook in which these cells have run, after the imports of the lab's first cell."""
    namespace: dict = {"__name__": "__main__"}
    run_cell(namespace, "import torch\nimport numpy as np\nimport math\nfrom torch import Tensor\n")
    for cell in cells:
        run_cell(namespace, cell)
    return namespace


class Toy:
    """The toy's files."""

    def __init__(self, package: Path):
        self.package = package
        self.module, self.ledger = package / "toy.py", package / "graduated.json"

    @property
    def text(self) -> str:
        return self.module.read_bytes().decode()

    def write(self, text: str) -> None:
        self.module.write_bytes(text.encode())


def examined_here(functions, pace=False, whole=False) -> Examination:
    """The fresh process's work, done in this one on a second copy of the module: quicker, for most tests."""
    result = Examination()
    for one in functions:
        module = types.ModuleType(f"xlnet_mini.{one.module}_again")
        try:
            exec(compile(one.path.read_bytes(), str(one.path), "exec"), vars(module))
        except Exception as exc:
            result.functions[one.name] = Found(fresh_child.one_line(exc))
            continue
        sys.modules["xlnet_mini.again"] = module
        problem = fresh_child.check("again", one.function, one.exercise.id)
        del sys.modules["xlnet_mini.again"]
        result.functions[one.name] = Found(problem)
    return result


@pytest.fixture
def toy(tmp_path, monkeypatch) -> Toy:
    package = tmp_path / "xlnet_mini"
    (package / "course").mkdir(parents=True)
    (package / "toy.py").write_bytes(MODULE.encode())
    (package / "toy_user.py").write_bytes(OTHER.encode())
    lab = layout.Lab(0, "toy", "Toy", "toy")
    checks = types.ModuleType(lab.checks)
    checks.EXERCISES = (Double(), Half(), Word())
    monkeypatch.setitem(sys.modules, lab.checks, checks)
    monkeypatch.setattr(layout, "LABS", (lab,))
    monkeypatch.setattr(layout, "PACKAGE", package)
    monkeypatch.setattr(xlnet_mini, "__path__", [*xlnet_mini.__path__, str(package)])
    monkeypatch.setattr("xlnet_mini.course.fresh.examine", examined_here)
    importlib.invalidate_caches()
    for name in ("toy", "toy_user"):
        monkeypatch.setitem(sys.modules, f"xlnet_mini.{name}", importlib.import_module(f"xlnet_mini.{name}"))
    return Toy(package)
