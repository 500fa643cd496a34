"""Exercises in which the student writes a test: it must tell right candidates from broken ones."""

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from torch import Tensor

from .. import compare
from .base import AnswerRaised, Exercise, Wrong
from .caller import Caller
from .seeds import fix_seeds


@dataclass(frozen=True)
class Candidate:
    """Something the student's test is tried on: right or broken, and in what way."""

    says: str  # completes "Your test accepts a mask function that ..." or "Your test rejects one that ..."
    function: Callable
    right: bool = False


def nameless(function: Callable) -> Callable:
    """A new function each time, so that neither name nor identity tells the candidates apart."""

    def candidate(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return candidate


def shuffled(candidates: list[Candidate]) -> list[int]:
    """An order to try them in; the first right one comes at any place with the same chance.

    The right ones all do the same. So a test that only compares with the first that it saw, or with the second, would
    pass whenever that is right: among four right ones of thirty that would be often.
    """
    chance = random.SystemRandom()
    right = [i for i, c in enumerate(candidates) if c.right]
    broken = [i for i, c in enumerate(candidates) if not c.right]
    chance.shuffle(right)
    chance.shuffle(broken)
    at = chance.randint(0, len(broken))
    rest = right[1:] + broken[at:]
    chance.shuffle(rest)
    return broken[:at] + right[:1] + rest


class TestExercise(Exercise):
    """The student writes the test: it must accept every right candidate and reject every broken one."""

    subject: ClassVar[str]  # what a candidate is, as in "mask function"
    verdict_if_right: ClassVar[bool] = True  # what the student's test answers for a right candidate
    accepts: ClassVar[str] = "accepts"
    rejects: ClassVar[str] = "rejects"
    __test__ = False  # pytest: not a test class

    def candidates(self) -> Iterable[Candidate]:
        """Right and broken ones, the plainest fault first: it is the one that is named."""
        raise NotImplementedError

    def judge(self, answer: Any) -> None:
        call = Caller(self, answer)
        candidates = list(self.candidates())
        order = shuffled(candidates)  # a test that counts its calls learns nothing
        accepted = dict(sorted((i, self._accepted(call, candidates[i])) for i in order))
        first = order[0]  # judged when the test knew no other candidate; now it has met them all
        if self._accepted(call, list(self.candidates())[first]) != accepted[first]:
            says = "Your test gave two verdicts on the same candidate: its answer depends on earlier calls."
            raise Wrong("remembers earlier calls", says)
        right = [i for i in accepted if candidates[i].right]
        too_strict = not any(accepted.values()) and self.looked(candidates)
        if len(set(accepted.values())) == 1 and not too_strict:
            word = f"{self.accepts} everything" if accepted[0] else f"{self.rejects} everything"
            says = f"Your test {word} that it is given, right or broken, so it tells nothing apart."
            raise Wrong("tells nothing apart", says)
        if all(accepted[i] != candidates[i].right for i in accepted):
            says = f"Your test {self.accepts} what is broken and {self.rejects} what is right: turn its answer round."
            raise Wrong("the wrong way round", says)
        for i, ok in accepted.items():
            if not ok and i in right:
                says = f"Your test {self.rejects} a right {self.subject}: one that {candidates[i].says}."
                more = self.about_runs([accepted[j] for j in right], candidates)
                raise Wrong("rejects a right one", f"{says} {more}".strip())
        for i, ok in accepted.items():
            if ok and i not in right:
                says = f"Your test {self.accepts} a broken {self.subject}: one that {candidates[i].says}."
                raise Wrong(f"misses: {candidates[i].says}", says)

    def about(self, right: list[bool]) -> str:
        """More about a test that rejects right candidates; `right` holds which of them it accepts."""
        return ""

    def about_runs(self, right: list[bool], candidates: list[Candidate]) -> str:
        """The same, for exercises whose candidates remember how they were tried."""
        return self.about(right)

    def looked(self, candidates: list[Candidate]) -> bool:
        """True if a test that rejects everything has at least looked at it: then it is not told to be blind."""
        return False

    def _accepted(self, call: Caller, candidate: Candidate) -> bool:
        fix_seeds()  # for each candidate: the order of the candidates must not decide what a random test sees
        try:
            got = call(nameless(candidate.function))
        except AnswerRaised as exc:
            which = "a right" if candidate.right else "a broken"
            says = f"{exc}\nIt happened with {which} {self.subject}: one that {candidate.says}. "
            raise AnswerRaised(says + "A test answers with True or False, whatever it is given.") from None
        if type(got) in (Tensor, np.ndarray, np.bool_) and math.prod(got.shape) == 1:
            got = got.item()
        if type(got) is not bool:
            hint = " Is a `return` missing?" if got is None else ""
            raise Wrong("no verdict", f"Your test must return True or False, got {compare.kind(got)}.{hint}")
        return got == self.verdict_if_right
