# %% the values | sorted values
argsorted = [10, 20, 30, 40]

# %% the ranks | ranks
argsorted = [2, 0, 1, 3]

# %% largest first | descending
argsorted = [3, 0, 2, 1]

# %% places from 1 | counts from 1
argsorted = [2, 3, 1, 4]

# %% a slip | value
argsorted = [1, 0, 2, 3]

# %% too few | form
argsorted = [1, 2, 0]

# %% the sort result | form
argsorted = torch.tensor([30, 10, 20, 40]).sort()

# %% words | value
argsorted = ["1", "2", "0", "3"]

# %% a dict | form
argsorted = {0: 1, 1: 2, 2: 0, 3: 3}

# %% ranks from 1 | value
argsorted = [3, 1, 2, 4]

# %% nothing done | value
argsorted = [0, 1, 2, 3]
