"""The README keeps its promises: its table, its commands and its files are those of the course."""

import re

from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.layout import LABS, ROOT

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_labs_is_true():
    for lab in LABS:
        core = [ex for ex in exercises(lab.number) if not ex.bonus]
        minutes, points = sum(ex.minutes for ex in core), sum(ex.points for ex in core)
        row = rf"^\| {lab.number:02d} {re.escape(lab.title)} \| .+ \| {minutes} \| {points} \|$"
        assert re.search(row, TEXT, re.MULTILINE), (
            f"no true row for lab {lab.name}: {minutes} min, {points} points"
        )


def test_files_that_the_readme_names_exist():
    for path in re.findall(r"\]\((?!https?:)([^)]+)\)", TEXT):
        assert (ROOT / path).exists(), path


def test_ci_runs_the_readmes_test_command():
    command = 'pip install -r requirements.txt -e ".[dev]" && pytest'
    assert command in TEXT
    if (ROOT / ".ci" / "run").exists():
        script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
        lines = script.replace("pip install -q", "pip install").splitlines()
        assert [part for part in command.split(" && ") if part not in lines] == []
