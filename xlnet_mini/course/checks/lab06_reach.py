"""Checks of lab 06 about reach: how far back a model with memory can look."""

from collections.abc import Iterable

from ..exercise import Case, FunctionExercise, Misconception
from .lab04_by_hand import Parts


class ReachByHand(Parts):
    """Two layers, T = 4: how far back from the first (or last) word of a segment anything can come from."""

    id = "6.6"
    title = "How far back?"
    points = 1
    minutes = 8
    level = 2
    answer = "reach_of_two_layers"
    expected = {"M_0": 0, "M_2": 6, "M_4": 8, "M_8": 16, "last_word_M_2": 9}  # noqa: RUF012
    unlocks = "You can say how far a model with memory can look back at most, and know where the common formula is off."
    hints = (
        "Draw three segments of four words. From the first word of the last one, the upper layer sees M rows of "
        "memory. To which segment do these belong, and what did *that* segment see when it was read?",
        "Every row of a segment sees the same oldest row: the oldest one in the memory of its segment. So go back in "
        "two jumps: M words, then to the start of the segment where you land, then M words more.",
        "Take word 8, the first of segment 2, and M = 2. It sees words 6 and 7 in memory. Both were read in segment 1, "
        "which starts at word 4 and had the memory of words 2 and 3. So the answer is 8 less 2. The last word of "
        "segment 2 is word 11.",
    )
    misconceptions = (
        Misconception(
            "L times M",
            "You took layers times memory. That is right for M = 4 and 8. For M = 2 the rows in memory have seen their "
            "own whole segment as well: one jump of M, then to the start of that segment, then M again.",
            lambda: {"M_2": 4},
        ),
        Misconception(
            "a whole segment each time",
            "You let every layer see T + M words back. From the *first* word of a segment there is nothing of its own "
            "segment to look back on: the upper layer gains M only.",
            lambda: {"M_2": 12},
        ),
        Misconception(
            "counts the word itself",
            "You counted words, the first one included. Asked is how many words *back* the oldest one stands: word 7 "
            "is 1 back from word 8.",
            lambda: {"M_2": 7},
        ),
        Misconception(
            "segment plus memory",
            "With M = 8, memory spans two segments, and its oldest row was the *first* of its segment. It saw 8 rows "
            "of memory more.",
            lambda: {"M_8": 12},
        ),
        Misconception(
            "one layer only",
            "This is what the upper layer sees directly. But the rows that it sees were made by the lower layer, which "
            "saw older ones.",
            lambda: {"M_2": 2, "M_4": 4, "M_8": 8},
        ),
        Misconception(
            "itself is one back",
            "Without memory the first word of a segment sees only itself, and that is 0 words back.",
            lambda: {"M_0": 1},
        ),
        Misconception(
            "sees its own segment",
            "Without memory the first word of a segment sees only itself: nothing back.",
            lambda: {"M_0": 4},
        ),
        Misconception(
            "the same for every word",
            "The last word of a segment sees the same oldest word as the first, and stands three words further on.",
            lambda: {"last_word_M_2": 6},
        ),
        Misconception(
            "four words further on",
            "From the first of four words to the last are three steps, not four.",
            lambda: {"last_word_M_2": 10},
        ),
    )


def oldest(n_layer: int, T: int, M: int) -> int:
    """How far back from the first word of a late segment anything can come from, found by following every arrow."""
    start = T * (n_layer * (M // T + 1) + 1)
    seen = {start}
    for _ in range(n_layer):
        below = set(seen)
        for word in seen:
            own = word // T * T  # where the segment starts in which this word was read
            below |= set(range(max(own - M, 0), word + 1))
        seen = below
    return start - min(seen)


class Reach(FunctionExercise):
    id = "6.9"
    title = "The reach of any model"
    points = 1
    minutes = 8
    level = 3
    answer = "reach"
    bonus = True
    on_any_device = False
    unlocks = "You can choose a memory for the distance that a task needs, before you train."
    hints = (
        "The last jump is M words. What do all jumps before it have in common?",
        "A jump takes you M words back and then to the start of the segment in which you landed. How many segments "
        "back is that, if M is no multiple of T?",
        "-(-M // T) is M / T rounded up. All but the last layer go back so many segments; the last adds M words.",
    )
    misconceptions = (
        Misconception(
            "L times M",
            "Layers times memory is right only where M is a multiple of T. Otherwise each jump but the last also goes "
            "to the start of the segment where it lands.",
            lambda n_layer, T, M: n_layer * M,
        ),
        Misconception(
            "memory up to one segment",
            "Right as long as M is at most T. A longer memory goes back over several segments at once.",
            lambda n_layer, T, M: (n_layer - 1) * T * (M > 0) + M,
        ),
        Misconception(
            "no memory forgotten",
            "Right, except without memory: then there is nothing to jump over.",
            lambda n_layer, T, M: (n_layer - 1) * T * max(-(-M // T), 1) + M,
        ),
        Misconception(
            "T + M each layer",
            "From the first word of a segment there is nothing of the own segment to look back on.",
            lambda n_layer, T, M: n_layer * (T + M),
        ),
        Misconception(
            "rounds down",
            "You rounded M / T down. A memory that begins in the middle of a segment brings with it all that this "
            "segment saw: round up.",
            lambda n_layer, T, M: (n_layer - 1) * (M // T) * T + M,
        ),
        Misconception(
            "always one segment more",
            "Right unless M is a multiple of T. Then the oldest row of memory is the first of its segment, and to go "
            "to the start of that segment is no step.",
            lambda n_layer, T, M: (n_layer - 1) * (M // T + 1) * T + M,
        ),
        Misconception(
            "all layers to the start",
            "The last layer sees M words and no more; it does not go to the start of a segment.",
            lambda n_layer, T, M: n_layer * -(-M // T) * T,
        ),
        Misconception(
            "one layer too many",
            "Off by one layer: the first layer gives M, each layer more gives a jump.",
            lambda n_layer, T, M: n_layer * -(-M // T) * T + M,
        ),
    )

    def oracle(self, n_layer: int, T: int, M: int) -> int:
        return oldest(n_layer, T, M)

    def cases(self) -> Iterable[Case]:
        for n_layer, T, M in (
            (2, 4, 2),
            (3, 8, 2),
            (1, 4, 3),
            (2, 4, 4),
            (2, 4, 8),
            (3, 4, 6),
            (4, 3, 7),
            (2, 5, 0),
            (3, 1, 2),
            (5, 2, 1),
            (3, 2, 9),
        ):
            yield Case({"n_layer": n_layer, "T": T, "M": M})
