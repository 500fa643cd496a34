"""Samplers of spans, right and broken, all with the signature of `choose_spans`.

The broken ones are what people write, some of it in public code: lab 05 names them when it meets them.
"""

import random
from collections.abc import Callable

import torch
from torch import Tensor

Rng = torch.Generator | None
Row = Callable[[list[bool], int, Rng], list[int]]  # word starts, how many, generator -> chosen positions
LENGTHS = [1 / n for n in range(1, 6)]  # proportional to the chance of a span of n words
UNIFORM = [1.0] * 5


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def every_row(of_row: Row) -> Callable[..., Tensor]:
    """A sampler for any leading dimensions, from one for a single row."""

    def choose(word_start: Tensor, num_predict: int, generator: Rng = None) -> Tensor:
        if not 0 <= num_predict <= word_start.shape[-1]:
            raise ValueError("num_predict")
        chosen = torch.zeros(word_start.shape, dtype=torch.bool)
        for starts, out in zip(
            word_start.reshape(-1, word_start.shape[-1]), chosen.view(-1, chosen.shape[-1]), strict=True
        ):
            out[of_row(starts.tolist(), num_predict, generator)] = True
        return chosen

    return choose


def words_of(starts: list[bool]) -> list[list[int]]:
    """The positions of each word; position 0 starts a word whatever `starts` says."""
    words: list[list[int]] = []
    for position, start in enumerate(starts):
        if start or not words:
            words.append([])
        words[-1].append(position)
    return words


def draw_length(generator: Rng, chances: list[float]) -> int:
    return 1 + int(torch.multinomial(torch.tensor(chances), 1, generator=generator))


def grouped(units: list[list[int]], generator: Rng, chances: list[float]) -> list[list[int]]:
    """Cut the units (words, or single tokens) into groups of 1 to 5."""
    groups, at = [], 0
    while at < len(units):
        n = draw_length(generator, chances)
        groups.append([p for unit in units[at : at + n] for p in unit])
        at += n
    return groups


def shuffled(items: list, generator: Rng) -> list:
    return [items[i] for i in torch.randperm(len(items), generator=generator).tolist()]


def in_turn(groups: list[list[int]], num_predict: int) -> list[int]:
    """Groups one after another, the last one cut short at its right end."""
    return [p for group in groups for p in group][:num_predict]


