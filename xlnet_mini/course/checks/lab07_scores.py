"""Check of lab 07 about all scores of a stream: content, position and segments in one sum."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .lab02_inputs import random_numbers


def finished_scores(
    q: Tensor,
    k: Tensor,
    r: Tensor,
    r_w_bias: Tensor,
    r_r_bias: Tensor,
    *,
    columns: Tensor | None = None,
    segments: tuple[Tensor, Tensor, Tensor] | None = None,
    scale: tuple[float, float, float] | None = None,
    shift: bool = True,
    turned: bool = False,
    own_bias: bool = True,
    first_head: bool = False,
) -> Tensor:
    """All scores of a stream, term by term in float64. The last five make mistakes."""
    *lead, N, Q, d = q.shape
    dtype = q.dtype
    S, R = k.shape[-2], r.shape[-2]
    by_content, by_position, by_segment = scale or (d**-0.5,) * 3
    u, v = (x.double()[:, None] for x in (r_w_bias, r_r_bias))
    q, k = q.double(), k.double()
    content = torch.zeros(*lead, N, Q, S, dtype=torch.float64)
    distance = torch.zeros(*lead, N, Q, R, dtype=torch.float64)
    for c in range(d):
        content += (q + u)[..., :, None, c] * k[..., None, :, c]
        distance += (q + v)[..., :, None, c] * r.double()[..., None, :, c]
    position = torch.zeros_like(content)
    for i in range(Q):
        for j in range(S):
            if columns is not None:
                column = columns[..., i, j].expand(*lead, N)
                row = (distance[..., :1, i, :] if first_head else distance[..., i, :]).expand(*lead, N, R)
                position[..., i, j] = row.gather(-1, column[..., None])[..., 0]
            elif shift:
                position[..., i, j] = distance[..., i, Q - i + j]
            else:
                position[..., i, j] = distance[..., i, j]
    total = by_content * content + by_position * position
    if segments is not None:
        seg_embed, b, differs = segments
        asks = q + b.double()[:, None] * own_bias
        same, different = ((asks * s.double()[:, None]).sum(-1, keepdim=True) for s in seg_embed)
        total += by_segment * torch.where(differs != turned, different, same)
    return total.to(dtype)


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
        yield _scores_case((), N=1, T=2, M=0, d=4, seed=1)
        yield _scores_case((), N=2, T=3, M=2, d=3, seed=2)
        yield _scores_case((), N=2, T=3, M=1, d=2, seed=3, segments=True)
        yield _scores_case((), N=3, T=4, M=2, d=3, seed=4, at=[3, 0])
        yield _scores_case((), N=2, T=5, M=3, d=4, seed=5, at=[4, 1, 2], segments=True)
        for lead, at in (((2,), None), ((3,), [2, 0]), ((2, 3), [1])):
            case = _scores_case(lead, N=2, T=3, M=2, d=4, seed=6, at=at, segments=at is not None)
            yield Case(case.args, case.kwargs, batch=True)

    def example(self, case: Case, want: Any, got: Any) -> str:
        """Sizes instead of tables."""
        lines = super().example(case, want, got).splitlines()
        sizes = ", ".join(f"{name} {list(x.shape)}" for name, x in case.args.items())
        more = [name for name in ("columns", "segments") if case.kwargs.get(name) is not None]
        while not lines[0].startswith("  expected"):  # the call, in one line or more
            lines.pop(0)
        return "\n".join([f"with {sizes}{', and ' * bool(more)}{' and '.join(more)}:", *lines])

    def properties(self, call: Caller) -> None:
        self._left_to_right(call)
        self._gradients(call)

    def _left_to_right(self, call: Caller) -> None:
        """R = S + 1: there are no columns for later keys, and their cells may hold anything."""
        case = _scores_case((2,), N=2, T=4, M=2, d=3, seed=9)
        q, k, r, u, v = case.args.values()
        S = k.shape[-2]
        want = finished_scores(q, k, r, u, v)
        seen = torch.ones(4, S, dtype=torch.bool).tril(S - 4)
        try:
            got = call(q, k, r[..., : S + 1, :], u, v)
        except AnswerRaised:
            got = want[:0]
        if got.shape != want.shape or not torch.allclose(got[..., seen], want[..., seen]):
            says = (
                "Right where R = S + T, but not where R = S + 1, as in a model that looks left only. T is the number "
                "of queries, not R - S; or let rel_shift do it."
            )
            raise Wrong("both sides only", says)

    def _gradients(self, call: Caller) -> None:
        """They reach the segment term, and rows picked by columns."""
        case = _scores_case((), N=2, T=3, M=1, d=2, seed=7, at=[2, 0], segments=True)
        seg_embed, r_s_bias, differs = case.kwargs["segments"]
        leaves = [x.clone().requires_grad_() for x in (*case.args.values(), seg_embed, r_s_bias)]
        got = call(*leaves[:5], columns=case.kwargs["columns"], segments=(leaves[5], leaves[6], differs))
        names = [*case.args, "seg_embed", "r_s_bias"]
        found = [None] * len(leaves)
        if got.requires_grad:
            out = (got * random_numbers(tuple(got.shape), 71)).sum()
            found = torch.autograd.grad(out, leaves, allow_unused=True)
        cut = [name for name, grad in zip(names, found, strict=True) if grad is None]
        if cut:
            says = f"The values are right, but with columns and segments no gradient reaches {' and '.join(cut)}."
            raise Wrong("no gradient", says)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        case = _scores_case((16,), N=6, T=64, M=64, d=32, seed=8)
        q, k, r, u, v = (x.float() for x in case.args.values())
        columns = torch.arange(128).expand(16, 1, 64, 128)
        return (
            (q, k, r[:1], u, v),
            {},
            lambda: (q @ k.mT) + (q @ r.mT).gather(-1, columns.expand(16, 6, 64, 128)),
        )


def _scores_case(
    lead: tuple[int, ...],
    *,
    N: int,
    T: int,
    M: int,
    d: int,
    seed: int,
    at: list[int] | None = None,
    segments: bool = False,
) -> Case:
    """`at`: the rows are the queries at these positions, and columns say so. `r` is shared by the sentences."""
    Q, S = len(at) if at else T, M + T
    R = S + T
    shapes = ((*lead, N, Q, d), (*lead, N, S, d), (*(1 for _ in lead), N, R, d), (N, d), (N, d))
    numbers = [random_numbers(shape, 10 * seed + i) for i, shape in enumerate(shapes)]
    more: dict[str, Any] = {}
    if at:
        columns = T - torch.tensor(at)[:, None] + torch.arange(S)
        more["columns"] = columns.expand(*lead, 1, Q, S).contiguous() if lead else columns[None]
    if segments:
        generator = torch.Generator().manual_seed(seed)
        differs = torch.rand(*lead, 1, Q, S, generator=generator) < 0.5
        more["segments"] = (
            random_numbers((2, N, d), 10 * seed + 8),
            random_numbers((N, d), 10 * seed + 9),
            differs,
        )
    return Case(dict(zip(("q", "k", "r", "r_w_bias", "r_r_bias"), numbers, strict=True)), more)
