"""Checks of lab 02: what one stream cannot do, masked attention by hand, and why h never needs g."""

import math
from typing import Any

from ..exercise import Misconception, ValueExercise
from ..kinds.value import agrees
from .lab02_attend import Attend
from .lab02_dependency import Dependency
from .lab02_leaks import IsSound, Reach
from .lab02_masked_softmax import MaskedSoftmax
from .lab02_start import StartQueryStream
from .lab02_step import TwoStreamStep


class OneStreamLoss(ValueExercise):
    """The lowest mean of -log p(had) and -log p(lamb), when one distribution must serve both."""

    id = "2.1"
    title = "What one distribution costs"
    points = 1
    minutes = 4
    level = 1
    answer = "lowest_loss"
    expected = math.log(2)
    unlocks = (
        "You have a floor that no training gets under: the mark by which to know a model that cannot tell "
        "positions apart."
    )
    hints = (
        "Every bit of probability that *had* gains, *lamb* must lose. Where does that balance?",
        "Call them p and q, with p + q at most 1. You want the sum of their logarithms as high as it can be. Nothing "
        "tells the two words apart, so try the fair split.",
        "With p = q = 1/2 each word costs -ln(1/2), and so does the mean of the two. Any other split has a "
        "smaller product.",
    )
    misconceptions = (
        Misconception(
            "in bits",
            "That is the number of bits. The losses of these labs are in nats: natural logarithms.",
            lambda: 1,
        ),
        Misconception(
            "the sum",
            "That is the sum over both targets. The question is for their mean.",
            lambda: 2 * math.log(2),
        ),
        Misconception(
            "uniform over all words",
            "That is the loss of a model that knows nothing. This one may learn which two words occur here, and leave "
            "out the other three.",
            lambda: math.log(5),
        ),
        Misconception(
            "no floor",
            "A loss of 0 needs probability 1 for *had* and probability 1 for *lamb*, in one distribution.",
            lambda: 0,
        ),
        Misconception(
            "a probability",
            "That is the probability of each word. The loss is minus its logarithm.",
            lambda: 0.5,
        ),
        Misconception(
            "sign", "Right, apart from the sign: the loss is *minus* the logarithm.", lambda: -math.log(2)
        ),
    )

    def nudge(self, got: Any) -> str:
        if got < math.log(2):
            return "No single distribution gets that low for two different words."
        return "One distribution can do better for the two words than that."


SCORES = {"Mary": (5, 2, 0, 1, 3), "little": (1, 1, 1, 1, 1), "lamb": (math.log(3), 4, 1, 0, 6)}
VALUES = (8, 2, 5, 4, 96)
VISIBLE = {"Mary": (3,), "little": (), "lamb": (0, 3)}


def by_hand(
    *, visible: dict | None = None, exp: bool = True, divide: bool = True, empty: float = 0.0
) -> dict:
    """The three averages, with the mistakes that the keywords name."""
    out = {}
    for word, scores in SCORES.items():
        seen = (visible or VISIBLE)[word]
        shares = {j: math.exp(scores[j]) if exp else scores[j] for j in seen}
        total = sum(shares.values()) if divide else 1
        out[word] = (
            sum(share * VALUES[j] for j, share in shares.items()) / total if shares and total else empty
        )
    return out


