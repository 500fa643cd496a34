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
