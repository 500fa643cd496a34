# %% broadcasting
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[:, None]) @ k.transpose(-1, -2)

# %% einsum
def content_scores(q, k, r_w_bias):
    return torch.einsum("...nid,...njd->...nij", q + r_w_bias.unsqueeze(-2), k)

# %% two products
def content_scores(q, k, r_w_bias):
    return q @ k.mT + r_w_bias[:, None, :] @ k.mT

# %% linear over the last axis, head by head
def content_scores(q, k, r_w_bias):
    heads = []
    for n in range(r_w_bias.shape[0]):
        heads.append((q[..., n, :, :] + r_w_bias[n]) @ k[..., n, :, :].mT)
    return torch.stack(heads, dim=-3)

# %% products of all pairs, summed
def content_scores(q, k, r_w_bias):
    asks = (q + r_w_bias.view(-1, 1, r_w_bias.shape[-1]))[..., :, None, :]
    return (asks * k[..., None, :, :]).sum(dim=-1)

# %% the bias as one more row
def content_scores(q, k, r_w_bias):
    row = r_w_bias[:, None].expand(*q.shape[:-2], 1, -1)
    out = torch.cat([q, row], dim=-2) @ k.transpose(-2, -1)
    return out[..., :-1, :] + out[..., -1:, :]

# %% baddbmm over flattened axes
def content_scores(q, k, r_w_bias):
    out = torch.baddbmm(q.new_zeros(1), (q + r_w_bias[:, None]).flatten(0, -3), k.mT.flatten(0, -3), beta=0)
    return out.reshape(*q.shape[:-1], k.shape[-2])

# %% a number for each key and head
def content_scores(q, k, r_w_bias):
    everybody = torch.einsum("nd,...njd->...nj", r_w_bias, k)
    return torch.matmul(q, k.mT) + everybody.unsqueeze(-2)


# %% mapped over the heads
def content_scores(q, k, r_w_bias):
    return torch.vmap(lambda q, k, b: (q + b) @ k.mT, in_dims=(-3, -3, 0), out_dims=-3)(q, k, r_w_bias)
