"""Check of lab 01's exercise about drawing orders: a sampler is judged by statistics."""

import math
import random
from collections.abc import Callable
from itertools import permutations, product

import numpy as np
import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Exercise, Misconception, Wrong, mismatch
from . import lab01_shuffles as shuffles
from .lab01_shuffles import seeded

# A fair sampler fails one of the eight tests below with probability CHANCE, so it fails a check with probability
# 8e-8 (union bound). Six are chi-square tests with expected counts of 60 and more per cell, where chi-square is a good
# approximation: in 2,000 simulated checks of two fair samplers the smallest of 10,000 p-values was 3.7e-5, and 1.2 %
# were below 1 %. The last two are sums over 100 orders of 2,000 positions and over 4,000 of 16, as good as normal.
CHANCE = 1e-8


def tail(counts: Tensor, shares: Tensor, freedom: int, scale: float = 1.0) -> float:
    """The chance that fair draws are at least as far from `shares` as these counts are (Pearson's chi-square)."""
    expected = shares.double() * counts.sum()
    statistic = scale * ((counts - expected).square() / expected).sum()
    return float(torch.special.gammaincc(torch.tensor(freedom / 2).double(), statistic / 2))


def order_number(orders: Tensor) -> Tensor:
    """Which of the T! orders each row is, as a number from 0; rows [n, T]."""
    T = orders.shape[-1]
    table = torch.tensor(list(permutations(range(T))))
    weights = T ** torch.arange(T)
    number_of = torch.full((T**T,), -1)
    number_of[(table * weights).sum(-1)] = torch.arange(len(table))
    return number_of[(orders * weights).sum(-1)]


