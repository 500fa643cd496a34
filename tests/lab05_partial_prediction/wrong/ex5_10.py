# %% as in the paper | code as in the paper
rates = {
    "paper": 1 / 6,
    "code": 1 / 6,
    "found_in_256": 256 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% both seven | span not in the context
rates = {
    "paper": 1 / 7,
    "code": 1 / 7,
    "found_in_256": 256 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% odds | one to six
rates = {
    "paper": 1 / 5,
    "code": 1 / 7,
    "found_in_256": 256 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% 6n on each side | on both sides
rates = {
    "paper": 1 / 6,
    "code": 1 / 13,
    "found_in_256": 256 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% 85 for the half | fills up half
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 256 / 7,
    "singles_in_256": 85 - 256 / 7,
}

# %% none missing | nothing to fill up
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 256 / 7,
    "singles_in_256": 0,
}

# %% the paper's number | found at the paper's rate
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 256 / 6,
    "singles_in_256": 43 - 256 / 7,
}

# %% a rate | rate for number
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 1 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% with n left in | value
rates = {
    "paper": 1 / 6,
    "code": 0.25,
    "found_in_256": 256 / 7,
    "singles_in_256": 43 - 256 / 7,
}

# %% whole tokens | value
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 37,
    "singles_in_256": 43 - 256 / 7,
}

# %% seven singles | rounded up
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 256 / 7,
    "singles_in_256": 7,
}

# %% six singles | rounded down
rates = {
    "paper": 1 / 6,
    "code": 1 / 7,
    "found_in_256": 256 / 7,
    "singles_in_256": 6,
}
