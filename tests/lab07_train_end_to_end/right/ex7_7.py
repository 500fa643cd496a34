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
