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
