"""Checks of lab 03: from absolute scores to relative ones, in the order of the notebook."""

from collections.abc import Callable, Iterable

from torch import Tensor

from ..exercise import Candidate, TestExercise
from . import lab03_places
from .lab03_distances import RelativeDistances
from .lab03_scores import ContentScores, PositionScores
from .lab03_segments import Renumbered, SegmentScores
from .lab03_shaw import ShawScores
from .lab03_terms import FourByHand, FourTerms
from .lab03_waves import RowOrder, Sinusoids


def _in_float64(scores: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    """The same scores, also for words that come in float32."""
    return lambda x: scores(x.double())


class IsShiftInvariant(TestExercise):
    id = "3.8"
    title = "A test for relative scores"
    points = 1
    minutes = 10
    level = 3
    answer = "is_shift_invariant"
    subject = "score"
    unlocks = "You can tell without reading its code whether a score depends on where a sentence begins."
    hints = (
        "If you take away the first word of a sentence, what may change in the scores of all other pairs?",
        "Compare the scores of x[s:] with the part of the scores of x that belongs to the same words. Random words, "
        "and a sentence long enough for effects that begin late.",
        "For x of about ten random words and s = 1, 2, 3, ...: the table of the shorter sentence against the lower "
        "right part of the whole table, from row and column s on. Compare with a tolerance.",
    )

    def candidates(self) -> Iterable[Candidate]:
        for says, function in lab03_places.right():
            yield Candidate(says, _in_float64(function), right=True)
        for says, function in lab03_places.broken():
            yield Candidate(says, _in_float64(function))

    def about(self, right: list[bool]) -> str:
        """What the right candidates have in common, and where a too strict test goes wrong."""
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
