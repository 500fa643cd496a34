"""What every exercise knows, and the three ways in which an answer can fail to be right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar


class NotAttempted(Exception):
    """The placeholder is still there; the message says where, if only a part is missing."""


class Wrong(Exception):
    """A wrong answer: `name` says which mistake it is, `says` explains it, `example` shows the smallest case."""

    def __init__(self, name: str, says: str, example: str = ""):
        super().__init__(says)
        self.name, self.says, self.example = name, says, example


class AnswerRaised(Exception):
    """The student's code raised; the message is ready to be read."""


@dataclass(frozen=True)
class Misconception:
    """A known mistake: its name, what to say, and a function that makes exactly this mistake."""

    name: str
    says: str
    imitate: Callable


class Exercise:
    """What every exercise knows. Subclasses say how an answer is judged."""

    id: ClassVar[str]
    title: ClassVar[str]
    points: ClassVar[int]
    minutes: ClassVar[int]
    level: ClassVar[int]  # one to three dots
    answer: ClassVar[str]  # the name the notebook gives to the answer
    graduates: ClassVar[str | None] = None  # "module.function" of xlnet_mini
    bonus: ClassVar[bool] = False
    manual: ClassVar[bool] = (
        False  # the check only sees that the answer is complete; a teacher gives the points
    )
    unlocks: ClassVar[str]  # one sentence: what a right answer makes possible
    hints: ClassVar[tuple[str, str, str]]  # a nudge, the idea, nearly the code
    invariant: ClassVar[str] = ""  # what the roll call says it has seen to hold
    misconceptions: ClassVar[tuple[Misconception, ...]] = ()
    rests_on: ClassVar[tuple[str, ...]] = ()  # exercises whose answers an answer to this one may call

    def judge(self, answer: Any) -> None:
        """Return if the answer is right, raise NotAttempted, Wrong or AnswerRaised if not."""
        raise NotImplementedError

    def pace(self) -> tuple[tuple, dict, Callable[[], Any]] | None:
        """Arguments at training size, and a plain torch operation of about the cost of a good answer."""
        return None


def has_placeholder(value: Any) -> bool:
    """True if the answer is still, or still contains, the `...` that it was handed out with."""
    if value is ...:
        return True
    if isinstance(value, dict):
        return any(map(has_placeholder, value.values()))
    return isinstance(value, list | tuple) and any(map(has_placeholder, value))
