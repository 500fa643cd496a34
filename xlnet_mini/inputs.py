"""Inputs of the model, checked before anything is computed: one line that says what to change.

Shapes are always checked. Values (ids in range, one-hot rows) are checked unless config.check_values is off;
they are collected into one small tensor before they are read, so that a GPU is waited for only once.
"""

import warnings
from collections.abc import Sequence

import torch
from torch import Tensor

from xlnet_mini.config import XLNetConfig


def check_inputs(
    config: XLNetConfig,
    input_ids: Tensor,
    attention_mask: Tensor | None,
    token_type_ids: Tensor | None,
    perm_mask: Tensor | None,
    target_mapping: Tensor | None,
    mems: Sequence[Tensor] | None,
) -> None:
    """Raise ValueError with one line for the first input that the model cannot use."""
    if input_ids.ndim != 2 or 0 in input_ids.shape:
        raise ValueError(
            f"input_ids: expected shape [B, T] with B and T at least 1, got {list(input_ids.shape)}; "
            "for one sentence add a batch axis: input_ids[None]"
        )
    if input_ids.dtype not in (torch.int64, torch.int32):
        raise ValueError(f"input_ids: expected whole numbers (int64), got {input_ids.dtype}; use .long()")
    B, T = input_ids.shape
    _shape("attention_mask", attention_mask, "[B, T]", (B, T), "one number per token: 1 token, 0 padding")
    _shape("token_type_ids", token_type_ids, "[B, T]", (B, T), "one segment number per token")
    _shape("perm_mask", perm_mask, "[B, T, T]", (B, T, T), "a row and a column per token; 1 = hidden")
    if target_mapping is not None:
        K = target_mapping.shape[1] if target_mapping.ndim == 3 else 1
        _shape("target_mapping", target_mapping, "[B, K, T]", (B, K, T), "a one-hot row per predicted token")
    if mems is not None:
        _check_mems(config, mems, B)
    if config.bi_data and B % 2:
        raise ValueError(
            f"input_ids: bi_data needs an even batch (half forward, half backward), got B = {B}; "
            "add a row or set bi_data=False"
        )
    if config.check_values and not input_ids.is_meta:
        _check_values(config, input_ids, attention_mask, target_mapping)


def _shape(name: str, given: Tensor | None, symbols: str, expected: tuple[int, ...], meaning: str) -> None:
    if given is not None and tuple(given.shape) != expected:
        raise ValueError(
            f"{name}: expected shape {symbols} = {list(expected)}, got {list(given.shape)}; give {meaning}"
        )


def _check_mems(config: XLNetConfig, mems: Sequence[Tensor], B: int) -> None:
    if len(mems) != config.n_layer:
        raise ValueError(
            f"mems: expected n_layer = {config.n_layer} tensors, got {len(mems)}; pass out.mems of the "
            "last step, or None at the start of a text"
        )
    M = mems[0].shape[1] if mems[0].ndim == 3 else 0
    for layer, mem in enumerate(mems):
        if tuple(mem.shape) == (B, M, config.d_model):
            continue
        fix = "pass out.mems of the last step, or None at the start of a text"
        if mem.ndim == 3 and mem.shape[0] != B:
            fix = (
                "memory belongs to the rows of the batch, so keep the batch size: drop the last, smaller "
                "batch, or start again with mems=None"
            )
        raise ValueError(
            f"mems[{layer}]: expected shape [B, M, d_model] = {[B, M, config.d_model]}, "
            f"got {list(mem.shape)}; {fix}"
        )


def check_labels(config: XLNetConfig, labels: Tensor, expected: tuple[int, int]) -> None:
    """Raise ValueError with one line unless there is one usable label per row of logits ([B, K] or [B, T])."""
    _shape(
        "labels", labels, "[B, K]", tuple(expected), "one label per row of target_mapping, else one per token"
    )
    if labels.is_floating_point():
        raise ValueError(f"labels: expected whole numbers (int64), got {labels.dtype}; use .long()")
    if config.check_values and not labels.is_meta:
        used = labels.masked_fill(labels == -100, 0)
        _check_range(
            "labels", config, *torch.stack([used.min(), used.max()]).tolist(), " (or -100: no target)"
        )


def _check_values(
    config: XLNetConfig, input_ids: Tensor, attention_mask: Tensor | None, target_mapping: Tensor | None
) -> None:
    found = [input_ids.min(), input_ids.max()]
    if attention_mask is not None:
        is_token = attention_mask > 0
        found += [(~is_token.any(dim=-1)).sum(), is_token.sum()]
    if target_mapping is not None:
        is_one, is_zero = target_mapping == 1, target_mapping == 0
        found += [(~((is_one | is_zero).all(-1) & (is_one.sum(-1) <= 1))).sum()]
    numbers = iter(torch.stack([value.long() for value in found]).tolist())  # one wait for the GPU

    _check_range("input_ids", config, next(numbers), next(numbers))
    if attention_mask is not None:
        empty, tokens = next(numbers), next(numbers)
        if empty:
            raise ValueError(
                f"attention_mask: {empty} of {len(attention_mask)} rows have no token at all (all zeros); "
                "1 marks a token, 0 padding: drop the empty rows, or pass 1 - mask if yours marks padding"
            )
        if 2 * tokens < attention_mask.numel():
            warnings.warn(
                f"attention_mask: only {tokens} of {attention_mask.numel()} positions are tokens (1), the "
                "rest is padding (0); if yours marks padding with 1, pass 1 - mask",
                stacklevel=2,
            )
    if target_mapping is not None and (wrong := next(numbers)):
        raise ValueError(
            f"target_mapping: {wrong} rows are neither one-hot nor all zeros; every row names one "
            "position to predict (see xlnet_mini.partial_prediction.target_mapping)"
        )


def _check_range(name: str, config: XLNetConfig, low: int, high: int, also: str = "") -> None:
    if low < 0 or high >= config.vocab_size:
        raise ValueError(
            f"{name}: expected ids from 0 to vocab_size - 1 = {config.vocab_size - 1}{also}, "
            f"got {low} to {high}; use the tokenizer that the model was made with"
        )
