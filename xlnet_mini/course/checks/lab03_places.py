"""Scores for the test of lab 03: right ones in several styles, which depend on positions only through distances.

A candidate takes word vectors x [T, WIDTH] in float64 and returns scores [T, T]. All have the same fixed random
weights; what differs is what they know about positions.
"""

from collections.abc import Callable, Iterator
from functools import partial

import torch
from torch import Tensor

WIDTH, FAR = 6, 64
Extra = Callable[[Tensor], Tensor]  # from the words [T, WIDTH] to something added to the scores [T, T]

_random = torch.Generator().manual_seed(33)
W_Q, W_K, W_R = (torch.randn(WIDTH, WIDTH, generator=_random, dtype=torch.float64) / 2 for _ in range(3))
CODE = torch.randn(
    2 * FAR, WIDTH, generator=_random, dtype=torch.float64
)  # a vector for each position or distance
NOISE = torch.randn(FAR, FAR, generator=_random, dtype=torch.float64)


def distances(T: int) -> Tensor:
    return torch.arange(T)[:, None] - torch.arange(T)


def words_only(x: Tensor) -> Tensor:
    return (x @ W_Q) @ (x @ W_K).T


def plus(x: Tensor, extra: Extra) -> Tensor:
    """Content scores and something about positions."""
    return words_only(x) + extra(x)


def relative(x: Tensor, reach: int = FAR - 1) -> Tensor:
    """(q_i + v)·r_(i - j), distances clamped at `reach`."""
    r = CODE[distances(len(x)).clamp(-reach, reach) + FAR] @ W_R
    return ((x @ W_Q + CODE[0])[:, None, :] * r).sum(-1)


def slope(x: Tensor) -> Tensor:
    return -distances(len(x)).abs().double() / 3


def one_by_one(x: Tensor) -> Tensor:
    """The relative score, pair by pair."""
    rows = []
    for i, word in enumerate(x):
        asks = word @ W_Q
        rows.append(torch.stack([asks @ (x[j] @ W_K) + asks @ CODE[i - j + FAR] for j in range(len(x))]))
    return torch.stack(rows)


def rotated(x: Tensor) -> Tensor:
    """Queries and keys turned by an angle that grows with the position: only the difference of angles is left."""
    angle = torch.arange(len(x)).double()[:, None] * torch.tensor([1.0, 0.3, 0.05], dtype=torch.float64)
    wave = torch.polar(torch.ones_like(angle), angle)
    q, k = (torch.view_as_complex((x @ w).unflatten(-1, (3, 2))) * wave for w in (W_Q, W_K))
    return (q @ k.conj().T).real


def positions(x: Tensor) -> Tensor:
    return CODE[: len(x)]


def absolute(x: Tensor, asks: bool = True, answers: bool = True) -> Tensor:
    """A vector of the position added to the words of those who ask, of those who answer, or both."""
    return ((x + positions(x) * asks) @ W_Q) @ ((x + positions(x) * answers) @ W_K).T


def own_bias(x: Tensor) -> Tensor:
    """(q_i + b_i)·k_j: a bias for each position."""
    return (x @ W_Q + positions(x)) @ (x @ W_K).T


def new_noise(x: Tensor) -> Tensor:
    return torch.randn(len(x), len(x), generator=_random, dtype=torch.float64)


def fixed_noise(x: Tensor) -> Tensor:
    return NOISE[: len(x), : len(x)]


def by_length(x: Tensor) -> Tensor:
    return distances(len(x)).double() / len(x)


def wraps(x: Tensor) -> Tensor:
    return CODE[distances(len(x)) % len(x), 0]


def first_key(x: Tensor) -> Tensor:
    out = relative(x)
    out[:, 0] += 1
    return out


def every_second(x: Tensor) -> Tensor:
    return relative(x) + (torch.arange(len(x)) % 2).double()[:, None] * CODE[FAR, 0]


def positions_from_4(x: Tensor) -> Tensor:
    return relative(x) + torch.arange(len(x)).sub(3).clamp(min=0).double()


def positions_far_away(x: Tensor) -> Tensor:
    """Right for pairs up to 3 apart, absolute beyond."""
    far = distances(len(x)).abs() > 3
    return torch.where(far, absolute(x) - words_only(x), relative(x))


def positions_of_other_words(x: Tensor) -> Tensor:
    """Absolute, but only between words that differ: invisible when all words are equal."""
    return relative(x) + ((x[:, None] - x[None]) * positions(x)[:, None]).sum(-1)


def small_positions(x: Tensor) -> Tensor:
    return relative(x) + 0.0001 * torch.arange(len(x)).double().sin()


def positions_from_20(x: Tensor) -> Tensor:
    return relative(x) + torch.arange(len(x)).sub(19).clamp(min=0).double()


def short_ones_apart(x: Tensor) -> Tensor:
    """Shows only where a sentence of 10 or more words becomes one of fewer."""
    return relative(x) + (len(x) < 10) * slope(x)


def right() -> Iterator[tuple[str, Callable[[Tensor], Tensor]]]:
    yield "has a vector for each distance", partial(plus, extra=relative)
    yield "computes pair by pair", one_by_one
    yield "knows nothing of positions at all", words_only
    yield "takes something off for each step of distance", partial(plus, extra=slope)
    yield "does not tell distances beyond 2 apart", partial(plus, extra=partial(relative, reach=2))
    yield "turns queries and keys by an angle that grows with the position", rotated


def broken() -> Iterator[tuple[str, Callable[[Tensor], Tensor]]]:
    yield "adds a vector of its position to each word", absolute
    yield "adds a vector of the position to those who ask only", partial(absolute, answers=False)
    yield "adds a vector of the position to those who answer only", partial(absolute, asks=False)
    yield "has a bias for each position instead of each head", own_bias
    yield "returns new random numbers each time", new_noise
    yield "adds the same random table each time", partial(plus, extra=fixed_noise)
    yield "divides distances by the length of the sentence", partial(plus, extra=by_length)
    yield "counts distances round the end of the sentence", partial(plus, extra=wraps)
    yield "treats the first key of every sentence apart", partial(plus, extra=first_key)
    yield "treats every second position apart", partial(plus, extra=every_second)
    yield "counts positions only from the fifth key on", partial(plus, extra=positions_from_4)
    yield "is relative up to a distance of 3, and absolute beyond", partial(plus, extra=positions_far_away)
    yield "is absolute only between words that differ", partial(plus, extra=positions_of_other_words)
    yield "adds up to 0.0001 that depends on the position of the key", partial(plus, extra=small_positions)
    yield "counts positions only from key 20 on", partial(plus, extra=positions_from_20)
    yield "is another one in sentences of fewer than 10 words", partial(plus, extra=short_ones_apart)
