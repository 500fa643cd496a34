"""Lab 06: right answers are accepted, wrong ones are told their mistake, and nothing gives a solution away."""

import answer_checks as checks
import pytest

from xlnet_mini.course.exercise import FunctionExercise, evaluate, exercises

LAB = 6
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
    checks.is_named(ex, mistake)


@EVERY
def test_there_are_enough_answers(ex):
    checks.has_enough_answers(ex)


@EVERY
def test_no_two_mistakes_coincide(ex):
    checks.mistakes_differ(ex)


@EVERY
def test_hints_and_messages_give_no_solution_away(ex):
    checks.gives_away_nothing(ex)


@GRADUATING
def test_the_packages_function_is_right(ex):
    checks.package_function_is_right(ex)


@GRADUATING
def test_its_pace_can_be_measured(ex):
    checks.pace_can_be_measured(ex)


@pytest.mark.parametrize(
    "ex", [e for e in exercises(LAB) if isinstance(e, FunctionExercise)], ids=lambda e: e.id
)
def test_the_oracle_agrees_with_itself(ex):
    """Its loops fill a table on the CPU, and it takes the whole batch: that is all that a check may find."""
    result = evaluate(ex.id, ex.oracle)
    assert result.misconception in (None, "fixed device", "all at once"), result
