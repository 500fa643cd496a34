# %% the 1 stays | a 1 that does not stretch
product_shape = [2, 1, 4, 6]

# %% three dimensions | a dimension is lost
product_shape = (5, 4, 6)

# %% all stack dimensions | the stacks side by side
product_shape = (2, 1, 5, 4, 6)

# %% inner ones kept | inner dimensions
product_shape = (2, 5, 3, 3)

# %% the other way round | reversed
product_shape = [2, 5, 6, 4]

# %% multiplied out | form
product_shape = 240

# %% something else | value
product_shape = [5, 2, 4, 6]

# %% text | form
product_shape = "2 x 5 x 4 x 6"

# %% the product itself of the last two | the matrices only
product_shape = (4, 6)

# %% 10 stacks | the stacks multiplied
product_shape = (10, 4, 6)

# %% the tensor itself | form
product_shape = torch.zeros(2, 1, 4, 3) @ torch.zeros(5, 3, 6)

# %% five axes | form
product_shape = [2, 1, 4, 3, 6]
