"""Several notebooks at a time, each in a process of the grader's own; one that dies is replaced."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from ..layout import CourseError, Lab
from .fork_server import CannotIsolate, Zygote
from .grade_notebook import TOTAL, Graded, grade_notebook, not_run
from .inside.walls import die_with_parent
from .sandbox import Limits
from .self_test import self_test
from .submitted_cells import Submitted

MEMORY = 6 << 30  # bytes that a worker may use: a student's test may ask for much, and gets it in the worker
SPARE = 60  # seconds that a notebook may take beyond its limits, to start processes on a busy machine


@dataclass(frozen=True)
class Job:
    """One notebook to grade; `name` is whatever the caller knows it by."""

    name: Any
    lab: Lab
    notebook: Submitted


class _Worker:
    def __init__(self, number: int, walls: bool, limits: Limits):
        self.number, self.walls, self.limits = number, walls, limits
        self.job: Job | None = None
        self.since = 0.0
        self.ready = False
        # fork: the course is loaded already; elsewhere than on Linux forking after that is not safe
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, number, walls, limits), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, job: Job) -> None:
        self.job, self.since = job, time.monotonic()
        self.pipe.send((job.lab, job.notebook))

    def late(self) -> bool:
        return self.job is not None and time.monotonic() - self.since > TOTAL * self.limits.seconds + SPARE

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def grade_all(jobs: list[Job], count: int, walls: bool, limits: Limits) -> Iterator[tuple[Job, Graded]]:
    """Grade the notebooks with `count` workers, in whatever order they are done. Raises CannotIsolate."""
    todo = list(reversed(jobs))
    workers = [_Worker(i, walls, limits) for i in range(min(count, len(jobs)))]
    try:
        left = len(jobs)
        while left:
            ready = wait([w.pipe for w in workers] + [w.process.sentinel for w in workers], timeout=1)
            for i, worker in enumerate(workers):
                done: Graded | None = None
                if worker.pipe in ready:
                    done = _receive(worker)
                if done is None and (
                    worker.process.sentinel in ready or worker.late() or not worker.process.is_alive()
                ):
                    lost = worker.job
                    worker.stop()
                    workers[i] = _Worker(worker.number, walls, limits)
                    if lost:
                        left -= 1
                        yield (
                            lost,
                            not_run(lost.lab, "The grader's own process ended or hung over this notebook."),
                        )
                    continue
                if done is not None:
                    job, worker.job = worker.job, None
                    left -= 1
                    yield job, done
                if worker.ready and worker.job is None and todo:
                    worker.give(todo.pop())
    finally:
        for worker in workers:
            worker.stop()


def _receive(worker: _Worker) -> Graded | None:
    try:
        said = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    if said == "ready":
        worker.ready = True
        return None
    if isinstance(said, str):
        raise CannotIsolate(said)
    return said


def _work(pipe: Connection, number: int, walls: bool, limits: Limits) -> None:
    import torch

    torch.set_num_threads(1)
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits for this one
    try:
        zygote = Zygote(walls, number)
        self_test(zygote, walls)
    except CannotIsolate as exc:
        return pipe.send(str(exc))
    _limit_memory()
    pipe.send("ready")
    while True:
        try:
            lab, notebook = pipe.recv()
        except EOFError:
            return
        pipe.send(_grade(zygote, lab, notebook, limits))
        if zygote.process.poll() is not None:
            zygote = Zygote(walls, number)


def _grade(zygote: Zygote, lab: Lab, notebook: Submitted, limits: Limits) -> Graded:
    try:
        return grade_notebook(zygote, lab, notebook, limits)
    except CourseError as exc:
        return not_run(lab, str(exc))
    except Exception as exc:  # one notebook, however odd, must not stop the others
        return not_run(lab, f"The grader stumbled over it ({type(exc).__name__}: {str(exc)[:200]}).")


def _limit_memory() -> None:
    import resource  # not there on Windows

    try:
        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = now + MEMORY
    resource.setrlimit(
        resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
    )


def default_count() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
