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

# %% bits of all visible sets
def distinct_problems(length):
    return sum(1 for seen in range(2**length) for i in range(length) if not seen >> i & 1)

# %% an integer from a float
def distinct_problems(length):
    return int(length * 2.0 ** (length - 1))

# %% remembered recursion
from functools import lru_cache

@lru_cache(maxsize=None)
def distinct_problems(length):
    return 1 if length < 2 else 2 * distinct_problems(length - 1) + 2 ** (length - 1)

# %% the edges of a cube
from itertools import combinations

def distinct_problems(length):
    return sum(bin(a ^ b).count("1") == 1 for a, b in combinations(range(2**length), 2))

# %% sympy
import sympy
def distinct_problems(length):
    n = sympy.symbols("n")
    return int(sympy.diff((1 + n) ** length, n).subs(n, 1))
