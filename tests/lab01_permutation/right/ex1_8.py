# %% a loop over all pairs of some ranks
def mask_is_right(mask_function):
    for rank in ([0], [1, 0], [0, 1], [1, 2, 0], [2, 0, 1], [0, 2, 1], [3, 1, 4, 0, 2], [2, 0, 1, 3]):
        hidden = mask_function(torch.tensor(rank))
        for i in range(len(rank)):
            for j in range(len(rank)):
                if bool(hidden[i, j]) != (not rank[j] < rank[i]):
                    return False
    return True

# %% all orders up to four, compared with one's own
from itertools import permutations

def mask_is_right(mask_function):
    def mine(rank):
        return rank[None, :] >= rank[:, None]

    ranks = [torch.tensor(p) for T in (1, 2, 3, 4) for p in permutations(range(T))]
    return all(torch.equal(mask_function(r), mine(r)) for r in ranks)

# %% random ranks
def mask_is_right(mask_function):
    for T in range(1, 9):
        for _ in range(5):
            rank = torch.randperm(T)
            if not torch.equal(~mask_function(rank), rank[:, None] > rank[None, :]):
                return False
    return True

# %% properties: put into the order, it is a triangle
def mask_is_right(mask_function):
    ok = True
    for seed in range(30):
        T = 1 + seed % 7
        rank = torch.randperm(T, generator=torch.Generator().manual_seed(seed))
        order = rank.argsort()
        in_order = mask_function(rank)[order][:, order]
        ok = ok and torch.equal(in_order, torch.ones(T, T).triu().bool())
    return ok

# %% a tensor as verdict
def mask_is_right(mask_function):
    verdict = torch.tensor(True)
    for T in (1, 2, 3, 4, 5, 6):
        for when in (torch.randperm(T), torch.randperm(T), torch.arange(T), torch.arange(T).flip(0)):
            want = torch.tensor([[when[j] >= when[i] for j in range(T)] for i in range(T)])
            verdict = verdict & (mask_function(when) == want).all()
    return verdict

# %% row sums and column sums fix a staircase
def mask_is_right(mask_function):
    for when in ([0], [1, 0], [0, 1], [1, 3, 4, 0, 2], [2, 0, 3, 1]):
        rank = torch.tensor(when)
        may_look = ~mask_function(rank)
        if (may_look.sum(1) != rank).any() or (may_look.sum(0) != len(rank) - 1 - rank).any():
            return False
    return True

# %% sums of rows and columns, for random ranks
def mask_is_right(mask_function):
    for T in (1, 2, 5, 8) * 3:
        rank = torch.randperm(T)
        seen = (~mask_function(rank)).long()
        if seen.sum(1).tolist() != rank.tolist() or seen.sum(0).tolist() != (T - 1 - rank).tolist():
            return False
    return True

# %% a tournament whose scores are the ranks
def mask_is_right(mask_function):
    for rank in [torch.randperm(T) for T in (1, 2, 3, 6) for _ in range(5)]:
        seen = ~mask_function(rank)
        once = torch.equal(seen ^ seen.T, ~torch.eye(len(rank), dtype=torch.bool))
        if seen.diagonal().any() or not once or not torch.equal(seen.sum(1), rank):
            return False
    return True

# %% numpy, and all in one expression
mask_is_right = lambda f: all(
    np.array_equal(f(torch.from_numpy(r)).numpy(), np.greater_equal.outer(r, r).T)
    for r in map(np.array, ([0], [1, 0], [0, 1], [2, 0, 3, 1], [1, 3, 4, 0, 2], [0, 1, 2]))
)

# %% sets of positions
def mask_is_right(mask_function):
    for order in ([3, 0, 4, 1, 2], [0], [1, 0], [0, 1], [1, 2, 3, 0]):
        T = len(order)
        hidden = mask_function(torch.tensor([order.index(i) for i in range(T)]))
        visible = [{j for j in range(T) if not hidden[i, j]} for i in range(T)]
        if not all(visible[z] == set(order[:t]) for t, z in enumerate(order)):
            return False
    return True

# %% asserts inside, caught
def mask_is_right(mask_function):
    try:
        for p in ([0], [0, 1], [1, 0], [2, 0, 1], [1, 3, 4, 0, 2], [2, 3, 0, 1]):
            rank = torch.tensor(p)
            torch.testing.assert_close(mask_function(rank), rank.unsqueeze(-2) >= rank.unsqueeze(-1))
    except AssertionError:
        return False
    return True
