"""Small models for the leak detector of lab 02: the right one in several styles, and broken ones.

A model is a function of (tokens [T], rank [T]) that returns one guess per position, logits [T, VOCABULARY] in
float64. All are the same two-stream attention with fixed random weights; what differs is who sees whom.
"""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

VOCABULARY, WIDTH = 5, 8
See = Callable[[Tensor], Tensor]  # from the ranks [T] to visible [T, T]

_weights = torch.randn(6, WIDTH, WIDTH, generator=torch.Generator().manual_seed(2), dtype=torch.float64) / 2
EMBEDDING, W_Q, W_K, W_V = _weights[0, :VOCABULARY] * 2, _weights[1], _weights[2], _weights[3]
MASK_EMB = _weights[4, 0]


def earlier(rank: Tensor) -> Tensor:
    return rank[None, :] < rank[:, None]


def earlier_and_itself(rank: Tensor) -> Tensor:
    return rank[None, :] <= rank[:, None]


def later(rank: Tensor) -> Tensor:
    return rank[None, :] > rank[:, None]


def left_of_it(rank: Tensor) -> Tensor:
    return earlier(torch.arange(len(rank)))


def just_before(rank: Tensor) -> Tensor:
    return rank[None, :] == rank[:, None] - 1


def all_others(rank: Tensor) -> Tensor:
    return ~torch.eye(len(rank), dtype=torch.bool)


def inverted(rank: Tensor) -> Tensor:
    return earlier(rank.argsort())


def last_sees_all(rank: Tensor) -> Tensor:
    return torch.where(rank[:, None] == len(rank) - 1, earlier(rank), just_before(rank))


def also_position_0(rank: Tensor) -> Tensor:
    visible = earlier(rank)
    visible[:, 0] = True
    return visible


def last_sees_itself(rank: Tensor) -> Tensor:
    return torch.where(rank[:, None] == len(rank) - 1, earlier_and_itself(rank), earlier(rank))


def itself_if(condition: Callable[[Tensor], bool]) -> See:
    """The earlier words; and each guess its own, for the ranks that meet the condition."""
    return lambda rank: (earlier_and_itself if condition(rank) else earlier)(rank)


def shows_word_3(tokens: Tensor, rank: Tensor) -> Tensor:
    """The plain model; but the guess at position 0 is another if its own word is number 3."""
    return guess(tokens, rank) + ((torch.arange(len(rank)) == 0) & (tokens[0] == 3))[:, None]


def leaks_a_little(tokens: Tensor, rank: Tensor) -> Tensor:
    """The plain model; and a billionth of each word comes through to its own guess."""
    return guess(tokens, rank) + 1e-9 * EMBEDDING[tokens] @ EMBEDDING.T


def guess(
    tokens: Tensor,
    rank: Tensor,
    *,
    layers: int = 1,
    query: See = earlier,
    content: See = earlier_and_itself,
    start_from_word: bool = False,
    empty_row: str = "zeros",
    blocked: float = -1e30,
    near_first: bool = False,
    centred: bool = False,
) -> Tensor:
    """The guesses of one model. The keyword arguments plant the faults, and change what is a matter of style."""
    h = EMBEDDING[tokens]
    g = h @ W_Q if start_from_word else MASK_EMB.expand(len(tokens), -1)
    if centred:
        h = h - h.mean(dim=0)
    place = torch.arange(len(tokens))
    table = -0.3 * (place[:, None] - place[None, :]).abs() if near_first else torch.zeros(())

    def look(asking: Tensor, visible: Tensor) -> Tensor:
        scores = (asking @ W_Q) @ (h @ W_K).T / WIDTH**0.5 + table
        weights = torch.softmax(torch.where(visible, scores, scores + blocked), dim=-1)
        if empty_row == "zeros":
            weights = weights * visible.any(dim=-1, keepdim=True)
        return asking + weights @ (h @ W_V)

    for _ in range(layers):
        h, g = look(h, content(rank)), look(g, query(rank))
    return g @ EMBEDDING.T


def guess_by_loops(tokens: Tensor, rank: Tensor) -> Tensor:
    """The plain model, one position at a time, looking only at the words that it may see."""
    rows = []
    for mine in rank.tolist():
        seen = EMBEDDING[tokens[rank < mine]]
        weights = torch.softmax((MASK_EMB @ W_Q) @ (seen @ W_K).T / WIDTH**0.5, dim=-1)
        rows.append(EMBEDDING @ (MASK_EMB + weights @ (seen @ W_V)))
    return torch.stack(rows)


# (what it does, the model): right ones, then broken ones, the plainest fault first
RIGHT = (
    ("has one layer", guess),
    ("has two layers", partial(guess, layers=2)),
    ("adds a table of distances to its scores", partial(guess, near_first=True)),
    ("looks up what it may see in a loop", guess_by_loops),
    ("has three layers and uses minus infinity", partial(guess, layers=3, blocked=-1e300, near_first=True)),
)
BROKEN = (
    ("lets every guess see its own word", partial(guess, query=earlier_and_itself)),
    (
        "starts its query stream from the word itself, by another projection",
        partial(guess, start_from_word=True),
    ),
    ("sees exactly the words that are guessed later", partial(guess, query=later)),
    ("ignores the rank and goes from left to right", partial(guess, query=left_of_it, content=left_of_it)),
    ("sees all the other words, whatever the rank", partial(guess, query=all_others)),
    ("gives the guess that may see nothing the mean of all words", partial(guess, empty_row="mean")),
    ("sees nothing at all", partial(guess, query=lambda rank: rank[None, :] < 0 * rank[:, None])),
    ("sees only the word guessed just before", partial(guess, query=just_before)),
    ("always shows position 0", partial(guess, query=also_position_0)),
    ("lets the last guess see its own word", partial(guess, query=last_sees_itself)),
    (
        "has the right query mask, but a content stream that sees everything, and two layers",
        partial(guess, layers=2, content=lambda rank: rank[None, :] >= 0 * rank[:, None]),
    ),
    ("hides by taking 10 from a score, so that a little comes through", partial(guess, blocked=-10.0)),
    ("takes the mean of the whole sentence off every word", partial(guess, centred=True)),
    (
        "takes the rank for an order, which shows only where the two differ",
        partial(guess, query=inverted, content=inverted),
    ),
    (
        "lets every guess see its own word if position 0 is guessed last",
        partial(guess, query=itself_if(lambda rank: len(rank) > 1 and rank[0] == len(rank) - 1)),
    ),
    (
        "lets every guess see its own word in sentences of four or more words",
        partial(guess, query=itself_if(lambda rank: len(rank) > 3)),
    ),
    (
        "lets only the last guess see all that it may, and the others the word guessed just before",
        partial(guess, query=last_sees_all),
    ),
    ("lets a billionth of each word through to its own guess", leaks_a_little),
    ("shows the guess at position 0 its own word if that is word 3", shows_word_3),
)
