"""Make the student's copy of the course: labs, package with the taught functions missing or given, no solutions.

python -m xlnet_mini.course handout OUT [--labs 0,1,2] [--given 1,2]
"""

import argparse
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from . import layout, ledger
from .exercise import exercises
from .files import write_atomically
from .layout import CourseError, Lab
from .release import chosen, make
from .source_text import read_text, replace_function
from .taught import taught

AS_THEY_ARE = (".gitattributes", ".gitignore", "LICENSE", "requirements.txt", "labs/conftest.py")
TEMPLATES = {"README.md": "README.md", "classroom.yml": ".github/workflows/classroom.yml"}
# What only makes, hands out or grades the course. Solutions, tests and sources are never copied at all.
TEACHERS = (
    "README.md",
    "build.py",
    "corpus.py",
    "grading",
    "handout.py",
    "kills.py",
    "nbgrader_stubs.py",
    "release.py",
    "slots.py",
)
SKIPPED = ("__pycache__", ".ipynb_checkpoints", ".DS_Store", "graduated.json")
# of pyproject.toml: what installing needs
KEPT_SECTIONS = re.compile(r"build-system|project|tool\.setuptools\b.*")
PYTEST = """
[tool.pytest.ini_options]
testpaths = ["labs"]
addopts = "--nbval --nbval-current-env"
"""


def handout(out: Path, labs: Sequence[Lab], given: Sequence[Lab]) -> None:
    """Write the copy to `out`, which must be new or empty; all of it or nothing."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise CourseError(f"{out} is not empty: name a new folder, or give to that copy with `release`.")
    if out.resolve().is_relative_to(layout.PACKAGE):
        raise CourseError(f"{out} lies inside the package: name a folder elsewhere.")
    every = make(labs, layout.LABS)  # also makes sure that the package holds the reference
    out.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        _copy_files(work)
        for name, notebook in every.labs.items():
            (work / "labs" / name).write_bytes(notebook)
        _take_out(work, [one for one in taught() if one.lab not in given])
        for source, target in TEMPLATES.items():
            text = (layout.ROOT / "solutions" / "handout" / source).read_text(encoding="utf-8")
            (work / target).parent.mkdir(parents=True, exist_ok=True)
            (work / target).write_text(_filled(text, labs, given), encoding="utf-8", newline="\n")
        work.chmod(0o755)
        if out.exists():
            out.rmdir()
        os.replace(work, out)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise


def _copy_files(work: Path) -> None:
    def left_out(folder: str, names: list[str]) -> set[str]:
        teachers = TEACHERS if Path(folder) == layout.PACKAGE / "course" else ()
        return {name for name in names if name in (*SKIPPED, *teachers)}

    shutil.copytree(layout.PACKAGE, work / layout.PACKAGE.name, ignore=left_out)
    for name in AS_THEY_ARE:
        (work / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(layout.ROOT / name, work / name)
    project = (layout.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    sections = re.split(r"(?m)^(?=\[)", project)
    kept = [s for s in sections if (m := re.match(r"\[([^\]]+)\]", s)) and KEPT_SECTIONS.fullmatch(m[1])]
    (work / "pyproject.toml").write_text(
        "".join(kept).rstrip() + "\n" + PYTEST, encoding="utf-8", newline="\n"
    )


def _take_out(work: Path, functions: list) -> None:
    """Put a stub in place of each of these functions."""
    for one in functions:
        path = work / one.file
        text = replace_function(read_text(path), one.function, ledger.missing_stub(one.source(), one))
        write_atomically(path, text.encode())


def _filled(text: str, labs: Sequence[Lab], given: Sequence[Lab]) -> str:
    """A template with the facts of this handout in it."""
    if given:
        names = ", ".join(f"{which.number:02d} {which.title}" for which in given if taught(which.number))
        says = (
            f"The functions of these labs are in the package already: {names}. You may still write your own."
        )
    else:
        says = ""
    text = text.replace("{{labs}}", "\n".join(_row(which) for which in labs))
    return re.sub(r"\n{3,}", "\n\n", text.replace("{{given}}", says))


def _row(which: Lab) -> str:
    core = [ex for ex in exercises(which.number) if not ex.bonus]
    minutes, points = sum(ex.minutes for ex in core), sum(ex.points for ex in core)
    return f"| {which.number:02d} {which.title} | `labs/{which.name}.ipynb` | {minutes} | {points} |"


def command(args: argparse.Namespace) -> int:
    labs, given = chosen(args.labs) if args.labs else layout.LABS, chosen(args.given)
    try:
        handout(args.out, labs, given)
    except OSError as exc:
        raise CourseError(f"{args.out} cannot be written: {exc.strerror or exc}.") from None
    print(f"{args.out}: labs {', '.join(which.name for which in labs)}")
    print(f"given: {', '.join(which.name for which in given) or 'no functions'}; no solutions, no answers")
    print("Students read its README.md: edit there how to hand in, before you publish it.")
    return 0


def add_parser(sub: argparse._SubParsersAction) -> None:
    p = sub.add_parser("handout", help="make the student's copy: labs and package, without solutions")
    p.add_argument("out", type=Path, metavar="OUT", help="a new or empty folder")
    p.add_argument("--labs", default="", metavar="0,1,2", help="only these notebooks; all if left out")
    p.add_argument("--given", default="", metavar="1,2", help="the package has the functions of these labs")
    p.set_defaults(command=command)
