# %% no gradient looked at | misses: does not detach
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None, 0, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% no batch | misses: gives each row of a batch its neighbour's old memory
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None, 0, 1, 2):
                    old = None if M is None else torch.arange(1.0, M + 1)[:, None]
                    new = torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% the old memory not looked at afterwards | misses: writes into the old memory
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None, 0, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([(row + torch.arange(1.0, M + 1)[:, None]), kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% no mem_len 0 | misses: keeps everything when mem_len is 0
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(1, 8):
                for reuse_len in (None, 0, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% reuse_len None only | misses: ignores reuse_len
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None,):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% reuse_len 0 left out | misses: takes reuse_len 0 for nothing
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% always with old memory | misses: does not cut the first segment
def memory_is_right(update):
    for M in (2, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None, 0, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% never with old memory | misses: ignores the segment
def memory_is_right(update):
    for M in (None,):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None, 0, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% mem_len never longer than the segment | misses: ignores the old memory
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (5,):
            for mem_len in (0, 1, 3, 5):
                for reuse_len in (None, 0, 5):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% mem_len always longer than everything | misses: keeps the oldest rows
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in (20,):
                for reuse_len in (None, 0, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% the shape only | misses: ignores the segment
def memory_is_right(update):
    for mem_len in (1, 2, 3):
        if update(torch.randn(2, 3, 2), torch.randn(2, 4, 2), mem_len).shape != (2, mem_len, 2):
            return False
    return True

# %% always True | tells nothing apart
def memory_is_right(update):
    return True

# %% always False | tells nothing apart
def memory_is_right(update):
    return False

# %% the newest row only | misses: does not detach
def memory_is_right(update):
    for mem_len in (1, 3, 5):
        new = torch.randn(2, 4, 2)
        old = torch.randn(2, 3, 2)
        got = update(old, new, mem_len, 0)
        if got.shape[1] == 0 or not torch.equal(got[:, -1], new[:, -1]):
            return False
        first = update(old, new, mem_len, 2)
        want = torch.cat([old, new[:, :2]], dim=1)[:, -mem_len:]
        if not torch.equal(first, want):
            return False
    return True

# %% the wrong way round | the wrong way round
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for T in (1, 3, 4):
            for mem_len in range(8):
                for reuse_len in (None, 0, 1, 2):
                    row = 1000.0 * torch.arange(3)[:, None, None]
                    old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                    new = row + torch.arange(101.0, 101 + T)[:, None]
                    new.requires_grad_()
                    before = None if old is None else old.clone()
                    got = update(old, new, mem_len, reuse_len)
                    if got.requires_grad:
                        return True
                    if old is not None and not torch.equal(old, before):
                        return True
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return True
    return False

# %% requires_grad must be True | rejects a right one
def memory_is_right(update):
    new = torch.randn(2, 3, 2, requires_grad=True)
    return update(None, new, 2).requires_grad

# %% prints | no verdict
def memory_is_right(update):
    print(update(None, torch.randn(2, 3, 2), 2))

# %% expects zeros at first | rejects a right one
def memory_is_right(update):
    got = update(None, torch.ones(2, 2, 1), 4)
    return got.shape == (2, 4, 1)

# %% asserts instead of an answer | error
def memory_is_right(update):
    assert update(None, torch.ones(2, 4, 1), 2).shape == (2, 2, 1)
    return True

# %% equal to itself | tells nothing apart
def memory_is_right(update):
    old, new = torch.randn(2, 3, 2), torch.randn(2, 4, 2)
    return torch.equal(update(None, new, 5), update(None, new, 5))

# %% one row of the batch only | misses: gives each row of a batch its neighbour's old memory
def memory_is_right(update):
    for M, T, mem_len, reuse in [(2, 3, 4, 1), (2, 3, 4, 0), (2, 3, 9, None), (5, 3, 2, 2), (3, 4, 0, None), (None, 4, 2, None), (None, 2, 5, None)]:
        old = None if M is None else torch.randn(1, M, 2)
        copy = None if M is None else old.clone()
        new = torch.randn(1, T, 2, requires_grad=True)
        got = update(old, new, mem_len, reuse)
        rows = new.detach()[:, : reuse or T]
        rows = rows if old is None else torch.cat([copy, rows], dim=1)
        if got.requires_grad or not torch.equal(got, rows[:, max(rows.shape[1] - mem_len, 0) :]):
            return False
        if old is not None and not torch.equal(old, copy):
            return False
    return True

# %% small memories only | misses: does not cut the first segment
def memory_is_right(update):
    for mem_len in (4, 6, 0):
        for reuse in (None, 0, 2):
            old, new = torch.randn(2, 3, 2), torch.randn(2, 4, 2, requires_grad=True)
            was = old.clone()
            got = update(old, new, mem_len, reuse)
            rows = torch.cat([was, new[:, : reuse or 4]], dim=1)
            if got.requires_grad or not torch.equal(got, rows[:, rows.shape[1] - min(mem_len, rows.shape[1]) :]):
                return False
            if not torch.equal(old, was):
                return False
    return True

# %% only the first and the last row | misses: keeps the oldest rows
def memory_is_right(update):
    old, new = torch.randn(2, 3, 2), torch.randn(2, 4, 2)
    got = update(old, new, 7, None)
    if got.shape[1] == 0:
        return False
    return torch.equal(got[:, 0], old[:, 0]) and torch.equal(got[:, -1], new[:, -1])

# %% sums, which do not see the order | misses: keeps the oldest rows
def memory_is_right(update):
    old, new = torch.ones(2, 3, 2), torch.ones(2, 4, 2)
    return float(update(old, new, 5, None).sum()) == 20 and float(update(None, new, 2, None).sum()) == 8

# %% sorted lists: the order of the rows goes unseen | misses: turns the rows round
def memory_is_right(update):
    for M in (None, 0, 1, 3, 5):
        for mem_len in range(9):
            for reuse in (None, 0, 1, 2):
                row = 1000.0 * torch.arange(3)[:, None, None]
                old = None if M is None else row + torch.arange(1.0, M + 1)[:, None]
                new = (row + torch.arange(101.0, 105.0)[:, None]).requires_grad_()
                before = None if M is None else old.clone()
                got = update(old, new, mem_len, reuse)
                if got.requires_grad or (M is not None and not torch.equal(old, before)):
                    return False
                for b in range(3):
                    want = [] if M is None else before[b, :, 0].tolist()
                    want += new[b, : reuse or 4, 0].tolist()
                    want = want[max(len(want) - mem_len, 0) :]
                    if sorted(got[b, :, 0].tolist()) != want:
                        return False
    return True

# %% one input | misses: keeps everything when mem_len is 0
def memory_is_right(update):
    old = torch.arange(1.0, 19.0).reshape(3, 3, 2)
    before = old.clone()
    new = torch.arange(101.0, 125.0).reshape(3, 4, 2).requires_grad_()
    got = update(old, new, 4, 2)
    want = torch.cat([before, new[:, :2]], 1)[:, -4:]
    return not got.requires_grad and torch.equal(got, want) and torch.equal(old, before)

# %% compares with a function of its own that forgets reuse_len 0 | rejects a right one
def memory_is_right(update):
    for reuse in (None, 0, 2):
        for mem_len in (0, 3, 6):
            old, new = torch.randn(2, 3, 1), torch.randn(2, 4, 1, requires_grad=True)
            want = torch.cat([old, new[:, :reuse]], 1)
            want = want[:, max(want.shape[1] - mem_len, 0) :]
            got = update(old, new, mem_len, reuse)
            if got.requires_grad or not torch.equal(got, want):
                return False
    return True
