# %% two ranks, compared
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = answers + (~target).long()
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% from the table, column by column
def plm_mask(rank, is_target, is_functional):
    context = ~(is_target | is_functional)
    later = rank[..., None, :] > rank[..., :, None]
    itself = torch.eye(rank.shape[-1], dtype=torch.bool, device=rank.device)
    own_target = itself & (is_target & ~is_functional)[..., :, None]
    visible = context[..., None, :] | (~context[..., :, None] & ~later & ~own_target)
    return ~visible

# %% loops over pairs
def plm_mask(rank, is_target, is_functional):
    T = rank.shape[-1]
    hidden = torch.zeros(*rank.shape, T, dtype=torch.bool, device=rank.device)
    target = is_target & ~is_functional
    for i in range(T):
        for j in range(T):
            ranked = target[..., j] | is_functional[..., j]
            asks = target[..., i] | is_functional[..., i]
            no = (rank[..., j] > rank[..., i]) | ~asks
            if i == j:
                no = no | target[..., i]
            hidden[..., i, j] = ranked & no
    return hidden

# %% by hand over a flat batch
def plm_mask(rank, is_target, is_functional):
    T = rank.shape[-1]
    out = torch.empty(*rank.shape, T, dtype=torch.bool)
    flat = zip(rank.reshape(-1, T), is_target.reshape(-1, T), is_functional.reshape(-1, T), out.view(-1, T, T))
    for r, t, f, o in flat:
        for i in range(T):
            for j in range(T):
                if not t[j] and not f[j]:
                    o[i, j] = False
                elif not t[i] and not f[i]:
                    o[i, j] = True
                elif i == j:
                    o[i, j] = bool(t[i] and not f[i])
                else:
                    o[i, j] = bool(r[j] > r[i])
    return out

# %% infinity for context
def plm_mask(rank, is_target, is_functional):
    context = ~is_target & ~is_functional
    when = rank.double().masked_fill(context, -math.inf)
    own = torch.where(is_target & ~is_functional, when, when + 0.5)
    return when[..., None, :] >= own.masked_fill(context, -1e9)[..., :, None]

# %% as the original code: a self rank and a non-context mask, multiplied
def plm_mask(rank, is_target, is_functional):
    non_func = ~is_functional
    non_mask = ~(is_target & non_func) & non_func
    masked_or_func = (~non_mask).float()
    smallest = -torch.ones_like(rank)
    rev = torch.where(non_mask, smallest, rank)
    self_rev = torch.where(is_target & non_func, rev, rev + 1)
    can = (self_rev[..., :, None] <= rev[..., None, :]).float() * masked_or_func[..., None, :]
    return can > 0

# %% a triangle, looked up by rank
def plm_mask(rank, is_target, is_functional):
    T = rank.shape[-1]
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    later = torch.ones(T, T, dtype=torch.bool, device=rank.device).triu(1)
    hidden = later[rank[..., :, None], rank[..., None, :]]
    hidden = hidden | (torch.eye(T, dtype=torch.bool, device=rank.device) & target[..., :, None])
    return (hidden | context[..., :, None]) & ~context[..., None, :]
