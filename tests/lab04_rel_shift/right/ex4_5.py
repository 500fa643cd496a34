# %% gather, clamp, fill
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    picked = x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen))
    return picked.masked_fill(column >= R, 0)

# %% zeros first, then windows
def clean_shift(x, klen):
    T = x.shape[-2]
    wide = torch.nn.functional.pad(x, (0, T))
    return torch.stack([wide[..., i, T - i : T - i + klen] for i in range(T)], dim=-2)

# %% zeros first, then the moves
def clean_shift(x, klen):
    *batch, T, R = x.shape
    wide = torch.nn.functional.pad(x, (0, klen + T - R))
    R = klen + T
    return wide.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% cell by cell
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    rows = []
    for i in range(T):
        cells = [x[..., i, T - i + j] if T - i + j < R else torch.zeros_like(x[..., i, 0]) for j in range(klen)]
        rows.append(torch.stack(cells, dim=-1))
    return torch.stack(rows, dim=-2)

# %% indexing and where
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    i = torch.arange(T, device=x.device).unsqueeze(1)
    column = T - i + torch.arange(klen, device=x.device)
    there = column < R
    return torch.where(there, x[..., i, torch.where(there, column, 0)], torch.zeros_like(x[..., :1]))

# %% a matrix product with ones and zeros
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    m = torch.arange(R, device=x.device)[:, None]
    column = T - torch.arange(T, device=x.device)[:, None, None] + torch.arange(klen, device=x.device)
    pick = (m == column).to(x.dtype)  # [T, R, klen]
    if not x.is_floating_point():
        return (x[..., None] * pick).sum(-2)
    return (x[..., None, :] @ pick)[..., 0, :]


# %% scattered, what has no key into a spare column
def clean_shift(x, klen):
    *b, T, R = x.shape
    key = torch.arange(R, device=x.device) - T + torch.arange(T, device=x.device)[:, None]
    ok = (key >= 0) & (key < klen)
    out = x.new_zeros(*b, T, klen + 1)
    return out.scatter_add(-1, torch.where(ok, key, klen).expand(x.shape), x)[..., :klen]
