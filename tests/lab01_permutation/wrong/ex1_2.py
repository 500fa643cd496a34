# %% the index of the misprint | p(x_t) given x_{z_t}
def conditionals(joint, x, order):
    def mass(known):
        return joint[tuple(int(x[i]) if i in known else slice(None) for i in range(joint.dim()))].sum()

    return torch.stack([mass({t, z}) / mass({z}) for t, z in enumerate(order.tolist())])

# %% marginals | conditions on nothing
def conditionals(joint, x, order):
    out = []
    for z in order.tolist():
        others = [i for i in range(joint.dim()) if i != z]
        out.append((joint.sum(dim=others) if others else joint)[x[z]])
    return torch.stack(out)

# %% all the others | conditions on all others
def conditionals(joint, x, order):
    out = []
    for z in order.tolist():
        column = joint[tuple(slice(None) if i == z else int(x[i]) for i in range(joint.dim()))]
        out.append(column[x[z]] / column.sum())
    return torch.stack(out)

# %% does not look at the order | left to right
def conditionals(joint, x, order):
    before, out = joint.sum(), []
    for t in range(len(x)):
        joint = joint[x[t]]
        out.append(joint.sum() / before)
        before = joint.sum()
    return torch.stack(out)

# %% does not divide | joint, not conditional
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    out = []
    for z in order.tolist():
        index[z] = int(x[z])
        out.append(joint[tuple(index)].sum())
    return torch.stack(out)

# %% logs | logarithms
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append(now.log() - before.log())
        before = now
    return torch.stack(out)

# %% the future | conditions on the later ones
def conditionals(joint, x, order):
    def mass(known):
        return joint[tuple(int(x[i]) if i in known else slice(None) for i in range(joint.dim()))].sum()

    z = order.tolist()
    return torch.stack([mass(z[t:]) / mass(z[t + 1 :]) for t in range(len(z))])

# %% a bigram | conditions on the one before
def conditionals(joint, x, order):
    def mass(known):
        return joint[tuple(int(x[i]) if i in known else slice(None) for i in range(joint.dim()))].sum()

    z = order.tolist()
    return torch.stack([mass(z[max(t - 1, 0) : t + 1]) / mass(z[max(t - 1, 0) : t]) for t in range(len(z))])

# %% written to the position | by position, not by step
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), torch.zeros_like(x, dtype=joint.dtype)
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out[z] = now / before
        before = now
    return out

# %% goes along the rank | rank for order
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in order.argsort().tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append(now / before)
        before = now
    return torch.stack(out)

# %% float32 from a list of numbers | dtype
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append(float(now / before))
        before = now
    return torch.tensor(out)

# %% the product instead of the steps | shape
def conditionals(joint, x, order):
    return joint[tuple(x.tolist())]

# %% a list | not a tensor
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append(now / before)
        before = now
    return out

# %% moves the tokens of x in place | changes its input
def conditionals(joint, x, order):
    x.copy_(x[order])
    joint = joint.permute(*order.tolist())
    out = []
    for t in range(len(x)):
        out.append(joint[x[t]].sum() / joint.sum())
        joint = joint[x[t]]
    return torch.stack(out)

# %% indexes the table with a list | value
def conditionals(joint, x, order):
    out = []
    for t in range(len(order)):
        out.append(joint[x[order[: t + 1]].tolist()].sum() / joint[x[order[:t]].tolist()].sum())
    return torch.stack(out)

