# %% fractions
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 256 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% rounded
rates = {
    "paper": 0.1667,
    "code": 0.1429,
    "found_in_256": 36.57,
    "singles_in_256": 6.43,
}

# %% by n
rates = {
    "paper": 3 / 18,
    "code": 3 / (18 + 3),
    "found_in_256": 256 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% numpy
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": np.float64(256) / 7,
    "singles_in_256": 43 - np.float64(256) / 7,
}
