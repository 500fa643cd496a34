"""One command that shows what the package does on a GPU: `python -m xlnet_mini.gpu_report`.

It needs one CUDA card, no network, and less than 8 minutes on an H200-class card. It writes report.md,
report.json and the loss curve into one folder (default: gpu-report/).

Exit status: 0 every section passed; 1 a section failed (the others ran all the same); 3 there is no GPU,
nothing was run and nothing was written.
"""

import argparse
import json
import math
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch

from xlnet_mini import benchmark
from xlnet_mini.checkpoint import write_atomically
from xlnet_mini.gpu_checks import (
    CheckFailed,
    device_against_cpu,
    low_precision_is_finite,
    parity_with_transformers,
)
from xlnet_mini.trainer import Trainer
from xlnet_mini.training import train
from xlnet_mini.training_config import TrainingConfig, preset

TOTAL_SECONDS = 450  # all sections together
TRAINING_SECONDS = 180
NO_GPU = 3
SMALL_SIZES = {"vocab_size": 64, "d_model": 16, "n_layer": 2, "n_head": 2, "d_inner": 32}


@dataclass
class Section:
    """One part of the report."""

    title: str
    lines: list[str]
    passed: bool
    seconds: float


@dataclass
class Bench:
    """Where and how large: the card and the real sizes, or the CPU and toy sizes for a rehearsal."""

    device: torch.device
    folder: Path
    is_rehearsal: bool
    start: float

    def left(self) -> float:
        """Seconds left of the whole report's time."""
        return TOTAL_SECONDS - (time.monotonic() - self.start)

    def training(self, **changes: Any) -> TrainingConfig:
        """The gpu preset, or its rehearsal."""
        name = "smoke" if self.is_rehearsal else "gpu"
        return preset(name, device=str(self.device), **changes)


def machine(bench: Bench) -> list[str]:
    """Card, software, date."""
    lines = [
        f"date: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"Python {platform.python_version()}, torch {torch.__version__}, CUDA {torch.version.cuda}",
    ]
    if bench.device.type == "cuda":
        card = torch.cuda.get_device_properties(bench.device)
        lines.insert(0, f"card: {card.name}, {card.total_memory / 2**30:.0f} GiB")
    else:
        lines.insert(0, "card: none; this is a rehearsal on the CPU with toy sizes, its figures mean nothing")
    return lines


def bf16_training(bench: Bench) -> list[str]:
    """Some steps of the gpu preset: every loss finite, the last ones below the first."""
    n = 10 if bench.is_rehearsal else 60
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(bench.training(out=folder, n_steps=10 * n, n_warmup=n), say=lambda _: None)
        losses = torch.stack([trainer.learn() for _ in range(n)]).tolist()
        broken = [n for n, p in trainer.model.named_parameters() if not bool(p.isfinite().all())]
    first, last = sum(losses[:5]) / 5, sum(losses[-5:]) / 5
    if broken or not all(map(math.isfinite, losses)):
        raise CheckFailed(f"not all numbers are finite; weights {broken}, losses {losses}")
    if not last < first:
        raise CheckFailed(f"the loss does not fall: {first:.3f}, then {last:.3f}")
    return [f"{n} steps, all finite; loss {first:.3f} at first, {last:.3f} at the end"]


