"""Samplers of orders, fair and broken, all with the signature of `sample_order`.

The broken ones are what people write: lab 01 names them when it meets them, and shows them to the student's test.
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


def fair_by_swapping(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    """The unbiased shuffle (Fisher and Yates): each place is swapped with one not yet dealt with, or itself."""
    orders = start(length, batch)
    for i in range(length):
        swap(orders, i, any_of(i, length, batch, generator))
    return orders


def biased_shuffle(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    orders = start(length, batch)
    for i in range(length):
        swap(orders, i, any_of(0, length, batch, generator))
    return orders


def biased_downwards(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    orders = start(length, batch)
    for i in reversed(range(length)):
        swap(orders, i, any_of(0, length, batch, generator))
    return orders


def full_cycles(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    """Each place is swapped with a *later* one only: all results are one cycle (Sattolo)."""
    orders = start(length, batch)
    for i in range(length - 1):
        swap(orders, i, any_of(i + 1, length, batch, generator))
    return orders


def one_swap(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    orders = start(length, batch)
    place = any_of(0, length - 1, batch, generator)
    return torch.where(
        orders == place[..., None], orders + 1, orders - (orders == place[..., None] + 1).long()
    )


def only_the_first(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    orders = start(length, batch)
    first = any_of(0, length, batch, generator)[..., None]
    return torch.where(orders == 0, first, orders - (orders <= first).long())


def one_for_another(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    """Fair, but one rotation is now and then exchanged for another: all other orders come as often as they should."""
    orders = fair_by_sorting(length, batch=batch, generator=generator)
    rotated = (start(length, batch) + 1) % length
    exchanged = (orders == rotated).all(-1) & (torch.rand(batch, generator=generator) < 0.25)
    return torch.where(exchanged[..., None], (rotated + 1) % length, orders)


def rotations(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return (start(length, batch) + any_of(0, length, batch, generator)[..., None]) % length


def ties(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return torch.randint(length, (*batch, length), generator=generator).argsort(dim=-1, stable=True)


def with_repeats(length: int, *, batch: Batch = (), generator: Rng = None) -> Tensor:
    return torch.randint(length, (*batch, length), generator=generator)


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
