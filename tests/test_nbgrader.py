"""nbgrader takes the solved notebooks as they are: it makes the student's, and gives each answer what it earned."""

import os
import shutil
import sys
from pathlib import Path

import nbformat
import pytest

from xlnet_mini.course import ledger
from xlnet_mini.course.corpus import answers
from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.lab_cells import facts
from xlnet_mini.course.layout import LABS, ROOT, Lab, lab

nbgrader = pytest.importorskip("nbgrader")
CONFIG = ROOT / "solutions" / "nbgrader_config.py"
pytestmark = [
    pytest.mark.skipif(bool(ledger.graduated()), reason="the package holds graduated code"),
    pytest.mark.filterwarnings("ignore:Object of type"),  # SQLAlchemy's, about nbgrader's own sessions
]


@pytest.mark.parametrize("which", LABS, ids=lambda k: k.name)
def test_cells_say_to_nbgrader_what_they_are(which):
    from nbgrader.nbgraderformat import MetadataValidator

    for path in (which.notebook, which.solution):
        nb = nbformat.read(path, as_version=4)
        MetadataValidator().validate_nb(nb)  # ids are there, well-formed and unique
        marked = {c.id: c.metadata["nbgrader"] for c in nb.cells if "nbgrader" in c.metadata}
        want = {}
        for ex in exercises(which.number):
            slug = ex.id.replace(".", "-")
            answer = {"locked": False, "solution": True, "grade_id": f"exercise-{slug}"}
            check = {"locked": True, "solution": False, "grade_id": f"check-{slug}"}
            for one in (answer, check):
                earns = one is (answer if ex.manual else check)  # what a teacher judges, the answer earns
                points = {"points": ex.points} if earns else {}
                want[one["grade_id"]] = one | {"grade": earns, "schema_version": 3, "task": False} | points
        assert marked == want


class Course:
    """An nbgrader course with one lab, as the teacher's guide sets it up."""

    def __init__(self, folder: Path, which: Lab):
        self.folder, self.lab = folder, which
        (folder / "source" / which.name).mkdir(parents=True)
        shutil.copy(CONFIG, folder)
        shutil.copy(which.solution, folder / "source" / which.name)

    def submit(self, student: str, replaced: dict[str, str], start: Path | None = None) -> None:
        """Hand in what nbgrader has released, or another notebook, with these texts in the exercises' cells."""
        nb = nbformat.read(start or self.released, as_version=4)
        for cell in nb.cells:
            cell.source = replaced.get(facts(cell).get("exercise"), cell.source)
        target = self.folder / "submitted" / student / self.lab.name
        target.mkdir(parents=True)
        nbformat.write(nb, target / self.released.name)

    @property
    def released(self) -> Path:
        return self.folder / "release" / self.lab.name / f"{self.lab.name}.ipynb"

    def run(self, *calls: str) -> None:
        """Methods of nbgrader's API with this lab, by the config that lies in the course's folder."""
        from nbgrader.apps import NbGrader, NbGraderAPI

        app = NbGrader()
        app.load_config_file()
        api = NbGraderAPI(config=app.config)
        for call in calls:
            method, *students = call.split(":")
            done = getattr(api, method)(self.lab.name, *students)
            assert done["success"], done["log"]

    def points(self, student: str) -> dict[str, float]:
        from nbgrader.api import Gradebook

        with Gradebook(f"sqlite:///{self.folder}/gradebook.db") as book:
            graded = book.find_submission_notebook(self.lab.name, self.lab.name, student)
            return {g.name.partition("-")[2].replace("-", "."): g.score for g in graded.grades}


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """nbgrader works in the current folder, calls the program alembic by name, and its config sets variables."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    monkeypatch.setenv("XLNET_MINI_STRICT", "")
    monkeypatch.setenv("XLNET_MINI_PRESET", "smoke")
    return tmp_path


def test_released_and_graded_by_nbgrader(folder):
    which = lab(0)
    course = Course(folder, which)
    right = {a.exercise.id: a.source for a in answers(which, "right")}
    wrong = {a.exercise.id: a.source for a in answers(which, "wrong")}
    mixed = {
        "0.1": right["0.1"],
        "0.2": wrong["0.2"],
        "0.3": right["0.3"],
        "0.4": "1 / 0",
    }  # the rest is left
    course.submit("mixed", mixed, start=which.notebook)
    course.run("generate_assignment", "autograde:mixed")
    released, ours = (nbformat.read(p, as_version=4) for p in (course.released, which.notebook))
    assert [c.source for c in released.cells] == [c.source for c in ours.cells], "stubs, not empty cells"
    assert course.points("mixed") == {"0.1": 1, "0.2": 0, "0.3": 1, "0.4": 0, "0.5": 0, "0.6": 0}


@pytest.mark.slow
@pytest.mark.parametrize("which", LABS, ids=lambda k: k.name)
def test_every_lab_full_points_for_right_answers_and_none_for_wrong_ones(which, folder):
    course = Course(folder, which)
    course.run("generate_assignment")
    course.submit("solved", {}, start=which.solution)
    course.submit("right", {a.exercise.id: a.source for a in reversed(list(answers(which, "right")))})
    course.submit("wrong", {a.exercise.id: a.source for a in reversed(list(answers(which, "wrong")))})
    course.submit("blank", {})
    course.run(*(f"autograde:{student}" for student in ("solved", "right", "wrong", "blank")))
    full = {ex.id: 0 if ex.manual else ex.points for ex in exercises(which.number)}
    assert course.points("solved") == full
    assert course.points("right") == full
    assert course.points("wrong") == course.points("blank") == dict.fromkeys(full, 0)
