# %% L times M | L times M
def reach(n_layer, T, M):
    return n_layer * M

# %% a segment for each layer but one | memory up to one segment
def reach(n_layer, T, M):
    return (n_layer - 1) * T + M if M else 0

# %% no memory reaches back | no memory forgotten
def reach(n_layer, T, M):
    return (n_layer - 1) * max(T, -(-M // T) * T) + M

# %% T + M | T + M each layer
def reach(n_layer, T, M):
    return n_layer * (T + M)

# %% floor | rounds down
def reach(n_layer, T, M):
    return (n_layer - 1) * (M // T * T) + M

# %% M // T + 1 | always one segment more
def reach(n_layer, T, M):
    return (n_layer - 1) * (M // T + 1) * T + M

# %% the last jump to the start too | all layers to the start
def reach(n_layer, T, M):
    return n_layer * math.ceil(M / T) * T

# %% n_layer for n_layer - 1 | one layer too many
def reach(n_layer, T, M):
    return n_layer * math.ceil(M / T) * T + M

# %% the word counted | value
def reach(n_layer, T, M):
    return (n_layer - 1) * math.ceil(M / T) * T + M + 1

# %% from the last word | value
def reach(n_layer, T, M):
    return (n_layer - 1) * math.ceil(M / T) * T + M + T - 1

# %% one layer | value
def reach(n_layer, T, M):
    return M

# %% a float | type
def reach(n_layer, T, M):
    return float((n_layer - 1) * math.ceil(M / T) * T + M)

# %% nothing comes back | type
def reach(n_layer, T, M):
    print((n_layer - 1) * math.ceil(M / T) * T + M)

# %% right up to four segments of memory | value
def reach(n_layer, T, M):
    jumps = min(-(-M // T), 3)
    return (n_layer - 1) * T * jumps + M
