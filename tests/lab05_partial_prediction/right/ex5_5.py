# %% cross entropy with an ignored label
def plm_loss(logits, labels, is_slot):
    labels = torch.where(is_slot, labels, -100)
    nats = torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten(), reduction="sum", ignore_index=-100)
    return nats / is_slot.sum().clamp(min=1)

# %% log_softmax and gather
def plm_loss(logits, labels, is_slot):
    logp = logits.log_softmax(-1)
    picked = logp.gather(-1, labels.masked_fill(~is_slot, 0)[..., None]).squeeze(-1)
    return -picked.masked_fill(~is_slot, 0).sum() / max(int(is_slot.sum()), 1)

# %% boolean indexing, sum
def plm_loss(logits, labels, is_slot):
    used, right = logits[is_slot], labels[is_slot]
    nats = used.logsumexp(-1) - used[torch.arange(len(right), device=logits.device), right]
    return nats.sum() / max(len(right), 1)

# %% a loop over slots
def plm_loss(logits, labels, is_slot):
    total, n = logits.sum() * 0, 0
    for table, label, used in zip(logits.reshape(-1, logits.shape[-1]), labels.reshape(-1), is_slot.reshape(-1)):
        if used:
            total = total - table.log_softmax(-1)[label]
            n += 1
    return total / n if n else total

# %% weights
def plm_loss(logits, labels, is_slot):
    w = is_slot.to(logits.dtype)
    logp = logits - logits.logsumexp(-1, keepdim=True)
    hot = labels[..., None] == torch.arange(logits.shape[-1], device=logits.device)
    nats = -(logp * hot).sum(-1)
    return (nats * w).sum() / w.sum().clamp(min=1)

# %% a mean if there is one
def plm_loss(logits, labels, is_slot):
    if not is_slot.any():
        return 0 * logits.sum()
    return torch.nn.functional.cross_entropy(logits[is_slot], labels[is_slot])

# %% one-hot labels
def plm_loss(logits, labels, is_slot):
    hot = torch.nn.functional.one_hot(labels.masked_fill(~is_slot, 0), logits.shape[-1]).to(logits.dtype)
    hot = hot * is_slot[..., None]
    return -(hot * logits.log_softmax(-1)).sum() / hot.sum().clamp(min=1)

# %% NaN becomes 0
def plm_loss(logits, labels, is_slot):
    labels = labels.masked_fill(~is_slot, -100)
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, -2), labels.flatten(), ignore_index=-100)
    return loss.nan_to_num(0.0)

# %% nll_loss, a class that keeps the ignored label
class Loss(torch.nn.Module):
    def __init__(self, ignored):
        super().__init__()
        self.ignored = ignored

    def forward(self, logits, labels, is_slot):
        labels = labels.where(is_slot, self.ignored)
        logp = torch.nn.functional.log_softmax(logits, dim=-1).movedim(-1, 0)[None].flatten(2)
        total = torch.nn.functional.nll_loss(logp, labels.reshape(1, -1), ignore_index=self.ignored, reduction="sum")
        return total / max(is_slot.count_nonzero().item(), 1)

plm_loss = Loss(-100)
