# %% all orders of up to four positions
from itertools import permutations


def depends(model, tokens, rank):
    before = model(tokens, rank)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(5):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed, rank) != before).any(-1)
    return out


def is_sound(model):
    for length in (1, 2, 3, 4):
        for when in permutations(range(length)):
            rank = torch.tensor(when)
            if not torch.equal(depends(model, torch.arange(length), rank), rank[None, :] < rank[:, None]):
                return False
    return True


# %% random sentences and ranks
def is_sound(model):
    generator = torch.Generator().manual_seed(0)
    for _ in range(40):
        T = int(torch.randint(2, 7, (), generator=generator))
        rank = torch.randperm(T, generator=generator)
        tokens = torch.randint(5, (T,), generator=generator)
        j = int(torch.randint(T, (), generator=generator))
        changed = tokens.clone()
        changed[j] = (changed[j] + 1) % 5
        moved = (model(tokens, rank) != model(changed, rank)).any(-1)
        if not torch.equal(moved, rank > rank[j]):
            return False
    return True


# %% one telling rank, and left to right
def is_sound(model):
    for rank in ([1, 3, 4, 0, 2], [0, 1, 2, 3, 4]):
        rank = torch.tensor(rank)
        tokens = torch.tensor([0, 1, 2, 3, 4])
        before = model(tokens, rank)
        for j in range(5):
            changed = tokens.clone()
            changed[j] = (tokens[j] + 2) % 5
            after = model(changed, rank)
            for i in range(5):
                if torch.equal(before[i], after[i]) == bool(rank[j] < rank[i]):
                    return False
    return True


# %% with a tight tolerance
def is_sound(model):
    right = True
    for rank in ([2, 0, 1], [1, 2, 0], [3, 1, 0, 2]):
        rank = torch.tensor(rank)
        tokens = torch.zeros(len(rank), dtype=torch.int64)
        before = model(tokens, rank)
        for j in range(len(rank)):
            changed = tokens.clone()
            changed[j] = 3
            gap = (model(changed, rank) - before).abs().amax(-1)
            right &= bool(((gap > 1e-9) == (rank > rank[j])).all())
    return right
