"""Exercises whose answer is a function: compared with an oracle on awkward sizes, then asked for its invariants."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import torch
from torch import Tensor

from .. import compare
from .base import AnswerRaised, Exercise, Misconception, Wrong
from .caller import Caller
from .tensor_manners import gradients_flow, no_fixed_device


@dataclass(frozen=True)
class Case:
    """One call of the student's function. `batch`: it only adds leading dimensions to smaller cases."""

    args: dict[str, Any]
    kwargs: dict[str, Any] = field(default_factory=dict)
    batch: bool = False

    def __str__(self) -> str:
        named = {**self.args, **self.kwargs}
        return ", ".join(f"{k}={compare.short(v)}" for k, v in named.items())

    def with_layout(self, change: Callable[[Any], Any]) -> "Case":
        return Case(
            {k: change(v) for k, v in self.args.items()},
            {k: change(v) for k, v in self.kwargs.items()},
            self.batch,
        )


class FunctionExercise(Exercise):
    """A function compared with an independent oracle on awkward sizes, then asked for its invariants."""

    trains: ClassVar[tuple[str, ...]] = ()  # arguments that gradients must reach
    on_any_device: ClassVar[bool] = True

    def oracle(self, *args: Any, **kwargs: Any) -> Any:
        """The right answer, slowly: loops in float64 from the definition, never a function of the package."""
        raise NotImplementedError

    def cases(self) -> Iterable[Case]:
        """Inputs, the smallest first; awkward sizes, then leading dimensions (`batch=True`)."""
        raise NotImplementedError

    def properties(self, call: Caller) -> None:
        """Further invariants; raise Wrong with a message of their own."""

    def judge(self, answer: Any) -> None:
        call = Caller(self, answer)
        seen, handed_out = self._run(call)
        self._name_the_mistake(seen)
        self._results_last(seen, handed_out)
        for case, want, _ in reversed(seen):  # in another order, to meet answers that count on the first one
            self._other_layout(call, case, want)
        if self.trains:
            gradients_flow(call, seen[0][0], self.trains)
        if self.on_any_device:
            single = [case for case, _, _ in seen if not case.batch]
            batches = [case for case, _, _ in seen if case.batch]
            for case in single[:1] + batches[:1]:
                no_fixed_device(call, case)
        self.properties(call)

    def _run(self, call: Caller) -> tuple[list[tuple[Case, Any, Any]], list[Any]]:
        """Run every case: what came, copied at once, and the very objects that were handed out.

        An exception in a batched case is kept as that case's answer, to be named later.
        """
        seen, handed_out = [], []
        for case in self.cases():
            want = self.oracle(*case.args.values(), **case.kwargs)
            try:
                got = compare.bare(call.on(case.with_layout(compare.copy_of)))
            except AnswerRaised as exc:
                if not case.batch:
                    raise
                got = exc
            handed_out.append(got)
            seen.append((case, want, got.clone() if type(got) is Tensor else got))
        return seen, handed_out

    def _results_last(self, seen: list[tuple[Case, Any, Any]], handed_out: list[Any]) -> None:
        for (case, want, _), now in zip(seen, handed_out, strict=True):
            if not compare.same(now, want):
                says = "A result that your function gave earlier changes when it is called again: return a new tensor."
                raise Wrong("overwrites earlier results", says, self.example(case, want, now))

    def _name_the_mistake(self, seen: list[tuple[Case, Any, Any]]) -> None:
        bad = [(c, w, g) for c, w, g in seen if not compare.same(g, w)]
        if not bad:
            return
        case, want, got = bad[0]
        single = [one for one in seen if not one[0].batch]
        dtype = self._about_dtype(case, want, got) if _other_dtype(got, want) else ""
        # a mistake in everything; else one in all that is no batch; else one beside a wrong dtype
        views = [(seen, compare.same, "")]
        if len(single) < len(seen):
            views.append((single, compare.same, " And a batch needs a second look."))
        if dtype:
            views.append((single, compare.alike, f" And the dtype: {dtype}"))
        for told, alike, more in views:
            for m in self.misconceptions:
                if self._imitated(m, told, alike):
                    case, want, got = next(one for one in told if not alike(one[2], one[1]))
                    shown = got.to(want.dtype) if _other_dtype(got, want) and alike is compare.alike else got
                    raise Wrong(m.name, m.says + more, self.example(case, want, shown))
        if dtype:
            right = all(compare.alike(g, w) for _, w, g in single)
            says = f"{dtype}{' The values are right.' if right else ''}"
            raise Wrong("dtype", says, self.example(case, want, got))
        if case.batch:
            name, v = next((n, v) for n, v in case.args.items() if isinstance(v, Tensor))
            says = (
                f"Right for a single sequence, but not for a batch: {name} of shape {compare.shape_name(v)}."
            )
            raise Wrong("no batch", says, self.example(case, want, got))
        raise Wrong(*mismatch(got, want), self.example(case, want, got))

    def _about_dtype(self, case: Case, want: Tensor, got: Any) -> str:
        like = [n for n, v in case.args.items() if isinstance(v, Tensor) and v.dtype == want.dtype]
        how = f" Make it with dtype={like[0]}.dtype." if like else ""
        return mismatch(got, want)[1] + how

    def _imitated(self, m: Misconception, seen: list[tuple[Case, Any, Any]], alike: Callable) -> bool:
        """The same answer as the imitation wherever both have one, and different from the right one somewhere."""
        telling = False
        for case, want, got in seen:
            if isinstance(got, AnswerRaised):
                continue
            try:
                twin = case.with_layout(compare.copy_of)
                mistake = m.imitate(*twin.args.values(), **twin.kwargs)
            except Exception:
                continue
            if not alike(got, mistake):
                return False
            telling = telling or not alike(got, want)
        return telling

    def example(self, case: Case, want: Any, got: Any) -> str:
        """The smallest example: the call, what was expected, what came."""
        lines = [f"{self.answer}({case})"]
        tensors = type(got) is Tensor and type(want) is Tensor
        if isinstance(got, AnswerRaised):
            expected = compare.describe(want) if isinstance(want, Tensor) else compare.short(want)
            lines += [f"  expected  {expected}", f"  got       {got}"]
        elif tensors and (got.shape != want.shape or got.dtype != want.dtype):
            lines += [f"  expected  {compare.describe(want)}", f"  got       {compare.describe(got)}"]
        elif tensors and want.numel() > compare.SHOWN and not compare.same(got, want):
            lines.append(f"  {compare.first_difference(got, want)}")
        else:
            lines += [f"  expected  {compare.short(want)}", f"  got       {compare.short(got)}"]
        return "\n".join(lines)

    def _other_layout(self, call: Caller, case: Case, want: Any) -> None:
        says = "Right for ordinary tensors, but not for one whose entries are not side by side in memory."
        try:
            got = compare.bare(call.on(case.with_layout(compare.strided)))
        except AnswerRaised as exc:
            raise Wrong("memory layout", f"{says} {exc}") from None
        if compare.same(got, want):
            return
        again = compare.bare(call.on(case.with_layout(compare.copy_of)))
        if not compare.same(again, want):
            says = "Right at first, but not when it is called again: the answer depends on earlier calls."
            raise Wrong("remembers earlier calls", says, self.example(case, want, again))
        raise Wrong("memory layout", says, self.example(case, want, got))


