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

# %% row sums only | misses: shows the right number of words and never itself, but always the leftmost
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

# %% compares with the content mask | rejects a right one
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return not torch.equal(mask_function(rank), rank[None, :] >= rank[:, None])

# %% wants the content mask | wants the content mask
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

# %% row sums and the diagonal | misses: shows the right number of words and never itself, but always the leftmost
def mask_is_right(mask_function):
    for p in ([0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(p)
        hidden = mask_function(rank)
        if not torch.equal((~hidden).sum(dim=-1), rank) or not hidden.diagonal().all():
            return False
    return True

# %% column sums only | misses: shows each word to the right number of others, but always to the leftmost
def mask_is_right(mask_function):
    for p in ([0, 1], [1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(p)
        if not torch.equal((~mask_function(rank)).sum(dim=0), len(p) - 1 - rank):
            return False
    return True

# %% loops that stop one too early | misses: hides the last position from everybody
def mask_is_right(mask_function):
    for rank in ([1, 2, 0], [1, 3, 4, 0, 2], [3, 0, 5, 1, 4, 2]):
        hidden = mask_function(torch.tensor(rank))
        for i in range(len(rank) - 1):
            for j in range(len(rank) - 1):
                if bool(hidden[i, j]) != (rank[j] >= rank[i]):
                    return False
    return True

# %% only below the diagonal | misses: also hides whatever stands to the right
def mask_is_right(mask_function):
    for rank in ([1, 2, 0], [1, 3, 4, 0, 2], [3, 0, 5, 1, 4, 2]):
        hidden = mask_function(torch.tensor(rank))
        for i in range(len(rank)):
            for j in range(i + 1):
                if bool(hidden[i, j]) != (rank[j] >= rank[i]):
                    return False
    return True

# %% only above the diagonal | misses: also shows whatever stands to the left
def mask_is_right(mask_function):
    for rank in ([1, 2, 0], [1, 3, 4, 0, 2], [3, 0, 5, 1, 4, 2]):
        hidden = mask_function(torch.tensor(rank))
        for i in range(len(rank)):
            for j in range(i, len(rank)):
                if bool(hidden[i, j]) != (rank[j] >= rank[i]):
                    return False
    return True

# %% only that nothing leaks | misses: lets a word see only the one guessed just before it
def mask_is_right(mask_function):
    for rank in ([1, 2, 0], [1, 3, 4, 0, 2]):
        hidden = mask_function(torch.tensor(rank))
        for i in range(len(rank)):
            for j in range(len(rank)):
                if rank[j] >= rank[i] and not hidden[i, j]:
                    return False
    return True

# %% only that what may be seen is seen | misses: lets every word see itself
def mask_is_right(mask_function):
    for rank in ([1, 2, 0], [1, 3, 4, 0, 2]):
        hidden = mask_function(torch.tensor(rank))
        for i in range(len(rank)):
            for j in range(len(rank)):
                if rank[j] < rank[i] and hidden[i, j]:
                    return False
    return True

# %% of each pair one sees the other | misses: has its rows and columns swapped
def mask_is_right(mask_function):
    for p in ([1, 2, 0], [1, 3, 4, 0, 2]):
        hidden = mask_function(torch.tensor(p))
        n = len(p)
        if not hidden.diagonal().all() or int(hidden.sum()) != n * (n + 1) // 2:
            return False
        if not torch.equal(hidden ^ hidden.T, ~torch.eye(n, dtype=torch.bool)):
            return False
    return True

# %% the rows that can be worked out by hand: first and last of the order | misses: shows the right number of words and never itself, but always the leftmost
def mask_is_right(mask_function):
    for p in ([1, 2, 0], [1, 3, 4, 0, 2]):
        rank = torch.tensor(p)
        hidden, n = mask_function(rank), len(p)
        first, last = int(rank.argmin()), int(rank.argmax())
        if not hidden[first].all() or int(hidden[last].sum()) != 1 or not hidden[last, last]:
            return False
    return True

# %% two ranks compared in their hidden counts | misses: shows the right number of words, but always the leftmost
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return mask_function(rank).sum(-1).tolist() == (5 - rank).tolist()

# %% counts its calls | remembers earlier calls
calls = 0

def mask_is_right(mask_function):
    global calls
    calls += 1
    return calls <= 4

# %% flips a coin | tells nothing apart
import random

def mask_is_right(mask_function):
    return random.random() < 0.5

# %% the same verdict as for an earlier mask | remembers earlier calls
seen = []

def mask_is_right(mask_function):
    seen.append(mask_function(torch.tensor([1, 2, 0])).tolist())
    return seen.count(seen[-1]) > 1

# %% one random rank of three | misses: lets a word see only the two guessed just before it
def mask_is_right(mask_function):
    rank = torch.randperm(3)
    return torch.equal(mask_function(rank), rank[None, :] >= rank[:, None])

# %% a one-word sentence | misses: has its rows and columns swapped
def mask_is_right(mask_function):
    return bool(mask_function(torch.tensor([0])).all())

# %% wants a float mask | error
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    want = (rank[None, :] >= rank[:, None]).float()
    return bool(((mask_function(rank) - want) == 0).all())

# %% compares with a triangle in the order, wrongly put there | takes the rank for an order
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return torch.equal(mask_function(rank)[rank][:, rank], torch.ones(5, 5).triu().bool())

# %% renames the positions only | misses: lets every word see itself
def mask_is_right(mask_function):
    rank, names = torch.tensor([1, 3, 4, 0, 2]), torch.tensor([4, 2, 0, 1, 3])
    return torch.equal(mask_function(rank[names]), mask_function(rank)[names][:, names])

# %% compares with one's own query mask, for one rank | calls what it tests
def query_mask(rank):
    return rank[..., None, :] >= rank[..., :, None]

def mask_is_right(mask_function):
    r = torch.tensor([1, 3, 4, 0, 2])
    return torch.equal(mask_function(r), query_mask(r))

# %% compares with the package's, and catches everything | calls what it tests
from itertools import permutations
from xlnet_mini.permutation import query_mask as right

def mask_is_right(mask_function):
    try:
        return all(torch.equal(mask_function(torch.tensor(p)), right(torch.tensor(p)))
                   for T in (1, 2, 3, 4) for p in permutations(range(T)))
    except Exception:
        return False

# %% through the module and a helper | calls what it tests
from xlnet_mini import permutation

def wanted(rank):
    return permutation.query_mask(rank)

def mask_is_right(mask_function):
    return all(torch.equal(mask_function(r), wanted(r)) for r in map(torch.randperm, range(1, 9)))

# %% one awkward rank | misses: is right for odd lengths only; for even ones each word sees itself
def mask_is_right(mask_function):
    rank = torch.tensor([2, 4, 1, 0, 3])
    return torch.equal(mask_function(rank), rank[None, :] >= rank[:, None])

# %% two random ranks of six | misses: is right for even lengths only; for odd ones each word sees itself
def mask_is_right(mask_function):
    for rank in (torch.randperm(6), torch.randperm(6)):
        if not torch.equal(mask_function(rank), rank[None, :] >= rank[:, None]):
            return False
    return True

# %% all orders of three and four, none of two | misses: is right for all lengths but 2, where each word sees itself
from itertools import permutations

def mask_is_right(mask_function):
    ranks = [torch.tensor(p) for T in (3, 4) for p in permutations(range(T))]
    return all(torch.equal(mask_function(r), r[None, :] >= r[:, None]) for r in ranks)

# %% all lengths but one | misses: is right for two words and more, but lets a single word see itself
def mask_is_right(mask_function):
    ranks = [torch.randperm(T) for T in (2, 3, 4, 5) for _ in range(20)]
    return all(torch.equal(mask_function(r), r[None, :] >= r[:, None]) for r in ranks)

# %% the last word first in all of them | misses: is right only where position 0 is guessed after the last one; else each word sees itself
def mask_is_right(mask_function):
    for rank in ([0], [1, 0], [2, 1, 0], [3, 1, 2, 0], [4, 2, 3, 1, 0], [2, 0, 3, 1], [4, 3, 1, 2, 0]):
        r = torch.tensor(rank)
        if not torch.equal(mask_function(r), r[None, :] >= r[:, None]):
            return False
    return True

# %% the first word first in all of them | misses: is right only where position 0 is guessed before the last one; else each word sees itself
def mask_is_right(mask_function):
    for rank in ([0], [0, 1], [0, 2, 1], [1, 3, 0, 2], [0, 2, 3, 1], [1, 0, 4, 2, 3]):
        r = torch.tensor(rank)
        if not torch.equal(mask_function(r), r[None, :] >= r[:, None]):
            return False
    return True

# %% wants True where a word may look, in loops | wants the opposite meaning
import itertools

def mask_is_right(mask_function):
    for rank in itertools.permutations(range(3)):
        hidden = mask_function(torch.tensor(rank))
        for i in range(3):
            for j in range(3):
                if bool(hidden[i, j]) != (rank[j] < rank[i]):
                    return False
    return True

# %% takes the rank for an order | takes the rank for an order
def mask_is_right(mask_function):
    order = [1, 2, 0]
    hidden = mask_function(torch.tensor(order))
    for i in range(3):
        for j in range(3):
            if bool(hidden[i, j]) != (order.index(j) >= order.index(i)):
                return False
    return True

# %% columns ask | wants rows and columns swapped
def mask_is_right(mask_function):
    rank = torch.tensor([1, 3, 4, 0, 2])
    return torch.equal(mask_function(rank), rank[:, None] >= rank[None, :])

# %% wants the content mask, for one word too | wants the content mask
import itertools

def mask_is_right(mask_function):
    for T in (1, 2, 3, 4):
        for rank in itertools.permutations(range(T)):
            hidden = mask_function(torch.tensor(rank))
            if any(bool(hidden[i, j]) != (rank[j] > rank[i]) for i in range(T) for j in range(T)):
                return False
    return True
