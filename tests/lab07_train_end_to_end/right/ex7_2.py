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
