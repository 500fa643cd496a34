# %% the first step does nothing | starts at zero
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return step / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% forgets the decay | stays up
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    return min(1.0, (step + 1) / n_warmup) if n_warmup else 1.0

# %% forgets the warm-up | no warm-up
def warmup_decay(step, n_warmup, n_steps):
    return max(0.0, (n_steps - step) / n_steps)

# %% decays over the whole run | decay of the whole run
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return 1 - step / n_steps

# %% no end | below zero
def warmup_decay(step, n_warmup, n_steps):
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% integer division | whole numbers
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0
    if step < n_warmup:
        return (step + 1) // n_warmup
    return (n_steps - step) // (n_steps - n_warmup)

# %% the share already done | rises when it should fall
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (step - n_warmup) / (n_steps - n_warmup)

# %% cosine decay | a cosine
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    done = (step - n_warmup) / (n_steps - n_warmup)
    return 0.5 * (1 + math.cos(math.pi * done))

# %% reaches 0 one step early | value
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps - 1:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - 1 - step) / (n_steps - 1 - n_warmup)

# %% the smaller of the two lines, and no thought of n_warmup = 0 | error
def warmup_decay(step, n_warmup, n_steps):
    return max(0.0, min((step + 1) / n_warmup, (n_steps - step) / (n_steps - n_warmup)))

# %% a tensor | type
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return torch.tensor(0.0)
    if step < n_warmup:
        return torch.tensor((step + 1) / n_warmup)
    return torch.tensor((n_steps - step) / (n_steps - n_warmup))

# %% prints and returns nothing | type
def warmup_decay(step, n_warmup, n_steps):
    print(0.0 if step >= n_steps else step)
