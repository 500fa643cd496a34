# %% without the first words
def is_shift_invariant(scores):
    x = torch.randn(12, 6, dtype=torch.float64)
    whole = scores(x)
    return all(torch.allclose(scores(x[s:]), whole[s:, s:]) for s in range(1, 12))

# %% one word taken away, several sentences
def is_shift_invariant(scores):
    for T in (2, 3, 5, 9, 14):
        x = torch.randn(T, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(T))
        if (scores(x)[1:, 1:] - scores(x[1:])).abs().max() > 1e-9:
            return False
    return True

# %% one word put in front
def is_shift_invariant(scores):
    x = torch.randn(10, 6, dtype=torch.float64)
    before = scores(x)
    for _ in range(3):
        x = torch.cat([torch.randn(1, 6, dtype=torch.float64), x])
        after = scores(x)
        if not torch.allclose(after[-10:, -10:], before):
            return False
    return True

# %% numpy compares
def is_shift_invariant(scores):
    x = torch.randn(16, 6, dtype=torch.float64)
    for s in (1, 2, 5):
        if not np.allclose(scores(x)[s:, s:].numpy(), scores(x[s:]).numpy()):
            return False
    return True

# %% the same sentence twice in one row
def is_shift_invariant(scores):
    for n in (3, 5, 7):
        x = torch.randn(n, 6, dtype=torch.float64)
        table = scores(torch.cat([x, x]))
        if not torch.allclose(table[:n, :n], table[n:, n:]) or not torch.allclose(table[:n, :n], scores(x)):
            return False
        if not torch.allclose(scores(x[1:]), scores(x)[1:, 1:]):
            return False
    return True

# %% pair by pair
def is_shift_invariant(scores):
    x = torch.randn(9, 6, dtype=torch.float64)
    a, b = scores(x), scores(x[1:])
    for i in range(8):
        for j in range(8):
            if abs(a[i + 1, j + 1].item() - b[i, j].item()) > 1e-8:
                return False
    return True

# %% words in float32
def is_shift_invariant(scores):
    x = torch.randn(20, 6)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:], atol=1e-6) for s in (1, 2, 3, 7))

# %% many short sentences in one long one
def is_shift_invariant(scores):
    x = torch.randn(24, 6, dtype=torch.float64)
    for a in range(0, 20, 3):
        for b in range(a + 1, 25, 4):
            part, whole = scores(x[a:b]), scores(x)[a:b, a:b]
            if float((part - whole).abs().max()) > 1e-6:
                return False
    return True
