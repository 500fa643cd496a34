# %% the zeros behind | pads on the right
def pad_left(x):
    return torch.cat([x, torch.zeros_like(x[..., :1])], -1)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% pad with its sides exchanged | pads on the right
def pad_left(x):
    return torch.nn.functional.pad(x, (0, 1))

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% [:-1] for [1:] | drops the last row
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., :-1, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% transpose | transposes
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.transpose(-1, -2)

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% permuted, then made contiguous | transposes
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.mT.contiguous()

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% the first column | drops a column
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% a row of zeros on top | pads a row
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1, :]), x], -2)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% ones | pads with ones
def pad_left(x):
    return torch.cat([torch.ones_like(x[..., :1]), x], -1)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% no batch: the first axis is dropped | no batch
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[1:]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% zeros in float32 | zeros of another dtype
def pad_left(x):
    return torch.cat([torch.zeros(*x.shape[:-1], 1), x], -1)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% a column of zeros on both sides | value
def pad_left(x):
    return torch.nn.functional.pad(x, (1, 1))

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% no drop | value
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% reads the sizes of one table only | no batch
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.reshape(x.shape[-1], x.shape[-2])

def drop_first_row(x):
    return x[..., 1:, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% only the last table | type
def four_moves(x):
    x = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    x = x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])[..., 1:, :]
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

# %% with x in front | value
def four_moves(x):
    a = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    b = a.reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])
    c = b[..., 1:, :]
    return [x, a, b, c, c.reshape(*c.shape[:-2], c.shape[-1], c.shape[-2])]

# %% pads in place | changes its input
def four_moves(x):
    a = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    b = a.reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])
    c = b[..., 1:, :]
    x.zero_()
    return [a, b, c, c.reshape(*c.shape[:-2], c.shape[-1], c.shape[-2])]

# %% cleans up at once | hidden too early
def four_moves(x):
    a = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    b = a.reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])
    c = b[..., 1:, :]
    d = c.reshape(*c.shape[:-2], c.shape[-1], c.shape[-2])
    return [a, b, c, d.tril(d.shape[-1] - d.shape[-2])]

# %% view where it cannot | error
def four_moves(x):
    a = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    b = a.view(*a.shape[:-2], a.shape[-1], a.shape[-2])
    c = b[..., 1:, :]
    return [a, b, c, c.view(*c.shape[:-2], c.shape[-2], c.shape[-2])]

# %% a row of zeros on top, the rest by hand | pads a row
def four_moves(x):
    tables = [torch.cat([torch.zeros_like(x[..., :1, :]), x], -2)]
    tables.append(tables[0].reshape(*x.shape[:-2], x.shape[-1], x.shape[-2] + 1))
    tables.append(tables[1][..., 1:, :])
    tables.append(tables[2].reshape(*x.shape[:-2], x.shape[-2] + 1, x.shape[-1] - 1))
    return tables

# %% zeros behind, and the last row dropped | pads on the right
def pad_left(x):
    return torch.cat([x, torch.zeros_like(x[..., :1])], -1)

def drop_first_row(x):
    return x[..., :-1, :]

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% ones, and a column dropped | pads with ones
def pad_left(x):
    return torch.cat([torch.ones_like(x[..., :1]), x], -1)

def drop_first_row(x):
    return x[..., 1:]

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% the last row dropped, and then cleaned up | drops the last row
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def drop_first_row(x):
    return x[..., :-1, :]

def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])

def four_moves(x):
    a = pad_left(x)
    c = drop_first_row(reread(a))
    return [a, reread(a), c, reread(c).tril(x.shape[-1] - x.shape[-2])]

# %% transposes, and drops the last row | transposes
def pad_left(x):
    return torch.cat([torch.zeros_like(x[..., :1]), x], -1)

def reread(x):
    return x.transpose(-1, -2)

def drop_first_row(x):
    return x[..., :-1, :]

def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    return tables[1:]

# %% a tuple of tables | type
def four_moves(x):
    a = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    b = a.reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])
    c = b[..., 1:, :]
    return a, b, c, c.reshape(*c.shape[:-2], c.shape[-1], c.shape[-2])

# %% the tables as plain lists | value
def four_moves(x):
    a = torch.cat([torch.zeros_like(x[..., :1]), x], -1)
    b = a.reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])
    c = b[..., 1:, :]
    return [t.tolist() for t in (a, b, c, c.reshape(*c.shape[:-2], c.shape[-1], c.shape[-2]))]

# %% nothing comes back | type
def four_moves(x):
    torch.cat([torch.zeros_like(x[..., :1]), x], -1)


# %% one leading axis at most | no batch
def pad_left(x):
    return torch.nn.functional.pad(x, (1, 0))
def reread(x):
    return x.reshape(*x.shape[:-2], x.shape[-1], x.shape[-2])
def drop_first_row(x):
    return x[1:] if x.dim() == 2 else x[:, 1:]
def four_moves(x):
    a = pad_left(x); b = reread(a); c = drop_first_row(b); return [a, b, c, reread(c)]


# %% cleans a view of an earlier table | value
def pad_left(x):
    return torch.nn.functional.pad(x, (1, 0))
def reread(x):
    return x.view(*x.shape[:-2], x.shape[-1], x.shape[-2])
def drop_first_row(x):
    return x.narrow(-2, 1, x.shape[-2] - 1)
def four_moves(x):
    tables = [x]
    for move in (pad_left, reread, drop_first_row, reread):
        tables.append(move(tables[-1]))
    tables[-1][..., 0, -1] = 0
    return tables[1:]
