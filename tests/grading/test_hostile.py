"""Hostile and broken submissions: no point is earned, and the honest ones beside them are graded all the same."""

import csv
import os
from pathlib import Path

import hostile
import pytest
from submitted import notebook, right_answers, write

from xlnet_mini.course.__main__ import main as course
from xlnet_mini.course.grading.fork_server import FIRST_USER

SAMPLE = (
    "patches torch",
    "equals everything",
    "tensor with a lying shape",
    "reads the course's files",
    "walks the garbage collector",
    "forges replies",
    "shared memory that outlives its process",
    "ends the grader by what it raises",
    "a range without an end",
    "nothing but ends of lines",
    "os._exit",
    "never comes back",
    "looks at the candidates",
    "cut short",
    "a link to the solutions",
    "new\nline\tand\x1b[2J",
)


def grade(submissions: Path, out: Path, *options: str) -> dict[str, list[dict]]:
    """Grade by the command; the rows of each student."""
    assert course(["grade", str(submissions), "--out", str(out), "--jobs", "2", *options]) == 0
    rows: dict[str, list[dict]] = {}
    with open(out / "grades.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault(row["student"], []).append(row)
    return rows


def left_behind() -> list[str]:
    """Processes of the users that students' processes become, that nobody looks after any more."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            theirs = FIRST_USER <= os.stat(f"/proc/{pid}").st_uid < FIRST_USER + 2
            if theirs and "PPid:\t1\n" in Path(f"/proc/{pid}/status").read_text():
                found.append(pid)
        except OSError:
            continue
    return found


def nobody_earns(folder: Path, only: tuple[str, ...], seconds: str) -> None:
    submissions, out = folder / "in", folder / "out"
    names = hostile.write_all(submissions, out, only)
    honest = right_answers(1)
    few = [honest["1.1"], honest["1.5"]]
    write(submissions / "~honest" / "01_permutation.ipynb", notebook(["import numpy as np", *few]))
    rows = grade(submissions, out, "--seconds", seconds)
    honest_rows = {r["exercise"]: r for r in rows.pop("~honest")}
    assert honest_rows["1.1"]["status"] == honest_rows["1.5"]["status"] == "right"
    assert len(rows) == len(names)
    earned = {
        s: [(r["exercise"], r["points"]) for r in of if r["points"] not in ("", "0")]
        for s, of in rows.items()
    }
    assert not {s: points for s, points in earned.items() if points}
    assert not list(folder.glob("**/result.json"))
    pages = [p.read_text(encoding="utf-8") for p in [out / "class.html", *(out / "students").iterdir()]]
    assert not [p for p in pages if "<script" in p or "\x1b" in p or "\x00" in p]


def test_a_sample_earns_nothing(tmp_path):
    nobody_earns(tmp_path, SAMPLE, "3")


@pytest.mark.slow
def test_nobody_earns_and_everybody_is_graded(tmp_path):
    assert len(hostile.CODE) + len(hostile.FUNCTIONS) + len(hostile.BROKEN) >= 80
    nobody_earns(tmp_path, (), "8")
    assert not left_behind()
