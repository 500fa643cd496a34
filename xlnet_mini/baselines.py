"""Counting models on the very targets that the network is measured on: what a loss is worth.

Three of them, each reading more of the context: the unigram reads nothing; the left bigram reads the token to
the left, always; the neighbour bigram reads the left and the right token, each only where the mask shows it.
The last is the fair opponent: a network that loses to it has learned less than a table of pairs.

All use one smoothed pair model, p(x | l) = a(l) · count(l, x) / count(l) + (1 - a(l)) · p(x), where
a(l) = count(l) / (count(l) + s · kinds(l)) and kinds(l) is the number of different right neighbours of l
(Witten-Bell for s = 1). s is tuned on a tenth of the training text that was left out of the counts;
validation text is never used. With both neighbours seen, p(x | l, r) is proportional to p(x | l) · p(r | x):
Bayes' rule for a Markov chain, nothing further to tune. The table of pairs takes 4 · V² bytes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

SMOOTHING = (0.25, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True)
class Counts:
    """Smoothed unigram and pair probabilities of a text; `s` is the smoothing that tuning chose."""

    unigram: Float[Tensor, "V"]
    pair: Float[Tensor, "V V"]  # pair[l, x] = p(x | l), rows sum to 1
    s: float


def count(tokens: Int[Tensor, "N"], vocab_size: int) -> Counts:
    """Count a text; tune the smoothing on a tenth of it (every tenth run of 500 pairs), then count all of it.

    Raises ValueError where the text has fewer than 20 tokens.
    """
    if len(tokens) < 20:
        raise ValueError(f"tokens: counting needs at least 20 tokens of training text, got {len(tokens)}")
    left, right = tokens[:-1], tokens[1:]
    n_run = min(500, len(left) // 10)
    aside = torch.arange(len(left)) // n_run % 10 == 9

    def held_out(s: float) -> float:
        pair = _probabilities(left[~aside], right[~aside], vocab_size, s).pair
        return -pair[left[aside], right[aside]].log().mean().item()

    return _probabilities(left, right, vocab_size, min(SMOOTHING, key=held_out))


def _probabilities(left: Int[Tensor, "N"], right: Int[Tensor, "N"], vocab_size: int, s: float) -> Counts:
    """Unigram with one added to each count; pairs interpolated with it."""
    single = torch.bincount(right, minlength=vocab_size).float() + 1
    unigram = single / single.sum()
    pairs = torch.bincount(left * vocab_size + right, minlength=vocab_size**2).float()
    pairs = pairs.view(vocab_size, vocab_size)
    seen, kinds = pairs.sum(1, keepdim=True), (pairs > 0).sum(1, keepdim=True)
    trust = seen / (seen + s * kinds).clamp(min=1)
    return Counts(unigram, trust * pairs / seen.clamp(min=1) + (1 - trust) * unigram, s)


def visible_neighbours(
    perm_mask: Bool[Tensor, "B T T"], positions: Int[Tensor, "B K"]
) -> tuple[Bool[Tensor, "B K"], Bool[Tensor, "B K"]]:
    """For each target: does its query see the token to its left, and the one to its right?"""
    length = perm_mask.shape[-1]
    rows = perm_mask.gather(1, positions[..., None].expand(*positions.shape, length))
    left = ~rows.gather(2, (positions[..., None] - 1).clamp(min=0))[..., 0] & (positions > 0)
    right = ~rows.gather(2, (positions[..., None] + 1).clamp(max=length - 1))[..., 0]
    return left, right & (positions < length - 1)


def losses(
    counts: Counts,
    input_ids: Int[Tensor, "B T"],
    perm_mask: Bool[Tensor, "B T T"],
    positions: Int[Tensor, "B K"],
) -> dict[str, Float[Tensor, "B K"]]:
    """Loss in nats of each target under "unigram", "left bigram" and "neighbour bigram".

    At the left edge of a row nothing stands to the left; the bigrams then fall back to what is left.
    """
    label = input_ids.gather(1, positions)
    left = input_ids.gather(1, (positions - 1).clamp(min=0))
    right = input_ids.gather(1, (positions + 1).clamp(max=input_ids.shape[1] - 1))
    see_left, see_right = visible_neighbours(perm_mask, positions)
    prior = counts.unigram.expand(*label.shape, -1)
    from_left = counts.pair[left]
    both = torch.where(see_left[..., None], from_left, prior)
    both = both * torch.where(see_right[..., None], counts.pair.T[right], torch.ones(()))
    both = both / both.sum(-1, keepdim=True)
    table = {
        "unigram": prior,
        "left bigram": torch.where((positions > 0)[..., None], from_left, prior),
        "neighbour bigram": both,
    }
    return {name: -p.gather(-1, label[..., None])[..., 0].log() for name, p in table.items()}


def baseline_losses(counts: Counts, batches: Iterable) -> dict[str, float]:
    """Mean loss in nats of every counting model over the targets of permutation batches."""
    total: dict[str, float] = {}
    n = 0
    for batch in batches:
        n += int(batch.is_slot.sum())
        rows = losses(counts, batch.input_ids, batch.perm_mask, batch.positions.clamp(min=0))
        for name, nats in rows.items():
            total[name] = total.get(name, 0.0) + float(nats[batch.is_slot].double().sum())
    return {name: nats / n for name, nats in total.items()}
