"""Counting baselines: proper probabilities, by hand, and only what the mask shows."""

import math

import pytest
import torch

from xlnet_mini.baselines import baseline_losses, count, losses, visible_neighbours
from xlnet_mini.collator import permute
from xlnet_mini.permutation import order_to_rank, query_mask


class Letters:
    """A tokenizer for made-up ids: every token is a word."""

    def word_start(self, ids):
        return torch.ones_like(ids, dtype=torch.bool)


def chain(n, seed=0):
    """Text over 12 tokens in which each token is followed by one of two others."""
    generator = torch.Generator().manual_seed(seed)
    steps = 1 + torch.randint(2, (n,), generator=generator)
    return 9 + steps.cumsum(0) % 12


def test_pair_table_by_hand():
    tokens = torch.tensor([0, 1] * 15)
    counts = count(tokens, 3)
    unigram = torch.tensor([15.0, 16.0, 1.0]) / 32  # one added; the first token is nobody's right neighbour
    assert torch.allclose(counts.unigram, unigram)
    trust = 15 / (15 + counts.s)
    assert counts.pair[0, 1] == pytest.approx(trust + (1 - trust) * float(unigram[1]))
    assert torch.allclose(counts.pair[2], unigram)  # never seen: no opinion of its own


def test_probabilities_sum_to_one():
    counts = count(chain(2000), 21)
    assert counts.unigram.sum() == pytest.approx(1, abs=1e-5)
    assert torch.allclose(counts.pair.sum(1), torch.ones(21), atol=1e-5)


def test_neighbours_count_only_where_the_mask_shows_them():
    rank = order_to_rank(torch.tensor([[2, 0, 3, 1]]))  # ranks: position 0 -> 1, 1 -> 3, 2 -> 0, 3 -> 2
    left, right = visible_neighbours(query_mask(rank), torch.tensor([[0, 1, 2, 3]]))
    assert left.tolist() == [[False, True, False, True]]
    assert right.tolist() == [[False, True, False, False]]


def test_neighbour_bigram_is_bayes_rule_and_falls_back_as_neighbours_vanish():
    counts = count(chain(5000), 21)
    ids = chain(5, seed=1)[None]
    position = torch.tensor([[2]])
    shown = torch.zeros(1, 5, 5, dtype=torch.bool)
    left, x, right = ids[0, 1], ids[0, 2], ids[0, 3]

    joint = counts.pair[left] * counts.pair[:, right]
    both = losses(counts, ids, shown, position)["neighbour bigram"]
    assert float(both) == pytest.approx(-math.log(joint[x] / joint.sum()), rel=1e-5)

    hide_right = shown.clone()
    hide_right[..., 3] = True
    only_left = losses(counts, ids, hide_right, position)
    assert float(only_left["neighbour bigram"]) == pytest.approx(float(only_left["left bigram"]), rel=1e-5)

    nothing = losses(counts, ids, torch.ones_like(shown), position)
    assert float(nothing["neighbour bigram"]) == pytest.approx(float(nothing["unigram"]), rel=1e-5)
    assert float(nothing["left bigram"]) == pytest.approx(float(only_left["left bigram"]), rel=1e-5)


def test_better_informed_baselines_are_better_on_a_chain():
    counts = count(chain(20000), 21)
    ids = chain(640, seed=2).view(20, 32)
    batches = [permute(ids, Letters(), 8, generator=torch.Generator().manual_seed(0))]
    found = baseline_losses(counts, batches)
    assert found["unigram"] == pytest.approx(math.log(12), abs=0.05)
    assert found["left bigram"] < 1.0  # ln 2 = 0.69, more at the edge of a row
    assert found["neighbour bigram"] < found["unigram"]


def test_too_little_text_is_refused():
    with pytest.raises(ValueError, match="at least 20 tokens"):
        count(torch.arange(10), 12)
