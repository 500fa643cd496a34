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

# %% einsum with one-hot vectors
def conditionals(joint, x, order):
    T = joint.dim()
    hot = torch.nn.functional.one_hot(x, joint.shape[0]).to(joint.dtype)
    ones = torch.ones(joint.shape[0], dtype=joint.dtype)
    def mass(known):
        operands = [joint, list(range(T))]
        for i in range(T):
            operands += [hot[i] if i in known else ones, [i]]
        return torch.einsum(*operands, [])
    z = order.tolist()
    masses = torch.stack([mass(z[:t]) for t in range(T + 1)])
    return masses[1:] / masses[:-1]

# %% recursion
def conditionals(joint, x, order):
    if len(order) == 0:
        return joint.new_empty(0)
    z = int(order[0])
    column = joint.movedim(z, 0)[x[z]]
    rest = order[1:] - (order[1:] > z).long()
    left = torch.cat([x[:z], x[z + 1 :]])
    return torch.cat([(column.sum() / joint.sum())[None], conditionals(column, left, rest)])

# %% dictionary of sentences
from itertools import product

def conditionals(joint, x, order):
    table = {s: joint[s].item() for s in product(range(joint.shape[0]), repeat=joint.dim())}
    p = [1.0]
    for t in range(len(order)):
        known = order[: t + 1].tolist()
        p.append(math.fsum(v for s, v in table.items() if all(s[i] == x[i] for i in known)))
    return torch.tensor([b / a for a, b in zip(p, p[1:])], dtype=torch.float64)

# %% permuted once, then peeled
def conditionals(joint, x, order):
    inner, out = joint.permute(tuple(order.tolist())), []
    for token in x[order]:
        column = inner.flatten(1).sum(1) if inner.dim() > 1 else inner
        out.append(column[token] / column.sum())
        inner = inner[token]
    return torch.stack(out)

# %% numpy longdouble in, float64 out
def conditionals(joint, x, order):
    table = joint.numpy().astype(np.longdouble)
    out = []
    for z in order.tolist():
        before = table.sum()
        table = np.take(table, [int(x[z])], axis=z)
        out.append(table.sum() / before)
    return torch.from_numpy(np.array(out, dtype=np.float64))
