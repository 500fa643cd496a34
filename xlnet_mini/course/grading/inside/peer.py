"""Calls across the pipe. Both sides run this: the grader calls answers, and an answer calls what it was handed.

While one side waits for a reply it serves the other's calls, so that calls nest as they would in one process. A call
does to its arguments, to the random states and to earlier results what it would do there.
"""

import contextlib
import itertools
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from . import errors
from .arguments import Kept, Remote, change
from .gradients import Graph, joined, tensors_in, that_need_gradients
from .random_states import SharedStates
from .taking import Decoder
from .transforms import through_transform, transformed
from .values import Encoder
from .wire import Channel, WireError

REMEMBERED = 64  # results of calls


class Peer:
    """One side of the pipe. `layout`: take tensors with the strides that the other side gave them."""

    layout = False
    exports_results = False

    def __init__(self, channel: Channel):
        self.channel = channel
        self.numbers = itertools.count(1)
        self.objects: dict[int, Callable] = {}  # what the other side may call
        self.raised: dict[int, BaseException] = {}  # what such calls raised
        self.graphs: dict[int, Graph] = {}
        self.dropped: list[int] = []  # graphs of the other side that are no longer needed
        self.received: dict[tuple, Tensor] = {}  # the latest: the other side may still change them
        self.states: SharedStates | None = None
        self.verbs: dict[str, Callable[[dict, Decoder], tuple[dict, Encoder]]] = {
            "call": self._serve_call,
            "pull back": self._serve_pull_back,
        }

    # asking

    def ask(self, verb: str, encoder: Encoder | None = None, **fields: Any) -> tuple[dict, Decoder]:
        """Send a request and return the reply, serving what the other side asks in between.

        Raises what the other side raised; WireError if it misbehaves.
        """
        dropped = self.dropped[:]
        del self.dropped[: len(dropped)]
        self.send({"ask": verb, "dropped": dropped, **fields}, encoder)
        while True:
            header, decoder = self.receive()
            if "ask" not in header:
                break
            self.serve(header, decoder)
        self.printed(header.get("printed"))
        if "raised" in header:
            self._raise(header["raised"])
        return header, decoder

    def call(self, number: int, args: tuple, kwargs: dict) -> Any:
        """Call a function of the other side. Raises what it raised; WireError if the other side misbehaves."""
        if transformed():
            return through_transform(lambda *a, **k: self.call(number, a, k), args, kwargs)
        device = torch.get_default_device().type
        if device == "cpu":
            return self._call(number, args, kwargs, "")
        with torch.device("cpu"):  # the caller's default is for the function, not for packing
            return self._call(number, args, kwargs, device)

    def _call(self, number: int, args: tuple, kwargs: dict, device: str) -> Any:
        encoder = Encoder(self._export)
        nodes = [encoder(v) for v in args]
        named = [[k, encoder(v)] for k, v in kwargs.items()]
        given = [*args, *kwargs.values()]
        leaves = that_need_gradients(given) if torch.is_grad_enabled() else []
        grad = torch.is_grad_enabled()
        facts = {"number": number, "grad": grad, "device": device}
        header, decoder = self.ask("call", encoder, args=nodes, kwargs=named, **facts)
        value = decoder(header.get("value"))
        self._apply_changes(header, decoder, given)
        graph = header.get("graph")
        if leaves and type(graph) is int:
            token = _Token(self, graph)
            value = joined(value, leaves, lambda cotangents: self._pull_back(token, cotangents))
        self._remember(header.get("call"), value)
        return value

    def _pull_back(self, token: "_Token", cotangents: list) -> list:
        encoder = Encoder()
        nodes = [encoder(c) for c in cotangents]
        header, decoder = self.ask("pull back", encoder, graph=token.graph, cotangents=nodes)
        gradients = decoder(header.get("value"))
        if type(gradients) is not list:
            raise WireError("malformed gradients")
        return gradients

    def _remember(self, call: Any, value: Any) -> None:
        if type(call) is int:
            for i, tensor in enumerate(tensors_in(value)):
                self.received[call, i] = tensor
            for old in list(self.received)[:-REMEMBERED]:
                del self.received[old]

    def _apply_changes(self, header: dict, decoder: Decoder, given: list) -> None:
        try:
            changes = [(given[i], node) for i, node in header.get("changed", ()) if i >= 0]
            changes += [(self.received.get((c, i)), node) for c, i, node in header.get("overwritten", ())]
        except (TypeError, ValueError, IndexError):
            raise WireError("malformed reply") from None
        for old, node in changes:
            change(old, decoder(node))

    def _raise(self, node: Any) -> None:
        try:
            mine = self.raised.get(node["of"]) if type(node["of"]) is int else None
            exc = mine or errors.from_node(node)
            at = node["at"]
        except (KeyError, TypeError, AttributeError):
            raise WireError("malformed reply") from None
        exc.__other_side__ = node.get("number")
        if type(at) is list and len(at) == 2 and self.knows_line(*at):
            errors.raise_at(exc, *at)
        raise exc

    # serving

    def serve(self, header: dict, decoder: Decoder) -> None:
        """Do what the other side asks, and reply: with an exception if that raises one."""
        serve = self.verbs.get(str(header["ask"]))
        if serve is None:
            raise WireError("unknown request")
        with contextlib.suppress(TypeError):
            for graph in header.get("dropped", ()):
                self.graphs.pop(graph, None)
        encoder = None
        try:
            reply, encoder = serve(header, decoder)
        except WireError:
            raise
        except BaseException as exc:
            number = next(self.numbers)
            self.raised[number] = exc
            reply = {"raised": {**errors.as_node(exc), "number": number}}
        self.send({**reply, **self.extra()}, encoder)

    def _serve_call(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        function = self.objects.get(header["number"])
        if function is None:
            raise WireError("unknown function")
        args = [decoder(node) for node in header["args"]]
        kwargs = {str(name): decoder(node) for name, node in header["kwargs"]}
        self.allow(args, kwargs)
        given = [*args, *kwargs.values()]
        before = [Kept(v) for v in given]
        device = torch.device("meta") if header["device"] == "meta" else contextlib.nullcontext()
        with torch.set_grad_enabled(bool(header["grad"])), self.around(given), device:
            value = function(*args, **kwargs)
        encoder = Encoder(self._export if self.exports_results else lambda value: None)
        try:
            reply: dict[str, Any] = {"value": encoder(value)}
        except WireError as exc:  # too large or too deep
            raise ValueError(f"Your function gave {exc}.") from None
        leaves = that_need_gradients(given)
        if leaves and header["grad"] and (outputs := that_need_gradients(value)):
            reply["graph"] = number = next(self.numbers)
            self.graphs[number] = Graph(outputs, leaves)
        changed = [(i, v) for i, (kept, v) in enumerate(zip(before, given, strict=True)) if kept.changed(v)]
        reply["changed"] = [[i, encoder(v)] for i, v in changed]
        self.handed_out(value, reply, encoder)
        return reply, encoder

    def _serve_pull_back(self, header: dict, decoder: Decoder) -> tuple[dict, Encoder]:
        graph = self.graphs.get(header["graph"])
        if graph is None:
            raise WireError("unknown graph")
        encoder = Encoder()
        gradients = graph.pull_back([decoder(node) for node in header["cotangents"]])
        return {"value": encoder(gradients)}, encoder

    def _export(self, value: Any) -> dict | None:
        if isinstance(value, Remote):
            return {"k": "yours", "number": value.number}
        if isinstance(value, Tensor | np.ndarray | np.generic | type) or not callable(value):
            return None
        return {"k": "function", "number": self.number_of(value)}

    def number_of(self, function: Callable) -> int:
        """The number under which the other side may call it."""
        known = next((n for n, f in self.objects.items() if f is function), None)
        if known is None:
            known = next(self.numbers)
            self.objects[known] = function
        return known

    # the two ends of every message

    def send(self, header: dict, encoder: Encoder | None = None) -> None:
        if self.states and (news := self.states.news()):
            header["random"] = news
        self.channel.send(header, bytes(encoder.payload) if encoder else b"")

    def receive(self) -> tuple[dict, Decoder]:
        header, payload = self.channel.receive()
        if self.states and "random" in header:
            try:
                self.states.take(header["random"])
            except (ValueError, TypeError, KeyError, RuntimeError, AttributeError, OverflowError):
                raise WireError("malformed random states") from None
        return header, Decoder(payload, self._import, self.layout)

    def _import(self, node: dict) -> Any:
        if node["k"] == "function":
            return self.imported(node)
        if node["k"] == "yours":
            return self.objects[node["number"]]
        return None

    # what the two sides do differently

    def imported(self, node: dict) -> Callable:
        """What stands for a function of the other side."""
        if type(node["number"]) is not int:
            raise WireError("malformed value")
        return Remote(self, node["number"])

    def around(self, given: list) -> contextlib.AbstractContextManager:
        """In what a served call runs."""
        return contextlib.nullcontext()

    def allow(self, args: list, kwargs: dict) -> None:
        """Raise if the other side asks for too much."""

    def handed_out(self, value: Any, reply: dict, encoder: Encoder) -> None:
        """Look after a value that is given away, and tell of earlier ones that have changed since."""

    def extra(self) -> dict[str, Any]:
        """More that every reply says."""
        return {}

    def printed(self, text: Any) -> None:
        """What the other side printed meanwhile."""

    def knows_line(self, file: Any, line: Any) -> bool:
        """True if that is a line of the notebook, which a message may quote."""
        return False


class _Token:
    """Lives as long as a graph of the other side may be asked for."""

    def __init__(self, peer: Peer, graph: int):
        self.graph = graph
        weakref.finalize(self, peer.dropped.append, graph)
