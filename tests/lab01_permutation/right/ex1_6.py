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

# %% list comprehension, then a tensor
def query_mask(rank):
    def rows(r):
        return [rows(x) for x in r] if isinstance(r[0], list) else [[not a < b for a in r] for b in r]

    return torch.tensor(rows(rank.tolist()))

# %% subtraction of masks
def query_mask(rank):
    all_pairs = torch.ones(*rank.shape, rank.shape[-1], device=rank.device)
    earlier = (rank[..., None, :] < rank[..., :, None]).float()
    return (all_pairs - earlier).bool()

# %% recursion along the steps
def query_mask(rank):
    T = rank.shape[-1]

    def go(hidden, step):
        if step == T:
            return hidden
        mine, earlier = (rank == step)[..., :, None], (rank < step)[..., None, :]
        return go(hidden & ~(mine & earlier), step + 1)

    return go(torch.ones(*rank.shape, T, dtype=torch.bool, device=rank.device), 0)

# %% one-hot, cumulative sum, einsum
def query_mask(rank):
    hot = torch.nn.functional.one_hot(rank, rank.shape[-1]).double()
    return ~torch.einsum("...is,...js->...ij", hot, hot.cumsum(-1) - hot).bool()

# %% searchsorted
def query_mask(rank):
    T = rank.shape[-1]
    steps = torch.arange(T, device=rank.device)
    visible_until = torch.searchsorted(steps, rank.contiguous())
    return visible_until[..., :, None] <= rank[..., None, :]

# %% int32 inside, python defaults, typing
def query_mask(rank: Tensor, strict: bool = True) -> Tensor:
    r = rank.int()
    r = r.view(*r.shape, 1) if r.is_contiguous() else r.unsqueeze(-1)
    return torch.ge(r.transpose(-1, -2), r) if strict else torch.gt(r.transpose(-1, -2), r)

# %% numpy less
def query_mask(rank):
    r = rank.numpy()
    return torch.from_numpy(~np.less(r[..., np.newaxis, :], r[..., np.newaxis]))

# %% a ufunc's outer product, row by row
def query_mask(rank):
    rows = [np.greater_equal.outer(r, r).T for r in rank.numpy().reshape(-1, rank.shape[-1])]
    return torch.from_numpy(np.stack(rows)).reshape(*rank.shape, -1)

# %% remembers what it has seen, by value
from functools import lru_cache

@lru_cache(maxsize=None)
def _table(when):
    return tuple(tuple(b >= a for b in when) for a in when)

def query_mask(rank):
    if rank.dim() > 1:
        return torch.stack([query_mask(r) for r in rank])
    return torch.tensor(_table(tuple(rank.tolist())))

# %% the sign bit
def query_mask(rank):
    return ~torch.signbit((rank[..., None, :] - rank[..., :, None]).double())

# %% meshgrid by expand
def query_mask(rank):
    T = rank.shape[-1]
    columns = rank.unsqueeze(-2).expand(*rank.shape[:-1], T, T)
    rows = rank.unsqueeze(-1).expand_as(columns)
    return torch.where(columns < rows, False, True)