def _other_dtype(got: Any, want: Any) -> bool:
    """True if only the dtype stands between this answer and a comparison of values."""
    return type(got) is type(want) is Tensor and got.shape == want.shape and got.dtype != want.dtype


def mismatch(got: Any, want: Any) -> tuple[str, str]:
    """Name and sentence for an answer that is wrong in no known way."""
    forgot = " Is a `return` missing?" if got is None else ""
    if isinstance(want, Tensor) and type(got) is not Tensor:
        expected = compare.describe(want)
        return "not a tensor", f"Expected a torch tensor ({expected}), got {compare.kind(got)}.{forgot}"
    if isinstance(want, Tensor):
        expected = f"Expected {compare.describe(want)}, got {compare.describe(got)}."
        if got.shape != want.shape:
            return "shape", expected
        if got.dtype != want.dtype:
            return "dtype", expected
        if got.device != want.device or got.layout != want.layout:
            return (
                "device",
                f"Expected an ordinary tensor on {want.device}, got one on {got.device} ({got.layout}).",
            )
        if got.dtype.is_floating_point and bool(got.isnan().any()) and not bool(want.isnan().any()):
            return "nan", "Your answer contains NaN (not a number): something was divided by 0, or inf - inf."
        if got.dtype.is_floating_point and torch.allclose(got, want, rtol=1e-4, atol=1e-6):
            off = float((got - want).abs().max())
            says = (
                f"Nearly: the values are off by up to {off:.1g}, more than rounding in this dtype explains."
            )
            return "precision", f"{says} Is something computed in a lower precision on the way?"
        return "value", "Type and shape are right, the values are not."
    numbers = (int, float) if type(want) is float else (type(want),)
    if compare.builtin(got) not in numbers:
        return "type", f"Expected {compare.kind(want)}, got {compare.kind(got)}.{forgot}"
    if got != got:
        return "nan", "Your answer is NaN (not a number): something was divided by 0, or inf - inf."
    return "value", "The value is not right."
