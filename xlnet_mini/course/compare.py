"""Comparing answers: exact about type, shape and dtype, tolerant only about the last digits of floats."""

from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np
import torch
from torch import Tensor

SHOWN = 40  # more entries than this are not printed; the first difference is

# what rounding may cost: the oracles work in float64, answers in the dtype of their input
TOLERANCE = {
    torch.float64: 1e-9,
    torch.float32: 1e-5,
    torch.bfloat16: 3e-2,
    torch.float16: 3e-3,
}


def dtype_name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def shape_name(value: Tensor) -> str:
    return str(tuple(value.shape))


def kind(value: Any) -> str:
    """What a value is, in words for a message: "a torch tensor", "a list", "the class Foo"."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    names = {Tensor: "a torch tensor", np.ndarray: "a numpy array", str: "a string", list: "a list"}
    if type(value) in names:
        return names[type(value)]
    if isinstance(value, FunctionType | BuiltinFunctionType | MethodType):
        return "a function"
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def describe(value: Tensor) -> str:
    return f"{dtype_name(value.dtype)} of shape {shape_name(value)}"


def _plain(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        body = ", ".join(_plain(v) for v in value)
        return f"[{body}]" if isinstance(value, list) else f"({body}{',' if len(value) == 1 else ''})"
    if type(value) in (set, frozenset) and value:  # in an order that does not depend on how the set was made
        text = f"{{{', '.join(sorted(map(_plain, value)))}}}"
        text = text if type(value) is set else f"frozenset({text})"
    else:
        try:
            text = repr(value)
        except Exception:  # a value that cannot even be shown
            return kind(value)
    return text if len(text) <= 200 else text[:200] + "..."


def short(value: Any) -> str:
    """A value as a student would write it; a big tensor by its dtype and shape."""
    if isinstance(value, Tensor):
        if value.numel() <= SHOWN and value.device.type != "meta" and value.layout == torch.strided:
            return _plain(value.tolist())
        return f"<{describe(value)}>"
    if isinstance(value, np.ndarray):
        return short(torch.as_tensor(value.copy())) if value.dtype.kind in "bifu" else kind(value)
    if isinstance(value, torch.Generator):
        return f"torch.Generator().manual_seed({value.initial_seed()})"
    if callable(value):
        return kind(value)
    return _plain(value)


def bare(value: Any) -> Any:
    """A tensor without gradient history or attributes set on it; anything else as it is.

    A subclass of Tensor is not taken for one: it can say what it likes about its shape and its entries.
    """
    return Tensor.detach(value) if type(value) in (Tensor, torch.nn.Parameter) else value


def builtin(value: Any) -> type:
    """The type that counts for a comparison: numpy's scalars count as the numbers they are."""
    numpy_scalars = {np.bool_: bool, np.int64: int, np.int32: int, np.float64: float}
    return numpy_scalars.get(type(value), type(value))


def same(got: Any, want: Any) -> bool:
    """Equal in type, shape, dtype and value, up to rounding; NaN equals NaN only in the same place.

    Only exact types count, so that no `__eq__` of a subclass is ever asked. An int counts where a float is wanted.
    """
    if isinstance(want, Tensor):
        got = bare(got)
        if type(got) is not Tensor or got.shape != want.shape or got.dtype != want.dtype:
            return False
        if got.device != want.device or got.layout != want.layout:
            return False
        if not want.dtype.is_floating_point:
            return torch.equal(got, want)
        tol = TOLERANCE[want.dtype]
        return torch.allclose(got.double(), want.double(), rtol=tol, atol=tol, equal_nan=True)
    if isinstance(want, dict):
        return type(got) is dict and got.keys() == want.keys() and all(same(got[k], want[k]) for k in want)
    if isinstance(want, list | tuple):
        return type(got) is type(want) and len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, float):
        if builtin(got) not in (float, int):
            return False
        return bool(np.isclose(float(got), want, rtol=1e-9, atol=1e-9, equal_nan=True))
    return builtin(got) is type(want) and bool(got == want)


def alike(got: Any, want: Any) -> bool:
    """The same values, whatever their dtype: a tensor of the right shape that was made in another dtype."""
    got = bare(got)
    if type(got) is not Tensor or type(want) is not Tensor or got.dtype == want.dtype:
        return same(got, want)
    if got.shape != want.shape or got.device != want.device or got.layout != want.layout:
        return False
    if got.dtype.is_floating_point and want.dtype.is_floating_point:
        coarser = max(got.dtype, want.dtype, key=lambda d: TOLERANCE.get(d, 0))
        return coarser in TOLERANCE and same(got.to(coarser), want.to(coarser))
    return torch.equal(got.double(), want.double())


def first_difference(got: Tensor, want: Tensor) -> str:
    """Where two tensors of one shape first differ: "[2, 2]: expected False, got True"."""
    a, b = bare(got), want
    if want.dtype.is_floating_point:
        tol = TOLERANCE[want.dtype]
        equal = torch.isclose(a.double(), b.double(), rtol=tol, atol=tol, equal_nan=True)
    else:
        equal = a == b
    index = (~equal).nonzero()[0].tolist()
    at = tuple(index)
    return f"at {index}: expected {_plain(b[at].item())}, got {_plain(a[at].item())}"


def strided(value: Any) -> Any:
    """The same tensor in another memory layout: every second entry of a wider one.

    With three dimensions and more, the first two are stored the other way round, so that no `view` can merge them.
    """
    if not isinstance(value, Tensor) or value.dim() == 0:
        return value
    if value.dim() > 2:
        return strided_pairs(value.transpose(0, 1)).transpose(0, 1)
    return strided_pairs(value)


def strided_pairs(value: Tensor) -> Tensor:
    return torch.stack([value, torch.zeros_like(value)], dim=-1)[..., 0]


def copy_of(value: Any) -> Any:
    """An independent copy that keeps memory layout, generator state and requires_grad."""
    if isinstance(value, Tensor):
        twin = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=value.device)
        twin.copy_(value.detach())
        return twin.requires_grad_(value.requires_grad)
    if isinstance(value, torch.Generator):
        twin = torch.Generator(device=value.device)
        twin.set_state(value.get_state())
        return twin
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, list):
        return [copy_of(v) for v in value]
    return value
