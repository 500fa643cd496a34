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
