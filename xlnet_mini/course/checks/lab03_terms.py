"""Checks of lab 03 about absolute positions: one score in four parts, by hand and for a whole sentence."""

from collections.abc import Iterable

import torch
from torch import Tensor

from ..exercise import Case, FunctionExercise, Misconception, ValueExercise
from .lab02_inputs import random_numbers


class FourByHand(ValueExercise):
    """e_i = (1, 2), u_i = (0, 2), e_j = (2, 1), u_j = (3, -1); both matrices are the identity."""

    id = "3.1"
    title = "One score, four terms"
    points = 1
    minutes = 4
    level = 1
    answer = "four"
    expected = {"a": 4, "b": 1, "c": 2, "d": -2}  # noqa: RUF012
    unlocks = "You can say of every part of a score who takes part in it: words, positions, or both."
    hints = (
        "Multiply out (e_i + u_i)·(e_j + u_j), as you would (1 + 2)(3 + 4). How many products are there?",
        "Each term is one dot product of two pairs of numbers. The one who asks stands on the left: Mary.",
        "b takes the word of Mary and the position of lamb; c the position of Mary and the word of lamb. All four "
        "together must give (e_i + u_i)·(e_j + u_j).",
    )
    misconceptions = (
        Misconception(
            "b and c exchanged",
            "b and c are exchanged. In b the one who *asks* takes part with its word, and the one who answers with "
            "its position.",
            lambda: {"a": 4, "b": 2, "c": 1, "d": -2},
        ),
        Misconception(
            "the sum four times",
            "You gave the whole score each time. It is the *sum* of the four terms.",
            lambda: dict.fromkeys("abcd", 5),
        ),
        Misconception(
            "only words and positions",
            "There are two mixed terms as well: a word with a position.",
            lambda: {"a": 4, "b": 0, "c": 0, "d": -2},
        ),
        Misconception(
            "sign",
            "Mind the sign: the position of lamb is (3, -1), with a minus.",
            lambda: {"a": 4, "b": 5, "c": 2, "d": 2},
        ),
        Misconception(
            "with itself",
            "You multiplied each vector with itself or with its own word's. Each term takes one vector of Mary and "
            "one of lamb.",
            lambda: {"a": 5, "b": 4, "c": 5, "d": 10},
        ),
        Misconception(
            "a and d exchanged",
            "a and d are exchanged: a is about the two words, d about the two positions.",
            lambda: {"a": -2, "b": 1, "c": 2, "d": 4},
        ),
        Misconception(
            "one number of two",
            "You multiplied the first numbers only. A dot product adds up both products.",
            lambda: {"a": 2, "b": 3, "c": 0, "d": 0},
        ),
    )


def terms_by_loops(E: Tensor, U: Tensor, w_q: Tensor, w_k: Tensor) -> Tensor:
    """[4, T, T] from the definition, one number of the width at a time, in float64."""
    T, width = len(E), w_q.shape[1]
    out = torch.zeros(4, T, T, dtype=torch.float64)
    for n, (asks, answers) in enumerate(((E, E), (E, U), (U, E), (U, U))):
        for c in range(width):
            left = sum(asks[:, m].double() * w_q[m, c].double() for m in range(w_q.shape[0]))
            right = sum(answers[:, m].double() * w_k[m, c].double() for m in range(w_k.shape[0]))
            out[n] += left[:, None] * right[None, :]
    return out.to(E.dtype)


def _picked(order: tuple[int, ...], transpose: bool = False):
    def imitate(E: Tensor, U: Tensor, w_q: Tensor, w_k: Tensor) -> Tensor:
        out = terms_by_loops(E, U, w_q, w_k)[list(order)]
        return out.transpose(-1, -2) if transpose else out

    return imitate


def _turned(tables: Tensor, n: int) -> Tensor:
    """The four tables, and table n transposed."""
    return torch.stack([table.T if m == n else table for m, table in enumerate(tables)])


