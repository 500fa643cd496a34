# %% three cases
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% integers where the value is whole
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0
    if step + 1 == n_warmup or step == n_warmup:
        return 1
    if step < n_warmup:
        return (step + 1) / n_warmup
    return 1 - (step - n_warmup) / (n_steps - n_warmup)

# %% one expression with min and max
def warmup_decay(step, n_warmup, n_steps):
    up = (step + 1) / max(n_warmup, 1) if n_warmup else 1.0
    down = max(n_steps - step, 0) / max(n_steps - n_warmup, 1)
    return (up if step < n_warmup else down) * (step < n_steps)

# %% numpy interpolation
import numpy as np


def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return np.interp(step + 1, [0, n_warmup], [0.0, 1.0])
    return np.interp(step, [n_warmup, n_steps], [1.0, 0.0])

# %% climbs step by step
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    rate = 1.0 if n_warmup == 0 else 0.0
    for s in range(step + 1):
        if s < n_warmup:
            rate = rate + 1 / n_warmup
        elif s > n_warmup:
            rate = rate - 1 / (n_steps - n_warmup)
    return rate

# %% a torch scalar, taken out with item
def warmup_decay(step, n_warmup, n_steps):
    t = torch.tensor(float(step), dtype=torch.float64)
    if step < min(n_warmup, n_steps):
        return ((t + 1) / n_warmup).item()
    return torch.clamp((n_steps - t) / max(n_steps - n_warmup, 1), 0, 1).item() if step < n_steps else 0.0

# %% lambda
warmup_decay = lambda step, n_warmup, n_steps: (
    0.0 if step >= n_steps else (step + 1) / n_warmup if step < n_warmup else (n_steps - step) / (n_steps - n_warmup)
)

# %% remembered, with typing and a default
from functools import lru_cache

@lru_cache(maxsize=None)
def warmup_decay(step: int, n_warmup: int, n_steps: int, peak: float = 1.0) -> float:
    match (step < n_steps, step < n_warmup):
        case (False, _):
            return 0.0
        case (True, True):
            return peak * (step + 1) / n_warmup
    return peak * (n_steps - step) / (n_steps - n_warmup)

# %% exact fractions, then a float
from fractions import Fraction

def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return float(0)
    up = step < n_warmup
    return float(Fraction(step + 1, n_warmup) if up else Fraction(n_steps - step, n_steps - n_warmup))

# %% a table, then a look-up
def warmup_decay(step, n_warmup, n_steps):
    table = [(s + 1) / n_warmup for s in range(n_warmup)]
    table += [(n_steps - s) / (n_steps - n_warmup) for s in range(n_warmup, n_steps)]
    return table[step] if step < n_steps else 0.0

# %% an object that can be called
class Schedule:
    def __call__(self, step, n_warmup, n_steps):
        if step >= n_steps:
            return 0.0
        return (step + 1) / n_warmup if step < n_warmup else 1 - (step - n_warmup) / (n_steps - n_warmup)

warmup_decay = Schedule()
