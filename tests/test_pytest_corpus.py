"""The corpus of answers, graded in the real labs: each mistake is named there and harms no other exercise."""

import re
from collections.abc import Iterator
from itertools import zip_longest

import pytest

from xlnet_mini.course.corpus import Answer, answers
from xlnet_mini.course.exercise import Exercise, exercise, exercises
from xlnet_mini.course.kernel import Kernel
from xlnet_mini.course.lab_cells import facts, read
from xlnet_mini.course.lab_grades import LINES, GradedNotebook
from xlnet_mini.course.layout import LABS, Lab

BUILT = [pytest.param(lab, id=lab.name) for lab in LABS if lab.solution.exists() and lab.answers.is_dir()]


def graded(lab: Lab, replaced: dict[str, str]) -> GradedNotebook:
    """The solved lab with other answers to some exercises, without its pictures."""
    cells = [c for c in read(lab.solution).cells if c.cell_type == "code"]
    cells = [c for c in cells if not re.search("^with waits_for", c.source, re.MULTILINE)]
    for cell in cells:
        cell.source = replaced.get(facts(cell).get("exercise"), cell.source)
    return GradedNotebook(cells, exercises(lab.number), lambda: Kernel(lab.solution.parent))


def below(ex: Exercise) -> set[str]:
    """The exercises whose answers an answer to this one may call, directly or through others."""
    return {i for r in ex.rests_on for i in {r, *below(exercise(r))}}


def groups(lab: Lab) -> list[list[str]]:
    """The lab's exercises in a few groups, about every second in each; none rests on another of its group."""
    found: list[list[str]] = [[], []]
    for number, ex in enumerate(exercises(lab.number)):
        fitting = [g for g in (*found[number % 2 :], *found[: number % 2]) if not below(ex) & set(g)]
        if not fitting:
            found.append([])
            fitting = found[-1:]
        fitting[0].append(ex.id)
    return found


def rounds(lab: Lab) -> Iterator[dict[str, Answer]]:
    """Every wrong answer once: in each round all exercises of a group are answered wrong."""
    for group in groups(lab):
        columns = [[a for a in answers(lab, "wrong") if a.exercise.id == ex] for ex in group]
        for row in zip_longest(*columns):
            yield {a.exercise.id: a for a in row if a is not None}


def see(lab: Lab, wrong: dict[str, Answer]) -> list[str]:
    """What a notebook with these wrong answers is not told as it should be."""
    notebook = graded(lab, {ex: a.source for ex, a in wrong.items()})
    faults = []
    for ex in notebook.exercises.values():
        grade = notebook.grade(ex.id)
        if ex.id not in wrong and below(ex) & set(wrong):
            # right by itself, but it calls an answer that is not: it may hear so, and nothing else
            if grade.status != "right" and "Look at that first." not in grade.text:
                faults.append(f"exercise {ex.id}, the solution: {grade.text}")
            continue
        if ex.id not in wrong:
            points = 0 if ex.manual else ex.points
            expected, got = ("right", points), (grade.status, grade.points)
        elif wrong[ex.id].expected == "error":
            expected, got = ("error", 0), (grade.status, grade.points)
        else:
            expected, got = ("wrong", wrong[ex.id].expected), (grade.status, grade.misconception)
        where = wrong[ex.id].where if ex.id in wrong else "the solution"
        if expected != got:
            faults.append(f"exercise {ex.id}, {where}: expected {expected}, got {got}: {grade.text}")
        lines = grade.text.splitlines()
        if len(lines) > LINES or f"Exercise {ex.id}" not in lines[0] or "Traceback" in grade.text:
            faults.append(f"exercise {ex.id}, {where}: not a short report: {grade.text}")
    notebook.runs.close()
    return faults


@pytest.mark.parametrize("lab", BUILT)
def test_one_wrong_answer_of_each_exercise_is_named_and_the_others_stay_right(lab):
    first = {a.exercise.id: a for a in reversed(list(answers(lab, "wrong")))}
    assert [fault for group in groups(lab) for fault in see(lab, {i: first[i] for i in group})] == []


@pytest.mark.slow
@pytest.mark.parametrize("lab", BUILT)
def test_every_wrong_answer_is_named_and_the_others_stay_right(lab):
    assert [fault for wrong in rounds(lab) for fault in see(lab, wrong)] == []
