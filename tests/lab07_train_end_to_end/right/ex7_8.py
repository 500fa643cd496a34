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

# %% matmul over [N, B*Q, d]
def side_by_side(q, r, r_r_bias):
    x = (q + r_r_bias.unsqueeze(1)).movedim(1, 0)
    N, B, Q, d = x.shape
    return torch.matmul(x.reshape(N, B * Q, d), r.transpose(1, 2)).reshape(N, B, Q, -1).movedim(0, 1)

# %% baddbmm
def side_by_side(q, r, r_r_bias):
    B, N, Q, d = q.shape
    x = q.transpose(0, 1).reshape(N, B * Q, d)
    bias = (r_r_bias.unsqueeze(1) @ r.mT)
    return torch.baddbmm(bias, x, r.mT).view(N, B, Q, -1).transpose(0, 1)

# %% sentence by sentence
def side_by_side(q, r, r_r_bias):
    return torch.stack([(x + r_r_bias[:, None]) @ r.mT for x in q])

# %% F.linear for each head
import torch.nn.functional as F
def side_by_side(q, r, r_r_bias):
    return torch.stack([F.linear(a + b, w) for a, b, w in zip(q.unbind(1), r_r_bias, r)], dim=1)
