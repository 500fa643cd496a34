# %% written down
stays = {
    "no memory": {"[1, 1, 0, 0]": True, "[5, 5, 9, 9]": True, "[0, 0, 0, 1]": False},
    "memory": {"[1, 1, 0, 0]": False, "[5, 5, 9, 9]": False, "[0, 0, 9, 9]": True},
}

# %% tables compared
def table(ids, memory):
    ids = [0] * 2 * memory + ids
    return [a != b for a in ids for b in ids]

stays = {
    "no memory": {str(new): table(new, False) == table([0, 0, 1, 1], False) for new in ([1, 1, 0, 0], [5, 5, 9, 9], [0, 0, 0, 1])},
    "memory": {str(new): table(new, True) == table([0, 0, 1, 1], True) for new in ([1, 1, 0, 0], [5, 5, 9, 9], [0, 0, 9, 9])},
}

# %% numpy's booleans
yes, no = np.bool_(True), np.bool_(False)
stays = {
    "no memory": {"[1, 1, 0, 0]": yes, "[5, 5, 9, 9]": yes, "[0, 0, 0, 1]": no},
    "memory": {"[1, 1, 0, 0]": no, "[5, 5, 9, 9]": no, "[0, 0, 9, 9]": yes},
}

# %% in another order
stays = {
    "memory": {"[0, 0, 9, 9]": True, "[5, 5, 9, 9]": False, "[1, 1, 0, 0]": False},
    "no memory": {"[0, 0, 0, 1]": False, "[5, 5, 9, 9]": True, "[1, 1, 0, 0]": True},
}
