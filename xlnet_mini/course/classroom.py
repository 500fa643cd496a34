"""Points in the form in which GitHub Classroom's autograding takes them: `python -m xlnet_mini.course classroom FILE`.

FILE is what `pytest --nbval labs/ --points-json=FILE` has written. The line that is printed belongs into the
file $GITHUB_OUTPUT of a workflow's step; classroom-resources/autograding-grading-reporter reads it.
"""

import argparse
import base64
import json
from pathlib import Path
from typing import Any

from .result import HEADLINE


def result(points: dict[str, Any] | None) -> dict[str, Any]:
    """The reporter's form: one test for each exercise. None: the tests ended before any points were written.

    Points that a bonus exercise gives count, and are not part of the maximum. An exercise that was not attempted
    has no points, but only one that was attempted and is not right makes the whole fail.
    """
    if points is None:
        return {"version": 1, "status": "error", "max_score": 0, "tests": []}
    exercises = [ex for lab in points["labs"] for ex in lab["exercises"]]
    failed = any(ex["status"] not in ("right", "not attempted") for ex in exercises)
    return {
        "version": 1,
        "status": "fail" if failed else "pass",
        "max_score": points["max_points"],
        "tests": [_test(ex) for ex in exercises],
    }


def _test(ex: dict[str, Any]) -> dict[str, Any]:
    says = HEADLINE.get(ex["status"], ex["status"])
    if ex["status"] == "right" and ex["points"] < ex["max_points"]:
        says = "complete; the points are your teacher's to give"
    head, _, why = ex["text"].partition("\n")
    if ": not graded" in head:  # the cells are at fault, not the answer
        says = f"not graded: {(why.splitlines() or [''])[0]}"
    if ex["misconception"]:
        says += f" ({ex['misconception']})"
    return {
        "name": f"{ex['exercise']} {ex['title']}{' (bonus)' if ex['bonus'] else ''}",
        "status": "pass" if ex["status"] == "right" else "fail",
        "score": ex["points"],
        "message": f"{ex['points']} of {ex['max_points']}: {says}",
    }


def command(args: argparse.Namespace) -> int:
    points = json.loads(args.file.read_text(encoding="utf-8")) if args.file.exists() else None
    print("result=" + base64.b64encode(json.dumps(result(points)).encode()).decode())
    return 0


def add_parser(sub: argparse._SubParsersAction) -> None:
    p = sub.add_parser("classroom", help="a file of points as GitHub Classroom's autograding takes it")
    p.add_argument("file", type=Path, help="what `pytest --nbval labs/ --points-json=FILE` wrote")
    p.set_defaults(command=command)
