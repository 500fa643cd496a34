"""A model of a few hundred weights, computed in the slow, obvious way: what parity in lab 07 compares with.

One vector of the distance for every pair of a query and a key, nothing shifted, nothing skipped, float64. `Way`
has the right way as its default, and a switch for each mistake that lab 07 can recognise.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn

SIZES = {"vocab_size": 11, "d_model": 4, "n_layer": 2, "n_head": 2, "d_inner": 6, "mem_len": 4}
IDS = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]])
RANK = torch.tensor([[2, 0, 3, 1, 4], [4, 3, 0, 2, 1]])
TARGETS = torch.tensor([[2, 4, -1], [0, 1, 3]])  # -1: an empty slot
LABELS = torch.tensor([[6, 9, 7], [3, 10, 2]])
SEGMENTS = torch.tensor([[0, 0, 1, 1, 2], [0, 1, 1, 1, 1]])
MEMORY = 3
T, D, N = 5, SIZES["d_model"], SIZES["n_head"]
EPSILON = 1e-12


def wave(n: int, start: float) -> Tensor:
    """n numbers between -1 and 1 without pattern, the same on every machine to the last digits."""
    return torch.sin(start + 1.7 * torch.arange(1, n + 1, dtype=torch.float64) ** 1.3)


def fill(model: nn.Module) -> None:
    """Weights by a formula, in the order of their names: nothing has to be stored but results."""
    with torch.no_grad():
        for i, (_, p) in enumerate(sorted(model.named_parameters())):
            p.copy_(0.7 * wave(p.numel(), float(i)).view_as(p))


def memory() -> list[Tensor]:
    """What an earlier segment might have left, for each layer."""
    size = 2 * MEMORY * D
    return [wave(size, 50.0 + i).view(2, MEMORY, D) for i in range(SIZES["n_layer"])]


def inputs() -> dict:
    """The tensors that the model is called with."""
    mapping = torch.zeros(2, 3, T, dtype=torch.float64)
    for b, row in enumerate(TARGETS.tolist()):
        for slot, position in enumerate(row):
            if position >= 0:
                mapping[b, slot, position] = 1
    return {
        "input_ids": IDS,
        "perm_mask": RANK[:, None, :] >= RANK[:, :, None],
        "target_mapping": mapping,
        "token_type_ids": SEGMENTS,
        "mems": memory(),
        "labels": LABELS,
    }


@dataclass(frozen=True)
class Way:
    """How the tiny model is computed. The defaults are right; every other value is a mistake."""

    scaled: bool = True
    biases: str = "u v"
    segments: str = "right"  # "none", "exchanged"
    positions: str = "right"  # "none", "backwards", "one off", "not shifted", "interleaved"
    norm: str = "after"  # "before", "of the part", "none"
    added: bool = True
    memory: str = "right"  # "unseen", "one row early"
    kept: int = SIZES["mem_len"]
    query: str = "blind"  # "sees itself"
    masked: bool = True
    bend: str = "gelu"  # "none", "relu"
    reads_new_h: bool = False


def states(weights: dict[str, Tensor], way: Way | None = None) -> dict[str, Tensor]:
    """Everything that parity compares, by name, in the order in which it is computed."""
    way = way or Way()
    w = {name: x.detach().double() for name, x in weights.items()}
    h = w["transformer.word_embedding.weight"][IDS]
    g = w["transformer.mask_emb"].expand(2, TARGETS.shape[1], D)
    found = {"content stream at the start": h, "query stream at the start": g}
    hidden = RANK[:, None, :] >= RANK[:, :, None]
    position = TARGETS.clamp(min=0)
    at_targets = hidden.gather(1, position[..., None].expand(2, 3, T))
    if way.query == "sees itself":
        at_targets = at_targets & (position[..., None] != torch.arange(T))
    at_targets = at_targets | (TARGETS < 0)[..., None]
    everyone = torch.arange(T).expand(2, T)
    for layer, mem in enumerate(memory()):
        part = {k.split(f"layer.{layer}.")[1]: x for k, x in w.items() if f"layer.{layer}." in k}
        found[f"memory after layer {layer}"] = torch.cat([mem, h], dim=1)[:, -way.kept or T :]
        new_h = _layer(h, everyone, h, mem, hidden & ~torch.eye(T, dtype=torch.bool), part, way)
        g = _layer(g, position, new_h if way.reads_new_h else h, mem, at_targets, part, way, TARGETS < 0)
        h = new_h
        found[f"content stream after layer {layer + 1}"] = h
        found[f"query stream after layer {layer + 1}"] = g
    found["predictions"] = g @ w["transformer.word_embedding.weight"].T + w["lm_loss.bias"]
    return found


def _layer(
    x: Tensor,
    position: Tensor,
    h: Tensor,
    mem: Tensor,
    hidden: Tensor,
    w: dict[str, Tensor],
    way: Way,
    empty: Tensor | None = None,
) -> Tensor:
    """One stream one layer up. `position` [B, Q] says where the rows of x stand."""
    keys = torch.cat([mem, h], dim=1)
    q, k, v = (
        torch.einsum("bqc,cnd->bqnd", a, w[f"rel_attn.{name}"])
        for a, name in ((x, "q"), (keys, "k"), (keys, "v"))
    )
    r_w_bias, r_r_bias = w["rel_attn.r_w_bias"], w["rel_attn.r_r_bias"]
    if way.biases == "v u":
        r_w_bias, r_r_bias = r_r_bias, r_w_bias
    S = keys.shape[1]
    distance = MEMORY + position[..., None] - torch.arange(S)
    match way.positions:
        case "backwards":
            distance = -distance
        case "one off":
            distance = distance + 1
        case "not shifted":
            distance = (S - torch.arange(S)).expand(distance.shape)
    waves = _waves(distance, interleaved=way.positions == "interleaved")
    r = torch.einsum("bqsc,cnd->bqsnd", waves, w["rel_attn.r"])
    scores = torch.einsum("bqnd,bsnd->bnqs", q + r_w_bias, k)
    if way.positions != "none":
        scores = scores + torch.einsum("bqnd,bqsnd->bnqs", q + r_r_bias, r)
    if way.segments != "none":
        own = SEGMENTS.gather(1, position)
        theirs = torch.cat([torch.zeros(2, MEMORY, dtype=torch.int64), SEGMENTS], dim=1)
        differs = (own[..., None] != theirs[:, None, :]) != (way.segments == "exchanged")
        s = w["rel_attn.seg_embed"][differs.long()]
        scores = scores + torch.einsum("bqnd,bqsnd->bnqs", q + w["rel_attn.r_s_bias"], s)
    if way.scaled:
        scores = scores / math.sqrt(D // N)
    blocked = torch.cat([torch.full((*hidden.shape[:2], MEMORY), way.memory == "unseen"), hidden], dim=-1)
    if empty is not None:
        blocked = blocked | empty[..., None]
    blocked = blocked & way.masked
    chances = torch.exp(scores).masked_fill(blocked[:, None], 0)
    chances = chances / chances.sum(-1, keepdim=True).clamp(min=1e-300)
    seen = torch.einsum("bnqs,bsnd,cnd->bqc", chances, v, w["rel_attn.o"])
    y = _join(x, seen, w["rel_attn.layer_norm.weight"], w["rel_attn.layer_norm.bias"], way)
    wide = y @ w["ff.layer_1.weight"].T + w["ff.layer_1.bias"]
    bent = {
        "gelu": 0.5 * wide * (1 + torch.erf(wide / math.sqrt(2))),
        "relu": wide.clamp(min=0),
        "none": wide,
    }[way.bend]
    made = bent @ w["ff.layer_2.weight"].T + w["ff.layer_2.bias"]
    return _join(y, made, w["ff.layer_norm.weight"], w["ff.layer_norm.bias"], way)


def _join(x: Tensor, part: Tensor, weight: Tensor, bias: Tensor, way: Way) -> Tensor:
    """Add and normalise, in the order that `way` says."""
    match way.norm:
        case "before":
            return _normalised(x, weight, bias) + part
        case "of the part":
            return x + _normalised(part, weight, bias)
        case "none":
            return x + part
    return _normalised(x + part if way.added else part, weight, bias)


def _normalised(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    centred = x - x.mean(-1, keepdim=True)
    return centred / (centred.square().mean(-1, keepdim=True) + EPSILON).sqrt() * weight + bias


def _waves(distance: Tensor, interleaved: bool) -> Tensor:
    frequency = 1 / 10000 ** (torch.arange(0, D, 2).float() / D)
    angles = distance.float()[..., None] * frequency  # in float32, as in the reference
    parts = [angles.sin(), angles.cos()]
    if interleaved:
        return torch.stack(parts, dim=-1).flatten(-2).double()
    return torch.cat(parts, dim=-1).double()
