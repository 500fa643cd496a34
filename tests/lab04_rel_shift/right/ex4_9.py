# %% gather
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    return x.gather(-1, T - position[..., None] + torch.arange(klen, device=x.device))

# %% take_along_dim
def shift_rows(x, position, klen):
    first = x.shape[-1] - klen - position
    return torch.take_along_dim(x, first.unsqueeze(-1) + torch.arange(klen, device=x.device), dim=-1)

# %% a loop over rows
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    rows, places = x.reshape(-1, x.shape[-1]), position.reshape(-1)
    out = [row[T - i : T - i + klen] for row, i in zip(rows, places.tolist(), strict=True)]
    return torch.stack(out).reshape(*x.shape[:-1], klen)

# %% put into a full table, shifted, taken out again
def shift_rows(x, position, klen):
    *batch, K, R = x.shape
    T = R - klen
    index = position[..., None].expand(*batch, K, R)
    full = x.new_zeros(*batch, T, R).scatter(-2, index, x)
    full = full.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]
    return full.gather(-2, index[..., :klen])

# %% a table of columns for all positions, then the wanted rows of it
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    columns = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, columns[position])


# %% mapped over all rows
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    f = lambda row, p: torch.gather(row, 0, T - p + torch.arange(klen, device=x.device))
    return torch.vmap(f)(x.reshape(-1, x.shape[-1]), position.reshape(-1)).reshape(*x.shape[:-1], klen)


# %% all windows, one picked
def shift_rows(x, position, klen):
    w = x.unfold(-1, klen, 1)
    i = (x.shape[-1] - klen - position)[..., None, None].expand(*x.shape[:-1], 1, klen)
    return torch.take_along_dim(w, i, -2).squeeze(-2)
