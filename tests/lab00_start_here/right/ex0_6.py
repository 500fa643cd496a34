# %% a list
gradient = [-4, -8]

# %% floats
gradient = [-4.0, -8.0]

# %% asked of torch
w = torch.tensor([3.0, -1.0], requires_grad=True)
((w * torch.tensor([1.0, 2.0])).sum() - 3).square().backward()
gradient = w.grad

# %% numpy
import numpy as np

w, x = np.array([3, -1]), np.array([1, 2])
gradient = 2 * (w @ x - 3) * x

# %% small differences
def loss(w0, w1):
    return (w0 * 1 + w1 * 2 - 3) ** 2

h = 1e-4
gradient = [(loss(3 + h, -1) - loss(3 - h, -1)) / (2 * h), (loss(3, -1 + h) - loss(3, -1 - h)) / (2 * h)]

# %% torch.func
gradient = torch.func.grad(lambda w: (w @ torch.tensor([1.0, 2.0]) - 3) ** 2)(torch.tensor([3.0, -1.0]))

# %% sympy
import sympy
a, b = sympy.symbols("a b")
loss = (a + 2 * b - 3) ** 2
gradient = [int(loss.diff(v).subs({a: 3, b: -1})) for v in (a, b)]
