"""torch.func in an answer, around a function that the grader handed out: gradients and batches cross the pipe."""

import pytest
from test_corpus_graded import graded

from xlnet_mini.course import corpus
from xlnet_mini.course.corpus import Answer
from xlnet_mini.course.exercise import exercise
from xlnet_mini.course.layout import lab

OF_6_11 = [a for a in corpus.answers(lab(6)) if a.exercise.id == "6.11" and "torch.func" in a.source]


@pytest.mark.parametrize("answer", OF_6_11, ids=lambda a: a.title)
def test_an_answer_that_transforms_is_judged_as_in_the_notebook(zygote, answer):
    assert answer.as_expected(graded(zygote, answer))


FORWARD = """
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    return torch.func.jacfwd(mean_loss)(weight, x, is_slot)
"""
TWICE = """
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    slope = torch.func.grad(mean_loss)
    return torch.func.grad(lambda w: (slope(w, x, is_slot) * w).sum())(weight)
"""


@pytest.mark.parametrize(("source", "says"), [(FORWARD, "jvp"), (TWICE, "second derivative")])
def test_what_the_pipe_cannot_do_is_said(zygote, source, says):
    found = graded(zygote, Answer(exercise("6.11"), "", source, "error", ""))
    assert found.status == "error" and says in found.message
