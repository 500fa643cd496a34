# %% says yes | tells nothing apart
def is_sound(model):
    return True


# %% the other way round | the wrong way round
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
                return True
    return False


# %% only from left to right | misses: ignores the rank and goes from left to right
def is_sound(model):
    rank = torch.arange(4)
    tokens = torch.arange(4)
    for j in range(4):
        changed = tokens.clone()
        changed[j] = 4
        moved = (model(changed, rank) != model(tokens, rank)).any(-1)
        if not torch.equal(moved, rank > rank[j]):
            return False
    return True


# %% only right to left, its own inverse | misses: takes the rank for an order, which shows only where the two differ
def is_sound(model):
    rank = torch.tensor([3, 2, 1, 0])
    tokens = torch.arange(4)
    for j in range(4):
        changed = tokens.clone()
        changed[j] = 4
        moved = (model(changed, rank) != model(tokens, rank)).any(-1)
        if not torch.equal(moved, rank > rank[j]):
            return False
    return True


# %% asks only whether a guess sees its own word | misses: sees exactly the words that are guessed later
def is_sound(model):
    for rank in ([2, 0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(rank)
        tokens = torch.arange(len(rank))
        for i in range(len(rank)):
            changed = tokens.clone()
            changed[i] = (tokens[i] + 1) % 5
            if not torch.equal(model(changed, rank)[i], model(tokens, rank)[i]):
                return False
    return True


# %% asks only for leaks, not for blindness | misses: sees nothing at all
def is_sound(model):
    for rank in ([2, 0, 1], [1, 2, 0], [1, 3, 4, 0, 2], [0, 1, 2]):
        rank = torch.tensor(rank)
        tokens = torch.arange(len(rank))
        for j in range(len(rank)):
            changed = tokens.clone()
            changed[j] = (tokens[j] + 1) % 5
            moved = (model(changed, rank) != model(tokens, rank)).any(-1)
            if (moved & (rank <= rank[j])).any():
                return False
    return True


# %% leaves out the first guess | misses: gives the guess that may see nothing the mean of all words
def is_sound(model):
    for rank in ([2, 0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(rank)
        tokens = torch.arange(len(rank))
        for j in range(len(rank)):
            changed = tokens.clone()
            changed[j] = (tokens[j] + 1) % 5
            moved = (model(changed, rank) != model(tokens, rank)).any(-1)
            if not torch.equal(moved[rank > 0], (rank > rank[j])[rank > 0]):
                return False
    return True


# %% a tolerance of a hundredth | misses: hides by taking 10 from a score, so that a little comes through
def is_sound(model):
    for rank in ([2, 0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(rank)
        tokens = torch.arange(len(rank))
        for j in range(len(rank)):
            changed = tokens.clone()
            changed[j] = (tokens[j] + 1) % 5
            moved = ((model(changed, rank) - model(tokens, rank)).abs() > 1e-2).any(-1)
            if not torch.equal(moved, rank > rank[j]):
                return False
    return True


# %% does not look at the last guess | misses: lets the last guess see its own word
def is_sound(model):
    for rank in ([2, 0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(rank)
        tokens = torch.arange(len(rank))
        inner = rank < len(rank) - 1
        for j in range(len(rank)):
            changed = tokens.clone()
            changed[j] = (tokens[j] + 1) % 5
            moved = (model(changed, rank) != model(tokens, rank)).any(-1)
            if not torch.equal(moved[inner], (rank > rank[j])[inner]):
                return False
    return True


# %% counts how many words each guess sees | misses: sees exactly the words that are guessed later
def is_sound(model):
    for rank in ([2, 0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(rank)
        tokens = torch.arange(len(rank))
        seen = torch.zeros(len(rank), dtype=torch.int64)
        for j in range(len(rank)):
            changed = tokens.clone()
            changed[j] = (tokens[j] + 1) % 5
            seen += (model(changed, rank) != model(tokens, rank)).any(-1)
        if not torch.equal(seen.sort().values, torch.arange(len(rank))):
            return False
    return True


# %% wants the guess to see itself | rejects a right one
def is_sound(model):
    rank = torch.tensor([1, 3, 4, 0, 2])
    tokens = torch.arange(5)
    for j in range(5):
        changed = tokens.clone()
        changed[j] = (tokens[j] + 2) % 5
        moved = (model(changed, rank) != model(tokens, rank)).any(-1)
        if not torch.equal(moved, rank >= rank[j]):
            return False
    return True


# %% looks at shape and sums only | tells nothing apart
def is_sound(model):
    logits = model(torch.arange(4), torch.tensor([2, 0, 3, 1]))
    return tuple(logits.shape) == (4, 5) and bool(logits.isfinite().all())


# %% answers with a tensor of five | no verdict
def is_sound(model):
    rank = torch.tensor([1, 3, 4, 0, 2])
    moved = (model(torch.arange(5), rank) != model(torch.zeros(5, dtype=torch.int64), rank)).any(-1)
    return moved == (rank > 0)


# %% forgets to return | no verdict
def is_sound(model):
    model(torch.arange(3), torch.arange(3))


# %% a word that does not exist | error
def is_sound(model):
    return bool((model(torch.tensor([5, 6, 7]), torch.arange(3)) > 0).all())


# %% forgets the rank | error
def is_sound(model):
    return bool((model(torch.arange(3)) != 0).all())


# %% does not change the word at position 0 | misses: always shows position 0
def is_sound(model):
    for rank in ([2, 0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(rank)
        tokens = torch.arange(len(rank))
        for j in range(1, len(rank)):
            changed = tokens.clone()
            changed[j] = (tokens[j] + 1) % 5
            moved = (model(changed, rank) != model(tokens, rank)).any(-1)
            if not torch.equal(moved, rank > rank[j]):
                return False
    return True


# %% two positions are enough, in one order | misses: ignores the rank and goes from left to right
def is_sound(model):
    rank = torch.tensor([0, 1])
    before = model(torch.tensor([0, 1]), rank)
    first, second = model(torch.tensor([2, 1]), rank), model(torch.tensor([0, 2]), rank)
    moved = [(after != before).any(-1).tolist() for after in (first, second)]
    return moved == [[False, True], [False, False]]


# %% the first guess only | misses: sees only the word guessed just before
def is_sound(model):
    for rank in ([1, 2, 0], [2, 0, 1]):
        rank = torch.tensor(rank)
        start, tokens = int((rank == 0).nonzero()), torch.arange(3)
        last = int((rank == 2).nonzero())
        before = model(tokens, rank)
        for j in range(3):
            changed = tokens.clone()
            changed[j] = 4
            after = model(changed, rank)
            if (after[start] != before[start]).any() or (after[j] != before[j]).any():
                return False
        changed = tokens.clone()
        changed[last] = 4
        after = model(changed, rank)
        if (after != before).any():
            return False
        changed = tokens.clone()
        changed[int((rank == 1).nonzero())] = 4
        if not (model(changed, rank)[last] != before[last]).any():
            return False
    return True


# %% one rank of three | misses: lets every guess see its own word if position 0 is guessed last
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
    for when in ([1, 2, 0],):
        rank = torch.tensor(when)
        if not torch.equal(depends(model, torch.zeros(len(when), dtype=torch.int64), rank), rank[None, :] < rank[:, None]):
            return False
    return True


# %% one rank of five | misses: lets every guess see its own word if position 0 is guessed last
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
    for when in ([1, 3, 0, 4, 2],):
        rank = torch.tensor(when)
        if not torch.equal(depends(model, torch.arange(len(when)), rank), rank[None, :] < rank[:, None]):
            return False
    return True


# %% one telling rank, and left to right | misses: lets every guess see its own word if position 0 is guessed last
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
    for when in ([1, 3, 4, 0, 2], [0, 1, 2, 3, 4]):
        rank = torch.tensor(when)
        if not torch.equal(depends(model, torch.arange(len(when)), rank), rank[None, :] < rank[:, None]):
            return False
    return True


# %% all orders of up to three positions | misses: lets every guess see its own word in sentences of four or more words
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
    for length in (1, 2, 3):
        for when in permutations(range(length)):
            rank = torch.tensor(when)
            if not torch.equal(depends(model, torch.arange(length), rank), rank[None, :] < rank[:, None]):
                return False
    return True


# %% one other word in each place | misses: shows the guess at position 0 its own word if that is word 3
from itertools import permutations


def depends(model, tokens, rank):
    before = model(tokens, rank)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in ((int(tokens[j]) + 1) % 5,):
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


# %% always the words 0 to 2 | misses: shows the guess at position 0 its own word if that is word 3
from itertools import permutations


def depends(model, tokens, rank):
    before = model(tokens, rank)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(3):
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


# %% isclose | misses: lets a billionth of each word through to its own guess
from itertools import permutations


def depends(model, tokens, rank):
    before = model(tokens, rank)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(5):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= ~torch.isclose(model(changed, rank), before).all(-1)
    return out


def is_sound(model):
    for length in (1, 2, 3, 4):
        for when in permutations(range(length)):
            rank = torch.tensor(when)
            if not torch.equal(depends(model, torch.arange(length), rank), rank[None, :] < rank[:, None]):
                return False
    return True


# %% a tolerance of a millionth | misses: lets a billionth of each word through to its own guess
from itertools import permutations


def depends(model, tokens, rank):
    before = model(tokens, rank)
    out = torch.zeros(len(tokens), len(tokens), dtype=torch.bool)
    for j in range(len(tokens)):
        for word in range(5):
            changed = tokens.clone()
            changed[j] = word
            out[:, j] |= ((model(changed, rank) - before).abs() > 1e-6).any(-1)
    return out


def is_sound(model):
    for length in (1, 2, 3, 4):
        for when in permutations(range(length)):
            rank = torch.tensor(when)
            if not torch.equal(depends(model, torch.arange(length), rank), rank[None, :] < rank[:, None]):
                return False
    return True


# %% calls a table that is not written yet | rests on 2.7
def dependency(model, tokens, vocabulary):
    raise NotImplementedError


def is_sound(model):
    rank = torch.tensor([1, 2, 0])
    found = dependency(lambda words: model(words, rank), torch.arange(3), 5)
    return torch.equal(found, rank[None, :] < rank[:, None])


# %% looks for blindness in the last guess only | misses: lets only the last guess see all that it may, and the others the word guessed just before
def is_sound(model):
    from itertools import permutations
    for T in (2, 3, 4):
        for when in permutations(range(T)):
            rank = torch.tensor(when); tokens = torch.arange(T); before = model(tokens, rank)
            for j in range(T):
                for w in range(5):
                    c = tokens.clone(); c[j] = w
                    moved = (model(c, rank) != before).any(-1)
                    if (moved & (rank <= rank[j])).any():
                        return False
                    if w != tokens[j] and rank[j] < T - 1 and not moved[rank == T - 1].all():
                        return False
    return True


# %% no leak, and each sees the word just before | misses: sees only the word guessed just before
def is_sound(model):
    from itertools import permutations
    for when in permutations(range(4)):
        rank = torch.tensor(when); tokens = torch.arange(4); before = model(tokens, rank)
        for j in range(4):
            for w in range(5):
                c = tokens.clone(); c[j] = w
                moved = (model(c, rank) != before).any(-1)
                if moved[rank <= rank[j]].any():
                    return False
                if w != tokens[j] and not moved[rank == rank[j] + 1].all():
                    return False
    return True
