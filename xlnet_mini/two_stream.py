"""Attention that can be told where not to look, and the stream that does not know its own word (lab 02).

Both streams of XLNet use the same attention and the same weights; they differ in their masks and in where they
start. The content stream h starts from the words. The query stream g starts from one learned vector, the same
for every target, because a query that knew its word could copy it.
Source: XLNet (arXiv 1906.08237), section 2.3 and figure 1.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn import functional as F


def masked_softmax(
    scores: Float[Tensor, "*batch Q S"], hidden: Bool[Tensor, "*#batch Q S"]
) -> Float[Tensor, "*batch Q S"]:
    """Softmax over the last axis that gives hidden keys exactly nothing.

    `hidden` is True where the query must not look, and broadcasts over the leading axes (over heads, say).
    A row with every key hidden gives zeros: no NaN, no dependence on any key, and a gradient of zero. (Softmax
    alone would give NaN there with -inf, and the mean of all the hidden keys with a large negative number.)
    Dtype and device are those of `scores`, float16 and bfloat16 included.
    """
    empty = hidden.all(dim=-1, keepdim=True)
    # Added rather than filled in: adding has no work to do in the backward pass. Empty rows are left as they are
    # here, as -inf everywhere would make them NaN, and become zeros in the end.
    blocked = torch.zeros_like(hidden, dtype=scores.dtype).masked_fill(hidden & ~empty, float("-inf"))
    weights = torch.softmax(scores + blocked, dim=-1).to(scores.dtype)
    if hidden.is_cpu and not empty.any():  # a question that costs nothing on a CPU, and a wait on a GPU
        return weights
    return weights * ~empty


def attend(
    scores: Float[Tensor, "*batch Q S"],
    hidden: Bool[Tensor, "*#batch Q S"],
    values: Float[Tensor, "*batch S d"],
    *,
    dropout: float = 0.0,
) -> Float[Tensor, "*batch Q d"]:
    """Average the values of the visible keys, weighted by the softmax of finished scores.

    Rows of queries with nothing to look at come out as zeros. `dropout` is the probability of dropping a
    weight while training (the rest is scaled up); 0 drops nothing.
    """
    return F.dropout(masked_softmax(scores, hidden), dropout) @ values


def start_query_stream(
    mask_emb: Float[Tensor, " D"], batch: int, n_targets: int
) -> Float[Tensor, "{batch} {n_targets} D"]:
    """The query stream before the first layer: the same vector for every target of every sentence.

    It carries no word and no position; positions enter through the relative scores. The result is a view that
    takes no memory of its own.
    """
    return mask_emb.expand(batch, n_targets, -1)
