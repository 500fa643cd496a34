"""SentencePiece unigram tokenizer, XLNet's own kind, trained on the training part of the text and cached.

Ids 0 to 8 have the roles that they have in XLNet: <unk> <s> </s> <cls> <sep> <pad> <mask> <eod> <eop>.
Streams use <eod>, once after each document; <eop> (end of a paragraph) and the others keep their numbers for
weights and code that expect them. Text is normalised first (NFKC, every run of white space becomes one
space), as XLNet does; hence line breaks do not survive.
"""

import hashlib
import io
import os
import tempfile
import unicodedata
from pathlib import Path

import sentencepiece
import torch
from jaxtyping import Bool, Int
from torch import Tensor

from xlnet_mini.corpus import CorpusError

SPECIALS = ("<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>", "<eod>", "<eop>")
UNK, BOS, EOS, CLS, SEP, PAD, MASK, EOD, EOP = range(9)
FUNCTIONAL = (CLS, SEP, PAD)  # no text of their own: never predicted
_WORD = "\u2581"  # SentencePiece's mark at the start of a word
_BLANK = "\ue000"


class Tokenizer:
    """Text to ids and back. `model` is the content of a SentencePiece model file, to be kept with a run."""

    def __init__(self, model: bytes) -> None:
        self.model = model
        self._pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
        self.vocab_size: int = self._pieces.get_piece_size()
        names = [self.piece(i) for i in range(self.vocab_size)]
        self._starts = torch.tensor([name.startswith(_WORD) or name in SPECIALS for name in names])

    def encode(self, text: str) -> list[int]:
        """Ids of `text`, without special tokens."""
        return self._pieces.encode(normalise(text))

    def encode_with_blanks(self, text: str, blank: str = "___") -> tuple[list[int], list[int]]:
        """Ids of a text with blanks, <mask> at each, and the positions of the blanks.

        "the ___ of ___" has two blanks of one token each, which start words; in "walk___" the blank is the
        rest of a word.
        """
        ids, positions = [], []
        # A private character is in no text, so SentencePiece gives it a piece to itself.
        for piece in self._pieces.encode(normalise(text.replace(blank, _BLANK)), out_type=str):
            if _BLANK not in piece:
                ids.append(self._pieces.piece_to_id(piece))
                continue
            if ids and ids[-1] == self._pieces.piece_to_id(_WORD):
                ids.pop()  # the start of the word belongs to the blank
            for _ in range(piece.count(_BLANK)):
                positions.append(len(ids))
                ids.append(MASK)
        return ids, positions

    def decode(self, ids: list[int]) -> str:
        """Text of ids; special tokens other than <unk> vanish."""
        return self._pieces.decode([int(i) for i in ids])

    def piece(self, token: int) -> str:
        """The piece with this id; a leading low line block means that a word starts here."""
        return self._pieces.id_to_piece(int(token))

    def word_start(self, ids: Int[Tensor, "*batch T"]) -> Bool[Tensor, "*batch T"]:
        """True where a word, or a special token, starts."""
        return self._starts.to(ids.device)[ids]

    def stream(self, documents: list[str]) -> Int[Tensor, "N"]:
        """All documents as one row of ids, <eod> after each."""
        encoded = self._pieces.encode([normalise(text) for text in documents])
        return torch.tensor([token for ids in encoded for token in (*ids, EOD)], dtype=torch.int64)


def normalise(text: str) -> str:
    """NFKC, and single spaces for white space."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def train_tokenizer(documents: list[str], vocab_size: int = 2048) -> Tokenizer:
    """Train a unigram model on `documents`.

    A short text may not have `vocab_size` pieces; then there are fewer: read `Tokenizer.vocab_size`.
    One thread, so that the same text gives the same pieces. Raises `CorpusError` where the text is too short.
    """
    sentences = [normalise(line) for text in documents for line in text.splitlines()]
    sentences = [
        s[i : i + 1000] for s in sentences for i in range(0, len(s), 1000)
    ]  # longer ones are ignored
    target = io.BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(sentences),
            model_writer=target,
            vocab_size=vocab_size,
            model_type="unigram",
            num_threads=1,
            hard_vocab_limit=False,
            normalization_rule_name="identity",
            unk_id=UNK,
            bos_id=BOS,
            eos_id=EOS,
            pad_id=-1,
            control_symbols=",".join(SPECIALS[CLS:]),
            minloglevel=2,
        )
    except RuntimeError as error:
        reason = str(error).splitlines()[-1][-100:]
        raise CorpusError(
            f"vocab_size={vocab_size} does not suit this text ({reason}); "
            "give a longer text or another vocab_size"
        ) from None
    return Tokenizer(target.getvalue())


def load_tokenizer(
    documents: list[str], vocab_size: int = 2048, *, cache_dir: str | Path | None = None
) -> Tokenizer:
    """The tokenizer trained on `documents`, from the cache where it is there and undamaged.

    The cache's key is a hash of the text, the size and the recipe. `cache_dir` defaults to
    $XLNET_MINI_CACHE, else xlnet-mini/ in the user's cache folder. A full disk there is no error.
    """
    recipe = f"unigram 2 {sentencepiece.__version__} {vocab_size}\n"
    digest = hashlib.sha256(recipe.encode())
    for text in documents:
        digest.update(text.encode() + b"\0")
    folder = Path(cache_dir) if cache_dir else default_cache_dir()
    path = folder / f"tokenizer-{digest.hexdigest()[:20]}.model"
    try:
        check, _, model = path.read_bytes().partition(b"\n")
        if hashlib.sha256(model).hexdigest().encode() == check:
            return Tokenizer(model)
    except OSError:
        pass  # not there, or not readable
    tokenizer = train_tokenizer(documents, vocab_size)
    _write_cache(path, tokenizer.model)
    return tokenizer


def default_cache_dir() -> Path:
    """$XLNET_MINI_CACHE, else xlnet-mini/ under $XDG_CACHE_HOME, else ~/.cache/xlnet-mini/."""
    if own := os.environ.get("XLNET_MINI_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "xlnet-mini"


def _write_cache(path: Path, model: bytes) -> None:
    """Write under another name, then rename: a reader sees the whole file or none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as temporary:
            temporary.write(hashlib.sha256(model).hexdigest().encode() + b"\n" + model)
        os.replace(temporary.name, path)
    except OSError:
        pass  # a full or read-only disk costs the next run a few seconds, nothing else
