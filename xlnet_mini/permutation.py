"""Factorization orders, ranks, and who may look at whom (lab 01).

An order z says which position is guessed first, second, ...; its inverse, the rank, says for each position
when it is guessed. Tokens are never moved: the order only decides the masks.
Source: XLNet (arXiv 1906.08237), section 2.2, equation (3), and section 2.3.
"""

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def sample_order(
    length: int, *, batch: tuple[int, ...] = (), generator: torch.Generator | None = None
) -> Int[Tensor, "*batch T"]:
    """Draw factorization orders, each of the T! orders with the same probability.

    `order[..., t]` is the position that is guessed at step t (T = `length`, int64). `batch` gives leading
    dimensions of independent draws; `generator` makes the draw repeatable and leaves torch's global state alone.
    """
    keys = torch.rand(*batch, length, generator=generator, dtype=torch.float64)
    return keys.argsort(dim=-1)


def order_to_rank(order: Int[Tensor, "*batch T"]) -> Int[Tensor, "*batch T"]:
    """Turn "who is guessed at step t" into "at which step is position i guessed": `rank[order[t]] = t`."""
    steps = torch.arange(order.shape[-1], dtype=order.dtype, device=order.device).expand(order.shape)
    return torch.empty_like(order).scatter_(-1, order, steps)


def query_mask(rank: Int[Tensor, "*batch T"]) -> Bool[Tensor, "*batch T T"]:
    """Mask of the query stream, True = hidden: position i sees j only if j is guessed strictly earlier.

    Rows ask, columns answer. The first position in the order sees nothing at all.
    """
    return rank[..., None, :] >= rank[..., :, None]


def content_mask(rank: Int[Tensor, "*batch T"]) -> Bool[Tensor, "*batch T T"]:
    """Mask of the content stream, True = hidden: position i sees itself and whatever is guessed earlier."""
    return rank[..., None, :] > rank[..., :, None]
