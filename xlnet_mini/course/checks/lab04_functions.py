"""Checks of lab 04 about rel_shift itself, in XLNet's form."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong
from . import lab04_shifts as shifts
from .batch_gradients import gradients_in_batches
from .lab04_moves import input_once, readable


class Shift(FunctionExercise):
    """A shift x [..., T, R] -> [..., T, S], whatever it does about the cells of later keys when R = S + 1."""

    trains = ("x",)

    def example(self, case: Case, want: Any, got: Any) -> str:
        return super().example(case, want, input_once(got))

    def properties(self, call: Caller) -> None:
        """A table whose rows are one row in memory, as the model uses to find out where columns go; gradients."""
        x = torch.arange(7).expand(3, 7)
        try:
            got = compare.bare(call.raw(x, 4))
        except Exception as exc:
            got = exc
        if not compare.same(got, self.oracle(x, 4)):
            says = (
                "Right for ordinary tensors, but not for `torch.arange(7).expand(3, 7)`, whose three rows are one row "
                "in memory: go through `reshape` or indices, not through addresses."
            )
            raise Wrong("memory layout", says)
        gradients_in_batches(call, self)


class RelShift(Shift):
    id = "4.4"
    title = "The shift, as XLNet has it"
    points = 2
    minutes = 9
    level = 2
    answer = "rel_shift"
    graduates = "rel_shift.rel_shift"
    unlocks = (
        "The package's attention looks over distances in both directions, and calls this in every layer."
    )
    invariant = "a table that holds its own distances comes out as M + i - j, with and without memory"
    hints = (
        "No zeros are needed: which column of x can play their part, because no pair has its distance?",
        "The same moves without the padding: reread as [R, T], drop the first row, reread as [T, R - 1]. "
        "Which of these R - 1 columns belong to keys?",
        "`*batch, T, R = x.shape` names all sizes. After the second rereading the first `klen` columns are the "
        "answer. What stands behind them (the end of the row, then the beginning of the next) is no key's.",
    )
    misconceptions = tuple(
        Misconception(
            name,
            says,
            lambda x, klen, wrong=wrong: shifts.without_garbage(wrong(x, klen), x, klen),
        )
        for name, says, wrong in (
            (
                "drops the last row",
                "You dropped the last row (`[:-1]`); the first has to go. This mistake is in public code: rows still "
                "move, but start T numbers too early, with other distances and other queries.",
                shifts.drops_the_last_row,
            ),
            (
                "one column off",
                "Every row is one column off: you padded as well. Here the column of the distance S plays the part of "
                "the zeros, so there is nothing to pad.",
                shifts.pads_as_well,
            ),
            (
                "cuts on the wrong side",
                "You kept the last `klen` columns; the first `klen` belong to the keys.",
                shifts.keeps_the_last_columns,
            ),
            (
                "does not move",
                "The rows have not moved: you only cut x to `klen` columns.",
                shifts.does_not_move,
            ),
            (
                "moves all rows alike",
                "You took the same columns from every row: that is right for one query only. Each later query needs "
                "them one column further left.",
                shifts.moves_all_rows_alike,
            ),
            (
                "moves all rows alike",
                "You took the same columns from every row: that is right for one query only. Each later query needs "
                "them one column further left.",
                lambda x, klen: shifts.by_columns(x, klen, 1, 0),
            ),
            (
                "columns from the other end",
                "You counted the columns from the right, as if the smallest distance came first. The largest, S, "
                "comes first.",
                lambda x, klen: shifts.right(x.flip(-1), klen),
            ),
            (
                "moves the other way",
                "Your rows move the wrong way: a later query is further from the same key, so it needs a *larger* "
                "distance, a column further left.",
                shifts.moves_the_other_way,
            ),
            (
                "cuts before it shifts",
                "You cut x before you shifted it, so the columns of the later keys are gone, and the beginning of the "
                "next row stands in their place. A model that sees both sides needs all S + T columns: shift, then "
                "cut.",
                shifts.too_few_columns,
            ),
            (
                "cuts before it shifts",
                "You cut x to S columns and padded, as for a left-to-right model. That loses the columns of the later "
                "keys: a model that sees both sides needs all S + T columns. Shift, then cut.",
                shifts.only_klen_columns,
            ),
            (
                "zeroes later keys",
                "You set the cells of the later keys to 0. With S + T columns they hold real scores: a model that "
                "sees both sides needs them, and a model that does not has a mask.",
                shifts.zeroes_later_keys,
            ),
            (
                "transposes",
                "You exchanged rows and columns; rereading leaves the numbers in their order (`reshape`).",
                shifts.transposes,
            ),
            (
                "knows no memory",
                "Right without memory only: you took the number of keys for the number of queries somewhere.",
                shifts.knows_no_memory,
            ),
            (
                "counts queries by columns",
                "Right with S + T columns and wrong with S + 1: you took R - S for T. T is the number of rows.",
                shifts.counts_queries_by_columns,
            ),
            (
                "cuts before the second reread",
                "You cut to `klen` rows before the second rereading, so it ends the rows elsewhere: after `klen` "
                "numbers instead of R - 1. Reread first, with all R - 1 rows, then cut columns.",
                shifts.cuts_before_the_second_reread,
            ),
            (
                "not cut",
                "Shifted rightly, but R - 1 columns are left: only the first `klen` belong to keys.",
                shifts.is_not_cut,
            ),
        )
    )

    def judge(self, answer: Any) -> None:
        super().judge(_cleaned(answer))

    def oracle(self, x: Tensor, klen: int) -> Tensor:
        return shifts.by_loops(x, klen)

    def cases(self) -> Iterable[Case]:
        sizes = (
            (2, 2, 4),
            (3, 3, 6),
            (2, 3, 5),
            (3, 5, 8),
            (2, 2, 3),
            (3, 5, 6),
            (1, 4, 5),
            (4, 4, 8),
            (5, 12, 17),
            (6, 8, 14),
        )
        for T, S, R in sizes:
            yield Case({"x": readable(T, R), "klen": S})
        yield Case({"x": readable(3, 2, 5), "klen": 3}, batch=True)
        yield Case({"x": readable(2, 3, 4, 7), "klen": 6}, batch=True)
        yield Case({"x": readable(2, 3, 4, 10), "klen": 6}, batch=True)
        yield Case({"x": readable(2, 1, 3, 2, 5), "klen": 3}, batch=True)

    def example(self, case: Case, want: Any, got: Any) -> str:
        x, klen = case.args.values()
        note = "\n  (cells of later keys may hold anything here; they are shown as 0)"
        return super().example(case, want, got) + note * (x.shape[-1] == klen + 1 and isinstance(got, Tensor))

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        x = torch.randn(16, 4, 128, 384)
        index = torch.arange(256).expand(16, 4, 128, 256)
        return (x, 256), {}, lambda: x.gather(-1, index)


def _cleaned(answer: Any) -> Any:
    """The student's function, with the cells that mean nothing set to 0: whatever it leaves there is right."""
    if isinstance(answer, type) or not callable(answer):
        return answer

    @wraps(answer)
    def clean(x: Tensor, klen: int) -> Any:
        return shifts.without_garbage(answer(x, klen), x, klen)

    return clean
