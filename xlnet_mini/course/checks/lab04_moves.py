"""Checks of lab 04 about the four moves: pad, reread, drop, reread again."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Case, FunctionExercise, Misconception, Wrong


def readable(*shape: int, dtype: torch.dtype = torch.float64) -> Tensor:
    """Scores that can be followed by eye: row i, column m of the first matrix holds 10·(i + 1) + m."""
    T, R = shape[-2:]
    one = 10 * torch.arange(1, T + 1)[:, None] + torch.arange(R)
    count = torch.Size(shape[:-2]).numel()
    return (one + 100 * torch.arange(count)[:, None, None]).reshape(shape).to(dtype)


def input_once(got: Any) -> Any:
    """An error without its input, where the call stands above it already."""
    return AnswerRaised(str(got).partition(" (input: ")[0]) if isinstance(got, AnswerRaised) else got


class FourMoves(FunctionExercise):
    id = "4.2"
    title = "Four moves"
    points = 2
    minutes = 10
    level = 1
    answer = "four_moves"
    unlocks = (
        "You can run any table through the moves and see where each entry goes, which is the next picture."
    )
    hints = (
        "Two of the moves are one and the same: which number of rows and columns does each start from, and end with?",
        "Padding glues a column of zeros to the left (`torch.cat` along the last axis; `new_zeros` keeps the dtype). "
        "Rereading is `reshape` with the last two sizes exchanged. Dropping is a slice.",
        "Leading dimensions stay in front: `x.shape[:-2]` is all of them. Rereading [T, S + 1] gives [S + 1, T], and "
        "rereading [S, T] gives [T, S]: both times `reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])`.",
    )
    misconceptions = (
        Misconception(
            "pads on the right",
            "The zeros go to the left of the scores, where a distance of S would be.",
            lambda x: _moves(x, pad=lambda x: torch.cat([x, torch.zeros_like(x[..., :1])], -1)),
        ),
        Misconception(
            "drops the last row",
            "`[:-1]` leaves out the last row; it is the first that goes. This one is in public code: rows still move, "
            "but start T numbers too early, with other distances and other queries.",
            lambda x: _moves(x, drop=lambda x: x[..., :-1, :]),
        ),
        Misconception(
            "transposes",
            "You exchanged rows and columns (`transpose`, `mT`, `T`). Rereading leaves the numbers in their order in "
            "memory and ends the rows elsewhere: `reshape`.",
            lambda x: _moves(x, reread=lambda x: x.transpose(-1, -2)),
        ),
        Misconception(
            "drops a column",
            "`[..., 1:]` drops a column; the first *row* goes: the axis before the last.",
            lambda x: _moves(x, drop=lambda x: x[..., 1:]),
        ),
        Misconception(
            "pads a row",
            "You put a row of zeros on top; it is a column, on the left of every row. A row more on top is dropped "
            "again and moves nothing.",
            lambda x: _moves(x, pad=lambda x: torch.cat([torch.zeros_like(x[..., :1, :]), x], -2)),
        ),
        Misconception(
            "hidden too early",
            "You set the cells that mean nothing to 0. Here they stay as they are; section 2 shows what becomes of "
            "them.",
            lambda x: [*_moves(x)[:3], _moves(x)[3].tril(x.shape[-1] - x.shape[-2])],
        ),
        Misconception(
            "zeros of another dtype",
            "The zeros that you glue on are float32, and x may not be. `x.new_zeros` and `torch.zeros_like` make "
            "zeros of its dtype, on its device.",
            lambda x: _moves(x, pad=lambda x: torch.cat([torch.zeros(*x.shape[:-1], 1), x], -1)),
        ),
        Misconception(
            "pads with ones",
            "The padding holds zeros, not ones.",
            lambda x: _moves(x, pad=lambda x: torch.cat([torch.ones_like(x[..., :1]), x], -1)),
        ),
    )

    def oracle(self, x: Tensor) -> list[Tensor]:
        T, S = x.shape[-2:]
        line = []  # the numbers of the padded table in their order in memory
        for i in range(T):
            line += [torch.zeros_like(x[..., 0, 0]), *(x[..., i, m] for m in range(S))]
        tables = ((T, S + 1, line), (S + 1, T, line), (S, T, line[T:]), (T, S, line[T:]))
        return [torch.stack(n, -1).reshape(*x.shape[:-2], rows, columns) for rows, columns, n in tables]

    def cases(self) -> Iterable[Case]:
        for T, S in ((2, 2), (3, 3), (2, 5), (4, 6), (1, 3), (5, 5)):
            yield Case({"x": readable(T, S)})
        yield Case({"x": readable(3, 4, dtype=torch.bfloat16)})
        yield Case({"x": readable(2, 3, dtype=torch.int64)})
        yield Case({"x": readable(2, 3, 5)}, batch=True)
        yield Case({"x": readable(2, 3, 2, 4)}, batch=True)

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except Wrong as wrong:
            if wrong.name != "value":
                raise
            self._blame_the_first_wrong_move(answer, wrong.example)
            says = "Not all four tables are as they should be; below stands the first that is not."
            raise Wrong("value", says, wrong.example) from None

    def _blame_the_first_wrong_move(self, answer: Any, example: str) -> None:
        """Several mistakes at once: name the one that shows first, on the tables up to it."""
        seen = [(c.args["x"], self.oracle(c.args["x"])) for c in self.cases() if not c.batch]
        seen = [(x, want, answer(x.clone())) for x, want in seen]
        if any(type(got) is not list or len(got) != 4 for _, _, got in seen):
            return
        wrong = (n for _, want, got in seen for n in range(4) if not compare.same(got[n], want[n]))
        first = min(wrong, default=4)
        for m in self.misconceptions if first < 3 else ():
            if all(compare.same(got[: first + 1], m.imitate(x)[: first + 1]) for x, _, got in seen):
                more = " This is the first move that goes wrong; look at the later ones again after it."
                raise Wrong(m.name, m.says + more, example) from None

    def example(self, case: Case, want: Any, got: Any) -> str:
        """The first of the four tables that is not as it should be."""
        if type(got) is not list or len(got) != 4:
            found = (
                f"{len(got)} tables"
                if type(got) is list
                else got
                if isinstance(got, AnswerRaised)
                else compare.kind(got)
            )
            return f"{self.answer}({case})\n  expected  a list of 4 tables\n  got       {found}"
        n = next(n for n in range(4) if not compare.same(got[n], want[n]))
        move = ("padding", "rereading", "dropping", "rereading again")[n]
        return super().example(case, want[n], got[n]).replace("\n", f"\nafter move {n + 1}, {move}:\n", 1)


def _moves(x: Tensor, pad=None, reread=None, drop=None) -> list[Tensor]:
    """The four moves with some of them replaced."""
    pad = pad or (lambda x: torch.cat([torch.zeros_like(x[..., :1]), x], -1))
    reread = reread or (lambda x: x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2]))
    drop = drop or (lambda x: x[..., 1:, :])
    tables = [x]
    for move in (pad, reread, drop, reread):
        tables.append(move(tables[-1]))
    return tables[1:]
