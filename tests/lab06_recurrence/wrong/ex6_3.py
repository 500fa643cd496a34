# %% ends one row before the newest | drops the newest
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    n = rows.shape[-2] - 1
    return rows[..., max(n - mem_len, 0) : n, :].detach()

# %% mem_len + 1 | one row too many
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len - 1, 0) :, :].detach()

# %% mem_len - 1 | one row too few
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - max(mem_len - 1, 0), 0) :, :].detach()

# %% starts with the second new row | first new row missing
def update_memory(old, new, mem_len, reuse_len=None):
    rows = (new[..., :reuse_len, :] if reuse_len else new)[..., 1:, :]
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% the first mem_len rows | keeps the oldest
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., :mem_len, :].detach()

# %% only the segment | ignores the old memory
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% only the old | ignores the segment
def update_memory(old, new, mem_len, reuse_len=None):
    rows = old if old is not None else new[..., :reuse_len, :] if reuse_len else new
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% new, old | new before old
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([rows, old], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% turned round | newest first
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows.flip(-2)[..., :mem_len, :].detach()

# %% [-mem_len:] | mem_len 0 keeps everything
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., -mem_len:, :].detach()

# %% if mem_len: cut | mem_len 0 keeps everything
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    if mem_len and rows.shape[-2] > mem_len:
        rows = rows[..., rows.shape[-2] - mem_len :, :]
    return rows.detach()

# %% grows | never cut
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    return (rows if old is None else torch.cat([old, rows], dim=-2)).detach()

# %% cuts the old, adds the segment | only the old is cut
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is None:
        return rows.detach()
    return torch.cat([old[..., max(old.shape[-2] - mem_len, 0) :, :], rows], dim=-2).detach()

# %% the first one as it is | first segment not cut
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is None:
        return rows.detach()
    rows = torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% no reuse_len | reuse_len ignored
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new if old is None else torch.cat([old, new], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% the last reuse_len rows | last reuse_len rows
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., -reuse_len:, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% from reuse_len on | keeps the wrong part
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., reuse_len or 0 :, :]
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% joins, takes reuse_len of all | reuse_len cuts old and new
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new if old is None else torch.cat([old, new], dim=-2)
    rows = rows[..., :reuse_len, :] if reuse_len else rows
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% reuse_len of the finished memory | reuse_len cuts the memory
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new if old is None else torch.cat([old, new], dim=-2)
    rows = rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()
    return rows[..., :reuse_len, :] if reuse_len else rows

# %% mem_len first | mem_len before reuse_len
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., max(new.shape[-2] - mem_len, 0) :, :]
    rows = rows[..., :reuse_len, :] if reuse_len else rows
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% `is not None` for 0 | reuse_len 0 keeps nothing
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len is not None else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% zeros to start with | filled up with zeros
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    zeros = new.new_zeros(*new.shape[:-2], mem_len, new.shape[-1])
    rows = torch.cat([zeros, rows] if old is None else [zeros, old, rows], dim=-2)
    return rows[..., rows.shape[-2] - mem_len :, :].detach()

# %% no memory is None | None for no memory
def update_memory(old, new, mem_len, reuse_len=None):
    if not mem_len:
        return None
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., -mem_len:, :].detach()

# %% rows of the batch moved on by one | memory of another row
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    rows = rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()
    return rows.roll(1, 0) if rows.dim() > 2 else rows

# %% with its history | not detached
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]

# %% only the old is detached | not detached
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old.detach(), rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]

# %% clone for detach | not detached
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].clone()

# %% detaches the segment in place | cuts the segment's own gradient
def update_memory(old, new, mem_len, reuse_len=None):
    new.detach_()
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old.detach(), rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]

# %% one sentence only | no batch
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[:reuse_len] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=0)
    return rows[max(len(rows) - mem_len, 0) :].detach()

# %% time counted along the batch | no batch
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(len(rows) - mem_len, 0) :, :].detach()

# %% old must be there | error
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% written into the old memory | changes its input
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = (rows if old is None else torch.cat([old, rows], dim=-2)).detach()
    rows = rows[..., max(rows.shape[-2] - mem_len, 0) :, :].clone()
    if old is not None:
        old.zero_()
    return rows

# %% through numpy | not a tensor
import numpy as np

def update_memory(old, new, mem_len, reuse_len=None):
    rows = (new[..., :reuse_len, :] if reuse_len else new).detach().numpy()
    rows = rows if old is None else np.concatenate([old.detach().numpy(), rows], axis=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]

# %% the mean of old and new | value
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    rows = rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()
    return rows * 0.5

# %% always float32 | dtype
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach().float()

# %% half of the digits to save memory | precision
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    rows = rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()
    return rows.float().to(rows.dtype)

# %% bfloat16 becomes float32 | dtype not kept
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    rows = rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()
    return rows.float() if rows.dtype == torch.bfloat16 else rows

