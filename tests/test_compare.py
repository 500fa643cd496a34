"""Comparison is exact about type, shape and dtype, forgiving about rounding, and cannot be talked into anything."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from xlnet_mini.course import compare

MASK = torch.tensor([[True, False], [False, True]])


class Claims(Tensor):
    """A tensor that says that it has whatever shape and entries are wanted."""

    shape = torch.Size([2, 2])
    dtype = torch.bool

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return True


class EqualsAll:
    """Nothing but agreement."""

    shape, dtype, device, layout = (2, 2), torch.bool, torch.device("cpu"), torch.strided

    def __eq__(self, other):
        return True

    def __array__(self, *_, **__):
        return MASK.numpy()

    __hash__ = None


class Pretends(EqualsAll):
    __class__ = Tensor


@pytest.mark.parametrize(
    "got",
    [
        MASK.float(),
        MASK.int(),
        MASK[None],
        MASK[:1],  # would broadcast
        MASK.tolist(),
        MASK.numpy(),
        ~MASK,
        MASK.to_sparse(),
        MASK.to("meta"),
        None,
        "MASK",
        EqualsAll(),
        Pretends(),
        torch.zeros(2, 2, dtype=torch.bool).as_subclass(Claims),
        Tensor,
    ],
    ids=lambda g: compare.kind(g),
)
def test_what_is_not_the_same_is_not(got):
    assert not compare.same(got, MASK)


def test_the_same_in_another_memory_layout_is_the_same():
    wide = torch.zeros(2, 4, dtype=torch.bool)
    wide[:, ::2] = MASK
    assert compare.same(wide[:, ::2], MASK)
    assert compare.same(MASK.T, MASK)
    assert compare.same(torch.nn.Parameter(torch.ones(2)), torch.ones(2))


def test_methods_set_on_a_tensor_are_not_asked():
    liar = ~MASK
    liar.detach = lambda: MASK
    liar.__eq__ = lambda other: True
    assert not compare.same(liar, MASK)
    assert torch.equal(compare.bare(liar), ~MASK)


def test_floats_agree_up_to_rounding_in_their_own_dtype():
    want = torch.tensor([1.0, 2.0], dtype=torch.float64)
    assert compare.same(want + 1e-12, want)
    assert not compare.same(want + 1e-7, want)
    assert compare.same(want.float() + 1e-6, want.float())
    assert not compare.same(want.float(), want)
    assert not compare.same(want.float() + 1e-4, want.float())


def test_nan_and_infinity_only_in_the_same_place():
    want = torch.tensor([math.nan, 1.0, math.inf])
    assert compare.same(want.clone(), want)
    assert not compare.same(torch.tensor([1.0, math.nan, math.inf]), want)
    assert not compare.same(torch.full((3,), math.nan), want)
    assert not compare.same(torch.tensor([math.nan, 1.0, -math.inf]), want)
    assert not compare.same(math.nan, 1.0)


def test_numbers():
    assert compare.same(0, 0.0) and compare.same(np.float64(0.5), 0.5) and compare.same(np.int64(3), 3)
    for got in (3.0, True, torch.tensor(3), "3", np.array(3), 3 + 0j):
        assert not compare.same(got, 3)
    for got in (True, torch.tensor(1.0), np.array([1.0]), "1.0"):
        assert not compare.same(got, 1.0)

    class Yes(int):
        def __eq__(self, other):
            return True

        __hash__ = int.__hash__

    assert not compare.same(Yes(7), 3)


def test_nested_values():
    assert compare.same({"a": [1, 2.0]}, {"a": [1, 2.0]})
    assert not compare.same({"a": [1]}, {"b": [1]})
    assert not compare.same((1, 2), [1, 2])
    assert compare.same([torch.ones(2)], [torch.ones(2)])


@pytest.mark.parametrize(
    "value, words",
    [
        (None, "None"),
        (int, "the class int"),
        (len, "a function"),
        (lambda: 0, "a function"),
        (torch.ones(1), "a torch tensor"),
        (np.ones(1), "a numpy array"),
        ([1], "a list"),
        ("x", "a string"),
        (3, "an int"),
        (EqualsAll(), "an EqualsAll"),
        (Pretends(), "a Pretends"),
        (torch.ones(1).as_subclass(Claims), "a Claims"),
    ],
)
def test_kinds_in_words(value, words):
    assert compare.kind(value) == words


def test_values_are_shown_shortly():
    assert compare.short(torch.arange(3)) == "[0, 1, 2]"
    assert compare.short(torch.zeros(50, 50)) == "<float32 of shape (50, 50)>"
    assert compare.short(torch.zeros(2, device="meta")) == "<float32 of shape (2,)>"
    assert compare.short(np.array([0.1, 1 / 3])) == "[0.1, 0.333333]"
    assert compare.short(torch.Generator().manual_seed(3)) == "torch.Generator().manual_seed(3)"
    assert compare.short((1,)) == "(1,)"
    assert len(compare.short("x" * 10_000)) < 250

    class CannotBeShown:
        def __repr__(self):
            raise RuntimeError

    assert compare.short(CannotBeShown()) == "a CannotBeShown"


def test_the_first_difference():
    got, want = torch.zeros(3, 3), torch.zeros(3, 3)
    got[1, 2] = 5
    assert compare.first_difference(got, want) == "at [1, 2]: expected 0, got 5"


def test_copies_are_independent_and_keep_what_matters():
    x = torch.arange(6.0).reshape(2, 3).T.requires_grad_()
    twin = compare.copy_of(x)
    assert twin.stride() == x.stride() and twin.requires_grad and twin.data_ptr() != x.data_ptr()
    generator = torch.Generator().manual_seed(5)
    twin = compare.copy_of(generator)
    torch.rand(3, generator=twin)
    assert torch.equal(
        torch.rand(2, generator=generator), torch.rand(2, generator=torch.Generator().manual_seed(5))
    )
    nested = [torch.ones(2)]
    compare.copy_of(nested)[0].zero_()
    assert torch.equal(nested[0], torch.ones(2))


def test_strided_changes_the_layout_only():
    x = torch.arange(12).reshape(3, 4)
    other = compare.strided(x)
    assert torch.equal(other, x) and not other.is_contiguous()
    assert compare.strided(3) == 3


def test_sets_are_shown_in_one_order_however_they_were_made():
    one, other = set(), {(2, frozenset({8, 0})), (0, frozenset())}
    for member in [*((n, frozenset()) for n in range(50)), *other]:
        one.add(member)
    one &= other
    assert compare.short(one) == compare.short(other) == "{(0, frozenset()), (2, frozenset({0, 8}))}"
