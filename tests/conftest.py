"""For all tests."""

import os

# Set before torch is imported: test processes that run side by side must not wait for each other's threads.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest

from xlnet_mini.course import ledger


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A student's right answer need not have every property of the reference: those tests wait for the reference."""
    for mark in item.iter_markers("reference"):
        graduated = ledger.graduated()
        if theirs := set(mark.args or graduated) & set(graduated):
            pytest.skip(f"a property of the reference; of a student: {', '.join(sorted(theirs))}")
