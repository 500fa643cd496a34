"""`pytest --nbval labs/` as a grader: small notebooks with small exercises, run as a student would."""

import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from xlnet_mini.course.layout import ROOT

STEM = "01_permutation"
# stands in for the checks of lab 01, in pytest and in the kernels
EXERCISES = """
import sys, types
from xlnet_mini.course.exercise import Case, FunctionExercise, Misconception, ValueExercise

class Sum(ValueExercise):
    id, title, points, answer, unlocks, expected = "1.1", "A sum", 1, "total", "On we go.", 7

class Double(FunctionExercise):
    id, title, points, answer, unlocks = "1.2", "Twice", 2, "double", "Now thrice."
    misconceptions = (Misconception("squared", "You squared it.", lambda n: n * n),)
    def oracle(self, n): return 2 * n
    def cases(self): return [Case({"n": n}) for n in (3, 5)]

class Triple(FunctionExercise):
    id, title, points, answer, unlocks = "1.3", "Thrice", 3, "triple", "Done."
    def oracle(self, n): return 3 * n
    def cases(self): return [Case({"n": n}) for n in (3, 5)]

class Extra(ValueExercise):
    id, title, points, answer, unlocks, expected, bonus = "1.4", "One more", 1, "extra", "Well.", 1, True

checks = types.ModuleType("xlnet_mini.course.checks.lab01_permutation")
checks.EXERCISES = (Sum(), Double(), Triple(), Extra())
sys.modules[checks.__name__] = checks
"""
FIRST = "import small_exercises\nfrom xlnet_mini.course import check, waits_for"
STUBS = {
    "1.1": "total = ...",
    "1.2": "def double(n):\n    raise NotImplementedError",
    "1.3": "def triple(n):\n    raise NotImplementedError",
    "1.4": "extra = ...",
}
SOLVED = {
    "1.1": "total = 7",
    "1.2": "def double(n):\n    return 2 * n",
    "1.3": "def triple(n):\n    return 3 * n",
    "1.4": "extra = 1",
}
ANSWERS = {"1.1": "total", "1.2": "double", "1.3": "triple", "1.4": "extra"}
POINTS = {"1.1": 1, "1.2": 2, "1.3": 3, "1.4": 1}
PICTURE = 'with waits_for("1.2"):\n    print(double(4))'


def check(exercise: str) -> str:
    return f'check("{exercise}", {ANSWERS[exercise]})'


def code(source: str, **facts) -> nbformat.NotebookNode:
    return nbformat.v4.new_code_cell(source, metadata={"xlnet_mini": facts} if facts else {})


def notebook(answers: dict[str, str], **after: str) -> nbformat.NotebookNode:
    """A lab with these answers; `after={"1.2": source}` puts a cell behind that exercise's picture."""
    cells = [code(FIRST)]
    for ex, source in answers.items():
        cells.append(code(source, exercise=ex, graduates=None, points=POINTS[ex]))
        cells.append(code(check(ex), check=ex, points=POINTS[ex]))
        if ex == "1.2":
            cells.append(code(PICTURE))
        if ex in after:
            cells.append(code(after[ex]))
    return nbformat.v4.new_notebook(cells=cells)


class Course:
    """A folder with labs/, solutions/ and the hooks; `run` is pytest in a process of its own."""

    def __init__(self, root: Path):
        self.root = root
        for folder in ("labs", "solutions"):
            (root / folder).mkdir()
            hooks = (ROOT / folder / "conftest.py").read_text(encoding="utf-8")
            (root / folder / "conftest.py").write_text(f"import small_exercises\n{hooks}", encoding="utf-8")
            (root / folder / "small_exercises.py").write_text(EXERCISES, encoding="utf-8")

    def write(self, nb: nbformat.NotebookNode, folder: str = "labs", name: str = STEM) -> Path:
        path = self.root / folder / f"{name}.ipynb"
        nbformat.write(nb, path)
        return path

    def run(self, *args: str, cwd: Path | None = None) -> "Run":
        env = {k: v for k, v in os.environ.items() if not k.startswith(("XLNET_MINI_", "PYTEST_"))}
        env |= {"PYTHONPATH": str(ROOT), "COLUMNS": "120"}
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "no:cacheprovider",
                "--color=no",
                *(args or ("--nbval", "labs/")),
            ],
            cwd=cwd or self.root,
            env=env,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        return Run(done.returncode, done.stdout + done.stderr)

    def grade(self, nb: nbformat.NotebookNode, *args: str) -> "Run":
        self.write(nb)
        return self.run("--nbval", "labs/", "-rs", *args)


class Run:
    def __init__(self, code: int, text: str):
        self.code, self.text = code, text

    def table(self) -> dict[str, str]:
        """exercise -> its line in the table of points"""
        _, _, points = self.text.partition(" points ===")
        found = re.findall(r"^  (\d\.\d) +(.*)$", points, re.MULTILINE)
        return {ex: " ".join(line.split()) for ex, line in found}

    def report(self, exercise: str) -> list[str]:
        """The lines of an exercise's failure."""
        _, _, rest = self.text.partition(f"exercise {exercise}, ")
        return re.split(r"(?m)^(?:___|===|---)", rest.partition("\n")[2])[0].strip().splitlines()


@pytest.fixture
def course(tmp_path) -> Course:
    return Course(tmp_path)
