# %% T rows in both streams | query stream in full
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (2*T) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (2*T) * (3 * S + T) * D + 2 * (2*T) * D * D_ff

# %% attention of all rows | attention in full
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (2*T) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% one stream | query stream forgotten
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * T * D**2 + 2 * S * D**2 + (S + T) * D**2 + T * (3 * S + T) * D + 2 * T * D * D_ff

# %% keys twice | keys for each stream
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 4 * S * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% keys of the segment only | memory needs no keys
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * T * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% S distances | S distances
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * S * D**2 + S * D**2 + (T + K) * (3 * S) * D + 2 * (T + K) * D * D_ff

# %% r for nothing | distances forgotten
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * S * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% scores only | values forgotten
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (T + K) * (2 * S + T) * D + 2 * (T + K) * D * D_ff

# %% there only | one feed-forward product
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + (T + K) * D * D_ff

# %% 2TD² | outline's formula
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * T * D**2

# %% a float | type
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return float(2 * (T + K) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff)

# %% operations, two for each | value
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (2 * (T + K) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff)

# %% keys of the slots too | keys of the query stream
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * (S + K) * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% keys, no values | keys or values only
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + S * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% queries, no outputs | queries or outputs only
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return (T + K) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (T + K) * (3 * S + T) * D + 2 * (T + K) * D * D_ff

# %% scores of S distances | position scores for S distances
def layer_cost(T, M, K, D, D_ff):
    S = M + T
    return 2 * (T + K) * D**2 + 2 * S * D**2 + (S + T) * D**2 + (T + K) * 3 * S * D + 2 * (T + K) * D * D_ff
