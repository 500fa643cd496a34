"""Masks, target rows and the loss of partial prediction, against the rules written as loops."""

import itertools
import math

import pytest
import torch

from xlnet_mini.partial_prediction import plm_loss, plm_mask, target_mapping


def hidden_by_rules(rank, kind, i, j):
    """The table of who sees whom; kinds are c(ontext), t(arget), f(unctional)."""
    if kind[j] == "c":
        return False
    if kind[i] == "c":
        return True
    return rank[j] > rank[i] or (rank[j] == rank[i] and kind[i] == "t")


def test_plm_mask_follows_the_table_for_all_ranks_and_kinds_of_three():
    for rank in itertools.permutations(range(3)):
        for kind in itertools.product("ctf", repeat=3):
            is_target = torch.tensor([k == "t" for k in kind])
            is_functional = torch.tensor([k == "f" for k in kind])
            got = plm_mask(torch.tensor(rank), is_target, is_functional)
            expected = [[hidden_by_rules(rank, kind, i, j) for j in range(3)] for i in range(3)]
            assert got.tolist() == expected, (rank, kind)


def test_plm_mask_of_a_chosen_functional_token_is_functional():
    """A separator picked as a target keeps its rank and sees itself."""
    rank, yes, no = torch.tensor([1, 0]), torch.tensor([True, True]), torch.tensor([True, False])
    assert torch.equal(plm_mask(rank, yes, no), plm_mask(rank, torch.tensor([False, True]), no))


def test_plm_mask_takes_leading_axes():
    g = torch.Generator().manual_seed(0)
    rank = torch.rand(2, 3, 5, generator=g).argsort(-1)
    is_target, is_functional = (torch.rand(2, 3, 5, generator=g) < 0.4 for _ in range(2))
    got = plm_mask(rank, is_target, is_functional)
    assert got.dtype == torch.bool and got.shape == (2, 3, 5, 5)
    assert torch.equal(got[1, 2], plm_mask(rank[1, 2], is_target[1, 2], is_functional[1, 2]))


@pytest.mark.reference("partial_prediction.plm_mask", "partial_prediction.plm_loss")
def test_masks_and_loss_run_on_meta():
    rank, labels = (
        torch.arange(3, device="meta").expand(2, 3),
        torch.zeros(2, 3, dtype=torch.long, device="meta"),
    )
    yes = torch.ones(2, 3, dtype=torch.bool, device="meta")
    assert plm_mask(rank, yes, yes).is_meta
    assert plm_loss(torch.randn(2, 3, 5, device="meta"), labels, yes).shape == ()


def test_target_mapping_is_one_hot_and_unused_slots_are_zero():
    got = target_mapping(torch.tensor([[2, 0], [-1, 1]]), 3)
    assert got.tolist() == [[[0, 0, 1], [1, 0, 0]], [[0, 0, 0], [0, 1, 0]]]
    assert got.dtype == torch.float32


def test_loss_is_the_mean_over_used_slots_and_is_not_shifted():
    logits = torch.tensor([[[2.0, 0.0, 0.0], [0.0, 1.0, 0.0]]], dtype=torch.float64, requires_grad=True)
    labels = torch.tensor([[0, -7]])
    is_slot = torch.tensor([[True, False]])
    expected = -2 + math.log(math.exp(2) + 2)
    assert plm_loss(logits, labels, is_slot).item() == pytest.approx(expected)
    both = (expected + math.log(math.exp(1) + 2)) / 2
    assert plm_loss(
        logits, torch.tensor([[0, 2]]), torch.ones(1, 2, dtype=torch.bool)
    ).item() == pytest.approx(both)
    assert torch.autograd.gradcheck(lambda x: plm_loss(x, labels, is_slot), (logits,))


def test_loss_without_targets_is_zero():
    logits = torch.randn(1, 2, 3, requires_grad=True)
    loss = plm_loss(logits, torch.tensor([[0, 1]]), torch.zeros(1, 2, dtype=torch.bool))
    loss.backward()
    assert loss.item() == 0 and (logits.grad == 0).all()


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_loss_keeps_the_dtype(dtype):
    logits, labels = torch.randn(2, 3, 5).to(dtype), torch.zeros(2, 3, dtype=torch.long)
    is_slot = torch.ones(2, 3, dtype=torch.bool)
    assert plm_loss(logits, labels, is_slot).dtype == dtype
