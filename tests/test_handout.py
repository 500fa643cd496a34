"""The student's copy: what is in it and what is not, what works in it, and what a release gives to it later."""

import ast
import base64
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from course_copy import environment

from xlnet_mini.course import handout, layout, ledger, receive, release
from xlnet_mini.course.__main__ import main
from xlnet_mini.course.classroom import result
from xlnet_mini.course.corpus import answers
from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.lab_cells import facts
from xlnet_mini.course.layout import LABS, ROOT, CourseError, lab
from xlnet_mini.course.slots import LEAK
from xlnet_mini.course.source_text import function_source, signature_and_docstring
from xlnet_mini.course.taught import Taught, taught

pytestmark = pytest.mark.skipif(bool(ledger.graduated()), reason="the package holds graduated code")
HANDED, GIVEN = (lab(0), lab(1), lab(2)), (lab(1),)
TEXT = (".py", ".md", ".toml", ".json", ".yml", ".txt", ".ipynb")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """Labs 00 to 02, with the functions of lab 01 given. Tests that write take a copy."""
    out = tmp_path_factory.mktemp("made") / "course of 2026"
    handout.handout(out, HANDED, GIVEN)
    return out


@pytest.fixture
def copy(made, tmp_path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))


def source(copy: Path, one: Taught) -> str:
    return function_source(copy / one.file, one.function)


def test_what_is_in_it(made):
    files = {p.relative_to(made).as_posix() for p in made.rglob("*") if p.is_file()}
    assert {f for f in files if f.startswith("labs/")} == {
        "labs/conftest.py",
        *(f"labs/{k.name}.ipynb" for k in HANDED),
    }
    assert {f for f in files if "/" not in f} == {
        *("README.md", "LICENSE", "pyproject.toml", "requirements.txt", ".gitignore", ".gitattributes")
    }
    assert ".github/workflows/classroom.yml" in files
    top = {f.partition("/")[0] for f in files if "/" in f}
    assert top == {"labs", "xlnet_mini", ".github"}, "no solutions, no tests, nothing else"
    theirs = {f"xlnet_mini/course/{name}" for name in handout.TEACHERS}
    assert not [f for f in files if f in theirs or f.rpartition("/")[0] in theirs]
    assert not [f for f in files if "__pycache__" in f or f.endswith("graduated.json")]
    for k in HANDED:
        assert (made / "labs" / f"{k.name}.ipynb").read_bytes() == k.notebook.read_bytes()


def test_functions_are_missing_or_given(made):
    for one in taught():
        if one.lab in GIVEN:
            assert source(made, one) == one.source()
        else:
            assert ledger.is_stub(source(made, one), one.function)
            assert f"finish exercise {one.exercise.id} in labs/{one.lab.name}.ipynb" in source(made, one)


def test_no_line_of_a_missing_function_can_be_read(made):
    """Except in checks and figures, whose own slow versions are written from the same formulas."""
    where: dict[str, str] = {}
    for path in made.rglob("*"):
        if path.suffix in TEXT and path.parent.name not in ("checks", "figures"):
            for line in path.read_text(encoding="utf-8").splitlines():
                where[line.strip().removesuffix('\\n",').lstrip('"')] = path.name
    for one in taught():
        text = one.source()
        body = text[len(signature_and_docstring(text, one.function)) :]
        for line in map(str.strip, body.splitlines()):
            if one.lab not in GIVEN and len(line) >= LEAK:
                assert line not in where, f"{one.name} can be read in {where[line]}: {line}"


def test_no_answer_of_the_solved_notebooks_can_be_read(made):
    text = "\n".join(p.read_text(encoding="utf-8") for p in made.rglob("*") if p.suffix in TEXT)
    for which in LABS:
        for cell in nbformat.read(which.solution, as_version=4).cells:
            if "exercise" in facts(cell) and not facts(cell)["graduates"] and len(cell.source) > LEAK:
                assert cell.source not in text
                assert json.dumps(cell.source)[1:-1] not in text


