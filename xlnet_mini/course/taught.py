"""The functions that the labs teach: where each lives, and which exercise writes it."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from . import layout
from .exercise import Exercise, exercises
from .layout import CourseError, Lab
from .source_text import function_source


@dataclass(frozen=True)
class Taught:
    """One taught function; `name` is "permutation.query_mask"."""

    name: str
    lab: Lab
    exercise: Exercise

    @property
    def module(self) -> str:
        return self.name.partition(".")[0]

    @property
    def function(self) -> str:
        return self.name.partition(".")[2]

    @property
    def path(self) -> Path:
        return layout.PACKAGE / f"{self.module}.py"

    @property
    def file(self) -> str:
        """The file's name as a reader knows it, whatever the operating system."""
        return f"xlnet_mini/{self.module}.py"

    def source(self) -> str:
        """Its text in the package as it stands. CourseError if it cannot be found."""
        return function_source(self.path, self.function)


def taught(lab_number: int | str | None = None) -> list[Taught]:
    """The taught functions of one lab, or of all, in the order of the exercises."""
    labs = layout.LABS if lab_number is None else [layout.lab(lab_number)]
    return [Taught(ex.graduates, lab, ex) for lab in labs for ex in exercises(lab.number) if ex.graduates]


def find(name: str) -> Taught:
    """The taught function of that name, "permutation.query_mask" or just "query_mask"."""
    known = taught()
    for one in known:
        if name in (one.name, one.function):
            return one
    names = ", ".join(t.name for t in known)
    raise CourseError(f"{name!r} is no function of the labs; these are: {names}.")


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()


def reference_hashes() -> dict[str, str]:
    """sha256 of the text of each taught function as the package has it: {"permutation.query_mask": "..."}."""
    return {t.name: digest(t.source()) for t in taught()}


def recorded_hashes() -> dict[str, str]:
    """The hashes of the reference's functions as the build recorded them; {} before the first build."""
    path = layout.PACKAGE / "course" / "reference.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
