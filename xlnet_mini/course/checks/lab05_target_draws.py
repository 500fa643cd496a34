"""Which positions a collator of lab 05's test predicts, and in which order: drawn well, and drawn badly."""

from collections.abc import Callable

import torch

Plan = list[int]  # the positions that are predicted, in the order of guessing
Draw = Callable[[int, int, torch.Generator], Plan]


def tail(T: int, n: int, generator: torch.Generator) -> Plan:
    """An order is drawn and its tail predicted."""
    return torch.randperm(T, generator=generator).tolist()[T - n :]


def spans_first(T: int, n: int, generator: torch.Generator) -> Plan:
    """Targets are two neighbours at a time, and then ordered."""
    chosen: Plan = []
    for start in torch.randperm(T, generator=generator).tolist():
        chosen += [p for p in (start, start + 1) if p < T and p not in chosen][: n - len(chosen)]
    return [chosen[i] for i in torch.randperm(n, generator=generator).tolist()]


def always_the_first(T: int, n: int, generator: torch.Generator) -> Plan:
    return torch.randperm(n, generator=generator).tolist()


def left_to_right(T: int, n: int, generator: torch.Generator) -> Plan:
    return sorted(tail(T, n, generator))


def one_too_few(T: int, n: int, generator: torch.Generator) -> Plan:
    return tail(T, n, generator)[1:]


def by_chance(T: int, n: int, generator: torch.Generator) -> Plan:
    chosen = (torch.rand(T, generator=generator) < n / T).nonzero()[:, 0].tolist()
    return [chosen[i] for i in torch.randperm(len(chosen), generator=generator).tolist()]


def twice(T: int, n: int, generator: torch.Generator) -> Plan:
    """Drawn with repetition, so that a position may have two slots; one of them is made sure."""
    plan = tail(T, n, generator)
    return [plan[-1], *plan[1:]] if n > 1 else plan
