# %% masked_fill
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.masked_fill(rows[:, None, None], 0) for mem in mems]

# %% torch.where
def reset_memory(mems, rows):
    if mems is None:
        return None
    ended = rows.reshape(-1, 1, 1)
    return [torch.where(ended, torch.zeros_like(mem), mem) for mem in mems]

# %% a copy, then indexing
def reset_memory(mems, rows):
    if mems is None:
        return mems
    out = []
    for mem in mems:
        mem = mem.clone()
        mem[rows] = 0
        out.append(mem)
    return out

# %% row by row
def reset_memory(mems, rows):
    if mems is None:
        return None
    new = []
    for mem in mems:
        new.append(torch.stack([torch.zeros_like(m) if ended else m for m, ended in zip(mem, rows)]))
    return new

# %% index_fill, a tuple
def reset_memory(mems, rows):
    if mems is None:
        return None
    return tuple(mem.index_fill(0, rows.nonzero().squeeze(1), 0.0) for mem in mems)

# %% a view of the mask for each memory
def reset_memory(mems, rows):
    return mems and [mem.masked_fill(rows.view(len(rows), 1, 1).expand_as(mem), 0.0) for mem in mems]

# %% stack, change, take apart
def reset_memory(mems, rows):
    if mems is None:
        return None
    all_mems = torch.stack(list(mems)).clone()
    all_mems[:, rows] = 0
    return list(all_mems)

# %% nothing to do, nothing copied
def reset_memory(mems, rows):
    if mems is None or not any(rows):
        return mems
    return [torch.where(rows[:, None, None], 0, mem) for mem in mems]

# %% vmap over rows
def reset_memory(mems, rows):
    if mems is None:
        return None
    forget = torch.vmap(lambda m, r: torch.where(r, torch.zeros_like(m), m))
    return [forget(m, rows) for m in mems]
