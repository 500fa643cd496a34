"""Lab 06: faults written into the package by hand are found by the roll call, which names lab and exercise."""

import pytest
from course_copy import copy_course

from xlnet_mini.course import layout, ledger, roll_call
from xlnet_mini.course.restore import restore

FAULTS = {  # the line of the package, what a hand makes of it, what the roll call says
    "a memory one row off": (
        "first = max(rows.shape[-2] - mem_len, 0)",
        "first = max(rows.shape[-2] - mem_len - 1, 0)",
        "Off by one: one row more than",
    ),
    "a memory without its newest row": (
        "return rows[..., first:, :].detach()",
        "return rows[..., first:-1, :].detach()",
        "Off by one: the window ends before its last row",
    ),
    "a memory that is not detached": (
        "return rows[..., first:, :].detach()",
        "return rows[..., first:, :]",
        "still hangs on what computed",
    ),
}


FIRST, *MORE = FAULTS  # each starts a fresh process: one of them always, the others with the slow tests


@pytest.mark.parametrize("fault", [FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)])
def test_the_roll_call_names_lab_06_and_its_exercise(fault, tmp_path, monkeypatch):
    package = copy_course(tmp_path / "course", ("xlnet_mini",)) / "xlnet_mini"
    monkeypatch.setattr(layout, "PACKAGE", package)
    restore()  # start from the reference, also in a student's package
    if ledger.graduated():
        pytest.skip(f"missing in this package: {', '.join(ledger.graduated())}")
    path = package / "recurrence.py"
    text = path.read_text(encoding="utf-8")
    right, wrong, says = FAULTS[fault]
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    monkeypatch.setattr(layout, "LABS", tuple(k for k in layout.LABS if k.number == 6))
    called = {r.function: r for r in roll_call().rows}
    broken = called.pop("recurrence.update_memory")
    assert (broken.holds, broken.lab, broken.exercise) == (False, "06", "6.3")
    assert "revisit exercise 6.3 in lab 06" in broken.cells()[-1]
    assert says in broken.message
    assert all(row.holds for row in called.values())
