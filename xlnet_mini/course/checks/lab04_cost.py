"""Check of lab 04's exercise about what the shift saves, counted on paper."""

from typing import Any

from ..exercise import Misconception
from ..kinds.value import agrees
from .lab04_by_hand import Parts

BOTH_DOUBLE = "If T and M double, S doubles too: by what factor does a product grow when both factors double?"


class Cost(Parts):
    """T = 4, M = 2, d = 3, one head, later keys visible."""

    id = "4.7"
    title = "Count before you run"
    points = 1
    minutes = 5
    level = 1
    answer = "cost"
    expected = {  # noqa: RUF012
        "r_per_pair": 72,
        "r_per_distance": 30,
        "scores_before_shift": 40,
        "growth_per_pair": 4,
        "growth_per_distance": 2,
        "growth_scores": 4,
    }
    unlocks = "You can say before you run it which of two formulas fits into memory."
    hints = (
        "How many pairs of a query and a key are there, and how many different distances?",
        "Each of them has a vector of d numbers. For a model that looks to both sides, count the columns of x (section "
        "3), the unused first one too. A score is one number.",
        "S = 6. Pairs: 4 · 6, each 3 numbers. Distances: 6 + 4, each 3 numbers. Scores before the shift: one for each "
        "query and distance. Then put in T = 8, M = 4 and compare.",
    )
    misconceptions = (
        Misconception(
            "T keys", "Memory is missing: there are S = M + T = 6 keys.", lambda: {"r_per_pair": 48}
        ),
        Misconception(
            "left-to-right columns",
            "You counted S + 1 distances, as for a left-to-right model. Here later keys may be seen too: S + T.",
            lambda: {"r_per_distance": 21},
        ),
        Misconception(
            "one column short",
            "There are S + T - 1 distances that occur, but x has one column more: the first, which is dropped.",
            lambda: {"r_per_distance": 27},
        ),
        Misconception(
            "vectors, not numbers",
            "You counted vectors; each of them holds d = 3 numbers.",
            lambda: {"r_per_pair": 24},
        ),
        Misconception(
            "already shifted",
            "24 is the number of scores *after* the shift, T·S. Before it there is one for each query and distance.",
            lambda: {"scores_before_shift": 24},
        ),
        Misconception(
            "scores times d",
            "A score is one number, not a vector: d is summed over in the product of query and r.",
            lambda: {"scores_before_shift": 120},
        ),
        Misconception("one side doubled", BOTH_DOUBLE, lambda: {"growth_per_pair": 2}),
        Misconception("one side doubled", BOTH_DOUBLE, lambda: {"growth_scores": 2}),
        Misconception(
            "a square of distances",
            "Distances stand in a row, not in a table: S + T of them. What happens to a sum when both parts double?",
            lambda: {"growth_per_distance": 4},
        ),
    )

    def nudge(self, got: Any) -> str:
        off = [f"`{key}`" for key, want in self.expected.items() if not agrees(got[key], want)]
        return f"Look again at {' and '.join(off)}."
