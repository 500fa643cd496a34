"""Checks of lab 03 about segments: a score for same or different, and what may be renumbered."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, ValueExercise
from .batch_gradients import gradients_in_batches
from .lab02_inputs import random_numbers
from .lab03_scores import PER_POSITION, by_head


def by_loops(q: Tensor, seg_embed: Tensor, r_s_bias: Tensor, differs: Tensor) -> Tensor:
    """(q_i + b)·s, with the s of each pair, one head and one number of the width at a time, in float64."""
    *lead, N, T, d = q.shape
    S = differs.shape[-1]
    other = differs.expand(*lead, N, T, S).double()
    out = torch.zeros(*lead, N, T, S, dtype=torch.float64)
    for n in range(N):
        for c in range(d):
            asks = (q[..., n, :, c].double() + r_s_bias[n, c].double())[..., :, None]
            s = [seg_embed[kind, n, c].double() for kind in (0, 1)]
            out[..., n, :, :] += asks * (s[0] + (s[1] - s[0]) * other[..., n, :, :])
    return out.to(q.dtype)


def _likes(asks: Tensor, vector: Tensor) -> Tensor:
    """[..., N, T, 1]: each query's product with a segment vector [N, d]."""
    return (asks * by_head(vector)).sum(-1, keepdim=True)


def _per_position(q: Tensor, seg_embed: Tensor, r_s_bias: Tensor, differs: Tensor) -> Tensor:
    asks = q + r_s_bias
    return torch.where(differs, _likes(asks, seg_embed[1]), _likes(asks, seg_embed[0]))


class SegmentScores(FunctionExercise):
    id = "3.10"
    title = "Same segment, or another"
    points = 1
    minutes = 8
    level = 2
    answer = "segment_scores"
    graduates = "relative.segment_scores"
    trains = ("q", "seg_embed", "r_s_bias")
    unlocks = "Inputs of two texts, or of five: XLNet needs no more vectors for that."
    invariant = "where nothing differs, all keys get the same score from a query"
    hints = (
        "For one query, how many different segment scores can there be?",
        "Two: one for same, one for different. Compute both for each query, [..., N, T, 1], and choose for each key.",
        "Add the bias as in exercise 3.6, multiply with each of the two segment vectors and sum over the width, "
        "keeping the axis; then `torch.where` with `differs`.",
    )
    misconceptions = (
        Misconception(
            "same and different exchanged",
            "Row 0 of seg_embed is for the *same* segment, row 1 for different ones: you have them the other way "
            "round.",
            lambda q, s, b, differs: by_loops(q, s.flip(0), b, differs),
        ),
        Misconception(
            "no bias",
            "`r_s_bias` changes nothing in your scores.",
            lambda q, s, b, differs: by_loops(q, s, 0 * b, differs),
        ),
        Misconception("one bias per position", PER_POSITION, _per_position),
        Misconception(
            "bias on the segment vectors",
            "You add the bias to the segment vectors. As in the other two scores, it is added to the queries.",
            lambda q, s, b, differs: by_loops(q, s + b, 0 * b, differs),
        ),
        Misconception(
            "the same segment gets nothing",
            "Keys of the same segment get 0. They have a vector of their own: row 0.",
            lambda q, s, b, differs: by_loops(q, torch.stack([0 * s[0], s[1]]), b, differs),
        ),
        Misconception(
            "another segment gets nothing",
            "Keys of another segment get 0. They have a vector of their own: row 1.",
            lambda q, s, b, differs: by_loops(q, torch.stack([s[0], 0 * s[1]]), b, differs),
        ),
        Misconception(
            "both vectors added",
            "Keys of another segment get both vectors. It is either the one or the other.",
            lambda q, s, b, differs: by_loops(q, torch.stack([s[0], s[0] + s[1]]), b, differs),
        ),
        Misconception(
            "hides other segments",
            "You hide the keys of other segments. Segments are no mask: a question must be able to read the text.",
            lambda q, s, b, differs: by_loops(q, s, b, differs & False).masked_fill(differs, -1e30),
        ),
        Misconception(
            "hides other segments for good",
            "You set the scores of other segments to minus infinity. Segments are no mask: a question must be able "
            "to read the text.",
            lambda q, s, b, differs: by_loops(q, s, b, differs & False).masked_fill(differs, -torch.inf),
        ),
        Misconception(
            "scaled",
            "You divide by the square root of the width. That is done once, when all scores have been added up: lab "
            "07.",
            lambda q, s, b, differs: by_loops(q, s, b, differs) / q.shape[-1] ** 0.5,
        ),
        Misconception(
            "query ignored",
            "Your scores are the same for every query: only the bias meets the segment vectors.",
            lambda q, s, b, differs: by_loops(0 * q, s, b, differs),
        ),
    )

    def oracle(self, q: Tensor, seg_embed: Tensor, r_s_bias: Tensor, differs: Tensor) -> Tensor:
        return by_loops(q, seg_embed, r_s_bias, differs)

    def cases(self) -> Iterable[Case]:
        no, yes = False, True
        yield Case(
            {
                "q": torch.tensor([[[1.0, 2.0], [0.0, 1.0]], [[2.0, 0.0], [1.0, -1.0]]]),
                "seg_embed": torch.tensor([[[1.0, 0.0], [0.0, 2.0]], [[0.0, 3.0], [4.0, 0.0]]]),
                "r_s_bias": torch.tensor([[10.0, 20.0], [30.0, 40.0]]),
                "differs": torch.tensor([[[no, no, yes], [yes, yes, no]]]),
            }
        )
        sizes = (
            ((), (), 3, 3, 4, 5),
            ((), (), 3, 3, 3, 5),
            ((), (), 2, 3, 5, 4),
            ((2,), (2,), 3, 4, 6, 2),
            ((2, 3), (), 2, 1, 4, 3),
            ((2,), (1,), 2, 5, 3, 2),
        )
        for lead, ids, N, T, S, d in sizes:
            kind = torch.float32 if lead else torch.float64
            generator = torch.Generator().manual_seed(N + T)
            case = {
                "q": random_numbers((*lead, N, T, d), 80 + T, kind),
                "seg_embed": random_numbers((2, N, d), 81 + T, kind),
                "r_s_bias": random_numbers((N, d), 82 + T, kind),
                "differs": torch.rand(*ids, 1, T, S, generator=generator) < 0.5,
            }
            yield Case(case, batch=N != T)

    def properties(self, call: Caller) -> None:
        gradients_in_batches(call, self)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        q, vectors = random_numbers((8, 6, 64, 32), 7).float(), random_numbers((2, 6, 32), 8).float()
        differs = torch.rand(8, 1, 64, 128) < 0.5
        full = torch.randn(8, 6, 64, 128)
        return (q, vectors, vectors[0], differs), {}, lambda: torch.where(differs, full, 2 * full)


