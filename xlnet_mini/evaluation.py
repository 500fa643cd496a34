"""The loss on fixed targets, and on the same targets seen from one side or from both."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from xlnet_mini.collator import PLMBatch
from xlnet_mini.processes import autocast


@torch.no_grad()
def slot_losses(
    model: nn.Module, batch: PLMBatch, mems: list[Float[Tensor, "B M D"]] | None = None
) -> tuple[Float[Tensor, "B K"], list[Float[Tensor, "B M D"]] | None]:
    """The loss in nats of every slot (0 where it is empty), and the memory for the next batch.

    The model is run as it is: call `model.eval()` first, or dropout takes part. To see how the loss depends on
    the place in the order, sort by `batch.rank.gather(1, batch.positions)`.
    """
    device = next(model.parameters()).device
    batch = batch.to(device)
    with autocast(device):
        out = model(
            batch.input_ids, perm_mask=batch.perm_mask, target_mapping=batch.target_mapping, mems=mems
        )
    nats = F.cross_entropy(out.logits.flatten(0, 1).float(), batch.labels.flatten(), reduction="none")
    return nats.view_as(batch.labels).masked_fill(~batch.is_slot, 0), out.mems


def evaluate(
    model: nn.Module, batches: Iterable[PLMBatch], *, memory: bool = True, roll_memory: int = 0
) -> float:
    """Mean loss in nats over all slots. Memory, where the model has it, runs on from batch to batch.

    `memory=False` forgets after every batch; `roll_memory` gives each row the memory of the row so many places
    before it. The model's mode (training or not) is put back afterwards.
    """
    was_training = model.training
    model.eval()
    total, n, mems = 0.0, 0, None
    for batch in batches:
        nats, mems = slot_losses(model, batch, mems)
        if mems and not memory:
            mems = None
        if mems and roll_memory:
            mems = [m.roll(roll_memory, dims=0) for m in mems]
        total += float(nats.sum())
        n += int(batch.is_slot.sum())
    model.train(was_training)
    return total / max(n, 1)


def left_only(batch: PLMBatch) -> PLMBatch:
    """The same targets, each seeing only what stands to its left (and no other token seeing to its right)."""
    length = batch.input_ids.shape[1]
    later = torch.ones(length, length, dtype=torch.bool, device=batch.input_ids.device).triu()
    return replace(batch, perm_mask=later.expand_as(batch.perm_mask))


def right_only(batch: PLMBatch) -> PLMBatch:
    """The same targets, each seeing only what stands to its right."""
    length = batch.input_ids.shape[1]
    earlier = torch.ones(length, length, dtype=torch.bool, device=batch.input_ids.device).tril()
    return replace(batch, perm_mask=earlier.expand_as(batch.perm_mask))


def both_sides(batch: PLMBatch) -> Iterable[PLMBatch]:
    """The same targets, each with every other token of its row known: one batch for each slot.

    Hiding one target from all others is another mask for each, so this costs K passes.
    """
    length = batch.input_ids.shape[1]
    for slot in range(batch.positions.shape[1]):
        position = batch.positions[:, slot].clamp(min=0)
        mask = torch.zeros_like(batch.perm_mask)
        mask.scatter_(2, position[:, None, None].expand(-1, length, 1), True)
        narrow = slice(slot, slot + 1)
        yield replace(
            batch,
            perm_mask=mask,
            positions=batch.positions[:, narrow],
            target_mapping=batch.target_mapping[:, narrow],
            labels=batch.labels[:, narrow],
            is_slot=batch.is_slot[:, narrow],
        )


def figures(model: nn.Module, batches: Sequence[PLMBatch]) -> dict[str, float]:
    """Losses in nats on the targets of `batches` in six ways; memory only where the name says so.

    One-sided and two-sided context are rare in training, where targets see a random part of the row: their
    losses show what the model does with such context, not the best that could be done with it.
    """
    found = {"any order": evaluate(model, batches, memory=False)}
    if model.config.mem_len:
        found["any order, with memory"] = evaluate(model, batches)
        # The memory of other rows: equally many rows of text, none of them this text's past.
        found["any order, with another row's memory"] = evaluate(model, batches, roll_memory=1)
    found["left only"] = evaluate(model, map(left_only, batches), memory=False)
    found["right only"] = evaluate(model, map(right_only, batches), memory=False)
    views = (view for batch in batches for view in both_sides(batch))
    found["both sides"] = evaluate(model, views, memory=False)
    return found
