# %% everything depends on everything | h reads g
everything = {"guesses": True, "content": True, "memory": True}
moves = {"mask_emb": everything, "query mask": everything, "content mask": everything}

# %% the memory keeps both streams | memory holds g
by_g = {"guesses": True, "content": False, "memory": True}
moves = {
    "mask_emb": by_g,
    "query mask": by_g,
    "content mask": {"guesses": True, "content": True, "memory": True},
}

# %% two separate streams | guesses do not read h twice
by_g = {"guesses": True, "content": False, "memory": False}
moves = {
    "mask_emb": by_g,
    "query mask": by_g,
    "content mask": {"guesses": False, "content": True, "memory": True},
}

# %% memory holds the words | memory is only words
by_g = {"guesses": True, "content": False, "memory": False}
moves = {
    "mask_emb": by_g,
    "query mask": by_g,
    "content mask": {"guesses": True, "content": True, "memory": False},
}

# %% the start is forgotten | value
moves = {
    "mask_emb": {"guesses": False, "content": False, "memory": False},
    "query mask": {"guesses": True, "content": False, "memory": False},
    "content mask": {"guesses": True, "content": True, "memory": True},
}

# %% nothing moves | value
nothing = {"guesses": False, "content": False, "memory": False}
moves = {"mask_emb": nothing, "query mask": nothing, "content mask": nothing}

# %% numbers for truth values | form
moves = {
    "mask_emb": {"guesses": 1, "content": 0, "memory": 0},
    "query mask": {"guesses": 1, "content": 0, "memory": 0},
    "content mask": {"guesses": 1, "content": 1, "memory": 1},
}

# %% a row is missing | form
moves = {"mask_emb": {"guesses": True, "content": False, "memory": False}}

# %% lists | form
moves = {"mask_emb": [True, False, False], "query mask": [True, False, False], "content mask": [True, True, True]}
