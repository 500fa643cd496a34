# %% not turned round | the other rows
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.masked_fill(~rows[:, None, None], 0) for mem in mems]

# %% torch.where with its branches exchanged | the other rows
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [torch.where(rows[:, None, None], mem, torch.zeros_like(mem)) for mem in mems]

# %% all forget | all rows
def reset_memory(mems, rows):
    if mems is None or not rows.any():
        return mems
    return [torch.zeros_like(mem) for mem in mems]

# %% only the first layer | first layer only
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mems[0].masked_fill(rows[:, None, None], 0), *mems[1:]]

# %% a copy is changed, the old one returned | nothing forgotten
def reset_memory(mems, rows):
    if mems is None:
        return None
    for mem in mems:
        mem = mem.clone()
        mem[rows] = 0
    return mems

# %% takes the rows out | rows taken out
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem[~rows] for mem in mems]

# %% mask along the time | time for batch
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.masked_fill(rows[:, None], 0) for mem in mems]

# %% as many rows as have ended | counted, not looked up
def reset_memory(mems, rows):
    if mems is None:
        return None
    out = [mem.clone() for mem in mems]
    for mem in out:
        mem[: int(rows.sum())] = 0
    return out

# %% the last row of memory | newest row only
def reset_memory(mems, rows):
    if mems is None:
        return None
    out = [mem.clone() for mem in mems]
    for mem in out:
        if mem.shape[1]:
            mem[rows, -1] = 0
    return out

# %% times 0 | multiplies
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem * (~rows)[:, None, None] for mem in mems]

# %% in place | changes its input
def reset_memory(mems, rows):
    if mems is None:
        return None
    for mem in mems:
        mem[rows] = 0
    return mems

# %% masked_fill_ | changes its input
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.masked_fill_(rows[:, None, None], 0) for mem in mems]

# %% None is not expected | error
def reset_memory(mems, rows):
    return [mem.masked_fill(rows[:, None, None], 0) for mem in mems]

# %% None only, if one has ended | type
def reset_memory(mems, rows):
    if mems is None or rows.any():
        return None
    return mems

# %% a stack for the list | type
def reset_memory(mems, rows):
    if mems is None:
        return None
    return torch.stack(mems).masked_fill(rows[:, None, None], 0)

# %% no memory is an empty list | type
def reset_memory(mems, rows):
    return [mem.masked_fill(rows[:, None, None], 0) for mem in mems or []]

# %% the mask as it is | error
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.masked_fill(rows, 0) for mem in mems]

# %% double all the way | value
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.double().masked_fill(rows[:, None, None], 0) for mem in mems]

# %% zeros of float32 put in place | fixed device
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [torch.where(rows[:, None, None], torch.zeros(mem.shape, dtype=mem.dtype, device="cpu"), mem) for mem in mems]

# %% view, in memory order | memory layout
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.view(len(rows), -1).masked_fill(rows[:, None], 0).view(mem.shape) for mem in mems]

# %% a shallow copy of the list | changes its input
def reset_memory(mems, rows):
    if mems is None:
        return None
    mems = list(mems)
    for mem in mems:
        mem[rows] = 0
    return mems

# %% ones for zeros | value
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.masked_fill(rows[:, None, None], 1) for mem in mems]

# %% fills with a number that says nothing, NaN | value
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.masked_fill(rows[:, None, None], float("nan")) for mem in mems]

# %% zeros of float32 beside the memory: bfloat16 becomes float32 | dtype not kept
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [torch.where(rows[:, None, None], torch.zeros(1, device=mem.device), mem) for mem in mems]

# %% a batch of one is never reset | value
def reset_memory(mems, rows):
    if mems is None:
        return None
    keep = (~rows).squeeze() if len(rows) > 1 else torch.ones(1, dtype=torch.bool, device=rows.device)
    return [mem.masked_fill(~keep[:, None, None], 0) for mem in mems]

# %% nan_to_num: mends the rows that go on as well | value
def reset_memory(mems, rows):
    if mems is None:
        return None
    return [mem.nan_to_num(0.0, 0.0, 0.0) * (~rows)[:, None, None] for mem in mems]
