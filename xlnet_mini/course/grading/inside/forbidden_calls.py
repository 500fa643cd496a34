"""Calls of the kernel that a student's process may not make: with them it could leave something behind for others.

Shared memory of System V outlives who made it and is counted for nobody; message queues, semaphores and the kernel's
keyrings outlive it too, and the next student's process could read them.
"""

import ctypes
import errno
import os
import struct

# machine -> how the kernel names its instructions, and the numbers of semget, shmget, msgget, mq_open, add_key,
# request_key and keyctl (and of `ipc`, where that does the work of the first three too)
CALLS = {
    "x86_64": (0xC000003E, (29, 64, 68, 240, 248, 249, 250)),
    "aarch64": (0xC00000B7, (180, 186, 190, 194, 217, 218, 219)),
    "riscv64": (0xC00000F3, (180, 186, 190, 194, 217, 218, 219)),
    "ppc64le": (0xC0000015, (117, 262, 269, 270, 271, 393, 395, 399)),
    "s390x": (0x80000016, (117, 271, 278, 279, 280, 393, 395, 399)),
}
OTHER_NUMBERS = 0x40000000  # on x86_64: from here on the same calls again, of programs with short pointers
LOAD, EQUALS, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06  # of the kernel's filter language
NUMBER, MACHINE = 0, 4  # where these stand in what a filter is given
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
PR_SET_SECCOMP, MODE_FILTER = 22, 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def _filter(machine: int, calls: tuple[int, ...]) -> bytes:
    tests = [(EQUALS, call) for call in calls]
    if machine == CALLS["x86_64"][0]:
        tests.append((AT_LEAST, OTHER_NUMBERS))
    # (what, steps to skip if so, steps to skip if not, with what); the last step refuses
    steps = [(LOAD, 0, 0, MACHINE), (EQUALS, 0, len(tests) + 2, machine), (LOAD, 0, 0, NUMBER)]
    steps += [(what, len(tests) - i, 0, number) for i, (what, number) in enumerate(tests)]
    steps += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def forbid() -> None:
    """From now on these calls fail, in this process and all that it starts. Raises OSError."""
    machine = os.uname().machine
    if machine not in CALLS:
        raise OSError(errno.ENOSYS, f"the numbers of the kernel's calls are not known for {machine}")
    steps = _filter(*CALLS[machine])
    program = _Program(len(steps) // 8, steps)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(program), 0, 0) < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"the kernel takes no filter of its calls: {os.strerror(code)}")
