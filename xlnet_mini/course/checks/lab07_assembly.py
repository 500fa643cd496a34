"""Checks of lab 07 about how a layer is put together: what is added where, and what can be left out."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from torch import Tensor

from ..exercise import Case, FunctionExercise, Misconception
from .lab02_inputs import random_numbers
from .lab04_by_hand import Parts
from .lab07_feed_forward import two_maps

EPSILON = 1e-12


class Assembly(Parts):
    """x = [2, 4], seen = [0, 4]; V = 2048, D = 192; T = 64, K = 32."""

    id = "7.1"
    title = "A layer, by hand"
    points = 1
    minutes = 7
    level = 1
    answer = "assembly"
    expected = {  # noqa: RUF012
        "after_attention": [-1.0, 1.0],
        "positions_enter": "scores",
        "segments_enter": "scores",
        "parameters_of_the_head": 2048,
        "rows_of_the_last_layer": 32,
    }
    unlocks = "You know what goes where. The rest of this section is writing it down."
    hints = (
        "Normalisation is the last thing that happens to a row in each half of a layer. And what could a model that "
        "reads positions from its word vectors not do?",
        "First add, then normalise: subtract the mean of the row, divide by its standard deviation. The head "
        "multiplies with a table that the model has already. In training, who reads the content rows of the last "
        "layer?",
        "[2, 4] + [0, 4] = [2, 8]: mean 5, deviation 3. A tied head brings no matrix of its own, only a bias for "
        "each of the 2048 tokens. After the last layer only the 32 query rows are read.",
    )
    misconceptions = (
        Misconception(
            "normalised before",
            "You normalised what was seen before you added it. XLNet adds first and normalises the sum (post-norm).",
            lambda: {"after_attention": [1.0, 5.0]},
        ),
        Misconception(
            "normalised before",
            "You normalised x before you added what was seen. XLNet adds first and normalises the sum (post-norm).",
            lambda: {"after_attention": [-1.0, 5.0]},
        ),
        Misconception(
            "not normalised",
            "You added rightly. The sum is then normalised: mean 0, standard deviation 1.",
            lambda: {"after_attention": [2.0, 8.0]},
        ),
        Misconception(
            "divided by the variance",
            "The mean is taken off rightly; then divide by the standard deviation, not by its square.",
            lambda: {"after_attention": [-1 / 3, 1 / 3]},
        ),
        Misconception(
            "deviation with n - 1",
            "You divided by the standard deviation with n - 1 below, as in statistics. Layer normalisation divides "
            "the sum of squares by n.",
            lambda: {"after_attention": [-(0.5**0.5), 0.5**0.5]},
        ),
        Misconception(
            "positions in the embeddings",
            "That is the first Transformer's way. XLNet's word vectors know no position: lab 03 put distances into "
            "the scores, in every layer.",
            lambda: {"positions_enter": "embeddings"},
        ),
        Misconception(
            "segments in the embeddings",
            "That is BERT's way. XLNet only asks whether query and key are in the same segment, and adds that to the "
            "scores.",
            lambda: {"segments_enter": "embeddings"},
        ),
        Misconception(
            "in the values",
            "Neither positions nor segments change *what* is read, only *how much* of it: they enter the scores.",
            lambda: {"positions_enter": "values"},
        ),
        Misconception(
            "a matrix of its own",
            "The head is tied: it multiplies with the word vectors, which are there already. What it adds is a bias.",
            lambda: {"parameters_of_the_head": 2048 * 192 + 2048},
        ),
        Misconception(
            "the tied matrix counted",
            "You counted the matrix of the head; it is the table of word vectors, and no number is added for it. "
            "What about the bias?",
            lambda: {"parameters_of_the_head": 2048 * 192},
        ),
        Misconception(
            "bias over the width",
            "The bias of the head has one number for each *token* that can be predicted.",
            lambda: {"parameters_of_the_head": 192},
        ),
        Misconception(
            "no bias",
            "The matrix is tied and costs nothing, but each token has a bias of its own.",
            lambda: {"parameters_of_the_head": 0},
        ),
        Misconception(
            "both streams",
            "You counted the content rows too. In the last layer nobody reads what would become of them: keys and "
            "values come from *before* the layer, and the head reads the query stream.",
            lambda: {"rows_of_the_last_layer": 96},
        ),
        Misconception(
            "the content rows",
            "Those are the content rows. Nobody reads them after the last layer: the head reads the query stream, "
            "one row for each target.",
            lambda: {"rows_of_the_last_layer": 64},
        ),
        Misconception(
            "nothing left",
            "The query stream cannot be skipped: its rows are the predictions.",
            lambda: {"rows_of_the_last_layer": 0},
        ),
    )


def normalised(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Layer normalisation of each row, from the definition."""
    mean = x.sum(-1, keepdim=True) / x.shape[-1]
    variance = ((x - mean) ** 2).sum(-1, keepdim=True) / x.shape[-1]
    return (x - mean) / (variance + EPSILON) ** 0.5 * weight + bias


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

    def work(y: Tensor) -> Tensor:
        return two_maps(y, w_1, b_1, w_2, b_2)

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
        _mistake("norms exchanged", "norm_1 and norm_2 are exchanged."),
        _mistake("one norm twice", "Both halves use norm_1. The second has a norm of its own, norm_2."),
        _mistake(
            "side by side",
            "The feed-forward block reads x. It reads the result of the first half: one after the other, not side "
            "by side.",
        ),
    )

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
