"""Check of lab 07 about evaluation: a test for a mean."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import Tensor

from ..exercise import Candidate, TestExercise

Batches = Sequence[tuple[Tensor, Tensor]]


def used(batches: Batches) -> Tensor:
    """The losses of all slots that are used."""
    return torch.cat([nats.double()[is_slot] for nats, is_slot in batches])


def _ratio(total: float, count: int) -> float:
    """NaN where nothing is counted, as torch has it: the student's test must not stumble over a division."""
    return total / count if count else math.nan


def _sum_by_count(batches: Batches) -> float:
    total, count = 0.0, 0
    for nats, is_slot in batches:
        total += float(nats.double().masked_fill(~is_slot, 0).sum())
        count += int(is_slot.sum())
    return _ratio(total, count)


def _one_by_one(batches: Batches) -> float:
    found = [
        loss
        for nats, is_slot in batches
        for row, slots in zip(nats.tolist(), is_slot.tolist(), strict=True)
        for loss, slot in zip(row, slots, strict=True)
        if slot
    ]
    return _ratio(sum(found), len(found))


def _mean_of_batches(batches: Batches) -> float:
    means = [float(nats.double()[is_slot].mean()) for nats, is_slot in batches if is_slot.any()]
    return _ratio(sum(means), len(means))


def _mean_of_rows(batches: Batches) -> float:
    rows = [
        float(row[slots].double().mean())
        for nats, is_slot in batches
        for row, slots in zip(nats, is_slot, strict=True)
        if slots.any()
    ]
    return _ratio(sum(rows), len(rows))


def _weighted_by_rows(batches: Batches) -> float:
    weights = [len(nats) for nats, _ in batches]
    means = [float(nats.double()[s].mean()) if s.any() else 0.0 for nats, s in batches]
    return sum(w * m for w, m in zip(weights, means, strict=True)) / sum(weights)


def _nan_where_empty(batches: Batches) -> float:
    sizes = [int(s.sum()) for _, s in batches]
    means = [float(nats.double()[s].mean()) for nats, s in batches]
    return _ratio(sum(n * m for n, m in zip(sizes, means, strict=True)), sum(sizes))


def _full_rows_only(batches: Batches) -> float:
    return _sum_by_count([(nats[is_slot.all(-1)], is_slot[is_slot.all(-1)]) for nats, is_slot in batches])


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
        yield Candidate("leaves out rows that are not full", _full_rows_only)
        yield Candidate(
            "adds 0.02 nats to the mean, a penalty on the weights", lambda b: _sum_by_count(b) + 0.02
        )
        yield Candidate("gives NaN if a batch has no slot in use", _nan_where_empty)
