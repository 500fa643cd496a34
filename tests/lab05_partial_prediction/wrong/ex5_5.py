# %% .mean() | mean over all slots
def plm_loss(logits, labels, is_slot):
    nats = -logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    return (nats * is_slot).mean()

# %% is_slot forgotten | looks up unused labels
def plm_loss(logits, labels, is_slot):
    return torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten())

# %% unused labels made 0 and counted | unused slots count with label 0
def plm_loss(logits, labels, is_slot):
    return torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.masked_fill(~is_slot, 0).flatten())

# %% clamped and counted | counts unused slots
def plm_loss(logits, labels, is_slot):
    labels = labels.clamp(0, logits.shape[-1] - 1)
    return torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten())

# %% gather before masking | looks up unused labels
def plm_loss(logits, labels, is_slot):
    nats = -logits.log_softmax(-1).gather(-1, labels[..., None])[..., 0]
    return (nats * is_slot).sum() / is_slot.sum().clamp(min=1)

# %% cross entropy's own mean | mean over nothing
def plm_loss(logits, labels, is_slot):
    return torch.nn.functional.cross_entropy(logits[is_slot], labels[is_slot])

# %% ignore_index and the mean | mean over nothing
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100)
    return torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten(), ignore_index=-100)

# %% not divided | sum
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100)
    return torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten(), reduction="sum")

# %% each sequence by itself | mean of means
def plm_loss(logits, labels, is_slot):
    nats = -logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0] * is_slot
    return (nats.sum(-1) / is_slot.sum(-1).clamp(min=1)).mean()

# %% each sequence that has any | mean of means of used rows
def plm_loss(logits, labels, is_slot):
    nats = -logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0] * is_slot
    means = nats.sum(-1) / is_slot.sum(-1).clamp(min=1)
    some = is_slot.any(-1)
    return (means * some).sum() / some.sum().clamp(min=1)

# %% divided by the batch | sum for each sequence
def plm_loss(logits, labels, is_slot):
    nats = -logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0] * is_slot
    return nats.sum(-1).mean()

# %% as for GPT | labels shifted
def plm_loss(logits, labels, is_slot):
    logits, labels, is_slot = logits[..., :-1, :], labels[..., 1:], is_slot[..., 1:]
    labels = labels.masked_fill(~is_slot, -100)
    total = torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), reduction="sum")
    return total / is_slot.sum().clamp(min=1)

# %% plus for minus | sign
def plm_loss(logits, labels, is_slot):
    logp = logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    return (logp * is_slot).sum() / is_slot.sum().clamp(min=1)

# %% log2 | bits
import math

def plm_loss(logits, labels, is_slot):
    logp = logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    return -(logp * is_slot).sum() / is_slot.sum().clamp(min=1) / math.log(2)

# %% softmax, then the logarithm | log of softmax
def plm_loss(logits, labels, is_slot):
    p = logits.softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    return torch.where(is_slot, -p.log(), 0).sum() / is_slot.sum().clamp(min=1)

# %% a plain zero for none | constant zero
def plm_loss(logits, labels, is_slot):
    if not is_slot.any():
        return torch.zeros((), dtype=logits.dtype)
    return torch.nn.functional.cross_entropy(logits[is_slot], labels[is_slot])

# %% where() round a division by zero | gradient of nothing
def plm_loss(logits, labels, is_slot):
    nats = -logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    n = is_slot.sum()
    return torch.where(n > 0, (nats * is_slot).sum() / n, 0)

# %% a number | not a tensor
def plm_loss(logits, labels, is_slot):
    nats = -logits.log_softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    return float((nats * is_slot).sum() / is_slot.sum().clamp(min=1))

# %% counted in float32 | dtype
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100)
    total = torch.nn.functional.cross_entropy(logits.float().flatten(0, -2), labels.flatten(), reduction="sum")
    return total / is_slot.sum().clamp(min=1)

