"""Checks of lab 03 about the two scores that make up a relative score: of content, and of position."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .batch_gradients import gradients_in_batches
from .lab02_inputs import random_numbers

PER_POSITION = (
    "Your bias lands on the axis of the queries: query 0 gets the bias of head 0, query 1 that of head 1. It is one "
    "vector for each *head*, the same at every position. With as many heads as queries nobody complains."
)


ALONG_THE_WIDTH = (
    "Your bias lands on the axis of the width: the new axis came last. It belongs before the last one, where the "
    "queries are; the d numbers of the bias meet the d numbers of a query."
)


def products(q: Tensor, other: Tensor, bias: Tensor) -> Tensor:
    """(q_i + bias)·other_j for every head, one number of the width at a time, in float64."""
    lead = torch.broadcast_shapes(q.shape[:-2], other.shape[:-2])
    out = torch.zeros(*lead, q.shape[-2], other.shape[-2], dtype=torch.float64)
    for n in range(q.shape[-3]):
        for c in range(q.shape[-1]):
            asks = q[..., n, :, c].double() + bias[n, c].double()
            out[..., n, :, :] += asks[..., :, None] * other[..., n, None, :, c].double()
    return out.to(q.dtype)


def by_head(bias: Tensor) -> Tensor:
    """The bias [N, d] with an axis for the rows."""
    return bias.unsqueeze(-2)


def _mistakes(other: str, bias: str, scores: str) -> tuple[Misconception, ...]:
    """What goes wrong with (q + bias)·other alike in both exercises."""
    return (
        Misconception(
            "no bias", f"`{bias}` changes nothing in your scores.", lambda q, k, b: products(q, k, 0 * b)
        ),
        Misconception(
            "bias on the other side",
            f"You add the bias to `{other}`. It belongs to the one who asks: it stands in for a query that every "
            "position has.",
            lambda q, k, b: products(q, k + by_head(b), 0 * b),
        ),
        Misconception(
            "bias on both sides",
            f"You add the bias to the queries and to `{other}`; only the queries get it.",
            lambda q, k, b: products(q, k + by_head(b), b),
        ),
        Misconception("one bias per position", PER_POSITION, lambda q, k, b: _plain(q + b, k)),
        Misconception("bias along the width", ALONG_THE_WIDTH, _along_the_width),
        Misconception(
            "bias summed up",
            f"You add the sum of the bias to each score, the same number for all. It has to meet `{other}` first: "
            "that is what makes it prefer some.",
            lambda q, k, b: products(q, k, 0 * b) + b.sum(-1)[:, None, None],
        ),
        Misconception(
            "bias of head 0",
            "All heads get the bias of head 0; each has its own.",
            lambda q, k, b: products(q, k, b[:1].expand(b.shape)),
        ),
        Misconception(
            "bias multiplied",
            "You multiply the queries with the bias; it is added.",
            lambda q, k, b: _plain(q * by_head(b), k),
        ),
        Misconception(
            "bias taken off",
            "The sign of the bias is turned round: it is added to the queries.",
            lambda q, k, b: products(q, k, -b),
        ),
        Misconception(
            "scaled",
            "You divide by the square root of the width. That is done once, when all scores have been added up: lab "
            "07.",
            lambda q, k, b: products(q, k, b) / q.shape[-1] ** 0.5,
        ),
        Misconception(
            "transposed",
            f"Rows and columns are exchanged: each row is a query. Result: {scores}.",
            lambda q, k, b: products(q, k, b).transpose(-1, -2),
        ),
        Misconception(
            "softmax already",
            "These are weights already. Scores are finished only when all terms are added up.",
            lambda q, k, b: products(q, k, b).softmax(-1),
        ),
    )


def _plain(q: Tensor, k: Tensor) -> Tensor:
    return q.matmul(k.mT)


def _along_the_width(q: Tensor, other: Tensor, bias: Tensor) -> Tensor:
    return _plain(q + bias[..., None], other)


def _cases(names: tuple[str, str, str], *, shared: bool) -> Iterable[Case]:
    """As many heads as queries first: there the bias on the wrong axis goes unnoticed."""
    small = (
        torch.tensor([[[1.0, 2.0], [0.0, 1.0]], [[2.0, 0.0], [1.0, -1.0]]]),
        torch.tensor([[[1.0, 0.0], [0.0, 1.0], [2.0, 1.0]], [[1.0, 1.0], [3.0, 0.0], [0.0, 2.0]]]),
        torch.tensor([[10.0, 20.0], [30.0, 40.0]]),
    )
    yield Case(dict(zip(names, small, strict=True)))
    for lead, N, T, S, d in (((), 3, 3, 5, 4), ((), 2, 3, 4, 5), ((2,), 3, 4, 6, 2), ((2, 3), 2, 1, 4, 3)):
        numbers = (
            random_numbers((*lead, N, T, d), 10 * N + T),
            random_numbers((*lead, N, S, d), 10 * N + T + 1),
            random_numbers((N, d), 10 * N + T + 2),
        )
        yield Case(dict(zip(names, numbers, strict=True)), batch=N != T)
        if shared and lead:  # one r for all sentences
            q, r, bias = (x.float() for x in numbers)
            for alone in (r.flatten(0, -4)[0], r.flatten(0, -4)[:1]):
                yield Case(dict(zip(names, (q, alone, bias), strict=True)), batch=True)


class _BiasedProduct(FunctionExercise):
    """(q + bias)·other: a bias that lands on the axis of the width mostly raises, but has a name all the same."""

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except AnswerRaised:
            case = next(iter(self.cases()))  # as many heads as queries, as wide: everything broadcasts
            got = Caller(self, answer).on(case)
            if compare.same(got, _along_the_width(*case.args.values())):
                example = self.example(case, self.oracle(*case.args.values()), got)
                raise Wrong("bias along the width", ALONG_THE_WIDTH, example) from None
            raise

    def properties(self, call: Caller) -> None:
        gradients_in_batches(call, self)


class ContentScores(_BiasedProduct):
    id = "3.6"
    title = "What the keys say"
    points = 1
    minutes = 10
    level = 2
    answer = "content_scores"
    graduates = "relative.content_scores"
    trains = ("q", "k", "r_w_bias")
    unlocks = "Terms a and c in one product: what a word likes to read, and what everybody likes to read."
    invariant = "another bias changes a column of scores by the same number for every query of a head"
    hints = (
        "Which of the two factors gets the bias: the one who asks, or the one who answers?",
        "r_w_bias is [N, d], the queries are [..., N, T, d]. The bias needs an axis for the T rows: index with None.",
        "Add the bias, with its new axis before the last, to the queries; then a matrix product with the keys, whose "
        "last two axes are exchanged.",
    )
    misconceptions = _mistakes("k", "r_w_bias", "[..., N, T, S]")

    def oracle(self, q: Tensor, k: Tensor, r_w_bias: Tensor) -> Tensor:
        return products(q, k, r_w_bias)

    def cases(self) -> Iterable[Case]:
        return _cases(("q", "k", "r_w_bias"), shared=False)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        q, k = random_numbers((8, 6, 64, 32), 1).float(), random_numbers((8, 6, 128, 32), 2).float()
        bias = random_numbers((6, 32), 3).float()
        return (q, k, bias), {}, lambda: torch.matmul(q * 2, k.mT)


def already_shifted(q: Tensor, r: Tensor, r_r_bias: Tensor) -> Tensor:
    """The scores with each row moved under its keys, as if R were S + T."""
    x = products(q, r, r_r_bias)
    T, R = x.shape[-2:]
    if R <= T:
        raise ValueError("no room for keys")
    column = T - torch.arange(T)[:, None] + torch.arange(R - T)
    return x.gather(-1, column.expand(*x.shape[:-1], R - T))


class PositionScores(_BiasedProduct):
    id = "3.7"
    title = "How far one likes to look"
    points = 1
    minutes = 4
    level = 2
    answer = "position_scores"
    graduates = "relative.position_scores"
    trains = ("q", "r", "r_r_bias")
    unlocks = (
        "Terms b and d in one product: a table like the b_{i-j} that was given in lab 02 is learned now."
    )
    invariant = "one column for each distance, the same for a query wherever it stands"
    hints = (
        "Compare with exercise 3.6: who plays the part of the keys?",
        "The rows of r are distances instead of words; else it is the same product with another bias. r may lack the "
        "leading axes of q: a matrix product broadcasts them.",
        "Add r_r_bias, with an axis for the rows, to the queries; then a matrix product with r, whose last two axes "
        "are exchanged. Nothing is moved: that is lab 04.",
    )
    misconceptions = (
        *_mistakes("r", "r_r_bias", "[..., N, T, R]"),
        Misconception(
            "distances turned round",
            "Your columns are in reverse order. Column m belongs to row m of r.",
            lambda q, r, b: products(q, r, b).flip(-1),
        ),
        Misconception(
            "already shifted",
            "You have moved the rows under their keys: that is lab 04. Here one column belongs to one row of r.",
            already_shifted,
        ),
    )

    def oracle(self, q: Tensor, r: Tensor, r_r_bias: Tensor) -> Tensor:
        return products(q, r, r_r_bias)

    def cases(self) -> Iterable[Case]:
        return _cases(("q", "r", "r_r_bias"), shared=True)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        q, r = random_numbers((8, 6, 64, 32), 4).float(), random_numbers((8, 6, 192, 32), 5).float()
        bias = random_numbers((6, 32), 6).float()
        return (q, r, bias), {}, lambda: torch.matmul(q * 2, r.mT)
