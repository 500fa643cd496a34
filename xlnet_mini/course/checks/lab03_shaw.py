"""Check of lab 03 about Shaw-style scores: learned tables, one row for each distance up to the furthest trained."""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception
from .batch_gradients import gradients_in_batches
from .lab02_inputs import random_numbers


def lookup(
    q: Tensor, table: Tensor, bias: Tensor, distance: Tensor, row: Callable[[int, int], int]
) -> Tensor:
    """q_i·table[p] + bias[p] pair by pair in float64; `row(p, rows)` says which row a distance reads, -1 for none."""
    T, S = distance.shape
    rows = table.shape[-2]
    out = torch.zeros(*q.shape[:-2], T, S, dtype=torch.float64)
    for i in range(T):
        for j in range(S):
            p = row(int(distance[i, j]), rows)
            if p >= 0:
                product = (q[..., i, :].double() * table[..., p, :].double()).sum(-1)
                out[..., i, j] = product + bias[..., p].double()
    return out.to(q.dtype)


def _with(row: Callable[[int, int], int]) -> Callable[..., Tensor]:
    return lambda q, table, bias, distance: lookup(q, table, bias, distance, row)


def last(p: int, rows: int) -> int:
    """The row of the furthest trained distance stands in for all further ones."""
    return min(p, rows - 1)


class ShawScores(FunctionExercise):
    id = "3.9"
    title = "Learn a table instead"
    points = 1
    minutes = 9
    level = 2
    answer = "shaw_scores"
    trains = ("q", "table", "bias")
    unlocks = (
        "You have both kinds of relative attention in Transformer-XL's code, and can say when they agree."
    )
    hints = (
        "Which row of the table does each pair read? And what if there is none?",
        "`clamp` the distances to the last row. `table[:, index]`, with an index [T, S], gives a vector for each head "
        "and pair: [N, T, S, d].",
        "Multiply the vectors of the pairs with the queries (which need an axis for the keys) and sum over the width; "
        "then add `bias[:, index]`.",
    )
    misconceptions = (
        Misconception(
            "wraps round",
            "Past the end you start again at row 0, as if a word far away stood next to you.",
            _with(lambda p, rows: p % rows),
        ),
        Misconception(
            "nothing past the end",
            "Distances past the end get the score 0. The furthest row stands in for them.",
            _with(lambda p, rows: p if p < rows else -1),
        ),
        Misconception(
            "rows from the end",
            "You count the rows from the end, as Transformer-XL's code does. Here row p belongs to the distance p.",
            _with(lambda p, rows: rows - 1 - min(p, rows - 1)),
        ),
        Misconception(
            "one row too few",
            "The last row of the table is never read: its number is P - 1.",
            _with(lambda p, rows: min(p, max(rows - 2, 0))),
        ),
        Misconception(
            "clamped at the heads",
            "You clamp at the number of heads; the rows of `table`, [N, P, d], lie along axis 1.",
            lambda q, table, bias, distance: lookup(
                q, table, bias, distance, lambda p, rows: min(p, table.shape[0] - 1)
            ),
        ),
        Misconception(
            "no bias",
            "`bias` changes nothing in your scores.",
            lambda q, table, bias, distance: lookup(q, table, 0 * bias, distance, last),
        ),
        Misconception(
            "query ignored",
            "Only the bias is left: the queries never meet the table.",
            lambda q, table, bias, distance: lookup(0 * q, table, bias, distance, last),
        ),
        Misconception(
            "column for distance",
            "You read row j for key j. Which row a pair reads is said by `distance[i, j]`.",
            lambda q, table, bias, distance: lookup(
                q, table, bias, torch.arange(distance.shape[1]).expand(distance.shape), last
            ),
        ),
        Misconception(
            "scaled",
            "You divide by the square root of the width. That is done once, when all scores have been added up.",
            lambda q, table, bias, distance: lookup(q, table, bias, distance, last) / q.shape[-1] ** 0.5,
        ),
        Misconception(
            "bias of the nearest",
            "Each pair gets the bias of row 0: the bias depends on the distance as well.",
            lambda q, table, bias, distance: lookup(
                q, table, bias[..., :1].expand(bias.shape), distance, last
            ),
        ),
    )

    def oracle(self, q: Tensor, table: Tensor, bias: Tensor, distance: Tensor) -> Tensor:
        return lookup(q, table, bias, distance, last)

    def cases(self) -> Iterable[Case]:
        yield Case(
            {
                "q": torch.tensor([[[1.0, 0.0], [0.0, 1.0]]]),
                "table": torch.tensor([[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]]),
                "bias": torch.tensor([[10.0, 20.0, 30.0]]),
                "distance": torch.tensor([[2, 1, 0], [4, 3, 2]]),
            }
        )
        for lead, N, T, S, P, d in (
            ((), 2, 3, 4, 3, 5),
            ((), 3, 2, 6, 5, 2),
            ((), 2, 3, 4, 6, 2),  # a table for more distances than there are keys
            ((2,), 2, 3, 5, 4, 3),
            ((2, 2), 1, 2, 3, 1, 2),
        ):
            distance = S - 1 + torch.arange(T)[:, None] - torch.arange(S)
            case = {
                "q": random_numbers((*lead, N, T, d), 90 + N),
                "table": random_numbers((N, P, d), 91 + N),
                "bias": random_numbers((N, P), 92 + N),
                "distance": distance,
            }
            yield Case(case, batch=bool(lead))

    def properties(self, call: Caller) -> None:
        gradients_in_batches(call, self)
