# %% as asked
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 6,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 9,
}

# %% floats
reach_of_two_layers = {
    "M_0": 0,
    "M_2": 6,
    "M_4": 8,
    "M_8": 16,
    "last_word_M_2": 9,
}

# %% with the formula
def reach(M, L=2, T=4):
    return (L - 1) * -(-M // T) * T + M


reach_of_two_layers = {f"M_{M}": reach(M) for M in (0, 2, 4, 8)} | {"last_word_M_2": reach(2) + 3}

# %% by following arrows
def back(M):
    start, seen = 40, {40}
    for _ in range(2):
        seen = {k for w in seen for k in range(max(w // 4 * 4 - M, 0), w + 1)}
    return start - min(seen)


reach_of_two_layers = dict(M_0=back(0), M_2=back(2), M_4=back(4), M_8=back(8), last_word_M_2=back(2) + 3)

# %% another order
reach_of_two_layers = {
    "last_word_M_2": 9,
    "M_8": 16,
    "M_4": 8,
    "M_2": 6,
    "M_0": 0,
}
