"""The same weights and inputs give the same numbers as transformers' XLNet."""

import pytest
import torch
from model_cases import cast, make_model, random_case, small_config
from torch import Tensor

from xlnet_mini import XLNetConfig, XLNetLMHeadModel
from xlnet_mini.course import ledger
from xlnet_mini.partial_prediction import target_mapping

transformers = pytest.importorskip("transformers")

ACTIVATION = {"gelu": "gelu", "gelu_tanh": "gelu_pytorch_tanh", "relu": "relu"}


class WideMask:
    """A causal mask already as wide as the batch: transformers adds to a narrow one in place and fails."""

    def __init__(self, mask: Tensor, batch: int):
        self.mask = mask[:, :, None, None].repeat(1, 1, batch, 1)

    def __getitem__(self, _index: object) -> Tensor:
        return self.mask


def reference_model(config: XLNetConfig, dtype: torch.dtype, batch: int) -> torch.nn.Module:
    """Transformers' model with random weights, mended where it fails (two streams outside fp32; uni with B > 1)."""
    names = (
        "vocab_size",
        "d_model",
        "n_layer",
        "n_head",
        "d_inner",
        "attn_type",
        "initializer_range",
        "dropout",
    )
    names += ("bi_data", "clamp_len", "same_length", "layer_norm_eps", "mem_len", "reuse_len")
    theirs = transformers.XLNetConfig(
        **{name: getattr(config, name) for name in names}, ff_activation=ACTIVATION[config.ff_activation]
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        model = transformers.XLNetLMHeadModel(theirs).to(dtype).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(torch.randn_like(parameter) * 0.1)
    inner = model.transformer
    positions, mask = inner.relative_positional_encoding, inner.create_mask
    inner.relative_positional_encoding = lambda *a, **k: positions(*a, **k).to(dtype)
    inner.create_mask = lambda qlen, mlen: WideMask(mask(qlen, mlen).to(dtype), batch)
    return model


def reference_output(model: torch.nn.Module, inputs: dict, dtype: torch.dtype) -> object:
    given = {name: value for name, value in inputs.items() if value is not None}
    for name in ("perm_mask", "attention_mask", "target_mapping"):
        if name in given:
            given[name] = given[name].to(dtype)
    if "mems" in given:
        given["mems"] = [mem.transpose(0, 1).contiguous() for mem in given["mems"]]
    return model(**given, use_mems=True, output_hidden_states=True)


def assert_close(name: str, ours: Tensor, theirs: Tensor, tolerance: float) -> None:
    assert ours.shape == theirs.shape, name
    scale = max(1.0, theirs.abs().max().item()) if theirs.numel() else 1.0
    worst = (ours - theirs).abs().max().item() if theirs.numel() else 0.0
    assert worst <= tolerance * scale, f"{name}: {worst:.2e} (largest number {scale:.2g})"


def compare(number: int, dtype: torch.dtype, tolerance: float) -> None:
    if "relative.sinusoids" in ledger.graduated():
        # the waves are float32 by definition; a student's, as right, may be rounded otherwise
        tolerance = max(tolerance, 1e-6)
    case = random_case(number)
    config, inputs = case.config, cast(case.inputs, dtype)
    reference = reference_model(config, dtype, len(inputs["input_ids"]))
    model = make_model(config, dtype)
    model.load_transformers_state_dict(reference.state_dict())
    theirs = reference_output(reference, inputs, dtype)
    ours = model(**inputs, output_states=True)

    assert_close("logits", ours.logits, theirs.logits, tolerance)
    assert_close("loss", ours.loss, theirs.loss, tolerance)
    states = ours.content_states
    if ours.query_states is not None:
        states = [stream for pair in zip(states, ours.query_states, strict=True) for stream in pair]
    for i, (mine, other) in enumerate(zip(states, theirs.hidden_states, strict=True)):
        assert_close(f"hidden state {i}", mine, other, tolerance)
    if config.mem_len:
        for i, (mine, other) in enumerate(zip(ours.mems, theirs.mems, strict=True)):
            assert_close(f"mems {i}", mine, other.transpose(0, 1), tolerance)

    theirs.loss.backward()
    ours.loss.backward()
    gradients = {name: p.grad for name, p in reference.named_parameters()}
    for name, parameter in model.named_parameters():
        mine, other = (
            torch.zeros_like(parameter) if x is None else x for x in (parameter.grad, gradients[name])
        )
        assert_close(f"gradient of {name}", mine, other, tolerance)
    lean = model(**inputs)  # without content rows in the last layer
    assert_close("logits without states", lean.logits, theirs.logits, tolerance)


PRECISION = [
    pytest.param(torch.float32, 1e-5, id="fp32"),
    pytest.param(torch.float64, 1e-10, id="fp64"),
]


@pytest.mark.parametrize(("dtype", "tolerance"), PRECISION)
@pytest.mark.parametrize("number", range(14))
def test_random_configurations_equal_transformers(number, dtype, tolerance):
    compare(number, dtype, tolerance)


@pytest.mark.slow
@pytest.mark.parametrize(("dtype", "tolerance"), PRECISION)
@pytest.mark.parametrize("number", range(14, 314))
def test_300_random_configurations_equal_transformers(number, dtype, tolerance):
    compare(number, dtype, tolerance)


@pytest.mark.slow
def test_longer_segments_equal_transformers():
    """Sinusoids of large distances and many additions: fp32 at T 96, M 160."""
    config = small_config(d_model=32, n_head=4, mem_len=160)
    g = torch.Generator().manual_seed(0)
    inputs = {"input_ids": torch.randint(23, (2, 96), generator=g)}
    inputs["mems"] = [torch.randn(2, 160, 32, generator=g) for _ in range(2)]
    inputs["perm_mask"] = torch.rand(2, 96, 96, generator=g) < 0.3
    reference = reference_model(config, torch.float32, 2)
    model = make_model(config, torch.float32)
    model.load_transformers_state_dict(reference.state_dict())
    with torch.no_grad():
        theirs = reference_output(reference, inputs, torch.float32)
        assert_close("logits", model(**inputs).logits, theirs.logits, 1e-5)


def test_slots_on_one_position_are_computed_alone():
    """Transformers adds the queries of two slots on one position; ours gives both what one alone would get."""
    model = make_model(small_config())
    ids = torch.tensor([[3, 1, 4, 1, 5]])
    twice = model(ids, target_mapping=target_mapping(torch.tensor([[2, 2]]), 5)).logits
    once = model(ids, target_mapping=target_mapping(torch.tensor([[2]]), 5)).logits
    assert torch.allclose(twice, once.expand_as(twice), rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.pop("lm_loss.bias"), "lm_loss.bias is missing"),
        (lambda d: d.update({"transformer.layer.7.ff.layer_1.bias": torch.zeros(3)}), "unknown"),
        (lambda d: d.update({"lm_loss.bias": torch.zeros(3)}), "expected shape [23], got [3]"),
    ],
)
def test_loading_names_the_parameter_that_does_not_fit(change, message):
    weights = dict(make_model(small_config()).state_dict())
    change(weights)
    with pytest.raises(ValueError) as error:
        XLNetLMHeadModel(small_config()).load_transformers_state_dict(weights)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_loading_takes_tied_weights_that_are_stored_once():
    given = make_model(small_config())
    weights = {name: w for name, w in given.state_dict().items() if name != "lm_loss.weight"}
    model = make_model(small_config(), seed=1)
    model.load_transformers_state_dict(weights)
    assert torch.equal(model.lm_loss.weight, given.transformer.word_embedding.weight)


def test_loading_untied_biases_into_a_tied_model_is_refused():
    weights = make_model(small_config()).state_dict()
    with pytest.raises(ValueError, match="set untie_r=True"):
        XLNetLMHeadModel(small_config(untie_r=False)).load_transformers_state_dict(weights)
