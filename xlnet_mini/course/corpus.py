"""The corpus of answers: what students write, right and wrong, and what each wrong one must be told.

One file per exercise, `tests/lab01_permutation/wrong/ex1_6.py` for instance, in percent format: each cell starts
with `# %% title` and holds what would be typed into the exercise's cell. In `wrong/` the title is followed by
` | ` and the name of the mistake that the answer must be told, or `error` if the answer raises.
"""

import linecache
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import jaxtyping
import numpy as np
import torch

from .exercise import Exercise, evaluate, exercises
from .layout import CourseError, Lab
from .result import Result

Kind = Literal["right", "wrong"]


@dataclass(frozen=True)
class Answer:
    """One answer of the corpus. `expected`: the name of the mistake, "error", or None for a right answer."""

    exercise: Exercise
    title: str
    source: str
    expected: str | None
    where: str  # file and line

    @property
    def kind(self) -> Kind:
        return "right" if self.expected is None else "wrong"

    def value(self) -> Any:
        """Run the source as the lab's cell would, and return what it gives to the answer's name."""
        namespace = fresh_namespace()
        # a file name of its own, whose lines linecache knows: messages quote the line that failed
        name = f"<{self.where}>"
        linecache.cache[name] = (len(self.source), None, self.source.splitlines(True), name)
        exec(compile(self.source, name, "exec"), namespace)
        if self.exercise.answer not in namespace:
            raise CourseError(f"{self.where}: `{self.title}` does not define {self.exercise.answer}.")
        return namespace[self.exercise.answer]

    def judged(self) -> Result:
        return evaluate(self.exercise.id, self.value())

    def as_expected(self, result: Result) -> bool:
        """True if the check said what it must say about this answer."""
        if self.expected is None:
            return result.status == "right" and result.points + result.manual == self.exercise.points
        if self.expected == "error":
            return result.status == "error" and result.points == 0
        return result.status == "wrong" and result.misconception == self.expected and result.points == 0


def fresh_namespace() -> dict[str, Any]:
    """What the first cell of a lab has imported before an exercise's cell runs."""
    shapes = {name: getattr(jaxtyping, name) for name in ("Bool", "Float", "Int")}
    return {"__name__": "__main__", "torch": torch, "np": np, "math": math, "Tensor": torch.Tensor, **shapes}


def answers(lab: Lab, kind: Kind | None = None) -> Iterator[Answer]:
    """The answers of a lab, by exercise: the right ones, then the wrong ones."""
    for ex in exercises(lab.number):
        for folder in ("right", "wrong"):
            if kind in (None, folder):
                yield from _read(lab, ex, folder)


def _read(lab: Lab, ex: Exercise, kind: Kind) -> Iterator[Answer]:
    path = lab.answers / kind / f"ex{ex.id.replace('.', '_')}.py"
    if not path.exists():
        return
    title, start, lines = "", 0, []

    def answer() -> Answer:
        where = f"{lab.answers.name}/{kind}/{path.name}:{start}"
        name, bar, expected = title.rpartition(" | ")
        if bool(bar) != (kind == "wrong"):
            raise CourseError(
                f"{where}: a title in wrong/, and only there, ends in ` | ` and what it must be told."
            )
        source = "".join(lines).strip("\n") + "\n"
        return Answer(ex, name or title, source, expected if bar else None, where)

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(True), 1):
        if line.startswith("# %%"):
            if title:
                yield answer()
            title, start, lines = line.removeprefix("# %%").strip(), number, []
            if not title:
                raise CourseError(f"{lab.answers.name}/{kind}/{path.name}:{number}: a cell needs a title.")
        else:
            lines.append(line)
    if title:
        yield answer()
