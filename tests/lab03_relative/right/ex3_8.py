# %% without the first words
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    whole = scores(x)
    return all(torch.allclose(scores(x[s:]), whole[s:, s:]) for s in range(1, 30))

# %% one word taken away, sentences of all lengths
def is_shift_invariant(scores):
    for T in range(2, 31):
        x = torch.randn(T, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(T))
        if (scores(x)[1:, 1:] - scores(x[1:])).abs().max() > 1e-9:
            return False
    return True

# %% one word put in front
def is_shift_invariant(scores):
    x = torch.randn(1, 6, dtype=torch.float64)
    for _ in range(29):
        before = scores(x)
        x = torch.cat([torch.randn(1, 6, dtype=torch.float64), x])
        if not torch.allclose(scores(x)[1:, 1:], before):
            return False
    return True

# %% numpy compares
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    for s in (1, 2, 5, 16, 25):
        if not np.allclose(scores(x)[s:, s:].numpy(), scores(x[s:]).numpy()):
            return False
    return True

# %% the same sentence twice in one row
def is_shift_invariant(scores):
    for n in (3, 5, 7, 15):
        x = torch.randn(n, 6, dtype=torch.float64)
        table = scores(torch.cat([x, x]))
        if not torch.allclose(table[:n, :n], table[n:, n:]) or not torch.allclose(table[:n, :n], scores(x)):
            return False
        if not torch.allclose(scores(x[1:]), scores(x)[1:, 1:]):
            return False
    return True

# %% pair by pair
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    for s in (1, 22):
        a, b = scores(x), scores(x[s:])
        for i in range(30 - s):
            for j in range(30 - s):
                if abs(a[i + s, j + s].item() - b[i, j].item()) > 1e-8:
                    return False
    return True

# %% a tolerance of half the smallest effect
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:], rtol=0, atol=5e-5) for s in (1, 2, 3, 7, 24))

# %% many short sentences in one long one
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    for a in range(0, 29, 3):
        for b in range(a + 1, 31, 4):
            part, whole = scores(x[a:b]), scores(x)[a:b, a:b]
            if float((part - whole).abs().max()) > 1e-6:
                return False
    return True


# %% assert_close, caught
def is_shift_invariant(scores):
    try:
        x = torch.randn(30, 6, dtype=torch.float64)
        whole = scores(x)
        for s in range(1, 30):
            torch.testing.assert_close(scores(x[s:]), whole[s:, s:])
    except AssertionError:
        return False
    return True
