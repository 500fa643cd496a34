"""Undoing graduation: put back what the ledger says a student's function replaced, to the byte."""

import argparse
import sys

from . import ledger, taught
from .files import Snapshot, write_atomically
from .layout import CourseError
from .reload import reload_modules
from .report import Report
from .source_text import newline_of, read_text, with_newlines
from .taught import Taught


def restore(what: str | int | None = None, *, force: bool = False) -> Report:
    """Put back what graduated functions replaced.

    `what` is a function ("permutation.query_mask"), the number of a lab, or None for everything. A function that
    was changed in the file after it graduated is left alone, with a word on it, unless `force=True`: then those
    changes are lost. CourseError if the ledger is damaged or there is no such function or lab.
    """
    entries = ledger.read()
    report = Report("Restore")
    for one in _asked_for(what):
        entry = entries.get(one.name)
        if entry is None and what is None:
            continue
        try:
            if entry is None:
                report.add("same", one.name, _nothing_to_do(one, entries))
                continue
            says = _restore_one(one, entry, entries, force, report)
        except CourseError as exc:
            report.add("refused", one.name, str(exc))
        except OSError as exc:
            report.add("refused", one.name, f"cannot be written ({exc}): nothing was changed")
        else:
            report.add("done" if says else "refused", one.name, says or _changed(one))
    if not report.lines:
        report.add("same", "", "Nothing to restore: no function of yours is in the package.")
    done = {line.name.partition(".")[0] for line in report.lines if line.kind == "done"}
    for module in reload_modules(sorted(done), vars(sys.modules["__main__"])):
        report.add("refused", module, "could not be loaded again: restart the kernel")
    return report


def _asked_for(what: str | int | None) -> list[Taught]:
    if isinstance(what, str) and not what.isdigit():
        return [taught.find(what)]
    return taught.taught(what)


def _nothing_to_do(one: Taught, entries: dict[str, ledger.Entry]) -> str:
    kind = ledger.state(one, entries).kind
    if kind == "reference":
        return "is the reference: nothing to restore"
    return f"is {kind}, and the ledger has no record of what it replaced: nothing to restore"


def _restore_one(
    one: Taught, entry: ledger.Entry, entries: dict[str, ledger.Entry], force: bool, report: Report
) -> str:
    """Restore one function and drop its entry; returns what to say, or "" if it was changed by hand."""
    text = read_text(one.path)
    span = ledger.locate(text, entry.wrote)
    if span is None:
        if ledger.locate(text, entry.replaced):  # git or an interrupted run has put it back already
            _drop(one, entries)
            return "was already as it had been"
        if not force:
            return ""
        span = ledger.block_span(text, one, entry)
    start, end = span
    new = text[:start] + _in_style(entry, text[start:end], text) + text[end:]
    before = Snapshot([one.path, ledger.path()])
    try:
        write_atomically(one.path, new.encode())
        _drop(one, entries)
    except BaseException:
        before.put_back()
        raise
    report.add_diff(one.file, text, new)
    return "is as it was before it graduated"


def _in_style(entry: ledger.Entry, found: str, text: str) -> str:
    """What was replaced, in the file's line breaks if those were changed as a whole since (git does so)."""
    return entry.replaced if found == entry.wrote else with_newlines(entry.replaced, newline_of(text))


def _drop(one: Taught, entries: dict[str, ledger.Entry]) -> None:
    ledger.write({name: entry for name, entry in entries.items() if name != one.name})
    del entries[one.name]


def _changed(one: Taught) -> str:
    return (
        f"was changed in {one.file} after it graduated: nothing was touched. Keep a copy of what you want to keep, "
        f'then run restore("{one.name}", force=True), or graduate({one.lab.number}) to write your notebook\'s '
        "function again."
    )


def add_parser(sub: argparse._SubParsersAction) -> None:
    p = sub.add_parser("restore", help="undo graduation: put back what your functions replaced")
    p.add_argument(
        "what", nargs="?", help='a function such as "permutation.query_mask" or a lab; all if left out'
    )
    p.add_argument(
        "--force", action="store_true", help="also where the file was changed since; loses the changes"
    )
    p.set_defaults(command=command)


def command(args: argparse.Namespace) -> int:
    report = restore(args.what, force=args.force)
    print(report)
    return 0 if report.ok else 1
