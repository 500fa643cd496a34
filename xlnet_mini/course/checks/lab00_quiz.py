"""Checks of lab 00: a quiz of what the labs presuppose, each answer worked out by hand."""

import math
from typing import Any

from ..exercise import Misconception, ValueExercise, Wrong
from ..kinds.value import ROUNDING, agrees, as_plain


class SoftmaxByHand(ValueExercise):
    """Softmax of the scores [0, ln 2, ln 5]."""

    id = "0.2"
    title = "Softmax by hand"
    points = 1
    minutes = 3
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
        Misconception(
            "the scores", "These are the scores themselves.", lambda: [0, math.log(2), math.log(5)]
        ),
        Misconception(
            "logarithms",
            "These are the logarithms of the softmax; here the weights themselves are asked for.",
            lambda: [math.log(p) for p in (0.125, 0.25, 0.625)],
        ),
        Misconception(
            "percent", "Write shares of 1, not of 100: they must add up to 1.", lambda: [12.5, 25, 62.5]
        ),
    )

    def judge(self, answer: Any) -> None:
        got = as_plain(answer)
        if agrees(got, self.expected, 50 * ROUNDING) and not agrees(got, self.expected):
            raise Wrong("value", "That is close: give at least three digits, or write fractions.")
        super().judge(answer)


