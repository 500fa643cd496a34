"""Check of lab 07's last exercise: is an experiment complete? A teacher judges whether it is a good one."""

import math
import re
from typing import Any

from xlnet_mini.training_config import TrainingConfig

from ..exercise import Exercise, NotAttempted, Wrong
from ..kinds.base import has_placeholder
from ..kinds.value import as_plain, unfinished

TEXTS = {
    "question": "what you want to know, one sentence",
    "prediction": "what will come out, and why, written before the runs",
    "verdict": "what came out, and whether the prediction held",
}
KEYS = ("question", "prediction", "change", "usual", "changed", "verdict")
SHORTEST = 5  # words


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
            if type(got[key]) is not str or len(got[key].split()) < SHORTEST:
                raise Wrong(f"no {key}", f'"{key}" is too short to say {meaning}.')
        if not re.search(r"\d", got["prediction"]):
            raise Wrong(
                "a prediction without a number",
                "A prediction that names no number can hardly fail. By how much will the loss change? A guess will "
                "do.",
            )
        if got["verdict"].strip() == got["prediction"].strip():
            raise Wrong("verdict copied", "The verdict is the prediction once more. What do the numbers say?")
        _must_be_settings(got["change"])
        _must_be_runs(got["usual"], got["changed"])


def _must_be_settings(change: Any) -> None:
    usual = TrainingConfig()
    if type(change) is not dict or not change:
        raise Wrong("no change", '"change" is a dict of the settings that differ, e.g. {"n_head": 2}.')
    unknown = [name for name in change if not hasattr(usual, str(name))]
    if unknown:
        raise Wrong(
            "no such setting", f"There is no setting {unknown[0]!r}. See xlnet_mini/training_config.py."
        )
    if set(change) & {"seed", "out", "preset", "device", "n_threads"}:
        raise Wrong(
            "not a change",
            "A seed, a folder or a device is no change of the model or its training: both kinds of runs use the "
            "same ones.",
        )


def _must_be_runs(usual: Any, changed: Any) -> None:
    for key, losses in (("usual", usual), ("changed", changed)):
        fine = type(losses) is list and all(type(x) in (int, float) and math.isfinite(x) for x in losses)
        if not fine or not losses:
            raise Wrong("not run", f'"{key}" is a list of losses, finite numbers, one for each seed.')
        if min(losses) < 0:
            raise Wrong("not a loss", f'"{key}" holds a negative number. A loss in nats is never below 0.')
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
