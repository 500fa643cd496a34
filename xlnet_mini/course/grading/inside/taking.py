"""Taking values off the pipe. Whatever the other side sent, the outcome is a value or a WireError."""

import keyword
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from .random_states import fits
from .values import BIT_GENERATORS, DTYPES, MAX_BITS, MAX_DEPTH, MAX_PARTS, NUMPY, PLAIN
from .wire import MAX_PAYLOAD, WireError

Hook = Callable[[dict], Any]


class Other:
    """A value that cannot cross: its class has the same name, and it shows itself the same way."""

    def __init__(self, shown: str):
        self.shown = shown

    def __repr__(self) -> str:
        return self.shown


def class_named(name: Any, base: type) -> type:
    """A new class of that name, if it is a name; it stands for a class of the other side."""
    usable = type(name) is str and name.isidentifier() and not keyword.iskeyword(name) and len(name) <= 100
    return type(name if usable else "object", (base,), {})


class Decoder:
    """Turns nodes into values. Whatever comes, the outcome is a value or a WireError.

    `layout`: make tensors with the strides that they had; the grader does not, for what comes from a student.
    """

    def __init__(self, payload: bytes, hook: Hook = lambda node: None, layout: bool = False):
        self.payload, self.hook, self.layout, self.parts = payload, hook, layout, 0
        self.made = 0  # bytes of tensors and arrays

    def __call__(self, node: Any) -> Any:
        try:
            return self._value(node, 0)
        except WireError:
            raise
        except Exception as exc:  # a node of another form than the encoder makes
            raise WireError(f"malformed value ({type(exc).__name__})") from None

    def _value(self, node: Any, depth: int) -> Any:
        self.parts += 1
        if depth > MAX_DEPTH or self.parts > MAX_PARTS:
            raise WireError("a value nested too deeply or of too many parts")
        if type(node) is not dict:
            if node is None or type(node) in (bool, int, float, str):
                return node
            raise WireError("malformed value")
        kind = node["k"]
        if (made := self.hook(node)) is not None:
            return made
        if kind in PLAIN.values():
            return self._container(node, kind, depth)
        if kind == "tensor":
            return self._tensor(node)
        if kind in ("array", "scalar"):
            return self._array(node)
        return self._rare(node, kind, depth)

    def _container(self, node: dict, kind: str, depth: int) -> Any:
        base = next(b for b, name in PLAIN.items() if name == kind)
        if base is int and "c" not in node:
            return _integer(node["v"])
        if base is dict:
            value: Any = {self._value(k, depth + 1): self._value(v, depth + 1) for k, v in node["v"]}
        elif base in (list, tuple):
            value = base(self._value(v, depth + 1) for v in _list(node["v"]))
        else:
            value = self._value(node["v"], depth + 1)
            if type(value) is not base:
                raise WireError("malformed value")
        return class_named(node["c"], base)(value) if "c" in node else value

    def _tensor(self, node: dict) -> Tensor:
        dtype, shape = DTYPES[node["d"]], _shape(node["s"])
        if node.get("m"):
            value = torch.empty(shape, dtype=dtype, device="meta")
        else:
            data = self._bytes(node, math.prod(shape) * dtype.itemsize)
            raw = torch.frombuffer(data, dtype=torch.uint8) if data else torch.empty(0, dtype=torch.uint8)
            value = (raw != 0 if dtype == torch.bool else raw.view(dtype)).reshape(shape)
        if self.layout and "t" in node:
            value = _with_strides(value, node["t"])
        if node.get("g") and (dtype.is_floating_point or dtype.is_complex):
            value.requires_grad_()
        return torch.nn.Parameter(value, requires_grad=value.requires_grad) if node.get("p") else value

    def _array(self, node: dict) -> Any:
        dtype, shape = NUMPY[node["d"]], _shape(node["s"])
        data = self._bytes(node, math.prod(shape) * dtype.itemsize)
        value = np.frombuffer(data, np.uint8) != 0 if node["d"] == "bool" else np.frombuffer(data, dtype)
        value = value.reshape(shape)
        return value[()] if node["k"] == "scalar" and not shape else value

    def _bytes(self, node: dict, length: int) -> bytearray:
        start, size = node.get("b", (0, 0))
        self.made += length
        if type(start) is not int or start < 0 or size != length or start + length > len(self.payload):
            raise WireError("a tensor's bytes do not fit its shape")
        if self.made > MAX_PAYLOAD:  # the same bytes, used again and again
            raise WireError("a value of more than 64 MB")
        return bytearray(self.payload[start : start + length])

    def _rare(self, node: dict, kind: str, depth: int) -> Any:
        inner = node.get("v")
        match kind:
            case "...":
                return ...
            case "complex":
                return complex(*inner)
            case "fraction":
                return Fraction(*(self._value(v, depth + 1) for v in inner))
            case "range" | "slice":
                made = {"range": range, "slice": slice}[kind](*(self._value(v, depth + 1) for v in inner))
                if kind == "range":
                    self.parts += len(made)  # a check may make a list of it
                    if self.parts > MAX_PARTS:
                        raise WireError("a value of too many parts")
                return made
            case "set" | "frozenset":
                return {"set": set, "frozenset": frozenset}[kind](
                    self._value(v, depth + 1) for v in _list(inner)
                )
            case "array of names":
                return np.array([str(self._value(v, depth + 1)) for v in inner], str).reshape(
                    _shape(node["s"])
                )
            case "array of objects":
                made = np.empty(len(_list(inner)), object)
                for i, v in enumerate(inner):
                    made[i] = self._value(v, depth + 1)
                return made.reshape(_shape(node["s"]))
            case "size":
                return torch.Size(_shape(inner))
            case "dtype":
                return DTYPES[inner]
            case "device":
                return torch.device({"cpu": "cpu", "meta": "meta"}[inner])
            case "generator":
                state = self._bytes(node, node["b"][1])
                generator = torch.Generator()
                generator.set_state(torch.frombuffer(state, dtype=torch.uint8))
                return generator
            case "np generator":
                state = self._value(inner, depth + 1)
                name = state["bit_generator"]
                source = getattr(np.random, name)() if name in BIT_GENERATORS and fits(state) else None
                source.state = state
                return np.random.Generator(source)
            case "class":
                return class_named(node.get("c"), object)
            case "some function":
                return lambda *args, **kwargs: None
            case "other":
                return class_named(node.get("c"), Other)(str(node.get("r"))[:300])
        raise WireError("malformed value")


