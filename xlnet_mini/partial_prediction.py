"""Which tokens are guessed, who may see whom while guessing, and the loss (lab 05).

Predicting every token of an order is hard at its start, where there is nothing to go by. So only some tokens,
the targets, are predicted, and all others are context that is visible from the beginning.
Source: XLNet (arXiv 1906.08237), section 2.3, "Partial Prediction", equation (5); the rules for <sep> and
<cls> are those of the original code.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn import functional as F


def choose_spans(
    word_start: Bool[Tensor, "*batch T"], num_predict: int, generator: torch.Generator | None = None
) -> Bool[Tensor, "*batch T"]:
    """Choose exactly `num_predict` positions to predict, as spans of whole words; True = target.

    A row is cut into spans of n words, n drawn from 1 to 5 with probability proportional to 1 / n. Spans are
    taken in random order until `num_predict` tokens are chosen; the last one is cut short at its right end
    where it would be too many. So every span starts with a word, and all but one end with a word. Position 0
    starts a word whatever `word_start` says.

    Draws come from `generator` (on the CPU), or from torch's global one. Raises ValueError where num_predict
    is not in 0 ... T.
    Source: XLNet (arXiv 1906.08237), section 2.3; the lengths are those of the original code. That code walks
    from left to right through contexts of 6 n tokens, ends its spans after n pieces instead of n words, and
    fills up with single tokens; here every position has the same chance, nearly.
    """
    length = word_start.shape[-1]
    if not 0 <= num_predict <= length:
        raise ValueError(f"num_predict: expected 0 to {length}, the tokens of a row, got {num_predict}")
    first = torch.zeros(length, dtype=torch.bool, device=word_start.device)
    first[:1] = True
    word = (word_start | first).cumsum(-1)  # 1, 1, 2, 3, 3, 3, ...: which word each token belongs to
    lengths = 1 / torch.arange(1, 6)
    words_in_span = 1 + torch.multinomial(lengths, word.numel(), replacement=True, generator=generator)
    ends = words_in_span.to(word.device).view(word.shape).cumsum(-1)
    span = torch.searchsorted(ends, word)  # 0, 0, 0, 1, 1, 2, ...: which span each token belongs to
    turn = torch.rand(word.shape, generator=generator).to(word.device).gather(-1, span)
    # A stable sort keeps the tokens of a span in their order, so what is cut off is a span's right end.
    chosen = turn.argsort(dim=-1, stable=True)[..., :num_predict]
    return torch.zeros_like(word, dtype=torch.bool).scatter_(-1, chosen, True)


def plm_mask(
    rank: Int[Tensor, "*batch T"],
    is_target: Bool[Tensor, "*batch T"],
    is_functional: Bool[Tensor, "*batch T"],
) -> Bool[Tensor, "*batch T T"]:
    """The perm_mask of partial prediction, True = hidden: rows ask, columns answer.

    A token is *functional* (a separator or <cls>; has a rank, never a loss), else a *target* (has a rank and
    a loss), else *context*.
        context     is visible to all; sees only context
        target      sees context, and targets and functional tokens of lower rank; not itself
        functional  sees context, and targets and functional tokens of lower rank, and itself
    """
    is_target = is_target & ~is_functional
    is_context = ~is_target & ~is_functional
    answer_rank = rank.masked_fill(is_context, -1)
    # A row sees answers of lower rank than its own. One more, and a functional token sees itself too;
    # context gets rank 0 by it, below every target's.
    ask_rank = torch.where(is_target, answer_rank, answer_rank + 1)
    return (ask_rank[..., :, None] <= answer_rank[..., None, :]) & ~is_context[..., None, :]


def target_mapping(positions: Int[Tensor, "*batch K"], T: int) -> Float[Tensor, "*batch K {T}"]:
    """One row per slot, with a one where its target stands (float32).

    A position outside 0 ... T-1 (-1 by custom) gives a row of zeros: a slot that is not used.
    """
    return (positions[..., None] == torch.arange(T, device=positions.device)).float()


def plm_loss(
    logits: Float[Tensor, "*batch K V"], labels: Int[Tensor, "*batch K"], is_slot: Bool[Tensor, "*batch K"]
) -> Float[Tensor, ""]:
    """Mean negative log-likelihood, in nats, of the labels in the slots that are used.

    The label of a slot is the token at its own position; nothing is shifted. Labels of unused slots may be
    anything. With no slot in use the loss is 0, and so is its gradient.
    """
    ignored = -100
    labels = labels.masked_fill(~is_slot, ignored).reshape(-1)
    total = F.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), labels, ignore_index=ignored, reduction="sum"
    )
    return total / is_slot.sum().clamp(min=1)
