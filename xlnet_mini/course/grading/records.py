"""What was graded, kept in files, so that a run that was killed goes on where it was; and the table made of them."""

import csv
import hashlib
import io
import json
import re
from pathlib import Path

from .. import layout
from ..files import write_atomically
from .grade_notebook import Graded, Row

COLUMNS = ("student", "lab", "exercise", "points", "max_points", "bonus", "status", "misconception", "manual")


def fingerprint_of_course() -> str:
    """Changes when anything changes that a grade could depend on."""
    seen = hashlib.sha256()
    files = [*layout.PACKAGE.rglob("*.py"), *(lab.notebook for lab in layout.LABS)]
    for path in sorted(files):
        if path.exists():
            seen.update(f"{path.relative_to(layout.ROOT)}\n".encode() + path.read_bytes() + b"\0")
    return seen.hexdigest()


def key(data: bytes, *facts: object) -> str:
    """What a record is good for: these bytes of a notebook, graded by that course in that way."""
    return hashlib.sha256(data + repr(facts).encode()).hexdigest()


def file_name(student: str) -> str:
    """A name for a student's files that is safe everywhere, and a different one for each student."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", student).strip("-")[:40] or "student"
    return f"{readable}-{hashlib.sha256(student.encode('utf-8', 'backslashreplace')).hexdigest()[:8]}"


class Records:
    """The records in a folder, one file for each student and lab."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def _path(self, student: str, lab: str) -> Path:
        return self.folder / f"{file_name(student)}.{lab}.json"

    def write(self, student: str, lab: str, key: str, graded: Graded) -> None:
        data = {"key": key, "student": student, "graded": graded.as_json()}
        write_atomically(self._path(student, lab), json.dumps(data, ensure_ascii=True, indent=1).encode())

    def read(self, student: str, lab: str, key: str) -> Graded | None:
        """The record, if there is one and it is still good."""
        try:
            data = json.loads(self._path(student, lab).read_bytes())
            if data["key"] != key:
                return None
            graded = Graded(**data["graded"])
            graded.rows = [Row(**row) for row in graded.rows]
            return graded
        except (OSError, ValueError, KeyError, TypeError):
            return None


def cell(text: object) -> str:
    """A field of the table; one that a spreadsheet would take for a formula gets a quote in front."""
    shown = "" if text is None else str(text)
    return f"'{shown}" if shown[:1] in ("=", "+", "-", "@", "\t") else shown


def as_csv(table: list[tuple[str, str, Row]]) -> str:
    """The table of (student, lab, row) as CSV. `manual` is the teacher's to fill in."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for student, lab, row in table:
        points = "" if row.points is None else row.points
        mistake = cell(row.misconception)
        facts = [row.exercise, points, row.max_points, "yes" if row.bonus else "", row.status, mistake]
        writer.writerow([cell(student), lab, *facts, "" if row.given is None else row.given])
    return out.getvalue()
