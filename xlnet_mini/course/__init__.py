"""What a lab notebook uses: `check`, `graduate`, `restore`, `roll_call`, `waits_for`; and `evaluate` for programs."""

from .exercise import evaluate, exercise
from .graduate import graduate
from .notebook import check, waits_for
from .restore import restore
from .roll_call import roll_call

__all__ = ["check", "evaluate", "exercise", "graduate", "restore", "roll_call", "waits_for"]
