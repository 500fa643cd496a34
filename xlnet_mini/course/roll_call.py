"""The roll call: every taught function, whose it is, and whether its invariant holds in the file as it stands."""

import argparse
from dataclasses import dataclass
from html import escape

from . import fresh, ledger
from .layout import CourseError, lab_of
from .notebook import PACKAGE_WAITS
from .taught import Taught, taught

HEAD = ("function", "lab", "exercise", "whose", "invariant")
COLOUR = {True: "#1a7f37", False: "#b3261e", None: "#57606a"}


@dataclass(frozen=True)
class Row:
    """One taught function. `holds`: True, False, or None if it or one that it calls is missing: it was not tried."""

    function: str
    lab: str
    exercise: str
    state: str
    invariant: str
    holds: bool | None
    message: str = ""
    revisit: str = ""

    @property
    def missing(self) -> bool:
        return self.state.startswith("missing")

    def cells(self) -> tuple[str, str, str, str, str]:
        if self.holds:
            verdict = f"✓ holds: {self.invariant}" if self.invariant else "✓ its check passes"
        else:
            word = "✗ BROKEN" if self.holds is False else "○ missing" if self.missing else "○ waits"
            says = f"{word}: {self.message}" if self.message else word
            verdict = f"{says} ({self.revisit})" if self.revisit else says
        return self.function, self.lab, self.exercise, self.state, verdict


class RollCall:
    """Shown by a notebook as a table; for programs: `rows`, and `ok` (all there, all hold)."""

    def __init__(self, rows: list[Row]):
        self.rows = rows

    @property
    def ok(self) -> bool:
        return all(row.holds for row in self.rows)

    @property
    def summary(self) -> str:
        broken, missing = sum(r.holds is False for r in self.rows), sum(r.missing for r in self.rows)
        yours = sum(r.state.startswith("yours") for r in self.rows)
        return f"{len(self.rows)} functions: {yours} yours, {missing} missing, {broken} broken"

    def __str__(self) -> str:
        table = [HEAD, *(row.cells() for row in self.rows)]
        widths = [max(len(line[i]) for line in table) for i in range(len(HEAD) - 1)]
        lines = [
            "  ".join([*(c.ljust(w) for c, w in zip(line, widths, strict=False)), line[-1]]) for line in table
        ]
        return "\n".join([*lines, self.summary])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col" style="text-align:left">{h}</th>' for h in HEAD)
        body = "".join(
            f'<tr style="color:{COLOUR[row.holds]}">'
            + "".join(f'<td style="text-align:left">{escape(c)}</td>' for c in row.cells())
            + "</tr>"
            for row in self.rows
        )
        return (
            f'<table role="status"><caption>{escape(self.summary)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def roll_call() -> RollCall:
    """Try every taught function in a fresh process, as the files have it (an open kernel may hold older code)."""
    functions = taught()
    entries = ledger.read()
    states: dict[str, ledger.State | CourseError] = {}
    for one in functions:
        try:
            states[one.name] = ledger.state(one, entries)
        except CourseError as exc:
            states[one.name] = exc
    present = [t for t in functions if getattr(states[t.name], "kind", "missing") != "missing"]
    found = fresh.examine(present).functions if present else {}
    return RollCall([_row(t, states[t.name], found.get(t.name)) for t in functions])


def _row(one: Taught, state: ledger.State | CourseError, found: fresh.Found | None) -> Row:
    lab = f"{one.lab.number:02d}"
    if isinstance(state, CourseError):
        whose, holds, message = "unreadable", False, str(state)
    elif found is None:
        whose, holds, message = state.kind, None, state.note
    else:
        whose = f"{state.kind} ({state.note})" if state.note else state.kind
        holds, message = not found.problem, found.problem
        if PACKAGE_WAITS in message:  # of a function that this one calls; the message says what to do
            return Row(one.name, lab, one.exercise.id, whose, one.exercise.invariant, None, message)
    mend = (found and found.mend_first) or one.exercise.id
    verb = "do" if whose == "missing" else "revisit"
    revisit = f"{verb} exercise {mend} in lab {lab_of(mend).number:02d}"
    if whose == "missing" and not one.lab.notebook.exists():
        revisit = f"lab {lab} is not in this copy yet"
    return Row(one.name, lab, one.exercise.id, whose, one.exercise.invariant, holds, message, revisit)


def add_parser(sub: argparse._SubParsersAction) -> None:
    p = sub.add_parser(
        "roll-call", help="every taught function: whose it is, and whether its invariant holds"
    )
    p.set_defaults(command=command)


def command(args: argparse.Namespace) -> int:
    result = roll_call()
    print(result)
    return 0 if result.ok else 1
