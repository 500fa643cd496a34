"""What a lab notebook uses: `check`, `graduate`, `restore`, `roll_call`, `waits_for`; and `evaluate` for programs."""

from .exercise import evaluate, exercise
from .notebook import check, waits_for

__all__ = ["check", "evaluate", "exercise", "waits_for"]
