"""Every setting of a training run in one dataclass, the presets, and the command line made from it."""

import argparse
import os
import shlex
from dataclasses import asdict, dataclass, fields
from typing import Any

import torch

from xlnet_mini.config import XLNetConfig


@dataclass(frozen=True)
class TrainingConfig:
    """Settings of one run. Lengths are in tokens, batches in rows per process, times in steps."""

    preset: str = "cpu"
    out: str = "runs/cpu"  # folder of checkpoints, curve and weights
    # text
    corpus: str = "kjv"  # "kjv", "python-docs", or a path
    vocab_size: int = 2048  # asked of the tokenizer; a short text gives fewer
    seq_len: int = 64  # T
    mem_len: int = 0  # M; 0: no memory
    reuse_len: int = 0  # > 0: streams advance by so many tokens a step, and only these go into memory
    num_predict: int = 32  # K targets per row
    # model
    d_model: int = 192
    n_layer: int = 2
    n_head: int = 6
    d_inner: int = 768
    dropout: float = 0.0
    no_positions: bool = False  # freeze the position scores at zero (an experiment: it does not learn)
    # optimisation
    batch_size: int = 16  # rows per step and process, over all accumulated parts
    accumulate: int = 1  # parts a step is split into; memory per part, gradients added
    n_steps: int = 2400
    n_warmup: int = 150
    lr: float = 2e-3
    weight_decay: float = 0.01
    clip: float = 1.0  # largest gradient norm
    seed: int = 0
    # running
    device: str = "auto"  # "auto": cuda, else mps, else cpu
    n_threads: int = 1  # CPU threads; another number gives other last digits. 0: leave as it is
    eval_every: int = 240
    eval_batches: int = 50  # validation batches, at most: always the same ones
    eval_predict: int = 16  # K in validation: the same targets, however many the training predicts
    checkpoint_every: int = 240

    def model_config(self, vocab_size: int) -> XLNetConfig:
        """The model's config for a tokenizer with `vocab_size` pieces."""
        return XLNetConfig(
            vocab_size=vocab_size,
            d_model=self.d_model,
            n_layer=self.n_layer,
            n_head=self.n_head,
            d_inner=self.d_inner,
            dropout=self.dropout,
            mem_len=self.mem_len,
            reuse_len=self.reuse_len or None,
        )

    def identity(self) -> dict[str, Any]:
        """The settings that a resumed run must share; how often to look, and where to write, may change."""
        free = {"preset", "out", "device", "eval_every", "checkpoint_every"}
        return {name: value for name, value in asdict(self).items() if name not in free}


PRESETS: dict[str, dict[str, Any]] = {
    # About 5 minutes on one free core.
    "cpu": {},
    # One large card; not yet run on one. The text is small for it: hence dropout.
    "gpu": {
        "d_model": 512,
        "n_layer": 8,
        "n_head": 8,
        "d_inner": 2048,
        "dropout": 0.1,
        "vocab_size": 4096,
        "seq_len": 128,
        "mem_len": 128,
        "num_predict": 42,
        "eval_predict": 32,
        "batch_size": 64,
        "lr": 5e-4,
        "n_steps": 4000,
        "n_warmup": 400,
        "weight_decay": 0.01,
        "n_threads": 0,
    },
    # Seconds: does everything run? It learns next to nothing.
    "smoke": {
        "corpus": "python-docs",
        "vocab_size": 512,
        "d_model": 32,
        "n_layer": 2,
        "n_head": 2,
        "d_inner": 64,
        "seq_len": 24,
        "num_predict": 6,
        "eval_predict": 6,
        "batch_size": 4,
        "mem_len": 8,
        "dropout": 0.1,
        "n_steps": 40,
        "n_warmup": 5,
        "eval_every": 20,
        "eval_batches": 2,
        "checkpoint_every": 10,
    },
}


