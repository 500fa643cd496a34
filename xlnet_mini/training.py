"""Train the model: `python -m xlnet_mini.training --preset cpu`, or `train(preset("cpu"))` in a notebook.

Run the same command again after a stop, and it goes on to the same final weights, bit for bit, as if it had
never stopped. Several processes: `torchrun --nproc-per-node 2 -m xlnet_mini.training ...`; every process reads
its own streams of text, and `batch_size` counts the rows of one process.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import asdict

from tqdm.auto import tqdm

from xlnet_mini.checkpoint import CheckpointError
from xlnet_mini.corpus import CorpusError
from xlnet_mini.processes import stop_on_signals
from xlnet_mini.saved_model import TrainedModel, save_model
from xlnet_mini.trainer import Trainer, TrainingError
from xlnet_mini.training_config import TrainingConfig, parse


def train(
    config: TrainingConfig,
    *,
    on_look: Callable[[Trainer], None] | None = None,
    say: Callable[[str], None] = print,
    quiet: bool = False,
) -> TrainedModel:
    """Train (or resume) and return the model.

    `on_look(trainer)` is called after each validation, for a live curve: `loss_curve(trainer.history,
    trainer.baselines)`. The folder `config.out` receives checkpoints, curve and, at the end, model.pt. Ctrl-C
    and SIGTERM save first; the returned `info["finished"]` is then False.
    """
    trainer = Trainer(config, say=say)
    try:
        with stop_on_signals() as stop:
            finished = trainer.run(stop, on_look, quiet=quiet)
        if trainer.processes.is_first and finished:
            save_model(trainer.folder, trainer.model, trainer.data.tokenizer)
    finally:
        trainer.processes.close()
    info = {
        "settings": asdict(config),
        "baselines": trainer.baselines,
        "history": trainer.history,
        "cpu_seconds": trainer.cpu_seconds + time.process_time() - trainer.clock,
        "finished": finished,
        "signal": stop.signal,
        "step": trainer.step,
    }
    return TrainedModel(trainer.model.eval(), trainer.data.tokenizer, info)


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status: 0 done, 1 failed, 2 wrong arguments, 128 + signal where stopped."""
    config = parse(arguments)
    try:
        run = train(config, say=tqdm.write)
    except (CorpusError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (CheckpointError, TrainingError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if not run.info["finished"]:
        print(f"stopped after step {run.info['step']} and saved; the same command goes on from here")
        return 128 + (run.info["signal"] or 15)
    valid = [row["valid"] for row in run.info["history"] if "valid" in row]
    if valid:
        lines = ", ".join(f"{name} {nats:.3f}" for name, nats in run.info["baselines"].items())
        print(f"validation loss {valid[-1]:.3f} nats ({lines}); {run.info['cpu_seconds']:.0f} CPU-seconds")
        print(f"model, curve and checkpoint are in {config.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
