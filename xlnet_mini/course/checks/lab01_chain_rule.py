"""Check of lab 01 about the chain rule: the conditionals of an exact joint, along any order."""

from collections.abc import Callable, Iterable
from itertools import permutations, product
from typing import Any

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong

# the table of the text: the or a, dog or cat, barks or sleeps
THE_CAT_SLEEPS = torch.tensor([6, 2, 1, 4, 3, 1, 1, 2], dtype=torch.float64).reshape(2, 2, 2) / 20


def mass(joint: Tensor, x: Tensor, fixed: Iterable[int]) -> float:
    """The probability that the positions in `fixed` hold the tokens of x, summed over all others."""
    fixed, table, tokens = set(fixed), joint.double().numpy(), x.tolist()
    return sum(
        float(table[index])
        for index in product(*map(range, joint.shape))
        if all(index[i] == tokens[i] for i in fixed)
    )


def given(seen: Callable[[list[int], int], Iterable[int]]) -> Callable[[Tensor, Tensor, Tensor], Tensor]:
    """p(x_{z_t} | the tokens at the positions seen(z, t)), step by step."""

    def conditionals(joint: Tensor, x: Tensor, order: Tensor) -> Tensor:
        z = order.tolist()
        known = [set(seen(z, t)) for t in range(len(z))]
        steps = [mass(joint, x, k | {z[t]}) / mass(joint, x, k) for t, k in enumerate(known)]
        return torch.tensor(steps, dtype=joint.dtype)

    return conditionals


by_definition = given(lambda z, t: z[:t])


def index_of_erratum(joint: Tensor, x: Tensor, order: Tensor) -> Tensor:
    """p(x_t | x_{z_t}), a formula that one meets in summaries of the paper."""
    pairs = [mass(joint, x, (t, z)) / mass(joint, x, (z,)) for t, z in enumerate(order.tolist())]
    return torch.tensor(pairs, dtype=joint.dtype)


def not_divided(joint: Tensor, x: Tensor, order: Tensor) -> Tensor:
    return by_definition(joint, x, order).cumprod(0)


def divides_by_the_factor_before(joint: Tensor, x: Tensor, order: Tensor) -> Tensor:
    factors: list[Tensor] = []
    for known in not_divided(joint, x, order):
        factors.append(known / factors[-1] if factors else known)
    return torch.stack(factors)


AXES = {  # what torch says -> what to say besides
    "Dimension out of range": "Taking one entry of an axis removes that axis, and those behind it move up by one. "
    "Index all axes of `joint` at once, or count which axes are left.",
    "too many indices": "`joint` has one axis for each position of the sentence: two here, six at the end. "
    "So the index must be built for any number of axes.",
}


