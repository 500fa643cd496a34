"""The loss on fixed targets, and the same targets seen from one side, from both, or in another order."""

from collections.abc import Iterable
from dataclasses import replace

import torch
from torch import nn

from xlnet_mini.collator import PLMBatch
from xlnet_mini.processes import autocast


@torch.no_grad()
def evaluate(model: nn.Module, batches: Iterable[PLMBatch], *, memory: bool = True) -> float:
    """Mean loss in nats over all slots. Memory, where the model has it, runs on from batch to batch.

    `memory=False` forgets after every batch. The model's mode (training or not) is put back afterwards.
    """
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, n, mems = 0.0, 0, None
    for batch in batches:
        batch = batch.to(device)
        with autocast(device):
            out = model(
                batch.input_ids,
                perm_mask=batch.perm_mask,
                target_mapping=batch.target_mapping,
                mems=mems,
                labels=batch.labels.masked_fill(~batch.is_slot, -100),
            )
        mems = out.mems if memory else None
        slots = int(batch.is_slot.sum())
        total += float(out.loss) * slots
        n += slots
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
