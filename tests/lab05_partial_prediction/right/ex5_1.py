# %% lists
by_hand = {
    "predicted": [1, 2],
    "little_may_see": [True, False, False, True, True],
    "had_may_see": [True, False, False, True, True],
    "a_may_see": [True, True, False, True, True],
    "num_predict_of_512": 85,
}

# %% ones and zeros
by_hand = {
    "predicted": (1, 2),
    "little_may_see": [1, 0, 0, 1, 1],
    "had_may_see": [1, 0, 0, 1, 1],
    "a_may_see": [1, 1, 0, 1, 1],
    "num_predict_of_512": 512 // 6,
}

# %% computed from the order
z, c = [3, 0, 4, 1, 2], 3
given = set(z[:c])
by_hand = dict(
    predicted=z[c:],
    little_may_see=[i in given for i in range(5)],
    had_may_see=[i in given for i in range(5)],
    a_may_see=[i in given or i == 1 for i in range(5)],
    num_predict_of_512=int(512 / 6),
)

# %% tensors
by_hand = {
    "predicted": torch.tensor([1, 2]),
    "little_may_see": torch.tensor([True, False, False, True, True]),
    "had_may_see": torch.tensor([True, False, False, True, True]),
    "a_may_see": np.array([True, True, False, True, True]),
    "num_predict_of_512": 85,
}
