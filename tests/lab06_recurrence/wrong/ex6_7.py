# %% one order for the part | no blocks
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    parts, start = [], 0
    for n in (reuse_len, length - reuse_len):
        parts.append(start + torch.rand(*batch, n, generator=generator).argsort(-1))
        start += n
    return torch.cat(parts, dim=-1)

# %% an order for the whole row | reuse_len ignored
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    key = torch.rand(*batch, perm_size, generator=generator)
    blocks = [a + key[..., : length - a].argsort(-1).argsort(-1) for a in range(0, length, perm_size)]
    return torch.cat(blocks, dim=-1)

# %% permutation of everything | no blocks
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    return torch.rand(*batch, length, generator=generator).argsort(-1)

# %% no block's start added | every block from 0
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    blocks = []
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        blocks += [key[..., : n - a].argsort(-1).argsort(-1) for a in range(0, n, perm_size)]
    return torch.cat(blocks, dim=-1)

# %% reuse_len not added | second part from 0
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    blocks = []
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        blocks += [a + key[..., : n - a].argsort(-1).argsort(-1) for a in range(0, n, perm_size)]
    return torch.cat(blocks, dim=-1)

# %% arange | not shuffled
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    return torch.arange(length).expand(*batch, length).clone()

# %% last block first | blocks from right to left
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        for a in range(0, n, perm_size):
            b = min(a + perm_size, n)
            out.append(start + n - b + key[..., : b - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% blocks in a random order | blocks are shuffled
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    rank, start = torch.arange(length), 0
    for n in (reuse_len, length - reuse_len):
        if n:
            blocks = torch.arange(start, start + n).split(perm_size)
            order = torch.randperm(len(blocks), generator=generator).tolist()
            rank[torch.cat([blocks[o] for o in order])] = torch.arange(start, start + n)
        start += n
    return rank.expand(*batch, length).clone()

# %% drawn in the inner loop | a new order for each block
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        for a in range(0, n, perm_size):
            b = min(a + perm_size, n)
            out.append(start + a + torch.rand(*batch, b - a, generator=generator).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% drawn before the loop | one order for both parts
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    key = torch.rand(*batch, perm_size, generator=generator)
    for n in (reuse_len, length - reuse_len):
        for a in range(0, n, perm_size):
            out.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% repeated for the batch | one order for all
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(perm_size, generator=generator)
        for a in range(0, n, perm_size):
            out.append(start + a + key[: n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1).expand(*batch, length).clone()

# %% a new draw for the last block | last block drawn anew
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        for a in range(0, n, perm_size):
            m = min(perm_size, n - a)
            mine = key if m == perm_size else torch.rand(*batch, m, generator=generator)
            out.append(start + a + mine.argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% what is left over stays | last block not shuffled
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        for a in range(0, n, perm_size):
            m = min(perm_size, n - a)
            mine = key.argsort(-1) if m == perm_size else torch.arange(m).expand(*batch, m)
            out.append(start + a + mine)
        start += n
    return torch.cat(out, dim=-1)

# %% the generator is not passed on | ignores the generator
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size)
        for a in range(0, n, perm_size):
            out.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% seeds anew each time | restarts the generator
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    generator = torch.Generator().manual_seed(generator.initial_seed() if generator else 0)
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        for a in range(0, n, perm_size):
            out.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% seeds torch from the generator | reseeds the global state
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    if generator is not None:
        torch.manual_seed(int(torch.randint(2**40, (), generator=generator)))
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size)
        for a in range(0, n, perm_size):
            out.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% whole blocks only, cut off at the end | not a permutation
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        order = torch.rand(*batch, perm_size, generator=generator).argsort(-1)
        for a in range(0, n, perm_size):
            out.append(start + a + order[..., : n - a])
        start += n
    return torch.cat(out, dim=-1)

# %% perm_size must divide | error
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        order = torch.rand(*batch, 1, perm_size, generator=generator).argsort(-1)
        block = torch.arange(n).view(-1, perm_size)[:, :1]
        out.append(start + (block + order).flatten(-2))
        start += n
    return torch.cat(out, dim=-1)

# %% the biased shuffle | biased
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        order = torch.arange(perm_size).expand(*batch, perm_size).clone()
        for i in range(perm_size):
            j = torch.randint(perm_size, (*batch, 1), generator=generator)
            here, there = order[..., i : i + 1].clone(), order.gather(-1, j)
            order.scatter_(-1, j, here)
            order[..., i : i + 1] = there
        for a in range(0, n, perm_size):
            out.append(start + a + order[..., : n - a].argsort(-1) if n - a >= perm_size else start + a + order.argsort(-1).masked_fill(torch.arange(perm_size) >= n - a, 99).argsort(-1)[..., : n - a].argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% floats | dtype
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0.0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        for a in range(0, n, perm_size):
            out.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% batch forgotten | no batch
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(perm_size, generator=generator)
        for a in range(0, n, perm_size):
            out.append(start + a + key[: n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% the orders are only rotations | biased
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        turn = torch.randint(perm_size, (*batch, 1), generator=generator)
        order = (torch.arange(perm_size) + turn) % perm_size
        for a in range(0, n, perm_size):
            out.append(start + a + order[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% a part shorter than perm_size stays | last block not shuffled
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        for a in range(0, n, perm_size):
            mine = key[..., : n - a].argsort(-1).argsort(-1)
            out.append(start + a + (mine if n >= perm_size else torch.arange(n).expand(*batch, n)))
        start += n
    return torch.cat(out, dim=-1)

# %% the second part turned round from the first | biased
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    key = torch.rand(*batch, perm_size, generator=generator)
    for n, sign in ((reuse_len, 1), (length - reuse_len, -1)):
        for a in range(0, n, perm_size):
            out.append(start + a + (sign * key[..., : n - a]).argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% every second row is its neighbour's | rows depend on each other
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        if batch and batch[-1] > 5:
            key[..., 1::2, :] = key[..., 0::2, :][..., : key[..., 1::2, :].shape[-2], :]
        for a in range(0, n, perm_size):
            out.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% numpy's global state | ignores the generator
import numpy as np

def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.from_numpy(np.random.rand(*batch, perm_size))
        for a in range(0, n, perm_size):
            out.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
        start += n
    return torch.cat(out, dim=-1)

# %% the order of the last block first in the row | other blocks
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    out, start = [], 0
    for n in (reuse_len, length - reuse_len):
        key = torch.rand(*batch, perm_size, generator=generator)
        blocks = [start + a + key[..., : n - a].argsort(-1).argsort(-1) for a in range(0, n, perm_size)]
        out += blocks[1:] + blocks[:1]
        start += n
    return torch.cat(out, dim=-1)

# %% the first axis of a batch shares its orders | rows alike
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    pieces = []
    for start, n in ((0, reuse_len), (reuse_len, length - reuse_len)):
        key = torch.rand(*batch[-1:], perm_size, generator=generator, dtype=torch.float64).expand(*batch, perm_size)
        for a in range(0, n, perm_size):
            pieces.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
    return torch.cat(pieces, -1)

# %% half of the batch is drawn, and then repeated | rows alike
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    rows = math.prod(batch)
    half = -(-rows // 2)
    pieces = []
    for start, n in ((0, reuse_len), (reuse_len, length - reuse_len)):
        key = torch.rand(half, perm_size, generator=generator, dtype=torch.float64).repeat(2, 1)[:rows]
        for a in range(0, n, perm_size):
            pieces.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
    return torch.cat(pieces, -1).reshape(*batch, length)

# %% the second part is drawn without the batch | one order for all
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    pieces = []
    for start, n, lead in ((0, reuse_len, batch), (reuse_len, length - reuse_len, ())):
        key = torch.rand(*lead, perm_size, generator=generator, dtype=torch.float64).expand(*batch, perm_size)
        for a in range(0, n, perm_size):
            pieces.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
    return torch.cat(pieces, -1)

# %% without a generator the clock decides | ignores torch's seed
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    if generator is None:
        generator = torch.Generator()
        generator.seed()
    pieces = []
    for start, n in ((0, reuse_len), (reuse_len, length - reuse_len)):
        key = torch.rand(*batch, perm_size, generator=generator, dtype=torch.float64)
        for a in range(0, n, perm_size):
            pieces.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
    return torch.cat(pieces, -1)

# %% long blocks are only turned, short ones shuffled | biased
def block_ranks(length, perm_size, reuse_len=0, *, batch=(), generator=None):
    pieces = []
    for start, n in ((0, reuse_len), (reuse_len, length - reuse_len)):
        key = torch.rand(*batch, perm_size, generator=generator, dtype=torch.float64)
        if perm_size > 20:
            key = (torch.arange(perm_size) + (key[..., :1] * perm_size).long()) % perm_size
        for a in range(0, n, perm_size):
            pieces.append(start + a + key[..., : n - a].argsort(-1).argsort(-1))
    return torch.cat(pieces, -1)
