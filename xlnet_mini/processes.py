"""Where training runs: the device, several processes started by torchrun, and requests to stop."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import torch
from torch import distributed


def pick_device(name: str = "auto") -> torch.device:
    """The device of this process: "auto" is cuda where there is one, else mps, else cpu.

    Under torchrun each process takes the card with its local rank. Raises ValueError for a device that is not
    there.
    """
    here = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if name == "auto":
        name = next(kind for kind in ("cuda", "mps", "cpu") if here[kind])
    kind = name.partition(":")[0]
    if not here.get(kind, False):
        there = ", ".join(kind for kind, is_here in here.items() if is_here)
        raise ValueError(f"device {name!r} is not available here; available: {there}")
    if name == "cuda":
        name = f"cuda:{os.environ.get('LOCAL_RANK', 0)}"
    return torch.device(name)


def autocast(device: torch.device) -> Any:
    """bf16 arithmetic where the device computes it in hardware, else nothing.

    A CPU that accepts bf16 may still be a hundred times slower with it than with fp32, so it is never used there.
    """
    if device.type == "cuda" and torch.cuda.is_bf16_supported(including_emulation=False):
        return torch.autocast("cuda", dtype=torch.bfloat16)
    return nullcontext()


class Processes:
    """The processes of one training run: `rank` of `world`. Alone, every method does the obvious thing."""

    def __init__(self, device: torch.device) -> None:
        self.world = int(os.environ.get("WORLD_SIZE", 1))
        self.rank = int(os.environ.get("RANK", 0)) if self.world > 1 else 0
        self.device = device
        if self.world > 1:
            if device.type == "cuda":
                torch.cuda.set_device(device)
            distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")

    @property
    def is_first(self) -> bool:
        """Does this process write files and speak?"""
        return self.rank == 0

    def any(self, flag: bool) -> bool:
        """True in every process where it is true in one: so that all stop at the same step."""
        if self.world == 1:
            return flag
        tensor = torch.tensor(float(flag), device=self.device)
        distributed.all_reduce(tensor, op=distributed.ReduceOp.MAX)
        return bool(tensor)

    def gather(self, item: Any) -> list[Any]:
        """The items of all processes, in the order of their ranks."""
        if self.world == 1:
            return [item]
        items: list[Any] = [None] * self.world
        distributed.all_gather_object(items, item)
        return items

    def close(self) -> None:
        """Leave the group."""
        if self.world > 1:
            distributed.destroy_process_group()


class Stop:
    """Has somebody asked to stop? `signal` is the number of the signal that came, or None."""

    def __init__(self) -> None:
        self.signal: int | None = None


@contextmanager
def stop_on_signals() -> Iterator[Stop]:
    """Within the block, Ctrl-C and SIGTERM only set a flag; a second one acts as usual.

    In a thread other than the main one signals cannot be caught; there the flag stays as it is.
    """
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def ask(number: int, _frame: Any) -> None:
        stop.signal = number
        signal.signal(number, before[number])

    for number in before:
        signal.signal(number, ask)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
