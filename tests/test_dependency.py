"""Who depends on whom, found by changing one token and looking at what moves.

No mask is read here: the model is a black box, and the order says what must happen.
"""

import pytest
import torch
from model_cases import make_model, small_config
from torch import Tensor

from xlnet_mini.partial_prediction import plm_mask, target_mapping
from xlnet_mini.permutation import order_to_rank, query_mask, sample_order

T = 6
EVERY_POSITION = torch.eye(T)[None]


def moved(run, ids: Tensor) -> Tensor:
    """[T, rows] bool: does row r of `run(ids)` change when token j does? Changes are tried with two other words."""
    base = run(ids)
    table = []
    for j in range(ids.shape[1]):
        rows = torch.zeros(base.shape[0], dtype=torch.bool)
        for step in (1, 2):
            other = ids.clone()
            other[0, j] = (other[0, j] + step) % 23
            rows |= (run(other) - base).abs().amax(-1) > 1e-9
        table.append(rows)
    return torch.stack(table)


def sentence(seed: int) -> tuple[Tensor, Tensor]:
    g = torch.Generator().manual_seed(seed)
    return torch.randint(23, (1, T), generator=g), order_to_rank(sample_order(T, generator=g))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("n_layer", [1, 3])
def test_a_target_depends_on_exactly_the_lower_ranks(seed, n_layer):
    ids, rank = sentence(seed)
    model = make_model(small_config(n_layer=n_layer))
    perm_mask = query_mask(rank)[None]
    table = moved(lambda x: model(x, perm_mask=perm_mask, target_mapping=EVERY_POSITION).logits[0], ids)
    for i in range(T):
        for j in range(T):
            assert bool(table[j, i]) == bool(rank[j] < rank[i]), (i, j)


@pytest.mark.parametrize("seed", range(4))
def test_partial_prediction_depends_on_context_and_earlier_targets(seed):
    """Targets: on all context, on targets of lower rank, never on themselves; context: on context only."""
    ids, rank = sentence(seed)
    is_target = rank >= 3
    none = torch.zeros(T, dtype=torch.bool)
    perm_mask = plm_mask(rank, is_target, none)[None]
    model = make_model(small_config(n_layer=3))
    queries = moved(lambda x: model(x, perm_mask=perm_mask, target_mapping=EVERY_POSITION).logits[0], ids)
    content = moved(lambda x: model(x, perm_mask=perm_mask).logits[0], ids)
    for i in range(T):
        for j in range(T):
            if is_target[i]:
                assert bool(queries[j, i]) == bool(~is_target[j] | (rank[j] < rank[i])), (i, j)
                assert bool(content[j, i]) == bool(~is_target[j] | (rank[j] <= rank[i])), (i, j)
            else:
                assert bool(content[j, i]) == bool(~is_target[j]), (i, j)


def test_the_content_stream_sees_itself():
    ids, rank = sentence(0)
    model = make_model(small_config(n_layer=1))
    table = moved(lambda x: model(x, perm_mask=query_mask(rank)[None]).logits[0], ids)
    assert table.diagonal().all()


@pytest.mark.parametrize("n_layer", [1, 3])
def test_first_target_without_context_depends_on_no_token(n_layer):
    ids, rank = sentence(1)
    first = int(rank.argmin())
    perm_mask = query_mask(rank)[None]
    slot = EVERY_POSITION[:, first : first + 1]
    model = make_model(small_config(n_layer=n_layer))
    table = moved(lambda x: model(x, perm_mask=perm_mask, target_mapping=slot).logits[0], ids)
    assert not table.any()
    logits = model(ids, perm_mask=perm_mask, target_mapping=slot).logits
    assert logits.isfinite().all()
    leaky = make_model(small_config(n_layer=n_layer, empty_rows="uniform"))
    table = moved(lambda x: leaky(x, perm_mask=perm_mask, target_mapping=slot).logits[0], ids)
    assert table.all()  # what the reference does, its own token included


def test_gradient_of_the_first_target_reaches_no_word():
    """Every rank by gradient: the embedding of word j gets gradient from target i only if j is ranked lower."""
    model = make_model(small_config(n_layer=2))
    ids = torch.arange(T)[None]
    _, rank = sentence(2)
    perm_mask = query_mask(rank)[None]
    for i in range(T):
        model.zero_grad()
        state = model.transformer(ids, perm_mask=perm_mask, target_mapping=EVERY_POSITION[:, i : i + 1])
        state.last_hidden_state.square().sum().backward()
        gradient = model.transformer.word_embedding.weight.grad
        reached = torch.zeros(T, dtype=torch.bool) if gradient is None else gradient[:T].abs().amax(-1) > 0
        assert torch.equal(reached, rank < rank[i]), i
        assert all(p.grad.isfinite().all() for p in model.parameters() if p.grad is not None)


def test_memory_is_seen_by_all_and_changes_the_first_target():
    ids, rank = sentence(3)
    model = make_model(small_config(mem_len=2))
    g = torch.Generator().manual_seed(0)
    mems = [torch.randn(1, 2, 8, dtype=torch.float64, generator=g) for _ in range(2)]
    given = {"perm_mask": query_mask(rank)[None], "target_mapping": EVERY_POSITION}
    base = model(ids, mems=mems, **given).logits
    mems[0] = mems[0] + torch.tensor([[[1.0], [0.0]]]) * torch.randn(8, generator=g, dtype=torch.float64)
    assert ((model(ids, mems=mems, **given).logits - base).abs().amax(-1) > 1e-9).all()


@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_is_seen_by_nobody_but_itself_and_changes_nothing(side):
    """The padded sentence gives the unpadded one's logits, whatever stands in the padding."""
    ids, rank = sentence(4)
    model = make_model(small_config())
    plain = model(ids, perm_mask=query_mask(rank)[None], target_mapping=EVERY_POSITION).logits
    padding = 3
    left = padding if side == "left" else 0
    whole = torch.nn.functional.pad(ids, (left, padding - left), value=7)
    perm_mask = torch.nn.functional.pad(query_mask(rank), (left, padding - left) * 2)[None]
    attention_mask = torch.nn.functional.pad(torch.ones(1, T), (left, padding - left))
    slots = target_mapping(torch.arange(T)[None] + left, T + padding)
    given = {"perm_mask": perm_mask, "attention_mask": attention_mask, "target_mapping": slots}
    assert torch.allclose(model(whole, **given).logits, plain, atol=1e-12)
    table = moved(lambda x: model(x, **given).logits[0], whole)
    padded = attention_mask[0] == 0
    assert not table[padded].any() and table[~padded].any()
    content = model(whole, attention_mask=attention_mask).logits[:, ~padded]
    assert torch.allclose(content, model(ids).logits, atol=1e-12)


def test_same_length_sees_mem_len_keys_and_itself():
    model = make_model(small_config(n_layer=1, attn_type="uni", same_length=True))
    ids, _ = sentence(5)
    mems = [torch.randn(1, 2, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(0))]
    table = moved(lambda x: model(x, mems=mems).logits[0], ids)
    for i in range(T):
        for j in range(T):
            assert bool(table[j, i]) == (i - 2 <= j <= i), (i, j)


def test_moving_all_tokens_changes_nothing():
    """Only distances count: padding in front moves every position by three, and no logit."""
    ids, _ = sentence(6)
    model = make_model(small_config())
    moved_by_three = torch.nn.functional.pad(ids, (3, 0))
    mask = torch.nn.functional.pad(torch.ones(1, T), (3, 0))
    assert torch.allclose(
        model(moved_by_three, attention_mask=mask).logits[:, 3:], model(ids).logits, atol=1e-12
    )
