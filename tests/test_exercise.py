"""Judging an answer: four outcomes, one clear sentence, and never an exception, whatever the answer is."""

import functools
import math
import random
import sys
import warnings

import numpy as np
import pytest
import torch
from torch import Tensor

from xlnet_mini.course.exercise import (
    Candidate,
    Case,
    FunctionExercise,
    Misconception,
    TestExercise,
    ValueExercise,
    Wrong,
    evaluate,
    exercise,
)
from xlnet_mini.course.kinds.reach import reached
from xlnet_mini.course.kinds.written_test import shuffled
from xlnet_mini.course.layout import CourseError
from xlnet_mini.course.notebook import check, waits_for
from xlnet_mini.course.result import Result


class _Facts:
    title, points, minutes, level = "Toy", 2, 1, 1
    unlocks = "Now you can."
    hints = ("one", "two", "three")


class Rows(_Facts, FunctionExercise):
    """Weights times rows, a function that trains."""

    id, answer, trains = "1.1", "weigh", ("x",)
    misconceptions = (
        Misconception("added", "You added instead of multiplying.", lambda x, w: x + w),
        Misconception("twice", "You multiplied twice.", lambda x, w: x * w * w),
    )

    def oracle(self, x: Tensor, w: Tensor) -> Tensor:
        return x * w

    def cases(self):
        for shape in ((2,), (3,), (2, 3), (4, 2, 3)):
            generator = torch.Generator().manual_seed(len(shape))
            x = torch.rand(*shape, generator=generator, dtype=torch.float64) + 1
            w = torch.rand(shape[-1], generator=generator, dtype=torch.float64) + 2
            yield Case({"x": x, "w": w}, batch=len(shape) > 1)


class Count(_Facts, FunctionExercise):
    """A plain number from a list."""

    id, answer = "1.2", "count"

    def oracle(self, items: list) -> int:
        return len(items)

    def cases(self):
        yield Case({"items": [3, 1, 2]})
        yield Case({"items": []})


class Number(_Facts, ValueExercise):
    id, answer, expected = "1.3", "number", [1.5, 2]
    misconceptions = (Misconception("swapped", "The other way round.", lambda: [2, 1.5]),)


class Detector(_Facts, TestExercise):
    id, answer, subject = "1.4", "is_even", "number source"

    def candidates(self):
        return (
            Candidate("gives two", lambda: 2, right=True),
            Candidate("gives zero", lambda: 0, right=True),
            Candidate("gives one", lambda: 1),
            Candidate("gives minus one", lambda: -1),
        )


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    known = (Rows(), Count(), Number(), Detector())
    monkeypatch.setattr(sys.modules[evaluate.__module__], "exercises", lambda number: known)


def judged(answer, which="1.1"):
    result = evaluate(which, answer)
    assert "Traceback" not in str(result) and "could not be judged" not in result.message
    assert result.points == (2 if result.status == "right" else 0)
    return result


def outcome(answer, which="1.1"):
    result = judged(answer, which)
    return result.status, result.misconception


def test_a_right_answer_says_what_it_makes_possible():
    result = judged(lambda x, w: x * w)
    assert result.right and result.points == 2 and result.message == "Now you can."


def test_the_stub_is_not_an_attempt():
    def stub(x, w):
        raise NotImplementedError

    assert outcome(stub) == ("not attempted", None)
    assert outcome(...) == ("not attempted", None)
    assert outcome(..., "1.3") == ("not attempted", None)
    assert outcome([1.5, ...], "1.3") == ("not attempted", None)


@pytest.mark.parametrize(
    "answer, says",
    [
        (int, "Expected the function `weigh`, got the class int."),
        ("weigh", "Expected the function `weigh`, got a string."),
        (None, "Expected the function `weigh`, got None."),
        (3, "Expected the function `weigh`, got an int."),
        (
            torch.ones(2),
            "Expected the function `weigh`, got a torch tensor. Pass the function itself, without calling it.",
        ),
    ],
)
def test_something_else_than_a_function(answer, says):
    result = judged(answer)
    assert (result.status, result.misconception, result.message) == ("wrong", "not a function", says)


