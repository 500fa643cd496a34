"""Lab 04: the corpus is told what it must be told, mistakes can be told apart, pictures show what they say."""

import itertools

import pytest
import torch

from xlnet_mini.course import compare
from xlnet_mini.course.corpus import answers
from xlnet_mini.course.exercise import FunctionExercise, TestExercise, ValueExercise, evaluate, exercises
from xlnet_mini.course.figures import lab04_rel_shift as figures
from xlnet_mini.course.layout import lab

LAB = lab(4)
CORPUS = list(answers(LAB))
EXERCISES = exercises(4)


def the(exercise_id):
    return next(ex for ex in EXERCISES if ex.id == exercise_id)


def right_answer(exercise_id):
    return next(a for a in CORPUS if a.exercise.id == exercise_id and a.kind == "right").value()


@pytest.mark.parametrize("answer", CORPUS, ids=lambda a: f"{a.exercise.id} {a.kind}: {a.title}")
def test_each_answer_is_told_what_it_must_be_told(answer):
    result = answer.judged()
    assert answer.as_expected(result), f"{result.misconception or result.status}: {result.message}"


@pytest.mark.parametrize("ex", EXERCISES, ids=lambda ex: ex.id)
def test_enough_answers_and_every_named_mistake_is_made_by_one_of_them(ex):
    mine = [a for a in CORPUS if a.exercise is ex]
    assert sum(a.kind == "wrong" for a in mine) >= 6
    assert sum(a.kind == "right" for a in mine) >= 4
    made = {a.expected for a in mine}
    assert {m.name for m in ex.misconceptions} <= made


@pytest.mark.parametrize(
    "ex", [e for e in EXERCISES if isinstance(e, FunctionExercise)], ids=lambda ex: ex.id
)
def test_no_two_mistakes_look_alike(ex):
    cases = list(ex.cases())

    def imitated(m, case):
        try:
            return m.imitate(*case.args.values(), **case.kwargs)
        except Exception:
            return None

    for one, two in itertools.combinations(ex.misconceptions, 2):
        if one.name != two.name:
            pairs = [(imitated(one, c), imitated(two, c)) for c in cases]
            assert any(a is not None and not compare.same(a, b) for a, b in pairs), (one.name, two.name)


@pytest.mark.parametrize("ex", [e for e in EXERCISES if isinstance(e, ValueExercise)], ids=lambda ex: ex.id)
def test_no_two_values_of_mistakes_are_equal(ex):
    values = [m.imitate() for m in ex.misconceptions]
    assert all(a != b for a, b in itertools.combinations(values, 2))
    assert ex.expected not in values


def test_the_written_test_meets_every_kind_of_fault_and_more_than_one_right_shift():
    ex = next(e for e in EXERCISES if isinstance(e, TestExercise))
    candidates = list(ex.candidates())
    assert sum(c.right for c in candidates) >= 3
    assert sum(not c.right for c in candidates) >= 10
    x = torch.randn(2, 3, 4, 11)
    for c in candidates:
        assert c.function(x, 7).shape == (2, 3, 4, 7), c.says


@pytest.mark.parametrize("T,M", [(1, 0), (4, 2)])
def test_pictures_of_right_answers(T, M):
    rel_shift, four_moves = right_answer("4.4"), right_answer("4.2")
    both = figures.xlnet_moves(rel_shift, T, M)
    assert "*" not in figures.strip(both).alt
    left = figures.xlnet_moves(rel_shift, T, M, bidirectional=False)
    padded = figures.padded_moves(four_moves, T, M)
    for moves in (left, padded):
        starred = figures.step(moves, 4).alt.partition("Before")[0].count("*")
        assert starred == (T * (T - 1) // 2) + (T > 1)  # and the one of the legend
    assert figures.strip(padded).alt.count("hidden") == T * (T - 1) // 2
    assert f"{T + M} to {1 - T}" in figures.windows(T, M).alt
    assert f"The {T * (2 * T + M)} numbers" in figures.line(T, M).alt


def test_a_picture_speaks_of_hatching_only_where_there_is_some():
    one, three = (figures.xlnet_moves(right_answer("4.4"), T, 1, bidirectional=False) for T in (1, 3))
    assert "Hatched" not in figures.step(one, 4).alt
    assert "Hatched cells mean nothing" in figures.step(three, 4).alt
    assert "Hatched" not in figures.step(figures.padded_moves(right_answer("4.2"), 3, 0), 5).alt
    assert "T = 1 query, M = 1 row of memory" in figures.strip(one).alt


def test_an_error_in_a_batch_shows_the_input_once():
    told = [
        a.judged().message for a in CORPUS if a.exercise.id in ("4.5", "4.9") and a.expected == "no batch"
    ]
    assert told and all("(input: " not in message for message in told)


@pytest.mark.parametrize("exercise_id", ["4.2", "4.8"])
@pytest.mark.parametrize(
    "given",
    [None, 3, "x", {}, (1,), [1, 2, 3, 4], [None] * 4, torch.zeros(2), ((1, 2), (3,), torch.ones(1))],
    ids=str,
)
def test_an_answer_of_any_other_form_is_judged(exercise_id, given):
    result = evaluate(exercise_id, lambda *args: given)
    assert (result.status, result.misconception in ("type", "value", "form")) == ("wrong", True), (
        result.message
    )


def test_every_step_can_be_shown():
    moves = figures.padded_moves(right_answer("4.2"), 2, 1)
    for n, stage in enumerate(moves.stages):
        assert f"{stage.title}, " in figures.step(moves, n).alt


def test_every_entry_keeps_its_name():
    moves = figures.padded_moves(right_answer("4.2"), 3, 0)
    assert moves.stages[-1].table.tolist() == [[102, 0, 200], [201, 202, 0], [300, 301, 302]]
    assert "a02 0* a10*; a11 a12 0*; a20 a21 a22" in figures.strip(moves).alt


def test_pictures_of_wrong_answers_show_the_fault_or_say_why_they_cannot():
    wrong = figures.xlnet_moves(lambda x, klen: x[:, :klen], 3, 1)
    assert "(* = means nothing): a00* a01* a02* a03*" in figures.strip(wrong).alt
    figures.step(figures.xlnet_moves(lambda x, klen: -x[:, :klen], 3, 1), 4)
    with pytest.raises(ValueError, match="a tensor with two axes"):
        figures.xlnet_moves(lambda x, klen: None, 3, 1)
    with pytest.raises(ValueError, match="four moves give four tables, these are 1"):
        figures.padded_moves(lambda x: [x], 3, 1)


def test_a_step_too_far_shows_the_last():
    moves = figures.xlnet_moves(right_answer("4.4"), 3, 1)
    assert figures.step(moves, 9).html == figures.step(moves, 4).html


def test_the_chart_of_costs_says_its_numbers():
    alt = figures.cost(
        [8, 16], {"naive": [1.0, 4.0]}, {"naive": [0.001, 0.004], "gather": [0.0001, 0.0004]}
    ).alt
    assert "Memory, naive: 1 to 4 MB" in alt
    assert "Time, gather: 0.1 to 0.4 ms" in alt
