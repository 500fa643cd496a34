"""Some attacks, graded by nbgrader's autograde and by ours: what each of them gives for them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import hostile
import pytest
from submitted import filled_in, write
from test_hostile import grade

from xlnet_mini.course.layout import ROOT, lab

ATTACKS = (  # harmless to the machine: under nbgrader they run without walls
    "gives check another meaning",
    "shows nothing",
    "leaves strict mode",
    "transforms the input",
    "imports the checkers",
    "reads the course's files",
    "patches torch",
)


def attacked(name: str, out: Path) -> dict:
    """Lab 01 with the attack in its second cell, and wrong answers or what the attack has got."""
    ending = hostile.ENDINGS.get(name, hostile.WRONG)
    facts = f"ROOT, OUT = {str(ROOT)!r}, {str(out)!r}"
    nb = filled_in(lab(1), {"1.6": ending})
    at = next(i for i, c in enumerate(nb["cells"]) if c["cell_type"] == "code") + 1
    cell = {"cell_type": "code", "id": "attack", "metadata": {}, "outputs": [], "execution_count": None}
    nb["cells"].insert(at, {**cell, "source": f"{facts}\n{hostile.CODE[name]}"})
    return nb


def by_nbgrader(folder: Path, notebooks: dict[str, dict]) -> dict[str, float]:
    """The score of each by nbgrader, set up as the teacher's guide says."""
    which = lab(1)
    (folder / "source" / "lab").mkdir(parents=True)
    shutil.copy(which.solution, folder / "source" / "lab")
    shutil.copy(ROOT / "solutions" / "nbgrader_config.py", folder)
    for name, nb in notebooks.items():
        write(
            folder / "submitted" / name.replace(" ", "_").replace("'", "") / "lab" / which.notebook.name, nb
        )
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command in ("generate_assignment", "autograde"):
        line = [sys.executable, "-m", "nbgrader", command, "lab"]
        subprocess.run(line, cwd=folder, env={**os.environ, "PATH": path}, check=True, capture_output=True)
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder}/gradebook.db") as book:
        return {s.student.id.replace("_", " "): s.score for s in book.assignment_submissions("lab")}


@pytest.mark.slow
def test_attacks_that_pay_at_nbgrader_pay_nothing_here(tmp_path):
    pytest.importorskip("nbgrader")
    notebooks = {name: attacked(name, tmp_path) for name in ATTACKS}
    for name, nb in notebooks.items():
        write(tmp_path / "in" / name / "01_permutation.ipynb", nb)
    graded = grade(tmp_path / "in", tmp_path / "out")
    ours = {name: sum(int(r["points"] or 0) for r in rows) for name, rows in graded.items()}
    theirs = by_nbgrader(tmp_path / "nbgrader", notebooks)
    for name in ATTACKS:
        print(f"{name:32} nbgrader {theirs[name.replace(chr(39), '')]:4.0f}   grade {ours[name]:4}")
    assert set(ours.values()) == {0}
    assert max(theirs.values()) > 0
