"""Checks of lab 06 about streams: which letters stand in which batch, and the function that cuts a text."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..exercise import Case, FunctionExercise, Misconception
from .lab04_by_hand import Parts


def _joined(value: Any) -> Any:
    """Letters as a person may write them: "AB", "a b", "A, B" or ["A", "B"] are one string."""
    if isinstance(value, str):
        return "".join(c for c in value.upper() if c.isalnum())
    if isinstance(value, list | tuple | set | frozenset | np.ndarray):
        parts = [_joined(v) for v in value]
        single = all(isinstance(p, str) and len(p) == 1 for p in parts)
        return "".join(parts) if single else parts
    return value


class Streams(Parts):
    """The letters A to N in three streams, read in segments of two."""

    id = "6.1"
    title = "Fourteen letters in three rows"
    points = 1
    minutes = 6
    level = 1
    answer = "letters"
    expected = {  # noqa: RUF012
        "first_batch": ["AB", "EF", "IJ"],
        "second_batch": ["CD", "GH", "KL"],
        "left_over": "MN",
        "row_1_remembers": "EF",
        "K_knows_of": "IJK",
    }
    unlocks = (
        "You know the two directions of a batch: time runs from batch to batch, and no row knows another."
    )
    hints = (
        "First write the three streams under each other, each in one line. How long is a stream, if all are equally "
        "long?",
        "14 letters in 3 rows: 4 letters each, and 2 are left over. The first batch is the first two columns of the "
        "three lines, the second batch is the next two.",
        "Row 2 holds I, J, K, L. K is read in the second batch, and its memory holds what row 2 read in the "
        "first. Nothing comes from rows 0 and 1.",
    )
    misconceptions = (
        Misconception(
            "five letters to a row",
            "You gave the rows five letters each: three of them would need 15, and there are 14. Equally long means "
            "four, and what is left over is dropped.",
            lambda: {"first_batch": ["AB", "FG", "KL"]},
        ),
        Misconception(
            "neighbours as rows",
            "You dealt the letters out like cards: neighbours of the text stand in different rows, and no row can be "
            "read on. Each row must hold one stretch of the text.",
            lambda: {"first_batch": ["AD", "BE", "CF"]},
        ),
        Misconception(
            "next row, next segment",
            "You filled the first batch with the first six letters. Then row 0 goes on in row 1 of the *same* batch, "
            "where nobody remembers it. Row 0 of the next batch must go on where row 0 of this one stopped.",
            lambda: {"first_batch": ["AB", "CD", "EF"]},
        ),
        Misconception(
            "one letter further",
            "The second batch repeats letters of the first: it begins one letter later. The next segment begins where "
            "this one ends.",
            lambda: {"second_batch": ["BC", "FG", "JK"]},
        ),
        Misconception(
            "memory of the row above",
            "This is what row 0 has read. Row 1 remembers row 1: nothing goes from row to row.",
            lambda: {"row_1_remembers": "AB"},
        ),
        Misconception(
            "memory of the text before it",
            "C and D do stand before E in the text, but row 0 reads them. Row 1 remembers what row 1 has read.",
            lambda: {"row_1_remembers": "CD"},
        ),
        Misconception(
            "remembers what it reads",
            "This is what row 1 is reading in the second batch. Memory holds what it has read before.",
            lambda: {"row_1_remembers": "GH"},
        ),
        Misconception(
            "rows know each other",
            "You let K know all letters before it in the text. But C to H are read in other rows: what is computed "
            "there never comes to row 2.",
            lambda: {"K_knows_of": "ABCDEFGHIJK"},
        ),
        Misconception(
            "no memory",
            "K stands at the start of the second batch, but memory holds what row 2 has read before.",
            lambda: {"K_knows_of": "K"},
        ),
        Misconception(
            "looks ahead",
            "L comes after K, and attention here looks back only.",
            lambda: {"K_knows_of": "IJKL"},
        ),
        Misconception(
            "nothing left over",
            "14 letters do not make three equal rows: two of them are dropped. (Of millions of words nobody misses "
            "a few.)",
            lambda: {"left_over": ""},
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, dict):
            answer = {k: v if v is ... else _joined(v) for k, v in answer.items()}
            for key in ("row_1_remembers", "K_knows_of", "left_over"):  # letters in any order
                if isinstance(answer.get(key), str):
                    answer[key] = "".join(sorted(answer[key]))
        super().judge(answer)


def _rows(tokens: Tensor, batch: int) -> tuple[int, Tensor]:
    length = len(tokens) // batch
    return length, tokens[: batch * length]


def _dealt(tokens: Tensor, batch: int) -> Tensor:
    length, kept = _rows(tokens, batch)
    return kept.reshape(length, batch).T


def _time_first(tokens: Tensor, batch: int) -> Tensor:
    length, kept = _rows(tokens, batch)
    return kept.reshape(batch, length).T


def _time_first_dealt(tokens: Tensor, batch: int) -> Tensor:
    length, kept = _rows(tokens, batch)
    return kept.reshape(length, batch)


def _from_the_end(tokens: Tensor, batch: int) -> Tensor:
    length = len(tokens) // batch
    return tokens[len(tokens) - batch * length :].reshape(batch, length)


def _filled_up(tokens: Tensor, batch: int) -> Tensor:
    missing = -len(tokens) % batch
    return torch.cat([tokens, tokens.new_zeros(missing)]).reshape(batch, -1)


def _repeated(tokens: Tensor, batch: int) -> Tensor:
    return _rows(tokens, batch)[1].expand(batch, -1)


def _backwards(tokens: Tensor, batch: int) -> Tensor:
    length, kept = _rows(tokens, batch)
    return kept.reshape(batch, length).flip(0)


class ToStreams(FunctionExercise):
    id = "6.2"
    title = "Cut the text into streams"
    points = 1
    minutes = 4
    level = 1
    answer = "to_streams"
    graduates = "recurrence.to_streams"
    unlocks = "Training reads any text in order, in as many rows as the machine takes at once."
    invariant = "each row is one stretch of the text, so that the next segment goes on in the same row"
    hints = (
        "How many tokens does each stream get, and how many does that leave over?",
        "Take batch times that many tokens from the front. Which way of reading them as a table puts neighbours of "
        "the text side by side in a *row*?",
        "Cut the text to as many tokens as `batch` full rows take, and ask `reshape` for `batch` rows. Ask yourself "
        "why as many columns as there should be rows, and a transposition, would be another thing.",
    )
    misconceptions = (
        Misconception(
            "neighbours as rows",
            "You dealt the tokens out like cards: neighbours of the text are neighbours *down a column* of your "
            "table, so no row can be read on.",
            _dealt,
        ),
        Misconception(
            "time first",
            "The streams are right, but they run down the columns: [L, batch], as Transformer-XL stores them. Ours "
            "are the rows: [batch, L].",
            _time_first,
        ),
        Misconception(
            "neighbours as rows, time first",
            "You made rows of `batch` tokens. It should be `batch` rows, each a long stretch of the text.",
            _time_first_dealt,
        ),
        Misconception(
            "drops the start",
            "You dropped tokens at the start of the text. Those left over at the end go.",
            _from_the_end,
        ),
        Misconception(
            "filled up",
            "You filled the last row up with zeros. 0 is a token like any other: the model would learn to say it. Drop "
            "what is left over.",
            _filled_up,
        ),
        Misconception(
            "every row the whole text",
            "Every row holds the whole text. The rows share the work: each gets a stretch of its own.",
            _repeated,
        ),
        Misconception(
            "last stretch first", "The first row must hold the start of the text, and so on down.", _backwards
        ),
    )

    def oracle(self, tokens: Tensor, batch: int) -> Tensor:
        length = len(tokens) // batch
        table = torch.empty(batch, length, dtype=tokens.dtype)
        for row in range(batch):
            for column in range(length):
                table[row, column] = tokens[row * length + column]
        return table

    def cases(self) -> Iterable[Case]:
        for n, batch in ((6, 2), (8, 3), (14, 3), (5, 1), (23, 4), (30, 5), (64, 7)):
            first = 10 if n < 20 else 100  # another text: a table that is used again shows
            yield Case({"tokens": torch.arange(first, first + n), "batch": batch})
        yield Case({"tokens": torch.arange(10, 19, dtype=torch.int32), "batch": 2})
        yield Case({"tokens": torch.arange(10, 12), "batch": 3})  # too short: streams of length 0

    def pace(self) -> tuple[tuple, dict, Callable]:
        tokens = torch.arange(1_000_000)
        return (tokens, 16), {}, lambda: tokens.clone()
