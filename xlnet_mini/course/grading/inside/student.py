"""A student's process: it runs the notebook's cells and answers calls. It holds nothing of worth."""

import ast
import asyncio
import builtins
import contextlib
import importlib
import inspect
import io
import linecache
import sys
import types
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from . import random_states, shims
from .gradients import tensors_in
from .peer import REMEMBERED, Peer
from .random_states import SharedStates
from .taking import Decoder
from .values import Encoder
from .wire import Channel, Closed

PRINTED = 2001  # characters passed on of what one request prints
LOOKED_AFTER = REMEMBERED  # earlier results that are watched for changes, by signs of one
LOOKED_AT = 8  # the last of them are compared each time
WATCHED_SIZE = 100_000  # entries; larger results are not watched


class Printed(io.TextIOBase):
    """Keeps the start of what is printed, and forgets the rest."""

    def __init__(self):
        self.text = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if len(self.text) < PRINTED:
            self.text += text[: PRINTED - len(self.text)]
        return len(text)

    def take(self) -> str:
        text, self.text = self.text, ""
        return text


class Student(Peer):
    """The student's side. `course` holds the modules of the course that it needs, from kinds/."""

    layout = True

    def __init__(self, channel: Channel, course: dict[str, types.ModuleType]):
        super().__init__(channel)
        self.course = course
        self.verbs |= {
            "run": self._serve_run,
            "begin": self._serve_begin,
            "end": self._serve_end,
            "find": self._serve_find,
            "reached": self._serve_reached,
            "times": self._serve_times,
            "largest": self._serve_largest,
            "replace": self._serve_replace,
            "put back": self._serve_put_back,
        }
        self.output = sys.stdout = sys.stderr = Printed()
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        self.names = module.__dict__
        self.names["__builtins__"] = builtins
        self.replaced = contextlib.ExitStack()
        self.before: random_states.State | None = None
        self.watched: list[tuple[int, int, Tensor, Tensor, int]] = []
        shims.install(lambda text: exec(compile(text, "<magic>", "exec"), self.names))

    def live(self) -> None:
        """Serve until the grader closes the pipe."""
        with contextlib.suppress(Closed):
            while True:
                self.serve(*self.receive())

    def _serve_run(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        file, source = header["file"], header["source"]
        linecache.cache[file] = (len(source), None, source.splitlines(True), file)
        code = compile(source, file, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        waits = eval(code, self.names)
        if inspect.CO_COROUTINE & code.co_flags:
            asyncio.run(waits)
        return {}, Encoder()

    def _serve_begin(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        """An exercise begins: settings as they are at the start of a check."""
        torch.set_default_dtype(torch.float32)
        torch.set_default_device(None)
        self.before = random_states.current()
        self.states = SharedStates()
        self.watched.clear()
        self.graphs.clear()
        return {}, Encoder()

    def _serve_end(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        self.states = None
        if self.before is not None:
            random_states.restore(self.before)
        return {}, Encoder()

    def _serve_find(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        """The answer of that name: as a function to be called if `callable`, else as a value."""
        if header["name"] not in self.names:
            return {"found": False}, Encoder()
        return self._described(self.names[header["name"]], header["callable"])

    def _serve_reached(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        reached = self.course["reach"].reached
        found = reached(self.objects[header["number"]], header["name"])
        return ({"found": False}, Encoder()) if found is None else self._described(found, True)

    def _serve_times(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        """A function that calls an answer several times in a row and gives the list of what came."""
        answer, times = self.objects[header["number"]], range(header["times"])

        def in_a_row(*args: Any, **kwargs: Any) -> list[Any]:
            return [answer(*args, **kwargs) for _ in times]

        return {"number": self.number_of(in_a_row)}, Encoder()

    def _serve_largest(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        """How large a tensor an answer makes on the way."""
        args = tuple(decoder(node) for node in header["args"])
        answer = self.objects[header["number"]]
        return {"made": self.course["largest"].largest_made(answer, args, header["but_for"])}, Encoder()

    def _serve_replace(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        """What the answer calls by a name, or finds in a module under it, becomes a function of the grader's."""
        module = importlib.import_module(header["module"])
        answer, stand_in = self.objects[header["number"]], decoder(header["stand_in"])
        self.replaced.enter_context(self.course["reach"].replaced(answer, header["name"], module, stand_in))
        return {}, Encoder()

    def _serve_put_back(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        self.replaced.close()
        return {}, Encoder()

    def _described(self, value: Any, as_function: bool) -> tuple[dict, Encoder]:
        if as_function and callable(value) and not isinstance(value, type | Tensor):
            return {"found": True, "number": self.number_of(value), "signature": signature(value)}, Encoder()
        encoder = Encoder()
        return {"found": True, "value": encoder(value)}, encoder

    def imported(self, node: dict) -> Callable:
        remote = super().imported(node)

        def candidate(*args: Any, **kwargs: Any) -> Any:
            return remote(*args, **kwargs)

        return candidate

    def around(self, given: list) -> contextlib.AbstractContextManager:
        on_meta = any(t.device.type == "meta" for t in tensors_in(given))
        return self.course["one_device"].OneDevice() if on_meta else contextlib.nullcontext()

    def handed_out(self, value: Any, reply: dict, encoder: Encoder) -> None:
        reply["overwritten"] = []
        new = {t.untyped_storage().data_ptr() for t in tensors_in(value) if t.layout == torch.strided}
        recent = len(self.watched) - LOOKED_AT
        for at, (call, i, tensor, was, version) in enumerate(self.watched):
            suspect = at >= recent or tensor._version != version or tensor.untyped_storage().data_ptr() in new
            if suspect and not _same_bits(tensor, was):
                reply["overwritten"].append([call, i, encoder(tensor)])
                self.watched[at] = (call, i, tensor, tensor.detach().clone(), tensor._version)
        reply["call"] = call = next(self.numbers)
        for i, tensor in enumerate(tensors_in(value)):
            if type(tensor) is Tensor and tensor.device.type == "cpu" and tensor.numel() <= WATCHED_SIZE:
                self.watched.append((call, i, tensor, tensor.detach().clone(), tensor._version))
        del self.watched[:-LOOKED_AFTER]

    def extra(self) -> dict[str, Any]:
        printed = self.output.take()
        return {"printed": printed} if printed else {}


def _same_bits(a: Tensor, b: Tensor) -> bool:
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    return torch.equal(a, b) or (a.is_floating_point() and torch.allclose(a, b, 0, 0, equal_nan=True))


def signature(function: Callable) -> list | None:
    """[name, kind, has a default] of each parameter; None where Python knows none."""
    try:
        parameters = inspect.signature(function).parameters.values()
        return [[p.name, int(p.kind), p.default is not p.empty] for p in parameters]
    except Exception:
        return None
