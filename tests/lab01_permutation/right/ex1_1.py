# %% lists
by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [True, False, False, True, False]}

# %% tuples
by_hand = {"rank": (1, 3, 4, 0, 2), "lamb_may_see": (True, False, False, True, False)}

# %% tensors, keys in the other order
by_hand = {
    "lamb_may_see": torch.tensor([True, False, False, True, False]),
    "rank": torch.tensor([3, 0, 4, 1, 2]).argsort(),
}

# %% computed in numpy
rank = np.argsort([3, 0, 4, 1, 2])
by_hand = {"rank": rank, "lamb_may_see": rank < rank[4]}

# %% numpy bools in lists
by_hand = dict(rank=[np.int32(r) for r in (1, 3, 4, 0, 2)], lamb_may_see=[np.bool_(b) for b in (1, 0, 0, 1, 0)])

# %% list comprehension
order = [3, 0, 4, 1, 2]
rank = [order.index(i) for i in range(5)]
by_hand = {"rank": rank, "lamb_may_see": [r < rank[4] for r in rank]}

# %% sequences
from collections import OrderedDict
by_hand = OrderedDict(rank=[1, 3, 4, 0, 2], lamb_may_see=[True, False, False, True, False])
