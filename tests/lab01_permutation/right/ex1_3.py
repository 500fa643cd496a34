# %% sorts random numbers
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator, dtype=torch.float64).argsort(dim=-1)

# %% randperm in a loop
def sample_order(length, *, batch=(), generator=None):
    n = math.prod(batch)
    rows = [torch.randperm(length, generator=generator) for _ in range(n)]
    return torch.stack(rows).reshape(*batch, length)

# %% the unbiased shuffle, all rows at once
def sample_order(length, *, batch=(), generator=None):
    order = torch.arange(length).expand(*batch, length).clone()
    for i in range(length - 1, 0, -1):
        j = torch.randint(i + 1, (*batch, 1), generator=generator)
        at_j, at_i = order.gather(-1, j), order[..., i : i + 1].clone()
        order[..., i : i + 1] = at_j
        order.scatter_(-1, j, at_i)
    return order

# %% multinomial without replacement
def sample_order(length, *, batch=(), generator=None):
    weights = torch.ones(max(math.prod(batch), 1), length)
    return weights.multinomial(length, generator=generator).reshape(*batch, length)

# %% numpy's generator, seeded from ours
def sample_order(length, *, batch=(), generator=None):
    seed = int(torch.randint(2**62, (), generator=generator))
    rows = np.broadcast_to(np.arange(length), (*batch, length))
    return torch.from_numpy(np.random.default_rng(seed).permuted(rows, axis=-1))

# %% python's random, seeded from ours
import random

def sample_order(length, *, batch=(), generator=None):
    rng = random.Random(int(torch.randint(2**62, (), generator=generator)))
    rows = [rng.sample(range(length), length) for _ in range(math.prod(batch))]
    return torch.tensor(rows).reshape(*batch, length)

# %% gives the rank of random keys, a view
def sample_order(length, batch=(), generator=None):
    keys = torch.rand(length, *batch, generator=generator)
    return keys.argsort(dim=0).argsort(dim=0).movedim(0, -1)

# %% normal numbers, largest first
def sample_order(length, *, batch=(), generator=None):
    return torch.randn((*batch, length), generator=generator).sort(dim=-1, descending=True).indices

# %% recursion: the largest goes to a place by chance
def sample_order(length, *, batch=(), generator=None):
    if length == 0:
        return torch.empty(*batch, 0, dtype=torch.int64)
    if batch:
        rows = [sample_order(length, batch=batch[1:], generator=generator) for _ in range(batch[0])]
        return torch.stack(rows)
    order = []
    for i in range(length):
        order.insert(int(torch.randint(i + 1, (), generator=generator)), i)
    return torch.tensor(order)

# %% vmap over seeds' worth of keys
def sample_order(length, *, batch=(), generator=None):
    keys = torch.rand(math.prod(batch), length, generator=generator)
    return torch.vmap(lambda k: k.argsort())(keys).reshape(*batch, length)

# %% exponential races, topk
def sample_order(length, *, batch=(), generator=None):
    race = torch.empty(*batch, length, dtype=torch.float64).exponential_(generator=generator)
    return race.topk(length, dim=-1).indices

# %% python's shuffle with a drawn seed for each row
import random

def sample_order(length, *, batch=(), generator=None):
    rows = []
    for seed in torch.randint(2**62, (math.prod(batch),), generator=generator).tolist():
        row = list(range(length))
        random.Random(seed).shuffle(row)
        rows.append(row)
    return torch.tensor(rows).view(*batch, length)

# %% a permutation from a random number, digit by digit
def sample_order(length, *, batch=(), generator=None):
    rows = []
    for _ in range(math.prod(batch)):
        left, row = list(range(length)), []
        for u in torch.rand(length, generator=generator, dtype=torch.float64).tolist():
            row.append(left.pop(int(u * len(left))))
        rows.append(row)
    return torch.tensor(rows, dtype=torch.long).reshape(*batch, length)

# %% large whole numbers, lexsort in numpy
def sample_order(length, *, batch=(), generator=None):
    keys = torch.randint(2**62, (2, *batch, length), generator=generator).numpy()
    return torch.from_numpy(np.lexsort(keys))

# %% comparisons counted
def sample_order(length, *, batch=(), generator=None):
    keys = torch.rand(*batch, length, generator=generator, dtype=torch.float64)
    if keys.numel() > 100_000:
        return keys.argsort(-1)
    return (keys[..., None, :] < keys[..., :, None]).sum(-1)
