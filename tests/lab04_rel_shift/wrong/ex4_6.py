# %% without memory only | misses: is right only without memory
def shift_is_right(shift):
    for T, M in ((2, 0), (3, 0), (5, 0)):
        S = M + T
        for R in (S + T, S + 1):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in range(T):
                for j in range(S):
                    if T - i + j < R and not torch.equal(out[..., i, j], x[..., i, T - i + j]):
                        return False
    return True

# %% S + T columns only | misses: is right with S + T columns, and wrong with S + 1
def shift_is_right(shift):
    for T, M in ((2, 0), (3, 0), (3, 2), (4, 5)):
        S = M + T
        for R in (S + T,):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in range(T):
                for j in range(S):
                    if T - i + j < R and not torch.equal(out[..., i, j], x[..., i, T - i + j]):
                        return False
    return True

# %% one table at a time | misses: is right for one table, and mixes the tables of a batch
def shift_is_right(shift):
    for T, M in ((2, 0), (3, 0), (3, 2), (4, 5)):
        S = M + T
        for R in (S + T, S + 1):
            x = torch.randn(T, R)
            out = shift(x, S)
            for i in range(T):
                for j in range(S):
                    if T - i + j < R and not torch.equal(out[..., i, j], x[..., i, T - i + j]):
                        return False
    return True

# %% the earlier keys only | misses: sets the cells of all later keys to 0, as if a mask always hid them
def shift_is_right(shift):
    for T, M in ((2, 0), (3, 0), (3, 2), (4, 5)):
        S = M + T
        for R in (S + T, S + 1):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in range(T):
                for j in range(M + i + 1):
                    if T - i + j < R and not torch.equal(out[..., i, j], x[..., i, T - i + j]):
                        return False
    return True

# %% S + 1 columns only | misses: keeps the last columns instead of the first
def shift_is_right(shift):
    for T, M in ((2, 0), (3, 0), (3, 2), (4, 5)):
        S = M + T
        for R in (S + 1,):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in range(T):
                for j in range(S):
                    if T - i + j < R and not torch.equal(out[..., i, j], x[..., i, T - i + j]):
                        return False
    return True

# %% one query only | misses: moves all rows alike
def shift_is_right(shift):
    for T, M in ((1, 0), (1, 4)):
        S = M + T
        for R in (S + T, S + 1):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in range(T):
                for j in range(S):
                    if T - i + j < R and not torch.equal(out[..., i, j], x[..., i, T - i + j]):
                        return False
    return True

# %% looks at the garbage too | rejects a right one
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 5)):
        for R in (S + T, S + 1):
            x = torch.randn(2, T, R)
            want = x.reshape(2, R, T)[:, 1:].reshape(2, T, R - 1)[..., :S]
            if not torch.equal(shift(x, S), want):
                return False
    return True

# %% wants zeros for garbage | rejects a right one
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 5)):
        for R in (S + T, S + 1):
            x = torch.randn(2, T, R)
            column = T - torch.arange(T)[:, None] + torch.arange(S)
            want = x.gather(-1, column.clamp(max=R - 1).expand(2, T, S)) * (column < R)
            if not torch.equal(shift(x, S), want):
                return False
    return True

# %% distances only: all rows are equal | misses: finds the right distances, and gives each query the scores of another
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 5), (4, 9)):
        x = torch.arange(S, -T, -1).float().expand(2, T, S + T).contiguous()
        want = (S - T) + torch.arange(T)[:, None] - torch.arange(S)
        if not (shift(x, S) == want).all():
            return False
    return True

# %% looks at the shape | tells nothing apart
def shift_is_right(shift):
    return shift(torch.randn(2, 3, 8), 5).shape == (2, 3, 5)

# %% True | tells nothing apart
def shift_is_right(shift):
    return True

# %% turned round | the wrong way round
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 5), (4, 9)):
        for R in (S + T, S + 1):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in range(T):
                n = min(S, R - (T - i))
                if not torch.equal(out[:, i, :n], x[:, i, T - i : T - i + n]):
                    return True
    return False

# %% assert instead of an answer | error
def shift_is_right(shift):
    x = torch.randn(2, 3, 8)
    assert torch.equal(shift(x, 5)[:, 2], x[:, 2, 1:6])
    return True

