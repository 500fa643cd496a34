"""What each stream of the model may see, worked out once a step for all layers.

The sources of a mask (order, padding, direction) are joined into one table of hidden keys. The query stream
uses it as it is; in the content stream every position sees itself besides. True is hidden everywhere.
"""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from xlnet_mini.config import XLNetConfig
from xlnet_mini.rel_shift import rel_shift


class View(NamedTuple):
    """What the Q rows of one stream see of the S keys.

    Attributes:
        hidden: [B or 1, 1, Q, S], True = must not look; the same for all heads.
        differs: [B, 1, Q, S], True = the key is in another segment; None without segments.
        columns: [B, 1, Q, S], which column of the position scores belongs to each key; None when the rows are
            the T consecutive tokens, so that rel_shift does it without a table.
        leaking: [B, 1, Q, 1], rows without a visible key that are to return the mean of all keys, as in the
            reference (config.empty_rows = "uniform"); else None.
    """

    hidden: Bool[Tensor, "B 1 Q S"]
    differs: Bool[Tensor, "B 1 Q S"] | None
    columns: Int[Tensor, "B 1 Q S"] | None = None
    leaking: Bool[Tensor, "B 1 Q 1"] | None = None


def hidden_keys(
    config: XLNetConfig,
    T: int,
    M: int,
    attention_mask: Int[Tensor, "B T"] | None,
    perm_mask: Bool[Tensor, "B T T"] | None,
    device: torch.device,
) -> Bool[Tensor, "#B T S"]:
    """Join direction, padding and order. Memory is visible to all (except by same_length).

    `attention_mask`: 1 = a token, 0 = padding. `perm_mask`: 1 or True = hidden.
    """
    row = torch.arange(T, device=device)[:, None]
    column = torch.arange(M + T, device=device)
    hidden = torch.zeros(1, T, M + T, dtype=torch.bool, device=device)
    if config.attn_type == "uni":
        hidden = hidden | (column > row + M)
        if config.same_length:
            hidden = hidden | (column < row)
    now = [perm_mask > 0] if perm_mask is not None else []
    now += [attention_mask[:, None, :] <= 0] if attention_mask is not None else []
    for table in now:
        hidden = hidden | torch.nn.functional.pad(table, (M, 0), value=False)
    return hidden


def different_segments(token_type_ids: Int[Tensor, "B T"], M: int) -> Bool[Tensor, "B T S"]:
    """Whether query and key are in different segments; all of memory counts as segment 0."""
    keys = torch.nn.functional.pad(token_type_ids, (M, 0), value=0)
    return token_type_ids[:, :, None] != keys[:, None, :]


def content_view(hidden: Bool[Tensor, "#B T S"], differs: Bool[Tensor, "B T S"] | None) -> View:
    """The content stream: everything that is not hidden, and every position itself."""
    T, S = hidden.shape[-2:]
    itself = torch.ones(T, S, dtype=torch.bool, device=hidden.device).triu(S - T).tril(S - T)
    return View((hidden & ~itself)[:, None], None if differs is None else differs[:, None])


def query_view(
    hidden: Bool[Tensor, "#B T S"],
    differs: Bool[Tensor, "B T S"] | None,
    mapping: Float[Tensor, "B K T"],
    distances: int,
    empty_rows: str,
) -> View:
    """The query stream: one row per slot of `mapping`, seeing what its target's position may see.

    A slot whose row is all zeros sees nothing. `distances` is R, the columns of the position scores.
    """
    T, S = hidden.shape[-2:]
    used = (mapping > 0).any(dim=-1, keepdim=True)
    position = mapping.argmax(dim=-1, keepdim=True)
    at_targets = torch.take_along_dim(hidden, position, dim=1)
    # Shifting a table of column numbers tells where the shifted row of any position has its entries.
    columns = rel_shift(torch.arange(distances, device=hidden.device).expand(T, distances), S)
    leaking = None
    if empty_rows == "uniform":
        empty = used & at_targets.all(dim=-1, keepdim=True)
        at_targets = at_targets & ~empty
        leaking = empty[:, None]
    return View(
        (at_targets | ~used)[:, None],
        None if differs is None else torch.take_along_dim(differs, position, dim=1)[:, None],
        columns[position.squeeze(-1)][:, None],
        leaking,
    )
