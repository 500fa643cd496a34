"""Checks of lab 00: one toy exercise that is also real (the learning rate), and the quiz."""

import contextlib
import math
from collections.abc import Callable, Iterable
from typing import Any

from .. import compare
from ..exercise import AnswerRaised, Caller, Case, FunctionExercise, Misconception, Wrong
from .lab00_quiz import Argsort, Broadcasting, GradientByHand, ProductShape, SoftmaxByHand


def two_lines(up: Callable, down: Callable, past: Callable | None = None) -> Callable:
    """A schedule from its three parts, each a function of (step, n_warmup, n_steps)."""

    def schedule(step: int, n_warmup: int, n_steps: int) -> float:
        if step >= n_steps and past:
            return past(step, n_warmup, n_steps)
        return (up if step < n_warmup else down)(step, n_warmup, n_steps)

    return schedule


def rises(step: int, n_warmup: int, n_steps: int) -> float:
    return (step + 1) / n_warmup


def falls(step: int, n_warmup: int, n_steps: int) -> float:
    return (n_steps - step) / (n_steps - n_warmup)


def is_zero(step: int, n_warmup: int, n_steps: int) -> float:
    return 0.0


NO_END = "From step n_steps on the factor is 0; yours goes on."
STARTS = (
    "starts at zero",
    "The first step has factor 0: it would change nothing. Count steps from 1 while the rate goes up, "
    "so that the last step of the warm-up runs at the full rate.",
)
STAYS = (
    "stays up",
    "After the warm-up the factor stays at 1. It should fall in a straight line, to 0 at step n_steps.",
)
WARM_UP_TOO_LONG = (
    "the warm-up is a step too long",
    "Your way up has one step too many, so that the factor goes above 1: the steps of the warm-up are "
    "0, ..., n_warmup - 1. Step n_warmup is already on the way down.",
)
WHOLE_RUN = (
    "decay of the whole run",
    "The decay is measured over all n_steps, so the factor jumps down when the warm-up ends. "
    "Measure it over the steps that follow the warm-up.",
)
NO_WARM_UP = ("no warm-up", "The factor only falls. During the first n_warmup steps it should rise to 1.")


def from_zero(step: int, n_warmup: int, n_steps: int) -> float:
    return step / n_warmup


def stays(step: int, n_warmup: int, n_steps: int) -> float:
    return 1.0


def falls_from_the_start(step: int, n_warmup: int, n_steps: int) -> float:
    return (n_steps - step) / n_steps


