"""Distances, sinusoids and the three score terms, against loops and known properties."""

import math

import pytest
import torch

from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import (
    content_scores,
    position_scores,
    relative_distances,
    segment_scores,
    sinusoids,
)


@pytest.fixture
def tensors():
    g = torch.Generator().manual_seed(0)
    sizes = {"q": (2, 3, 5, 4), "k": (2, 3, 7, 4), "r": (3, 12, 4), "u": (3, 4), "s": (2, 3, 4)}
    return {name: torch.randn(*size, generator=g, dtype=torch.float64) for name, size in sizes.items()}


def test_distances_of_small_cases():
    assert relative_distances(3, 0, True).tolist() == [3, 2, 1, 0, -1, -2]
    assert relative_distances(3, 2, True).tolist() == [5, 4, 3, 2, 1, 0, -1, -2]
    assert relative_distances(3, 0, False).tolist() == [3, 2, 1, 0]
    assert relative_distances(1, 0, True).tolist() == [1, 0]


def test_sinusoids_are_sines_then_cosines():
    got = sinusoids(torch.tensor([0, 1, -3]), 4)
    expected = [[math.sin(p), math.sin(p / 100), math.cos(p), math.cos(p / 100)] for p in (0, 1, -3)]
    assert torch.allclose(got, torch.tensor(expected), atol=1e-6)
    assert got.dtype == torch.float32


def test_products_of_sinusoids_depend_on_the_difference_only():
    rows = sinusoids(torch.arange(40), 16).double()
    products = rows @ rows.T
    for shift in range(1, 40):
        diagonal = products.diagonal(shift)
        assert torch.allclose(diagonal, diagonal[:1].expand_as(diagonal), atol=1e-4)


def test_content_and_position_scores_equal_loops(tensors):
    q, k, r, u = (tensors[name] for name in "qkru")
    content, position = content_scores(q, k, u), position_scores(q, r, u)
    assert content.shape == (2, 3, 5, 7) and position.shape == (2, 3, 5, 12)
    for b in range(2):
        for n in range(3):
            for i in range(5):
                for j in range(7):
                    assert content[b, n, i, j].item() == pytest.approx(
                        sum(((q[b, n, i] + u[n]) * k[b, n, j]).tolist())
                    )
                for m in range(12):
                    assert position[b, n, i, m].item() == pytest.approx(
                        sum(((q[b, n, i] + u[n]) * r[n, m]).tolist())
                    )


def test_segment_scores_choose_by_sameness(tensors):
    q, u, s = tensors["q"], tensors["u"], tensors["s"]
    differs = torch.rand(2, 1, 5, 7, generator=torch.Generator().manual_seed(1)) < 0.5
    got = segment_scores(q, s, u, differs)
    for b in range(2):
        for n in range(3):
            for i in range(5):
                for j in range(7):
                    which = int(differs[b, 0, i, j])
                    assert got[b, n, i, j].item() == pytest.approx(
                        sum(((q[b, n, i] + u[n]) * s[which, n]).tolist())
                    )


@pytest.mark.reference
def test_meta_tensors_and_one_head_without_axes(tensors):
    q, k, r, u, s = (tensors[name] for name in "qkrus")
    assert sinusoids(torch.zeros(2, 5, dtype=torch.long, device="meta"), 4).shape == (2, 5, 4)
    assert position_scores(q.to("meta"), r.to("meta"), u.to("meta")).shape == (2, 3, 5, 12)
    q, k, r, u, s = q[0, 0], k[0, 0], r[0], u[0], s[:, 0]
    assert content_scores(q, k, u).shape == (5, 7)
    assert position_scores(q, r, u).shape == (5, 12)
    assert segment_scores(q, s, u, torch.zeros(5, 7, dtype=torch.bool)).shape == (5, 7)


def test_gradients_and_dtypes(tensors):
    q, k, r, u, s = (tensors[name].requires_grad_() for name in "qkrus")
    differs = torch.arange(35).view(1, 5, 7) % 3 == 0
    assert torch.autograd.gradcheck(content_scores, (q, k, u))
    assert torch.autograd.gradcheck(position_scores, (q, r, u))
    assert torch.autograd.gradcheck(lambda q, s, u: segment_scores(q, s, u, differs), (q, s, u))
    for dtype in (torch.float32, torch.bfloat16):
        q2, k2, r2, u2, s2 = (x.detach().to(dtype) for x in (q, k, r, u, s))
        results = content_scores(q2, k2, u2), position_scores(q2, r2, u2), segment_scores(q2, s2, u2, differs)
        assert {x.dtype for x in results} == {dtype}


def test_position_scores_do_not_change_when_everything_moves(tensors):
    """The same query at two places gives the same scores for the same distances."""
    q = tensors["q"][:, :, :1].expand(-1, -1, 5, -1)
    shifted = rel_shift(position_scores(q, tensors["r"], tensors["u"]), 7)  # T 5, M 2: distance 2 + i - j
    assert torch.equal(shifted[..., 0, 0], shifted[..., 3, 3])
    assert torch.equal(shifted[..., 1:, 1:], shifted[..., :-1, :-1])
