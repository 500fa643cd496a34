"""Public bug reports and recurring questions about XLNet, as tests of what they protect.

HF is huggingface/transformers, X zihangdai/xlnet, T kimiyoung/transformer-xl; numbers are issues or pull
requests. Reports whose protection is tested elsewhere, and those that do not concern the model:

    HF#774, X#94, HF#1531   short prompts give poor text: a property of training, shown in generation, not tested here
    HF#789, HF#3712, HF#1912  slow generation: the cached path, tests/test_generation.py
    XLnet-gen#3             repetition under greedy search: not a fault
    X#104, X#241, X#274, X#16, X#69, HF#6812, HF#7341, HF#14367, HF#22435 (inputs unchanged)  the collator's tests
    T#126, T#102, T#75      order of segments, reset per document: the data's and the training's tests
    T#15, T#92 (absolute positions, head counts)   no absolute positions here
    X#65, X#97, keras-xlnet#22  number of distance rows: tests/test_rel_shift.py
    HF#1088, HF#947, HF#1549, X#29, HF#1242, HF#810  question answering and classification: no such heads here
    HF#11112, HF#466        tokenizers: the tokenizer's tests
    X#124, X#234, T#14, T#53, T#112, HF#4559, HF#2599, HF#9396, HF#1160, X#66,
    X#184                   training recipes: the training's tests
    X#42, X#101, X#125, X#259, X#268, HF#2197, T#39, X#141  memory and speed: `python -m xlnet_mini.benchmark` measures
    X#114, X#263, HF#2613   length is not limited: test_any_length_runs
"""

import pytest
import torch
from model_cases import make_model, small_config

from xlnet_mini import XLNetModel
from xlnet_mini.partial_prediction import plm_mask, target_mapping
from xlnet_mini.permutation import query_mask
from xlnet_mini.rel_shift import rel_shift
from xlnet_mini.two_stream import masked_softmax, start_query_stream

IDS = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]])
LAST_SLOT = target_mapping(torch.tensor([[4], [4]]), 5)


def changed(a: torch.Tensor, b: torch.Tensor) -> bool:
    return bool((a - b).abs().max() > 1e-9)


def test_text_before_a_separator_is_ordinary_context():
    """HF#4682: output leaks content of the padding text; only perm_mask hides it."""
    model = make_model(small_config())
    other = IDS.clone()
    other[:, 0] = 7
    hidden = torch.zeros(2, 5, 5, dtype=torch.bool)
    hidden[:, :, 4] = True
    seen = [model(ids, perm_mask=hidden, target_mapping=LAST_SLOT).logits for ids in (IDS, other)]
    assert changed(*seen)
    hidden[:, :, 0] = True
    unseen = [model(ids, perm_mask=hidden, target_mapping=LAST_SLOT).logits for ids in (IDS, other)]
    assert not changed(*unseen)


def test_two_evaluations_of_one_model_are_equal():
    """HF#846, HF#1012: outputs differ from run to run (training mode, or weights never loaded)."""
    model = make_model(small_config(dropout=0.3))
    assert torch.equal(model(IDS).logits, model(IDS).logits)


def test_a_causal_perm_mask_makes_a_left_to_right_model():
    """HF#1437, X#18: a language model needs perm_mask; with it, position i does not move when i + 1 does."""
    model = make_model(small_config())
    causal = query_mask(torch.arange(5)).expand(2, 5, 5)
    other = IDS.clone()
    other[:, 3] = 0
    a, b = (model(ids, perm_mask=causal).logits for ids in (IDS, other))
    assert not changed(a[:, :3], b[:, :3]) and changed(a[:, 3:], b[:, 3:])


def test_target_mapping_selects_and_perm_mask_hides():
    """HF#2359: the two confused. The mapping moves no other logit; the mask does."""
    model = make_model(small_config())
    two = target_mapping(torch.tensor([[4, 1], [4, 0]]), 5)
    one = model(IDS, target_mapping=LAST_SLOT).logits
    assert not changed(model(IDS, target_mapping=two).logits[:, :1], one)
    hidden = torch.zeros(2, 5, 5)
    hidden[:, 4, 0] = 1
    assert changed(model(IDS, perm_mask=hidden, target_mapping=LAST_SLOT).logits, one)
    with pytest.raises(ValueError, match=r"perm_mask: expected shape \[B, T, T\]"):
        model(IDS, perm_mask=LAST_SLOT)


@pytest.mark.parametrize("dtype", [torch.bool, torch.int64, torch.float32])
def test_one_in_perm_mask_hides(dtype):
    """HF#1629: is 1 "attend" or "hide"? Two tokens, one layer: hiding the other makes a row blind to it."""
    model = make_model(small_config(n_layer=1))
    hidden = torch.tensor([[[0, 1], [0, 0]]]).to(dtype)
    a, b = (model(torch.tensor([[3, w]]), perm_mask=hidden).logits[0] for w in (5, 6))
    assert not changed(a[0], b[0]) and changed(a[1], b[1])


