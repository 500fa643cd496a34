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

# %% loop over heads
from xlnet_mini.rel_shift import rel_shift
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    d, S = q.shape[-1], k.shape[-2]
    out = []
    for n in range(q.shape[-3]):
        qn, kn, rn = q[..., n, :, :], k[..., n, :, :], r[..., n, :, :]
        p = (qn + r_r_bias[n]) @ rn.mT
        if columns is None:
            p = rel_shift(p.unsqueeze(-3), S).squeeze(-3)
        else:
            p = p.gather(-1, columns[..., 0, :, :].expand(*p.shape[:-1], S))
        t = (qn + r_w_bias[n]) @ kn.mT + p
        if segments is not None:
            e, b, differs = segments
            s = (qn + b[n]) @ e[:, n].T
            t = t + torch.where(differs[..., 0, :, :], s[..., 1:], s[..., :1])
        out.append(t / math.sqrt(d))
    return torch.stack(out, dim=-3)

# %% einsum and differs as a weight
from xlnet_mini.rel_shift import rel_shift
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    S = k.shape[-2]
    ac = torch.einsum("...nid,...njd->...nij", q + r_w_bias[:, None], k)
    bd = torch.einsum("...nid,...njd->...nij", q + r_r_bias[:, None], r)
    bd = rel_shift(bd, S) if columns is None else bd.gather(-1, columns.expand(bd.shape[:-1] + (S,)))
    ef = 0
    if segments is not None:
        table, bias, differs = segments
        one_hot = torch.stack([~differs, differs], dim=-1).to(q.dtype)
        ef = torch.einsum("...nid,snd->...nis", q + bias[:, None], table)
        ef = (ef.unsqueeze(-2) * one_hot).sum(-1)
    return (ac + bd + ef) * (1 / q.size(-1) ** 0.5)

# %% own gather helper
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def _under_keys(x, columns, S):
    if columns is None:
        return rel_shift(x, S)
    return torch.take_along_dim(x, columns, dim=-1)
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    total = content_scores(q, k, r_w_bias)
    total = total + _under_keys(position_scores(q, r, r_r_bias), columns, k.size(-2))
    total = total + (segment_scores(q, *segments) if segments is not None else 0)
    return total.div(q.size(-1) ** 0.5)

# %% stacked and summed, in-place addition into its own
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, columns=None, segments=None):
    scores = content_scores(q, k, r_w_bias)
    p = position_scores(q, r, r_r_bias)
    if columns is None: scores += rel_shift(p, k.shape[-2])
    else: scores += torch.gather(p, -1, columns.expand(*scores.shape))
    if segments: scores += segment_scores(q, *segments)
    scores /= math.sqrt(q.shape[-1])
    return scores

# %% repeated columns
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    c = content_scores(q, k, r_w_bias)
    p = position_scores(q, r, r_r_bias)
    if columns is None:
        p = rel_shift(p, k.shape[-2])
    else:
        p = p.gather(-1, columns + torch.zeros(c.shape, dtype=columns.dtype, device=columns.device))
    terms = [c, p]
    if segments is not None: terms.append(segment_scores(q, *segments))
    return torch.stack(terms).sum(0) / q.shape[-1] ** 0.5