def test_its_readme_is_true(made):
    text = (made / "README.md").read_text(encoding="utf-8")
    assert "{{" not in text
    for k in HANDED:
        core = [ex for ex in exercises(k.number) if not ex.bonus]
        minutes, points = sum(ex.minutes for ex in core), sum(ex.points for ex in core)
        assert f"| {k.number:02d} {k.title} | `labs/{k.name}.ipynb` | {minutes} | {points} |" in text
    assert "solutions" not in text and "relative.ipynb" not in text
    assert "in the package already: 01 Permutation sampling." in text
    for command in re.findall(r"python -m xlnet_mini\.course ([\w-]+)", text):
        assert (made / "xlnet_mini" / "course" / f"{command.replace('-', '_')}.py").exists(), command


def test_pip_reads_its_project_file(made):
    import tomllib

    project = tomllib.loads((made / "pyproject.toml").read_text(encoding="utf-8"))
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"] == {k: v for k, v in whole["project"].items() if k != "optional-dependencies"}
    assert project["build-system"] == whole["build-system"]
    assert project["tool"]["setuptools"] == whole["tool"]["setuptools"]
    assert project["tool"]["pytest"]["ini_options"]["testpaths"] == ["labs"]
    assert "-e ." in (made / "requirements.txt").read_text(encoding="utf-8").splitlines()


def test_every_module_of_it_can_be_loaded_and_a_missing_function_says_so_in_one_line(made):
    program = """
import importlib, pkgutil, torch, xlnet_mini, xlnet_mini.course, xlnet_mini.course.__main__ as command
from xlnet_mini.course.graduate import write_answers
for found in pkgutil.walk_packages(xlnet_mini.__path__, "xlnet_mini."):
    if not found.name.endswith(("__main__", "fresh_child")):
        importlib.import_module(found.name)
print(xlnet_mini.__file__)
print([name for name in command.COMMANDS if command.here(name)])
try:
    xlnet_mini.two_stream.attend(torch.zeros(2, 2), torch.zeros(2, 2, dtype=bool), torch.zeros(2, 3))
except NotImplementedError as exc:
    print(exc)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=made, env=environment(made), capture_output=True, text=True
    )
    where, commands, says = run.stdout.splitlines() or [run.stderr, "", ""]
    assert Path(where).is_relative_to(made)
    assert {"roll_call", "restore", "receive", "classroom"} <= set(ast.literal_eval(commands))
    assert not {"build", "kills", "handout", "release"} & set(ast.literal_eval(commands))
    assert says == (
        "attend is missing: finish exercise 2.4 in labs/02_two_stream.ipynb, then run graduate(2)"
    )


def test_graduating_and_restoring_in_it(copy):
    program = """
