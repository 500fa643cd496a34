"""Find what was handed in: one folder or notebook for each student, and which lab each notebook is."""

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..exercise import exercises
from ..lab_cells import names_set
from ..layout import LABS, CourseError, Lab
from .submitted_cells import Submitted, Unreadable, read

MAX_DEPTH, MAX_FILES = 6, 200
CHECK = re.compile(r"""\bcheck\(\s*["'](\d+)\.\d+["']""")
IGNORED = ("__MACOSX", "__pycache__", ".git", ".ipynb_checkpoints", ".nbgrader")


@dataclass
class HandedIn:
    """One notebook of one student. `problem`: why it cannot be graded; without a lab it may be of any."""

    student: str
    path: Path | None
    lab: Lab | None
    notebook: Submitted | None = None
    problem: str = ""
    notes: list[str] = field(default_factory=list)


def find(root: Path) -> list[HandedIn]:
    """Everything handed in, by student and lab. Raises CourseError if there is no such folder."""
    if not root.is_dir():
        raise CourseError(f"{root} is no folder: give the one with a folder or notebook for each student.")
    found = []
    for entry in sorted(os.scandir(root), key=lambda e: e.name):
        hidden = entry.name.startswith(".") and not entry.is_dir(follow_symlinks=False)
        if hidden or entry.name in IGNORED:
            continue
        student = name_of(entry.name.removesuffix(".ipynb") if entry.is_file() else entry.name)
        if entry.is_symlink():
            problem = "It is a symbolic link, which is not followed."
            found.append(HandedIn(student, Path(entry.path), None, problem=problem))
        elif entry.is_dir(follow_symlinks=False):
            theirs = _of_student(student, Path(entry.path))
            tools = entry.name.startswith(".") and not any(one.notebook for one in theirs)
            found += [] if tools else theirs
        elif entry.name.endswith(".ipynb"):
            found.append(_look(student, Path(entry.path)))
    if not found:
        raise CourseError(f"{root} holds no folders and no notebooks.")
    students = dict.fromkeys(one.student for one in found)  # one may have a folder and a notebook beside it
    return [
        one for name in students for one in _one_for_each_lab([one for one in found if one.student == name])
    ]


def name_of(file: str) -> str:
    """A student's name from the name of a folder or file, as text that can be written anywhere.

    Two files never give the same name: a backslash of their own is written as a number, too.
    """
    return "".join(c if c.isprintable() and c != "\\" else f"\\x{ord(c):02x}" for c in file)


def _of_student(student: str, folder: Path) -> list[HandedIn]:
    paths, notes = [], []
    for where, folders, files in os.walk(folder):
        if len(Path(where).relative_to(folder).parts) >= MAX_DEPTH:
            folders.clear()
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in IGNORED)
        notes += [f"`{name_of(f)}` is a folder, not a notebook." for f in folders if f.endswith(".ipynb")]
        paths += [Path(where, f) for f in sorted(files) if f.endswith(".ipynb") and not f.startswith(".")]
    if len(paths) > MAX_FILES:
        notes.append(f"Of {len(paths)} notebooks only {MAX_FILES} were looked at.")
    found = [_look(student, p) for p in paths[:MAX_FILES]]
    if not found:
        problem = " ".join(["There is no notebook in this folder.", *notes])
        return [HandedIn(student, folder, None, problem=problem)]
    for one in found:
        one.notes += notes
    return _one_for_each_lab(found)


def _one_for_each_lab(found: list[HandedIn]) -> list[HandedIn]:
    """Of several notebooks of a lab the one with the lab's own name counts, else the last by name."""
    kept = [one for one in found if one.lab is None]
    for lab in LABS:
        several = [one for one in found if one.lab == lab]
        if not several:
            continue
        readable = [one for one in several if not one.problem] or several
        named = [one for one in readable if one.path.name == lab.notebook.name] or readable
        if len(several) > 1:
            others = ", ".join(f"`{name_of(one.path.name)}`" for one in several if one is not named[-1])
            named[-1].notes.append(f"There are several notebooks of this lab; {others} did not count.")
        kept.append(named[-1])
    return kept


def _look(student: str, path: Path) -> HandedIn:
    try:
        notebook = read(path)
    except Unreadable as exc:
        return HandedIn(student, path, by_name(path.name), problem=str(exc))
    lab = by_content(notebook) or by_name(path.name)
    problem = "" if lab else "It does not look like a notebook of any lab."
    # of what is not graded nothing is kept: there may be much of it
    return HandedIn(student, path, lab, notebook if lab else Submitted([]), problem)


def by_name(file: str) -> Lab | None:
    """The lab that a file's name speaks of: "01_permutation (2).ipynb"."""
    return next((lab for lab in LABS if lab.stem in file or file.startswith(f"{lab.number:02d}_")), None)


def by_content(notebook: Submitted) -> Lab | None:
    """The lab whose checks or answers a notebook holds, else the one that its metadata names."""
    numbers = Counter(int(n) for c in notebook.cells for n in CHECK.findall(c.source))
    known = {lab.number: lab for lab in LABS}
    for number, _ in numbers.most_common():
        if number in known:
            return known[number]
    if notebook.lab in known:
        return known[notebook.lab]
    names = set().union(*(names_set(c.source) for c in notebook.cells)) if notebook.cells else set()
    shares = {lab: len(names & {ex.answer for ex in exercises(lab.number)}) for lab in LABS}
    best = max(shares, key=shares.get)
    return best if shares[best] >= 3 else None
