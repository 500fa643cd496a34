"""Check of lab 05 about the loss over the slots that are used."""

import re
from collections.abc import Callable, Iterable
from itertools import product
from math import log, log2
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .batch_gradients import gradients_in_batches

OUT_OF_RANGE = re.compile("out of (bounds|range)")


def slot_nats(logits: Tensor, labels: Tensor, is_slot: Tensor) -> list[list[float]]:
    """-ln p of the label of every used slot, row by row, in float64."""
    rows = []
    for lead in product(*map(range, labels.shape[:-1])):
        table, row_labels, used = logits[lead].double(), labels[lead], is_slot[lead]
        nats = []
        for k in range(labels.shape[-1]):
            if used[k]:
                highest = max(table[k].tolist())
                total = sum(torch.exp(table[k] - highest).tolist())
                nats.append(highest + log(total) - table[k, int(row_labels[k])].item())
        rows.append(nats)
    return rows


def _like(logits: Tensor, value: float) -> Tensor:
    return torch.tensor(value, dtype=logits.dtype)


def _of_nats(
    value: Callable[[list[list[float]], Tensor], float],
) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    return lambda logits, labels, is_slot: _like(logits, value(slot_nats(logits, labels, is_slot), is_slot))


def _mean(numbers: list[float], of_none: float = 0.0) -> float:
    return sum(numbers) / len(numbers) if numbers else of_none


def _flat(rows: list[list[float]]) -> list[float]:
    return [n for row in rows for n in row]


def _all_slots(logits: Tensor, labels: Tensor, is_slot: Tensor) -> Tensor:
    labels = labels.clamp(0, logits.shape[-1] - 1)
    return _like(logits, _mean(_flat(slot_nats(logits, labels, torch.ones_like(is_slot)))))


def _shifted(logits: Tensor, labels: Tensor, is_slot: Tensor) -> Tensor:
    """As for a model that reads from left to right: row k of the logits is compared with label k + 1."""
    nats = slot_nats(logits[..., :-1, :], labels[..., 1:], is_slot[..., 1:])
    return _like(logits, _mean(_flat(nats)))


def _logits_as_they_are(logits: Tensor, labels: Tensor, is_slot: Tensor) -> Tensor:
    picked = logits.gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    return -torch.where(is_slot, picked, 0).sum() / is_slot.sum().clamp(min=1)


def _log_of_softmax(logits: Tensor, labels: Tensor, is_slot: Tensor) -> Tensor:
    used = labels.masked_fill(~is_slot, 0)
    p = logits.softmax(-1).gather(-1, used[..., None])[..., 0]
    return torch.where(is_slot, -p.log(), 0).sum() / is_slot.sum().clamp(min=1)