@pytest.mark.parametrize("answer", [lambda: 0, lambda x: x, lambda x, w, y: x, lambda *, x, w: x * w])
def test_wrong_arity_is_one_sentence(answer):
    result = judged(answer)
    assert result.status == "error" and result.message.count("\n") == 0
    assert result.message.startswith("`weigh` cannot be called with (a torch tensor, a torch tensor): ")


def test_callables_of_all_sorts_are_functions():
    class Object:
        def __call__(self, x, w):
            return x * w

    def weigh(scale, x, w):
        return scale * x * w

    for answer in (Object(), functools.partial(weigh, 1), torch.mul, Object().__call__):
        assert judged(answer).right


def test_the_error_names_the_students_line_and_the_input():
    def weigh(x, w):
        return x[7] * w  # the student's line

    result = judged(weigh)
    assert result.status == "error"
    assert "IndexError" in result.message and "in your line `return x[7] * w" in result.message
    assert "(input: x=[" in result.message and "], w=[" in result.message


def test_leaving_python_does_not_lose_the_kernel():
    class Own(BaseException):
        pass

    def raises(exc):
        def weigh(x, w):
            raise exc

        return weigh

    for exc in (SystemExit(), Own("mine"), RecursionError("deep"), MemoryError(), GeneratorExit()):
        result = judged(raises(exc))
        assert result.status == "error" and type(exc).__name__ in result.message


def test_an_interrupted_endless_loop_is_said_to_be_one():
    def weigh(x, w):
        raise KeyboardInterrupt  # what Jupyter's stop button does to a loop that never ends

    result = judged(weigh)
    assert result.status == "error" and "loop" in result.message
    assert evaluate("1.1", lambda x, w: x * w).right  # and the next check works


def test_endless_recursion_is_an_error():
    def weigh(x, w):
        return weigh(x, w)

    assert "RecursionError" in judged(weigh).message


@pytest.mark.filterwarnings("ignore:careful")
def test_ten_megabytes_of_printing_are_kept_short():
    def weigh(x, w):
        print("y" * 10_000_000)
        sys.stderr.write("z" * 1000)
        warnings.warn("careful", stacklevel=1)
        return x * w

    before = sys.stdout
    result = judged(weigh)
    assert result.right and sys.stdout is before
    assert len(result.printed) < 2100 and "characters more" in result.printed
    assert len(str(result.as_json())) < 1000 and len(result.as_html()) < 5000


def test_changing_the_input_is_noticed():
    def weigh(x, w):
        x *= w
        return x

    result = judged(weigh)
    assert result.misconception == "changes its input" and "before [" in result.message

    def count(items):
        n = len(items)
        items.append(0)
        return n

    assert judged(count, "1.2").misconception == "changes its input"