class ByHand(ValueExercise):
    """Three rows of masked attention, one of them empty."""

    id = "2.2"
    title = "Masked attention, by hand"
    points = 1
    minutes = 7
    level = 1
    answer = "seen"
    expected = {"Mary": 4.0, "little": 0.0, "lamb": 7.0}  # noqa: RUF012
    unlocks = "The next two exercises are this table, for any number of heads and sentences."
    hints = (
        "Cross out what each word may not see. How many scores are left in each row?",
        "Softmax over what is left: exponentials over their sum. One score alone always gets weight 1, however high "
        "it is. Then take the mean of the values with these weights.",
        "*lamb* keeps the scores ln 3 (Mary) and 0 (little); the exponentials are 3 and 1, the weights 3/4 and 1/4. "
        "Their values are 8 and 4.",
    )
    misconceptions = (
        Misconception(
            "empty row leaks",
            "*little* may see nothing, yet you gave it the mean of all values, its own among them: it would know "
            "something of every word, and of itself.",
            lambda: by_hand(empty=sum(VALUES) / 5),
        ),
        Misconception(
            "own word",
            "You let every word see itself. That is the content mask; a guess that sees its word only copies it.",
            lambda: by_hand(visible={"Mary": (0, 3), "little": (3,), "lamb": (0, 3, 4)}),
        ),
        Misconception(
            "mask ignored",
            "Hidden words take part in your averages.",
            lambda: by_hand(visible=dict.fromkeys(SCORES, range(5))),
        ),
        Misconception(
            "not divided",
            "Your weights do not sum to 1: divide the exponentials by their sum.",
            lambda: by_hand(divide=False),
        ),
        Misconception(
            "no exponential",
            "You took the scores themselves as weights; softmax takes their exponentials first.",
            lambda: by_hand(exp=False),
        ),
        Misconception(
            "plain mean",
            "You took the plain mean of the visible values. The scores decide how much each of them counts.",
            lambda: {"Mary": 4.0, "little": 0.0, "lamb": 6.0},
        ),
        Misconception(
            "the opposite mask",
            "You averaged the hidden words: True means hidden.",
            lambda: by_hand(visible={w: [j for j in range(5) if j not in VISIBLE[w]] for w in SCORES}),
        ),
    )

    def nudge(self, got: Any) -> str:
        """Which entries are wrong, and for each the known mistake that gives just this number, if there is one."""
        known = [(m.says, m.imitate()) for m in self.misconceptions]
        known += [
            ("That is her own value. Her highest score is for herself, whom she may not see.", {"Mary": 8.0}),
            ("You took a value that is hidden from it.", {w: 96.0 for w in SCORES}),
        ]
        told = []
        for word, right in self.expected.items():
            if not agrees(got[word], right):
                why = [says for says, made in known if word in made and agrees(got[word], made[word])]
                told += [f"{word}: {why[0]}"] if why else []
        return "\n".join([super().nudge(got), *told])


CHANGES = {"mask_emb": "mask_emb", "query mask": "the query mask", "content mask": "the content mask"}


class WhatMoves(ValueExercise):
    """What moves when one thing is changed in a two-layer model."""

    id = "2.9"
    title = "What moves?"
    points = 1
    minutes = 5
    level = 2
    answer = "moves"
    expected = {  # noqa: RUF012
        "mask_emb": {"guesses": True, "content": False, "memory": False},
        "query mask": {"guesses": True, "content": False, "memory": False},
        "content mask": {"guesses": True, "content": True, "memory": True},
    }
    unlocks = (
        "You know what can be thrown away after pretraining, and what it costs to have had it: D numbers."
    )
    hints = (
        "Take one change at a time. Who reads the thing that is changed? And who reads that one, a layer further up?",
        "Nobody reads g: keys and values come from h and the memory. So what can a change in g move? And h is read by "
        "both streams in the *next* layer.",
        "mask_emb and the query mask touch only g. The content mask touches h after the first layer: the second "
        "layer's guesses read it, and the memory keeps it (the memory holds h before each layer).",
    )
    misconceptions = (
        Misconception(
            "h reads g",
            "You think that h changes with g. Keys and values come from h and the memory only; nobody reads g.",
            lambda: _moves(content_by_g=True, memory_by_g=True),
        ),
        Misconception(
            "memory holds g",
            "The memory keeps h, never g: the next segment must be able to read it as words that are known.",
            lambda: _moves(memory_by_g=True),
        ),
        Misconception(
            "guesses do not read h twice",
            "The guesses do move with the content mask: their second layer reads h as the first layer left it.",
            lambda: _moves(guesses_by_h=False),
        ),
        Misconception(
            "memory is only words",
            "The memory holds h before *each* layer. Before the first these are the words; before the second, the "
            "content mask has had its say.",
            lambda: _moves(memory_by_h=False),
        ),
    )

    def nudge(self, got: Any) -> str:
        rows = [k for k, row in self.expected.items() if not agrees(got[k], row)]
        return f"Look again at what happens when you change {' and '.join(CHANGES[row] for row in rows)}."


def _moves(
    *,
    content_by_g: bool = False,
    memory_by_g: bool = False,
    guesses_by_h: bool = True,
    memory_by_h: bool = True,
) -> dict[str, dict[str, bool]]:
    by_g = {"guesses": True, "content": content_by_g, "memory": memory_by_g}
    by_h = {"guesses": guesses_by_h, "content": True, "memory": memory_by_h}
    return {"mask_emb": by_g, "query mask": by_g, "content mask": by_h}


EXERCISES = (
    OneStreamLoss(),
    ByHand(),
    MaskedSoftmax(),
    Attend(),
    StartQueryStream(),
    TwoStreamStep(),
    Dependency(),
    IsSound(),
    WhatMoves(),
    Reach(),
)
