"""Inputs that the checks of lab 02 share: numbers and masks, the same in every run."""

import torch
from torch import Tensor


def random_numbers(shape: tuple[int, ...], seed: int, dtype: torch.dtype = torch.float64) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)


def random_mask(shape: tuple[int, ...], seed: int, *, empty: int | None = None) -> Tensor:
    """A mask in which each row sees something, apart from row `empty`."""
    generator = torch.Generator().manual_seed(seed)
    hidden = torch.rand(*shape, generator=generator) < 0.5
    hidden[..., -1] = False
    hidden[..., 0, 0] = True
    if empty is not None:
        hidden[..., empty, :] = True
    return hidden
