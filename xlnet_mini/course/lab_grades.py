"""Grade one notebook: run its cells, and say of each exercise and of each other cell what came of it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from nbformat import NotebookNode

from .exercise import Exercise
from .kernel import CellRun, Kernel, NotebookRun
from .lab_cells import facts, names_set, names_used_at_once, sort_cells
from .result import HEADLINE, MIME, Result

CELL_LIMIT = 60.0  # seconds of processor time
FIRST_CELL_LIMIT = 180.0  # it imports torch, which takes long on a cold disk
LINES = 12  # of a report
UNREADABLE = ("SyntaxError", "IndentationError", "TabError")
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Grade:
    """What an exercise earned. `status` is one of the four outcomes, or "not graded"."""

    exercise: str
    title: str
    status: str
    points: int
    max_points: int
    bonus: bool
    misconception: str | None = None
    text: str = ""

    @property
    def fails(self) -> bool:
        return self.status in ("wrong", "error")


@dataclass(frozen=True)
class Outcome:
    verdict: Literal["passed", "failed", "skipped"]
    text: str = ""


PASSED = Outcome("passed")


class GradedNotebook:
    """The code cells of a student's notebook. Nothing runs before a grade or an outcome is asked for."""

    def __init__(
        self,
        cells: Sequence[NotebookNode],
        exercises: Sequence[Exercise],
        start: Callable[[], Kernel],
        limit: float | None = None,
    ):
        self.sources = [c.source for c in cells]
        self.exercises = {ex.id: ex for ex in exercises}
        self.facts = [facts(c) for c in cells]
        self.found = sort_cells(cells, exercises)
        self.limit = limit
        self.runs = NotebookRun(self.sources, start, self._limit, self._why_skip, self._needed_later)
        self.check_at = {cell: ex for ex, cell in self.found.checks.items()}

    def grade(self, exercise: str) -> Grade:
        """The grade of an exercise, from the result that its check cell displayed and from nothing else."""
        ex = self.exercises[exercise]
        if exercise in self.found.missing:
            return self._not_judged(ex, "error", self.found.missing[exercise])
        cell = self.found.checks[exercise]
        if cell in self.found.faults:
            return self._not_judged(ex, "error", self.found.faults[cell][1])
        run = self.runs.cell(cell)
        stopped = next((i for i in self.found.slots[exercise] if self.runs.cell(i).failed), None)
        unread = stopped is not None and self._ended_early(stopped)
        result = None if unread else shown_result(run.outputs, ex)
        if result is not None:
            late = f" (after {run.limit:g} s)" if run.stopped and result.status == "error" else ""
            text = clip(f"{result}{late}")
            return Grade(
                ex.id, ex.title, result.status, result.points, ex.points, ex.bonus, result.misconception, text
            )
        return self._without_result(ex, run, stopped)

    def outcome(self, cell: int) -> Outcome:
        """What to report of a cell that is not a check."""
        run = self.runs.cell(cell)
        if cell in self.found.faults:
            ex, says = self.found.faults[cell]
            return Outcome("failed", clip(f"Exercise {ex}: {says}"))
        if run.stopped == "no kernel":
            return Outcome("failed", run.skipped)
        if run.skipped:
            return Outcome("skipped", run.skipped)
        if not run.failed:
            return PASSED
        exercise = self.found.exercise_of(cell)
        if exercise and self.grade(exercise).fails:
            return Outcome("skipped", f"reported by the check of exercise {exercise}")
        if why := self._waits(cell, run):
            return Outcome("skipped", why)
        return Outcome("failed", clip(explain(run, self.sources[cell])))

    def _without_result(self, ex: Exercise, run: CellRun, stopped: int | None) -> Grade:
        """The check cell showed no result: say why."""
        if run.stopped and run.stopped != "no kernel":
            return self._not_judged(ex, "error", explain(run, ""))
        if stopped is not None:
            return self._not_judged(
                ex,
                "error",
                explain(self.runs.cell(stopped), self.sources[stopped]),
                by="your cell stopped with an error",
            )
        if run.stopped == "no kernel":
            return self._not_judged(ex, "not graded", run.skipped)
        error = run.error
        if error is None:
            return self._not_judged(
                ex, "error", "The check gave no result: is `check` given another meaning?"
            )
        if missing_name(error) == ex.answer:
            says = f"`{ex.answer}` is not defined: the cell of the answer is gone, or gives it another name."
            return self._not_judged(ex, "error", says)
        if why := self._waits(self.found.checks[ex.id], run):
            return self._not_judged(ex, "not graded", why)
        return self._not_judged(ex, "error", explain(run, ""))

    def _not_judged(self, ex: Exercise, status: str, says: str, by: str = "") -> Grade:
        head = f"Exercise {ex.id}: {by or 'not graded'} (0 of {ex.points})"
        return Grade(ex.id, ex.title, status, 0, ex.points, ex.bonus, None, clip(f"{head}\n{says}"))

    def _waits(self, cell: int, run: CellRun) -> str:
        """Why a cell that did not end well is not at fault: it needs what an earlier cell should have given."""
        answers = self._answers_used(cell)
        if run.stopped in ("interrupted", "killed") and answers:  # slow is not wrong
            return f"not finished within {run.limit:g} s with your answer to exercise {answers[0]}"
        if run.stopped or run.error is None:
            return ""
        name = missing_name(run.error)
        for earlier in range(cell):
            if name and self.runs.cell(earlier).failed and name in names_set(self.sources[earlier]):
                exercise = self.found.exercise_of(earlier)
                where = f"exercise {exercise}" if exercise else f"code cell {earlier + 1}"
                return f"needs `{name}` from {where}, which failed"
        for exercise in answers:
            if self.grade(exercise).status != "right":
                return f"uses the answer to exercise {exercise}, which is not right yet"
        if run.error.ename == "NotImplementedError" and not run.error.evalue:
            return "needs an exercise that is not done yet"
        return ""

    def _answers_used(self, cell: int) -> list[str]:
        """The exercises whose answers an ordinary cell uses."""
        if cell in self.check_at or self.found.exercise_of(cell):
            return []
        used = names_used_at_once(self.sources[cell])
        return [ex.id for ex in self.exercises.values() if ex.answer in used]

    def _ended_early(self, cell: int) -> bool:
        """Whether an answer's cell was stopped or never began: what the name holds then is no answer."""
        run = self.runs.cell(cell)
        return bool(run.stopped) or (run.error is not None and run.error.ename in UNREADABLE)

    def _limit(self, cell: int) -> float:
        own = self.facts[cell].get("timeout", CELL_LIMIT if cell else FIRST_CELL_LIMIT)
        return self.limit or float(own)

    def _needed_later(self, cell: int) -> bool:
        return cell not in self.check_at

    def _why_skip(self, cell: int) -> str:
        """A picture of an answer that does not come back would hang as its check did."""
        for exercise in self._answers_used(cell):
            check = self.found.checks.get(exercise, cell)
            if check < cell and self.runs.runs[check].stopped:
                return f"uses the answer to exercise {exercise}, which did not come back"
        return ""


