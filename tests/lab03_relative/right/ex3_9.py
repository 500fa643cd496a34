# %% clamp and index
def shaw_scores(q, table, bias, distance):
    index = distance.clamp(max=table.shape[1] - 1)
    return (q[..., :, None, :] * table[:, index]).sum(-1) + bias[:, index]

# %% all scores first, then gather
def shaw_scores(q, table, bias, distance):
    by_distance = q @ table.transpose(-1, -2) + bias[:, None, :]
    index = distance.clamp(max=table.shape[-2] - 1)
    return by_distance.gather(-1, index.expand(*by_distance.shape[:-2], *index.shape))

# %% einsum
def shaw_scores(q, table, bias, distance):
    last = torch.full_like(distance, table.shape[1] - 1)
    index = torch.minimum(distance, last)
    return torch.einsum("...nid,nijd->...nij", q, table[:, index]) + bias[:, index]

# %% the last row repeated
def shaw_scores(q, table, bias, distance):
    more = int(distance.max()) + 1
    table = torch.cat([table, table[:, -1:].expand(-1, more, -1)], dim=1)
    bias = torch.cat([bias, bias[:, -1:].expand(-1, more)], dim=1)
    return (q.unsqueeze(-2) * table[:, distance]).sum(-1) + bias[:, distance]

# %% pair by pair
def shaw_scores(q, table, bias, distance):
    rows = []
    for i in range(distance.shape[0]):
        row = []
        for j in range(distance.shape[1]):
            p = min(int(distance[i, j]), table.shape[1] - 1)
            row.append((q[..., i, :] * table[:, p]).sum(-1) + bias[:, p])
        rows.append(torch.stack(row, dim=-1))
    return torch.stack(rows, dim=-2)


# %% mapped over the queries
def shaw_scores(q, table, bias, distance):
    row = torch.minimum(distance, torch.full_like(distance, table.size(-2) - 1))
    f = lambda qt, rt: torch.einsum("...nd,nsd->...ns", qt, table.index_select(1, rt)) + bias.index_select(1, rt)
    return torch.vmap(f, in_dims=(-2, 0), out_dims=-2)(q, row)
