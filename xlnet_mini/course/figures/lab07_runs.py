"""Runs inside lab 07: where they run, which folder holds them, a curve that grows, small ones for experiments."""

import hashlib
import math
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
import torch._dynamo  # the first optimiser imports it, for seconds; an interrupt just then would spoil the kernel
from IPython.display import display

from xlnet_mini.baselines import baseline_losses, count
from xlnet_mini.checkpoint import load_checkpoint
from xlnet_mini.collator import PLMBatch, validation_batches
from xlnet_mini.corpus import load_corpus
from xlnet_mini.data import VALIDATION_ROWS
from xlnet_mini.processes import pick_device
from xlnet_mini.saved_model import TrainedModel, load_reference
from xlnet_mini.trainer import TrainingError
from xlnet_mini.training import train
from xlnet_mini.training_config import TrainingConfig, preset

from ..checks.lab07_settings import SMALL, fault
from ..exercise import has_placeholder
from ..kinds.value import as_plain
from ..notebook import Notice
from ..picture import Picture, listing
from . import lab07_train_end_to_end as figures


def run_config(**changes: Any) -> TrainingConfig:
    """The preset for this machine (or $XLNET_MINI_PRESET) with `changes`, in a folder of its own under runs/.

    The folder's name depends on the settings: the same settings find what was saved, others start anew beside it.
    """
    config = preset("auto", **changes)
    digest = hashlib.sha256(repr(sorted(config.identity().items())).encode()).hexdigest()[:6]
    config = replace(config, out=changes.get("out", f"runs/{config.preset}-{digest}"))
    saved = load_checkpoint(Path(config.out)) if config.preset == "smoke" else None
    if saved and saved["step"] >= config.n_steps:  # a rehearsal is there to be run
        shutil.rmtree(config.out)
    return config


def where_it_runs(config: TrainingConfig) -> str:
    """Device, card and preset, in three lines."""
    device = pick_device(config.device)
    card = "none"
    if device.type == "cuda":
        found = torch.cuda.get_device_properties(device)
        card = f"{found.name}, {found.total_memory / 2**30:.0f} GiB"
    what = {
        "cpu": "about five minutes on one free core",
        "gpu": "for one large card",
        "smoke": "a rehearsal of seconds: it learns next to nothing, and its figures mean nothing",
    }
    return f"device: {device}\ncard:   {card}\npreset: {config.preset} ({what[config.preset]})"


class LiveCurve:
    """The loss curve, drawn anew after each validation; given to `train` as `on_look`."""

    def __init__(self) -> None:
        self.handle: Any = None

    def __call__(self, trainer: Any) -> None:
        self._show(figures.run_curve(trainer.history, trainer.baselines))

    def finish(self, run: TrainedModel) -> None:
        """The whole curve, also of a run that was finished before."""
        self._show(figures.run_curve(run.info["history"], run.info["baselines"]))

    def _show(self, picture: Picture) -> None:
        if self.handle is None:
            self.handle = display(picture, display_id=True)
        else:
            self.handle.update(picture)


def last_loss(run: TrainedModel) -> float:
    """The newest validation loss, in nats; NaN before the first."""
    return next((row["valid"] for row in reversed(run.info["history"]) if "valid" in row), float("nan"))


def report(run: TrainedModel, config: TrainingConfig) -> str:
    """Where the run stands, and how to go on."""
    noted = run.info["history"][-1]["step"] if run.info["history"] else 0
    steps, tokens = run.info.get("step", noted), config.batch_size * config.seq_len
    loss = last_loss(run)
    valid = "no validation loss yet" if math.isnan(loss) else f"validation loss {loss:.2f} nats"
    line = (
        f"{steps} of {config.n_steps} steps, {steps * tokens / 1e6:.1f} million tokens, "
        f"{run.info['cpu_seconds']:.0f} CPU-seconds; {valid}; folder {config.out}"
    )
    if run.info.get("finished", True):
        return line
    return f"{line}\nStopped, and saved. Run this cell again, and it goes on from here, to the bit."


def look_at(run: TrainedModel | None) -> tuple[TrainedModel, str]:
    """The run to look into: yours if it was trained to its end and is no rehearsal, else the reference run."""
    if run is not None and run.info.get("finished") and run.info["settings"]["preset"] != "smoke":
        return run, "your run"
    why = "there is no finished run of yours yet"
    if run is not None and run.info["settings"]["preset"] == "smoke":
        why = "a rehearsal has learned nothing to look at"
    return load_reference(), f"the reference run ({why})"


