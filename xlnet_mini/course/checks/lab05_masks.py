"""Checks of lab 05 about masks: who may see whom when only some tokens are predicted."""

from collections.abc import Callable, Iterable
from itertools import permutations

import torch
from torch import Tensor

from ..exercise import Case, FunctionExercise, Misconception
from . import lab05_mask_rules as rules
from .lab01_masks import random_ranks
from .lab05_mask_rules import CONTEXT, FUNCTIONAL, TARGET, by_rule, may_see, right


class PlmMask(FunctionExercise):
    id = "5.2"
    title = "Who sees whom, when only some are guessed"
    points = 2
    minutes = 14
    level = 2
    answer = "plm_mask"
    graduates = "partial_prediction.plm_mask"
    unlocks = "This is the perm_mask of every training step, separators included."
    invariant = "all see context; a target is seen only by what comes later in the order, never by itself"
    hints = (
        "Sort the tokens into three kinds first; a chosen separator is functional. Then look at the table column by "
        "column: which column is the same for everybody?",
        "A context column hides nothing. In all other columns two ranks are compared, if you give every context token "
        "a rank that is lower than all others. Only one thing is left: who of equal rank sees itself?",
        "Give context the rank -1 as a column. As a row, let everybody but the targets ask with a rank that is one "
        "higher; then one comparison of rows and columns is all.",
    )
    misconceptions = (
        Misconception(
            "polarity",
            "Your mask says exactly the opposite: True where i may look. XLNet's perm_mask, and ours, is True where "
            "it is hidden.",
            rules.opposite,
        ),
        Misconception(
            "transposed", "Rows and columns are swapped: rows ask, columns answer.", rules.transposed
        ),
        Misconception(
            "target sees itself",
            "A target sees itself: it would be copied, not guessed.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) or i == j),
        ),
        Misconception(
            "front of the order",
            "You predict the front of the order: your targets come before the context and see none of it. The hard "
            "part is predicted, and the easy part thrown away. It is the other way round: all context is there from "
            "the start.",
            by_rule(
                lambda k, r, i, j: (
                    k[i] == CONTEXT or (k[j] != CONTEXT and (r[j] < r[i] or (i == j and k[i] == FUNCTIONAL)))
                )
            ),
        ),
        Misconception(
            "front of the order, chosen anew",
            "You take for targets those whose turn in the order comes first, and pay no heed to `is_target`. Which "
            "tokens are targets has been decided; the rank only says in which order they are guessed.",
            rules.front_of_the_order,
        ),
        Misconception(
            "front of the order, by rank",
            "You take the lowest ranks for targets, and pay no heed to `is_target`: the front of the order, where "
            "there is nothing to go by. Which tokens are targets has been decided; the rank only says in which order "
            "they are guessed.",
            rules.front_by_rank,
        ),
        Misconception(
            "tail of the order, chosen anew",
            "You take for targets those whose turn in the order comes last. `is_target` says which they are; their "
            "ranks may be any, and only the order *among* them counts.",
            rules.tail_of_the_order,
        ),
        Misconception(
            "context keeps its rank",
            "You compare ranks for context too, so that context is hidden from what has a lower rank. Context is "
            "visible to all, whatever its rank.",
            by_rule(lambda k, r, i, j: r[j] < r[i] or (i == j and k[i] != TARGET)),
        ),
        Misconception(
            "context keeps its rank, strictly",
            "This is the query mask of lab 01: it compares ranks for all tokens. Context is visible to all, whatever "
            "its rank.",
            by_rule(lambda k, r, i, j: r[j] < r[i]),
        ),
        Misconception(
            "context is ranked among itself",
            "Context tokens see each other only in the order of their ranks. They see each other freely: nobody "
            "guesses them.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) and not (k[i] == k[j] == CONTEXT and r[j] > r[i])),
        ),
        Misconception(
            "context sees only itself",
            "Context tokens are hidden from each other. They see each other freely: nobody guesses them.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) and not (k[i] == k[j] == CONTEXT and i != j)),
        ),
        Misconception(
            "context sees targets",
            "Your context sees targets. Then a target that looks at context meets itself there: a leak by way of "
            "a third token.",
            by_rule(lambda k, r, i, j: k[i] == CONTEXT or may_see(k, r, i, j)),
        ),
        Misconception(
            "context sees what comes before it",
            "Context is not bound to its rank, but yours still sees targets of lower rank. A target that looks at it "
            "would meet itself there. Context sees only context.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) or r[j] < r[i]),
        ),
        Misconception(
            "only context columns are opened",
            "You opened the columns of context in the query mask of lab 01. The rows of context need care too: "
            "context sees only context, no target of whatever rank.",
            by_rule(lambda k, r, i, j: k[j] == CONTEXT or r[j] < r[i]),
        ),
        Misconception(
            "context does not see itself",
            "A context token does not see itself. Nobody guesses it, so it may; only targets must not.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) and i != j),
        ),
        Misconception(
            "context sees separators",
            "Context sees functional tokens. These may have seen targets, so that context would know of them too.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) or (k[i] == CONTEXT and k[j] == FUNCTIONAL)),
        ),
        Misconception(
            "separator sees everything",
            "A functional token sees all targets. It has a rank, and sees what is *lower*.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) or k[i] == FUNCTIONAL),
        ),
        Misconception(
            "separator is open to all",
            "You show functional tokens to everybody. These may have seen targets: they are visible only to what "
            "comes later in the order.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) or k[j] == FUNCTIONAL),
        ),
        Misconception(
            "separator sees only context",
            "A functional token sees no targets here. It sees those of lower rank, as a target does.",
            by_rule(
                lambda k, r, i, j: (
                    may_see(k, r, i, j) and not (k[i] == FUNCTIONAL and k[j] != CONTEXT and i != j)
                )
            ),
        ),
        Misconception(
            "order turned round",
            "Your targets see those of *higher* rank. A lower rank comes earlier, and what is earlier may be seen.",
            by_rule(lambda k, r, i, j: may_see(k, [-n for n in r], i, j)),
        ),
        Misconception(
            "targets hidden from each other",
            "Your targets see only context, as in BERT: they would be guessed as if they had nothing to do with each "
            "other. A target sees those of lower rank.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) and not (k[i] == TARGET and k[j] == TARGET)),
        ),
        Misconception(
            "targets see all other targets",
            "Your targets see all the others, whatever the order. Of two targets, only the later one sees the other.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) or (k[i] == TARGET == k[j] and i != j)),
        ),
        Misconception(
            "left to right",
            "Your targets are guessed from left to right: positions are compared where ranks should be.",
            by_rule(lambda k, r, i, j: may_see(k, list(range(len(k))), i, j)),
        ),
        Misconception(
            "inverted rank",
            "`rank` already says when each position comes; you turned it round once more (argsort).",
            rules.inverted,
        ),
        Misconception(
            "separator is context",
            "You treat functional tokens as context. They keep their place in the order: they see what comes before "
            "them, and what comes before them does not see them.",
            by_rule(lambda k, r, i, j: may_see([CONTEXT if n == FUNCTIONAL else n for n in k], r, i, j)),
        ),
        Misconception(
            "separator does not see itself",
            "A functional token does not see itself, as if it were a target. Nobody guesses it, so it may.",
            by_rule(lambda k, r, i, j: may_see([TARGET if n == FUNCTIONAL else n for n in k], r, i, j)),
        ),
        Misconception(
            "separator is hidden",
            "You hide functional tokens from all others. They are read like any token, by what comes later.",
            by_rule(lambda k, r, i, j: may_see(k, r, i, j) and not (k[j] == FUNCTIONAL and i != j)),
        ),
        Misconception(
            "separator is predicted",
            "A separator that is marked in `is_target` became a target. It is functional all the same: it is never "
            "guessed, and it sees itself.",
            rules.chosen_separator,
        ),
        Misconception(
            "additive mask",
            "This mask is made to be added to scores (0 and -inf). Ours is bool, True where hidden.",
            rules.additive,
        ),
    )

    def oracle(self, rank: Tensor, is_target: Tensor, is_functional: Tensor) -> Tensor:
        return right(rank, is_target, is_functional)

    def cases(self) -> Iterable[Case]:
        yield _case([1, 2, 0], "ctt")
        yield _case([0, 1, 2], "tct")
        for rank in permutations(range(3)):
            for kind in ("ctt", "cct", "ctf", "tff", "tFc", "ccc", "tcF", "fct"):
                yield _case(list(rank), kind)
        yield _case([0], "t")
        for n, kind in ((5, "tctcc"), (7, "ctfttcF"), (11, "cttcftccttf")):
            yield _case(random_ranks(n, seed=n).tolist(), kind)
        generator = torch.Generator().manual_seed(0)
        for shape in ((3, 5), (2, 3, 4), (5, 5), (1, 6)):
            chosen, functional = (torch.rand(shape, generator=generator) < p for p in (0.5, 0.2))
            ranks = random_ranks(*shape, seed=sum(shape))
            yield Case({"rank": ranks, "is_target": chosen, "is_functional": functional}, batch=True)

    def pace(self) -> tuple[tuple, dict, Callable]:
        rank = random_ranks(16, 512)
        chosen, functional = rank < 85, rank == 100
        a, b = rank[:, :, None].expand(16, 512, 512).clone(), rank[:, None, :].expand(16, 512, 512).clone()
        return (rank, chosen, functional), {}, lambda: (a > b) & (b > a)


def _case(rank: list[int], kind: str) -> Case:
    """Kinds as letters: c context, t target, f functional, F functional and chosen."""
    return Case(
        {
            "rank": torch.tensor(rank),
            "is_target": torch.tensor([k in "tF" for k in kind]),
            "is_functional": torch.tensor([k in "fF" for k in kind]),
        }
    )
