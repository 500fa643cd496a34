# %% a column for each slot | transposed
def target_mapping(positions, T):
    return (positions[..., None, :] == torch.arange(T, device=positions.device)[:, None]).float()

# %% rows of the identity | unused means last
def target_mapping(positions, T):
    return torch.eye(T, device=positions.device)[positions]

# %% clamped | unused means first
def target_mapping(positions, T):
    return (positions.clamp(min=0)[..., None] == torch.arange(T, device=positions.device)).float()

# %% left to right | slots sorted
def target_mapping(positions, T):
    return (positions.sort(-1).values[..., None] == torch.arange(T, device=positions.device)).float()

# %% row t guesses token t + 1 | shifted
def target_mapping(positions, T):
    return (positions[..., None] == 1 + torch.arange(T, device=positions.device)).float()

# %% the next token | shifted to the right
def target_mapping(positions, T):
    return (positions[..., None] + 1 == torch.arange(T, device=positions.device)).float()

# %% the set of targets, K times | all targets in every row
def target_mapping(positions, T):
    hit = (positions[..., None] == torch.arange(T, device=positions.device)).any(-2)
    return hit[..., None, :].expand(*positions.shape, T).float()

# %% like a mask | polarity
def target_mapping(positions, T):
    return (positions[..., None] != torch.arange(T, device=positions.device)).float()

# %% cumulative | up to the position
def target_mapping(positions, T):
    return ((positions[..., None] >= torch.arange(T, device=positions.device)) & (positions < T)[..., None]).float()

# %% bool | dtype
def target_mapping(positions, T):
    return positions[..., None] == torch.arange(T, device=positions.device)

# %% whole numbers | dtype
def target_mapping(positions, T):
    return (positions[..., None] == torch.arange(T, device=positions.device)).long()

# %% one row with all targets | shape
def target_mapping(positions, T):
    out = torch.zeros(*positions.shape[:-1], T)
    for p in positions.reshape(-1).tolist():
        if p >= 0:
            out[..., p] = 1
    return out

# %% one_hot | error
def target_mapping(positions, T):
    return torch.nn.functional.one_hot(positions, T).float()

# %% only -1 is unused | beyond the end
def target_mapping(positions, T):
    eye = torch.eye(T + 1, device=positions.device)[:, :T]
    return eye[positions.clamp(max=T - 1)]

# %% one sequence | no batch
def target_mapping(positions, T):
    out = torch.zeros(len(positions), T)
    for k, p in enumerate(positions.tolist()):
        if p == p and isinstance(p, int) and 0 <= p < T:
            out[k, p] = 1
    return out

# %% an arange of the CPU | fixed device
def target_mapping(positions, T):
    return (positions[..., None] == torch.arange(T)).float()

# %% a row for each position | shape
def target_mapping(positions, T):
    out = torch.zeros(*positions.shape[:-1], T, T, device=positions.device)
    for p in positions.reshape(-1).tolist():
        if 0 <= p < T:
            out[..., p, p] = 1
    return out

# %% only the first slot | value
def target_mapping(positions, T):
    out = (positions[..., None] == torch.arange(T, device=positions.device)).float()
    return out * (torch.arange(positions.shape[-1], device=positions.device) == 0)[:, None]

# %% a blank row at the end of the identity: -1 finds it, -2 does not | before the start
def target_mapping(positions, T):
    blank = torch.cat([torch.eye(T), torch.zeros(1, T)]).to(positions.device)
    return blank[positions.clamp(max=T)]

# %% a flat scatter: a position beyond the end lands in the next row | beyond the end
def target_mapping(positions, T):
    out = torch.zeros(positions.numel() * T + T, device=positions.device)
    at = torch.arange(positions.numel(), device=positions.device) * T + positions.reshape(-1)
    out[at[positions.reshape(-1) >= 0]] = 1.0
    return out[: positions.numel() * T].reshape(*positions.shape, T)
