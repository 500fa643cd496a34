# %% as they stand | from left to right
def loss_by_place(nats, rank, is_slot):
    nats, used = nats.reshape(-1, nats.shape[-1]), is_slot.reshape(-1, nats.shape[-1])
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% argsort taken for the place | argsort once
def loss_by_place(nats, rank, is_slot):
    place = rank.masked_fill(~is_slot, int(rank.max()) + 1).argsort(dim=-1, stable=True)
    return torch.stack([nats[(place == t) & is_slot].mean() for t in range(nats.shape[-1])])

# %% the rank is the place | rank for place
def loss_by_place(nats, rank, is_slot):
    return torch.stack([nats[(rank == t) & is_slot].mean() for t in range(nats.shape[-1])])

# %% descending | last first
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, -1).argsort(-1, descending=True)
    nats = nats.gather(-1, order).flatten(0, -2)
    used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% empty slots sorted with the others | empty slots take a place
def loss_by_place(nats, rank, is_slot):
    order = rank.argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2)
    used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% is_slot forgotten | empty slots count
def loss_by_place(nats, rank, is_slot):
    return nats.gather(-1, rank.argsort(-1)).flatten(0, -2).mean(0)

# %% sorted behind, and counted | empty slots count
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, int(rank.max()) + 1).argsort(dim=-1, stable=True)
    return nats.gather(-1, order).flatten(0, -2).mean(0)

# %% divided by the number of rows | divided by all rows
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2)
    used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).mean(0)

# %% summed up | sums
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2)
    used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0)

# %% no NaN wanted | zero where nobody is
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2)
    used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0).clamp(min=1)

# %% one row only | no batch
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats, used = nats.gather(1, order), is_slot.gather(1, order)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% the losses sorted | value
def loss_by_place(nats, rank, is_slot):
    nats = nats.masked_fill(~is_slot, float("inf")).sort(-1).values.flatten(0, -2)
    used = nats.isfinite()
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% float32 | dtype
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.float().gather(-1, order).flatten(0, -2)
    used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% unused slots get rank K | unused slots not last
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, rank.shape[-1]).argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2); used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% unused slots get rank 99 | unused slots not last
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 99).argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2); used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% zeros are no targets | zeros left out
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.masked_fill(~is_slot, 0).gather(-1, order).flatten(0, -2)
    return nats.sum(0) / (nats > 0).sum(0)

# %% always float64 | dtype
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.double().gather(-1, order).flatten(0, -2); used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% mean of means over the axes | no batch
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    x = nats.masked_fill(~is_slot, float("nan")).gather(-1, order)
    while x.dim() > 1: x = x.nanmean(0)
    return x

# %% ranks changed in place | changes its input
def loss_by_place(nats, rank, is_slot):
    rank[~is_slot] = 10**6
    order = rank.argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2); used = is_slot.gather(-1, order).flatten(0, -2)
    return nats.masked_fill(~used, 0).sum(0) / used.sum(0)

# %% on the CPU | fixed device
def loss_by_place(nats, rank, is_slot):
    K = nats.shape[-1]
    place = rank.masked_fill(~is_slot, 10**6).argsort(-1).argsort(-1)
    t = torch.arange(K)[:, None]
    hit = (place.reshape(1, -1) == t) & is_slot.reshape(1, -1)
    return torch.where(hit, nats.reshape(1, -1), 0).sum(1) / hit.sum(1)

# %% too short | shape
def loss_by_place(nats, rank, is_slot):
    order = rank.masked_fill(~is_slot, 10**6).argsort(-1)
    nats = nats.gather(-1, order).flatten(0, -2); used = is_slot.gather(-1, order).flatten(0, -2)
    m = nats.masked_fill(~used, 0).sum(0) / used.sum(0)
    return m[~m.isnan()]
