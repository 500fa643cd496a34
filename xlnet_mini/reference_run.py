"""Turn a finished run into the reference run of the package: `python -m xlnet_mini.reference_run runs/reference`.

Rounds the weights to float16, measures the rounded model, and writes model, curve and figures to
xlnet_mini/reference/.
"""

import argparse
import json
import shutil
from dataclasses import fields, replace
from pathlib import Path

import torch

from xlnet_mini.data import load_data
from xlnet_mini.evaluation import figures
from xlnet_mini.saved_model import CURVE, REFERENCE, load_model, save_model
from xlnet_mini.training_config import TrainingConfig, command


def make_reference(run: Path, target: Path = REFERENCE) -> dict[str, float]:
    """Write the run in folder `run` to `target` and return its figures (losses in nats by kind of context)."""
    trained = load_model(run)
    known = {field.name for field in fields(TrainingConfig)}
    config = TrainingConfig(**{k: v for k, v in trained.info["settings"].items() if k in known})
    if config.n_threads:
        torch.set_num_threads(config.n_threads)
    target.mkdir(parents=True, exist_ok=True)
    save_model(target, trained.model, trained.tokenizer, half=True)
    validation = load_data(config, tokenizer=trained.tokenizer.model).validation
    found = {name: round(nats, 4) for name, nats in figures(load_model(target).model, validation).items()}
    info = trained.info | {"command": command(replace(config, out="runs/reference")), "figures": found}
    info["settings"] |= {"out": "runs/reference"}
    info["targets"] = sum(int(batch.is_slot.sum()) for batch in validation)
    (target / CURVE).write_text(json.dumps(info, indent=1) + "\n", encoding="utf-8")
    shutil.copy(run / "curve.png", target / "curve.png")
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m xlnet_mini.reference_run", description=__doc__.split("\n")[0]
    )
    parser.add_argument("run", type=Path, help="folder of a finished run")
    parser.add_argument("--target", type=Path, default=REFERENCE)
    given = parser.parse_args()
    for name, nats in make_reference(given.run, given.target).items():
        print(f"{nats:.3f} nats, {name}")


if __name__ == "__main__":
    main()
