# %% the sum
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D * D + 2 * S * D * D + (S + T) * D * D + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% line by line
def layer_cost(T, M, K, D, D_ff):
    keys = M + T
    total = 0
    for rows in (T, K):
        total += 2 * rows * D**2
        total += rows * keys * D
        total += rows * (keys + T) * D
        total += rows * keys * D
        total += rows * D * D_ff + rows * D_ff * D
    total += 2 * keys * D**2
    total += (keys + T) * D**2
    return total

# %% the errata's form, with the query stream's share
def layer_cost(T, M, K, D, D_ff):
    S = T + M
    content = 2 * T * D**2 + (3 * T * S + T * T) * D + 2 * T * D * D_ff
    return content + content * K // T + 2 * S * D**2 + (T + S) * D**2

# %% sizes of matrices, multiplied
import math

def layer_cost(T, M, K, D, D_ff):
    S = M + T
    shapes = [(S, D, D)] * 2 + [(S + T, D, D)]
    for n in (T, K):
        shapes += [(n, D, D)] * 2 + [(n, D, S), (n, D, S + T), (n, S, D), (n, D, D_ff), (n, D_ff, D)]
    return sum(math.prod(s) for s in shapes)

# %% partial
from functools import partial

def cost(extra, T, M, K, D, D_ff):
    S = M + T
    per_row = 2 * D * D + (3 * S + T) * D + 2 * D * D_ff
    return (T + K) * per_row + (3 * S + T) * D * D + extra

layer_cost = partial(cost, 0)
