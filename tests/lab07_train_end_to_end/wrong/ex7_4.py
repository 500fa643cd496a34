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
