"""Check of lab 06 about segments and one long pass: from which segment on they differ."""

from typing import Any

from ..exercise import Misconception, Wrong
from ..kinds.value import as_plain
from .lab04_by_hand import Parts


class WhereItFails(Parts):
    """Segments of T = 4, 24 words, two layers: the first segment whose output is not that of one long pass."""

    id = "6.5"
    title = "From which segment on?"
    points = 1
    minutes = 7
    level = 2
    answer = "first_to_differ"
    expected = {  # noqa: RUF012
        "mem_len_0": 1,
        "mem_len_4": 2,
        "mem_len_8": 3,
        "mem_len_10": 3,
        "mem_len_20": "never",
        "mem_len_20_both_sides": 0,
    }
    unlocks = "You know when memory is exact, and when it is a good guess."
    hints = (
        "How many words stand before segment 0, segment 1, segment 2? How many of them does one long pass show to "
        "attention, and how many do segments with memory?",
        "Segment s has 4·s words before it. Its output is the same as long as memory holds all of them. For the last "
        "line: what does word 0 see in one long pass when attention looks to both sides?",
        "Find the smallest s with 4·s larger than mem_len. There are only six segments, 0 to 5, so for mem_len 20 "
        "look at the last one.",
    )
    misconceptions = (
        Misconception(
            "counts from 1",
            "You count segments from 1. Segment 0 is the first one, with nothing before it.",
            lambda: {"mem_len_0": 2, "mem_len_4": 3, "mem_len_8": 4, "mem_len_10": 4},
        ),
        Misconception(
            "the last that agrees",
            "That is the last segment that still agrees; asked for is the first that differs.",
            lambda: {"mem_len_0": 0, "mem_len_4": 1, "mem_len_8": 2, "mem_len_10": 2},
        ),
        Misconception(
            "layers add up",
            "You let two layers make up for a short memory: they *reach* further back, through what the memory was "
            "made from. But one long pass looks at each old word directly, too, and in each layer. Equal numbers need "
            "all of them.",
            lambda: {"mem_len_4": 3, "mem_len_8": 5},
        ),
        Misconception(
            "rounds up",
            "With mem_len 8 you are right, and 10 holds two words more. But segment 3 has twelve words before it: ten "
            "of twelve are not all.",
            lambda: {"mem_len_8": 3, "mem_len_10": 4},
        ),
        Misconception(
            "rounds down",
            "With mem_len 10, memory holds all eight words that stand before segment 2.",
            lambda: {"mem_len_8": 3, "mem_len_10": 2},
        ),
        Misconception(
            "both sides are no matter",
            "With attention to both sides, one long pass shows word 0 all later words as well. Reading segment 0, "
            "nobody knows them yet.",
            lambda: {"mem_len_20_both_sides": "never"},
        ),
        Misconception(
            "only the old rows are stale",
            "Segment 1 differs, it is true: the memory of segment 0 never saw segment 1. But segment 0 itself differs "
            "already: in one long pass it sees the words to come.",
            lambda: {"mem_len_20_both_sides": 1},
        ),
        Misconception(
            "the last one must fail",
            "With mem_len 20 even the last segment, 5, has all its 20 words in memory.",
            lambda: {"mem_len_20": 5},
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, dict):  # "Never" or None for "never"
            answer = {k: _never(v) for k, v in answer.items()}
        try:
            super().judge(answer)
        except Wrong as wrong:
            got = as_plain(answer)
            if wrong.name != "form" or type(got) is not dict or got.keys() != self.expected.keys():
                raise
            if all(type(v) is int or v == "never" for v in got.values()):
                off = next(k for k, v in got.items() if v != self.expected[k])
                raise Wrong("value", f"Look again at `{off}`.") from None
            raise Wrong("form", 'Each entry is the number of a segment, 0 to 5, or "never".') from None


def _never(value: Any) -> Any:
    return (
        "never" if value is None or (isinstance(value, str) and value.strip().lower() == "never") else value
    )
