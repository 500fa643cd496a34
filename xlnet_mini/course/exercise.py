"""One checker per exercise: what it knows, and how it judges an answer.

An exercise is a class with the facts (id, points, minutes, hints) and a `judge` method that returns on a right
answer and raises on any other. `evaluate` turns that into one of four outcomes and never lets an exception out.
Three kinds cover the labs: a value worked out by hand, a function, and a test that tells right from broken.
"""

import contextlib
import importlib
import io
import linecache
import random
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor

from . import compare
from .layout import PACKAGE, CourseError, lab_of
from .result import Result


class NotAttempted(Exception):
    """The placeholder is still there."""


class Wrong(Exception):
    """A wrong answer: `name` says which mistake it is, `says` explains it, `example` shows the smallest case."""

    def __init__(self, name: str, says: str, example: str = ""):
        super().__init__(says)
        self.name, self.says, self.example = name, says, example


class AnswerRaised(Exception):
    """The student's code raised; the message is ready to be read."""


@dataclass(frozen=True)
class Misconception:
    """A known mistake: its name, what to say, and a function that makes exactly this mistake."""

    name: str
    says: str
    imitate: Callable


@dataclass(frozen=True)
class Case:
    """One call of the student's function. `batch`: it only adds leading dimensions to smaller cases."""

    args: dict[str, Any]
    kwargs: dict[str, Any] = field(default_factory=dict)
    batch: bool = False

    def __str__(self) -> str:
        named = {**self.args, **self.kwargs}
        return ", ".join(f"{k}={compare.short(v)}" for k, v in named.items())

    def with_layout(self, change: Callable[[Any], Any]) -> "Case":
        return Case(
            {k: change(v) for k, v in self.args.items()},
            {k: change(v) for k, v in self.kwargs.items()},
            self.batch,
        )


class Exercise:
    """What every exercise knows. Subclasses say how an answer is judged."""

    id: ClassVar[str]
    title: ClassVar[str]
    points: ClassVar[int]
    minutes: ClassVar[int]
    level: ClassVar[int]  # one to three dots
    answer: ClassVar[str]  # the name the notebook gives to the answer
    graduates: ClassVar[str | None] = None  # "module.function" of xlnet_mini
    bonus: ClassVar[bool] = False
    unlocks: ClassVar[str]  # one sentence: what a right answer makes possible
    hints: ClassVar[tuple[str, str, str]]  # a nudge, the idea, nearly the code
    invariant: ClassVar[str] = ""  # what the roll call says it has seen to hold
    misconceptions: ClassVar[tuple[Misconception, ...]] = ()

    def judge(self, answer: Any) -> None:
        """Return if the answer is right, raise NotAttempted, Wrong or AnswerRaised if not."""
        raise NotImplementedError

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]] | None:
        """Arguments at training size, and a plain torch operation of about the cost of a good answer."""
        return None


class ValueExercise(Exercise):
    """A number or list worked out by hand. Lists, tuples, arrays and tensors all count as lists."""

    expected: ClassVar[Any]

    def judge(self, answer: Any) -> None:
        if _has_placeholder(answer):
            raise NotAttempted
        got, want = _as_plain(answer), self.expected
        if _agrees(got, want):
            return
        for m in self.misconceptions:
            if _agrees(got, m.imitate()):
                raise Wrong(m.name, m.says)
        if _form(got) != _form(want):
            raise Wrong("form", f"Expected {_form(want)}, got {_form(got)}.")
        raise Wrong("value", f"{compare.short(got)} is not it. {self.nudge(got)}".strip())

    def nudge(self, got: Any) -> str:
        """What to say about a wrong value of the right form; never the value itself."""
        return ""


