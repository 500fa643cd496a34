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
    for _ in range(600):
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


# %% all orders of exactly four, and one of five
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
    for length in (4, 5):
        for when in list(permutations(range(length)))[:24]:
            rank = torch.tensor(when)
            if not torch.equal(depends(model, torch.arange(length), rank), rank[None, :] < rank[:, None]):
                return False
    return True


# %% with a tight tolerance, from the word 0
from itertools import permutations


def depends(model, tokens, rank):
    before = model(tokens, rank)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(5):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= ((model(changed, rank) - before).abs().amax(-1) > 1e-12)
    return out


def is_sound(model):
    for length in (1, 2, 3, 4):
        for when in permutations(range(length)):
            rank = torch.tensor(when)
            if not torch.equal(depends(model, torch.zeros(length, dtype=torch.int64), rank), rank[None, :] < rank[:, None]):
                return False
    return True


# %% a few ranks of four, every sentence of one word
def depends(model, tokens, rank):
    before = model(tokens, rank)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(5):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= (model(changed, rank) != before).any(dim=1)
    return out


def is_sound(model):
    for when in ([0, 1, 2, 3], [3, 0, 2, 1], [1, 2, 0], [2, 0, 1, 3], [1, 3, 0, 2]):
        rank = torch.tensor(when)
        for word in range(5):
            found = depends(model, torch.full((len(when),), word), rank)
            if (found != (rank[None, :] < rank[:, None])).any():
                return False
    return True


# %% pairs of sentences that agree on what is seen
def is_sound(model):
    g = torch.Generator().manual_seed(5)
    for n in range(60):
        T = 2 + n % 4
        rank = torch.randperm(T, generator=g)
        a, b = torch.randint(5, (2, T), generator=g)
        for i in range(T):
            same = torch.where(rank < rank[i], a, b)
            if not torch.equal(model(a, rank)[i], model(same, rank)[i]):
                return False
            for j in range(T):
                if rank[j] < rank[i]:
                    c = a.clone(); c[j] = (c[j] + 1 + n % 4) % 5
                    if torch.equal(model(a, rank)[i], model(c, rank)[i]):
                        return False
    return True
