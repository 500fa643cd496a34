# %% the package's way, with lab 01's functions
from xlnet_mini.permutation import order_to_rank, sample_order

def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    parts, start = [], 0
    for part_length in (reuse_len, length - reuse_len):
        order = sample_order(perm_size, batch=batch, generator=generator)
        for block_start in range(0, part_length, perm_size):
            n = min(perm_size, part_length - block_start)
            kept = order.gather(-1, (order >= n).long().argsort(dim=-1, stable=True))[..., :n]
            parts.append(start + block_start + order_to_rank(kept))
        start += part_length
    return torch.cat(parts, dim=-1)

# %% random numbers, sorted twice in each block
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    blocks, start = [], 0
    for n in (reuse_len, length - reuse_len):
        keys = torch.rand(*batch, perm_size, generator=generator, dtype=torch.float64)
        for at in range(0, n, perm_size):
            blocks.append(start + at + keys[..., : n - at].argsort(-1).argsort(-1))
        start += n
    return torch.cat(blocks, dim=-1)

# %% no loop over blocks: block number plus a random fraction
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    keys = []
    for p, n in enumerate((reuse_len, length - reuse_len)):
        key = torch.rand(*batch, perm_size, generator=generator, dtype=torch.float64)
        place = torch.arange(n)
        keys.append(1e6 * p + place // perm_size + key[..., place % perm_size])
    return torch.cat(keys, dim=-1).argsort(-1).argsort(-1)

# %% row by row with randperm
def one_row(length, perm_size, reuse_len, generator):
    rank, start = [], 0
    for n in (reuse_len, length - reuse_len):
        order = torch.randperm(perm_size, generator=generator).tolist()
        for at in range(0, n, perm_size):
            here = [p for p in order if at + p < n]
            rank += [start + at + here.index(p) for p in range(len(here))]
        start += n
    return rank

def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    rows = [one_row(length, perm_size, reuse_len, generator) for _ in range(math.prod(batch))]
    return torch.tensor(rows, dtype=torch.int64).reshape(*batch, length)

# %% takes the order itself for the rank: just as random
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out = torch.empty(*batch, length, dtype=torch.int64)
    for start, end in ((0, reuse_len), (reuse_len, length)):
        sigma = torch.rand(*batch, perm_size, generator=generator).argsort(-1)
        for a in range(start, end, perm_size):
            b = min(a + perm_size, end)
            out[..., a:b] = a + sigma[..., : b - a].argsort(-1).argsort(-1)
    return out

# %% fills the first part, then the second, with a helper
def part(n, perm_size, batch, generator):
    sigma = torch.rand(*batch, perm_size, generator=generator).argsort(-1)
    times = -(-n // perm_size)
    wide = torch.cat([sigma + perm_size * c for c in range(times)], dim=-1)[..., :n]
    return wide.argsort(-1).argsort(-1)

def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    rest = part(length - reuse_len, perm_size, batch, generator) if length > reuse_len else None
    if not reuse_len:
        return rest
    first = part(reuse_len, perm_size, batch, generator)
    return first if rest is None else torch.cat([first, reuse_len + rest], dim=-1)

# %% numpy, seeded from the generator
import numpy as np

def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    random = np.random.default_rng(int(torch.randint(2**62, (), generator=generator)))
    out = np.empty((*batch, length), dtype=np.int64)
    for start, end in ((0, reuse_len), (reuse_len, length)):
        key = random.random((*batch, perm_size))
        for a in range(start, end, perm_size):
            b = min(a + perm_size, end)
            out[..., a:b] = a + key[..., : b - a].argsort(-1).argsort(-1)
    return torch.from_numpy(out)

# %% only draws for parts that are there
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    rank = torch.zeros(*batch, length, dtype=torch.int64)
    for start, n in ((0, reuse_len), (reuse_len, length - reuse_len)):
        if n == 0:
            continue
        m = min(perm_size, n)
        sigma = torch.rand(*batch, m, generator=generator).argsort(-1)
        for p in range(n):
            c, u = divmod(p, m)
            alive = sigma if (c + 1) * m <= n else sigma.masked_fill(torch.arange(m) >= n - c * m, m)
            rank[..., start + p] = start + c * m + (alive < alive[..., u : u + 1]).sum(-1)
    return rank

# %% multinomial without replacement gives an order; batch of blocks by broadcasting
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    rows = math.prod(batch)
    def part(start, n):
        order = torch.ones(rows, perm_size).multinomial(perm_size, generator=generator)
        rank = torch.zeros_like(order).scatter_(1, order, torch.arange(perm_size).expand_as(order))
        key = rank.repeat(1, -(-n // perm_size))[:, :n] + perm_size * (torch.arange(n) // perm_size)
        return start + (key[:, None, :] < key[:, :, None]).sum(-1)
    return torch.cat([part(0, reuse_len), part(reuse_len, length - reuse_len)], 1).reshape(*batch, length)
