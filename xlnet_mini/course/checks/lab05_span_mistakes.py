"""The mistakes that lab 05's check of `choose_spans` knows by name, each with a sampler that makes it."""

from ..exercise import Misconception
from . import lab05_span_makers as makers

MISTAKES = (
    Misconception(
        "not exactly so many",
        "Every row needs exactly `num_predict` targets: the batch has that many slots. Drawing each token by its "
        "own chance gets the number right only on average.",
        makers.each_by_chance,
    ),
    Misconception(
        "too few",
        "Rows get fewer targets than `num_predict`. The last span, which would be too many, is cut short, not left "
        "out.",
        makers.whole_spans_only,
    ),
    Misconception(
        "too many",
        "Rows get more targets than `num_predict`. Cut the last span short, at its right end.",
        makers.last_span_whole,
    ),
    Misconception(
        "starts inside a word",
        "Spans start in the middle of a word. A guess of half a word is easy: the other half gives it away.",
        makers.single_tokens,
    ),
    Misconception(
        "cut on the left",
        "The last span is cut at its *left* end, so that it starts inside a word. Cut its right end.",
        makers.cut_on_the_left,
    ),
    Misconception(
        "counts pieces",
        "Spans end in the middle of a word: n counts words, and you count pieces. The published code has this "
        "mistake.",
        makers.counts_pieces,
    ),
    Misconception(
        "counts pieces, then completes the word",
        "Spans are whole words, but too short: you count n *pieces* and then go on to the end of the word. n "
        "counts words.",
        makers.pieces_completed,
    ),
    Misconception(
        "always the same",
        "It chooses the same positions each time: nothing is drawn.",
        makers.first_tokens,
    ),
    Misconception(
        "one choice for all",
        "All rows of the batch get one and the same choice. Every row needs its own draw.",
        makers.one_for_all,
    ),
    Misconception(
        "ignores the generator",
        "The same generator state gave two different choices: some of the chance comes from elsewhere (torch's, "
        "numpy's or Python's global state).",
        makers.ignores_generator,
    ),
    Misconception(
        "changes the global state",
        "The choice comes from the generator, but torch's, numpy's or Python's global random state changes too.",
        makers.reseeds,
    ),
    Misconception(
        "restarts the generator",
        "Two draws in a row are the same: each call begins again from the seed instead of going on.",
        makers.restarts,
    ),
    Misconception(
        "single words",
        "Hardly any span is longer than one word. n is drawn from 1 to 5: with 0.56 in 1 it is 2 or more.",
        makers.single_words,
    ),
    Misconception(
        "one long span",
        "All targets stand together, in one span. Spans have 1 to 5 words each.",
        makers.one_block,
    ),
    Misconception(
        "uniform lengths",
        "All lengths from 1 to 5 come equally often. The chance of n is to be proportional to 1 / n: single words "
        "most often.",
        makers.uniform_lengths,
    ),
    Misconception(
        "always five words", "Spans always have five words; n is drawn from 1 to 5.", makers.five_words
    ),
    Misconception(
        "front of the row",
        "Targets stand at the front of the row much more often than at its end: you fill up from the left. Every "
        "position is to have about the same chance.",
        makers.front,
    ),
    Misconception(
        "takes any number",
        "A `num_predict` below 0 or above T cannot be kept: raise ValueError.",
        makers.takes_any_number,
    ),
)
