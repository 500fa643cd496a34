"""Checks of lab 01 about masks: who may look at whom."""

from collections.abc import Callable, Iterable
from itertools import permutations, product

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong

LONG = 260  # more than eight bits or a bfloat16 can count; loops still take about a second


def mask_by_loops(rank: Tensor, sees_itself: bool) -> Tensor:
    """True = hidden, from the definition: i may see what is guessed before it, and itself if `sees_itself`."""
    hidden = torch.ones(*rank.shape, rank.shape[-1], dtype=torch.bool)
    for lead in product(*map(range, rank.shape[:-1])):
        when = rank[lead].tolist()
        for i, mine in enumerate(when):
            for j, theirs in enumerate(when):
                if theirs < mine or (sees_itself and i == j):
                    hidden[(*lead, i, j)] = False
    return hidden


def random_ranks(*shape: int, seed: int = 0) -> Tensor:
    """Ranks [..., T], one permutation in each row."""
    generator = torch.Generator().manual_seed(seed)
    rows = [torch.randperm(shape[-1], generator=generator) for _ in product(*map(range, shape[:-1]))]
    return torch.stack(rows).reshape(shape)


def rank_cases() -> list[Case]:
    """Small ranks first, among them all of length 4; then odd sizes; then batches, one as long as it is wide."""
    small = [[1, 0], [2, 0, 1], [0], [0, 1, 2], *map(list, permutations(range(4)))]
    cases = [Case({"rank": torch.tensor(r)}) for r in small]
    cases += [Case({"rank": random_ranks(n, seed=n)}) for n in (5, 7, 11)]
    shapes = ((3, 5), (2, 3, 4), (5, 5), (1, 3), (2, 1))
    return cases + [Case({"rank": random_ranks(*s, seed=sum(s))}, batch=True) for s in shapes]


