"""Run a notebook's cells in a kernel that student code may hang or kill, and go on with the next cell."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty
from subprocess import DEVNULL

import psutil
from jupyter_client.manager import KernelManager
from nbformat import NotebookNode
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, NbvalKernelspecManager

POLL = 0.25  # seconds between two looks at whether the kernel still lives
PATIENCE = 3  # a busy machine may take this many times the limit on the clock; a cell that only waits takes all of it
GRACE = 3  # seconds for an interrupt to stop the cell; after that the kernel is killed
DRAIN = 5  # seconds to wait for output that the kernel announced but that does not come
OUTPUT_LIMIT = 1_000_000  # characters kept of one cell's output
RESTARTS = 5


@dataclass
class CellRun:
    """What came of one cell. `stopped`: "" (it ended by itself), "interrupted", "killed", "died" or "no kernel"."""

    outputs: list[NotebookNode] = field(default_factory=list)
    stopped: str = ""
    limit: float = 0
    skipped: str = ""  # why the cell was not run at all

    @property
    def error(self) -> NotebookNode | None:
        return next((o for o in reversed(self.outputs) if o.output_type == "error"), None)

    @property
    def failed(self) -> bool:
        return bool(self.stopped or self.skipped or self.error)


class Kernel:
    """One Jupyter kernel. `run` stops a cell that has used its limit in processor time, or PATIENCE times that
    on the clock, and waits no longer than the grace after it.

    Raises RuntimeError if no kernel answers within `startup` seconds.
    """

    def __init__(self, directory: Path, name: str = CURRENT_ENV_KERNEL_NAME, startup: float = 60):
        self.manager = KernelManager(kernel_name=name, kernel_spec_manager=NbvalKernelspecManager())
        self.manager.start_kernel(cwd=str(directory), env=environment(), stdout=DEVNULL, stderr=DEVNULL)
        self.client = self.manager.client()
        self.client.start_channels()
        try:
            self.client.wait_for_ready(timeout=startup)
        except BaseException:  # also Ctrl-C: no kernel is left behind
            self.stop()
            raise

    def stop(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run(self, source: str, limit: float) -> CellRun:
        """Run one cell. After "killed" and "died" this kernel is gone and must be replaced."""
        cell = _Outputs(self.client.execute(source, allow_stdin=False, stop_on_error=False))
        start, used, stopped, interrupts, replied_at = time.monotonic(), self._processor_time(), "", 0, None
        allowed = PATIENCE * limit  # on the clock; `limit` once that much processor time is used
        end = start + allowed
        while not cell.idle:
            try:
                cell.take(self.client.get_iopub_msg(timeout=POLL))
            except Empty:
                if not self.manager.is_alive():
                    return CellRun(cell.outputs, "died", limit)
            replied_at = replied_at or (time.monotonic() if self._reply(cell) else None)
            now = time.monotonic()
            if now > start + limit and end > now and self._processor_time() - used > limit:
                allowed, end = limit, now
            if replied_at:
                # a flood of output can drop the message that ends it; then the reply alone must do
                if now > max(cell.heard, replied_at) + DRAIN:
                    break
            elif now > end + GRACE:
                return CellRun(cell.outputs, "killed", allowed)
            elif now >= end + interrupts:  # some code swallows the first interrupt
                stopped, interrupts = "interrupted", interrupts + 1
                self.manager.interrupt_kernel()
        deadline = time.monotonic() + DRAIN
        while not replied_at and not self._reply(cell, POLL) and time.monotonic() < deadline:
            if not self.manager.is_alive():
                return CellRun(cell.outputs, "died", limit)
        return CellRun(cell.outputs, "died" if cell.exits else stopped, allowed)

    def _processor_time(self) -> float:
        """Seconds that the kernel's process has computed; 0 when it is gone."""
        try:
            times = psutil.Process(self.manager.provisioner.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return times.user + times.system

    def _reply(self, cell: "_Outputs", timeout: float = 0) -> bool:
        """Whether the kernel has answered the request, and whether the cell asked it to exit."""
        try:
            message = self.client.get_shell_msg(timeout=timeout)
        except Empty:
            return False
        if message["parent_header"].get("msg_id") != cell.request:
            return False
        payload = message["content"].get("payload", ())
        cell.exits = any(p.get("source") == "ask_exit" for p in payload)
        return True


class _Outputs:
    """Collects the outputs of one request, as a notebook would show them at the end."""

    def __init__(self, request: str):
        self.request = request
        self.outputs: list[NotebookNode] = []
        self.idle, self.exits, self.clear_next = False, False, False
        self.size, self.heard = 0, 0.0

    def take(self, message: dict) -> None:
        if message["parent_header"].get("msg_id") != self.request:
            return
        self.heard = time.monotonic()
        kind, content = message["msg_type"], message["content"]
        if kind == "status":
            self.idle = content["execution_state"] == "idle"
        elif kind == "clear_output":
            self.clear_next = content.get("wait", False)
            if not self.clear_next:
                self.outputs.clear()
        elif kind == "update_display_data":
            for out in self.outputs:
                if out.get("display_id") == content["transient"].get("display_id"):
                    out.data = NotebookNode(content["data"])
        elif kind in ("stream", "display_data", "execute_result", "error"):
            self._add(kind, content)

    def _add(self, kind: str, content: dict) -> None:
        if self.clear_next:
            self.outputs.clear()
            self.clear_next = False
        if kind == "stream":
            self.size += len(content["text"])
            if self.size > OUTPUT_LIMIT:
                return
        out = NotebookNode(output_type=kind, **{k: v for k, v in content.items() if k != "transient"})
        if kind == "display_data" and content.get("transient", {}).get("display_id"):
            out.display_id = content["transient"]["display_id"]
        self.outputs.append(out)


def environment() -> dict[str, str]:
    """What the kernels see: nothing is graduated, training is tiny, and checks show their result."""
    # ipykernel catches the output of subprocesses only where it does not see pytest; a lab is run as in Jupyter
    left_out = ("PYTEST_CURRENT_TEST", "XLNET_MINI_STRICT")
    env = {k: v for k, v in os.environ.items() if k not in left_out}
    # threads of several kernels wait for each other: with `-n 2` a cell of one second may take more than a minute
    return {"XLNET_MINI_PRESET": "smoke", "OMP_NUM_THREADS": "1", **env, "XLNET_MINI_NO_GRADUATE": "1"}


class NotebookRun:
    """The code cells of one notebook, run in order, each once. Asking for a cell runs those before it.

    After a cell that killed its kernel, a new one gets the earlier cells again, without those that had to be
    stopped and without those that `needed_later` says no other cell needs.
    """

    def __init__(
        self,
        sources: Sequence[str],
        start: Callable[[], Kernel],
        limit: Callable[[int], float],
        why_skip: Callable[[int], str],
        needed_later: Callable[[int], bool],
    ):
        self.sources, self.start = sources, start
        self.limit, self.why_skip, self.needed_later = limit, why_skip, needed_later
        self.runs: list[CellRun] = []
        self.kernel: Kernel | None = None
        self.starts, self.given_up = 0, ""
        self.unsafe: set[int] = set()

    def cell(self, index: int) -> CellRun:
        while len(self.runs) <= index:
            self.runs.append(self._next(len(self.runs)))
        return self.runs[index]

    def close(self) -> None:
        if self.kernel:
            self.kernel.stop()
            self.kernel = None

    def _next(self, index: int) -> CellRun:
        if why := self.why_skip(index):
            return CellRun(skipped=why)
        if self.given_up or not self._ready(index):
            return CellRun(stopped="no kernel", skipped=self.given_up)
        return self._run(index)

    def _run(self, index: int) -> CellRun:
        run = self.kernel.run(self.sources[index], self.limit(index))
        if run.stopped:
            self.unsafe.add(index)
        if run.stopped in ("killed", "died"):
            self.close()
        return run

    def _ready(self, index: int) -> bool:
        """A living kernel in which the cells before `index` have run."""
        if self.kernel and self.kernel.manager.is_alive():
            return True
        self.close()
        while self.kernel is None:
            if self.starts > RESTARTS:
                self.given_up = f"not run: the kernel died {self.starts} times"
                return False
            self.starts += 1
            try:
                self.kernel = self.start()
            except RuntimeError as exc:
                self.given_up = f"not run: no kernel could be started ({exc})"
                return False
            for earlier in range(index):
                again = self.needed_later(earlier) and earlier not in self.unsafe
                if again and not self.runs[earlier].skipped:
                    self._run(earlier)
                    if self.kernel is None:
                        break
        return True
