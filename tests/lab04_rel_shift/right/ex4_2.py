# %% torch.nn.functional.pad
def pad_left(x):
    return torch.nn.functional.pad(x, (1, 0))

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% flatten and unflatten
def pad_left(x):
    return torch.cat((x.new_zeros(*x.shape[:-1], 1), x), -1)

def reread(x):
    return x.flatten(-2).unflatten(-1, (x.shape[-1], x.shape[-2]))

def drop_first_row(x):
    return x.narrow(-2, 1, x.shape[-2] - 1)

def four_moves(x):
    a = pad_left(x)
    b = reread(a)
    c = drop_first_row(b)
    return [a, b, c, reread(c)]

# %% written into a table of zeros
def four_moves(x):
    *batch, T, S = x.shape
    padded = torch.zeros(*batch, T, S + 1, dtype=x.dtype)
    padded[..., 1:] = x
    tall = padded.reshape(*batch, S + 1, T)
    short = torch.stack([tall[..., n, :] for n in range(1, S + 1)], dim=-2)
    return [padded, tall, short, short.contiguous().view(*batch, T, S)]

# %% by loops over a list of numbers
def four_moves(x):
    *batch, T, S = x.shape
    tables = []
    for one in x.reshape(-1, T, S):
        line = [n for row in one.tolist() for n in [0, *row]]
        rest = line[T:]
        shapes = ((T, S + 1, line), (S + 1, T, line), (S, T, rest), (T, S, rest))
        tables.append([torch.tensor(n, dtype=x.dtype).reshape(a, b) for a, b, n in shapes])
    return [torch.stack(t).reshape(*batch, *t[0].shape) for t in zip(*tables)]

# %% numpy inside
import numpy as np


def four_moves(x):
    dtype = x.dtype
    a = np.pad(x.double().numpy(), [(0, 0)] * (x.dim() - 1) + [(1, 0)])
    b = a.reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])
    c = b[..., 1:, :]
    d = c.reshape(*c.shape[:-2], c.shape[-1], c.shape[-2])
    return [torch.tensor(t).to(dtype) for t in (a, b, c, d)]


# %% strides and narrow
def pad_left(x):
    return torch.cat((torch.zeros_like(x.narrow(-1, 0, 1)), x), -1)
def reread(x):
    x = x.contiguous()
    *b, r, c = x.shape
    return x.as_strided((*b, c, r), (*x.stride()[:-2], r, 1))
def drop_first_row(x):
    return x.narrow(-2, 1, x.size(-2) - 1)
def four_moves(x, pad=True):
    from itertools import accumulate
    return list(accumulate([x, pad_left, reread, drop_first_row, reread], lambda t, f: f(t)))[1:]
