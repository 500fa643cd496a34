"""A release: labs, and functions of labs, that a teacher gives into copies that are handed out already.

`python -m xlnet_mini.course receive lab03.zip` puts one into a student's copy. Nothing of the student's is lost: a
notebook that is there stays, and a function is written only where the package still says that it is missing.
"""

import argparse
import io
import json
import re
import zipfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from . import layout
from .files import write_atomically
from .layout import CourseError
from .ledger import is_stub
from .report import Report
from .source_text import function_source, read_text, replace_function, with_newlines
from .taught import digest

CONTENTS = "release.json"
LIMIT = 20_000_000  # bytes; a release holds a few notebooks
FUNCTION = re.compile(r"[a-z_]\w*\.[a-z_]\w*")
NOTEBOOK = re.compile(r"\d\d_\w+\.ipynb")


@dataclass
class Release:
    """Notebooks by file name, and the reference's text of functions by name ("relative.sinusoids")."""

    labs: dict[str, bytes] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
            contents = {"given": self.given, "labs": sorted(self.labs)}
            file.writestr(CONTENTS, json.dumps(contents, indent=1, ensure_ascii=False) + "\n")
            for name, notebook in sorted(self.labs.items()):
                file.writestr(f"labs/{name}", notebook)
        write_atomically(path, data.getvalue())


def read(path: Path) -> Release:
    """The release in a file. CourseError, in one line, if it is none."""
    try:
        with zipfile.ZipFile(path) as file:
            if sum(info.file_size for info in file.infolist()) > LIMIT:
                raise ValueError("it is too large")
            contents = json.loads(file.read(CONTENTS))
            release = Release({n: file.read(f"labs/{n}") for n in contents["labs"]}, contents["given"])
        names = [*map(NOTEBOOK.fullmatch, release.labs), *map(FUNCTION.fullmatch, release.given)]
        if not all(names) or not all(isinstance(text, str) for text in release.given.values()):
            raise ValueError("it names what no release holds")
    except OSError as exc:
        raise CourseError(f"{path} cannot be read: {exc.strerror or exc}.") from None
    except (ValueError, LookupError, TypeError, AttributeError, zipfile.BadZipFile) as exc:
        raise CourseError(f"{path} is not a release of this course ({exc}). Nothing was changed.") from None
    return release


def apply(release: Release, root: Path) -> Report:
    """Put a release into the copy at `root`: what is missing there, and nothing else."""
    report = Report("Released")
    steps = [(f"labs/{name}", partial(_add, root / "labs" / name, nb)) for name, nb in release.labs.items()]
    steps += [(name, partial(_give, name, text, root / "xlnet_mini")) for name, text in release.given.items()]
    for name, step in steps:
        try:
            kind, says = step()
        except CourseError as exc:
            kind, says = "refused", str(exc)
        except OSError as exc:
            kind, says = "refused", f"cannot be written: {exc.strerror or exc}"
        report.add(kind, name, says)
    return report


def _add(path: Path, notebook: bytes) -> tuple[str, str]:
    """Write one notebook if there is none; returns the kind and the words of the report's line."""
    if path.exists():
        return "same", "is there already, and stays as it is"
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, notebook)
    return "done", "is new: open it in JupyterLab"


def _give(name: str, text: str, package: Path) -> tuple[str, str]:
    """Write one function in place of its stub; returns the kind and the words of the report's line."""
    module, _, function = name.partition(".")
    path = package / f"{module}.py"
    recorded = _recorded(package).get(name)
    if digest(text) != recorded:
        raise CourseError("not given: this release belongs to another version of the course")
    there = read_text(path)
    if not is_stub(now := with_newlines(function_source(there, function)), function):
        mine = "the reference is there already" if digest(now) == recorded else "your own is there, and stays"
        return "same", mine
    write_atomically(path, replace_function(there, function, text).encode())
    return "done", f"is given, in xlnet_mini/{module}.py"


def _recorded(package: Path) -> dict[str, str]:
    """The hashes of the reference's functions in that copy."""
    path = package / "course" / "reference.json"
    try:
        return dict(json.loads(read_text(path)))
    except ValueError:
        raise CourseError(f"not given: {path} is damaged; get it back from git or a fresh copy") from None


def command(args: argparse.Namespace) -> int:
    report = apply(read(args.file), layout.ROOT)
    print(report)
    return 0 if report.ok else 1


def add_parser(sub: argparse._SubParsersAction) -> None:
    p = sub.add_parser(
        "receive", help="put a lab, or given functions, that your teacher released into your copy"
    )
    p.add_argument("file", type=Path, help="the file that you were given, such as lab03.zip")
    p.set_defaults(command=command)