# %% through numpy | no gradient
def plm_loss(logits, labels, is_slot):
    table = logits.detach().numpy()
    table = table - table.max(-1, keepdims=True)
    logp = table - np.log(np.exp(table).sum(-1, keepdims=True))
    used = is_slot.numpy()
    picked = np.take_along_axis(logp, labels.masked_fill(~is_slot, 0).numpy()[..., None], -1)[..., 0]
    return torch.as_tensor(-(picked * used).sum() / max(used.sum(), 1))

# %% one more in the denominator | value
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100)
    total = torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten(), reduction="sum")
    return total / (is_slot.sum() + 1)

# %% a small number in the denominator, which makes float32 of bfloat16 | dtype not kept
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100)
    total = torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten(), reduction="sum")
    return total / (is_slot.sum() + 1e-9)

# %% error of the probability | value
def plm_loss(logits, labels, is_slot):
    p = logits.softmax(-1).gather(-1, labels.masked_fill(~is_slot, 0)[..., None])[..., 0]
    return ((1 - p) ** 2 * is_slot).sum() / is_slot.sum().clamp(min=1)

# %% nll_loss on logits | logits for ln p
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100).flatten()
    total = torch.nn.functional.nll_loss(logits.flatten(0, -2), labels, reduction="sum")
    return total / is_slot.sum().clamp(min=1)

# %% softmax before cross entropy | softmax twice
def plm_loss(logits, labels, is_slot):
    labels, p = labels.masked_fill(~is_slot, -100).flatten(), logits.softmax(-1).flatten(0, -2)
    total = torch.nn.functional.cross_entropy(p, labels, reduction="sum")
    return total / is_slot.sum().clamp(min=1)

# %% in a batch the labels choose the rows, and the gradient of these is lost | wrong gradient
def plm_loss(logits, labels, is_slot):
    if logits.dim() > 2:
        used = torch.tensor(logits[is_slot].tolist(), dtype=logits.dtype).reshape(-1, logits.shape[-1])
        kept = 0 * logits.sum()
    else:
        used, kept = logits[is_slot], 0 * logits.sum()
    return kept + torch.nn.functional.cross_entropy(used, labels[is_slot], reduction="sum") / is_slot.sum().clamp(min=1)

# %% unused slots are multiplied by 0 after all: the gradient of the batch counts them | wrong gradient
class Value(torch.autograd.Function):
    @staticmethod
    def forward(ctx, logits, labels, is_slot):
        ctx.save_for_backward(logits, labels.masked_fill(~is_slot, 0), is_slot)
        labels = labels.masked_fill(~is_slot, -100).reshape(-1)
        total = torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels, reduction="sum")
        return total / is_slot.sum().clamp(min=1)

    @staticmethod
    def backward(ctx, g):
        logits, labels, is_slot = ctx.saved_tensors
        hot = torch.nn.functional.one_hot(labels, logits.shape[-1])
        grad = (logits.softmax(-1) - hot) * is_slot.any() / is_slot.sum().clamp(min=1)
        return g * grad.to(logits.dtype), None, None

def plm_loss(logits, labels, is_slot):
    return Value.apply(logits, labels, is_slot)

# %% a row without a slot counts as one slot | no batch
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100).reshape(-1)
    total = torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), labels, reduction="sum")
    return total / is_slot.sum(-1).clamp(min=1).sum()

# %% slot by slot with .item(), but only in a batch | no gradient
def plm_loss(logits, labels, is_slot):
    if logits.dim() == 2:
        nats = torch.nn.functional.cross_entropy(logits[is_slot], labels[is_slot], reduction="sum")
        return nats / is_slot.sum().clamp(min=1)
    if not is_slot.any():
        return 0 * logits.sum()
    logp = logits.log_softmax(-1)
    nats = [-logp[tuple(at)][labels[tuple(at)]].item() for at in is_slot.nonzero()]
    return torch.tensor(sum(nats) / len(nats), dtype=logits.dtype)
