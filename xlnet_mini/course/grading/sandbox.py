"""The grader's side of a student's process: run its cells, and get its answers as stand-ins to be judged."""

import contextlib
import dataclasses
import inspect
import json
import linecache
import math
import os
import select
import shutil
import sys
import time
from collections.abc import Iterator
from typing import Any

from torch import Tensor

from ..exercise import Exercise, ValueExercise
from .inside.arguments import Remote
from .inside.gradients import tensors_in
from .inside.peer import Peer
from .inside.random_states import SharedStates
from .inside.taking import Decoder
from .inside.values import Encoder
from .inside.wire import Channel, Late, WireError

CONVERSATION = 6  # times the limit of one call: what all calls of one exercise may take together
LARGEST_NUMBER = 10_000_000  # that an answer may hand to what it was given: it runs in the grader
LARGEST_ARGUMENTS = 4 << 20  # entries
LARGEST_VALUE = 1 << 20  # bytes of arrays in an answer that is no function: a check makes lists of them
PARAMETER_KINDS = tuple(inspect._ParameterKind)


class Gone(Exception):
    """The student's process is at an end: it hung, died, or sent what no answer can be."""


@dataclasses.dataclass(frozen=True)
class Limits:
    """What a student's process may use. `seconds`: until a cell or a call has ended, or calls back."""

    seconds: float = 30.0
    memory: int = 1 << 30  # bytes, more than Python and torch have at the start
    processes: int = 4  # and threads


class StudentProcess(Peer):
    """One student's process. After `gone` says why it ended, every call raises Gone."""

    exports_results = True

    def __init__(self, channel: Channel, let_go: int, facts: int, folder: str, limits: Limits):
        super().__init__(channel)
        self.let_go, self.facts, self.folder, self.limits = let_go, facts, folder, limits
        self.gone = ""
        self.end = math.inf  # of time.monotonic(): when the whole notebook must have ended
        self.lines: dict[str, int] = {}  # files that a message may quote, and how many lines each has

    def run(self, file: str, source: str) -> BaseException | None:
        """Run a cell and return what it raised. Raises Gone."""
        self.lines[file] = source.count("\n") + 1
        linecache.cache[file] = (len(source), None, source.splitlines(True), file)
        self._new_deadline()
        try:
            self.ask("run", file=file, source=source)
        except Gone:
            raise
        except BaseException as exc:
            return exc
        return None

    @contextlib.contextmanager
    def exercise(self) -> Iterator[None]:
        """Within it, calls share one time limit and the random states of both sides are the same."""
        self._new_deadline()
        self.ask("begin")
        self.states = SharedStates()
        self.objects.clear()
        self.raised.clear()
        try:
            yield
        finally:
            self.states = None
            with contextlib.suppress(Gone):
                self.ask("end")

    def answer(self, exercise: Exercise) -> Any:
        """The answer: its value, or a function that stands for it. Raises LookupError if there is none, and Gone."""
        as_function = not isinstance(exercise, ValueExercise)
        header, decoder = self.ask("find", name=exercise.answer, callable=as_function)
        return self._found(header, decoder)

    def _found(self, header: dict, decoder: Decoder) -> Any:
        if header.get("found") is not True:
            raise LookupError
        if "number" in header:
            return StandIn(self, header["number"], read_signature(header.get("signature")))
        value = decoder(header.get("value"))
        if decoder.made > LARGEST_VALUE:
            raise ValueError(f"it holds arrays of more than {LARGEST_VALUE >> 20} MB")
        return value

    def ask(self, verb: str, encoder: Any = None, **fields: Any) -> Any:
        if self.gone:
            raise Gone(self.gone)
        try:
            return super().ask(verb, encoder, **fields)
        except WireError as exc:
            self.kill(self._why(exc))
            raise Gone(self.gone) from None

    def _pull_back(self, token: Any, cotangents: list) -> list:
        return self._checked(lambda: super(StudentProcess, self)._pull_back(token, cotangents))

    def call(self, number: int, args: tuple, kwargs: dict) -> Any:
        return self._checked(lambda: super(StudentProcess, self).call(number, args, kwargs))

    def _checked(self, action: Any) -> Any:
        """What comes back may be malformed only when it is unpacked."""
        try:
            return action()
        except WireError as exc:
            self.kill(self._why(exc))
            raise Gone(self.gone) from None

    def _why(self, exc: WireError) -> str:
        if isinstance(exc, Late):
            return f"Stopped after {self.limits.seconds:g} s: does a loop never end?"
        if type(exc) is WireError:
            return f"Your process sent what no answer can be: {exc}."
        return "The process died here: exit() or os._exit(), memory ran out, or compiled code crashed."

    def _new_deadline(self) -> None:
        self.channel.patience = self.limits.seconds
        self.channel.deadline = min(time.monotonic() + CONVERSATION * self.limits.seconds, self.end)

    def allow(self, args: list, kwargs: dict) -> None:
        tensors = [*tensors_in(args), *tensors_in(kwargs)]
        if sum(t.numel() for t in tensors) > LARGEST_ARGUMENTS:
            raise ValueError("so large an argument is not tried here")
        if any(_largest_number(v) > LARGEST_NUMBER for v in [*args, *kwargs.values()]):
            raise ValueError(f"a number above {LARGEST_NUMBER:,} is not tried here")

    def printed(self, text: Any) -> None:
        if type(text) is str and self.states:  # during a check; what cells print is nobody's concern
            sys.stdout.write(text[:2001])

    def knows_line(self, file: Any, line: Any) -> bool:
        return type(file) is str and type(line) is int and 0 < line <= self.lines.get(file, 0)

    def kill(self, why: str) -> None:
        self.gone = self.gone or why
        if self.let_go >= 0:
            os.close(self.let_go)
            self.let_go = -1

    def close(self) -> dict[str, float]:
        """End the process and all that it started; what it used, if that is known."""
        self.kill("ended")
        self.channel.close()
        try:
            ready = select.select([self.facts], [], [], 10)[0]
            return json.loads(os.read(self.facts, 1000) or b"{}") if ready else {}
        finally:
            os.close(self.facts)
            if self.folder:
                shutil.rmtree(self.folder, ignore_errors=True)


