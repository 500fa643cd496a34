"""A fresh model for plain text, and the optimizer that trains it."""

import torch
from torch import nn

from xlnet_mini.config import XLNetConfig
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.training_config import TrainingConfig


def build_model(config: XLNetConfig, *, positions: bool = True) -> XLNetLMHeadModel:
    """A fresh model for plain text. Segments are not used, so their parameters rest.

    `positions=False` freezes the position projections at zero: an XLNet that cannot tell where anything stands.
    """
    model = XLNetLMHeadModel(config)
    for layer in model.transformer.layer:
        attention = layer.rel_attn
        resting = [attention.seg_embed, attention.r_s_bias]
        if not positions:
            nn.init.zeros_(attention.r)
            resting += [attention.r, attention.r_r_bias]
        for parameter in resting:
            parameter.requires_grad_(False)
    return model


def make_optimizer(model: nn.Module, config: TrainingConfig) -> torch.optim.Optimizer:
    """AdamW; matrices decay, biases and layer norms do not. Epsilon as in XLNet's pretraining (1e-6)."""
    learning = [p for p in model.parameters() if p.requires_grad]
    matrices = [p for p in learning if p.ndim > 1]
    others = [p for p in learning if p.ndim <= 1]
    groups = [
        {"params": matrices, "weight_decay": config.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    fused = next(model.parameters()).device.type in ("cpu", "cuda")
    return torch.optim.AdamW(groups, lr=config.lr, eps=1e-6, fused=fused)
