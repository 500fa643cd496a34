"""What lab 07's pictures show, measured: attention by distance, and a training step under the profiler."""

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch import Tensor
from torch.profiler import ProfilerActivity, profile

from xlnet_mini import model as assembled
from xlnet_mini.benchmark import gflop_of, product_rate
from xlnet_mini.collator import PLMBatch, validation_batches
from xlnet_mini.corpus import load_corpus
from xlnet_mini.optimisation import make_optimizer
from xlnet_mini.processes import autocast
from xlnet_mini.relative import relative_distances, sinusoids
from xlnet_mini.saved_model import TrainedModel
from xlnet_mini.training_config import TrainingConfig
from xlnet_mini.two_stream import masked_softmax

KINDS = {
    "matrix products": ("mm", "bmm", "addmm", "baddbmm"),
    "softmax and loss": ("softmax", "nll_loss", "log_softmax"),
    "copies": ("copy", "cat", "clone", "fill", "zero"),
    "picking columns": ("gather", "scatter", "index", "embedding", "take"),
    "layer norm": ("layer_norm",),
    "gelu": ("gelu",),
    "optimizer": ("adam", "foreach", "norm", "stack"),
    "adding, multiplying": ("add", "mul", "div", "sub"),
}


@torch.no_grad()
def attention_by_distance(run: TrainedModel, batch: PLMBatch, reach: int = 8) -> np.ndarray:
    """Mean weight that the query stream's targets give to a visible word at each distance.

    [layers, heads, 2·reach + 1], from -reach (a later word) to +reach (an earlier one); NaN where none was visible.
    """
    network = run.model.transformer
    device = next(network.parameters()).device
    batch = batch.to(device)
    B, T = batch.input_ids.shape
    out = network(
        batch.input_ids,
        perm_mask=batch.perm_mask,
        target_mapping=torch.eye(T, device=device).expand(
            B, T, T
        ),  # a query row for every position, in their order
        output_states=True,
    )
    waves = sinusoids(relative_distances(T, 0, True), run.model.config.d_model).to(device)
    hidden = batch.perm_mask[:, None]
    place = torch.arange(T, device=device)
    distance = place[:, None] - place
    is_target = batch.target_mapping.any(dim=1)
    found = []
    for i, layer in enumerate(network.layer):
        attention = layer.rel_attn
        q, k, r = (
            torch.einsum("...tc,cnd->...ntd", x, w)
            for x, w in (
                (out.query_states[i], attention.q),
                (out.content_states[i], attention.k),
                (waves[None], attention.r),
            )
        )
        scores = assembled.relative_scores(q, k, r, attention.r_w_bias, attention.r_r_bias)
        weights = masked_softmax(scores, hidden)
        rows = []
        for d in range(-reach, reach + 1):
            seen = (distance == d) & ~hidden & is_target[:, None, :, None]
            total = (weights * seen).sum((0, 2, 3))
            rows.append(total / seen.sum() if seen.any() else torch.full_like(total, torch.nan))
        found.append(torch.stack(rows, dim=-1))
    return torch.stack(found).cpu().numpy()


@dataclass
class Profile:
    """One training step, measured: seconds by kind of work, and totals."""

    by_kind: dict[str, float]
    seconds: float
    tokens_per_second: float
    gflop: float
    of_peak: float
    megabytes: float

    def __str__(self) -> str:
        return (
            f"{1000 * self.seconds:.0f} ms a step, {self.tokens_per_second:,.0f} tokens a second\n"
            f"{self.gflop:.1f} GFLOP in matrix products, {self.of_peak:.0%} of what one large product reaches here\n"
            f"{self.megabytes:.0f} MB of tensors kept for the backward pass"
        )


