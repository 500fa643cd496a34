"""One training run as a thing that can be saved and restored at any step, to the bit."""

import json
import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel
from tqdm.auto import tqdm

from xlnet_mini import checkpoint
from xlnet_mini.curve import loss_curve
from xlnet_mini.data import load_data
from xlnet_mini.evaluation import evaluate
from xlnet_mini.optimisation import build_model, make_optimizer
from xlnet_mini.processes import Processes, Stop, autocast, pick_device
from xlnet_mini.saved_model import CURVE
from xlnet_mini.schedule import warmup_decay
from xlnet_mini.training_config import TrainingConfig, command


class TrainingError(RuntimeError):
    """Training cannot go on; the message is one line that says why and what to do."""


class Trainer:
    """One run: everything that changes from step to step, so that all of it can be saved and restored."""

    def __init__(self, config: TrainingConfig, *, say: Callable[[str], None] = print) -> None:
        self.clock = time.process_time()
        if config.n_threads:
            torch.set_num_threads(config.n_threads)
        self.config, self.say = config, say
        self.folder = Path(config.out)
        self.device = pick_device(config.device)
        if self.device.type == "cuda":
            # For results that do not change from run to run; must be set before the first product.
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
            torch.use_deterministic_algorithms(True, warn_only=True)
            torch.utils.deterministic.fill_uninitialized_memory = False  # only finds bugs, and costs time
        self.processes = Processes(self.device)
        saved = checkpoint.load_checkpoint(self.folder, warn=say)
        if saved:
            checkpoint.check_same_config(saved["identity"], self.identity(), self.folder)
        self.data = load_data(
            config,
            n_processes=self.processes.world,
            tokenizer=saved["tokenizer"].numpy().tobytes() if saved else None,
        )
        torch.manual_seed(config.seed)
        model_config = config.model_config(self.data.tokenizer.vocab_size)
        if self.device.type == "cuda":
            model_config = replace(model_config, check_values=False)  # a look at values waits for the card
        self.model = build_model(model_config, positions=not config.no_positions).to(self.device)
        self.wrapped = self.model
        if self.processes.world > 1:
            self.wrapped = DistributedDataParallel(self.model)
        self.optimizer = make_optimizer(self.model, config)
        self.step = 0
        self.mems: list[list[Tensor] | None] = [None] * config.accumulate  # of each part of the batch
        self.history: list[dict[str, Any]] = []
        self.losses: list[Tensor] = []  # of the steps since the last note of them in the history
        self.cpu_seconds = 0.0
        if saved:
            self.restore(saved)
        else:
            self.baselines = self.data.baselines()
            torch.manual_seed(config.seed * 1000 + self.processes.rank)  # dropout differs between processes

    def identity(self) -> dict[str, Any]:
        """What a checkpoint must share with this run."""
        return self.config.identity() | {"n_processes": self.processes.world}

    def learn(self) -> Tensor:
        """One optimisation step; returns its loss."""
        config, processes = self.config, self.processes
        batch = self.data.batches[self.step].rows(
            processes.rank * config.batch_size, (processes.rank + 1) * config.batch_size
        )
        if self.data.batches.is_start(self.step):
            self.mems = [None] * config.accumulate
        rate = config.lr * warmup_decay(self.step, config.n_warmup, config.n_steps)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        size, n_slots = config.batch_size // config.accumulate, batch.is_slot.sum().clamp(min=1)
        total = torch.zeros((), device=self.device)
        for part in range(config.accumulate):
            piece = batch.rows(part * size, (part + 1) * size).to(self.device)
            last = part + 1 == config.accumulate
            # Processes add up their gradients once a step, with the last part.
            quiet = nullcontext() if last or processes.world == 1 else self.wrapped.no_sync()
            with quiet:
                with autocast(self.device):
                    out = self.wrapped(
                        piece.input_ids,
                        perm_mask=piece.perm_mask,
                        target_mapping=piece.target_mapping,
                        mems=self.mems[part],
                        labels=piece.labels.masked_fill(~piece.is_slot, -100),
                    )
                loss = out.loss * (piece.is_slot.sum() / n_slots.to(self.device))
                loss.backward()
            self.mems[part] = out.mems
            total += loss.detach()
        nn.utils.clip_grad_norm_(self.model.parameters(), config.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        return total

    def state(self) -> dict[str, Any]:
        """Everything that the next step depends on. All processes must call this together."""
        cuda = torch.cuda.get_rng_state(self.device) if self.device.type == "cuda" else None
        mems = [[m.cpu() for m in part] if part else None for part in self.mems]
        own = {"rng": torch.get_rng_state(), "cuda_rng": cuda, "mems": mems}
        if self.device.type == "mps":
            own["mps_rng"] = torch.mps.get_rng_state()
        return {
            "identity": self.identity(),
            "tokenizer": torch.frombuffer(bytearray(self.data.tokenizer.model), dtype=torch.uint8),
            "text": self.data.digest,
            "step": self.step,
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "processes": self.processes.gather(own),
            "history": self.history,
            "losses": [loss.cpu() for loss in self.losses],
            "baselines": self.baselines,
            "cpu_seconds": self.cpu_seconds + time.process_time() - self.clock,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up a saved state. Raises CheckpointError where the text is another one."""
        if saved["text"] != self.data.digest:
            raise checkpoint.CheckpointError(
                f"the checkpoint in {self.config.out!r} was made with another text under the name "
                f"{self.config.corpus!r}; choose another folder with --out"
            )
        self.step, self.history, self.baselines = saved["step"], saved["history"], saved["baselines"]
        # older checkpoints have no losses
        self.losses = [loss.to(self.device) for loss in saved.get("losses", ())]
        self.cpu_seconds = saved["cpu_seconds"]
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optimizer"])
        own = saved["processes"][self.processes.rank]
        self.mems = [[m.to(self.device) for m in part] if part else None for part in own["mems"]]
        torch.set_rng_state(own["rng"])
        if own["cuda_rng"] is not None and self.device.type == "cuda":
            torch.cuda.set_rng_state(own["cuda_rng"], self.device)
        if self.device.type == "mps" and "mps_rng" in own:
            torch.mps.set_rng_state(own["mps_rng"])

    def save(self, *, must: bool) -> None:
        """Write a checkpoint. A full disk is reported; it ends the run only where `must` is true."""
        state = self.state()
        if self.processes.is_first:
            with self.disk_may_be_full(must=must):
                checkpoint.save_checkpoint(self.folder, state)

    @contextmanager
    def disk_may_be_full(self, *, must: bool = False) -> Iterator[None]:
        """Say so, and go on, where the block cannot write; raise only where it must."""
        try:
            yield
        except checkpoint.CheckpointError as error:
            if must:
                raise
            self.say(f"warning: {error}")

    def write_curve(self) -> None:
        """curve.json and curve.png, as far as the run has come."""
        info = {
            "command": command(self.config),
            "settings": asdict(self.config),
            "baselines": self.baselines,
            "history": self.history,
            "cpu_seconds": round(self.cpu_seconds + time.process_time() - self.clock, 1),
        }
        checkpoint.write_atomically(self.folder / CURVE, (json.dumps(info, indent=1) + "\n").encode())
        picture = BytesIO()
        loss_curve(self.history, self.baselines, f"Preset {self.config.preset}").savefig(picture, dpi=100)
        checkpoint.write_atomically(self.folder / "curve.png", picture.getvalue())

    def look(self) -> float:
        """Validation loss of the model as it is, noted in the history and drawn."""
        valid = evaluate(self.model, self.data.validation)
        self.history.append({"step": self.step, "valid": valid})
        with self.disk_may_be_full():
            self.write_curve()
        return valid

    def run(self, stop: Stop, on_look: Callable[["Trainer"], None] | None, *, quiet: bool) -> bool:
        """Train to the end, or until asked to stop; returns whether the end was reached."""
        config, first = self.config, self.processes.is_first
        every = max(1, min(20, config.n_steps // 100))
        bar = tqdm(
            total=config.n_steps,
            initial=self.step,
            disable=quiet or not first,
            desc=config.preset,
            unit="step",
        )
        with bar:
            while self.step < config.n_steps:
                self.losses.append(self.learn())
                bar.update()
                if self.step % every == 0:
                    mean = float(torch.stack(self.losses).mean())
                    self.losses.clear()
                    if not math.isfinite(mean):
                        raise TrainingError(
                            f"the loss is {mean} at step {self.step}; lower --lr (now {config.lr}) or raise "
                            f"--n-warmup (now {config.n_warmup}), and start anew in another folder (--out)"
                        )
                    self.history.append({"step": self.step, "train": mean})
                    tokens = config.batch_size * self.processes.world * config.seq_len  # of one step
                    speed = f"{tokens * (bar.format_dict['rate'] or 0):,.0f}/s"
                    bar.set_postfix(loss=f"{mean:.3f}", tokens=speed, refresh=False)
                at_end = self.step == config.n_steps
                if first and (self.step % config.eval_every == 0 or at_end):
                    valid = self.look()
                    bar.set_description(f"{config.preset}, validation {valid:.3f}")
                    if on_look:
                        on_look(self)
                stopping = self.processes.any(stop.signal is not None)
                if stopping or at_end or self.step % config.checkpoint_every == 0:
                    self.save(must=stopping or at_end)
                if stopping:
                    return at_end
        return True
