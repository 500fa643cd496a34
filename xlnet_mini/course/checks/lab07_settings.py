"""What one may change in an experiment of lab 07, and what is wrong with a change that is none."""

import math
from dataclasses import fields
from typing import Any

from xlnet_mini.training_config import TrainingConfig, preset

# an experiment's run: half the width and length of the cpu preset, and enough steps to leave the plateau
SMALL = {
    "vocab_size": 512,
    "seq_len": 32,
    "num_predict": 16,
    "eval_predict": 8,
    "d_model": 96,
    "n_head": 4,
    "d_inner": 384,
    "n_steps": 400,
    "n_warmup": 80,
    "eval_batches": 20,
    "eval_every": 10_000,
    "checkpoint_every": 10_000,
}
NO_CHANGE = ("seed", "out", "preset", "device", "n_threads", "eval_every", "checkpoint_every")
OTHER_TARGETS = ("corpus", "vocab_size", "seq_len", "eval_predict", "eval_batches")
KINDS = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}


def usual_settings() -> TrainingConfig:
    """The settings of the runs without a change."""
    return preset("cpu", **SMALL)


def fault(change: Any) -> tuple[str, str] | None:
    """Name and sentence for what is wrong with `change`, a dict of the setting that differs; None if nothing is."""
    if type(change) is not dict or not change:
        return "no change", '"change" is a dict of the setting that differs, e.g. {"n_head": 2}.'
    usual = usual_settings()
    defaults = {field.name: field.default for field in fields(TrainingConfig)}
    if unknown := [name for name in change if name not in defaults]:
        return "no such setting", f"There is no setting {unknown[0]!r}. See xlnet_mini/training_config.py."
    if [name for name in change if name in NO_CHANGE]:
        return (
            "not a change",
            "A seed, a folder, a device, or how often to look is no change of the model or its training: both kinds "
            "of runs use the same ones.",
        )
    if len(change) > 1:
        return (
            "more than one change",
            f'"change" holds {len(change)} settings ({", ".join(change)}). If the loss moves, which of them was it? '
            "Change one.",
        )
    ((name, value),) = change.items()
    if name in OTHER_TARGETS:
        return (
            "other targets",
            f"With another {name!r} the loss is measured on other targets, so that the two kinds of runs cannot be "
            "compared. Change the model or its training.",
        )
    return (
        _unfit(name, value, type(defaults[name])) or _nothing_new(name, value, usual) or _impossible(change)
    )


def _unfit(name: str, value: Any, kind: type) -> tuple[str, str] | None:
    number = type(value) in (int, float) and math.isfinite(value)
    if number if kind is float else type(value) is kind:
        return None
    return "no such value", f"{name!r} is {KINDS[kind]}; {value!r} cannot be."


def _nothing_new(name: str, value: Any, usual: TrainingConfig) -> tuple[str, str] | None:
    if value != getattr(usual, name):
        return None
    return (
        "the usual setting",
        f"The usual runs have {name!r} = {value!r} already, so both kinds would be the same. Take another value.",
    )


def _impossible(change: dict[str, Any]) -> tuple[str, str] | None:
    try:
        config = preset("cpu", **(SMALL | change))
        config.model_config(config.vocab_size)
    except ValueError as exc:
        return "no such value", f"These runs cannot be made: {str(exc).removeprefix('XLNetConfig.')}."
    return None
