"""Tests that every lab's answers undergo: `tests/labNN_stem/test_labNN_answers.py` takes them from here."""

import importlib
import inspect
import itertools

import pytest

from xlnet_mini.course import compare
from xlnet_mini.course.corpus import Answer, answers
from xlnet_mini.course.exercise import (
    Exercise,
    FunctionExercise,
    TestExercise,
    ValueExercise,
    evaluate,
    exercises,
)
from xlnet_mini.course.layout import lab

LONG_ENOUGH_TO_TELL = 15


def corpus(number: int, kind: str) -> list:
    found = answers(lab(number), kind)
    return [pytest.param(a, id=f"{a.exercise.id}-{a.title.replace(' ', '-')}") for a in found]


def every_exercise(number: int) -> list:
    return [pytest.param(ex, id=ex.id) for ex in exercises(number)]


def named_mistakes(number: int) -> list:
    pairs = [(ex, m) for ex in exercises(number) for m in ex.misconceptions]
    return [pytest.param(ex, m, id=f"{ex.id}-{m.name.replace(' ', '-')}") for ex, m in pairs]


def is_accepted(answer: Answer) -> None:
    result = answer.judged()
    assert answer.as_expected(result), f"{answer.where}: {result}"


def is_told_its_mistake(answer: Answer) -> None:
    """The name that the corpus asks for, in few lines, without a line of a right answer."""
    result = answer.judged()
    assert answer.as_expected(result), f"{answer.where}: {result}"
    assert 0 < len(result.message.splitlines()) <= 12
    assert "Traceback" not in result.message and "could not be judged" not in result.message
    if result.status == "wrong":  # an error quotes the student's own line
        assert not [line for line in solution_lines(answer.exercise) if line in result.message]


def has_enough_answers(ex: Exercise) -> None:
    right = [a for a in answers(lab(ex.id.partition(".")[0]), "right") if a.exercise.id == ex.id]
    wrong = [a for a in answers(lab(ex.id.partition(".")[0]), "wrong") if a.exercise.id == ex.id]
    assert len(right) >= 4, f"only {len(right)} right answers"
    assert len(wrong) >= 6, f"only {len(wrong)} wrong answers"
    met = {a.expected for a in wrong}
    assert not [m.name for m in ex.misconceptions if m.name not in met], "named mistakes without an answer"


def gives_away_nothing(ex: Exercise) -> None:
    told = [*ex.hints, *(m.says for m in ex.misconceptions)]
    assert len(ex.hints) == 3
    assert not [(line, text) for line in solution_lines(ex) for text in told if line in text]


def is_named(ex: Exercise, mistake) -> None:
    """An answer that makes exactly this mistake is told exactly this name."""
    answer = mistake.imitate() if isinstance(ex, ValueExercise) else mistake.imitate
    result = evaluate(ex.id, answer)
    assert (result.status, result.misconception) == ("wrong", mistake.name)


def mistakes_differ(ex: Exercise) -> None:
    """No two named mistakes give the same answer everywhere, and none is right everywhere."""
    assert len({m.name for m in ex.misconceptions}) == len(ex.misconceptions)
    if isinstance(ex, ValueExercise):
        answers_given = {m.name: [m.imitate()] for m in ex.misconceptions} | {"right": [ex.expected]}
    elif isinstance(ex, FunctionExercise):
        cases = list(ex.cases())
        answers_given = {m.name: [_answer(m.imitate, c) for c in cases] for m in ex.misconceptions}
        answers_given["right"] = [_answer(ex.oracle, c) for c in cases]
    else:
        assert ex.misconceptions == () or not isinstance(ex, TestExercise)
        return
    for (one, a), (other, b) in itertools.combinations(answers_given.items(), 2):
        assert not all(compare.same(x, y) for x, y in zip(a, b, strict=True)), f"{one} and {other} coincide"


def package_function_is_right(ex: Exercise) -> None:
    module, _, name = ex.graduates.partition(".")
    result = evaluate(ex.id, getattr(importlib.import_module(f"xlnet_mini.{module}"), name))
    assert result.status == "right", result
    assert result.points == ex.points


def oracle_is_right(ex: Exercise) -> None:
    assert evaluate(ex.id, ex.oracle).status == "right"


def pace_can_be_measured(ex: Exercise) -> None:
    """Answers at training size run, and cost something like the yardstick: what graduation compares."""
    args, kwargs, yardstick = ex.pace()
    yardstick()
    module, _, name = ex.graduates.partition(".")
    getattr(importlib.import_module(f"xlnet_mini.{module}"), name)(*args, **kwargs)


def _answer(function, case):
    twin = case.with_layout(compare.copy_of)
    try:
        return function(*twin.args.values(), **twin.kwargs)
    except Exception as exc:
        return f"{type(exc).__name__}"


def solution_lines(ex: Exercise) -> set[str]:
    """Lines of right answers that are long enough to give something away."""
    lines = {
        line
        for a in answers(lab(ex.id.partition(".")[0]), "right")
        if a.exercise is ex
        for line in a.source.splitlines()
    }
    if ex.graduates:
        module, _, name = ex.graduates.partition(".")
        source = inspect.getsource(getattr(importlib.import_module(f"xlnet_mini.{module}"), name))
        lines |= set(source.rpartition('"""')[2].splitlines())
    return {
        s for s in (line.strip().removeprefix("return ") for line in lines) if len(s) >= LONG_ENOUGH_TO_TELL
    }
