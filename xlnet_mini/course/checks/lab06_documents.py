"""Check of lab 06's exercise about documents that end: single rows of the batch forget."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong

Mems = list[Tensor] | None


def _each(change: Callable[[Tensor, Tensor], Tensor]) -> Callable[[Mems, Tensor], Mems]:
    """A change of one layer's memory, made in all of them."""
    return lambda mems, rows: None if mems is None else [change(mem, rows) for mem in mems]


def _where(mem: Tensor, mask: Tensor) -> Tensor:
    return mem.masked_fill(mask, 0)


def _first_only(mems: Mems, rows: Tensor) -> Mems:
    return None if mems is None else [_where(mems[0], rows[:, None, None]), *mems[1:]]


def _all_rows(mem: Tensor, rows: Tensor) -> Tensor:
    return torch.zeros_like(mem) if bool(rows.any()) else mem.clone()


def _along_time(mem: Tensor, rows: Tensor) -> Tensor:
    return _where(mem, rows[None, :, None])  # fails unless M = B


def _first_rows(mem: Tensor, rows: Tensor) -> Tensor:
    return _where(mem, (torch.arange(len(rows)) < rows.sum())[:, None, None])


def _newest_only(mem: Tensor, rows: Tensor) -> Tensor:
    newest = torch.arange(mem.shape[1]) == mem.shape[1] - 1
    return _where(mem, rows[:, None, None] & newest[:, None])


