"""Weights of a transformers XLNetLMHeadModel, and where the two models differ on purpose.

Names and layouts of the parameters are the same in both, so loading is copying. What the papers call them:

    parameter                      shape        XLNet paper   Transformer-XL paper
    word_embedding.weight          [V, D]       e(x)          E
    mask_emb                       [1, 1, D]    w             -
    rel_attn.q, .k, .v             [D, N, d]    Q, K, V       W_q, W_k,E, W_v
    rel_attn.r                     [D, N, d]    -             W_k,R
    rel_attn.o                     [D, N, d]    -             linear after the attention
    rel_attn.r_w_bias, .r_r_bias   [N, d]       -             u, v
    rel_attn.r_s_bias              [N, d]       b             -
    rel_attn.seg_embed             [2, N, d]    s_+, s_-      -
    ff.layer_1, ff.layer_2                      position-wise feed-forward

Arguments have the names of transformers' XLNet; only the layout of mems differs (see the list below).
"""

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor, nn


class Difference(NamedTuple):
    """One thing that this package does otherwise than transformers 5.24, why, and the test that holds it."""

    reference: str
    ours: str
    reason: str
    test: str


DIFFERENCES = (
    Difference(
        "a query with no visible key returns the mean of all keys, hidden ones and its own included",
        'returns zeros; empty_rows="uniform" gives the reference\'s numbers',
        "the first target of an order without context would see every word, its own too",
        "tests/test_dependency.py::test_first_target_without_context_depends_on_no_token",
    ),
    Difference(
        "two slots of target_mapping on one position add their queries before the attention",
        "every slot is computed by itself, so both give the same prediction",
        "a prediction must not depend on how often it is asked for",
        "tests/test_parity.py::test_slots_on_one_position_are_computed_alone",
    ),
    Difference(
        "rows of target_mapping may be any mixture of positions",
        "rows are one-hot or all zeros, anything else is an error",
        "there is no position between two positions",
        "tests/test_inputs.py::test_target_mapping_rows_must_be_one_hot",
    ),
    Difference(
        "mem_len 0 or None keeps all states, so memory grows without end",
        "keeps nothing; mems is None",
        "a length of 0 means no rows",
        "tests/test_public_reports_model.py::test_mem_len_0_keeps_nothing_for_two_steps",
    ),
    Difference(
        "dropout on the positions draws a mask for each sentence",
        "draws one mask for all sentences",
        "the projected positions are the same for all sentences and are computed once",
        "tests/test_model.py::test_one_dropout_mask_on_positions_for_all_sentences",
    ),
    Difference(
        "the loss over no label at all is NaN",
        "it is 0, with a gradient of 0",
        "a batch without targets must not destroy the weights",
        "tests/test_partial_prediction.py::test_loss_without_targets_is_zero",
    ),
    Difference(
        'attn_type "uni" with a batch above 1 and a mask fails; half precision with two streams fails',
        "both work",
        "faults",
        "tests/test_model.py::test_half_precision_forward_and_backward_are_finite",
    ),
    Difference(
        "bi_data with an odd batch fails, and with a batch of 1 returns an empty result",
        "an error that names the fix",
        "fault",
        "tests/test_inputs.py::test_bi_data_needs_an_even_batch",
    ),
    Difference(
        "mems are time-major [M, B, D]; use_mems decides whether they are returned",
        "batch-first [B, M, D]; returned whenever mem_len is above 0",
        "one layout everywhere",
        "tests/test_parity.py::test_random_configurations_equal_transformers",
    ),
)


def load_into(model: nn.Module, state_dict: Mapping[str, Tensor]) -> None:
    """Copy the weights of a transformers XLNetLMHeadModel into ours, in our dtype and on our device.

    Raises ValueError with one line that names the first parameter that is missing, unknown or of another shape
    (usually the config differs), or tied here and not there (untie_r=False).
    """
    tied, embedding = "lm_loss.weight", "transformer.word_embedding.weight"
    if tied not in state_dict and embedding in state_dict:  # files store tied weights once
        state_dict = {**state_dict, tied: state_dict[embedding]}
    ours = model.state_dict()
    if missing := sorted(ours.keys() - state_dict.keys()):
        raise ValueError(
            f"state_dict: {missing[0]} is missing ({len(missing)} in all); is it a language model's?"
        )
    if unknown := sorted(state_dict.keys() - ours.keys()):
        raise ValueError(
            f"state_dict: {unknown[0]} is unknown ({len(unknown)} in all); check n_layer of the config"
        )
    for name, tensor in ours.items():
        given = state_dict[name]
        if given.shape != tensor.shape:
            raise ValueError(
                f"state_dict: {name}: expected shape {list(tensor.shape)}, got {list(given.shape)}; make the config "
                "with the sizes of the weights"
            )
    with torch.no_grad():
        for name, tensor in ours.items():
            tensor.copy_(state_dict[name])
        for name, tensor in ours.items():
            if not torch.equal(tensor, state_dict[name].to(tensor)):
                raise ValueError(
                    f"state_dict: {name} is shared between layers here, and not there; set untie_r=True"
                )
