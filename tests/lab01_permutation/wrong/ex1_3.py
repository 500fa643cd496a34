# %% swaps with any place | biased shuffle
def sample_order(length, *, batch=(), generator=None):
    rows = torch.arange(length).repeat(math.prod(batch), 1)
    each = torch.arange(len(rows))
    for i in range(length):
        j = torch.randint(length, (len(rows),), generator=generator)
        rows[each, i], rows[each, j] = rows[each, j], rows[each, i].clone()
    return rows.reshape(*batch, length)

# %% sorts small whole numbers | ties
def sample_order(length, *, batch=(), generator=None):
    return torch.randint(0, length, (*batch, length), generator=generator).argsort(dim=-1, stable=True)

# %% cuts and turns | only rotations
def sample_order(length, *, batch=(), generator=None):
    start = torch.randint(length, (*batch, 1), generator=generator)
    return (torch.arange(length) + start) % length

# %% swaps only with later places | only full cycles
def sample_order(length, *, batch=(), generator=None):
    rows = torch.arange(length).repeat(math.prod(batch), 1)
    for row in rows:
        for i in range(length - 1, 0, -1):
            j = int(torch.randint(i, (), generator=generator))
            row[i], row[j] = row[j].clone(), row[i].clone()
    return rows.reshape(*batch, length)

# %% one randperm for the whole batch | one order for all
def sample_order(length, *, batch=(), generator=None):
    return torch.randperm(length, generator=generator).expand(*batch, length)

# %% one for each entry of the last batch dimension | one order for all
def sample_order(length, *, batch=(), generator=None):
    if not batch:
        return torch.randperm(length, generator=generator)
    keys = torch.rand(batch[-1], length, generator=generator)
    return keys.argsort(dim=-1).expand(*batch, length)

# %% forgets to hand on the generator | ignores the generator
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length).argsort(dim=-1)

# %% numpy's global state | ignores the generator
def sample_order(length, *, batch=(), generator=None):
    rows = np.random.rand(*batch, length).argsort(axis=-1)
    return torch.as_tensor(rows)

# %% seeds torch's global state from the generator | reseeds the global state
def sample_order(length, *, batch=(), generator=None):
    torch.manual_seed(int(torch.randint(2**31, (), generator=generator)))
    return torch.rand(*batch, length).argsort(dim=-1)

# %% begins again from the seed | restarts the generator
def sample_order(length, *, batch=(), generator=None):
    seed = 0 if generator is None else generator.initial_seed()
    return torch.rand(*batch, length, generator=torch.Generator().manual_seed(seed)).argsort(dim=-1)

# %% a fixed seed when there is no generator | restarts the generator
def sample_order(length, *, batch=(), generator=None):
    if generator is None:
        generator = torch.Generator().manual_seed(0)
    return torch.rand(*batch, length, generator=generator).argsort(dim=-1)

# %% random positions | not a permutation
def sample_order(length, *, batch=(), generator=None):
    return torch.randint(length, (*batch, length), generator=generator)

# %% permutes the whole batch at once | not a permutation
def sample_order(length, *, batch=(), generator=None):
    n = math.prod(batch) * length
    return (torch.randperm(n, generator=generator) % length).reshape(*batch, length)

# %% from 1 | counts from 1
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).argsort(dim=-1) + 1

# %% does not draw | always the same
def sample_order(length, *, batch=(), generator=None):
    return torch.arange(length).expand(*batch, length).clone()

# %% int32 | dtype
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).argsort(dim=-1).to(torch.int32)

# %% a list | not a tensor
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).argsort(dim=-1).tolist()

# %% without a batch only | no batch
def sample_order(length, *, batch=(), generator=None):
    return torch.randperm(length, generator=generator)

# %% no such argument | error
def sample_order(length):
    return torch.randperm(length)

# %% the random numbers, not their places | dtype
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator)

# %% keys along the wrong dimension | not a permutation
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).argsort(dim=0)

# %% a deck of six orders, dealt out in turn | rows depend on each other
from itertools import permutations

def sample_order(length, *, batch=(), generator=None):
    rows = torch.rand(*batch, length, generator=generator).argsort(dim=-1)
    flat = rows.reshape(-1, length)
    flat[1::2] = flat[0::2][: len(flat[1::2])].flip(-1)
    return flat.reshape(*batch, length)

# %% the first position is always the same | biased
def sample_order(length, *, batch=(), generator=None):
    keys = torch.rand(*batch, length, generator=generator)
    keys[..., 0] = keys[..., 0] * 0.9
    return keys.argsort(dim=-1)

# %% halves that are never mixed | biased
def sample_order(length, *, batch=(), generator=None):
    keys = torch.rand(*batch, length, generator=generator)
    if length > 6:
        keys[..., length // 2 :] += 1
    return keys.argsort(dim=-1)

# %% fair only in a batch | biased
def sample_order(length, *, batch=(), generator=None):
    keys = torch.rand(*batch, length, generator=generator)
    return keys.argsort(dim=-1) if batch else keys.round(decimals=0).argsort(dim=-1)

# %% the second half repeats the first | rows depend on each other
def sample_order(length, *, batch=(), generator=None):
    keys = torch.rand(*batch, length, generator=generator)
    half = batch[0] // 2 if batch else 0
    if half:
        keys[-half:] = keys[:half]
    return keys.argsort(dim=-1)

# %% sorts whole numbers below 100: ties show in long orders | biased
def sample_order(length, *, batch=(), generator=None):
    return torch.randint(100, (*batch, length), generator=generator).argsort(dim=-1, stable=True)
