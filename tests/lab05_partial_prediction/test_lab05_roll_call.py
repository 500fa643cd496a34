"""Lab 05: faults written into the package by hand are found by the roll call, which names lab and exercise."""

import pytest
from course_copy import copy_course

from xlnet_mini.course import layout, ledger, roll_call
from xlnet_mini.course.restore import restore

FAULTS = {  # the line of the package, what a hand makes of it, function and exercise, what the roll call says
    "targets from the front of the order": (
        "    is_target = is_target & ~is_functional\n",
        "    is_target = (rank < is_target.sum(-1, keepdim=True)) & ~is_functional\n",
        ("partial_prediction.plm_mask", "5.2"),
        "the front of the order",
    ),
    "targets from the front of the row": (
        "    chosen = turn.argsort(dim=-1, stable=True)[..., :num_predict]\n",
        "    chosen = word.argsort(dim=-1, stable=True)[..., :num_predict]\n",
        ("partial_prediction.choose_spans", "5.7"),
        "chooses the same positions each time",
    ),
}
FIRST, *MORE = FAULTS  # each starts a fresh process: one of them always, the others with the slow tests


@pytest.mark.parametrize("fault", [FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)])
def test_the_roll_call_names_lab_05_and_its_exercise(fault, tmp_path, monkeypatch):
    package = copy_course(tmp_path / "course", ("xlnet_mini",)) / "xlnet_mini"
    monkeypatch.setattr(layout, "PACKAGE", package)
    restore()  # start from the reference, also in a student's package
    if ledger.graduated():
        pytest.skip(f"missing in this package: {', '.join(ledger.graduated())}")
    path = package / "partial_prediction.py"
    text = path.read_text(encoding="utf-8")
    right, wrong, (function, exercise_id), says = FAULTS[fault]
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    monkeypatch.setattr(layout, "LABS", tuple(k for k in layout.LABS if k.number == 5))
    called = {r.function: r for r in roll_call().rows}
    broken = called.pop(function)
    assert (broken.holds, broken.lab, broken.exercise) == (False, "05", exercise_id)
    assert f"revisit exercise {exercise_id} in lab 05" in broken.cells()[-1]
    assert says in broken.message
    assert all(row.holds for row in called.values())
