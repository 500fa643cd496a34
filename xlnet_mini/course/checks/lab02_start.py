"""Check of lab 02: where the query stream starts."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import Case, FunctionExercise, Misconception
from .lab02_inputs import random_numbers


class StartQueryStream(FunctionExercise):
    id = "2.5"
    title = "Where the query stream starts"
    points = 1
    minutes = 3
    level = 1
    answer = "start_query_stream"
    graduates = "two_stream.start_query_stream"
    unlocks = "A guess now starts from a vector that knows no word, so nothing can be copied."
    invariant = "all rows are equal, whatever the sentence; gradients of all of them reach mask_emb"
    trains = ("mask_emb",)
    hints = (
        "Which vector does each target start from? How many copies do you need, and of what shape?",
        "The vector gets two new axes in front. Broadcasting can do that; so can `expand`, which copies nothing.",
        "`mask_emb` has shape [D]. `expand` takes the sizes of the new leading axes and -1 for an axis that stays.",
    )
    misconceptions = (
        Misconception(
            "axes swapped",
            "The two leading axes are swapped. The batch comes first: [batch, n_targets, D].",
            lambda mask_emb, batch, n_targets: mask_emb.expand(n_targets, batch, -1),
        ),
        Misconception(
            "zeros",
            "You start from zeros. XLNet learns the starting vector: it is `mask_emb`.",
            lambda mask_emb, batch, n_targets: mask_emb.new_zeros(batch, n_targets, mask_emb.shape[-1]),
        ),
        Misconception(
            "no batch axis",
            "The batch axis is missing: every sentence of the batch has its own targets.",
            lambda mask_emb, batch, n_targets: mask_emb.expand(n_targets, -1),
        ),
        Misconception(
            "in one row",
            "The copies lie behind each other in one long row. Each target needs a row of its own: [batch, "
            "n_targets, D].",
            lambda mask_emb, batch, n_targets: mask_emb.repeat(batch, n_targets),
        ),
        Misconception(
            "one for each sentence",
            "Each sentence has one start here. Each *target* needs one: n_targets of them.",
            lambda mask_emb, batch, n_targets: mask_emb.expand(batch, 1, -1),
        ),
        Misconception(
            "numbered targets",
            "You add the target's number to its vector. The start is the same for all; which position is asked for "
            "enters through the scores.",
            lambda mask_emb, batch, n_targets: (
                mask_emb + torch.arange(n_targets, dtype=mask_emb.dtype)[:, None].expand(batch, -1, 1)
            ),
        ),
    )

    def oracle(self, mask_emb: Tensor, batch: int, n_targets: int) -> Tensor:
        rows = [[mask_emb.tolist() for _ in range(n_targets)] for _ in range(batch)]
        return torch.tensor(rows, dtype=mask_emb.dtype)

    def cases(self) -> Iterable[Case]:
        for width, batch, n_targets in ((3, 2, 4), (5, 1, 3), (2, 3, 1), (4, 1, 1), (7, 5, 2)):
            yield Case({"mask_emb": random_numbers((width,), width), "batch": batch, "n_targets": n_targets})

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        mask_emb = random_numbers((192,), 2, torch.float32)
        return (mask_emb, 16, 32), {}, lambda: mask_emb.repeat(16, 32, 1)
