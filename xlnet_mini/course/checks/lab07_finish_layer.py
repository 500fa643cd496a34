"""Check of lab 07 about the rest of a layer after the attention: what is added to what, and normalised when."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong
from .lab02_inputs import random_numbers
from .lab07_dropout import is_random
from .lab07_feed_forward import exact_gelu, two_maps

EPSILON = 1e-12


def by_definition(
    x: Tensor, weight: Tensor, bias: Tensor, *, epsilon: float = EPSILON, less: int = 0, turned: bool = False
) -> Tensor:
    """Layer normalisation of each row, from the definition. The last three make mistakes."""
    if turned:
        weight, bias = bias, weight
    mean = x.sum(-1, keepdim=True) / x.shape[-1]
    variance = ((x - mean) ** 2).sum(-1, keepdim=True) / (x.shape[-1] - less)
    return (x - mean) / (variance + epsilon) ** 0.5 * weight + bias


OTHER_NORMS = {
    "another epsilon": partial(by_definition, epsilon=1e-5),
    "deviation with n - 1": partial(by_definition, less=1),
    "scale and shift exchanged": partial(by_definition, turned=True),
}


def layer_by_definition(
    x: Tensor,
    seen: Tensor,
    norm_1: Tensor,
    norm_2: Tensor,
    w_1: Tensor,
    b_1: Tensor,
    w_2: Tensor,
    b_2: Tensor,
    *,
    mistake: str = "",
) -> Tensor:
    """The rest of a layer after the attention; `mistake` names one to make."""
    dtype = x.dtype
    x, seen, norm_1, norm_2 = (v.double() for v in (x, seen, norm_1, norm_2))
    if mistake == "norms exchanged":
        norm_1, norm_2 = norm_2, norm_1
    if mistake == "one norm twice":
        norm_2 = norm_1

    normalised = OTHER_NORMS.get(mistake, by_definition)
    bend = torch.relu if mistake == "another bend" else exact_gelu

    def work(y: Tensor) -> Tensor:
        return two_maps(y, w_1, b_1, w_2, b_2, bend)

    match mistake:
        case "normalised before":
            y = x + normalised(seen, *norm_1)
            out = y + normalised(work(y), *norm_2)
        case "pre-norm":
            y = x + seen
            out = y + work(normalised(y, *norm_2))
        case "pre-norm twice":
            y = normalised(x, *norm_1) + seen
            out = y + work(normalised(y, *norm_2))
        case "seen normalised alone":
            y = x + normalised(seen, *norm_1)
            out = normalised(y + work(y), *norm_2)
        case "block reads the sum":
            out = normalised(normalised(x + seen, *norm_1) + work(x + seen), *norm_2)
        case "x not added":
            y = normalised(seen, *norm_1)
            out = normalised(y + work(y), *norm_2)
        case "seen not added":
            y = normalised(x, *norm_1)
            out = normalised(y + work(y), *norm_2)
        case "seen added again":
            y = normalised(x + seen, *norm_1)
            out = normalised(y + seen + work(y), *norm_2)
        case "not added again":
            out = normalised(work(normalised(x + seen, *norm_1)), *norm_2)
        case "x added again":
            out = normalised(x + work(normalised(x + seen, *norm_1)), *norm_2)
        case "sum added again":
            out = normalised(x + seen + work(normalised(x + seen, *norm_1)), *norm_2)
        case "normalised once":
            y = x + seen
            out = normalised(y + work(y), *norm_2)
        case "not normalised at the end":
            y = normalised(x + seen, *norm_1)
            out = y + work(y)
        case "side by side":
            out = normalised(x + seen + work(x), *norm_2)
        case _:
            y = normalised(x + seen, *norm_1)
            out = normalised(y + work(y), *norm_2)
    return out.to(dtype)


def _mistake(name: str, says: str, kind: str = "") -> Misconception:
    return Misconception(name, says, partial(layer_by_definition, mistake=kind or name))


class FinishLayer(FunctionExercise):
    id = "7.4"
    title = "The order of things"
    points = 1
    minutes = 6
    level = 2
    answer = "finish_layer"
    trains = ("x", "seen", "norm_1", "norm_2", "w_1", "b_1", "w_2", "b_2")
    rests_on = ("7.2",)
    unlocks = "That is a whole layer: attention, and this. Stack a few, and it is XLNet."
    hints = (
        "Each half of a layer does the same with the row that came in: something is added to it, and the sum is "
        "normalised.",
        "The first half adds what the attention has seen, the second what the feed-forward block makes of the "
        "*result of the first half*. What is added to, in the second half, is that result too.",
        "Two lines. Call the result of the first y: it is the norm (with norm_1) of x plus seen. The second is the "
        "norm (with norm_2) of y plus feed_forward of y.",
    )
    misconceptions = (
        _mistake(
            "normalised before",
            "You normalise what is to be added, and then add. XLNet adds first and normalises the sum (post-norm).",
        ),
        _mistake(
            "pre-norm",
            "You normalise what goes into the feed-forward block, and leave the sum as it is. That is the pre-norm "
            "order of later models (it bears higher learning rates). XLNet normalises the sum.",
        ),
        _mistake(
            "pre-norm",
            "You normalise x before the sum, and not after it. That is another order: XLNet normalises each sum.",
            "pre-norm twice",
        ),
        _mistake(
            "seen normalised alone",
            "In the first half you normalise what was seen, and then add x. Add first: the *sum* is normalised.",
        ),
        _mistake(
            "block reads the sum",
            "The feed-forward block reads the sum x + seen as it was *before* it was normalised. It reads the result "
            "of the first half.",
        ),
        _mistake("x not added", "x is not added to what was seen: a row would forget which word it is."),
        _mistake(
            "not added again",
            "The second half adds nothing: y itself must be added to what the block makes of y.",
        ),
        _mistake(
            "x added again",
            "In the second half you add x, the row from before the attention. It must be the result of the first "
            "half.",
        ),
        _mistake(
            "sum added again",
            "In the second half you add the sum x + seen as it was *before* it was normalised. Add the normalised "
            "one.",
        ),
        _mistake(
            "normalised once", "The first sum is not normalised: each half ends with a norm of its own."
        ),
        _mistake(
            "not normalised at the end",
            "The second sum is not normalised: each half ends with a norm of its own.",
        ),
        _mistake(
            "seen not added", "`seen` changes nothing in your result: the row must learn what it has seen."
        ),
        _mistake(
            "seen added again",
            "You add what was seen a second time, in the second half. It is in y already.",
        ),
        _mistake(
            "another epsilon",
            "Nearly: you normalise with another epsilon (PyTorch's usual is 1e-5). Call the `layer_norm` that is "
            "given.",
        ),
        _mistake(
            "deviation with n - 1",
            "You divide by the standard deviation with n - 1 below, as in statistics. Call the `layer_norm` that is "
            "given.",
        ),
        _mistake(
            "scale and shift exchanged",
            "Of each norm the first row is the scale, the second the shift. Call the `layer_norm` that is given.",
        ),
        _mistake("another bend", "The feed-forward block bends with relu here. The usual bend is gelu."),
        _mistake("norms exchanged", "norm_1 and norm_2 are exchanged."),
        _mistake("one norm twice", "Both halves use norm_1. The second has a norm of its own, norm_2."),
        _mistake(
            "side by side",
            "The feed-forward block reads x. It reads the result of the first half: one after the other, not side "
            "by side.",
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except Wrong:
            if is_random(Caller(self, answer), list(self.cases())[2]):
                says = "Two calls with the same arguments differ: something is dropped. There is no dropout here."
                raise Wrong("drops unasked", says) from None
            raise

    def oracle(self, *args: Tensor) -> Tensor:
        return layer_by_definition(*args)

    def cases(self) -> Iterable[Case]:
        yield _layer_case((), D=3, inner=2, seed=1)
        yield _layer_case((2,), D=4, inner=3, seed=2)
        yield _layer_case((5,), D=3, inner=6, seed=3)
        yield Case(_layer_case((2, 3), D=4, inner=5, seed=4).args, batch=True)
        yield Case(_layer_case((2, 1, 3), D=2, inner=3, seed=5).args, batch=True)

    def example(self, case: Case, want: Any, got: Any) -> str:
        lines = super().example(case, want, got).splitlines()
        sizes = ", ".join(f"{name} {list(x.shape)}" for name, x in case.args.items())
        return "\n".join([f"with {sizes}:", *lines[1:]])


def _layer_case(lead: tuple[int, ...], *, D: int, inner: int, seed: int) -> Case:
    shapes = ((*lead, D), (*lead, D), (2, D), (2, D), (inner, D), (inner,), (D, inner), (D,))
    names = ("x", "seen", "norm_1", "norm_2", "w_1", "b_1", "w_2", "b_2")
    numbers = [random_numbers(shape, 100 * seed + i) for i, shape in enumerate(shapes)]
    return Case(dict(zip(names, numbers, strict=True)))
