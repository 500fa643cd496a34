"""Gradients across the pipe: the backward pass of a call asks the side that ran it for its vector-Jacobian product."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable


def tensors_in(value: Any) -> Iterator[Tensor]:
    """The tensors of a value, in lists, tuples and dicts too, always in the same order."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from tensors_in(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from tensors_in(part)


def that_need_gradients(value: Any) -> list[Tensor]:
    return [t for t in tensors_in(value) if t.requires_grad]


def with_tensors(value: Any, new: Iterator[Tensor], every: bool = False) -> Any:
    """The same value with its tensors that require gradients (or `every` tensor) replaced, in order."""
    if isinstance(value, Tensor):
        return next(new) if every or value.requires_grad else value
    if type(value) in (list, tuple):
        return type(value)(with_tensors(part, new, every) for part in value)
    if type(value) is dict:
        return {k: with_tensors(part, new, every) for k, part in value.items()}
    return value


class Graph:
    """What one call left for its backward pass."""

    def __init__(self, outputs: list[Tensor], leaves: list[Tensor]):
        self.outputs, self.leaves = outputs, leaves

    def pull_back(self, cotangents: list[Tensor | None]) -> list[Tensor | None]:
        """Gradients of the leaves, None where there is none. Errors as torch.autograd.grad."""
        pairs = [(o, c) for o, c in zip(self.outputs, cotangents, strict=True) if c is not None]
        if not pairs:
            return [None] * len(self.leaves)
        outputs, given = zip(*pairs, strict=True)
        return list(torch.autograd.grad(outputs, self.leaves, given, retain_graph=True, allow_unused=True))


class _Joint(torch.autograd.Function):
    """Joins values that the other side computed to the tensors that it computed them from."""

    @staticmethod
    def forward(ctx, pull_back, values, *leaves):
        ctx.pull_back = pull_back
        ctx.shapes = [(t.shape, t.dtype) for t in leaves]
        ctx.set_materialize_grads(False)
        return tuple(v.detach() for v in values)

    @staticmethod
    @once_differentiable
    def backward(ctx, *cotangents):
        gradients = ctx.pull_back(list(cotangents))
        for g, (shape, dtype) in zip(gradients, ctx.shapes, strict=True):
            if g is not None and (type(g) is not Tensor or g.shape != shape or g.dtype != dtype):
                raise RuntimeError("a gradient of another shape or dtype than its input")
        return (None, None, *gradients)


def joined(value: Any, leaves: list[Tensor], pull_back: Callable[[list], list]) -> Any:
    """`value` with a backward pass: `pull_back` turns gradients of its tensors into gradients of `leaves`."""
    outputs = that_need_gradients(value)
    if not outputs:
        return value
    return with_tensors(value, iter(_Joint.apply(pull_back, outputs, *leaves)))
