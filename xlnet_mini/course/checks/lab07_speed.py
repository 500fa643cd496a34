"""Check of lab 07's bonus: the position scores of many sentences in one product, without copies of r."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong
from ..kinds.largest import largest_made
from .lab02_inputs import random_numbers


def one_by_one(q: Tensor, r: Tensor, r_r_bias: Tensor) -> Tensor:
    """(q_i + v)·r_p for each sentence and head in turn, in float64."""
    B, N, Q, _ = q.shape
    out = torch.empty(B, N, Q, r.shape[-2], dtype=torch.float64)
    for b in range(B):
        for n in range(N):
            asks = q[b, n].double() + r_r_bias[n].double()
            for i, row in enumerate(asks):
                out[b, n, i] = (row * r[n].double()).sum(-1)
    return out.to(q.dtype)


def _joined_as_they_stand(q: Tensor, r: Tensor, r_r_bias: Tensor) -> Tensor:
    B, N, Q, d = q.shape
    asks = (q + r_r_bias[:, None]).reshape(N, B * Q, d)
    return (asks @ r.mT).reshape(B, N, Q, r.shape[-2])


class SideBySide(FunctionExercise):
    id = "7.8"
    title = "One product instead of many"
    points = 2
    minutes = 12
    level = 3
    answer = "side_by_side"
    bonus = True
    trains = ("q", "r", "r_r_bias")
    unlocks = "You have made training faster without changing a number. The package does it the same way."
    hints = (
        "`position_scores` multiplies B·N pairs of matrices, and copies r for each sentence. r does not know "
        "sentences: which axis of q could join the axis of the queries?",
        "All queries of one head, whatever their sentence, are multiplied with the same rows of r. Bring the axis "
        "of the sentences beside the axis of the queries, make one axis of the two, multiply, and take it apart "
        "again. Or let torch.einsum do it.",
        "With einsum: add the bias to q, name the axes of q 'bnqd' and of r 'nrd', and ask for 'bnqr'. By hand: "
        "transpose the first two axes, flatten the middle two, `@ r.mT`, unflatten, transpose back.",
    )
    misconceptions = (
        Misconception(
            "sentences and queries mixed",
            "The numbers are right and in the wrong rows: after the product you took the joined axis apart in "
            "another order.",
            lambda q, r, b: (
                one_by_one(q, r, b)
                .transpose(0, 1)
                .flatten(1, 2)
                .unflatten(1, (q.shape[2], q.shape[0]))
                .permute(2, 0, 1, 3)
            ),
        ),
        Misconception(
            "joined across heads",
            "You joined the axes of sentences and queries without a transpose. The heads stand between them, so "
            "queries of one head were multiplied with r of another. Bring the heads to the front first.",
            _joined_as_they_stand,
        ),
        Misconception(
            "heads first",
            "Sentences and heads are exchanged in the result: put them back, [B, N, Q, R].",
            lambda q, r, b: one_by_one(q, r, b).transpose(0, 1),
        ),
        Misconception(
            "no bias", "The bias changes nothing in your scores.", lambda q, r, b: one_by_one(q, r, 0 * b)
        ),
        Misconception(
            "bias of head 0",
            "All heads get the bias of head 0: it must be added while the heads have an axis of their own.",
            lambda q, r, b: one_by_one(q, r, b[:1].expand(b.shape)),
        ),
        Misconception(
            "r of head 0",
            "All heads use r of head 0; each head has a projection of its own.",
            lambda q, r, b: one_by_one(q, r[:1].expand(r.shape), b),
        ),
        Misconception(
            "summed over heads",
            "The heads are summed up. Each keeps its own scores.",
            lambda q, r, b: one_by_one(q, r, b).sum(1, keepdim=True).expand(-1, q.shape[1], -1, -1),
        ),
        Misconception(
            "scaled",
            "You divide by √d here: that is done once, in relative_scores.",
            lambda q, r, b: one_by_one(q, r, b) * q.shape[-1] ** -0.5,
        ),
    )

    def oracle(self, q: Tensor, r: Tensor, r_r_bias: Tensor) -> Tensor:
        return one_by_one(q, r, r_r_bias)

    def cases(self) -> Iterable[Case]:
        for B, N, Q, R, d in (
            (2, 2, 2, 3, 2),
            (3, 2, 4, 5, 3),
            (1, 3, 2, 4, 5),
            (4, 1, 3, 6, 2),
            (2, 3, 3, 4, 4),
        ):
            shapes = ((B, N, Q, d), (N, R, d), (N, d))
            numbers = [random_numbers(shape, 100 * B + 10 * N + i) for i, shape in enumerate(shapes)]
            yield Case(dict(zip(("q", "r", "r_r_bias"), numbers, strict=True)))

    def properties(self, call: Caller) -> None:
        """No copy of r for each sentence is made."""
        B, N, Q, R, d = (
            16,
            2,
            2,
            60,
            64,
        )  # r is larger than all that has to be made: 7680 numbers, 4096 and 3840
        shapes = ((B, N, Q, d), (N, R, d), (N, d))
        numbers = tuple(random_numbers(shape, i) for i, shape in enumerate(shapes))
        made = largest_made(call.raw, numbers, but_for=B * N * Q * R)
        if made >= 2 * N * R * d:
            says = (
                f"Right, but nothing is gained: with B = {B} sentences a tensor of {made} numbers is made, though r "
                f"has only {N * R * d}: r is copied for the sentences. Join the axis of the sentences with that of "
                "the queries, so that r is used as it is."
            )
            raise Wrong("copies r", says)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        q, r, bias = (
            random_numbers((16, 6, 64, 32), 1),
            random_numbers((6, 128, 32), 2),
            random_numbers((6, 32), 3),
        )
        return (
            (q.float(), r.float(), bias.float()),
            {},
            lambda: torch.einsum("bnqd,nrd->bnqr", q.float(), r.float()),
        )
