# %% whole numbers
seen = {"Mary": 4, "little": 0, "lamb": 7}

# %% computed
seen = {"Mary": 1 * 4.0, "little": 0.0, "lamb": 0.75 * 8 + 0.25 * 4}

# %% with tensors
w = torch.softmax(torch.tensor([math.log(3), 0.0]), -1)
seen = {"Mary": torch.tensor(4.0), "little": torch.tensor(0.0), "lamb": w @ torch.tensor([8.0, 4.0])}

# %% numpy
shares = np.exp([np.log(3), 0])
seen = dict(Mary=np.float64(4), little=np.float64(0), lamb=(shares / shares.sum()) @ np.array([8, 4]))