def test_the_content_stream_sees_its_own_token_although_perm_mask_hides_it():
    """HF PR#711: does the content stream see itself? Yes; the query stream does not."""
    model = make_model(small_config(n_layer=1))
    all_hidden = torch.ones(1, 2, 2)
    a, b = (model(torch.tensor([[w, 4]]), perm_mask=all_hidden).logits[0] for w in (5, 6))
    assert changed(a[0], b[0])


def test_query_stream_starts_without_content():
    """X#236: why mask_emb; every target starts from the same vector, whatever the words."""
    start = start_query_stream(torch.randn(4), 2, 3)
    assert (start == start[0, 0]).all()
    model = make_model(small_config())
    a, b = (model(ids, target_mapping=LAST_SLOT, output_states=True) for ids in (IDS, IDS.flip(1)))
    assert torch.equal(a.query_states[0], b.query_states[0])


def test_a_later_target_sees_the_word_of_an_earlier_one():
    """HF#22435: inputs overwritten by <mask> hide it; here the word itself is seen."""
    rank, is_target = torch.tensor([0, 1, 2]), torch.tensor([False, True, True])
    hidden = plm_mask(rank, is_target, torch.zeros(3, dtype=torch.bool))[None]
    model = make_model(small_config())
    slot = target_mapping(torch.tensor([[2]]), 3)
    words = (torch.tensor([[1, w, 3]]) for w in (5, 6))
    assert changed(*(model(ids, perm_mask=hidden, target_mapping=slot).logits for ids in words))


def test_output_has_one_row_per_target():
    """X#126: the output has num_predict rows when targets are given."""
    model = make_model(small_config())
    assert model(IDS, target_mapping=LAST_SLOT).logits.shape[1] == 1 and model(IDS).logits.shape[1] == 5


@pytest.mark.reference("two_stream.masked_softmax")
def test_large_scores_do_not_beat_the_mask_in_half_precision():
    """HF PR#1284, HF#10484: 1e30 overflows fp16, and 1e4 can be beaten by scores."""
    scores = torch.tensor([[-30000.0, 30000.0]], dtype=torch.float16)
    got = masked_softmax(scores, torch.tensor([[False, True]]))
    assert got.tolist() == [[1, 0]]


def test_two_streams_run_in_bfloat16():
    """Transformers' two streams fail in half precision: the sinusoids stay fp32."""
    model = make_model(small_config(), torch.bfloat16)
    assert model(IDS, target_mapping=LAST_SLOT).logits.dtype == torch.bfloat16


def test_a_smaller_batch_with_memory_is_an_error_that_names_the_fix():
    """HF#7584, PR#8567, tensor2tensor#1707, annotated_deep_learning_paper_implementations#285."""
    model = make_model(small_config(mem_len=2))
    mems = model(IDS).mems
    with pytest.raises(ValueError, match="drop the last, smaller batch"):
        model(IDS[:1], mems=mems)


def test_no_memory_is_none_and_may_be_passed_on():
    """HF#1131: a tuple of None crashed the second call."""
    model = make_model(small_config(mem_len=0))
    out = model(IDS)
    assert out.mems is None
    assert model(IDS, mems=out.mems).mems is None


def test_mem_len_0_keeps_nothing_for_two_steps():
    """fastai PR#1569; in transformers memory of mem_len 0 grows without end."""
    model = make_model(small_config(mem_len=0))
    first = model(IDS)
    second = model(IDS, mems=first.mems)
    assert torch.equal(first.logits, second.logits)


@pytest.mark.parametrize(
    ("mem_len", "reuse_len", "lengths"), [(8, 0, [5, 8, 8, 8]), (8, 2, [2, 4, 6, 8]), (3, 0, [3, 3, 3, 3])]
)
def test_lengths_of_memory_over_four_steps(mem_len, reuse_len, lengths):
    """X#59, X#271, X#272, X#273, Chinese-XLNet#57, xlnet_zh#8: reuse_len rows go in, mem_len rows stay."""
    model = make_model(small_config(mem_len=mem_len, reuse_len=reuse_len))
    mems, got = None, []
    for _ in range(4):
        mems = model(IDS, mems=mems).mems
        got.append(mems[0].shape[1])
    assert got == lengths


def test_any_length_runs():
    """X#114, X#263, HF#2613: is 512 a limit? No."""
    model = make_model(small_config())
    assert model(torch.zeros(1, 700, dtype=torch.long)).logits.shape == (1, 700, 23)