# %% float32 on the way | precision
def conditionals(joint, x, order):
    table = joint.float()
    index = [slice(None)] * joint.dim()
    before, out = table.sum(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = table[tuple(index)].sum()
        out.append(now / before)
        before = now
    return torch.stack(out).double()

# %% four positions at most | error
def conditionals(joint, x, order):
    out, T = [], joint.dim()
    letters = "abcd"[:T]
    before = joint.sum()
    known = {}
    for z in order.tolist():
        known[z] = torch.eye(joint.shape[z], dtype=joint.dtype)[int(x[z])]
        terms = [known.get(i, torch.ones(joint.shape[i], dtype=joint.dtype)) for i in range(T)]
        now = torch.einsum(letters + "," + ",".join(letters) + "->", joint, *terms)
        out.append(now / before)
        before = now
    return torch.stack(out)

# %% the last step by hand, for four positions at most | value
def conditionals(joint, x, order):
    z = order.tolist()
    def mass(known):
        return joint[tuple(int(x[i]) if i in known else slice(None) for i in range(joint.dim()))].sum()
    out = [mass(z[:1]), mass(z[:2]) / mass(z[:1]), mass(z[:3]) / mass(z[:2]), mass(z[:4]) / mass(z[:3])]
    return torch.stack((out + [out[-1]] * 5)[: len(z)])

# %% means for sums | value
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.mean(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].mean()
        out.append(now / before)
        before = now
    return torch.stack(out)

# %% the most likely instead of the sum | value
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.max(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].max()
        out.append(now / before)
        before = now
    return torch.stack(out)

# %% the tokens in the order of guessing | x[t] for x[z_t]
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for t, z in enumerate(order.tolist()):
        index[z] = int(x[t])
        now = joint[tuple(index)].sum()
        out.append(now / before)
        before = now
    return torch.stack(out)

# %% backwards in the order | from the last to the first
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in reversed(order.tolist()):
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append(now / before)
        before = now
    return torch.stack(out)

# %% the ratio upside down | value
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append(before / now)
        before = now
    return torch.stack(out)

# %% works on the table itself | changes its input
def conditionals(joint, x, order):
    out = []
    for z in order.tolist():
        before = joint.sum()
        keep = torch.arange(joint.shape[z]) == x[z]
        joint *= keep.view([-1 if i == z else 1 for i in range(joint.dim())])
        out.append(joint.sum() / before)
    return torch.stack(out)

# %% a column | shape
def conditionals(joint, x, order):
    index = [slice(None)] * joint.dim()
    before, out = joint.sum(), []
    for z in order.tolist():
        index[z] = int(x[z])
        now = joint[tuple(index)].sum()
        out.append((now / before)[None])
        before = now
    return torch.stack(out)

# %% the axes turned into the order, without the inverse | value
def conditionals(joint, x, order):
    joint = joint.permute(*order.argsort().tolist())
    out = []
    for t in order.tolist():
        out.append(joint[x[t]].sum() / joint.sum())
        joint = joint[x[t]]
    return torch.stack(out)

# %% always the first axis of what is left | always the first axis
def conditionals(joint, x, order):
    left, factors = joint, []
    for i in order.tolist():
        smaller = left[x[i]]
        factors.append(smaller.sum() / left.sum())
        left = smaller
    return torch.stack(factors)

# %% x[t] for x[i], slices | x[t] for x[z_t]
def conditionals(joint, x, order):
    known, factors, before = [slice(None)] * len(x), [], joint.sum()
    for t, i in enumerate(order):
        known[i] = x[t]
        now = joint[tuple(known)].sum()
        factors.append(now / before)
        before = now
    return torch.stack(factors)

# %% by position, and in float32 | by position, not by step
def conditionals(joint, x, order):
    result = torch.zeros(len(x))
    known, before = [slice(None)] * len(x), joint.sum()
    for i in order:
        known[i] = x[i]
        now = joint[tuple(known)].sum()
        result[i] = now / before
        before = now
    return result

# %% right, but in float32 | dtype
def conditionals(joint, x, order):
    result = torch.zeros(len(x))
    known, before = [slice(None)] * len(x), joint.sum()
    for t, i in enumerate(order):
        known[i] = x[i]
        now = joint[tuple(known)].sum()
        result[t] = now / before
        before = now
    return result

# %% divides by the factor before | divides by the factor before
def conditionals(joint, x, order):
    index, out = [slice(None)] * joint.dim(), []
    for i in order.tolist():
        index[i] = int(x[i])
        p = joint[tuple(index)].sum()
        out.append(p / out[-1] if out else p)
    return torch.stack(out)

# %% selects an axis by its first number, though some are gone | error
def conditionals(joint, x, order):
    out = []
    for i in order.tolist():
        smaller = joint.select(i, int(x[i]))
        out.append(smaller.sum() / joint.sum())
        joint = smaller
    return torch.stack(out)

# %% written for three positions | error
def conditionals(joint, x, order):
    known, out, before = [slice(None)] * 3, [], joint.sum()
    for i in order.tolist():
        known[i] = int(x[i])
        now = joint[known[0], known[1], known[2]].sum()
        out.append(now / before)
        before = now
    return torch.stack(out)
