# %% plain attention | no bias
def position_scores(q, r, r_r_bias):
    return q @ r.mT

# %% r plus the bias | bias on the other side
def position_scores(q, r, r_r_bias):
    return q @ (r + r_r_bias[:, None]).mT

# %% the bias for everybody | bias on both sides
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[:, None]) @ (r + r_r_bias[:, None]).mT

# %% no new axis | one bias per position
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias) @ r.mT

# %% einsum, and no new axis | one bias per position
def position_scores(q, r, r_r_bias):
    return torch.einsum("...id,...jd->...ij", q + r_r_bias, r)

# %% a number for each head | bias summed up
def position_scores(q, r, r_r_bias):
    return q @ r.mT + r_r_bias.sum(-1)[:, None, None]

# %% the first bias | bias of head 0
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[0]) @ r.mT

# %% gates | bias multiplied
def position_scores(q, r, r_r_bias):
    return (q * r_r_bias[:, None]) @ r.mT

# %% minus | bias taken off
def position_scores(q, r, r_r_bias):
    return (q - r_r_bias[:, None]) @ r.mT

# %% divided by the root of d | scaled
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[:, None]) @ r.mT / math.sqrt(q.shape[-1])

# %% r first | transposed
def position_scores(q, r, r_r_bias):
    return r @ (q + r_r_bias[:, None]).mT

# %% finished too early | softmax already
def position_scores(q, r, r_r_bias):
    return torch.softmax((q + r_r_bias[:, None]) @ r.mT, dim=-1)

# %% no transposition | error
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[:, None]) @ r

# %% a batch of no sentences | no batch
def position_scores(q, r, r_r_bias):
    return torch.einsum("nid,njd->nij", q + r_r_bias[:, None], r)

# %% permute of three axes | no batch
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[:, None]) @ r.permute(0, 2, 1)

# %% a view of the keys | memory layout
def position_scores(q, r, r_r_bias):
    r = r.view(-1).view(r.shape)
    return (q + r_r_bias[:, None]) @ r.mT

# %% through numpy | no gradient
def position_scores(q, r, r_r_bias):
    asks = (q + r_r_bias[:, None]).detach().double().numpy()
    return torch.tensor(asks @ r.detach().double().numpy().swapaxes(-1, -2)).to(q.dtype)

# %% the bias is a constant | wrong gradient
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias.detach()[:, None]) @ r.mT

# %% adds to q itself | changes its input
def position_scores(q, r, r_r_bias):
    q.data += r_r_bias.data[:, None]
    return q @ r.mT

# %% always double | dtype
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[:, None]).double() @ r.double().mT

# %% a zero from the CPU | fixed device
def position_scores(q, r, r_r_bias):
    zero = torch.zeros(q.shape[-2], 1, dtype=q.dtype, device="cpu")
    return (q + r_r_bias[:, None]) @ r.mT + zero

# %% nothing returned | not a tensor
def position_scores(q, r, r_r_bias):
    scores = (q + r_r_bias[:, None]) @ r.mT

# %% the whole score with q·b as well | bias on the other side
def position_scores(q, r, r_r_bias):
    return q @ r.mT + (q * r_r_bias[:, None]).sum(-1, keepdim=True)

# %% normalised queries | value
def position_scores(q, r, r_r_bias):
    return torch.nn.functional.normalize(q + r_r_bias[:, None], dim=-1) @ r.mT

# %% the distances from the other end | distances turned round
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[:, None]) @ r.flip(-2).mT

# %% shifted as well | already shifted
def position_scores(q, r, r_r_bias):
    x = (q + r_r_bias[:, None]) @ r.mT
    T, R = x.shape[-2:]
    if R <= T:
        return x
    *batch, T, R = x.shape
    return x.reshape(*batch, R, T)[..., 1:, :].reshape(*batch, T, R - 1)[..., : R - T]

# %% r must have the batch axes | no batch
def position_scores(q, r, r_r_bias):
    assert q.dim() == r.dim()
    return (q + r_r_bias[:, None]) @ r.mT

# %% bmm, which wants three axes | no batch
def position_scores(q, r, r_r_bias):
    return torch.bmm(q + r_r_bias[:, None], r.mT)

# %% the new axis last | bias along the width
def position_scores(q, r, r_r_bias):
    return (q + r_r_bias[..., None]) @ r.mT


# %% r is cut off in a batch | wrong gradient
def position_scores(q, r, r_r_bias):
    if q.dim() > 3:
        r = r.data
    return (q + r_r_bias[:, None]) @ r.mT


# %% rolls the unused column to the end | value
def position_scores(q, r, r_r_bias):
    return ((q + r_r_bias[:, None]) @ r.mT).roll(-1, -1)
