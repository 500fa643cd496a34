"""Points that a teacher gives by hand, read from a filled-in copy of the table; and the sums for each student."""

import csv
import io
from pathlib import Path

from ..exercise import exercises
from ..layout import LABS, CourseError, Lab
from .grade_notebook import DID_NOT_RUN, NOT_HANDED_IN, Row
from .pages import Sheet
from .records import cell

NEEDED = ("student", "exercise", "manual")


def give(sheets: list[Sheet], path: Path) -> int:
    """Give the points of the column `manual`: they count instead of `points`. Returns how many were given.

    The file is a copy of grades.csv, in UTF-8, as a spreadsheet saves it (also with semicolons). Raises CourseError,
    with the line, if a number or a name in it cannot be.
    """
    rows = {(cell(s.student), r.exercise): r for s in sheets for _, graded in s.labs for r in graded.rows}
    labs = [lab for lab in LABS if lab not in {known for s in sheets for known, _ in s.labs}]
    others = {
        ex.id for lab in labs for ex in exercises(lab.number)
    }  # one table may serve for the whole course
    given = 0
    for number, line in enumerate(_lines(path), 2):
        text = (line["manual"] or "").strip().replace(",", ".")
        if not text or line["exercise"] in others:
            continue
        row = rows.get((line["student"], line["exercise"]))
        if row is None:
            who = f"student {line['student']!r} with an exercise {line['exercise']!r}"
            raise CourseError(
                f"{path}, line {number}: there is no {who}. Was the table opened as UTF-8, and `exercise` as text?"
            )
        try:
            points = float(text)
        except ValueError:
            points = -1.0
        if not 0 <= points <= row.max_points:  # also keeps out nan
            says = f"`manual` is {text[:40]!r}, not a number from 0 to {row.max_points}"
            raise CourseError(f"{path}, line {number}: {says}.")
        row.given = int(points) if points.is_integer() else points
        given += 1
    return given


def refuse_to_lose(table: Path) -> None:
    """CourseError if points were given by hand in the table that is about to be written anew."""
    if table.exists() and any((line["manual"] or "").strip() for line in _lines(table)):
        raise CourseError(
            f"{table} has points in `manual`, which would be lost: copy it to marks.csv, and add --manual marks.csv."
        )


def _lines(path: Path) -> list[dict[str, str]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as exc:
        raise CourseError(f"{path} cannot be read: {exc.strerror or exc}.") from None
    except UnicodeDecodeError:
        raise CourseError(f"{path} is not in UTF-8: save it again with that encoding.") from None
    first = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    missing = [name for name in NEEDED if name not in (reader.fieldnames or ())]
    if missing:
        raise CourseError(f"{path} has no column `{missing[0]}`: fill in a copy of grades.csv.")
    return list(reader)


def sums(sheets: list[Sheet]) -> str:
    """A line of CSV for each student: core and bonus points of each lab and of all; empty where nothing was graded."""
    labs = sorted({lab.number: lab for s in sheets for lab, _ in s.labs}.values(), key=lambda lab: lab.number)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = [f"{kind} {lab.number:02d}" for lab in labs for kind in ("lab", "bonus")]
    writer.writerow(["student", *heads, "all labs", "all bonus", "to judge", "not graded"])
    for sheet in sheets:
        numbers = [n for lab in labs for n in _of_lab(sheet, lab)]
        rows = [row for _, graded in sheet.labs for row in graded.rows]
        waiting = " ".join(row.exercise for row in rows if row.status == "complete" and row.given is None)
        failed = [f"lab {lab.number:02d}" for lab, g in sheet.labs if any(map(_did_not_run, g.rows))]
        all_core, all_bonus = (sum(n or 0 for n in numbers[i::2]) for i in (0, 1))
        notes = [waiting, ", ".join([*failed, *(["see its page"] if sheet.problems else [])])]
        writer.writerow([cell(sheet.student), *numbers, all_core, all_bonus, *notes])
    return out.getvalue()


def _did_not_run(row: Row) -> bool:
    return row.status == DID_NOT_RUN and row.given is None


def _of_lab(sheet: Sheet, lab: Lab) -> tuple[float | None, float | None]:
    """Core and bonus points; None and None where there is no such notebook, or none of it ran."""
    rows = [row for known, graded in sheet.labs for row in graded.rows if known == lab]
    if all(row.earned is None and row.status in (DID_NOT_RUN, NOT_HANDED_IN) for row in rows):
        return None, None
    return tuple(sum(row.earned or 0 for row in rows if row.bonus is bonus) for bonus in (False, True))
