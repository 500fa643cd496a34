"""Check of lab 03 about the waves that describe a distance."""

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

from ..exercise import Caller, Case, FunctionExercise, Misconception, Wrong


def _every_second(distances: Tensor, d_model: int) -> Tensor:
    """Frequencies for t = 0, 2, 4, ... only, with the exponent t / d_model: half of the columns are missing."""
    angles = torch.stack(
        [distances.double() * 10000.0 ** -(t / d_model) for t in range(0, d_model // 2, 2)], dim=-1
    )
    return torch.cat([angles.sin(), angles.cos()], dim=-1).float()


def waves(
    distances: Tensor,
    d_model: int,
    *,
    exponent: Callable[[int], float] | None = None,
    layout: str = "blocks",
    base: float = 10000.0,
) -> Tensor:
    """Sinusoids from the definition, in float64, in a layout of choice; the keywords make the mistakes."""
    half = d_model // 2
    power = exponent or (lambda t: 2 * t / d_model)
    angles = torch.stack([distances.double() * base ** -power(t) for t in range(half)], dim=-1)
    sines, cosines = angles.sin(), angles.cos()
    if layout == "pairs":
        return torch.stack([sines, cosines], dim=-1).flatten(-2).float()
    first, second = {"blocks": (sines, cosines), "cosines first": (cosines, sines), "sines": (sines, sines)}[
        layout
    ]
    return torch.cat([first, second], dim=-1).float()


GROWS = "Your frequencies grow: the exponent is negative, so that the waves become longer and longer."


class Sinusoids(FunctionExercise):
    id = "3.4"
    title = "A vector for every distance"
    points = 1
    minutes = 10
    level = 2
    answer = "sinusoids"
    graduates = "relative.sinusoids"
    unlocks = "Any distance has a vector now, also one that no training text ever contained."
    invariant = "the dot product of two rows depends on the difference of their distances only"
    hints = (
        "First the frequencies: one for each *pair* of columns, so d_model / 2 of them. What are they for d_model = 4?",
        "Every distance times every frequency is a table: broadcasting, with `distances[..., None]`. Then the sine "
        "and the cosine of the whole table.",
        "The exponents 0, 2, 4, ... divided by d_model: torch.arange can count in steps of 2. Sines and cosines are "
        "joined along the last axis. Make the frequencies on the device of `distances`.",
    )
    misconceptions = (
        Misconception(
            "in pairs",
            "Sines and cosines alternate: the other layout. Here all sines come first, then all cosines. (Exercise "
            "3.5 is about what that changes.)",
            lambda distances, d_model: waves(distances, d_model, layout="pairs"),
        ),
        Misconception(
            "cosines first",
            "Cosines come first here; the sines should.",
            lambda distances, d_model: waves(distances, d_model, layout="cosines first"),
        ),
        Misconception(
            "sines twice",
            "Both halves are sines. Sines alone cannot tell how near p is to 0 from both sides alike: the second half "
            "is cosines.",
            lambda distances, d_model: waves(distances, d_model, layout="sines"),
        ),
        Misconception(
            "half the exponent",
            "Your exponent is t / d_model; it should be 2t / d_model, so that the waves reach from short to very "
            "long ones.",
            lambda distances, d_model: waves(distances, d_model, exponent=lambda t: t / d_model),
        ),
        Misconception(
            "twice the exponent",
            "Your exponent is twice too large: t counts 0, 1, 2, ... and the exponent is 2t / d_model.",
            lambda distances, d_model: waves(distances, d_model, exponent=lambda t: 4 * t / d_model),
        ),
        Misconception(
            "frequencies grow",
            GROWS,
            lambda distances, d_model: waves(distances, d_model, exponent=lambda t: -2 * t / d_model),
        ),
        Misconception(
            "every second frequency",
            "There are d_model/2 frequencies, and you have d_model/4 of them. Count in steps of 2 up to d_model, or in "
            "steps of 1 up to d_model/2.",
            _every_second,
        ),
        Misconception(
            "one frequency",
            "All your waves have the same length. Each pair of columns has a frequency of its own.",
            lambda distances, d_model: waves(distances, d_model, exponent=lambda t: 0.0),
        ),
        Misconception(
            "reaches 10000",
            "Your last frequency is exactly 1/10000. That is another project's formula (it divides by d_model/2 - 1); "
            "here t goes up to d_model/2 - 1 and the exponent is 2t / d_model.",
            lambda distances, d_model: waves(
                distances, d_model, exponent=lambda t: t / max(1, d_model // 2 - 1)
            ),
        ),
        Misconception(
            "sign lost",
            "A distance of -2 gets the vector of +2. Left and right must differ: keep the sign.",
            lambda distances, d_model: waves(distances.abs(), d_model),
        ),
        Misconception(
            "sign turned",
            "The vector for p is that of -p: the sign is turned round.",
            lambda distances, d_model: waves(-distances, d_model),
        ),
        Misconception(
            "counts rows",
            "You describe the number of the row, 0, 1, 2, ..., instead of the distance that stands in it.",
            lambda distances, d_model: waves(
                torch.arange(distances.shape[-1]).expand(distances.shape), d_model
            ),
        ),
        Misconception(
            "another base",
            "Your frequencies shrink as powers of 1000; here they are powers of 10000.",
            lambda distances, d_model: waves(distances, d_model, base=1000.0),
        ),
    )

    def oracle(self, distances: Tensor, d_model: int) -> Tensor:
        return waves(distances, d_model)

    def cases(self) -> Iterable[Case]:
        for numbers, d_model in (
            ([1, 2, -1], 4),
            ([3, 2, 1, 0, -1, -2], 6),
            ([0, 5, -5, 40, 17], 8),
            ([-2], 2),
            ([7, -3], 10),
        ):
            yield Case({"distances": torch.tensor(numbers), "d_model": d_model})
        table = torch.arange(4)[:, None] - torch.arange(5)
        yield Case({"distances": table, "d_model": 6}, batch=True)
        yield Case({"distances": torch.stack([table, -table]), "d_model": 4}, batch=True)

    def judge(self, answer: Any) -> None:
        """Growing waves are looked for with a wide tolerance: float32 has few digits left for such angles."""
        try:
            super().judge(answer)
        except Wrong as found:
            if found.name in ("value", "dtype") and self._grow(Caller(self, answer)):
                raise Wrong("frequencies grow", GROWS, found.example) from None
            raise

    def _grow(self, call: Caller) -> bool:
        one = torch.tensor([1])
        growing = waves(one, 6, exponent=lambda t: -2 * t / 6)
        got = call(one, 6)
        return got.shape == growing.shape and torch.allclose(
            got.double(), growing.double(), rtol=0, atol=1e-2
        )

    def properties(self, call: Caller) -> None:
        """Far distances too; float32 leaves them fewer digits, so they are compared less strictly."""
        distances = torch.tensor([900, -900, 3000])
        want, got = waves(distances, 8), call(distances, 8)
        if got.shape != want.shape or not torch.allclose(got, want, rtol=0, atol=5e-3):
            says = (
                "Right for near distances, but not for 900 or 3000: there is no largest distance. (Or are the angles "
                "computed with too few digits?)"
            )
            raise Wrong("only near distances", says)

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]]:
        distances = torch.arange(1024, -512, -1)
        return (distances, 256), {}, lambda: torch.randn(len(distances), 256).sin()
