"""What the benchmark runs: one training step of each model, with the same weights and the same inputs."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from xlnet_mini.config import XLNetConfig
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.partial_prediction import plm_mask, target_mapping
from xlnet_mini.permutation import order_to_rank, sample_order

SIZES = {"vocab_size": 2000, "d_model": 256, "n_layer": 4, "n_head": 4, "d_inner": 1024}
GPU_SIZES = {"vocab_size": 8000, "d_model": 768, "n_layer": 12, "n_head": 12, "d_inner": 3072}


@dataclass(frozen=True)
class Setting:
    """Tokens, rows of memory, targets, sentences of one step, and dropout."""

    T: int
    M: int
    K: int
    B: int
    dropout: float = 0.0


def inputs(setting: Setting, config: XLNetConfig, device: torch.device) -> dict[str, Tensor | list[Tensor]]:
    """One segment with K targets at the end of a random order, and random memory."""
    g = torch.Generator().manual_seed(0)
    B, T, K = setting.B, setting.T, setting.K
    rank = order_to_rank(sample_order(T, batch=(B,), generator=g))
    is_target = rank >= T - K
    positions = is_target.nonzero()[:, 1].view(B, K)
    ids = torch.randint(config.vocab_size, (B, T), generator=g)
    given = {
        "input_ids": ids,
        "perm_mask": plm_mask(rank, is_target, torch.zeros_like(is_target)),
        "target_mapping": target_mapping(positions, T),
        "labels": ids.gather(1, positions),
    }
    given = {name: tensor.to(device) for name, tensor in given.items()}
    if setting.M:
        shape = (B, setting.M, config.d_model)
        given["mems"] = [torch.randn(shape, generator=g).to(device) for _ in range(config.n_layer)]
    return given


def make_steps(
    setting: Setting, sizes: dict[str, int], device: torch.device
) -> dict[str, Callable[[], Tensor]]:
    """A training step of our model and, where transformers is installed, of its model with the same weights."""
    torch.manual_seed(0)
    config = XLNetConfig(**sizes, mem_len=setting.M, dropout=setting.dropout)
    ours, given = XLNetLMHeadModel(config).to(device).train(), inputs(setting, config, device)
    steps = {"ours": step_of(ours, given, device)}
    try:
        import transformers
    except ImportError:
        return steps
    names = (*sizes, "mem_len", "dropout")
    theirs_config = transformers.XLNetConfig(**{n: getattr(config, n) for n in names}, use_mems_train=True)
    theirs = transformers.XLNetLMHeadModel(theirs_config)
    theirs.load_state_dict(ours.state_dict())
    given = {**given, "perm_mask": given["perm_mask"].float()}
    if "mems" in given:
        given["mems"] = [mem.transpose(0, 1).contiguous() for mem in given["mems"]]
    return {**steps, "reference": step_of(theirs.to(device).train(), given, device)}


def step_of(model: nn.Module, given: dict, device: torch.device) -> Callable[[], Tensor]:
    """One training step as a function without arguments; it returns the loss before the step."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)

    def step() -> Tensor:
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            loss = model(**given).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach()

    return step