def rises_in_whole_numbers(step: int, n_warmup: int, n_steps: int) -> float:
    return float((step + 1) // n_warmup)


def falls_in_whole_numbers(step: int, n_warmup: int, n_steps: int) -> float:
    return float((n_steps - step) // (n_steps - n_warmup))


def several(parts: tuple[tuple[str, str], ...], schedule: Callable) -> Misconception:
    """Two or three mistakes at once: each is told."""
    names, says = zip(*parts, strict=True)
    count = {2: "Two", 3: "Three"}[len(parts)]
    return Misconception(" and ".join(names), f"{count} things. {' '.join(says)}", schedule)


ENDLESS = ("no end", NO_END)
MISTAKES = (
    Misconception(*STARTS, two_lines(from_zero, falls, is_zero)),
    Misconception(*STAYS, two_lines(rises, stays, is_zero)),
    Misconception(*NO_WARM_UP, two_lines(falls_from_the_start, falls_from_the_start, is_zero)),
    Misconception(*WHOLE_RUN, two_lines(rises, falls_from_the_start, is_zero)),
    Misconception(
        "below zero",
        "Past the end the factor is negative: the model would unlearn. From step n_steps on it is 0.",
        two_lines(rises, falls),
    ),
    Misconception(
        "whole numbers",
        "You divide with //, which gives whole numbers: the factor is 0 or 1 and nothing in between.",
        two_lines(rises_in_whole_numbers, falls_in_whole_numbers, is_zero),
    ),
    Misconception(
        "whole numbers on the way up",
        "During the warm-up you divide with //, which gives whole numbers. Use /.",
        two_lines(rises_in_whole_numbers, falls, is_zero),
    ),
    Misconception(
        "whole numbers on the way down",
        "After the warm-up you divide with //, which gives whole numbers. Use /.",
        two_lines(rises, falls_in_whole_numbers, is_zero),
    ),
    Misconception(
        *WARM_UP_TOO_LONG, lambda s, w, n: 0.0 if s >= n else rises(s, w, n) if s <= w else falls(s, w, n)
    ),
    Misconception(
        "the warm-up never reaches 1",
        "You divide the way up by n_warmup + 1, so the last step of the warm-up has a factor below 1. "
        "It has n_warmup steps, and after the last one the factor is 1.",
        two_lines(lambda s, w, n: (s + 1) / (w + 1), falls, is_zero),
    ),
    Misconception(
        "decay divided by all steps",
        "You divide the steps since the warm-up by all n_steps, so the factor does not come down to 0 "
        "and then drops. Divide by the number of steps that follow the warm-up.",
        two_lines(rises, lambda s, w, n: 1 - (s - w) / n, is_zero),
    ),
    Misconception(
        "the end is a step too early",
        "Your factor is 0 at step n_steps - 1 already. That step still learns a little: the line meets 0 at n_steps.",
        lambda s, w, n: 0.0 if s >= n - 1 else rises(s, w, n) if s < w else falls(s, w, n - 1),
    ),
    Misconception(
        "rises when it should fall",
        "After the warm-up the factor starts at 0 and goes up: you took the share of the steps already done. "
        "Take the share still to come.",
        two_lines(rises, lambda s, w, n: (s - w) / (n - w), is_zero),
    ),
    Misconception(
        "a cosine",
        "That is the cosine decay, which many models use. XLNet's falls in a straight line.",
        two_lines(rises, lambda s, w, n: (1 + math.cos(math.pi * (s - w) / (n - w))) / 2, is_zero),
    ),
    Misconception(
        "the warm-up wins",
        "Two rules fit where the run ends before its warm-up does, and there the last rule wins: "
        "from step n_steps on the factor is 0.",
        lambda s, w, n: rises(s, w, n) if s < w else 0.0 if s >= n else falls(s, w, n),
    ),
    several((STARTS, ENDLESS), two_lines(from_zero, falls)),
    several((STARTS, STAYS), two_lines(from_zero, stays, is_zero)),
    several((STARTS, WHOLE_RUN), two_lines(from_zero, falls_from_the_start, is_zero)),
    several((STAYS, ENDLESS), two_lines(rises, stays)),
    several((NO_WARM_UP, ENDLESS), two_lines(falls_from_the_start, falls_from_the_start)),
    several((WHOLE_RUN, ENDLESS), two_lines(rises, falls_from_the_start)),
    several((STARTS, STAYS, ENDLESS), two_lines(from_zero, stays)),
    several((STARTS, WHOLE_RUN, ENDLESS), two_lines(from_zero, falls_from_the_start)),
    # the end is thought of, but the rule of the warm-up is asked first
    several(
        (STARTS, ("the warm-up wins", "And from step n_steps on it is 0 even if the warm-up is not over.")),
        lambda s, w, n: from_zero(s, w, n) if s < w else 0.0 if s >= n else falls(s, w, n),
    ),
)


class WarmupDecay(FunctionExercise):
    id = "0.1"
    title = "Up, then down"
    points = 1
    minutes = 12
    level = 1
    answer = "warmup_decay"
    graduates = "schedule.warmup_decay"
    unlocks = "Lab 07 trains with this very function: it sets the learning rate of every step."
    invariant = (
        "starts above 0, reaches 1 as the warm-up ends, falls in a straight line to 0 at the last step"
    )
    hints = (
        "There are two straight lines. Which one is a step on, and what is the condition?",
        "Going up, `n_warmup` steps take you from 0 to 1, and the first step already moves: count steps from 1. "
        "Coming down, ask which share of the steps after the warm-up is still to come.",
        "Three cases, in this order: past the end the factor is 0; during the warm-up it is a fraction with "
        "`n_warmup` below; after it, the steps that remain over all the steps that are not warm-up.",
    )
    misconceptions = MISTAKES

    def judge(self, answer: Any) -> None:
        try:
            super().judge(answer)
        except AnswerRaised:
            # who stays too long on the way up divides by zero where there is none: look at the other runs first
            self._name_what_did_run(Caller(self, answer))
            raise

    def _name_what_did_run(self, call: Caller) -> None:
        seen = []
        for case in self.cases():
            with contextlib.suppress(AnswerRaised):
                seen.append((case, self.oracle(**case.args), call.on(case)))
        try:
            self._name_the_mistake(seen)
        except Wrong as wrong:
            if wrong.name in {m.name for m in self.misconceptions}:
                raise

    def oracle(self, step: int, n_warmup: int, n_steps: int) -> float:
        if step >= n_steps:
            return 0.0
        rate = 0.0
        for now in range(step + 1):  # climb and descend one step at a time
            if now < n_warmup:
                rate += 1 / n_warmup
            elif now == n_warmup:
                rate = 1.0
            else:
                rate -= 1 / (n_steps - n_warmup)
        return rate

    def cases(self) -> Iterable[Case]:
        for n_warmup, n_steps in ((2, 6), (0, 4), (3, 10), (5, 7), (1, 3), (6, 4), (25, 100)):
            for step in range(n_steps + 2):
                yield Case({"step": step, "n_warmup": n_warmup, "n_steps": n_steps})

    def properties(self, call: Caller) -> None:
        if not compare.same(call(4999, 500, 5000), 1 / 4500):
            raise Wrong("a long run", "Right for short runs, but not late in one of 5000 steps.")
        if not compare.same(call(4, 4, 4), 0.0):
            says = (
                "From step n_steps on the factor is 0, also if the run ends with the warm-up (4 steps of 4)."
            )
            raise Wrong("past the end", says)


EXERCISES = (WarmupDecay(), SoftmaxByHand(), ProductShape(), Broadcasting(), Argsort(), GradientByHand())
