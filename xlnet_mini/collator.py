"""From streams of text to batches of permutation language modelling (XLNet's own rules, not BERT's).

* The inputs are never changed: no token is replaced by <mask>. Only the mask of who may see whom differs.
* Exactly K tokens per row are chosen, as spans of whole words. <sep>, <cls> and <pad> are functional: where
  one was chosen, its slot stays empty (a zero row in target_mapping, no loss).
* The label of a slot is the token at the slot's own position; nothing is shifted.
* Any length works. With `reuse_len` the segment is two parts: the first never sees the second, so its states
  can go into memory although the second part is read again as the next first part.
* Batch number n is a function of the seed and n alone, so a run resumes at any step, and the rows of all
  processes together are the rows of one process with the larger batch.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from xlnet_mini.corpus import CorpusError
from xlnet_mini.partial_prediction import choose_spans, plm_mask, target_mapping
from xlnet_mini.recurrence import block_ranks, separate_parts, to_streams
from xlnet_mini.tokenizer import FUNCTIONAL, Tokenizer

UNUSED = -1  # position of an empty slot


@dataclass(frozen=True)
class PLMBatch:
    """One batch: what the model reads, and what it is to say."""

    input_ids: Int[Tensor, "B T"]
    perm_mask: Bool[Tensor, "B T T"]  # True: the row's position must not see the column's
    positions: Int[Tensor, "B K"]  # where the slots stand, left to right; -1: empty
    target_mapping: Float[Tensor, "B K T"]  # one-hot rows, zeros where empty
    labels: Int[Tensor, "B K"]  # the token at that position
    is_slot: Bool[Tensor, "B K"]  # False: empty, no loss
    rank: Int[Tensor, "B T"]

    def rows(self, first: int, last: int) -> "PLMBatch":
        """Rows first ... last - 1 of every tensor."""
        return PLMBatch(*(getattr(self, name)[first:last] for name in self.__dataclass_fields__))

    def to(self, device: torch.device | str) -> "PLMBatch":
        """The batch on another device."""
        return PLMBatch(
            *(getattr(self, name).to(device, non_blocking=True) for name in self.__dataclass_fields__)
        )


def permute(
    input_ids: Int[Tensor, "B T"],
    tokenizer: Tokenizer,
    num_predict: int,
    *,
    perm_size: int | None = None,
    reuse_len: int = 0,
    generator: torch.Generator | None = None,
) -> PLMBatch:
    """Choose targets, draw an order for each row, and build the masks.

    `perm_size` (default: the longer part) limits orders to blocks of so many tokens; `reuse_len` splits the
    row into two parts. Spans are then chosen in each part on its own, in proportion to the parts' lengths.
    """
    length = input_ids.shape[1]
    word_start = tokenizer.word_start(input_ids)
    n_first = round(num_predict * reuse_len / length)
    parts = (word_start[:, :reuse_len], n_first), (word_start[:, reuse_len:], num_predict - n_first)
    chosen = torch.cat([choose_spans(starts, n, generator) for starts, n in parts if starts.shape[1]], dim=1)
    rank = block_ranks(
        length,
        perm_size or max(reuse_len, length - reuse_len),
        reuse_len,
        batch=input_ids.shape[:1],
        generator=generator,
    )
    is_functional = torch.isin(input_ids, torch.tensor(FUNCTIONAL))
    perm_mask = separate_parts(plm_mask(rank, chosen, is_functional), reuse_len)
    # Every row has the same number of chosen tokens, so the flat list of places is a table.
    positions = chosen.nonzero()[:, 1].view(-1, num_predict)
    labels = input_ids.gather(1, positions)
    is_slot = ~is_functional.gather(1, positions)
    positions = positions.masked_fill(~is_slot, UNUSED)
    return PLMBatch(input_ids, perm_mask, positions, target_mapping(positions, length), labels, is_slot, rank)


@dataclass(frozen=True)
class StreamBatches:
    """Batch n of an endless training text, for any n, in any order of asking.

    The text lies in `batch` parallel streams; a step moves every stream on by `advance` tokens, so memory
    kept from step n fits step n + 1, except where `is_start(n)` says that the streams begin anew.
    """

    streams: Int[Tensor, "B L"]
    tokenizer: Tokenizer
    seq_len: int
    num_predict: int
    reuse_len: int = 0
    seed: int = 0

    @property
    def advance(self) -> int:
        """Tokens by which a step moves on: all that are read, or those that go into memory."""
        return self.reuse_len or self.seq_len

    @property
    def steps_per_epoch(self) -> int:
        """Steps until the streams end. One segment's length is kept for the shift between epochs."""
        return max(1, (self.streams.shape[1] - 2 * self.seq_len) // self.advance + 1)

    def is_start(self, step: int) -> bool:
        """Do the streams begin anew at this step? Memory of the step before is then another place's."""
        return step % self.steps_per_epoch == 0

    def __getitem__(self, step: int) -> PLMBatch:
        """Batch number `step`."""
        epoch, place = divmod(step, self.steps_per_epoch)
        # Each epoch cuts the text at other places, so that a segment's edge is not always the same.
        room = self.streams.shape[1] - self.seq_len - (self.steps_per_epoch - 1) * self.advance
        shift = int(
            torch.randint(min(room, self.seq_len - 1) + 1, (), generator=_seeded(self.seed, 1, epoch))
        )
        start = shift + place * self.advance
        return permute(
            self.streams[:, start : start + self.seq_len],
            self.tokenizer,
            self.num_predict,
            reuse_len=self.reuse_len,
            generator=_seeded(self.seed, 0, step),
        )


def training_batches(
    tokens: Int[Tensor, "N"],
    tokenizer: Tokenizer,
    batch: int,
    seq_len: int,
    num_predict: int,
    *,
    reuse_len: int = 0,
    seed: int = 0,
) -> StreamBatches:
    """Streams of a training text. Raises CorpusError where a stream would be shorter than a segment."""
    streams = to_streams(tokens, batch)
    if streams.shape[1] < seq_len:
        raise CorpusError(
            f"corpus: the training part has {len(tokens)} tokens, {streams.shape[1]} for each of {batch} "
            f"streams, fewer than seq_len={seq_len}; give a longer text, or lower --batch-size or --seq-len"
        )
    return StreamBatches(streams, tokenizer, seq_len, num_predict, reuse_len, seed)


def validation_batches(
    tokens: Int[Tensor, "N"],
    tokenizer: Tokenizer,
    batch: int,
    seq_len: int,
    num_predict: int,
    *,
    limit: int | None = None,
) -> list[PLMBatch]:
    """The fixed batches to measure on: the same targets and orders for every model and every run.

    Segments follow each other in every row, so memory can be carried from one batch to the next. A text too
    short for `batch` rows gets fewer. Raises CorpusError where it is shorter than one segment.
    """
    batch = min(batch, len(tokens) // seq_len)
    if batch == 0:
        raise CorpusError(
            f"corpus: the validation part has {len(tokens)} tokens, fewer than seq_len={seq_len}; "
            "give a longer text, or lower --seq-len"
        )
    streams = to_streams(tokens, batch)
    segments = streams[:, : streams.shape[1] // seq_len * seq_len].split(seq_len, dim=1)
    return [
        permute(ids, tokenizer, num_predict, generator=_seeded(0, 2, n))
        for n, ids in enumerate(segments[:limit])
    ]


def _seeded(*numbers: int) -> torch.Generator:
    """A generator whose draws depend on these numbers alone."""
    seed = 0
    for number in numbers:
        seed = (seed * 6364136223846793005 + number + 1442695040888963407) % 2**63
    return torch.Generator().manual_seed(seed)
