# %% expand
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb.expand(batch, n_targets, -1)


# %% repeat
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb.repeat(batch, n_targets, 1)


# %% stack of stacks
def start_query_stream(mask_emb, batch, n_targets):
    return torch.stack([torch.stack([mask_emb] * n_targets) for _ in range(batch)])


# %% broadcast by adding
def start_query_stream(mask_emb, batch, n_targets):
    return mask_emb + mask_emb.new_zeros(batch, n_targets, 1)


# %% outer product
def start_query_stream(mask_emb, batch, n_targets):
    return torch.einsum("bk,d->bkd", torch.ones(batch, n_targets).to(mask_emb), mask_emb)


# %% broadcast_to
def start_query_stream(mask_emb, batch, n_targets):
    return torch.broadcast_to(mask_emb[None, None, :], (batch, n_targets, len(mask_emb)))


# %% tile
def start_query_stream(mask_emb, batch, n_targets):
    return torch.tile(mask_emb, (batch, n_targets, 1))


# %% looked up in a table of one row
def start_query_stream(mask_emb, batch, n_targets):
    zeros = torch.zeros(batch, n_targets, dtype=torch.int64, device=mask_emb.device)
    return torch.nn.functional.embedding(zeros, mask_emb[None])