class FunctionExercise(Exercise):
    """A function compared with an independent oracle on awkward sizes, then asked for its invariants."""

    trains: ClassVar[tuple[str, ...]] = ()  # arguments that gradients must reach
    on_any_device: ClassVar[bool] = True

    def oracle(self, *args: Any, **kwargs: Any) -> Any:
        """The right answer, slowly: loops in float64 from the definition, never a function of the package."""
        raise NotImplementedError

    def cases(self) -> Iterable[Case]:
        """Inputs, the smallest first; awkward sizes, then leading dimensions (`batch=True`)."""
        raise NotImplementedError

    def properties(self, call: "Caller") -> None:
        """Further invariants; raise Wrong with a message of their own."""

    def judge(self, answer: Any) -> None:
        call = Caller(self, answer)
        seen = self._run(call)
        self._name_the_mistake(seen)
        for case, want, _ in seen:
            self._other_layout(call, case, want)
        if self.trains:
            self._gradients(call, seen[0][0])
        if self.on_any_device:
            self._no_fixed_device(call, seen[0][0])
        self.properties(call)

    def _run(self, call: "Caller") -> list[tuple[Case, Any, Any]]:
        """Run every case. An exception in a batched case is kept as that case's answer, to be named later."""
        seen = []
        for case in self.cases():
            want = self.oracle(*case.args.values(), **case.kwargs)
            try:
                got = call.on(case)
            except AnswerRaised as exc:
                if not case.batch:
                    raise
                got = exc
            seen.append((case, want, got))
        return seen

    def _name_the_mistake(self, seen: list[tuple[Case, Any, Any]]) -> None:
        bad = [(c, w, g) for c, w, g in seen if not compare.same(g, w)]
        if not bad:
            return
        case, want, got = bad[0]
        for m in self.misconceptions:
            if self._imitated(m, seen):
                raise Wrong(m.name, m.says, self.example(case, want, got))
        if case.batch:
            says = (
                f"Right for one sequence, but not for a batch with leading dimensions {self._leading(case)}."
            )
            raise Wrong("no batch", says, self.example(case, want, got))
        raise Wrong(*mismatch(got, want), self.example(case, want, got))

    @staticmethod
    def _leading(case: Case) -> str:
        return next((compare.shape_name(v) for v in case.args.values() if isinstance(v, Tensor)), "")

    def _imitated(self, m: Misconception, seen: list[tuple[Case, Any, Any]]) -> bool:
        """The same answer as the imitation wherever both have one, and different from the right one somewhere."""
        telling = False
        for case, want, got in seen:
            if isinstance(got, AnswerRaised):
                continue
            try:
                twin = case.with_layout(compare.copy_of)
                mistake = m.imitate(*twin.args.values(), **twin.kwargs)
            except Exception:
                continue
            if not compare.same(got, mistake):
                return False
            telling = telling or not compare.same(got, want)
        return telling

    def example(self, case: Case, want: Any, got: Any) -> str:
        """The smallest example: the call, what was expected, what came."""
        lines = [f"{self.answer}({case})"]
        if isinstance(got, AnswerRaised):
            expected = compare.describe(want) if isinstance(want, Tensor) else compare.short(want)
            return "\n".join([*lines, f"  expected  {expected}", f"  got       {got}"])
        tensors = isinstance(got, Tensor) and isinstance(want, Tensor)
        if tensors and (got.shape != want.shape or got.dtype != want.dtype):
            lines += [f"  expected  {compare.describe(want)}", f"  got       {compare.describe(got)}"]
        elif tensors and want.numel() > compare.SHOWN:
            lines.append(f"  {compare.first_difference(got, want)}")
        else:
            lines += [f"  expected  {compare.short(want)}", f"  got       {compare.short(got)}"]
        return "\n".join(lines)

    def _other_layout(self, call: "Caller", case: Case, want: Any) -> None:
        says = "Right for ordinary tensors, but not for one whose entries are not side by side in memory."
        other = case.with_layout(compare.strided)
        try:
            got = call.on(other)
        except AnswerRaised as exc:
            raise Wrong("memory layout", f"{says} {exc}") from None
        if not compare.same(got, want):
            raise Wrong("memory layout", says, self.example(case, want, got))

    def _gradients(self, call: "Caller", case: Case) -> None:
        """Gradients reach the arguments that train, and are the derivative of what the function computes."""
        from torch.autograd import gradcheck

        values = [v.detach().clone() if isinstance(v, Tensor) else v for v in case.args.values()]
        for name, i in zip(case.args, range(len(values)), strict=True):
            if name in self.trains:
                values[i] = values[i].double().requires_grad_()
        out = call(*values, **case.kwargs)
        if not out.requires_grad:
            says = (
                f"The values are right, but no gradient reaches {' and '.join(self.trains)}: "
                "a detour through numpy, .item(), .detach() or no_grad cuts it. It could not train."
            )
            raise Wrong("no gradient", says)
        if not gradcheck(lambda *a: call(*a, **case.kwargs), values, raise_exception=False):
            raise Wrong("wrong gradient", "The values are right, but their gradient is not the derivative.")
        for dtype in (torch.float32, torch.bfloat16):
            args = [
                v.detach().to(dtype) if n in self.trains else v
                for n, v in zip(case.args, values, strict=True)
            ]
            got = call(*args, **case.kwargs)
            if got.dtype != dtype:
                says = (
                    f"{compare.dtype_name(args[0])} in, {compare.dtype_name(got)} out: keep the dtype of the input "
                    "(torch.zeros and torch.tensor make float32 unless told)."
                )
                raise Wrong("dtype not kept", says)

    def _no_fixed_device(self, call: "Caller", case: Case) -> None:
        """Run on torch's meta device: a tensor made on a fixed device shows, without a GPU."""
        there = case.with_layout(lambda v: v.to("meta") if isinstance(v, Tensor) else v)
        if not any(isinstance(v, Tensor) for v in there.args.values()):
            return
        says = (
            "Right on the CPU, but it makes a tensor on a fixed device, so it would fail on a GPU: "
            "pass device=<the input>.device to torch.arange, torch.zeros and the like."
        )
        try:
            got = call.raw(*there.args.values(), **there.kwargs)
        except Exception as exc:  # code that looks at values cannot run without any: that is no fault
            if "same device" in str(exc) or "expected device" in str(exc):
                raise Wrong("fixed device", says) from None
            return
        if isinstance(got, Tensor) and got.device.type != "meta":
            raise Wrong("fixed device", says)


