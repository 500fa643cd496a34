"""Samplers of orders, fair and broken, all with the signature of `sample_order`.

The broken ones are what people write: lab 01 names them when it meets them.
"""

import torch
from torch import Tensor

Batch = tuple[int, ...]
Rng = torch.Generator | None


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def start(length: int, batch: Batch) -> Tensor:
    """0, 1, 2, ... in every row."""
    return torch.arange(length).expand(*batch, length).clone()


def swap(orders: Tensor, place: int, other: Tensor) -> None:
    """Swap place `place` with place `other` [...] in each row, in the tensor itself."""
    moved = orders.gather(-1, other[..., None])
    orders.scatter_(-1, other[..., None], orders[..., place, None].clone())
    orders[..., place, None] = moved


def any_of(low: int, high: int, batch: Batch, generator: Rng) -> Tensor:
    return torch.randint(low, high, batch, generator=generator)


def fair_by_sorting(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return torch.rand(*batch, length, generator=generator, dtype=torch.float64).argsort(dim=-1)


def biased_shuffle(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    orders = start(length, batch)
    for i in range(length):
        swap(orders, i, any_of(0, length, batch, generator))
    return orders


def full_cycles(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    """Each place is swapped with a *later* one only: all results are one cycle (Sattolo)."""
    orders = start(length, batch)
    for i in range(length - 1):
        swap(orders, i, any_of(i + 1, length, batch, generator))
    return orders


def rotations(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return (start(length, batch) + any_of(0, length, batch, generator)[..., None]) % length


def ties(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return torch.randint(length, (*batch, length), generator=generator).argsort(dim=-1, stable=True)


def with_repeats(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return torch.randint(length, (*batch, length), generator=generator)


def across_the_batch(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return torch.rand(*batch, length, generator=generator, dtype=torch.float64).argsort(dim=0)


def from_one(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return fair_by_sorting(length, batch=batch, generator=generator) + 1


def always_sorted(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return start(length, batch)


def one_for_all(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return torch.randperm(length, generator=generator).expand(*batch, length).clone()


def ignores_generator(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return fair_by_sorting(length, batch=batch)


def reseeds(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    torch.default_generator.manual_seed(int(torch.randint(2**31, (), generator=generator)))
    return fair_by_sorting(length, batch=batch)


def restarts(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    seed = generator.initial_seed() if generator is not None else 0
    return fair_by_sorting(length, batch=batch, generator=seeded(seed))


def few_seeds(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    seed = int(torch.randint(1000, (), generator=generator))
    return fair_by_sorting(length, batch=batch, generator=seeded(seed))