@pytest.mark.parametrize(
    "answer, name, part",
    [
        (lambda x, w: (x * w).tolist(), "not a tensor", "got a list"),
        (lambda x, w: (x * w).numpy(), "not a tensor", "got a numpy array"),
        (lambda x, w: (x * w).float(), "dtype", "Make it with dtype=x.dtype. The values are right."),
        (lambda x, w: (x + w).float(), "added", "And the dtype: Expected float64"),
        (lambda x, w: (x - w).float(), "dtype", "Make it with dtype=x.dtype.\n"),
        (
            lambda x, w: x + w if x.dim() == 1 else x,
            "added",
            "You added instead of multiplying. And a batch needs",
        ),
        (lambda x, w: None, "not a tensor", "Is a `return` missing?"),
        (lambda x, w: (x * w, 0), "not a tensor", "got a tuple"),
        (lambda x, w: (x * w).float(), "dtype", "Expected float64 of shape (2,), got float32 of shape (2,)."),
        (lambda x, w: x * w > 0, "dtype", "got bool"),
        (lambda x, w: (x * w)[None], "shape", "got float64 of shape (1, 2)"),
        (lambda x, w: (x * w)[:, None], "shape", "got float64 of shape (2, 1)"),
        (lambda x, w: (x * w).sum(), "shape", "got float64 of shape ()"),
        (lambda x, w: x * w * math.nan, "nan", "NaN"),
        (lambda x, w: (x * w).to_sparse(), "device", "ordinary tensor"),
        (lambda x, w: (x * w).to("meta"), "device", "meta"),
        (lambda x, w: x * w + 1, "value", "the values are not"),
        (lambda x, w: (x.float() * w.float()).double(), "precision", "lower precision"),
        (lambda x, w: x + w, "added", "You added"),
        (lambda x, w: x * w**2, "twice", "You multiplied twice."),
        (lambda x, w: x * w if x.dim() == 1 else x, "no batch", "x of shape (2, 3)"),
        (lambda x, w: x * w if x.dim() == 1 else x[9], "no batch", "IndexError"),
        (lambda x, w: x.view(-1) * w if x.dim() == 1 else x * w, None, ""),
        (
            lambda x, w: x.as_strided(x.shape, torch.ones(x.shape).stride()) * w,
            "memory layout",
            "side by side",
        ),
        (lambda x, w: x.detach() * w, "no gradient", "could not train"),
        (lambda x, w: torch.from_numpy(x.detach().numpy()) * w, "no gradient", "could not train"),
        (lambda x, w: torch.from_numpy(x.numpy()) * w, "no gradient", "could not train"),
        (lambda x, w: x * x.detach() * w / x.detach(), None, ""),
        (lambda x, w: x.detach() * w + 2 * (x - x.detach()), "wrong gradient", "not the derivative"),
        (
            lambda x, w: torch.zeros(x.shape, dtype=torch.float64).add(x * w),
            "dtype not kept",
            "float32 in, float64 out",
        ),
        (lambda x, w: x * w * torch.ones(x.shape[-1], dtype=x.dtype), "fixed device", "on a GPU"),
    ],
)
def test_each_fault_has_its_own_name(answer, name, part):
    result = judged(answer)
    if name is None:
        assert result.right, result
        return
    assert result.misconception == name, result
    assert part in result.message
    assert len(result.message.splitlines()) <= 12


def test_objects_that_agree_with_everything_get_nothing():
    class Claims(Tensor):
        shape, dtype = torch.Size([2]), torch.float64

        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return True

    class EqualsAll:
        def __eq__(self, other):
            return True

        def __getattr__(self, name):
            return self

        def __call__(self, *a, **k):
            return self

        def __array__(self, *a, **k):
            return np.ones(2)

        __hash__ = None

    class Pretends(EqualsAll):
        __class__ = Tensor

    class Always(int):
        def __eq__(self, other):
            return True

        def __sub__(self, other):
            return 0

        __rsub__, __hash__ = __sub__, int.__hash__

    class Lengths(list):
        def __eq__(self, other):
            return True

        def __len__(self):
            return 2

        def __iter__(self):
            return iter([1, 1])

    for lie in (torch.zeros(2).as_subclass(Claims), EqualsAll(), Pretends()):
        assert evaluate("1.1", lambda x, w, lie=lie: lie).points == 0
    for lie in (EqualsAll(), Always(7), True, Lengths()):
        assert evaluate("1.2", lambda items, lie=lie: lie).points == 0
        assert evaluate("1.3", lie).points == 0
        assert evaluate("1.3", [lie, lie]).points == 0
        assert evaluate("1.4", lambda source, lie=lie: lie).points == 0
    assert evaluate("1.1", EqualsAll()).points == 0
    liar = torch.zeros(2, dtype=torch.float64)
    liar.detach = liar.double = lambda: torch.ones(2)
    assert evaluate("1.1", lambda x, w: liar).points == 0


def test_an_answer_that_breaks_the_checker_is_an_error_not_a_traceback():
    class Bomb(dict):
        def items(self):
            raise RuntimeError("boom")

        values = keys = items

    result = evaluate("1.3", Bomb())
    assert result.status == "error" and result.message.startswith(
        "Your answer could not be judged: RuntimeError"
    )
    loop: list = []
    loop.append(loop)
    assert evaluate("1.3", loop).status == "error"


@pytest.mark.parametrize(
    "answer",
    [[1.5, 2], (1.5, 2.0), np.array([1.5, 2]), torch.tensor([1.5, 2]), [np.float32(1.5), torch.tensor(2)]],
)
def test_values_may_come_in_any_form(answer):
    assert judged(answer, "1.3").right