class Conditionals(FunctionExercise):
    id = "1.2"
    title = "The chain rule, in any order"
    points = 2
    minutes = 17
    level = 2
    answer = "conditionals"
    on_any_device = False
    unlocks = "Every order of the chain rule gives the same likelihood: you have just computed it."
    hints = (
        "Take two positions and the order [1, 0]. Which sums of the table do you need for the second step?",
        "A conditional is a ratio: the probability of all that is known after this step over the probability of all "
        "that was known before it. To get either from the joint, fix what is known and sum over the rest.",
        "Go along the order. Keep for each position either its token or a full slice; index the joint with that, sum "
        "what is left, and divide by the same sum one step earlier (before the first step it is 1).",
    )
    misconceptions = (
        Misconception(
            "p(x_t) given x_{z_t}",
            "Step t guesses the token at position z_t, not at t, and it is given *all* that were guessed before. "
            "What you computed is a common misprint; where z_t = t it even guesses a token from itself.",
            index_of_erratum,
        ),
        Misconception(
            "conditions on nothing",
            "These are the marginals p(x_{z_t}): what was guessed before is not used.",
            given(lambda z, t: ()),
        ),
        Misconception(
            "conditions on all others",
            "You condition on all the other tokens, as a masked language model does. At step t only those are known "
            "that come earlier in the order; otherwise the product is not a likelihood.",
            given(lambda z, t: z[:t] + z[t + 1 :]),
        ),
        Misconception(
            "left to right",
            "This is the chain rule from left to right: it is right for the order 0, 1, 2, ... and ignores any other.",
            lambda joint, x, order: by_definition(joint, x, order.sort().values),
        ),
        Misconception(
            "joint, not conditional",
            "These are the probabilities of everything known *up to* each step. "
            "A conditional is what the step adds: divide by what was there before.",
            not_divided,
        ),
        Misconception(
            "logarithms",
            "These are logarithms. Here the probabilities themselves are asked for.",
            lambda joint, x, order: by_definition(joint, x, order).log(),
        ),
        Misconception(
            "conditions on the later ones",
            "You condition on the tokens that come *later* in the order. Given are those that were guessed before.",
            given(lambda z, t: z[t + 1 :]),
        ),
        Misconception(
            "conditions on the one before",
            "You condition only on the token guessed just before. Given are *all* that were guessed before.",
            given(lambda z, t: z[max(t - 1, 0) : t]),
        ),
        Misconception(
            "x[t] for x[z_t]",
            "You took the token x[t] at step t, but step t guesses the *position* z_t, and the token there is x[z_t]. "
            "Keep steps and positions apart.",
            lambda joint, x, order: by_definition(joint, x[order.argsort()], order),
        ),
        Misconception(
            "always the first axis",
            "At each step you index what is left of the table by its first axis, as if the positions came from left "
            "to right. Step t fixes axis z_t; the others must stay where they are until they are fixed.",
            lambda joint, x, order: by_definition(joint, x[order], order.sort().values),
        ),
        Misconception(
            "by position, not by step",
            "The numbers are right, but stand at their positions. Entry t belongs to step t: the guess of x_{z_t}.",
            lambda joint, x, order: by_definition(joint, x, order)[order.argsort()],
        ),
        Misconception(
            "divides by the factor before",
            "You divide by the *factor* of the step before. Divide by the probability of all that was known before: "
            "keep that sum, too.",
            divides_by_the_factor_before,
        ),
        Misconception(
            "from the last to the first",
            "You went along the order from its end. Step 0 guesses position z_0, the first in the list.",
            lambda joint, x, order: by_definition(joint, x, order.flip(0)),
        ),
        Misconception(
            "rank for order",
            "You went along the rank. `order` already says who is guessed at step t; use it as it is.",
            lambda joint, x, order: by_definition(joint, x, order.argsort()),
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except AnswerRaised as exc:
            more = [says for text, says in AXES.items() if text in str(exc)]
            raise AnswerRaised("\n".join([str(exc), *more])) from None

    def oracle(self, joint: Tensor, x: Tensor, order: Tensor) -> Tensor:
        table, tokens = joint.double().numpy(), x.tolist()
        steps: list[float] = []
        for t, z in enumerate(order.tolist()):
            before = {i: tokens[i] for i in order.tolist()[:t]}
            share, total = 0.0, 0.0
            for index in product(*map(range, joint.shape)):  # every sentence that agrees with what is known
                if all(index[i] == token for i, token in before.items()):
                    total += float(table[index])
                    share += float(table[index]) if index[z] == tokens[z] else 0.0
            steps.append(share / total)
        return torch.tensor(steps, dtype=joint.dtype)

    def cases(self) -> Iterable[Case]:
        two = torch.tensor([[0.1, 0.2], [0.3, 0.4]], dtype=torch.float64)
        yield _chain(two, [0, 1], [1, 0])
        yield _chain(two, [1, 1], [0, 1])
        yield _chain(torch.tensor([0.2, 0.5, 0.3], dtype=torch.float64), [2], [0])
        yield _chain(THE_CAT_SLEEPS, [0, 1, 1], [1, 2, 0])
        for V, x, order in (
            (3, [2, 0, 1], [2, 0, 1]),
            (3, [1, 1, 2], [0, 2, 1]),
            (2, [1, 0, 0, 1], [2, 3, 1, 0]),
            (2, [0, 1, 0, 0], [3, 0, 2, 1]),
            (2, [1, 0, 1, 1, 0, 1], [4, 0, 5, 3, 1, 2]),
        ):
            yield _chain(random_joint(V, len(x)), x, order)

    def properties(self, call: Caller) -> None:
        joint, x = random_joint(3, 3, seed=5), torch.tensor([2, 1, 0])
        want = joint[2, 1, 0]
        for order in permutations(range(3)):
            likelihood = call(joint, x, torch.tensor(order)).prod()
            if not torch.isclose(likelihood, want, rtol=1e-9):
                says = f"For every order the product is the probability of the sentence; for {list(order)} it is not."
                raise Wrong("product", says)


def random_joint(V: int, T: int, seed: int = 0) -> Tensor:
    """A table [V] * T of probabilities in which everything depends on everything.

    They are hundredths where the table is small enough to be shown in a message, else thousandths.
    """
    generator = torch.Generator().manual_seed(seed + 10 * V + T)
    weights = torch.rand(V**T, generator=generator, dtype=torch.float64).square()
    total = 100 if V**T <= compare.SHOWN else 1000
    drawn = weights.multinomial(total - V**T, replacement=True, generator=generator)
    return (1 + drawn.bincount(minlength=V**T)).double().reshape([V] * T) / total


def _chain(joint: Tensor, x: list[int], order: list[int]) -> Case:
    return Case({"joint": joint, "x": torch.tensor(x), "order": torch.tensor(order)})
