# %% the orders | orders, not problems
def distinct_problems(length):
    return math.factorial(length)

# %% every step of every order | with repeats
def distinct_problems(length):
    return length * math.factorial(length)

# %% the sets | sets only
def distinct_problems(length):
    return 2**length

# %% sets that may hold the target | sees itself
def distinct_problems(length):
    return length * 2**length

# %% for one target | one word only
def distinct_problems(length):
    return 2 ** (length - 1)

# %% how many are seen | sizes, not sets
def distinct_problems(length):
    return len({(i, k) for i in range(length) for k in range(length)})

# %% a float | type
def distinct_problems(length):
    return length * 2.0 ** (length - 1)

# %% sequences instead of sets | sequences, not sets
from itertools import permutations

def distinct_problems(length):
    return len({z[: t + 1] for z in permutations(range(length)) for t in range(length)})

# %% a tensor | type
def distinct_problems(length):
    return torch.tensor(length * 2 ** (length - 1))

# %% the list instead of its length | type
from itertools import permutations

def distinct_problems(length):
    return {(z[t], frozenset(z[:t])) for z in permutations(range(length)) for t in range(length)}

# %% a curve through the first five | value
def distinct_problems(length):
    curve = np.polyfit([1, 2, 3, 4, 5], [1, 4, 12, 32, 80], 4)
    return round(float(np.polyval(curve, length)))

# %% a table up to three | error
def distinct_problems(length):
    return {1: 1, 2: 4, 3: 12}[length]

# %% without the first step | no empty set
def distinct_problems(length):
    return length * (2 ** (length - 1) - 1)

# %% true for one | type
def distinct_problems(length):
    return length == 1 or length * 2 ** (length - 1)

# %% ordered sets | sequences, not sets
def distinct_problems(length):
    return sum(math.perm(length, k + 1) for k in range(length))
