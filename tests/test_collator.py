"""Permutation batches against a loop written from the rules, and against the public reports they answer."""

import pytest
import torch

from xlnet_mini.collator import permute, training_batches, validation_batches
from xlnet_mini.corpus import CorpusError
from xlnet_mini.course import ledger
from xlnet_mini.partial_prediction import choose_spans
from xlnet_mini.tokenizer import CLS, PAD, SEP


class Made:
    """A tokenizer for made-up ids: even ids start a word; ids below 9 are special."""

    def word_start(self, ids):
        return (ids % 2 == 0) | (ids < 9)


def made_text(*shape, seed=0):
    return torch.randint(9, 60, shape, generator=torch.Generator().manual_seed(seed))


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def slow_mask(batch, row, functional, reuse_len=0):
    """Who may not see whom, pair by pair, from the table of the original's rules."""
    length = batch.input_ids.shape[1]
    targets = {p for p in batch.positions[row].tolist() if p >= 0}
    hidden = torch.zeros(length, length, dtype=torch.bool)
    rank = batch.rank[row].tolist()
    for i in range(length):
        for j in range(length):
            is_context = j not in targets and not functional[j]
            if i < reuse_len <= j:
                hidden[i, j] = True
            elif j < reuse_len <= i or is_context:
                hidden[i, j] = False
            elif i in targets:
                hidden[i, j] = rank[j] >= rank[i]
            elif functional[i]:
                hidden[i, j] = rank[j] > rank[i]
            else:
                hidden[i, j] = True
    return hidden


@pytest.mark.parametrize("length, reuse_len", [(11, 0), (12, 0), (12, 5), (17, 8)])
def test_masks_equal_the_rules_read_pair_by_pair(length, reuse_len):
    ids = made_text(3, length)
    ids[:, 4], ids[:, 9], ids[:, 10] = SEP, SEP, CLS
    batch = permute(ids, Made(), 5, reuse_len=reuse_len, generator=seeded())
    for row in range(3):
        functional = [token in (SEP, CLS, PAD) for token in ids[row].tolist()]
        assert torch.equal(batch.perm_mask[row], slow_mask(batch, row, functional, reuse_len))


def test_inputs_are_never_changed():
    """HF#22435, zihangdai/xlnet#274: no <mask> is written into the text."""
    ids = made_text(4, 33)
    before = ids.clone()
    batch = permute(ids, Made(), 8, generator=seeded())
    assert torch.equal(ids, before) and torch.equal(batch.input_ids, before)


def test_label_of_a_slot_is_the_token_at_its_own_position():
    """zihangdai/xlnet#104, HF#4698: nothing is shifted."""
    batch = permute(made_text(4, 33), Made(), 8, generator=seeded())
    assert torch.equal(batch.labels, batch.input_ids.gather(1, batch.positions))
    picked = batch.target_mapping @ batch.input_ids.float()[..., None]
    assert torch.equal(picked[..., 0].long(), batch.labels)


@pytest.mark.parametrize("length, reuse_len", [(1, 0), (2, 0), (2, 1), (7, 0), (7, 3), (12, 0), (13, 1)])
def test_exactly_k_slots_for_any_length(length, reuse_len):
    """HF#7341, HF#14367: odd lengths work, and halves are optional."""
    for k in {1, length}:
        batch = permute(made_text(3, length), Made(), k, reuse_len=reuse_len, generator=seeded())
        assert batch.target_mapping.shape == (3, k, length)
        assert (batch.target_mapping.sum(-1) == 1).all()
        assert (batch.positions.sort(dim=1).values == batch.positions).all()


def test_functional_tokens_leave_their_slot_empty():
    """HF#6812: separators and padding are never predicted, whatever was chosen."""
    ids = made_text(2, 10)
    ids[:, 3:] = torch.tensor([SEP, PAD, CLS, SEP, PAD, CLS, SEP])
    batch = permute(ids, Made(), 10, generator=seeded())
    assert batch.is_slot.sum(1).tolist() == [3, 3]
    assert (batch.target_mapping[~batch.is_slot] == 0).all()
    assert (batch.positions[~batch.is_slot] == -1).all()


def test_what_a_query_sees_has_lower_rank_or_is_context():
    """A target of rank r depends on context and on targets of rank below r, itself never."""
    batch = permute(made_text(2, 20), Made(), 12, generator=seeded())
    for row in range(2):
        targets = batch.positions[row].tolist()
        for i in targets:
            for j in range(20):
                sees = not batch.perm_mask[row, i, j]
                assert sees == (j not in targets or bool(batch.rank[row, j] < batch.rank[row, i]))


def test_the_first_part_is_blind_to_the_second():
    """HF#14367 and the halves of the original: memory made of the first part leaks nothing."""
    batch = permute(made_text(2, 16), Made(), 6, reuse_len=8, generator=seeded())
    assert batch.perm_mask[:, :8, 8:].all() and not batch.perm_mask[:, 8:, :8].any()
    assert ((batch.positions < 8).sum(1) == 3).all()


# Spans


