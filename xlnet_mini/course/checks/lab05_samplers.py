"""Checks of lab 05 about samplers of targets in public: what their output tells, and how many they choose."""

from typing import Any

from ..exercise import Misconception, Wrong
from ..kinds.value import agrees, as_plain
from .lab04_by_hand import Parts

CHANCE_OF_LENGTH = [1 / n / sum(1 / m for m in range(1, 6)) for n in range(1, 6)]
ODD = CHANCE_OF_LENGTH[0] + CHANCE_OF_LENGTH[2] + CHANCE_OF_LENGTH[4]


class FromOutput(Parts):
    """Two samplers that stand in public: 15 % of six tokens, and spans that are tested at the wrong end."""

    id = "5.6"
    title = "Find the bug from its output"
    points = 1
    minutes = 8
    level = 2
    answer = "findings"
    bonus = True
    expected = {  # noqa: RUF012
        "a_mean_number": 6 * 0.15,
        "a_chance_of_none": 0.85**6,
        "b_cut_spans": [3, 4],
        "b_n_counts": "pieces",
        "b_chance_of_cut": ODD,
    }
    unlocks = "You can convict a sampler by its output, without seeing a line of its code."
    hints = (
        "A: none of six tokens is chosen if each of them is not chosen. B: look at the sign at the start of the piece "
        "*after* each span: does a new word begin there?",
        "B: compare the number n of each line with the number of pieces in the span, and with its number of words. "
        "With words of two pieces each, which n end in the middle of a word?",
        "A: 0.85 six times. B: the chances of n = 1, 3 and 5, where n has the chance (1 / n) / (1 + 1/2 + 1/3 + 1/4 + "
        "1/5).",
    )
    misconceptions = (
        Misconception(
            "chance of all",
            "That is the chance that *all* six are chosen.",
            lambda: {"a_chance_of_none": 0.15**6},
        ),
        Misconception(
            "chance of some",
            "That is the chance that at least one is chosen. Asked is the opposite.",
            lambda: {"a_chance_of_none": 1 - 0.85**6},
        ),
        Misconception(
            "one minus the mean",
            "Chances of several tokens do not add up. All six must be left out: multiply.",
            lambda: {"a_chance_of_none": 1 - 6 * 0.15},
        ),
        Misconception(
            "one token only",
            "That is the chance that *one* token is left out. All six must be.",
            lambda: {"a_chance_of_none": 0.85},
        ),
        Misconception(
            "mean of one",
            "That is the mean for a single token. There are six.",
            lambda: {"a_mean_number": 0.15},
        ),
        Misconception(
            "number left over", "These are the tokens that are left.", lambda: {"a_mean_number": 6 * 0.85}
        ),
        Misconception(
            "words", "In line 1, n is 2. How many words does the span touch?", lambda: {"b_n_counts": "words"}
        ),
        Misconception(
            "spans that are whole",
            "These are the spans that end with a word. Asked are the others.",
            lambda: {"b_cut_spans": [0, 1, 2, 5]},
        ),
        Misconception(
            "counts lines from 1", "Lines are counted from 0, as printed.", lambda: {"b_cut_spans": [4, 5]}
        ),
        Misconception(
            "all that hold a part of a word",
            "A span is cut if the piece *after* it goes on with a word. A piece inside a span that goes on with a word "
            "is as it should be.",
            lambda: {"b_cut_spans": [1, 3, 4, 5]},
        ),
        Misconception(
            "uniform lengths",
            "Three of five lengths are odd, but not all are equally likely: the chance of n is proportional to 1 / n.",
            lambda: {"b_chance_of_cut": 0.6},
        ),
        Misconception(
            "even lengths",
            "That is the chance of an even n. With words of two pieces, these spans end with a word.",
            lambda: {"b_chance_of_cut": 1 - ODD},
        ),
        Misconception(
            "not divided by the sum",
            "1 + 1/3 + 1/5 is more than 1, so it is no chance. Divide by the sum over all five lengths.",
            lambda: {"b_chance_of_cut": 1 + 1 / 3 + 1 / 5},
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, dict):
            answer = {k: _tidy(v) for k, v in answer.items()}
            cut = answer.get("b_cut_spans")
            known = [m.imitate().get("b_cut_spans") for m in self.misconceptions]
            # how many there are is part of the question
            if type(cut) is list and len(cut) != 2 and all(type(n) is int for n in cut) and cut not in known:
                raise Wrong(
                    "other spans",
                    "Look again at `b_cut_spans`: what does the piece *after* each span begin with, a new word or the "
                    "rest of one?",
                )
        super().judge(answer)

    def nudge(self, got: Any) -> str:
        off = [f"`{key}`" for key, want in self.expected.items() if not agrees(got[key], want)]
        return f"Look again at {' and '.join(off)}."


def _tidy(value: Any) -> Any:
    if type(value) is str:
        return value.strip().lower()
    plain = sorted(value, key=str) if type(value) in (set, frozenset) else as_plain(value)
    return sorted(plain) if type(plain) is list and all(type(n) is int for n in plain) else value


class Rates(Parts):
    """One in K, or one in K + 1: the paper's context holds the span, the published code's does not."""

    id = "5.10"
    title = "One in six, or one in seven?"
    points = 1
    minutes = 6
    level = 2
    answer = "rates"
    bonus = True
    expected = {  # noqa: RUF012
        "paper": 1 / 6,
        "code": 1 / 7,
        "found_in_256": 256 / 7,
        "singles_in_256": 43 - 256 / 7,
    }
    unlocks = "You know why the published code has to fill up with single tokens, which follow no word."
    hints = (
        "How many tokens does one group take, the span and its context together? Take n = 2 first, then see whether n "
        "matters.",
        "In the paper the 6n tokens of context hold the span; in the code they stand around it.",
        "Of 7n tokens n are targets. So 256 / 7 targets in 256 tokens; the rest of the 43 is filled up.",
    )
    misconceptions = (
        Misconception(
            "code as in the paper",
            "In the code the 6n tokens stand *around* the span: how many tokens does the group take?",
            lambda: {"code": 1 / 6},
        ),
        Misconception(
            "span not in the context", "In the paper the 6n tokens hold the span.", lambda: {"paper": 1 / 7}
        ),
        Misconception(
            "one to six", "One target *to* six others is one *of* how many?", lambda: {"paper": 1 / 5}
        ),
        Misconception(
            "on both sides",
            "6n tokens in all stand around a span, not on either side.",
            lambda: {"code": 1 / 13},
        ),
        Misconception(
            "fills up half",
            "43 is the number for 256 tokens already: 256 / 6, rounded.",
            lambda: {"singles_in_256": 85 - 256 / 7},
        ),
        Misconception(
            "nothing to fill up",
            "The rate of the *code* is lower than 1/6, so in 256 tokens it does not find 43.",
            lambda: {"singles_in_256": 0},
        ),
        Misconception(
            "found at the paper's rate",
            "That is what the paper's rate gives. The code finds one in ...?",
            lambda: {"found_in_256": 256 / 6},
        ),
        Misconception(
            "rounded up", "It is a mean: do not round. Give three digits.", lambda: {"singles_in_256": 7}
        ),
        Misconception(
            "rounded down", "It is a mean, do not round it: three digits.", lambda: {"singles_in_256": 6}
        ),
        Misconception("rate for number", "A number of tokens is asked.", lambda: {"found_in_256": 1 / 7}),
    )

    def nudge(self, got: Any) -> str:
        off = [f"`{key}`" for key, want in self.expected.items() if not agrees(got[key], want, 0.02)]
        return f"Look again at {' and '.join(off)}." if off else "That is close: give three digits."
