# %% gives it back | the order itself
def order_to_rank(order):
    return order

# %% argsort of argsort | the order itself
def order_to_rank(order):
    return order.argsort(dim=-1).argsort(dim=-1)

# %% from 1 | counts from 1
def order_to_rank(order):
    return order.argsort(dim=-1) + 1

# %% descending argsort | counts from the end
def order_to_rank(order):
    return order.shape[-1] - 1 - order.argsort(dim=-1)

# %% turned end for end | read backwards
def order_to_rank(order):
    return order.flip(-1)

# %% looks the order up in itself | the order applied twice
def order_to_rank(order):
    return order.gather(-1, order)

# %% sort for argsort | sorted
def order_to_rank(order):
    return order.sort(dim=-1)[0]

# %% one row only | no batch
def order_to_rank(order):
    rank = torch.empty_like(order)
    rank[order] = torch.arange(len(order))
    return rank

# %% sorts along the first dimension | no batch
def order_to_rank(order):
    return order.argsort(dim=0)

# %% squares only | no batch
def order_to_rank(order):
    return order.reshape(-1).argsort().reshape(order.shape) if order.dim() == 1 else order.argsort(dim=-2)

# %% float steps | dtype
def order_to_rank(order):
    rank = torch.zeros(order.shape)
    return rank.scatter(-1, order, torch.arange(float(order.shape[-1])).expand(order.shape))

# %% in place | changes its input
def order_to_rank(order):
    order[...] = order.argsort(dim=-1)
    return order

# %% a numpy array | not a tensor
def order_to_rank(order):
    return np.argsort(order.numpy(), axis=-1)

# %% needs its entries side by side | memory layout
def order_to_rank(order):
    rows = order.view(-1, order.shape[-1])
    return rows.argsort(dim=-1).view(order.shape) if order.is_contiguous() else rows.flip(-1)

# %% steps always on the CPU | fixed device
def order_to_rank(order):
    steps = torch.arange(order.shape[-1]).expand_as(order)
    return torch.empty_like(order).scatter_(-1, order, steps)

# %% forgets to return | not a tensor
def order_to_rank(order):
    rank = order.argsort(dim=-1)

# %% eight bits are enough for thirteen | long orders
def order_to_rank(order):
    return order.to(torch.uint8).argsort(dim=-1)

# %% up to twenty positions by argsort, else turned end for end | long orders
def order_to_rank(order):
    return order.argsort(dim=-1) if order.shape[-1] <= 20 else order.flip(-1)

# %% one buffer for every call | overwrites earlier results
_ranks = {}

def order_to_rank(order):
    rank = _ranks.setdefault(order.shape, torch.empty_like(order))
    steps = torch.arange(order.shape[-1], device=order.device).expand_as(order)
    return rank.scatter_(-1, order, steps)

# %% drops dimensions of size 1 | shape
def order_to_rank(order):
    return order.argsort(dim=-1).squeeze()

# %% one leading dimension at most | no batch
def order_to_rank(order):
    rows = order[None] if order.dim() == 1 else order
    rank = torch.empty_like(rows)
    for b, row in enumerate(rows):
        rank[b, row] = torch.arange(len(row))
    return rank[0] if order.dim() == 1 else rank

# %% flattens with view | memory layout
def order_to_rank(order):
    rows = order.view(-1, order.shape[-1])
    return torch.stack([row.argsort() for row in rows]).view(order.shape)

# %% the batch on the CPU | fixed device
def order_to_rank(order):
    if order.dim() == 1:
        return order.argsort()
    steps = torch.arange(order.shape[-1]).expand_as(order)
    return torch.zeros_like(order).scatter(-1, order, steps)

# %% not for a batch yet | no batch
def order_to_rank(order):
    if order.dim() > 1:
        raise NotImplementedError
    return order.argsort()

# %% argmax without the step | the order itself
def order_to_rank(order):
    return (order[..., None] == torch.arange(order.shape[-1], device=order.device)).int().argmax(-1)

# %% remembers by length | value
_known = {}

def order_to_rank(order):
    if order.shape not in _known:
        _known[order.shape] = order.argsort(dim=-1)
    return _known[order.shape]

# %% eight bits out | dtype
def order_to_rank(order):
    return order.argsort(dim=-1).to(torch.int32)
