# %% two products and where
def segment_scores(q, seg_embed, r_s_bias, differs):
    asks = q + r_s_bias[:, None]
    same = (asks * seg_embed[0][:, None]).sum(-1, keepdim=True)
    other = (asks * seg_embed[1][:, None]).sum(-1, keepdim=True)
    return torch.where(differs, other, same)

# %% one product with both vectors, then a choice
def segment_scores(q, seg_embed, r_s_bias, differs):
    both = torch.einsum("...ntd,knd->...ntk", q + r_s_bias.unsqueeze(1), seg_embed)
    return torch.where(differs, both[..., 1:], both[..., :1])

# %% one-hot, as in the original
def segment_scores(q, seg_embed, r_s_bias, differs):
    kind = torch.stack([~differs, differs], dim=-1).to(q.dtype)
    both = torch.einsum("...ntd,knd->...ntk", q + r_s_bias[:, None, :], seg_embed)
    return (kind * both[..., None, :]).sum(-1)

# %% the same, and the difference
def segment_scores(q, seg_embed, r_s_bias, differs):
    asks = q + r_s_bias[:, None]
    same = (asks * seg_embed[0].unsqueeze(-2)).sum(-1, keepdim=True)
    more = (asks * (seg_embed[1] - seg_embed[0]).unsqueeze(-2)).sum(-1, keepdim=True)
    return same + more * differs

# %% a vector for every pair
def segment_scores(q, seg_embed, r_s_bias, differs):
    s_same, s_other = (s[:, None, None, :] for s in seg_embed)
    code = torch.where(differs[..., None], s_other, s_same)
    return ((q + r_s_bias[:, None])[..., None, :] * code).sum(-1)

# %% head by head
def segment_scores(q, seg_embed, r_s_bias, differs):
    out = []
    for n in range(q.shape[-3]):
        asks = q[..., n, :, :] + r_s_bias[n]
        row = differs[..., 0, :, :]
        out.append(torch.where(row, (asks @ seg_embed[1, n])[..., None], (asks @ seg_embed[0, n])[..., None]))
    return torch.stack(out, dim=-3)

# %% vectors looked up for every pair
def segment_scores(q, seg_embed, r_s_bias, differs):
    code = seg_embed[differs.squeeze(-3).long()]
    return torch.einsum("...ntd,...tsnd->...nts", q + r_s_bias[:, None], code)

# %% masked fill of one by the other
def segment_scores(q, seg_embed, r_s_bias, differs):
    asks = q + r_s_bias[:, None]
    same, other = ((asks @ s[..., None]) for s in seg_embed)
    return same * (~differs).to(q.dtype) + other * differs.to(q.dtype)


# %% both scores side by side, then take_along_dim
def segment_scores(q, seg_embed, r_s_bias, differs):
    both = (q + r_s_bias[:, None]) @ seg_embed.permute(1, 2, 0)
    i = differs.long().expand(*q.shape[:-1], differs.shape[-1])
    return both.take_along_dim(i, -1)
