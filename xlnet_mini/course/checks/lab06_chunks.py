"""Check of lab 06's bonus exercise: the gradient of a batch, from parts that fit into memory."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong


def mean_loss(weight: Tensor, x: Tensor, is_slot: Tensor) -> Tensor:
    """A small model: the mean, over the slots that count, of how far x·weight is from 1."""
    loss = (x @ weight - 1) ** 2
    return (loss * is_slot).sum() / is_slot.sum().clamp(min=1)


def _gradient(weight: Tensor, loss: Tensor) -> Tensor:
    return torch.autograd.grad(loss, weight)[0]


def _sum(weigh: Callable[[Tensor, Tensor, int], Any], keep: slice = slice(None)) -> Callable:
    """The sum of the parts' gradients, each with a weight from (its slots, all slots, number of parts)."""

    def chunked(mean_loss, weight: Tensor, x: Tensor, is_slot: Tensor, n_chunks: int) -> Tensor:
        parts = list(zip(x.chunk(n_chunks), is_slot.chunk(n_chunks), strict=True))
        total = torch.zeros_like(weight)
        for part, slots in parts[keep]:
            total = total + weigh(slots, is_slot, len(parts)) * _gradient(
                weight, mean_loss(weight, part, slots)
            )
        return total.detach()

    return chunked


def _equal_rows_only(mean_loss, weight: Tensor, x: Tensor, is_slot: Tensor, n_chunks: int) -> Tensor:
    """Leaves out the rows that make no full part."""
    n = len(x) // n_chunks * n_chunks
    return by_slots(mean_loss, weight, x[:n], is_slot[:n], n_chunks)


by_slots = _sum(lambda slots, all_slots, n: slots.sum() / all_slots.sum())


class Counted:
    """The loss of the cases; it notes the largest number of rows that it was given."""

    def __init__(self):
        self.most = 0

    def __call__(self, weight: Tensor, x: Tensor, is_slot: Tensor) -> Tensor:
        self.most = max(self.most, len(x))
        return mean_loss(weight, x, is_slot)


class ChunkedGradient(FunctionExercise):
    id = "6.11"
    title = "A batch in parts"
    points = 1
    minutes = 10
    level = 3
    answer = "chunked_gradient"
    bonus = True
    on_any_device = False
    unlocks = (
        "A batch that does not fit into memory can be trained all the same, with the very same gradient."
    )
    hints = (
        "The whole loss is (sum over all slots) / (number of all slots). What is the part of it that comes from one "
        "chunk, written with the chunk's own mean?",
        "The mean of a chunk times its number of slots is its sum. So which factor must the chunk's mean loss have, "
        "before you take its gradient?",
        "`x.chunk(n_chunks)` cuts the rows; `torch.autograd.grad(loss, weight)` gives a tuple with the gradient. Add "
        "the gradients of factor times loss, factor = slots of the chunk / slots of the batch.",
    )
    misconceptions = (
        Misconception(
            "sum of means",
            "You added the gradients of the chunks' mean losses. Each of them is a mean of its own, so the sum is "
            "about `n_chunks` times too large, as if the learning rate were.",
            _sum(lambda slots, all_slots, n: 1.0),
        ),
        Misconception(
            "mean of means",
            "You divided by the number of chunks (Transformer-XL's `loss / batch_chunk`). That is right when all "
            "chunks have equally many slots. Here they do not: a slot in a poor chunk counts for more.",
            _sum(lambda slots, all_slots, n: 1 / n),
        ),
        Misconception(
            "weighted by rows",
            "You weighted each chunk by its rows. The loss is a mean over *slots*, and rows have different numbers of "
            "them.",
            _sum(lambda slots, all_slots, n: len(slots) / len(all_slots)),
        ),
        Misconception(
            "last chunk only",
            "Only the last chunk's gradient is left: something sets the others back.",
            _sum(lambda slots, all_slots, n: slots.sum() / all_slots.sum(), slice(-1, None)),
        ),
        Misconception(
            "overwritten",
            "Each chunk overwrites the gradient of the one before, so that only the last one's is left. Add them.",
            _sum(lambda slots, all_slots, n: 1.0, slice(-1, None)),
        ),
        Misconception(
            "first chunk only",
            "Only the first chunk counts: does a `return` stand inside the loop?",
            _sum(lambda slots, all_slots, n: slots.sum() / all_slots.sum(), slice(0, 1)),
        ),
        Misconception(
            "sums, not means",
            "You weighted each chunk by its number of slots, which makes its mean a sum, and did not divide by the "
            "number of all slots.",
            _sum(lambda slots, all_slots, n: slots.sum()),
        ),
        Misconception(
            "rows left out",
            "Rows that make no full chunk are left out. A last chunk may be smaller.",
            _equal_rows_only,
        ),
    )

    def oracle(
        self, mean_loss: Callable, weight: Tensor, x: Tensor, is_slot: Tensor, n_chunks: int
    ) -> Tensor:
        own = weight.detach().clone().requires_grad_()
        return _gradient(own, mean_loss(own, x, is_slot))

    def cases(self) -> Iterable[Case]:
        generator = torch.Generator().manual_seed(0)
        for B, K, D, n_chunks, dtype in (
            (4, 2, 2, 2, torch.float32),
            (6, 3, 2, 3, torch.float32),
            (5, 3, 4, 2, torch.float32),
            (6, 4, 3, 1, torch.float32),
            (7, 2, 3, 3, torch.float32),
            (4, 1, 3, 2, torch.float64),  # 2 of 4 slots each: a share that is exact in float32, too
        ):
            weight = torch.randn(D, generator=generator, dtype=dtype).requires_grad_()
            x = torch.randn(B, K, D, generator=generator, dtype=dtype)
            is_slot = torch.arange(K) <= torch.arange(B)[:, None] % K
            yield Case(
                {
                    "mean_loss": mean_loss,
                    "weight": weight,
                    "x": x,
                    "is_slot": is_slot.clone(),
                    "n_chunks": n_chunks,
                }
            )

    def _other_layout(self, call: Caller, case: Case, want: Any) -> None:
        """Not tried: a weight of another layout would be no leaf, and backward() gives those no gradient."""

    def properties(self, call: Caller) -> None:
        cases = list(self.cases())
        for case in cases[1:]:
            _, weight, x, is_slot, n_chunks = case.args.values()
            counted = Counted()
            call(counted, weight, x, is_slot, n_chunks)
            allowed = -(-len(x) // n_chunks)
            if counted.most > allowed:
                says = (
                    f"The gradient is right, but you gave mean_loss {counted.most} rows at once. {len(x)} rows in "
                    f"{n_chunks} chunks are {allowed} at a time: more would not fit into memory."
                )
                raise Wrong("all at once", says)
        _, weight, x, is_slot, n_chunks = cases[1].args.values()
        weight.grad = torch.full_like(weight, 100.0)  # left from an earlier step
        got = call(mean_loss, weight, x, is_slot, n_chunks)
        want = self.oracle(mean_loss, weight, x, is_slot, n_chunks)
        if not torch.allclose(got, want):
            says = (
                "Right the first time, but a gradient that `weight.grad` held before is added to the answer: "
                "`backward()` adds to what is there. Use torch.autograd.grad, or clear it first."
            )
            raise Wrong("adds to an older gradient", says)
