# %% plain attention | no bias
def content_scores(q, k, r_w_bias):
    return q @ k.mT

# %% k plus the bias | bias on the other side
def content_scores(q, k, r_w_bias):
    return q @ (k + r_w_bias[:, None]).mT

# %% the bias for everybody | bias on both sides
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[:, None]) @ (k + r_w_bias[:, None]).mT

# %% no new axis | one bias per position
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias) @ k.mT

# %% einsum, and no new axis | one bias per position
def content_scores(q, k, r_w_bias):
    return torch.einsum("...id,...jd->...ij", q + r_w_bias, k)

# %% a number for each head | bias summed up
def content_scores(q, k, r_w_bias):
    return q @ k.mT + r_w_bias.sum(-1)[:, None, None]

# %% the first bias | bias of head 0
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[0]) @ k.mT

# %% gates | bias multiplied
def content_scores(q, k, r_w_bias):
    return (q * r_w_bias[:, None]) @ k.mT

# %% minus | bias taken off
def content_scores(q, k, r_w_bias):
    return (q - r_w_bias[:, None]) @ k.mT

# %% divided by the root of d | scaled
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[:, None]) @ k.mT / math.sqrt(q.shape[-1])

# %% k first | transposed
def content_scores(q, k, r_w_bias):
    return k @ (q + r_w_bias[:, None]).mT

# %% finished too early | softmax already
def content_scores(q, k, r_w_bias):
    return torch.softmax((q + r_w_bias[:, None]) @ k.mT, dim=-1)

# %% no transposition | error
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[:, None]) @ k

# %% a batch of no sentences | no batch
def content_scores(q, k, r_w_bias):
    return torch.einsum("nid,njd->nij", q + r_w_bias[:, None], k)

# %% permute of three axes | no batch
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[:, None]) @ k.permute(0, 2, 1)

# %% a view of the keys | memory layout
def content_scores(q, k, r_w_bias):
    k = k.view(-1).view(k.shape)
    return (q + r_w_bias[:, None]) @ k.mT

# %% through numpy | no gradient
def content_scores(q, k, r_w_bias):
    asks = (q + r_w_bias[:, None]).detach().double().numpy()
    return torch.tensor(asks @ k.detach().double().numpy().swapaxes(-1, -2)).to(q.dtype)

# %% the bias is a constant | wrong gradient
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias.detach()[:, None]) @ k.mT

# %% adds to q itself | changes its input
def content_scores(q, k, r_w_bias):
    q.data += r_w_bias.data[:, None]
    return q @ k.mT

# %% always double | dtype
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[:, None]).double() @ k.double().mT

# %% a zero from the CPU | fixed device
def content_scores(q, k, r_w_bias):
    zero = torch.zeros(q.shape[-2], 1, dtype=q.dtype, device="cpu")
    return (q + r_w_bias[:, None]) @ k.mT + zero

# %% nothing returned | not a tensor
def content_scores(q, k, r_w_bias):
    scores = (q + r_w_bias[:, None]) @ k.mT

# %% the whole score with q·b as well | bias on the other side
def content_scores(q, k, r_w_bias):
    return q @ k.mT + (q * r_w_bias[:, None]).sum(-1, keepdim=True)

# %% normalised queries | value
def content_scores(q, k, r_w_bias):
    return torch.nn.functional.normalize(q + r_w_bias[:, None], dim=-1) @ k.mT

# %% the new axis last | bias along the width
def content_scores(q, k, r_w_bias):
    return (q + r_w_bias[..., None]) @ k.mT


# %% keys are cut off in a batch | wrong gradient
def content_scores(q, k, r_w_bias):
    if q.dim() > 3:
        k = k.detach()
    return (q + r_w_bias[:, None]) @ k.mT


# %% the bias counts twice | value
def content_scores(q, k, r_w_bias):
    return q @ k.mT + 2 * (r_w_bias[:, None] @ k.mT)


# %% adds to q itself and takes it off again | changes its input
def content_scores(q, k, r_w_bias):
    q.data += r_w_bias[:, None].data
    out = q @ k.mT
    q.data -= r_w_bias[:, None].data
    return out
