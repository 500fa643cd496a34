"""The course's command line: `python -m xlnet_mini.course --help`."""

import argparse
import importlib
import sys

from .layout import CourseError

COMMANDS = ("build", "kills", "roll_call", "restore")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m xlnet_mini.course", description="The XLNet lab course.")
    sub = parser.add_subparsers(required=True, metavar="COMMAND")
    for name in COMMANDS:
        importlib.import_module(f".{name}", __package__).add_parser(sub)
    args = parser.parse_args(argv)
    try:
        return args.command(args)
    except CourseError as exc:
        print(exc, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
