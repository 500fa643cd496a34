# %% term by term, divided at the end
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    by_distance = position_scores(q, r, r_r_bias)
    S = k.shape[-2]
    if columns is None:
        by_key = rel_shift(by_distance, S)
    else:
        by_key = by_distance.gather(-1, columns.expand(*by_distance.shape[:-1], S))
    scores = content_scores(q, k, r_w_bias) + by_key
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% the shift as columns too
from xlnet_mini.relative import content_scores, segment_scores
from xlnet_mini.model import shared_position_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    Q, S, d = q.shape[-2], k.shape[-2], q.shape[-1]
    if columns is None:
        columns = Q - torch.arange(Q, device=q.device)[:, None] + torch.arange(S, device=q.device)
        columns = columns.clamp(max=r.shape[-2] - 1)
    x = shared_position_scores(q, r, r_r_bias)
    total = content_scores(q, k, r_w_bias) + torch.gather(x, -1, columns.expand(*x.shape[:-2], Q, S))
    if segments:
        total = total + segment_scores(q, segments[0], segments[1], segments[2])
    return total * d**-0.5

# %% nothing of the package
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    d, Q, S = q.shape[-1], q.shape[-2], k.shape[-2]
    content = torch.einsum("...qd,...sd->...qs", q + r_w_bias.unsqueeze(-2), k)
    x = torch.einsum("...qd,...rd->...qr", q + r_r_bias.unsqueeze(-2), r.expand(*q.shape[:-2], *r.shape[-2:]))
    if columns is None:
        x = torch.cat([x, x[..., :Q]], dim=-1)  # anything will do behind the last column
        rows = [x[..., i, Q - i : Q - i + S] for i in range(Q)]
        position = torch.stack(rows, dim=-2)
    else:
        position = torch.take_along_dim(x, columns.expand(*x.shape[:-1], S), dim=-1)
    scores = content + position
    if segments is not None:
        table, bias, differs = segments
        asks = q + bias.unsqueeze(-2)
        same = (asks * table[0].unsqueeze(-2)).sum(-1, keepdim=True)
        other = (asks * table[1].unsqueeze(-2)).sum(-1, keepdim=True)
        scores = scores + torch.where(differs, other, same)
    return scores / math.sqrt(d)

# %% queries and biases divided first
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    c = q.shape[-1] ** -0.5
    q = c * q
    p = position_scores(q, r, c * r_r_bias)
    p = rel_shift(p, k.shape[-2]) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], -1))
    s = content_scores(q, k, c * r_w_bias) + p
    return s if segments is None else s + segment_scores(q, segments[0], c * segments[1], segments[2])
