"""The assembled model: shapes, outputs, dropout, half precision, edge sizes, the taught functions of lab 07."""

import copy

import pytest
import torch
from model_cases import cast, make_model, random_case, small_config
from torch.nn import functional as F

from xlnet_mini import XLNetConfig, XLNetModel
from xlnet_mini.model import feed_forward, relative_scores
from xlnet_mini.partial_prediction import target_mapping
from xlnet_mini.relative import content_scores, position_scores, relative_distances, segment_scores

IDS = torch.tensor([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]])
SLOTS = target_mapping(torch.tensor([[4, 0, 2], [1, -1, 3]]), 5)
HIDE_TARGETS = SLOTS.any(dim=1)[:, None, :].expand(2, 5, 5)


def test_shapes_of_all_outputs():
    model = make_model(small_config(mem_len=3))
    out = model(IDS)
    assert out.logits.shape == (2, 5, 23) and out.loss is None
    assert [tuple(mem.shape) for mem in out.mems] == [(2, 3, 8)] * 2
    assert out.content_states is None and out.query_states is None
    out = model(IDS, target_mapping=SLOTS, labels=IDS[:, :3], mems=out.mems, output_states=True)
    assert out.logits.shape == (2, 3, 23) and out.loss.shape == ()
    assert [tuple(h.shape) for h in out.content_states] == [(2, 5, 8)] * 3
    assert [tuple(g.shape) for g in out.query_states] == [(2, 3, 8)] * 3
    assert XLNetModel(small_config())(IDS).last_hidden_state.shape == (2, 5, 8)


def test_rows_of_some_targets_equal_those_of_all():
    model = make_model(small_config())
    everything = model(IDS, perm_mask=HIDE_TARGETS, target_mapping=torch.eye(5).expand(2, 5, 5)).logits
    some = model(IDS, perm_mask=HIDE_TARGETS, target_mapping=SLOTS).logits
    assert torch.allclose(some[0], everything[0, [4, 0, 2]], atol=1e-12)
    assert torch.allclose(some[1, [0, 2]], everything[1, [1, 3]], atol=1e-12)


def test_the_content_stream_does_not_depend_on_the_query_stream():
    model = make_model(small_config())
    with_targets = model(IDS, perm_mask=HIDE_TARGETS, target_mapping=SLOTS, output_states=True)
    alone = model(IDS, perm_mask=HIDE_TARGETS, output_states=True)
    assert torch.allclose(with_targets.content_states[-1], alone.content_states[-1], atol=1e-12)


@pytest.mark.parametrize(
    ("B", "T", "K", "M"), [(1, 1, 1, 0), (1, 5, 1, 0), (2, 1, 1, 4), (1, 3, 3, 0), (2, 2, 1, 1)]
)
@pytest.mark.parametrize("attn_type", ["bi", "uni"])
def test_smallest_sizes(B, T, K, M, attn_type):
    model = make_model(small_config(mem_len=2, attn_type=attn_type)).train()
    mems = [torch.randn(B, M, 8, dtype=torch.float64) for _ in range(2)]
    ids = torch.zeros(B, T, dtype=torch.long)
    slots = target_mapping(torch.arange(K).expand(B, K), T)
    out = model(ids, target_mapping=slots, mems=mems, labels=ids[:, :K])
    out.loss.backward()
    assert out.loss.isfinite() and all(
        p.grad.isfinite().all() for p in model.parameters() if p.grad is not None
    )


def test_memory_without_rows_is_no_memory():
    model = make_model(small_config(mem_len=3))
    empty = [torch.empty(2, 0, 8, dtype=torch.float64) for _ in range(2)]
    assert torch.equal(model(IDS, mems=empty).logits, model(IDS).logits)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("number", range(6))
