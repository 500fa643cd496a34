# %% written out
moves = {
    "mask_emb": {"guesses": True, "content": False, "memory": False},
    "query mask": {"guesses": True, "content": False, "memory": False},
    "content mask": {"guesses": True, "content": True, "memory": True},
}

# %% from a shared row
only_guesses = dict(guesses=True, content=False, memory=False)
moves = {"mask_emb": only_guesses, "query mask": only_guesses, "content mask": dict.fromkeys(only_guesses, True)}

# %% other order of the keys
moves = {
    "content mask": {"memory": True, "content": True, "guesses": True},
    "query mask": {"memory": False, "content": False, "guesses": True},
    "mask_emb": {"memory": False, "content": False, "guesses": True},
}

# %% truth values of numpy and torch
row = np.array([True, False, False])
everything = torch.ones(3, dtype=torch.bool)
names = ("guesses", "content", "memory")
moves = {
    "mask_emb": dict(zip(names, row)),
    "query mask": dict(zip(names, row)),
    "content mask": dict(zip(names, everything)),
}
