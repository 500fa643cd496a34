# %% raw scores | no softmax
def attend(scores, hidden, values, *, dropout=0.0):
    return scores @ values


# %% masked scores | masked scores, no softmax
def attend(scores, hidden, values, *, dropout=0.0):
    return (scores * ~hidden) @ values


# %% plain attention | mask ignored
def attend(scores, hidden, values, *, dropout=0.0):
    return torch.softmax(scores, -1) @ values


# %% averages the hidden words | polarity
def attend(scores, hidden, values, *, dropout=0.0):
    return (torch.softmax(scores.masked_fill(~hidden, -1e30), -1) * hidden) @ values


# %% mean of what is visible | scores ignored
def attend(scores, hidden, values, *, dropout=0.0):
    visible = (~hidden).to(scores.dtype).expand(scores.shape)
    return visible / visible.sum(-1, keepdim=True).clamp(min=1) @ values


# %% divides by the root of the width | scaled by the width
def attend(scores, hidden, values, *, dropout=0.0):
    scores = scores / values.shape[-1] ** 0.5
    return (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values


# %% divides by the root of the number of keys | scaled by the keys
def attend(scores, hidden, values, *, dropout=0.0):
    scores = scores / scores.shape[-1] ** 0.5
    return (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values


# %% a large negative number | empty row leaks
def attend(scores, hidden, values, *, dropout=0.0):
    return torch.softmax(scores.masked_fill(hidden, -1e9), -1) @ values


# %% minus infinity | empty row is NaN
def attend(scores, hidden, values, *, dropout=0.0):
    return torch.softmax(scores.masked_fill(hidden, -math.inf), -1) @ values


# %% stops at the weights | only the weights
def attend(scores, hidden, values, *, dropout=0.0):
    return torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden


# %% dropout is an argument, and that is all | no dropout
def attend(scores, hidden, values, *, dropout=0.0):
    return (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values


# %% drops entries of the result | drops the result
def attend(scores, hidden, values, *, dropout=0.0):
    out = (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values
    return torch.nn.functional.dropout(out, dropout)


# %% drops without scaling up | not scaled up
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    return (weights * (torch.rand_like(weights) >= dropout)) @ values


# %% drops scores | another dropout
def attend(scores, hidden, values, *, dropout=0.0):
    hidden = hidden | (torch.rand_like(scores) < dropout)
    return (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values


# %% keeps with the probability of dropping | another dropout
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    if dropout == 0:
        return weights @ values
    return torch.nn.functional.dropout(weights, 1 - dropout) @ values


# %% no dropout argument | error
def attend(scores, hidden, values):
    return (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values


# %% values on the wrong side | error
def attend(scores, hidden, values, *, dropout=0.0):
    return values @ (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden)


# %% values transposed | error
def attend(scores, hidden, values, *, dropout=0.0):
    return (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values.transpose(-1, -2)


# %% detached | no gradient
def attend(scores, hidden, values, *, dropout=0.0):
    weights = (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden).detach()
    return torch.tensor((weights @ values).tolist(), dtype=values.dtype)


# %% scores cut off, values not | wrong gradient
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    return torch.nn.functional.dropout(weights.detach(), dropout) @ values


# %% mask of one sentence repeated for all | no batch
def attend(scores, hidden, values, *, dropout=0.0):
    while hidden.dim() > 2:
        hidden = hidden[0]
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    return torch.nn.functional.dropout(weights, dropout) @ values


# %% sums the heads | no batch
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    out = torch.nn.functional.dropout(weights, dropout) @ values
    return out.sum(1) if out.dim() == 4 else out


# %% drops whole keys | another dropout
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    keep = (torch.rand_like(weights[..., :1, :]) >= dropout).to(weights.dtype) / (1 - dropout)
    return (weights * keep) @ values


# %% drops whole rows | another dropout
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    keep = (torch.rand_like(weights[..., :1]) >= dropout).to(weights.dtype) / (1 - dropout)
    return (weights * keep) @ values


# %% drops only if in a good mood | no dropout
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    return torch.nn.functional.dropout(weights, dropout, training=False) @ values


# %% divides by the sum again after dropping | another dropout
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    weights = torch.nn.functional.dropout(weights, dropout)
    return (weights / weights.sum(-1, keepdim=True).clamp(min=1e-12)) @ values


# %% returns weights and result | not a tensor
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    return weights @ values, weights


# %% a number that float16 cannot hold | float16
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    return torch.nn.functional.dropout(weights, dropout) @ values


# %% drops scores | drops scores
def attend(scores, hidden, values, *, dropout=0.0):
    scores = torch.nn.functional.dropout(scores, dropout)
    return (torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden) @ values


# %% a tenth, whatever the argument | drops unasked
def attend(scores, hidden, values, *, dropout=0.0):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), -1) * ~hidden
    return torch.nn.functional.dropout(weights, 0.1) @ values


# %% calls weights that are not written yet | rests on 2.3
def masked_softmax(scores, hidden):
    raise NotImplementedError


def attend(scores, hidden, values, *, dropout=0.0):
    return torch.nn.functional.dropout(masked_softmax(scores, hidden), dropout) @ values


# %% NaN covered up after adding infinity | NaN gradient
def attend(scores, hidden, values, *, dropout=0.0):
    blocked = torch.zeros_like(scores).masked_fill(hidden, -math.inf)
    w = torch.softmax(scores + blocked, -1)
    w = torch.where(hidden.all(-1, keepdim=True), 0, w)
    return torch.nn.functional.dropout(w, dropout) @ values


# %% drops from weights that are cut off | no gradient
def attend(scores, hidden, values, *, dropout=0.0):
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    if dropout:
        w = torch.nn.functional.dropout(w.detach(), dropout)
    return w @ values


# %% a seed inside, to be reproducible | the same draw each time
def attend(scores, hidden, values, *, dropout=0.0):
    torch.manual_seed(0)
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    return torch.nn.functional.dropout(w, dropout) @ values


# %% one draw for all heads and sentences | one draw for all
def attend(scores, hidden, values, *, dropout=0.0):
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    if dropout:
        keep = torch.rand(w.shape[-2:], device=w.device) >= dropout
        w = w * keep / (1 - dropout)
    return w @ values


# %% draws on the CPU | fixed device
def attend(scores, hidden, values, *, dropout=0.0):
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    if dropout:
        keep = torch.rand(w.shape) >= dropout
        w = w * keep / (1 - dropout)
    return w @ values


# %% draws in float32 | dtype not kept
def attend(scores, hidden, values, *, dropout=0.0):
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    if dropout:
        keep = torch.bernoulli(torch.full(w.shape, 1 - dropout, device=w.device))
        w = w * keep / (1 - dropout)
    return w @ values


# %% a quarter, if asked at all | another probability
def attend(scores, hidden, values, *, dropout=0.0):
    w = torch.softmax(scores.masked_fill(hidden, torch.finfo(scores.dtype).min), -1) * ~hidden
    return torch.nn.functional.dropout(w, 0.25 if dropout else 0.0) @ values
