# %% from 1 | counts from 1
first_to_differ = {
    "mem_len_0": 2,
    "mem_len_4": 3,
    "mem_len_8": 4,
    "mem_len_10": 4,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 1,
}

# %% the last that agrees | the last that agrees
first_to_differ = {
    "mem_len_0": 0,
    "mem_len_4": 1,
    "mem_len_8": 2,
    "mem_len_10": 2,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% two layers reach twice as far | layers add up
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 3,
    "mem_len_8": 5,
    "mem_len_10": 'never',
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% ten is more than eight | rounds up
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 4,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% ten of twelve, one earlier | rounds down
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 2,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% both sides never | both sides are no matter
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 'never',
}

# %% both sides from segment 1 | only the old rows are stale
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 1,
}

# %% five for twenty | the last one must fail
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": 5,
    "mem_len_20_both_sides": 0,
}

# %% the segment itself counted | value
first_to_differ = {
    "mem_len_0": 0,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% one line empty | value
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 1,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% words, not segments | value
first_to_differ = {
    "mem_len_0": 4,
    "mem_len_4": 8,
    "mem_len_8": 12,
    "mem_len_10": 12,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% a list | form
first_to_differ = [1, 2, 3, 3, 'never', 0]

# %% all never | value
first_to_differ = {
    "mem_len_0": 'never',
    "mem_len_4": 'never',
    "mem_len_8": 'never',
    "mem_len_10": 'never',
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}