def training_run(bench: Bench) -> list[str]:
    """The gpu preset for about three minutes, its schedule fitted to the time there is."""
    config = bench.training()
    with tempfile.TemporaryDirectory() as folder:
        trainer = Trainer(replace(config, out=folder), say=lambda _: None)
        seconds = step_seconds(trainer, 3 if bench.is_rehearsal else 30)
    budget = 3.0 if bench.is_rehearsal else min(TRAINING_SECONDS, bench.left() - 30)
    n_steps = max(20, min(config.n_steps, int(0.9 * budget / seconds)))
    with tempfile.TemporaryDirectory() as folder:
        config = replace(
            config,
            out=folder,
            n_steps=n_steps,
            n_warmup=min(config.n_warmup, n_steps // 10),
            eval_every=max(1, n_steps // 10),
            checkpoint_every=max(1, n_steps // 2),
        )
        start = time.monotonic()
        run = train(config, say=lambda _: None)
        took = time.monotonic() - start
        for name in ("curve.png", "curve.json"):
            write_atomically(bench.folder / name, (Path(folder) / name).read_bytes())
    valid = [row["valid"] for row in run.info["history"] if "valid" in row]
    baselines = ", ".join(f"{name} {nats:.3f}" for name, nats in run.info["baselines"].items())
    tokens = config.batch_size * config.seq_len
    lines = [
        f"{n_steps} steps in {took:.0f} s; {tokens / seconds:,.0f} tokens a second before validation",
        f"validation loss {valid[0]:.3f} at first, {valid[-1]:.3f} at the end ({baselines})",
        "curve: curve.png",
    ]
    if not bench.is_rehearsal and valid[-1] >= run.info["baselines"]["neighbour bigram"]:
        raise CheckFailed("; ".join([*lines, "the run ends above the neighbour bigram"]))
    return lines


def speed(bench: Bench) -> list[str]:
    """The benchmark's main sizes against transformers, by CUDA events, in bf16; memory; share of the bf16 peak."""
    sizes, repeats = benchmark.GPU_SIZES, 7
    members = benchmark.settings(16384, quick=True)["main"]
    if bench.is_rehearsal:
        sizes, repeats = SMALL_SIZES, 2
        members = [benchmark.Setting(T=12, M=6, K=2, B=2)]
    lines = [benchmark.HEAD]
    for setting in members:
        result = benchmark.measure(setting, sizes, bench.device, repeats, memory=False)
        if bench.device.type == "cuda":
            for name, cost in (("ours", result.ours), ("reference", result.reference)):
                if cost is not None:
                    cost.peak_mb = benchmark.peak_megabytes(name, setting, sizes, str(bench.device))
        lines.append(str(result))
    rate = benchmark.product_rate(bench.device) / 1e12
    return [*lines, f"peak is {rate:.3g} TFLOP/s, one large product; sizes {sizes}"]


def step_seconds(trainer: Trainer, n: int) -> float:
    """Seconds a training step takes, after `n` steps to warm up."""
    for _ in range(n):
        trainer.learn()
    _wait(trainer.device)
    start = time.monotonic()
    for _ in range(n):
        trainer.learn()
    _wait(trainer.device)
    return (time.monotonic() - start) / n


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)


SECTIONS: dict[str, Callable[[Bench], list[str]]] = {
    "Machine": machine,
    "Same numbers as transformers, on this device": lambda bench: parity_with_transformers(bench.device),
    "Same numbers as on the CPU": lambda bench: device_against_cpu(bench.device),
    "fp16 and bf16 forward and backward": lambda bench: low_precision_is_finite(bench.device),
    "Training in bf16": bf16_training,
    "Speed": speed,
    "The gpu preset": training_run,
}


def run_section(title: str, work: Callable[[Bench], list[str]], bench: Bench) -> Section:
    """Run one section; what it raises becomes its text."""
    start = time.monotonic()
    try:
        lines, passed = work(bench), True
    except Exception as error:
        # A report must come out whatever breaks on a machine nobody has tried.
        where = traceback.extract_tb(error.__traceback__)[-1]
        lines = [f"{type(error).__name__}: {error}", f"in {Path(where.filename).name}, line {where.lineno}"]
        passed = False
    section = Section(title, lines, passed, time.monotonic() - start)
    print(f"{'ok    ' if passed else 'FAILED'} {title} ({section.seconds:.0f} s)")
    for line in lines:
        print(f"       {line}")
    return section


def write_report(sections: list[Section], folder: Path) -> None:
    """report.md to read, report.json to compare."""
    text = ["# GPU report of xlnet_mini", ""]
    for section in sections:
        state = "passed" if section.passed else "FAILED"
        text += [f"## {section.title}: {state}, {section.seconds:.0f} s", ""]
        text += [*(f"* {line}" for line in section.lines), ""]
    write_atomically(folder / "report.md", "\n".join(text).encode())
    write_atomically(
        folder / "report.json", (json.dumps([vars(s) for s in sections], indent=1) + "\n").encode()
    )


def main(arguments: list[str] | None = None) -> int:
    """The command; see the head of this file for its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m xlnet_mini.gpu_report", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--out", default="gpu-report", help="folder of the report (default: gpu-report)")
    parser.add_argument("--dry-run-on-cpu", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if not torch.cuda.is_available() and not given.dry_run_on_cpu:
        print(
            "No GPU was found (torch.cuda.is_available() is False). Nothing was run, no report was written."
        )
        return NO_GPU
    device = torch.device("cpu" if given.dry_run_on_cpu else "cuda")
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # repeatable products; before the first one
    # Exact fp32 products: the checks compare with the CPU. Training runs in bf16 and does not care.
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    bench = Bench(device, Path(given.out), given.dry_run_on_cpu, time.monotonic())
    sections = [run_section(title, work, bench) for title, work in SECTIONS.items()]
    write_report(sections, bench.folder)
    print(f"report: {bench.folder / 'report.md'}, {time.monotonic() - bench.start:.0f} s")
    return 0 if all(section.passed for section in sections) else 1


if __name__ == "__main__":
    sys.exit(main())