class PlmLoss(FunctionExercise):
    id = "5.5"
    title = "The loss, over the slots that are used"
    points = 1
    minutes = 8
    level = 2
    answer = "plm_loss"
    graduates = "partial_prediction.plm_loss"
    trains = ("logits",)
    unlocks = "A batch may have empty slots, or nothing to guess at all, and training goes on."
    invariant = "the mean of -ln p over used slots; 0, with gradient 0, where none is used"
    hints = (
        "Two numbers: the sum over the used slots, and how many there are. What is the quotient when there are none?",
        "`F.cross_entropy` takes rows of logits and one label for each. Labels of unused slots may be anything, so "
        "they must not be looked up: `ignore_index` skips rows of one chosen label.",
        "Give unused slots the label -100 (`masked_fill`), make both flat with `reshape`, take cross entropy with "
        '`reduction="sum"`, and divide by the number of used slots, but at least by 1.',
    )
    misconceptions = (
        Misconception(
            "mean over all slots",
            "You divide by the number of all slots, used or not. A row with many empty slots would then count for "
            "nothing.",
            _of_nats(lambda rows, is_slot: sum(_flat(rows)) / is_slot.numel()),
        ),
        Misconception(
            "counts unused slots",
            "Unused slots take part in the loss. Their labels mean nothing: leave these slots out.",
            _all_slots,
        ),
        Misconception(
            "unused slots count with label 0",
            "You gave unused slots the label 0, and then they take part in the loss. Leave them out.",
            lambda logits, labels, is_slot: _all_slots(logits, labels.masked_fill(~is_slot, 0), is_slot),
        ),
        Misconception(
            "mean over nothing",
            "With no slot in use you divide 0 by 0, and the loss is NaN (not a number). One such batch spoils every "
            "weight of the model. Here the loss is 0.",
            _of_nats(lambda rows, is_slot: _mean(_flat(rows), float("nan"))),
        ),
        Misconception(
            "sum", "That is the sum; the loss is the mean.", _of_nats(lambda rows, is_slot: sum(_flat(rows)))
        ),
        Misconception(
            "mean of means",
            "You average each sequence by itself first. Every used *slot* counts the same, in whatever sequence.",
            _of_nats(lambda rows, is_slot: _mean([_mean(row) for row in rows])),
        ),
        Misconception(
            "mean of means of used rows",
            "You average each sequence that has targets by itself first. Every used *slot* counts the same, in "
            "whatever sequence.",
            _of_nats(lambda rows, is_slot: _mean([_mean(row) for row in rows if row])),
        ),
        Misconception(
            "sum for each sequence",
            "You divide by the number of sequences. Divide by the number of used slots.",
            _of_nats(lambda rows, is_slot: sum(_flat(rows)) / len(rows)),
        ),
        Misconception(
            "labels shifted",
            "You compare each slot with the label of the next one, as in a model that reads from left to right. Here "
            "the label of a slot is its own token: nothing is shifted.",
            _shifted,
        ),
        Misconception(
            "logits for ln p",
            "You take the logits for ln p (`nll_loss` does). They are any numbers: cross entropy or log_softmax makes "
            "ln p of them.",
            _logits_as_they_are,
        ),
        Misconception(
            "softmax twice",
            "You make probabilities, and cross entropy takes them for logits and makes probabilities once more. Give "
            "it the logits as they are.",
            lambda logits, labels, is_slot: _like(
                logits, _mean(_flat(slot_nats(logits.softmax(-1), labels, is_slot)))
            ),
        ),
        Misconception(
            "sign",
            "The sign is wrong: the loss is *minus* ln p.",
            _of_nats(lambda rows, is_slot: -_mean(_flat(rows))),
        ),
        Misconception(
            "bits",
            "These are bits (log2). The loss is in nats: the natural logarithm.",
            _of_nats(lambda rows, is_slot: _mean(_flat(rows)) * log2(torch.e)),
        ),
        Misconception(
            "log of softmax",
            "Right for small logits. A probability may be so small that it is rounded to 0, and ln 0 is minus "
            "infinity: use log_softmax or cross entropy, which take the logarithm before they round.",
            _log_of_softmax,
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except AnswerRaised as exc:
            if not OUT_OF_RANGE.search(str(exc)):
                raise
            says = (
                "Labels of unused slots may be anything, -100 or 99 too. Do not look them up: leave them out."
            )
            raise Wrong("looks up unused labels", says, str(exc)) from None

    def oracle(self, logits: Tensor, labels: Tensor, is_slot: Tensor) -> Tensor:
        return _like(logits, _mean(_flat(slot_nats(logits, labels, is_slot))))

    def cases(self) -> Iterable[Case]:
        on = torch.ones(2, dtype=torch.bool)
        small = torch.tensor([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]], dtype=torch.float64)
        yield Case({"logits": small, "labels": torch.tensor([0, 2]), "is_slot": on})
        yield Case({"logits": small, "labels": torch.tensor([0, 2]), "is_slot": torch.tensor([True, False])})
        yield Case({"logits": small, "labels": torch.tensor([0, 2]), "is_slot": ~on})
        far = torch.tensor([[900.0, 0.0, 1.0], [0.0, 2.0, 0.0]], dtype=torch.float64)
        yield Case({"logits": far, "labels": torch.tensor([1, 2]), "is_slot": on})
        generator = torch.Generator().manual_seed(0)

        def case(*shape: int, unused: int = 0, used: float = 0.6, **batch: bool) -> Case:
            logits = torch.randn(*shape, dtype=torch.float64, generator=generator)
            labels = torch.randint(shape[-1], shape[:-1], generator=generator)
            is_slot = torch.rand(shape[:-1], generator=generator) < used
            return Case(
                {"logits": logits, "labels": labels.where(is_slot, unused), "is_slot": is_slot}, **batch
            )

        yield case(4, 7)
        yield case(5, 3, unused=-100)
        yield case(6, 5, unused=99)
        yield case(1, 4, used=2)
        yield case(3, 4, 5, batch=True)
        uneven = case(3, 4, 5, batch=True)
        uneven.args["is_slot"][0] = False
        yield uneven
        yield case(4, 3, 5, used=0.3, batch=True)
        yield case(2, 3, 4, 6, unused=-1, batch=True)

    def properties(self, call: Caller) -> None:
        logits = torch.randn(2, 3, 5, generator=torch.Generator().manual_seed(0), requires_grad=True)
        labels, none = torch.zeros(2, 3, dtype=torch.long), torch.zeros(2, 3, dtype=torch.bool)
        loss = call(logits, labels, none)
        if not loss.requires_grad:
            says = (
                "With no slot in use your loss is a 0 that does not depend on the logits, so that `loss.backward()` "
                "stops with an error. Let the same formula give the 0."
            )
            raise Wrong("constant zero", says)
        (gradient,) = torch.autograd.grad(loss, logits, allow_unused=True)
        if gradient is not None and not bool((gradient == 0).all()):
            says = "With no slot in use the loss is 0, but its gradient is not: NaN hides in the branch not taken."
            raise Wrong("gradient of nothing", says)
        gradients_in_batches(call, self)

    def pace(self) -> tuple[tuple, dict, Callable]:
        logits, labels = torch.randn(4, 85, 2048), torch.arange(4 * 85).view(4, 85)
        return (logits, labels, labels % 9 > 0), {}, lambda: F.log_softmax(logits, -1).sum()
