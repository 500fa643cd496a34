# %% broadcasting
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[:, None]) @ r.transpose(-1, -2)

# %% einsum
def position_scores(q, r, r_r_bias):
    return torch.einsum("...nid,...njd->...nij", q + r_r_bias.unsqueeze(-2), r)

# %% two products
def position_scores(q, r, r_r_bias):
    return q @ r.mT + r_r_bias[:, None, :] @ r.mT

# %% linear over the last axis, head by head
def position_scores(q, r, r_r_bias):
    heads = []
    for n in range(r_r_bias.shape[0]):
        heads.append((q[..., n, :, :] + r_r_bias[n]) @ r[..., n, :, :].mT)
    return torch.stack(heads, dim=-3)

# %% products of all pairs, summed
def position_scores(q, r, r_r_bias):
    asks = (q + r_r_bias.view(-1, 1, r_r_bias.shape[-1]))[..., :, None, :]
    return (asks * r[..., None, :, :]).sum(dim=-1)

# %% the bias as one more row
def position_scores(q, r, r_r_bias):
    row = r_r_bias[:, None].expand(*q.shape[:-2], 1, -1)
    out = torch.cat([q, row], dim=-2) @ r.transpose(-2, -1)
    return out[..., :-1, :] + out[..., -1:, :]

# %% r repeated for each sentence
def position_scores(q, r, r_r_bias):
    r = r.expand(*q.shape[:-2], *r.shape[-2:])
    return torch.matmul(q + r_r_bias[..., None, :], r.transpose(-1, -2))

# %% a number for each distance and head
def position_scores(q, r, r_r_bias):
    everybody = torch.einsum("nd,...nmd->...nm", r_r_bias, r)
    return torch.matmul(q, r.mT) + everybody.unsqueeze(-2)
