"""What a call does to its arguments on one side is done to the originals on the other."""

import contextlib
import inspect
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from .values import Encoder
from .wire import WireError

if TYPE_CHECKING:
    from .peer import Peer

IMMUTABLE = (int, float, bool, str, type(None))


class Remote:
    """A function of the other side."""

    def __init__(self, peer: "Peer", number: int, signature: inspect.Signature | None = None):
        self.peer, self.number, self.signature = peer, number, signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.peer.call(self.number, args, kwargs)

    @property
    def __signature__(self) -> inspect.Signature:
        if self.signature is None:
            raise ValueError("it has none")
        return self.signature


class Kept:
    """A value as it was before a call, to see afterwards whether the call has changed it."""

    def __init__(self, value: Any):
        self.quick = type(value) is Tensor and value.device.type == "cpu" and value.layout == torch.strided
        if self.quick:
            self.version, self.copy = value._version, value.detach().clone()
        else:
            self.before = fingerprint(value)

    def changed(self, value: Any) -> bool:
        if not self.quick:
            return fingerprint(value) != self.before
        if value._version == self.version and torch.equal(value, self.copy):
            return False
        return fingerprint(value.detach()) != fingerprint(self.copy)


def fingerprint(value: Any) -> tuple[str, bytes] | None:
    """Equal before and after if a call has not changed its argument."""
    if type(value) in IMMUTABLE or (callable(value) and not isinstance(value, Tensor)):
        return None
    encoder = Encoder(lambda v: {"k": "callable"} if isinstance(v, Remote) or inspect.isroutine(v) else None)
    try:
        return json.dumps(encoder(value)), bytes(encoder.payload)
    except WireError:
        return ("too large", b"")


def change(old: Any, new: Any) -> None:
    """Do to `old` what the other side did to its copy; nothing where that cannot be."""
    if isinstance(old, Tensor) and isinstance(new, Tensor):
        with contextlib.suppress(RuntimeError), torch.no_grad():
            new = new.detach().to(old.device)
            if old.shape == new.shape and old.dtype == new.dtype:
                old.detach().copy_(new)
            else:
                old.data = new
    elif type(old) is list and type(new) is list:
        if len(old) == len(new) and all(isinstance(v, Tensor) for v in (*old, *new)):
            for a, b in zip(old, new, strict=True):
                change(a, b)
        else:
            old[:] = new
    elif type(old) is dict and type(new) is dict:
        old.clear()
        old.update(new)
    elif (
        type(old) is np.ndarray
        and type(new) is np.ndarray
        and old.shape == new.shape
        and old.dtype == new.dtype
    ):
        old[...] = new
    elif type(old) is torch.Generator and type(new) is torch.Generator:
        old.set_state(new.get_state())
    elif type(old) is np.random.Generator and type(new) is np.random.Generator:
        with contextlib.suppress(ValueError, TypeError):
            old.bit_generator.state = new.bit_generator.state
