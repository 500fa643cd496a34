"""From the name of a text to everything that training reads: tokenizer, batches, fixed targets, baselines."""

import hashlib
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from xlnet_mini.baselines import baseline_losses, count
from xlnet_mini.collator import PLMBatch, StreamBatches, training_batches, validation_batches
from xlnet_mini.corpus import load_corpus
from xlnet_mini.tokenizer import Tokenizer, load_tokenizer
from xlnet_mini.training_config import TrainingConfig

VALIDATION_ROWS = (
    16  # of a validation batch, however large the batches of training are: the targets stay the same
)


@dataclass(frozen=True)
class TrainingData:
    """What a run reads. `digest` names the tokens, so that a resumed run notices another text."""

    tokenizer: Tokenizer
    train: Int[Tensor, "N"]
    batches: StreamBatches
    validation: list[PLMBatch]
    digest: str

    def baselines(self) -> dict[str, float]:
        """Losses in nats of the counting models on the validation targets."""
        return baseline_losses(count(self.train, self.tokenizer.vocab_size), self.validation)


def load_data(
    config: TrainingConfig, *, n_processes: int = 1, tokenizer: bytes | None = None
) -> TrainingData:
    """Read and split the text, train the tokenizer (or take the given one), cut streams for all processes.

    Raises CorpusError where the text is missing, empty, binary or too short.
    """
    corpus = load_corpus(config.corpus)
    pieces = Tokenizer(tokenizer) if tokenizer else load_tokenizer(corpus.train, config.vocab_size)
    train, held_out = pieces.stream(corpus.train), pieces.stream(corpus.validation)
    batches = training_batches(
        train,
        pieces,
        config.batch_size * n_processes,
        config.seq_len,
        config.num_predict,
        reuse_len=config.reuse_len,
        seed=config.seed,
    )
    validation = validation_batches(
        held_out,
        pieces,
        VALIDATION_ROWS,
        config.seq_len,
        config.eval_predict,
        limit=config.eval_batches,
    )
    digest = hashlib.sha256(torch.cat([train, held_out]).numpy().tobytes()).hexdigest()[:16]
    return TrainingData(pieces, train, batches, validation, digest)
