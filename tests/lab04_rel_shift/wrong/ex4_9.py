# %% k for position[k] | row number for position
def shift_rows(x, position, klen):
    K, R = x.shape[-2:]
    columns = R - klen - torch.arange(K, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, columns.expand(*x.shape[:-1], klen))

# %% rows for T | counts T by rows
def shift_rows(x, position, klen):
    columns = x.shape[-2] - position[..., None] + torch.arange(klen, device=x.device)
    return x.gather(-1, columns % x.shape[-1])

# %% one to the left | one column off
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    return x.gather(-1, T - 1 - position[..., None] + torch.arange(klen, device=x.device))

# %% plus position | moves the other way
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    return x.gather(-1, (T + position[..., None] + torch.arange(klen, device=x.device)) % x.shape[-1])

# %% position left out | moves all rows alike
def shift_rows(x, position, klen):
    return x[..., -klen:]

# %% one sentence only | no batch
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    return torch.stack([x[k, T - int(position[k]) : T - int(position[k]) + klen] for k in range(len(position))])

# %% the positions of the first sentence for all | no batch
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    first = position.reshape(-1, position.shape[-1])[0]
    columns = T - first[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, columns.expand(*x.shape[:-1], klen))

# %% index on the CPU | fixed device
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    columns = T - position[..., None] + torch.arange(klen, device="cpu")
    return x.gather(-1, columns)

# %% sorts the positions | value
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    position = position.sort(-1).values
    return x.gather(-1, T - position[..., None] + torch.arange(klen, device=x.device))

# %% gives the columns | dtype
def shift_rows(x, position, klen):
    return x.shape[-1] - klen - position[..., None] + torch.arange(klen, device=x.device)

# %% cut off from the gradient | no gradient
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    return x.detach().gather(-1, T - position[..., None] + torch.arange(klen, device=x.device))

# %% rows for T, as it comes | counts T by rows
def shift_rows(x, position, klen):
    columns = x.shape[-2] - position[..., None] + torch.arange(klen, device=x.device)
    return x.gather(-1, columns)

# %% plus position, as it comes | moves the other way
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    return x.gather(-1, T + position[..., None] + torch.arange(klen, device=x.device))

# %% columns for all T queries | all T rows
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    columns = T - torch.arange(T, device=x.device)[:, None] + torch.arange(klen, device=x.device)
    return x.gather(-1, columns.expand(*x.shape[:-2], T, klen))

# %% a full table, shifted, and nothing taken out of it | all T rows
def shift_rows(x, position, klen):
    *batch, K, R = x.shape
    T = R - klen
    full = x.new_zeros(*batch, T, R).scatter(-2, position[..., None].expand(*batch, K, R), x)
    return full.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., :klen]

# %% one column too far right | no such column
def shift_rows(x, position, klen):
    T = x.shape[-1] - klen
    return x.gather(-1, T + 1 - position[..., None] + torch.arange(klen, device=x.device))


# %% a batch is cut off | no gradient
def shift_rows(x, position, klen):
    y = x if x.dim() == 2 else x.detach()
    c = x.shape[-1] - klen - position[..., None] + torch.arange(klen, device=x.device)
    return y.gather(-1, c)


# %% T from the largest position | value
def shift_rows(x, position, klen):
    T = int(position.max()) + 1
    c = T - position[..., None] + torch.arange(klen, device=x.device)
    return x.gather(-1, c)
