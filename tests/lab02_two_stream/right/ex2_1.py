# %% by the logarithm
lowest_loss = math.log(2)

# %% mean of two losses of a half
lowest_loss = (-math.log(0.5) - math.log(0.5)) / 2

# %% rounded by hand
lowest_loss = 0.693

# %% a tensor
lowest_loss = -torch.tensor([0.5, 0.5]).log().mean()

# %% numpy scalar
lowest_loss = np.log(2)
