"""Collators for lab 05's test: one right in several ways, the others broken as in public code and in students' own.

A collator takes the ids [T] of one sentence and num_predict, and gives a Batch. Each draws from a generator of its own,
so that two calls give two plans.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from .lab05_target_draws import (
    Draw,
    Plan,
    always_the_first,
    by_chance,
    left_to_right,
    one_too_few,
    spans_first,
    tail,
    twice,
)

MASK = 6  # the id that XLNet's vocabulary has for <mask>


class Batch(NamedTuple):
    """What a collator gives for one sentence."""

    input_ids: Tensor  # int64 [T]
    perm_mask: Tensor  # bool [T, T], True = hidden
    target_mapping: Tensor  # float32 [K, T]
    labels: Tensor  # int64 [K]


def mask_of(T: int, plan: Sequence[int], sees: Callable[[int, int], bool] | None = None) -> Tensor:
    """True = hidden. Context is visible to all; `sees(a, b)`: may the target of step a see that of step b?"""
    sees = sees or (lambda a, b: b < a)
    step = {p: t for t, p in enumerate(plan)}
    hidden = torch.zeros(T, T, dtype=torch.bool)
    for i in range(T):
        for j in step:
            hidden[i, j] = not (i in step and sees(step[i], step[j]))
    return hidden


def mapping_of(T: int, plan: Sequence[int]) -> Tensor:
    rows = torch.zeros(len(plan), T)
    for slot, position in enumerate(plan):
        rows[slot, position] = 1
    return rows


def _plain(ids: Tensor, plan: Plan) -> Batch:
    return Batch(ids.clone(), mask_of(len(ids), plan), mapping_of(len(ids), plan), ids[plan])


def _left_to_right_slots(ids: Tensor, plan: Plan) -> Batch:
    """The slots stand in the order of the sentence, not of guessing."""
    places = sorted(plan)
    return Batch(ids.clone(), mask_of(len(ids), plan), mapping_of(len(ids), places), ids[places])


def _compared(ids: Tensor, plan: Plan) -> Batch:
    """Without a loop: ranks compared, context at -1."""
    rank = torch.full((len(ids),), -1)
    rank[plan] = torch.arange(len(plan))
    ask = torch.where(rank < 0, 0, rank)
    hidden = (rank[None] >= ask[:, None]) & (rank >= 0)[None]
    return Batch(ids, hidden, torch.eye(len(ids))[plan], ids[plan])


def _with_mask(change: Callable[[Tensor, Plan], Tensor]) -> Callable[[Tensor, Plan], Batch]:
    return lambda ids, plan: _plain(ids, plan)._replace(perm_mask=change(mask_of(len(ids), plan), plan))


def _replaced(ids: Tensor, plan: Plan) -> Batch:
    """As a well-known collator does: the targets are replaced in the input."""
    changed = ids.clone()
    changed[plan] = MASK
    return _plain(ids, plan)._replace(input_ids=changed)


def _labels_of_the_next(ids: Tensor, plan: Plan) -> Batch:
    return _plain(ids, plan)._replace(labels=ids[[(p + 1) % len(ids) for p in plan]])


def _labels_of_the_one_before(ids: Tensor, plan: Plan) -> Batch:
    return _plain(ids, plan)._replace(labels=ids[[p - 1 for p in plan]])


def _labels_in_another_order(ids: Tensor, plan: Plan) -> Batch:
    return _plain(ids, plan)._replace(labels=ids[sorted(plan)])


def _slots_elsewhere(ids: Tensor, plan: Plan) -> Batch:
    """The mask hides the plan, but the slots stand one place to the right, with the labels of that place."""
    places = [(p + 1) % len(ids) for p in plan]
    return _plain(ids, plan)._replace(target_mapping=mapping_of(len(ids), places), labels=ids[places])


def _one_slot_in_context(ids: Tensor, plan: Plan) -> Batch:
    context = next((p for p in range(len(ids)) if p not in plan), plan[0])
    places = [*plan[:-1], context]
    return _plain(ids, plan)._replace(target_mapping=mapping_of(len(ids), places), labels=ids[places])


def _empty_row(ids: Tensor, plan: Plan) -> Batch:
    rows = mapping_of(len(ids), plan)
    rows[-1] = 0
    return _plain(ids, plan)._replace(target_mapping=rows)


def _two_ones(ids: Tensor, plan: Plan) -> Batch:
    """A slot that stands at two positions, the second one further to the right if there is room."""
    rows, at = mapping_of(len(ids), plan), min(plan)
    right = list(range(at + 1, len(ids)))
    others = [p for p in right if p not in plan] or right or list(range(at))
    rows[plan.index(at), others[:1]] = 1
    return _plain(ids, plan)._replace(target_mapping=rows)


def _hides_one_more(ids: Tensor, plan: Plan) -> Batch:
    """A token that stands first in the order of guessing, and has no slot."""
    more = next((p for p in range(len(ids)) if p not in plan), None)
    return _plain(ids, plan)._replace(perm_mask=mask_of(len(ids), plan if more is None else [more, *plan]))


def _open(hidden: Tensor, pairs: Sequence[tuple[int, int]]) -> Tensor:
    hidden = hidden.clone()
    for i, j in pairs:
        hidden[i, j] = False
    return hidden


def _context(hidden: Tensor, plan: Plan) -> list[int]:
    return [p for p in range(len(hidden)) if p not in plan]


def _context_sees_targets(hidden: Tensor, plan: Plan) -> Tensor:
    return _open(hidden, [(i, j) for i in _context(hidden, plan) for j in plan])


def _one_context_sees_the_last(hidden: Tensor, plan: Plan) -> Tensor:
    return _open(hidden, [(i, plan[-1]) for i in _context(hidden, plan)[:1]])


def _context_alone(hidden: Tensor, plan: Plan) -> Tensor:
    hidden, context = hidden.clone(), _context(hidden, plan)
    for i in context:
        for j in context:
            hidden[i, j] = i != j
    return hidden


def _front(hidden: Tensor, plan: Plan) -> Tensor:
    """The plan comes before all context."""
    hidden, context = hidden.clone(), _context(hidden, plan)
    for i in plan:
        hidden[i, context] = True
    for i in context:
        hidden[i, plan] = False
    return hidden


def _circle(hidden: Tensor, plan: Plan) -> Tensor:
    """Each target sees half of the others, the first one sees the last: no order does that."""
    if len(plan) < 3:
        return hidden
    hidden = _open(hidden, [(plan[0], plan[-1])])
    hidden[plan[-1], plan[0]] = True
    return hidden


def _with_steps(sees: Callable[[int, int], bool]) -> Callable[[Tensor, Plan], Batch]:
    return _with_mask(lambda hidden, plan: mask_of(len(hidden), plan, sees))


MAKERS: dict[str, tuple[Callable[[Tensor, Plan], Batch], Draw]] = {
    # right
    "draws an order and predicts its tail": (_plain, tail),
    "chooses neighbours first and then orders them": (_plain, spans_first),
    "lists its slots from left to right": (_left_to_right_slots, tail),
    "compares ranks without a loop": (_compared, spans_first),
    # broken, the plainest first
    "replaces the targets in the input by <mask>": (_replaced, tail),
    "labels each slot with the token after it": (_labels_of_the_next, tail),
    "labels each slot with the token before it": (_labels_of_the_one_before, tail),
    "lets each target see itself": (_with_steps(lambda a, b: b <= a), tail),
    "shows what it should hide and hides what it should show": (
        _with_mask(lambda hidden, plan: ~hidden),
        tail,
    ),
    "has the rows and columns of its mask swapped": (_with_mask(lambda hidden, plan: hidden.T.clone()), tail),
    "hides all targets from each other, as BERT does": (_with_steps(lambda a, b: False), tail),
    "lets every target see all other targets": (_with_steps(lambda a, b: a != b), tail),
    "lets a target see only the one just before it": (_with_steps(lambda a, b: b == a - 1), tail),
    "takes its targets from the front of the order, before any context": (_with_mask(_front), tail),
    "lets context see the targets": (_with_mask(_context_sees_targets), tail),
    "lets one context token see the last target": (_with_mask(_one_context_sees_the_last), tail),
    "hides context tokens from each other": (_with_mask(_context_alone), tail),
    "lets targets see each other in a circle, as no order does": (_with_mask(_circle), tail),
    "has a slot too few": (_plain, one_too_few),
    "chooses each token by chance, so that the number of slots is right only on average": (_plain, by_chance),
    "has two slots at one position": (_plain, twice),
    "puts the slots one place to the right of what the mask hides": (_slots_elsewhere, tail),
    "puts one slot at a context token, which sees itself": (_one_slot_in_context, tail),
    "leaves the last slot empty": (_empty_row, tail),
    "has a second one in a row of target_mapping": (_two_ones, tail),
    "hides one token more than it guesses": (_hides_one_more, tail),
    "lists its labels from left to right, but its slots in the order of guessing": (
        _labels_in_another_order,
        tail,
    ),
    "predicts the same positions every time": (_plain, always_the_first),
    "draws its targets, but guesses them from left to right every time": (_plain, left_to_right),
}
RIGHT = 4


class Collator:
    """collate(input_ids, num_predict); it goes on drawing, so that two calls give two plans."""

    def __init__(self, says: str, seed: int):
        self.make, self.draw = MAKERS[says]
        self.generator = torch.Generator().manual_seed(seed)

    def __call__(self, input_ids: Tensor, num_predict: int) -> Batch:
        return self.make(input_ids, self.draw(len(input_ids), num_predict, self.generator))
