# %% small batches by hand
def mean_is_right(mean_loss):
    loud = 99.0
    a = torch.tensor([[1.0, 2.0, loud], [0.0, loud, loud]]), torch.tensor([[True, True, False], [True, False, False]])
    b = torch.tensor([[7.0, 5.0, 6.5], [3.0, loud, loud]]), torch.tensor([[True, True, True], [True, False, False]])
    c = torch.tensor([[loud, loud]]), torch.tensor([[False, False]])
    for batches in ([a], [b], [a, b], [b, a], [a, c, b]):
        losses = [x for nats, slot in batches for x in nats[slot].tolist()]
        if not math.isclose(mean_loss(batches), sum(losses) / len(losses), rel_tol=1e-5):
            return False
    return True

# %% random batches
def mean_is_right(mean_loss):
    g = torch.Generator().manual_seed(1)
    for sizes in ([(2, 3)], [(2, 3), (1, 3)], [(4, 5), (3, 5), (1, 5)], [(1, 2), (2, 2), (1, 2)]):
        batches = []
        for n, (B, K) in enumerate(sizes):
            nats = torch.rand(B, K, generator=g) * 5
            slot = torch.rand(B, K, generator=g) < 0.6
            slot[0, 0] = True
            if n == 1 and len(sizes) == 3:
                slot[:] = False
            nats[~slot] = 50.0
            nats[0, 0] = 0.0 if slot[0, 0] else 50.0
            batches.append((nats, slot))
        truth = torch.cat([a[s] for a, s in batches]).mean()
        if not abs(mean_loss(batches) - float(truth)) < 1e-4:
            return False
    return True

# %% sums and counts by loops
def mean_is_right(mean_loss):
    def batch(rows):
        width = max(map(len, rows))
        nats = torch.full((len(rows), width), 1e3)
        slot = torch.zeros(len(rows), width, dtype=torch.bool)
        for i, row in enumerate(rows):
            for j, x in enumerate(row):
                nats[i, j], slot[i, j] = x, True
        return nats, slot

    tries = (
        [[[1.0]], [[2.0, 3.0], [6.0]]],
        [[[4.0, 0.0, 1.0]], [[9.0], [8.0]], [[5.0]]],
        [[[2.0, 7.0], [1.0]], [[], [0.5]]],
    )
    for tried in tries:
        flat = [x for rows in tried for row in rows for x in row]
        got = mean_loss([batch(rows) if any(rows) else batch([[0.0]]) for rows in tried])
        if not -1e-4 < got - sum(flat) / len(flat) < 1e-4:
            return False
    empty = (torch.full((1, 2), 1e3), torch.zeros(1, 2, dtype=torch.bool))
    return abs(mean_loss([batch([[3.0, 1.0]]), empty]) - 2) < 1e-4

# %% compared with a mean written in numpy
def mean_is_right(mean_loss):
    cases = []
    for rows in (1, 3):
        nats = torch.arange(rows * 4, dtype=torch.float32).view(rows, 4) ** 1.5
        slot = (torch.arange(rows * 4).view(rows, 4) * 7) % 5 < 3
        cases.append((nats, slot))
    nothing = torch.full((2, 4), 77.0), torch.zeros(2, 4, dtype=torch.bool)
    for batches in (cases, cases[::-1], [cases[1]], [nothing, *cases]):
        values = np.concatenate([n.numpy()[s.numpy()] for n, s in batches])
        if not np.isclose(mean_loss(batches), values.mean(), rtol=1e-5):
            return False
    return True

# %% one call
def mean_is_right(mean_loss):
    loud = 1000.0
    first = torch.tensor([[1.0, 2.0, loud], [0.0, loud, loud]]), torch.tensor([[1, 1, 0], [1, 0, 0]]).bool()
    nothing = torch.tensor([[loud, loud, loud]]), torch.tensor([[0, 0, 0]]).bool()
    last = torch.tensor([[7.0]]), torch.tensor([[1]]).bool()
    return abs(mean_loss([first, nothing, last]) - 2.5) < 1e-3

# %% random batches, one empty
def mean_is_right(mean_loss):
    nan = float("nan")
    for seed in range(3):
        g = torch.Generator().manual_seed(seed)
        batches = []
        for B in (1, 4, 2):
            nats = torch.rand(B, 5, generator=g) * 8
            used = torch.rand(B, 5, generator=g) < 0.5
            used[0, 0] = True
            nats[0, 0] = 0
            nats[~used] = 100.0
            batches.append((nats, used))
        batches.insert(1, (torch.full((2, 5), 9.0), torch.zeros(2, 5).bool()))
        n = sum(int(u.sum()) for _, u in batches)
        s = sum(float(x[u].sum()) for x, u in batches)
        if not np.isclose(mean_loss(batches), s / n): return False
    return True

# %% float64 batches, numpy bool
def mean_is_right(mean_loss):
    a = (torch.tensor([[0.0, 3.0], [9.0, 50.0]], dtype=torch.float64), torch.tensor([[True, True], [True, False]]))
    b = (torch.tensor([[5.0, 50.0]], dtype=torch.float64), torch.tensor([[True, False]]))
    c = (torch.tensor([[50.0, 50.0]], dtype=torch.float64), torch.tensor([[False, False]]))
    want = (0 + 3 + 9 + 5) / 4
    return np.allclose([mean_loss(x) for x in ([a, b, c], [c, b, a], [b, a], [a, c, b])], want)
