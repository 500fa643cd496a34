"""What is switched in each ablation: a setting, the mask of the training batches, or what predicts.

Nothing of the model or of the training step is changed for it. An arm is the plain run with other settings
(`changes`), other training batches (`rewrite`), or another module trained around the model (`predictor`).
Validation is the same for all arms of an experiment: the same targets, predicted by the query stream or, where
there is only one stream, from <mask>. Neither is told the word.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from xlnet_mini.collator import PLMBatch
from xlnet_mini.data import load_data
from xlnet_mini.lm_head import XLNetLMHeadModel, XLNetLMOutput
from xlnet_mini.partial_prediction import plm_loss, plm_mask, target_mapping
from xlnet_mini.permutation import order_to_rank, query_mask, sample_order
from xlnet_mini.tokenizer import MASK
from xlnet_mini.training_config import TrainingConfig, preset

PERIOD = (
    24  # tokens after which the repeating text repeats: more than a segment, less than segment and memory
)
SEGMENTS = 8  # of a document; then another text begins and memory is forgotten


class FromContent(nn.Module):
    """Predicts each target from the content stream at its position: one stream, which has read the word itself."""

    def __init__(self, model: XLNetLMHeadModel) -> None:
        super().__init__()
        self.model = model

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        perm_mask: Bool[Tensor, "B T T"],
        target_mapping: Float[Tensor, "B K T"],
        mems: list[Float[Tensor, "B M D"]] | None = None,
        labels: Int[Tensor, "B K"] | None = None,
    ) -> XLNetLMOutput:
        """As XLNetLMHeadModel, for the same targets."""
        out = self.model.transformer(input_ids, perm_mask=perm_mask, mems=mems)
        logits = self.model.lm_loss(target_mapping.to(out.last_hidden_state) @ out.last_hidden_state)
        loss = None if labels is None else plm_loss(logits, labels, labels != -100)
        return XLNetLMOutput(**vars(out), logits=logits, loss=loss)


class FromMaskedWords(FromContent):
    """The same with <mask> in the place of every target, as in BERT: nobody reads a target's word."""

    def forward(self, input_ids, perm_mask, target_mapping, mems=None, labels=None) -> XLNetLMOutput:
        """As XLNetLMHeadModel, for the same targets."""
        masked = input_ids.masked_fill(target_mapping.any(dim=1), MASK)
        return super().forward(masked, perm_mask, target_mapping, mems, labels)


def front(batch: PLMBatch) -> PLMBatch:
    """The same targets, now first in the order: a target sees the targets before it, and none of the context."""
    is_target = batch.target_mapping.any(dim=1)
    order = (batch.rank + batch.rank.shape[-1] * ~is_target).argsort(dim=-1)
    rank = order_to_rank(order)
    return replace(batch, rank=rank, perm_mask=query_mask(rank))


@dataclass(frozen=True)
class Task:
    """What a run reads and is measured on. `baselines` are losses in nats that need no network."""

    vocab_size: int
    batches: Any  # batches[step], and is_start(step): does the memory begin anew?
    validation: list[PLMBatch]
    baselines: dict[str, float]


def text_task(config: TrainingConfig) -> Task:
    """The text of the course."""
    data = load_data(config)
    return Task(data.tokenizer.vocab_size, data.batches, data.validation, data.baselines())


@dataclass(frozen=True)
class RepeatingBatches:
    """Batch n of documents that repeat 24 random words for ever.

    A segment is shorter than that: the word that tells what comes is never in its own segment. With `knowable`
    the slots of the first 24 words, which nothing could tell, are empty.
    """

    config: TrainingConfig
    knowable: bool = False

    def __getitem__(self, step: int) -> PLMBatch:
        config, (document, segment) = self.config, divmod(step, SEGMENTS)
        T, K, rows = config.seq_len, config.num_predict, (config.batch_size,)
        # Validation has other words than training: it is the only one whose first number is odd.
        first = 2 * config.seed + self.knowable
        g = torch.Generator().manual_seed((first * 10**6 + document) * 10)
        words = torch.randint(config.vocab_size, (*rows, PERIOD), generator=g)
        g = torch.Generator().manual_seed((first * 10**6 + document) * 10 + 1 + segment)
        places = torch.arange(segment * T, (segment + 1) * T)
        ids, rank = words[:, places % PERIOD], order_to_rank(sample_order(T, batch=rows, generator=g))
        is_target = rank >= T - K
        positions = is_target.nonzero()[:, 1].view(-1, K)
        return PLMBatch(
            input_ids=ids,
            perm_mask=plm_mask(rank, is_target, torch.zeros_like(is_target)),
            positions=positions,
            target_mapping=target_mapping(positions, T),
            labels=ids.gather(1, positions),
            is_slot=places[positions] >= PERIOD * self.knowable,
            rank=rank,
        )

    def is_start(self, step: int) -> bool:
        """Does another document begin at this step?"""
        return step % SEGMENTS == 0


