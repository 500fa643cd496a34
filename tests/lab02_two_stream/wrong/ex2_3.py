# %% True taken for visible | polarity
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(~hidden, -1e30), -1)
    return weights.masked_fill((~hidden).all(-1, keepdim=True), 0)


# %% no mask | mask ignored
def masked_softmax(scores, hidden):
    return torch.softmax(scores, dim=-1)


# %% -1e9 and nothing else | empty row leaks
def masked_softmax(scores, hidden):
    return torch.softmax(scores.masked_fill(hidden, -1e9), dim=-1)


# %% as the original subtracts 1e30 | empty row leaks
def masked_softmax(scores, hidden):
    return torch.softmax(scores - 1e30 * hidden, dim=-1)


# %% minus infinity and nothing else | empty row is NaN
def masked_softmax(scores, hidden):
    return torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1)


# %% exponentials over their sum, 0 / 0 in the empty row | empty row is NaN
def masked_softmax(scores, hidden):
    top = scores.masked_fill(hidden, -1e30).amax(-1, keepdim=True)
    shares = (scores - top).exp().masked_fill(hidden, 0)
    return shares / shares.sum(-1, keepdim=True)


# %% asks whether the whole mask is True | only if all rows are empty
def masked_softmax(scores, hidden):
    if hidden.all():
        return torch.zeros_like(scores)
    return torch.softmax(scores.masked_fill(hidden, -1e9), dim=-1)


# %% hidden scores are 0 | hidden score set to 0
def masked_softmax(scores, hidden):
    return torch.softmax(scores.masked_fill(hidden, 0), dim=-1)


# %% scores times visible | hidden score set to 0
def masked_softmax(scores, hidden):
    return (scores * ~hidden).softmax(-1)


# %% zeroed after the softmax | does not sum to 1
def masked_softmax(scores, hidden):
    return torch.softmax(scores, dim=-1) * ~hidden


# %% down the columns | wrong axis
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), dim=-2)
    return weights.masked_fill(hidden.all(-2, keepdim=True), 0)


# %% -1e4 | not low enough
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores + hidden * -1e4, dim=-1)
    return weights.masked_fill(hidden.all(-1, keepdim=True), 0)


# %% exponentials as they are | exp of a high score
def masked_softmax(scores, hidden):
    shares = torch.exp(scores) * ~hidden
    return torch.nan_to_num(shares / shares.sum(-1, keepdim=True))


# %% highest of all keys taken off | hidden too late
def masked_softmax(scores, hidden):
    shares = torch.exp(scores - scores.amax(-1, keepdim=True)) * ~hidden
    return torch.nan_to_num(shares / shares.sum(-1, keepdim=True))


# %% NaN covered up after adding infinity | NaN gradient
def masked_softmax(scores, hidden):
    blocked = torch.zeros_like(scores).masked_fill(hidden, -math.inf)
    weights = torch.softmax(scores + blocked, dim=-1)
    return torch.where(hidden.all(-1, keepdim=True), 0, weights)


# %% -1e9 in the place of the lowest number | float16
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(hidden, -1e9), dim=-1)
    return weights.masked_fill(hidden.all(-1, keepdim=True), 0)


# %% log softmax | value
def masked_softmax(scores, hidden):
    return torch.log_softmax(scores.masked_fill(hidden, -1e30), dim=-1)


# %% works in place | changes its input
def masked_softmax(scores, hidden):
    scores[hidden.expand(scores.shape)] = -1e30
    return torch.softmax(scores, -1).masked_fill(hidden.all(-1, keepdim=True), 0)


# %% through numpy | no gradient
def masked_softmax(scores, hidden):
    s = np.where(hidden.numpy(), -1e300, scores.detach().double().numpy())
    w = np.exp(s - s.max(-1, keepdims=True)) * ~hidden.numpy()
    total = w.sum(-1, keepdims=True)
    return torch.from_numpy(w / np.where(total == 0, 1, total)).to(scores.dtype)


# %% one mask for one table only | no batch
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), dim=-1)
    if weights.dim() == 2:
        weights[hidden.all(-1)] = 0
    return weights


# %% always float32 | dtype
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.float().masked_fill(hidden, -1e30), dim=-1)
    return weights.masked_fill(hidden.all(-1, keepdim=True), 0)


# %% forgets to return | not a tensor
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), dim=-1)
    weights.masked_fill(hidden.all(-1, keepdim=True), 0)


