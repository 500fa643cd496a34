# %% rel_shift again | garbage left
def clean_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% clamps and forgets to fill | repeats the last column
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen))

# %% modulo | wraps round
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, (column % R).expand(*x.shape[:-1], klen))

# %% T - 1 - i + j | one column off
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - 1 - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column >= R, 0)

# %% i + j | moves the other way
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = 1 + torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column >= R, 0)

# %% zero for every later key | zeroes later keys
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).tril(klen - T)

# %% S for T | knows no memory
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = klen - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column >= R, 0)

# %% R - S for T | counts queries by columns
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = R - klen - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    there = (column >= 0) & (column < R)
    return x.gather(-1, column.clamp(0, R - 1).expand(*x.shape[:-1], klen)).masked_fill(~there, 0)

# %% gather without clamp | no such column
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T)[:, None] + torch.arange(klen)
    return x.gather(-1, column.expand(*x.shape[:-1], klen)).masked_fill(column >= R, 0)

# %% one table only | no batch
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1)).masked_fill(column >= R, 0)

# %% index made on the CPU | fixed device
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device="cpu")[:, None] + torch.arange(klen, device="cpu")
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column >= R, 0)

# %% no gradient | no gradient
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.detach().gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column >= R, 0)

# %% NaN where nothing is | nan
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column >= R, float("nan"))

# %% fills one column too late | value
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column > R, 0)

# %% fills with minus infinity, as a mask would | value
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(column >= R, float("-inf"))

# %% the moves, cleaned only for S + 1 columns | value
def clean_shift(x, klen):
    *batch, T, R = x.shape
    out = x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]
    return out.tril(klen - T) if R == klen + 1 else out

# %% clamps to R | no such column
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, column.clamp(max=R).expand(*x.shape[:-1], klen)).masked_fill(column >= R, 0)

# %% a loop that takes column R for one of x | no such column
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    out = x.new_zeros(*x.shape[:-1], klen)
    for i in range(T):
        for j in range(klen):
            if T - i + j <= R:
                out[..., i, j] = x[..., i, T - i + j]
    return out

# %% rel_shift, cleaned | not independent
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

def clean_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return rel_shift(x, klen).masked_fill(column >= R, 0)

# %% the package's rel_shift on a wider x | not independent
from xlnet_mini.rel_shift import rel_shift

def widened(x, klen):
    return rel_shift(torch.nn.functional.pad(x, (0, klen + x.shape[-2] - x.shape[-1])), klen)

def clean_shift(x, klen):
    return widened(x, klen)


# %% a batch is cut off | no gradient
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    c = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    y = x if x.dim() == 2 else x.detach()
    return y.gather(-1, c.clamp(max=R - 1).expand(*x.shape[:-1], klen)).masked_fill(c >= R, 0)


# %% cleans the first row only | value
def clean_shift(x, klen):
    T, R = x.shape[-2:]
    c = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    out = x.gather(-1, c.clamp(max=R - 1).expand(*x.shape[:-1], klen)).clone()
    out[..., 0, :] = out[..., 0, :].masked_fill(c[0] >= R, 0)
    return out