def repeating_task(config: TrainingConfig) -> Task:
    """The text that repeats: one document of 64 rows to measure on, its segments in order."""
    held_out = RepeatingBatches(replace(config, seed=0, batch_size=64), knowable=True)
    chance = {"one of all words": math.log(config.vocab_size)}
    validation = [held_out[segment] for segment in range(SEGMENTS)]
    return Task(config.vocab_size, RepeatingBatches(config), validation, chance)


@dataclass(frozen=True)
class Experiment:
    """Arms that are compared: where their text comes from, and the settings that they share."""

    task: Callable[[TrainingConfig], Task]
    settings: dict[str, Any]
    quick: dict[str, Any]  # settings of a run that only shows that everything works


# Far smaller than the cpu preset: half the width and the length, a quarter of the pieces.
SMALL = {"d_model": 96, "n_head": 4, "d_inner": 384, "vocab_size": 512, "n_warmup": 150, "eval_batches": 20}
SMALL |= {"seq_len": 32, "num_predict": 16, "eval_predict": 8}
FEW = {"n_steps": 6, "n_warmup": 2, "eval_every": 3, "eval_batches": 1, "d_model": 16, "d_inner": 32}
EXPERIMENTS = {
    "text": Experiment(
        text_task, SMALL | {"n_steps": 800, "eval_every": 100}, FEW | {"corpus": "python-docs"}
    ),
    "repeating": Experiment(
        repeating_task,
        {"vocab_size": 32, "seq_len": 16, "mem_len": 32, "num_predict": 8, "d_model": 64, "n_head": 4}
        | {"d_inner": 128, "n_steps": 800, "n_warmup": 50, "eval_every": 40},
        FEW,
    ),
    "stability": Experiment(
        text_task, SMALL | {"n_steps": 400, "eval_every": 50}, FEW | {"corpus": "python-docs"}
    ),
}


@dataclass(frozen=True)
class Arm:
    """One run's difference from the plain run of its experiment.

    `rewrite` changes each training batch; `predictor` makes of the model what is trained, `judge` what is
    measured (and is not told the word). Of a `watched` arm the gradient's norm and the states' spread are kept.
    """

    says: str
    experiment: str = "text"
    changes: dict[str, Any] = field(default_factory=dict)
    rewrite: Callable[[PLMBatch], PLMBatch] = lambda batch: batch
    predictor: Callable[[XLNetLMHeadModel], nn.Module] = lambda model: model
    judge: Callable[[XLNetLMHeadModel], nn.Module] = lambda model: model
    watched: bool = False

    def config(self, seed: int, quick: bool = False) -> TrainingConfig:
        """All settings of one run."""
        experiment = EXPERIMENTS[self.experiment]
        settings = experiment.settings | self.changes | (experiment.quick if quick else {})
        return preset("cpu", out="", seed=seed, device="cpu", **settings)


ARMS = {
    "baseline": Arm("as the labs built it"),
    "no positions": Arm("the position scores stay zero", changes={"no_positions": True}),
    "one stream": Arm(
        "predicted from h, which has read the word", predictor=FromContent, judge=FromMaskedWords
    ),
    "masked words": Arm(
        "predicted from h, with <mask> for every target", predictor=FromMaskedWords, judge=FromMaskedWords
    ),
    "front": Arm("targets come first in the order, the context after them", rewrite=front),
    "memory": Arm("32 rows of memory", "repeating"),
    "no memory": Arm("each segment alone", "repeating", {"mem_len": 0}),
    "usual rate": Arm("learning rate 2e-3, 150 steps of warm-up", "stability", watched=True),
    "high rate": Arm("learning rate 8e-3", "stability", {"lr": 8e-3}, watched=True),
    "long warm-up": Arm(
        "learning rate 8e-3, 300 steps of warm-up", "stability", {"lr": 8e-3, "n_warmup": 300}, watched=True
    ),
    "clipping": Arm(
        "learning rate 8e-3, gradients clipped at 0.1", "stability", {"lr": 8e-3, "clip": 0.1}, watched=True
    ),
}
