# %% Transformer-XL's list | starts at S - 1
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T - 1, -T if bidirectional else -1, -1)

# %% down to -T | one too many on the right
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T - 1 if bidirectional else -2, -1)

# %% the end of arange is not reached | one too few on the right
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -(T - 1) if bidirectional else 0, -1)

# %% counts up | ascending
def relative_distances(T, M, bidirectional):
    return torch.arange(1 - T if bidirectional else 0, M + T + 1)

# %% S is T | memory forgotten
def relative_distances(T, M, bidirectional):
    return torch.arange(T, -T if bidirectional else -1, -1)

# %% from S to -(S - 1) | memory on both sides
def relative_distances(T, M, bidirectional):
    S = M + T
    return torch.arange(S, -S if bidirectional else -1, -1)

# %% bidirectional not read | always both sides
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T, -1)

# %% never negative | always left only
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -1, -1)

# %% j - i | sign
def relative_distances(T, M, bidirectional):
    return -torch.arange(M + T, -T if bidirectional else -1, -1)

# %% absolute values | left and right alike
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T if bidirectional else -1, -1).abs()

# %% the table of pairs | shape
def relative_distances(T, M, bidirectional):
    return M + torch.arange(T)[:, None] - torch.arange(M + T)

# %% floats | dtype
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T if bidirectional else -1, -1.0)

# %% a range | not a tensor
def relative_distances(T, M, bidirectional):
    return range(M + T, -T if bidirectional else -1, -1)

# %% int32 | dtype
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T if bidirectional else -1, -1, dtype=torch.int32)

# %% on the CPU, whatever the model says | fixed device
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T if bidirectional else -1, -1, device="cpu")

# %% numpy | fixed device
def relative_distances(T, M, bidirectional):
    return torch.from_numpy(np.arange(M + T, -T if bidirectional else -1, -1))

# %% a step upwards | error
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T if bidirectional else -1)

# %% a column | shape
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T if bidirectional else -1, -1)[:, None]

# %% a range down to -T | one too many on the right
def relative_distances(T, M, bidirectional):
    return torch.tensor(list(range(M + T, (-T if bidirectional else -1) - 1, -1)))

# %% the end of arange taken for the last number, to both sides | reaches -T
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -T - 1 if bidirectional else -1, -1)


# %% ends at -T if there is no memory | shape
def relative_distances(T, M, bidirectional):
    end = (-T if M else -T - 1) if bidirectional else -1
    return torch.arange(M + T, end, -1)


# %% one short for T = 5 only | shape
def relative_distances(T, M, bidirectional):
    return torch.arange(M + T, -(T - 1) - 1 + (T % 2 == 1 and T > 4) if bidirectional else -1, -1)
