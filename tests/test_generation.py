"""Generation and infilling: cached equals uncached, masks are those of training, and sampling does what it says."""

from types import SimpleNamespace

import pytest
import torch

from xlnet_mini import generation
from xlnet_mini.config import XLNetConfig
from xlnet_mini.corpus import load_corpus
from xlnet_mini.generation import (
    blank_probabilities,
    causal_perm_mask,
    continue_text,
    fill_blanks,
    next_token_probabilities,
)
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.partial_prediction import target_mapping
from xlnet_mini.tokenizer import EOD, MASK, train_tokenizer


@pytest.fixture(scope="module")
def tokenizer():
    return train_tokenizer(load_corpus("python-docs").train[:20], 300)


@pytest.fixture(scope="module")
def model(tokenizer):
    """A random model whose opinions are strong enough to tell paths apart."""
    torch.manual_seed(0)
    config = XLNetConfig(
        vocab_size=tokenizer.vocab_size, d_model=32, n_layer=3, n_head=4, d_inner=48, initializer_range=0.2
    )
    return XLNetLMHeadModel(config).double().eval()


PROMPT = "the value of the expression is an object that"


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


# Continuing


def test_memory_and_reading_anew_give_the_same_text_and_numbers(model, tokenizer):
    """HF#789, HF#1912: with memory only new rows are read, and nothing else changes."""
    lengths = []
    for seed in range(4):
        with_memory, anew = (
            continue_text(model, tokenizer, PROMPT, 30, cached=cached, generator=seeded(seed))
            for cached in (True, False)
        )
        assert with_memory.ids == anew.ids
        assert with_memory.log_probabilities == pytest.approx(anew.log_probabilities, abs=1e-5)
        lengths.append(len(with_memory.ids))
    assert max(lengths) > 10  # a text may end after a few tokens, but not all of them do


def test_with_memory_a_step_reads_two_rows(model, tokenizer, monkeypatch):
    lengths = []
    real = XLNetLMHeadModel.forward

    def forward(self, input_ids, *args, **kwargs):
        lengths.append(input_ids.shape[1])
        return real(self, input_ids, *args, **kwargs)

    monkeypatch.setattr(XLNetLMHeadModel, "forward", forward)
    made = continue_text(model, tokenizer, PROMPT, 6, generator=seeded(1))
    n_prompt = len(tokenizer.encode(PROMPT))
    assert lengths == [n_prompt + 1] + [2] * (len(lengths) - 1)
    assert len(made.ids) >= 5


def test_log_probabilities_are_those_of_one_causal_pass(model, tokenizer):
    """HF#1437, zihangdai/xlnet#18: next-token prediction is a causal perm_mask and one slot per place."""
    made = continue_text(model, tokenizer, PROMPT, 8, generator=seeded(2))
    ids = torch.tensor([tokenizer.encode(PROMPT) + made.ids])
    n = ids.shape[1]
    places = torch.arange(n - len(made.ids), n)[None]
    with torch.no_grad():
        logits = model(
            ids, perm_mask=causal_perm_mask(n)[None], target_mapping=target_mapping(places, n).double()
        ).logits[0]
    forbidden = [i for i in range(9) if i != EOD]
    logits[:, forbidden] = -torch.inf
    expected = logits.log_softmax(-1).gather(1, torch.tensor(made.ids)[:, None])[:, 0]
    assert made.log_probabilities[: len(made.ids)] == pytest.approx(expected.tolist(), abs=1e-5)


def test_memory_is_limited_and_long_prompts_are_cut(model, tokenizer):
    made = continue_text(model, tokenizer, PROMPT * 10, 12, context=16, generator=seeded())
    assert len(made.log_probabilities) >= len(made.ids) > 0


def test_two_runs_are_equal_and_the_mode_is_put_back(model, tokenizer):
    """HF#846, HF#1012: dropout is off while generating."""
    noisy = XLNetLMHeadModel(
        XLNetConfig(vocab_size=tokenizer.vocab_size, d_model=16, n_layer=2, n_head=2, d_inner=16, dropout=0.5)
    ).train()
    one, two = (continue_text(noisy, tokenizer, PROMPT, 5, temperature=0) for _ in range(2))
    assert one == two and noisy.training
    one, two = (fill_blanks(noisy, tokenizer, "the ___ of ___") for _ in range(2))
    assert one == two and noisy.training


def test_special_tokens_are_never_text(model, tokenizer):
    made = continue_text(model, tokenizer, "", 60, temperature=5.0, generator=seeded(3))
    assert all(token >= 9 for token in made.ids)


def test_end_of_document_ends_the_text(model, tokenizer):
    class Ends(torch.nn.Module):
        """Sure that the document ends here."""

        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.zeros(1))

        def forward(self, input_ids, **_):
            logits = torch.zeros(1, 1, tokenizer.vocab_size)
            logits[..., EOD] = 100
            states = [torch.zeros(1, input_ids.shape[1], 4)] * 3
            return SimpleNamespace(logits=logits, content_states=states)

    assert continue_text(Ends(), tokenizer, PROMPT, 5).ids == []


# Sampling


