"""The published way of choosing spans, retold: what lab 05 prints, and mends.

The published code walks through the text: it draws n, passes a piece of context, takes a span, passes the rest of the
context, and goes on. Its spans end after n pieces instead of n words (zihangdai/xlnet, pull requests 16 and 69).
"""

import torch

TEXT = (
    "▁Mar y ▁had ▁a ▁litt le ▁lamb ▁its ▁flee ce ▁was ▁whi te ▁as ▁sno w ▁and ▁every where ▁that ▁Mar y ▁went "
    "▁the ▁lamb ▁was ▁sure ▁to ▁go ▁it ▁follow ed ▁her ▁to ▁schoo l ▁one ▁day ▁which ▁was ▁again st ▁the ▁rul e "
    "▁it ▁ma de ▁the ▁child ren ▁laug h ▁and ▁play ▁to ▁see ▁a ▁lamb ▁at ▁schoo l ▁and ▁so ▁the ▁teach er ▁turn ed "
    "▁it ▁out ▁but ▁still ▁it ▁linger ed ▁near ▁and ▁wait ed ▁pati ent ly ▁about ▁till ▁Mar y ▁did ▁appear"
)
RHYME = TEXT.split()
START = "▁"  # SentencePiece's sign: a word starts here


def walk(pieces: list[str], counts: str, seed: int) -> list[tuple[int, int, int]]:
    """Spans as (n, first piece, beyond the last); `counts` is what n counts: "pieces" or "words"."""
    generator = torch.Generator().manual_seed(seed)
    starts = [i for i, piece in enumerate(pieces) if piece.startswith(START)]
    spans, at = [], 0
    while True:
        n = 1 + int(torch.multinomial(1 / torch.arange(1, 6), 1, generator=generator))
        left = int(torch.randint(6 * n, (), generator=generator))
        ahead = [s for s in starts if s >= at + left]
        if len(ahead) <= n:
            return spans
        first = ahead[0]
        end = first + n if counts == "pieces" else ahead[n]
        spans.append((n, first, end))
        at = end + 6 * n - left


def print_spans(counts: str, seed: int = 30) -> None:
    """A line for each span: its number, n, the pieces in brackets, and the piece that follows."""
    for line, (n, first, end) in enumerate(walk(RHYME, counts, seed)):
        print(f"{line}   n = {n}   [{' '.join(RHYME[first:end])}]   then {RHYME[end]}")
