"""Check of lab 07 about runs that cannot overfit one batch: read off the curve why."""

import math

from ..exercise import Misconception
from ..kinds.value import agrees
from .lab04_by_hand import Parts

REASONS = ("dropout", "no positions", "rate too high", "no gradient", "labels shifted")


class Diagnosis(Parts):
    """8 sentences, 2 targets in each that are guessed at the same time, 16 different words."""

    id = "7.5"
    title = "Why does it not reach zero?"
    points = 1
    minutes = 7
    level = 2
    answer = "diagnosis"
    expected = {  # noqa: RUF012
        "A": "no positions",
        "B": "rate too high",
        "C": "dropout",
        "floor_of_A": math.log(2),
        "floor_of_B": math.log(16),
    }
    unlocks = "You can tell three sick runs apart by their curves. It takes seconds, and saves hours."
    hints = (
        "Two of the curves end in a straight, quiet line, and one never becomes quiet. What kind of fault is noisy?",
        "A quiet line means: the model does the best it can, with something missing. If it cannot tell the two "
        "targets of a sentence apart, what is the best guess, and what does it cost? If it knows only which words "
        "occur at all?",
        "The best guess between n equally likely words costs ln n. A cannot choose between the 2 words of a "
        "sentence; B cannot even tell sentences apart, and chooses between all the 16 targets.",
    )
    misconceptions = (
        Misconception(
            "noise for a floor",
            "A ends in a quiet line. Dropout is drawn anew at each step, so a run with dropout is never quiet.",
            lambda: {"A": "dropout"},
        ),
        Misconception(
            "A and B exchanged",
            "A and B are exchanged. A has learned which sentence has which words, B has not even done that: see how "
            "high they end.",
            lambda: {"A": "rate too high", "B": "no positions"},
        ),
        Misconception(
            "the plateau is no lack of positions",
            "B ends far above A. Without positions a model still sees the other words of the sentence, so it knows "
            "which two words are missing. B knows nothing but how often each word is a target.",
            lambda: {"B": "no positions"},
        ),
        Misconception(
            "no gradient",
            "With no gradient nothing moves at all. All three curves fall at first.",
            lambda: {"B": "no gradient"},
        ),
        Misconception(
            "labels shifted",
            "Labels that are shifted are still the same labels in every step, and a model that overfits learns them "
            "by heart all the same. Overfitting finds no wrong labels: other tests must.",
            lambda: {"C": "labels shifted"},
        ),
        Misconception(
            "labels shifted",
            "Labels that are shifted are still the same labels in every step, and a model that overfits learns them "
            "by heart all the same. Overfitting finds no wrong labels: other tests must.",
            lambda: {"A": "labels shifted"},
        ),
        Misconception(
            "bits",
            "You gave bits (log2). The losses here are in nats: ln.",
            lambda: {"floor_of_A": 1.0},
        ),
        Misconception(
            "bits",
            "You gave bits (log2). The losses here are in nats: ln.",
            lambda: {"floor_of_B": 4.0},
        ),
        Misconception(
            "all words of the vocabulary",
            "ln 64 is what a model pays that knows nothing at all, not even which words are ever a target. It is "
            "where all runs begin.",
            lambda: {"floor_of_B": math.log(64)},
        ),
        Misconception(
            "words of a sentence",
            "You count the 8 words of a sentence. The 6 that can be seen are not in question.",
            lambda: {"floor_of_A": math.log(8)},
        ),
        Misconception(
            "floors exchanged",
            "The two floors are exchanged: A has 2 words to choose from, and ends far below B.",
            lambda: {"floor_of_A": math.log(16), "floor_of_B": math.log(2)},
        ),
        Misconception(
            "a number of words for a loss",
            "That is the number of words to choose from. The loss of the best guess among so many is its logarithm.",
            lambda: {"floor_of_A": 2.0},
        ),
        Misconception(
            "a number of words for a loss",
            "That is the number of words to choose from. The loss of the best guess among so many is its logarithm.",
            lambda: {"floor_of_B": 16.0},
        ),
        Misconception(
            "probability for a loss",
            "That is the probability of the right word. The loss is minus its logarithm.",
            lambda: {"floor_of_A": 0.5},
        ),
    )

    def nudge(self, got: object) -> str:
        off = [f"`{key}`" for key, want in self.expected.items() if not agrees(got[key], want)]
        known = "" if all(got[k] in REASONS for k in "ABC") else f" The reasons are {', '.join(REASONS)}."
        return f"Look again at {' and '.join(off)}.{known}"
