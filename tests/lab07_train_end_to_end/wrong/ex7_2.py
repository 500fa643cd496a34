# %% no activation | no bend
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(F.linear(x, w_1, b_1), dropout), w_2, b_2)

# %% activation behind the second map | bent at the end
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return activation(F.linear(F.dropout(F.linear(x, w_1, b_1), dropout), w_2, b_2))

# %% activation twice | bent twice
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return activation(F.linear(activation(F.linear(x, w_1, b_1)), w_2, b_2))

# %% x @ w | weights turned round
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return activation(x @ w_1 + b_1) @ w_2 + b_2

# %% with the residual | already added
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return x + F.linear(activation(F.linear(x, w_1, b_1)), w_2, b_2)

# %% F.gelu whatever is given | another bend
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(F.gelu(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

# %% relu, as in the first Transformer | always relu
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.relu(F.linear(x, w_1, b_1)), w_2, b_2)

# %% the approximation by tanh | approximate gelu
from torch.nn import functional as F
def my_gelu(x):
    return F.gelu(x, approximate="tanh")
def feed_forward(x, w_1, b_1, w_2, b_2, activation=my_gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

# %% no biases | no biases
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.dropout(activation(x @ w_1.T), dropout) @ w_2.T

# %% the second bias forgotten | no second bias
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.dropout(activation(F.linear(x, w_1, b_1)), dropout) @ w_2.T

# %% the first bias forgotten | no first bias
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(x @ w_1.T), dropout), w_2, b_2)

# %% dropout forgotten | no dropout
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(activation(F.linear(x, w_1, b_1)), w_2, b_2)

# %% dropout of the result | dropout at the end
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.dropout(F.linear(activation(F.linear(x, w_1, b_1)), w_2, b_2), dropout)

# %% half as much is dropped | no dropout
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout / 2), w_2, b_2)

# %% dropped, and nothing made up | dropout not made up for
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    wide = wide * (torch.rand_like(wide) >= dropout)
    return F.linear(wide, w_2, b_2)

# %% switched off as in evaluation | no dropout
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout, training=False), w_2, b_2)

# %% through numpy | no gradient
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = torch.from_numpy(np.einsum("...d,fd->...f", x.detach().numpy(), w_1.detach().numpy())) + b_1.detach()
    return F.linear(F.dropout(activation(wide), dropout), w_2.detach(), b_2.detach())

# %% layers made inside | error
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(activation(F.linear(x, b_1, w_1)), w_2, b_2)

# %% dropped before the bend | dropout before the bend
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(activation(F.dropout(F.linear(x, w_1, b_1), dropout)), w_2, b_2)

# %% what comes in is dropped | dropout of x
from torch.nn import functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(activation(F.linear(F.dropout(x, dropout), w_1, b_1)), w_2, b_2)

# %% one mask for all rows | one draw for all rows
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    wide = wide * F.dropout(torch.ones_like(w_1[:, 0]), dropout)
    return F.linear(wide, w_2, b_2)

# %% the same mask each time | the same draw each time
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    g = torch.Generator(device=wide.device).manual_seed(0) if wide.device.type != "meta" else None
    if dropout:
        kept = torch.rand(wide.shape, generator=g, dtype=wide.dtype, device=wide.device) >= dropout
        wide = wide * kept / (1 - dropout)
    return F.linear(wide, w_2, b_2)

# %% mask made on the CPU | fixed device
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout:
        wide = wide * (torch.rand(wide.shape) >= dropout) / (1 - dropout)
    return F.linear(wide, w_2, b_2)

# %% mask of float32 | dtype not kept
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout:
        mask = (torch.rand(wide.shape, device=x.device) >= dropout).float() / (1 - dropout)
        wide = (wide * mask)
        w_2, b_2 = w_2.to(wide.dtype), b_2.to(wide.dtype)
    return F.linear(wide, w_2, b_2)

# %% gradient cut by dropout | no gradient
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout:
        with torch.no_grad():
            wide = F.dropout(wide, dropout)
    return F.linear(wide, w_2, b_2)

# %% zeroed behind the back of autograd | wrong gradient
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout:
        wide = wide / (1 - dropout)
        wide.data[torch.rand_like(wide) < dropout] = 0
    return F.linear(wide, w_2, b_2)

# %% always some dropout | drops unasked
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout or 0.1), w_2, b_2)

# %% float32 inside | precision
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    d = x.dtype
    x, w_1, b_1, w_2, b_2 = (t.float() for t in (x, w_1, b_1, w_2, b_2))
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2).to(d)

# %% alpha dropout | no dropout
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.alpha_dropout(activation(F.linear(x, w_1, b_1)), dropout, True), w_2, b_2)

# %% whole rows dropped | whole rows
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    wide = wide * F.dropout(torch.ones_like(wide[..., :1]), dropout)
    return F.linear(wide, w_2, b_2)

# %% multiplied instead of divided | dropout not made up for
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout: wide = wide * (torch.rand_like(wide) >= dropout) * (1 - dropout)
    return F.linear(wide, w_2, b_2)

# %% keeps what should go | no dropout
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout: wide = wide * (torch.rand_like(wide) < dropout) / dropout
    return F.linear(wide, w_2, b_2)

# %% dropout wide and end | dropout at the end
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = F.dropout(activation(F.linear(x, w_1, b_1)), dropout)
    return F.dropout(F.linear(wide, w_2, b_2), dropout)

# %% dropout wide and x | dropout of x
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = F.dropout(activation(F.linear(F.dropout(x, dropout), w_1, b_1)), dropout)
    return F.linear(wide, w_2, b_2)

# %% exactly a quarter each time, not at random | one draw for all rows
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    wide = activation(F.linear(x, w_1, b_1))
    if dropout:
        n = int(dropout * wide.shape[-1])
        keep = torch.ones_like(wide); keep[..., :n] = 0
        wide = wide * keep / (1 - dropout)
    return F.linear(wide, w_2, b_2)

# %% dropout of the weights | dropout of the weights
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(activation(F.linear(x, w_1, b_1)), F.dropout(w_2, dropout), b_2)

# %% dropout also of b_2 | dropout at the end
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, F.dropout(b_2, dropout))

# %% only two-dimensional | no batch
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return (F.dropout(activation(torch.t(w_1 @ torch.t(x)) + b_1), dropout) @ w_2.T) + b_2
