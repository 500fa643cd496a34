# %% no division | not scaled
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores

# %% divided by d | divided by d
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1]

# %% divided at the start and at the end | divided by d
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    root = q.shape[-1] ** 0.5
    q, r_w_bias, r_r_bias = q / root, r_w_bias / root, r_r_bias / root
    if segments is not None:
        segments = segments[0], segments[1] / root, segments[2]
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% width of the model | divided by all heads
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / (q.shape[-1] * q.shape[-3]) ** 0.5

# %% only the words are divided | only content divided
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) / q.shape[-1] ** 0.5 + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores

# %% segments on top | segments not divided
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = (content_scores(q, k, r_w_bias) + x) / q.shape[-1] ** 0.5
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores

# %% biases in the wrong order | u and v exchanged
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_w_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_r_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% u for both | one bias for both
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_w_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% v for both | one bias for both
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_r_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% only cut | not shifted
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = x[..., : k.shape[-2]]
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% always the shift | columns ignored
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    x = rel_shift(x, k.shape[-2])
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% segments for later | no segment term
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% positions forgotten | no position term
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias)
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% words forgotten | no content term
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% same is True | same and different exchanged
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, ~differs)
    return scores / q.shape[-1] ** 0.5

# %% no bias for segments | segments without bias
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, 0 * r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% softmax at the end | softmax already
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return (scores / q.shape[-1] ** 0.5).softmax(-1)

# %% columns not expanded | error
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns[..., 0])
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% the shift keeps one column too many | error
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    if columns is None:
        x = rel_shift(x, k.shape[-2] + 1)
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% T counted by the columns | both sides only
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x, S = position_scores(q, r, r_r_bias), k.shape[-2]
    if columns is None:
        T = r.shape[-2] - S
        columns = (T - torch.arange(q.shape[-2], device=q.device)[:, None] + torch.arange(S, device=q.device)).clamp(0, r.shape[-2] - 1)
    scores = content_scores(q, k, r_w_bias) + x.gather(-1, columns.expand(*x.shape[:-1], S))
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% detached positions | wrong gradient
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias).detach()
    if columns is None:
        x = rel_shift(x, k.shape[-2])
    else:
        x = x.gather(-1, columns.expand(*x.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores / q.shape[-1] ** 0.5

# %% gather with the columns as they come | columns of one head
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores

def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    x = position_scores(q, r, r_r_bias)
    x = rel_shift(x, k.shape[-2]) if columns is None else x.gather(-1, columns)
    scores = content_scores(q, k, r_w_bias) + x
    if segments is not None:
        scores = scores + segment_scores(q, *segments)
    return scores / q.shape[-1] ** 0.5

# %% segments of the first sentence, without columns | no batch
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        e, b, differs = segments
        if columns is None and differs.dim() > 3: differs = differs[:1]
        s = s + segment_scores(q, e, b, differs)
    return s / q.shape[-1] ** 0.5

# %% segments only with columns for a batch | no batch
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None and (columns is not None or q.dim() == 3):
        s = s + segment_scores(q, *segments)
    return s / q.shape[-1] ** 0.5

# %% no segments without memory | value
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None and not (columns is None and S == q.shape[-2]):
        s = s + segment_scores(q, *segments)
    return s / q.shape[-1] ** 0.5

# %% r of the first sentence | no batch
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    while r.dim() > 3: r = r[0]
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        s = s + segment_scores(q, *segments)
    return s / q.shape[-1] ** 0.5

# %% the query detached in the segments | wrong gradient
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        s = s + segment_scores(q.detach(), *segments)
    return s / q.shape[-1] ** 0.5

# %% the query detached with columns | wrong gradient
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q if columns is None else q.detach(), r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        s = s + segment_scores(q, *segments)
    return s / q.shape[-1] ** 0.5

# %% differs as float32 | dtype not kept
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        e, b, differs = segments
        a = ((q + b[:, None]) * e[0][:, None]).sum(-1, keepdim=True)
        c = ((q + b[:, None]) * e[1][:, None]).sum(-1, keepdim=True)
        d = differs.float()
        s = s + a * (1 - d) + c * d
    return s / q.shape[-1] ** 0.5

# %% columns made on the CPU | fixed device
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    if columns is None:
        p2 = rel_shift(p, S)
    else:
        heads = torch.zeros(q.shape[-3], 1, 1, dtype=torch.int64)
        p2 = p.gather(-1, (columns + heads).expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        s = s + segment_scores(q, *segments)
    return s / q.shape[-1] ** 0.5

# %% segment table on the CPU | fixed device
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        e, b, differs = segments
        out = torch.zeros(s.shape, dtype=s.dtype)
        for n in (0, 1):
            t = ((q + b[:, None]) * e[n][:, None]).sum(-1, keepdim=True)
            out = out + t * (differs == bool(n))
        s = s + out
    return s / q.shape[-1] ** 0.5

# %% segments changed in place | changes its input
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        e, b, differs = segments
        s = s + segment_scores(q, e, b, differs)
        differs.logical_not_()
    return s / q.shape[-1] ** 0.5

# %% columns of the first sentence | no batch
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    if columns is not None:
        while columns.dim() > 3: columns = columns[0]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        s = s + segment_scores(q, *segments)
    return s / q.shape[-1] ** 0.5

# %% only q divided | biases not divided
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    q = q / q.shape[-1] ** 0.5
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias) + p2
    if segments is not None:
        s = s + segment_scores(q, *segments)
    return s

# %% q scaled in place | changes its input
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    q *= q.shape[-1] ** -0.5
    p = position_scores(q, r, r_r_bias * q.shape[-1] ** -0.5); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias* q.shape[-1] ** -0.5) + p2
    if segments is not None:
        s = s + segment_scores(q, segments[0], segments[1]* q.shape[-1] ** -0.5, segments[2])
    return s

# %% positions on top | positions not divided
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.relative import content_scores, position_scores, segment_scores
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    p = position_scores(q, r, r_r_bias); S = k.shape[-2]
    p2 = rel_shift(p, S) if columns is None else p.gather(-1, columns.expand(*p.shape[:-1], S))
    s = content_scores(q, k, r_w_bias)
    if segments is not None:
        s = s + segment_scores(q, *segments)
    return s / q.shape[-1] ** 0.5 + p2
