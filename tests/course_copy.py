"""For tests that write: a copy of the course, its environment, and skipping that CI does not allow."""

import os
import shutil
from pathlib import Path

import pytest

from xlnet_mini.course.layout import ROOT

COPIED = (
    "labs",
    "solutions",
    "xlnet_mini",
    "tests",
    "pyproject.toml",
    "requirements.txt",
    "README.md",
    "LICENSE",
)


def missing_tool(what: str) -> None:
    """Skip for want of a tool; where everything must run (CI sets XLNET_MINI_NO_SKIP) this is a failure."""
    if os.environ.get("XLNET_MINI_NO_SKIP"):
        pytest.fail(f"{what} is missing, and nothing may be skipped here")
    pytest.skip(f"{what} is missing")


def copy_course(to: Path, parts: tuple[str, ...] = COPIED) -> Path:
    """The course's files as they stand, without caches, in a folder where tests may write."""
    to.mkdir(parents=True, exist_ok=True)
    skip = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", ".pytest_cache", "runs")
    for part in parts:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, to / part, ignore=skip)
        elif (ROOT / part).exists():
            shutil.copy2(ROOT / part, to / part)
    return to


def environment(course: Path, **extra: str) -> dict[str, str]:
    """An environment in which `import xlnet_mini` finds that copy, not the installed one."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("XLNET_MINI_", "PYTEST_"))}
    return {**env, "PYTHONPATH": str(course), "PYTHONDONTWRITEBYTECODE": "1", **extra}
