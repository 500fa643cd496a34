"""Values on the pipe: numbers, strings, lists, tuples, dicts, arrays, tensors and generators as JSON and raw bytes.

Types are kept apart exactly, since a check tells a list from a tuple and an int from a float. What has no place here
crosses as its type's name and the start of its repr, so that a message can still say what it was.
"""

from collections.abc import Callable
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .wire import MAX_PAYLOAD, WireError

MAX_DEPTH, MAX_PARTS, MAX_TEXT, MAX_BITS = 20, 200_000, 100_000, 1 << 14
NAMES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64")
DTYPES = {name: getattr(torch, name) for name in (*NAMES, "complex128", "bfloat16")}
NUMPY = {name: np.dtype(name) for name in (*NAMES, "uint16", "uint32", "uint64", "complex128")}
BIT_GENERATORS = ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")
PLAIN = {list: "list", tuple: "tuple", dict: "dict", str: "str", int: "int", float: "float"}

Hook = Callable[[Any], dict | None]


class Encoder:
    """Turns values into JSON nodes; the bytes of arrays gather in `payload`."""

    def __init__(self, hook: Hook = lambda value: None):
        self.hook, self.payload, self.parts = hook, bytearray(), 0

    def __call__(self, value: Any, depth: int = 0) -> Any:
        self.parts += 1
        if depth > MAX_DEPTH or self.parts > MAX_PARTS:
            raise WireError("a value nested too deeply or of too many parts")
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        if kind is int or kind is str:
            return self._simple(value, kind)
        if (node := self.hook(value)) is not None:
            return node
        if isinstance(value, Tensor):
            return self._tensor(value)
        if isinstance(value, np.ndarray | np.generic):
            return self._array(value)
        return self._container(value, kind, depth) or self._rare(value, kind, depth) or self._other(value)

    def _simple(self, value: Any, kind: type) -> Any:
        if kind is str:
            return value if len(value) <= MAX_TEXT else self._other(value)
        if value.bit_length() <= 62:
            return value
        return {"k": "int", "v": hex(value)} if value.bit_length() <= MAX_BITS else self._other(value)

    def _container(self, value: Any, kind: type, depth: int) -> dict | None:
        base = next((b for b in PLAIN if isinstance(value, b) and b in kind.__mro__), None)
        if base is None or kind is torch.Size:
            return None
        node: dict[str, Any] = {"k": PLAIN[base]}
        if kind is not base:
            node["c"] = kind.__name__
        if base is dict:
            node["v"] = [[self(k, depth + 1), self(v, depth + 1)] for k, v in dict.items(value)]
        elif base in (list, tuple):
            node["v"] = [self(v, depth + 1) for v in base.__iter__(value)]
        else:  # a subclass of a number or string
            plain = {int: lambda v: int.__add__(v, 0), float: lambda v: float.__add__(v, 0.0)}
            node["v"] = self(plain.get(base, lambda v: str.__str__(v))(value), depth + 1)
        return node

    def _tensor(self, value: Tensor) -> dict:
        name = str(value.dtype).removeprefix("torch.")
        odd = type(value) not in (Tensor, torch.nn.Parameter) or value.layout != torch.strided
        if odd or value.device.type not in ("cpu", "meta") or name not in DTYPES:
            return self._other(value)
        node = {"k": "tensor", "d": name, "s": list(value.shape)}
        if not value.is_contiguous():
            node["t"] = list(value.stride())
        if value.requires_grad:
            node["g"] = 1
        if type(value) is not Tensor:
            node["p"] = 1
        if value.device.type == "meta":
            node["m"] = 1
        elif value.numel():
            plain = value.detach().resolve_conj().resolve_neg()
            plain = plain.view(torch.int16) if name == "bfloat16" else plain  # numpy has no bfloat16
            node["b"] = self._bytes(plain.numpy().tobytes())
        return node

    def _array(self, value: Any) -> dict:
        scalar = isinstance(value, np.generic)
        if type(value) is np.ndarray and value.dtype.kind in "UO":
            texts = value.dtype.kind == "U"
            parts = [self(v, 1) for v in value.ravel().tolist()]
            return {
                "k": "array of names" if texts else "array of objects",
                "s": list(value.shape),
                "v": parts,
            }
        if (not scalar and type(value) is not np.ndarray) or value.dtype.name not in NUMPY:
            return self._other(value)
        data = self._bytes(value.astype(value.dtype.newbyteorder("=")).tobytes())
        return {
            "k": "scalar" if scalar else "array",
            "d": value.dtype.name,
            "s": list(value.shape),
            "b": data,
        }

    def _rare(self, value: Any, kind: type, depth: int) -> dict | None:
        if value is ...:
            return {"k": "..."}
        if kind is complex:
            return {"k": "complex", "v": [value.real, value.imag]}
        if kind is Fraction:
            return {"k": "fraction", "v": [self(value.numerator, depth), self(value.denominator, depth)]}
        if kind in (range, slice):
            return {"k": kind.__name__, "v": [self(v, depth) for v in (value.start, value.stop, value.step)]}
        if kind in (set, frozenset):
            return {"k": kind.__name__, "v": [self(v, depth + 1) for v in value]}
        if kind is torch.Size:
            return {"k": "size", "v": [self(int(v), depth) for v in value]}
        if kind is torch.dtype:
            return {"k": "dtype", "v": str(value).removeprefix("torch.")}
        if kind is torch.device:
            return {"k": "device", "v": str(value)}
        if kind is torch.Generator and value.device.type == "cpu":
            return {"k": "generator", "b": self._bytes(value.get_state().numpy().tobytes())}
        if kind is np.random.Generator:
            return {"k": "np generator", "v": self(value.bit_generator.state, depth + 1)}
        return None

    def _bytes(self, data: bytes) -> list[int]:
        if len(self.payload) + len(data) > MAX_PAYLOAD:
            raise WireError("a value of more than 64 MB")
        start = len(self.payload)
        self.payload += data
        return [start, len(data)]

    def _other(self, value: Any) -> dict:
        if isinstance(value, type):
            return {"k": "class", "c": str(value.__name__)[:100]}
        if isinstance(value, FunctionType | BuiltinFunctionType | MethodType):
            return {"k": "some function"}
        try:
            shown = repr(value)
        except BaseException:
            shown = "?"
        return {"k": "other", "c": str(type(value).__name__)[:100], "r": str(shown)[:300]}
