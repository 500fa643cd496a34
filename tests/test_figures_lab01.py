"""Figures of labs 00 and 01: pure, described by an alt text from the same data, and honest about what they count."""

import itertools
import math

import numpy as np
import pytest
import torch
from matplotlib.patches import Patch

from xlnet_mini.course.figures import lab00_start_here as start
from xlnet_mini.course.figures import lab01_permutation as figures
from xlnet_mini.course.figures import lab01_sampling as sampling
from xlnet_mini.course.figures.masks import rank_of
from xlnet_mini.course.picture import Picture

WORDS = ["Mary", "had", "a", "little", "lamb"]
ORDER = [3, 0, 4, 1, 2]
RANK = rank_of(ORDER)
QUERY = RANK[None, :] >= RANK[:, None]
CONTENT = RANK[None, :] > RANK[:, None]


def all_pictures() -> dict[str, Picture]:
    three = torch.tensor(list(itertools.permutations(range(3)))).repeat(10, 1)
    return {
        "arcs": figures.arcs(WORDS, RANK),
        "arcs of one": figures.arcs(WORDS, RANK.tolist(), only=4),
        "left to right": figures.arcs(WORDS, range(5)),
        "two masks": figures.yours_and_right(WORDS, QUERY.T, QUERY),
        "one look": figures.one_look(WORDS, ORDER, CONTENT, 3, "content"),
        "staircase": figures.staircase(WORDS, ORDER, QUERY),
        "samplers": sampling.samplers(three, three[:30]),
        "spread": sampling.objective_spread([4.2] * 6, [4.0, 4.1, 4.3, 4.4, 4.5, 4.7]),
        "coverage": sampling.coverage({4: ((1, 10), (0.1, 0.7)), 6: ((1, 100), (0.03, 0.9))}),
        "learning rate": start.learning_rate([0.5, 1, 1, 0.5, 0], 2),
    }


def test_pictures_are_pure_small_and_described():
    first, second = all_pictures(), all_pictures()
    for name, picture in first.items():
        assert picture.png == second[name].png, name
        assert len(picture.png) < 40_000, name
        assert picture.alt.endswith(".") and len(picture.alt) < 700, name


def test_arcs_say_who_is_guessed_from_whom():
    said = figures.arcs(WORDS, RANK).alt
    assert said.endswith(
        "little sees nothing; Mary sees little; lamb sees Mary and little; "
        "had sees Mary, little and lamb; a sees Mary, had, little and lamb."
    )
    assert figures.arcs(WORDS, RANK, only=4).alt.endswith("guessing: lamb sees Mary and little.")


@pytest.mark.parametrize("rank", [[0, 1, 2], [0, 0, 1, 2, 3], [1, 2, 3, 4, 5]])
def test_arcs_of_what_is_no_rank_are_refused(rank):
    with pytest.raises(ValueError, match="not the ranks of 5 words"):
        figures.arcs(WORDS, rank)


def test_a_wrong_mask_is_framed_where_it_differs():
    assert "They are the same." in figures.yours_and_right(WORDS, QUERY, QUERY).alt
    almost = QUERY.clone()
    almost[2, 2] = False
    assert (
        "They differ in 1 of 25 cells: row a, column a." in figures.yours_and_right(WORDS, almost, QUERY).alt
    )
    assert "They differ in 20 of 25 cells." in figures.yours_and_right(WORDS, QUERY.T, QUERY).alt


@pytest.mark.parametrize("mask", [None, QUERY[None], QUERY[:4], [[True]]])
def test_a_mask_of_another_form_is_refused_in_words(mask):
    with pytest.raises(ValueError, match=r"should be \(5, 5\)"):
        figures.yours_and_right(WORDS, mask, QUERY)


def test_one_look_tells_what_the_row_and_the_whole_mask_say():
    said = figures.one_look(WORDS, ORDER, CONTENT, 3, "content").alt
    assert "content stream, rank 0: little sees little." in said
    assert "lamb sees Mary, little and lamb" in said
    assert "little sees nothing" in figures.one_look(WORDS, ORDER, QUERY, 0, "query").alt


def test_only_a_mask_of_this_order_is_a_staircase():
    assert "it is a staircase" in figures.staircase(WORDS, ORDER, QUERY).alt
    assert "no staircase" in figures.staircase(WORDS, [0, 1, 2, 3, 4], QUERY).alt
    assert "no staircase" in figures.staircase(WORDS, ORDER, QUERY.T).alt


