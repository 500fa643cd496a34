"""Texts and their split: nothing lost, nothing in both parts, and one-line errors."""

import pytest

from xlnet_mini.corpus import BLOCK, CorpusError, load_corpus

LINES = "".join(f"line {n} of a made-up text with some words in it\n" for n in range(2000))


def own_file(tmp_path, text, name="own.txt"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_king_james_is_split_by_chapters_drawn_from_everywhere():
    corpus = load_corpus("kjv")
    assert len(corpus.train) + len(corpus.validation) == 1189
    assert len(corpus.validation) == 59  # 5 %
    assert not set(corpus.train) & set(corpus.validation)
    everything = [*corpus.train, *corpus.validation]
    assert any(text.startswith("In the beginning God created") for text in everything)
    # Not the end of the text: held-out chapters come from both testaments.
    assert any("Jesus" in text for text in corpus.validation)
    assert any("Moses" in text for text in corpus.validation)


def test_python_docs_need_nothing_installed():
    corpus = load_corpus("python-docs")
    assert sum(map(len, corpus.train)) > 10 * sum(map(len, corpus.validation)) > 0


def test_split_keeps_every_character_once_and_joins_neighbours(tmp_path):
    corpus = load_corpus(own_file(tmp_path, LINES))
    assert sum(map(len, corpus.train + corpus.validation)) == len(LINES)
    assert all(text in LINES for text in corpus.train + corpus.validation)
    # A stretch of training text ends only where a block was held out.
    assert len(corpus.train) <= len(corpus.validation) + 1
    assert all(text.endswith("\n") for text in corpus.validation)


def test_split_depends_on_the_seed_and_on_nothing_else(tmp_path):
    path = own_file(tmp_path, LINES)
    assert load_corpus(path, seed=3) == load_corpus(path, seed=3)
    assert load_corpus(path, seed=3).validation != load_corpus(path, seed=4).validation


def test_a_folder_gives_its_text_files_in_order_of_names(tmp_path):
    own_file(tmp_path, "second " * BLOCK, "b.md")
    own_file(tmp_path, "first " * BLOCK, "a.txt")
    own_file(tmp_path, "\0", "picture.png")
    corpus = load_corpus(tmp_path)
    text = "".join(corpus.train)
    assert text.startswith("first ") and "second" in text and "\0" not in text


def test_text_without_any_space_is_cut_too(tmp_path):
    corpus = load_corpus(own_file(tmp_path, "x" * 5 * BLOCK))
    assert sum(map(len, corpus.train + corpus.validation)) == 5 * BLOCK


@pytest.mark.parametrize(
    "content, words",
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"\x89PNG\r\n\x00\x00", "not text"),
        (b"\xff\xfe\xfa", "not text"),
        (b"Too short.", "too short to split"),
    ],
)
def test_unusable_files_are_refused_in_one_line(tmp_path, content, words):
    path = tmp_path / "own.txt"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=words) as error:
        load_corpus(path)
    assert "\n" not in str(error.value) and str(path) in str(error.value)


def test_missing_paths_and_folders_without_text_are_refused(tmp_path):
    with pytest.raises(CorpusError, match="check the spelling"):
        load_corpus(tmp_path / "nothing.txt")
    with pytest.raises(CorpusError, match="holds no"):
        load_corpus(tmp_path)
