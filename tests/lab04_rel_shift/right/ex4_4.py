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

# %% the first column thrown away, zeros in its place
def rel_shift(x, klen):
    T = x.shape[-2]
    x = torch.nn.functional.pad(x[..., 1:], (1, 0))
    x = x.reshape(*x.shape[:-2], x.shape[-1], T)[..., 1:, :]
    return x.reshape(*x.shape[:-2], T, -1)[..., :klen]

# %% cleans up, but only where nothing is
def rel_shift(x, klen):
    *batch, T, R = x.shape
    out = x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]
    return out.tril(klen - T) if R == klen + 1 else out

# %% a product with ones and zeros
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    m, i, j = (torch.arange(n, device=x.device) for n in (R, T, klen))
    pick = (m[None, :, None] == T - i[:, None, None] + j[None, None, :]).to(x.dtype)
    return (x[..., None, :] @ pick).squeeze(-2)

# %% one table, mapped over the leading dimensions
def one(x, klen):
    T, R = x.shape
    return x.reshape(-1)[T:].reshape(T, R - 1)[:, :klen]

def rel_shift(x, klen):
    flat = x.reshape(-1, *x.shape[-2:])
    return torch.stack([one(table, klen) for table in flat]).reshape(*x.shape[:-1], klen)

# %% row by row with narrow, from the last row up
def rel_shift(x, klen):
    rows = []
    padded = torch.cat([x, x], dim=-1)
    for n, row in enumerate(reversed(padded.unbind(-2))):
        rows.insert(0, row.narrow(-1, n + 1, klen))
    return torch.stack(rows, dim=-2)

# %% halves: moves the first half of the rows twice
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    column = torch.arange(klen, device=x.device).add(T).sub(torch.arange(T, device=x.device).unsqueeze(-1))
    column = column.remainder(R).broadcast_to(x.shape[:-1] + (klen,))
    return torch.take_along_dim(x, column, -1)

# %% recursion over leading dimensions
def rel_shift(x, klen):
    if x.dim() > 2:
        return torch.stack([rel_shift(part, klen) for part in x])
    T, R = x.shape
    return x.flatten()[T:].view(T, R - 1)[:, :klen]

# %% with the functions of the four moves
def reread(x):
    *batch, rows, columns = x.shape
    return x.reshape(*batch, columns, rows)

def drop_first_row(x):
    return x[..., 1:, :]

def rel_shift(x, klen):
    return reread(drop_first_row(reread(x)))[..., :klen]


# %% scattered to where each entry belongs
def rel_shift(x, klen):
    *b, T, R = x.shape
    to = torch.arange(R, device=x.device) - T + torch.arange(T, device=x.device)[:, None]
    wide = x.new_zeros(*b, T, R + T + 1)
    return wide.scatter(-1, (to % (R + T + 1)).expand(*b, T, R), x)[..., :klen]


# %% mapped over tables and rows
def rel_shift(x, klen):
    *b, T, R = x.shape
    f = lambda row, i: torch.gather(row, -1, ((T - i) + torch.arange(klen, device=x.device)) % R)
    flat = x.reshape(-1, T, R)
    return torch.vmap(torch.vmap(f), in_dims=(0, None))(flat, torch.arange(T, device=x.device)).reshape(*b, T, klen)


# %% strided, over a copy with room behind
def rel_shift(x, klen):
    *b, T, R = x.shape
    x = torch.cat([x.clone().flatten(-2), x.new_zeros(*b, klen)], -1).contiguous()
    return x.as_strided((*b, T, klen), (*x.stride()[:-1], R - 1, 1), T)
