# %% the formula
def distinct_problems(length):
    return length * 2 ** (length - 1)

# %% a shift
def distinct_problems(length):
    return length << (length - 1)

# %% a sum over sizes
def distinct_problems(length):
    return sum(length * math.comb(length - 1, k) for k in range(length))

# %% goes through all orders
from itertools import permutations

def distinct_problems(length):
    seen = set()
    for z in permutations(range(length)):
        for t in range(length):
            seen.add((z[t], tuple(sorted(z[:t]))))
    return len(seen)

# %% numpy's integers
def distinct_problems(length):
    return np.int64(length) * np.int64(2) ** np.int64(length - 1)

# %% by recursion
def distinct_problems(length):
    return 1 if length == 1 else 2 * distinct_problems(length - 1) * length // (length - 1)
