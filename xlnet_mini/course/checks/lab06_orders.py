"""Lab 06's ranks in blocks, drawn rightly, and the ways in which people get them wrong.

Each takes (length, perm_size, reuse_len) and gives ranks [*batch, length], as `block_ranks` does.
"""

import torch
from torch import Tensor

from .lab01_shuffles import seeded


def parts_of(length: int, reuse_len: int) -> list[tuple[int, int]]:
    """Where each part begins and how long it is; parts of no length are left out."""
    return [(s, n) for s, n in ((0, reuse_len), (reuse_len, length - reuse_len)) if n]


def blocks_of(start: int, n: int, perm_size: int) -> list[tuple[int, int]]:
    """Where each block of a part begins and ends."""
    return [(b, min(b + perm_size, start + n)) for b in range(start, start + n, perm_size)]


def ranks_from(keys: list[Tensor], length: int, perm_size: int, reuse_len: int) -> Tensor:
    """Ranks made from a random number for each place of a block; one set of numbers for each part."""
    out = torch.empty(*keys[0].shape[:-1], length, dtype=torch.int64)
    for (start, n), key in zip(parts_of(length, reuse_len), keys, strict=False):
        for a, b in blocks_of(start, n, perm_size):
            out[..., a:b] = a + key[..., : b - a].argsort(-1).argsort(-1)
    return out


def _keys(perm_size: int, batch: tuple[int, ...], generator: torch.Generator | None) -> list[Tensor]:
    return [torch.rand(*batch, perm_size, generator=generator, dtype=torch.float64) for _ in range(2)]


def by_blocks(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    """Right."""
    return ranks_from(_keys(perm_size, batch, generator), length, perm_size, reuse_len)


def no_blocks(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    return by_blocks(length, length, reuse_len, batch=batch, generator=generator)


def reuse_ignored(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    return by_blocks(length, perm_size, 0, batch=batch, generator=generator)


def blocks_from_zero(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    rank = by_blocks(length, perm_size, reuse_len, batch=batch, generator=generator)
    for start, n in parts_of(length, reuse_len):
        for a, b in blocks_of(start, n, perm_size):
            rank[..., a:b] -= a
    return rank


def parts_from_zero(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    rank = by_blocks(length, perm_size, reuse_len, batch=batch, generator=generator)
    rank[..., reuse_len:] -= reuse_len
    return rank


def left_to_right(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    return torch.arange(length).expand(*batch, length).clone()


def right_to_left_blocks(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    rank = by_blocks(length, perm_size, reuse_len, batch=batch, generator=generator)
    for start, n in parts_of(length, reuse_len):
        for a, b in blocks_of(start, n, perm_size):
            rank[..., a:b] += start + (start + n - b) - a
    return rank


def blocks_are_shuffled(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    """The blocks in a random order, and inside each from left to right."""
    rank = left_to_right(length, perm_size, reuse_len, batch=batch)
    for start, n in parts_of(length, reuse_len):
        blocks = blocks_of(start, n, perm_size)
        order, at = torch.randperm(len(blocks), generator=generator).tolist(), start
        for o in order:
            a, b = blocks[o]
            rank[..., a:b] = torch.arange(at, at + b - a)
            at += b - a
    return rank


def new_order_each_block(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    rank = left_to_right(length, perm_size, reuse_len, batch=batch)
    for start, n in parts_of(length, reuse_len):
        for a, b in blocks_of(start, n, perm_size):
            keys = torch.rand(*batch, b - a, generator=generator)
            rank[..., a:b] = a + keys.argsort(-1).argsort(-1)
    return rank


def same_for_both_parts(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    key = _keys(perm_size, batch, generator)[0]
    return ranks_from([key, key], length, perm_size, reuse_len)


def one_for_all_rows(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    return by_blocks(length, perm_size, reuse_len, generator=generator).expand(*batch, length).clone()


def ignores_generator(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    return by_blocks(length, perm_size, reuse_len, batch=batch)


def restarts(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    seed = generator.initial_seed() if generator else 0
    return by_blocks(length, perm_size, reuse_len, batch=batch, generator=seeded(seed))


def last_block_drawn_anew(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    rank = by_blocks(length, perm_size, reuse_len, batch=batch, generator=generator)
    for start, n in parts_of(length, reuse_len):
        a, b = blocks_of(start, n, perm_size)[-1]
        if b - a < perm_size < n:
            rank[..., a:b] = a + torch.rand(*batch, b - a, generator=generator).argsort(-1).argsort(-1)
    return rank


def last_block_in_order(length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
    rank = by_blocks(length, perm_size, reuse_len, batch=batch, generator=generator)
    for start, n in parts_of(length, reuse_len):
        a, b = blocks_of(start, n, perm_size)[-1]
        if b - a < perm_size < n:
            rank[..., a:b] = torch.arange(a, b)
    return rank
