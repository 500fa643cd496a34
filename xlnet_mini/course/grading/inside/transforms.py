"""Calls across the pipe from inside torch.func.grad, vjp, jacrev or vmap, whose wrapped tensors have no bytes to send.

A torch.autograd.Function with `setup_context` is given plain tensors: torch.func peels off what it wrapped.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from .gradients import Graph, tensors_in, that_need_gradients, with_tensors


def transformed() -> bool:
    """True while torch.func transforms the function that is running."""
    return torch._C._are_functorch_transforms_active()


def through_transform(call: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    """`call(*args, **kwargs)` with plain tensors; the value belongs to the transformation that runs.

    What the call does to its arguments is not done to the originals: a transformation has no place for it.
    """

    def plain(tensors: list[Tensor]) -> Any:
        new_args, new_kwargs = with_tensors((args, kwargs), iter(tensors), every=True)
        return call(*new_args, **new_kwargs)

    step = _Call(plain)
    outputs = _Step.apply(step, *tensors_in((args, kwargs)))
    return with_tensors(step.value, iter(outputs), every=True)


class _Call:
    """One call, or one for each element of a batch, and what its gradient needs."""

    def __init__(self, call: Callable[[list[Tensor]], Any]):
        self.call = call
        self.each: list[_Call] = []

    def run(self, given: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        self.given = given
        own = [t.detach().requires_grad_(t.is_floating_point()) for t in given]
        with torch.enable_grad():
            self.value = self.call(own)
        self.graph = Graph(that_need_gradients(self.value), [t for t in own if t.requires_grad])
        return tuple(t.detach() for t in tensors_in(self.value))

    def pull_back(self, cotangents: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """Gradients of what was given; zeros where there is none, since a Function gives tensors."""
        needed = [c for c, t in zip(cotangents, tensors_in(self.value), strict=True) if t.requires_grad]
        found = iter(self.graph.pull_back(needed))
        gradients = [next(found) if t.is_floating_point() else None for t in self.given]
        return tuple(
            torch.zeros_like(t) if g is None else g for g, t in zip(gradients, self.given, strict=True)
        )


class _Step(torch.autograd.Function):
    @staticmethod
    def forward(step: _Call, *given: Tensor) -> tuple[Tensor, ...]:
        return step.run(given)

    @staticmethod
    def setup_context(ctx, inputs, output) -> None:
        ctx.step = inputs[0]
        ctx.save_for_backward(*inputs[1:])

    @staticmethod
    def backward(ctx, *cotangents):
        return (None, *_StepBack.apply(ctx.step, *cotangents, *ctx.saved_tensors))

    @staticmethod
    def vmap(info, in_dims, step, *given):
        step.each = [_Call(step.call) for _ in range(info.batch_size)]
        outputs = _stacked(_Step, step.each, in_dims[1:], given)
        step.value = step.each[0].value
        return outputs


class _StepBack(torch.autograd.Function):
    """Takes what was given, too: its result depends on it, so that a second derivative comes here and is refused."""

    @staticmethod
    def forward(step: _Call, *cotangents_and_given: Tensor) -> tuple[Tensor, ...]:
        return step.pull_back(cotangents_and_given[: -len(step.given)])

    @staticmethod
    def setup_context(ctx, inputs, output) -> None:
        pass

    @staticmethod
    def backward(ctx, *_):
        raise RuntimeError("the second derivative of a function that was handed out is not known here")

    @staticmethod
    def vmap(info, in_dims, step, *tensors):
        return _stacked(_StepBack, step.each or [step] * info.batch_size, in_dims[1:], tensors)


def _stacked(function: Any, steps: list[_Call], in_dims: tuple, given: tuple) -> tuple:
    """The function for each element of a batch; its outputs side by side along axis 0."""
    rows = []
    for i, step in enumerate(steps):
        own = [t if axis is None else t.select(axis, i) for t, axis in zip(given, in_dims, strict=True)]
        rows.append(function.apply(step, *own))
    outputs = tuple(map(torch.stack, zip(*rows, strict=True)))
    return outputs, (0,) * len(outputs)
