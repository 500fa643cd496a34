"""Checks of lab 07 about dropout in the feed-forward block: what is dropped, by whose draw, and whether it trains."""

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, Wrong
from ..kinds.tensor_manners import no_fixed_device
from .lab02_inputs import random_numbers

DROP = 0.25
NARROW = "Dropout belongs between the bend and the second map."


def is_random(call: Caller, case: Case) -> bool:
    """True if the same arguments give different results."""
    with torch.random.fork_rng(devices=[]):
        results = []
        for seed in range(8):
            torch.manual_seed(seed)
            results.append(compare.bare(call.on(case.with_layout(compare.copy_of))))
    return any(not compare.same(got, results[0]) for got in results if isinstance(got, Tensor))


def drops_the_wide_row(call: Caller) -> None:
    """Dropout hits the wide row, entry by entry, with its own probability; and a model can train with it."""
    _not_the_result(call)
    _not_the_input(call)
    _not_the_weights(call)
    _entry_by_entry(call)
    _after_the_bend(call)
    _trains(call)


def _ones(*shape: int) -> Tensor:
    return torch.ones(*shape, dtype=torch.float64)


def _same(x: Tensor) -> Tensor:
    return x


def _not_the_result(call: Caller) -> None:
    """The second map gives a 1 in each place, whatever is dropped of what goes in."""
    n = 300
    got = call(_ones(1), _ones(1, 1), 0 * _ones(1), 0 * _ones(n, 1), _ones(n), _same, DROP)
    if not compare.same(got, _ones(n)):
        says = (
            "Dropout hits the result of the second map, or its bias. It belongs before it, on the wide row."
        )
        raise Wrong("dropout at the end", says)


def _not_the_input(call: Caller) -> None:
    """A wide row of one entry, out of 600: dropped or kept. Dropout of x would give a sum of its own in each row."""
    n = 600
    weights = torch.linspace(0.5, 1.5, n, dtype=torch.float64)[None]
    got = call(_ones(20, n), weights, 0 * _ones(1), _ones(1, 1), 0 * _ones(1), _same, DROP)
    if len({round(x, 4) for x in got.flatten().tolist()}) > 2:
        raise Wrong("dropout of x", f"Dropout hits x, the row that comes in. {NARROW}")


def _not_the_weights(call: Caller) -> None:
    """Two outputs with the same weights are the same sum over what was kept."""
    n = 200
    got = call(_ones(1), _ones(n, 1), 0 * _ones(n), _ones(2, n), 0 * _ones(2), _same, DROP)
    if not compare.same(got[0], got[1]):
        says = (
            "You drop weights. Drop entries of the wide *row*: what is dropped is lost to all outputs alike."
        )
        raise Wrong("dropout of the weights", says)


def _entry_by_entry(call: Caller) -> None:
    n = 200
    args = (
        _ones(8, 5, 1),
        _ones(n, 1),
        0 * _ones(n),
        torch.eye(n, dtype=torch.float64),
        0 * _ones(n),
        _same,
        DROP,
    )
    got, again = call(*args), call(*args)
    gone = got == 0
    each_row = gone.double().mean(-1).flatten()
    share = float(each_row.mean())
    if 0 < share < 1 and all(x in (0, 1) for x in each_row.tolist()):
        says = (
            "You drop whole rows, or keep them whole. Each *entry* of the wide row needs a draw of its own."
        )
        raise Wrong("whole rows", says)
    # 200 draws for a row, 8000 for all: six standard deviations are 0.18 and 0.03
    alike = torch.equal(gone[0], gone[1]) or torch.equal(gone[:, 0], gone[:, 1])
    if alike and abs(share - DROP) < 0.18:
        says = "The same entries are dropped in every row. Each row needs a draw of its own."
        raise Wrong("one draw for all rows", says)
    if abs(share - DROP) > 0.03:
        says = f"With dropout={DROP} a quarter of the wide row must become 0, and {share:.0%} did."
        where = " It is given as the argument `dropout`."
        if share in (0.0, 1.0):
            where = f" {NARROW}"
        elif abs(share - 1 + DROP) < 0.03:
            where = " `dropout` is the share that goes, not the share that stays."
        raise Wrong("no dropout", says + where)
    kept = got[~gone]
    if not torch.allclose(kept, torch.full_like(kept, 1 / (1 - DROP)), rtol=1e-4):
        raise Wrong(
            "dropout not made up for",
            "What dropout leaves must be scaled up by 1 / (1 - dropout), so that the mean stays: F.dropout does it.",
        )
    if torch.equal(gone, again == 0):
        says = "Two calls drop the same entries. Dropout draws anew each time: set no seed in your function."
        raise Wrong("the same draw each time", says)


def _after_the_bend(call: Caller) -> None:
    n = 200
    eye = torch.eye(n, dtype=torch.float64)
    got = call(_ones(1), _ones(n, 1), 0 * _ones(n), eye, 0 * _ones(n), lambda x: x + 1, DROP)
    if not got.eq(0).any():
        says = (
            "Dropout comes before the bend, which then bends numbers that are scaled up. It belongs after it."
        )
        raise Wrong("dropout before the bend", says)


def _trains(call: Caller) -> None:
    """Without biases, and with |x| for a bend, the result grows with x and with each matrix: Euler's rule holds."""
    shapes = {"x": (4, 3), "w_1": (40, 3), "b_1": (40,), "w_2": (3, 40), "b_2": (3,)}
    args = {name: random_numbers(shape, 90 + i) for i, (name, shape) in enumerate(shapes.items())}
    args["b_1"], args["b_2"] = 0 * args["b_1"], 0 * args["b_2"]
    more = {"activation": torch.abs, "dropout": DROP}
    leaves = [x.clone().requires_grad_() for x in args.values()]
    out = call(*leaves, **more).sum()
    grads = torch.autograd.grad(out, leaves, allow_unused=True) if out.requires_grad else [None] * 5
    cut = [name for name, grad in zip(args, grads, strict=True) if grad is None]
    if cut:
        says = f"The values are right, but with dropout no gradient reaches {' and '.join(cut)}."
        raise Wrong("no gradient", says)
    for name, x, grad in zip(args, leaves, grads, strict=True):
        if "b" not in name and not torch.allclose((x * grad).sum(), out):
            says = (
                f"The values are right, but with dropout the gradient of {name} is not the derivative: what was "
                "dropped must give none, and what was scaled up a larger one."
            )
            raise Wrong("wrong gradient", says)
    no_fixed_device(call, Case(args, more))
    _keeps_dtype(call, args, more)


def _keeps_dtype(call: Caller, args: dict[str, Tensor], more: dict) -> None:
    says = (
        "Right without dropout, but with it {} becomes {}: what you draw must have the dtype of the wide row."
    )
    for dtype in (torch.float32, torch.bfloat16):
        name = str(dtype).removeprefix("torch.")
        try:
            got = call(*(x.to(dtype) for x in args.values()), **more)
        except AnswerRaised as exc:
            raise Wrong("dtype not kept", f"{says.format(name, 'an error')} {exc}") from None
        if got.dtype != dtype:
            raise Wrong("dtype not kept", says.format(name, str(got.dtype).removeprefix("torch.")))
