# %% fill, zero, average
import torch.nn.functional as F


def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), dim=-1)
    weights = weights.masked_fill(hidden.all(-1, keepdim=True), 0)
    return F.dropout(weights, dropout) @ values


# %% with a masked softmax of its own
def masked_softmax(scores, hidden):
    return torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1).nan_to_num(0.0)


def attend(scores, hidden, values, *, dropout=0.0):
    weights = masked_softmax(scores, hidden)
    if dropout > 0:
        weights = torch.nn.Dropout(dropout)(weights)
    return torch.matmul(weights, values)


# %% einsum
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), dim=-1) * ~hidden
    weights = torch.nn.functional.dropout(weights, p=dropout, training=True)
    return torch.einsum("...qs,...sd->...qd", weights, values)


# %% dropout by hand
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), dim=-1) * ~hidden
    if dropout:
        kept = torch.rand_like(weights) >= dropout
        weights = weights * kept / (1 - dropout)
    return weights @ values


# %% key by key
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), dim=-1) * ~hidden
    weights = torch.dropout(weights, dropout, train=True)
    out = 0
    for j in range(scores.shape[-1]):
        out = out + weights[..., :, j, None] * values[..., None, j, :]
    return out


# %% positional dropout argument
def attend(scores, hidden, values, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1).masked_fill(hidden, 0)
    return torch.nn.functional.dropout(weights, dropout) @ values


# %% torch's own attention, with empty queries and the scores as its bias
def attend(scores, hidden, values, *, dropout=0.0):
    bias = scores.masked_fill(hidden, -math.inf).masked_fill(hidden.all(-1, keepdim=True), 0)
    nothing = torch.zeros_like(scores[..., :1]), torch.zeros_like(values[..., :1])
    out = torch.nn.functional.scaled_dot_product_attention(*nothing, values, attn_mask=bias, dropout_p=dropout)
    return out.masked_fill(hidden.all(-1, keepdim=True), 0)


# %% matrices in one long stack
def attend(scores, hidden, values, *, dropout=0.0):
    lead, (Q, S) = scores.shape[:-2], scores.shape[-2:]
    weights = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1).masked_fill(hidden, 0)
    weights = torch.nn.functional.dropout(weights, dropout).reshape(-1, Q, S)
    return torch.bmm(weights, values.reshape(-1, S, values.shape[-1])).reshape(*lead, Q, -1)


# %% mapped over the width
def attend(scores, hidden, values, *, dropout=0.0, training=True):
    w = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).softmax(-1).masked_fill(hidden, 0)
    if dropout:
        w = torch.nn.functional.dropout(w, dropout, training)
    return torch.vmap(lambda column: (w * column[..., None, :]).sum(-1), in_dims=-1, out_dims=-1)(values)


# %% dropout drawn by numpy
def attend(scores, hidden, values, *, dropout=0.0):
    w = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).softmax(-1).masked_fill(hidden, 0)
    if dropout:
        keep = torch.from_numpy(np.random.rand(*w.shape) >= dropout).to(w.device)
        w = torch.where(keep, w / (1 - dropout), torch.zeros_like(w))
    return torch.matmul(w, values)