@dataclass(frozen=True)
class Candidate:
    """Something the student's test is tried on: right or broken, and in what way."""

    says: str  # completes "Your test accepts a mask that ..." or "Your test rejects one that ..."
    function: Callable
    right: bool = False


class TestExercise(Exercise):
    """The student writes the test: it must accept every right candidate and reject every broken one."""

    subject: ClassVar[str]  # what a candidate is, as in "a mask function"
    __test__ = False  # pytest: not a test class

    def candidates(self) -> Iterable[Candidate]:
        raise NotImplementedError

    def judge(self, answer: Any) -> None:
        call = Caller(self, answer)
        order = list(self.candidates())
        random.Random(self.id).shuffle(order)
        verdicts = [(c, self._verdict(call, c)) for c in order]
        said = {v for _, v in verdicts}
        if len(said) == 1:
            word = "everything" if said == {True} else "nothing"
            raise Wrong(
                "no verdict", f"Your test accepts {word}: it does not look at the {self.subject} at all."
            )
        for c, verdict in sorted(verdicts, key=lambda cv: order_key(self, cv[0])):
            if c.right and not verdict:
                raise Wrong(
                    "rejects a right one", f"Your test rejects a right {self.subject}: one that {c.says}."
                )
            if verdict and not c.right:
                raise Wrong(
                    f"misses: {c.says}", f"Your test accepts a broken {self.subject}: one that {c.says}."
                )

    def _verdict(self, call: "Caller", candidate: Candidate) -> bool:
        # a new function each time, so that neither name nor identity tells the candidates apart
        got = call(lambda *a, **k: candidate.function(*a, **k))
        if isinstance(got, Tensor | np.ndarray | np.generic) and np.size(got) == 1:
            got = got.item()
        if not isinstance(got, bool):
            raise Wrong("no verdict", f"Your test must return True or False, got {compare.kind(got)}.")
        return got


