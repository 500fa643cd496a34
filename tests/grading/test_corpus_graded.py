"""The corpus of answers through the grader: what `check` says of an answer in the notebook, the grader says too."""

import os
import zlib

import pytest

from xlnet_mini.course import corpus
from xlnet_mini.course.corpus import Answer
from xlnet_mini.course.exercise import evaluate, exercise
from xlnet_mini.course.grading.child_package import package_of
from xlnet_mini.course.grading.fork_server import Zygote
from xlnet_mini.course.grading.plan import first_cell
from xlnet_mini.course.grading.sandbox import Limits
from xlnet_mini.course.layout import LABS, lab, lab_of
from xlnet_mini.course.result import Result

# what the answers of the corpus may count on besides the lab's first cell
MORE_NAMES = "import math\nimport numpy as np\nfrom jaxtyping import Bool, Float, Int"
PATIENT = Limits(seconds=120)
MISSING = "is missing: finish exercise"


def graded(zygote: Zygote, answer: Answer) -> Result:
    which = lab_of(answer.exercise.id)
    process = zygote.fork(package_of(which), PATIENT)
    try:
        for number, source in enumerate((first_cell(which), MORE_NAMES, answer.source)):
            process.run(f"<cell {number}>", source)
        with process.exercise():
            return evaluate(answer.exercise.id, process.answer(answer.exercise))
    finally:
        process.close()


def is_judged_alike(zygote: Zygote, answer: Answer) -> None:
    there, here = graded(zygote, answer), answer.judged()
    assert (there.points + there.manual > 0) == (answer.expected is None)
    if MISSING in there.message and here.status != "right":
        return  # it calls the package's function of the lab that is graded, which is not there
    assert (there.status, there.points, there.misconception) == (here.status, here.points, here.misconception)
    # which candidate a test stumbled over is drawn by lot; the rest of a message is the same
    if "It happened with" not in here.message and "misses" not in str(here.misconception):
        assert there.message == here.message


def everything(kind: str) -> list[Answer]:
    return [a for known in LABS for a in corpus.answers(known, kind)]


def some(kind: str, one_in: int) -> list:
    """A sample that is the same each time, and does not move when answers are added."""
    chosen = [a for a in everything(kind) if zlib.crc32(a.title.encode()) % one_in == 0]
    return [pytest.param(a, id=f"{a.exercise.id}-{a.title.replace(' ', '-')}") for a in chosen]


@pytest.mark.parametrize("answer", some("right", 50))
def test_some_right_answers_get_their_points(zygote, answer):
    is_judged_alike(zygote, answer)


@pytest.mark.parametrize("answer", some("wrong", 60))
def test_some_wrong_answers_hear_the_same_as_in_the_notebook(zygote, answer):
    is_judged_alike(zygote, answer)


@pytest.mark.slow
@pytest.mark.parametrize("number", [known.number for known in LABS])
def test_every_answer_is_judged_as_in_the_notebook(zygote, number):
    only = os.environ.get("EXERCISES", "").split()
    failed = {}
    for answer in corpus.answers(lab(number)):
        if only and answer.exercise.id not in only:
            continue
        try:
            is_judged_alike(zygote, answer)
        except (AssertionError, LookupError) as exc:
            failed[answer.where] = str(exc)[:500]
    assert not failed


TABLE = """
TABLE = torch.zeros(1000, dtype=torch.long)
def order_to_rank(order):
    out = TABLE[: order.numel()].view(order.shape)
    out[:] = order.argsort(-1)
    return out
"""
STRIDES = """
def order_to_rank(order):
    return torch.as_strided(order, order.shape, torch.empty(order.shape).stride()).argsort(-1)
"""


@pytest.mark.parametrize(
    ("source", "mistake"), [(TABLE, "overwrites earlier results"), (STRIDES, "memory layout")]
)
def test_what_only_shared_memory_shows_is_seen(zygote, source, mistake):
    found = graded(zygote, Answer(exercise("1.5"), "", source, mistake, ""))
    assert (found.status, found.misconception) == ("wrong", mistake)
