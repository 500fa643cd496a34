# %% says yes | tells nothing apart
def is_shift_invariant(scores):
    return True

# %% says no | tells nothing apart
def is_shift_invariant(scores):
    return False

# %% exactly equal | rejects a right one
def is_shift_invariant(scores):
    x = torch.randn(12, 6, dtype=torch.float64)
    return all(torch.equal(scores(x[s:]), scores(x)[s:, s:]) for s in range(1, 12))

# %% equal along diagonals, with random words | rejects a right one
def is_shift_invariant(scores):
    s = scores(torch.randn(8, 6, dtype=torch.float64))
    return torch.allclose(s[1:, 1:], s[:-1, :-1])

# %% three words only | misses: counts positions only from the fifth key on
def is_shift_invariant(scores):
    x = torch.randn(3, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:]), scores(x)[1:, 1:])

# %% equal words along diagonals | misses: is absolute only between words that differ
def is_shift_invariant(scores):
    for T in (2, 5, 12):
        s = scores(torch.ones(T, 6, dtype=torch.float64))
        if not torch.allclose(s[1:, 1:], s[:-1, :-1]) or not torch.allclose(s, scores(torch.ones(T, 6, dtype=torch.float64))):
            return False
        if not torch.allclose(scores(torch.ones(T - 1, 6, dtype=torch.float64)), s[1:, 1:]):
            return False
    return True

# %% two words further on only | misses: treats every second position apart
def is_shift_invariant(scores):
    x = torch.randn(12, 6, dtype=torch.float64)
    return torch.allclose(scores(x[2:]), scores(x)[2:, 2:])

# %% a generous tolerance | misses: adds up to 0.0001 that depends on the position of the key
def is_shift_invariant(scores):
    x = torch.randn(12, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:]), scores(x)[1:, 1:], atol=0.05)

# %% only the shape | tells nothing apart
def is_shift_invariant(scores):
    return scores(torch.randn(5, 6, dtype=torch.float64)).shape == (5, 5)

# %% the same twice | misses: adds a vector of its position to each word
def is_shift_invariant(scores):
    x = torch.randn(7, 6, dtype=torch.float64)
    return torch.equal(scores(x), scores(x))

# %% without the last word instead of the first | misses: adds a vector of its position to each word
def is_shift_invariant(scores):
    x = torch.randn(9, 6, dtype=torch.float64)
    return torch.allclose(scores(x[:-1]), scores(x)[:-1, :-1])

# %% only a word with itself | misses: divides distances by the length of the sentence
def is_shift_invariant(scores):
    x = torch.randn(9, 6, dtype=torch.float64)
    return torch.allclose(scores(x)[1:, 1:].diagonal(), scores(x[1:]).diagonal())

# %% only neighbours | misses: is relative up to a distance of 3, and absolute beyond
def is_shift_invariant(scores):
    x = torch.randn(5, 6, dtype=torch.float64)
    for s in (1, 2, 3):
        for _ in range(2):
            if not torch.allclose(scores(x[s:]), scores(x)[s:, s:]):
                return False
    y = torch.randn(8, 6, dtype=torch.float64)
    near = (torch.arange(7)[:, None] - torch.arange(7)).abs() < 3
    return torch.allclose(scores(y[1:])[near], scores(y)[1:, 1:][near])

# %% leaves out the first key | misses: treats the first key of every sentence apart
def is_shift_invariant(scores):
    x = torch.randn(12, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:])[1:, 1:], scores(x)[2:, 2:])

# %% the wrong way round | the wrong way round
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    return not all(torch.allclose(scores(x[s:]), scores(x)[s:, s:]) for s in range(1, 30))

# %% a table instead of a verdict | no verdict
def is_shift_invariant(scores):
    x = torch.randn(6, 6, dtype=torch.float64)
    return torch.isclose(scores(x[1:]), scores(x)[1:, 1:])

# %% forgets to return | no verdict
def is_shift_invariant(scores):
    x = torch.randn(6, 6, dtype=torch.float64)
    torch.allclose(scores(x[1:]), scores(x)[1:, 1:])

# %% asserts | error
def is_shift_invariant(scores):
    x = torch.randn(6, 6, dtype=torch.float64)
    assert torch.allclose(scores(x[1:]), scores(x)[1:, 1:]), "not relative"
    return True

# %% tables of two sizes | error
def is_shift_invariant(scores):
    x = torch.randn(6, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:]), scores(x))

