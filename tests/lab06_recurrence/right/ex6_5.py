# %% as asked
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": 'never',
    "mem_len_20_both_sides": 0,
}

# %% None for never
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": None,
    "mem_len_20_both_sides": 0,
}

# %% Never, capital
first_to_differ = {
    "mem_len_0": 1,
    "mem_len_4": 2,
    "mem_len_8": 3,
    "mem_len_10": 3,
    "mem_len_20": 'Never ',
    "mem_len_20_both_sides": 0,
}

# %% by code
def fails(mem_len):
    late = [s for s in range(6) if 4 * s > mem_len]
    return late[0] if late else "never"


first_to_differ = {f"mem_len_{m}": fails(m) for m in (0, 4, 8, 10, 20)} | {"mem_len_20_both_sides": 0}

# %% in another order
first_to_differ = {
    "mem_len_20_both_sides": 0,
    "mem_len_20": 'never',
    "mem_len_10": 3,
    "mem_len_8": 3,
    "mem_len_4": 2,
    "mem_len_0": 1,
}
