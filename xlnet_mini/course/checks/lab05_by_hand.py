"""Check of lab 05 worked out on paper: the cut, and who sees whom."""

from typing import Any

from ..exercise import Misconception
from ..kinds.value import agrees, as_plain
from .lab04_by_hand import Parts

LITTLE = [True, False, False, True, True]
A = [True, True, False, True, True]


class ByHand(Parts):
    """The order [3, 0, 4, 1, 2] of "Mary had a little lamb", cut after three."""

    id = "5.1"
    title = "The cut, on paper"
    points = 1
    minutes = 5
    level = 1
    answer = "by_hand"
    expected = {  # noqa: RUF012
        "predicted": [1, 2],
        "little_may_see": LITTLE,
        "had_may_see": LITTLE,
        "a_may_see": A,
        "num_predict_of_512": 85,
    }
    unlocks = "You know the whole rule for ordinary words; the rest of this lab makes it a program."
    hints = (
        "The order lists positions in the order of guessing. The first c = 3 are given, the others are guessed.",
        "*little* is context. Nobody guesses it, so nothing has to be kept from it, except what is guessed.",
        "Context sees Mary, little and lamb. *had* is guessed before *a*: who of the two may see the other? And "
        "512 / 6, as a whole number.",
    )
    misconceptions = (
        Misconception(
            "front of the order",
            "These are the first three of the order, which are given. Predicted is the *tail*: what comes after the "
            "cut, when there is something to guess from.",
            lambda: {"predicted": [3, 0, 4]},
        ),
        Misconception(
            "as many from the front",
            "Two are predicted, but not the first two of the order. Those would have next to nothing to go by: "
            "predicted is the tail.",
            lambda: {"predicted": [3, 0]},
        ),
        Misconception(
            "cut one too early",
            "c = 3 of the order are given; you gave two only.",
            lambda: {"predicted": [4, 1, 2]},
        ),
        Misconception(
            "cut one too late",
            "c = 3 of the order are given; you gave four.",
            lambda: {"predicted": [2]},
        ),
        Misconception(
            "cuts the sentence",
            "These are the last two positions of the *sentence*. The cut is made in the order.",
            lambda: {"predicted": [3, 4]},
        ),
        Misconception(
            "another sequence",
            "The right positions, but *had* comes before *a* in the order.",
            lambda: {"predicted": [2, 1]},
        ),
        Misconception(
            "context keeps its rank",
            "*little* comes first in the order, but it is not guessed any more: it is context, and context sees all "
            "context.",
            lambda: {"little_may_see": [False, False, False, True, False]},
        ),
        Misconception(
            "context sees nothing",
            "*little* comes first in the order, but it is not guessed any more: it is context, and sees all context, "
            "itself included.",
            lambda: {"little_may_see": [False, False, False, False, False]},
        ),
        Misconception(
            "context does not see itself",
            "*little* is not guessed, so it may see itself.",
            lambda: {"little_may_see": [True, False, False, False, True]},
        ),
        Misconception(
            "context sees targets",
            "If *little* could see what is guessed, then *had*, which looks at *little*, would meet itself there.",
            lambda: {"little_may_see": [True, True, True, True, True]},
        ),
        Misconception(
            "target sees itself",
            "*had* is what we are guessing, so it may not see itself.",
            lambda: {"had_may_see": [True, True, False, True, True]},
        ),
        Misconception(
            "sees what comes later",
            "*a* is guessed after *had*, so *had* may not see it.",
            lambda: {"had_may_see": [True, False, True, True, True]},
        ),
        Misconception(
            "targets hidden from each other",
            "*had* is guessed before *a*, and then it is known: *a* may see it. (In BERT it may not.)",
            lambda: {"a_may_see": LITTLE},
        ),
        Misconception(
            "the last sees itself",
            "The last of the order sees everything else, but not itself.",
            lambda: {"a_may_see": [True] * 5},
        ),
        Misconception(
            "counts the context",
            "That is what is left as context. Predicted is one token in K.",
            lambda: {"num_predict_of_512": 427},
        ),
        Misconception(
            "rounds up",
            "85.33 tokens is 85 whole ones: rounded down, as in the published settings.",
            lambda: {"num_predict_of_512": 86},
        ),
        Misconception(
            "not whole",
            "512 / 6 is not whole, but a number of tokens is: round down.",
            lambda: {"num_predict_of_512": 512 / 6},
        ),
        Misconception(
            "BERT's share",
            "15 % is BERT's share. Here it is one token in K = 6.",
            lambda: {"num_predict_of_512": 77},
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, dict):  # 1 and 0 for True and False are as good
            answer = {k: _as_bools(v) if str(k).endswith("may_see") else v for k, v in answer.items()}
        super().judge(answer)

    def nudge(self, got: Any) -> str:
        off = [f"`{key}`" for key, want in self.expected.items() if not agrees(got[key], want)]
        return f"Look again at {' and '.join(off)}."


def _as_bools(value: Any) -> Any:
    plain = as_plain(value)
    return [bool(v) for v in plain] if type(plain) is list and all(v in (0, 1) for v in plain) else value
