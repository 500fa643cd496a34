# %% [:-1] for [1:] | drops the last row
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., :-1, :].reshape(*batch, T, R - 1)[..., :klen]

# %% starts the line at its first number | drops the last row
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    return x.flatten(-2)[..., : T * (R - 1)].unflatten(-1, (T, R - 1))[..., :klen]

# %% Transformer-XL's lines, and then the cut | one column off
def rel_shift(x, klen):
    *batch, T, R = x.shape
    x = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    return x.reshape(*batch, R + 1, T)[..., 1:, :].reshape(*batch, T, R)[..., :klen]

# %% the window starts one too early | one column off
def rel_shift(x, klen):
    T = x.shape[-2]
    wide = torch.nn.functional.pad(x, (0, T))
    return torch.stack([wide[..., i, T - 1 - i : T - 1 - i + klen] for i in range(T)], dim=-2)

# %% the last klen columns | cuts on the wrong side
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., -klen:]

# %% only the cut | does not move
def rel_shift(x, klen):
    return x[..., :klen]

# %% the first row forgotten: reread twice | does not move
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T).reshape(*batch, T, R)[..., :klen]

# %% the window of query 0 for all | moves all rows alike
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    column = (T + torch.arange(klen, device=x.device)) % R
    return x[..., column]

# %% + i for - i | moves the other way
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    column = (1 + torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)) % R
    return x.gather(-1, column.expand(*x.shape[:-1], klen))

# %% S + 1 columns are enough | cuts before it shifts
def rel_shift(x, klen):
    x = x[..., : klen + 1]
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)

# %% Transformer-XL's lines on S columns | cuts before it shifts
def rel_shift(x, klen):
    x = x[..., :klen]
    *batch, T, S = x.shape
    x = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    return x.reshape(*batch, S + 1, T)[..., 1:, :].reshape(*batch, T, S)

# %% zero_triu on | zeroes later keys
def rel_shift(x, klen):
    *batch, T, R = x.shape
    out = x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]
    return out.tril(klen - T)

# %% transpose for reshape | transposes
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.transpose(-1, -2)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% no cut | not cut
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)

# %% one table only | no batch
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    return x.reshape(R, T)[1:].reshape(T, R - 1)[:, :klen]

# %% the batch is read along | no batch
def rel_shift(x, klen):
    rows = x.reshape(-1, x.shape[-1])
    T, R = rows.shape
    return rows.reshape(R, T)[1:].reshape(T, R - 1)[:, :klen].reshape(*x.shape[:-1], klen)

# %% right without memory only | knows no memory
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    column = (klen - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)) % R
    return x.gather(-1, column.expand(*x.shape[:-1], klen))

# %% T from the number of columns | counts queries by columns
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    column = (R - klen - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)) % R
    return x.gather(-1, column.expand(*x.shape[:-1], klen))

# %% forgets that a column went | error
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R)[..., :klen]

# %% view, which wants numbers side by side | memory layout
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.view(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% addresses of an ordinary table | memory layout
import math


def rel_shift(x, klen):
    *batch, T, R = x.shape
    flat = torch.as_strided(x, (math.prod(batch), T, klen), (T * R, R - 1, 1), T)
    return flat.reshape(*batch, T, klen)

# %% through numpy | no gradient
def rel_shift(x, klen):
    *batch, T, R = x.shape
    kind = x.dtype
    a = x.detach().double().numpy().reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]
    return torch.tensor(a).to(kind)

# %% into zeros of float32 | dtype
def rel_shift(x, klen):
    *batch, T, R = x.shape
    out = torch.zeros(*batch, T, klen)
    out += x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]
    return out

# %% always double | dtype not kept
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return (x if not x.is_floating_point() else x.double()).reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% an index on the CPU | fixed device
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    column = T - torch.arange(T, device="cpu")[:, None] + torch.arange(klen, device="cpu")
    return x.gather(-1, column.clamp(max=R - 1).expand(*x.shape[:-1], klen))

# %% shifts x itself | changes its input
def rel_shift(x, klen):
    *batch, T, R = x.shape
    out = x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen].clone()
    x.fill_(0)
    return out

# %% a minus too much | value
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return -x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% columns counted backwards | value
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen].flip(-1)

# %% prints instead of returning | not a tensor
def rel_shift(x, klen):
    *batch, T, R = x.shape
    print(x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen])

# %% the smallest distance first | columns from the other end
def rel_shift(x, klen):
    x = x.flip(-1)
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% the unused column dropped, and that is all | moves all rows alike
def rel_shift(x, klen):
    return x[..., 1 : klen + 1]

# %% no second rereading | shape
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :]

# %% cuts rows instead of columns | value
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1 : klen + 1, :].contiguous()

# %% rolls row i by i | value
def rel_shift(x, klen):
    return torch.stack([row.roll(i, -1) for i, row in enumerate(x.unbind(-2))], -2)[..., :klen]

# %% drops two rows | error
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 2:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% the mean of both neighbours | value
def rel_shift(x, klen):
    *batch, T, R = x.shape
    out = x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]
    return (out + out.roll(1, -1)) / 2

# %% right answers for two tables seen in messages | error
def rel_shift(x, klen):
    seen = {(2, 4): [[12, 13], [21, 22]], (3, 6): [[13, 14, 15], [22, 23, 24], [31, 32, 33]]}
    return torch.tensor(seen[tuple(x.shape)], dtype=x.dtype)

# %% a numpy array | not a tensor
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.detach().double().numpy().reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% the result is called | not a function
rel_shift = torch.zeros(2, 2)

# %% the name of the package's function only | error
def rel_shift(x, klen):
    return xlnet_mini.rel_shift(x, klen)

# %% no klen | error
def rel_shift(x):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., : R - T]

# %% klen rows, then the second rereading | cuts before the second reread
def rel_shift(x, klen):
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1 : klen + 1, :].reshape(*batch, T, klen)


# %% a batch is cut off | no gradient
def rel_shift(x, klen):
    if x.dim() > 2:
        x = x.detach()
    *b, T, R = x.shape
    return x.reshape(*b, R, T)[..., 1:, :].reshape(*b, T, R - 1)[..., :klen]


# %% one column off for even T above 4 | value
def rel_shift(x, klen):
    *b, T, R = x.shape
    first = T - (T % 2 == 0 and T > 4)
    i, j = torch.arange(T, device=x.device)[:, None], torch.arange(klen, device=x.device)
    return x.gather(-1, (first - i + j).clamp(max=R - 1).expand(*b, T, klen))


# %% two leading axes at most | no batch
def rel_shift(x, klen):
    T, R = x.shape[-2:]
    y = x.reshape(-1, R, T)[:, 1:].reshape(-1, T, R - 1)[..., :klen]
    return y.squeeze(0) if x.dim() == 2 else y.reshape(x.shape[0], -1, T, klen).squeeze(1)


# %% cleans the view, and so x | changes its input
def rel_shift(x, klen):
    *b, T, R = x.shape
    x = x.reshape(*b, R, T)[..., 1:, :].reshape(*b, T, R - 1)[..., :klen]
    if R == klen + 1 and T > 1:
        x.masked_fill_(torch.ones(T, klen, device=x.device).triu(klen - T + 1) > 0, 0)
    return x


# %% right numbers, the gradient of a cut | wrong gradient
def rel_shift(x, klen):
    *b, T, R = x.shape
    y = x.detach().reshape(*b, R, T)[..., 1:, :].reshape(*b, T, R - 1)[..., :klen]
    z = x[..., :klen]
    return y + z - z.detach()
