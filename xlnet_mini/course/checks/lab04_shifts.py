"""Lab 04's shift written from its definition, and the ways in which people get it wrong.

A shift takes x [..., T, R] and the number of keys S = klen, and gives [..., T, S]: out[i, j] = x[i, T - i + j].
With M = S - T rows of memory, cell (i, j) is about the distance M + i - j; column m of x about S - m.
"""

import torch
from torch import Tensor


def by_loops(x: Tensor, klen: int) -> Tensor:
    """The definition, cell by cell; 0 where x has no column for the distance."""
    T, R = x.shape[-2:]
    out = x.new_zeros(*x.shape[:-2], T, klen)
    for i in range(T):
        for j in range(klen):
            if T - i + j < R:
                out[..., i, j] = x[..., i, T - i + j]
    return out


def later_keys(T: int, klen: int, device: torch.device | None = None) -> Tensor:
    """True where the key comes after the query (j > M + i), [T, klen]."""
    return torch.ones(T, klen, dtype=torch.bool, device=device).triu(klen - T + 1)


def without_garbage(out: Tensor, x: Tensor, klen: int) -> Tensor:
    """What counts of a shift's result: with S + 1 columns the cells of later keys may hold anything."""
    *batch, T, R = x.shape
    if not isinstance(out, Tensor) or klen + 1 != R or tuple(out.shape) != (*batch, T, klen):
        return out
    return out.masked_fill(later_keys(T, klen, out.device), 0)


def reread(x: Tensor, klen: int, start: int, width: int) -> Tensor:
    """Read the numbers of each matrix again from number `start` on, `width` to a row, and keep `klen` columns."""
    flat = x.flatten(-2)
    T = x.shape[-2]
    return flat[..., start : start + T * width].reshape(*x.shape[:-2], T, width)[..., :klen]


def right(x: Tensor, klen: int) -> Tensor:
    """Without a loop: leave out the first T numbers, and read on with rows that are one shorter."""
    return reread(x, klen, x.shape[-2], x.shape[-1] - 1)


def by_columns(x: Tensor, klen: int, first: int, step: int = -1) -> Tensor:
    """out[i, j] = x[i, first + step·i + j], columns beyond either end wrapped round."""
    T, R = x.shape[-2:]
    i, j = torch.arange(T, device=x.device)[:, None], torch.arange(klen, device=x.device)
    return x.gather(-1, ((first + step * i + j) % R).expand(*x.shape[:-1], klen))


def clean_from(x: Tensor, klen: int, first: int, step: int = -1) -> Tensor:
    """out[i, j] = x[i, first + step·i + j], or 0 where there is no such column."""
    T, R = x.shape[-2:]
    column = first + step * torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return by_columns(x, klen, first, step).masked_fill((column < 0) | (column >= R), 0)


def drops_the_last_row(x: Tensor, klen: int) -> Tensor:
    return reread(x, klen, 0, x.shape[-1] - 1)


def pads_as_well(x: Tensor, klen: int) -> Tensor:
    return right(torch.cat([torch.zeros_like(x[..., :1]), x], -1), klen)


def keeps_the_last_columns(x: Tensor, klen: int) -> Tensor:
    return right(x, x.shape[-1] - 1)[..., -klen:]


def does_not_move(x: Tensor, klen: int) -> Tensor:
    return x[..., :klen]


def moves_all_rows_alike(x: Tensor, klen: int) -> Tensor:
    return by_columns(x, klen, x.shape[-2], 0)


def moves_the_other_way(x: Tensor, klen: int) -> Tensor:
    return by_columns(x, klen, 1, 1)


def too_few_columns(x: Tensor, klen: int) -> Tensor:
    """A left-to-right shift: S + 1 columns, however many there are."""
    return right(x[..., : klen + 1], klen)


def only_klen_columns(x: Tensor, klen: int) -> Tensor:
    """Transformer-XL's shift on the first S columns."""
    return pads_as_well(x[..., :klen], klen)


def zeroes_later_keys(x: Tensor, klen: int) -> Tensor:
    return by_loops(x, klen).masked_fill(later_keys(x.shape[-2], klen, x.device), 0)


def transposes(x: Tensor, klen: int) -> Tensor:
    T, R = x.shape[-2:]
    return x.transpose(-1, -2)[..., 1:, :].reshape(*x.shape[:-2], T, R - 1)[..., :klen]


def cuts_before_the_second_reread(x: Tensor, klen: int) -> Tensor:
    return reread(x, klen, x.shape[-2], klen)


def is_not_cut(x: Tensor, klen: int) -> Tensor:
    return right(x, x.shape[-1] - 1)


def repeats_the_last_column(x: Tensor, klen: int) -> Tensor:
    T, R = x.shape[-2:]
    i, j = torch.arange(T)[:, None], torch.arange(klen)
    return x.gather(-1, (T - i + j).clamp(max=R - 1).expand(*x.shape[:-1], klen))


def wraps_round(x: Tensor, klen: int) -> Tensor:
    return by_columns(x, klen, x.shape[-2])


def knows_no_memory(x: Tensor, klen: int) -> Tensor:
    """Takes the number of keys for the number of queries: the same only if M = 0."""
    return by_columns(x, klen, klen)


def counts_queries_by_columns(x: Tensor, klen: int) -> Tensor:
    """Takes R - S for T, which it is only if later keys may be seen."""
    return by_columns(x, klen, x.shape[-1] - klen)


def mixes_the_batch(x: Tensor, klen: int) -> Tensor:
    """Reads all matrices as one."""
    rows = x.flatten(0, -2)
    return right(rows, klen).reshape(*x.shape[:-1], klen)


def mixes_queries(x: Tensor, klen: int) -> Tensor:
    return by_loops(x.flip(-2), klen)


def forgets_the_last_row(x: Tensor, klen: int) -> Tensor:
    out = by_loops(x, klen)
    return torch.cat([out[..., :-1, :], x[..., -1:, :klen]], -2)


def forgets_the_last_key(x: Tensor, klen: int) -> Tensor:
    out = right(x, klen)
    return torch.cat([out[..., :-1], torch.zeros_like(out[..., :1])], -1)


def first_and_last_row_only(x: Tensor, klen: int) -> Tensor:
    """The queries between the first and the last get what the query before them would get."""
    out, late = right(x, klen), by_columns(x, klen, x.shape[-2] + 1)
    return torch.cat([out[..., :1, :], late[..., 1:-1, :], out[..., 1:, :][..., -1:, :]], -2)


def no_memory_with_few_columns(x: Tensor, klen: int) -> Tensor:
    """Right with S + T columns; with S + 1 it takes the number of keys for the number of queries."""
    T, R = x.shape[-2:]
    return right(x, klen) if klen + T == R else by_columns(x, klen, klen)


def first_table_for_all(x: Tensor, klen: int) -> Tensor:
    out = right(x, klen)
    return out.flatten(0, -3)[0].expand(out.shape) if out.dim() > 2 and out.numel() else out


def stack_of_rows(x: Tensor, klen: int) -> Tensor:
    """Right in another way: one slice for each query, garbage filled with a number that is no score."""
    T = x.shape[-2]
    wide = torch.cat([x, torch.full_like(x, -77)], -1)
    return torch.stack([wide[..., i, T - i : T - i + klen] for i in range(T)], -2)
