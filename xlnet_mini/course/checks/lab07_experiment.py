"""Check of lab 07's last exercise: is an experiment complete? A teacher judges whether it is a good one."""

import math
import re
from typing import Any

from ..exercise import Exercise, NotAttempted, Wrong
from ..kinds.base import has_placeholder
from ..kinds.value import as_plain, unfinished
from .lab07_settings import fault

TEXTS = {
    "question": "what you want to know, one sentence",
    "prediction": "what will come out, and why, written before the runs",
    "verdict": "what came out, and whether the prediction held",
}
KEYS = ("question", "prediction", "change", "usual", "changed", "verdict")
SHORTEST = 5  # words
LARGEST = 100  # nats: far more than any run has that did not break


class Experiment(Exercise):
    id = "7.9"
    title = "An experiment of your own"
    points = 2
    minutes = 14
    level = 3
    answer = "experiment"
    manual = True
    unlocks = (
        "Complete: a question, a prediction, runs of both kinds, a verdict. How good it is, your teacher says: one "
        "point for a prediction that could have failed and says why, one for a verdict that follows from the "
        "numbers."
    )
    hints = (
        "Small questions are the best ones. What does one number in the settings do?",
        "Write the prediction as a number: by how much will the loss change, and why? Only then run. Two seeds tell "
        "you how much of a difference is luck.",
        'Fill in "question" and "prediction", set "change" to a dict such as {"n_head": 2}, then run both kinds '
        'with the same seeds. "usual" and "changed" are the two lists of losses.',
    )

    def judge(self, answer: Any) -> None:
        if has_placeholder(answer):
            raise NotAttempted(unfinished(answer))
        got = as_plain(answer)
        if type(got) is not dict or set(got) != set(KEYS):
            raise Wrong("form", f"Expected a dict with {', '.join(KEYS)}.")
        for key, meaning in TEXTS.items():
            if type(got[key]) is not str or len(re.findall(r"\w+", got[key])) < SHORTEST:
                raise Wrong(f"no {key}", f'"{key}" is too short: say {meaning}.')
        if not re.search(r"\d", got["prediction"]):
            raise Wrong(
                "a prediction without a number",
                "A prediction that names no number can hardly fail. By how much will the loss change? A guess will "
                "do.",
            )
        if got["verdict"].strip() == got["prediction"].strip():
            raise Wrong("verdict copied", "The verdict is the prediction once more. What do the numbers say?")
        if wrong := fault(got["change"]):
            raise Wrong(*wrong)
        _must_be_runs(got["usual"], got["changed"])


def _must_be_runs(usual: Any, changed: Any) -> None:
    for key, losses in (("usual", usual), ("changed", changed)):
        fine = type(losses) is list and all(type(x) in (int, float) and math.isfinite(x) for x in losses)
        if not fine or not losses:
            raise Wrong("not run", f'"{key}" is a list of losses, finite numbers, one for each seed.')
        if min(losses) < 0:
            raise Wrong("not a loss", f'"{key}" holds a negative number. A loss in nats is never below 0.')
        if max(losses) > LARGEST:
            says = f'"{key}" holds {max(losses):g}. A model that only guesses among 512 pieces pays 6.2 nats.'
            raise Wrong("not a loss", says)
        if len(losses) < 2:
            raise Wrong(
                "one seed", f'"{key}" has one run. Two seeds or more say how much of a difference is luck.'
            )
        if len(set(losses)) == 1:
            raise Wrong(
                "the same run again",
                f'All runs of "{key}" have exactly the same loss: they had the same seed, or did not run.',
            )
    if len(usual) != len(changed):
        raise Wrong(
            "other seeds", "The two kinds have different numbers of runs. Use the same seeds for both."
        )
    if usual == changed:
        raise Wrong(
            "nothing changed", "Both kinds have exactly the same losses: the change did not reach the runs."
        )
