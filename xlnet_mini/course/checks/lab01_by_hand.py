"""Check of lab 01's first exercise: one order, its ranks, and what one word may see, by hand."""

from collections.abc import Callable
from typing import Any

from ..exercise import Misconception, ValueExercise, Wrong
from ..kinds.value import agrees, as_plain

RANK = [1, 3, 4, 0, 2]
SEES = [True, False, False, True, False]  # Mary and little
FROM_THE_ORDER = [False, True, False, True, False]  # had and little: the order taken for the rank
# mistakes in either half of 1.1: name -> what to say, the wrong half
RANKS = {
    "order for rank": (
        "Your `rank` is the order. It lists positions (who at step t?); the rank lists steps (when is position i?).",
        [3, 0, 4, 1, 2],
    ),
    "counts from 1": (
        "The steps count from 0: the word that is guessed first has rank 0.",
        [2, 4, 5, 1, 3],
    ),
    "counts from the end": (
        "Your ranks count from the end: the word that is guessed first has rank 0.",
        [3, 1, 0, 4, 2],
    ),
}
SEEN = {
    "order read as rank": (
        "What *lamb* may see is read off from the order as if it were the rank. "
        "Compare the *rank* of each word with that of *lamb*.",
        FROM_THE_ORDER,
    ),
    "guessed after": (
        "You marked the words that are guessed *after* *lamb*. It may see those guessed *before* it.",
        [False, True, True, False, False],
    ),
    "sees itself": (
        "*lamb* is what we are guessing, so it may not see itself.",
        [True, False, False, True, True],
    ),
    "left to right": (
        "You let *lamb* see all words to its left. Only those count that are guessed before it.",
        [True, True, True, True, False],
    ),
    "polarity": (
        "You marked what is hidden from *lamb* (itself included). Here True means that it may look.",
        [not s for s in SEES],
    ),
    "zeros and ones": (
        "Write True and False, not 1 and 0: `True` means that *lamb* may look there.",
        [1, 0, 0, 1, 0],
    ),
    "by step, not by position": (
        "You marked the first two *steps*. The list goes by position: Mary, had, a, little, lamb.",
        [True, True, False, False, False],
    ),
}
SEES_ITSELF_FROM_THE_ORDER = [False, True, False, True, True]


def half(key: str, value: list) -> Callable[[], dict]:
    """An answer that is wrong in this half only."""
    return lambda: {"rank": RANK, "lamb_may_see": SEES} | {key: value}


class ByHand(ValueExercise):
    """The order [3, 0, 4, 1, 2] of "Mary had a little lamb"."""

    id = "1.1"
    title = "An order by hand"
    points = 1
    minutes = 6
    level = 1
    answer = "by_hand"
    expected = {"rank": RANK, "lamb_may_see": SEES}  # noqa: RUF012
    unlocks = "The rest of this lab is this table, for any order and a whole batch at once."
    hints = (
        "The order lists positions: first *little* (3) is guessed, then *Mary* (0). When is *lamb* guessed?",
        "The order answers *who at step t?*; the rank answers *when is position i?* "
        "Go through the positions 0 to 4 and look for each of them in the order.",
        "Position 0 stands at place 1 of the order, so its rank is 1. *lamb* may see a word if the rank of that word "
        "is smaller than the rank of *lamb*.",
    )
    misconceptions = (
        *(Misconception(name, says, half("rank", value)) for name, (says, value) in RANKS.items()),
        *(Misconception(name, says, half("lamb_may_see", value)) for name, (says, value) in SEEN.items()),
        Misconception(
            "order for rank, throughout",
            "Your `rank` is the order, and what *lamb* may see is read off from it. The order lists positions "
            "(who at step t?); the rank lists steps (when is position i?).",
            lambda: {"rank": RANKS["order for rank"][1], "lamb_may_see": FROM_THE_ORDER},
        ),
    )

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except Wrong as wrong:
            if wrong.name == "value":
                self._both_halves(as_plain(answer))
            raise

    def _both_halves(self, got: dict) -> None:
        """Both halves are wrong: what is known about either is told."""
        ranks = [(name, says) for name, (says, value) in RANKS.items() if agrees(got["rank"], value)]
        seen = [(name, says) for name, (says, value) in SEEN.items() if agrees(got["lamb_may_see"], value)]
        if ranks and agrees(got["lamb_may_see"], SEES_ITSELF_FROM_THE_ORDER):
            seen = [("sees itself", SEEN["sees itself"][0])]
        if ranks and seen:
            (rank, of_the_rank), (sight, of_the_sight) = ranks[0], seen[0]
            raise Wrong(f"{rank} and {sight}", f"Two things. {of_the_rank} {of_the_sight}")
        for known, other in ((ranks, "lamb_may_see"), (seen, "rank")):
            if known and not agrees(got[other], self.expected[other]):
                raise Wrong(known[0][0], f"{known[0][1]} And `{other}` is wrong, too.")