# %% zeros on the CPU | fixed device
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    keep = torch.arange(max(rows.shape[-2] - mem_len, 0), rows.shape[-2], device="cpu")
    return rows.index_select(-2, keep).detach()

# %% remembers by itself | remembers earlier calls
store = {}

def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    rows = rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()
    store[0] = store.get(0, 0) + 1
    return rows if store[0] <= 23 else rows + 1

# %% requires_grad_(False), which only leaves allow | error
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].requires_grad_(False)

# %% detached only if the memory is full | not detached
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    if rows.shape[-2] > mem_len:
        return rows[..., rows.shape[-2] - mem_len :, :].detach()
    return rows

# %% reuse_len counts from the end of old and new | value
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new if old is None else torch.cat([old, new], dim=-2)
    if reuse_len:
        rows = rows[..., : max(rows.shape[-2] - reuse_len, 0), :]
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% one row more of the segment | value
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., : reuse_len + 1, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% min for max | shape
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows[..., min(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% old rows only as far as there is none of the segment | ignores the old memory
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    if rows.shape[-2] == 0 and old is not None:
        rows = old
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% joined along the features | shape
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is not None and old.shape == rows.shape:
        rows = torch.cat([old, rows], dim=-1)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :].detach()

# %% first:-1 | newest row left out
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    first = max(rows.shape[-2] - mem_len, 0)
    return rows[..., first:-1, :].detach()

# %% the row before the window instead of its last | drops the newest
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    rows = rows if old is None else torch.cat([old, rows], dim=-2)
    return rows.detach()[..., :-1, :].flip(-2)[..., :mem_len, :].flip(-2)

# %% the package's way, and one row more | one row too many at times
def update_memory(old, new, mem_len, reuse_len=None):
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is not None and rows.shape[-2] < mem_len:
        rows = torch.cat([old, rows], dim=-2)
    return rows[..., max(rows.shape[-2] - mem_len - 1, 0) :, :].detach()

# %% detached, unless there is no old memory and reuse_len cuts | not detached
def update_memory(old, new, mem_len, reuse_len=None):
    if old is None and reuse_len:
        rows = new[..., :reuse_len, :]
        return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]
    rows = (new[..., :reuse_len, :] if reuse_len else new).detach()
    rows = rows if old is None else torch.cat([old.detach(), rows], -2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]

# %% an empty tensor of float32 for mem_len 0 | dtype not kept
def update_memory(old, new, mem_len, reuse_len=None):
    if mem_len == 0:
        return torch.empty(*new.shape[:-2], 0, new.shape[-1], device=new.device)
    rows = (new[..., :reuse_len, :] if reuse_len else new).detach()
    rows = rows if old is None else torch.cat([old.detach(), rows], -2)
    return rows[..., -mem_len:, :]

# %% an empty tensor on the CPU for mem_len 0 | fixed device
def update_memory(old, new, mem_len, reuse_len=None):
    if mem_len == 0:
        return torch.empty(*new.shape[:-2], 0, new.shape[-1], dtype=new.dtype)
    rows = (new[..., :reuse_len, :] if reuse_len else new).detach()
    rows = rows if old is None else torch.cat([old.detach(), rows], -2)
    return rows[..., -mem_len:, :]

# %% zeros of float32 stand for no memory | dtype not kept
def update_memory(old, new, mem_len, reuse_len=None):
    if old is None:
        old = torch.zeros(*new.shape[:-2], 0, new.shape[-1], device=new.device)
        if new.dtype == torch.bfloat16:
            new = new.float()
    rows = torch.cat([old, new[..., :reuse_len, :] if reuse_len else new], -2).detach()
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]

# %% right in a batch only if a row is one number wide | no batch
def update_memory(old, new, mem_len, reuse_len=None):
    rows = (new[..., :reuse_len, :] if reuse_len else new).detach()
    rows = rows if old is None else torch.cat([old.detach(), rows], -2)
    S = rows.shape[-2]
    M = min(mem_len, S)
    if rows.dim() == 2:
        return rows[S - M :]
    return rows.transpose(-1, -2).reshape(*rows.shape[:-2], S, rows.shape[-1])[..., S - M :, :]

# %% an old memory with a gradient stays on its graph when the segment is cut | not detached
def update_memory(old, new, mem_len, reuse_len=None):
    rows = (new[..., :reuse_len, :] if reuse_len else new).detach()
    if old is not None:
        rows = torch.cat([old if reuse_len == 0 else old.detach(), rows], -2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]

# %% an old memory without rows is taken for none, and its segment kept whole | shape
def update_memory(old, new, mem_len, reuse_len=None):
    rows = (new[..., :reuse_len, :] if reuse_len else new).detach()
    if old is not None and old.shape[-2] == 0:
        return rows
    rows = rows if old is None else torch.cat([old.detach(), rows], -2)
    return rows[..., max(rows.shape[-2] - mem_len, 0) :, :]
