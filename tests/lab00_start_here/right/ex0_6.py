# %% a list
gradient = [-4, -8]

# %% floats
gradient = [-4.0, -8.0]

# %% asked of torch
w = torch.tensor([3.0, -1.0], requires_grad=True)
((w * torch.tensor([1.0, 2.0])).sum() - 3).square().backward()
gradient = w.grad

# %% numpy
w, x = np.array([3, -1]), np.array([1, 2])
gradient = 2 * (w @ x - 3) * x
