"""The taught functions are the reference's, or a student's own: nothing drifts unnoticed."""

import pytest

from xlnet_mini.course import ledger
from xlnet_mini.course.taught import recorded_hashes, taught

BUILD = "run `python -m xlnet_mini.course build`"


@pytest.mark.parametrize("one", taught(), ids=lambda one: one.name)
def test_a_taught_function_is_the_reference_or_yours(one):
    state = ledger.state(one)
    where = f"exercise {one.exercise.id} in lab {one.lab.number:02d}"
    if state.kind == "missing":
        pytest.skip(f"{one.name} is missing: finish {where}")
    if state.kind == "yours" and one.name in ledger.read():
        pytest.skip(f"{one.name} is yours ({where}){'; ' + state.note if state.note else ''}")
    assert one.name in recorded_hashes(), f"reference.json does not know {one.name}: {BUILD}"
    assert state.kind == "reference", (
        f"{one.name} differs from the reference and was not graduated: {BUILD} if the reference has changed"
    )


def test_the_reference_knows_no_function_that_is_not_taught():
    assert set(recorded_hashes()) <= {t.name for t in taught()}, BUILD
