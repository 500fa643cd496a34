"""Every difference from transformers that is on purpose has a reason and a test that exists."""

import ast
from pathlib import Path

import pytest

from xlnet_mini.transformers_weights import DIFFERENCES

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda d: d.test.split("::")[-1])
def test_each_difference_has_its_reason_and_its_test(difference):
    assert all(difference)
    file, name = difference.test.split("::")
    functions = {n.name for n in ast.parse((ROOT / file).read_text()).body if isinstance(n, ast.FunctionDef)}
    assert name in functions
