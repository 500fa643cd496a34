"""Lab 07: right answers are accepted, wrong ones are told their mistake, and nothing gives a solution away."""

import itertools

import answer_checks as checks
import pytest

from xlnet_mini.course import compare
from xlnet_mini.course.exercise import FunctionExercise, ValueExercise, evaluate, exercises

LAB = 7
EVERY = pytest.mark.parametrize("ex", checks.every_exercise(LAB))
GRADUATING = pytest.mark.parametrize(
    "ex", [ex for ex in exercises(LAB) if ex.graduates], ids=lambda ex: ex.id
)


@pytest.mark.parametrize("answer", checks.corpus(LAB, "right"))
def test_a_right_answer_in_any_style_is_accepted(answer):
    checks.is_accepted(answer)


@pytest.mark.parametrize("answer", checks.corpus(LAB, "wrong"))
def test_a_wrong_answer_is_told_its_mistake(answer):
    checks.is_told_its_mistake(answer)


@pytest.mark.parametrize("ex, mistake", checks.named_mistakes(LAB))
def test_a_mistake_that_has_a_name_is_told_that_name(ex, mistake):
    answer = (
        {**ex.expected, **mistake.imitate()} if isinstance(ex, ValueExercise) else mistake.imitate
    )  # a mistake in one part is named whatever the others say
    result = evaluate(ex.id, answer)
    assert (result.status, result.misconception) == ("wrong", mistake.name), result


@EVERY
def test_there_are_enough_answers(ex):
    checks.has_enough_answers(ex)


@pytest.mark.parametrize(
    "ex", [e for e in exercises(LAB) if isinstance(e, FunctionExercise)], ids=lambda e: e.id
)
def test_mistakes_with_different_names_differ(ex):
    cases = list(ex.cases())
    given = [(m.name, [_imitated(m, c) for c in cases]) for m in ex.misconceptions]
    for (one, mine), (two, theirs) in itertools.combinations(given, 2):
        if one != two:
            pairs = zip(mine, theirs, strict=True)
            assert any(a is not None and not compare.same(a, b) for a, b in pairs), (one, two)


def _imitated(mistake, case):
    try:
        return mistake.imitate(*case.args.values(), **case.kwargs)
    except Exception:
        return None


@EVERY
def test_hints_and_messages_give_no_solution_away(ex):
    checks.gives_away_nothing(ex)


@GRADUATING
def test_the_packages_function_is_right(ex):
    checks.package_function_is_right(ex)


@GRADUATING
def test_its_pace_can_be_measured(ex):
    checks.pace_can_be_measured(ex)


def test_an_experiment_earns_nothing_from_the_machine():
    answer = next(a for a in checks.answers(checks.lab(LAB), "right") if a.exercise.id == "7.9")
    result = answer.judged()
    assert (result.status, result.points, result.manual, result.max_points) == ("right", 0, 2, 2)
    assert "complete (2 points are your teacher's to give)" in str(result)
    assert result.as_json()["manual"] == 2
