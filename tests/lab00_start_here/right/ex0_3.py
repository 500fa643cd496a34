# %% a list
product_shape = [2, 5, 4, 6]

# %% a tuple
product_shape = (2, 5, 4, 6)

# %% asked of torch
product_shape = (torch.zeros(2, 1, 4, 3) @ torch.zeros(5, 3, 6)).shape

# %% a tensor
product_shape = torch.tensor([2, 5, 4, 6])