@pytest.mark.parametrize(
    "answer, name",
    [
        ([2, 1.5], "swapped"),
        ([1.5, 3], "value"),
        ([1.5], "form"),
        ([[1.5, 2]], "form"),
        ("1.5, 2", "form"),
        (None, "form"),
        (1.5, "form"),
        ([1.5, math.nan], "value"),
        ([1.5, True], "value"),
        ({"a": 1}, "form"),
        (lambda: [1.5, 2], "form"),
    ],
)
def test_wrong_values(answer, name):
    assert outcome(answer, "1.3") == ("wrong", name)


def test_a_value_rounded_too_much_is_said_to_be_close():
    result = judged([1.51, 2], "1.3")
    assert result.misconception == "value" and "three digits" in result.message


def test_wrong_numbers_from_a_function():
    assert outcome(lambda items: 3.0, "1.2") == ("wrong", "type")
    assert outcome(lambda items: None, "1.2") == ("wrong", "type")
    assert outcome(lambda items: 3, "1.2") == ("wrong", "value")
    assert outcome(lambda items: np.int64(len(items)), "1.2") == ("right", None)


@pytest.mark.parametrize(
    "answer, name",
    [
        (lambda s: s() % 2 == 0, None),
        (lambda s: torch.tensor(s() % 2 == 0), None),
        (lambda s: np.bool_(s() % 2 == 0), None),
        (lambda s: s() == 2, "rejects a right one"),
        (lambda s: s() >= 0, "misses: gives one"),
        (lambda s: s() != 1, "misses: gives minus one"),
        (lambda s: s() % 2 == 1, "the wrong way round"),
        (lambda s: True, "tells nothing apart"),
        (lambda s: False, "tells nothing apart"),
        (lambda s: None, "no verdict"),
        (lambda s: s() % 2, "no verdict"),
        (lambda s: torch.tensor([True, False]), "no verdict"),
        (lambda s: "yes", "no verdict"),
    ],
)
def test_a_students_test_is_judged_by_what_it_tells_apart(answer, name):
    assert outcome(answer, "1.4") == (("wrong", name) if name else ("right", None))


def test_a_students_test_that_raises_is_told_on_what():
    def is_even(source):
        assert source() % 2 == 0
        return True

    result = judged(is_even, "1.4")
    assert result.status == "error" and "AssertionError" in result.message
    assert "a broken number source: one that gives" in result.message and "True or False" in result.message


def test_candidates_cannot_be_told_apart_by_name_or_order():
    seen = []

    def is_even(source):
        seen.append((source.__name__, source.__qualname__.rpartition(".")[2]))
        return source() % 2 == 0

    assert judged(is_even, "1.4").right
    assert len(set(seen)) == 1


def test_nothing_global_is_left_changed():
    def weigh(x, w):
        torch.manual_seed(1)
        np.random.seed(1)
        random.seed(1)
        torch.set_default_dtype(torch.float64)
        torch.set_grad_enabled(False)
        torch.set_default_device("meta")
        return x * w

    torch.manual_seed(7)
    np.random.seed(7)
    random.seed(7)
    expected = (torch.rand(()), np.random.rand(), random.random())
    torch.manual_seed(7)
    np.random.seed(7)
    random.seed(7)
    evaluate("1.1", weigh)
    evaluate("1.1", lambda x, w: x * w)
    assert torch.get_default_device() == torch.device("cpu")
    assert torch.is_grad_enabled() and torch.get_default_dtype() == torch.float32
    assert (torch.rand(()), np.random.rand(), random.random()) == expected


def test_the_verdict_of_a_check_does_not_depend_on_the_notebooks_state():
    verdicts = set()
    for seed in range(3):
        torch.manual_seed(seed)
        verdicts.add(evaluate("1.1", lambda x, w: x * w if torch.rand(()) < 0.99 else x).status)
    with torch.no_grad():
        verdicts.add(evaluate("1.1", lambda x, w: x * w if torch.rand(()) < 0.99 else x).status)
    assert len(verdicts) == 1


def test_a_broken_mistake_does_not_break_the_check():
    class Fragile(Rows):
        misconceptions = (Misconception("fragile", "No.", lambda x, w: 1 / 0),)

    with pytest.raises(Wrong) as caught:
        Fragile().judge(lambda x, w: x - w)
    assert caught.value.name == "value"


