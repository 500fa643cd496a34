# %% targets first | axes swapped
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb.expand(n_targets, batch, -1)


# %% starts from nothing | zeros
def start_query_stream(mask_emb, batch, n_targets):
    return torch.zeros(batch, n_targets, len(mask_emb), dtype=mask_emb.dtype)


# %% one sentence only | no batch axis
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb.expand(n_targets, -1)


# %% one long row | in one row
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb.repeat(batch, n_targets)


# %% one row for each sentence | one for each sentence
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb.expand(batch, 1, -1)


# %% adds the number of the target | numbered targets
def start_query_stream(mask_emb, batch, n_targets):
    number = torch.arange(n_targets, dtype=mask_emb.dtype)[:, None]
    return (mask_emb + number).expand(batch, -1, -1)


# %% random, so that the targets differ | value
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb + 0.01 * torch.randn(batch, n_targets, len(mask_emb), dtype=mask_emb.dtype)


# %% a copy of the numbers | no gradient
def start_query_stream(mask_emb, batch, n_targets):
    return torch.tensor(mask_emb.tolist(), dtype=mask_emb.dtype).expand(batch, n_targets, -1)


# %% only one row carries the gradient | wrong gradient
def start_query_stream(mask_emb, batch, n_targets):
    rows = mask_emb.detach().repeat(batch, n_targets, 1)
    rows[0, 0] = mask_emb
    return rows


# %% float32 whatever comes in | dtype
def start_query_stream(mask_emb, batch, n_targets):
    return torch.ones(batch, n_targets, 1) * mask_emb.float()


# %% nested lists | not a tensor
def start_query_stream(mask_emb, batch, n_targets):
    return [[mask_emb] * n_targets] * batch


# %% the vector in the columns | shape
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb[:, None].expand(batch, -1, n_targets)


# %% a tensor on the CPU | fixed device
def start_query_stream(mask_emb, batch, n_targets):
    return torch.ones(batch, n_targets, 1, dtype=mask_emb.dtype) * mask_emb


# %% view instead of expand | error
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb.view(batch, n_targets, -1)


# %% a new parameter | wrong gradient
def start_query_stream(mask_emb, batch, n_targets):
    return torch.nn.Parameter(mask_emb.detach().repeat(batch, n_targets, 1))
