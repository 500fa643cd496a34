"""Lab 06's memory written from its definition, and the ways in which people get it wrong.

A memory takes the old rows [..., M, D] or None, the new ones [..., T, D], `mem_len` and `reuse_len`, and gives
the last `mem_len` rows of what was seen: the old ones, then the first `reuse_len` new ones (all if 0 or None).
"""

from collections.abc import Callable

import torch
from torch import Tensor

Old = Tensor | None
Reuse = int | None


def by_rows(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """The definition, row by row."""
    seen = [] if old is None else [old[..., m, :] for m in range(old.shape[-2])]
    for t in range(new.shape[-2]):
        if not reuse_len or t < reuse_len:
            seen.append(new[..., t, :])
    while len(seen) > mem_len:
        seen.pop(0)
    return torch.stack(seen, dim=-2).detach() if seen else new[..., :0, :].detach()


def everything(old: Old, new: Tensor, reuse_len: Reuse) -> Tensor:
    """All rows seen so far, the old ones first."""
    rows = new[..., :reuse_len, :] if reuse_len else new
    return rows if old is None else torch.cat([old, rows], dim=-2)


def last(rows: Tensor, n: int) -> Tensor:
    return rows[..., max(rows.shape[-2] - n, 0) :, :]


def by_cat(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return last(everything(old, new, reuse_len), mem_len).detach()


def not_detached(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return last(everything(old, new, reuse_len), mem_len)


def from_no_grad_copy(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """Right in another way: copies under no_grad."""
    with torch.no_grad():
        return last(everything(old, new, reuse_len), mem_len).clone()


def by_numbers(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """Right in another way: says which rows to keep by their numbers."""
    rows = everything(old, new, reuse_len).detach()
    keep = torch.arange(rows.shape[-2])[max(rows.shape[-2] - mem_len, 0) :]
    return rows.index_select(-2, keep)


def drops_the_newest(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """One row late: the window ends before the newest row."""
    return last(everything(old, new, reuse_len)[..., :-1, :], mem_len).detach()


def newest_left_out(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """The right window, without its last row."""
    return by_cat(old, new, mem_len, reuse_len)[..., :-1, :]


def one_too_many(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return last(everything(old, new, reuse_len), mem_len + 1).detach()


def one_too_many_if_joined(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """The same where old and new are joined only if the segment alone does not fill the memory."""
    rows = everything(None, new, reuse_len)
    rows = everything(old, new, reuse_len) if rows.shape[-2] < mem_len else rows
    return last(rows, mem_len + 1).detach()


def one_too_few(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return last(everything(old, new, reuse_len), max(mem_len - 1, 0)).detach()


def skips_the_oldest_new(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    rows = new[..., :reuse_len, :] if reuse_len else new
    return last(everything(old, rows[..., 1:, :], None), mem_len).detach()


def keeps_the_oldest(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return everything(old, new, reuse_len)[..., :mem_len, :].detach()


def ignores_the_old(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return last(everything(None, new, reuse_len), mem_len).detach()


def ignores_the_new(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(None, new, mem_len, reuse_len) if old is None else last(old, mem_len).detach()


def new_before_old(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    rows = new[..., :reuse_len, :] if reuse_len else new
    return last(rows if old is None else torch.cat([rows, old], dim=-2), mem_len).detach()


def newest_first(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(old, new, mem_len, reuse_len).flip(-2)


def zero_keeps_all(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return everything(old, new, reuse_len)[..., -mem_len:, :].detach()


def keeps_all(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return everything(old, new, reuse_len).detach()


def only_the_old_is_cut(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return everything(None if old is None else last(old, mem_len), new, reuse_len).detach()


def first_is_not_cut(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    rows = everything(old, new, reuse_len)
    return (rows if old is None else last(rows, mem_len)).detach()


def reuse_ignored(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(old, new, mem_len)


def last_reuse_rows(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(old, last(new, reuse_len) if reuse_len else new, mem_len)


def rest_of_segment(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(old, new[..., reuse_len or 0 :, :], mem_len)


def reuse_cuts_all(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    rows = everything(old, new, None)
    return last(rows[..., :reuse_len, :] if reuse_len else rows, mem_len).detach()


def cut_before_reuse(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(old, last(new, mem_len), mem_len, reuse_len)


def reuse_cuts_memory(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    rows = by_cat(old, new, mem_len)
    return rows[..., :reuse_len, :] if reuse_len else rows


def reuse_zero_keeps_nothing(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(old, new if reuse_len is None else new[..., :reuse_len, :], mem_len)


def filled_with_zeros(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    rows = by_cat(old, new, mem_len, reuse_len)
    missing = max(mem_len - rows.shape[-2], 0)
    return torch.nn.functional.pad(rows, (0, 0, missing, 0))


def none_for_nothing(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor | None:
    return by_cat(old, new, mem_len, reuse_len) if mem_len else None


def rows_of_the_neighbour(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """In a batch, every row gets the memory of the row above it."""
    return _roll(by_cat(old, new, mem_len, reuse_len))


def old_of_the_neighbour(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(None if old is None else _roll(old), new, mem_len, reuse_len)


def _roll(rows: Tensor) -> Tensor:
    return rows.roll(1, 0) if rows.dim() > 2 else rows


def mean_over_batch(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    rows = by_cat(old, new, mem_len, reuse_len)
    return rows.mean(0, keepdim=True).expand(rows.shape) if rows.dim() > 2 else rows


def half_precision(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    return by_cat(old, new, mem_len, reuse_len).to(torch.bfloat16).to(new.dtype)


def writes_into_the_old(old: Old, new: Tensor, mem_len: int, reuse_len: Reuse = None) -> Tensor:
    """Right, but the old memory is overwritten with what is kept, as far as it is long enough."""
    kept = by_cat(old, new, mem_len, reuse_len).clone()
    if old is not None and old.shape[-2] and kept.shape[-2]:
        n = min(old.shape[-2], kept.shape[-2])
        with torch.no_grad():
            old[..., :n, :] = kept[..., :n, :]
    return kept


Memory = Callable[..., Tensor]
