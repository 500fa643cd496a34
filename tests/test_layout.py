"""The contributor's map holds: files are where the stem says, and the table of taught functions is true."""

import ast
import re

import pytest

from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.layout import LABS, PACKAGE, ROOT, CourseError, lab, lab_of

GUIDE = (PACKAGE / "course" / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("which", LABS, ids=lambda k: k.name)
def test_everything_of_a_lab_is_where_its_stem_says(which):
    checks = ROOT / (which.checks.replace(".", "/") + ".py")
    figures = ROOT / (which.figures.replace(".", "/") + ".py")
    for path in (which.notebook, which.module_path, checks, figures):
        assert path.is_file(), path
    if which.source.parent.exists():  # a student's copy has neither sources nor answers
        assert which.source.is_file()
        assert list(which.answers.glob("right/*.py"))
        assert list(which.answers.glob("wrong/*.py"))
        assert list(which.answers.glob("test_*.py"))


def test_the_guides_table_of_taught_functions_is_true():
    rows = re.findall(r"^\| (\d\d) \| `(\w+)` \| (.*) \|$", GUIDE, re.MULTILINE)
    table = {(int(n), m, s) for n, m, cell in rows for s in re.findall(r"`([^`]+)`", cell)}
    true = set()
    for which in LABS:
        for ex in exercises(which.number):
            if ex.graduates:
                module, _, name = ex.graduates.partition(".")
                tree = ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))
                node = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name)
                parts = [a.arg for a in node.args.args]
                parts += ["*"] * bool(node.args.kwonlyargs) + [a.arg for a in node.args.kwonlyargs]
                true.add((which.number, module, f"{name}({', '.join(parts)})"))
    assert table == true


def test_facts_of_the_exercises():
    ids = [ex.id for which in LABS for ex in exercises(which.number)]
    assert len(ids) == len(set(ids))
    for which in LABS:
        for i, ex in enumerate(exercises(which.number), 1):
            assert ex.id == f"{which.number}.{i}"
            assert ex.points >= 1
            assert 1 <= ex.level <= 3
            assert len(ex.hints) == 3
            assert ex.unlocks.endswith(".")
            assert not ex.graduates or ex.invariant, f"{ex.id} graduates: the roll call needs its invariant"
    core = [ex for which in LABS[1:] for ex in exercises(which.number) if not ex.bonus]
    for which in LABS[1:7]:
        of_lab = [ex for ex in core if lab_of(ex.id) == which]
        assert sum(ex.points for ex in of_lab) == 10
        assert 45 <= sum(ex.minutes for ex in of_lab) <= 75


def test_finding_labs():
    assert lab("01") is lab(1)
    assert lab_of("1.4").module == "permutation"
    for nonsense in (99, "x", "", None):
        with pytest.raises(CourseError, match="There is no lab"):
            lab(nonsense)
