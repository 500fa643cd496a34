"""The course's command line: `python -m xlnet_mini.course --help`."""

import argparse
import importlib
import sys
from pathlib import Path

from .layout import CourseError

COMMANDS = (
    "build",
    "kills",
    "roll_call",
    "restore",
    "receive",
    "classroom",
    "handout",
    "release",
    "grading.command",
)


def here(name: str) -> bool:
    """True unless this is a handed-out copy and the module is one that only teachers need."""
    path = Path(__file__).parent.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m xlnet_mini.course", description="The XLNet lab course.")
    sub = parser.add_subparsers(required=True, metavar="COMMAND")
    for name in filter(here, COMMANDS):
        importlib.import_module(f".{name}", __package__).add_parser(sub)
    args = parser.parse_args(argv)
    try:
        return args.command(args)
    except CourseError as exc:
        print(exc, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
