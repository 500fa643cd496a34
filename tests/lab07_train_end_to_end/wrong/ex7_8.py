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
