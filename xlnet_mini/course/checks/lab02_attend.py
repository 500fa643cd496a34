"""Checks of lab 02 about the average that attention takes: weights times values, dropout included."""

import contextlib
import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..compare import same
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .lab02_inputs import random_mask, random_numbers
from .lab02_masked_softmax import filled, right_in_float16, weights_by_loops


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
                _drops_unasked(Caller(self, answer))
            raise

    def properties(self, call: Caller) -> None:
        self._drops_weights(call)
        scores, hidden = random_numbers((3, 4), 33).half(), random_mask((3, 4), 34, empty=1)
        values = random_numbers((4, 2), 35).half()
        right_in_float16(call, self.oracle(scores, hidden, values), scores, hidden, values)

    def _drops_weights(self, call: Caller) -> None:
        """Dropout: a share of the weights is 0, the others are scaled up, and all values of a key go together."""
        rows, keys, drop = 500, 40, 0.25
        scores, hidden = torch.zeros(rows, keys), torch.zeros(rows, keys, dtype=torch.bool)
        values = torch.cat([torch.eye(keys), torch.ones(keys, 1)], dim=-1)  # shows each weight, and their sum
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(2)
            got = call(scores, hidden, values, dropout=drop)
        weights, total = got[:, :-1], got[:, -1]
        plain, kept = 1 / keys, weights != 0
        share = kept.double().mean().item()
        if share == 1 and not torch.allclose(call(scores + 5, hidden, values, dropout=drop), got):
            raise Wrong("drops scores", "You drop scores. A score of 0 still gets a weight: drop weights.")
        if share == 1:
            raise Wrong(
                "no dropout", "With dropout=0.25 nothing is dropped: a quarter of the weights must become 0."
            )
        if not torch.allclose(total, weights.sum(-1), atol=1e-5):
            says = (
                "You drop entries of the result. Dropout is for the *weights*, before they meet the values."
            )
            raise Wrong("drops the result", says)
        if torch.allclose(weights[kept], torch.tensor(plain)):
            says = "The weights that stay must be scaled up by 1 / (1 - dropout), so that the mean stays the same."
            raise Wrong("not scaled up", says)
        # 20,000 independent draws: six standard deviations are 0.018 for all, 0.12 for one key; a row of 40 never
        # keeps as few as 8
        each_key, each_row = kept.double().mean(dim=0), kept.double().mean(dim=1)
        independent = (each_key - (1 - drop)).abs().max() < 0.12 and each_row.min() > 0.2
        scaled = torch.allclose(weights[kept], torch.tensor(plain / (1 - drop)))
        if scaled and abs(share - (1 - drop)) < 0.02 and independent:
            return
        says = (
            "With dropout=0.25 a quarter of the *weights* must be 0, each by a draw of its own, and the others 4/3 "
            f"of what they were; here {1 - share:.0%} are 0. (Dropping scores, whole keys or whole rows, or dividing "
            "by the sum again, is something else.)"
        )
        raise Wrong("another dropout", says)

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


def _drops_unasked(call: Caller) -> None:
    """Without dropout the same arguments give the same result, whatever the random numbers are."""
    args = torch.zeros(20, 20), torch.zeros(20, 20, dtype=torch.bool), torch.eye(20)
    results = []
    with torch.random.fork_rng(devices=[]):
        for seed in (1, 2):
            torch.manual_seed(seed)
            results.append(call(*args))
    if not same(*results):
        says = (
            "With dropout=0 something is dropped: two calls with the same arguments differ. Use the argument."
        )
        raise Wrong("drops unasked", says)
