"""Lab 01: right answers are accepted, wrong ones are told their mistake, and nothing gives a solution away."""

import answer_checks as checks
import pytest
import torch

from xlnet_mini.course.checks.lab01_samplers import SampleOrder
from xlnet_mini.course.corpus import answers
from xlnet_mini.course.exercise import FunctionExercise, Wrong, evaluate, exercises
from xlnet_mini.course.layout import lab

LAB = 1
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
    if ex.pace():
        checks.pace_can_be_measured(ex)


@pytest.mark.parametrize(
    "ex", [e for e in exercises(LAB) if isinstance(e, FunctionExercise)], ids=lambda e: e.id
)
def test_the_oracle_agrees_with_itself(ex):
    checks.oracle_is_right(ex)


@pytest.mark.parametrize(
    "title, says",
    [
        ("selects an axis by its first number, though some are gone", "those behind it move up"),
        ("written for three positions", "any number of axes"),
    ],
)
def test_an_index_that_does_not_fit_the_table_is_explained(title, says):
    [answer] = [a for a in answers(lab(LAB), "wrong") if a.exercise.id == "1.2" and a.title == title]
    result = evaluate("1.2", answer.value())
    assert result.status == "error" and "IndexError" in result.message and says in result.message


def test_ties_of_a_hundred_numbers_show_in_short_orders():
    generator = torch.Generator().manual_seed(0)
    fair = torch.rand(4_000, 16, generator=generator, dtype=torch.float64).argsort(dim=-1)
    SampleOrder()._rises(fair)
    for _ in range(20):
        ties = torch.randint(100, (4_000, 16), generator=generator).argsort(dim=-1, stable=True)
        with pytest.raises(Wrong, match="orders of 16 positions"):
            SampleOrder()._rises(ties)