def held_out(run: TrainedModel, limit: int, num_predict: int | None = None) -> list[PLMBatch]:
    """The first validation batches of a run's text, with its tokenizer; no other text is read."""
    settings = run.info["settings"]
    tokens = run.tokenizer.stream(load_corpus(settings["corpus"]).validation)
    K = num_predict or settings["eval_predict"]
    return validation_batches(tokens, run.tokenizer, VALIDATION_ROWS, settings["seq_len"], K, limit=limit)


def counting(run: TrainedModel, batches: list[PLMBatch]) -> dict[str, float]:
    """Losses of the counting models, made from the run's training text, on the targets of `batches`."""
    tokens = run.tokenizer.stream(load_corpus(run.info["settings"]["corpus"]).train)
    return baseline_losses(count(tokens, run.tokenizer.vocab_size), batches)


def small_run(seed: int, **changes: Any) -> float:
    """Train a small model on the same text, with `changes` to its settings; its validation loss, in nats.

    About 20 seconds on one free core. In a rehearsal (preset smoke) a second, and the figure means nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        base: dict[str, Any] = {"out": folder, "seed": seed, "device": "cpu"}
        rehearsal = preset("auto").preset == "smoke"
        base |= {"n_steps": 20, "eval_every": 20} if rehearsal else SMALL
        config = preset("smoke" if rehearsal else "cpu", **(base | changes))
        run = train(config, quiet=True, say=lambda _: None)
        if not run.info["finished"]:
            raise KeyboardInterrupt  # the loss of half a run would look like any other
        return last_loss(run)


class Losses:
    """The losses of an experiment's runs, as a table."""

    def __init__(self, seeds: Sequence[int], rows: dict[str, list[float]]):
        self.seeds, self.rows = seeds, rows

    def __repr__(self) -> str:
        kinds = [
            f"{name} {listing([f'{loss:.3f}' for loss in losses])}, mean {statistics.fmean(losses):.3f}"
            for name, losses in self.rows.items()
        ]
        return f"Validation loss in nats per target, seeds {listing(self.seeds)}: {'; '.join(kinds)}."

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">seed {seed}</th>' for seed in self.seeds)
        body = "".join(
            f'<tr><th scope="row" style="text-align:left">{name}</th>'
            + "".join(f"<td>{loss:.3f}</td>" for loss in losses)
            + f"<td>{statistics.fmean(losses):.3f}</td></tr>"
            for name, losses in self.rows.items()
        )
        return (
            "<table><caption>validation loss, nats per target</caption>"
            f'<thead><tr><th></th>{head}<th scope="col">mean</th></tr></thead><tbody>{body}</tbody></table>'
        )


def trial(experiment: dict[str, Any], seeds: Sequence[int]) -> Losses | Notice:
    """Run an experiment's two kinds; before question, prediction and change are filled in it only says so.

    It also says, in one line and before any run, what is wrong with the change; that a run broke; and, interrupted,
    that there are no losses.
    """
    if not isinstance(experiment, dict):
        return Notice("○ `experiment` is a dict: run the exercise's cell first.")
    open_parts = [
        key for key in ("question", "prediction", "change") if has_placeholder(experiment.get(key, ...))
    ]
    if open_parts:
        return Notice(f"○ Fill in {listing(open_parts)} first: predict, then run.")
    change = as_plain(experiment["change"])
    if wrong := fault(change):
        return Notice(f"○ {wrong[1]}")
    try:
        rows = {
            "usual": [small_run(seed) for seed in seeds],
            "changed": [small_run(seed, **change) for seed in seeds],
        }
    except KeyboardInterrupt:
        return Notice("○ Stopped, so there are no losses. Run this cell again: the runs begin anew.")
    except TrainingError as exc:
        return Notice(
            f"○ A run broke: {str(exc).partition(';')[0]}. That is a result too: say so, and change less."
        )
    except ValueError as exc:  # a rehearsal's model is smaller still, and not every change fits it
        return Notice(f"○ These runs cannot be made: {str(exc).splitlines()[0]}.")
    return Losses(seeds, rows)
