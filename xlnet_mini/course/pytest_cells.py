"""pytest's view of a notebook: one test per code cell, a check cell being the test of its exercise."""

import re
from collections.abc import Iterator
from dataclasses import asdict

import pytest
from nbval.kernel import CURRENT_ENV_KERNEL_NAME
from nbval.plugin import (
    IPyNbCell,
    IPyNbFile,
    coalesce_streams,
    find_comment_markers,
    find_metadata_tags,
)

from .exercise import exercises
from .kernel import Kernel
from .lab_cells import read
from .lab_grades import Grade, GradedNotebook, Outcome
from .layout import LABS, CourseError

RECORD = "xlnet_mini"  # user property of a report: what the table of points is made from
NBVAL_LIMIT = 2000.0  # nbval's own default; a lab has a shorter one
WAITING = re.compile(
    r"This waits for (an )?exercise|did not work with your answer|could not be drawn|Run the cells above"
)
# a widget's text alternative is compared; pictures, HTML and warnings differ between machines
NOT_COMPARED = ("text/html", "image/svg+xml", "stderr")


class CellFailed(Exception):
    """The text is ready to be read."""


class LabNotebook(IPyNbFile):
    """A student's notebook. Stored outputs mean nothing; the exercises are those that the lab should have."""

    solved = False

    def collect(self) -> Iterator[pytest.Item]:
        lab = next((k for k in LABS if k.name == self.path.stem), None)
        if lab is None and not self.solved:
            yield Message.from_parent(self, name="not a lab", verdict="skipped", text=self._not_a_lab())
            return
        try:
            cells = [c for c in read(self.path).cells if c.cell_type == "code"]
            expected = exercises(lab.number) if lab else ()
        except CourseError as exc:
            yield Message.from_parent(self, name="unreadable", verdict="failed", text=str(exc), lab=lab)
            return
        chosen = self.config.option.nbval_cell_timeout
        limit = None if chosen == NBVAL_LIMIT else chosen
        self.graded = GradedNotebook(cells, expected, self._start_kernel, limit)
        yield from self._items(cells)

    def _items(self, cells: list) -> Iterator[pytest.Item]:
        kind = SolvedCell if self.solved else LabCell
        for number, cell in enumerate(cells):
            exercise = self.graded.check_at.get(number)
            name = f"exercise {exercise}" if exercise else f"Cell {number}"
            options = {"check": self.compare_outputs, **dict(find_metadata_tags(cell.metadata))}
            options |= dict(find_comment_markers(cell.source))
            yield kind.from_parent(self, name=name, cell_num=number, cell=cell, options=options)
        for exercise in self.graded.found.missing:
            yield MissingCheck.from_parent(self, name=f"exercise {exercise}", exercise=exercise)

    def _not_a_lab(self) -> str:
        return f"{self.path.name} is not one of the labs ({', '.join(k.name for k in LABS)}): not graded"

    def _start_kernel(self) -> Kernel:
        option = self.config.option
        # the kernel that the notebook names may belong to an environment without the course
        name = option.nbval_kernel_name or CURRENT_ENV_KERNEL_NAME
        return Kernel(self.path.parent, name, option.nbval_kernel_startup_timeout)

    def setup(self) -> None:
        self.setup_sanitize_files()

    def teardown(self) -> None:
        if hasattr(self, "graded"):
            self.graded.runs.close()


class SolutionNotebook(LabNotebook):
    """A solved notebook: every check is right, nothing waits, and text outputs are the stored ones."""

    solved = True

    def setup(self) -> None:
        super().setup()
        self.skip_compare = (*self.skip_compare, *NOT_COMPARED)
        self.sanitize_patterns[r"0x[0-9a-f]{1,16}"] = "0x0"  # addresses of objects


