"""Checks of lab 04 worked out on paper: three by three, and the cells that mean nothing."""

from typing import Any

import numpy as np

from ..exercise import Misconception, ValueExercise, Wrong, has_placeholder
from ..kinds.value import agrees, as_plain

TOO_EARLY = "You already hid the cells that mean nothing. Here is asked what stands there: something does."


def _rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.split("/")]


def _tidy(value: Any) -> Any:
    """Cells as a person may write them: 0, "0" or an empty one, "a01" or " A01 "."""
    if isinstance(value, list | tuple | np.ndarray):
        return [_tidy(v) for v in (value.tolist() if isinstance(value, np.ndarray) else value)]
    if type(value) in (int, float) and value == 0:
        return "0"
    return (value.strip().lower() or "0") if type(value) is str else value


class ByHand(ValueExercise):
    """Transformer-XL's four moves on [[a00, a01, a02], [a10, a11, a12], [a20, a21, a22]]."""

    id = "4.1"
    title = "Three by three, on paper"
    points = 1
    minutes = 6
    level = 1
    answer = "by_hand"
    expected = _rows("a02 0 a10 / a11 a12 0 / a20 a21 a22")
    unlocks = (
        "You have seen both secrets of the shift: rows move because rows get shorter, and something leaks in."
    )
    hints = (
        "Write the twelve numbers of the padded table one after another, in one line. Nothing changes this line any "
        "more.",
        "Cut the line into rows of three: that is the second table. Dropping its first row takes three numbers "
        "off the start of the line.",
        "The line is 0 a00 a01 a02 0 a10 a11 a12 0 a20 a21 a22. Take off the first three, and cut the other nine into "
        "rows of three.",
    )
    misconceptions = (
        Misconception(
            "drops the last row",
            "You dropped the last row of the 4 × 3 table; the first one has to go. As it is, row 0 holds a00, which "
            "is about distance 2, where query 0 meets itself at distance 0.",
            lambda: _rows("0 a00 a01 / a02 0 a10 / a11 a12 0"),
        ),
        Misconception(
            "pads on the right",
            "You put the zeros on the right of each row; they go on the left, before the largest distance.",
            lambda: _rows("0 a10 a11 / a12 0 a20 / a21 a22 0"),
        ),
        Misconception(
            "transposes",
            "You turned the table round (rows became columns). Rereading keeps the numbers in their order, along the "
            "rows, and only ends the rows elsewhere.",
            lambda: _rows("a00 a10 a20 / a01 a11 a21 / a02 a12 a22"),
        ),
        Misconception(
            "no shift",
            "This is x again: you dropped the column of zeros that you had put there. It is the first *row* of the "
            "4 × 3 table that goes.",
            lambda: _rows("a00 a01 a02 / a10 a11 a12 / a20 a21 a22"),
        ),
        Misconception(
            "rolls each row",
            "You rolled each row on itself, so that what leaves on the left comes back on the right. The line of "
            "numbers knows no rows: after the end of row 0 comes the zero of row 1, and then a10.",
            lambda: _rows("a02 0 a00 / a11 a12 0 / a20 a21 a22"),
        ),
        Misconception("hidden too early", TOO_EARLY, lambda: _rows("a02 0 0 / a11 a12 0 / a20 a21 a22")),
        Misconception(
            "keeps the first row",
            "Row 0 of your table still starts with the zero of the padding: the first row was not dropped before the "
            "numbers were cut into rows of three.",
            lambda: _rows("0 a00 a01 / a02 0 a10 / a11 a12 0 / a20 a21 a22"),
        ),
    )

    def judge(self, answer: Any) -> None:
        super().judge(_tidy(answer))

    def nudge(self, got: Any) -> str:
        off = [i for i, (g, w) in enumerate(zip(got, self.expected, strict=True)) if g != w]
        return f"Look again at row {off[0]}."


class Parts(ValueExercise):
    """An answer of several parts: a mistake is named where it shows, whatever the other parts say."""

    def judge(self, answer: Any) -> None:
        if not has_placeholder(answer) and isinstance(answer, dict):
            got = as_plain(answer)
            for m in self.misconceptions:
                if all(agrees(got.get(key), value) for key, value in m.imitate().items()):
                    raise Wrong(m.name, m.says)
        super().judge(answer)


def _in_any_order(answer: Any) -> Any:
    """The same answer with its lists of columns sorted; sets are lists too."""
    if not isinstance(answer, dict) or has_placeholder(answer):
        return answer
    columns = as_plain(answer.get("columns"))
    if type(columns) is not list:
        return answer
    numbers = (list, set)
    columns = [sorted(c) if type(c) in numbers and all(type(n) is int for n in c) else c for c in columns]
    return {**answer, "columns": columns}


