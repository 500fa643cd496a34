# %% two interleaved ranges
def row_order(d_model):
    half = d_model // 2
    return torch.stack([torch.arange(half), torch.arange(half, d_model)], dim=1).flatten()

# %% a formula for each place
def row_order(d_model):
    m = torch.arange(d_model)
    return m // 2 + (m % 2) * (d_model // 2)

# %% a loop
def row_order(d_model):
    out = []
    for t in range(d_model // 2):
        out += [t, d_model // 2 + t]
    return torch.tensor(out)

# %% two columns read row by row
def row_order(d_model):
    return torch.arange(d_model).reshape(2, -1).T.reshape(-1)

# %% the inverse of the inverse
def row_order(d_model):
    goes_to = torch.cat([torch.arange(0, d_model, 2), torch.arange(1, d_model, 2)])
    return goes_to.argsort()

# %% slices
def row_order(d_model):
    out = torch.empty(d_model, dtype=torch.int64)
    out[0::2] = torch.arange(d_model // 2)
    out[1::2] = torch.arange(d_model // 2) + d_model // 2
    return out

# %% found by sorting names
def row_order(d_model):
    key = torch.cat([torch.arange(d_model // 2) * 2, torch.arange(d_model // 2) * 2 + 1])
    return torch.argsort(key)

# %% tried on a row of numbers
def row_order(d_model):
    blocks = torch.arange(d_model).float()
    sines, cosines = blocks.chunk(2)
    return torch.stack((sines, cosines), -1).reshape(-1).long()

# %% through numpy
def row_order(d_model):
    return torch.from_numpy(np.arange(d_model).reshape(2, -1).T.ravel().astype(np.int64))
