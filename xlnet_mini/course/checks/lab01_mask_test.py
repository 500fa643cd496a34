"""Check of lab 01's exercise in which the student tests masks: right ones, and ones broken in many ways."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ... import permutation
from ..exercise import Caller, Candidate, TestExercise, Wrong
from ..kinds.reach import replaced
from .lab01_masks import (
    against_positions,
    all_others,
    compared,
    first_sees_itself,
    lax,
    left_to_right,
    mask_by_loops,
    nothing_hidden,
    strict,
)


def by_triangle(rank: Tensor) -> Tensor:
    """A right query mask in another way: the triangle of the steps, rows and columns put where the positions are."""
    triangle = torch.ones(rank.shape[-1], rank.shape[-1], dtype=torch.bool).triu()
    return triangle[rank[..., :, None], rank[..., None, :]]


def turned_view(rank: Tensor) -> Tensor:
    return compared(lambda r, c: r >= c)(rank).transpose(-1, -2)


def last_sees_all(rank: Tensor) -> Tensor:
    return compared(lambda r, c: (c >= r) & (r < rank.shape[-1] - 1))(rank)


def first_column_open(rank: Tensor) -> Tensor:
    hidden = strict(rank)
    hidden[..., :, 0] = False
    return hidden


def two_before(rank: Tensor) -> Tensor:
    return compared(lambda r, c: (c >= r) | (c < r - 2))(rank)


def last_row_open(rank: Tensor) -> Tensor:
    hidden = strict(rank)
    hidden[..., -1, :] = False
    return hidden


def last_column_hidden(rank: Tensor) -> Tensor:
    hidden = strict(rank)
    hidden[..., :, -1] = True
    return hidden


def leftmost_others(rank: Tensor) -> Tensor:
    """Position i sees the leftmost rank[i] others: neither the number of words nor the diagonal tells."""
    others = (~torch.eye(rank.shape[-1], dtype=torch.bool)).long()
    return (others.cumsum(-1) > rank[..., :, None]) | (others == 0)


def leftmost_askers(rank: Tensor) -> Tensor:
    """As many see position j as should, but the leftmost ones."""
    others = (~torch.eye(rank.shape[-1], dtype=torch.bool)).long()
    allowed = rank.shape[-1] - 1 - rank[..., None, :]
    return (others.cumsum(-2) > allowed) | (others == 0)


def wrong_where(odd: Callable[[Tensor], bool]) -> Callable[[Tensor], Tensor]:
    """Right for most ranks; where `odd(rank)` holds, each word sees itself and nothing else is changed."""
    return lambda rank: lax(rank) if odd(rank) else strict(rank)


def right_for_other_lengths(*lengths: int) -> Callable[[Tensor], Tensor]:
    return wrong_where(lambda rank: rank.shape[-1] in lengths)


class Mistrusted:
    """Stands for the student's own query mask while the test runs: whoever calls it is told so."""

    def __init__(self):
        self.called = False

    def __call__(self, *args, **kwargs) -> Tensor:
        self.called = True
        says = (
            "Your test calls `query_mask`, the very thing that it tests: if that is wrong, nothing is found."
        )
        raise Wrong("calls what it tests", f"{says} Say in loops what is right.")


RIGHT = "[[True, True, False], [False, True, False], [True, True, True]]"  # for rank [1, 2, 0]
# what a test may demand in place of the query mask: what to say, and the mask that it accepts instead
DEMANDS: dict[str, tuple[str, Callable[[Tensor], Tensor]]] = {
    "wants the content mask": (
        "Your test accepts only the *content* mask, in which every word sees itself. The query mask hides a word "
        "from itself.",
        lax,
    ),
    "wants the opposite meaning": (
        "Your test takes True for *may look*. Here True is hidden.",
        lambda rank: ~strict(rank),
    ),
    "takes the rank for an order": (
        "Your test takes the rank for an order: it reads rank[t] as the position that is guessed at step t. "
        "rank[i] says when position i is guessed.",
        lambda rank: strict(rank.argsort(dim=-1)),
    ),
    "wants rows and columns swapped": (
        "Your test wants a mask whose rows and columns are swapped. Row i asks: hidden[i, j] says whether "
        "i may not look at j.",
        compared(lambda r, c: r >= c),
    ),
}