class Garbage(Parts):
    """T = 4 queries, M = 2 rows of memory: which cells have a negative distance?"""

    id = "4.3"
    title = "Find the garbage"
    points = 1
    minutes = 5
    level = 1
    answer = "garbage"
    expected = {"columns": [[3, 4, 5], [4, 5], [5], []], "how_many_with_M_100": 6}  # noqa: RUF012
    unlocks = "You know exactly which cells a mask must hide, and that memory adds none."
    hints = (
        "What is the distance of the cell in row 0, column 3?",
        "The distance is M + i - j. x has columns for the distances 0 and more only.",
        "Row i has its distance of 0 in column M + i. Everything to the right of it is garbage. Now see what a larger "
        "M does to the number of columns to the right.",
    )
    misconceptions = (
        Misconception(
            "memory forgotten",
            "You counted as if key 0 were word 0. The M rows of memory come first, so query i stands at key M + i.",
            lambda: {"columns": [[1, 2, 3, 4, 5], [2, 3, 4, 5], [3, 4, 5], [4, 5]]},
        ),
        Misconception(
            "memory left out",
            "You left memory out of the table: with M = 2 there are six keys, and query i stands at key M + i.",
            lambda: {"columns": [[1, 2, 3], [2, 3], [3], []]},
        ),
        Misconception(
            "own key counted",
            "You counted the query's own key too: there the distance is 0, and x has a column for it.",
            lambda: {"columns": [[2, 3, 4, 5], [3, 4, 5], [4, 5], [5]]},
        ),
        Misconception(
            "the earlier keys",
            "These are the keys before the query. Their distances are positive, and x has scores for them; it is the "
            "later keys, on the right, that it knows nothing of.",
            lambda: {"columns": [[0, 1], [0, 1, 2], [0, 1, 2, 3], [0, 1, 2, 3, 4]]},
        ),
        Misconception(
            "upside down",
            "Turned round: row 0 is the first word of the segment, so it has the most later keys and the most "
            "garbage.",
            lambda: {"columns": [[], [5], [4, 5], [3, 4, 5]]},
        ),
        Misconception(
            "counts from 1",
            "Columns are counted from 0, as keys and queries are.",
            lambda: {"columns": [[4, 5, 6], [5, 6], [6], []]},
        ),
        Misconception(
            "only the zeros",
            "You listed only the cells that hold a zero of the padding. Scores of other queries leak in too, and mean "
            "just as little.",
            lambda: {"columns": [[3], [4], [5], []]},
        ),
        Misconception(
            "off by one",
            "You start one column late in each row. Query i stands at key M + i, where the distance is 0; the next key "
            "has the distance -1 already. That a zero stands there does not make it a score.",
            lambda: {"columns": [[4, 5], [5], [], []]},
        ),
        Misconception(
            "memory adds garbage",
            "Memory adds keys on the left only, where distances are positive: the garbage on the right stays.",
            lambda: {"how_many_with_M_100": 406},
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(_in_any_order(answer))
        except Wrong as wrong:
            if wrong.name == "form":  # the general message would say how long each list should be
                got = as_plain(_in_any_order(answer))
                if _has_the_form(got):
                    raise Wrong("value", self.nudge(got)) from None
                says = (
                    'Expected "columns": four lists of column numbers, as long or as short as they need be, and '
                    '"how_many_with_M_100": a number.'
                )
                raise Wrong("form", says) from None
            raise

    def nudge(self, got: Any) -> str:
        """The first row that is not right, or the count; never the value itself."""
        rows = zip(got["columns"], self.expected["columns"], strict=True)
        off = [i for i, (g, w) in enumerate(rows) if not agrees(g, w)]
        if off:
            return f"Look again at row {off[0]}: which distance has each of its six cells?"
        return "The columns are right, `how_many_with_M_100` is not: which columns would they be for M = 100?"


def _has_the_form(got: Any) -> bool:
    """Four lists of whole numbers and a number: how long the lists are is a part of the answer."""
    if type(got) is not dict or got.keys() != Garbage.expected.keys():
        return False
    columns, count = got.values() if next(iter(got)) == "columns" else reversed(got.values())
    if type(columns) is not list or len(columns) != 4 or type(count) not in (int, float):
        return False
    return all(type(row) is list and all(type(n) is int for n in row) for row in columns)
