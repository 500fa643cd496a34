"""Checks of lab 00: one toy exercise that is also real (the learning rate), and a quiz of what the labs take for granted."""

import math
from collections.abc import Iterable

from ..exercise import Case, FunctionExercise, Misconception, ValueExercise


class WarmupDecay(FunctionExercise):
    id = "0.1"
    title = "Up, then down"
    points = 1
    minutes = 6
    level = 1
    answer = "warmup_decay"
    graduates = "schedule.warmup_decay"
    unlocks = "Lab 07 trains with this very function: it sets the learning rate of every step."
    invariant = (
        "starts above 0, reaches 1 as the warm-up ends, falls in a straight line to 0 at the last step"
    )
    hints = (
        "There are two straight lines. Which one is a step on, and what is the condition?",
        "Going up, `n_warmup` steps take you from 0 to 1, and the first step already moves: count steps from 1. "
        "Coming down, ask which share of the steps after the warm-up is still to come.",
        "Three cases, in this order: past the end the factor is 0; during the warm-up it is a fraction with "
        "`n_warmup` below; after it, the steps that remain over all the steps that are not warm-up.",
    )

    def oracle(self, step: int, n_warmup: int, n_steps: int) -> float:
        if step >= n_steps:
            return 0.0
        rate = 0.0
        for now in range(step + 1):  # climb and descend one step at a time
            if now < n_warmup:
                rate += 1 / n_warmup
            elif now == n_warmup:
                rate = 1.0
            else:
                rate -= 1 / (n_steps - n_warmup)
        return rate

    def cases(self) -> Iterable[Case]:
        for n_warmup, n_steps in ((2, 6), (0, 4), (3, 10), (5, 7), (1, 3), (6, 4)):
            for step in range(n_steps + 2):
                yield Case({"step": step, "n_warmup": n_warmup, "n_steps": n_steps})


class SoftmaxByHand(ValueExercise):
    """Softmax of the scores [0, ln 2, ln 5]."""

    id = "0.2"
    title = "Softmax by hand"
    points = 1
    minutes = 2
    level = 1
    answer = "softmax_by_hand"
    expected = [0.125, 0.25, 0.625]  # noqa: RUF012
    unlocks = "Attention weights are a softmax: you can now work out any of them on paper."
    hints = (
        "What does the exponential do to a logarithm?",
        "Softmax takes the exponential of every score, then divides by their sum, so that the result sums to 1.",
        "The exponentials are 1, 2 and 5. Now make them sum to 1.",
    )
    misconceptions = (
        Misconception(
            "not normalised",
            "These are the exponentials; a softmax also divides them by their sum, so that they add up to 1.",
            lambda: [1, 2, 5],
        ),
        Misconception(
            "no exponential",
            "You divided the scores by their sum; softmax takes the exponential first, "
            "so that even a score of 0 gets a share.",
            lambda: [s / math.log(10) for s in (0, math.log(2), math.log(5))],
        ),
    )


class ProductShape(ValueExercise):
    """Shape of A @ B for A [2, 1, 4, 3] and B [5, 3, 6]."""

    id = "0.3"
    title = "A product of stacks"
    points = 1
    minutes = 2
    level = 1
    answer = "product_shape"
    expected = [2, 5, 4, 6]  # noqa: RUF012
    unlocks = "Batches and heads are leading dimensions: one `@` does them all."
    hints = (
        "Which two dimensions of each are the matrix, and which are only the stack?",
        "The last two dimensions multiply as matrices; the leading ones are lined up from the right and broadcast.",
        "The matrices are 4 × 3 and 3 × 6. The stacks are 2 × 1 and 5: line them up from the right, "
        "and let a 1 stretch.",
    )


class Broadcasting(ValueExercise):
    """a = tensor([0, 10, 20]), b = tensor([1, 2]): a[:, None] + b[None, :]."""

    id = "0.4"
    title = "Every pair at once"
    points = 1
    minutes = 2
    level = 1
    answer = "grid"
    expected = [[1, 2], [11, 12], [21, 22]]  # noqa: RUF012
    unlocks = "Comparing every position with every other takes one line, and lab 01 lives on it."
    hints = (
        "What are the shapes of `a[:, None]` and of `b[None, :]`?",
        "`a[:, None]` is a column and `b[None, :]` is a row; broadcasting repeats both until the shapes agree.",
        "Three rows, one for each entry of `a`; two columns, one for each entry of `b`; in each place their sum.",
    )


class Argsort(ValueExercise):
    """torch.tensor([30, 10, 40, 20]).argsort()."""

    id = "0.5"
    title = "What argsort answers"
    points = 1
    minutes = 2
    level = 1
    answer = "argsorted"
    expected = [1, 3, 0, 2]  # noqa: RUF012
    unlocks = "Lab 01 is about the difference between `who comes at step t` and `when does i come`."
    hints = (
        "`argsort` gives places, not values. Which place holds the smallest value?",
        "Entry 0 of the answer is where the smallest value stands, entry 1 where the second smallest stands, and so on.",
        "The smallest value, 10, stands at place 1, so the answer begins with 1. Go on with 20.",
    )


class GradientByHand(ValueExercise):
    """w = [3, -1], x = [1, 2], y = 3: gradient of (w · x - y)² with respect to w."""

    id = "0.6"
    title = "A gradient by hand"
    points = 1
    minutes = 2
    level = 1
    answer = "gradient"
    expected = [-4, -8]  # noqa: RUF012
    unlocks = "You can check what `backward()` says, as some checks of these labs do."
    hints = (
        "What is the error $w \\cdot x - y$ here, with its sign?",
        "Chain rule: the derivative of a square is twice what is inside, times the derivative of what is inside.",
        "The error is -2. Twice that, times the derivative of $w \\cdot x$ with respect to each entry of $w$.",
    )


EXERCISES = (WarmupDecay(), SoftmaxByHand(), ProductShape(), Broadcasting(), Argsort(), GradientByHand())
