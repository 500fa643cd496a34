# %% broadcasting as before | copies r
def side_by_side(q, r, r_r_bias):
    return (q + r_r_bias[:, None]) @ r.mT

# %% repeated by hand | copies r
def side_by_side(q, r, r_r_bias):
    return torch.matmul(q + r_r_bias[:, None], r[None].repeat(len(q), 1, 1, 1).mT)

# %% taken apart in the other order | sentences and queries mixed
def side_by_side(q, r, r_r_bias):
    B, N, Q, d = q.shape
    rows = (q + r_r_bias[:, None]).transpose(0, 1).reshape(N, B * Q, d)
    return (rows @ r.mT).view(N, Q, B, -1).permute(2, 0, 1, 3)

# %% not put back | heads first
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->nbqr", q + r_r_bias[:, None], r)

# %% no bias | no bias
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->bnqr", q, r)

# %% the first head's bias | bias of head 0
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->bnqr", q + r_r_bias[0], r)

# %% the first head's r | r of head 0
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,rd->bnqr", q + r_r_bias[:, None], r[0])

# %% heads summed up by einsum | summed over heads
def side_by_side(q, r, r_r_bias):
    out = torch.einsum("bnqd,nrd->bqr", q + r_r_bias[:, None], r)
    return out[:, None].expand(-1, q.shape[1], -1, -1)

# %% divided | scaled
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->bnqr", q + r_r_bias[:, None], r) / q.shape[-1] ** 0.5

# %% bias over the queries | error
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->bnqr", q + r_r_bias[None, :], r)

# %% reshaped as they stand | joined across heads
def side_by_side(q, r, r_r_bias):
    B, N, Q, d = q.shape
    asks = (q + r_r_bias[:, None]).reshape(N, B * Q, d)
    return (asks @ r.mT).view(B, N, Q, -1)

# %% elementwise | copies r
def side_by_side(q, r, r_r_bias):
    return ((q + r_r_bias[:, None]).unsqueeze(-2) * r[:, None]).sum(-1)

# %% float32 | precision
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->bnqr", (q + r_r_bias[:, None]).float(), r.float()).to(q.dtype)

# %% bias detached | wrong gradient
def side_by_side(q, r, r_r_bias):
    return torch.einsum("bnqd,nrd->bnqr", q + r_r_bias.detach()[:, None], r)

# %% q in place | changes its input
def side_by_side(q, r, r_r_bias):
    q += r_r_bias[:, None]
    return torch.einsum("bnqd,nrd->bnqr", q, r)

# %% copies in two halves | copies r
def side_by_side(q, r, r_r_bias):
    h = len(q) // 2
    x = q + r_r_bias[:, None]
    return torch.cat([x[:h] @ r.mT[None], x[h:] @ r.mT[None]])

# %% copies in quarters | copies r
def side_by_side(q, r, r_r_bias):
    x = q + r_r_bias[:, None]
    return torch.cat([c @ r.mT[None] for c in x.split(8)])

# %% copies of each head | copies r
def side_by_side(q, r, r_r_bias):
    x = q + r_r_bias[:, None]
    return torch.stack([x[:, n] @ r[n].T.expand(len(q), -1, -1).contiguous() for n in range(len(r))], dim=1)
