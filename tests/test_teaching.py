"""The teacher's guide keeps to the course: exercises, points, names of mistakes, sections, commands, its example."""

import re
from functools import cache

import pytest

from xlnet_mini.course import __main__ as command_line
from xlnet_mini.course.corpus import answers
from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.layout import LABS, ROOT, lab

PATH = ROOT / "solutions" / "TEACHING.md"
GUIDE = PATH.read_text(encoding="utf-8")
SECTIONS = {
    int(number): (title, text)
    for number, title, text in re.findall(
        r"^## Lab (\d\d) · (.+)\n((?:.*\n)*?)(?=^## |\Z)", GUIDE, re.MULTILINE
    )
}


def rows(text: str, cells: int) -> list[list[str]]:
    found = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in found if len(row) == cells]


@cache
def mistakes(number: int) -> dict[str, set[str]]:
    """What the corpus's wrong answers to each exercise of a lab are told."""
    told: dict[str, set[str]] = {ex.id: set() for ex in exercises(number)}
    for answer in answers(lab(number), "wrong"):
        told[answer.exercise.id].add(answer.expected)
    return told


def test_the_notes_of_the_labs_have_their_titles():
    assert {n: title for n, (title, _) in SECTIONS.items()} == {k.number: k.title for k in LABS}
    assert list(SECTIONS) == sorted(SECTIONS), "the labs in their order"
    top = GUIDE.split("\n## ")[0]
    assert re.findall(r"\[(\d\d)\]\(#lab-\1--", top) == [f"{k.number:02d}" for k in LABS], "links at the top"


@pytest.mark.parametrize("number", SECTIONS, ids="lab {:02d}".format)
def test_the_tables_of_a_lab_are_true(number):
    _, text = SECTIONS[number]
    assert "**Objectives.**" in text
    table = [row[:3] for row in rows(text, 4) if re.match(r"\d", row[0])]
    want = [
        [ex.id, ex.title, f"{ex.points} bonus" if ex.bonus else str(ex.points)] for ex in exercises(number)
    ]
    assert table == want
    named = [(row[0], row[1].strip("`")) for row in rows(text, 3) if re.match(r"\d", row[0])]
    assert len(named) >= 8
    assert [n for n in named if n[1] not in mistakes(number)[n[0]]] == [], "no wrong answer is told so"


def test_questions_are_answered_in_sections_that_exist():
    text = GUIDE.split("## Which question is answered where")[1].split("\n## ")[0]
    found = re.findall(r"(\d\d) §(\d)", text)
    assert {int(number) for number, _ in found} == {k.number for k in LABS} - {0}
    assert len(found) > 80
    for number, section in found:
        source = lab(number).source.read_text(encoding="utf-8")
        assert re.search(rf"^## {section} · ", source, re.MULTILINE), f"lab {number} has no section {section}"


def test_commands_and_files_exist():
    commands = set(re.findall(r"python -m xlnet_mini\.course ([\w-]+)", GUIDE))
    known = {name.split(".")[-1].replace("_", "-") for name in command_line.COMMANDS}
    assert commands - known <= {"grade"}
    for path in re.findall(r"\]\((?!https?:|#)([^)#]+)", GUIDE):
        assert (PATH.parent / path).exists(), path
    for path in re.findall(r"(?:solutions|tests|labs|xlnet_mini)/[\w/.]+\.(?:py|md|ipynb)", GUIDE):
        assert (ROOT / path).exists() or "ex1_10" in path or path == "labs/03_relative.ipynb", path
    anchors = {
        re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^##+ (.+)$", GUIDE, re.M)
    }
    assert set(re.findall(r"\]\(#([^)]+)\)", GUIDE)) <= anchors


def test_the_example_of_an_exercise_works():
    source = re.search(r"^   ```python\n(   from xlnet_mini(?:.*\n)*?)   ```", GUIDE, re.MULTILINE)[1]
    namespace: dict = {}
    exec(re.sub(r"^   ", "", source, flags=re.MULTILINE), namespace)
    one = namespace["HowManyOrders"]()
    one.judge(24)
    for m in one.misconceptions:
        with pytest.raises(Exception) as raised:
            one.judge(m.imitate())
        assert raised.value.name == m.name
    assert (
        'exercise="1.10"' in GUIDE
        and f"# %% powers | {one.misconceptions[0].name}\n   how_many = 4**4" in GUIDE
    )
