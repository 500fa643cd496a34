"""A few float64 numbers of transformers' XLNet, stored, so that parity is tested where it is not installed."""

import json

import pytest
import torch
from make_tiny_reference import CASES, FILE, config, fill, inputs

from xlnet_mini import XLNetLMHeadModel
from xlnet_mini.course import ledger

STORED = json.loads(FILE.read_text())["cases"]


@pytest.mark.parametrize("name", CASES)
def test_equals_the_stored_numbers(name):
    case, expected = CASES[name], STORED[name]
    model = XLNetLMHeadModel(config(case)).double().eval()
    fill(model)
    out = model(**inputs(case))
    out.loss.backward()
    # the waves are float32 by definition; a student's, as right, may be rounded otherwise
    tolerance = 1e-6 if "relative.sinusoids" in ledger.graduated() else 1e-10
    close = {"rtol": 0, "atol": tolerance}
    assert torch.allclose(out.logits, torch.tensor(expected["logits"], dtype=torch.float64), **close)
    assert out.loss.item() == pytest.approx(expected["loss"], abs=tolerance)
    for mine, stored in zip(out.mems, expected["mems"], strict=True):
        assert torch.allclose(mine, torch.tensor(stored, dtype=torch.float64), **close)
    given = expected["gradient_norms"]
    for parameter_name, parameter in model.named_parameters():
        norm = 0.0 if parameter.grad is None else parameter.grad.norm().item()
        assert norm == pytest.approx(given[parameter_name], abs=10 * tolerance), parameter_name


def test_stored_numbers_are_few():
    assert FILE.stat().st_size < 50_000
