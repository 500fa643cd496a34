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
