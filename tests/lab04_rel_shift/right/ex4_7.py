# %% numbers
cost = {"r_per_pair": 72, "r_per_distance": 30, "scores_before_shift": 40, "growth_per_pair": 4, "growth_per_distance": 2, "growth_scores": 4}

# %% formulas
T, M, d = 4, 2, 3
S = M + T
cost = {
    "r_per_pair": T * S * d,
    "r_per_distance": (S + T) * d,
    "scores_before_shift": T * (S + T),
    "growth_per_pair": 2 * 2,
    "growth_per_distance": 2,
    "growth_scores": 4,
}

# %% floats where something was divided
cost = {
    "r_per_pair": 72,
    "r_per_distance": 30,
    "scores_before_shift": 40,
    "growth_per_pair": (8 * 12 * 3) / (4 * 6 * 3),
    "growth_per_distance": (8 + 12) / (4 + 6),
    "growth_scores": 4,
}

# %% counted in tensors
import numpy as np

cost = {
    "r_per_pair": torch.zeros(4, 6, 3).numel(),
    "r_per_distance": torch.tensor(30),
    "scores_before_shift": np.int64(40),
    "growth_per_pair": 4.0,
    "growth_per_distance": 2,
    "growth_scores": 4,
}
