"""Who may see whom in partial prediction, as a rule about pairs: the right one, and masks that are wrong as a whole."""

from collections.abc import Callable
from itertools import product

import torch
from torch import Tensor

CONTEXT, TARGET, FUNCTIONAL = range(3)


def kinds(is_target: Tensor, is_functional: Tensor) -> Tensor:
    """0 context, 1 target, 2 functional; a chosen functional token is functional."""
    return torch.where(is_functional, FUNCTIONAL, torch.where(is_target, TARGET, CONTEXT))


def may_see(kind: list[int], rank: list[int], i: int, j: int) -> bool:
    """The table of who sees whom, in words: i asks, j answers."""
    if kind[j] == CONTEXT:
        return True
    if kind[i] == CONTEXT:
        return False
    return rank[j] < rank[i] or (i == j and kind[i] == FUNCTIONAL)


def by_rule(
    rule: Callable[[list[int], list[int], int, int], bool],
) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    """A mask function from a rule about pairs: rule(kinds, ranks, i, j) says whether i may see j."""

    def mask(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
        kind = kinds(is_target, is_functional)
        T = rank.shape[-1]
        hidden = torch.ones(*rank.shape, T, dtype=torch.bool)
        for lead in product(*map(range, rank.shape[:-1])):
            k, r = kind[lead].tolist(), rank[lead].tolist()
            for i, j in product(range(T), repeat=2):
                hidden[(*lead, i, j)] = not rule(k, r, i, j)
        return hidden

    return mask


right = by_rule(may_see)


def transposed(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    return right(rank, is_target, is_functional).transpose(-1, -2).contiguous()


def front_of_the_order(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    """As many targets as were chosen, but those whose turn comes first."""
    count = (is_target & ~is_functional).sum(-1, keepdim=True)
    place = rank.masked_fill(is_functional, rank.shape[-1]).argsort(-1).argsort(-1)
    return right(rank, place < count, is_functional)


def front_by_rank(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    """As many of the first ranks as were chosen; a separator among them takes the place of a target."""
    return right(rank, rank < is_target.sum(-1, keepdim=True), is_functional)


def tail_of_the_order(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    count = (is_target & ~is_functional).sum(-1, keepdim=True)
    place = rank.masked_fill(is_functional, -1).argsort(-1).argsort(-1)
    return right(rank, place >= rank.shape[-1] - count, is_functional)


def inverted(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    return right(rank.argsort(-1), is_target, is_functional)


def chosen_separator(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    return right(rank, is_target, is_functional & ~is_target)


def additive(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    return torch.zeros(()).masked_fill(right(rank, is_target, is_functional), float("-inf"))


def opposite(rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
    return ~right(rank, is_target, is_functional)
