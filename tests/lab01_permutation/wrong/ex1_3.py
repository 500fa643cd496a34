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

# %% keys along the wrong dimension | sorts across the batch
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

# %% python's random with one of a thousand seeds | repeats itself
import random

def sample_order(length, *, batch=(), generator=None):
    rng = random.Random(int(torch.randint(1000, (), generator=generator)))
    rows = [rng.sample(range(length), length) for _ in range(math.prod(batch))]
    return torch.tensor(rows).reshape(*batch, length)

# %% one of a thousand seeds for each row | repeats itself
import random

def sample_order(length, *, batch=(), generator=None):
    seeds = torch.randint(1000, (math.prod(batch),), generator=generator).tolist()
    rows = [random.Random(s).sample(range(length), length) for s in seeds]
    return torch.tensor(rows).reshape(*batch, length)

# %% sorts whole numbers below 1000 | biased
def sample_order(length, *, batch=(), generator=None):
    return torch.randint(1000, (*batch, length), generator=generator).argsort(dim=-1, stable=True)

# %% sorts whole numbers below 10000 | biased
def sample_order(length, *, batch=(), generator=None):
    return torch.randint(10_000, (*batch, length), generator=generator).argsort(dim=-1, stable=True)

# %% sorts half-precision numbers | biased
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).half().argsort(dim=-1, stable=True)

# %% goes on by the seed, not by the state | restarts the generator
def sample_order(length, *, batch=(), generator=None):
    if generator is None:
        return torch.rand(*batch, length).argsort(dim=-1)
    order = torch.rand(*batch, length, generator=torch.Generator().manual_seed(generator.initial_seed())).argsort(dim=-1)
    generator.manual_seed(generator.initial_seed() + 1)
    return order

# %% the same buffer for every call | overwrites earlier results
_buffers = {}

def sample_order(length, *, batch=(), generator=None):
    buffer = _buffers.setdefault((batch, length), torch.empty(*batch, length, dtype=torch.int64))
    return buffer.copy_(torch.rand(*batch, length, generator=generator).argsort(dim=-1))

# %% shuffles on where the last call stopped | ignores the generator
_orders = {}

def sample_order(length, *, batch=(), generator=None):
    order = _orders.setdefault((batch, length), torch.arange(length).expand(*batch, length).clone())
    keys = torch.rand(*batch, length, generator=generator)
    _orders[batch, length] = order.gather(-1, keys.argsort(dim=-1))
    return _orders[batch, length].clone()

# %% one randperm, each row rotated by chance | only rotations
def sample_order(length, *, batch=(), generator=None):
    base = torch.randperm(length, generator=generator)
    turn = torch.randint(length, (*batch, 1), generator=generator)
    return base[(torch.arange(length) + turn) % length]

# %% a row is the one before, with one swap | rows depend on each other
def sample_order(length, *, batch=(), generator=None):
    rows = [torch.randperm(length, generator=generator)]
    for _ in range(math.prod(batch) - 1):
        row = rows[-1].clone()
        i, j = torch.randint(length, (2,), generator=generator).tolist()
        row[[i, j]] = row[[j, i]]
        rows.append(row)
    return torch.stack(rows).reshape(*batch, length)

# %% the same orders for every entry of the first batch dimension | one order for all
def sample_order(length, *, batch=(), generator=None):
    keys = torch.rand(*batch[1:], length, generator=generator)
    return keys.argsort(dim=-1).expand(*batch, length).clone()

# %% a dozen random swaps of neighbours | only rotations
def sample_order(length, *, batch=(), generator=None):
    order = torch.arange(length).expand(*batch, length).clone()
    for _ in range(12 if length > 1 else 0):
        i = torch.randint(length - 1, (*batch, 1), generator=generator)
        a, b = order.gather(-1, i), order.gather(-1, i + 1)
        order.scatter_(-1, i, b)
        order.scatter_(-1, i + 1, a)
    return order

# %% seed from the clock | ignores the generator
import time

def sample_order(length, *, batch=(), generator=None):
    rng = np.random.default_rng(time.time_ns())
    return torch.from_numpy(rng.permuted(np.tile(np.arange(length), (*batch, 1)), axis=-1)).reshape(*batch, length)

# %% the generator's state as a seed, never moved on | restarts the generator
def sample_order(length, *, batch=(), generator=None):
    seed = int(generator.get_state().sum()) if generator else 0
    return torch.rand(*batch, length, generator=torch.Generator().manual_seed(seed)).argsort(dim=-1)

# %% batch as one number | error
def sample_order(length, *, batch=1, generator=None):
    return torch.stack([torch.randperm(length, generator=generator) for _ in range(batch)])

# %% forgets the return | not a tensor
def sample_order(length, *, batch=(), generator=None):
    torch.rand(*batch, length, generator=generator).argsort(dim=-1)

# %% fair for all but the last position | biased
def sample_order(length, *, batch=(), generator=None):
    order = torch.rand(*batch, length - 1, generator=generator).argsort(dim=-1)
    last = torch.full((*batch, 1), length - 1)
    return torch.cat([order, last], dim=-1)

# %% sorts whole numbers below 100 by a sort that is not stable | biased
def sample_order(length, *, batch=(), generator=None):
    return torch.randint(100, (*batch, length), generator=generator).argsort(-1)

# %% values and places | values and places
def sample_order(length, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).sort(-1)

# %% a seed inside | always the same
def sample_order(length, *, batch=(), generator=None):
    generator = torch.Generator().manual_seed(0)
    return torch.rand(*batch, length, generator=generator).argsort(-1)

# %% one row for each of batch[0] | error
def sample_order(length, *, batch=(), generator=None):
    return torch.stack([torch.randperm(length, generator=generator) for _ in range(batch[0])])