def test_half_precision_forward_and_backward_are_finite(dtype, number):
    case = random_case(number)
    config = XLNetConfig(**{**vars(case.config), "empty_rows": "zeros", "initializer_range": 0.05})
    model = make_model(config, dtype).train()
    out = model(**cast(case.inputs, dtype))
    out.loss.backward()
    assert out.logits.dtype == dtype and out.logits.isfinite().all() and out.loss.isfinite()
    assert all(p.grad.isfinite().all() for p in model.parameters() if p.grad is not None)


def test_bf16_autocast_is_finite_and_close():
    model = make_model(small_config(initializer_range=0.1), torch.float32)
    inputs = {"input_ids": IDS, "perm_mask": HIDE_TARGETS, "target_mapping": SLOTS, "labels": IDS[:, :3]}
    plain = model(**inputs).loss
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = model(**inputs)
    out.loss.backward()
    assert out.loss.item() == pytest.approx(plain.item(), abs=0.05)
    assert all(p.grad.isfinite().all() for p in model.parameters() if p.grad is not None)


@pytest.mark.reference
def test_runs_on_the_meta_device():
    """No value is looked at: a shape that fits is all that matters, and on a GPU nothing waits for the CPU."""
    model = make_model(small_config(mem_len=3)).to("meta")
    out = model(IDS.to("meta"), target_mapping=SLOTS.to("meta"), token_type_ids=IDS.to("meta"))
    assert out.logits.shape == (2, 3, 23)


def test_evaluation_is_repeatable_and_training_drops():
    model = make_model(small_config(dropout=0.5))
    assert torch.equal(model(IDS).logits, model(IDS).logits)
    model.train()
    assert not torch.equal(model(IDS).logits, model(IDS).logits)


def test_one_dropout_mask_on_positions_for_all_sentences(monkeypatch):
    """Dropout of the sinusoids is drawn once for the batch: the dropped tensor has one row of sentences."""
    dropped = []
    original = F.dropout

    def spy(x, *args, **kwargs):
        dropped.append(tuple(x.shape))
        return original(x, *args, **kwargs)

    monkeypatch.setattr(F, "dropout", spy)
    make_model(small_config(dropout=0.1)).train()(IDS, target_mapping=SLOTS)
    assert (1, 10, 8) in dropped and (2, 10, 8) not in dropped


@pytest.mark.reference("model.feed_forward", "two_stream.attend")
def test_dropout_is_where_the_reference_has_it(monkeypatch):
    """Embeddings, positions, start of g, output; per layer and stream: weights, attention, inside and after ff."""
    count = 0
    original = F.dropout

    def spy(x, *args, **kwargs):
        nonlocal count
        count += 1
        return original(x, *args, **kwargs)

    monkeypatch.setattr(F, "dropout", spy)
    make_model(small_config(dropout=0.1)).train()(IDS, target_mapping=SLOTS)
    assert count == 4 + 3 * 4  # two layers of g, one of h: the last has no content rows


def test_the_last_layer_computes_no_content_rows_unless_asked(monkeypatch):
    model = make_model(small_config())
    rows = []
    ff = model.transformer.layer[-1].ff
    ff.register_forward_hook(lambda module, inputs, output: rows.append(output.shape[1]))
    model(IDS, target_mapping=SLOTS)
    assert rows == [3]
    model(IDS, target_mapping=SLOTS, output_states=True)
    assert sorted(rows[1:]) == [3, 5]


def test_tied_biases_are_one_parameter():
    model = make_model(small_config(untie_r=False))
    first, second = (layer.rel_attn for layer in model.transformer.layer)
    assert first.r_w_bias is second.r_w_bias and first.r_s_bias is second.r_s_bias
    untied = sum(p.numel() for p in make_model(small_config()).parameters())
    assert untied - sum(p.numel() for p in model.parameters()) == 3 * 8


def test_number_of_parameters_and_initialisation():
    V, D, L, f = 23, 8, 2, 12
    model = make_model(small_config(initializer_range=0.02))
    expected = V * D + D + L * (5 * D * D + 3 * D + 2 * D + 2 * D + 2 * D * f + f + D + 2 * D) + V
    assert sum(p.numel() for p in model.parameters()) == expected
    big = make_model(small_config(d_model=64, d_inner=256, initializer_range=0.02))
    for name, p in big.named_parameters():
        if "layer_norm.weight" in name:
            assert (p == 1).all()
        elif name.endswith(".bias"):
            assert (p == 0).all()
        else:
            assert p.std().item() == pytest.approx(0.02, rel=0.3), name


