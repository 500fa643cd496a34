"""Random models and inputs, drawn from a number, for the tests of the model."""

import random
from dataclasses import dataclass, field

import torch
from torch import Tensor

from xlnet_mini import XLNetConfig, XLNetLMHeadModel
from xlnet_mini.masks import hidden_keys
from xlnet_mini.partial_prediction import target_mapping
from xlnet_mini.permutation import order_to_rank, query_mask, sample_order


@dataclass
class Case:
    """A model's sizes and one segment of input; `inputs` are the keyword arguments of the model's forward."""

    config: XLNetConfig
    inputs: dict[str, Tensor | list[Tensor] | None] = field(default_factory=dict)


def random_case(number: int) -> Case:
    """A small random configuration with random inputs; the same number gives the same case."""
    draw = random.Random(number)
    g = torch.Generator().manual_seed(number)
    n_head, d_head = draw.randint(1, 4), draw.choice([2, 4, 6])
    bi_data = draw.random() < 0.25
    B = draw.choice([2, 4]) if bi_data else draw.randint(1, 4)
    T, M = draw.randint(1, 9), draw.choice([0, 0, 1, 3, 6])
    K = draw.choice([None, 1, T, draw.randint(1, T)])
    config = XLNetConfig(
        vocab_size=draw.randint(11, 40),
        d_model=n_head * d_head,
        n_layer=draw.randint(1, 3),
        n_head=n_head,
        d_inner=draw.choice([5, 16]),
        ff_activation=draw.choice(["gelu", "gelu_tanh", "relu"]),
        attn_type=draw.choice(["bi", "bi", "uni"]),
        initializer_range=0.3,
        dropout=0.0,
        mem_len=draw.choice([0, 2, 5, 12]),
        reuse_len=draw.choice([0, 0, max(1, T // 2)]),
        bi_data=bi_data,
        clamp_len=draw.choice([-1, -1, 1, 4]),
        same_length=draw.random() < 0.2,
        empty_rows="uniform",
    )
    V = config.vocab_size
    inputs: dict[str, Tensor | list[Tensor] | None] = {"input_ids": torch.randint(V, (B, T), generator=g)}
    rank = order_to_rank(sample_order(T, batch=(B,), generator=g))
    perm_mask = draw.choice(
        [None, query_mask(rank), query_mask(rank), torch.rand(B, T, T, generator=g) < draw.random()]
    )
    inputs["perm_mask"] = perm_mask
    if draw.random() < 0.4:
        inputs["token_type_ids"] = torch.randint(draw.randint(1, 4), (B, T), generator=g)
    side = draw.choice([None, None, "left", "right"])
    if side is not None:
        length = torch.randint((T + 1) // 2, T + 1, (B, 1), generator=g)
        place = torch.arange(T) if side == "right" else torch.arange(T).flip(0)
        inputs["attention_mask"] = (place < length).long()
    if M:
        inputs["mems"] = [torch.randn(B, M, config.d_model, generator=g) for _ in range(config.n_layer)]
    if config.attn_type == "uni":
        hidden = hidden_keys(config, T, M, inputs.get("attention_mask"), perm_mask, torch.device("cpu"))
        if hidden.all(-1).any():
            # The reference lets a row without a key attend to all, also to what rel_shift borrowed from the row
            # below; the gradient of that leak is nothing to reproduce.
            inputs["perm_mask"] = inputs["attention_mask"] = None
    slots = T
    if K is not None:
        positions = torch.stack([torch.randperm(T, generator=g)[:K] for _ in range(B)])
        unused = torch.rand(B, K, generator=g) < (0.2 if K > 1 else 0)
        inputs["target_mapping"] = target_mapping(positions.masked_fill(unused, -1), T)
        slots = K
    labels = torch.randint(V, (B, slots), generator=g)
    ignored = torch.rand(B, slots, generator=g) < 0.2
    ignored[0, 0] = False
    inputs["labels"] = labels.masked_fill(ignored, -100)
    return Case(config, inputs)


def make_model(config: XLNetConfig, dtype: torch.dtype = torch.float64, seed: int = 0) -> XLNetLMHeadModel:
    """A model with random weights, in evaluation mode, that leaves torch's global random state alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return XLNetLMHeadModel(config).to(dtype).eval()


def small_config(**changes: object) -> XLNetConfig:
    """Two heads, two layers, no dropout; weights large enough that everything matters."""
    sizes = {"vocab_size": 23, "d_model": 8, "n_layer": 2, "n_head": 2, "d_inner": 12}
    return XLNetConfig(**{**sizes, "initializer_range": 0.3, "dropout": 0.0, **changes})


def cast(inputs: dict, dtype: torch.dtype) -> dict:
    """The same inputs with mems in another dtype."""
    return {
        name: [mem.to(dtype) for mem in value] if name == "mems" else value for name, value in inputs.items()
    }
