"""A process behind the walls, for the tests that grade."""

from collections.abc import Iterator

import pytest
from course_copy import missing_tool

from xlnet_mini.course.grading.fork_server import CannotIsolate, Zygote


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    try:
        zygote = Zygote(walls=True)
    except CannotIsolate as exc:
        missing_tool(f"isolation of processes ({exc})")
    yield zygote
    zygote.close()