def training_step(run: TrainedModel, config: TrainingConfig, batch: PLMBatch) -> Callable[[], Tensor]:
    """A step of training as `train` takes it, on one batch, as a function without arguments."""
    device = next(run.model.parameters()).device
    batch = batch.to(device)
    optimizer = make_optimizer(run.model, config)
    for group in optimizer.param_groups:
        group["lr"] = 0.0  # measured, not trained: the weights stay as they are
        group["weight_decay"] = 0.0

    def step() -> Tensor:
        with autocast(device):
            out = run.model(
                batch.input_ids,
                perm_mask=batch.perm_mask,
                target_mapping=batch.target_mapping,
                labels=batch.labels.masked_fill(~batch.is_slot, -100),
            )
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(run.model.parameters(), config.clip)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return out.loss.detach()

    return step


def profiled(step: Callable[[], Tensor], device: torch.device, tokens: int, repeats: int = 5) -> Profile:
    """Run the step a few times, under the profiler and without."""
    step()
    seconds = statistics.median(_seconds(step, device) for _ in range(repeats))
    activities = [ProfilerActivity.CPU] + [ProfilerActivity.CUDA] * (device.type == "cuda")
    with _silent(), profile(activities=activities) as watched:
        step()
    by_kind: dict[str, float] = dict.fromkeys([*KINDS, "everything else"], 0.0)
    for event in watched.key_averages():
        spent = event.self_device_time_total if device.type == "cuda" else event.self_cpu_time_total
        by_kind[_kind(event.key)] += spent
    scale = seconds / sum(by_kind.values())
    gflop = gflop_of(step)
    rate = product_rate(device)
    return Profile(
        {name: value * scale for name, value in by_kind.items()},
        seconds,
        tokens / seconds,
        gflop,
        1e9 * gflop / seconds / rate,
        kept_for_backward(step),
    )


def profile_training(run: TrainedModel) -> Profile:
    """Profile one step of training as the run's own settings have it, on a batch of its held-out text."""
    known = {field.name for field in fields(TrainingConfig)}
    config = TrainingConfig(**{k: v for k, v in run.info["settings"].items() if k in known})
    tokens = run.tokenizer.stream(load_corpus(config.corpus).validation)
    sizes = config.batch_size, config.seq_len, config.num_predict
    batch = validation_batches(tokens, run.tokenizer, *sizes, limit=1)[0]
    was_training = run.model.training
    step = training_step(run, config, batch)
    run.model.train()
    try:
        device = next(run.model.parameters()).device
        return profiled(step, device, batch.input_ids.numel())
    finally:
        run.model.train(was_training)


def by_turns(
    one: Callable[[], Tensor], other: Callable[[], Tensor], repeats: int = 15
) -> tuple[float, float]:
    """Median processor seconds of two ways, run by turns so that a busy machine slows both."""
    one(), other()
    cpu = torch.device("cpu")
    seconds = [(_seconds(one, cpu), _seconds(other, cpu)) for _ in range(repeats)]
    first, second = zip(*seconds, strict=True)
    return statistics.median(first), statistics.median(second)


@contextmanager
def _silent() -> Iterator[None]:
    """The profiler's library writes two lines about itself, past Python; they go nowhere."""
    kept = os.dup(2)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _kind(name: str) -> str:
    name = name.lower().removeprefix("aten::").strip("_")
    for kind, parts in KINDS.items():
        if any(part in name if len(part) > 3 else part == name for part in parts):
            return kind
    return "everything else"


def _seconds(step: Callable[[], Tensor], device: torch.device) -> float:
    """Processor seconds on a CPU, which other programs disturb less; seconds on a GPU."""
    if device.type != "cuda":
        start = time.process_time()
        step()
        return time.process_time() - start
    torch.cuda.synchronize(device)
    start = time.perf_counter()
    step()
    torch.cuda.synchronize(device)
    return time.perf_counter() - start


def kept_for_backward(step: Callable[[], Tensor]) -> float:
    """Megabytes of tensors that autograd keeps from the forward pass; each storage counts once."""
    sizes: dict[int, int] = {}

    def pack(tensor: Tensor) -> Tensor:
        storage = tensor.untyped_storage()
        sizes[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        step()
    return sum(sizes.values()) / 1e6
