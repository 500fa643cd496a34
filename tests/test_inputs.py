"""Inputs that cannot be used: one line that names the argument, the shapes, and what to do."""

import warnings

import pytest
import torch
from model_cases import make_model, small_config

from xlnet_mini import XLNetConfig
from xlnet_mini.partial_prediction import target_mapping

IDS = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]])


def mems(batch: int = 2, width: int = 8, layers: int = 2):
    return [torch.zeros(batch, 4, width, dtype=torch.float64) for _ in range(layers)]


def refuse(*expected: str, model=None, **inputs) -> None:
    inputs = {"input_ids": IDS, **inputs}
    with pytest.raises(ValueError) as error:
        (model or make_model(small_config(mem_len=4)))(**inputs)
    message = str(error.value)
    assert "\n" not in message and len(message) < 300, message
    for part in expected:
        assert part in message, message


def test_shapes_are_named():
    refuse("input_ids", "[5]", "input_ids[None]", input_ids=IDS[0])
    refuse("input_ids", "[0, 5]", input_ids=IDS[:0])
    refuse("input_ids", "float32", ".long()", input_ids=IDS.float())
    refuse("perm_mask", "[B, T, T] = [2, 5, 5]", "[2, 4, 4]", "1 = hidden", perm_mask=torch.zeros(2, 4, 4))
    refuse("perm_mask", "[5, 5]", perm_mask=torch.zeros(5, 5))
    refuse("attention_mask", "[2, 5]", "[2, 6]", attention_mask=torch.ones(2, 6))
    refuse("token_type_ids", "[1, 5]", token_type_ids=torch.zeros(1, 5, dtype=torch.long))
    refuse("target_mapping", "[2, 3, 5]", "[2, 3, 4]", target_mapping=torch.zeros(2, 3, 4))
    refuse("target_mapping", "[2, 5]", "one-hot row", target_mapping=torch.zeros(2, 5))
    slots = target_mapping(torch.tensor([[0], [1]]), 5)
    refuse("labels", "[2, 1]", "[2, 5]", "one label per row", target_mapping=slots, labels=IDS)
    refuse("labels", "float32", ".long()", labels=IDS.float())


def test_ids_out_of_range():
    refuse("input_ids", "22", "0 to 23", "tokenizer", input_ids=torch.tensor([[0, 23]]))
    refuse("input_ids", "-1 to 0", input_ids=torch.tensor([[0, -1]]))
    refuse("labels", "-100", "-1 to 3", input_ids=IDS[:1, :2], labels=torch.tensor([[3, -1]]))


def test_attention_mask_without_tokens():
    refuse("attention_mask", "1 of 2 rows", "1 - mask", attention_mask=torch.tensor([[1] * 5, [0] * 5]))


def test_attention_mask_of_mostly_padding_warns():
    model = make_model(small_config())
    with pytest.warns(UserWarning, match="only 4 of 10 positions are tokens"):
        model(IDS, attention_mask=torch.tensor([[1, 1, 0, 0, 0]] * 2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model(IDS, attention_mask=torch.tensor([[1, 1, 1, 0, 0]] * 2))


def test_target_mapping_rows_must_be_one_hot():
    refuse("target_mapping", "2 rows", "one-hot", target_mapping=torch.full((2, 1, 5), 0.2))
    refuse("target_mapping", "1 rows", target_mapping=torch.tensor([[[1.0, 1, 0, 0, 0]], [[0, 0, 0, 0, 0]]]))


def test_a_last_smaller_batch_names_the_fix():
    refuse(
        "mems[0]", "[2, 4, 8]", "[3, 4, 8]", "drop the last, smaller batch", "mems=None", mems=mems(batch=3)
    )


def test_other_wrong_memory():
    refuse("mems", "n_layer = 2", "got 1", mems=mems(layers=1))
    refuse("mems", "got 0", mems=[])
    refuse("mems[0]", "[2, 4, 9]", mems=mems(width=9))
    refuse("mems[1]", "[2, 3, 8]", mems=[mems()[0], mems()[0][:, :3]])


def test_bi_data_needs_an_even_batch():
    model = make_model(small_config(bi_data=True))
    refuse("even batch", "B = 1", "bi_data=False", model=model, input_ids=IDS[:1])


def test_value_checks_can_be_switched_off():
    model = make_model(small_config(check_values=False))
    assert model(IDS, target_mapping=torch.full((2, 1, 5), 0.2)).logits.shape == (2, 1, 23)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"d_model": 7}, "XLNetConfig.d_model: expected an even multiple of n_head = 2, got 7"),
        ({"d_model": 3, "n_head": 3}, "even multiple"),
        ({"n_layer": 0}, "XLNetConfig.n_layer: expected a whole number, 1 or more, got 0"),
        ({"vocab_size": 2.5}, "vocab_size"),
        ({"mem_len": -1}, "XLNetConfig.mem_len: expected a whole number, 0 or more, got -1"),
        ({"ff_activation": "swish"}, "gelu, gelu_tanh, relu"),
        ({"attn_type": "left"}, "attn_type"),
        ({"empty_rows": "nan"}, "empty_rows"),
        ({"dropout": 1.0}, "dropout"),
        ({"layer_norm_eps": 0.0}, "layer_norm_eps"),
    ],
)
def test_config_refuses_in_one_line(change, message):
    with pytest.raises(ValueError) as error:
        small_config(**change)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_config_takes_none_for_no_memory():
    config = XLNetConfig(
        vocab_size=9, d_model=4, n_layer=1, n_head=2, d_inner=8, mem_len=None, reuse_len=None
    )
    assert (config.mem_len, config.reuse_len, config.d_head) == (0, 0, 2)