def test_the_exact_values_of_the_classic_shuffle():
    ways = dict.fromkeys(sampling.THREE, 0)
    for choices in itertools.product(range(3), repeat=3):
        order = [0, 1, 2]
        for place, other in enumerate(choices):
            order[place], order[other] = order[other], order[place]
        ways[tuple(order)] += 1
    assert ways == sampling.CLASSIC


def test_pearsons_statistic_of_the_exact_shuffles():
    fair = torch.tensor(sampling.THREE).repeat(9, 1)
    assert sampling.pearson(fair) == 0
    classic = torch.tensor([order for order, n in sampling.CLASSIC.items() for _ in range(n)])
    assert sampling.pearson(classic) == pytest.approx(27 / 81)


def test_the_share_of_problems_seen_is_counted_as_defined():
    every = torch.tensor(list(itertools.permutations(range(4))))
    assert sampling.seen_share(every, [24]) == [1.0]
    assert sampling.seen_share(torch.tensor([[0, 1, 2], [0, 2, 1]]), [1, 2]) == [3 / 12, 5 / 12]
    order = torch.rand(500, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(0)).argsort(-1)
    met = {(int(z[t]), frozenset(z[:t].tolist())) for z in order for t in range(6)}
    assert sampling.seen_share(order, [500]) == [len(met) / 192]


@pytest.mark.parametrize("length", [1, 3, 5])
def test_the_expected_share_is_a_mean_over_all_problems(length):
    orders = list(itertools.permutations(range(length)))
    times: dict[tuple, int] = {}
    for z in orders:
        for t in range(length):
            key = (z[t], frozenset(z[:t]))
            times[key] = times.get(key, 0) + 1
    assert len(times) == length * 2 ** (length - 1)
    n = np.array([1.0, 7.0, 30.0])
    want = np.mean([1 - (1 - k / math.factorial(length)) ** n for k in times.values()], axis=0)
    assert sampling.expected_share(length, n) == pytest.approx(want)


def test_the_spread_of_equal_losses_is_exactly_none():
    said = sampling.objective_spread([1.0 + 1e-15 * i for i in range(5)], [1.0, 2.0, 1.5, 1.2, 1.3]).alt
    assert "exact table: mean 1.000, standard deviation 0.000" in said
    assert "30 % uniform mixed in: mean 1.400, standard deviation 0.341, from 1.000 to 2.000" in said


def test_the_learning_rate_is_described_as_the_student_made_it():
    said = start.learning_rate([0, 0.5, 1.5, 1], 2).alt
    assert "starts at 0, is highest at step 2 with 1.5, and ends at 1." in said
    assert "highest at steps 1 and 2 with 1," in start.learning_rate([0.5, 1, 1, 0.5, 0], 2).alt
    assert "highest at 6 steps from 1 to 6 with 1," in start.learning_rate([0.5, *[1] * 6], 2).alt
    assert start.learning_rate([1, 0.5, 0], 0).alt.startswith(
        "Learning-rate factor at steps 0 to 2, with 0 steps"
    )


@pytest.mark.parametrize("n_warmup, absent", [(0, "warm-up"), (40, "decay")])
def test_the_legend_of_the_learning_rate_names_only_what_is_there(n_warmup, absent, monkeypatch):
    named = []
    monkeypatch.setattr(
        start, "Patch", lambda label, **look: named.append(label) or Patch(label=label, **look)
    )
    up = [(step + 1) / n_warmup for step in range(n_warmup)]
    start.learning_rate(up + [(40 - step) / (40 - n_warmup) for step in range(n_warmup, 40)] + [0], n_warmup)
    assert named == [name for name in ("warm-up", "decay") if name != absent]


def test_coverage_says_how_many_orders_hold_how_much():
    said = sampling.coverage({4: ((1, 10), (0.1, 0.7)), 6: ((1, 100), (0.03, 0.9))}).alt
    assert "T = 4, where 24 orders are possible: 10 drawn orders hold 70% of all problems" in said
    assert (
        "T = 6, where 720 orders are possible: 100 drawn orders hold 90 percent or more of all problems"
        in said
    )