def test_bi_data_reads_the_second_half_backwards():
    """A sentence, and the same one reversed in the second half of the batch, have the same states, reversed."""
    model = make_model(small_config(bi_data=True))
    both = torch.cat([IDS[:1], IDS[:1].flip(1)])
    states = model.transformer(both).last_hidden_state
    assert torch.allclose(states[0], states[1].flip(0), atol=1e-12)


def test_copies_and_state_dicts_round_trip():
    model = make_model(small_config(mem_len=2))
    twin = copy.deepcopy(model)
    other = make_model(small_config(mem_len=2), seed=1)
    other.load_state_dict(model.state_dict())
    assert torch.equal(twin(IDS).logits, model(IDS).logits) and torch.equal(
        other(IDS).logits, model(IDS).logits
    )
    assert twin.lm_loss.weight is twin.transformer.word_embedding.weight


def test_relative_scores_are_the_three_terms_divided_by_root_d():
    g = torch.Generator().manual_seed(0)
    T, M, N, d = 4, 3, 2, 6
    S = M + T
    distances = relative_distances(T, M, True)
    q, k, r = (torch.randn(N, rows, d, generator=g, dtype=torch.float64) for rows in (T, S, len(distances)))
    u, v, b = (torch.randn(N, d, generator=g, dtype=torch.float64) for _ in range(3))
    seg_embed = torch.randn(2, N, d, generator=g, dtype=torch.float64)
    differs = torch.rand(1, T, S, generator=g) < 0.5
    column = {p: m for m, p in enumerate(distances.tolist())}
    index = torch.tensor([[column[M + i - j] for j in range(S)] for i in range(T)])
    by_distance = position_scores(q, r, v).gather(-1, index.expand(N, T, S))
    expected = (content_scores(q, k, u) + by_distance + segment_scores(q, seg_embed, b, differs)) / d**0.5
    got = relative_scores(q, k, r, u, v, segments=(seg_embed, b, differs))
    assert torch.allclose(got, expected, atol=1e-14)
    rows = torch.tensor([2, 0])
    some = relative_scores(
        q[:, rows], k, r, u, v, columns=index[rows][None], segments=(seg_embed, b, differs[:, rows])
    )
    assert torch.allclose(some, expected[:, rows], atol=1e-14)


def test_feed_forward_equals_its_formula_and_has_gradients():
    g = torch.Generator().manual_seed(0)
    shapes = ((2, 3, 4), (5, 4), (5,), (4, 5), (4,))
    x, w1, b1, w2, b2 = (torch.randn(s, generator=g, dtype=torch.float64, requires_grad=True) for s in shapes)
    got = feed_forward(x, w1, b1, w2, b2, torch.relu)
    assert torch.allclose(got, (x @ w1.T + b1).clamp(min=0) @ w2.T + b2)
    assert torch.autograd.gradcheck(lambda *a: feed_forward(*a), (x, w1, b1, w2, b2))
    torch.manual_seed(0)
    assert not torch.equal(feed_forward(x, w1, b1, w2, b2, torch.relu, 0.5), got)


@pytest.mark.parametrize("activation", ["gelu", "gelu_tanh", "relu"])
def test_activations_are_named_apart(activation):
    model = make_model(small_config(ff_activation=activation))
    x = torch.linspace(-3, 3, 9, dtype=torch.float64)
    expected = {
        "gelu": x * (1 + torch.erf(x / 2**0.5)) / 2,
        "gelu_tanh": x * (1 + torch.tanh((2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3))) / 2,
        "relu": x.clamp(min=0),
    }
    assert torch.allclose(model.transformer.layer[0].ff.activation(x), expected[activation], atol=1e-12)
