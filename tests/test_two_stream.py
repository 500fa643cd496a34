"""Masked softmax, attention and the start of the query stream, against loops."""

import math

import pytest
import torch

from xlnet_mini.course import ledger
from xlnet_mini.two_stream import attend, masked_softmax, start_query_stream

DTYPES = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


def softmax_by_loops(scores, hidden):
    """The definition, one number at a time; an empty row gives zeros."""
    weights = torch.zeros_like(scores)
    for i, row in enumerate(scores.tolist()):
        visible = [j for j in range(len(row)) if not hidden[i, j]]
        largest = max((row[j] for j in visible), default=0.0)
        total = sum(math.exp(row[j] - largest) for j in visible)
        for j in visible:
            weights[i, j] = math.exp(row[j] - largest) / total
    return weights


@pytest.fixture
def table():
    g = torch.Generator().manual_seed(0)
    scores = torch.randn(2, 3, 5, 7, generator=g, dtype=torch.float64) * 3
    hidden = torch.rand(2, 1, 5, 7, generator=g) < 0.5
    hidden[0, 0, 2] = True
    return scores, hidden


def test_equals_the_loops_and_broadcasts_over_heads(table):
    scores, hidden = table
    got = masked_softmax(scores, hidden)
    for b in range(2):
        for n in range(3):
            assert torch.allclose(got[b, n], softmax_by_loops(scores[b, n], hidden[b, 0]), atol=1e-15)
    assert (got[hidden.expand_as(got)] == 0).all()


@pytest.mark.reference("two_stream.masked_softmax")
@pytest.mark.parametrize("dtype", DTYPES)
def test_keeps_the_dtype_and_stays_finite(table, dtype):
    scores, hidden = table
    scores = (scores * 1000).to(dtype).requires_grad_()
    got = masked_softmax(scores, hidden)
    got.float().square().sum().backward()
    assert got.dtype == dtype
    assert got.isfinite().all() and scores.grad.isfinite().all()
    assert (got[0, :, 2] == 0).all() and (scores.grad[0, :, 2] == 0).all()
    assert (got[hidden.expand_as(got)] == 0).all()


def test_an_empty_row_depends_on_no_score_and_no_value(table):
    scores, hidden = table
    values = torch.randn(2, 3, 7, 4, dtype=torch.float64, requires_grad=True)
    out = attend(scores.requires_grad_(), hidden, values)
    assert (out[0, :, 2] == 0).all()
    out[0, :, 2].sum().backward()
    assert (scores.grad == 0).all() and (values.grad == 0).all()


def test_gradients_are_those_of_finite_differences(table):
    scores, hidden = table
    values = torch.randn(2, 3, 7, 2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda s, v: attend(s, hidden, v), (scores.requires_grad_(), values))


def test_leaves_inputs_alone(table):
    scores, hidden = table
    before = scores.clone(), hidden.clone()
    masked_softmax(scores, hidden)
    assert torch.equal(scores, before[0]) and torch.equal(hidden, before[1])
    if "two_stream.masked_softmax" not in ledger.graduated():
        assert masked_softmax(scores.to("meta"), hidden.to("meta")).shape == scores.shape


def test_works_without_leading_axes_and_on_views(table):
    scores, hidden = table
    got = masked_softmax(scores[0, 0].T, hidden[0, 0].T)
    assert torch.allclose(got, softmax_by_loops(scores[0, 0].T, hidden[0, 0].T), atol=1e-15)


def test_attention_dropout_drops_weights_and_keeps_the_mean():
    scores, hidden = torch.zeros(1, 4000), torch.zeros(1, 4000, dtype=torch.bool)
    values = torch.ones(4000, 1)
    torch.manual_seed(0)
    out = attend(scores, hidden, values, dropout=0.25)
    assert 0.9 < out.item() < 1.1 and out.item() != 1
    assert attend(scores, hidden, values).item() == pytest.approx(1, abs=1e-3)


def test_the_query_stream_starts_the_same_everywhere_and_takes_no_memory():
    mask_emb = torch.randn(6, requires_grad=True)
    g = start_query_stream(mask_emb, 3, 4)
    assert g.shape == (3, 4, 6)
    if "two_stream.start_query_stream" not in ledger.graduated():  # a right answer of a student's may copy
        assert g.stride()[:2] == (0, 0)
    assert (g == mask_emb).all()
    g.sum().backward()
    assert (mask_emb.grad == 12).all()
