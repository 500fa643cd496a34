"""Frames on the pipe between the grader and a student's process: a JSON header and raw bytes, never a pickle.

A frame is `XG1`, the header's length (u32) and the payload's length (u64), both little endian, then the two. What the
other side sends is not trusted: lengths are limited before anything is read, and every read has a deadline.
"""

import json
import select
import socket
import struct
import time
from typing import Any

MAGIC = b"XG1"
PREFIX = struct.Struct("<3sIQ")
MAX_HEADER = 8 << 20  # bytes
MAX_PAYLOAD = 64 << 20


class WireError(Exception):
    """What came is no frame, or none that this side takes."""


class Closed(WireError):
    """The other side is gone."""


class Late(WireError):
    """The other side has not answered in time."""


def pack(header: dict[str, Any], payload: bytes = b"") -> bytes:
    """One frame. Raises WireError if it is larger than a reader takes."""
    text = json.dumps(header, separators=(",", ":")).encode()
    if len(text) > MAX_HEADER or len(payload) > MAX_PAYLOAD:
        raise WireError("too large to be sent")
    return PREFIX.pack(MAGIC, len(text), len(payload)) + text + payload


def unpack_header(text: bytes) -> dict[str, Any]:
    """The header of a frame. Raises WireError if it is no JSON object."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise WireError("malformed header") from None
    if type(header) is not dict:
        raise WireError("malformed header")
    return header


class Channel:
    """One end of a socket pair.

    A send or receive takes at most `patience` seconds; none lasts beyond `deadline` (of time.monotonic). A busy
    machine makes a long conversation slow, but no single answer: so the second limit can be a multiple of the first.
    """

    def __init__(self, end: socket.socket):
        self.socket = end
        self.patience: float | None = None
        self.deadline: float | None = None
        end.setblocking(False)

    def send(self, header: dict[str, Any], payload: bytes = b"") -> None:
        end = self._end()
        left = memoryview(pack(header, payload))
        while left:
            self._wait(end, for_writing=True)
            try:
                left = left[self.socket.send(left[: 1 << 20]) :]
            except BlockingIOError:
                continue
            except OSError as exc:
                raise Closed(str(exc)) from None

    def receive(self) -> tuple[dict[str, Any], bytes]:
        end = self._end()
        magic, header, payload = PREFIX.unpack(self._exactly(PREFIX.size, end))
        if magic != MAGIC or header > MAX_HEADER or payload > MAX_PAYLOAD:
            raise WireError("not a frame, or too large")
        return unpack_header(self._exactly(header, end)), self._exactly(payload, end)

    def close(self) -> None:
        self.socket.close()

    def _end(self) -> float | None:
        if self.patience is None or self.deadline is None:
            return self.deadline
        return min(self.deadline, time.monotonic() + self.patience)

    def _exactly(self, length: int, end: float | None) -> bytes:
        got = bytearray()
        while len(got) < length:
            self._wait(end, for_writing=False)
            try:
                part = self.socket.recv(min(length - len(got), 1 << 20))
            except BlockingIOError:
                continue
            except OSError as exc:
                raise Closed(str(exc)) from None
            if not part:
                raise Closed("the other side closed the pipe")
            got += part
        return bytes(got)

    def _wait(self, end: float | None, for_writing: bool) -> None:
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            raise Late
        mine = [self.socket]
        try:
            ready = select.select([] if for_writing else mine, mine if for_writing else [], [], left)
        except (ValueError, OSError) as exc:  # the descriptor was closed under our feet
            raise Closed(str(exc)) from None
        if not ready[0] and not ready[1]:
            raise Late
