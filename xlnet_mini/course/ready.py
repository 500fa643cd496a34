"""Is this machine ready for the labs? One line for each thing they need, and what to do if it is not there."""

import importlib.metadata
import os
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path

import torch

from .layout import LABS, PACKAGE, ROOT

NEEDED = {"torch": (2, 11), "ipywidgets": (8, 1), "matplotlib": (3, 9), "jupyterlab": (4, 4)}


class NotReady(Exception):
    """Something is missing; the message says what to do."""


class Readiness:
    """A list of (fine, what was looked at, what was found or what to do), shown as text and HTML."""

    def __init__(self, lines: list[tuple[bool, str, str]]):
        self.lines = lines

    @property
    def ready(self) -> bool:
        return all(fine for fine, _, _ in self.lines)

    @property
    def verdict(self) -> str:
        return (
            "Ready."
            if self.ready
            else "Not ready yet: do what the lines with ✗ say, then run this cell again."
        )

    def __repr__(self) -> str:
        return "\n".join(
            [f"{'✓' if ok else '✗'} {what}: {found}" for ok, what, found in self.lines] + [self.verdict]
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><td>{"✓" if ok else "✗"}</td><td style="text-align:left">{escape(what)}</td>'
            f'<td style="text-align:left">{escape(found)}</td></tr>'
            for ok, what, found in self.lines
        )
        return f"<table>{rows}</table><p><strong>{escape(self.verdict)}</strong></p>"


def ready() -> Readiness:
    """Look at Python, the libraries, the package, the folder and the device. Changes nothing."""
    checks = {
        "Python": python,
        **{name: lambda name=name: version(name) for name in NEEDED},
        "package": package,
        "folder": folder,
        "device": device,
    }
    return Readiness([_look(what, check) for what, check in checks.items()])


def _look(what: str, check: Callable[[], str]) -> tuple[bool, str, str]:
    try:
        return True, what, check()
    except NotReady as exc:
        return False, what, str(exc)


def python() -> str:
    """Only said: the package does not install on one that is too old."""
    return sys.version.split()[0]


def version(name: str) -> str:
    """The version of an installed library, at least the one needed."""
    wanted = ".".join(map(str, NEEDED[name]))
    try:
        found = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        raise NotReady(
            "is not installed. Run `pip install -r requirements.txt` in the course's folder."
        ) from None
    numbers = tuple(int(part) for part in found.split(".")[:2] if part.isdigit())
    if numbers < NEEDED[name]:
        raise NotReady(
            f"{found} is too old, {wanted} or later is needed. Run `pip install -r requirements.txt` again."
        )
    return found


def package() -> str:
    """xlnet_mini is the folder beside the labs, and can be written: your functions will be put there."""
    beside = (ROOT / "labs").is_dir()
    if not beside:
        raise NotReady(
            f"xlnet_mini was loaded from {PACKAGE}, not from the course's folder. Run `pip install -e .` there, "
            "and restart the kernel."
        )
    if not os.access(PACKAGE / f"{LABS[0].module}.py", os.W_OK):
        raise NotReady(f"{PACKAGE} cannot be written. Copy the course to a folder that belongs to you.")
    return f"{PACKAGE.name}/, beside the labs; yours to change"


def folder() -> str:
    here = Path.cwd().resolve()
    if here != ROOT and ROOT not in here.parents:
        raise NotReady(f"this notebook runs in {here}. Open it inside {ROOT}.")
    return f"{here.relative_to(ROOT).as_posix()}/, in the course's folder"


def device() -> str:
    """What the labs would train on. A processor is enough."""
    if torch.cuda.is_available():
        return f"{torch.cuda.get_device_name(0)}; {torch.get_num_threads()} processor threads"
    if torch.backends.mps.is_available():
        return f"Apple GPU; {torch.get_num_threads()} processor threads"
    return f"{torch.get_num_threads()} processor threads, no GPU (none is needed)"
