"""Checks of lab 02 about leaks: a test that no leak passes, and how far layers reach."""

from collections.abc import Iterable

import torch
from torch import Tensor

from ..exercise import Candidate, Case, FunctionExercise, Misconception, TestExercise
from .lab02_inputs import random_mask
from .lab02_models import BROKEN, RIGHT


class IsSound(TestExercise):
    id = "2.8"
    title = "A test that no leak passes"
    points = 1
    minutes = 12
    level = 3
    answer = "is_sound"
    rests_on = ("2.7",)
    subject = "model"
    unlocks = "A leak makes the loss look better, so no curve will ever show it. Your test does."
    hints = (
        "Say in one sentence which words guess i must depend on, and on which it must not. You have a function that "
        "finds out on which it does.",
        "For a given rank, guess i must depend on word j exactly if j is guessed earlier. Compare that table with the "
        "table of dependencies, for several ranks: not only left to right, and not only those that are their "
        "own inverse.",
        "For each rank of up to four positions (itertools lists them), `dependency(lambda t: model(t, rank), tokens, "
        "5)` must equal the table with `rank[j] < rank[i]` at row i, column j. If one differs, return False.",
    )

    def candidates(self) -> Iterable[Candidate]:
        for says, model in RIGHT:
            yield Candidate(says, model, right=True)
        for says, model in BROKEN:
            yield Candidate(says, model)


def reach_by_search(query_hidden: Tensor, content_hidden: Tensor, layers: int) -> Tensor:
    """Follow every chain: a guess reads visible words, these have read others a layer below, and so on."""
    size = query_hidden.shape[-1]
    rows = []
    for i in range(query_hidden.shape[-2]):
        met: set[int] = set()
        edge = {j for j in range(size) if not query_hidden[i, j]}
        for _ in range(layers):
            met |= edge
            edge = {k for j in edge for k in range(size) if k == j or not content_hidden[j, k]}
        rows.append([j in met for j in range(size)])
    return torch.tensor(rows).reshape(query_hidden.shape)


def _products(query_hidden: Tensor, content_hidden: Tensor, steps: int, keep: bool = True) -> Tensor:
    reach, step = (~query_hidden).float(), (~content_hidden).float()
    if keep:
        step = step + torch.eye(step.shape[-1])
    for _ in range(steps):
        reach = ((reach @ step) > 0).float()
    return reach > 0


class Reach(FunctionExercise):
    id = "2.10"
    title = "Through the words of others"
    points = 1
    minutes = 10
    level = 3
    answer = "reach"
    bonus = True
    on_any_device = False
    unlocks = "You can say of any pair of masks, before any training, whether it leaks in a deep model."
    hints = (
        "In the last layer a guess reads some rows of h. What have these rows read, a layer below?",
        "A guess reaches word k if it sees a row j that reaches word k with one layer less. A row of h that no layer "
        "has changed reaches its own word; with every layer it keeps what it had (the row is added).",
        "Start with what the guess sees, as a table of 0 and 1. For each further layer multiply with the table of "
        "what the content stream sees, its diagonal set to 1, and ask where the product is above 0.",
    )
    misconceptions = (
        Misconception(
            "one layer too many",
            "You go one layer too deep: with one layer a guess reads h as it is at the start, each row its own "
            "word only.",
            lambda q, c, layers: _products(q, c, layers),
        ),
        Misconception(
            "only the mask",
            "This is what one layer sees. In the second layer the rows of h hold what *they* have seen in the first.",
            lambda q, c, layers: _products(q, c, 0),
        ),
        Misconception(
            "two layers at most",
            "You follow one step and stop. Each further layer adds a step.",
            lambda q, c, layers: _products(q, c, min(1, layers - 1)),
        ),
        Misconception(
            "forgets its own word",
            "A row of h keeps its own word, whatever its mask says: what it sees is *added* to it.",
            lambda q, c, layers: _products(q, c, layers - 1, keep=False),
        ),
        Misconception(
            "through the query stream",
            "You walk through the query mask. The rows that a guess reads belong to the content stream: its mask "
            "counts.",
            lambda q, c, layers: _products(q, q, layers - 1),
        ),
        Misconception(
            "the opposite",
            "Your table is True where a guess does *not* reach the word.",
            lambda q, c, layers: ~_products(q, c, layers - 1),
        ),
    )

    def oracle(self, query_hidden: Tensor, content_hidden: Tensor, layers: int) -> Tensor:
        return reach_by_search(query_hidden, content_hidden, layers)

    def cases(self) -> Iterable[Case]:
        others, chain = torch.eye(3, dtype=torch.bool), torch.ones(5, 5, dtype=torch.bool)
        chain[range(4), range(1, 5)] = False  # each sees only its right neighbour
        for layers in (1, 2):
            yield Case({"query_hidden": others, "content_hidden": others, "layers": layers})
        for layers in (1, 2, 3, 4):
            yield Case({"query_hidden": chain, "content_hidden": chain, "layers": layers})
        one = torch.ones(4, 4, dtype=torch.bool)
        one[range(1, 4), range(3)] = False  # as deep as XLNet-Large: the number of ways fits no small integer
        yield Case({"query_hidden": one, "content_hidden": torch.eye(4, dtype=torch.bool), "layers": 24})
        for size, layers in ((4, 2), (5, 3), (6, 4)):
            sparse = torch.ones(size, size, dtype=torch.bool) ^ (
                random_mask((size, size), size) & random_mask((size, size), 9)
            )
            yield Case(
                {
                    "query_hidden": random_mask((size, size), size + 1),
                    "content_hidden": sparse,
                    "layers": layers,
                }
            )