def _spans(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    return in_turn(shuffled(grouped(words_of(starts), generator, LENGTHS), generator), num_predict)


def _uniform_lengths(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    return in_turn(shuffled(grouped(words_of(starts), generator, UNIFORM), generator), num_predict)


def _single_words(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    return in_turn(shuffled(words_of(starts), generator), num_predict)


def _five_words(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    return in_turn(shuffled(grouped(words_of(starts), generator, [0, 0, 0, 0, 1.0]), generator), num_predict)


def _single_tokens(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    return torch.randperm(len(starts), generator=generator)[:num_predict].tolist()


def _pieces_anywhere(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    """Spans of n tokens that begin anywhere."""
    return in_turn(
        shuffled(grouped([[p] for p in range(len(starts))], generator, LENGTHS), generator), num_predict
    )


def _from_starts(
    starts: list[bool], num_predict: int, generator: Rng, end: Callable[[list[list[int]], int, int], int]
) -> list[int]:
    """Draw a word and a length, again and again; `end(words, first, n)` is where the span ends."""
    words, chosen = words_of(starts), []
    for first in shuffled(list(range(len(words))) * 3, generator):
        n = draw_length(generator, LENGTHS)
        new = [p for p in range(words[first][0], min(end(words, first, n), len(starts))) if p not in chosen]
        chosen += new[: num_predict - len(chosen)]
        if len(chosen) == num_predict:
            break
    rest = [p for p in range(len(starts)) if p not in chosen]
    return chosen + rest[: num_predict - len(chosen)]


def _counts_pieces(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    return _from_starts(starts, num_predict, generator, lambda words, first, n: words[first][0] + n)


def _pieces_completed(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    """At least n tokens, and on to the end of the word."""

    def end(words: list[list[int]], first: int, n: int) -> int:
        last = words[first][0] + n - 1
        return next((w[-1] + 1 for w in words if last <= w[-1]), len(starts))

    return _from_starts(starts, num_predict, generator, end)


def _cut_on_the_left(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    chosen: list[int] = []
    for group in shuffled(grouped(words_of(starts), generator, LENGTHS), generator):
        room = num_predict - len(chosen)
        chosen += group[-room:] if room else []
    return chosen


def _front(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    """From left to right, every other span, until there are enough."""
    groups = grouped(words_of(starts), generator, LENGTHS)
    first = int(torch.randint(2, (), generator=generator))
    return in_turn(groups[first::2] + groups[1 - first :: 2], num_predict)


def _one_block(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    """One long span that begins at a random word."""
    words = words_of(starts)
    fitting = [w[0] for w in words if w[0] + num_predict <= len(starts)]
    begin = fitting[int(torch.randint(len(fitting), (), generator=generator))]
    return list(range(begin, begin + num_predict))


def _first_tokens(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    return list(range(num_predict))


def _whole_spans_only(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    """The span that would be too many is left out, so that a row has too few."""
    chosen: list[int] = []
    for group in shuffled(grouped(words_of(starts), generator, LENGTHS), generator):
        if len(chosen) + len(group) > num_predict:
            break
        chosen += group
    return chosen


def _last_span_whole(starts: list[bool], num_predict: int, generator: Rng) -> list[int]:
    """The last span is not cut, so that a row has too many."""
    chosen: list[int] = []
    for group in shuffled(grouped(words_of(starts), generator, LENGTHS), generator):
        if len(chosen) >= num_predict:
            break
        chosen += group
    return chosen


spans = every_row(_spans)
uniform_lengths = every_row(_uniform_lengths)
single_words = every_row(_single_words)
five_words = every_row(_five_words)
single_tokens = every_row(_single_tokens)
pieces_anywhere = every_row(_pieces_anywhere)
counts_pieces = every_row(_counts_pieces)
pieces_completed = every_row(_pieces_completed)
cut_on_the_left = every_row(_cut_on_the_left)
front = every_row(_front)
one_block = every_row(_one_block)
first_tokens = every_row(_first_tokens)
whole_spans_only = every_row(_whole_spans_only)
last_span_whole = every_row(_last_span_whole)


def each_by_chance(word_start: Tensor, num_predict: int, generator: Rng = None) -> Tensor:
    """Every token with probability num_predict / T: the number is right only on average."""
    _must_fit(word_start, num_predict)
    share = num_predict / word_start.shape[-1]
    return torch.rand(word_start.shape, generator=generator) < share


def _must_fit(word_start: Tensor, num_predict: int) -> None:
    if not 0 <= num_predict <= word_start.shape[-1]:
        raise ValueError("num_predict")


def one_for_all(word_start: Tensor, num_predict: int, generator: Rng = None) -> Tensor:
    """The targets of the first row, for every row."""
    first = spans(word_start.reshape(-1, word_start.shape[-1])[0], num_predict, generator)
    return first.expand(word_start.shape).clone()


def ignores_generator(word_start: Tensor, num_predict: int, generator: Rng = None) -> Tensor:
    return spans(word_start, num_predict)


def restarts(word_start: Tensor, num_predict: int, generator: Rng = None) -> Tensor:
    return spans(word_start, num_predict, seeded(generator.initial_seed() if generator else 0))


def reseeds(word_start: Tensor, num_predict: int, generator: Rng = None) -> Tensor:
    """Lets Python's global chance begin anew from the generator."""
    if generator is not None:
        random.seed(int(torch.randint(2**31, (), generator=generator)))
    return spans(word_start, num_predict, seeded(random.getrandbits(31)))


def takes_any_number(word_start: Tensor, num_predict: int, generator: Rng = None) -> Tensor:
    return spans(word_start, max(0, min(num_predict, word_start.shape[-1])), generator)
