# %% logarithms
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": math.log(2),
    "floor_of_B": math.log(16),
}

# %% digits
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": 0.693,
    "floor_of_B": 2.773,
}

# %% computed as entropies
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": -sum(0.5 * math.log(0.5) for _ in range(2)),
    "floor_of_B": 4 * math.log(2),
}

# %% as tensors
diagnosis = {
    "A": "no positions",
    "B": "rate too high",
    "C": "dropout",
    "floor_of_A": torch.tensor(2.0).log().item(),
    "floor_of_B": float(np.log(16)),
}
