"""Check of lab 03 about distances: which there are."""

from collections.abc import Iterable

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong


def _span(first: int, last: int) -> Tensor:
    """first, first - 1, ..., last."""
    return torch.tensor(list(range(first, last - 1, -1)), dtype=torch.int64)


class RelativeDistances(FunctionExercise):
    id = "3.3"
    title = "All distances there are"
    points = 1
    minutes = 6
    level = 1
    answer = "relative_distances"
    graduates = "relative.relative_distances"
    unlocks = "A whole table of pairs needs one short list of distances: that is what makes the rest cheap."
    invariant = "from S down to -(T-1), or to 0 for a model that looks left only"
    hints = (
        "Which pair of query and key is furthest apart to the left? And which to the right?",
        "The last query stands at key S - 1 and the first key is key 0; the first query stands at key M. The list has "
        "one number more than needed on the left, S itself.",
        "`torch.arange` takes a step of -1, and does not reach its end. The list goes from S down to -(T - 1), or "
        "down to 0: what is the end in each case?",
    )
    misconceptions = (
        Misconception(
            "starts at S - 1",
            "S is missing at the beginning. No pair has this distance, but lab 04 needs its column (Transformer-XL's "
            "list starts at S - 1).",
            lambda T, M, bidirectional: _span(M + T - 1, 1 - T if bidirectional else 0),
        ),
        Misconception(
            "one too many on the right",
            "The list goes one too far on the right: -T occurs in no pair (nor does -1 if the model "
            "looks left only). The first query and the last key are T - 1 apart.",
            lambda T, M, bidirectional: _span(M + T, -T if bidirectional else -1),
        ),
        Misconception(
            "reaches -T",
            "-T occurs in no pair: the first query and the last key are T - 1 apart. `torch.arange` stops *before* its "
            "end.",
            lambda T, M, bidirectional: _span(M + T, -T if bidirectional else 0),
        ),
        Misconception(
            "one too few on the right",
            "The last distance is missing: `torch.arange` stops *before* its end.",
            lambda T, M, bidirectional: _span(M + T, 2 - T if bidirectional else 1),
        ),
        Misconception(
            "ascending",
            "The order is turned round: far left, the largest distance, comes first.",
            lambda T, M, bidirectional: _span(M + T, 1 - T if bidirectional else 0).flip(0),
        ),
        Misconception(
            "memory forgotten",
            "You left out the M rows of memory: there are S = M + T keys.",
            lambda T, M, bidirectional: _span(T, 1 - T if bidirectional else 0),
        ),
        Misconception(
            "memory on both sides",
            "The memory stands to the left of the segment only. To the right there are at most T - 1 words.",
            lambda T, M, bidirectional: _span(M + T, 1 - M - T if bidirectional else 0),
        ),
        Misconception(
            "always both sides",
            "A model that looks left only (`bidirectional` False) has no negative distances.",
            lambda T, M, bidirectional: _span(M + T, 1 - T),
        ),
        Misconception(
            "always left only",
            "A model that looks to both sides has negative distances too: keys to the right of the query.",
            lambda T, M, bidirectional: _span(M + T, 0),
        ),
        Misconception(
            "sign",
            "The sign is turned round: the distance is i - j, so a key to the left, earlier, has a positive one.",
            lambda T, M, bidirectional: -_span(M + T, 1 - T if bidirectional else 0),
        ),
        Misconception(
            "left and right alike",
            "You dropped the sign: then a word two steps to the left looks like one two steps to the right.",
            lambda T, M, bidirectional: _span(M + T, 1 - T if bidirectional else 0).abs(),
        ),
    )

    def oracle(self, T: int, M: int, bidirectional: bool) -> Tensor:
        """Collect the distances of all pairs; those to the right only if they may be seen; and S."""
        pairs = {M + i - j for i in range(T) for j in range(M + T)}
        seen = {p for p in pairs if bidirectional or p >= 0} | {M + T}
        return torch.tensor(sorted(seen, reverse=True), dtype=torch.int64)

    def cases(self) -> Iterable[Case]:
        for T, M, both in (
            (2, 0, True),
            (3, 0, True),
            (3, 2, True),
            (3, 2, False),
            (3, 0, False),
            (1, 4, True),
        ):
            yield Case({"T": T, "M": M, "bidirectional": both})
        for T, M in ((1, 0), (2, 7), (6, 3), (5, 2)):
            for both in (True, False):
                yield Case({"T": T, "M": M, "bidirectional": both})

    def properties(self, call: Caller) -> None:
        """The model asks for the list with its device set as the default."""
        with torch.device("meta"):
            try:
                got = call.raw(3, 2, True)
            except Exception:  # code that looks at values cannot run without any: that is no fault
                return
        if isinstance(got, Tensor) and got.device.type != "meta":
            says = (
                "Right on the CPU, but the list is made on a fixed device: inside `with torch.device(...)`, which "
                "the model uses, it must follow, as torch.arange and torch.tensor do."
            )
            raise Wrong("fixed device", says)