class LabCell(IPyNbCell):
    """A code cell of a lab."""

    @property
    def graded(self) -> GradedNotebook:
        return self.parent.graded

    @property
    def exercise(self) -> str | None:
        return self.graded.check_at.get(self.cell_num)

    def setup(self) -> None:
        """Nothing: the notebook itself sees to what a time-out or a dead kernel means for later cells."""

    def runtest(self) -> None:
        if self.options.get("skip") and not self.exercise:
            pytest.skip("the cell asks to be skipped")
        conclude(self.judge())

    def judge(self) -> Outcome:
        if not self.exercise:
            return self.graded.outcome(self.cell_num)
        grade = self.graded.grade(self.exercise)
        record(self, grade, lost_metadata=self.graded.found.lost_metadata)
        return outcome_of(grade)

    def repr_failure(self, excinfo: pytest.ExceptionInfo, style: str | None = None):
        if isinstance(excinfo.value, CellFailed):
            return str(excinfo.value)
        return pytest.Item.repr_failure(self, excinfo, style)

    def reportinfo(self):
        return self.path, self.cell_num, f"{notebook_of(self)}: {self._label()}"

    def _label(self) -> str:
        if self.exercise:
            return f"exercise {self.exercise}, {self.graded.exercises[self.exercise].title}"
        of = self.graded.found.exercise_of(self.cell_num)
        return f"code cell {self.cell_num + 1}" + (f", exercise {of}" if of else "")


class SolvedCell(LabCell):
    """A code cell of a solution: nothing is skipped, and what it prints is what is stored."""

    def runtest(self) -> None:
        outcome = self.judge()
        if outcome.verdict != "passed":
            raise CellFailed(outcome.text)
        run = self.graded.runs.cell(self.cell_num)
        for out in run.outputs:
            waiting = WAITING.search(str(out.get("data", {}).get("text/plain", "")))
            if waiting:
                raise CellFailed(f"A solved cell says: {out.data['text/plain'].strip()}")
        if self.options["check"]:
            self.test_outputs = coalesce_streams(run.outputs)
            if not self.compare_outputs(self.test_outputs, coalesce_streams(self.cell.outputs)):
                raise CellFailed("\n".join(["Not the stored output:", *self.comparison_traceback]))


class MissingCheck(pytest.Item):
    """An exercise whose check cell is gone."""

    def __init__(self, exercise: str, **kwargs):
        super().__init__(**kwargs)
        self.exercise = exercise

    def runtest(self) -> None:
        grade = self.parent.graded.grade(self.exercise)
        record(self, grade)
        conclude(outcome_of(grade))

    repr_failure = LabCell.repr_failure

    def reportinfo(self):
        return self.path, 0, f"{notebook_of(self)}: {self.name}"


class Message(pytest.Item):
    """A file of which there is one thing to say."""

    def __init__(self, verdict: str, text: str, lab=None, **kwargs):
        super().__init__(**kwargs)
        self.outcome, self.lab = Outcome(verdict, text), lab

    def runtest(self) -> None:
        for ex in exercises(self.lab.number) if self.lab else ():
            record(self, Grade(ex.id, ex.title, "not graded", 0, ex.points, ex.bonus))
        conclude(self.outcome)

    repr_failure = LabCell.repr_failure

    def reportinfo(self):
        return self.path, 0, f"{notebook_of(self)}: {self.name}"


def notebook_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def record(item: pytest.Item, grade: Grade, lost_metadata: int = 0) -> None:
    """Hand a grade to the table; it travels with the report, also between processes."""
    if not getattr(item.parent, "solved", False):
        facts = {"notebook": notebook_of(item), "grade": asdict(grade), "lost_metadata": lost_metadata}
        item.user_properties.append((RECORD, facts))


def outcome_of(grade: Grade) -> Outcome:
    if grade.status == "right":
        return Outcome("passed")
    if grade.status == "not attempted":
        return Outcome("skipped", f"exercise {grade.exercise} ({grade.title}): not attempted")
    return (
        Outcome("failed", grade.text)
        if grade.fails
        else Outcome("skipped", ": ".join(grade.text.splitlines()))
    )


def conclude(outcome: Outcome) -> None:
    if outcome.verdict == "skipped":
        pytest.skip(outcome.text)
    if outcome.verdict == "failed":
        raise CellFailed(outcome.text)
