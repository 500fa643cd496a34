"""Checks of lab 04 about the closed form, out[i, j] = x[i, T - i + j], where x has such a column."""

import re
from collections.abc import Iterable
from typing import Any

from torch import Tensor

from ..exercise import AnswerRaised, Case, Misconception, Wrong
from ..kinds.reach import reached
from . import lab04_shifts as shifts
from .lab04_functions import Shift
from .lab04_moves import readable

OUT_OF_RANGE = re.compile(r"out of (bounds|range)")


class CleanShift(Shift):
    id = "4.5"
    title = "One formula instead of the moves"
    points = 1
    minutes = 11
    level = 2
    answer = "clean_shift"
    unlocks = "You have a second, independent way to the same result: what one gets wrong the other finds."
    hints = (
        "For one cell (i, j): which column of x, and when is there no such column?",
        "Make the table of column numbers T - i + j with `torch.arange` and `None`, and let `gather` along the last "
        "axis pick them. `gather` wants the index in the shape of the result: `expand` it over the leading "
        "dimensions.",
        "`gather` must not be given a column that is not there: `clamp` the numbers to R - 1 first, and set the cells "
        "whose number was too large to 0 afterwards (`masked_fill`). Make the table on x's device.",
    )
    misconceptions = (
        Misconception(
            "garbage left",
            "Where x has no column for a distance, the beginning of another row has leaked in. These cells must be 0.",
            shifts.right,
        ),
        Misconception(
            "repeats the last column",
            "Where x has no column for a distance you repeat its last one. These cells must be 0.",
            shifts.repeats_the_last_column,
        ),
        Misconception(
            "wraps round",
            "Where x has no column for a distance you go on at the row's beginning. These cells must be 0.",
            shifts.wraps_round,
        ),
        Misconception(
            "one column off",
            "Every row is one column off: the column is T - i + j, since column 0, of the distance S, is for no key.",
            lambda x, klen: shifts.clean_from(x, klen, x.shape[-2] - 1),
        ),
        Misconception(
            "moves the other way",
            "Your rows move the wrong way: a later query needs a column further *left*.",
            lambda x, klen: shifts.clean_from(x, klen, 1, 1),
        ),
        Misconception(
            "zeroes later keys",
            "You set the cells of all later keys to 0, also where x has a column for them. Only cells *without* a "
            "column become 0.",
            shifts.zeroes_later_keys,
        ),
        Misconception(
            "knows no memory",
            "The column is T - i + j with T the number of queries; you counted the keys. Without memory the two "
            "agree.",
            lambda x, klen: shifts.clean_from(x, klen, klen),
        ),
        Misconception(
            "counts queries by columns",
            "You took R - S for T: that holds when x has S + T columns, and not for S + 1. T is the number of rows.",
            lambda x, klen: shifts.clean_from(x, klen, x.shape[-1] - klen),
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except AnswerRaised as exc:
            if not OUT_OF_RANGE.search(str(exc)):
                raise
            says = (
                "You ask for a column that is not there. For T = 2, klen = 2 and R = 3, cell (0, 1) needs column 3, "
                "and x has columns 0 to 2: this is the cell that becomes 0. The last column is R - 1."
            )
            raise Wrong("no such column", says, str(exc)) from None
        if reached(answer, "rel_shift") is not None:
            says = (
                "The numbers are right, but you call `rel_shift`: a mistake there would be one here too, and neither "
                "would find it. Write this one from the formula."
            )
            raise Wrong("not independent", says)

    def oracle(self, x: Tensor, klen: int) -> Tensor:
        return shifts.by_loops(x, klen)

    def cases(self) -> Iterable[Case]:
        sizes = (
            (2, 2, 3),
            (2, 2, 4),
            (3, 3, 4),
            (3, 5, 8),
            (3, 5, 7),
            (4, 6, 7),
            (1, 4, 5),
            (5, 12, 17),
            (6, 8, 14),
        )
        for T, S, R in sizes:
            yield Case({"x": readable(T, R), "klen": S})
        yield Case({"x": readable(3, 2, 4), "klen": 3}, batch=True)
        yield Case({"x": readable(2, 3, 4, 10), "klen": 6}, batch=True)
        yield Case({"x": readable(2, 1, 3, 2, 5), "klen": 3}, batch=True)
