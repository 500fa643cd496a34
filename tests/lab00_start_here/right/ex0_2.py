# %% fractions
softmax_by_hand = [1 / 8, 2 / 8, 5 / 8]

# %% decimals
softmax_by_hand = [0.125, 0.25, 0.625]

# %% a tuple
softmax_by_hand = (0.125, 0.25, 0.625)

# %% computed
softmax_by_hand = torch.tensor([0.0, math.log(2), math.log(5)]).softmax(0)

# %% numpy
softmax_by_hand = np.array([1, 2, 5]) / 8