class FourTerms(FunctionExercise):
    id = "3.2"
    title = "The four terms of every pair"
    points = 1
    minutes = 8
    level = 2
    answer = "four_terms"
    trains = ("E", "U", "w_q", "w_k")
    unlocks = "You can look at each part of an absolute score alone, and so replace one after the other."
    hints = (
        "First project: what do words and positions ask with, and what do they answer with? That makes four tables.",
        "A table of all dot products is a matrix product with a transposition. Rows ask, columns answer.",
        "Project E and U with both matrices. Each term is one of the two that ask times the transpose of one of the "
        "two that answer; `torch.stack` puts the four tables into one tensor.",
    )
    misconceptions = (
        Misconception(
            "b and c exchanged",
            "The second and the third table are exchanged. In b the one who asks takes part with its word, and the "
            "one who answers with its position.",
            _picked((0, 2, 1, 3)),
        ),
        Misconception(
            "transposed",
            "Rows and columns are exchanged: row i asks, column j answers.",
            _picked((0, 1, 2, 3), transpose=True),
        ),
        Misconception(
            "b transposed",
            "Only table b is wrong: it is transposed. The word asks, so it stands in the rows; the position answers.",
            lambda E, U, w_q, w_k: _turned(terms_by_loops(E, U, w_q, w_k), 1),
        ),
        Misconception(
            "c transposed",
            "Only table c is wrong: it is transposed. The position asks, so it stands in the rows; the word answers.",
            lambda E, U, w_q, w_k: _turned(terms_by_loops(E, U, w_q, w_k), 2),
        ),
        Misconception(
            "matrices exchanged",
            "You ask with w_k and answer with w_q: it is the other way round.",
            lambda E, U, w_q, w_k: terms_by_loops(E, U, w_k, w_q),
        ),
        Misconception(
            "one matrix for both",
            "You use w_q for the one who answers as well; keys are made with w_k.",
            lambda E, U, w_q, w_k: terms_by_loops(E, U, w_q, w_q),
        ),
        Misconception(
            "no matrices",
            "You multiply the vectors as they are. Whoever asks is first projected with w_q, whoever answers "
            "with w_k.",
            lambda E, U, w_q, w_k: torch.stack([E @ E.T, E @ U.T, U @ E.T, U @ U.T]),
        ),
        Misconception(
            "only the sum",
            "This is the whole score. Keep its four parts apart: [4, T, T].",
            lambda E, U, w_q, w_k: terms_by_loops(E, U, w_q, w_k).sum(0),
        ),
        Misconception(
            "terms last",
            "The right numbers, but the four terms lie along the last axis. They belong on the first: [4, T, T].",
            lambda E, U, w_q, w_k: terms_by_loops(E, U, w_q, w_k).permute(1, 2, 0),
        ),
        Misconception(
            "scaled",
            "You divide by the square root of the width. Scores are divided once, when all terms are added up; not "
            "here.",
            lambda E, U, w_q, w_k: terms_by_loops(E, U, w_q, w_k) / w_q.shape[1] ** 0.5,
        ),
        Misconception(
            "adds before it multiplies",
            "Your tables already contain sums of words and positions. Each term takes one kind from each side.",
            lambda E, U, w_q, w_k: terms_by_loops(E, E + U, w_q, w_k),
        ),
    )

    def oracle(self, E: Tensor, U: Tensor, w_q: Tensor, w_k: Tensor) -> Tensor:
        return terms_by_loops(E, U, w_q, w_k)

    def cases(self) -> Iterable[Case]:
        for T, D, d in ((2, 2, 2), (2, 3, 3), (3, 4, 2), (5, 3, 4), (1, 2, 3)):
            if T == 2 and D == 2:
                numbers = ([[1, 2], [2, 1]], [[0, 2], [3, -1]], [[1, 0], [1, 1]], [[1, 0], [2, 1]])
                E, U, w_q, w_k = (torch.tensor(n).double() for n in numbers)
            else:
                E, U = random_numbers((T, D), 30 + T), random_numbers((T, D), 40 + T)
                w_q, w_k = random_numbers((D, d), 50 + T), random_numbers((D, d), 60 + T)
            yield Case({"E": E, "U": U, "w_q": w_q, "w_k": w_k})
        small = [
            random_numbers(s, 70 + n, torch.float32) for n, s in enumerate(((3, 4), (3, 4), (4, 2), (4, 2)))
        ]
        yield Case(dict(zip(("E", "U", "w_q", "w_k"), small, strict=True)))