# %% prints | no verdict
def shift_is_right(shift):
    print(shift(torch.randn(2, 3, 8), 5))

# %% the first query only | misses: moves all rows alike
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 5), (4, 9)):
        x = torch.randn(2, T, S + T)
        if not torch.equal(shift(x, S)[:, 0], x[:, 0, T : T + S]):
            return False
    return True

# %% row sums | rejects a right one
def shift_is_right(shift):
    x = torch.ones(2, 3, 8)
    return bool((shift(x, 5).sum(-1) == 5).all()) and bool((shift(x[..., :6], 5) != 0).all())

# %% one cell | misses: moves all rows alike
def shift_is_right(shift):
    for T, S, R in ((3, 5, 8), (3, 5, 6)):
        x = torch.randn(2, T, R)
        if not torch.equal(shift(x, S)[:, 0, 0], x[:, 0, T]):
            return False
    return True

# %% rows told apart, but a single table | misses: is right for one table, and mixes the tables of a batch
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 5)):
        for R in (S + T, S + 1):
            x = torch.arange(T * R).reshape(T, R)
            out = shift(x, S)
            for i in range(T):
                n = min(S, R - T + i)
                if out[i, :n].tolist() != x[i, T - i : T - i + n].tolist():
                    return False
    return True

# %% asks the right one to equal itself | tells nothing apart
def shift_is_right(shift):
    x = torch.randn(2, 3, 8)
    return torch.equal(shift(x, 5), shift(x, 5))

# %% the last query only | misses: sets the cells of all later keys to 0, as if a mask always hid them
def shift_is_right(shift):
    for T, S, R in ((3, 5, 8), (3, 5, 6)):
        x = torch.randn(2, T, R)
        if not torch.equal(shift(x, S)[:, -1], x[:, -1, 1 : 1 + S]):
            return False
    return True

# %% an empty table | tells nothing apart
def shift_is_right(shift):
    return shift(torch.zeros(0, 3, 8), 5).shape == (0, 3, 5)


# %% S + 1 columns without memory only | misses: is wrong only with memory and S + 1 columns together
def shift_is_right(shift):
    for T, S, R in ((3, 3, 4), (3, 5, 8)):
        x = torch.randn(2, T, R, generator=torch.Generator().manual_seed(T))
        out = shift(x, S)
        for i in range(T):
            for j in range(S):
                if T - i + j < R and not torch.equal(out[:, i, j], x[:, i, T - i + j]):
                    return False
    return True


# %% leaves out the last key | misses: gives every query a 0 for the last key
def shift_is_right(shift):
    for T, S in ((1, 1), (2, 2), (3, 3), (3, 5), (4, 9)):
        for R in (S + 1, S + T):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in range(T):
                for j in range(S - 1):
                    if T - i + j < R and not torch.equal(out[:, i, j], x[:, i, T - i + j]):
                        return False
    return True


# %% first and last query | misses: is wrong for the queries between the first and the last
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 3), (4, 6), (5, 9)):
        for R in (S + 1, S + T):
            x = torch.randn(2, T, R)
            out = shift(x, S)
            for i in (0, T - 1):
                for j in range(S):
                    if T - i + j < R and not torch.equal(out[:, i, j], x[:, i, T - i + j]):
                        return False
    return True


# %% the same table twice for a batch | misses: gives every table of a batch the numbers of the first
def shift_is_right(shift):
    for T, S in ((2, 2), (3, 3), (3, 5), (4, 6)):
        for R in (S + 1, S + T):
            x = torch.randn(T, R)
            out = shift(torch.stack([x, x]), S)
            for i in range(T):
                for j in range(S):
                    if T - i + j < R and not (out[:, i, j] == x[i, T - i + j]).all():
                        return False
    return True


# %% looks at the gradient | misses: is right with S + T columns, and wrong with S + 1
def shift_is_right(shift):
    for T, S in ((2, 3), (3, 5), (3, 3)):
        for R in (S + 1, S + T):
            x = torch.randn(1, T, R, requires_grad=True)
            shift(x, S).sum().backward()
            want = torch.zeros(T, R)
            for i in range(T):
                want[i, T - i : T - i + S] = 1
            if R == S + T and not torch.equal(x.grad[0], want):
                return False
    return True
