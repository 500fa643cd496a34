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
