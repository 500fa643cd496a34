"""Gradients in a batch: an answer may be right for a batch and yet cut its gradient there alone."""

import torch
from torch import Tensor
from torch.autograd import gradcheck

from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Wrong
from ..kinds.tensor_manners import WRITTEN_OVER


def gradients_in_batches(call: Caller, exercise: FunctionExercise) -> None:
    """Raise Wrong unless gradients reach the arguments that train, in each of the exercise's batches."""
    for case in exercise.cases():
        if case.batch:
            _gradients(call, case, exercise.trains)


def _gradients(call: Caller, case: Case, trains: tuple[str, ...]) -> None:
    """The derivative along a random direction tells."""
    inputs = [v.double().requires_grad_() if k in trains else v for k, v in case.args.items()]
    where = f"The values are right, and so is the gradient for a single table. In a batch ({_sizes(case)})"
    cut = f"{where} no gradient reaches {' and '.join(trains)}. Do you treat a batch apart?"
    try:
        if not call(*inputs, **case.kwargs).requires_grad:
            raise Wrong("no gradient", cut)
        with torch.random.fork_rng(devices=[]):
            fits = gradcheck(
                lambda *a: call(*a, **case.kwargs), inputs, fast_mode=True, raise_exception=False
            )
    except AnswerRaised as exc:
        raise Wrong("no gradient", f"{cut} {exc}") from None
    except RuntimeError as exc:
        if "inplace operation" not in str(exc):
            raise
        raise Wrong("written over", WRITTEN_OVER) from None
    if not fits:
        raise Wrong(
            "wrong gradient", f"{where} the gradient is not the derivative: is something cut off there?"
        )


def _sizes(case: Case) -> str:
    return ", ".join(f"{k} {list(v.shape)}" for k, v in case.args.items() if isinstance(v, Tensor))