class StandIn(Remote):
    """Stands for a student's function where a check calls it."""

    def __reached__(self, name: str) -> Any | None:
        """What the answer's code calls by that name; see kinds/reach.py."""
        try:
            return self.peer._found(*self.peer.ask("reached", number=self.number, name=name))
        except (LookupError, Gone):
            return None

    def __times__(self, n: int, *args: Any, **kwargs: Any) -> list[Any]:
        """What `n` calls in a row give, with one message instead of many; see kinds/caller.py."""
        header, _ = self.peer.ask("times", number=self.number, times=n)
        values = self.peer.call(header.get("number"), args, kwargs)
        if type(values) is not list or len(values) != n:
            self.peer.kill(f"Your process sent what no answer can be: not {n} values.")
            raise Gone(self.peer.gone)
        return values

    def __largest_made__(self, args: tuple, but_for: int) -> int:
        """Entries of the largest tensor that the answer makes; see kinds/largest.py."""
        encoder = Encoder(self.peer._export)
        nodes = [encoder(v) for v in args]
        header, _ = self.peer.ask("largest", encoder, number=self.number, args=nodes, but_for=but_for)
        return header["made"] if type(header.get("made")) is int else 1 << 62

    @contextlib.contextmanager
    def __replaced__(self, name: str, module: str, stand_in: Any) -> Iterator[None]:
        """Meanwhile the answer finds `stand_in` under that name; see kinds/reach.py."""
        encoder = Encoder(self.peer._export)
        node = encoder(stand_in)
        self.peer.ask("replace", encoder, number=self.number, name=name, module=module, stand_in=node)
        try:
            yield
        finally:
            with contextlib.suppress(Gone):
                self.peer.ask("put back")


def read_signature(said: Any) -> inspect.Signature | None:
    """The signature that the student's process tells of; None if it tells none, or none that can be."""
    try:
        parameters = [
            inspect.Parameter(
                name, PARAMETER_KINDS[kind], default=None if optional else inspect.Parameter.empty
            )
            for name, kind, optional in said
        ]
        return inspect.Signature(parameters)
    except (TypeError, ValueError, IndexError):
        return None


def _largest_number(value: Any) -> float:
    if type(value) is int:
        return abs(value)
    if isinstance(value, Tensor):
        return 0
    if isinstance(value, list | tuple):
        return max(map(_largest_number, value), default=0)
    return 0
