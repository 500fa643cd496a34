"""Checks of lab 01 about drawing orders: a sampler is judged by statistics, and so is the student's own statistic."""

from collections.abc import Iterable

from ..exercise import Candidate, Exercise, TestExercise


class SampleOrder(Exercise):
    id = "1.3"
    title = "Drawing orders"
    points = 1
    minutes = 8
    level = 2
    answer = "sample_order"
    graduates = "permutation.sample_order"
    unlocks = "Training draws a fresh order for every sentence of a batch, in one call."
    invariant = "each row is a permutation of 0, ..., T-1, and one generator state gives one result"
    hints = (
        "Shuffling is sorting by something random. What could you sort by?",
        "Give every place its own random number, independent of the others, and ask where the smallest stands, "
        "then the second smallest. A whole batch of rows can be sorted at once.",
        "Draw uniform numbers of shape `(*batch, length)` from the generator you were given, and let `argsort` "
        "along the last dimension turn each row into an order.",
    )


class LooksBiased(TestExercise):
    id = "1.4"
    title = "Convict the biased shuffle"
    points = 1
    minutes = 10
    level = 3
    answer = "looks_biased"
    subject = "sampler"
    unlocks = "You can now tell a fair sampler from a biased one by its results alone."
    hints = (
        "Three positions have six orders. How often should each of them come in n draws, and how far off may chance be?",
        "Count each of the six orders, not each position: a sampler can put every position everywhere equally often and "
        "still never draw half of the orders.",
        "With n fair draws, a count has mean $n/6$ and standard deviation $\\sqrt{5n}/6$. The classic mistake has "
        "4/27 and 5/27 in place of 1/6: choose n so that this gap is many standard deviations, and cut about half-way.",
    )

    def candidates(self) -> Iterable[Candidate]:
        return ()
