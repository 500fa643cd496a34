# %% sum of the means | sum of means
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        (gradient,) = torch.autograd.grad(mean_loss(weight, part, slots), weight)
        total = total + 1 * gradient
    return total

# %% loss / batch_chunk | mean of means
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        (gradient,) = torch.autograd.grad(mean_loss(weight, part, slots), weight)
        total = total + 1 / n_chunks * gradient
    return total

# %% by rows | weighted by rows
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        (gradient,) = torch.autograd.grad(mean_loss(weight, part, slots), weight)
        total = total + len(part) / len(x) * gradient
    return total

# %% zero_grad in the loop | last chunk only
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        (gradient,) = torch.autograd.grad(mean_loss(weight, part, slots), weight)
        total = slots.sum() / is_slot.sum() * gradient
    return total

# %% the last gradient | overwritten
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        (gradient,) = torch.autograd.grad(mean_loss(weight, part, slots), weight)
        total = 1 * gradient
    return total

# %% returns in the loop | first chunk only
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        (gradient,) = torch.autograd.grad(mean_loss(weight, part, slots), weight)
        total = total + slots.sum() / is_slot.sum() * gradient
        return total

# %% not divided | sums, not means
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        (gradient,) = torch.autograd.grad(mean_loss(weight, part, slots), weight)
        total = total + slots.sum() * gradient
    return total

# %% equal chunks only | rows left out
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    n = len(x) // n_chunks
    used = is_slot[: n * n_chunks]
    total = torch.zeros_like(weight)
    for c in range(n_chunks):
        part, slots = x[c * n : c * n + n], is_slot[c * n : c * n + n]
        loss = mean_loss(weight, part, slots) * slots.sum() / used.sum()
        total = total + torch.autograd.grad(loss, weight)[0]
    return total

# %% the whole batch | all at once
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    return torch.autograd.grad(mean_loss(weight, x, is_slot), weight)[0]

# %% all at once, then pretends | all at once
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        mean_loss(weight, part, slots)
    return torch.autograd.grad(mean_loss(weight, x, is_slot), weight)[0]

# %% the loss, not its gradient | shape
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = 0
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        total = total + mean_loss(weight, part, slots) * slots.sum() / is_slot.sum()
    return total

# %% chunks along the slots | value
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        total = total + torch.autograd.grad(mean_loss(weight, part, ~slots), weight)[0] / n_chunks
    return total

# %% the tuple of autograd.grad | not a tensor
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    loss = 0
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        loss = loss + mean_loss(weight, part, slots) * slots.sum() / is_slot.sum()
    return torch.autograd.grad(loss, weight)

# %% always divided by K | value
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        total = total + torch.autograd.grad(mean_loss(weight, part, slots) * slots.sum(), weight)[0]
    return total / is_slot.numel()

# %% the mean of the chunks' gradients, weighted by nothing | mean of means
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    parts = zip(x.chunk(n_chunks), is_slot.chunk(n_chunks))
    return torch.stack([torch.autograd.grad(mean_loss(weight, p, s), weight)[0] for p, s in parts]).mean(0)

# %% the whole batch, in a loop that does nothing | all at once
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    for _ in range(n_chunks):
        gradient = torch.autograd.grad(mean_loss(weight, x, is_slot), weight)[0]
    return gradient

# %% all at once where the parts would be uneven | all at once
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    if len(x) % n_chunks:
        n_chunks = 1
    total = torch.zeros_like(weight)
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        total = total + torch.autograd.grad(slots.sum() / is_slot.sum() * mean_loss(weight, part, slots), weight)[0]
    return total

# %% added up in float32, whatever the weights are | dtype
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    total = torch.zeros(len(weight))
    for part, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks)):
        total += torch.autograd.grad(slots.sum() / is_slot.sum() * mean_loss(weight, part, slots), weight)[0]
    return total

# %% torch.func.grad of the whole batch | all at once
def chunked_gradient(mean_loss, weight, x, is_slot, n_chunks):
    return torch.func.grad(mean_loss)(weight, x, is_slot)
