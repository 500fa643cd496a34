# %% lists
grid = [[1, 2], [11, 12], [21, 22]]

# %% tuples
grid = ((1, 2), (11, 12), (21, 22))

# %% asked of torch
grid = torch.tensor([0, 10, 20])[:, None] + torch.tensor([1, 2])[None, :]

# %% numpy, as floats
import numpy as np

grid = np.add.outer([0.0, 10.0, 20.0], [1.0, 2.0])
