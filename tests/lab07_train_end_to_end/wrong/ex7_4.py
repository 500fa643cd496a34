# %% norm of the parts | normalised before
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = x + layer_norm(seen, norm_1)
    return y + layer_norm(feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% pre-norm, the second half | pre-norm
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = x + seen
    return y + feed_forward(layer_norm(y, norm_2), w_1, b_1, w_2, b_2)

# %% pre-norm, both halves | pre-norm
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x, norm_1) + seen
    return y + feed_forward(layer_norm(y, norm_2), w_1, b_1, w_2, b_2)

# %% x forgotten | x not added
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(seen, norm_1)
    return layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% the second residual forgotten | not added again
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x + seen, norm_1)
    return layer_norm(feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% x once more | x added again
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x + seen, norm_1)
    return layer_norm(x + feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% the sum once more | sum added again
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = x + seen
    return layer_norm(y + feed_forward(layer_norm(y, norm_1), w_1, b_1, w_2, b_2), norm_2)

# %% one norm only | normalised once
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = x + seen
    return layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% no norm at the end | not normalised at the end
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x + seen, norm_1)
    return y + feed_forward(y, w_1, b_1, w_2, b_2)

# %% norms exchanged | norms exchanged
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x + seen, norm_2)
    return layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_1)

# %% norm_1 twice | one norm twice
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x + seen, norm_1)
    return layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_1)

# %% attention and block side by side | side by side
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    return layer_norm(x + seen + feed_forward(x, w_1, b_1, w_2, b_2), norm_2)

# %% x changed in place | changes its input
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    x += seen
    y = layer_norm(x, norm_1)
    return layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% no return | not a tensor
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x + seen, norm_1)
    layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% a feed-forward block that does not bend | rests on 7.2
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.linear(x, w_1, b_1), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = layer_norm(x + seen, norm_1)
    return layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% what was seen, normalised, is added | seen normalised alone
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    y = x + layer_norm(seen, norm_1)
    return layer_norm(y + feed_forward(y, w_1, b_1, w_2, b_2), norm_2)

# %% the block reads the sum | block reads the sum
import torch.nn.functional as F

def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)

def layer_norm(x, norm):
    return F.layer_norm(x, x.shape[-1:], norm[0], norm[1], eps=1e-12)

def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    total = x + seen
    return layer_norm(layer_norm(total, norm_1) + feed_forward(total, w_1, b_1, w_2, b_2), norm_2)

# %% another epsilon | another epsilon
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[0], n[1])
    y = ln(x + seen, norm_1)
    return ln(y + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% unbiased deviation | deviation with n - 1
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True) * n[0] + n[1]
    y = ln(x + seen, norm_1)
    return ln(y + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% relu | another bend
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[0], n[1], 1e-12)
    y = ln(x + seen, norm_1)
    return ln(y + F.linear(F.relu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% dropout left in | drops unasked
import torch.nn.functional as F
def feed_forward(x, w_1, b_1, w_2, b_2, activation=F.gelu, dropout=0.0):
    return F.linear(F.dropout(activation(F.linear(x, w_1, b_1)), dropout), w_2, b_2)
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[0], n[1], 1e-12)
    y = ln(x + seen, norm_1)
    return ln(y + feed_forward(y, w_1, b_1, w_2, b_2, dropout=0.1), norm_2)

# %% norm over all rows | value
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return (x - x.mean()) / (x.var(unbiased=False) + 1e-12).sqrt() * n[0] + n[1]
    y = ln(x + seen, norm_1)
    return ln(y + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% scale and shift exchanged | scale and shift exchanged
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[1], n[0], 1e-12)
    y = ln(x + seen, norm_1)
    return ln(y + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% residual detached | wrong gradient
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[0], n[1], 1e-12)
    y = ln(x + seen, norm_1)
    return ln(y.detach() + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% float32 inside | precision
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    d = x.dtype
    x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2 = (t.float() for t in (x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2))
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[0], n[1], 1e-12)
    y = ln(x + seen, norm_1)
    return ln(y + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2).to(d)

# %% seen added twice | seen added again
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[0], n[1], 1e-12)
    y = ln(x + seen, norm_1)
    return ln(y + seen + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% seen forgotten | seen not added
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n): return F.layer_norm(x, x.shape[-1:], n[0], n[1], 1e-12)
    y = ln(x, norm_1)
    return ln(y + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)

# %% an epsilon made on the CPU | fixed device
import torch.nn.functional as F
def finish_layer(x, seen, norm_1, norm_2, w_1, b_1, w_2, b_2):
    def ln(x, n):
        eps = torch.full((x.shape[-1],), 1e-12, dtype=x.dtype)
        return (x - x.mean(-1, keepdim=True)) / (x.var(-1, unbiased=False, keepdim=True) + eps).sqrt() * n[0] + n[1]
    y = ln(x + seen, norm_1)
    return ln(y + F.linear(F.gelu(F.linear(y, w_1, b_1)), w_2, b_2), norm_2)
