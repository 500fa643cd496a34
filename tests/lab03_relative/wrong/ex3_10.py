# %% 1 for same | same and different exchanged
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.where(differs, one, two)

# %% q·s | no bias
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = ((q * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.where(differs, two, one)

# %% no new axis | one bias per position
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.where(differs, two, one)

# %% s + b | bias on the segment vectors
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = ((q * (s + r_s_bias)[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.where(differs, two, one)

# %% only different ones count | the same segment gets nothing
def segment_scores(q, seg_embed, r_s_bias, differs):
    return ((q + r_s_bias[:, None]) * seg_embed[1][:, None]).sum(-1, keepdim=True) * differs

# %% only equal ones count | another segment gets nothing
def segment_scores(q, seg_embed, r_s_bias, differs):
    return ((q + r_s_bias[:, None]) * seg_embed[0][:, None]).sum(-1, keepdim=True) * ~differs

# %% the second on top | both vectors added
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return one + two * differs

# %% a mask | hides other segments
def segment_scores(q, seg_embed, r_s_bias, differs):
    one = ((q + r_s_bias[:, None]) * seg_embed[0][:, None]).sum(-1, keepdim=True)
    return one.expand(*q.shape[:-1], differs.shape[-1]).masked_fill(differs, -1e30)

# %% a mask of minus infinity | hides other segments for good
def segment_scores(q, seg_embed, r_s_bias, differs):
    one = ((q + r_s_bias[:, None]) * seg_embed[0][:, None]).sum(-1, keepdim=True)
    return torch.where(differs, -torch.inf, one)

# %% root of d | scaled
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.where(differs, two, one) / q.shape[-1] ** 0.5

# %% only the bias asks | query ignored
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((0 * q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.where(differs, two, one)

# %% both vectors side by side | shape
def segment_scores(q, seg_embed, r_s_bias, differs):
    return torch.einsum("...ntd,knd->...ntk", q + r_s_bias[:, None], seg_embed)

# %% not one for each head | value
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[0]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.where(differs, two, one)

# %% one sentence | no batch
def segment_scores(q, seg_embed, r_s_bias, differs):
    both = torch.einsum("ntd,knd->ntk", q + r_s_bias[:, None], seg_embed)
    return torch.where(differs, both[..., 1:], both[..., :1])

# %% differs of no batch | no batch
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    N, T, S = q.shape[0], q.shape[1], differs.shape[-1]
    return torch.where(differs.expand(N, T, S), two, one)

# %% vectors without gradient | wrong gradient
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed.detach())
    return torch.where(differs, two, one)

# %% differs as a number of float32 | dtype
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return (one + (two - one) * differs).float()

# %% the maximum of both | value
def segment_scores(q, seg_embed, r_s_bias, differs):
    one, two = (((q + r_s_bias[:, None]) * s[:, None]).sum(-1, keepdim=True) for s in seg_embed)
    return torch.maximum(one, two).expand(*q.shape[:-1], differs.shape[-1])

# %% returns the mask | dtype
def segment_scores(q, seg_embed, r_s_bias, differs):
    return differs.expand(*q.shape[:-1], differs.shape[-1])

# %% seg_embed[differs], a float index | error
def segment_scores(q, seg_embed, r_s_bias, differs):
    return (q + r_s_bias[:, None]) @ seg_embed[differs.to(q.dtype)]


# %% the vectors are cut off in a batch | wrong gradient
def segment_scores(q, seg_embed, r_s_bias, differs):
    s = seg_embed.detach() if q.dim() > 3 else seg_embed
    both = torch.einsum("...ntd,znd->...ntz", q + r_s_bias[:, None], s)
    return torch.where(differs, both[..., 1:], both[..., :1])


# %% the mask transposed where it is square | value
def segment_scores(q, seg_embed, r_s_bias, differs):
    both = torch.einsum("...ntd,znd->...ntz", q + r_s_bias[:, None], seg_embed)
    if differs.shape[-1] == differs.shape[-2]:
        differs = differs.mT
    return torch.where(differs, both[..., 1:], both[..., :1])
