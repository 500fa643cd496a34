# %% autograd.grad, weighted by slots
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        share = slots.sum() / is_slot.sum()
        (gradient,) = torch.autograd.grad(share * mean_loss(weight, part, slots), weight)
        total = total + gradient
    return total

# %% backward, on a copy
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    w = weight.detach().clone().requires_grad_()
    for part, slots in zip(torch.chunk(x, n_chunks), torch.chunk(is_slot, n_chunks)):
        (mean_loss(w, part, slots) * slots.sum() / is_slot.sum()).backward()
    return w.grad

# %% backward into weight.grad, cleared first
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    weight.grad = None
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        loss = mean_loss(weight, part, slots) * slots.sum()
        (loss / is_slot.sum()).backward()
    return weight.grad.clone()

# %% one row at a time
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    gradient = 0
    for b in range(len(x)):
        loss = mean_loss(weight, x[b : b + 1], is_slot[b : b + 1]) * is_slot[b].sum()
        gradient = gradient + torch.autograd.grad(loss, weight)[0]
    return gradient / is_slot.sum()

# %% tensor_split
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    n = float(is_slot.sum())
    parts = zip(x.tensor_split(n_chunks), is_slot.tensor_split(n_chunks))
    return sum(
        torch.autograd.grad(mean_loss(weight, p, s), weight)[0] * (float(s.sum()) / n) for p, s in parts
    )

# %% split by hand, one backward a part, weight.grad put back
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    earlier, weight.grad = weight.grad, None
    size = -(-len(x) // n_chunks)
    for a in range(0, len(x), size):
        n = is_slot[a : a + size].sum()
        (mean_loss(weight, x[a : a + size], is_slot[a : a + size]) * (n / is_slot.sum())).backward()
    got, weight.grad = weight.grad, earlier
    return got

# %% float64 on the way
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    w = weight.detach().double().requires_grad_()
    grads = [
        torch.autograd.grad(mean_loss(w, p.double(), s) * (s.sum().double() / is_slot.sum()), w)[0]
        for p, s in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks))
    ]
    return sum(grads).to(weight.dtype)

# %% sums by hand: means times counts, functional gradient of one part
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks, *, total=None):
    total = is_slot.sum() if total is None else total
    size = math.ceil(x.shape[0] / n_chunks)
    parts = []
    for rows, slots in zip(x.split(size), is_slot.split(size)):
        grad = torch.func.grad(lambda w: mean_loss(w, rows, slots) * slots.sum())(weight)
        parts.append(grad)
    return torch.stack(parts).sum(0) / total

# %% vmap over the gradients of single rows, a chunk at a time
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    def of_row(row, slots):
        return torch.func.grad(mean_loss)(weight, row[None], slots[None]) * slots.sum()

    each = [torch.func.vmap(of_row)(*part).sum(0) for part in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks))]
    return sum(each) / is_slot.sum()

# %% jacrev of each chunk
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    parts = zip(x.chunk(n_chunks), is_slot.chunk(n_chunks))
    return sum(torch.func.jacrev(mean_loss)(weight, p, s) * s.sum() for p, s in parts) / is_slot.sum()