def test_check_displays_and_never_raises(capsys):
    check("1.3", [1])
    assert "not right yet" in capsys.readouterr().out


def test_an_unknown_exercise_is_said_to_be_unknown():
    with pytest.raises(CourseError, match=r"no exercise 1\.9; this lab has 1\.1"):
        exercise("1.9")


def test_an_answer_that_counts_on_earlier_calls_is_told_so():
    known = []

    def grows(items):
        known.append(len(items))
        return [3, 0][len(known) - 1] if len(known) < 3 else len(known)

    assert outcome(grows, "1.2") == ("wrong", "remembers earlier calls")


def test_a_result_that_changes_later_is_noticed():
    buffer = torch.empty(100, dtype=torch.float64)

    def weigh(x, w):
        return buffer[: x.numel()].copy_((x * w).flatten()).view(x.shape)

    assert outcome(weigh) == ("wrong", "overwrites earlier results")


def test_half_an_answer_is_an_attempt():
    def weigh(x, w):
        if x.dim() > 1:
            raise NotImplementedError
        return x * w

    assert outcome(weigh) == ("wrong", "no batch")


def test_a_test_that_remembers_is_told_so():
    def is_even(draw, calls=[]):  # noqa: B006
        calls.append(draw())
        return len(calls) > 2

    assert outcome(is_even, "1.4") == ("wrong", "remembers earlier calls")


def test_chance_in_a_test_does_not_depend_on_the_order_of_the_candidates():
    def is_even(draw):
        return draw() % 2 == 0 and random.random() < 0.5

    assert len({outcome(is_even, "1.4") for _ in range(10)}) == 1


@pytest.mark.parametrize(
    "answer, says",
    [
        ([1.5, ...], "Not complete: `...` still stands in some places."),
        ({"a": 1, "b": [..., 2], "c": ...}, "Not complete: `b` still holds `...`; `c` still holds `...`."),
        ([..., ...], ""),
        ({"a": [..., ...], "b": ...}, ""),
        ([[..., ...], [..., 1]], "Not complete: `...` still stands in some places."),
    ],
)
def test_a_half_filled_answer_is_not_attempted_but_told_what_is_open(answer, says):
    result = judged(answer, "1.3")
    assert (result.status, result.message) == ("not attempted", says)


def test_a_form_that_would_give_the_answer_away_is_not_told(monkeypatch):
    monkeypatch.setattr(Number, "form_says", "How many are there?")
    assert judged([1.5], "1.3").message == "How many are there?"
    assert judged("two", "1.3").message == "Expected a list, got a string. How many are there?"


def test_an_answer_is_not_blamed_for_the_one_it_calls(monkeypatch):
    monkeypatch.setattr(Rows, "rests_on", ("1.2",))
    source = (
        "def count(items): {}\ndef helper(n): return count(n)\ndef weigh(x, w): return x * helper([0, 0])"
    )
    for body, says in (("return 1", "rests on 1.2"), ("raise NotImplementedError", "rests on 1.2")):
        names: dict = {}
        exec(source.format(body), names)
        result = judged(names["weigh"])
        assert (
            result.misconception == says and "Your `weigh` calls `count`, and exercise 1.2" in result.message
        )
    exec(source.format("return len(items)"), names)
    assert judged(names["weigh"]).misconception != "rests on 1.2"
    # also where torch, not the answer, raises: on the way back through an in-place change, for instance
    exec(source.format("return 1"), names)
    monkeypatch.setattr(Rows, "judge", lambda self, answer: 1 / 0)
    assert judged(names["weigh"]).misconception == "rests on 1.2"


def test_what_an_answer_reaches():
    names: dict = {"functools": functools}
    source = """
def far(): return 1
def near(): return [far() for _ in range(2)]
def again(): return again() or near
def alone(far=2): return far
class Object:
    def __call__(self): return near()
    def method(self): return near()
"""
    exec(source, names)
    assert reached(names["again"], "far") is names["far"]
    assert reached(names["Object"](), "far") is reached(names["Object"]().method, "far") is names["far"]
    assert reached(functools.partial(names["near"]), "far") is names["far"]
    for nothing in (names["alone"], names["far"], len, 3, torch.nn.Linear(1, 1), names["Object"]):
        assert reached(nothing, "far") is None


