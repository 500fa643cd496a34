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

# %% fractions, a frozen set, more blanks
from fractions import Fraction
harmonic = sum(Fraction(1, n) for n in range(1, 6))
findings = {
    "a_mean_number": Fraction(6 * 15, 100),
    "a_chance_of_none": Fraction(85, 100) ** 6,
    "b_cut_spans": frozenset({3, 4}),
    "b_n_counts": " Pieces ",
    "b_chance_of_cut": sum(Fraction(1, n) for n in (1, 3, 5)) / harmonic,
}