# Mistakes that people make, as functions of the rank. `r` rows ask, `c` columns answer.
def compared(hides: Callable[[Tensor, Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    return lambda rank: hides(rank[..., :, None], rank[..., None, :])


def like(rank: Tensor, table: Tensor) -> Tensor:
    """The same table [T, T] for every row of a batch."""
    return table.expand(*rank.shape[:-1], *table.shape).clone()


def left_to_right(rank: Tensor) -> Tensor:
    return like(rank, torch.ones(rank.shape[-1], rank.shape[-1], dtype=torch.bool).triu())


def left_to_right_with_itself(rank: Tensor) -> Tensor:
    return like(rank, torch.ones(rank.shape[-1], rank.shape[-1], dtype=torch.bool).triu(1))


def all_others(rank: Tensor) -> Tensor:
    return like(rank, torch.eye(rank.shape[-1], dtype=torch.bool))


def nothing_hidden(rank: Tensor) -> Tensor:
    return like(rank, torch.zeros(rank.shape[-1], rank.shape[-1], dtype=torch.bool))


def filled_row(rank: Tensor) -> Tensor:
    return compared(lambda r, c: (c >= r) & (r > 0))(rank)


def first_sees_itself(rank: Tensor) -> Tensor:
    return compared(lambda r, c: (c >= r) & ((r > 0) | (c > 0)))(rank)


def against_positions(rank: Tensor) -> Tensor:
    return torch.arange(rank.shape[-1]) >= rank[..., :, None]


def against_positions_with_itself(rank: Tensor) -> Tensor:
    return torch.arange(rank.shape[-1]) > rank[..., :, None]


def minus_infinity(mask: Callable[[Tensor], Tensor]) -> Callable[[Tensor], Tensor]:
    return lambda rank: torch.zeros(()).masked_fill(mask(rank), float("-inf"))


strict = compared(lambda r, c: c >= r)
lax = compared(lambda r, c: c > r)

INVERTED = (
    "`rank` already says when each position is guessed; you turned it round once more (argsort). That changes nothing "
    "for orders that are their own inverse (10 of the 24 of length 4), which is why it is easy to miss."
)
ADDITIVE = (
    "This mask is made to be added to scores (0 and -inf). Ours only says yes or no: bool, True where hidden; "
    "what hiding means for a score comes in lab 02."
)
AGAINST_POSITION = (
    "You compare the row's rank with the column's *position*. Each row then sees the right number of words, but always "
    "the leftmost ones. Compare two ranks: that of who asks and that of who answers."
)
LEFT_TO_RIGHT = (
    "This is the mask of a left-to-right model: it looks at positions and ignores the rank. "
    "(You also get it if you move the words into the order. We never do: they stay where they are.)"
)


class QueryMask(FunctionExercise):
    id = "1.6"
    title = "Who may look at whom?"
    points = 2
    minutes = 14
    level = 2
    answer = "query_mask"
    graduates = "permutation.query_mask"
    unlocks = "A model can now guess any word from any others, without moving a single one."
    invariant = "the words that may be seen number 0, 1, ..., T-1 in rank order"
    hints = (
        "Compare two ranks. Which comparison leaves out the word itself?",
        "Rows ask, columns answer: put the rank on both axes, by indexing with `None`, and compare once.",
        "Hidden means: the column's rank is *not smaller* than the row's. Keep `...` for the leading dimensions, "
        "so that one copy gets its new axis before the last one, and the other copy after it.",
    )
    misconceptions = (
        Misconception(
            "polarity or transposed",
            "Your mask is True where i *may* look (itself included), or its rows and columns are swapped: the two give "
            "the same table. Ours is True where it is hidden; rows ask, columns answer.",
            compared(lambda r, c: r >= c),
        ),
        Misconception(
            "polarity",
            "Your mask says exactly the opposite: True where i may look. Some PyTorch functions want that; "
            "XLNet's perm_mask, and ours, is True where it is hidden.",
            compared(lambda r, c: r > c),
        ),
        Misconception(
            "sees itself",
            "A word can see itself: the diagonal is False. Then guessing it is copying.",
            lax,
        ),
        Misconception(
            "inverted rank", f"{INVERTED} Try rank [2, 0, 1].", lambda rank: strict(rank.argsort(dim=-1))
        ),
        Misconception("left to right", LEFT_TO_RIGHT, left_to_right),
        Misconception(
            "left to right, sees itself",
            "This is the causal mask of a left-to-right model. It ignores the rank, and a word even sees itself.",
            left_to_right_with_itself,
        ),
        Misconception(
            "sees all others",
            "Every word sees all the others, whatever the rank: the mask of a masked language model. "
            "A word may only see those that are guessed before it.",
            all_others,
        ),
        Misconception(
            "sees only the one before",
            "Each word sees only the one that is guessed just before it. It may see *all* that are guessed before it.",
            compared(lambda r, c: c != r - 1),
        ),
        Misconception(
            "fills the empty row",
            "You opened the row of the word that is guessed first. It has nothing to look at, and that is right: "
            "an empty row is a matter for the softmax, in lab 02.",
            filled_row,
        ),
        Misconception(
            "the first sees itself",
            "The word that is guessed first sees itself, perhaps so that its row is not empty. It would be copied. "
            "The empty row is right; lab 02 deals with it.",
            first_sees_itself,
        ),
        Misconception("rank against position", AGAINST_POSITION, against_positions),
        Misconception("additive mask", ADDITIVE, minus_infinity(strict)),
    )

    def oracle(self, rank: Tensor) -> Tensor:
        return mask_by_loops(rank, sees_itself=False)

    def cases(self) -> Iterable[Case]:
        return rank_cases()

    def properties(self, call: Caller) -> None:
        counts_of_a_long_rank(call, "exactly r words", itself=0)
        equivariant(call)

    def pace(self) -> tuple[tuple, dict, Callable]:
        return mask_pace()


class ContentMask(FunctionExercise):
    id = "1.7"
    title = "The words that are already there"
    points = 1
    minutes = 6
    level = 1
    answer = "content_mask"
    graduates = "permutation.content_mask"
    rests_on = ("1.6",)
    unlocks = "Two masks, one order: lab 02 gives each of the two streams its own."
    invariant = "hides no word from itself, and differs from the query mask nowhere else"
    hints = (
        "One thing differs from the query mask, and it sits on the diagonal.",
        "Who already knows a word may look at it. What does that change in the comparison of two ranks?",
        "Two positions never have the same rank, so what the comparison says about equals decides the diagonal alone.",
    )
    misconceptions = (
        Misconception(
            "hides itself",
            "This is the query mask: no word sees itself. The content stream already holds the word "
            "and may look at it, so the diagonal is False.",
            strict,
        ),
        Misconception(
            "polarity or transposed",
            "Your mask is True where i *may* look (itself left out), or its rows and columns are swapped: the two give "
            "the same table. Ours is True where it is hidden; rows ask, columns answer.",
            compared(lambda r, c: r > c),
        ),
        Misconception(
            "polarity",
            "Your mask says exactly the opposite: True where i may look. Ours, like XLNet's perm_mask, "
            "is True where it is hidden.",
            compared(lambda r, c: r >= c),
        ),
        Misconception(
            "inverted rank", f"{INVERTED} Try rank [2, 0, 1].", lambda rank: lax(rank.argsort(dim=-1))
        ),
        Misconception("left to right", LEFT_TO_RIGHT, left_to_right_with_itself),
        Misconception(
            "nothing hidden",
            "Nothing is hidden: every word sees every other, also those that are guessed later. "
            "What they hold would reach the guess through them.",
            nothing_hidden,
        ),
        Misconception(
            "sees only itself and the one before",
            "Each word sees itself and the one guessed just before it. It may see *all* that are guessed before it.",
            compared(lambda r, c: (c != r) & (c != r - 1)),
        ),
        Misconception("rank against position", AGAINST_POSITION, against_positions_with_itself),
        Misconception("additive mask", ADDITIVE, minus_infinity(lax)),
    )

    def oracle(self, rank: Tensor) -> Tensor:
        return mask_by_loops(rank, sees_itself=True)

    def cases(self) -> Iterable[Case]:
        return rank_cases()

    def properties(self, call: Caller) -> None:
        counts_of_a_long_rank(call, "exactly r words and itself", itself=1)
        equivariant(call)

    def pace(self) -> tuple[tuple, dict, Callable]:
        return mask_pace()


def counts_of_a_long_rank(call: Caller, sees: str, itself: int) -> None:
    """How many each word sees and how many see it: together they leave only one mask."""
    rank = random_ranks(LONG, seed=1)
    may_look = ~call(rank)
    if not torch.equal(may_look.sum(-1), rank + itself):
        raise Wrong("row sums", f"The word with rank r must see {sees}; for length {LONG} it does not.")
    if not torch.equal(may_look.sum(-2), LONG - 1 - rank + itself):
        says = f"For length {LONG} each word sees the right number of words, but not the right ones."
        raise Wrong("column sums", says)


def equivariant(call: Caller) -> None:
    """Naming the positions differently names the rows and columns differently, and does nothing else."""
    rank, names = random_ranks(13, seed=1), random_ranks(13, seed=99)
    if not torch.equal(call(rank[names]), call(rank)[names][:, names]):
        says = (
            "Only the ranks count: numbering the positions differently must only move rows and columns along."
        )
        raise Wrong("depends on positions", says)


def mask_pace() -> tuple[tuple, dict, Callable]:
    rank = random_ranks(16, 64)
    a, b = rank[:, :, None].expand(16, 64, 64).clone(), rank[:, None, :].expand(16, 64, 64).clone()
    return (rank,), {}, lambda: a > b
