# %% all of six | chance of all
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.15**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% at least one | chance of some
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 1 - 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% added up | one minus the mean
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 1 - 6 * 0.15,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% one token | one token only
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% what is left | number left over
findings = {
    "a_mean_number": 6 * 0.85,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% as the paper says | words
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "words",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% the whole ones | spans that are whole
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [0, 1, 2, 5],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% from 1 | counts lines from 1
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [4, 5],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% any ▁-less piece | all that hold a part of a word
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [1, 3, 4, 5],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% three of five | uniform lengths
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": 3 / 5,
}

# %% even n | even lengths
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 / 2 + 1 / 4) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% the sum forgotten | not divided by the sum
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": 1 + 1 / 3 + 1 / 5,
}

# %% half of all | value
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": 0.5,
}

# %% tokens | value
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "tokens",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% none chosen by the seed | value
findings = {
    "a_mean_number": 0,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% a share | value
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.37,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% a number of lines for a list | form
findings = {
    "a_mean_number": 6 * 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": 2,
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}

# %% the mean of a single token | mean of one
findings = {
    "a_mean_number": 0.15,
    "a_chance_of_none": 0.85**6,
    "b_cut_spans": [3, 4],
    "b_n_counts": "pieces",
    "b_chance_of_cut": (1 + 1 / 3 + 1 / 5) / (1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5),
}
