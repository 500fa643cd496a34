"""Memory from one segment to the next (lab 06).

A long text is cut into segments. What the layers saw in one segment is kept, without gradient, as extra keys
and values for the next. For that, row b of a batch must go on in row b of the next batch.
Source: Transformer-XL (arXiv 1901.02860), section 3.2; XLNet (arXiv 1906.08237), section 2.4.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from xlnet_mini.permutation import order_to_rank, sample_order


def to_streams(tokens: Int[Tensor, " n"], batch: int) -> Int[Tensor, "{batch} L"]:
    """Cut one long text into `batch` streams of equal length, each a contiguous stretch of it.

    L = n // batch; the tokens left over at the end are dropped. Segment s of the batch is columns
    s·T ... s·T + T - 1, so every row continues from one segment to the next.
    """
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(batch, length)


def update_memory(
    old: Float[Tensor, "*batch M D"] | None,
    new: Float[Tensor, "*batch T D"],
    mem_len: int,
    reuse_len: int | None = None,
) -> Float[Tensor, "*batch M2 D"]:
    """Put the first `reuse_len` rows of a segment behind the old memory; keep the last `mem_len` of all.

    `reuse_len` None or 0 takes the whole segment. Memory has no gradient. With `mem_len` 0 the result has no rows.
    """
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is not None and rows.shape[-2] < mem_len:  # else the segment alone fills the memory
        rows = torch.cat([old, rows], dim=-2)
    first = max(rows.shape[-2] - mem_len, 0)  # not rows[-mem_len:], which keeps everything for 0
    return rows[..., first:, :].detach()


def block_ranks(
    length: int,
    perm_size: int,
    reuse_len: int = 0,
    *,
    batch: tuple[int, ...] = (),
    generator: torch.Generator | None = None,
) -> Int[Tensor, "*batch {length}"]:
    """Ranks that are random inside blocks of `perm_size` positions, while the blocks run from left to right.

    The first `reuse_len` positions, whose states go into memory, and the rest are two parts with an order
    each; every rank of the first is below every rank of the second. All blocks of a part use the same order;
    a last, shorter block uses it with the missing positions left out.
    """
    parts, start = [], 0
    for part_length in (reuse_len, length - reuse_len):
        order = sample_order(perm_size, batch=batch, generator=generator)
        for block_start in range(0, part_length, perm_size):
            n = min(perm_size, part_length - block_start)
            # A stable sort of "is it missing?" brings the positions that exist to the front, in their order.
            kept = order.gather(-1, (order >= n).long().argsort(dim=-1, stable=True))[..., :n]
            parts.append(start + block_start + order_to_rank(kept))
        start += part_length
    return torch.cat(parts, dim=-1)


def separate_parts(hidden: Bool[Tensor, "*batch T T"], reuse_len: int) -> Bool[Tensor, "*batch T T"]:
    """Make the first `reuse_len` positions blind to the rest, and wholly visible to it.

    Their states may then be kept as memory and the rest be read again as the next segment: nothing of it is
    in the memory. With `reuse_len` 0 the mask stays as it is.
    """
    hidden = hidden.clone()
    hidden[..., :reuse_len, reuse_len:] = True
    hidden[..., reuse_len:, :reuse_len] = False
    return hidden


def reset_memory(
    mems: Sequence[Float[Tensor, "B M D"]] | None, rows: Bool[Tensor, " B"]
) -> list[Float[Tensor, "B M D"]] | None:
    """Forget: zeros in the memory of the batch rows whose document has ended; other rows stay.

    Rows of zeros are still looked at, as at the start of the original pretraining; they say nothing, but they
    take part in the softmax.
    """
    if mems is None:
        return None
    return [mem.masked_fill(rows[:, None, None], 0) for mem in mems]