def test_spans_start_at_words_and_all_but_one_end_at_words():
    """zihangdai/xlnet#16 and #69: spans are whole words, not pieces."""
    words = torch.rand(200, 40, generator=seeded(1)) < 0.6
    words[:, 0] = True
    chosen = choose_spans(words, 13, seeded())
    assert (chosen.sum(1) == 13).all()
    before = torch.nn.functional.pad(chosen[:, :-1], (1, 0))
    starts = chosen & ~before
    assert words[starts].all()
    after = torch.nn.functional.pad(words[:, 1:], (0, 1), value=True)
    ends_inside = chosen & ~torch.nn.functional.pad(chosen[:, 1:], (0, 1)) & ~after
    assert (ends_inside.sum(1) <= 1).all()


@pytest.mark.reference("partial_prediction.choose_spans")
def test_every_position_has_nearly_the_same_chance():
    chosen = choose_spans(torch.ones(20000, 64, dtype=torch.bool), 16, seeded()).float().mean(0)
    assert (chosen - 0.25).abs().max() < 0.03


@pytest.mark.reference("partial_prediction.choose_spans")
def test_span_lengths_follow_one_over_n():
    """With one target span per row, its length has probability proportional to 1 / n."""
    words = torch.ones(60000, 60, dtype=torch.bool)
    chosen = choose_spans(words, 5, seeded())
    inside = chosen[:, 1:-1] & ~chosen[:, :-2] & ~chosen[:, 2:]
    alone = inside.sum() / 60000  # spans of one word that touch no other
    assert alone > 0.4
    whole = (chosen.long().diff(dim=1) == 1).sum() / 60000 + chosen[:, 0].float().mean()
    assert 1.5 < whole < 3.5  # five tokens in a few spans, neither one nor five


@pytest.mark.parametrize("k", [-1, 8])
def test_an_impossible_number_of_targets_is_named(k):
    ours = "partial_prediction.choose_spans" not in ledger.graduated()  # a student's may say it otherwise
    with pytest.raises(ValueError, match="num_predict: expected 0 to 7" if ours else None):
        choose_spans(torch.ones(7, dtype=torch.bool), k)


def test_spans_leave_the_global_random_state_alone():
    state = torch.get_rng_state()
    choose_spans(torch.ones(2, 7, dtype=torch.bool), 3, seeded())
    assert torch.equal(state, torch.get_rng_state())


# Streams


def streams(batch=4, seq_len=8, **more):
    return training_batches(torch.arange(9, 809), Made(), batch, seq_len, 3, **more)


@pytest.mark.parametrize("reuse_len", [0, 3])
def test_each_row_goes_on_where_it_stopped(reuse_len):
    """B5, T#126: memory of one step fits the next step of the same row."""
    batches = streams(reuse_len=reuse_len)
    advance = reuse_len or 8
    for step in range(1, batches.steps_per_epoch):
        assert not batches.is_start(step)
        expected = batches[step - 1].input_ids + advance
        assert torch.equal(batches[step].input_ids, expected)
    assert batches.is_start(0) and batches.is_start(batches.steps_per_epoch)


def test_a_batch_depends_on_seed_and_step_alone():
    one, two = streams(seed=5), streams(seed=5)
    late = one[70]
    one[3]
    assert all(torch.equal(getattr(late, name), getattr(two[70], name)) for name in vars(late))
    assert not torch.equal(streams(seed=6)[70].rank, late.rank)


def test_targets_and_orders_are_drawn_anew_in_each_epoch():
    """zihangdai/xlnet#241: a text that comes back gets other targets and other orders."""
    batches = streams()
    first, again = batches[0], batches[batches.steps_per_epoch]
    assert not torch.equal(first.rank, again.rank)
    assert not torch.equal(first.positions, again.positions)


def test_two_processes_read_the_rows_of_one_with_twice_the_batch():
    whole = streams(batch=8)[2]
    halves = [whole.rows(0, 4), whole.rows(4, 8)]
    assert torch.equal(torch.cat([h.input_ids for h in halves]), whole.input_ids)
    assert not set(halves[0].input_ids.flatten().tolist()) & set(halves[1].input_ids.flatten().tolist())


def test_text_shorter_than_a_segment_is_refused():
    with pytest.raises(CorpusError, match="fewer than seq_len=300"):
        streams(seq_len=300)
    with pytest.raises(CorpusError, match="validation part has 20 tokens"):
        validation_batches(torch.arange(9, 29), Made(), 4, 30, 3)


def test_stream_as_long_as_one_segment_works():
    batches = training_batches(torch.arange(9, 41), Made(), 4, 8, 3)
    assert batches.steps_per_epoch == 1
    assert torch.equal(batches[0].input_ids, batches[1].input_ids)


def test_validation_targets_are_always_the_same_and_cover_the_text():
    tokens = torch.arange(9, 309)
    one, two = (validation_batches(tokens, Made(), 4, 10, 3) for _ in range(2))
    assert all(torch.equal(a.positions, b.positions) for a, b in zip(one, two, strict=True))
    assert sum(batch.input_ids.numel() for batch in one) >= 280
    assert validation_batches(tokens[:25], Made(), 4, 10, 3)[0].input_ids.shape == (2, 10)
