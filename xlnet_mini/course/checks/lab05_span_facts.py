"""What a choice of targets looks like, for lab 05's check of samplers: where its spans lie, and how long they are."""

import torch
from torch import Tensor

from .lab05_span_makers import seeded

# Bounds for shares of run lengths and of quarters of the row. For samplers drawn as the exercise says (the package's,
# by loops, with random beginnings) they lie six standard deviations away or more: a false alarm in less than 1 of 10^6.
SINGLE = (
    0.33,
    0.58,
)  # of the runs in rows with few targets, how many are one word long: 0.44 and what merges
LONGER = 0.06  # longer than five words: only where two spans happen to touch
FIVE, FOUR_OR_FIVE = 0.027, 0.103  # of all runs, at least so many are so long: 0.055 and 0.145 are expected
# shares of all runs, by their number of words
BETWEEN = {2: (0.165, 0.305), 3: (0.085, 0.205), 4: (0.042, 0.135), 5: (FIVE, 0.1)}
APART = 4  # how far two calls are apart, place by place; 1 is expected of rows that are drawn each by itself
QUARTER = (0.6, 1.45)  # targets of a quarter of the row, times what they would be if all were alike


def runs(chosen: list[bool]) -> list[tuple[int, int]]:
    """The unbroken stretches of targets of a row, as (first, beyond the last)."""
    edges = [
        i for i in range(len(chosen) + 1) if (i < len(chosen) and chosen[i]) != (i > 0 and chosen[i - 1])
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))


def draw_words(rows: int, length: int, seed: int) -> Tensor:
    """Word starts; other seeds than those of the calls, so that an answer's draws have nothing to do with them."""
    return torch.rand(rows, length, generator=seeded(1_000 + seed)) < 0.5


def shares(words: list[int]) -> dict[int, float]:
    """Which share of the spans has 1, 2, ..., 5 words."""
    return {n: words.count(n) / len(words) for n in range(1, 6)}


def beyond(words: list[int]) -> float:
    return sum(n > 5 for n in words) / len(words)


def about_lengths(share: dict[int, float], runs_per_row: float) -> str:
    """The name of what is wrong with the lengths, or ""."""
    if runs_per_row < 1.05:
        return "one long span"
    if share[1] > 0.8:
        return "single words"
    if share[1] + share[2] < 0.05 and share[5] > 0.4:
        return "always five words"
    if 1 - sum(share.values()) > LONGER or not SINGLE[0] < share[1] < SINGLE[1]:
        even = share[1] <= SINGLE[0] and all(0.08 < share[n] < 0.33 for n in share)
        return "uniform lengths" if even else "other lengths"
    return ""


def rare(share: dict[int, float]) -> bool:
    """True if some length comes too seldom or too often, all rows taken together."""
    if share[4] + share[5] < FOUR_OR_FIVE:
        return True
    return any(not low < share[n] < high for n, (low, high) in BETWEEN.items())


def apart(first: Tensor, second: Tensor) -> float:
    """How far two calls with the same rows are apart, over what rows that are drawn each by itself explain.

    Both are bool [rows, T]. If something is drawn once for all rows, whole columns differ from call to call.
    """
    a, b = first.double().mean(0), second.double().mean(0)
    share = (a + b) / 2
    by_chance = share * (1 - share) * 2 / len(first)
    return float(torch.where(by_chance > 0, (a - b).square() / by_chance.clamp(min=1e-9), 0.0).mean())


def beginnings(chosen: Tensor) -> Tensor:
    """Where stretches of targets begin."""
    before = torch.cat([torch.zeros_like(chosen[:, :1]), chosen[:, :-1]], dim=1)
    return chosen & ~before


def shown(starts: Tensor, chosen: Tensor) -> str:
    """A row as text: w starts a word, - goes on; capitals and = are targets."""
    signs = {(True, True): "W", (True, False): "w", (False, True): "=", (False, False): "-"}
    row = "".join(signs[pair] for pair in zip(starts.tolist(), chosen.tolist(), strict=True))
    return f"a row, w where a word starts, - where it goes on, W and = chosen:\n  {row}"
