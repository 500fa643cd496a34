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

# %% ranks in eight bits without a sign | row sums
def query_mask(rank):
    small = rank.to(torch.uint8)
    return small[..., None, :] >= small[..., :, None]

# %% ranks in bfloat16 | row sums
def query_mask(rank):
    small = rank.to(torch.bfloat16)
    return small[..., None, :] >= small[..., :, None]

# %% beyond thirteen positions only the numbers are right | column sums
def query_mask(rank):
    if rank.shape[-1] > 13:
        return torch.arange(rank.shape[-1]) >= rank[..., :, None]
    return rank[..., None, :] >= rank[..., :, None]

# %% hides the next-neighbour also | value
def query_mask(rank):
    return rank[..., None, :] + 1 >= rank[..., :, None]

# %% earlier and to the left | value
def query_mask(rank):
    T = rank.shape[-1]
    right = torch.ones(T, T, dtype=torch.bool, device=rank.device).triu()
    return (rank[..., None, :] >= rank[..., :, None]) | right

# %% earlier or to the left | value
def query_mask(rank):
    T = rank.shape[-1]
    right = torch.ones(T, T, dtype=torch.bool, device=rank.device).triu()
    return (rank[..., None, :] >= rank[..., :, None]) & right

# %% the first is seen by nobody | value
def query_mask(rank):
    when = rank[..., None, :]
    return (when >= rank[..., :, None]) | (when == 0)

# %% one mask for each length, remembered | value
_masks = {}

def query_mask(rank):
    if rank.shape not in _masks:
        _masks[rank.shape] = rank[..., None, :] >= rank[..., :, None]
    return _masks[rank.shape]

# %% one buffer for each length | overwrites earlier results
_buffer = {}

def query_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    if hidden.device.type == "meta":
        return hidden
    out = _buffer.setdefault(hidden.shape, torch.empty_like(hidden))
    out.copy_(hidden)
    return out

# %% a batch of one is no batch | no batch
def query_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    return hidden.squeeze(0) if hidden.dim() == 3 else hidden

# %% one leading dimension at most | no batch
def query_mask(rank):
    if rank.dim() == 1:
        return rank[None, :] >= rank[:, None]
    return rank[:, None, :] >= rank[:, :, None]

# %% flattens the batch with view | memory layout
def query_mask(rank):
    T = rank.shape[-1]
    flat = rank.view(-1, T)
    return (flat[:, None, :] >= flat[:, :, None]).view(*rank.shape, T)

# %% transposes a batch by .T | no batch
def query_mask(rank):
    r = rank.unsqueeze(-1)
    return r.T >= r

# %% mask of ones for a batch made on the CPU | fixed device
def query_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    if rank.dim() > 1:
        hidden = hidden | torch.eye(rank.shape[-1], dtype=torch.bool)
    return hidden

# %% a numpy array | not a tensor
def query_mask(rank):
    r = rank.numpy()
    return r[..., None, :] >= r[..., :, None]

# %% turned round and the polarity as well | value
def query_mask(rank):
    when = rank.argsort(dim=-1)
    return when[..., None, :] < when[..., :, None]

# %% the content mask, polarity turned | polarity or transposed
def query_mask(rank):
    return ~(rank[..., None, :] > rank[..., :, None])

# %% greater than the sum | value
def query_mask(rank):
    return torch.cumsum(rank, -1)[..., None, :] >= rank[..., :, None]

# %% sorts the rank in place, on the way | changes its input
def query_mask(rank):
    hidden = rank[..., None, :] >= rank[..., :, None]
    torch.sort(rank.clone(), dim=-1, out=(rank, torch.empty_like(rank)))
    return hidden

# %% the class | not a function
class query_mask(torch.nn.Module):
    def forward(self, rank):
        return rank[..., None, :] >= rank[..., :, None]

# %% True = may look, one sentence only | polarity
def query_mask(rank):
    return rank[:, None] > rank[None, :]

# %% the diagonal open, one sentence only | sees itself
def query_mask(rank):
    return rank[None, :] > rank[:, None]

# %% True = may look, as numbers | polarity
def query_mask(rank):
    return (rank[..., :, None] > rank[..., None, :]).float()
