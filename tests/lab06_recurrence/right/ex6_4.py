# %% every size, a batch, gradient and input
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
                        return False
                    if old is not None and not torch.equal(old, before):
                        return False
                    kept = new[..., :reuse_len, :] if reuse_len else new
                    want = kept if old is None else torch.cat([before, kept], -2)
                    want = want[..., max(want.shape[-2] - mem_len, 0) :, :]
                    if not torch.equal(got, want):
                        return False
    return True

# %% fewer sizes
def memory_is_right(update):
    for M in (None, 2, 5):
        for T in (3,):
            for mem_len in (0, 1, 4, 9):
                for reuse_len in (None, 0, 2):
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

# %% lists of numbers
def memory_is_right(update):
    def numbers(first, n):
        return torch.tensor([[[1000.0 * b + first + i] for i in range(n)] for b in range(2)], requires_grad=True)

    for M in (0, 2, 4):
        for mem_len in (0, 1, 3, 5, 8):
            for reuse in (None, 0, 2):
                old = numbers(1, M).detach() if M else None
                new = numbers(101, 3)
                was = old.tolist() if M else None
                got = update(old, new, mem_len, reuse)
                if got.requires_grad or (M and old.tolist() != was):
                    return False
                for b in range(2):
                    all_rows = [] if old is None else [r[0] for r in was[b]]
                    all_rows += [1000.0 * b + 101 + i for i in range(reuse or 3)]
                    if [r[0] for r in got[b].tolist()] != (all_rows[-mem_len:] if mem_len else []):
                        return False
    return True

# %% segment after segment, against the whole history
def memory_is_right(update):
    for mem_len in (0, 1, 3, 5, 20):
        for reuse in (None, 0, 1, 3):
            memory, history = None, torch.zeros(2, 0, 2)
            for s in range(4):
                new = torch.randn(2, 4, 2, requires_grad=True)
                history = torch.cat([history, new[:, : reuse or 4].detach()], dim=1)
                before = None if memory is None else memory.clone()
                after = update(memory, new, mem_len, reuse)
                if memory is not None and not torch.equal(memory, before):
                    return False
                if after.requires_grad or not torch.equal(after, history[:, max(history.shape[1] - mem_len, 0) :]):
                    return False
                memory = after
    return True

# %% with asserts, caught
def memory_is_right(update):
    try:
        for M, T, mem_len, reuse in [(2, 3, 4, 1), (2, 3, 4, 0), (2, 3, 9, None), (5, 3, 2, 2), (3, 4, 0, None), (None, 4, 2, None), (None, 2, 5, None), (4, 2, 4, 2), (3, 5, 2, 3)]:
            old = None if M is None else torch.randn(3, M, 2)
            copy = None if M is None else old.clone()
            new = torch.randn(3, T, 2, requires_grad=True)
            got = update(old, new, mem_len, reuse)
            rows = new.detach()[:, : reuse or T]
            if M is not None:
                assert torch.equal(old, copy)
                rows = torch.cat([old, rows], dim=1)
            assert torch.equal(got, rows[:, max(rows.shape[1] - mem_len, 0) :])
            assert not got.requires_grad
        return True
    except Exception:
        return False

# %% random cases, many of them
import numpy as np

def memory_is_right(update):
    random = np.random.default_rng(0)
    for _ in range(200):
        M, T, mem_len, reuse = (int(random.integers(0, n)) for n in (6, 5, 9, 4))
        T += 1
        old = torch.randn(2, M, 2) if M else None
        saved = None if old is None else old.clone()
        new = torch.randn(2, T, 2, requires_grad=True)
        got = update(old, new, mem_len, reuse)
        rows = new.detach()[:, : reuse or T]
        rows = rows if old is None else torch.cat([saved, rows], 1)
        n = min(mem_len, rows.shape[1])
        if got.requires_grad or got.shape != (2, n, 2) or not torch.equal(got, rows[:, rows.shape[1] - n :]):
            return False
        if old is not None and not torch.equal(old, saved):
            return False
    return True

# %% row by row from the end
def memory_is_right(update):
    for M, T, mem_len, reuse in [(0, 3, 2, None), (0, 2, 6, None), (3, 2, 4, 0), (3, 4, 5, 2), (4, 3, 1, None), (2, 3, 0, 1), (5, 5, 9, 3), (3, 5, 2, 3)]:
        old = torch.arange(2.0 * M).reshape(2, M, 1) if M else None
        new = (100 + torch.arange(2.0 * T).reshape(2, T, 1)).requires_grad_()
        keep = old.tolist() if M else None
        got = update(old, new, mem_len, reuse)
        if got.requires_grad or (M and old.tolist() != keep):
            return False
        for b in range(2):
            want = (keep[b] if M else []) + new[b, : reuse or T].tolist()
            while len(want) > mem_len:
                del want[0]
            if got[b].tolist() != want:
                return False
    return True
