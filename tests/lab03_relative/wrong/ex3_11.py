# %% names only | memory takes part
stays = {
    "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": False},
    "memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 9, 9]": True},
}

# %% each number has a vector | the numbers matter
stays = {
    "no memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 0, 1]": False},
    "memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 9, 9]": False},
}

# %% all harmless | nothing matters
stays = {
    "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": True},
    "memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 9, 9]": True},
}

# %% two rows of vectors, so two numbers | only 0 and 1
stays = {
    "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": False, "[0, 0, 0, 1]": False},
    "memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 9, 9]": False},
}

# %% True for a change | the other way round
stays = {
    "no memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 0, 1]": True},
    "memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 9, 9]": False},
}

# %% nothing with memory | memory belongs to nobody
stays = {
    "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": False},
    "memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 9, 9]": False},
}

# %% one wrong | value
stays = {
    "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": False},
    "memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": True, "[0, 0, 9, 9]": True},
}

# %% numbers | form
stays = {
    "no memory": {"[1, 1, 0, 0]": 1, "[5, 5, 9, 9]": 1, "[0, 0, 0, 1]": 0},
    "memory": {"[1, 1, 0, 0]": 0, "[5, 5, 9, 9]": 0, "[0, 0, 9, 9]": 1},
}
