# %% cut and reshape
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(batch, length)

# %% unflatten
def to_streams(tokens, batch):
    rest = len(tokens) % batch
    return tokens[: len(tokens) - rest].unflatten(0, (batch, -1))

# %% row by row
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return torch.stack([tokens[b * length : (b + 1) * length] for b in range(batch)])

# %% as_tensor of lists
def to_streams(tokens, batch):
    length = tokens.shape[0] // batch
    out = tokens.new_empty(batch, length)
    for b in range(batch):
        for t in range(length):
            out[b, t] = tokens[b * length + t]
    return out

# %% index arithmetic
def to_streams(tokens, batch):
    length = tokens.numel() // batch
    b = torch.arange(batch, device=tokens.device)[:, None]
    return tokens[b * length + torch.arange(length, device=tokens.device)]

# %% narrow, then Transformer-XL's view, turned
def to_streams(tokens, batch):
    n_step = tokens.size(0) // batch
    data = tokens.narrow(0, 0, n_step * batch)
    return data.reshape(batch, -1 if n_step else 0).t().contiguous().t()

# %% einops-like with chunks
def to_streams(tokens, batch):
    n = len(tokens) // batch
    return torch.cat([tokens[b * n : b * n + n][None] for b in range(batch)])

# %% view: tokens in one line can always be seen as a table
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].view(batch, length)

# %% through numpy
import numpy as np

def to_streams(tokens, batch):
    length = len(tokens) // batch
    return torch.from_numpy(np.asarray(tokens)[: batch * length].reshape(batch, length))

# %% a list of lists, of the right dtype
def to_streams(tokens, batch):
    length = len(tokens) // batch
    rows = [tokens.tolist()[b * length : (b + 1) * length] for b in range(batch)]
    return torch.tensor(rows, dtype=tokens.dtype, device=tokens.device)

# %% as_strided over a copy
def to_streams(tokens, batch):
    L = len(tokens) // batch
    flat = tokens.contiguous()
    return torch.as_strided(flat, (batch, L), (L, 1)).clone()

# %% gather with a table of places, an optional argument
def to_streams(tokens, batch, drop_last=True):
    L = tokens.numel() // batch
    place = torch.arange(batch, device=tokens.device)[:, None] * L + torch.arange(L, device=tokens.device)
    return tokens.expand(batch, -1).gather(1, place)
