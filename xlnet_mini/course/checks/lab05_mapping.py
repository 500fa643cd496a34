"""Check of lab 05 about target_mapping: where each guess is made."""

from collections.abc import Callable, Iterable
from itertools import product

import torch
from torch import Tensor

from .. import compare
from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong


class TargetMapping(FunctionExercise):
    id = "5.4"
    title = "A row for each slot"
    points = 1
    minutes = 4
    level = 1
    answer = "target_mapping"
    graduates = "partial_prediction.target_mapping"
    unlocks = "The model knows where to guess: K rows of the query stream in place of T."
    invariant = "one 1 in each used row, at the slot's position, and none in an unused one"
    hints = (
        "Which cell of the row of slot k is the one?",
        "Compare each position with all column numbers at once: an axis for the slots, an axis for the columns.",
        "Positions with a new last axis, compared with `torch.arange(T)` on the same device, give True in the right "
        "places; the result is to be float. A position that equals no column number takes care of itself.",
    )
    misconceptions = (
        Misconception(
            "transposed",
            "Rows and columns are swapped: a row for each slot, a column for each position, so [..., K, T].",
            lambda positions, T: _one_hot(positions, T).transpose(-1, -2).contiguous(),
        ),
        Misconception(
            "unused means last",
            "-1 became the last position, as in indexing. It marks a slot that is not used: a row of zeros.",
            lambda positions, T: _one_hot(positions.masked_fill(positions == -1, T - 1), T),
        ),
        Misconception(
            "unused means first",
            "A slot that is not used got position 0. Its row is to be all zeros.",
            lambda positions, T: _one_hot(positions.clamp(min=0), T),
        ),
        Misconception(
            "slots sorted",
            "You put the slots into the order of the sentence. The rows stand in the order in which the positions are "
            "given; labels come in the same order.",
            lambda positions, T: _one_hot(positions.sort(-1).values, T),
        ),
        Misconception(
            "shifted",
            "The ones stand one place too far left. A slot is for the token *at* its position; nothing is shifted.",
            lambda positions, T: _one_hot(positions - 1, T),
        ),
        Misconception(
            "shifted to the right",
            "The ones stand one place too far right. A slot is for the token *at* its position; nothing is shifted.",
            lambda positions, T: _one_hot(positions + 1, T),
        ),
        Misconception(
            "all targets in every row",
            "Every row has all targets in it. A row is for one slot: it names its own position only.",
            lambda positions, T: _table(positions, T, lambda at, k, j: j in at),
        ),
        Misconception(
            "polarity",
            "Zeros and ones are exchanged. This is no mask: the one says where the guess is made.",
            lambda positions, T: 1 - _one_hot(positions, T),
        ),
        Misconception(
            "up to the position",
            "Your rows are filled with ones up to the position. One 1 in each row.",
            lambda positions, T: _table(positions, T, lambda at, k, j: j <= at[k] < T),
        ),
    )

    def oracle(self, positions: Tensor, T: int) -> Tensor:
        return _one_hot(positions, T)

    def cases(self) -> Iterable[Case]:
        for at, T in (
            ([2, 0], 3),
            ([1, -1], 3),
            ([4, 1, 3], 6),
            ([-1, 3, -1, 0], 5),
            ([0], 1),
            ([7, 9, 2], 11),
        ):
            yield Case({"positions": torch.tensor(at), "T": T})
        yield Case({"positions": torch.tensor([[2, 0], [-1, 1], [3, 2]]), "T": 4}, batch=True)
        yield Case({"positions": torch.arange(12).view(2, 3, 2) % 5 - 1, "T": 5}, batch=True)

    def properties(self, call: Caller) -> None:
        for name, where, slots in (
            ("beyond the end", "beyond the end, such as 5 for T = 4", [5, 2]),
            ("before the start", "before the start, such as -2", [1, -2]),
        ):
            positions = torch.tensor(slots)
            got, want = call(positions, 4), _one_hot(positions, 4)
            if not compare.same(got, want):
                says = f"A position {where}, marks an unused slot as well: a row of zeros."
                raise Wrong(name, says, self.example(Case({"positions": positions, "T": 4}), want, got))

    def pace(self) -> tuple[tuple, dict, Callable]:
        at = torch.arange(16 * 85).view(16, 85) % 512
        other = torch.zeros(16, 85, 512)
        return (at, 512), {}, lambda: (other == 1).float()


def _table(positions: Tensor, T: int, one: Callable[[list[int], int, int], bool]) -> Tensor:
    """[..., K, T] with a one where one(positions, slot, column) says so."""
    table = torch.zeros(*positions.shape, T)
    for lead in product(*map(range, positions.shape[:-1])):
        at = positions[lead].tolist()
        for slot, column in product(range(len(at)), range(T)):
            table[(*lead, slot, column)] = float(one(at, slot, column))
    return table


def _one_hot(positions: Tensor, T: int) -> Tensor:
    return _table(positions, T, lambda at, k, j: at[k] == j)
