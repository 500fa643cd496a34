"""What lab 05 measures on the package itself: the trained model along the order, a layer's cost, a small sweep.

Each measurement runs functions that later labs teach. A student's copy may lack them still: then the numbers are those
that were measured when the lab was written, and the result says so.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from xlnet_mini.config import XLNetConfig
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.masks import content_view, hidden_keys, query_view
from xlnet_mini.partial_prediction import choose_spans, plm_mask, target_mapping
from xlnet_mini.permutation import order_to_rank, sample_order

from .lab05_stored import LAYER, LOSSES, SWEEP

BATCHES = 24  # of the 49 validation batches of the reference run: a few seconds
UNIGRAM = 5.79  # loss of the model that knows only how often each token occurs, on these chapters
TOY_WORDS, TOY_LETTERS = 16, 16


class Measured(NamedTuple):
    """A result, and whether it was measured now."""

    value: Any
    now: bool

    @property
    def says(self) -> str:
        return (
            "Measured now, on this machine."
            if self.now
            else "Your package still lacks functions of later labs, so these numbers are those that were measured when "
            "the lab was written. Come back after lab 07."
        )


def now_or_stored(measure: Callable[[], Any], stored: Any) -> Measured:
    """The measurement; where a function of the package is missing, the stored one."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # these models are small: threads would wait for each other
    try:
        return Measured(measure(), True)
    except NotImplementedError:
        return Measured(stored, False)
    finally:
        torch.set_num_threads(threads)


def losses_along_the_order() -> Measured:
    """Mean loss in nats at each place of the order: {number of targets of 64 tokens: [loss at place 0, 1, ...]}."""
    return now_or_stored(lambda: {n: nats for n in LOSSES for nats in [_reference_losses(n)]}, LOSSES)


def _reference_losses(n_targets: int) -> list[float]:
    from xlnet_mini.collator import permute
    from xlnet_mini.data import load_data
    from xlnet_mini.evaluation import slot_losses
    from xlnet_mini.saved_model import load_reference
    from xlnet_mini.training_config import TrainingConfig

    run = load_reference()
    held_out = load_data(TrainingConfig(**run.info["settings"]), tokenizer=run.tokenizer.model).validation
    generator = torch.Generator().manual_seed(0)
    total, count = torch.zeros(n_targets, dtype=torch.float64), torch.zeros(n_targets, dtype=torch.float64)
    for batch in held_out[:BATCHES]:
        plan = permute(batch.input_ids, run.tokenizer, n_targets, generator=generator)
        nats, _ = slot_losses(run.model, plan)
        rank = plan.rank.gather(1, plan.positions.clamp(min=0))
        place = rank.argsort(-1).argsort(-1)  # among the targets of the row
        total.scatter_add_(0, place[plan.is_slot], nats[plan.is_slot].double())
        count.scatter_add_(0, place[plan.is_slot], torch.ones_like(nats[plan.is_slot]).double())
    return (total / count).tolist()


def layer_runs(T: int, M: int, slots: Sequence[int], D: int, D_ff: int) -> Measured:
    """One layer for each number of slots: [(multiplications counted, seconds of processor time)].

    Runs in turns, so that a busy machine slows all alike; the shortest of them counts.
    """

    def measure() -> list[tuple[int, float]]:
        turns = [[layer_run(T, M, K, D, D_ff) for K in slots] for _ in range(5)]
        return [(runs[0][0], min(seconds for _, seconds in runs)) for runs in zip(*turns, strict=True)]

    return now_or_stored(measure, LAYER)


