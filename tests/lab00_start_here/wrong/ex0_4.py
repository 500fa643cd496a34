# %% rows and columns exchanged | transposed
grid = [[1, 11, 21], [2, 12, 22]]

# %% times | products
grid = [[0, 0], [10, 20], [20, 40]]

# %% flat | in one row
grid = [1, 2, 11, 12, 21, 22]

# %% in pairs | only neighbours
grid = [1, 12]

# %% an error message | form
grid = "the shapes do not fit"

# %% a slip | value
grid = [[1, 2], [11, 12], [22, 22]]

# %% three columns | form
grid = [[1, 2, 3], [11, 12, 13], [21, 22, 23]]

# %% booleans | value
grid = [[True, 2], [11, 12], [21, 22]]

# %% the two that are added | the operands
grid = [[0, 10, 20], [1, 2]]

# %% column | form
grid = [[1], [12], [20]]

# %% one long column | in one column
grid = [[1], [2], [11], [12], [21], [22]]