def test_the_first_step_without_memory_runs_and_continues():
    """xlnet-Pytorch#5, Transformers-RL#7: the path without memory, and the first row of the next one."""
    model = make_model(small_config(mem_len=10))
    causal = query_mask(torch.arange(5)).expand(2, 5, 5)
    first = model(IDS, perm_mask=causal)
    second = model(IDS, perm_mask=causal, mems=first.mems)
    whole = model(torch.cat([IDS, IDS], 1), perm_mask=query_mask(torch.arange(10)).expand(2, 10, 10))
    assert torch.allclose(torch.cat([first.logits, second.logits], 1), whole.logits, atol=1e-12)


def test_memory_holds_the_inputs_of_the_layers():
    """HF#269: mems are not the hidden states that were returned: they are batch-first inputs of each layer."""
    model = make_model(small_config(mem_len=9))
    out = model(IDS, output_states=True)
    assert all(torch.equal(mem, h) for mem, h in zip(out.mems, out.content_states, strict=False))
    assert len(out.mems) == 2 and len(out.content_states) == 3


def test_shift_equals_a_double_loop_without_causal_mask():
    """T#8, T#138, espnet#2684, #2917, conformer#30, TensorFlowASR#161: the shift needs S + T rows to look right."""
    x = torch.randn(3, 8)
    got = rel_shift(x, 5)
    assert got.tolist() == [[x[i, 3 - i + j].item() for j in range(5)] for i in range(3)]


def test_attention_may_look_right_unless_told_otherwise():
    """keras-xlnet#9: bad tagging because attn_type was "uni"; the default is "bi"."""
    other = IDS.clone()
    other[:, 4] = 0
    both, left = (make_model(small_config(**kind)) for kind in ({}, {"attn_type": "uni"}))
    assert changed(both(IDS).logits[:, 0], both(other).logits[:, 0])
    assert not changed(left(IDS).logits[:, 0], left(other).logits[:, 0])


@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_on_either_side_changes_no_output(side):
    """HF#1013, #1320, #1913, #1253, #1022: with a right attention_mask (1 = token) both sides are the same."""
    model = make_model(small_config())
    amount = (2, 0) if side == "left" else (0, 2)
    padded, mask = (torch.nn.functional.pad(x, amount) for x in (IDS, torch.ones_like(IDS)))
    out = model(padded, attention_mask=mask).logits[:, mask[0] > 0]
    assert torch.allclose(out, model(IDS).logits, atol=1e-12)


def test_numbers_of_segments_do_not_matter_only_sameness():
    """HF#810, #1208, #2603, #3076; X#62: relabelling changes nothing, except that memory counts as segment 0."""
    model = make_model(small_config(mem_len=3))
    segments = torch.tensor([[0, 0, 1, 1, 2], [1, 1, 1, 0, 0]])
    plain = model(IDS, token_type_ids=segments)
    assert torch.equal(plain.logits, model(IDS, token_type_ids=5 - segments).logits)
    assert changed(plain.logits, model(IDS).logits)
    assert torch.allclose(
        model(IDS).logits, model(IDS, token_type_ids=torch.full((2, 5), 3)).logits, atol=1e-12
    )
    with_memory = [model(IDS, token_type_ids=s, mems=plain.mems).logits for s in (segments, 5 - segments)]
    assert changed(*with_memory)


def test_labels_are_not_shifted():
    """HF#3711, #4698, #3615: one convention. The label of a slot is the token at the slot's position."""
    model = make_model(small_config())
    out = model(IDS, labels=IDS)
    rows = torch.log_softmax(out.logits, -1).gather(-1, IDS[..., None])
    assert out.loss.item() == pytest.approx(-rows.mean().item())


def test_masks_are_bool_and_nothing_asks_for_cuda():
    """T#115, T#148, HF PR#1199: uint8 masks, and an import that needs CUDA."""
    model = make_model(small_config())
    as_bytes = torch.eye(5, dtype=torch.uint8).expand(2, 5, 5)
    assert torch.equal(model(IDS, perm_mask=as_bytes).logits, model(IDS, perm_mask=as_bytes.bool()).logits)


def test_dtype_does_not_hang_on_the_first_parameter():
    """HF#8145: next(parameters()) is empty in replicas; ours runs with frozen, detached weights."""
    model = make_model(small_config()).requires_grad_(False)
    values = dict(model.named_parameters())
    assert torch.equal(torch.func.functional_call(model, values, (IDS,)).logits, model(IDS).logits)


def test_feed_forward_has_two_layers():
    """xlnet-Pytorch#3, #16: a teaching version had one; the parity tests are the defence, this names it."""
    ff = XLNetModel(small_config()).layer[0].ff
    assert ff.layer_1.weight.shape == (12, 8) and ff.layer_2.weight.shape == (8, 12)
