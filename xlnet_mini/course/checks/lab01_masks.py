"""Checks of lab 01 about masks: who may look at whom."""

from collections.abc import Iterable

import torch
from torch import Tensor

from ..exercise import Candidate, Case, FunctionExercise, TestExercise


def mask_by_loops(rank: Tensor, sees_itself: bool) -> Tensor:
    """True = hidden, from the definition: i may see j if j is guessed earlier, and itself if `sees_itself`."""
    hidden = torch.ones(*rank.shape, rank.shape[-1], dtype=torch.bool)
    for lead in torch.cartesian_prod(*(torch.arange(n) for n in rank.shape[:-1])) if rank.dim() > 1 else [()]:
        at = tuple(torch.as_tensor(lead).reshape(-1).tolist())
        when = rank[at].tolist()
        for i, mine in enumerate(when):
            for j, theirs in enumerate(when):
                if theirs < mine or (sees_itself and i == j):
                    hidden[(*at, i, j)] = False
    return hidden


class QueryMask(FunctionExercise):
    id = "1.6"
    title = "Who may look at whom?"
    points = 2
    minutes = 12
    level = 2
    answer = "query_mask"
    graduates = "permutation.query_mask"
    unlocks = "A model can now guess any word from any others, without moving a single one."
    invariant = "the words that may be seen number 0, 1, ..., T-1 in rank order"
    hints = (
        "Compare two ranks. Which comparison leaves out the word itself?",
        "Rows ask, columns answer: put the rank on both axes, by indexing with `None`, and compare once.",
        "Hidden means: the column's rank is *not smaller* than the row's. Keep `...` for the leading dimensions, so "
        "that one axis is added before the last one and one after it.",
    )

    def oracle(self, rank: Tensor) -> Tensor:
        return mask_by_loops(rank, sees_itself=False)

    def cases(self) -> Iterable[Case]:
        return ()


class ContentMask(FunctionExercise):
    id = "1.7"
    title = "The words that are already there"
    points = 1
    minutes = 6
    level = 1
    answer = "content_mask"
    graduates = "permutation.content_mask"
    unlocks = "Two masks, one order: lab 02 gives each of the two streams its own."
    invariant = "hides no word from itself, and differs from the query mask nowhere else"
    hints = (
        "One thing differs from the query mask, and it sits on the diagonal.",
        "Someone who already knows a word may look at it. What does that change in the comparison of two ranks?",
        "Two positions never have the same rank, so the comparison of equals decides about the diagonal alone.",
    )

    def oracle(self, rank: Tensor) -> Tensor:
        return mask_by_loops(rank, sees_itself=True)

    def cases(self) -> Iterable[Case]:
        return ()


class MaskIsRight(TestExercise):
    id = "1.8"
    title = "A test that a wrong mask cannot pass"
    points = 1
    minutes = 10
    level = 2
    answer = "mask_is_right"
    subject = "mask function"
    unlocks = "You can trust a mask, your own or anybody's, because you know what would have exposed it."
    hints = (
        "Which ranks would you show it? Some mistakes are invisible for an order that is its own inverse.",
        "Say what is right in words that a loop can follow: for which pairs must the answer be True? Then compare "
        "all pairs, for several ranks of different lengths.",
        "For each of some ranks, among them one like [1, 2, 0], and each pair (i, j): `hidden[i, j]` must be the "
        "answer to 'is j *not* guessed before i?'. One disagreement is enough to return False.",
    )

    def candidates(self) -> Iterable[Candidate]:
        return ()