import linecache, math, sys, torch
from torch import Tensor
from xlnet_mini.course import restore
from xlnet_mini.course.graduate import write_answers
from xlnet_mini.course.taught import taught
source = sys.argv[1]
linecache.cache["<cell>"] = (len(source), None, source.splitlines(True), "<cell>")
exec(compile(source, "<cell>", "exec"))
print(write_answers(0, globals()))
print(taught(0)[0].source(), restore())
"""
    one = taught(0)[0]
    answer = next(a for a in answers(lab(0), "right") if a.exercise.id == one.exercise.id)
    before = (copy / one.file).read_bytes()
    run = subprocess.run(
        [sys.executable, "-c", program, answer.source],
        cwd=copy,
        env=environment(copy),
        capture_output=True,
        text=True,
    )
    assert "written into xlnet_mini/schedule.py" in run.stdout, run.stdout + run.stderr
    last_line = answer.source.strip().splitlines()[-1]
    assert last_line in run.stdout and "is as it was before it graduated" in run.stdout
    assert (copy / one.file).read_bytes() == before
    assert not (copy / "xlnet_mini" / "graduated.json").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["handout", "{full}"], "is not empty"),
        (["handout", "{full}/file"], "is not empty"),
        (["handout", f"{ROOT}/xlnet_mini/new"], "lies inside the package"),
        (["handout", "{new}", "--labs", "0,77"], "There is no lab '77'"),
        (["handout", "{new}", "--given", "x"], "There is no lab 'x'"),
        (["release", "{full}", "--labs", "3"], "is no handed-out copy"),
        (["release", f"{ROOT}", "--labs", "3"], "is the course itself"),
        (["release", "{full}"], "Say what to release"),
        (["release", "--labs", "3"], "Say where to"),
        (["release", "--labs", "3", "--zip", "{full}/no folder/x.zip"], "cannot be written"),
        (["handout", "{full}/file/new", "--labs", "0"], "cannot be written"),
        (["receive", "{full}/file"], "is not a release of this course"),
        (["receive", "{full}/no such file"], "cannot be read"),
    ],
)
def test_errors_are_one_line_and_leave_nothing(tmp_path, capsys, arguments, says):
    full = tmp_path / "full"
    full.mkdir()
    (full / "file").write_text("text")
    status = main([a.format(full=full, new=tmp_path / "new") for a in arguments])
    err = capsys.readouterr().err
    assert status == 2 and says in err and err.count("\n") == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["full"]
    assert [p.name for p in full.iterdir()] == ["file"]


def test_a_handout_that_fails_half_way_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setitem(handout.TEMPLATES, "no such template", "README.md")
    with pytest.raises(OSError):
        handout.handout(tmp_path / "out", HANDED, ())
    assert not list(tmp_path.iterdir())


def test_a_package_with_a_students_code_is_not_handed_out(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger, "state", lambda one: ledger.State("yours"))
    with pytest.raises(CourseError, match="is not the reference here"):
        handout.handout(tmp_path / "out", HANDED, ())


def test_an_empty_folder_will_do(tmp_path):
    (tmp_path / "out").mkdir()
    handout.handout(tmp_path / "out", [lab(0)], LABS)
    assert all(source(tmp_path / "out", one) == one.source() for one in taught())


def test_a_lab_and_functions_are_released_later(copy, capsys):
    mine = copy / "labs" / "02_two_stream.ipynb"
    mine.write_text("a student's work")
    sinusoids, distances = (
        next(t for t in taught(3) if t.function == f) for f in ("sinusoids", "relative_distances")
    )
    path = copy / sinusoids.file
    own = 'def sinusoids(distances, d_model):\n    return "mine"'
    path.write_text(path.read_text().replace(source(copy, sinusoids), own))
    assert main(["release", str(copy), "--labs", "2,3", "--given", "3"]) == 0
    said = capsys.readouterr().out
    assert "labs/02_two_stream.ipynb: is there already" in said and "labs/03_relative.ipynb: is new" in said
    assert "relative.sinusoids: your own is there, and stays" in said
    assert mine.read_text() == "a student's work" and source(copy, sinusoids) == own
    assert (copy / "labs" / "03_relative.ipynb").read_bytes() == lab(3).notebook.read_bytes()
    assert source(copy, distances) == distances.source()
    assert main(["release", str(copy), "--given", "3"]) == 0
    assert "the reference is there already" in capsys.readouterr().out
    everything = [*taught(0), *taught(2), *taught(4)]
    assert all(ledger.is_stub(source(copy, one), one.function) for one in everything), "others stay missing"


def test_a_release_as_a_file_which_students_receive(copy, tmp_path, capsys, monkeypatch):
    file = tmp_path / "lab 03.zip"
    assert main(["release", "--zip", str(file), "--labs", "3", "--given", "3"]) == 0
    assert "receive lab 03.zip" in capsys.readouterr().out
    path = copy / "xlnet_mini" / "relative.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))  # as git may have it on Windows
    monkeypatch.setattr(layout, "ROOT", copy)
    assert main(["receive", str(file)]) == 0
    assert "relative.sinusoids: is given, in xlnet_mini/relative.py" in capsys.readouterr().out
    monkeypatch.undo()
    assert path.read_bytes().count(b"\r\n") == path.read_bytes().count(b"\n")
    assert path.read_bytes().replace(b"\r\n", b"\n") == (ROOT / "xlnet_mini" / "relative.py").read_bytes()
    assert (copy / "labs" / "03_relative.ipynb").exists()


@pytest.mark.parametrize(
    "contents",
    [
        {"labs": ["../../x.ipynb"], "given": {}},
        {"labs": [], "given": {"../relative.sinusoids": "text"}},
        {"labs": [], "given": {"relative.sinusoids": 3}},
        {"labs": [], "given": []},
        {"labs": ["03_relative.ipynb"], "given": {}},
        [],
    ],
)
def test_a_file_that_is_no_release_is_refused(tmp_path, contents):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as file:
        file.writestr("release.json", json.dumps(contents))
        file.writestr("labs/../../x.ipynb", "{}")
    with pytest.raises(CourseError, match="is not a release of this course") as raised:
        receive.read(tmp_path / "x.zip")
    assert "\n" not in str(raised.value)


def test_functions_of_another_version_are_refused(copy):
    changed = {t.name: t.source() + "\n    # newer" for t in taught(3)}
    report = receive.apply(receive.Release({}, changed | {"relative.gone": "text"}), copy)
    assert not report.ok and all("another version of the course" in line.says for line in report.lines)
    assert all(ledger.is_stub(source(copy, one), one.function) for one in taught(3))


def test_a_damaged_copy_is_said_in_one_line(copy):
    (copy / "xlnet_mini" / "rel_shift.py").write_text("def broken(:\n")
    report = receive.apply(release.make([], [lab(4)]), copy)
    assert not report.ok and "syntax error in line 1" in report.lines[0].says
    (copy / "xlnet_mini" / "course" / "reference.json").write_text("{")
    report = receive.apply(release.make([], [lab(4)]), copy)
    assert not report.ok and "reference.json is damaged" in report.lines[0].says


def test_a_function_that_is_gone_is_said(copy):
    one = taught(4)[0]
    path = copy / one.file
    path.write_text(path.read_text().replace(f"def {one.function}", "def something_else"))
    report = receive.apply(release.make([], [lab(4)]), copy)
    assert not report.ok and "There is no function `rel_shift`" in report.lines[0].says


def test_points_for_github_classroom():
    def grade(number, status, points=0, bonus=False, misconception=None):
        facts = {"exercise": f"1.{number}", "title": "T", "status": status, "points": points, "max_points": 2}
        return facts | {"bonus": bonus, "misconception": misconception, "text": ""}

    grades = [grade(1, "right", 2), grade(2, "not attempted"), grade(3, "right", 2, bonus=True)]
    points = {"points": 2, "max_points": 4, "labs": [{"exercises": grades}]}
    told = result(points)
    assert (told["status"], told["max_score"], sum(t["score"] for t in told["tests"])) == ("pass", 4, 4)
    assert [t["status"] for t in told["tests"]] == ["pass", "fail", "pass"]
    points["labs"][0]["exercises"].append(grade(4, "wrong", misconception="reads the order backwards"))
    told = result(points)
    assert told["status"] == "fail"
    assert told["tests"][-1]["message"] == "0 of 2: not right yet (reads the order backwards)"
    points["labs"][0]["exercises"][-1] = grade(4, "error") | {
        "text": "Exercise 1.4: not graded (0 of 2)\nIts check cell was changed.\nmore"
    }
    assert result(points)["tests"][-1]["message"] == "0 of 2: not graded: Its check cell was changed."
    assert result(None)["status"] == "error"


def test_the_workflow_runs_what_it_must(made, tmp_path, capsys):
    text = (made / ".github" / "workflows" / "classroom.yml").read_text(encoding="utf-8")
    assert "pytest --nbval labs/ --points-json=points.json" in text
    assert re.search(r"^  run-autograding-tests:$", text, re.MULTILINE), (
        "GitHub Classroom looks for this name"
    )
    step = re.search(r"id: (\w+)", text)[1]
    assert f"{step.upper()}_RESULTS" in text and f"runners: {step}\n" in text
    assert "python -m xlnet_mini.course classroom points.json >> " in text
    assert main(["classroom", str(tmp_path / "points.json")]) == 0  # pytest did not get so far
    name, _, value = capsys.readouterr().out.strip().partition("=")
    assert name == "result" and json.loads(base64.b64decode(value))["status"] == "error"
