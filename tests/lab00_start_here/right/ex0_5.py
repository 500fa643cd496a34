# %% a list
argsorted = [1, 2, 0, 3]

# %% asked of torch
argsorted = torch.tensor([30, 10, 20, 40]).argsort()

# %% numpy
import numpy as np

argsorted = np.argsort([30, 10, 20, 40])

# %% python
values = [30, 10, 20, 40]
argsorted = sorted(range(4), key=lambda i: values[i])
