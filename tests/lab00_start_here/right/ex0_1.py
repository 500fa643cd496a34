# %% three cases
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return (step + 1) / n_warmup
    return (n_steps - step) / (n_steps - n_warmup)

# %% integers where the value is whole
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0
    if step + 1 == n_warmup or step == n_warmup:
        return 1
    if step < n_warmup:
        return (step + 1) / n_warmup
    return 1 - (step - n_warmup) / (n_steps - n_warmup)

# %% one expression with min and max
def warmup_decay(step, n_warmup, n_steps):
    up = (step + 1) / max(n_warmup, 1) if n_warmup else 1.0
    down = max(n_steps - step, 0) / max(n_steps - n_warmup, 1)
    return (up if step < n_warmup else down) * (step < n_steps)

# %% numpy interpolation
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    if step < n_warmup:
        return np.interp(step + 1, [0, n_warmup], [0.0, 1.0])
    return np.interp(step, [n_warmup, n_steps], [1.0, 0.0])

# %% climbs step by step
def warmup_decay(step, n_warmup, n_steps):
    if step >= n_steps:
        return 0.0
    rate = 1.0 if n_warmup == 0 else 0.0
    for s in range(step + 1):
        if s < n_warmup:
            rate = rate + 1 / n_warmup
        elif s > n_warmup:
            rate = rate - 1 / (n_steps - n_warmup)
    return rate

# %% a torch scalar, taken out with item
def warmup_decay(step, n_warmup, n_steps):
    t = torch.tensor(float(step), dtype=torch.float64)
    if step < min(n_warmup, n_steps):
        return ((t + 1) / n_warmup).item()
    return torch.clamp((n_steps - t) / max(n_steps - n_warmup, 1), 0, 1).item() if step < n_steps else 0.0
