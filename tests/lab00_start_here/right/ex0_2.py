# %% fractions
softmax_by_hand = [1 / 8, 2 / 8, 5 / 8]

# %% decimals
softmax_by_hand = [0.125, 0.25, 0.625]

# %% a tuple
softmax_by_hand = (0.125, 0.25, 0.625)

# %% computed
softmax_by_hand = torch.tensor([0.0, math.log(2), math.log(5)]).softmax(0)

# %% numpy
import numpy as np

softmax_by_hand = np.array([1, 2, 5]) / 8

# %% floats of exact fractions
from fractions import Fraction
softmax_by_hand = [float(Fraction(n, 8)) for n in (1, 2, 5)]

# %% bfloat16
softmax_by_hand = torch.tensor([1, 2, 5], dtype=torch.bfloat16) / 8

# %% parameter
softmax_by_hand = torch.nn.Parameter(torch.tensor([1.0, 2, 5]) / 8)

# %% a list of tensors
softmax_by_hand = [torch.tensor(n / 8) for n in (1, 2, 5)]

# %% exact fractions
from fractions import Fraction
softmax_by_hand = [Fraction(n, 8) for n in (1, 2, 5)]
