"""Lab 05: right answers are accepted, wrong ones are told their mistake, and nothing gives a solution away."""

import answer_checks as checks
import pytest

from xlnet_mini.course.exercise import FunctionExercise, evaluate, exercises

LAB = 5
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
    """The loss's oracle runs on numbers, so where gradients are asked for it gets as far as these."""
    result = evaluate(ex.id, ex.oracle)
    assert result.misconception == ("no gradient" if ex.id == "5.5" else None), result


FRONT = """
def plm_mask(rank, is_target, is_functional):
    is_target = rank < is_target.sum(-1, keepdim=True)
    is_context = ~is_target & ~is_functional
    answers = rank.masked_fill(is_context, -1)
    asks = torch.where(is_target, answers, answers + 1)
    return (asks[..., :, None] <= answers[..., None, :]) & ~is_context[..., None, :]
"""


@pytest.mark.parametrize("exercise_id", ["5.2", "5.7"])
def test_targets_from_the_front_are_refused(exercise_id):
    """As by hand in the package: the first of the order as targets, or the first tokens of the row."""
    import torch

    namespace = {"torch": torch}
    exec(FRONT, namespace)

    def first_tokens(word_start, num_predict, generator=None):
        return (torch.arange(word_start.shape[-1]) < num_predict).expand(word_start.shape).clone()

    answer = {"5.2": namespace["plm_mask"], "5.7": first_tokens}[exercise_id]
    result = evaluate(exercise_id, answer)
    assert result.status == "wrong" and result.points == 0, result
