"""Checks of lab 03: from absolute scores to relative ones, in the order of the notebook."""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor

from .. import compare
from ..exercise import Candidate, TestExercise, Wrong
from . import lab03_places
from .lab03_distances import RelativeDistances
from .lab03_layouts import RowOrder
from .lab03_scores import ContentScores, PositionScores
from .lab03_segments import Renumbered, SegmentScores
from .lab03_shaw import ShawScores
from .lab03_terms import FourByHand, FourTerms
from .lab03_waves import Sinusoids

LONGEST = 30  # words


class Promised:
    """Scores of a candidate, for the words that the exercise promises and no others; remembers being asked."""

    def __init__(self, scores: Callable[[Tensor], Tensor]):
        self.scores, self.asked = scores, False

    def __call__(self, x: Tensor) -> Tensor:
        if not isinstance(x, Tensor) or x.dtype != torch.float64 or x.dim() != 2 or not fits(*x.shape):
            got = compare.describe(x) if isinstance(x, Tensor) else compare.kind(x)
            says = (
                f"Your test gives `scores` words that it need not take: {got}. It takes float64 [T, 6], T from 1 to "
                "30: the contract of `scores`."
            )
            raise Wrong("outside the contract", says)
        self.asked = True
        return self.scores(x)


def fits(words: int, width: int) -> bool:
    return 1 <= words <= LONGEST and width == lab03_places.WIDTH


class IsShiftInvariant(TestExercise):
    id = "3.8"
    title = "A test for relative scores"
    points = 1
    minutes = 8
    level = 3
    answer = "is_shift_invariant"
    subject = "score"
    unlocks = "You can tell without reading its code whether a score depends on where a sentence begins."
    hints = (
        "If you take away the first word of a sentence, what may change in the scores of all other pairs?",
        "Compare the scores of x[s:] with the part of the scores of x that belongs to the same words. Random words, "
        "as long a sentence as is allowed, and more than one s.",
        "For x of 30 random words and s = 1, 2, 3, ...: the table of the shorter sentence against the lower right "
        "part of the whole table. Compare with a tolerance, but one well below 0.0001.",
    )

    def candidates(self) -> Iterable[Candidate]:
        for says, function in lab03_places.right():
            yield Candidate(says, Promised(function), right=True)
        for says, function in lab03_places.broken():
            yield Candidate(says, Promised(function))

    def looked(self, candidates: list[Candidate]) -> bool:
        return any(candidate.function.asked for candidate in candidates)

    def about(self, right: list[bool]) -> str:
        """What the right candidates have in common, and where a too strict test goes wrong."""
        if not any(right):
            return (
                "It rejects even a score that knows nothing of positions. Either its answer is turned round, or it "
                "compares scores of *different words*: along a diagonal the words differ; and `scores(x)[:-1, :-1]` "
                "are the scores of all but the last word, not those of `x[1:]`."
            )
        return (
            "The scores of the same words may differ in the last digits (compare with `torch.allclose`); and a right "
            "score need not be equal along diagonals when the words differ."
        )


EXERCISES = (
    FourByHand(),
    FourTerms(),
    RelativeDistances(),
    Sinusoids(),
    RowOrder(),
    ContentScores(),
    PositionScores(),
    IsShiftInvariant(),
    ShawScores(),
    SegmentScores(),
    Renumbered(),
)
