# %% the formula
def reach(n_layer, T, M):
    return (n_layer - 1) * -(-M // T) * T + M

# %% jump by jump
def reach(n_layer, T, M):
    at = start = 1000 * T
    for _ in range(n_layer):
        at = at // T * T - M
    return start - at

# %% following all arrows
def reach(n_layer, T, M):
    start = T * 60
    seen = {start}
    for _ in range(n_layer):
        seen = {key for word in seen for key in range(word // T * T - M, word + 1)}
    return start - min(seen)

# %% recursion
def reach(n_layer, T, M):
    if n_layer == 1:
        return M
    return math.ceil(M / T) * T + reach(n_layer - 1, T, M)

# %% with masks
def reach(n_layer, T, M):
    n = T * (n_layer * (M // T + 2) + 1)
    word, key = torch.arange(n)[:, None], torch.arange(n)
    sees = ((key <= word) & (key >= word // T * T - M)).double()
    paths = torch.linalg.matrix_power(sees, n_layer)
    return T * ((n - 1) // T) - int(paths[T * ((n - 1) // T)].nonzero()[0])

# %% numpy
import numpy as np

def reach(n_layer, T, M):
    return int((n_layer - 1) * np.ceil(M / T) * T + M)

# %% without M, nothing
def reach(n_layer, T, M):
    if M == 0:
        return 0
    segments = (M + T - 1) // T
    total = 0
    for layer in range(n_layer):
        total += M if layer == 0 else segments * T
    return total
