# %% rows and columns exchanged | polarity or transposed
def query_mask(rank):
    return rank[..., :, None] >= rank[..., None, :]

# %% True = may look, as in scaled_dot_product_attention | polarity
def query_mask(rank):
    return rank[..., :, None] > rank[..., None, :]

# %% > for >= | sees itself
def query_mask(rank):
    return rank[..., None, :] > rank[..., :, None]

# %% turns the rank round once more | inverted rank
def query_mask(rank):
    when = rank.argsort(dim=-1)
    return when[..., None, :] >= when[..., :, None]

# %% takes it for an order and writes its inverse | inverted rank
def query_mask(rank):
    steps = torch.arange(rank.shape[-1]).expand_as(rank)
    when = torch.zeros_like(rank).scatter(-1, rank, steps)
    return when.unsqueeze(-2) >= when.unsqueeze(-1)

# %% the causal mask | left to right
def query_mask(rank):
    T = rank.shape[-1]
    return torch.ones(T, T, dtype=torch.bool).triu().expand(*rank.shape, T)

# %% sorts the words into the order first | left to right
def query_mask(rank):
    moved = rank.sort(dim=-1).values
    return moved[..., None, :] >= moved[..., :, None]

# %% the causal mask with its diagonal | left to right, sees itself
def query_mask(rank):
    T = rank.shape[-1]
    return torch.triu(torch.ones(T, T), diagonal=1).bool().expand(*rank.shape, T)

# %% hides only the word itself | sees all others
def query_mask(rank):
    return rank[..., None, :] == rank[..., :, None]

# %% only the one guessed just before | sees only the one before
def query_mask(rank):
    return rank[..., None, :] != rank[..., :, None] - 1

# %% opens the empty row | fills the empty row
def query_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return hidden & ~hidden.all(dim=-1, keepdim=True)

# %% lets the first one see itself | the first sees itself
def query_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    alone = (rank == 0)[..., None] & (rank == 0)[..., None, :]
    return hidden & ~alone

# %% to be added to scores | additive mask
def query_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return torch.zeros(hidden.shape).masked_fill(hidden, -torch.inf)

# %% ones and zeros | dtype
def query_mask(rank):
    return (rank[..., None, :] >= rank[..., :, None]).float()

# %% integers, as perm_mask is stored | dtype
def query_mask(rank):
    return (rank[..., None, :] >= rank[..., :, None]).long()

# %% one sentence only | no batch
def query_mask(rank):
    return rank[None, :] >= rank[:, None]

# %% the whole batch against itself | no batch
def query_mask(rank):
    r = rank.reshape(-1)
    return r[None, :] >= r[:, None]

# %% a leading dimension too many | shape
def query_mask(rank):
    return (rank[..., None, :] >= rank[..., :, None])[None]

# %% a list of lists | not a tensor
def query_mask(rank):
    return [[bool(a >= b) for a in rank] for b in rank]

# %% marks the rank in place | changes its input
def query_mask(rank):
    rank += 1
    return rank[..., None, :] >= rank[..., :, None]

# %% only self-inverse orders were tried | inverted rank
def query_mask(rank):
    T = rank.shape[-1]
    order = rank
    hidden = torch.ones(*rank.shape, T, dtype=torch.bool)
    for t in range(T):
        for s in range(t):
            i, j = order[..., t, None, None], order[..., s, None, None]
            hidden &= ~((torch.arange(T)[:, None] == i) & (torch.arange(T) == j))
    return hidden

# %% a triangle on the CPU | fixed device
def query_mask(rank):
    T = rank.shape[-1]
    triangle = torch.ones(T, T, dtype=torch.bool).triu()
    return triangle[rank[..., :, None], rank[..., None, :]]

# %% eight positions at most | value
def query_mask(rank):
    small = rank.clamp(max=7)
    return small[..., None, :] >= small[..., :, None]

# %% ranks in eight bits | row sums
def query_mask(rank):
    small = rank.to(torch.int8)
    return small[..., None, :] >= small[..., :, None]

# %% the rank of the batch's first sentence for all | no batch
def query_mask(rank):
    one = rank.reshape(-1, rank.shape[-1])[0]
    return (one[None, :] >= one[:, None]).expand(*rank.shape, rank.shape[-1])

# %% compares the rank with the column's index | rank against position
def query_mask(rank):
    return torch.arange(rank.shape[-1], device=rank.device) >= rank.unsqueeze(-1)
