# %% a loop over all pairs of some ranks
def mask_is_right(mask_function):
    for rank in ([0], [1, 0], [1, 2, 0], [2, 0, 1], [3, 1, 4, 0, 2], [5, 2, 0, 4, 1, 3]):
        hidden = mask_function(torch.tensor(rank))
        for i in range(len(rank)):
            for j in range(len(rank)):
                if bool(hidden[i, j]) != (not rank[j] < rank[i]):
                    return False
    return True

# %% all orders of three and four, compared with one's own
from itertools import permutations

def mask_is_right(mask_function):
    def mine(rank):
        return rank[None, :] >= rank[:, None]

    ranks = [torch.tensor(p) for T in (3, 4) for p in permutations(range(T))]
    return all(torch.equal(mask_function(r), mine(r)) for r in ranks)

# %% random ranks
def mask_is_right(mask_function):
    for T in range(2, 9):
        for _ in range(5):
            rank = torch.randperm(T)
            if not torch.equal(~mask_function(rank), rank[:, None] > rank[None, :]):
                return False
    return True

# %% properties: put into the order, it is a triangle
def mask_is_right(mask_function):
    ok = True
    for seed in range(6):
        rank = torch.randperm(6, generator=torch.Generator().manual_seed(seed))
        order = rank.argsort()
        in_order = mask_function(rank)[order][:, order]
        ok = ok and torch.equal(in_order, torch.ones(6, 6).triu().bool())
    return ok

# %% one awkward rank is enough, a tensor as verdict
def mask_is_right(mask_function):
    rank = torch.tensor([2, 4, 1, 0, 3])
    want = torch.tensor([[rank[j] >= rank[i] for j in range(5)] for i in range(5)])
    return (mask_function(rank) == want).all()

# %% row sums and column sums fix a staircase
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    may_look = ~mask_function(rank)
    return bool((may_look.sum(1) == rank).all() and (may_look.sum(0) == 4 - rank).all())

# %% sums of rows and columns, for random ranks
def mask_is_right(mask_function):
    for T in (1, 2, 5, 8):
        rank = torch.randperm(T)
        seen = (~mask_function(rank)).long()
        if seen.sum(1).tolist() != rank.tolist() or seen.sum(0).tolist() != (T - 1 - rank).tolist():
            return False
    return True

# %% a tournament whose scores are the ranks
def mask_is_right(mask_function):
    for rank in torch.stack([torch.randperm(6) for _ in range(4)]):
        seen = ~mask_function(rank)
        once = torch.equal(seen ^ seen.T, ~torch.eye(6, dtype=torch.bool))
        if seen.diagonal().any() or not once or not torch.equal(seen.sum(1), rank):
            return False
    return True

# %% numpy, and all in one expression
mask_is_right = lambda f: all(
    np.array_equal(f(torch.from_numpy(r)).numpy(), np.greater_equal.outer(r, r).T)
    for r in (np.array([0]), np.array([2, 0, 3, 1]), np.array([1, 3, 4, 0, 2]))
)

# %% sets of positions
def mask_is_right(mask_function):
    order = [3, 0, 4, 1, 2]
    rank = torch.tensor([order.index(i) for i in range(5)])
    hidden = mask_function(rank)
    visible = [{j for j in range(5) if not hidden[i, j]} for i in range(5)]
    return all(visible[z] == set(order[:t]) for t, z in enumerate(order))

# %% asserts inside, caught
def mask_is_right(mask_function):
    try:
        for p in ([2, 0, 1], [1, 3, 4, 0, 2]):
            rank = torch.tensor(p)
            torch.testing.assert_close(mask_function(rank), rank.unsqueeze(-2) >= rank.unsqueeze(-1))
    except AssertionError:
        return False
    return True