def layer_run(T: int, M: int, K: int, D: int, D_ff: int, times: int = 5) -> tuple[int, float]:
    """One layer of the package, both streams, one sentence: multiplications counted, seconds of processor time."""
    torch.manual_seed(0)
    config = XLNetConfig(
        vocab_size=4, d_model=D, n_layer=1, n_head=D // 16, d_inner=D_ff, dropout=0.0, mem_len=M
    )
    model = XLNetLMHeadModel(config).transformer.eval()
    h, g = torch.randn(1, T, D), torch.randn(1, K, D)
    mem = torch.randn(1, M, D) if M else None
    r = model._positions(T, M)
    hidden = hidden_keys(config, T, M, None, None, h.device)
    rows = torch.eye(T)[None, :K]
    views = content_view(hidden, None), query_view(hidden, None, rows, r.shape[-2], "zeros")

    def run() -> Tensor:
        return model.layer[0](h, g, mem, r, *views)[1]

    with torch.no_grad():
        with FlopCounterMode(display=False) as counter:
            run()
        return counter.get_total_flops() // 2, min(_seconds(run) for _ in range(times))


def _seconds(run: Callable[[], Any]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def toy_text(rows: int, T: int, generator: torch.Generator) -> Tensor:
    """Rows of words of three letters, in any sequence; there are TOY_WORDS different ones. int64 [rows, T]."""
    words = torch.randint(TOY_LETTERS, (TOY_WORDS, 3), generator=torch.Generator().manual_seed(1))
    return words[torch.randint(TOY_WORDS, (rows, -(-T // 3)), generator=generator)].flatten(1)[:, :T]


def toy_batch(rows: int, T: int, n_targets: int, generator: torch.Generator) -> dict[str, Tensor]:
    """What the model takes: ids, perm_mask, target_mapping and labels of toy text."""
    ids = toy_text(rows, T, generator)
    chosen = choose_spans(torch.ones(rows, T, dtype=torch.bool), n_targets, generator)
    rank = order_to_rank(sample_order(T, batch=(rows,), generator=generator))
    positions = chosen.nonzero()[:, 1].view(rows, n_targets)
    return {
        "input_ids": ids,
        "perm_mask": plm_mask(rank, chosen, torch.zeros_like(chosen)),
        "target_mapping": target_mapping(positions, T),
        "labels": ids.gather(1, positions),
    }


BASE = {"T": 24, "K": 4, "d_model": 32, "n_head": 2}
VARIED = {"K": (1, 12, 24), "T": (12, 48), "d_model": (16, 64), "n_head": (1, 4)}


def sweep(n_steps: int = 200) -> Measured:
    """One setting varied at a time on toy text: rows of (what, seed, loss on the same targets, seconds)."""

    def measure() -> list[tuple[str, int, float, float]]:
        rows = [("base", seed, *_train(BASE, n_steps, seed)) for seed in range(3)]
        for name, values in VARIED.items():
            rows += [(f"{name} = {v}", 0, *_train(BASE | {name: v}, n_steps, 0)) for v in values]
        return rows

    return now_or_stored(measure, SWEEP)


def _train(setting: dict[str, int], n_steps: int, seed: int) -> tuple[float, float]:
    """Train a small model on 384 tokens a step; its loss on 4 targets of 24 tokens, and seconds of processor time."""
    T = setting["T"]
    K = setting["K"] if BASE["T"] == T else setting["K"] * T // BASE["T"]  # the same share of the tokens
    torch.manual_seed(seed)
    config = XLNetConfig(
        vocab_size=TOY_LETTERS,
        d_model=setting["d_model"],
        n_layer=1,
        n_head=setting["n_head"],
        d_inner=2 * setting["d_model"],
        dropout=0.0,
        check_values=False,
    )
    model = XLNetLMHeadModel(config)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    fade = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / 10) * (1 - step / n_steps)
    )
    generator = torch.Generator().manual_seed(seed)
    began = time.process_time()
    for _ in range(n_steps):
        loss = model(**toy_batch(384 // T, T, K, generator)).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        fade.step()
    seconds = time.process_time() - began
    with torch.no_grad():
        found = model.eval()(**toy_batch(256, BASE["T"], BASE["K"], torch.Generator().manual_seed(99))).loss
    return found.item(), seconds
