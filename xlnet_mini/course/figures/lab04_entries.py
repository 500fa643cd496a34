"""Entries that keep their name: a table of labels sent through any moves shows where each number went.

The number 100·(row + 1) + column stands for the entry of that row and column, 0 for padding. So a function of the
student's, given `labelled(T, columns)`, says by itself where it moves things.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


def labelled(T: int, columns: int) -> Tensor:
    """int64 [T, columns]: 102 stands for a02, row 0, column 2."""
    return 100 * torch.arange(1, T + 1)[:, None] + torch.arange(columns)


def name(code: int, T: int) -> str:
    """ "a02" for 102, "0" for padding, "?" for a number that is no label."""
    row, column = divmod(code, 100)
    if code == 0:
        return "0"
    return f"a{row - 1}{column}" if 1 <= row <= T else "?"


@dataclass(frozen=True)
class Stage:
    """One table on the way.

    `result`: its cells belong to a query and a key; `hidden`: later keys are masked; `kept`: the columns that the
    next move leaves, if it cuts.
    """

    title: str
    says: str
    table: Tensor
    result: bool = False
    hidden: bool = False
    kept: int | None = None


@dataclass(frozen=True)
class Moves:
    """The tables from x to the result, for T queries and M rows of memory. Column 0 of x is for `largest`."""

    name: str
    T: int
    M: int
    largest: int
    stages: tuple[Stage, ...]

    @property
    def S(self) -> int:
        return self.M + self.T

    def distance(self, code: int) -> int | None:
        """The distance that an entry is about; padding is about none."""
        return self.largest - code % 100 if code >= 100 else None

    def never_needed(self, code: int) -> bool:
        """True for padding, and for the column of the distance S, which plays its part."""
        return self.distance(code) in (None, self.S)

    def belongs(self, code: int, i: int, j: int) -> bool:
        """True if the entry is the score of query i for the distance of key j."""
        return code // 100 - 1 == i and self.distance(code) == self.M + i - j

    def is_later(self, i: int, j: int) -> bool:
        return j > self.M + i


def padded_moves(four_moves: Callable[[Tensor], Sequence[Tensor]], T: int, M: int) -> Moves:
    """Transformer-XL's form: the four tables come from the student's function, the fifth hides later keys."""
    S = M + T
    x = labelled(T, S)
    tables = [_table(t) for t in four_moves(x)]
    if len(tables) != 4:
        raise ValueError(f"four moves give four tables, these are {len(tables)}")
    words = (
        ("pad", "A column of zeros on the left."),
        ("reread", f"The same numbers in the same order, in rows of {T} instead of {S + 1}."),
        ("drop", f"The first row goes: {T} numbers."),
        (
            "reread again",
            f"The same numbers, in rows of {S} again. Every row has moved.",
        ),
    )
    stages = [Stage("x", "Row i: query i. One column for each distance, the largest first.", x)]
    stages += [
        Stage(f"{n}. {title}", says, table, result=n == 4)
        for n, ((title, says), table) in enumerate(zip(words, tables, strict=True), 1)
    ]
    stages.append(
        Stage("5. mask", "A causal mask hides every later key.", tables[3], result=True, hidden=True)
    )
    return Moves("Transformer-XL's form", T, M, S - 1, tuple(stages))


def xlnet_moves(
    rel_shift: Callable[[Tensor, int], Tensor], T: int, M: int, bidirectional: bool = True
) -> Moves:
    """XLNet's form; the last table is what the student's function gives."""
    S = M + T
    R = S + T if bidirectional else S + 1
    x = labelled(T, R)
    line = x.flatten()
    cut = "All of them belong to keys." if S == R - 1 else f"Only the first {S} columns belong to keys."
    stages = (
        Stage("x", f"Row i: query i. {R} columns, for the distances {S} down to {S - R + 1}.", x),
        Stage(
            "1. reread",
            f"The same numbers in the same order, in rows of {T} instead of {R}.",
            line.reshape(R, T),
        ),
        Stage("2. drop", f"The first row goes: {T} numbers.", line[T:].reshape(R - 1, T)),
        Stage(
            "3. reread again",
            f"The same numbers, in rows of {R - 1}. {cut}",
            line[T:].reshape(T, R - 1),
            kept=S,
        ),
        Stage(
            "4. cut",
            "Your rel_shift: one column for each key.",
            _table(rel_shift(x, S)),
            result=True,
        ),
    )
    title = "XLNet's form, both sides" if bidirectional else "XLNet's form, left to right"
    return Moves(title, T, M, S, stages)


def _table(value: object) -> Tensor:
    if not isinstance(value, Tensor) or value.dim() != 2:
        raise ValueError("each move should give a table, a tensor with two axes")
    return value.detach().long()
