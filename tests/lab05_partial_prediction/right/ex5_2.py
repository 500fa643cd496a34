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
import math

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

# %% einsum of one-hot kinds with a table of who may ask whom
def plm_mask(rank, is_target, is_functional):
    kind = torch.where(is_functional, 2, is_target.long())
    earlier = (rank[..., None, :] < rank[..., :, None]).double()
    own = torch.eye(rank.shape[-1], dtype=torch.double, device=rank.device)
    hot = torch.nn.functional.one_hot(kind, 3).double()
    free = torch.tensor([[1.0, 0, 0], [1, 0, 0], [1, 0, 0]], dtype=torch.double, device=rank.device)
    ranked = torch.tensor([[0.0, 0, 0], [0, 1, 1], [0, 1, 1]], dtype=torch.double, device=rank.device)
    itself = torch.tensor([[0.0, 0, 0], [0, 0, 0], [0, 0, 1]], dtype=torch.double, device=rank.device)
    def pairs(table):
        return torch.einsum("...ia,ab,...jb->...ij", hot, table, hot)
    seen = pairs(free) + pairs(ranked) * earlier + pairs(itself) * own
    return seen < 0.5

# %% sorted by a key, written column by column with scatter
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~target & ~is_functional
    step = torch.where(context, -1, rank).argsort(-1).argsort(-1)
    order = step.argsort(-1)
    T = rank.shape[-1]
    hidden = torch.zeros(*rank.shape, T, dtype=torch.bool, device=rank.device)
    for t in range(T):
        column = order[..., t : t + 1]
        early = (step < t) | context
        early = early | (target & (step == t))
        no = early & ~context.gather(-1, column)
        hidden.scatter_(-1, column[..., None, :].expand(*rank.shape, 1), no[..., None])
    return hidden
