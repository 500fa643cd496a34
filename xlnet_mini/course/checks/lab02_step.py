"""Check of lab 02: one step of both streams with one set of weights."""

import math
from collections.abc import Iterable
from functools import partial, wraps
from typing import Any

import torch
from torch import Tensor
from torch.autograd import gradcheck

from .. import compare
from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong
from .lab02_inputs import random_mask, random_numbers
from .lab02_masked_softmax import weights_by_loops

STEP_ARGUMENTS = ("h", "g", "mem", "w_q", "w_k", "w_v", "content_hidden", "query_hidden")


def step_by_loops(
    h: Tensor,
    g: Tensor,
    mem: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    content_hidden: Tensor,
    query_hidden: Tensor,
) -> tuple[Tensor, Tensor]:
    """One step of both streams, one sentence and one row at a time, in float64."""
    lead, dtype = h.shape[:-2], h.dtype
    n = math.prod(lead)
    flat = [x.double().reshape(n, *x.shape[-2:]) for x in (h, g, mem)]
    masks = [m.expand(*lead, *m.shape[-2:]).reshape(n, *m.shape[-2:]) for m in (content_hidden, query_hidden)]
    w_q, w_k, w_v = w_q.double(), w_k.double(), w_v.double()
    new = ([], [])
    for b in range(n):
        known = [*flat[2][b], *flat[0][b]]  # memory first, then the words
        for stream, (asking, hidden) in enumerate(zip(flat[:2], masks, strict=True)):
            rows = []
            for i, row in enumerate(asking[b]):
                scores = torch.stack([(row @ w_q) @ (key @ w_k) / len(row) ** 0.5 for key in known])
                blocked = torch.tensor([False] * len(flat[2][b]) + hidden[b][i].tolist())
                weights = weights_by_loops(scores[None], blocked[None])[0]
                rows.append(row + sum(w * (key @ w_v) for w, key in zip(weights, known, strict=True)))
            new[stream].append(torch.stack(rows))
    h_new, g_new = (torch.stack(rows).reshape(*lead, *rows[0].shape).to(dtype) for rows in new)
    return h_new, g_new


def mistaken_step(
    h: Tensor,
    g: Tensor,
    mem: Tensor,
    w_q: Tensor,
    w_k: Tensor,
    w_v: Tensor,
    content_hidden: Tensor,
    query_hidden: Tensor,
    *,
    scale: bool = True,
    residual: bool = True,
    memory: str = "both",
    new_h: bool = False,
    blind: bool = False,
    swapped: bool = False,
) -> tuple[Tensor, Tensor]:
    """The step with one mistake. `memory`: who sees it, or what stands last, its keys or its columns of the mask."""

    def look(asking: Tensor, words: Tensor, hidden: Tensor, sees_memory: bool) -> Tensor:
        keys = torch.cat([words, mem] if memory == "keys last" else [mem, words], dim=-2)
        front = torch.full((*hidden.shape[:-1], mem.shape[-2]), not sees_memory)
        scores = (asking @ w_q) @ (keys @ w_k).transpose(-1, -2)
        scores = scores / asking.shape[-1] ** 0.5 if scale else scores
        mask = torch.cat([hidden, front] if memory == "columns last" else [front, hidden], dim=-1)
        weights = weights_by_loops(scores, mask.expand(scores.shape) & (not blind))
        return weights @ (keys @ w_v) + (asking if residual else 0)

    h_new = look(h, h, content_hidden, memory not in ("g", "nobody"))
    g_new = look(g, h_new if new_h else h, query_hidden, memory not in ("h", "nobody"))
    return (g_new, h_new) if swapped else (h_new, g_new)


def _other_weights(h: Tensor, g: Tensor, mem: Tensor, *rest: Tensor, order: tuple[int, int, int]) -> Any:
    weights, masks = rest[:3], rest[3:]
    return mistaken_step(h, g, mem, *(weights[i] for i in order), *masks)


def _transposed(h: Tensor, g: Tensor, mem: Tensor, *rest: Tensor) -> tuple[Tensor, Tensor]:
    return mistaken_step(h, g, mem, *(w.T for w in rest[:3]), *rest[3:])


