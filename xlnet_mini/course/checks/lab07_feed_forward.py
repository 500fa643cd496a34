"""Check of lab 07 about the feed-forward block."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .lab02_inputs import random_numbers
from .lab07_dropout import drops_the_wide_row, is_random


def exact_gelu(x: Tensor) -> Tensor:
    """x·Φ(x), Φ being the normal distribution's cumulative function."""
    return 0.5 * x * (1 + torch.erf(x / 2**0.5))


def two_maps(
    x: Tensor,
    w_1: Tensor,
    b_1: Tensor,
    w_2: Tensor,
    b_2: Tensor,
    activation: Callable[[Tensor], Tensor] = exact_gelu,
    dropout: float = 0.0,
) -> Tensor:
    """The feed-forward block, row by row, in float64."""
    rows = x.double().reshape(-1, x.shape[-1])
    out = torch.empty(len(rows), len(b_2), dtype=torch.float64)
    for n, row in enumerate(rows):
        bent = activation((w_1.double() * row).sum(-1) + b_1.double())
        out[n] = (w_2.double() * bent).sum(-1) + b_2.double()
    return out.reshape(*x.shape[:-1], len(b_2)).to(x.dtype)


def _same(x: Tensor) -> Tensor:
    return x


class FeedForward(FunctionExercise):
    id = "7.2"
    title = "The feed-forward block"
    points = 1
    minutes = 6
    level = 1
    answer = "feed_forward"
    graduates = "model.feed_forward"
    trains = ("x", "w_1", "b_1", "w_2", "b_2")
    unlocks = (
        "Every row is worked over by itself now: attention moves things between rows, this does the rest."
    )
    invariant = "each row by itself: what stands in other rows changes nothing"
    hints = (
        "Two linear maps with a bend between them. Which of the two widens a row, and which narrows it again?",
        "`F.linear(x, w, b)` is x·wᵀ + b, with w stored as [out, in]; it takes any leading dimensions. Dropout comes "
        "between the bend and the second map.",
        "Inside out: F.linear with w_1 and b_1, then `activation` of it, then `F.dropout(..., dropout)`, then "
        "F.linear with w_2 and b_2.",
    )
    misconceptions = (
        Misconception(
            "no bend",
            "Nothing bends between the two maps. Two linear maps in a row are one linear map: the block could do no "
            "more than a single matrix.",
            lambda x, w_1, b_1, w_2, b_2, activation=None, dropout=0.0: two_maps(
                x, w_1, b_1, w_2, b_2, _same
            ),
        ),
        Misconception(
            "bent at the end",
            "You bend after the second map. The bend belongs between the two, where the row is wide.",
            lambda x, w_1, b_1, w_2, b_2, activation=exact_gelu, dropout=0.0: activation(
                two_maps(x, w_1, b_1, w_2, b_2, _same)
            ),
        ),
        Misconception(
            "bent twice",
            "You bend twice, also after the second map. What comes out is added to the row, and must be free to be "
            "negative.",
            lambda x, w_1, b_1, w_2, b_2, activation=exact_gelu, dropout=0.0: activation(
                two_maps(x, w_1, b_1, w_2, b_2, activation)
            ),
        ),
        Misconception(
            "weights turned round",
            "You multiply with w_1 as it stands. It is stored as [out, in], as PyTorch does, so it is x·w_1ᵀ: "
            "F.linear knows that. With as many inputs as outputs nobody complains.",
            lambda x, w_1, b_1, w_2, b_2, activation=exact_gelu, dropout=0.0: two_maps(
                x, w_1.T, b_1, w_2.T, b_2, activation
            ),
        ),
        Misconception(
            "already added",
            "You add x to the result. That is done outside, after dropout, and then normalised: exercise 7.4.",
            lambda x, *rest, **more: x + two_maps(x, *rest, **more),
        ),
        Misconception(
            "another bend",
            "You take a bend of your own. Call the function that is given as `activation`.",
            lambda x, w_1, b_1, w_2, b_2, activation=exact_gelu, dropout=0.0: two_maps(
                x, w_1, b_1, w_2, b_2, exact_gelu
            ),
        ),
        Misconception(
            "always relu",
            "You bend with relu. Call the function that is given as `activation`; the usual one is gelu.",
            lambda x, w_1, b_1, w_2, b_2, activation=exact_gelu, dropout=0.0: two_maps(
                x, w_1, b_1, w_2, b_2, torch.relu
            ),
        ),
        Misconception(
            "approximate gelu",
            "Your usual bend is the approximation of gelu by tanh, off by up to 0.0005. F.gelu without further "
            "arguments is the exact one.",
            lambda x, w_1, b_1, w_2, b_2, activation=None, dropout=0.0: two_maps(
                x, w_1, b_1, w_2, b_2, activation or partial(F.gelu, approximate="tanh")
            ),
        ),
        Misconception(
            "no biases",
            "The biases b_1 and b_2 change nothing in your result.",
            lambda x, w_1, b_1, w_2, b_2, *rest, **more: two_maps(
                x, w_1, 0 * b_1, w_2, 0 * b_2, *rest, **more
            ),
        ),
        Misconception(
            "no second bias",
            "The bias b_2 changes nothing in your result.",
            lambda x, w_1, b_1, w_2, b_2, *rest, **more: two_maps(x, w_1, b_1, w_2, 0 * b_2, *rest, **more),
        ),
        Misconception(
            "no first bias",
            "The bias b_1 changes nothing in your result. It goes in before the bend.",
            lambda x, w_1, b_1, w_2, b_2, *rest, **more: two_maps(x, w_1, 0 * b_1, w_2, b_2, *rest, **more),
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except Wrong:
            call = Caller(self, answer)
            if is_random(call, [case for case in self.cases() if not case.batch][-1]):
                says = "With dropout=0 something is dropped: two calls with the same arguments differ."
                raise Wrong("drops unasked", says) from None
            raise
        except AnswerRaised:  # turned weights fit only where the block is as wide inside as outside
            case = next(iter(self.cases()))
            turned = next(m for m in self.misconceptions if m.name == "weights turned round")
            got = Caller(self, answer).on(case)
            if compare.same(got, turned.imitate(*case.args.values())):
                want = self.oracle(*case.args.values())
                raise Wrong(turned.name, turned.says, self.example(case, want, got)) from None
            raise

    def oracle(self, *args: Any, **kwargs: Any) -> Tensor:
        return two_maps(*args, **kwargs)

    def cases(self) -> Iterable[Case]:
        """As wide inside as outside first: there turned weights go unnoticed."""
        yield _feed_case((), D=2, inner=2, seed=1)
        yield _feed_case((3,), D=3, inner=3, seed=2)
        yield _feed_case((4,), D=3, inner=5, seed=3)
        yield _feed_case((3,), D=4, inner=2, seed=4, activation=torch.relu)
        yield _feed_case((2,), D=3, inner=4, seed=5, activation=torch.tanh)
        yield Case(_feed_case((2, 3), D=3, inner=4, seed=6).args, batch=True)
        yield Case(_feed_case((2, 3, 2), D=2, inner=3, seed=7).args, batch=True)

    def properties(self, call: Caller) -> None:
        """Dropout hits the wide row, with its own probability, and only if asked."""
        drops_the_wide_row(call)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        x = random_numbers((16, 64, 192), 1).float()
        w_1, w_2 = random_numbers((768, 192), 2).float(), random_numbers((192, 768), 3).float()
        b_1, b_2 = random_numbers((768,), 4).float(), random_numbers((192,), 5).float()
        return (x, w_1, b_1, w_2, b_2), {}, lambda: F.gelu(x @ w_1.T) @ w_2.T


def _feed_case(lead: tuple[int, ...], *, D: int, inner: int, seed: int, **activation: Any) -> Case:
    shapes = ((*lead, D), (inner, D), (inner,), (D, inner), (D,))
    numbers = [random_numbers(shape, 10 * seed + i) for i, shape in enumerate(shapes)]
    return Case(dict(zip(("x", "w_1", "b_1", "w_2", "b_2"), numbers, strict=True)) | activation)
