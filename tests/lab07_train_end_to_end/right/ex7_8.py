# %% einsum
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->bnqr", q + r_r_bias[:, None], r)

# %% by hand
def side_by_side(q, r, r_r_bias):
    B, N, Q, d = q.shape
    rows = (q + r_r_bias[:, None]).transpose(0, 1).reshape(N, B * Q, d)
    return (rows @ r.mT).view(N, B, Q, -1).transpose(0, 1)

# %% head by head
def side_by_side(q, r, r_r_bias):
    heads = []
    for n in range(len(r)):
        rows = (q[:, n] + r_r_bias[n]).flatten(0, 1)
        heads.append((rows @ r[n].T).unflatten(0, (len(q), -1)))
    return torch.stack(heads, dim=1)

# %% the bias by itself
def side_by_side(q, r, r_r_bias):
    rows = q.permute(1, 0, 2, 3).flatten(1, 2)
    out = torch.bmm(rows, r.transpose(1, 2)) + (r_r_bias[:, None] * r).sum(-1)[:, None]
    return out.unflatten(1, (q.shape[0], q.shape[2])).permute(1, 0, 2, 3)