def test_temperature_top_k_and_top_p_by_hand():
    logits = torch.tensor([0.5, 0.25, 0.15, 0.1]).log()
    assert next_token_probabilities(logits).tolist() == pytest.approx([0.5, 0.25, 0.15, 0.1])
    assert next_token_probabilities(logits, temperature=0).tolist() == [1, 0, 0, 0]
    assert next_token_probabilities(logits, top_k=2).tolist() == pytest.approx([2 / 3, 1 / 3, 0, 0])
    assert next_token_probabilities(logits, top_p=0.75).tolist() == pytest.approx([2 / 3, 1 / 3, 0, 0])
    assert next_token_probabilities(logits, top_p=0.76).tolist() == pytest.approx(
        [0.5 / 0.9, 0.25 / 0.9, 0.15 / 0.9, 0]
    )
    assert next_token_probabilities(logits, top_p=1e-9).tolist() == [1, 0, 0, 0]
    half = next_token_probabilities(logits, temperature=0.5)
    assert half.tolist() == pytest.approx((logits.exp() ** 2 / (logits.exp() ** 2).sum()).tolist())
    batch = next_token_probabilities(torch.stack([logits, logits.flip(0)]), top_k=1)
    assert batch.tolist() == [[1, 0, 0, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize("wrong", [{"temperature": -1}, {"top_k": -1}, {"top_p": 0}, {"top_p": 1.5}])
def test_senseless_sampling_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        next_token_probabilities(torch.zeros(4), **wrong)


# Filling blanks


def test_blanks_are_found_with_their_word_starts(tokenizer):
    ids, blanks = tokenizer.encode_with_blanks("the ___ of ___, and")
    assert [ids[i] for i in blanks] == [MASK, MASK] and len(blanks) == 2
    whole = tokenizer.encode("the value of value, and")
    value = tokenizer.encode("value")
    filled = [token for i, token in enumerate(ids) for token in (value if i in blanks else [token])]
    assert filled == whole
    assert tokenizer.encode_with_blanks("____ ____", "____")[1] == [0, 1]


@pytest.mark.parametrize("order", ["left to right", "right to left", "surest first", [1, 2, 0]])
def test_every_step_is_given_exactly_what_was_filled_before(model, tokenizer, order):
    """Equation (3) in any order: the steps' probabilities are those of one pass over the filled text."""
    text = "the ___ of an ___ is not ___ object"
    found = fill_blanks(model, tokenizer, text, order=order, n_candidates=3)
    blanks = [step.position for step in found.steps]
    _, places = tokenizer.encode_with_blanks(text)
    if order == [1, 2, 0]:
        assert blanks == [places[1], places[2], places[0]]
    elif order != "surest first":
        assert blanks == sorted(places, reverse=order == "right to left")
    rank = torch.full((len(found.ids),), 99)
    rank[blanks] = torch.arange(len(blanks))
    is_blank = rank < 99
    once = blank_probabilities(model, torch.tensor(found.ids), rank, is_blank, blanks)
    for step, probabilities in zip(found.steps, once, strict=True):
        best = probabilities.max()
        assert step.candidates[0][1] == pytest.approx(float(best), abs=1e-6)
        assert float(probabilities[step.token]) == pytest.approx(float(best), abs=1e-6)
        assert [p for _, p in step.candidates] == sorted((p for _, p in step.candidates), reverse=True)


def test_masks_are_asked_for_orders_only(model, tokenizer, monkeypatch):
    """A student's plm_mask knows ranks 0 ... T-1, each once; open blanks, which share one, are parted after it."""

    def plm_mask(rank, is_target, is_functional):
        assert sorted(rank.tolist()) == list(range(len(rank)))
        return real(rank, is_target, is_functional)

    real = generation.plm_mask
    monkeypatch.setattr(generation, "plm_mask", plm_mask)
    fill_blanks(model, tokenizer, "the ___ of an ___ is not ___ object", order="surest first")


def test_open_blanks_see_neither_each_other_nor_what_stands_in_them(model, tokenizer):
    ids, blanks = tokenizer.encode_with_blanks("the ___ of an ___ object")
    rank = torch.full((len(ids),), 2)
    is_blank = torch.tensor([i in blanks for i in range(len(ids))])
    before = blank_probabilities(model, torch.tensor(ids), rank, is_blank, blanks)
    ids[blanks[0]], ids[blanks[1]] = 20, 30
    assert torch.equal(blank_probabilities(model, torch.tensor(ids), rank, is_blank, blanks), before)


def test_filled_text_keeps_the_context(model, tokenizer):
    found = fill_blanks(model, tokenizer, "the ___ of an ___ object", temperature=1.0, generator=seeded())
    assert found.text.startswith("the ") and found.text.endswith(" object") and "___" not in found.text


def test_texts_without_blanks_and_wrong_orders_are_refused(model, tokenizer):
    with pytest.raises(ValueError, match="at least one blank"):
        fill_blanks(model, tokenizer, "no blank here")
    for order in ("backwards", [0], [0, 0], [1, 2]):
        with pytest.raises(ValueError, match="order: expected"):
            fill_blanks(model, tokenizer, "the ___ of ___", order=order)