def preset(name: str = "auto", **changes: Any) -> TrainingConfig:
    """The named preset with `changes`. "auto": $XLNET_MINI_PRESET if set, gpu where CUDA is, else cpu.

    Raises ValueError, in one line, for a name that is no preset or a change that is no setting.
    """
    if name == "auto":
        name = os.environ.get("XLNET_MINI_PRESET") or ("gpu" if torch.cuda.is_available() else "cpu")
    if name not in PRESETS:
        raise ValueError(f"preset {name!r} is unknown; take one of auto, {', '.join(PRESETS)}")
    known = {field.name for field in fields(TrainingConfig)}
    if unknown := sorted(set(changes) - known):
        raise ValueError(f"{', '.join(unknown)}: no such setting; settings are {', '.join(sorted(known))}")
    config = TrainingConfig(**{"preset": name, "out": f"runs/{name}"} | PRESETS[name] | changes)
    return check(config)


def check(config: TrainingConfig) -> TrainingConfig:
    """Return `config`, or raise ValueError naming the setting that cannot be and the values that can."""
    c = config
    rules = [
        # The counting baselines keep a table of pairs, 4 · V² bytes.
        (20 <= c.vocab_size <= 16384, "vocab_size", "from 20 to 16384"),
        (c.seq_len >= 2, "seq_len", "2 or more"),
        (1 <= c.num_predict <= c.seq_len, "num_predict", f"from 1 to seq_len ({c.seq_len})"),
        (1 <= c.eval_predict <= c.seq_len, "eval_predict", f"from 1 to seq_len ({c.seq_len})"),
        (c.d_model % c.n_head == 0, "n_head", f"a divisor of d_model ({c.d_model})"),
        (c.d_model % 2 == 0, "d_model", "even"),
        (c.mem_len >= 0, "mem_len", "0 or more"),
        (0 <= c.reuse_len < c.seq_len, "reuse_len", f"0, or less than seq_len ({c.seq_len})"),
        (c.batch_size >= 1, "batch_size", "1 or more"),
        (
            c.accumulate >= 1 and c.batch_size % c.accumulate == 0,
            "accumulate",
            f"a divisor of batch_size ({c.batch_size})",
        ),
        (c.n_steps >= 1, "n_steps", "1 or more"),
        (c.n_warmup >= 0, "n_warmup", "0 or more"),
        (c.lr > 0, "lr", "more than 0"),
        (c.clip > 0, "clip", "more than 0"),
        (c.eval_every >= 1, "eval_every", "1 or more"),
        (c.eval_batches >= 1, "eval_batches", "1 or more"),
        (c.checkpoint_every >= 1, "checkpoint_every", "1 or more"),
        (0 <= c.dropout < 1, "dropout", "from 0 to below 1"),
    ]
    for holds, name, allowed in rules:
        if not holds:
            raise ValueError(f"{name} is {getattr(config, name)!r}; it must be {allowed}")
    return config


def parse(arguments: list[str] | None = None) -> TrainingConfig:
    """Read a command line: --preset, and one option per setting (--n-steps 100, --no-positions ...)."""
    parser = argparse.ArgumentParser(
        prog="python -m xlnet_mini.training",
        description="Train xlnet_mini. Run the same command again to go on where it stopped; "
        "choose another --out to start anew. Defaults shown are those of the cpu preset.",
    )
    parser.add_argument("--preset", default="auto", help=f"auto, {', '.join(PRESETS)} (default: auto)")
    for field in fields(TrainingConfig):
        if field.name == "preset":
            continue
        flag = "--" + field.name.replace("_", "-")
        if isinstance(field.default, bool):
            parser.add_argument(flag, action="store_true", default=None)
        else:
            kind = type(field.default)
            parser.add_argument(flag, type=kind, default=None, metavar=kind.__name__, help=f"{field.default}")
    given = {name: value for name, value in vars(parser.parse_args(arguments)).items() if value is not None}
    try:
        return preset(**({"name": given.pop("preset")} | given))
    except ValueError as error:
        parser.exit(2, f"error: {error}\n")


def command(config: TrainingConfig) -> str:
    """The command line that makes this run: the preset, and what differs from it."""
    usual = preset(config.preset)
    words = ["python", "-m", "xlnet_mini.training", "--preset", config.preset]
    for name, value in asdict(config).items():
        if value != getattr(usual, name):
            words += ["--" + name.replace("_", "-")] + ([] if isinstance(value, bool) else [str(value)])
    return shlex.join(words)
