# %% argsort
def order_to_rank(order):
    return order.argsort(dim=-1)

# %% scatter
def order_to_rank(order):
    steps = torch.arange(order.shape[-1], device=order.device).expand_as(order)
    return torch.zeros_like(order).scatter(-1, order, steps)

# %% loops over a flattened batch
def order_to_rank(order):
    rank = torch.empty(order.shape, dtype=order.dtype)
    rows = rank.view(-1, order.shape[-1])
    for row, z in zip(rows, order.reshape(-1, order.shape[-1])):
        for t, i in enumerate(z):
            row[i] = t
    return rank

# %% compares all places with all steps
def order_to_rank(order):
    return (order[..., None, :] == torch.arange(order.shape[-1], device=order.device)[:, None]).int().argmax(-1)

# %% a stack of one-row answers
def order_to_rank(order):
    if order.dim() > 1:
        return torch.stack([order_to_rank(row) for row in order])
    rank = torch.empty_like(order)
    rank[order] = torch.arange(len(order), device=order.device)
    return rank

# %% numpy
def order_to_rank(order):
    return torch.from_numpy(np.argsort(order.numpy(), axis=-1))

# %% python lists
def order_to_rank(order):
    def turned(z):
        return [turned(row) for row in z] if isinstance(z[0], list) else [z.index(i) for i in range(len(z))]

    return torch.tensor(turned(order.tolist()))

# %% searchsorted in the sorted order
def order_to_rank(order):
    values, places = order.sort(dim=-1)
    steps = torch.arange(order.shape[-1], device=order.device).expand_as(order).contiguous()
    return places.gather(-1, torch.searchsorted(values.contiguous(), steps))

# %% powers of the permutation: the last one before the identity
def order_to_rank(order):
    T = order.shape[-1]
    here, inverse = order, torch.arange(T, device=order.device).expand_as(order)
    for _ in range(40_000):
        nothing = torch.equal(here, torch.arange(T, device=order.device).expand_as(order))
        if nothing:
            return inverse.clone()
        inverse, here = here, here.gather(-1, order)
    return order.argsort(dim=-1)

# %% matrix transposed
def order_to_rank(order):
    hot = torch.nn.functional.one_hot(order, order.shape[-1])
    return hot.mT.argmax(dim=-1)

# %% einsum with the steps
def order_to_rank(order):
    T = order.shape[-1]
    hot = torch.nn.functional.one_hot(order, T)
    return torch.einsum("...ti,t->...i", hot, torch.arange(T, device=order.device))

# %% int32 on the way
def order_to_rank(order):
    small = order.to(torch.int32)
    return small.argsort(dim=-1, stable=True).to(order.dtype)

# %% lambda and dict
order_to_rank = lambda order: (
    torch.stack([order_to_rank(row) for row in order])
    if order.ndim > 1
    else torch.tensor([{int(i): t for t, i in enumerate(order)}[i] for i in range(len(order))])
)

# %% in place on an own copy, vmap
def order_to_rank(order):
    T = order.shape[-1]
    one = lambda z: torch.zeros_like(z).scatter(0, z, torch.arange(T, device=z.device))
    flat = order.reshape(-1, T)
    return torch.vmap(one)(flat).reshape(order.shape)