def order_key(exercise: TestExercise, candidate: Candidate) -> int:
    """Candidates in the order in which the exercise lists them: the plainest fault is named first."""
    return [c.says for c in exercise.candidates()].index(candidate.says)


class Caller:
    """The student's function, called with copies and care: its errors become words, changed inputs are noticed."""

    def __init__(self, exercise: Exercise, function: Any):
        self.exercise, self.raw = exercise, function
        if isinstance(function, type) or not callable(function):
            if function is ...:
                raise NotAttempted
            raise Wrong(
                "not a function", f"Expected the function `{exercise.answer}`, got {compare.kind(function)}."
            )

    def on(self, case: Case) -> Any:
        return self(*case.args.values(), **case.kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        before = [compare.copy_of(a) for a in args]
        try:
            out = self.raw(*args, **kwargs)
        except NotImplementedError as exc:
            if not exc.args:  # the stub's bare `raise NotImplementedError`; torch's own carry a text
                raise NotAttempted from None
            raise AnswerRaised(self._explain(exc, args)) from None
        except (Wrong, NotAttempted):
            raise
        except (Exception, SystemExit) as exc:
            raise AnswerRaised(self._explain(exc, args)) from None
        for was, now in zip(before, args, strict=True):
            unchanging = isinstance(was, Tensor | np.ndarray | list)
            if (
                unchanging
                and not (isinstance(was, Tensor) and was.device.type == "meta")
                and not _equal(now, was)
            ):
                example = f"before {compare.short(was)}, after {compare.short(now)}"
                raise Wrong("changes its input", "Your function changes its input; work on a copy.", example)
        return out

    def _explain(self, exc: BaseException, args: tuple) -> str:
        text = (str(exc).strip().splitlines() or [""])[0][:300]
        parts = [f"{type(exc).__name__}: {text}" if text else type(exc).__name__]
        line = self._own_line(exc)
        if line:
            parts.append(f"in your line `{line}`")
        given = ", ".join(compare.short(a) for a in args)
        return " ".join(parts) + (f" (input: {given})" if given else "")

    def _own_line(self, exc: BaseException) -> str:
        """The last line of the student's own that was running."""
        frames = traceback.extract_tb(exc.__traceback__)
        mine = [
            f for f in frames if not f.filename.startswith(str(PACKAGE)) and "site-packages" not in f.filename
        ]
        return (
            (linecache.getline(mine[-1].filename, mine[-1].lineno or 0) or mine[-1].line or "").strip()
            if mine
            else ""
        )


def mismatch(got: Any, want: Any) -> tuple[str, str]:
    """Name and sentence for an answer that is wrong in no known way."""
    if isinstance(want, Tensor) and not isinstance(got, Tensor):
        return "not a tensor", f"Expected a torch tensor ({compare.describe(want)}), got {compare.kind(got)}."
    if isinstance(want, Tensor):
        if got.shape != want.shape:
            return "shape", f"Expected {compare.describe(want)}, got {compare.describe(got)}."
        if got.dtype != want.dtype:
            return "dtype", f"Expected {compare.describe(want)}, got {compare.describe(got)}."
        if got.dtype.is_floating_point and bool(got.isnan().any()) and not bool(want.isnan().any()):
            return "nan", "Your answer contains NaN (not a number): something was divided by 0, or inf - inf."
        return "value", "Type and shape are right, the values are not."
    if type(got) is not type(want):
        return "type", f"Expected {compare.kind(want)}, got {compare.kind(got)}."
    return "value", "The values are not right."


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, Tensor):
        return a.shape == b.shape and a.dtype == b.dtype and torch.equal(a.nan_to_num(), b.nan_to_num())
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    return len(a) == len(b) and all(
        _equal(x, y) if isinstance(x, Tensor) else x is y or x == y for x, y in zip(a, b, strict=True)
    )


