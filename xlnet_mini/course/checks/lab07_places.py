"""Check of lab 07 about the loss by place in the order."""

import math
from collections.abc import Iterable

import torch
from torch import Tensor

from ..exercise import Case, FunctionExercise, Misconception


def by_place(nats: Tensor, rank: Tensor, is_slot: Tensor) -> Tensor:
    """Mean loss of the targets that were guessed first, second, ... in their row, by loops."""
    K = nats.shape[-1]
    found: list[list[float]] = [[] for _ in range(K)]
    rows = zip(
        nats.reshape(-1, K).tolist(),
        rank.reshape(-1, K).tolist(),
        is_slot.reshape(-1, K).tolist(),
        strict=True,
    )
    for losses, ranks, slots in rows:
        targets = sorted((r, loss) for r, loss, slot in zip(ranks, losses, slots, strict=True) if slot)
        for place, (_, loss) in enumerate(targets):
            found[place].append(loss)
    means = [sum(f) / len(f) if f else math.nan for f in found]
    return torch.tensor(means, dtype=torch.float64).to(nats.dtype)


def _mean_at(nats: Tensor, place: Tensor, is_slot: Tensor) -> Tensor:
    K = nats.shape[-1]
    out = [nats.double()[(place == t) & is_slot].mean() for t in range(K)]
    return torch.stack(out).to(nats.dtype)


def _last(rank: Tensor, is_slot: Tensor) -> Tensor:
    """The ranks, those of empty slots behind all others."""
    return rank.masked_fill(~is_slot, rank.max() + 1)


def _place(rank: Tensor, is_slot: Tensor) -> Tensor:
    return _last(rank, is_slot).argsort(dim=-1, stable=True).argsort(dim=-1, stable=True)


