"""Grade one notebook: its cells run in a student's process, and the course's own checks judge the answers."""

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pprint import pformat
from typing import Any

from ..exercise import Exercise, evaluate, exercises
from ..layout import Lab
from .child_package import package_of
from .fork_server import Zygote
from .inside.errors import where
from .plan import Plan, first_cell, make_plan
from .sandbox import CONVERSATION, Gone, Limits, StudentProcess
from .submitted_cells import Submitted

STARTS = 6  # of a student's process, for one notebook
TOTAL = 10  # times the limit of one cell or exercise: what a whole notebook may take
SHOWN = 6000  # characters of an answer that a teacher judges
LONGEST = 20_000  # characters of a message
UNREADABLE = ("SyntaxError", "IndentationError", "TabError")
DID_NOT_RUN, NOT_HANDED_IN = "did not run", "not handed in"


@dataclass
class Row:
    """What one exercise came to. `status`: an outcome of `check`, or "did not run"; then it has no points."""

    exercise: str
    title: str
    status: str
    points: int | None
    max_points: int
    bonus: bool = False
    manual: bool = False
    misconception: str | None = None
    message: str = ""
    printed: str = ""
    notes: list[str] = field(default_factory=list)
    given: float | None = None  # points that a teacher gave by hand: they count instead of `points`

    @property
    def earned(self) -> float | None:
        return self.points if self.given is None else self.given


@dataclass
class Graded:
    """A graded notebook. `problem`: why it could not be graded at all."""

    rows: list[Row] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    problem: str = ""
    seconds: float = 0.0
    memory: int = 0  # KiB that its largest process held

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def row(ex: Exercise, status: str, message: str = "", points: int | None = 0, **more: Any) -> Row:
    manual = bool(getattr(ex, "manual", False))
    if len(message) > LONGEST:
        message = f"{message[:LONGEST]}\n... and {len(message) - LONGEST:,} characters more"
    return Row(ex.id, ex.title, status, points, ex.points, ex.bonus, manual, message=message, **more)


def not_run(lab: Lab, why: str, status: str = DID_NOT_RUN) -> Graded:
    """All exercises of a lab that could not be graded."""
    return Graded([row(ex, status, why, None) for ex in exercises(lab.number)], problem=why)


def grade_notebook(zygote: Zygote, lab: Lab, notebook: Submitted, limits: Limits) -> Graded:
    """Run and judge; whatever the notebook does, this returns."""
    plan = make_plan(lab, notebook)
    run = _Run(zygote, lab, plan, limits)
    try:
        rows = run.all()
    finally:
        run.close()
    for one in rows:
        one.notes += plan.notes[one.exercise]
    return Graded(rows, plan.about, seconds=run.seconds, memory=run.memory)