class TwoStreamStep(FunctionExercise):
    id = "2.6"
    title = "Two streams, one set of weights"
    points = 1
    minutes = 15
    level = 3
    answer = "two_stream_step"
    rests_on = ("2.4",)
    on_any_device = False
    unlocks = (
        "This is the heart of XLNet. Better scores (labs 03, 04) and a feed-forward part (lab 07) are all "
        "that is added."
    )
    hints = (
        "What differs between the two streams: who asks, and the mask. What is the same: keys, values, weights. "
        "Compute the same things once.",
        "Keys and values come from the rows of memory followed by the rows of h, for both streams. Memory is visible "
        "to all, so each mask gets M columns of False in front. Then: queries, scores, `attend`, add.",
        "Join memory and h along the axis of the rows, memory first, and multiply with w_k and with w_v. Write an "
        "inner function of a stream and its mask that puts M columns of False in front of the mask "
        "(`torch.nn.functional.pad` does that), divides the scores by √D, and returns the stream plus what it saw; "
        "call it for h, then for g.",
    )
    misconceptions = (
        Misconception(
            "g reads the new h",
            "Your g looks at h *after* this step. Both streams look at h as it was before: g would otherwise be "
            "a step ahead.",
            partial(mistaken_step, new_h=True),
        ),
        Misconception(
            "not scaled",
            "The scores are not divided by the square root of D.",
            partial(mistaken_step, scale=False),
        ),
        Misconception(
            "nothing is added",
            "You return what each row saw. It must be *added* to the row: x + attention.",
            partial(mistaken_step, residual=False),
        ),
        Misconception(
            "memory only for h",
            "Only the content stream sees the memory. It holds keys and values for both streams.",
            partial(mistaken_step, memory="h"),
        ),
        Misconception(
            "memory only for g",
            "Only the query stream sees the memory. It holds keys and values for both streams.",
            partial(mistaken_step, memory="g"),
        ),
        Misconception(
            "memory hidden",
            "Nobody sees the memory: False is visible, so the columns of the memory must be False.",
            partial(mistaken_step, memory="nobody"),
        ),
        Misconception(
            "memory out of line",
            "Your keys have the memory behind the words, your mask has it in front: each word is masked by another "
            "word's column. Memory comes first in both.",
            partial(mistaken_step, memory="keys last"),
        ),
        Misconception(
            "columns out of line",
            "Your keys have the memory in front, your mask has its columns behind: each word is masked by another "
            "word's column. Memory comes first in both.",
            partial(mistaken_step, memory="columns last"),
        ),
        Misconception(
            "masks ignored",
            "Everybody sees everything: the masks change nothing.",
            partial(mistaken_step, blind=True),
        ),
        Misconception(
            "h and g swapped",
            "You return g first. The order is h, then g.",
            partial(mistaken_step, swapped=True),
        ),
        Misconception(
            "keys and values swapped",
            "w_k made your values and w_v your keys: it is the other way round.",
            partial(_other_weights, order=(0, 2, 1)),
        ),
        Misconception(
            "queries and keys swapped",
            "w_k made your queries and w_q your keys: it is the other way round.",
            partial(_other_weights, order=(1, 0, 2)),
        ),
        Misconception(
            "weights transposed", "You multiply with the transposed weights: it is x @ w_q here.", _transposed
        ),
    )

    def judge(self, answer: Any) -> None:
        """A list of the two counts as a tuple."""
        if isinstance(answer, type) or not callable(answer):
            return super().judge(answer)

        @wraps(answer)
        def with_tuples(*args: Tensor) -> Any:
            out = answer(*args)
            return tuple(out) if type(out) is list else out

        return super().judge(with_tuples)

    def oracle(self, *args: Tensor) -> tuple[Tensor, Tensor]:
        return step_by_loops(*args)

    def cases(self) -> Iterable[Case]:
        yield _step_case((), T=2, K=1, M=1, D=2, seed=1)
        yield _step_case((), T=4, K=3, M=2, D=5, seed=2)
        yield _step_case((), T=3, K=2, M=0, D=4, seed=3)
        yield _step_case((), T=5, K=5, M=3, D=4, seed=4)
        for lead, masks in (((2,), ()), ((3,), (3,)), ((2, 3), (3,))):
            case = _step_case(lead, T=4, K=2, M=3, D=6, seed=5, masks=masks)
            yield Case(case.args, batch=True)

    def example(self, case: Case, want: Any, got: Any) -> str:
        """Name the first of the two results that is wrong, and compare that one."""
        if type(got) is tuple and len(got) == 2:
            for name, wanted, mine in zip(("h_new", "g_new"), want, got, strict=True):
                if not compare.same(mine, wanted):
                    lines = super().example(case, wanted, mine).splitlines()[1:]
                    sizes = ", ".join(f"{k} {list(v.shape)}" for k, v in case.args.items())
                    return "\n".join([f"with {sizes}, {name}:", *lines])
        return "Return two tensors, `return h_new, g_new`."

    def properties(self, call: Caller) -> None:
        args = list(_step_case((), T=3, K=2, M=1, D=3, seed=6).args.values())
        for i in (0, 1, 3, 4, 5):
            args[i] = args[i].requires_grad_()
        h_new, g_new = call(*args)
        for name, out, reached in (("h_new", h_new, (0, 3, 4, 5)), ("g_new", g_new, (0, 1, 3, 4, 5))):
            grads = [None] * len(reached)
            if out.requires_grad:
                out_sum = (out * random_numbers(tuple(out.shape), 7)).sum()
                grads = torch.autograd.grad(
                    out_sum, [args[i] for i in reached], allow_unused=True, retain_graph=True
                )
            cut = [STEP_ARGUMENTS[i] for i, grad in zip(reached, grads, strict=True) if grad is None]
            if cut:
                says = (
                    f"The values are right, but no gradient gets from {name} to {' and '.join(cut)}: it could not "
                    f"train."
                )
                raise Wrong("no gradient", says)
        if not gradcheck(lambda *a: call(*a), args, raise_exception=False):
            says = (
                "The values are right, but their gradient is not the derivative. Do you cut h, or something made from "
                "it, off in one place? (Only the memory may be cut off: it never changes.)"
            )
            raise Wrong("wrong gradient", says)


def _step_case(
    lead: tuple[int, ...], *, T: int, K: int, M: int, D: int, seed: int, masks: tuple[int, ...] = ()
) -> Case:
    numbers = partial(random_numbers, dtype=torch.float64)
    return Case(
        {
            "h": numbers((*lead, T, D), seed * 10),
            "g": numbers((*lead, K, D), seed * 10 + 1),
            "mem": numbers((*lead, M, D), seed * 10 + 2),
            "w_q": numbers((D, D), seed * 10 + 3),
            "w_k": numbers((D, D), seed * 10 + 4),
            "w_v": numbers((D, D), seed * 10 + 5),
            "content_hidden": random_mask((*masks, T, T), seed * 10 + 6) & ~torch.eye(T, dtype=torch.bool),
            "query_hidden": random_mask((*masks, K, T), seed * 10 + 7, empty=0),
        }
    )