class MaskIsRight(TestExercise):
    id = "1.8"
    title = "A test that a wrong mask cannot pass"
    points = 2
    minutes = 11
    level = 2
    answer = "mask_is_right"
    subject = "mask function"
    unlocks = "You can trust a mask, your own or anybody's, because you know what would have exposed it."
    hints = (
        "Which ranks would you show it? Some mistakes are invisible for an order that is its own inverse, others show "
        "only for certain lengths.",
        "Say what is right in words that a loop can follow: for which pairs must the mask be True? Then compare "
        "all pairs, for every order of every length from 1 to 4.",
        "An order of the numbers 0 to T-1 is also a rank. For each of them and each pair (i, j), `hidden[i, j]` must "
        "answer: is j *not* guessed before i? One disagreement is enough.",
    )

    def judge(self, answer: Any) -> None:
        guard = Mistrusted()
        try:
            with replaced(answer, "query_mask", permutation, guard):
                self._judge(answer)
        finally:
            if guard.called:  # also if the test caught what the guard raised
                guard()

    def _judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except Wrong as wrong:
            if wrong.name != "rejects a right one":
                raise
            call = Caller(self, answer)
            met = [self._accepted(call, Candidate(name, mask)) for name, (_, mask) in DEMANDS.items()]
            if sum(met) == 1:
                name = list(DEMANDS)[met.index(True)]
                raise Wrong(
                    name, DEMANDS[name][0], f"For rank [1, 2, 0] the right mask is {RIGHT}."
                ) from None
            example = f"For rank [1, 2, 0] its mask is {RIGHT}, and that is right."
            raise Wrong(wrong.name, wrong.says, example) from None

    def candidates(self) -> Iterable[Candidate]:
        return (
            Candidate("compares all pairs at once", strict, right=True),
            Candidate(
                "goes through all pairs in two loops", lambda rank: mask_by_loops(rank, False), right=True
            ),
            Candidate("arranges a triangle by rank", by_triangle, right=True),
            Candidate("returns a transposed view of a table", turned_view, right=True),
            Candidate("lets every word see itself", lax),
            Candidate("is True where a word may look", lambda rank: ~strict(rank)),
            Candidate("has its rows and columns swapped", compared(lambda r, c: r >= c)),
            Candidate("ignores the rank and goes from left to right", left_to_right),
            Candidate("lets every word see all the others", all_others),
            Candidate(
                "lets a word see only the one guessed just before it", compared(lambda r, c: c != r - 1)
            ),
            Candidate("lets a word see only the two guessed just before it", two_before),
            Candidate("shows the right number of words, but always the leftmost", against_positions),
            Candidate(
                "shows the right number of words and never itself, but always the leftmost", leftmost_others
            ),
            Candidate(
                "shows each word to the right number of others, but always to the leftmost", leftmost_askers
            ),
            Candidate(
                "also hides whatever stands to the right", lambda rank: strict(rank) | left_to_right(rank)
            ),
            Candidate(
                "also shows whatever stands to the left", lambda rank: strict(rank) & left_to_right(rank)
            ),
            Candidate("hides everything", lambda rank: ~nothing_hidden(rank)),
            Candidate("lets everybody see position 0", first_column_open),
            Candidate("hides the last position from everybody", last_column_hidden),
            Candidate("lets the last position see everything", last_row_open),
            Candidate("lets the word that is guessed first see itself", first_sees_itself),
            Candidate("lets the word that is guessed last see itself too", last_sees_all),
            Candidate(
                "takes the rank for an order, which shows only where the two differ",
                lambda rank: strict(rank.argsort(dim=-1)),
            ),
            Candidate(
                "is right for even lengths only; for odd ones each word sees itself",
                wrong_where(lambda rank: rank.shape[-1] % 2 == 1),
            ),
            Candidate(
                "is right for odd lengths only; for even ones each word sees itself",
                wrong_where(lambda rank: rank.shape[-1] % 2 == 0),
            ),
            Candidate(
                "is right only where position 0 is guessed before the last one; else each word sees itself",
                wrong_where(lambda rank: bool((rank[..., 0] > rank[..., -1]).all())),
            ),
            Candidate(
                "is right only where position 0 is guessed after the last one; else each word sees itself",
                wrong_where(lambda rank: bool((rank[..., 0] < rank[..., -1]).all())),
            ),
            Candidate(
                "is right for all lengths but 2, where each word sees itself", right_for_other_lengths(2)
            ),
            Candidate(
                "is right for two words and more, but lets a single word see itself",
                right_for_other_lengths(1),
            ),
        )
