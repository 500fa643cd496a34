# %% arange downwards
def relative_distances(T, M, bidirectional):
    end = -T if bidirectional else -1
    return torch.arange(T + M, end, -1)

# %% arange upwards, flipped
def relative_distances(T, M, bidirectional):
    first = 1 - T if bidirectional else 0
    return torch.arange(first, M + T + 1).flip(0)

# %% a list
def relative_distances(T, M, bidirectional):
    smallest = -(T - 1) if bidirectional else 0
    return torch.tensor([p for p in range(M + T, smallest - 1, -1)])

# %% S minus the number of the column
def relative_distances(T, M, bidirectional):
    S = M + T
    return S - torch.arange(S + T if bidirectional else S + 1)

# %% from the pairs
def relative_distances(T, M, bidirectional):
    table = M + torch.arange(T)[:, None] - torch.arange(M + T)
    found = torch.cat([torch.tensor([M + T]), table.flatten().unique().flip(0)])
    return found if bidirectional else found[found >= 0]

# %% a list in a while loop
def relative_distances(T, M, bidirectional):
    out, p = [], M + T
    while p > -T if bidirectional else p >= 0:
        out.append(p)
        p -= 1
    return torch.tensor(out, dtype=torch.long)

# %% through numpy, copied
def relative_distances(T, M, bidirectional):
    return torch.tensor(np.arange(M + T, -T if bidirectional else -1, -1))

# %% two halves
def relative_distances(T, M, bidirectional):
    left = torch.arange(M + T, -1, -1)
    if not bidirectional:
        return left
    return torch.cat([left, -torch.arange(1, T)])