class ProductShape(ValueExercise):
    """Shape of A @ B for A [2, 1, 4, 3] and B [5, 3, 6]."""

    id = "0.3"
    title = "A product of stacks"
    points = 1
    minutes = 3
    level = 1
    answer = "product_shape"
    expected = [2, 5, 4, 6]  # noqa: RUF012
    form_says = (
        "Asked is a list with one whole number for each axis of the product. How many axes does it have?"
    )
    unlocks = "Batches and heads are leading dimensions: one `@` does them all."
    hints = (
        "Which two dimensions of each are the matrix, and which are only the stack?",
        "The last two dimensions multiply as matrices; the leading ones are lined up from the right and broadcast.",
        "The matrices are 4 × 3 and 3 × 6. The stacks are 2 × 1 and 5: line them up from the right, "
        "and let a 1 stretch.",
    )
    misconceptions = (
        Misconception(
            "a 1 that does not stretch",
            "The stacks are 2 × 1 and 5. Lined up from the right, the 1 meets the 5 and stretches to it.",
            lambda: [2, 1, 4, 6],
        ),
        Misconception(
            "a dimension is lost",
            "The longer stack has two dimensions, so the result keeps two before the matrix.",
            lambda: [5, 4, 6],
        ),
        Misconception(
            "the stacks multiplied",
            "The stacks are not merged into one: each of their axes stays an axis of the product.",
            lambda: [10, 4, 6],
        ),
        Misconception(
            "the matrices only",
            "That is the shape of one matrix. The product is a stack of them: which axes count them?",
            lambda: [4, 6],
        ),
        Misconception(
            "the stacks side by side",
            "Stacks broadcast: dimensions are lined up from the right, not written one after the other.",
            lambda: [2, 1, 5, 4, 6],
        ),
        Misconception(
            "inner dimensions",
            "The inner dimensions, 3 and 3, are summed over and vanish; the outer ones stay.",
            lambda: [2, 5, 3, 3],
        ),
        Misconception("reversed", "That is the shape of the transposed product.", lambda: [2, 5, 6, 4]),
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
    form_says = (
        "Asked is a list of rows, each a list of numbers. How many rows are there, and how long is each?"
    )
    unlocks = "Comparing every position with every other takes one line, and lab 01 lives on it."
    hints = (
        "What are the shapes of `a[:, None]` and of `b[None, :]`?",
        "`a[:, None]` is a column and `b[None, :]` is a row; broadcasting repeats both until the shapes agree.",
        "Three rows, one for each entry of `a`; two columns, one for each entry of `b`; in each place their sum.",
    )
    misconceptions = (
        Misconception(
            "transposed",
            "Rows and columns are exchanged: `a[:, None]` is the column, so each entry of `a` has a row of its own.",
            lambda: [[1, 11, 21], [2, 12, 22]],
        ),
        Misconception(
            "products", "These are products; the two are added.", lambda: [[0, 0], [10, 20], [20, 40]]
        ),
        Misconception(
            "in one row",
            "The numbers are right. In which rows and columns do they stand? `a[:, None]` has three rows.",
            lambda: [1, 2, 11, 12, 21, 22],
        ),
        Misconception(
            "in one column",
            "The numbers are right. In which rows and columns do they stand? `b[None, :]` has a column for each entry.",
            lambda: [[1], [2], [11], [12], [21], [22]],
        ),
        Misconception(
            "the operands",
            "These are the two that are added. What comes out when every entry of one meets every entry of the other?",
            lambda: [[0, 10, 20], [1, 2]],
        ),
        Misconception(
            "only neighbours",
            "You paired the first with the first and the second with the second. "
            "`None` puts the two on different axes, so that every entry meets every other.",
            lambda: [1, 12],
        ),
    )


class Argsort(ValueExercise):
    """torch.tensor([30, 10, 20, 40]).argsort()."""

    id = "0.5"
    title = "What argsort answers"
    points = 1
    minutes = 3
    level = 1
    answer = "argsorted"
    expected = [1, 2, 0, 3]  # noqa: RUF012
    unlocks = "Lab 01 is about the difference between `who comes at step t` and `when does i come`."
    hints = (
        "`argsort` gives places, not values. Which place holds the smallest value?",
        "Entry 0 of the answer is where the smallest value stands, entry 1 where the second smallest, and so on.",
        "The smallest value, 10, stands at place 1, so the answer begins with 1. Go on with 20.",
    )
    misconceptions = (
        Misconception(
            "sorted values",
            "These are the sorted values. `argsort` gives the places where they stood.",
            lambda: [10, 20, 30, 40],
        ),
        Misconception(
            "ranks",
            "You answered another good question: which rank has each value? `argsort` asks where rank 0, 1, 2, ... "
            "stand. Each answer is the inverse of the other; keep the difference in mind for lab 01.",
            lambda: [2, 0, 1, 3],
        ),
        Misconception("descending", "`argsort` begins with the smallest value.", lambda: [3, 0, 2, 1]),
        Misconception("counts from 1", "Places count from 0.", lambda: [2, 3, 1, 4]),
    )


class GradientByHand(ValueExercise):
    """w = [3, -1], x = [1, 2], y = 3: gradient of (w · x - y)² with respect to w."""

    id = "0.6"
    title = "A gradient by hand"
    points = 1
    minutes = 3
    level = 1
    answer = "gradient"
    expected = [-4.0, -8.0]  # noqa: RUF012
    unlocks = "You can check what `backward()` says, as some checks of these labs do."
    hints = (
        "What is the error $w \\cdot x - y$ here, with its sign?",
        "Chain rule: the derivative of a square is twice what is inside, times the derivative of what is inside.",
        "The error is -2. Twice that, times the derivative of $w \\cdot x$ with respect to each entry of $w$.",
    )
    misconceptions = (
        Misconception("without the 2", "The derivative of a square has a factor 2.", lambda: [-2, -4]),
        Misconception(
            "the sign",
            "The sign is turned: the error w · x - y is -2 here. (Or did you go downhill? The gradient points uphill.)",
            lambda: [4, 8],
        ),
        Misconception(
            "inner derivative",
            "That is the derivative with respect to the error. "
            "Go on with the chain rule: how does the error change with each entry of w?",
            lambda: -4,
        ),
        Misconception(
            "with respect to x",
            "That is the gradient with respect to x. Asked is the one with respect to w: hold x fixed.",
            lambda: [-12, 4],
        ),
        Misconception(
            "only x", "That is the inner derivative alone: the error has to come in.", lambda: [1, 2]
        ),
    )
