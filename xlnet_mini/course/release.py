"""The teacher's side of a release: take labs and functions from this course and give them to a copy or into a file.

python -m xlnet_mini.course release OUT --labs 3      the notebook of lab 03 into the handed-out copy OUT
python -m xlnet_mini.course release OUT --given 3     the functions of lab 03, where they are still missing
python -m xlnet_mini.course release --zip lab03.zip --given 3     the same as a file, which students `receive`
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from . import layout, ledger
from .layout import CourseError, Lab
from .receive import Release, apply
from .taught import taught


def make(labs: Sequence[Lab], given: Sequence[Lab]) -> Release:
    """The notebooks of `labs` and the functions of `given`, as this course has them."""
    missing = [which.name for which in labs if not which.notebook.exists()]
    if missing:
        raise CourseError(
            f"labs/{missing[0]}.ipynb is missing here: run `python -m xlnet_mini.course build`."
        )
    texts = {}
    for one in [one for which in given for one in taught(which.number)]:
        if ledger.state(one).kind != "reference":
            raise CourseError(
                f"{one.name} is not the reference here: run `python -m xlnet_mini.course restore`, or `build` if you "
                "have changed the course."
            )
        texts[one.name] = one.source()
    return Release({which.notebook.name: which.notebook.read_bytes() for which in labs}, texts)


def chosen(text: str) -> tuple[Lab, ...]:
    """The labs of a list such as "0,1,2" or "01", in order; () for ""."""
    numbers = {layout.lab(part.strip()).number for part in text.split(",") if part.strip()}
    return tuple(which for which in layout.LABS if which.number in numbers)


def command(args: argparse.Namespace) -> int:
    release = make(chosen(args.labs), chosen(args.given))
    if not release.labs and not release.given:
        raise CourseError(
            "Say what to release: --labs 3 for a notebook, --given 3 for the functions of a lab."
        )
    if (args.out is None) == (args.zip is None):
        raise CourseError("Say where to: a handed-out copy OUT, or --zip FILE.")
    if args.zip:
        try:
            release.write(args.zip)
        except OSError as exc:
            raise CourseError(f"{args.zip} cannot be written: {exc.strerror or exc}.") from None
        print(f"wrote {args.zip}; students run `python -m xlnet_mini.course receive {args.zip.name}`")
        return 0
    for part in ("labs", "xlnet_mini/course/reference.json"):
        if not (args.out / part).exists():
            raise CourseError(f"{args.out} is no handed-out copy of the course: it has no {part}.")
    if args.out.resolve() == layout.ROOT:
        raise CourseError(f"{args.out} is the course itself: name a copy that `handout` made.")
    report = apply(release, args.out)
    print(report)
    return 0 if report.ok else 1


def add_parser(sub: argparse._SubParsersAction) -> None:
    p = sub.add_parser(
        "release", help="give a lab, or a lab's functions, to copies that are handed out already"
    )
    p.add_argument("out", nargs="?", type=Path, metavar="OUT", help="a handed-out copy")
    p.add_argument("--labs", default="", metavar="3,4", help="the notebooks of these labs")
    p.add_argument(
        "--given", default="", metavar="3", help="the functions of these labs, where still missing"
    )
    p.add_argument("--zip", type=Path, metavar="FILE", help="write a file for students instead")
    p.set_defaults(command=command)
