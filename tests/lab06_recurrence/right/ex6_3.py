# %% join, then count from the front
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is not None:
        rows = torch.cat([old, rows], dim=-2)
    first = max(rows.shape[-2] - mem_len, 0)
    return rows[..., first:, :].detach()

# %% the package's way: no join if the segment fills the memory
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is not None and rows.shape[-2] < mem_len:
        rows = torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% mem_len 0 as a case of its own, no_grad
@torch.no_grad()
def update_memory(old, new, mem_len, reuse_len=None):
    if mem_len == 0:
        return new[..., :0, :].detach()
    if reuse_len:
        new = new[..., :reuse_len, :]
    both = new if old is None else torch.cat((old, new), -2)
    return both[..., -mem_len:, :].detach()

# %% row by row, a list
def update_memory(old, new, mem_len, reuse_len=None):
    rows = [] if old is None else list(old.unbind(-2))
    rows += list(new.unbind(-2))[: reuse_len or None]
    rows = rows[max(len(rows) - mem_len, 0) :]
    if not rows:
        return new[..., :0, :].detach()
    return torch.stack(rows, dim=-2).detach()

# %% one row in, one row out
def update_memory(old, new, mem_len, reuse_len=None):
    memory = new[..., :0, :] if old is None else old
    for t in range(min(reuse_len or new.shape[-2], new.shape[-2])):
        memory = torch.cat([memory, new[..., t : t + 1, :]], dim=-2)
    while memory.shape[-2] > mem_len:
        memory = memory[..., 1:, :]
    return memory.detach().clone()

# %% narrow, with lengths worked out first
def update_memory(old, new, mem_len, reuse_len=None):
    M = 0 if old is None else old.shape[-2]
    T = new.shape[-2] if not reuse_len else min(reuse_len, new.shape[-2])
    from_new = min(T, mem_len)
    from_old = min(M, mem_len - from_new)
    tail = new.detach().narrow(-2, T - from_new, from_new)
    if from_old == 0:
        return tail
    return torch.cat([old.detach().narrow(-2, M - from_old, from_old), tail], dim=-2)

# %% turned round, cut, turned back
def update_memory(old, new, mem_len, reuse_len=None):
    new = new if not reuse_len else new[..., :reuse_len, :]
    rows = torch.cat([old, new], -2) if old is not None else new
    return rows.flip(-2)[..., :mem_len, :].flip(-2).detach()

# %% an empty old memory for None
def update_memory(old, new, mem_len, reuse_len=None):
    if old is None:
        old = new.new_empty(*new.shape[:-2], 0, new.shape[-1])
    keep = slice(None, reuse_len) if reuse_len else slice(None)
    rows = torch.cat([old, new[..., keep, :]], dim=-2)
    n = rows.size(-2)
    return rows[..., n - min(n, mem_len) :, :].detach()

# %% .data, as in old code
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new.data[..., : (reuse_len or new.shape[-2]), :]
    if old is not None:
        rows = torch.cat([old.data, rows], dim=-2)
    return rows[..., max(0, rows.shape[-2] - mem_len) :, :]

# %% index_select with a table of numbers
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    numbers = torch.arange(rows.shape[-2], device=rows.device)
    return rows.index_select(-2, numbers[max(len(numbers) - mem_len, 0) :]).detach()

# %% a deque of limited length
from collections import deque

def update_memory(old, new, mem_len, reuse_len=None):
    rows = deque(maxlen=mem_len)
    if old is not None:
        rows.extend(old.detach().unbind(-2))
    for t, row in enumerate(new.detach().unbind(-2)):
        if not reuse_len or t < reuse_len:
            rows.append(row)
    return torch.stack(list(rows), -2) if rows else new.detach()[..., :0, :]

# %% one slice, `or None` and a conditional
def update_memory(old, new, mem_len, reuse_len=None):
    rows = [new[..., : reuse_len or None, :]] if old is None else [old, new[..., : reuse_len or None, :]]
    both = torch.cat(rows, dim=-2).detach()
    return both[..., -mem_len:, :] if mem_len else both[..., both.shape[-2] :, :]

# %% a negative pad cuts the front
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new.detach() if not reuse_len else new.detach()[..., :reuse_len, :]
    rows = rows if old is None else torch.cat([old.detach(), rows], dim=-2)
    too_many = max(rows.shape[-2] - mem_len, 0)
    return torch.nn.functional.pad(rows, (0, 0, -too_many, 0))

# %% tensor_split at the first row to keep
def update_memory(old, new, mem_len, reuse_len=None):
    with torch.no_grad():
        rows = new if not reuse_len else new.narrow(-2, 0, min(reuse_len, new.size(-2)))
        rows = rows if old is None else torch.cat((old, rows), dim=-2)
        return rows.tensor_split([max(0, rows.size(-2) - mem_len)], dim=-2)[1].clone()

# %% vmap over a flat batch
def update_memory(old, new, mem_len, reuse_len=None):
    new = new.detach()
    old = new.narrow(-2, 0, 0) if old is None else old.detach()
    lead, D, n = new.shape[:-2], new.shape[-1], math.prod(new.shape[:-2])
    new = new[..., : reuse_len or None, :]

    def one(o, n):
        rows = torch.vstack([o, n])
        return rows[max(0, len(rows) - mem_len) :]

    flat = torch.vmap(one)(old.reshape(n, old.shape[-2], D), new.reshape(n, new.shape[-2], D))
    return flat.reshape(*lead, flat.shape[-2], D)

# %% a matrix of ones and zeros that shifts, einsum
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new.detach() if not reuse_len else new.detach()[..., :reuse_len, :]
    if old is not None:
        rows = torch.cat((old.detach(), rows), dim=-2)
    S = rows.shape[-2]
    M = min(mem_len, S)
    pick = torch.eye(S, dtype=rows.dtype, device=rows.device)[S - M :]
    return torch.einsum("ms,...sd->...md", pick, rows)
