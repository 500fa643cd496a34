"""Measuring: what each view of the targets hides, and means weighted by slots."""

import pytest
import torch

from xlnet_mini.collator import permute
from xlnet_mini.config import XLNetConfig
from xlnet_mini.evaluation import both_sides, evaluate, figures, left_only, right_only, slot_losses
from xlnet_mini.lm_head import XLNetLMHeadModel


class Made:
    """A tokenizer for made-up ids: every token is a word."""

    def word_start(self, ids):
        return torch.ones_like(ids, dtype=torch.bool)


def batches(n=3, B=2, T=10, K=4):
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(9, 30, (n, B, T), generator=generator)
    return [permute(row, Made(), K, generator=generator) for row in ids]


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    return XLNetLMHeadModel(
        XLNetConfig(
            vocab_size=30, d_model=16, n_layer=2, n_head=2, d_inner=16, mem_len=10, initializer_range=0.3
        )
    ).eval()


def seen_by_queries(model, batch, row=0):
    """Which tokens move the first slot's logits in that row when they change."""

    def logits(ids):
        with torch.no_grad():
            out = model(ids, perm_mask=batch.perm_mask, target_mapping=batch.target_mapping)
        return out.logits[row, 0]

    before, moving = logits(batch.input_ids), []
    for place in range(batch.input_ids.shape[1]):
        ids = batch.input_ids.clone()
        ids[row, place] = 9 + (ids[row, place] - 8) % 21
        if not torch.equal(logits(ids), before):
            moving.append(place)
    return moving


def test_left_and_right_views_see_one_side_only(model):
    batch = batches()[0]
    place = int(batch.positions[0, 0])
    assert seen_by_queries(model, left_only(batch)) == list(range(place))
    assert seen_by_queries(model, right_only(batch)) == list(range(place + 1, 10))


def test_both_sides_see_everything_but_the_target(model):
    batch = batches()[0]
    views = list(both_sides(batch))
    assert len(views) == 4
    for slot, view in enumerate(views):
        place = int(batch.positions[0, slot])
        assert seen_by_queries(model, view) == [p for p in range(10) if p != place]
        assert torch.equal(view.labels[:, 0], batch.labels[:, slot])


def test_slot_losses_are_those_of_the_model_and_empty_slots_have_none(model):
    batch = batches()[0]
    batch.is_slot[0, 2] = False
    nats, mems = slot_losses(model, batch)
    labels = batch.labels.masked_fill(~batch.is_slot, -100)
    with torch.no_grad():
        out = model(
            batch.input_ids, perm_mask=batch.perm_mask, target_mapping=batch.target_mapping, labels=labels
        )
    assert nats.shape == batch.labels.shape and nats[0, 2] == 0
    assert float(nats.sum() / batch.is_slot.sum()) == pytest.approx(float(out.loss), rel=1e-6)
    assert all(torch.equal(a, b) for a, b in zip(mems, out.mems, strict=True))


def test_losses_are_means_over_slots_and_empty_slots_do_not_count(model):
    one, two, _ = batches()
    two.is_slot[:, 1:] = False
    alone = evaluate(model, [one], memory=False), evaluate(model, [two], memory=False)
    assert evaluate(model, [one, two], memory=False) == pytest.approx(
        (8 * alone[0] + 2 * alone[1]) / 10, rel=1e-6
    )


def test_memory_changes_the_loss_and_the_mode_is_put_back(model):
    assert evaluate(model, batches()) != evaluate(model, batches(), memory=False)
    model.train()
    evaluate(model, batches())
    assert model.training
    model.eval()


def test_figures_have_every_view(model):
    assert set(figures(model, batches())) == {
        "any order",
        "any order, with memory",
        "any order, with another row's memory",
        "left only",
        "right only",
        "both sides",
    }
