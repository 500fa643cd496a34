"""Check of lab 06's exercise about orders in blocks: their form is looked at, their chance is counted."""

from collections.abc import Callable

import torch
from torch import Tensor

from .. import compare
from ..exercise import AnswerRaised, Caller, Exercise, Wrong, mismatch
from . import lab06_orders as orders
from .lab01_samplers import CHANCE, order_number, tail
from .lab01_shuffles import seeded
from .lab06_block_mistakes import MISTAKES
from .lab06_orders import blocks_of, parts_of
from .random_states import global_states, seed_all

MOVED = "blocks moved"  # a name for later, when more draws were seen
SHORT = "last block drawn anew"
FORMS = (  # length, perm_size, reuse_len, batch
    (6, 3, 0, ()),
    (12, 3, 6, ()),
    (8, 4, 4, ()),
    (4, 4, 0, ()),
    (5, 1, 2, ()),
    (9, 3, 3, (2,)),
    (10, 5, 5, (2, 3)),
    (8, 3, 0, ()),
    (11, 4, 5, (3,)),
    (7, 9, 0, ()),
    (5, 2, 5, ()),
    (1, 1, 0, ()),
)


class BlockRanks(Exercise):
    id = "6.7"
    title = "Orders in blocks"
    points = 1
    minutes = 16
    level = 3
    answer = "block_ranks"
    graduates = "recurrence.block_ranks"
    unlocks = (
        "Training draws orders whose first part knows nothing of the rest, so that it may be remembered."
    )
    invariant = "a permutation inside every block, blocks from left to right, the first part below the second"
    hints = (
        "Begin with one part and one block: that is lab 01, an order and its rank. What has to be added to the ranks "
        "of the block that begins at position 3?",
        "Draw one order of `perm_size` for each part. Every block of the part takes the same ranks, plus the position "
        "at which the block begins. For a shorter last block, leave out of the order the places that it does not have, "
        "and then take the rank.",
        "Another way to draw an order is a random number for each place; the rank of a block is `argsort` of `argsort` "
        "of the numbers that it has. Then a shorter block is no special case: it takes the first few numbers.",
    )
    misconceptions = MISTAKES

    def oracle(self, length, perm_size, reuse_len=0, *, batch=(), generator=None) -> Tensor:
        return orders.by_blocks(length, perm_size, reuse_len, batch=batch, generator=generator)

    def judge(self, answer) -> None:
        call = Caller(self, answer)
        for length, perm_size, reuse_len, batch in FORMS:
            self._form(call, length, perm_size, reuse_len, batch)
        self._draws(call)
        self._generator(call)
        self._fair(call)

    def pace(self) -> tuple[tuple, dict, Callable]:
        return (512, 256, 256), {"batch": (16,)}, lambda: torch.rand(16, 512).argsort(-1).argsort(-1)

    def _wrong(self, name: str, example: str = "") -> Wrong:
        return Wrong(name, next(m.says for m in self.misconceptions if m.name == name), example)

    def _form(
        self, call: Caller, length: int, perm_size: int, reuse_len: int, batch: tuple[int, ...]
    ) -> None:
        """Several draws of one form: each is what it must be."""
        example = f"block_ranks({length}, {perm_size}, {reuse_len}, batch={batch})"
        for seed in range(6):
            try:
                got = compare.bare(call(length, perm_size, reuse_len, batch=batch, generator=seeded(seed)))
            except AnswerRaised as exc:
                if not batch:
                    raise
                says = f"Right without a batch, but not with batch={batch}. {exc}"
                raise Wrong("no batch", says, example) from None
            want = torch.empty(*batch, length, dtype=torch.int64)
            if type(got) is not Tensor or got.shape != want.shape or got.dtype != want.dtype:
                name, says = mismatch(got, want)
                raise Wrong("no batch" if batch and name == "shape" else name, says, example)
            shown = f"{example}\n  got  {compare.short(got)}"
            for rank in got.reshape(-1, length).tolist():
                name = self._fault(rank, perm_size, reuse_len)
                if name == MOVED:
                    name = self._how_blocks_moved(call)
                if name == "not a permutation":
                    says = "Ranks name every step from 0 to length - 1 exactly once: some come twice here."
                    raise Wrong(name, says, shown)
                if name == "other blocks":
                    says = (
                        "Some rank lies outside its block: the block of positions a to b has the ranks a to b, in "
                        "some order."
                    )
                    raise Wrong(name, says, shown)
                if name == SHORT and self._short_block_stays(call):
                    name = "last block not shuffled"
                if name:
                    raise self._wrong(name, shown)

    def _fault(self, rank: list[int], perm_size: int, reuse_len: int) -> str:
        """The name of what is wrong with one row of ranks; "" if nothing is."""
        length = len(rank)
        parts = parts_of(length, reuse_len)
        blocks = [blocks_of(start, n, perm_size) for start, n in parts]
        flat = [block for part in blocks for block in part]
        if sorted(rank) != list(range(length)):
            if len(flat) > 1 and all(sorted(rank[a:b]) == list(range(b - a)) for a, b in flat):
                return "every block from 0"
            if len(parts) > 1 and all(sorted(rank[s : s + n]) == list(range(n)) for s, n in parts):
                return "second part from 0"
            return "not a permutation"
        if any(sorted(rank[a:b]) != list(range(a, b)) for a, b in flat):
            return self._outside(rank, perm_size, reuse_len, parts, blocks)
        for part in blocks:
            patterns = [_pattern(rank[a:b]) for a, b in part]
            for pattern, (a, b) in zip(patterns, part, strict=True):
                if pattern == _pattern(patterns[0][: b - a]):
                    continue
                return SHORT if b - a < perm_size else "a new order for each block"
        return ""

    def _short_block_stays(self, call: Caller) -> bool:
        """Are the last three of seven positions, in blocks of four, always in their old order?"""
        draws = [call(7, 4, generator=seeded(seed)) for seed in range(12)]
        return all(rank[4:].tolist() == sorted(rank[4:].tolist()) for rank in draws)

    def _outside(self, rank, perm_size, reuse_len, parts, blocks) -> str:
        """Some rank left its block: how?"""
        ok_parts = all(sorted(rank[s : s + n]) == list(range(s, s + n)) for s, n in parts)
        if not ok_parts:
            whole = blocks_of(0, len(rank), perm_size)
            in_one = all(sorted(rank[a:b]) == list(range(a, b)) for a, b in whole)
            return "reuse_len ignored" if in_one else "other blocks"
        together = all(max(rank[a:b]) - min(rank[a:b]) == b - a - 1 for part in blocks for a, b in part)
        return MOVED if together else "no blocks"

    def _how_blocks_moved(self, call: Caller) -> str:
        """Every block holds neighbouring ranks, but others than it should: by what rule?"""
        draws = [call(9, 3, generator=seeded(seed)).tolist() for seed in range(12)]
        blocks = [[rank[a : a + 3] for a in (0, 3, 6)] for rank in draws]
        if all(block == sorted(block) for rank in blocks for block in rank):
            return "blocks are shuffled"
        falling = all(min(rank[0]) > max(rank[1]) and min(rank[1]) > max(rank[2]) for rank in blocks)
        return "blocks from right to left" if falling else "other blocks"

    def _draws(self, call: Caller) -> None:
        # two fair orders of 16 positions are equal with probability 1/16! = 5e-14
        rank = call(32, 16, 16, batch=(2, 3), generator=seeded(4))
        kept = rank.clone()
        again = call(32, 16, 16, batch=(2, 3), generator=seeded(5))
        if torch.equal(kept, torch.arange(32).expand(2, 3, 32)):
            raise self._wrong("not shuffled")
        if torch.equal(kept, again):
            raise Wrong("always the same", "It gives the same ranks each time: nothing is drawn.")
        if not torch.equal(rank, kept):
            says = "A result that your function gave earlier changes when it is called again: return a new tensor."
            raise Wrong("overwrites earlier results", says)
        rows = kept.view(6, 32)
        if (rows[:, :16] + 16 == rows[:, 16:]).all():
            raise self._wrong(
                "one order for both parts" if len(rows.unique(dim=0)) > 1 else "one order for all"
            )
        for part, orders_of in (("first", rows[:, :16]), ("second", rows[:, 16:])):
            different = len(orders_of.unique(dim=0))
            if different == 1:
                raise self._wrong("one order for all", f"block_ranks(32, 16, 16, batch=(2, 3)), {part} part")
            if different < 6:
                says = (
                    f"In a batch of shape [2, 3] there are only {different} different orders of the {part} part. "
                    "Every row needs its own."
                )
                raise Wrong("rows alike", says)

    def _generator(self, call: Caller) -> None:
        generator = seeded(6)
        seed_all(1)
        states = global_states()
        first = call(32, 16, 16, batch=(2,), generator=generator).clone()
        untouched = global_states() == states
        second = call(32, 16, 16, batch=(2,), generator=generator)
        seed_all(2)
        if not torch.equal(first, call(32, 16, 16, batch=(2,), generator=seeded(6))):
            raise self._wrong("ignores the generator")
        if not untouched:
            says = "The draw comes from the generator, but a global random state changes too."
            raise Wrong("reseeds the global state", says)
        if torch.equal(first, second) or torch.equal(call(16, 16), call(16, 16)):
            raise self._wrong("restarts the generator")
        again = []
        for seed in (3, 4):
            seed_all(seed)
            torch.default_generator.manual_seed(5)
            again.append(call(16, 16))
        if not torch.equal(*again):
            says = (
                "Without a generator the chance must come from torch's global one: here the same torch.manual_seed "
                "gave two different draws."
            )
            raise Wrong("ignores torch's seed", says)

    def _fair(self, call: Caller) -> None:
        """All 36 pairs of orders of 3 positions in the two parts come equally often."""
        rank = call(6, 3, 3, batch=(9_000,), generator=seeded(7))
        number = 6 * order_number(rank[:, :3]) + order_number(rank[:, 3:] - 3)
        if tail(number.bincount(minlength=36), torch.full((36,), 1 / 36), 35) < CHANCE:
            says = "Some orders come more often than others, or the order of one part depends on the other's."
            raise Wrong("biased", says)
        short = call(3, 5, batch=(3_000,), generator=seeded(8))  # a part that is shorter than a block
        if tail(order_number(short).bincount(minlength=6), torch.full((6,), 1 / 6), 5) < CHANCE:
            in_order = bool((short == torch.arange(3)).all())
            if in_order:
                raise self._wrong("last block not shuffled", "block_ranks(3, 5) is always [0, 1, 2]")
            raise Wrong("biased", "In a part shorter than perm_size some orders come more often than others.")
        pairs = 6 * order_number(rank[0::2, :3]) + order_number(rank[1::2, :3])
        if tail(pairs.bincount(minlength=36), torch.full((36,), 1 / 36), 35) < CHANCE:
            raise Wrong("rows depend on each other", "Some rows of a batch depend on others.")
        # 32 positions: how many pairs are out of order is as good as normal, and six deviations are less than 1 in 10^8
        long = call(32, 32, batch=(500,), generator=seeded(9))
        out_of_order = (long[:, :, None] > long[:, None, :]).triu(1).sum((1, 2)).double().mean()
        deviation = (32 * 31 * (2 * 32 + 5) / 72 / 500) ** 0.5
        if abs(out_of_order - 32 * 31 / 4) > 6 * deviation:
            raise Wrong("biased", "In long blocks some orders come more often than others.")


def _pattern(rank: list[int]) -> list[int]:
    """The ranks of a block among themselves."""
    return [sorted(rank).index(r) for r in rank]