def _integer(text: str) -> int:
    if len(text) > MAX_BITS // 4 + 4:
        raise WireError("malformed value")
    return int(text, 16)


def _list(value: Any) -> list:
    if type(value) is not list:
        raise WireError("malformed value")
    return value


def _shape(value: Any) -> list[int]:
    if type(value) is not list or len(value) > 16:
        raise WireError("malformed shape")
    if any(type(n) is not int or not 0 <= n <= 1 << 40 for n in value) or math.prod(value) > 1 << 40:
        raise WireError("malformed shape")
    return value


def _with_strides(value: Tensor, strides: list[int]) -> Tensor:
    """The same numbers in a storage laid out as these strides say; a stride of 0 repeats one place."""
    if value.is_meta:
        return torch.empty_strided(value.shape, strides, dtype=value.dtype, device="meta")
    if not value.numel():
        return torch.empty_strided(value.shape, strides, dtype=value.dtype)
    length = 1 + sum((n - 1) * s for n, s in zip(value.shape, strides, strict=True))
    out = torch.zeros(length, dtype=value.dtype).as_strided(
        value.shape, strides
    )  # zeros between, as in a check
    once = tuple(slice(0, 1) if s == 0 else slice(None) for s in strides)
    out[once].copy_(value[once])
    return out
