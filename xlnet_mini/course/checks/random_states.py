"""The global random states of Python, numpy and torch: set to a seed, and compared, by the checks of samplers."""

import random

import numpy as np
import torch


def seed_all(seed: int) -> None:
    torch.default_generator.manual_seed(seed)
    np.random.seed(seed)
    random.seed(seed)


def global_states() -> tuple:
    return torch.get_rng_state().tolist(), str(np.random.get_state()), random.getstate()
