"""Graduation: a lab's right answers are written over their namesakes in the package.

Nothing is written that is not right, and the file that was written is tried once more in a fresh process; if
that fails, every byte is put back. The ledger records what was replaced.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from . import fresh, layout, ledger
from .bring_along import block
from .exercise import evaluate
from .files import Snapshot, write_atomically
from .layout import CourseError, lab
from .module_names import ModuleNames
from .notebook_source import Refused
from .reload import reload_modules
from .report import Report
from .result import HEADLINE
from .signatures import incompatible
from .source_text import newline_of, parse, read_text, with_newlines
from .taught import Taught, digest, recorded_hashes, taught

GRADING = ("XLNET_MINI_NO_GRADUATE", "XLNET_MINI_STRICT", "NBGRADER_EXECUTION", "PYTEST_CURRENT_TEST")


@dataclass(frozen=True)
class Candidate:
    """A right answer, ready to be written."""

    one: Taught
    block: str
    by_hand: bool = False  # the function in the file was changed there, not by graduate: this is lost


def graduate(lab_number: int | str, *, even_if_slow: bool = False) -> Report:
    """Write this notebook's right answers into the package; the last cell of a lab calls it.

    Shows one line for each function, and what changed. An answer that is right but more than 10 times slower than
    it could be is written only with `even_if_slow=True`. Under pytest and in grading nothing is written.
    """
    if any(os.environ.get(name, "") not in ("", "0") for name in GRADING):
        report = Report("")
        report.add("same", "", "○ Nothing is written into the package while tests or grading run.")
        return report
    if (other := _other_course(Path.cwd().resolve())) is not None:
        raise CourseError(
            f"This notebook belongs to the course in {other}, but Python has loaded the package of {layout.ROOT}; "
            f"nothing was written. Run `pip install -e .` in {other}, restart the kernel, and graduate again."
        )
    return write_answers(lab_number, sys._getframe(1).f_globals, even_if_slow=even_if_slow)


def _other_course(here: Path) -> Path | None:
    """The copy of the course that a folder lies in, if it is not the one whose package is running."""
    roots = (p for p in (here, *here.parents) if (p / "xlnet_mini" / "course" / "layout.py").is_file())
    nearest = next(roots, layout.ROOT)
    return None if nearest == layout.ROOT else nearest


def write_answers(lab_number: int | str, namespace: dict[str, Any], *, even_if_slow: bool = False) -> Report:
    """What `graduate` does, for the answers in a given namespace."""
    which = lab(lab_number)
    functions = taught(which.number)
    report = Report(f"Graduation of lab {which.name}")
    if not functions:
        report.add("same", "", "This lab has no function that goes into the package.")
        return report
    entries = ledger.read()
    candidates = [c for t in functions if (c := _candidate(t, namespace, functions, entries, report))]
    written = _write_tried(candidates, even_if_slow, report)
    for c in written:
        lost = "; this replaces what you had changed in the file by hand" if c.by_hand else ""
        report.add("done", c.one.name, f"written into {c.one.file}; the package now runs your code{lost}")
    for module in reload_modules(sorted({c.one.module for c in written}), namespace):
        report.add("refused", module, "could not be loaded again in this kernel: restart it")
    order = [t.name for t in functions]
    report.lines.sort(key=lambda line: order.index(line.name) if line.name in order else len(order))
    return report


def _candidate(
    one: Taught,
    namespace: Mapping[str, Any],
    functions: list[Taught],
    entries: dict[str, ledger.Entry],
    report: Report,
) -> Candidate | None:
    """The answer as text, if it is right, can be written, and is not there already."""
    result = evaluate(one.exercise.id, namespace.get(one.exercise.answer, ...))
    if not result.right:
        reason = f"exercise {one.exercise.id} is {HEADLINE[result.status]}"
        if result.status == "error":
            reason = f"exercise {one.exercise.id}: {HEADLINE['error']}"
        report.add("not yet", one.name, f"not written: {reason}")
        return None
    try:
        text = read_text(one.path)
        start, end = ledger.block_span(text, one, entries.get(one.name))
        rest = text[:start] + text[end:]
        names = ModuleNames(one.module, rest, _other_blocks(one, rest, entries))
        new = block(one, namespace, names, functions)
        problem = incompatible(new, _first_text(one, text[start:end], entries), one.function)
        if problem:
            raise Refused(problem)
    except (Refused, CourseError) as exc:
        report.add("refused", one.name, f"right, but not written: {exc}")
        return None
    if with_newlines(text[start:end]) == new:
        report.add("same", one.name, "is in the package already")
        return None
    return Candidate(one, new, _changed_by_hand(one, text, entries.get(one.name)))


def _changed_by_hand(one: Taught, text: str, entry: ledger.Entry | None) -> bool:
    """True if the function in the file is neither the course's nor what graduation wrote there."""
    if entry:
        return not any(ledger.locate(text, known) for known in (entry.wrote, entry.replaced))
    return bool(ledger.state(one, {}).note)


