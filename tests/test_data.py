"""From a text's name to batches: own files work, and processes share one text."""

from dataclasses import replace

import pytest
import torch

from xlnet_mini.corpus import CorpusError
from xlnet_mini.data import load_data
from xlnet_mini.training_config import preset

TEXT = "".join(
    f"verse {n}: and the {n % 7} sons of the {n % 11} fathers went up and came down\n" for n in range(3000)
)


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("XLNET_MINI_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "own.txt"
    path.write_text(TEXT)
    return preset("smoke", corpus=str(path), vocab_size=120)


def test_own_file_gives_batches_and_baselines(own):
    data = load_data(own)
    batch = data.batches[0]
    assert batch.input_ids.shape == (own.batch_size, own.seq_len)
    assert batch.positions.shape == (own.batch_size, own.num_predict)
    assert "fathers" in data.tokenizer.decode(data.train[:200].tolist())
    found = data.baselines()
    assert found["left bigram"] < found["unigram"]


def test_the_given_tokenizer_is_used(own):
    data = load_data(own)
    again = load_data(own, tokenizer=data.tokenizer.model)
    assert again.digest == data.digest and again.tokenizer.model == data.tokenizer.model


def test_several_processes_share_one_text_without_overlap(own):
    data = load_data(own, n_processes=3)
    assert data.batches.streams.shape[0] == 3 * own.batch_size
    assert torch.equal(data.batches.streams.flatten(), data.train[: data.batches.streams.numel()])


def test_validation_does_not_depend_on_training_settings(own):
    one = load_data(own).validation
    two = load_data(replace(own, num_predict=3, seed=9, batch_size=6)).validation
    assert len(one) == own.eval_batches
    assert all(torch.equal(a.positions, b.positions) for a, b in zip(one, two, strict=True))


def test_a_text_shorter_than_a_segment_is_refused(own):
    with pytest.raises(CorpusError, match=r"fewer than seq_len=50000; give a longer text, or lower"):
        load_data(replace(own, seq_len=50000))