def test_what_a_candidate_says_reaches_the_student(monkeypatch):
    def spent():
        raise Wrong("too many draws", "Enough.")

    monkeypatch.setattr(Detector, "candidates", lambda self: [Candidate("gives", spent)])
    assert outcome(lambda s: s() == 2, "1.4") == ("wrong", "too many draws")


def test_a_test_that_looks_and_rejects_all_is_told_that_it_is_too_strict(monkeypatch):
    monkeypatch.setattr(Detector, "looked", lambda self, candidates: True)
    assert outcome(lambda s: False, "1.4") == ("wrong", "rejects a right one")
    assert outcome(lambda s: True, "1.4") == ("wrong", "tells nothing apart")


@pytest.mark.parametrize(
    "ids, block, says",
    [
        (("1.1",), "weigh(1, 2)", "○ This waits for exercise 1.1."),
        (("1.1", "1.2", "1.4"), "weigh(1, 2)", "○ This waits for exercises 1.1, 1.2 and 1.4."),
        (
            ("1.1",),
            "weigh = 1\nother",
            "○ Run the cells above first (NameError: name 'other' is not defined).",
        ),
        (
            ("1.1",),
            "weigh = lambda: 1 / 0\nweigh()",
            "○ This did not work with your answer to exercise 1.1 (ZeroDivisionError: division by zero). "
            "Look at its check.",
        ),
        (
            ("1.1", "1.2"),
            "exec('def weigh(): return typo', globals())\ncount = 1\nweigh()",
            "○ This did not work with your answers to exercises 1.1 and 1.2 (NameError: name 'typo' is not defined). "
            "Look at their checks.",
        ),
    ],
)
def test_a_block_that_waits_says_for_what(ids, block, says, capsys):
    lines = "".join(f"    {line}\n" for line in block.splitlines())
    code = compile(f"with waits_for{ids!r}:\n{lines}", "<a cell>", "exec")
    exec(code, {"waits_for": waits_for})
    assert capsys.readouterr().out.strip() == says


def test_an_answer_that_sets_the_default_device_leaves_nothing_behind(monkeypatch):
    calls = []

    def weigh(x, w):
        torch.set_default_device("meta")
        return x * w

    evaluate("1.1", weigh)
    original = torch.nn.functional.dropout
    monkeypatch.setattr(torch.nn.functional, "dropout", lambda *a, **k: calls.append(1) or original(*a, **k))
    torch.nn.functional.dropout(torch.ones(2), 0.5)
    assert torch.get_default_device() == torch.device("cpu")
    assert len(calls) == 1, "a device mode is still at work: it calls every function of torch twice"


def test_a_right_answer_that_a_grader_would_stop_is_told_so(monkeypatch):
    clock = iter([0.0, 21.4, 0.0, 1.0])
    monkeypatch.setattr("xlnet_mini.course.notebook.time.process_time", lambda: next(clock))
    right = functools.partial(check, "1.1", None)
    monkeypatch.setattr("xlnet_mini.course.notebook.evaluate", lambda *_: Result("1.1", "right", 2, 2))
    shown = []
    monkeypatch.setattr("xlnet_mini.course.notebook.show", shown.append)
    right()
    right()
    assert "The check took 21 s. A grader stops one after 30 s" in str(shown[0])
    assert shown[1].message == ""


def test_an_answer_cannot_ask_the_check_for_the_right_one():
    copied = functools.partial(eval, "lambda x, w: exercise('1.1').oracle(x, w)", {"exercise": exercise})()
    result = evaluate("1.1", copied)
    assert result.status == "error" and "cannot ask the check" in result.message
    assert exercise("1.1").id == "1.1"  # a picture may


def test_the_first_right_candidate_comes_at_any_place():
    """A test that takes the first one it sees for right is right in one of ten tries here, not in four of thirteen."""
    candidates = [Candidate("", len, right=i < 4) for i in range(13)]
    places = [0] * 10
    for _ in range(2_000):
        order = shuffled(candidates)
        assert sorted(order) == list(range(13))
        places[next(i for i, which in enumerate(order) if which < 4)] += 1
    assert all(100 < n < 320 for n in places)  # 200 each, give or take 13