def _other_blocks(one: Taught, text: str, entries: dict[str, ledger.Entry]) -> list[tuple[int, int]]:
    """Where the blocks of other graduated functions of the same module stand."""
    same_module = [e for name, e in entries.items() if name != one.name and name.startswith(f"{one.module}.")]
    return [span for e in same_module if (span := ledger.locate(text, e.wrote))]


def _first_text(one: Taught, now: str, entries: dict[str, ledger.Entry]) -> str:
    """The text that stood in the package before any graduation of this function."""
    entry = entries.get(one.name)
    return entry.replaced if entry else now


def _write_tried(candidates: list[Candidate], even_if_slow: bool, report: Report) -> list[Candidate]:
    """Write the candidates that also hold in the file; returns them. The others leave no trace but a line."""
    while candidates:
        files = sorted({c.one.path for c in candidates})
        before = Snapshot([ledger.path(), *files])
        try:
            _write(candidates)
            tried = fresh.examine([c.one for c in candidates], pace=not even_if_slow, whole=True)
            failed = {c.one.name: _failure(c.one, tried.functions[c.one.name]) for c in candidates}
            failed = {name: says for name, says in failed.items() if says}
            whole = "" if failed else tried.whole
        except BaseException as exc:
            before.put_back()
            if not isinstance(exc, OSError | KeyboardInterrupt):
                raise
            why = "you stopped it" if isinstance(exc, KeyboardInterrupt) else f"it cannot be written ({exc})"
            for c in candidates:
                report.add("refused", c.one.name, f"right, but {why}: nothing was changed")
            return []
        if not failed and not whole:
            return _finish(candidates, before, report)
        before.put_back()
        if whole and not fresh.examine([], whole=True).whole:  # without these functions the package works
            if len(candidates) > 1:
                return [w for c in candidates for w in _write_tried([c], even_if_slow, report)]
            failed = {
                candidates[
                    0
                ].one.name: f"right, but the package no longer works with it: {whole}. Not written"
            }
        elif whole:
            _write(candidates)
            return _finish(candidates, before, report)
        for name, says in failed.items():
            report.add("refused", name, says)
        candidates = [c for c in candidates if c.one.name not in failed]
    return []


def _finish(written: list[Candidate], before: Snapshot, report: Report) -> list[Candidate]:
    for one in {c.one.path: c.one for c in written}.values():
        report.add_diff(one.file, before.before[one.path].decode(), read_text(one.path))
    return written


def _write(candidates: list[Candidate]) -> None:
    """Write the blocks and the ledger. The ledger goes first: after a kill between the two it is merely ahead."""
    entries = ledger.read()
    texts: dict[Path, str] = {}
    updated = dict(entries)
    for c in candidates:
        text = texts.get(c.one.path) or read_text(c.one.path)
        start, end = ledger.block_span(text, c.one, entries.get(c.one.name))
        wrote = with_newlines(c.block, newline_of(text))
        replaced = _first_text(c.one, text[start:end], entries)
        texts[c.one.path] = text = text[:start] + wrote + text[end:]
        compile(parse(text), c.one.file, "exec")
        if _is_reference(c, replaced):
            updated.pop(c.one.name, None)
        else:
            updated[c.one.name] = ledger.Entry(
                c.one.lab.number, c.one.exercise.id, date.today().isoformat(), wrote, replaced
            )
    if updated != entries:
        ledger.write(updated)
    for path, text in texts.items():
        write_atomically(path, text.encode())


def _is_reference(c: Candidate, replaced: str) -> bool:
    """True for the reference's own text, or what stood there at first: nothing to record."""
    return c.block == with_newlines(replaced) or digest(c.block) == recorded_hashes().get(c.one.name)


def _failure(one: Taught, found: fresh.Found) -> str:
    """What to say of a function that was just written and tried in a fresh process; "" if all is well."""
    if found.problem:
        return f"right here, but not when the package runs it by itself ({found.problem}): not written"
    if not found.slow:
        return ""
    more = "more than" if found.stopped else "about"
    return (
        f"right, but at training size it takes {more} {_rounded(found.times)} times as long as it could, and that part "
        f"of training with it: not written. graduate({one.lab.number}, even_if_slow=True) writes it all the same."
    )


def _rounded(times: float) -> str:
    """Two digits are all that such a measurement can promise."""
    return f"{int(float(f'{times:.2g}')):,}"