class LossByPlace(FunctionExercise):
    id = "7.7"
    title = "Where in the order is it hard?"
    points = 1
    minutes = 11
    level = 3
    answer = "loss_by_place"
    unlocks = "You can watch the conditions fill up: what justifies partial prediction, in your own model."
    hints = (
        "The rank counts all words of the sentence. You need the place among the *targets* of a row: 0 for the one "
        "that was guessed first. How do you turn numbers into places?",
        "Sort the losses of each row by rank, with the empty slots put behind all others. Then place t is column t. "
        "Which columns of which rows hold a target?",
        "`order = rank.masked_fill(~is_slot, ...).argsort(-1)` with something larger than any rank; `gather` both "
        "nats and is_slot with it; flatten the leading axes; then the sum over rows of the used ones by their "
        "number.",
    )
    misconceptions = (
        Misconception(
            "from left to right",
            "You ordered the targets as they stand, from left to right. The rank says when each is guessed.",
            lambda nats, rank, is_slot: _mean_at(
                nats, torch.arange(nats.shape[-1]).expand(rank.shape), is_slot
            ),
        ),
        Misconception(
            "argsort once",
            "`rank.argsort()` says *which* slot is guessed t-th; you took it for *when* each slot is guessed. "
            "Gather with it, or sort once more.",
            lambda nats, rank, is_slot: _mean_at(
                nats, _last(rank, is_slot).argsort(dim=-1, stable=True), is_slot
            ),
        ),
        Misconception(
            "rank for place",
            "You took the rank itself for the place. It counts the words that are no targets too.",
            lambda nats, rank, is_slot: _mean_at(nats, rank, is_slot),
        ),
        Misconception(
            "last first",
            "Your first place is the target that was guessed last.",
            lambda nats, rank, is_slot: _mean_at(nats, _place(-rank, is_slot), is_slot),
        ),
        Misconception(
            "empty slots take a place",
            "An empty slot takes a place in your order, so the targets behind it come one place late. Put empty "
            "slots behind all others.",
            lambda nats, rank, is_slot: _mean_at(nats, rank.argsort(-1).argsort(-1), is_slot),
        ),
        Misconception(
            "empty slots count",
            "You take empty slots for targets: what stands there is no loss.",
            lambda nats, rank, is_slot: _mean_at(
                nats, rank.argsort(-1).argsort(-1), torch.ones_like(is_slot)
            ),
        ),
        Misconception(
            "empty slots count",
            "You take empty slots for targets: what stands there is no loss.",
            lambda nats, rank, is_slot: _mean_at(nats, _place(rank, is_slot), torch.ones_like(is_slot)),
        ),
        Misconception(
            "unused slots not last",
            "You give unused slots a rank to put them behind all others, but it is not large enough: sentences of "
            "thousands of words have ranks in the thousands. Take one above any rank.",
            lambda nats, rank, is_slot: _mean_at(
                nats,
                rank.masked_fill(~is_slot, 99).argsort(dim=-1, stable=True).argsort(dim=-1, stable=True),
                is_slot,
            ),
        ),
        Misconception(
            "unused slots not last",
            "You give unused slots a rank to put them behind all others, but it is not above all ranks: these count "
            "all words of the sentence, not only its K targets.",
            lambda nats, rank, is_slot: _mean_at(
                nats,
                rank.masked_fill(~is_slot, rank.shape[-1])
                .argsort(dim=-1, stable=True)
                .argsort(dim=-1, stable=True),
                is_slot,
            ),
        ),
        Misconception(
            "zeros left out",
            "You take a loss of 0 for no target. A sure guess costs 0 and counts: is_slot says what a target is.",
            lambda nats, rank, is_slot: (
                _summed(nats, rank, is_slot) / _summed((nats != 0).to(nats.dtype), rank, is_slot)
            ),
        ),
        Misconception(
            "divided by all rows",
            "You divide by the number of rows. Not every row has so many targets: divide by the number that do.",
            lambda nats, rank, is_slot: _summed(nats, rank, is_slot) / math.prod(nats.shape[:-1]),
        ),
        Misconception(
            "sums",
            "These are sums over the rows; means are wanted.",
            lambda nats, rank, is_slot: _summed(nats, rank, is_slot),
        ),
        Misconception(
            "zero where nobody is",
            "Where no row has so many targets you give 0, which looks like a perfect guess. There is no mean of "
            "nothing: NaN says so, and pictures leave it out.",
            lambda nats, rank, is_slot: by_place(nats, rank, is_slot).nan_to_num(0),
        ),
    )

    def oracle(self, nats: Tensor, rank: Tensor, is_slot: Tensor) -> Tensor:
        return by_place(nats, rank, is_slot)

    def cases(self) -> Iterable[Case]:
        yes, no = True, False
        yield _place_case([[1.0, 5.0, 3.0]], [[4, 0, 2]], [[yes, yes, yes]])
        yield _place_case([[1.0, 5.0, 3.0], [2.0, 4.0, 9.0]], [[4, 0, 2], [1, 5, 3]], [[yes] * 3, [yes] * 3])
        yield _place_case(
            [[1.0, 7.0, 3.0], [2.0, 4.0, 9.0]], [[4, 0, 2], [1, 5, 3]], [[yes, no, yes], [yes] * 3]
        )
        yield _place_case([[9.0, 2.0, 4.0]], [[0, 1, 2]], [[no, yes, yes]])
        yield _place_case([[0.0, 5.0, 3.0], [2.0, 0.0, 9.0]], [[4, 0, 2], [1, 5, 3]], [[yes] * 3, [yes] * 3])
        yield _place_case(
            [[1.0, 5.0, 3.0], [2.0, 4.0, 9.0]], [[4000, 20, 2100], [700, 5, 3]], [[yes, no, yes], [yes] * 3]
        )
        generator = torch.Generator().manual_seed(0)
        for shape, T in (((5, 4), 9), ((2, 3, 4), 7), ((4, 2, 2, 3), 8)):
            nats = torch.rand(*shape, generator=generator, dtype=torch.float64) * 6
            rank = torch.rand(*shape[:-1], T, generator=generator).argsort(-1)[..., : shape[-1]]
            is_slot = torch.rand(*shape, generator=generator) < 0.7
            if len(shape) == 2:
                nats = nats.float()
            yield Case({"nats": nats, "rank": rank, "is_slot": is_slot}, batch=len(shape) > 2)


def _summed(nats: Tensor, rank: Tensor, is_slot: Tensor) -> Tensor:
    place = _place(rank, is_slot)
    return torch.stack([nats[(place == t) & is_slot].sum() for t in range(nats.shape[-1])])


def _place_case(nats: list, rank: list, is_slot: list) -> Case:
    tensors = torch.tensor(nats, dtype=torch.float64), torch.tensor(rank), torch.tensor(is_slot)
    return Case(dict(zip(("nats", "rank", "is_slot"), tensors, strict=True)))
