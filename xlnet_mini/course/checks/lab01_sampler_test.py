"""Check of lab 01's exercise in which the student tests samplers: fair ones must pass, biased ones must not."""

from collections.abc import Iterable
from itertools import permutations

import torch
from torch import Tensor

from ..exercise import Candidate, TestExercise, Wrong
from .lab01_shuffles import seeded

ORDERS = torch.tensor(list(permutations(range(3))))  # 012 021 102 120 201 210
MOST = 100_000  # orders in one draw; three times as many in one run of the student's test
FAIR = (1, 1, 1, 1, 1, 1)
# what a sampler does -> how often each of the six orders comes, in these proportions; the plainest first
BROKEN = {
    "always gives the same order": (1, 0, 0, 0, 0, 0),
    "sorts by numbers that can be equal": (10, 4, 4, 4, 4, 1),
    "swaps two neighbours once and leaves the rest": (0, 1, 1, 0, 0, 0),
    "never leaves a position at its own place": (0, 0, 0, 1, 1, 0),
    "swaps each place with any place (the classic biased shuffle: 4/27 and 5/27)": (4, 5, 5, 5, 4, 4),
    "swaps each place with any place, from the last to the first": (4, 5, 5, 4, 5, 4),
    "only rotates: 3 of the 6 orders, though each position is everywhere equally often": (1, 0, 0, 1, 1, 0),
    "gives rotations more often, though each position is everywhere equally often": (5, 3, 3, 5, 5, 3),
    "has position 1 too often in the middle, though of any two each comes first equally often": (
        5,
        3,
        4,
        3,
        4,
        5,
    ),
    "gives four orders as often as it should, one too rarely, one too often": (4, 4, 4, 3, 5, 4),
    "gives four orders as often as it should, and 1, 0, 2 in place of many a 2, 1, 0": (4, 4, 5, 4, 4, 3),
    "draws who is first and leaves the others in their order": (1, 0, 1, 0, 1, 0),
}


class LooksBiased(TestExercise):
    id = "1.4"
    title = "Convict the biased shuffle"
    points = 2
    minutes = 25
    level = 3
    bonus = True
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
    FAIR_RUNS = 40  # a test that convicts one fair sampler in twenty is caught with probability 0.87

    def candidates(self) -> Iterable[Candidate]:
        for seed in range(self.FAIR_RUNS):
            yield Candidate("gives every order the same chance", Drawing(FAIR, 100 + seed), right=True)
        for seed, (says, chances) in enumerate(BROKEN.items()):
            yield Candidate(says, Drawing(chances, 200 + seed))

    def looked(self, candidates: list[Candidate]) -> bool:
        return any(c.function.most for c in candidates)

    def about_runs(self, right: list[bool], candidates: list[Candidate]) -> str:
        says = f"It did so in {right.count(False)} of {len(right)} runs with fair shuffles. "
        n = max(c.function.most for c in candidates)
        if n:
            says += f"With n = {n:,} chance alone moves a share by {(5 / 36 / n) ** 0.5:.2g}, and often by twice that. "
        return f"{says}Leave chance more room, or draw more so that you need less."


class Drawing:
    """draw(n) -> orders [n, 3]; it goes on where it stopped, so that two calls give different draws.

    How a sampler works does not matter to who sees only its draws: the chances of the six orders say all. So no
    shuffle has to run, and a check costs little more than the student's own counting.
    """

    def __init__(self, chances: tuple[int, ...], seed: int):
        self.generator = seeded(seed)
        shares = torch.tensor(chances, dtype=torch.float64)
        self.bounds = (shares / shares.sum()).cumsum(0)[:-1]
        self.most = self.drawn = 0

    def __call__(self, n: int) -> Tensor:
        n = int(n)
        self.most, self.drawn = max(self.most, n), self.drawn + n
        if n > MOST or self.drawn > 3 * MOST:
            asked = f"{n:,} orders" if n > MOST else f"{self.drawn:,} orders in all"
            says = f"You asked for {asked}; {MOST:,} is plenty: chance then moves a share by 0.001."
            raise Wrong("too many draws", says)
        uniform = torch.rand(n, generator=self.generator)
        return ORDERS[torch.bucketize(uniform, self.bounds, right=True)]
