# %% ratios of sums
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append(now / before)
        before = now
    return torch.stack(out)

# %% shrinks the table as it goes
def conditionals(joint, x, order):
    left = list(range(joint.dim()))
    out = joint.new_zeros(len(order))
    for t, z in enumerate(order.tolist()):
        axis = left.index(z)
        smaller = joint.select(axis, int(x[z]))
        out[t] = smaller.sum() / joint.sum()
        joint, _ = smaller, left.remove(z)
    return out

# %% numpy
def conditionals(joint, x, order):
    table, tokens = joint.numpy(), x.numpy()
    p = [1.0]
    for t in range(1, len(order) + 1):
        known = order[:t].tolist()
        p.append(table[tuple(tokens[i] if i in known else slice(None) for i in range(table.ndim))].sum())
    p = np.array(p)
    return torch.from_numpy(p[1:] / p[:-1])

# %% one-hot masks, no slices
def conditionals(joint, x, order):
    def mass(known):
        weight = torch.ones_like(joint)
        for i in known:
            shape = [1] * joint.dim()
            shape[i] = joint.shape[i]
            hot = torch.zeros(joint.shape[i], dtype=joint.dtype)
            hot[x[i]] = 1
            weight = weight * hot.view(shape)
        return (weight * joint).sum()

    z = order.tolist()
    return torch.stack([mass(z[: t + 1]) / mass(z[:t]) for t in range(len(z))])

# %% through logarithms and back
def conditionals(joint, x, order):
    z = order.tolist()
    logs = [torch.zeros((), dtype=joint.dtype)]
    for t in range(len(z)):
        others = [i for i in range(joint.dim()) if i not in z[: t + 1]]
        p = joint.sum(dim=others, keepdim=True) if others else joint
        at = tuple(0 if i in others else int(x[i]) for i in range(joint.dim()))
        logs.append(p[at].log())
    return torch.stack(logs).diff().exp()
