"""The README keeps its promises: its table, its commands and its files are those of the course."""

import math
import re

import pytest
import torch

from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.layout import LABS, ROOT

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_labs_is_true():
    for lab in LABS:
        core = [ex for ex in exercises(lab.number) if not ex.bonus]
        minutes, points = sum(ex.minutes for ex in core), sum(ex.points for ex in core)
        name = re.escape(f"[{lab.number:02d} {lab.title}](labs/{lab.name}.ipynb)")
        row = rf"^\| {name} \| .+ \| {minutes} \| {points} \|$"
        assert re.search(row, TEXT, re.MULTILINE), (
            f"no true row for lab {lab.name}: {minutes} min, {points} points"
        )


def test_files_that_the_readme_names_exist():
    for path in re.findall(r"\]\((?!https?:)([^)]+)\)", TEXT):
        assert (ROOT / path).exists(), path


def test_the_models_example_runs_and_nothing_leaks_through_it():
    """A random model guesses no better than chance; one that saw the words, as without targets, would."""
    [example] = re.findall(r"```python\n(.+?)```", TEXT, re.DOTALL)
    names: dict = {}
    torch.manual_seed(0)
    exec(example, names)
    assert names["out"].logits.shape == (8, 32, 2048)
    assert names["out"].loss.item() == pytest.approx(math.log(2048), abs=0.2)


def test_ci_runs_the_readmes_test_command():
    command = 'pip install -r requirements.txt -e ".[dev]" && pytest'
    assert command in TEXT
    if (ROOT / ".ci" / "run").exists():
        script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
        lines = script.replace("pip install -q", "pip install").splitlines()
        assert [part for part in command.split(" && ") if part not in lines] == []
