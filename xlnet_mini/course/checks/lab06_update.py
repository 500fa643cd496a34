"""Check of lab 06's central exercise: what goes into memory, and that no gradient comes out of it."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Wrong
from ..kinds.tensor_manners import no_fixed_device
from . import lab06_memories as memories
from .lab06_memory_mistakes import MISTAKES

NOT_DETACHED = (
    "The rows are right, but the memory still hangs on what computed `old` or `new` (it has a gradient). Training "
    "would run back through every segment read so far, or stop with an error when it meets the second one."
)
NEW_CUT_OFF = (
    "The memory is right, but `new` itself has lost its gradient (`detach_` works on the tensor it is called on): "
    "this segment would not learn any more."
)


def numbered(first: int, rows: int, *lead: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Rows that show their number: 11, 12, 13 ..., a tenth more for each row of a batch. Shape [*lead, rows, 1]."""
    x = torch.arange(first, first + rows, dtype=torch.float64)[:, None]
    for n, size in enumerate(reversed(lead)):
        x = x + 100 * 10**n * torch.arange(1, size + 1).reshape(-1, *[1] * x.dim())
    return x.to(dtype)


class UpdateMemory(FunctionExercise):
    id = "6.3"
    title = "Update the memory"
    points = 2
    minutes = 12
    level = 2
    answer = "update_memory"
    graduates = "recurrence.update_memory"
    unlocks = "Every layer of the package now keeps what it read, and the next segment sees it."
    invariant = "the newest mem_len rows, the old before the new, and no gradient"
    hints = (
        "Write down all rows that were seen, in the order of the text: the old ones, then those new ones that are to "
        "be kept. Which end of this list is wanted?",
        "Three steps: cut `new` to its first `reuse_len` rows (if there is such a number), join, keep the last "
        "`mem_len`. Then look at `rows[-mem_len:]` for `mem_len` = 0: what is -0?",
        "Count from the front: the first row to keep is number (rows there are) - `mem_len`, or 0 if that is "
        "negative. Join along the axis of time, which is -2, and `detach` the result.",
    )
    misconceptions = MISTAKES

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except (AnswerRaised, Wrong) as exc:
            if "detach views in-place" in str(
                exc
            ):  # what torch says of `detach_` before the check comes to it
                raise Wrong("cuts the segment's own gradient", NEW_CUT_OFF) from None
            raise

    def oracle(self, old: Tensor | None, new: Tensor, mem_len: int, reuse_len: int | None = None) -> Tensor:
        return memories.by_rows(old, new, mem_len, reuse_len)

    def example(self, case: Case, want: Tensor, got: Any) -> str:
        """Also where the number of rows is wrong, the rows say more than the shape."""
        if type(got) is not Tensor or got.dtype != want.dtype or want.shape[-1] != 1 or got.numel() > 24:
            return super().example(case, want, got)
        call = f"{self.answer}({case})"
        return f"{call}\n  expected  {compare.short(want)}\n  got       {compare.short(got)}"

    def cases(self) -> Iterable[Case]:
        sizes = (
            (3, 3, 4, None),
            (3, 3, 4, 1),
            (2, 3, 9, 2),
            (3, 4, 2, None),
            (None, 3, 2, None),
            (None, 3, 5, None),
            (None, 4, 3, 2),
            (3, 3, 0, None),
            (0, 3, 2, None),
            (4, 2, 4, 0),
            (5, 4, 3, 3),
            (6, 3, 6, None),
            (2, 5, 5, None),
            (3, 4, 1, 2),
            (2, 3, 0, 2),
            (7, 3, 5, 2),
            (None, 3, 0, None),
            (2, 3, 6, 5),
        )
        for M, T, mem_len, reuse in sizes:
            old = None if M is None else numbered(11, M)
            args = {"old": old, "new": numbered(21, T), "mem_len": mem_len}
            yield Case(args | ({} if reuse is None else {"reuse_len": reuse}))
        wide = {
            "old": torch.randn(4, 3, dtype=torch.float64),
            "new": torch.randn(2, 3, dtype=torch.float64),
            "mem_len": 5,
        }
        yield Case(wide | {"reuse_len": 1})
        for lead, M, T, mem_len, reuse in (
            ((2,), 3, 3, 4, None),
            ((3,), 2, 5, 4, 3),
            ((2, 3), 2, 4, 5, 0),
            ((2,), None, 3, 2, 1),
        ):
            old = None if M is None else numbered(11, M, *lead)
            new = numbered(21, T, *lead)
            yield Case({"old": old, "new": new, "mem_len": mem_len, "reuse_len": reuse}, batch=True)

    def properties(self, call: Caller) -> None:
        source = torch.randn(2, 4, 3, dtype=torch.float64, requires_grad=True)
        three = torch.randn(2, 3, 3).double()
        for old, mem_len, reuse in product(
            (None, three, three.clone().requires_grad_()), (0, 2, 5, 9), (None, 0, 2, 4)
        ):
            new = source * 2
            got = call(old, new, mem_len, reuse)
            if got.requires_grad:
                raise Wrong("not detached", NOT_DETACHED)
            if not new.requires_grad or (old is not None and old.grad_fn is None and old.is_leaf is False):
                raise Wrong("cuts the segment's own gradient", NEW_CUT_OFF)
        for dtype, old, mem_len in product((torch.bfloat16, torch.float64), (None, 3), (4, 0)):
            old = None if old is None else torch.zeros(2, old, 1, dtype=dtype)
            got = call(old, torch.ones(2, 2, 1, dtype=dtype), mem_len)
            if got.dtype != dtype:
                given, came = compare.dtype_name(dtype), compare.dtype_name(got.dtype)
                raise Wrong("dtype not kept", f"{given} in, {came} out: keep the dtype of the rows.")
        for case in self.cases():
            no_fixed_device(call, case)
        old, new = (torch.cat([x, x + 0.5], dim=-1) for x in (numbered(11, 3, 2), numbered(21, 4, 2)))
        wide = Case({"old": old, "new": new, "mem_len": 5, "reuse_len": 3})
        got, want = call.on(wide), self.oracle(*wide.args.values())
        if not compare.same(got, want):
            says = "Right for a single sequence, but not for a batch in which a row is more than one number wide."
            raise Wrong("no batch", says, self.example(wide, want, got))
        self._stays_as_it_is(call)

    def _stays_as_it_is(self, call: Caller) -> None:
        """The memory goes on being what it was when the next one is made of it."""
        first = call(None, numbered(11, 3), 3)
        before = first.clone()
        call(first, numbered(21, 2), 3)
        if not torch.equal(first, before):
            says = "A memory that your function gave earlier changes when the next one is made: return a new tensor."
            raise Wrong("overwrites earlier results", says)

    def pace(self) -> tuple[tuple, dict, Callable]:
        old, new = torch.randn(16, 384, 256), torch.randn(16, 512, 256)
        return (old, new, 384, 256), {}, lambda: torch.cat([old, new[:, :256]], dim=1)