class Renumbered(ValueExercise):
    """Four words with segments [0, 0, 1, 1], renumbered in three ways, without memory and with (always 0)."""

    id = "3.11"
    title = "What may be renumbered?"
    points = 1
    minutes = 5
    level = 2
    answer = "stays"
    bonus = True
    expected = {  # noqa: RUF012
        "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": False},
        "memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 9, 9]": True},
    }
    unlocks = "You know when the numbers of segments are mere names, and when 0 is more than a name."
    hints = (
        "Write down which pairs of words are in the same segment. Which renumberings leave that table as it is?",
        "With memory there are more pairs: each word with the rows of the memory, whose number is always 0.",
        "Words numbered 0 are in the same segment as the memory. If a renumbering changes who has the 0, these pairs "
        "change.",
    )
    misconceptions = (
        Misconception(
            "memory takes part",
            "With memory you treat the numbers as mere names. But the rows of the memory are not renumbered: they "
            "stay 0.",
            lambda: {
                "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": False},
                "memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 9, 9]": True},
            },
        ),
        Misconception(
            "the numbers matter",
            "You take any change of a number for a change of the scores. Only *whether* two numbers differ is asked.",
            lambda: {
                "no memory": dict.fromkeys(("[1, 1, 0, 0]", "[5, 5, 9, 9]", "[0, 0, 0, 1]"), False),
                "memory": dict.fromkeys(("[1, 1, 0, 0]", "[5, 5, 9, 9]", "[0, 0, 9, 9]"), False),
            },
        ),
        Misconception(
            "nothing matters",
            "You take every renumbering for harmless; one of them puts words together that were apart.",
            lambda: {
                "no memory": dict.fromkeys(("[1, 1, 0, 0]", "[5, 5, 9, 9]", "[0, 0, 0, 1]"), True),
                "memory": dict.fromkeys(("[1, 1, 0, 0]", "[5, 5, 9, 9]", "[0, 0, 9, 9]"), True),
            },
        ),
        Misconception(
            "only 0 and 1",
            "You allow no numbers but 0 and 1. There is no vector for a number, so any number will do.",
            lambda: {
                "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": False, "[0, 0, 0, 1]": False},
                "memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 9, 9]": False},
            },
        ),
        Misconception(
            "the other way round",
            "True and False are exchanged: True means that the scores stay.",
            lambda: {
                "no memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 0, 1]": True},
                "memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 9, 9]": False},
            },
        ),
        Misconception(
            "memory belongs to nobody",
            "With memory you say that nothing may be renumbered. The words numbered 0 belong to the memory's segment; "
            "whoever leaves these at 0 changes nothing.",
            lambda: {
                "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": False},
                "memory": dict.fromkeys(("[1, 1, 0, 0]", "[5, 5, 9, 9]", "[0, 0, 9, 9]"), False),
            },
        ),
    )

    def nudge(self, got: Any) -> str:
        """How many are wrong, not which: True or False could be tried out."""
        wrong = sum(got[k].get(name) is not v for k, row in self.expected.items() for name, v in row.items())
        return f"Of the six, {wrong} {'is' if wrong == 1 else 'are'} wrong."
