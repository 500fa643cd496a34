# %% fills, then zeros
def masked_softmax(scores, hidden):
    low = torch.finfo(scores.dtype).min
    weights = torch.softmax(scores.masked_fill(hidden, low), dim=-1)
    return weights.masked_fill(hidden.all(-1, keepdim=True), 0.0)


# %% minus infinity and nan_to_num
def masked_softmax(scores, hidden):
    return torch.softmax(scores.masked_fill(hidden, -math.inf), dim=-1).nan_to_num(0.0)


# %% multiplies with what is visible
def masked_softmax(scores, hidden):
    low = torch.finfo(scores.dtype).min
    return torch.softmax(torch.where(hidden, low, scores), -1) * ~hidden


# %% by hand, highest visible score taken off
def masked_softmax(scores, hidden):
    filled = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)
    top = filled.amax(-1, keepdim=True)
    shares = (filled - top).exp().masked_fill(hidden, 0)
    total = shares.sum(-1, keepdim=True)
    return shares / torch.where(total == 0, 1, total)


# %% row by row
def masked_softmax(scores, hidden):
    hidden = hidden.expand(scores.shape)
    flat, masks = scores.reshape(-1, scores.shape[-1]), hidden.reshape(-1, scores.shape[-1])
    rows = []
    for row, mask in zip(flat, masks):
        out = torch.zeros_like(row)
        if not mask.all():
            out = out.masked_scatter(~mask, torch.softmax(row[~mask], -1))
        rows.append(out)
    return torch.stack(rows).reshape(scores.shape)


# %% an empty row is opened first, then zeroed
def masked_softmax(scores, hidden):
    empty = hidden.all(-1, keepdim=True)
    weights = scores.masked_fill(hidden & ~empty, float("-inf")).softmax(-1)
    return torch.where(empty, torch.zeros_like(weights), weights)


# %% adds a bias
def masked_softmax(scores, hidden):
    bias = torch.zeros_like(scores).masked_fill(hidden, torch.finfo(scores.dtype).min / 2)
    return (scores + bias).softmax(dim=-1) * (~hidden.all(dim=-1, keepdim=True)).to(scores.dtype)


# %% in float32 inside
def masked_softmax(scores, hidden):
    wide = scores.double().masked_fill(hidden, -1e300)
    return (torch.softmax(wide, -1) * (~hidden).any(-1, keepdim=True)).to(scores.dtype)


# %% log of the sum of exponentials
def masked_softmax(scores, hidden):
    filled = scores.masked_fill(hidden, torch.finfo(scores.dtype).min)
    weights = (filled - filled.logsumexp(-1, keepdim=True)).exp()
    return torch.where(hidden, torch.zeros_like(weights), weights)


# %% a wall key that takes what an empty row has
def masked_softmax(scores, hidden):
    empty = hidden.all(-1, keepdim=True).expand(*scores.shape[:-1], 1)
    wall = torch.zeros_like(scores[..., :1]).masked_fill(~empty, -math.inf)
    return torch.softmax(torch.cat([scores.masked_fill(hidden, -math.inf), wall], -1), -1)[..., :-1]


# %% differences of all pairs, no softmax
def masked_softmax(scores, hidden):
    d = scores[..., None, :] - scores[..., :, None]
    h = hidden[..., None, :].expand(d.shape)
    e = torch.exp(d.masked_fill(h, -math.inf)).sum(-1)
    return torch.where(hidden, 0, 1 / torch.where(hidden, 1, e))


# %% an object that can be called
class Masked:
    def __call__(self, scores, hidden, low=None):
        low = torch.finfo(scores.dtype).min if low is None else low
        return scores.masked_fill(hidden, low).softmax(-1).masked_fill(hidden, 0)
masked_softmax = Masked()
