"""Check of lab 06's central exercise: what goes into memory, and that no gradient comes out of it."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from ..kinds.tensor_manners import no_fixed_device
from . import lab06_memories as memories

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
    misconceptions = tuple(
        Misconception(*three)
        for three in (
            (
                "drops the newest",
                "Off by one: the newest row is missing. The last row of this segment stands right before the next "
                "one: it is what the next segment needs most.",
                memories.drops_the_newest,
            ),
            (
                "newest row left out",
                "Off by one: the window ends before its last row, so the newest row is missing and the memory is one "
                "row too short.",
                memories.newest_left_out,
            ),
            (
                "one row too many",
                "Off by one: one row more than `mem_len` is kept.",
                memories.one_too_many,
            ),
            (
                "one row too many at times",
                "Off by one: one row more than `mem_len` is kept, whenever there is one.",
                memories.one_too_many_if_joined,
            ),
            ("one row too few", "Off by one: one row fewer than `mem_len` is kept.", memories.one_too_few),
            (
                "first new row missing",
                "Off by one: the first row of the segment is missing between old and new.",
                memories.skips_the_oldest_new,
            ),
            (
                "keeps the oldest",
                "You kept the oldest rows. Once the memory is full, nothing new would ever come in. Keep the newest.",
                memories.keeps_the_oldest,
            ),
            (
                "ignores the old memory",
                "The old memory is gone, although there is room for it: `mem_len` may be longer than a segment.",
                memories.ignores_the_old,
            ),
            (
                "ignores the segment",
                "The memory stays as it was: the segment that was just read does not come in.",
                memories.ignores_the_new,
            ),
            (
                "new before old",
                "You put the new rows in front. Memory is in the order of the text: old, then new; the distances of "
                "lab 03 count on it.",
                memories.new_before_old,
            ),
            (
                "newest first",
                "The right rows, but turned round: the oldest row comes first, as in the text.",
                memories.newest_first,
            ),
            (
                "mem_len 0 keeps everything",
                "Right, except for `mem_len` = 0: -0 is 0, so `[-0:]` keeps everything. A memory that was switched off "
                "would grow without end. (So does the one of a well-known library.)",
                memories.zero_keeps_all,
            ),
            (
                "never cut",
                "Nothing is ever dropped: the memory grows with every segment. Keep the last `mem_len` rows.",
                memories.keeps_all,
            ),
            (
                "only the old is cut",
                "You cut the old memory to `mem_len` rows and then put the segment behind it: that is too long. Join "
                "first, then cut.",
                memories.only_the_old_is_cut,
            ),
            (
                "first segment not cut",
                "When there is no old memory, you keep the whole segment. `mem_len` holds from the first one on.",
                memories.first_is_not_cut,
            ),
            (
                "reuse_len ignored",
                "`reuse_len` does nothing. Only the first `reuse_len` rows of the segment go into memory; the rest "
                "will be read again.",
                memories.reuse_ignored,
            ),
            (
                "last reuse_len rows",
                "You kept the *last* `reuse_len` rows of the segment; it is the first ones. The rest will be read "
                "again as the start of the next segment.",
                memories.last_reuse_rows,
            ),
            (
                "keeps the wrong part",
                "You kept what comes *after* the first `reuse_len` rows. That part will be read again; the first part "
                "is the one to remember.",
                memories.rest_of_segment,
            ),
            (
                "reuse_len cuts old and new",
                "You joined old and new first and then took `reuse_len` rows of both. `reuse_len` counts rows of the "
                "segment only.",
                memories.reuse_cuts_all,
            ),
            (
                "reuse_len cuts the memory",
                "You cut the finished memory to `reuse_len` rows. `reuse_len` says which rows of the segment come in, "
                "`mem_len` how many rows stay: first the one, then the other.",
                memories.reuse_cuts_memory,
            ),
            (
                "mem_len before reuse_len",
                "You cut the segment to `mem_len` rows before you took its first `reuse_len`. Those are rows from its "
                "middle. First `reuse_len`, then `mem_len`.",
                memories.cut_before_reuse,
            ),
            (
                "reuse_len 0 keeps nothing",
                "With `reuse_len` = 0 nothing of the segment is kept. 0 means, like None, that there is no such cut.",
                memories.reuse_zero_keeps_nothing,
            ),
            (
                "filled up with zeros",
                "While there are fewer than `mem_len` rows, you fill up with zeros. A row of zeros is looked at like "
                "any other: it takes its share of the softmax. Keep what there is.",
                memories.filled_with_zeros,
            ),
            (
                "None for no memory",
                "With `mem_len` = 0 the answer is a tensor with no rows, not None: then the next step can join it like "
                "any other memory. A tuple of None has crashed many a second call.",
                memories.none_for_nothing,
            ),
            (
                "memory of another row",
                "In a batch, row b gets the memory of another row: it would remember another text.",
                memories.rows_of_the_neighbour,
            ),
        )
    )

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
