# %% compares all pairs
def query_mask(rank):
    return rank[..., None, :] >= rank[..., :, None]

# %% not what may be seen
def query_mask(rank):
    may_look = rank.unsqueeze(-1) > rank.unsqueeze(-2)
    return ~may_look

# %% a transposed view
def query_mask(rank):
    return (rank[..., :, None] >= rank[..., None, :]).transpose(-1, -2)

# %% the triangle of the steps, put where the positions are
def query_mask(rank):
    T = rank.shape[-1]
    triangle = torch.ones(T, T, dtype=torch.bool, device=rank.device).triu()
    return triangle[rank[..., :, None], rank[..., None, :]]

# %% walks along the order
def query_mask(rank):
    order = rank.argsort(-1)
    hidden = torch.ones(*rank.shape, rank.shape[-1], dtype=torch.bool, device=rank.device)
    steps = torch.arange(rank.shape[-1], device=rank.device)
    hidden.scatter_(-1, order[..., None, :].expand_as(hidden), steps >= rank[..., None])
    return hidden

# %% double loop
def query_mask(rank):
    T = rank.shape[-1]
    hidden = torch.zeros(*rank.shape, T, dtype=torch.bool)
    for i in range(T):
        for j in range(T):
            hidden[..., i, j] = rank[..., j] >= rank[..., i]
    return hidden

# %% vmap over a flat batch
def query_mask(rank):
    def one(r):
        return ~(r[None, :] < r[:, None])

    flat = rank.reshape(-1, rank.shape[-1])
    return torch.vmap(one)(flat).reshape(*rank.shape, rank.shape[-1])

# %% numpy
def query_mask(rank):
    r = rank.numpy()
    return torch.from_numpy(np.expand_dims(r, -2) >= np.expand_dims(r, -1))

# %% signs of differences
def query_mask(rank):
    return torch.sub(rank[..., None, :], rank[..., None]).sign() != -1

# %% permutation matrices
def query_mask(rank):
    T = rank.shape[-1]
    P = torch.eye(T, device=rank.device)[rank]
    later = torch.ones(T, T, device=rank.device).triu()
    return (P @ later @ P.mT) > 0.5

# %% a module instead of a function
def _later(rank):
    return rank.unsqueeze(-2) >= rank.unsqueeze(-1)

class Mask(torch.nn.Module):
    def forward(self, rank):
        return _later(rank)

query_mask = Mask()
