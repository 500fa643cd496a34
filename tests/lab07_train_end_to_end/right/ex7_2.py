# %% with F.linear
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

# %% with matrix products
from torch.nn import functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(x @ w_1.T + b_1)
    if dropout:
        wide = F.dropout(wide, p=dropout, training=True)
    return wide @ w_2.T + b_2

# %% with einsum
from torch.nn import functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = torch.einsum("...d,fd->...f", x, w_1) + b_1
    wide = F.dropout(activation(wide), dropout)
    return torch.einsum("...f,df->...d", wide, w_2) + b_2

# %% dropout by hand
from torch.nn import functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(torch.matmul(x, w_1.mT) + b_1)
    if dropout > 0:
        kept = torch.rand_like(wide) >= dropout
        wide = wide * kept / (1 - dropout)
    return torch.matmul(wide, w_2.mT) + b_2

# %% nn.Dropout
from torch import nn
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(nn.Dropout(dropout)(activation(F.linear(x, w_1, b_1))), w_2, b_2)

# %% flattened rows
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    rows = x.reshape(-1, x.shape[-1])
    wide = activation(torch.addmm(b_1, rows, w_1.t()))
    wide = F.dropout(wide, dropout, training=True)
    return torch.addmm(b_2, wide, w_2.t()).reshape(*x.shape[:-1], -1)

# %% bernoulli mask
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout:
        keep = torch.bernoulli(torch.full_like(wide, 1 - dropout))
        wide = wide * keep / (1 - dropout)
    return F.linear(wide, w_2, b_2)

# %% row by row
import torch.nn.functional as F
def _one(row, w_1, b_1, w_2, b_2, activation, dropout):
    return w_2 @ F.dropout(activation(w_1 @ row + b_1), dropout) + b_2
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    if x.dim() == 1:
        return _one(x, w_1, b_1, w_2, b_2, activation, dropout)
    return torch.stack([feed_forward(part, w_1, b_1, w_2, b_2, activation, dropout) for part in x])

# %% torch.where
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    wide = torch.where(torch.rand(wide.shape, device=wide.device) < dropout, torch.zeros_like(wide), wide / (1 - dropout))
    return F.linear(wide, w_2, b_2)

# %% numpy mask moved
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout:
        keep = torch.tensor(np.random.rand(*wide.shape) >= dropout).to(wide)
        wide = wide * keep / (1 - dropout)
    return F.linear(wide, w_2, b_2)
