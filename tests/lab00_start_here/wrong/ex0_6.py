# %% no factor 2 | without the 2
gradient = [-2, -4]

# %% the direction of descent | the sign
gradient = [4, 8]

# %% one number | inner derivative
gradient = -4

# %% of x | with respect to x
gradient = [-12, 4]

# %% x | only x
gradient = [1, 2]

# %% the loss | form
gradient = "4"

# %% not a number | value
gradient = [float("nan"), float("nan")]

# %% a column | form
gradient = [[-4], [-8]]

# %% loss on top | value
gradient = [-8, -16]

# %% tensor of one | inner derivative
gradient = torch.tensor(-4)

# %% y forgotten | value
gradient = [2, 4]

# %% gradient of absolute value | value
gradient = [-1, -2]
