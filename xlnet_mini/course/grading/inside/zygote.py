"""Starts once with torch, goes behind the walls, and then forks a process for each notebook that is graded.

Run as a script, with its configuration as JSON in the first argument. Its other end is the socket on descriptor
`control`. It never imports the course: `inside/` is loaded as a package of its own, and some modules of kinds/ from
their files.
"""

import contextlib
import gc
import importlib.util
import json
import os
import select
import signal
import socket
import sys
import types


def package(name: str, folder: str) -> None:
    """Make the files of a folder importable as a package, without what lies above it."""
    module = types.ModuleType(name)
    module.__path__ = [folder]
    sys.modules[name] = module


def loaded(name: str, file: str) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def start(config: dict) -> dict[str, types.ModuleType]:
    """Load what students' processes need, then go behind the walls."""
    sys.path[:] = config["path"]
    package("inside", config["inside"])
    # parts that torch loads late; loading them once here saves each notebook a second
    import numpy  # noqa: F401
    import torch.fx.experimental.symbolic_shapes
    import torch.utils.data

    torch.set_num_threads(1)
    for dtype in (torch.float16, torch.float32):  # torch looks at the processor's files only once
        some = torch.ones(1, 1, 2, 8, dtype=dtype)
        torch.nn.functional.scaled_dot_product_attention(some @ some.mT @ some, some, some)
    course = {name: loaded(name, file) for name, file in config["modules"].items()}
    with course["one_device"].OneDevice():  # the first such operation imports hundreds of modules
        torch.ones(2, 1, device="meta").ge(torch.ones(2, device="meta"))
    import inside.student  # noqa: F401  (behind the walls its file is not there)
    import jaxtyping  # noqa: F401
    from inside import walls

    try:  # if memory runs out, a student's process shall go first
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("800")
    except OSError:
        pass
    walls.measure_memory()
    if config["walls"]:
        walls.enter(config["bound"], config["hidden"], config["uid"])
    gc.collect()
    gc.freeze()
    return course


def serve(control: socket.socket, config: dict, course: dict) -> None:
    """Fork a keeper for each request, which looks after one student's process."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        length, descriptors, _, _ = socket.recv_fds(control, 8, 3)
        message = bytearray()
        while length and len(message) < int.from_bytes(length, "little"):
            part = control.recv(1 << 16)
            if not part:
                return
            message += part
        if not length:
            return
        if os.fork() == 0:
            try:
                keep(json.loads(message), config, course, *descriptors)
            finally:
                os._exit(70)
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(b"k")


def keep(job: dict, config: dict, course: dict, pipe: int, life: int, report: int) -> None:
    """Start a student's process; kill it, and all that it started, when the grader lets go of `life`."""
    from inside import walls

    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.close(config["control"])
    if config["walls"]:
        walls.own_processes()
    child = os.fork()
    if child == 0:
        try:
            os.close(life)
            os.close(report)
            os.setsid()
            become_student(job, config, course, pipe)
        finally:
            os._exit(71)
    os.close(pipe)
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if select.select([life], [], [], 0.05)[0]:
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(OSError):
                    kill(child, signal.SIGKILL)
            _, status, used = os.wait4(child, 0)
            break
    facts = {"status": status, "memory": used.ru_maxrss, "seconds": used.ru_utime + used.ru_stime}
    try:
        os.write(report, json.dumps(facts).encode())
    finally:
        os._exit(0)


def become_student(job: dict, config: dict, course: dict, pipe: int) -> None:
    from inside import walls
    from inside.student import Student
    from inside.wire import Channel

    home = walls.HOME if config["walls"] else job["folder"]
    for name, text in job["package"].items():
        path = os.path.join(home, "course", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.environ.clear()
    os.environ.update(HOME=home, TMPDIR=home, MPLCONFIGDIR=home, OMP_NUM_THREADS="1", PATH="", LANG="C.UTF-8")
    os.chdir(home)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    alone = bool(config["walls"])
    shared = 0 if os.geteuid() == 0 else 3  # the processes of the grader that count as the same user's
    walls.limit(job["memory"], job["processes"] + shared if alone else None, job["seconds"])
    if alone:
        walls.drop_rights(config["uid"])
        walls.die_with_parent()
    sys.argv[:] = [""]
    sys.path.insert(0, os.path.join(home, "course"))
    Student(Channel(socket.socket(fileno=pipe)), course).live()
    os._exit(0)


if __name__ == "__main__":
    settings = json.loads(sys.argv[1])
    end = socket.socket(fileno=settings["control"])
    try:
        modules = start(settings)
    except Exception as exc:
        end.send(f"{type(exc).__name__}: {exc}".encode()[:2000])
    else:
        end.send(b"ready")
        serve(end, settings, modules)
