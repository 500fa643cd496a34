"""Checks of lab 02 about leaks: what depends on what, a test that no leak passes, and how far layers reach."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import torch
from torch import Tensor

from ..exercise import Candidate, Case, FunctionExercise, Misconception, TestExercise
from .lab02_inputs import random_mask, random_numbers
from .lab02_models import BROKEN, RIGHT

Model = Callable[[Tensor], Tensor]


def dependency_by_loops(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    """Try every other word in every place; entry [i, j] is True if row i ever changed when word j did."""
    before = model(tokens.clone())
    moves = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j, word in product(range(len(tokens)), range(vocabulary)):
        changed = tokens.clone()
        changed[j] = word
        after = model(changed)
        for i in range(len(before)):
            if after[i].tolist() != before[i].tolist():
                moves[i, j] = True
    return moves


def linear_model(visible: list[list[int]], alike: list[int], *, small: float = 1.0, quiet: int = 0) -> Model:
    """Row i adds up vectors of the words that it sees. Word w has vector number alike[w].

    `small` scales the last row; the first `quiet` numbers of each row are always 0.
    """
    table = random_numbers((max(alike) + 1, 4), len(alike))
    table[:, :quiet] = 0
    table[:, 3] = -table[:, :3].sum(-1)  # the numbers of a row cancel: their sum never moves
    sees = torch.tensor(visible, dtype=torch.float64)
    sees[-1] *= small

    def model(tokens: Tensor) -> Tensor:
        return sees @ table[torch.tensor(alike)[tokens]]

    return model


def _one_other_word(step: int) -> Callable[..., Tensor]:
    def imitate(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
        before = model(tokens)
        columns = []
        for j in range(len(tokens)):
            changed = tokens.clone()
            changed[j] = (changed[j] + step) % vocabulary if step else 0
            columns.append((model(changed) != before).any(-1))
        return torch.stack(columns, dim=-1)

    return imitate


def _never_put_back(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    before, changed = model(tokens), tokens.clone()
    moves = torch.zeros(len(before), len(tokens), dtype=torch.bool)
    for j, word in product(range(len(tokens)), range(vocabulary)):
        changed[j] = word
        moves[:, j] |= (model(changed) != before).any(-1)
    return moves


def _with_tolerance(model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
    return dependency_by_loops(lambda words: (model(words) * 1e3).round(), tokens, vocabulary)


class Dependency(FunctionExercise):
    id = "2.7"
    title = "Who depends on whom?"
    points = 1
    minutes = 8
    level = 2
    answer = "dependency"
    on_any_device = False
    unlocks = "You can look into any model from outside: no need to read its code, or to believe its mask."
    hints = (
        "Change one word, run the model again, and compare with the run before. Which rows differ?",
        "Two loops: over the places, and over the words that could stand there. Always start from a fresh copy of the "
        "sentence. A row has moved if *any* of its numbers differs.",
        "Run the model once on the sentence as it is. Then, for each place and each word: clone the sentence, put "
        "the word there, run again, and ask with `!=` and `any` over the last axis which rows differ. Column j "
        "collects with `|=` what any of the words at place j has moved.",
    )
    misconceptions = (
        Misconception(
            "transposed",
            "Rows and columns are swapped: row i is an output, column j is the word that was changed.",
            lambda model, tokens, vocabulary: dependency_by_loops(model, tokens, vocabulary).T,
        ),
        Misconception(
            "the opposite",
            "Your table is True where nothing moves.",
            lambda model, tokens, vocabulary: ~dependency_by_loops(model, tokens, vocabulary),
        ),
        Misconception(
            "tries one word",
            "You try one other word in each place. Two words may have the same effect, and then nothing moves, "
            "although a third one would move it: try them all.",
            _one_other_word(1),
        ),
        Misconception(
            "tries one fixed word",
            "You put one fixed word into each place. It may already stand there, or have the same effect: try "
            "them all.",
            _one_other_word(0),
        ),
        Misconception(
            "not put back",
            "The words that you changed stay changed when you come to the next place, so several are changed at once. "
            "Start from a fresh copy of the sentence each time.",
            _never_put_back,
        ),
        Misconception(
            "too tolerant",
            "A row that moves only a little counts as not moved. Compare exactly: a leak may be small. (What is "
            "masked gets a weight of exactly 0, so equal rows are equal to the last bit.)",
            _with_tolerance,
        ),
        Misconception(
            "nothing moves",
            "Your table says that nothing ever moves. Do you compare the sum or mean of a row? Its numbers can move "
            "and cancel. Or must *all* words move the row? The word that stands there already never does.",
            lambda model, tokens, vocabulary: dependency_by_loops(
                lambda words: model(words).sum(-1, keepdim=True).round(decimals=9), tokens, vocabulary
            ),
        ),
        Misconception(
            "one answer for all",
            "Your rows are all the same: you ask whether *anything* in the result moved. Ask for each row by itself.",
            lambda model, tokens, vocabulary: (
                dependency_by_loops(model, tokens, vocabulary).any(0).expand(len(model(tokens)), -1)
            ),
        ),
    )

    def oracle(self, model: Model, tokens: Tensor, vocabulary: int) -> Tensor:
        return dependency_by_loops(model, tokens, vocabulary)

    def cases(self) -> Iterable[Case]:
        def case(visible: list[list[int]], tokens: list[int], alike: list[int], **kwargs: Any) -> Case:
            model = linear_model(visible, alike, **kwargs)
            return Case({"model": model, "tokens": torch.tensor(tokens), "vocabulary": len(alike)})

        yield case([[0, 1], [0, 0]], [1, 2], [0, 1, 2])
        yield case([[0, 0, 1], [1, 0, 1]], [0, 1, 2], [0, 1, 2, 3])
        yield case([[1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 0, 0]], [4, 0, 2, 3], [0, 0, 1, 1, 2, 2])
        yield case([[0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0]], [0, 3, 3], [0, 1, 2, 3, 4], small=1e-6)
        yield case([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [0, 1, 3], [0, 0, 0, 0, 1], quiet=2)
        yield case([[1, 0, 1], [0, 1, 1]], [0, 4, 4], [0, 0, 1, 0, 0])

    def example(self, case: Case, want: Tensor, got: object) -> str:
        lines = super().example(case, want, got).splitlines()
        return "\n".join([*lines, "(the model here adds up what each row sees)"])


class IsSound(TestExercise):
    id = "2.8"
    title = "A test that no leak passes"
    points = 1
    minutes = 12
    level = 3
    answer = "is_sound"
    subject = "model"
    unlocks = "A leak makes the loss look better, so no curve will ever show it. Your test does."
    hints = (
        "Say in one sentence which words guess i must depend on, and on which it must not. You have a function that "
        "finds out on which it does.",
        "For a given rank, guess i must depend on word j exactly if j is guessed earlier. Compare that table with the "
        "table of dependencies, for several ranks: not only left to right, and not only those that are their "
        "own inverse.",
        "For each of some ranks of three or four positions, `dependency(lambda t: model(t, rank), tokens, 5)` must "
        "equal the table with `rank[j] < rank[i]` at row i, column j. If one differs, return False.",
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
