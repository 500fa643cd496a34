"""Checks of lab 02 about the average that attention takes: weights times values, dropout included."""

import contextlib
import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .batch_gradients import gradients_in_batches
from .lab02_dropout import drops_in_training, drops_unasked, drops_weights
from .lab02_inputs import random_mask, random_numbers
from .lab02_masked_softmax import filled, finite_gradient, right_in_float16, weights_by_loops


class Attend(FunctionExercise):
    id = "2.4"
    title = "Look, and average"
    points = 1
    minutes = 5
    level = 2
    answer = "attend"
    graduates = "two_stream.attend"
    rests_on = ("2.3",)
    unlocks = "Labs 03 and 04 only make better scores: what happens to scores afterwards, you have written."
    invariant = "an average of the visible values: between their lowest and highest, or 0 if there are none"
    trains = ("scores", "values")
    hints = (
        "You have the weights already: exercise 2.3. What is an average with weights?",
        "Row i of the result is the sum over j of weight[i, j] times row j of the values: that is a matrix product. "
        "`@` treats leading axes as a stack. `torch.nn.functional.dropout` drops and scales up in one call.",
        "Weights from `masked_softmax`, then dropout on the weights, then `@ values`. The scores are finished: "
        "nothing is left to divide by.",
    )
    misconceptions = (
        Misconception(
            "no softmax",
            "You multiply the raw scores with the values. Weights are missing: positive, summing to 1, none for "
            "hidden keys.",
            lambda scores, hidden, values, **_: scores @ values,
        ),
        Misconception(
            "masked scores, no softmax",
            "You multiply scores with values, with hidden scores set to 0. Scores are not weights: the softmax "
            "is missing.",
            lambda scores, hidden, values, **_: scores.masked_fill(hidden, 0.0) @ values,
        ),
        Misconception(
            "mask ignored",
            "Hidden words take part in your average: the mask changes nothing.",
            lambda scores, hidden, values, **_: torch.softmax(scores, -1) @ values,
        ),
        Misconception(
            "polarity",
            "You average the *hidden* words: True means hidden.",
            lambda scores, hidden, values, **_: weights_by_loops(scores, ~hidden) @ values,
        ),
        Misconception(
            "scores ignored",
            "You take the plain mean of the visible values: the scores change nothing.",
            lambda scores, hidden, values, **_: weights_by_loops(torch.zeros_like(scores), hidden) @ values,
        ),
        Misconception(
            "scaled by the width",
            "You divide the scores by the square root of a width. These scores are finished: whoever made them has "
            "already done so.",
            lambda scores, hidden, values, **_: (
                weights_by_loops(scores / values.shape[-1] ** 0.5, hidden) @ values
            ),
        ),
        Misconception(
            "scaled by the keys",
            "You divide the scores by the square root of the number of keys. These scores are finished: nothing "
            "is left to divide by.",
            lambda scores, hidden, values, **_: (
                weights_by_loops(scores / scores.shape[-1] ** 0.5, hidden) @ values
            ),
        ),
        Misconception(
            "empty row leaks",
            "The row that may see nothing gets the mean of all values, its own word's among them. It must get zeros.",
            lambda scores, hidden, values, **_: filled(-1e30)(scores, hidden) @ values,
        ),
        Misconception(
            "empty row is NaN",
            "The row that may see nothing is NaN. It must get zeros: exercise 2.3 has dealt with it.",
            lambda scores, hidden, values, **_: filled(-math.inf)(scores, hidden) @ values,
        ),
        Misconception(
            "only the weights",
            "You return the weights. They still have to average the values: one row of width d for each query.",
            lambda scores, hidden, values, **_: weights_by_loops(scores, hidden),
        ),
    )

    def oracle(self, scores: Tensor, hidden: Tensor, values: Tensor, *, dropout: float = 0.0) -> Tensor:
        weights = weights_by_loops(scores.double(), hidden)
        out = torch.zeros(*weights.shape[:-1], values.shape[-1], dtype=torch.float64)
        for j in range(values.shape[-2]):
            for c in range(values.shape[-1]):
                out[..., c] += weights[..., j] * values.double()[..., None, j, c]
        return out.to(values.dtype)

    def cases(self) -> Iterable[Case]:
        no, yes = False, True
        yield Case(
            {
                "scores": torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 1.0]]),
                "hidden": torch.tensor([[no, no, yes], [yes, no, no]]),
                "values": torch.tensor([[10.0, 1.0], [20.0, 2.0], [30.0, 3.0]]),
            }
        )
        yield Case(
            {
                "scores": random_numbers((4, 3), 21),
                "hidden": random_mask((4, 3), 22, empty=2),
                "values": random_numbers((3, 5), 23),
            }
        )
        yield Case(
            {
                "scores": random_numbers((3, 4), 24),
                "hidden": random_mask((3, 4), 25),
                "values": random_numbers((4, 1), 26),
            }
        )
        for lead in ((2, 1), (3,), ()):
            case = {
                "scores": random_numbers((2, 3, 4, 5), 27, torch.float32),
                "hidden": random_mask((*lead, 4, 5), 28, empty=1),
                "values": random_numbers((2, 3, 5, 6), 29, torch.float32),
            }
            yield Case(case, batch=True)

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except Wrong:
            with contextlib.suppress(AnswerRaised):
                drops_unasked(Caller(self, answer))
            raise

    def properties(self, call: Caller) -> None:
        drops_weights(call)
        drops_in_training(call)
        finite_gradient(call, random_numbers((4, 2), 36))
        gradients_in_batches(call, self)
        scores, hidden = random_numbers((3, 4), 33).half(), random_mask((3, 4), 34, empty=1)
        values = random_numbers((4, 2), 35).half()
        right_in_float16(call, self.oracle(scores, hidden, values), scores, hidden, values)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        scores, hidden = (
            random_numbers((8, 6, 64, 128), 30, torch.float32),
            random_mask((8, 1, 64, 128), 31, empty=0),
        )
        values = random_numbers((8, 6, 128, 32), 32, torch.float32)
        return (
            (scores, hidden, values),
            {},
            lambda: torch.softmax(scores.masked_fill(hidden, -1e30), -1) @ values,
        )
