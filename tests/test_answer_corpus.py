"""The corpus is read as written, run as the lab would, and the table of kills tells the truth about it."""

import argparse
import ast
import builtins
from pathlib import Path

import pytest

from xlnet_mini.course import kills
from xlnet_mini.course.corpus import Answer, answers
from xlnet_mini.course.exercise import exercise
from xlnet_mini.course.lab_cells import facts, read
from xlnet_mini.course.layout import LABS, CourseError, Lab
from xlnet_mini.course.result import Result

RIGHT = """# %% plain
gradient = [-4, -8]

# %% with a helper and an import
from itertools import repeat


def both(x):
    return [x, 2 * x]


gradient = both(-4)
"""
WRONG = """# %% no factor 2 | without the 2
# a comment stays
gradient = [-2, -4]

# %% stops | error
gradient = [1, 2]
"""


class Elsewhere(Lab):
    """Lab 00 with its answers in a folder of the test."""

    folder: Path

    @property
    def answers(self) -> Path:
        return self.folder


@pytest.fixture
def lab_00(tmp_path):
    lab = Elsewhere(0, "start_here", "Start here", "schedule")
    object.__setattr__(lab, "folder", tmp_path)
    for kind, text in (("right", RIGHT), ("wrong", WRONG)):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / "ex0_6.py").write_text(text, encoding="utf-8")
    return lab


def test_cells_are_read_with_title_source_and_what_they_must_be_told(lab_00):
    found = list(answers(lab_00))
    assert [(a.kind, a.title, a.expected) for a in found] == [
        ("right", "plain", None),
        ("right", "with a helper and an import", None),
        ("wrong", "no factor 2", "without the 2"),
        ("wrong", "stops", "error"),
    ]
    assert found[2].source == "# a comment stays\ngradient = [-2, -4]\n"
    assert found[0].where.endswith("right/ex0_6.py:1") and found[3].where.endswith("wrong/ex0_6.py:5")
    assert [a.value() for a in found[:2]] == [[-4, -8], [-4, -8]]
    assert {a.exercise.id for a in answers(lab_00, "wrong")} == {"0.6"}


def test_answers_do_not_see_each_other(lab_00):
    first, second = answers(lab_00, "right")
    second.value()
    with pytest.raises(CourseError, match="does not define gradient"):
        Answer(first.exercise, "none", "x = 1\n", None, "here:1").value()


@pytest.mark.parametrize("kind, title", [("right", "plain | value"), ("wrong", "plain"), ("right", "")])
def test_titles_that_do_not_fit_their_folder_are_refused(lab_00, kind, title):
    path = lab_00.answers / kind / "ex0_6.py"
    path.write_text(f"# %% {title}\ngradient = [1, 2]\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"ex0_6\.py:1"):
        list(answers(lab_00))


@pytest.mark.parametrize(
    "expected, status, misconception, points, good",
    [
        (None, "right", None, 1, True),
        (None, "right", None, 0, False),
        (None, "wrong", "value", 0, False),
        ("value", "wrong", "value", 0, True),
        ("value", "wrong", "form", 0, False),
        ("value", "right", None, 1, False),
        ("value", "error", None, 0, False),
        ("error", "error", None, 0, True),
        ("error", "wrong", "error", 0, False),
        ("error", "not attempted", None, 0, False),
    ],
)
def test_what_counts_as_expected(expected, status, misconception, points, good):
    answer = Answer(exercise("0.6"), "title", "gradient = 1\n", expected, "here:1")
    assert answer.as_expected(Result("0.6", status, points, 1, misconception)) is good


def test_the_table_counts_and_fails(lab_00, monkeypatch, capsys):
    monkeypatch.setattr(kills, "LABS", (lab_00,))
    args = argparse.Namespace(lab=None, verbose=True)
    assert kills.run(args) == 1  # `stops` does not stop
    out = capsys.readouterr().out
    row = next(line for line in out.splitlines() if line.startswith("0.6"))
    assert "1 of 2" in row and "2 of 2" in row and row.endswith("FAILED")
    assert "`stops` must be told error, was told only x:" in out
    good = WRONG.replace("| error", "| only x")
    (lab_00.answers / "wrong" / "ex0_6.py").write_text(good, encoding="utf-8")
    assert kills.run(args) == 0
    assert "FAILED" not in capsys.readouterr().out


def test_a_lab_without_any_answers_does_not_pass(lab_00, monkeypatch):
    for kind in ("right", "wrong"):
        (lab_00.answers / kind / "ex0_6.py").unlink()
    monkeypatch.setattr(kills, "LABS", (lab_00,))
    assert kills.run(argparse.Namespace(lab=None, verbose=False)) == 1


def made(tree: ast.AST) -> set[str]:
    """All names that a cell gives a value to, wherever in it."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
                found.add(name)
            case ast.alias(name=name, asname=other):
                found.add((other or name).split(".")[0])
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found.add(name)
    return found


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_answers_use_what_their_lab_has_or_import_it(lab):
    """The corpus runs in a namespace with more names than a lab; a student has the lab's only."""
    known, before = set(dir(builtins)), {}
    for cell in read(lab.solution).cells:
        if cell.cell_type == "code":
            before.setdefault(facts(cell).get("exercise"), set(known))
            known |= made(ast.parse(cell.source))
    unknown = {}
    for answer in answers(lab):
        if answer.expected == "error":
            continue
        tree = ast.parse(answer.source)
        used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        if missing := used - made(tree) - before[answer.exercise.id]:
            unknown[answer.where] = missing
    assert unknown == {}
