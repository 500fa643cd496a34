"""Checks of lab 04's bonus exercises: the shift as a view of memory, and the shift of some rows only."""

import re
from collections.abc import Iterable
from functools import wraps
from typing import Any

import torch
from torch import Tensor

from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from . import lab04_shifts as shifts
from .batch_gradients import gradients_in_batches
from .lab04_moves import input_once, readable

MUST_SUBTRACT = "Later queries must look further *left* in x: their position is subtracted."
ALL_ROWS = (
    "You made a row for each of the T queries; x has only the K rows of the queries at `position`. Take their rows of "
    "the table of columns."
)
FIRST_BEYOND = (
    6  # the first column beyond x in the first case, T = 3, S = 3, position 2, if the position is added
)


class ShiftView(FunctionExercise):
    id = "4.8"
    title = "The shift that does nothing"
    points = 1
    minutes = 8
    level = 3
    answer = "shift_view"
    bonus = True
    unlocks = (
        "A shift is three numbers: where to start, and how far it is to the next row and to the next column."
    )
    hints = (
        "Where in memory is x[i, m]? Put in the column m that cell (i, j) needs.",
        "x[i, m] is at i·row + m·column. With m = T - i + j, sort the sum by i and by j: what stands beside i is the "
        "new step from row to row.",
        "i·row + (T - i + j)·column = T·column + i·(row - column) + j·column.",
    )
    misconceptions = (
        Misconception(
            "rows keep their step",
            "The step from row to row is as before, so all rows move alike. Each row must start one column earlier.",
            lambda T, klen, stride: ((T, klen), stride, T * stride[1]),
        ),
        Misconception(
            "moves the other way",
            "You made the step from row to row longer: then later queries look at *smaller* distances.",
            lambda T, klen, stride: ((T, klen), (stride[0] + stride[1], stride[1]), T * stride[1]),
        ),
        Misconception(
            "starts at the first number",
            "Row 0 starts T columns to the right: the first T numbers are the ones that were dropped.",
            lambda T, klen, stride: ((T, klen), (stride[0] - stride[1], stride[1]), 0),
        ),
        Misconception(
            "one column off",
            "You start at column T - 1, which is right where the padding was put in front; here there is none.",
            lambda T, klen, stride: ((T, klen), (stride[0] - stride[1], stride[1]), (T - 1) * stride[1]),
        ),
        Misconception(
            "neighbours one apart",
            "Right if neighbours in a row are one number apart in memory. The second stride says how far apart they "
            "are: one column less is `stride[1]` numbers less.",
            lambda T, klen, stride: ((T, klen), (stride[0] - 1, stride[1]), T),
        ),
        Misconception(
            "neighbours one apart",
            "The start is right. But one column less is `stride[1]` numbers less, which need not be 1.",
            lambda T, klen, stride: ((T, klen), (stride[0] - 1, stride[1]), T * stride[1]),
        ),
        Misconception(
            "neighbours one apart",
            "The steps are right. But T columns are `T * stride[1]` numbers, which need not be T.",
            lambda T, klen, stride: ((T, klen), (stride[0] - stride[1], stride[1]), T),
        ),
        Misconception(
            "starts one column in",
            "You start at column 1, as if row 0 moved by one column. Row 0 starts T columns to the right.",
            lambda T, klen, stride: ((T, klen), (stride[0] - stride[1], stride[1]), stride[1]),
        ),
        Misconception(
            "ordinary tables only",
            "Right for an ordinary table, whose rows are R numbers apart and whose columns are 1 apart. Use the "
            "stride that you are given: a part of a larger table has another one.",
            lambda T, klen, stride: ((T, klen), (klen + T - 1, 1), T),
        ),
        Misconception(
            "one row down",
            "You start one whole row further on (`stride[0]`); it is T columns.",
            lambda T, klen, stride: ((T, klen), (stride[0] - stride[1], stride[1]), stride[0]),
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, type) or not callable(answer):
            return super().judge(answer)

        @wraps(answer)
        def with_tuples(*args: Any) -> Any:
            out = _tuples(answer(*args))
            _must_have_the_form(out)
            return out

        return super().judge(with_tuples)

    def oracle(self, T: int, klen: int, stride: tuple[int, int]) -> tuple:
        at = [[i * stride[0] + (T - i + j) * stride[1] for j in range(klen)] for i in range(T)]
        return (T, klen), (at[1][0] - at[0][0], at[0][1] - at[0][0]), at[0][0]

    def cases(self) -> Iterable[Case]:
        for T, klen, stride in (
            (2, 2, (4, 1)),
            (3, 5, (8, 1)),
            (3, 3, (12, 2)),
            (4, 9, (30, 1)),
            (2, 7, (45, 5)),
        ):
            yield Case({"T": T, "klen": klen, "stride": stride})


def _tuples(value: Any) -> Any:
    """Lists and torch.Size count as tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def _must_have_the_form(value: Any) -> None:
    """A tuple that is not (size, stride, offset), or holds a float, looks too much like the right one to be shown."""
    if not isinstance(value, tuple):
        return
    if len(value) != 3 or not all(isinstance(v, tuple) and len(v) == 2 for v in value[:2]):
        raise Wrong(
            "form", "Return three things: size and stride, which are pairs, and the offset, a number."
        )
    if any(isinstance(n, float) for n in (*value[0], *value[1], value[2])):
        raise Wrong("not whole", "Sizes, strides and offsets are whole numbers; one of yours is a float.")


class ShiftRows(FunctionExercise):
    id = "4.9"
    title = "Some queries only"
    points = 2
    minutes = 10
    level = 3
    answer = "shift_rows"
    bonus = True
    trains = ("x",)
    unlocks = (
        "The query stream can be computed for the guessed words alone, which is what makes lab 05 cheap."
    )
    hints = (
        "Row k of x is not query k any more. Whose is it, and what does that change in T - i + j?",
        "The i of the closed form is `position[k]`. What is T, when x has only K rows? Its columns still know: R = S "
        "+ T.",
        "Column numbers: (R - klen) - position[..., :, None] + arange(klen), of the shape of the result; then "
        "`gather`.",
    )
    misconceptions = (
        Misconception(
            "row number for position",
            "You shifted row k as if it were query k; it is query `position[k]`.",
            lambda x, position, klen: _gather(x, torch.arange(x.shape[-2]), x.shape[-1] - klen, klen),
        ),
        Misconception(
            "counts T by rows",
            "You took the number of rows for T. Only K of the T queries are here; T is R - klen.",
            lambda x, position, klen: _gather(x, position, x.shape[-2], klen),
        ),
        Misconception(
            "one column off",
            "Every row is one column off: the column is T - position + j.",
            lambda x, position, klen: _gather(x, position, x.shape[-1] - klen - 1, klen),
        ),
        Misconception(
            "moves the other way",
            MUST_SUBTRACT,
            lambda x, position, klen: _gather(x, -position, x.shape[-1] - klen, klen),
        ),
        Misconception(
            "moves all rows alike",
            "You took the same columns from every row; a query's position must come in.",
            lambda x, position, klen: _gather(x, 0 * position, x.shape[-1] - klen, klen),
        ),
        Misconception("all T rows", ALL_ROWS, lambda x, position, klen: _all_rows(x, position, klen)),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except AnswerRaised as exc:
            if re.search(
                "Size does not match at dimension|could not be broadcast|must match the size", str(exc)
            ):
                raise Wrong("all T rows", ALL_ROWS, str(exc)) from None
            found = re.search(r"index (-?\d+) is out of bounds", str(exc))
            if found is None:
                raise
            # T + position + j in the first case: the only mistake in a sign that leaves x there
            if int(found[1]) == FIRST_BEYOND:
                raise Wrong("moves the other way", MUST_SUBTRACT, str(exc)) from None
            says = "You ask for a column that x does not have: the columns are T - position + j, and T is R - klen."
            raise Wrong("no such column", says, str(exc)) from None

    def example(self, case: Case, want: Any, got: Any) -> str:
        return super().example(case, want, input_once(got))

    def properties(self, call: Caller) -> None:
        gradients_in_batches(call, self)

    def oracle(self, x: Tensor, position: Tensor, klen: int) -> Tensor:
        T = x.shape[-1] - klen
        out = x.new_empty(*x.shape[:-1], klen)
        rows, results = x.reshape(-1, x.shape[-1]), out.view(-1, klen)
        for n, i in enumerate(position.reshape(-1).tolist()):
            for j in range(klen):
                results[n, j] = rows[n, T - i + j]
        return out

    def cases(self) -> Iterable[Case]:
        # no position is larger than K: so K taken for T stays within x, and gets a better word than an IndexError
        for T, S, positions in (
            (3, 3, [2, 1]),
            (4, 6, [3, 1, 2]),
            (5, 5, [1]),
            (3, 7, [0, 2, 1]),
            (6, 9, [4, 0, 3, 1]),
        ):
            yield Case({"x": readable(len(positions), S + T), "position": torch.tensor(positions), "klen": S})
        pairs = torch.tensor([[3, 1], [0, 2], [1, 3]])
        yield Case({"x": readable(3, 2, 10), "position": pairs, "klen": 6}, batch=True)
        heads = pairs[:, None].expand(3, 2, 2).contiguous()
        yield Case({"x": readable(3, 2, 2, 9), "position": heads, "klen": 5}, batch=True)


def _all_rows(x: Tensor, position: Tensor, klen: int) -> Tensor:
    """A table of all T queries, shifted; the rows of queries that are not asked for are 0."""
    *batch, _, R = x.shape
    full = x.new_zeros(*batch, R - klen, R).scatter(-2, position[..., None].expand(x.shape), x)
    return shifts.right(full, klen)


def _gather(x: Tensor, position: Tensor, T: int, klen: int) -> Tensor:
    """Columns T - position + j; beyond either end, the other end."""
    column = (T - position[..., None] + torch.arange(klen)) % x.shape[-1]
    return x.gather(-1, column.expand(*x.shape[:-1], klen))
