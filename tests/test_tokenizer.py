"""The tokenizer: XLNet's special ids, word starts, and a cache that cannot hurt."""

import pytest
import torch

from xlnet_mini.corpus import CorpusError, load_corpus
from xlnet_mini.tokenizer import EOD, SPECIALS, Tokenizer, load_tokenizer, train_tokenizer

TEXT = load_corpus("python-docs").train[:20]


@pytest.fixture(scope="module")
def tokenizer():
    return train_tokenizer(TEXT, 300)


def test_special_tokens_have_the_ids_that_they_have_in_xlnet(tokenizer):
    assert [tokenizer.piece(i) for i in range(9)] == list(SPECIALS)
    assert SPECIALS == ("<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>", "<eod>", "<eop>")
    assert tokenizer.vocab_size == 300


def test_text_comes_back_and_its_letters_never_make_special_tokens(tokenizer):
    text = "the import statement <eod> is an expression"
    ids = tokenizer.encode(text)
    assert EOD not in ids
    assert tokenizer.decode(ids) == text


def test_white_space_and_compatibility_characters_are_normalised(tokenizer):
    assert tokenizer.encode("the  value\n\tof ﬁnally") == tokenizer.encode("the value of finally")


def test_word_start_marks_first_pieces_and_special_tokens(tokenizer):
    ids = torch.tensor([tokenizer.encode("statement"), tokenizer.encode("statement")])
    starts = tokenizer.word_start(ids)
    assert starts.shape == ids.shape
    assert starts[:, 0].all() and not starts[:, 1:].any()
    assert tokenizer.word_start(torch.tensor([EOD])).all()


def test_stream_closes_each_document(tokenizer):
    stream = tokenizer.stream(["the value", "an object"])
    assert stream.tolist() == [*tokenizer.encode("the value"), EOD, *tokenizer.encode("an object"), EOD]


def test_tokens_do_not_change_after_saving_and_loading(tokenizer):
    again = Tokenizer(tokenizer.model)
    assert again.encode(TEXT[0]) == tokenizer.encode(TEXT[0])


def test_same_text_gives_the_same_tokenizer_from_cache_and_afresh(tmp_path):
    first = load_tokenizer(TEXT, 200, cache_dir=tmp_path)
    (cached,) = tmp_path.iterdir()
    assert load_tokenizer(TEXT, 200, cache_dir=tmp_path).model == first.model
    assert load_tokenizer(TEXT, 220, cache_dir=tmp_path).model != first.model
    assert load_tokenizer(TEXT[:-1], 200, cache_dir=tmp_path).model != first.model
    assert cached.exists()


@pytest.mark.parametrize("damage", [lambda b: b[: len(b) // 2], lambda b: b"", lambda b: b[:-1] + b"x"])
def test_damaged_cache_is_made_again(tmp_path, damage):
    first = load_tokenizer(TEXT, 200, cache_dir=tmp_path)
    (cached,) = tmp_path.iterdir()
    whole = cached.read_bytes()
    cached.write_bytes(damage(whole))
    assert load_tokenizer(TEXT, 200, cache_dir=tmp_path).model == first.model
    assert cached.read_bytes() == whole


def test_cache_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "file").write_text("in the way of the folder")
    assert load_tokenizer(TEXT, 200, cache_dir=tmp_path / "file").vocab_size == 200


def test_cache_folder_follows_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("XLNET_MINI_CACHE", str(tmp_path / "own"))
    load_tokenizer(TEXT, 200)
    assert len(list((tmp_path / "own").iterdir())) == 1


def test_short_text_gets_fewer_pieces_and_too_short_a_text_one_line():
    assert 20 < train_tokenizer(["the quick brown fox jumps over the lazy dog. " * 5], 2000).vocab_size < 200
    with pytest.raises(CorpusError, match="vocab_size=10") as error:
        train_tokenizer(TEXT, 10)
    assert "\n" not in str(error.value)
