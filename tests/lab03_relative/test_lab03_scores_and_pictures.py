"""Lab 03: candidate scores are what they say, facts of the lab hold, pictures tell in words what they show."""

import pytest
import torch

from xlnet_mini.course.checks import lab03_places as places
from xlnet_mini.course.checks.lab03_shaw import last, lookup
from xlnet_mini.course.exercise import exercise
from xlnet_mini.course.figures import lab03_relative as figures

WORDS = ["Mary", "had", "a", "little", "lamb"]
RIGHT, BROKEN = list(places.right()), list(places.broken())


def is_invariant(scores):
    x = torch.randn(30, places.WIDTH, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    whole = scores(x)
    return all(torch.allclose(scores(x[s:]), whole[s:, s:]) for s in range(1, 30))


@pytest.mark.parametrize("says, scores", RIGHT, ids=[says for says, _ in RIGHT])
def test_right_scores_do_not_depend_on_where_a_sentence_begins(says, scores):
    assert is_invariant(scores)


@pytest.mark.parametrize("says, scores", BROKEN, ids=[says for says, _ in BROKEN])
def test_broken_scores_do(says, scores):
    assert not is_invariant(scores)


@pytest.mark.parametrize("scores", [s for _, s in (*RIGHT, *BROKEN)])
@pytest.mark.parametrize("T", [1, 2, 30])
def test_all_sizes_that_the_exercise_promises(scores, T):
    out = scores(torch.randn(T, places.WIDTH, dtype=torch.float64))
    assert out.shape == (T, T) and out.dtype == torch.float64


def test_the_order_of_rows_makes_both_layouts_equal():
    sinusoids, row_order = exercise("3.4").oracle, exercise("3.5").oracle
    D = 10
    blocks = sinusoids(torch.arange(9, -9, -1), D).double()
    w_r = torch.randn(D, 7, dtype=torch.float64)
    alternating = torch.stack(blocks.chunk(2, dim=-1), dim=-1).flatten(-2)
    assert torch.allclose(alternating @ w_r[row_order(D)], blocks @ w_r)
    assert not torch.allclose(alternating @ w_r, blocks @ w_r)


def test_tables_equal_the_sinusoids_up_to_their_last_row_if_nothing_is_left_out():
    sinusoids, position_scores = exercise("3.4").oracle, exercise("3.7").oracle
    far = torch.arange(9)
    r = (sinusoids(far, 8).double() @ torch.randn(8, 8, dtype=torch.float64))[None]
    q, v = torch.randn(1, 2, 8, dtype=torch.float64), torch.randn(1, 8, dtype=torch.float64)
    wanted = position_scores(q, r, v)
    table, bias = r[:, :5], (v[:, None] * r[:, :5]).sum(-1)
    distance = far.expand(2, 9)
    got = lookup(q, table, bias, distance, last)
    assert torch.allclose(got[..., :5], wanted[..., :5])
    assert not torch.isclose(got[..., 5:], wanted[..., 5:]).any()
    for t, b in ((0 * table, bias), (table, 0 * bias)):
        assert not torch.allclose(lookup(q, t, b, distance, last)[..., :5], wanted[..., :5])


def test_patterns_of_tables():
    row = torch.arange(5.0)
    assert figures.what_is_alike((row[:, None] - row).tolist()) == "alike along each diagonal"
    assert figures.what_is_alike(row.expand(5, 5).tolist()) == "alike down each column"
    assert figures.what_is_alike(row.expand(5, 5).T.tolist()) == "alike along each row"
    assert figures.what_is_alike(torch.ones(2, 3).tolist()) == "all cells alike"
    assert figures.what_is_alike([[1, 1, 2], [3, 4, 3], [0, 5, 5]]) == "two numbers in each row"
    assert figures.what_is_alike((row[:, None] * row + row * row).tolist()) == "no pattern"


def test_tables_say_their_numbers_and_refuse_other_shapes():
    row = torch.arange(5.0)
    picture = figures.tables(WORDS, {"d": row[:, None] - row, "c": -0.01 * row.expand(5, 5)})
    assert "d, alike along each diagonal: 0.00 -1.00 -2.00 -3.00 -4.00;" in picture.alt
    assert "c, alike down each column: 0.00 -0.01 -0.02 -0.03 -0.04;" in picture.alt
    assert picture.png == figures.tables(WORDS, {"d": row[:, None] - row, "c": -0.01 * row.expand(5, 5)}).png
    with pytest.raises(ValueError, match=r"should be \(5, 5\)"):
        figures.tables(WORDS, {"d": row})


def test_waves_say_some_of_their_numbers():
    distances = torch.arange(10, -11, -1)
    alt = figures.waves(distances.tolist(), exercise("3.4").oracle(distances, 6)).alt
    assert "column 0, a sine, is -0.91, 0.00 and 0.91 at -2, 0 and 2" in alt
    assert "column 3, a cosine, is -0.42, 1.00 and -0.42" in alt


def test_long_waves_are_shown_alone():
    distances = torch.arange(300, -301, -5)
    vectors = exercise("3.4").oracle(distances, 6)
    alt = figures.waves(distances.tolist(), vectors, first=1, told=(-100, 0, 100), tick=100).alt
    assert "column 0" not in alt and "column 3" not in alt
    assert "column 1, a sine, is 1.00, 0.00 and -1.00 at -100, 0 and 100" in alt


def test_two_starts_say_whether_their_lines_coincide():
    row, other = [4.0, 3.0, 2.0, 1.0, 0.0], [4.0, 3.0, 2.0, 1.0, 0.5]
    named = {"b": {"at 0": row, "at 4": other}, "1": {"at 0": row, "at 4": row}}
    alt = figures.two_starts(WORDS, named).alt
    assert "b, the lines differ: at 0: 0.00 1.00 2.00 3.00 4.00; at 4: 0.50 1.00" in alt
    assert "1, the lines coincide: at 0: 0.00" in alt


def test_curves_say_where_they_end_and_from_where_they_are_constant():
    curves = {"waves": torch.arange(9.0), "table": torch.arange(9.0).clamp(max=4)}
    alt = figures.over_distance(list(range(9)), curves, 4, "the last row").alt
    assert "waves: 0.00 at 0, 4.00 at 4 and 8.00 at 8. " in alt
    assert "table: 0.00 at 0, 4.00 at 4 and 4.00 at 8, the same from 4 on" in alt
    assert "distance 4: the last row" in alt
    assert "A line" not in figures.over_distance(list(range(9)), curves).alt
