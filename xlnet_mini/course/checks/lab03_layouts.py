"""Check of lab 03 about the two layouts of sines and cosines, and the rows of the matrix that comes next."""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor

from ..exercise import Case, FunctionExercise, Misconception


def _order(pick: Callable[[int, int], int]) -> Callable[[int], Tensor]:
    return lambda d_model: torch.tensor([pick(m, d_model) for m in range(d_model)])


class RowOrder(FunctionExercise):
    id = "3.5"
    title = "Two layouts, one model"
    points = 1
    minutes = 8
    level = 2
    answer = "row_order"
    on_any_device = False
    unlocks = "You can load weights that were trained with the other layout."
    hints = (
        "Write down what stands in each column, for d_model = 6: sin f0, sin f1, ... in one layout; sin f0, cos f0, "
        "... in the other.",
        "Column m of the alternating layout holds a number that the other layout has in some column n. The same n is "
        "the row of w_r that has to come to row m.",
        "Even rows 0, 2, 4, ... take the sines, which are the rows 0, 1, 2, ... of w_r; odd ones the cosines, which "
        "start at row d_model/2.",
    )
    misconceptions = (
        Misconception(
            "the inverse",
            "This is the way back: it says where each row *goes*, and you are asked which row *comes*. For d_model = "
            "4 the two agree; try 6.",
            _order(lambda m, D: 2 * m if m < D // 2 else 2 * (m - D // 2) + 1),
        ),
        Misconception("unchanged", "This leaves all rows where they are.", _order(lambda m, D: m)),
        Misconception(
            "cosines first",
            "In each pair you put the cosine before the sine.",
            _order(lambda m, D: m // 2 + D // 2 * (1 - m % 2)),
        ),
        Misconception(
            "halves exchanged",
            "You exchange the two halves: then all cosines come first, which is neither of the two layouts.",
            _order(lambda m, D: (m + D // 2) % D),
        ),
        Misconception("reversed", "You turn the order round.", _order(lambda m, D: D - 1 - m)),
        Misconception(
            "neighbours exchanged",
            "You exchange neighbours. The cosine that belongs to a sine stands d_model/2 further on.",
            _order(lambda m, D: m ^ 1),
        ),
        Misconception(
            "counted from 1",
            "Rows are counted from 0.",
            _order(lambda m, D: m // 2 + D // 2 * (m % 2) + 1),
        ),
        Misconception(
            "a matrix",
            "This is the permutation as a matrix. Here the numbers of the rows are wanted: [d_model].",
            lambda d_model: torch.eye(d_model, dtype=torch.int64)[interleaving(d_model)],
        ),
    )

    def oracle(self, d_model: int) -> Tensor:
        return interleaving(d_model)

    def cases(self) -> Iterable[Case]:
        for d_model in (4, 6, 2, 10, 8, 96):
            yield Case({"d_model": d_model})


def interleaving(d_model: int) -> Tensor:
    """Look up the name of each column of the alternating layout among the names of the other layout."""
    blocks = [f"{wave}{t}" for wave in ("sin", "cos") for t in range(d_model // 2)]
    pairs = [f"{wave}{t}" for t in range(d_model // 2) for wave in ("sin", "cos")]
    return torch.tensor([blocks.index(name) for name in pairs], dtype=torch.int64)