# %% keeps the mask for the mean | value
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(hidden, -1e30), dim=-1)
    empty = hidden.all(-1, keepdim=True)
    return torch.where(empty, torch.eye(*weights.shape[-2:], dtype=scores.dtype), weights)


# %% python's and on tensors | error
def masked_softmax(scores, hidden):
    return torch.softmax(scores.masked_fill(hidden, -1e30), -1) if hidden and scores else scores


# %% small number beside the sum | value
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores, -1) * ~hidden
    return weights / (weights.sum(-1, keepdim=True) + 1e-3)


# %% fills with -1e4 | not low enough
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(hidden, -1e4), dim=-1)
    return weights.masked_fill(hidden.all(-1, keepdim=True), 0)


# %% softmax in float32 | float32 inside
def masked_softmax(scores, hidden):
    filled = scores.float().masked_fill(hidden, -math.inf)
    return torch.softmax(filled, dim=-1).nan_to_num(0.0).to(scores.dtype)


# %% the mask is additive already | value
def masked_softmax(scores, hidden):
    return torch.softmax(scores + hidden.masked_fill(hidden, -math.inf), dim=-1)


# %% zeros wherever a NaN would be, without a mask | mask ignored
def masked_softmax(scores, hidden):
    return torch.softmax(scores, dim=-1).nan_to_num(0)


# %% leaves the first key open | value
def masked_softmax(scores, hidden):
    hidden = hidden.clone()
    hidden[..., 0] &= ~hidden.all(-1)
    return torch.softmax(scores.masked_fill(hidden, -1e30), dim=-1)


# %% uniform over what is visible | value
def masked_softmax(scores, hidden):
    visible = (~hidden).to(scores.dtype).expand(scores.shape)
    return visible / visible.sum(-1, keepdim=True).clamp(min=1)


# %% only the highest visible key | value
def masked_softmax(scores, hidden):
    top = scores.masked_fill(hidden, -1e30).argmax(-1)
    return torch.nn.functional.one_hot(top, scores.shape[-1]).to(scores.dtype) * ~hidden


# %% divided by what is left | hidden too late
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores, dim=-1) * ~hidden
    return torch.nan_to_num(weights / weights.sum(-1, keepdim=True))


# %% divided by what is left, at least a little | hidden too late
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores, dim=-1) * ~hidden
    return weights / weights.sum(-1, keepdim=True).clamp(min=1e-12)


# %% divided by what is left, 0 by 0 too | hidden too late, and 0 / 0
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores, dim=-1) * ~hidden
    return weights / weights.sum(-1, keepdim=True)


# %% highest visible taken off, infinity times 0 | hidden too late
def masked_softmax(scores, hidden):
    top = scores.masked_fill(hidden, -1e30).amax(-1, keepdim=True)
    shares = torch.exp(scores - top) * ~hidden
    return (shares / shares.sum(-1, keepdim=True)).nan_to_num(0)


# %% writes zeros over the NaN | written over
def masked_softmax(scores, hidden):
    weights = torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1)
    weights[torch.isnan(weights)] = 0
    return weights


# %% takes the highest score of the whole table off | highest of all rows
def masked_softmax(scores, hidden):
    filled = scores.masked_fill(hidden, -math.inf)
    top = filled.flatten(-2).amax(-1)[..., None, None]
    shares = torch.where(hidden, 0, (torch.where(hidden, 0, filled) - torch.where(top == -math.inf, 0, top)).exp())
    return shares / shares.sum(-1, keepdim=True).clamp(min=torch.finfo(scores.dtype).tiny)


# %% cuts the gradient of a batch | no gradient
def masked_softmax(scores, hidden):
    if scores.dim() > 2:
        scores = scores.detach()
    return torch.softmax(scores.masked_fill(hidden, -math.inf), -1).nan_to_num(0)


# %% clamps scores so that no exponential overflows | value
def masked_softmax(scores, hidden):
    s = scores.clamp(-60, 60).masked_fill(hidden, torch.finfo(scores.dtype).min)
    return torch.softmax(s, -1) * ~hidden


# %% view where the mask broadcasts | no batch
def masked_softmax(scores, hidden):
    h = hidden.view(-1, hidden.shape[-1])
    s = scores.view(-1, scores.shape[-1])
    return torch.softmax(s.masked_fill(h, -math.inf), -1).nan_to_num(0).view(scores.shape)
