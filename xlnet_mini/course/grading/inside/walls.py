"""The walls around students' processes, on Linux: a root of its own, no network, no other processes, no rights, limits.

`enter` puts the calling process behind them for good: namespaces for users, mounts, network and IPC, and a new root
that holds nothing but Python and the packages that the labs need, read-only. `own_processes` and `drop_rights` follow
in each student's process. Everything is asked of the kernel; no helper program is needed. Errors are OSError.
"""

import contextlib
import ctypes
import os
import resource
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from . import forbidden_calls

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = (
    0x20000,
    0x4000000,
    0x8000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DETACH = 2
DEVICES = ("null", "zero", "urandom")
HOME = "/student"  # the one folder that a student's process may write in; no system has one of that name
COVERS = ("/tmp", "/var/tmp", "/mnt", "/srv", "/opt", "/media")  # a new root is built over one of these
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, CLEAR_ALL = 1, 24, 38, 47, 4
CAPABILITY_VERSION, LAST_CAPABILITY = 0x20080522, 63
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "riscv64": 41, "ppc64le": 203, "s390x": 217}

_libc = ctypes.CDLL(None, use_errno=True)


def _ask(call: str, *args: object) -> None:
    if getattr(_libc, call)(*args) < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{call}: {os.strerror(code)}")


def _mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    texts = [os.fsencode(t) or None for t in (source, target, kind)]
    _ask("mount", *texts, ctypes.c_ulong(flags), data.encode() or None)


def enter(bound: list[str], hidden: list[str], uid: int) -> None:
    """Go behind the walls, in a root that holds the files and folders `bound`, without the folders `hidden`.

    As root, the processes are to become user `uid`; else they stay who they are.
    """
    _namespaces(uid)
    _mount("none", "/", flags=REC | PRIVATE)
    base = _cover(bound)
    _mount("tmpfs", base, "tmpfs", NOSUID | NODEV, "size=4m,mode=755")
    jail = f"{base}/jail"
    for path in (jail, f"{jail}/dev", jail + HOME, f"{base}/old"):
        os.makedirs(path)
    for path in bound:
        _bind(path, jail)
    for path in hidden:
        if os.path.isdir(jail + path):
            _mount("tmpfs", jail + path, "tmpfs", NOSUID | NODEV | RDONLY, "size=4k,mode=755")
    for path in bound:  # what lies within a hidden folder
        if any(path.startswith(h + "/") for h in hidden):
            _bind(path, jail)
    for name in DEVICES:
        Path(f"{jail}/dev/{name}").touch()
        _mount(f"/dev/{name}", f"{jail}/dev/{name}", flags=BIND)
    for link in ("/lib", "/lib64"):
        if os.path.islink(link):
            os.symlink(os.readlink(link), jail + link)
    os.chdir(base)
    if _libc.syscall(PIVOT_ROOT[os.uname().machine], b".", b"old") < 0:
        raise OSError(ctypes.get_errno(), "pivot_root")
    _ask("umount2", b"/old", DETACH)
    # in a chroot below the root of its mounts, a process can make no namespaces of users
    os.chroot("/jail")
    os.chdir("/")


def _cover(bound: list[str]) -> str:
    """A folder that may be covered, and is left behind with the old root: nothing that is to be seen lies in it."""
    for folder in COVERS:
        if os.path.isdir(folder) and not any(f"{path}/".startswith(f"{folder}/") for path in bound):
            return folder
    raise OSError(f"Python and its packages lie in each of {', '.join(COVERS)}: no place for a new root")


def _namespaces(uid: int) -> None:
    me, group, root = os.geteuid(), os.getegid(), os.geteuid() == 0
    others = NEWNS | NEWIPC | NEWUTS | NEWNET
    extra = f"\n{uid} {uid} 1" if root else ""
    maps = {"uid_map": f"{me} {me} 1{extra}", "gid_map": f"{group} {group} 1{extra}"}
    with _from_outside({} if not root else maps) as write:
        try:
            _ask("unshare", NEWUSER | others)
        except OSError:
            if not root:
                raise
            return _ask("unshare", others)
        if root:  # only who stays outside may map a second user
            return write()
    Path("/proc/self/setgroups").write_text("deny")
    for name, text in maps.items():
        Path(f"/proc/self/{name}").write_text(text)


@contextlib.contextmanager
def _from_outside(files: dict[str, str]) -> Iterator[Callable[[], None]]:
    """A process that stays outside and writes files of /proc/<this process> when the given function is called."""
    wait, go = os.pipe()
    me, child = os.getpid(), os.fork()
    if child == 0:
        try:
            os.close(go)
            if os.read(wait, 1):
                for name, text in files.items():
                    Path(f"/proc/{me}/{name}").write_text(text)
            os._exit(0)
        finally:
            os._exit(1)

    def write() -> None:
        nonlocal child
        os.write(go, b"g")
        status, child = os.waitpid(child, 0)[1], 0
        if status:
            raise OSError(status, "the users of the namespace cannot be set")

    try:
        yield write
    finally:
        os.close(wait)
        os.close(go)
        if child:
            os.waitpid(child, 0)


def _bind(path: str, jail: str) -> None:
    """Show a file or folder in the new root, read-only."""
    target = jail + path
    if os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        Path(target).touch()
    _mount(path, target, flags=BIND | REC)
    had = os.statvfs(path).f_flag & (NOSUID | NODEV | NOEXEC)  # these cannot be taken off in a namespace
    _mount("none", target, flags=BIND | REMOUNT | RDONLY | NOSUID | had)


def own_processes() -> None:
    """The children of this process are to see no other processes and have a small writable folder, HOME."""
    _ask("unshare", NEWPID | NEWNS)
    _mount("tmpfs", HOME, "tmpfs", NOSUID | NODEV, "size=16m,nr_inodes=500,mode=1777")


def drop_rights(uid: int) -> None:
    """Become an ordinary user without capabilities, who cannot get any and can leave nothing in the kernel."""
    for capability in range(LAST_CAPABILITY + 1):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    _libc.prctl(PR_CAP_AMBIENT, CLEAR_ALL, 0, 0, 0)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    header, none = struct.pack("<Ii", CAPABILITY_VERSION, 0), bytes(24)
    _ask("capset", header, none)
    _ask("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    forbidden_calls.forbid()


def die_with_parent() -> None:
    if sys.platform == "linux":
        _libc.prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0)


def limit(memory: int, processes: int | None, seconds: int) -> None:
    """Limits on one process: `memory` bytes more than it has now, processor time, files, and so on.

    `processes` counts all of the user's, so it is only set for a user of their own.
    """
    wanted = {
        "RLIMIT_CPU": seconds,
        "RLIMIT_FSIZE": 16 << 20,
        "RLIMIT_NOFILE": 64,
        "RLIMIT_CORE": 0,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_MEMLOCK": 0,
        "RLIMIT_NPROC": processes,
        "RLIMIT_AS": address_space + memory if (address_space := _address_space()) else None,
    }
    for name, value in wanted.items():
        if value is not None and hasattr(resource, name):
            which = getattr(resource, name)
            hard = resource.getrlimit(which)[1]
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(which, (value, value))


_MEASURED: list[int] = []


def measure_memory() -> None:
    """Remember how large this process is, while /proc can be read."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _MEASURED[:] = [pages * resource.getpagesize()]
    except OSError:
        _MEASURED.clear()


def _address_space() -> int:
    return _MEASURED[0] if _MEASURED else 0
