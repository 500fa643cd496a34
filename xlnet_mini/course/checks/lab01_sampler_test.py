"""Check of lab 01's exercise in which the student tests samplers: fair ones must pass, biased ones must not."""

from collections.abc import Callable, Iterable

from torch import Tensor

from ..exercise import Candidate, TestExercise
from . import lab01_shuffles as shuffles
from .lab01_shuffles import seeded


class LooksBiased(TestExercise):
    id = "1.4"
    title = "Convict the biased shuffle"
    points = 1
    minutes = 10
    level = 3
    answer = "looks_biased"
    subject = "sampler"
    verdict_if_right = False
    accepts = "acquits"
    rejects = "convicts"
    unlocks = "You can now tell a fair sampler from a biased one by its results alone."
    hints = (
        "Three positions have six orders. How often should each come in n draws, and how far off may chance be?",
        "Count each of the six orders, not each position: a sampler can put every position everywhere equally often "
        "and still never draw half of the orders.",
        "With n fair draws, a count has mean $n/6$ and standard deviation $\\sqrt{5n}/6$. The classic mistake has "
        "4/27 and 5/27 in place of 1/6: choose n so that this gap is many standard deviations, and cut half-way.",
    )
    FAIR_RUNS = 10  # a test that convicts one fair sampler in five is caught with probability 0.89

    def candidates(self) -> Iterable[Candidate]:
        for seed in range(self.FAIR_RUNS):
            fair = shuffles.fair_by_sorting if seed % 2 else shuffles.fair_by_swapping
            yield Candidate("gives every order the same chance", _drawing(fair, 100 + seed), right=True)
        for seed, (says, sampler) in enumerate(self._broken()):
            yield Candidate(says, _drawing(sampler, 200 + seed))

    @staticmethod
    def _broken() -> Iterable[tuple[str, Callable]]:
        return (
            ("always gives the same order", shuffles.always_sorted),
            ("sorts by numbers that can be equal", shuffles.ties),
            ("swaps two neighbours once and leaves the rest", shuffles.one_swap),
            ("never leaves a position at its own place", shuffles.full_cycles),
            (
                "swaps each place with any place (the classic biased shuffle: 4/27 and 5/27)",
                shuffles.biased_shuffle,
            ),
            ("swaps each place with any place, from the last to the first", shuffles.biased_downwards),
            (
                "only rotates: 3 of the 6 orders, though each position is everywhere equally often",
                shuffles.rotations,
            ),
            (
                "gives four orders as often as it should, one too rarely, one too often",
                shuffles.one_for_another,
            ),
            ("draws who is first and leaves the others in their order", shuffles.only_the_first),
        )

    def about(self, right: list[bool]) -> str:
        return (
            f"It did so in {right.count(False)} of {len(right)} runs with fair shuffles. "
            "Leave chance more room, or draw more so that you need less."
        )


def _drawing(sampler: Callable, seed: int) -> Callable[[int], Tensor]:
    """draw(n) -> orders [n, 3]; it goes on where it stopped, so that two calls give different draws."""
    generator = seeded(seed)
    return lambda n: sampler(3, batch=(int(n),), generator=generator)
