# %% dealt like cards | neighbours as rows
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(length, batch).T

# %% every batch-th token | neighbours as rows
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return torch.stack([tokens[b : batch * length : batch] for b in range(batch)])

# %% Transformer-XL's layout | time first
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(batch, length).t().contiguous()

# %% reshape the wrong way | neighbours as rows, time first
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(length, batch)

# %% drops what is too much at the start | drops the start
def to_streams(tokens, batch):
    return tokens[len(tokens) % batch :].reshape(batch, len(tokens) // batch)

# %% fills up with zeros | filled up
def to_streams(tokens, batch):
    missing = -len(tokens) % batch
    return torch.nn.functional.pad(tokens, (0, missing)).reshape(batch, -1)

# %% the whole text in every row | every row the whole text
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].expand(batch, -1)

# %% upside down | last stretch first
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(batch, length).flip(0)

# %% nothing dropped | error
def to_streams(tokens, batch):
    return tokens.reshape(batch, -1)

# %% a list of rows | not a tensor
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return [tokens[b * length : (b + 1) * length] for b in range(batch)]

# %% torch.chunk: the last one is shorter | error
def to_streams(tokens, batch):
    return torch.stack(tokens.chunk(batch))

# %% always int64 | dtype
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(batch, length).long()

# %% floats | dtype
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(batch, length).float()

# %% one row too few | value
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(batch, length).roll(1, 0)

# %% shuffles the rows, as for sentences | value
def to_streams(tokens, batch):
    length = len(tokens) // batch
    rows = tokens[: batch * length].reshape(batch, length)
    return rows[torch.randperm(batch, device=tokens.device, generator=torch.Generator().manual_seed(1))]

# %% a row and a column swapped by hand | time first
def to_streams(tokens, batch):
    length = len(tokens) // batch
    out = tokens.new_empty(length, batch)
    for b in range(batch):
        out[:, b] = tokens[b * length : (b + 1) * length]
    return out

# %% prints | not a tensor
def to_streams(tokens, batch):
    length = len(tokens) // batch
    print(tokens[: batch * length].reshape(batch, length))

# %% on the CPU for ever | fixed device
def to_streams(tokens, batch):
    length = len(tokens) // batch
    index = torch.arange(batch * length, device="cpu").reshape(batch, length)
    return tokens.gather(0, index.flatten()).reshape(batch, length)

# %% rounds up, and the last row overlaps | value
def to_streams(tokens, batch):
    length = max(len(tokens) // batch, 0)
    starts = [b * (len(tokens) - length) // max(batch - 1, 1) for b in range(batch)]
    return torch.stack([tokens[s : s + length] for s in starts])

# %% as a batch of one | shape
def to_streams(tokens, batch):
    length = len(tokens) // batch
    return tokens[: batch * length].reshape(1, batch, length)

# %% as_strided, which knows nothing of strides | memory layout
def to_streams(tokens, batch):
    L = len(tokens) // batch
    return torch.as_strided(tokens, (batch, L), (L, 1)).clone()

# %% one table for all calls | overwrites earlier results
TABLE = torch.zeros(1000, dtype=torch.long)

def to_streams(tokens, batch):
    L = len(tokens) // batch
    out = TABLE[: batch * L] if tokens.dtype == torch.long else tokens[: batch * L].clone()
    out[:] = tokens[: batch * L]
    return out.view(batch, L)