class SampleOrder(Exercise):
    id = "1.3"
    title = "Drawing orders"
    points = 1
    minutes = 11
    level = 2
    answer = "sample_order"
    graduates = "permutation.sample_order"
    unlocks = "Training draws a fresh order for every sentence of a batch, in one call."
    invariant = "each row is a permutation of 0, ..., T-1, and one generator state gives one result"
    hints = (
        "May a loop do it? Yes, and for full points: one order for each row, all drawn from the one `generator`. "
        "Begin with the order of one sentence, and see that two rows never share a draw.",
        "Give every place its own random number, independent of the others, and ask where the smallest stands, "
        "then the second smallest. A whole batch of rows can be sorted at once.",
        "Draw uniform numbers of shape `(*batch, length)` from the generator you were given; which function tells "
        "where the smallest, the second smallest, ... of each row stand?",
    )
    misconceptions = (
        Misconception(
            "not a permutation",
            "An order names every position exactly once. Positions drawn one by one repeat some and leave others out.",
            shuffles.with_repeats,
        ),
        Misconception(
            "sorts across the batch",
            "You sort across the batch, not along each row: read down a column of your result, and there is the "
            "permutation. Sort along the last dimension (dim=-1).",
            shuffles.across_the_batch,
        ),
        Misconception(
            "counts from 1", "Positions count from 0: an order holds 0, ..., T-1.", shuffles.from_one
        ),
        Misconception(
            "always the same",
            "It gives the same order each time: nothing is drawn. Is a seed set inside the function?",
            shuffles.always_sorted,
        ),
        Misconception(
            "one order for all",
            "All rows of the batch get one and the same order. Every sentence needs its own: "
            "randperm and shuffle make one order, and repeating it is no new draw.",
            shuffles.one_for_all,
        ),
        Misconception(
            "ignores the generator",
            "The same generator state gave two different draws: some of the chance comes from elsewhere "
            "(torch's, numpy's or Python's global state). Then no run can be repeated.",
            shuffles.ignores_generator,
        ),
        Misconception(
            "reseeds the global state",
            "The draw comes from the generator, but torch's, numpy's or Python's global random state changes too: "
            "everything else in the notebook would notice.",
            shuffles.reseeds,
        ),
        Misconception(
            "restarts the generator",
            "Two draws in a row are the same: each call begins again from the seed instead of going on.",
            shuffles.restarts,
        ),
        Misconception(
            "repeats itself",
            "In a few hundred orders of 16 positions one came twice. There are 16! of them, 21 million million, so a "
            "shuffle never repeats itself. Is all the chance in a seed drawn from a small range? Use a large one.",
            shuffles.few_seeds,
        ),
        Misconception(
            "biased shuffle",
            "This is the classic biased shuffle: each place is swapped with *any* place. For 3 positions that makes "
            "27 equally likely courses for 6 orders, and 6 does not divide 27: three orders have 5/27, three 4/27.",
            shuffles.biased_shuffle,
        ),
        Misconception(
            "ties",
            "You sort by numbers that can be equal. Equal ones stay in their old order, so the sorted order comes "
            "too often (10/27 for 3 positions and 3 values).",
            shuffles.ties,
        ),
        Misconception(
            "only rotations",
            "Only 3 of the 6 orders of 3 positions ever come, those that one gets by cutting and turning the list. "
            "Yet each position comes at each step equally often, so counting positions does not show it.",
            shuffles.rotations,
        ),
        Misconception(
            "only full cycles",
            "Only 2 of the 6 orders of 3 positions ever come: no position stays at its own place. "
            "A swap must be allowed to swap a place with itself.",
            shuffles.full_cycles,
        ),
    )

    def oracle(
        self, length: int, *, batch: tuple[int, ...] = (), generator: torch.Generator | None = None
    ) -> Tensor:
        """Right, slowly: take the positions out of a bag one by one."""
        rows = torch.empty(*batch, length, dtype=torch.int64)
        for lead in product(*map(range, batch)):
            bag = list(range(length))
            for t in range(length):
                rows[(*lead, t)] = bag.pop(int(torch.randint(len(bag), (), generator=generator)))
        return rows

    def judge(self, answer) -> None:
        call = Caller(self, answer)
        self._form(call)
        self._rows(call)
        self._generator(call)
        self._fair(call)

    def pace(self) -> tuple[tuple, dict, Callable]:
        return (512,), {"batch": (16,)}, lambda: torch.rand(16, 512).sort(dim=-1)

    def _wrong(self, name: str, example: str = "") -> Wrong:
        says = next(m.says for m in self.misconceptions if m.name == name)
        return Wrong(name, says, example)

    def _form(self, call: Caller) -> None:
        for length, batch in ((5, ()), (1, ()), (7, (3,)), (4, (2, 3)), (2, (1,))):
            example = f"sample_order({length}, batch={batch})"
            try:
                got = compare.bare(call(length, batch=batch, generator=seeded(3)))
            except AnswerRaised as exc:
                if not batch:
                    raise
                says = f"Right without a batch, but not with batch={batch}. {exc}"
                raise Wrong("no batch", says, example) from None
            want = torch.empty(*batch, length, dtype=torch.int64)
            if type(got).__name__ == "sort":  # by name: through the grader's pipe it is not torch's own type
                says = "`torch.sort` gives two tensors, values *and* places: which of them do you want?"
                raise Wrong("values and places", says, example)
            if type(got) is not Tensor or got.shape != want.shape or got.dtype != want.dtype:
                name, says = mismatch(got, want)
                raise Wrong(name if not batch or name != "shape" else "no batch", says, example)
            example += f"\n  got  {compare.short(got)}"
            if not torch.equal(got.sort(dim=-1).values, torch.arange(length).expand(got.shape)):
                from_one = torch.equal(got.sort(dim=-1).values, 1 + torch.arange(length).expand(got.shape))
                if _sorted_across(got):
                    raise self._wrong("sorts across the batch", example)
                raise self._wrong("counts from 1" if from_one else "not a permutation", example)

    def _rows(self, call: Caller) -> None:
        # two fair orders of 16 positions are equal with probability 1/16! = 5e-14
        handed_out = call(16, batch=(4, 3), generator=seeded(4))
        orders = handed_out.clone()
        if torch.equal(orders, call(16, batch=(4, 3), generator=seeded(5))):
            raise self._wrong("always the same")
        if not torch.equal(handed_out, orders):
            says = "An order that your function gave earlier changes when it is called again: return a new tensor."
            raise Wrong("overwrites earlier results", says)
        if (orders == orders[:1]).all() or (orders == orders[:, :1]).all():
            few = compare.short(call(4, batch=(3,), generator=seeded(4)))
            raise self._wrong("one order for all", f"sample_order(4, batch=(3,)), for instance, gave {few}")

    def _generator(self, call: Caller) -> None:
        generator = seeded(6)
        torch.default_generator.manual_seed(1)
        np.random.seed(1)
        random.seed(1)
        states = _global_states()
        first = call(16, batch=(2,), generator=generator)
        untouched = _global_states() == states
        second = call(16, batch=(2,), generator=generator)
        torch.default_generator.manual_seed(2)
        np.random.seed(2)
        random.seed(2)
        if not torch.equal(first, call(16, batch=(2,), generator=seeded(6))):
            raise self._wrong("ignores the generator")
        if not untouched:
            raise self._wrong("reseeds the global state")
        if torch.equal(first, second) or torch.equal(call(16), call(16)):
            raise self._wrong("restarts the generator")
        moved_on = seeded(6)
        torch.rand(1, generator=moved_on)
        if torch.equal(first, call(16, batch=(2,), generator=moved_on)):
            raise self._wrong("restarts the generator")

    def _all_different(self, call: Caller) -> None:
        # two of 400 fair orders of 16 positions are equal with probability 4e-9
        generator = seeded(8)
        singles = torch.stack(call.times(400, 16, generator=generator))
        for orders in (singles, call(16, batch=(400,), generator=generator)):
            if len(orders.unique(dim=0)) < len(orders):
                raise self._wrong("repeats itself")

    def _fair(self, call: Caller) -> None:
        generator = seeded(7)
        orders = call(3, batch=(12_000,), generator=generator)
        self._convict_by_pattern(orders)
        number = order_number(orders)
        for one, other in ((number[0::2], number[1::2]), number.chunk(2)):
            if tail((6 * one + other).bincount(minlength=36), torch.full((36,), 1 / 36), 35) < CHANCE:
                says = "Every order comes equally often, but some rows of a batch depend on others."
                raise Wrong("rows depend on each other", says)
        singles = torch.stack(call.times(720, 3, generator=generator))
        five = order_number(call(5, batch=(60, 120), generator=generator).reshape(-1, 5)).bincount(
            minlength=120
        )
        places = torch.nn.functional.one_hot(call(12, batch=(1_000,), generator=generator), 12).sum(0)
        even = [torch.full((n,), 1 / n) for n in (6, 120, 144)]
        if tail(order_number(singles).bincount(minlength=6), even[0], 5) < CHANCE:
            raise Wrong(
                "biased", "Drawn one at a time, without a batch, some orders come more often than others."
            )
        self._all_different(call)
        if tail(five, even[1], 119) < CHANCE:
            raise Wrong("biased", "Of the 120 orders of 5 positions some come more often than others.")
        if tail(places.flatten(), even[2], 121, scale=11 / 12) < CHANCE:
            raise Wrong("biased", "In orders of 12 positions, some positions come early or late too often.")
        self._rises(call(2_000, batch=(5, 20), generator=generator).reshape(-1, 2_000))
        # short lists are sorted stably even by a sort that does not promise it: there ties show in any case
        self._rises(call(16, batch=(4_000,), generator=generator))

    def _rises(self, orders: Tensor) -> None:
        """Count the steps that go up: numbers that are equal, though rarely, leave neighbours in their old order."""
        n, T = orders.shape
        rises = (orders[:, 1:] > orders[:, :-1]).sum().item()
        # known mean and variance for fair orders (Euler's numbers); the sum over the rows is as good as normal
        mean, variance = (T - 1) / 2, (T + 1) / 12
        z = (rises / n - mean) / (variance / n) ** 0.5
        if math.erfc(abs(z) / 2**0.5) < CHANCE:
            raise Wrong(
                "biased",
                f"In orders of {T:,} positions, neighbours stand in their old order too often or too seldom. "
                "Numbers to sort by must come from so large a range that two of them are hardly ever equal.",
            )

    def _convict_by_pattern(self, orders: Tensor) -> None:
        counts = order_number(orders).bincount(minlength=6)
        if tail(counts, torch.full((6,), 1 / 6), 5) >= CHANCE:
            return
        worst = int((counts - len(orders) / 6).abs().argmax())
        example = (
            f"in {len(orders):,} draws of 3 positions the order {list(permutations(range(3)))[worst]} came "
            f"{counts[worst]:,} times; fair is about {len(orders) / 6:,.0f}, give or take 120"
        )
        patterns = {
            "biased shuffle": [4 / 27, 4 / 27, 4 / 27, 5 / 27, 5 / 27, 5 / 27],
            "ties": [1 / 27, 4 / 27, 4 / 27, 4 / 27, 4 / 27, 10 / 27],
        }
        for name, shares in patterns.items():
            if tail(counts.sort().values, torch.tensor(shares), 5) > 1e-6:
                raise self._wrong(name, example)
        never = {i for i in range(6) if counts[i] == 0}
        for name, gone in (("only rotations", {1, 2, 5}), ("only full cycles", {0, 1, 2, 5})):
            if never == gone:
                raise self._wrong(name, example)
        raise Wrong("biased", "Some orders come more often than others.", example)


def _sorted_across(orders: Tensor) -> bool:
    """True if not the rows but the lines along a batch dimension are permutations."""
    for d in range(orders.dim() - 1):
        n = orders.shape[d]
        if n > 1 and torch.equal(
            orders.transpose(d, -1).sort(dim=-1).values,
            torch.arange(n).expand(orders.transpose(d, -1).shape),
        ):
            return True
    return False


def _global_states() -> tuple:
    """The global random states of torch, numpy and Python, in a form that can be compared."""
    return torch.get_rng_state().tolist(), str(np.random.get_state()), random.getstate()
