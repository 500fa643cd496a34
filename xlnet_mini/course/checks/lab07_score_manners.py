"""What all scores of a stream owe besides their values: the left-only model, gradients, dtypes, any device."""

from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Wrong
from ..kinds.tensor_manners import no_fixed_device
from .lab07_score_cases import ScoresCase, finished_scores, scores_case


def left_to_right(call: Caller) -> None:
    """R = S + 1: there are no columns for later keys, and their cells may hold anything."""
    case = scores_case((2,), N=2, T=4, M=2, d=3, seed=9)
    q, k, r, u, v = case.args.values()
    S = k.shape[-2]
    want = finished_scores(q, k, r, u, v)
    seen = torch.ones(4, S, dtype=torch.bool).tril(S - 4)
    try:
        got = call(q, k, r[..., : S + 1, :], u, v)
    except AnswerRaised:
        got = want[:0]
    if got.shape != want.shape or not torch.allclose(got[..., seen], want[..., seen]):
        says = (
            "Right where R = S + T, but not where R = S + 1, as in a model that looks left only. T is the number "
            "of queries, not R - S; or let rel_shift do it."
        )
        raise Wrong("both sides only", says)


def both_branches(call: Caller) -> None:
    """With segments, with and without columns: nothing is changed, gradients flow, dtype and device are kept."""
    picked = scores_case((), N=2, T=3, M=1, d=2, seed=7, at=[2, 0], segments=True)
    shifted = scores_case((), N=1, T=2, M=0, d=2, seed=8, segments=True)
    for case, words in ((picked, "with columns and segments"), (shifted, "with segments")):
        _leaves_segments_alone(call, case)
        _gradients(call, case, words)
        _keeps_dtype(call, case, words)
        no_fixed_device(call, case)


def _leaves_segments_alone(call: Caller, case: ScoresCase) -> None:
    """A tuple would not be looked into: a list is."""
    more = case.kwargs | {"segments": [compare.copy_of(x) for x in case.kwargs["segments"]]}
    try:
        call(*case.args.values(), **more)
    except Wrong as wrong:
        raise Wrong(wrong.name, "Your function changes `segments`; work on copies.") from None


def _gradients(call: Caller, case: ScoresCase, words: str) -> None:
    """They reach everything, and are the derivative."""
    seg_embed, r_s_bias, differs = case.kwargs["segments"]
    leaves = [x.clone().requires_grad_() for x in (*case.args.values(), seg_embed, r_s_bias)]
    more = {k: v for k, v in case.kwargs.items() if k != "segments"}

    def scores(*given: Tensor) -> Any:
        return call(*given[:5], **more, segments=(given[5], given[6], differs))

    names = [*case.args, "seg_embed", "r_s_bias"]
    got = scores(*leaves)
    found = [None] * len(leaves)
    if got.requires_grad:
        found = torch.autograd.grad(got.sum(), leaves, allow_unused=True)
    cut = [name for name, grad in zip(names, found, strict=True) if grad is None]
    if cut:
        raise Wrong(
            "no gradient", f"The values are right, but {words} no gradient reaches {' and '.join(cut)}."
        )
    if not torch.autograd.gradcheck(scores, leaves, raise_exception=False):
        says = (
            f"The values are right, but {words} their gradient is not the derivative: `.detach()` or `no_grad` "
            "cuts a part of it."
        )
        raise Wrong("wrong gradient", says)


def _keeps_dtype(call: Caller, case: ScoresCase, words: str) -> None:
    for dtype in (torch.float32, torch.bfloat16):
        name = compare.dtype_name(dtype)
        says = (
            f"Right in float64, but {words} {name} becomes {{}}: all that you make must have the dtype of q."
        )
        small = case.with_layout(
            lambda v, dtype=dtype: v.to(dtype) if isinstance(v, Tensor) and v.is_floating_point() else v
        )
        try:
            got = call.on(small)
        except AnswerRaised as exc:
            raise Wrong("dtype not kept", f"{says.format('an error')} {exc}") from None
        if got.dtype != dtype:
            raise Wrong("dtype not kept", says.format(compare.dtype_name(got.dtype)))
