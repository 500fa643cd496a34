"""Checks of lab 01: an order by hand, the chain rule in any order, order and rank, and how many problems there are."""

from collections.abc import Iterable

import torch
from torch import Tensor

from ..exercise import Case, FunctionExercise, ValueExercise
from .lab01_masks import ContentMask, MaskIsRight, QueryMask
from .lab01_samplers import LooksBiased, SampleOrder


class ByHand(ValueExercise):
    """The order [3, 0, 4, 1, 2] of "Mary had a little lamb"."""

    id = "1.1"
    title = "An order by hand"
    points = 1
    minutes = 5
    level = 1
    answer = "by_hand"
    expected = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [True, False, False, True, False]}  # noqa: RUF012
    unlocks = "The rest of this lab is this table, for any order and a whole batch at once."
    hints = (
        "The order lists positions: first *little* (3) is guessed, then *Mary* (0). When is *lamb* guessed?",
        "The order answers *who at step t?*; the rank answers *when is position i?* Go through the positions 0 to 4 "
        "and look for each of them in the order.",
        "Position 0 stands at place 1 of the order, so its rank is 1. *lamb* may see a word if its rank is smaller "
        "than the rank of *lamb*.",
    )


class Conditionals(FunctionExercise):
    id = "1.2"
    title = "The chain rule, in any order"
    points = 2
    minutes = 12
    level = 2
    answer = "conditionals"
    unlocks = "Every order of the chain rule gives the same likelihood: you have just computed it."
    hints = (
        "Take two positions and the order [1, 0]. Which table of probabilities do you need for the second step?",
        "A conditional is a ratio: the probability of everything known after this step over the probability of "
        "everything known before it. To get either from the joint, fix what is known and sum over the rest.",
        "Go along the order. Keep for each position either its token or a full slice; index the joint with that, sum "
        "what is left, and divide by the same sum one step earlier (before the first step it is 1).",
    )

    def oracle(self, joint: Tensor, x: Tensor, order: Tensor) -> Tensor:
        table, tokens, steps = joint.double().numpy(), x.tolist(), order.tolist()
        known: list[int] = []
        out = []
        for z in steps:
            masses = []
            for fixed in (known, [*known, z]):
                mass = 0.0
                for index in torch.cartesian_prod(*(torch.arange(n) for n in joint.shape)).tolist():
                    if all(index[i] == tokens[i] for i in fixed):
                        mass += float(table[tuple(index)])
                masses.append(mass)
            out.append(masses[1] / masses[0])
            known.append(z)
        return torch.tensor(out, dtype=joint.dtype)

    def cases(self) -> Iterable[Case]:
        return ()


class OrderToRank(FunctionExercise):
    id = "1.5"
    title = "Who is when?"
    points = 1
    minutes = 6
    level = 1
    answer = "order_to_rank"
    graduates = "permutation.order_to_rank"
    unlocks = "Ranks can be compared with each other, position by position: that is all that a mask needs."
    invariant = "rank[order[t]] = t, and turning a rank round once more gives the order back"
    hints = (
        "The order says who is guessed at step t. Which question does the rank answer?",
        "The two are inverse permutations: at place `order[t]` the rank must hold `t`.",
        "Either write the steps 0, ..., T-1 into the places that the order names (`scatter` does so for a whole batch), "
        "or ask which familiar function turns a permutation into its inverse.",
    )

    def oracle(self, order: Tensor) -> Tensor:
        rows = order.reshape(-1, order.shape[-1]).tolist()
        return torch.tensor(
            [[row.index(i) for i in range(len(row))] for row in rows], dtype=order.dtype
        ).reshape(order.shape)

    def cases(self) -> Iterable[Case]:
        return ()


class DistinctProblems(FunctionExercise):
    id = "1.9"
    title = "How many problems are there?"
    points = 1
    minutes = 6
    level = 2
    answer = "distinct_problems"
    bonus = True
    unlocks = "Orders share their problems, which is why a few sampled orders teach what T! orders hold."
    hints = (
        "Two orders that agree on *which* words come before a word pose the same problem at that word.",
        "A problem is a pair: the word to guess, and the *set* of words that may be seen. How many such sets are there "
        "for one word?",
        "For a fixed word, each of the other words is either visible or not, and every such choice occurs in some order.",
    )

    def oracle(self, length: int) -> int:
        from itertools import permutations

        return len({(z[t], frozenset(z[:t])) for z in permutations(range(length)) for t in range(length)})

    def cases(self) -> Iterable[Case]:
        return [Case({"length": n}) for n in range(1, 8)]


EXERCISES = (
    ByHand(),
    Conditionals(),
    SampleOrder(),
    LooksBiased(),
    OrderToRank(),
    QueryMask(),
    ContentMask(),
    MaskIsRight(),
    DistinctProblems(),
)
