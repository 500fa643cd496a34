# %% compares all pairs
def content_mask(rank):
    return rank[..., None, :] > rank[..., :, None]

# %% opens the diagonal of the query mask
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return hidden & ~torch.eye(rank.shape[-1], dtype=torch.bool, device=rank.device)

# %% the triangle of the steps
def content_mask(rank):
    T = rank.shape[-1]
    triangle = torch.ones(T, T, dtype=torch.bool, device=rank.device).triu(1)
    return triangle[rank[..., :, None], rank[..., None, :]]

# %% double loop
def content_mask(rank):
    T = rank.shape[-1]
    hidden = torch.ones(*rank.shape, T, dtype=torch.bool)
    for i in range(T):
        for j in range(T):
            if i == j:
                hidden[..., i, j] = False
            else:
                hidden[..., i, j] = rank[..., j] > rank[..., i]
    return hidden

# %% a transposed view, negated
def content_mask(rank):
    return torch.logical_not(rank[..., None, :] >= rank[..., :, None]).transpose(-1, -2).logical_not().logical_not()

# %% steps, as sets
def content_mask(rank):
    if rank.dim() > 1:
        return torch.stack([content_mask(r) for r in rank])
    when = rank.tolist()
    return torch.tensor([[b not in range(a + 1) for b in when] for a in when])

# %% the other words' query mask, transposed and negated
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return ~hidden.mT

# %% diagonal_scatter for any batch
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return hidden.diagonal_scatter(torch.zeros_like(rank, dtype=torch.bool), dim1=-2, dim2=-1)

# %% a view of the diagonal, filled in place
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    hidden.diagonal(dim1=-2, dim2=-1).fill_(False)
    return hidden

# %% relu of differences
def content_mask(rank):
    later = torch.relu(rank[..., None, :] - rank[..., :, None])
    return later.bool()

# %% cdist with signs, in float64
def content_mask(rank):
    r = rank.double()
    return (torch.exp2(r)[..., None, :] / torch.exp2(r)[..., :, None]) > 1.5
