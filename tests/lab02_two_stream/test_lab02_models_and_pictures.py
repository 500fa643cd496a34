"""Lab 02: the planted models are what they say, and the pictures tell in words what they show."""

import itertools
import math

import pytest
import torch

from xlnet_mini.course.checks.lab02_dependency import dependency_by_loops
from xlnet_mini.course.checks.lab02_leaks import reach_by_search
from xlnet_mini.course.checks.lab02_models import BROKEN, RIGHT, VOCABULARY
from xlnet_mini.course.exercise import exercise
from xlnet_mini.course.figures import lab02_two_stream as figures

WORDS = ["Mary", "had", "a", "little", "lamb"]
RANK = torch.tensor([1, 3, 4, 0, 2])
QUERY, CONTENT = RANK[None, :] >= RANK[:, None], RANK[None, :] > RANK[:, None]


def ranks():
    return [torch.tensor(r) for n in (1, 2, 3, 4) for r in itertools.permutations(range(n))]


def table(model, rank):
    return dependency_by_loops(lambda tokens: model(tokens, rank), torch.arange(len(rank)), VOCABULARY)


@pytest.mark.parametrize("model", [m for _, m in RIGHT], ids=[says for says, _ in RIGHT])
def test_right_models_depend_on_exactly_the_earlier_words(model):
    for rank in ranks():
        assert torch.equal(table(model, rank), rank[None, :] < rank[:, None])


@pytest.mark.parametrize("model", [m for _, m in BROKEN], ids=[says for says, _ in BROKEN])
def test_broken_models_show_it_in_some_order(model):
    assert any(not torch.equal(table(model, rank), rank[None, :] < rank[:, None]) for rank in ranks())


def test_masks_of_an_order_are_closed_under_further_layers():
    for rank in ranks()[1:]:
        query, content = exercise("1.6").oracle(rank), exercise("1.7").oracle(rank)
        for layers in (1, 2, 5):
            assert torch.equal(reach_by_search(query, content, layers), ~query)


def test_guesses_say_their_loss_and_whether_they_are_alike():
    p = torch.tensor([[0.0, 0.5, 0.0, 0.0, 0.5]]).expand(2, 5)
    parted = torch.eye(5)[[1, 4]]
    alt = figures.guesses(WORDS, {"one": p, "two": parted}, (1, 4)).alt
    assert f"one, loss {math.log(2):.2f}: at positions 1 and 4 alike Mary 0.00, had 0.50" in alt
    assert "two, loss 0.00: at position 1 Mary 0.00, had 1.00" in alt


def test_weights_say_which_cells_are_wrong():
    right = torch.full((5, 5), 0.2)
    wrong = right.clone()
    wrong[2, 3] = 0.5
    alt = figures.weights(WORDS, wrong, right, QUERY).alt
    assert "1 of 25 cells differ" in alt and "little 0.50" in alt
    assert "All are right." in figures.weights(WORDS, right, right, QUERY).alt
    with pytest.raises(ValueError, match="shape"):
        figures.weights(WORDS, right[:2], right, QUERY)


def test_depends_compares_what_was_found_with_the_mask():
    alt = figures.depends(WORDS, ~QUERY, QUERY, "query stream").alt
    assert "little by nothing" in alt and "lamb by Mary and little" in alt
    assert "It is what the mask allows." in alt
    leak = ~QUERY
    leak[3, 3] = True
    assert "differs from the mask in 1 cell." in figures.depends(WORDS, leak, QUERY, "query stream").alt


def test_what_they_know_names_the_words_and_the_step():
    alt = figures.what_they_know(WORDS, (3, 0, 4, 1, 2), 4, ~QUERY[4], ~CONTENT[4]).alt
    assert "position 4 (lamb), guessed at step 2" in alt
    assert "query stream g knows Mary and little; the content stream h knows Mary, little and lamb" in alt
    assert "g knows no word" in figures.what_they_know(WORDS, (3, 0, 4, 1, 2), 3, ~QUERY[3], ~CONTENT[3]).alt


def test_one_step_gives_its_sizes_and_pictures_are_pure():
    first, second = (figures.one_step(tokens=5, targets=2, memory=3, width=8) for _ in range(2))
    assert "memory (3 rows)" in first.alt and "8 rows" in first.alt
    assert first.png == second.png
