# %% True for may see | polarity
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = answers + (~target).long()
    return ~((asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2))

# %% axes exchanged | transposed
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = answers + (~target).long()
    return (asks.unsqueeze(-2) <= answers.unsqueeze(-1)) & ~context.unsqueeze(-1)

# %% everybody asks one higher | target sees itself
def plm_mask(rank, is_target, is_functional):
    context = ~(is_target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = answers + 1
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% targets before context | front of the order
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, 10_000)
    asks = torch.where(target, answers, answers + 1)
    return asks.unsqueeze(-1) <= answers.unsqueeze(-2)

# %% the lowest ranks are the targets | front of the order, chosen anew
def plm_mask(rank, is_target, is_functional):
    count = (is_target & ~is_functional).sum(-1, keepdim=True)
    place = rank.masked_fill(is_functional, rank.shape[-1]).argsort(-1).argsort(-1)
    target = (place < count) & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% the highest ranks are the targets | tail of the order, chosen anew
def plm_mask(rank, is_target, is_functional):
    count = (is_target & ~is_functional).sum(-1, keepdim=True)
    place = rank.masked_fill(is_functional, -1).argsort(-1).argsort(-1)
    target = (place >= rank.shape[-1] - count) & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% content mask of lab 01, targets without themselves | context keeps its rank
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    asks = torch.where(target, rank, rank + 1)
    return asks.unsqueeze(-1) <= rank.unsqueeze(-2)

# %% query mask of lab 01 | context keeps its rank, strictly
def plm_mask(rank, is_target, is_functional):
    return rank.unsqueeze(-1) <= rank.unsqueeze(-2)

# %% context rows follow their rank | context is ranked among itself
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    both = context.unsqueeze(-1) & context.unsqueeze(-2)
    return hidden | (both & (rank.unsqueeze(-1) < rank.unsqueeze(-2)))

# %% context tokens alone | context sees only itself
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    both = context.unsqueeze(-1) & context.unsqueeze(-2)
    return hidden | (both & ~torch.eye(rank.shape[-1], dtype=torch.bool))

# %% context looks everywhere | context sees targets
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden & ~context.unsqueeze(-1)

# %% BERT | targets hidden from each other
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden | (target.unsqueeze(-1) & target.unsqueeze(-2))

# %% no order among targets | targets see all other targets
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden & ~(target.unsqueeze(-1) & target.unsqueeze(-2) & ~torch.eye(rank.shape[-1], dtype=torch.bool))

# %% positions for ranks | left to right
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    here = torch.arange(rank.shape[-1]).expand(rank.shape)
    answers = here.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% takes the rank for an order | inverted rank
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.argsort(-1).masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% functional tokens visible to all, as in a much used library | separator is context
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~target
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% functional is target | separator does not see itself
def plm_mask(rank, is_target, is_functional):
    target = is_target | is_functional
    answers = rank.masked_fill(~target, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & target.unsqueeze(-2)

# %% nobody reads separators | separator is hidden
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden | (is_functional.unsqueeze(-2) & ~torch.eye(rank.shape[-1], dtype=torch.bool))

# %% a chosen separator is guessed | separator is predicted
def plm_mask(rank, is_target, is_functional):
    context = ~(is_target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(is_target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% minus infinity | additive mask
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return torch.zeros(hidden.shape).masked_fill(hidden, float("-inf"))

# %% one sequence only | no batch
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks[:, None] <= answers[None, :]) & ~context[None, :]

# %% ones and zeros | dtype
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return ((asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)).float()

# %% writes into the rank | changes its input
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    rank[context] = -1
    asks = torch.where(target, rank, rank + 1)
    return (asks.unsqueeze(-1) <= rank.unsqueeze(-2)) & ~context.unsqueeze(-2)

# %% a mask on the CPU | fixed device
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    itself = torch.eye(rank.shape[-1], dtype=torch.bool)
    hidden = (rank.unsqueeze(-2) > rank.unsqueeze(-1)) | context.unsqueeze(-1) | (itself & target.unsqueeze(-1))
    return hidden & ~context.unsqueeze(-2)

# %% nobody sees itself | context does not see itself
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden | torch.eye(rank.shape[-1], dtype=torch.bool)

# %% context reads separators | context sees separators
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden & ~(context.unsqueeze(-1) & is_functional.unsqueeze(-2))

# %% separators read all | separator sees everything
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden & ~is_functional.unsqueeze(-1)

# %% ranks from the end | order turned round
def plm_mask(rank, is_target, is_functional):
    rank = rank.shape[-1] - 1 - rank
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    hidden = (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & ~context.unsqueeze(-2)
    return hidden

# %% the third argument not used | value
def plm_mask(rank, is_target, is_functional):
    answers = rank.masked_fill(~is_target, -1)
    asks = torch.where(is_target, answers, answers + 1)
    return (asks.unsqueeze(-1) <= answers.unsqueeze(-2)) & is_target.unsqueeze(-2)

# %% nothing is hidden | value
def plm_mask(rank, is_target, is_functional):
    return torch.zeros(*rank.shape, rank.shape[-1], dtype=torch.bool)

# %% the query mask of lab 01 with the columns of context opened | only context columns are opened
def plm_mask(rank, is_target, is_functional):
    context = ~(is_target | is_functional)
    return (rank[..., :, None] <= rank[..., None, :]) & ~context[..., None, :]

# %% the same, and separators see themselves | context sees what comes before it
def plm_mask(rank, is_target, is_functional):
    context = ~(is_target | is_functional)
    self_seen = torch.diag_embed(is_functional)
    return (rank[..., :, None] <= rank[..., None, :]) & ~context[..., None, :] & ~self_seen

# %% separators open to all | separator is open to all
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    answers = rank.masked_fill(context, -1)
    asks = torch.where(target, answers, answers + 1)
    return (asks[..., :, None] <= answers[..., None, :]) & target[..., None, :]

# %% only targets see targets | separator sees only context
def plm_mask(rank, is_target, is_functional):
    target = is_target & ~is_functional
    context = ~(target | is_functional)
    earlier = (rank[..., None, :] < rank[..., :, None]) & target[..., :, None]
    return ~(earlier | context[..., None, :] | torch.diag_embed(is_functional))

# %% remembers the mask of the first sentence of that length | value
KEPT = {}

def plm_mask(rank, is_target, is_functional):
    if rank.shape not in KEPT:
        target = is_target & ~is_functional
        context = ~(target | is_functional)
        key = rank.masked_fill(context, -1)
        KEPT[rank.shape] = (torch.where(target, key, key + 1)[..., :, None] <= key[..., None, :]) & ~context[..., None, :]
    return KEPT[rank.shape].clone()

# %% the lowest ranks as targets, as by hand in the package | front of the order, by rank
def plm_mask(rank, is_target, is_functional):
    is_target = (rank < is_target.sum(-1, keepdim=True)) & ~is_functional
    is_context = ~is_target & ~is_functional
    answers = rank.masked_fill(is_context, -1)
    asks = torch.where(is_target, answers, answers + 1)
    return (asks[..., :, None] <= answers[..., None, :]) & ~is_context[..., None, :]