def shown_result(outputs: Sequence[NotebookNode], ex: Exercise) -> Result | None:
    """The result that a check cell displayed, if it is one of this exercise."""
    for out in reversed(outputs):
        data = out.get("data", {}).get(MIME)
        if not isinstance(data, dict) or data.get("exercise") != ex.id or data.get("status") not in HEADLINE:
            continue
        points = data.get("points")
        points = min(max(points, 0), ex.points) if type(points) is int else 0
        named = data.get("misconception")
        return Result(
            ex.id,
            data["status"],
            points,
            ex.points,
            named if isinstance(named, str) else None,
            str(data.get("message", "")),
            ex.title,
        )
    return None


def missing_name(error: NotebookNode) -> str:
    found = re.search(r"name '(\w+)' is not defined", error.evalue) if error.ename == "NameError" else None
    return found[1] if found else ""


def explain(run: CellRun, source: str) -> str:
    """Why a cell failed, in a few lines: the error and the student's own line."""
    match run.stopped:
        case "interrupted":
            why = "does a loop never end, or is it too much work?"
            return f"Stopped after {run.limit:g} s: {why}{_in_line(run.error, source)}"
        case "killed":
            return (
                f"No answer within {run.limit:g} s, and it could not be interrupted: does a loop never end, "
                "inside a bare `except:`?"
            )
        case "died":
            return "The kernel died here: exit() or os._exit(), memory ran out, or compiled code crashed."
        case "no kernel":
            return run.skipped
    error = run.error
    text = f"{error.ename}: {error.evalue}".strip().removesuffix(":")
    return "\n".join(text.splitlines()[:4]) + _in_line(error, source)


def _in_line(error: NotebookNode | None, source: str) -> str:
    """The last line of a notebook's cell in a traceback."""
    if error is None:
        return ""
    trace = ANSI.sub("", "\n".join(error.traceback)).splitlines()
    heads = [i for i, line in enumerate(trace) if re.search(r"Cell In\[\d+\], line \d+", line)]
    if not heads:
        return ""
    for line in trace[heads[-1] + 1 :]:
        if arrow := re.match(r"-+> ?\d+ (.*)", line):
            return f"\nin your line `{arrow[1].strip()}`"
    number = int(re.search(r"line (\d+)", trace[heads[-1]])[1])
    lines = source.splitlines()
    return f"\nin your line `{lines[number - 1].strip()}`" if number <= len(lines) else ""


def clip(text: str) -> str:
    lines = ANSI.sub("", text).splitlines()
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], "..."]
    return "\n".join(line[:300] for line in lines)