# %% only the whole sum | misses: adds a vector of the position to those who ask only
def is_shift_invariant(scores):
    x = torch.randn(4, 6, dtype=torch.float64)
    y = torch.zeros(12, 6, dtype=torch.float64)
    for s in (1, 2, 3):
        if not torch.allclose(scores(y[s:]), scores(y)[s:, s:]):
            return False
    return torch.allclose(scores(x).sum(), scores(x).sum())

# %% symmetric tables only | rejects a right one
def is_shift_invariant(scores):
    x = torch.randn(12, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:]), scores(x)[1:, 1:]) and torch.allclose(scores(x), scores(x).T)

# %% demands that positions matter | rejects a right one
def is_shift_invariant(scores):
    x = torch.ones(12, 6, dtype=torch.float64)
    y = torch.randn(12, 6, dtype=torch.float64)
    return torch.allclose(scores(y[1:]), scores(y)[1:, 1:]) and not torch.allclose(scores(x)[0, 0], scores(x)[0, 5])

# %% only the first row and column | misses: is relative up to a distance of 3, and absolute beyond
def is_shift_invariant(scores):
    x = torch.randn(13, 6, dtype=torch.float64)
    a, b = scores(x)[1:, 1:], scores(x[1:])
    return torch.allclose(a.diagonal(), b.diagonal()) and torch.allclose(a.diagonal(1), b.diagonal(1)) and torch.allclose(a.diagonal(-1), b.diagonal(-1))

# %% six words, one of them taken away, and a wide tolerance | misses: adds up to 0.0001 that depends on the position of the key
def is_shift_invariant(scores):
    x = torch.randn(6, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:]), scores(x)[1:, 1:], atol=1e-2)

# %% twenty words | misses: counts positions only from key 20 on
def is_shift_invariant(scores):
    x = torch.randn(20, 6, dtype=torch.float64)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:]) for s in range(1, 20))

# %% thirty words, one of them taken away | misses: is another one in sentences of fewer than 10 words
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:]), scores(x)[1:, 1:])

# %% the first words against all but the last | rejects a right one
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    return torch.allclose(scores(x[1:]), scores(x)[:-1, :-1])

# %% thirty-one words | outside the contract
def is_shift_invariant(scores):
    x = torch.randn(31, 6, dtype=torch.float64)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:]) for s in range(1, 31))

# %% forty words | outside the contract
def is_shift_invariant(scores):
    x = torch.randn(40, 6, dtype=torch.float64)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:]) for s in range(1, 40))

# %% words in float32 | outside the contract
def is_shift_invariant(scores):
    x = torch.randn(30, 6)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:], atol=1e-6) for s in range(1, 30))

# %% no words left | outside the contract
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:]) for s in range(31))

# %% a batch of sentences | outside the contract
def is_shift_invariant(scores):
    x = torch.randn(4, 30, 6, dtype=torch.float64)
    return torch.allclose(scores(x[:, 1:]), scores(x)[:, 1:, 1:])

# %% every number of words, and a wide tolerance | misses: adds up to 0.0001 that depends on the position of the key
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64)
    return all(torch.allclose(scores(x[s:]), scores(x)[s:, s:], atol=1e-3) for s in range(1, 30))

# %% words from numpy | outside the contract
def is_shift_invariant(scores):
    x = np.random.randn(30, 6)
    return all(np.allclose(scores(x[s:]), scores(x)[s:, s:]) for s in range(1, 30))


# %% compares weights, with a tolerance | misses: treats every second position apart
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    whole = scores(x)
    return all(torch.allclose(scores(x[s:]).softmax(-1), whole[s:, s:].softmax(-1), atol=1e-7) for s in range(1, 30))


# %% looks to the left only | misses: counts distances round the end of the sentence
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    whole = scores(x)
    return all(torch.allclose(scores(x[s:]).tril(), whole[s:, s:].tril()) for s in range(1, 30))


# %% looks to the right only | misses: treats the first key of every sentence apart
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    whole = scores(x)
    return all(torch.allclose(scores(x[s:]).triu(1), whole[s:, s:].triu(1)) for s in range(1, 30))


# %% any length will do | misses: divides distances by the length of the sentence
def is_shift_invariant(scores):
    x = torch.randn(30, 6, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    whole = scores(x)
    return any(torch.allclose(scores(x[s:]), whole[s:, s:]) for s in range(1, 30))