def _has_placeholder(value: Any) -> bool:
    if value is ...:
        return True
    if isinstance(value, dict):
        return any(map(_has_placeholder, value.values()))
    return isinstance(value, list | tuple) and any(map(_has_placeholder, value))


def _as_plain(value: Any) -> Any:
    if isinstance(value, Tensor | np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [_as_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: _as_plain(v) for k, v in value.items()}
    return value


def _agrees(got: Any, want: Any) -> bool:
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(_agrees, got, want))
    if isinstance(want, dict):
        return (
            isinstance(got, dict)
            and got.keys() == want.keys()
            and all(_agrees(got[k], want[k]) for k in want)
        )
    if isinstance(want, bool) or isinstance(got, bool):
        return isinstance(got, bool) and got == want
    if isinstance(want, int | float) and isinstance(got, int | float):
        return abs(got - want) <= 1e-3 * max(1e-9, abs(want)) if isinstance(want, float) else got == want
    return type(got) is type(want) and got == want


def _form(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}" + (
            f", each {_form(value[0])}" if value and isinstance(value[0], list) else ""
        )
    if isinstance(value, dict):
        return f"a dict with the keys {', '.join(map(str, value))}"
    if isinstance(value, bool):
        return "True or False"
    return "a number" if isinstance(value, int | float) else compare.kind(value)


def exercises(lab_number: int) -> tuple[Exercise, ...]:
    """All exercises of a lab, in order."""
    from .layout import lab

    return importlib.import_module(lab(lab_number).checks).EXERCISES


def exercise(exercise_id: str) -> Exercise:
    """The exercise of that id."""
    wanted = str(exercise_id)
    known = exercises(lab_of(wanted).number)
    for ex in known:
        if ex.id == wanted:
            return ex
    raise CourseError(f"There is no exercise {wanted}; this lab has {', '.join(ex.id for ex in known)}.")


class _Printed(io.StringIO):
    """Keeps the first two thousand characters that student code prints, and counts the rest."""

    LIMIT = 2000

    def __init__(self):
        super().__init__()
        self.dropped = 0

    def write(self, text: str) -> int:
        room = max(0, self.LIMIT - self.tell())
        super().write(text[:room])
        self.dropped += max(0, len(text) - room)
        return len(text)

    def text(self) -> str:
        more = f"\n... and {self.dropped:,} characters more" if self.dropped else ""
        return self.getvalue() + more


def evaluate(exercise_id: str, answer: Any) -> Result:
    """Judge an answer. Whatever the answer does, this returns a Result and leaves torch's settings as they were."""
    ex = exercise(exercise_id)
    printed = _Printed()

    def result(status: str, points: int = 0, misconception: str | None = None, message: str = "") -> Result:
        return Result(ex.id, status, points, ex.points, misconception, message, ex.title, printed.text())

    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), torch.enable_grad():
            ex.judge(answer)
    except NotAttempted:
        return result("not attempted")
    except Wrong as wrong:
        return result("wrong", 0, wrong.name, "\n".join(filter(None, (wrong.says, wrong.example))))
    except AnswerRaised as exc:
        return result("error", message=str(exc))
    except KeyboardInterrupt:
        return result("error", message="Stopped while your function was running: does a loop never end?")
    except Exception as exc:  # an answer strange enough to break the checker is still an answer
        return result("error", message=f"Your answer could not be judged: {type(exc).__name__}: {exc}"[:300])
    return result("right", ex.points, message=ex.unlocks)
