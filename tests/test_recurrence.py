"""Streams, memory, ranks in blocks, forgetting; and memory against one long pass."""

import pytest
import torch
from model_cases import make_model, small_config

from xlnet_mini.permutation import query_mask
from xlnet_mini.recurrence import block_ranks, reset_memory, separate_parts, to_streams, update_memory


def test_streams_are_contiguous_and_drop_the_rest():
    assert to_streams(torch.arange(11), 3).tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert to_streams(torch.arange(2), 3).shape == (3, 0)


@pytest.mark.parametrize(
    ("mem_len", "reuse_len", "expected"),
    [
        (4, None, [13, 21, 22, 23]),
        (4, 1, [11, 12, 13, 21]),
        (9, 0, [11, 12, 13, 21, 22, 23]),
        (9, 2, [11, 12, 13, 21, 22]),
        (2, 0, [22, 23]),
        (1, 2, [22]),
        (0, 0, []),
    ],
)
def test_update_memory_keeps_the_last_rows(mem_len, reuse_len, expected):
    old, new = torch.tensor([[11.0], [12.0], [13.0]]), torch.tensor([[21.0], [22.0], [23.0]])
    assert update_memory(old, new, mem_len, reuse_len)[:, 0].tolist() == expected
    batched = update_memory(old.expand(2, 4, 3, 1), new.expand(2, 4, 3, 1), mem_len, reuse_len)
    assert batched.shape == (2, 4, len(expected), 1)


def test_memory_starts_from_nothing_and_has_no_gradient():
    new = torch.randn(2, 3, 4, requires_grad=True)
    memory = update_memory(None, new, 2)
    assert torch.equal(memory, new[:, 1:]) and not memory.requires_grad
    assert update_memory(torch.empty(2, 0, 4), new, 2).shape == (2, 2, 4)


@pytest.mark.reference("recurrence.update_memory")
def test_memory_runs_on_meta():
    new = torch.empty(2, 3, 4, device="meta")
    assert update_memory(new, new, 4).shape == (2, 4, 4)


def test_reset_forgets_the_rows_that_ended():
    mems = [torch.full((3, 2, 1), float("inf"))]
    ended = torch.tensor([False, True, False])
    (first,), (empty,) = reset_memory(mems, ended), reset_memory([torch.ones(3, 0, 1)], ended)
    assert first[1].tolist() == [[0], [0]] and first[0].isinf().all() and empty.shape == (3, 0, 1)
    assert mems[0].isinf().all()
    assert reset_memory(None, ended) is None


def test_block_ranks_run_from_left_to_right_and_share_the_order():
    g = torch.Generator().manual_seed(0)
    rank = block_ranks(24, 4, reuse_len=8, batch=(5,), generator=g)
    assert torch.equal(rank.sort(-1).values, torch.arange(24).expand(5, 24))
    inside = rank.view(5, 6, 4) - 4 * torch.arange(6)[:, None]
    assert ((inside >= 0) & (inside < 4)).all()
    assert (inside[:, :2] == inside[:, :1]).all() and (inside[:, 2:] == inside[:, 2:3]).all()
    assert not torch.equal(inside[:, 0], inside[:, 2])


@pytest.mark.parametrize(
    ("length", "perm_size", "reuse_len"), [(1, 1, 0), (7, 3, 0), (7, 9, 0), (10, 4, 5), (5, 2, 5)]
)
def test_block_ranks_of_any_length(length, perm_size, reuse_len):
    rank = block_ranks(length, perm_size, reuse_len, generator=torch.Generator().manual_seed(1))
    assert rank.sort().values.tolist() == list(range(length))
    assert (rank[:reuse_len] < reuse_len).all()


def test_parts_are_separated():
    hidden = torch.rand(2, 5, 5, generator=torch.Generator().manual_seed(0)) < 0.5
    got = separate_parts(hidden, 2)
    assert got[:, :2, 2:].all() and not got[:, 2:, :2].any()
    assert torch.equal(got[:, :2, :2], hidden[:, :2, :2]) and torch.equal(got[:, 2:, 2:], hidden[:, 2:, 2:])
    assert torch.equal(separate_parts(hidden, 0), hidden)


def run_in_segments(model, ids, size, **inputs):
    outputs, mems = [], None
    for start in range(0, ids.shape[1], size):
        part = ids[:, start : start + size]
        causal = query_mask(torch.arange(part.shape[1])).expand(len(ids), -1, -1)
        out = model(part, perm_mask=causal, mems=mems, **inputs)
        outputs.append(out.logits)
        mems = out.mems
    return torch.cat(outputs, dim=1)


@pytest.mark.parametrize("attn_type", ["bi", "uni"])
def test_with_causal_masks_and_enough_memory_segments_equal_one_pass(attn_type):
    model = make_model(small_config(mem_len=12, attn_type=attn_type))
    ids = torch.randint(23, (2, 12), generator=torch.Generator().manual_seed(0))
    whole = run_in_segments(model, ids, 12)
    assert torch.allclose(run_in_segments(model, ids, 3), whole, atol=1e-12)
    assert torch.allclose(run_in_segments(model, ids, 5), whole, atol=1e-12)


def test_with_too_short_memory_they_differ_from_the_third_segment_on():
    model = make_model(small_config(mem_len=3))
    ids = torch.randint(23, (2, 12), generator=torch.Generator().manual_seed(0))
    difference = (run_in_segments(model, ids, 3) - run_in_segments(model, ids, 12)).abs().amax(dim=(0, 2))
    assert (difference[:6] < 1e-12).all() and (difference[6:] > 1e-6).all()


def test_parameters_learn_from_memory_although_memory_has_no_gradient():
    model = make_model(small_config(mem_len=4))
    ids = torch.randint(23, (1, 4), generator=torch.Generator().manual_seed(0))
    mems = model(ids).mems
    key = model.transformer.layer[0].rel_attn.k

    def gradient(mems):
        model.zero_grad()
        model(ids, mems=mems, labels=ids).loss.backward()
        return key.grad.clone()

    assert not any(mem.requires_grad for mem in mems)
    assert not torch.allclose(gradient(mems), gradient(None))
