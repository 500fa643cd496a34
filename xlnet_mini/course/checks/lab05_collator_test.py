"""Check of lab 05's exercise in which the student tests collators: right ones, and ones broken in many ways."""

from collections.abc import Iterable

import torch
from torch import Tensor

from ..exercise import Candidate, TestExercise, Wrong
from .lab05_collators import MAKERS, RIGHT, Batch, Collator

MOST_CALLS = 2_000
MOST_TOKENS = 600


class CollatorIsRight(TestExercise):
    id = "5.8"
    title = "Do the four tables agree?"
    points = 2
    minutes = 17
    level = 3
    answer = "collator_is_right"
    subject = "collator"
    unlocks = "You can check the input of any permutation language model, whoever wrote its collator."
    hints = (
        "Take a sentence whose tokens are all different: what can you then read off from the labels? And call "
        "`collate` more than once.",
        "Where are the ones in target_mapping? These positions are the targets, all others are context. Everything in "
        "perm_mask follows from them, but for one thing: who of two targets comes first.",
        "For targets, count how many other targets each of them sees: the numbers must be 0, 1, ..., K-1, and that "
        "gives the order. Then say for each pair (i, j) whether i may see j, and compare.",
    )

    def candidates(self) -> Iterable[Candidate]:
        for seed, says in enumerate(MAKERS):
            yield Candidate(says, _Careful(Collator(says, 500 + seed)), right=seed < RIGHT)

    def looked(self, candidates: list[Candidate]) -> bool:
        return any(c.function.calls for c in candidates)


class _Careful:
    """Says in words what a collator cannot be given, before anything goes wrong inside it."""

    def __init__(self, collator: Collator):
        self.collator, self.calls = collator, 0

    def __call__(self, input_ids: Tensor, num_predict: int) -> Batch:
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise Wrong(
                "too many calls", f"You call `collate` more than {MOST_CALLS:,} times; 50 are plenty."
            )
        good = isinstance(input_ids, Tensor) and input_ids.dim() == 1 and input_ids.dtype == torch.int64
        if not good or not 0 < len(input_ids) <= MOST_TOKENS:
            says = f"`collate` takes the ids of one sentence: a tensor of int64, shape [T], T from 1 to {MOST_TOKENS}."
            raise Wrong("not a sentence", says)
        if (
            isinstance(num_predict, bool)
            or not isinstance(num_predict, int)
            or not 0 < num_predict <= len(input_ids)
        ):
            raise Wrong("num_predict", "`num_predict` is a whole number from 1 to T.")
        return self.collator(input_ids, num_predict)
