# %% the moves, in two lines
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% gather with a table of columns
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-2], T, klen))

# %% one slice for each query, padded with zeros
def rel_shift(x, klen):
    T = x.shape[-2]
    wide = torch.nn.functional.pad(x, (0, T))
    return torch.stack([wide[..., i, T - i : T - i + klen] for i in range(T)], dim=-2)

# %% cell by cell
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    out = torch.zeros(*x.shape[:-1], klen, dtype=x.dtype, device=x.device)
    for i in range(T):
        for j in range(klen):
            if T - i + j < R:
                out[..., i, j] = x[..., i, T - i + j]
    return out

# %% roll each row
def rel_shift(x, klen):
    T = x.shape[-2]
    return torch.stack([x[..., i, :].roll(i - T, dims=-1)[..., :klen] for i in range(T)], dim=-2)

# %% one line of numbers
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    return x.flatten(-2)[..., T:].unflatten(-1, (T, R - 1))[..., :klen]

# %% advanced indexing, cells of later keys NaN
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    i = torch.arange(T, device=x.device)[:, None]
    column = T - i + torch.arange(klen, device=x.device)
    out = x[..., i, column.clamp(max=R - 1)]
    return out.masked_fill(column >= R, float("nan")) if x.is_floating_point() else out

# %% einops-like: pads to keep the form of Transformer-XL
def rel_shift(x, klen):
    *batch, T, R = x.shape
    body = x[..., 1:]
    padded = torch.cat([x[..., :1], body], dim=-1)
    return padded.reshape(*batch, R, T).narrow(-2, 1, R - 1).reshape(*batch, T, R - 1).narrow(-1, 0, klen)

# %% unfold: all windows, then the diagonal of them
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    windows = torch.nn.functional.pad(x, (0, T)).unfold(-1, klen, 1)
    return torch.stack([windows[..., i, T - i, :] for i in range(T)], dim=-2)

# %% strided, after making it contiguous
def rel_shift(x, klen):
    *batch, T, R = x.shape
    x = x.contiguous().reshape(-1, T * R)
    out = x.as_strided((x.shape[0], T, klen), (T * R, R - 1, 1), x.storage_offset() + T)
    return out.reshape(*batch, T, klen)
