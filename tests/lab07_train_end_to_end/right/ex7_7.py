# %% sorted by rank
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2)
    used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% loops
def loss_by_place(nats, rank, is_slot):
    K = nats.shape[-1]
    nats, rank, is_slot = nats.reshape(-1, K), rank.reshape(-1, K), is_slot.reshape(-1, K)
    lists = [[] for _ in range(K)]
    for losses, ranks, slots in zip(nats.tolist(), rank.tolist(), is_slot.tolist()):
        pairs = sorted((a, b) for a, b, used in zip(ranks, losses, slots) if used)
        for place, (_, loss) in enumerate(pairs):
            lists[place].append(loss)
    return torch.tensor([sum(x) / len(x) if x else float("nan") for x in lists], dtype=nats.dtype)

# %% counting who comes before
def loss_by_place(nats, rank, is_slot):
    before = (rank[..., None, :] < rank[..., :, None]) & is_slot[..., None, :]
    place = before.sum(-1)
    found = []
    for t in range(nats.shape[-1]):
        here = (place == t) & is_slot
        found.append(nats[here].mean())
    return torch.stack(found)

# %% argsort twice, and sums at places
def loss_by_place(nats, rank, is_slot):
    K = nats.shape[-1]
    place = rank.masked_fill(~is_slot, int(rank.max()) + 1).argsort(-1).argsort(-1)[is_slot]
    total = torch.zeros(K, dtype=nats.dtype).index_add(0, place, nats[is_slot])
    return total / torch.bincount(place, minlength=K)

# %% nanmean
def loss_by_place(nats, rank, is_slot):
    K = nats.shape[-1]
    x = nats.masked_fill(~is_slot, float("nan")).reshape(-1, K)
    order = rank.masked_fill(~is_slot, torch.iinfo(rank.dtype).max).reshape(-1, K).argsort(1)
    return x.gather(1, order).nanmean(0)

# %% infinity as a rank
def loss_by_place(nats, rank, is_slot):
    key = torch.where(is_slot, rank.double(), float("inf"))
    order = torch.sort(key, dim=-1).indices
    x, u = torch.gather(nats, -1, order), torch.gather(is_slot, -1, order)
    lead = tuple(range(x.dim() - 1))
    return (x * u).sum(lead) / u.sum(lead)

# %% scatter
def loss_by_place(nats, rank, is_slot):
    K = nats.shape[-1]
    place = ((rank.unsqueeze(-2) < rank.unsqueeze(-1)) & is_slot.unsqueeze(-2)).sum(-1)
    place, w = place.reshape(-1), is_slot.reshape(-1)
    total = nats.new_zeros(K).scatter_add(0, place, torch.where(w, nats.reshape(-1), torch.zeros_like(nats.reshape(-1))))
    n = nats.new_zeros(K).scatter_add(0, place, w.to(nats.dtype))
    return total / n

# %% numpy
def loss_by_place(nats, rank, is_slot):
    K = nats.shape[-1]
    x, r, s = (t.numpy().reshape(-1, K) for t in (nats, rank, is_slot))
    out = np.full((len(x), K), np.nan)
    for i in range(len(x)):
        used = np.flatnonzero(s[i])
        used = used[np.argsort(r[i][used])]
        out[i, :len(used)] = x[i][used]
    n = (~np.isnan(out)).sum(0)
    with np.errstate(invalid="ignore"):
        return torch.from_numpy(np.where(n > 0, np.nansum(out, 0) / n, np.nan)).to(nats.dtype)