class ResetMemory(FunctionExercise):
    id = "6.8"
    title = "A document ends"
    points = 1
    minutes = 5
    level = 1
    answer = "reset_memory"
    graduates = "recurrence.reset_memory"
    on_any_device = False  # the memories come in a list; see properties
    unlocks = "Rows whose text ends may start another one, while their neighbours read on."
    invariant = "zeros in the rows that ended, the others as they were, the old memory untouched"
    hints = (
        "`rows` has one entry for each row of the batch, a memory has shape [B, M, D]. Along which axis does the one "
        "belong to the other?",
        "Give `rows` two more axes, so that it fits beside [B, M, D]. Which function puts 0 where a mask is True, into "
        "a new tensor? And mind `mems` = None.",
        "`mem.masked_fill(mask, 0)` for every memory of the list, with `mask` of shape [B, 1, 1].",
    )
    misconceptions = (
        Misconception(
            "the other rows",
            "You forgot the rows that go on, and kept those that ended: `rows` is True where a document has *ended*.",
            _each(lambda mem, rows: _where(mem, ~rows[:, None, None])),
        ),
        Misconception(
            "all rows",
            "One document has ended, and all rows forget. The neighbours are in the middle of theirs.",
            _each(_all_rows),
        ),
        Misconception(
            "first layer only", "Only the first layer forgets; every layer has a memory.", _first_only
        ),
        Misconception(
            "nothing forgotten", "The memory stays as it was.", _each(lambda mem, rows: mem.clone())
        ),
        Misconception(
            "rows taken out",
            "You took the rows out. Row b of the memory belongs to row b of the batch: all must stay in their place.",
            _each(lambda mem, rows: mem[~rows]),
        ),
        Misconception(
            "time for batch",
            "You forgot along the wrong axis: `rows` is about rows of the batch (axis 0), not about rows of memory "
            "(axis 1).",
            _each(_along_time),
        ),
        Misconception(
            "counted, not looked up",
            "The right number of rows, but the first ones, whichever ended.",
            _each(_first_rows),
        ),
        Misconception(
            "newest row only",
            "You cleared only the newest row of the memory; all M rows belong to the document that ended.",
            _each(_newest_only),
        ),
        Misconception(
            "multiplies",
            "You multiplied by 0. That is 0 unless something has gone wrong in the old text: infinity or NaN times 0 "
            "is NaN, and the new document would inherit it. Put the zeros in (masked_fill, torch.where).",
            _each(lambda mem, rows: mem * (~rows)[:, None, None]),
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, type) or not callable(answer):
            return super().judge(answer)

        @wraps(answer)
        def with_lists(*args: Any, **kwargs: Any) -> Any:
            got = answer(*args, **kwargs)
            return [compare.bare(mem) for mem in got] if isinstance(got, list | tuple) else got

        try:
            super().judge(with_lists)
        except AnswerRaised as exc:
            if "must match the size of tensor" in str(exc) and "dimension 1" in str(exc):
                m = next(m for m in self.misconceptions if m.name == "time for batch")
                raise Wrong(m.name, m.says, str(exc).partition(" (input")[0]) from None
            raise AnswerRaised(_flat(exc)) from None
        except Wrong as wrong:
            if wrong.name == "changes its input":
                raise Wrong(wrong.name, wrong.says, _flat(wrong.example)) from None
            raise

    def oracle(self, mems: Mems, rows: Tensor) -> Mems:
        if mems is None:
            return None
        out = [mem.clone() for mem in mems]
        for mem in out:
            for b in range(len(rows)):
                if bool(rows[b]):
                    mem[b] = torch.zeros_like(mem[b])
        return out

    def cases(self) -> Iterable[Case]:
        def mems(layers: int, *shape: int, dtype: torch.dtype = torch.float32) -> list[Tensor]:
            numbers = torch.arange(1, 1 + layers * shape[0] * shape[1] * shape[2])
            return list(numbers.to(dtype).reshape(layers, *shape))

        for layers, shape, ended in (
            (1, (2, 1, 1), [1]),
            (2, (3, 2, 1), [1]),
            (2, (2, 2, 1), [0]),
            (3, (4, 3, 2), [0, 2]),
            (2, (1, 2, 2), [0]),
            (2, (3, 4, 2), []),
            (2, (3, 1, 2), [0, 1, 2]),
            (1, (5, 5, 2), [1, 4]),
        ):
            rows = torch.zeros(shape[0], dtype=torch.bool)
            rows[ended] = True
            yield Case({"mems": mems(layers, *shape), "rows": rows})
        yield Case({"mems": mems(2, 2, 3, 2, dtype=torch.float64), "rows": torch.tensor([True, False])})
        yield Case({"mems": mems(2, 3, 0, 2), "rows": torch.ones(3, dtype=torch.bool)})
        broken = [torch.full((2, 1, 1), torch.inf), torch.full((2, 1, 1), torch.nan)]
        yield Case({"mems": broken, "rows": torch.tensor([False, True])})
        yield Case({"mems": None, "rows": torch.tensor([False, True])})

    def example(self, case: Case, want: Any, got: Any) -> str:
        mems = case.args["mems"]
        call = f"reset_memory(mems={_shown(mems)}, rows={compare.short(case.args['rows'])})"
        if (kinds := _dtypes(got)) and kinds != _dtypes(want):
            return f"{call}\n  dtypes: expected {_dtypes(want)}, got {kinds}"
        return f"{call}\n  expected  {_shown(want)}\n  got       {_shown(got)}"

    def properties(self, call: Caller) -> None:
        """No tensor on a fixed device, and the memory of another layout."""
        there = [torch.zeros(2, 3, 4, device="meta")]
        try:
            got = call.raw(there, torch.zeros(2, dtype=torch.bool, device="meta"))
            on_meta = isinstance(got[0], Tensor) and got[0].device.type == "meta"
        except Exception as exc:
            on_meta = "same device" not in str(exc) and "expected device" not in str(exc)
        if not on_meta:
            says = "Right on the CPU, but it makes a tensor on a fixed device, so it would fail on a GPU."
            raise Wrong("fixed device", says)
        got = call([torch.ones(2, 3, 1, dtype=torch.bfloat16)], torch.tensor([True, False]))
        if got[0].dtype != torch.bfloat16:
            came = compare.dtype_name(got[0].dtype)
            raise Wrong(
                "dtype not kept",
                f"bfloat16 in, {came} out: zeros of another dtype change that of the memory.",
            )
        mem = torch.arange(1.0, 25.0).reshape(3, 4, 2).transpose(0, 1)
        rows = torch.tensor([False, True, False, True])
        try:
            got = call([mem], rows)
        except AnswerRaised as exc:
            says = "Right for ordinary tensors, but not for one whose entries are not side by side in memory."
            raise Wrong("memory layout", f"{says} {_flat(exc)}") from None
        if not compare.same(got, self.oracle([mem], rows)):
            says = "Right for ordinary tensors, but not for one whose entries are not side by side in memory."
            raise Wrong("memory layout", says)

    def pace(self) -> tuple[tuple, dict, Callable]:
        mems = [torch.randn(16, 384, 256) for _ in range(2)]
        return (mems, torch.arange(16) % 3 == 0), {}, lambda: [mem.clone() for mem in mems]


def _dtypes(value: Any) -> str:
    """The dtypes of a list of memories; "" for anything else."""
    if not isinstance(value, list) or not all(isinstance(v, Tensor) for v in value):
        return ""
    return ", ".join(compare.dtype_name(v.dtype) for v in value)


def _shown(value: Any) -> str:
    """Memories as nested lists; a long one by its shape."""
    if isinstance(value, list) and all(isinstance(v, Tensor) for v in value):
        return f"[{', '.join(compare.short(v) for v in value)}]"
    return str(value) if isinstance(value, AnswerRaised) else compare.short(value)


def _flat(text: object) -> str:
    """In one line: a list of tensors, shown as it is, fills many."""
    return " ".join(str(text).split())
