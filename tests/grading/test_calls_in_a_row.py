"""Many calls with the same arguments cross the pipe as one, and come to the same as one by one."""

import pytest
import torch

from xlnet_mini.course.exercise import exercise
from xlnet_mini.course.grading.child_package import package_of
from xlnet_mini.course.grading.fork_server import Zygote
from xlnet_mini.course.grading.sandbox import Gone, Limits, StudentProcess
from xlnet_mini.course.kinds.base import AnswerRaised
from xlnet_mini.course.kinds.caller import Caller
from xlnet_mini.course.layout import lab

SAMPLER = exercise("1.3")
RIGHT = """
import torch
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).argsort(-1)
"""
RAISES = RIGHT.replace("    return", "    if length == 3: raise KeyError('three')\n    return")
TOO_FEW = (
    RIGHT
    + """
from inside.student import Student
before = Student.number_of
Student.number_of = lambda self, f: before(self, (lambda *a, **k: f(*a, **k)[:2]) if f.__name__ == "in_a_row" else f)
"""
)


def answer(zygote: Zygote, source: str) -> tuple[StudentProcess, Caller]:
    process = zygote.fork(package_of(lab(1)), Limits(seconds=60))
    error = process.run("<cell 1>", source)
    assert error is None, error
    with process.exercise():
        return process, Caller(SAMPLER, process.answer(SAMPLER))


def test_the_same_values_and_the_same_generator_as_one_by_one(zygote):
    process, call = answer(zygote, RIGHT)
    generator, other = torch.Generator().manual_seed(3), torch.Generator().manual_seed(3)
    got = call.times(7, 5, generator=generator)
    want = [call(5, generator=other) for _ in range(7)]
    process.close()
    assert torch.equal(torch.stack(got), torch.stack(want)) and len(torch.stack(got).unique(dim=0)) > 1
    assert torch.equal(generator.get_state(), other.get_state())


def test_what_an_answer_raises_is_said_as_after_one_call(zygote):
    process, call = answer(zygote, RAISES)
    with pytest.raises(AnswerRaised) as many:
        call.times(7, 3)
    with pytest.raises(AnswerRaised) as one:
        call(3)
    process.close()
    assert str(many.value) == str(one.value) and "three" in str(one.value)


def test_another_number_of_values_ends_the_process(zygote):
    process, call = answer(zygote, TOO_FEW)
    with pytest.raises((AnswerRaised, Gone)):
        call.times(7, 3)
    assert "not 7 values" in process.gone
    process.close()
