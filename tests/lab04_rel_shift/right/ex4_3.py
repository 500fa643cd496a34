# %% lists
garbage = {"columns": [[3, 4, 5], [4, 5], [5], []], "how_many_with_M_100": 6}

# %% tuples and a range
garbage = {"columns": ([3, 4, 5], range(4, 6), (5,), ()), "how_many_with_M_100": 6}

# %% computed
garbage = {
    "columns": [[j for j in range(6) if 2 + i - j < 0] for i in range(4)],
    "how_many_with_M_100": sum(100 + i - j < 0 for i in range(4) for j in range(104)),
}

# %% tensors
garbage = {
    "columns": [torch.arange(3 + i, 6) for i in range(4)],
    "how_many_with_M_100": torch.tensor(6),
}

# %% from right to left, and sets
garbage = {"columns": [[5, 4, 3], {4, 5}, {5}, set()], "how_many_with_M_100": 6}


# %% arrays of numpy
import numpy as np

garbage = {"columns": [np.array([3, 4, 5]), np.array([4, 5]), np.array([5]), np.array([], int)], "how_many_with_M_100": np.int64(6)}
