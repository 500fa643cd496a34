"""Checks of lab 07 about evaluation: a test for a mean, and the loss by place in the order."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import Tensor

from ..exercise import Candidate, Case, FunctionExercise, Misconception, TestExercise

Batches = Sequence[tuple[Tensor, Tensor]]


def used(batches: Batches) -> Tensor:
    """The losses of all slots that are used."""
    return torch.cat([nats.double()[is_slot] for nats, is_slot in batches])


def _sum_by_count(batches: Batches) -> float:
    total, count = 0.0, 0
    for nats, is_slot in batches:
        total += float(nats.double().masked_fill(~is_slot, 0).sum())
        count += int(is_slot.sum())
    return total / count


def _one_by_one(batches: Batches) -> float:
    found = [
        loss
        for nats, is_slot in batches
        for row, slots in zip(nats.tolist(), is_slot.tolist(), strict=True)
        for loss, slot in zip(row, slots, strict=True)
        if slot
    ]
    return sum(found) / len(found)


def _mean_of_batches(batches: Batches) -> float:
    means = [float(nats.double()[is_slot].mean()) for nats, is_slot in batches if is_slot.any()]
    return sum(means) / len(means)


def _mean_of_rows(batches: Batches) -> float:
    rows = [
        float(row[slots].double().mean())
        for nats, is_slot in batches
        for row, slots in zip(nats, is_slot, strict=True)
        if slots.any()
    ]
    return sum(rows) / len(rows)


def _weighted_by_rows(batches: Batches) -> float:
    weights = [len(nats) for nats, _ in batches]
    means = [float(nats.double()[s].mean()) if s.any() else 0.0 for nats, s in batches]
    return sum(w * m for w, m in zip(weights, means, strict=True)) / sum(weights)


def _nan_where_empty(batches: Batches) -> float:
    sizes = [int(s.sum()) for _, s in batches]
    means = [float(nats.double()[s].mean()) for nats, s in batches]
    return sum(n * m for n, m in zip(sizes, means, strict=True)) / sum(sizes)


def _float(value: Any) -> float:
    return float(value)


class EvaluationIsRight(TestExercise):
    id = "7.6"
    title = "A test for a mean"
    points = 1
    minutes = 9
    level = 2
    answer = "mean_is_right"
    subject = "evaluation"
    unlocks = "A validation loss is only a number. Now you know what to ask of whoever computed it."
    hints = (
        "Make two small batches by hand for which every wrong mean that you can think of gives another number.",
        "Let the batches differ in their number of rows, let rows differ in their number of used slots, and let "
        "something loud stand in the empty slots, and 0 in a used one: a sure guess counts too. Then add a batch "
        "without any slot in use.",
        "Compute the right mean in plain Python: all losses in used slots in one list, their sum by their number. "
        "Compare with `math.isclose` for several lists of batches; NaN is never close to anything.",
    )

    def candidates(self) -> Iterable[Candidate]:
        yield Candidate("adds up losses and slots over all batches", _sum_by_count, right=True)
        yield Candidate("puts all losses in one row first", lambda b: _float(used(b).mean()), right=True)
        yield Candidate("goes through the slots one by one", _one_by_one, right=True)
        yield Candidate("looks at the first batch only", lambda b: _sum_by_count(b[:1]))
        yield Candidate("leaves out the last batch", lambda b: _sum_by_count(b[:-1] or b))
        yield Candidate("returns the sum", lambda b: _float(used(b).sum()))
        yield Candidate("returns the perplexity", lambda b: math.exp(min(_sum_by_count(b), 50)))
        yield Candidate("returns bits instead of nats", lambda b: _sum_by_count(b) / math.log(2))
        yield Candidate("returns the median", lambda b: _float(used(b).median()))
        yield Candidate(
            "divides by all slots, the empty ones too",
            lambda b: _float(used(b).sum()) / sum(s.numel() for _, s in b),
        )
        yield Candidate(
            "adds what stands in empty slots",
            lambda b: sum(_float(n.double().sum()) for n, _ in b) / sum(int(s.sum()) for _, s in b),
        )
        yield Candidate(
            "takes empty slots for targets",
            lambda b: _float(torch.cat([n.double().flatten() for n, _ in b]).mean()),
        )
        yield Candidate("takes the mean of the batches' means", _mean_of_batches)
        yield Candidate("weighs the batches by their rows, not by their slots", _weighted_by_rows)
        yield Candidate("takes the mean of the rows' means", _mean_of_rows)
        yield Candidate(
            "leaves out targets with a loss of exactly 0", lambda b: _float(used(b)[used(b) != 0].mean())
        )
        yield Candidate("gives NaN if a batch has no slot in use", _nan_where_empty)


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
        generator = torch.Generator().manual_seed(0)
        for shape, T in (((5, 4), 9), ((2, 3, 4), 7), ((4, 2, 2, 3), 8)):
            nats = torch.rand(*shape, generator=generator, dtype=torch.float64) * 6
            rank = torch.rand(*shape[:-1], T, generator=generator).argsort(-1)[..., : shape[-1]]
            is_slot = torch.rand(*shape, generator=generator) < 0.7
            yield Case({"nats": nats, "rank": rank, "is_slot": is_slot}, batch=len(shape) > 2)


def _summed(nats: Tensor, rank: Tensor, is_slot: Tensor) -> Tensor:
    place = _place(rank, is_slot)
    return torch.stack([nats[(place == t) & is_slot].sum() for t in range(nats.shape[-1])])


def _place_case(nats: list, rank: list, is_slot: list) -> Case:
    tensors = torch.tensor(nats, dtype=torch.float64), torch.tensor(rank), torch.tensor(is_slot)
    return Case(dict(zip(("nats", "rank", "is_slot"), tensors, strict=True)))
