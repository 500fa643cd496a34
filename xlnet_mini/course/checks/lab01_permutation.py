"""Checks of lab 01: order and rank, how many problems there are; and the list of all."""

from collections.abc import Callable, Iterable
from itertools import permutations, product
from math import factorial, perm

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong
from .lab01_by_hand import ByHand
from .lab01_chain_rule import Conditionals
from .lab01_mask_test import MaskIsRight
from .lab01_masks import LONG, ContentMask, QueryMask, random_ranks
from .lab01_sampler_test import LooksBiased
from .lab01_samplers import SampleOrder


class OrderToRank(FunctionExercise):
    id = "1.5"
    title = "Who is when?"
    points = 1
    minutes = 10
    level = 1
    answer = "order_to_rank"
    graduates = "permutation.order_to_rank"
    unlocks = "Ranks can be compared with each other, position by position: that is all that a mask needs."
    invariant = "rank[order[t]] = t, and turning a rank round once more gives the order back"
    hints = (
        "The order says who is guessed at step t. Which question does the rank answer?",
        "Do it for the order [2, 0, 1] on paper, with three empty places: walk along the order, and write the number "
        "of the step into the place that it names. Which place gets the 0?",
        "Either write the steps 0, ..., T-1 into the places that the order names (`scatter` does so for a whole "
        "batch), or ask which familiar function turns a permutation into its inverse, along the last dimension.",
    )
    misconceptions = (
        Misconception(
            "the order itself",
            "You gave back the order unchanged (two argsorts in a row do that too). The order says who is guessed at "
            "step t; the rank says when position i is guessed.",
            lambda order: order.clone(),
        ),
        Misconception(
            "counts from 1", "The word that is guessed first has rank 0, not 1.", lambda o: o.argsort(-1) + 1
        ),
        Misconception(
            "counts from the end",
            "You count from the end: the word that is guessed first must have rank 0, yours has the highest.",
            lambda order: order.shape[-1] - 1 - order.argsort(-1),
        ),
        Misconception(
            "read backwards",
            "You turned the list end for end. The inverse exchanges places and values: it answers another question.",
            lambda order: order.flip(-1),
        ),
        Misconception(
            "the order applied twice",
            "You looked up the order in itself. That asks who follows whom, not when a position is guessed: "
            "the rank undoes the order, so looking up one in the other must give 0, 1, 2, ...",
            lambda order: order.gather(-1, order),
        ),
        Misconception(
            "sorted",
            "You sorted the values, which gives 0, 1, 2, ... for every order. Asked is the *place* of each value.",
            lambda order: order.sort(-1).values,
        ),
    )

    def oracle(self, order: Tensor) -> Tensor:
        rank = order.clone()
        for lead in product(*map(range, order.shape[:-1])):
            for step, position in enumerate(order[lead].tolist()):
                rank[(*lead, position)] = step
        return rank

    def cases(self) -> Iterable[Case]:
        small = [[2, 0, 1], [0], [1, 0], *map(list, permutations(range(4)))]
        cases = [Case({"order": torch.tensor(z)}) for z in small]
        cases += [Case({"order": random_ranks(n, seed=n)}) for n in (5, 7, 13)]
        shapes = ((3, 5), (2, 3, 4), (5, 5), (1, 3), (2, 1))
        return cases + [Case({"order": random_ranks(*s, seed=sum(s))}, batch=True) for s in shapes]

    def properties(self, call: Caller) -> None:
        order = random_ranks(LONG, seed=2)
        rank = call(order)
        if not torch.equal(order[rank], torch.arange(LONG)) or not torch.equal(call(rank), order):
            says = f"Right for short orders, but the rank must undo the order at length {LONG} as well."
            raise Wrong("long orders", says)

    def pace(self) -> tuple[tuple, dict, Callable]:
        order = random_ranks(16, 512)
        return (order,), {}, lambda: order.sort(dim=-1)


class DistinctProblems(FunctionExercise):
    id = "1.9"
    title = "How many problems are there?"
    points = 1
    minutes = 10
    level = 2
    answer = "distinct_problems"
    bonus = True
    unlocks = "Orders share their problems, which is why a few sampled orders teach what T! orders hold."
    hints = (
        "Take three words and keep to one of them. What may it see in each of the six orders? Some of your six lines "
        "are the same.",
        "A problem is a pair: the word to guess, and the *set* of words that may be seen. "
        "How many such sets are there for one word?",
        "For a fixed word, each of the other words is either visible or not, and every such choice occurs "
        "in some order.",
    )
    misconceptions = (
        Misconception(
            "orders, not problems",
            "T! counts the orders. Each of them poses T problems, and most of these occur in many orders: "
            "count each pair of a word and the set that it may see once.",
            factorial,
        ),
        Misconception(
            "with repeats",
            "T · T! counts every step of every order. The same word with the same visible set comes in many orders: "
            "count it once.",
            lambda length: length * factorial(length),
        ),
        Misconception(
            "sequences, not sets",
            "You counted in which *sequence* the visible words came. The mask does not show that: "
            "the same words in another sequence are the same problem.",
            lambda length: sum(perm(length, k + 1) for k in range(length)),
        ),
        Misconception(
            "no empty set",
            "You left out one visible set for each word: the word that is guessed first sees nothing.",
            lambda length: length * (2 ** (length - 1) - 1),
        ),
        Misconception(
            "sets only",
            "You counted sets of words. A problem is a set together with the word to guess.",
            lambda length: 2**length,
        ),
        Misconception(
            "sees itself",
            "The word to guess is never among those that may be seen; you counted such sets too.",
            lambda length: length * 2**length,
        ),
        Misconception(
            "one word only",
            "That is the number of visible sets for *one* word. Every word can be the one to guess.",
            lambda length: 2 ** (length - 1),
        ),
        Misconception(
            "sizes, not sets",
            "You counted how *many* words may be seen. Which ones they are makes different problems.",
            lambda length: length * length,
        ),
    )

    def oracle(self, length: int) -> int:
        return len({(z[t], frozenset(z[:t])) for z in permutations(range(length)) for t in range(length)})

    def cases(self) -> Iterable[Case]:
        # no longer ones: who counts by going through all orders is right too
        return [Case({"length": n}) for n in (3, 1, 2, 4, 5, 6, 7)]


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
