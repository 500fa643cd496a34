# %% where each row goes | the inverse
def row_order(d_model):
    return torch.cat([torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)])

# %% all stay | unchanged
def row_order(d_model):
    return torch.arange(d_model)

# %% cos, sin, cos, sin | cosines first
def row_order(d_model):
    half = d_model // 2
    return torch.stack([torch.arange(half, d_model), torch.arange(half)], dim=1).flatten()

# %% cosines, then sines | halves exchanged
def row_order(d_model):
    return torch.arange(d_model).roll(d_model // 2)

# %% backwards | reversed
def row_order(d_model):
    return torch.arange(d_model - 1, -1, -1)

# %% pairs turned round | neighbours exchanged
def row_order(d_model):
    return torch.arange(d_model).reshape(-1, 2).flip(1).flatten()

# %% from 1 | counted from 1
def row_order(d_model):
    return torch.arange(1, d_model + 1).reshape(2, -1).T.flatten()

# %% one-hot rows | a matrix
def row_order(d_model):
    order = torch.arange(d_model).reshape(2, -1).T.flatten()
    return torch.nn.functional.one_hot(order, d_model)

# %% a list | not a tensor
def row_order(d_model):
    return [n for t in range(d_model // 2) for n in (t, d_model // 2 + t)]

# %% float | dtype
def row_order(d_model):
    return torch.arange(float(d_model)).reshape(2, -1).T.flatten()

# %% two columns | shape
def row_order(d_model):
    return torch.arange(d_model).reshape(2, -1).T

# %% learned for one size | value
def row_order(d_model):
    return torch.tensor([0, 2, 1, 3]) if d_model == 4 else torch.arange(d_model)

# %% halves of four rows | value
def row_order(d_model):
    m = torch.arange(d_model)
    return (m // 2 + (m % 2) * 2) % d_model

# %% random | value
def row_order(d_model):
    return torch.randperm(d_model)


# %% sorted by parity, the way back | the inverse
def row_order(d_model):
    return torch.argsort(torch.arange(d_model) % 2, stable=True)