class _Run:
    """One notebook's way through its cells; a process that is gone is replaced, as long as there is hope."""

    def __init__(self, zygote: Zygote, lab: Lab, plan: Plan, limits: Limits):
        self.zygote, self.lab, self.plan, self.limits = zygote, lab, plan, limits
        self.process: StudentProcess | None = None
        self.failed: dict[int, str] = {}  # steps that raised or were stopped -> what to say
        self.stopped: set[int] = set()  # steps that are not run again, and leave no answer
        self.starts, self.given_up = 0, ""
        self.seconds, self.memory = 0.0, 0
        self.end = time.monotonic() + TOTAL * limits.seconds

    def all(self) -> list[Row]:
        known = exercises(self.lab.number)
        rows: dict[str, Row] = {}
        for at in range(-1, len(self.plan.steps)):
            due = [ex for ex in known if self.plan.judged_after[ex.id] == at]
            with contextlib.suppress(Gone):  # a step that ends its process is noted, and the next begins anew
                self._ready(at)
            for ex in due:
                rows[ex.id] = self._judge(ex, at)
        return [rows[ex.id] for ex in known]

    def close(self) -> None:
        if self.process:
            used = self.process.close()
            self.seconds += float(used.get("seconds", 0))
            self.memory = max(self.memory, int(used.get("memory", 0)))
            self.process = None

    def _ready(self, at: int) -> None:
        """A living process in which all steps up to `at` have run, except those that must not. Raises Gone."""
        if self.process and not self.process.gone:
            return self._step(at)
        while not self.given_up:
            self.close()
            self.starts += 1
            if self.starts > STARTS:
                self.given_up = f"Given up: its process ended {STARTS} times."
            elif not self._late():
                self.process = self.zygote.fork(package_of(self.lab), self.limits)
                self.process.end = self.end
                error = self.process.run("<the lab's first cell>", first_cell(self.lab))
                if error:
                    raise Gone(f"the lab's own imports failed: {error}")
                with contextlib.suppress(Gone):
                    for step in range(at + 1):
                        self._step(step)
                    return
        raise Gone(self.given_up)

    def _late(self) -> bool:
        """True if the notebook has used up its time: then what was judged counts, and no more is run."""
        if time.monotonic() > self.end:
            self.given_up = f"Given up: the notebook took more than {TOTAL * self.limits.seconds:g} s."
            if self.process:
                self.process.kill(self.given_up)
        return bool(self.given_up)

    def _step(self, at: int) -> None:
        """Run a step. Raises Gone if it ends its process; then it is not run again."""
        if at < 0 or at in self.stopped:
            return
        if self._late():
            raise Gone(self.given_up)
        step = self.plan.steps[at]
        try:
            error = self.process.run(step.file, step.source)
        except Gone as exc:
            self.stopped.add(at)
            self.failed[at] = str(exc)
            raise
        if error is not None:
            self.failed[at] = self._explain(error)
            if type(error).__name__ in UNREADABLE:
                self.stopped.add(at)

    def _explain(self, error: BaseException) -> str:
        text = f"{type(error).__name__}: {error}".strip().removesuffix(":")
        place = where(error)
        if not place:
            return text[:600]
        number = next((s for s in self.plan.steps if s.file == place[0]), None)
        lines = number.source.split("\n") if number else []
        quoted = lines[place[1] - 1].strip() if place[1] <= len(lines) else ""
        return f"{text[:600]}\nin your line `{quoted[:300]}`" if quoted else text[:600]

    def _judge(self, ex: Exercise, at: int) -> Row:
        defined = self.plan.defined_in[ex.id]
        if defined and defined[-1] in self.stopped:
            return row(ex, "error", self.failed[defined[-1]])
        if self._late() or not self.process or self.process.gone:
            try:
                self._ready(at)
            except Gone as exc:
                return row(ex, DID_NOT_RUN, str(exc), None)
        process = self.process
        try:
            left = max(0.0, self.end - time.monotonic())
            with alarm(min(CONVERSATION * self.limits.seconds, left) + 5), process.exercise():
                answer = process.answer(ex)
                result = evaluate(ex.id, answer)
        except LookupError:
            failed = next((self.failed[i] for i in reversed(defined) if i in self.failed), "")
            gone = f"`{ex.answer}` is not defined: the cell of the answer is gone, or gives it another name."
            return row(ex, "error", failed or gone)
        except Gone as exc:
            return row(ex, "error", process.gone or str(exc))
        except BaseException as exc:
            # `evaluate` raises nothing: the student's process did, when it was asked. Ctrl-C is ours; what comes from
            # there may only look like it.
            if not isinstance(exc, Exception) and not hasattr(exc, "__other_side__"):
                raise
            return row(ex, "error", f"Your answer could not be looked at: {self._explain(exc)}")
        if process.gone:  # it was gone before its check came to an end, whatever was made of that
            return row(ex, "error", process.gone)
        manual = bool(getattr(ex, "manual", False)) and result.right
        shown = f"\n\n{pformat(answer, width=100)[:SHOWN]}" if manual else ""  # for the teacher to judge
        return row(
            ex,
            "complete" if manual else result.status,
            result.message + shown,
            None if manual else result.points,
            misconception=result.misconception,
            printed=result.printed,
        )


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise in this process if it takes too long itself: a student's test may ask a great deal of what it is given."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(number: int, frame: Any) -> None:
        raise TimeoutError("the check took too long")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
