"""Trying the package's taught functions as they stand in the files, in a fresh process.

An open kernel may hold old code, and a function may never return or take the process with it; so the trying is
done by a child (`python -m xlnet_mini.course.fresh_child`), which tells in lines of JSON what it begins and what
it found. If it falls silent or dies, the function that it had begun is to blame.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

from . import layout
from .taught import Taught

START = 180  # seconds for Python and torch to load on a slow, cold machine
CHECK = 180  # seconds for one exercise's check, which takes about one when the machine is not busy
PACE = 5  # seconds for a function at training size, or 20 times its yardstick
WHOLE = 120  # seconds for the model's forward and backward pass
SLOW = 10  # times its yardstick


@dataclass(frozen=True)
class Found:
    """What the child found of one function. `problem` is one line, or "" if all is well.

    `times`: how much slower it is than its yardstick at training size; None if that was not measured.
    `stopped`: it was still running then, so it is slower than that.
    `mend_first`: the exercise where the fault lies, if it calls another function that is wrong.
    """

    problem: str = ""
    times: float | None = None
    stopped: bool = False
    mend_first: str = ""

    @property
    def slow(self) -> bool:
        return self.times is not None and self.times > SLOW


@dataclass
class Examination:
    """What was found of each function by its name, and of the package as a whole ("": it works)."""

    functions: dict[str, Found] = field(default_factory=dict)
    whole: str = ""


def examine(functions: list[Taught], pace: bool = False, whole: bool = False) -> Examination:
    """Check each function of the files on disk by its exercise.

    With `pace`, measure how fast it is; with `whole`, also import every module and run a tiny model.
    """
    result = Examination()
    while True:
        waiting = [t for t in functions if t.name not in result.functions]
        if not _run(waiting, pace, whole, result):
            for t in waiting:
                result.functions.setdefault(t.name, Found(result.whole))
        if all(t.name in result.functions for t in functions):
            return result


def _run(functions: list[Taught], pace: bool, whole: bool, result: Examination) -> bool:
    """One child's life; False if it ended before it began to check anything."""
    names = [[t.module, t.function, t.exercise.id] for t in functions]
    with _Child({"functions": names, "pace": pace, "whole": whole}) as child:
        begun, limit, yardstick = None, START, 0.0
        while (event := child.next(limit)) is not None:
            if "begins" in event:
                begun, yardstick = event["begins"], 0.0
                limit = WHOLE if begun == "" else CHECK
            elif "yardstick" in event:
                yardstick = event["yardstick"]
                limit = max(PACE, 20 * yardstick)
            elif "found" in event:
                result.functions[event["found"]] = Found(
                    event["problem"], event["times"], mend_first=event["mend_first"]
                )
                begun, limit = None, START
            else:
                result.whole = event["whole"]
                return True
        if begun and yardstick and child.timed_out:
            result.functions[begun] = Found("", limit / yardstick, stopped=True)
        elif begun:
            result.functions[begun] = Found(child.end("it did not finish", limit))
        else:
            result.whole = child.end(
                "the model did not finish" if begun == "" else "Python did not start", limit
            )
        return begun is not None


class _Child:
    """The process and what it tells; killed at the end whatever happens."""

    def __init__(self, request: dict):
        root = str(layout.PACKAGE.parent)
        env = {k: v for k, v in os.environ.items() if not k.startswith("XLNET_MINI_")}
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (root, env.get("PYTHONPATH"))))
        env["XLNET_MINI_NO_GRADUATE"] = "1"
        self.timed_out = False
        self.process = subprocess.Popen(
            [sys.executable, "-m", "xlnet_mini.course.fresh_child", json.dumps(request)],
            cwd=root,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.events: queue.Queue[dict | None] = queue.Queue()
        self.errors = bytearray()
        self.threads = [threading.Thread(target=t, daemon=True) for t in (self._listen, self._drain)]
        for thread in self.threads:
            thread.start()

    def _listen(self) -> None:
        for line in self.process.stdout:
            self.events.put(json.loads(line))
        self.events.put(None)

    def _drain(self) -> None:
        while chunk := self.process.stderr.read1(65536):
            self.errors += chunk
            del self.errors[:-10_000]

    def next(self, limit: float) -> dict | None:
        """The next event; None if the child has ended, or told nothing for `limit` seconds."""
        end = time.monotonic() + limit
        while True:
            try:
                return self.events.get(timeout=max(0.0, min(0.5, end - time.monotonic())))
            except queue.Empty:
                if time.monotonic() >= end:
                    self.timed_out = True
                    return None

    def end(self, timed_out: str, limit: float) -> str:
        """Why there are no more events, in one line."""
        if self.timed_out:
            return f"{timed_out} within {limit:.0f} second{'s' if limit != 1 else ''}"
        code = self.process.wait()
        self.threads[1].join(1)
        last = (self.errors.decode(errors="replace").strip().splitlines() or [""])[-1]
        return f"the fresh Python process ended with status {code}" + (f": {last}" if last else "")

    def __enter__(self) -> "_Child":
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join(5)
        self.process.stdout.close()
        self.process.stderr.close()
