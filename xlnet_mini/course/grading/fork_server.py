"""Starting students' processes: one process loads torch and goes behind the walls; each of theirs is a fork of it."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from ..kinds import largest, one_device, reach
from . import installed
from .inside.wire import Channel
from .sandbox import Gone, Limits, StudentProcess

INSIDE = Path(__file__).parent / "inside"
START = 120  # seconds for Python and torch to load on a slow, cold machine
FIRST_USER = 60_001  # as root, students' processes become such users, one for each worker


class CannotIsolate(Exception):
    """The system gives no walls; the text says why."""


class Zygote:
    """What students' processes are forked from. Raises CannotIsolate if walls are wanted and there are none."""

    def __init__(self, walls: bool, worker: int = 0):
        self.walls = walls
        mine, other = socket.socketpair()
        self.control = mine
        modules = {m.__name__.rpartition(".")[2]: m.__file__ for m in (reach, one_device, largest)}
        config = {
            "control": other.fileno(),
            "inside": str(INSIDE),
            "modules": modules,
            "path": installed.search_path(),
            "bound": installed.bound() if walls else [],
            "hidden": installed.hidden() if walls else [],
            "walls": walls,
            "uid": FIRST_USER + worker,
        }
        env = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "LANG": "C.UTF-8"}
        # torch.set_num_threads(8) would meet the limit on threads and end the process
        env["OMP_THREAD_LIMIT"] = "1"
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(INSIDE / "zygote.py"), json.dumps(config)],
            pass_fds=[other.fileno()],
            env=env,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        other.close()
        mine.settimeout(START)
        try:
            said = mine.recv(2000).decode(errors="replace")
        except OSError as exc:
            said = str(exc)
        if said != "ready":
            self.close()
            errors = self.process.stderr.read().decode(errors="replace").strip().splitlines()
            raise CannotIsolate(said or (errors or ["the process did not start"])[-1])

    def fork(self, package: dict[str, str], limits: Limits) -> "StudentProcess":
        """A student's process, with these files as its package."""
        pipe, theirs = socket.socketpair()
        life, let_go = os.pipe()
        facts, report = os.pipe()
        folder = "" if self.walls else tempfile.mkdtemp(prefix="grading")
        job = {
            "package": package,
            "folder": folder,
            "memory": limits.memory,
            "processes": limits.processes,
            "seconds": 600,  # of processor time, for what outlives its process where there are no walls
        }
        try:
            text = json.dumps(job).encode()
            socket.send_fds(self.control, [len(text).to_bytes(8, "little")], [theirs.fileno(), life, report])
            self.control.sendall(text)
            if self.control.recv(1) != b"k":
                raise Gone("the grader's own process ended")
        except OSError as exc:
            raise Gone(f"the grader's own process ended ({exc})") from None
        finally:
            theirs.close()
            os.close(life)
            os.close(report)
        return StudentProcess(Channel(pipe), let_go, facts, folder, limits)

    def close(self) -> None:
        self.control.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
