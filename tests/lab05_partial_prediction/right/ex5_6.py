# %% as a calculation
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% rounded
findings = {
    "a_mean_number": 0.9,
    "a_chance_of_none": 0.377,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": 0.672,
}

# %% a set, capitals
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": {4, 3},
    "b_n_counts": "Pieces ",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% tensors
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": torch.tensor(0.85) ** 6,
    "b_cut_spans": torch.tensor([3, 4]),
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}
