"""All scores of a stream computed term by term, and the cases on which lab 07 compares them."""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ..exercise import Case
from .lab02_inputs import random_numbers


class ScoresCase(Case):
    """A case in which the tensors of `segments` get another layout, dtype or device too."""

    def with_layout(self, change: Callable[[Any], Any]) -> "ScoresCase":
        def everywhere(value: Any) -> Any:
            return tuple(map(change, value)) if isinstance(value, tuple) else change(value)

        args = {k: everywhere(v) for k, v in self.args.items()}
        return ScoresCase(args, {k: everywhere(v) for k, v in self.kwargs.items()}, self.batch)


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
        row = distance[..., i, :]
        if columns is not None:
            row = (distance[..., :1, i, :] if first_head else row).expand(*lead, N, R)
            position[..., i, :] = row.gather(-1, columns[..., i, :].expand(*lead, N, S))
        elif shift:
            position[..., i, :] = row[..., Q - i : Q - i + S]
        else:
            position[..., i, :] = row[..., :S]
    total = by_content * content + by_position * position
    if segments is not None:
        seg_embed, b, differs = segments
        asks = q + b.double()[:, None] * own_bias
        same, different = ((asks * s.double()[:, None]).sum(-1, keepdim=True) for s in seg_embed)
        total += by_segment * torch.where(differs != turned, different, same)
    return total.to(dtype)


def scores_case(
    lead: tuple[int, ...],
    *,
    N: int,
    T: int,
    M: int,
    d: int,
    seed: int,
    at: list[int] | None = None,
    segments: bool = False,
    shared: bool = True,
) -> ScoresCase:
    """`at`: the rows are the queries at these positions, turned round by one from sentence to sentence, and columns
    say so. `shared`: all sentences have the same `r`.
    """
    Q, S = len(at) if at else T, M + T
    R = S + T
    own = tuple(1 for _ in lead) if shared else lead
    shapes = ((*lead, N, Q, d), (*lead, N, S, d), (*own, N, R, d), (N, d), (N, d))
    numbers = [random_numbers(shape, 10 * seed + i) for i, shape in enumerate(shapes)]
    more: dict[str, Any] = {}
    if at:
        sentence = torch.arange(math.prod(lead)).view(*lead, 1, 1, 1)
        position = (torch.tensor(at)[:, None] + sentence) % T
        more["columns"] = T - position + torch.arange(S)
    if segments:
        generator = torch.Generator().manual_seed(seed)
        differs = torch.rand(*lead, 1, Q, S, generator=generator) < 0.5
        table, bias = random_numbers((2, N, d), 10 * seed + 8), random_numbers((N, d), 10 * seed + 9)
        more["segments"] = (table, bias, differs)
    return ScoresCase(dict(zip(("q", "k", "r", "r_w_bias", "r_r_bias"), numbers, strict=True)), more)
