# %% the query mask again | hides itself
def content_mask(rank):
    return rank[..., None, :] >= rank[..., :, None]

# %% rows and columns exchanged | polarity or transposed
def content_mask(rank):
    return rank[..., :, None] > rank[..., None, :]

# %% True = may look | polarity
def content_mask(rank):
    return rank[..., :, None] >= rank[..., None, :]

# %% turns the rank round once more | inverted rank
def content_mask(rank):
    when = rank.argsort(dim=-1)
    return when[..., None, :] > when[..., :, None]

# %% the causal mask | left to right
def content_mask(rank):
    T = rank.shape[-1]
    return torch.ones(T, T, dtype=torch.bool).triu(1).expand(*rank.shape, T)

# %% the content stream sees all | nothing hidden
def content_mask(rank):
    return torch.zeros(*rank.shape, rank.shape[-1], dtype=torch.bool)

# %% itself and the one before | sees only itself and the one before
def content_mask(rank):
    step = rank[..., :, None] - rank[..., None, :]
    return ~((step == 0) | (step == 1))

# %% to be added to scores | additive mask
def content_mask(rank):
    later = rank[..., None, :] > rank[..., :, None]
    return torch.where(later, float("-inf"), 0.0)

# %% the diagonal subtracted | dtype
def content_mask(rank):
    hidden = (rank[..., None, :] >= rank[..., :, None]).float()
    return hidden - torch.eye(rank.shape[-1])

# %% subtracts the diagonal twice over | dtype
def content_mask(rank):
    hidden = (rank[..., None, :] > rank[..., :, None]).int()
    return hidden - torch.eye(rank.shape[-1], dtype=torch.int32)

# %% only the first sees itself | value
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    hidden[..., 0, 0] = False
    return hidden

# %% one sentence only | no batch
def content_mask(rank):
    return rank[None, :] > rank[:, None]

# %% fill_diagonal_ knows no batch | no batch
def content_mask(rank):
    return (rank[..., None, :] >= rank[..., :, None]).fill_diagonal_(False)

# %% a diagonal on the CPU | fixed device
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return hidden & ~torch.eye(rank.shape[-1], dtype=torch.bool)

# %% ranks in eight bits | row sums
def content_mask(rank):
    small = rank.to(torch.int8)
    return small[..., None, :] > small[..., :, None]

# %% compares the rank with the column's index | rank against position
def content_mask(rank):
    return torch.arange(rank.shape[-1], device=rank.device) > rank.unsqueeze(-1)

# %% ranks in eight bits without a sign | row sums
def content_mask(rank):
    small = rank.to(torch.uint8)
    return small[..., None, :] > small[..., :, None]

# %% the query mask, its empty row filled | value
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return hidden & ~hidden.all(dim=-1, keepdim=True)

# %% diagonal opened in the first sentence of a batch | no batch
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    flat = hidden.reshape(-1, *hidden.shape[-2:])
    flat[0].fill_diagonal_(False)
    return flat.reshape(hidden.shape)

# %% diagonal opened with a view | memory layout
def content_mask(rank):
    T = rank.shape[-1]
    flat = rank.view(-1, T)
    hidden = flat[:, None, :] >= flat[:, :, None]
    hidden[:, range(T), range(T)] = False
    return hidden.view(*rank.shape, T)

# %% xor with the diagonal of nothing | hides itself
def content_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return hidden ^ torch.zeros_like(hidden)

# %% the next one too | value
def content_mask(rank):
    return rank[..., None, :] > rank[..., :, None] + 1

# %% without the very first | value
def content_mask(rank):
    return (rank[..., None, :] > rank[..., :, None]) | (rank[..., None, :] == 0)

# %% opens the diagonal of a query mask that is transposed | rests on 1.6
def query_mask(rank):
    return rank[..., :, None] >= rank[..., None, :]

def content_mask(rank):
    return query_mask(rank) & ~torch.eye(rank.shape[-1], dtype=torch.bool, device=rank.device)

# %% calls a query mask that is not written yet, through a helper | rests on 1.6
def query_mask(rank):
    raise NotImplementedError

def hidden(rank):
    return query_mask(rank)

def content_mask(rank):
    return hidden(rank) & ~torch.eye(rank.shape[-1], dtype=torch.bool, device=rank.device)

# %% calls a right query mask, and forgets the diagonal | hides itself
def query_mask(rank):
    return rank[..., None, :] >= rank[..., :, None]

def content_mask(rank):
    return query_mask(rank)

# %% the query mask with its meaning turned | polarity or transposed
def query_mask(rank):
    return rank[..., None, :] >= rank[..., :, None]

def content_mask(rank):
    return ~query_mask(rank)
