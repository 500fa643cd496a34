"""Bugs and confusions that people reported about XLNet's data, training and generation: what protects us.

Each line names reports (HF = huggingface/transformers, X = zihangdai/xlnet, T = kimiyoung/transformer-xl) and either
the test that protects this package, or why there is none. The tests below guard that list and add what fits
nowhere else.
"""

import ast
from pathlib import Path

import pytest
import torch

from xlnet_mini.collator import permute
from xlnet_mini.config import XLNetConfig
from xlnet_mini.generation import causal_perm_mask
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.partial_prediction import target_mapping
from xlnet_mini.tokenizer import FUNCTIONAL

TESTS = Path(__file__).parent

PROTECTED = {
    "HF#4682: padding text is ordinary context": "test_public_reports_data::test_text_before_eod_is_ordinary_context",
    "HF#846, HF#1012: other outputs at each call": "test_generation::test_two_runs_are_equal_and_the_mode_is_put_back",
    "HF#1437, X#18: next-token prediction": "test_generation::test_log_probabilities_are_those_of_one_causal_pass",
    "HF#789: generation reads everything again": "test_generation::test_with_memory_a_step_reads_two_rows",
    "HF#1912: memory must replace reading, not add to it": (
        "test_generation::test_memory_and_reading_anew_give_the_same_text_and_numbers"
    ),
    "X#104: label and input of a slot": "test_collator::test_label_of_a_slot_is_the_token_at_its_own_position",
    "HF#4698, HF#3711: labels shifted or not": (
        "test_collator::test_label_of_a_slot_is_the_token_at_its_own_position"
    ),
    "X#241: are targets drawn anew?": "test_collator::test_targets_and_orders_are_drawn_anew_in_each_epoch",
    "X#274: selection is no corruption": "test_collator::test_inputs_are_never_changed",
    "X#16, X#69: spans of pieces instead of words": (
        "test_collator::test_spans_start_at_words_and_all_but_one_end_at_words"
    ),
    "HF#22435: <mask> written into the inputs": "test_collator::test_inputs_are_never_changed",
    "HF#22435: later targets see earlier ones": (
        "test_collator::test_what_a_query_sees_has_lower_rank_or_is_context"
    ),
    "HF#6812: padding and special tokens as targets": (
        "test_collator::test_functional_tokens_leave_their_slot_empty"
    ),
    "HF#7341: odd lengths": "test_collator::test_exactly_k_slots_for_any_length",
    "HF#14367: halves mirror reuse_len": "test_collator::test_the_first_part_is_blind_to_the_second",
    "spec A3: a short input without a target gives NaN": (
        "test_public_reports_data::test_a_batch_always_has_targets_and_a_number_as_loss"
    ),
    "HF#7584: a last smaller batch": "test_collator::test_each_row_goes_on_where_it_stopped",
    "T#126: memory with shuffled sentences": "test_collator::test_each_row_goes_on_where_it_stopped",
    "T#102, T#75: report loss with and without memory": "test_evaluation::test_figures_have_every_view",
    "HF#11112, HF#466: tokens change after saving": (
        "test_tokenizer::test_tokens_do_not_change_after_saving_and_loading"
    ),
    "X#124, T#14, T#53: loss stays on a plateau": "test_training::test_one_batch_is_learned_by_heart",
    "X#66, X#184: decay and rate reach the wrong parameters": (
        "test_training::test_weight_decay_and_rate_reach_the_right_parameters"
    ),
    "HF#1160: the seed changes nothing": "test_public_reports_data::test_the_seed_changes_the_batches",
    "T batch_chunk: memory of each part": (
        "test_training::test_accumulated_parts_give_the_gradient_of_the_whole_batch"
    ),
    "T#115, T#148: an import that needs CUDA": "test_public_reports_data::test_modules_import_without_cuda",
}

NOT_TESTED = {
    "HF#774, X#94, HF#1531: poor text from short prompts": "a property of training; generation.py says it first",
    "rusiaaman/XLnet-gen#3: beam search repeats": "no beam search here",
    "HF#4559, HF#2599, HF#795: fine-tuning stuck at the majority class": "no fine-tuning in this package yet",
    "X#42, X#101, X#125, X#259: out of memory": "the benchmark command reports peak memory",
    "HF#2197, X#141: slower than BERT": "the benchmark command measures",
    "HF#8145: StopIteration in DataParallel": "DistributedDataParallel is used, parameters stay where they are",
    "X PR#93: no rate decay for embeddings": "no layer-wise decay here",
}


@pytest.mark.parametrize("report", PROTECTED)
def test_the_test_that_protects_from_the_report_exists(report):
    file, name = PROTECTED[report].split("::")
    tree = ast.parse((TESTS / f"{file}.py").read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_report_has_one_line():
    assert not set(PROTECTED) & set(NOT_TESTED)


class Made:
    """A tokenizer for made-up ids: every token is a word."""

    def word_start(self, ids):
        return torch.ones_like(ids, dtype=torch.bool)


def small_model():
    torch.manual_seed(0)
    return XLNetLMHeadModel(
        XLNetConfig(
            vocab_size=30, d_model=16, n_layer=2, n_head=2, d_inner=16, initializer_range=0.3, dropout=0
        )
    )


def test_text_before_eod_is_ordinary_context():
    """<eod> marks, it does not block; who wants a wall writes it into perm_mask."""
    model = small_model().eval()
    ids = torch.tensor([[10, 11, 7, 12, 13, 14]])  # 7 is <eod>
    other = torch.tensor([[20, 21, 7, 12, 13, 14]])
    slot = target_mapping(torch.tensor([[5]]), 6)
    mask = causal_perm_mask(6)[None]
    assert not torch.equal(
        model(ids, perm_mask=mask, target_mapping=slot).logits,
        model(other, perm_mask=mask, target_mapping=slot).logits,
    )
    walled = mask.clone()
    walled[:, 3:, :3] = True
    assert torch.equal(
        model(ids, perm_mask=walled, target_mapping=slot).logits,
        model(other, perm_mask=walled, target_mapping=slot).logits,
    )


@pytest.mark.parametrize("length", [1, 2, 16])
def test_a_batch_always_has_targets_and_a_number_as_loss(length):
    ids = torch.randint(9, 30, (3, length))
    batch = permute(ids, Made(), 1)
    model = small_model()
    labels = batch.labels.masked_fill(~batch.is_slot, -100)
    loss = model(
        batch.input_ids, perm_mask=batch.perm_mask, target_mapping=batch.target_mapping, labels=labels
    ).loss
    loss.backward()
    assert batch.is_slot.all() and loss.isfinite() and loss > 0
    only_functional = torch.full((3, length), FUNCTIONAL[0])
    empty = permute(only_functional, Made(), 1)
    labels = empty.labels.masked_fill(~empty.is_slot, -100)
    loss = model(
        empty.input_ids, perm_mask=empty.perm_mask, target_mapping=empty.target_mapping, labels=labels
    ).loss
    assert loss == 0


def test_the_seed_changes_the_batches():
    ids = torch.randint(9, 30, (3, 20))
    one, same, other = (
        permute(ids, Made(), 5, generator=torch.Generator().manual_seed(seed)) for seed in (1, 1, 2)
    )
    assert torch.equal(one.perm_mask, same.perm_mask)
    assert not torch.equal(one.perm_mask, other.perm_mask)


def test_modules_import_without_cuda():
    package = TESTS.parent / "xlnet_mini"
    for file in package.glob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.If):
                assert "torch.cuda" not in ast.unparse(node), file.name
