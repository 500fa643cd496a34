"""Check of lab 07 about all scores of a stream: content, position and segments in one sum."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception
from .lab07_score_cases import ScoresCase, finished_scores, scores_case
from .lab07_score_manners import both_branches, left_to_right


def _scaled(content: float, position: float, segment: float) -> Callable:
    """Scores whose three terms are multiplied by d to these powers."""

    def scores(q: Tensor, *rest: Tensor, **more: Any) -> Tensor:
        d = q.shape[-1]
        return finished_scores(q, *rest, **more, scale=(d**content, d**position, d**segment))

    return scores


def _times(content: float, position: float, segment: float) -> Callable:
    """Scores whose three terms, right otherwise, are multiplied by these."""

    def scores(q: Tensor, *rest: Tensor, **more: Any) -> Tensor:
        root = q.shape[-1] ** -0.5
        return finished_scores(q, *rest, **more, scale=(content * root, position * root, segment * root))

    return scores


def _biases(which: Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]) -> Callable:
    def scores(q: Tensor, k: Tensor, r: Tensor, u: Tensor, v: Tensor, **more: Any) -> Tensor:
        return finished_scores(q, k, r, *which(u, v), **more)

    return scores


def _without_columns(
    q: Tensor, k: Tensor, *rest: Tensor, columns: Tensor | None = None, **more: Any
) -> Tensor:
    """The rows shifted as if they were the first ones of the segment."""
    return finished_scores(q, k, *rest, **more)


def _divided_by_all_heads(q: Tensor, *rest: Tensor, **more: Any) -> Tensor:
    all_heads = (q.shape[-1] * q.shape[-3]) ** -0.5
    return finished_scores(q, *rest, **more, scale=(all_heads,) * 3)


def _only_queries_divided(q: Tensor, *rest: Tensor, **more: Any) -> Tensor:
    return finished_scores(q * q.shape[-1] ** -0.5, *rest, **more, scale=(1, 1, 1))


class RelativeScores(FunctionExercise):
    id = "7.3"
    title = "All scores of a stream"
    points = 2
    minutes = 14
    level = 3
    answer = "relative_scores"
    graduates = "model.relative_scores"
    trains = ("q", "k", "r", "r_w_bias", "r_r_bias")
    unlocks = "Labs 03 and 04 are one function now, and both streams of every layer call it."
    invariant = "content, shifted position and segment terms, all of them divided by √d"
    hints = (
        "Which terms are there, which bias belongs to which, and which of them is not yet a number for each *key*?",
        "content_scores with r_w_bias, plus position scores with r_r_bias, brought under their keys: by rel_shift, "
        "or by `columns`, which says for each query and key which column to take. Plus segment_scores, if there are "
        "segments. Then divide the sum.",
        "Start with the position scores, one column for each distance. Without columns, rel_shift of it to "
        "k.shape[-2] keys. With them, `by_distance.gather(-1, ...)` with the columns expanded to N heads. Add, and "
        "divide by √d at the end.",
    )
    misconceptions = (
        Misconception(
            "not scaled",
            "The scores are not divided by √d. Sums of d products grow with √d; without the division the softmax "
            "gives everything to one key, and hardly any gradient comes back.",
            _scaled(0, 0, 0),
        ),
        Misconception(
            "divided by d",
            "You divide by d, or by √d twice: the parts from lab 03 are not divided yet. Divide the sum by √d, once.",
            _scaled(-1, -1, -1),
        ),
        Misconception(
            "divided by all heads",
            "You divide by the square root of the width of all heads together. A product runs over one head: d, the "
            "last axis of q.",
            _divided_by_all_heads,
        ),
        Misconception(
            "only content divided",
            "Only the content scores are divided by √d. The whole sum is: else position and segment shout louder "
            "than words.",
            _scaled(-0.5, 0, 0),
        ),
        Misconception(
            "positions not divided",
            "The position scores come on top undivided. The whole sum is divided by √d.",
            _scaled(-0.5, 0, -0.5),
        ),
        Misconception(
            "biases not divided",
            "You divide q, and then add the biases as they are. What is divided is (q + bias): divide the biases too, "
            "or the sum at the end.",
            _only_queries_divided,
        ),
        Misconception(
            "segments not divided",
            "The segment scores come on top undivided. The whole sum is divided by √d.",
            _scaled(-0.5, -0.5, 0),
        ),
        Misconception(
            "u and v exchanged",
            "The two biases are exchanged: r_w_bias (u) goes with the words, r_r_bias (v) with the distances. In a "
            "model trained from the start nobody would notice; with stored weights everything is wrong.",
            _biases(lambda u, v: (v, u)),
        ),
        Misconception(
            "one bias for both",
            "Both products get r_w_bias. The distances have a bias of their own, r_r_bias.",
            _biases(lambda u, v: (u, u)),
        ),
        Misconception(
            "one bias for both",
            "Both products get r_r_bias. The words have a bias of their own, r_w_bias.",
            _biases(lambda u, v: (v, v)),
        ),
        Misconception(
            "not shifted",
            "The position scores are not shifted: column j still belongs to a distance, not to key j. That is lab "
            "04.",
            lambda *args, **more: finished_scores(*args, **more, shift=False),
        ),
        Misconception(
            "columns ignored",
            "You shift even where `columns` is given. Then the rows are not the T consecutive tokens, so the shift "
            "moves them to wrong places: pick the columns instead.",
            _without_columns,
        ),
        Misconception(
            "columns of one head",
            "With `columns`, all heads get the position scores of head 0. `columns` has 1 in the place of the heads, "
            "and `gather` does not broadcast: it takes head 0 and says nothing. Expand `columns` to all heads first.",
            lambda *args, **more: finished_scores(*args, **more, first_head=True),
        ),
        Misconception(
            "no segment term",
            "The segment term is missing: `segments` changes nothing in your scores.",
            _times(1, 1, 0),
        ),
        Misconception(
            "no position term",
            "The position term is missing: `r` changes nothing in your scores. Such a model cannot leave the "
            "plateau of counting single words.",
            _times(1, 0, 1),
        ),
        Misconception(
            "no content term",
            "The content term is missing: `k` changes nothing in your scores.",
            _times(0, 1, 1),
        ),
        Misconception(
            "same and different exchanged",
            "Keys in the same segment get the score of other segments, and the other way round.",
            lambda *args, **more: finished_scores(*args, **more, turned=True),
        ),
        Misconception(
            "segments without bias",
            "r_s_bias, the second of `segments`, changes nothing in your scores.",
            lambda *args, **more: finished_scores(*args, **more, own_bias=False),
        ),
        Misconception(
            "softmax already",
            "These are weights already. The mask comes first: `attend` does both.",
            lambda *args, **more: finished_scores(*args, **more).softmax(-1),
        ),
    )

    def oracle(self, *args: Any, **kwargs: Any) -> Tensor:
        return finished_scores(*args, **kwargs)

    def cases(self) -> Iterable[Case]:
        yield scores_case((), N=1, T=2, M=0, d=4, seed=1)
        yield scores_case((), N=2, T=3, M=2, d=3, seed=2)
        yield scores_case((), N=2, T=3, M=1, d=2, seed=3, segments=True)
        yield scores_case((), N=3, T=4, M=2, d=3, seed=4, at=[3, 0])
        yield scores_case((), N=2, T=5, M=3, d=4, seed=5, at=[4, 1, 2], segments=True)
        yield scores_case((), N=2, T=4, M=0, d=3, seed=10, segments=True)
        for lead, at, segments, shared in (
            ((2,), None, False, True),
            ((2,), None, True, True),
            ((3,), [2, 0], True, False),
            ((2, 3), [1], True, True),
        ):
            case = scores_case(lead, N=2, T=3, M=2, d=4, seed=6, at=at, segments=segments, shared=shared)
            yield ScoresCase(case.args, case.kwargs, batch=True)

    def example(self, case: Case, want: Any, got: Any) -> str:
        """Sizes instead of tables."""
        lines = super().example(case, want, got).splitlines()
        sizes = ", ".join(f"{name} {list(x.shape)}" for name, x in case.args.items())
        more = [name for name in ("columns", "segments") if case.kwargs.get(name) is not None]
        while not re.match(r"  (expected|at) ", lines[0]):  # the call, in one line or more
            lines.pop(0)
        return "\n".join([f"with {sizes}{', and ' * bool(more)}{' and '.join(more)}:", *lines])

    def properties(self, call: Caller) -> None:
        left_to_right(call)
        both_branches(call)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        case = scores_case((16,), N=6, T=64, M=64, d=32, seed=8)
        q, k, r, u, v = (x.float() for x in case.args.values())
        columns = torch.arange(128).expand(16, 1, 64, 128)
        return (
            (q, k, r[:1], u, v),
            {},
            lambda: (q @ k.mT) + (q @ r.mT).gather(-1, columns.expand(16, 6, 64, 128)),
        )
