"""Checks of lab 02 about the masked softmax: weights that are exactly 0 where a key is hidden."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..compare import same
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .batch_gradients import gradients_in_batches
from .lab02_inputs import random_mask, random_numbers


def weights_by_loops(scores: Tensor, hidden: Tensor) -> Tensor:
    """Row by row from the definition, in float64: exponentials of the visible scores over their sum, else nothing."""
    rows = scores.double().reshape(-1, scores.shape[-1]).tolist()
    masks = hidden.expand(scores.shape).reshape(-1, scores.shape[-1]).tolist()
    out = []
    for row, mask in zip(rows, masks, strict=True):
        top = max((s for s, h in zip(row, mask, strict=True) if not h), default=0.0)
        shares = [0.0 if h else math.exp(s - top) for s, h in zip(row, mask, strict=True)]
        out.append([share / sum(shares) if sum(shares) else 0.0 for share in shares])
    return torch.tensor(out, dtype=torch.float64).reshape(scores.shape).to(scores.dtype)


def filled(number: float) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda scores, hidden: torch.softmax(scores.masked_fill(hidden, number), -1)


def _zero_globally(scores: Tensor, hidden: Tensor) -> Tensor:
    weights = filled(-1e30)(scores, hidden)
    return torch.zeros_like(weights) if hidden.all() else weights


def _exponentials(scores: Tensor, hidden: Tensor) -> Tensor:
    shares = scores.exp() * ~hidden
    return (shares / shares.sum(-1, keepdim=True)).nan_to_num(0.0)


def _highest_of_all(scores: Tensor, hidden: Tensor) -> Tensor:
    """Takes off one number from a whole table: rows far below it have no exponential left."""
    blocked = scores.masked_fill(hidden, -math.inf)
    top = blocked.flatten(-2).amax(-1)[..., None, None]
    shares = (blocked - top).exp().masked_fill(hidden, 0.0)
    return (shares / shares.sum(-1, keepdim=True)).nan_to_num(0.0)


def _hidden_too_late(scores: Tensor, hidden: Tensor) -> Tensor:
    """The softmax of all keys, the hidden ones taken away, and divided by what is left."""
    shares = torch.softmax(scores, -1) * ~hidden
    return shares / shares.sum(-1, keepdim=True)


def _covered_up(scores: Tensor, hidden: Tensor) -> Tensor:
    return _hidden_too_late(scores, hidden).nan_to_num(0.0)


TOO_LATE = (
    "When a hidden score is far above the visible ones, their weights are lost. A softmax over all keys, or taking "
    "off the highest score of all, has rounded them to 0, and dividing by the sum brings nothing back; the hidden "
    "exponential itself can be infinite, and inf · 0 is NaN."
)


class MaskedSoftmax(FunctionExercise):
    id = "2.3"
    title = "A softmax with blinkers"
    points = 2
    minutes = 15
    level = 2
    answer = "masked_softmax"
    graduates = "two_stream.masked_softmax"
    unlocks = "Any mask, an empty row included, now gives weights in which a hidden word has no share at all."
    invariant = (
        "every row sums to 1, or to 0 where all is hidden, and hidden scores change nothing, in no dtype"
    )
    trains = ("scores",)
    hints = (
        "There are two jobs: keep hidden keys out of the softmax, and deal with the row in which nothing is left. "
        "Do them one after the other.",
        "First job: make the hidden scores so low that their exponential is 0. Second job: find the rows in which "
        "*all* keys are hidden, and set their weights to 0 once the softmax is done.",
        "Fill the hidden scores with `torch.finfo(scores.dtype).min`, the lowest number of their dtype; take the "
        "softmax over the last axis; then fill with 0 where `hidden.all(dim=-1, keepdim=True)`. (Minus infinity works "
        "too, if you repair the empty rows afterwards.)",
    )
    misconceptions = (
        Misconception(
            "polarity",
            "Your weights go to the *hidden* keys: True means hidden here, as in XLNet's perm_mask.",
            lambda scores, hidden: weights_by_loops(scores, ~hidden),
        ),
        Misconception(
            "mask ignored",
            "Your weights are a plain softmax: the mask changes nothing.",
            lambda scores, hidden: torch.softmax(scores, -1),
        ),
        Misconception(
            "empty row leaks",
            "The row that may see nothing gets the same weight for every key: after filling, all its scores are "
            "equally low, and softmax only compares. It reads the mean of all the hidden words, its own among them.",
            filled(-1e30),
        ),
        Misconception(
            "empty row is NaN",
            "The row that may see nothing is NaN (0 divided by 0): with minus infinity everywhere no exponential is "
            "left. One NaN spoils every number that is computed from it.",
            filled(-math.inf),
        ),
        Misconception(
            "only if all rows are empty",
            "You return zeros only when the *whole* mask is True. Each row needs its own answer: one is empty, "
            "the others not.",
            _zero_globally,
        ),
        Misconception(
            "hidden score set to 0",
            "You set hidden *scores* to 0, or multiply them by 0. Softmax takes the exponential first, and exp(0) = "
            "1: a hidden key still gets a share.",
            lambda scores, hidden: torch.softmax(scores.masked_fill(hidden, 0.0), -1),
        ),
        Misconception(
            "does not sum to 1",
            "You take hidden weights away *after* the softmax. What is left no longer sums to 1, and how much is left "
            "tells how high the hidden scores were: a leak.",
            lambda scores, hidden: torch.softmax(scores, -1).masked_fill(hidden, 0.0),
        ),
        Misconception(
            "wrong axis",
            "You take the softmax down the columns. A row asks, so the weights of a *row* sum to 1: the last axis.",
            lambda scores, hidden: weights_by_loops(
                scores.transpose(-1, -2), hidden.expand(scores.shape).transpose(-1, -2)
            ).transpose(-1, -2),
        ),
        Misconception(
            "not low enough",
            "A high hidden score beats the number that you add: it must be lower than anything that a score can be.",
            lambda scores, hidden: torch.softmax(scores - 1e4 * hidden, -1).masked_fill(
                hidden.all(-1, keepdim=True), 0.0
            ),
        ),
        Misconception(
            "float32 inside",
            "You compute in float32 and turn the result back: of float64 only seven digits are left. "
            "Take the softmax in the dtype of `scores`.",
            lambda scores, hidden: filled(-math.inf)(scores.float(), hidden).nan_to_num(0.0).to(scores.dtype),
        ),
        Misconception(
            "exp of a high score",
            "exp(800) is larger than any float: inf / inf is NaN. torch.softmax takes the highest score off first.",
            _exponentials,
        ),
        Misconception(
            "highest of all rows",
            "You take the highest score of the whole table off every row. A row that lies far below it has no "
            "exponential left, and so no weights: take off each row's own highest visible score.",
            _highest_of_all,
        ),
        Misconception(
            "hidden too late",
            f"{TOO_LATE} Hide it *before* the exponential.",
            _covered_up,
        ),
        Misconception(
            "hidden too late, and 0 / 0",
            f"{TOO_LATE} Then, as in a row that may see nothing, 0 / 0 is NaN. Hide it *before* the exponential, and "
            "see to the empty row.",
            _hidden_too_late,
        ),
    )

    def oracle(self, scores: Tensor, hidden: Tensor) -> Tensor:
        return weights_by_loops(scores, hidden)

    def cases(self) -> Iterable[Case]:
        no, yes = False, True
        yield Case(
            {
                "scores": torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]]),
                "hidden": torch.tensor([[no, no, yes], [yes, no, no]]),
            }
        )
        yield Case(
            {
                "scores": torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]]),
                "hidden": torch.tensor([[yes, yes, yes], [yes, yes, no]]),
            }
        )
        for row in ([-90000.0, -90001.0, 90000.0], [700.0, 800.0, 1.0]):
            yield Case({"scores": torch.tensor([row]).double(), "hidden": torch.tensor([[no, no, yes]])})
        far_apart = torch.tensor([[0.0, 1.0, 5.0], [-2000.0, -2001.0, 3.0]]).double()
        yield Case({"scores": far_apart, "hidden": torch.tensor([[no, no, yes], [no, no, yes]])})
        yield Case({"scores": random_numbers((5, 4), 1), "hidden": torch.zeros(5, 4, dtype=torch.bool)})
        yield Case({"scores": random_numbers((2, 4), 5), "hidden": torch.ones(2, 4, dtype=torch.bool)})
        yield Case({"scores": random_numbers((4, 7), 2), "hidden": random_mask((4, 7), 3, empty=2)})
        for lead in ((3,), (2, 1), ()):  # one mask for all heads, one for the whole batch
            case = {
                "scores": random_numbers((2, 3, 4, 5), 4, torch.float32),
                "hidden": random_mask((*lead, 4, 5), 6, empty=1),
            }
            yield Case(case, batch=True)

    def properties(self, call: Caller) -> None:
        finite_gradient(call)
        gradients_in_batches(call, self)
        scores = (random_numbers((3, 4), 7, torch.float32) * 4).to(torch.float16)
        hidden = random_mask((3, 4), 8, empty=1)
        right_in_float16(call, weights_by_loops(scores, hidden), scores, hidden)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        scores, hidden = (
            random_numbers((8, 6, 64, 128), 9, torch.float32),
            random_mask((8, 1, 64, 128), 10, empty=0),
        )
        return (scores, hidden), {}, lambda: torch.softmax(scores.masked_fill(hidden, -1e30), -1)


def finite_gradient(call: Caller, *more: Tensor) -> None:
    """The weights of an empty row are constant: their gradient is 0. A detour over NaN shows here only."""
    scores, hidden = random_numbers((3, 4), 11).requires_grad_(), random_mask((3, 4), 12, empty=1)
    out = call(scores, hidden, *more)
    (out * random_numbers(tuple(out.shape), 13)).sum().backward()
    if scores.grad is None or not scores.grad.isfinite().all():
        says = (
            "The values are right, but the gradient is NaN in the row that may see nothing: the NaN of its softmax "
            "was covered up afterwards, and comes back in the backward pass. Keep it from arising: with a large "
            "negative number in place of minus infinity, or by filling scores rather than adding to them."
        )
        raise Wrong("NaN gradient", says)
    if scores.grad[1].abs().max() > 0:
        raise Wrong("NaN gradient", "A row that may see nothing must not depend on its scores, yet it does.")


def right_in_float16(call: Caller, want: Tensor, *args: Tensor) -> None:
    """float16 overflows first: a number chosen for float32 does not fit it."""
    says = (
        "Right in float32, but not in float16, whose lowest number is -65504: fill with a number that the dtype of "
        "`scores` can hold (torch.finfo knows it), or with minus infinity."
    )
    try:
        got = call(*args)
    except AnswerRaised as exc:
        raise Wrong("float16", f"{says}\n{exc}") from None
    if not same(got, want):
        raise Wrong("float16", says)
