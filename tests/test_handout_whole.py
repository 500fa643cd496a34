"""A handout in the hands of a student, from the first command to full points; and with a lab that was skipped."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from course_copy import environment

from xlnet_mini.course import handout, ledger, receive, release
from xlnet_mini.course.corpus import answers
from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.lab_cells import facts
from xlnet_mini.course.layout import LABS, ROOT, Lab, lab
from xlnet_mini.course.taught import taught

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(ledger.graduated()), reason="the package holds graduated code"),
]
SKIPPED = lab(3)
GRADUATE = """
import linecache, sys
import nbformat
from xlnet_mini.course.graduate import write_answers
nb = nbformat.read(sys.argv[1], as_version=4)
cells = [c for c in nb.cells if c.cell_type == "code"][:1]
cells += [c for c in nb.cells if "exercise" in c.metadata.get("xlnet_mini", {})]
names = {"__name__": "__main__"}
for n, cell in enumerate(cells):
    linecache.cache[f"<{n}>"] = (len(cell.source), None, cell.source.splitlines(True), f"<{n}>")
    exec(compile(cell.source, f"<{n}>", "exec"), names)
report = write_answers(nb.metadata["xlnet_mini"]["lab"], names, even_if_slow=True)
print(report)
sys.exit(not all(line.kind == "done" for line in report.lines))
"""


def run(command: list, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess:
    return subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True)


def answer(copy: Path, which: Lab) -> None:
    """A student's answers: for each exercise the corpus's first right one, in the notebook of the copy."""
    sources = {a.exercise.id: a.source for a in reversed(list(answers(which, "right")))}
    path = copy / "labs" / which.notebook.name
    nb = nbformat.read(path, as_version=4)
    for cell in nb.cells:
        cell.source = sources.get(facts(cell).get("exercise"), cell.source)
    nbformat.write(nb, path)


def points(copy: Path, python: Path, env: dict[str, str], *labs: str) -> dict:
    """What `pytest --nbval labs/` gives for a copy; it must be green."""
    command = [python, "-m", "pytest", "--nbval", *(labs or ["labs/"]), "--points-json=points.json", "-q"]
    ran = run(command, copy, env)
    assert ran.returncode == 0, ran.stdout[-6000:] + ran.stderr[-2000:]
    return json.loads((copy / "points.json").read_text())


def test_from_the_readme_to_full_points_in_a_fresh_environment(tmp_path):
    copy = tmp_path / "course"
    handout.handout(copy, LABS, ())
    readme = (copy / "README.md").read_text(encoding="utf-8")
    assert "\npip install -r requirements.txt\n" in readme and "`pytest --nbval labs/`" in readme
    bin_folder = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    env = {k: v for k, v in os.environ.items() if not k.startswith(("XLNET_MINI_", "PYTEST_", "PYTHON"))}
    env |= {"PATH": os.pathsep.join((str(bin_folder), env["PATH"])), "VIRTUAL_ENV": str(bin_folder.parent)}
    subprocess.run([sys.executable, "-m", "venv", bin_folder.parent], check=True)
    installed = run(
        [bin_folder / "python", "-m", "pip", "install", "-q", "-r", "requirements.txt"], copy, env
    )
    assert installed.returncode == 0, installed.stderr[-2000:]
    python = bin_folder / "python"
    opened = run([bin_folder / "jupyter", "lab", "--version"], copy, env)
    assert opened.returncode == 0 and int(opened.stdout.split(".")[0]) >= 4

    fresh = points(copy, python, env)
    assert fresh["points"] == 0
    assert {ex["status"] for k in fresh["labs"] for ex in k["exercises"]} == {"not attempted"}

    for which in LABS:
        answer(copy, which)
        if taught(which.number):
            graduated = run([python, "-c", GRADUATE, copy / "labs" / which.notebook.name], copy, env)
            assert graduated.returncode == 0, graduated.stdout + graduated.stderr
    called = run([python, "-m", "xlnet_mini.course", "roll-call"], copy, env)
    assert called.returncode == 0 and ", 0 missing, 0 broken" in called.stdout, called.stdout

    solved = points(copy, python, env)
    everything = [ex for which in LABS for ex in exercises(which.number)]
    by_hand = sum(ex.points for ex in everything if ex.manual and not ex.bonus)
    assert solved["points"] == solved["max_points"] - by_hand
    assert solved["bonus"] == sum(ex.points for ex in everything if ex.bonus and not ex.manual)

    told = run([python, "-m", "xlnet_mini.course", "classroom", "points.json"], copy, env)
    assert told.returncode == 0 and told.stdout.startswith("result=")

    shutil.copytree(copy / "labs", tmp_path / "submissions" / "Ada")
    grade = [
        sys.executable,
        "-m",
        "xlnet_mini.course",
        "grade",
        tmp_path / "submissions",
        "--out",
        tmp_path / "out",
    ]
    graded = run(grade, ROOT, environment(ROOT))
    if graded.returncode == 2 and "cannot isolate" in graded.stderr:
        graded = run([*grade, "--weak-isolation"], ROOT, environment(ROOT))
    assert graded.returncode == 0, graded.stdout + graded.stderr
    with (tmp_path / "out" / "grades.csv").open(encoding="utf-8", newline="") as file:
        got = {
            row["exercise"]: (row["student"], row["status"], row["points"]) for row in csv.DictReader(file)
        }
    assert got == {
        ex.id: ("Ada", "complete", "") if ex.manual else ("Ada", "right", str(ex.points)) for ex in everything
    }


@pytest.fixture(scope="module")
def without_lab_03(tmp_path_factory) -> Path:
    """All labs solved but 03, whose functions are missing."""
    copy = tmp_path_factory.mktemp("without") / "course"
    handout.handout(copy, LABS, [k for k in LABS if k is not SKIPPED])
    for which in LABS:
        if which is not SKIPPED:
            answer(copy, which)
    return copy


@pytest.fixture(scope="module")
def with_lab_03_given(without_lab_03, tmp_path_factory) -> Path:
    copy = Path(shutil.copytree(without_lab_03, tmp_path_factory.mktemp("with") / "course"))
    assert receive.apply(release.make([], [SKIPPED]), copy).ok
    return copy


LATER = [k for k in LABS if k.number > SKIPPED.number]


@pytest.mark.parametrize("which", LATER, ids=lambda k: k.name)
def test_later_labs_say_in_one_line_what_is_missing(which, without_lab_03):
    from nbclient import NotebookClient

    nb = nbformat.read(without_lab_03 / "labs" / which.notebook.name, as_version=4)
    client = NotebookClient(nb, timeout=1200, resources={"metadata": {"path": str(without_lab_03 / "labs")}})
    client.execute(env=environment(without_lab_03, XLNET_MINI_PRESET="smoke"))  # raises if a cell raises
    for cell in nb.cells:
        for out in cell.get("outputs", []):
            text = out.get("data", {}).get("text/plain", "") if "data" in out else out.get("text", "")
            for line in text.splitlines():
                if "is missing" in line and "roll" not in cell.source:
                    assert "finish exercise 3." in line and ("graduate(3)" in line or "in lab 03" in line), (
                        line
                    )
            assert "Traceback" not in text


@pytest.mark.parametrize("which", LATER, ids=lambda k: k.name)
def test_later_labs_run_when_lab_03_is_given(which, with_lab_03_given):
    env = environment(with_lab_03_given, XLNET_MINI_PRESET="smoke")
    got = points(with_lab_03_given, Path(sys.executable), env, f"labs/{which.notebook.name}")
    by_hand = sum(ex.points for ex in exercises(which.number) if ex.manual and not ex.bonus)
    assert got["points"] == got["max_points"] - by_hand
