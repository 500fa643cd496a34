"""A few float64 numbers of transformers' XLNet, stored, so that parity is tested where it is not installed."""

import json

import pytest
import torch
from make_tiny_reference import CASES, FILE, config, fill, inputs

from xlnet_mini import XLNetLMHeadModel

STORED = json.loads(FILE.read_text())["cases"]


@pytest.mark.parametrize("name", CASES)
def test_equals_the_stored_numbers(name):
    case, expected = CASES[name], STORED[name]
    model = XLNetLMHeadModel(config(case)).double().eval()
    fill(model)
    out = model(**inputs(case))
    out.loss.backward()
    close = {"rtol": 0, "atol": 1e-10}
    assert torch.allclose(out.logits, torch.tensor(expected["logits"], dtype=torch.float64), **close)
    assert out.loss.item() == pytest.approx(expected["loss"], abs=1e-10)
    for mine, stored in zip(out.mems, expected["mems"], strict=True):
        assert torch.allclose(mine, torch.tensor(stored, dtype=torch.float64), **close)
    for parameter_name, parameter in model.named_parameters():
        norm = 0.0 if parameter.grad is None else parameter.grad.norm().item()
        assert norm == pytest.approx(expected["gradient_norms"][parameter_name], abs=1e-9), parameter_name


def test_stored_numbers_are_few():
    assert FILE.stat().st_size < 50_000
