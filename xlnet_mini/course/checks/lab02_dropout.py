"""Checks of lab 02 about dropout in attention: which weights, how many, and what becomes of the others."""

import torch
from torch import Tensor

from ..compare import same
from ..exercise import AnswerRaised, Caller, Case, Wrong
from ..kinds.tensor_manners import no_fixed_device


def drops_unasked(call: Caller) -> None:
    """Without dropout the same arguments give the same result, whatever the random numbers are."""
    args = torch.zeros(20, 20), torch.zeros(20, 20, dtype=torch.bool), torch.eye(20)
    results = []
    with torch.random.fork_rng(devices=[]):
        for seed in (1, 2):
            torch.manual_seed(seed)
            results.append(call(*args))
    if not same(*results):
        says = (
            "With dropout=0 something is dropped: two calls with the same arguments differ. Use the argument."
        )
        raise Wrong("drops unasked", says)


def drops_weights(call: Caller) -> None:
    """Dropout: a share of the weights is 0, the others are scaled up, and all values of a key go together."""
    rows, keys, drop = 500, 40, 0.25
    scores, hidden = torch.zeros(rows, keys), torch.zeros(rows, keys, dtype=torch.bool)
    values = torch.cat([torch.eye(keys), torch.ones(keys, 1)], dim=-1)  # shows each weight, and their sum
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(2)
        got = call(scores, hidden, values, dropout=drop)
    weights, total = got[:, :-1], got[:, -1]
    plain, kept = 1 / keys, weights != 0
    share = kept.double().mean().item()
    if share == 1 and not torch.allclose(call(scores + 5, hidden, values, dropout=drop), got):
        raise Wrong("drops scores", "You drop scores. A score of 0 still gets a weight: drop weights.")
    if share == 1:
        raise Wrong(
            "no dropout", "With dropout=0.25 nothing is dropped: a quarter of the weights must become 0."
        )
    if not torch.allclose(total, weights.sum(-1), atol=1e-5):
        says = "You drop entries of the result. Dropout is for the *weights*, before they meet the values."
        raise Wrong("drops the result", says)
    if torch.allclose(weights[kept], torch.tensor(plain)):
        says = (
            "The weights that stay must be scaled up by 1 / (1 - dropout), so that the mean stays the same."
        )
        raise Wrong("not scaled up", says)
    # 20,000 independent draws: six standard deviations are 0.018 for all, 0.12 for one key; a row of 40 never
    # keeps as few as 8
    each_key, each_row = kept.double().mean(dim=0), kept.double().mean(dim=1)
    independent = (each_key - (1 - drop)).abs().max() < 0.12 and each_row.min() > 0.2
    scaled = torch.allclose(weights[kept], torch.tensor(plain / (1 - drop)))
    if scaled and abs(share - (1 - drop)) < 0.02 and independent:
        return
    says = (
        "With dropout=0.25 a quarter of the *weights* must be 0, each by a draw of its own, and the others 4/3 "
        f"of what they were; here {1 - share:.0%} are 0. (Dropping scores, whole keys or whole rows, or dividing "
        "by the sum again, is something else.)"
    )
    raise Wrong("another dropout", says)


def drops_in_training(call: Caller) -> None:
    """What one table with one probability does not show: heads, other probabilities, a second call, gradients."""
    size, drop = 20, 0.1
    scores = torch.randn(2, 2, size, size, dtype=torch.float64, generator=torch.Generator().manual_seed(4))
    values = torch.eye(size, dtype=torch.float64).expand(2, 2, size, size).clone()
    hidden = torch.zeros(size, size, dtype=torch.bool)
    first, second = (call(scores, hidden, values, dropout=drop) != 0 for _ in range(2))
    # 1600 draws: six standard deviations are 0.045
    share = 1 - first.double().mean().item()
    if abs(share - drop) > 0.045:
        says = f"With dropout=0.1, {share:.0%} of the weights are 0. Use the argument, whatever it is."
        raise Wrong("another probability", says)
    if torch.equal(first, second):
        says = "Two calls drop the same weights. Dropout draws anew each time: do not set a seed in your function."
        raise Wrong("the same draw each time", says)
    if torch.equal(first[:, 0], first[:, 1]) or torch.equal(first[0], first[1]):
        says = "The same weights are dropped in every head, or in every sentence. Each weight needs a draw of its own."
        raise Wrong("one draw for all", says)
    _gradient(call, scores.requires_grad_(), hidden, values.requires_grad_(), drop)
    args = {"scores": scores.detach(), "hidden": hidden, "values": values.detach()}
    no_fixed_device(call, Case(args, {"dropout": drop}))
    _small_dtypes(call, args, drop)


def _gradient(call: Caller, scores: Tensor, hidden: Tensor, values: Tensor, drop: float) -> None:
    out = call(scores, hidden, values, dropout=drop)
    grads = [None, None]
    if out.requires_grad:
        grads = torch.autograd.grad(out.square().sum(), (scores, values), allow_unused=True)
    cut = [n for n, g in zip(("scores", "values"), grads, strict=True) if g is None or not g.any()]
    if cut:
        says = f"With dropout, no gradient reaches {' and '.join(cut)}: it could not train."
        raise Wrong("no gradient", says)


def _small_dtypes(call: Caller, args: dict[str, Tensor], drop: float) -> None:
    says = (
        "Right without dropout, but with it {} becomes {}: what you draw must have the dtype of the weights."
    )
    for dtype in (torch.float32, torch.bfloat16):
        small = {k: v.to(dtype) if v.is_floating_point() else v for k, v in args.items()}
        name = str(dtype).removeprefix("torch.")
        try:
            got = call(*small.values(), dropout=drop)
        except AnswerRaised as exc:
            raise Wrong("dtype not kept", f"{says.format(name, 'an error')} {exc}") from None
        if got.dtype != dtype:
            raise Wrong("dtype not kept", says.format(name, str(got.dtype).removeprefix("torch.")))
