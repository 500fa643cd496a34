# %% only the diagonal | misses: has its rows and columns swapped
def mask_is_right(mask_function):
    hidden = mask_function(torch.tensor([2, 0, 1]))
    return bool(hidden.diagonal().all())

# %% only the identity | misses: ignores the rank and goes from left to right
def mask_is_right(mask_function):
    rank = torch.arange(5)
    return torch.equal(mask_function(rank), torch.ones(5, 5).triu().bool())

# %% only orders that are their own inverse | misses: takes the rank for an order, which shows only where the two differ
def mask_is_right(mask_function):
    for rank in ([1, 0], [0, 2, 1], [2, 1, 0], [3, 2, 1, 0], [1, 0, 3, 2]):
        r = torch.tensor(rank)
        if not torch.equal(mask_function(r), r[None, :] >= r[:, None]):
            return False
    return True

# %% row sums only | misses: takes the rank for an order, which shows only where the two differ
def mask_is_right(mask_function):
    rank = torch.tensor([1, 0, 3, 2])
    hidden = mask_function(rank)
    return torch.equal((~hidden).sum(-1), rank) and bool(hidden.diagonal().all())

# %% number of hidden pairs | misses: has its rows and columns swapped
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return int(mask_function(rank).sum()) == 15

# %% not the last row | misses: lets a word see only the two guessed just before it
def mask_is_right(mask_function):
    rank = torch.tensor([2, 0, 1, 3])
    return torch.equal(mask_function(rank)[:3], (rank[None, :] >= rank[:, None])[:3])

# %% compares with the content mask | the wrong way round
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return not torch.equal(mask_function(rank), rank[None, :] >= rank[:, None])

# %% wants the content mask | rejects a right one
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return torch.equal(mask_function(rank), rank[None, :] > rank[:, None])

# %% always content | tells nothing apart
def mask_is_right(mask_function):
    return True

# %% compares a mask with itself | tells nothing apart
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return torch.equal(mask_function(rank), mask_function(rank))

# %% wants a mask without gaps in memory | rejects a right one
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    hidden = mask_function(rank)
    return hidden.is_contiguous() and torch.equal(hidden, rank[None, :] >= rank[:, None])

# %% asserts instead of answering | error
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    assert torch.equal(mask_function(rank), rank[None, :] >= rank[:, None]), "mask is wrong"
    return True

# %% the mask as verdict | no verdict
def mask_is_right(mask_function):
    return mask_function(torch.tensor([2, 0, 1]))

# %% forgets the verdict | no verdict
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    if not torch.equal(mask_function(rank), rank[None, :] >= rank[:, None]):
        return False

# %% shows it a list | error
def mask_is_right(mask_function):
    return mask_function([2, 0, 1]) is not None

# %% one rank that happens to be its own inverse | misses: takes the rank for an order, which shows only where the two differ
def mask_is_right(mask_function):
    rank = torch.tensor([3, 1, 4, 0, 2])
    return torch.equal(mask_function(rank), rank[None, :] >= rank[:, None])

# %% three words only | misses: lets a word see only the two guessed just before it
def mask_is_right(mask_function):
    from itertools import permutations

    for p in permutations(range(3)):
        rank = torch.tensor(p)
        if not torch.equal(mask_function(rank), rank[None, :] >= rank[:, None]):
            return False
    return True

# %% counts how many each word sees | misses: shows the right number of words, but always the leftmost
def mask_is_right(mask_function):
    for p in ([0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(p)
        if not torch.equal((~mask_function(rank)).sum(dim=-1), rank):
            return False
    return True
