"""Ablations: switch one thing off, train briefly, measure as always.

    python -m xlnet_mini.ablations [--arm NAME ...] [--seeds N] [--quick] [--out FILE]

Every arm of `xlnet_mini.ablation_arms` is trained for every seed on one thread of a CPU. Finished runs are kept in
the file and not run again. `--quick` makes runs of a few steps, in a file of their own: does everything work?
"""

import argparse
import datetime
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from tqdm.auto import tqdm

from xlnet_mini.ablation_arms import ARMS, EXPERIMENTS, Arm, Task
from xlnet_mini.ablation_file import add, load, prepare, summaries
from xlnet_mini.checkpoint import CheckpointError
from xlnet_mini.evaluation import evaluate
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.optimisation import build_model, make_optimizer
from xlnet_mini.schedule import warmup_decay
from xlnet_mini.training_config import TrainingConfig

EVERY = 10  # steps between two points of the training curve


def spread(states: Float[Tensor, "*rows D"]) -> float:
    """How much rows differ: the share of their mean square that their mean row does not explain.

    0: all rows are the same. 1: they have nothing in common.
    """
    rows = states.flatten(0, -2)
    return float(1 - rows.mean(0).square().sum() / rows.square().sum(-1).mean())


@torch.no_grad()
def watch(model: XLNetLMHeadModel, task: Task) -> tuple[float, float]:
    """The spread of what the last layer reads of the text, and of what it says for the targets."""
    batch = task.validation[0]
    out = model.transformer(
        batch.input_ids, perm_mask=batch.perm_mask, target_mapping=batch.target_mapping, output_states=True
    )
    return spread(out.content_states[-2]), spread(out.query_states[-1])


def run(
    arm: Arm, config: TrainingConfig, task: Task, on_step: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """Train one arm with one seed; returns its curves and its final losses, in nats.

    `final` is the validation loss at the end. `as_trained` is measured on the same targets too, but with the arm's
    own masks and predictor: what one sees who validates with the same mistake as in training.
    One step is the step of `xlnet_mini.trainer`, for one process and one part.
    """
    clock = time.process_time()
    torch.manual_seed(config.seed)
    model = build_model(config.model_config(task.vocab_size), positions=not config.no_positions)
    predictor, judge, optimizer = arm.predictor(model), arm.judge(model), make_optimizer(model, config)
    train, valid, norms, spreads = [], [], [], []
    losses, mems = [], None
    for step in range(config.n_steps):
        if arm.watched and step % EVERY == 0:
            spreads.append([step, *(round(share, 4) for share in watch(model, task))])
        if task.batches.is_start(step):
            mems = None
        batch = arm.rewrite(task.batches[step])
        for group in optimizer.param_groups:
            group["lr"] = config.lr * warmup_decay(step, config.n_warmup, config.n_steps)
        out = predictor(
            batch.input_ids,
            perm_mask=batch.perm_mask,
            target_mapping=batch.target_mapping,
            mems=mems,
            labels=batch.labels.masked_fill(~batch.is_slot, -100),
        )
        out.loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), config.clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        losses.append(out.loss.detach())
        mems = out.mems
        if arm.watched:
            norms.append(float(f"{float(norm):.3g}"))
        if (step + 1) % EVERY == 0 or step + 1 == config.n_steps:
            train.append([step + 1, round(float(torch.stack(losses).mean()), 4)])
            losses.clear()
        if (step + 1) % config.eval_every == 0 or step + 1 == config.n_steps:
            valid.append([step + 1, round(evaluate(judge, task.validation), 4)])
        on_step()
    as_trained = evaluate(predictor, map(arm.rewrite, task.validation))
    found: dict[str, Any] = {"final": valid[-1][1], "as_trained": round(as_trained, 4)}
    curves = {"train": train, "valid": valid} | ({"gradient_norm": norms, "spread": spreads} if norms else {})
    return found | {"cpu_seconds": round(time.process_time() - clock, 1)} | curves


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status: 0 done, 1 failed, 2 wrong arguments."""
    parser = argparse.ArgumentParser(
        prog="python -m xlnet_mini.ablations",
        description=__doc__.split("\n")[0],
        epilog=f"Arms: {', '.join(ARMS)}.",
    )
    parser.add_argument("--arm", action="append", metavar="NAME", help="only this one; may be repeated")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="seeds 0 to N - 1 (default: 3)")
    parser.add_argument("--quick", action="store_true", help="runs of a few steps, which show nothing")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="default: runs/ablations.json (or -quick.json)"
    )
    given = parser.parse_args(arguments)
    wanted = given.arm or list(ARMS)
    if unknown := [name for name in wanted if name not in ARMS]:
        parser.exit(2, f"error: no arm {unknown[0]!r}; arms are {', '.join(ARMS)}\n")
    if given.seeds < 1:
        parser.exit(2, f"error: --seeds is {given.seeds}; it must be 1 or more\n")
    file = given.out or Path("runs/ablations-quick.json" if given.quick else "runs/ablations.json")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        words = sys.argv[1:] if arguments is None else arguments
        prepare(file, wanted, given.quick, shlex.join([*parser.prog.split(), *words]))
        run_all(file, wanted, given.seeds, given.quick)
    except (CheckpointError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            f"stopped; finished runs are in {file}, the same command goes on with the next", file=sys.stderr
        )
        return 130
    return 0


def run_all(file: Path, wanted: list[str], seeds: int, quick: bool) -> None:
    """Make the runs that `file` lacks, with a bar over the steps of them all, and print a line for every arm."""
    torch.set_num_threads(1)
    done = {(found["arm"], found["seed"]) for found in load(file)["runs"]}
    missing = [(name, seed) for seed in range(seeds) for name in wanted if (name, seed) not in done]
    total = sum(ARMS[name].config(seed, quick).n_steps for name, seed in missing)
    with tqdm(total=total, unit="step", disable=not missing) as bar:
        for name, seed in missing:
            arm = ARMS[name]
            bar.set_description(f"{name}, seed {seed}")
            config = arm.config(seed, quick)
            task = EXPERIMENTS[arm.experiment].task(config)
            made = {"date": f"{datetime.date.today()}", "torch": torch.__version__}
            found = {"arm": name, "seed": seed, **made, **run(arm, config, task, bar.update)}
            add(file, arm.experiment, task.baselines, found)
    for row in summaries(load(file)):
        if row.arm in wanted:
            print(row)


if __name__ == "__main__":
    sys.exit(main())
