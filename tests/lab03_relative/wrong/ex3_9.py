# %% modulo | wraps round
def shaw_scores(q, table, bias, distance):
    index = distance % table.shape[1]
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]

# %% zero beyond | nothing past the end
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    out = (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]
    return out.masked_fill(distance >= table.shape[1], 0.0)

# %% the last row is distance 0 | rows from the end
def shaw_scores(q, table, bias, distance):
    table, bias = table.flip(1), bias.flip(1)
    index = distance.clamp(max=table.shape[1] - 1)
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]

# %% P - 2 | one row too few
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=max(table.shape[1] - 2, 0))
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]

# %% terms a and b only, as in Shaw's paper | no bias
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return (q[..., :, None, :] * table[:, index]).sum(-1)

# %% only the bias | query ignored
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return bias[:, index].expand(*q.shape[:-2], *index.shape)

# %% keys for distances | column for distance
def shaw_scores(q, table, bias, distance):
    index = torch.arange(distance.shape[1], device=q.device).clamp(max=table.shape[1] - 1)
    return q @ table[:, index].mT + bias[:, None, index]

# %% root of the width | scaled
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return ((q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]) / q.shape[-1] ** 0.5

# %% bias[:, 0] | bias of the nearest
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, :1, None]

# %% not clamped | error
def shaw_scores(q, table, bias, distance):
    return (q[..., :, None, :] * table[:, distance]).sum(-1) + bias[:, distance]

# %% clamped at P | error
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1])
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]

# %% a score for each row of the table | value
def shaw_scores(q, table, bias, distance):
    return q @ table.mT + bias[:, None]

# %% one sentence | no batch
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return torch.einsum("nid,nijd->nij", q, table[:, index]) + bias[:, index]

# %% the bias multiplies | value
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return (q[..., :, None, :] * table[:, index]).sum(-1) * bias[:, index]

# %% the bias twice | value
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return (q[..., :, None, :] * table[:, index]).sum(-1) + 2 * bias[:, index]

# %% through numpy | no gradient
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    q, table, bias = (v.detach() for v in (q, table, bias))
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]

# %% zeros of float32 | dtype
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    out = torch.zeros(*q.shape[:-2], *distance.shape)
    out += (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]
    return out

# %% clamps the distances themselves | changes its input
def shaw_scores(q, table, bias, distance):
    distance.clamp_(max=table.shape[1] - 1)
    return (q[..., :, None, :] * table[:, distance]).sum(-1) + bias[:, distance]

# %% axis 0 of the table | clamped at the heads
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[0] - 1)
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]

# %% len of the table | clamped at the heads
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=len(table) - 1)
    return torch.einsum("...nid,nijd->...nij", q, table[:, index]) + bias[:, index]


# %% the table is cut off in a batch | wrong gradient
def shaw_scores(q, table, bias, distance):
    row = distance.clamp(max=table.shape[1] - 1)
    t = table.detach() if q.dim() > 3 else table
    return (q[..., None, :] * t[:, row]).sum(-1) + bias[:, row]


# %% clamps at the number of keys as well | value
def shaw_scores(q, table, bias, distance):
    row = distance.clamp(max=min(distance.shape[-1], table.shape[1]) - 1)
    return (q[..., None, :] * table[:, row]).sum(-1) + bias[:, row]


# %% no bias past the end | value
def shaw_scores(q, table, bias, distance):
    P = table.shape[1]
    row = distance.clamp(max=P - 1)
    return (q[..., None, :] * table[:, row]).sum(-1) + bias[:, row] * (distance < P)
