"""The mistakes that lab 06's check of `update_memory` knows by name, each with a memory that makes it."""

from ..exercise import Misconception
from . import lab06_memories as memories

MISTAKES = tuple(
    Misconception(*three)
    for three in (
        (
            "drops the newest",
            "Off by one: the newest row is missing. The last row of this segment stands right before the next "
            "one: it is what the next segment needs most.",
            memories.drops_the_newest,
        ),
        (
            "newest row left out",
            "Off by one: the window ends before its last row, so the newest row is missing and the memory is one "
            "row too short.",
            memories.newest_left_out,
        ),
        (
            "one row too many",
            "Off by one: one row more than `mem_len` is kept.",
            memories.one_too_many,
        ),
        (
            "one row too many at times",
            "Off by one: one row more than `mem_len` is kept, whenever there is one.",
            memories.one_too_many_if_joined,
        ),
        ("one row too few", "Off by one: one row fewer than `mem_len` is kept.", memories.one_too_few),
        (
            "first new row missing",
            "Off by one: the first row of the segment is missing between old and new.",
            memories.skips_the_oldest_new,
        ),
        (
            "keeps the oldest",
            "You kept the oldest rows. Once the memory is full, nothing new would ever come in. Keep the newest.",
            memories.keeps_the_oldest,
        ),
        (
            "ignores the old memory",
            "The old memory is gone, although there is room for it: `mem_len` may be longer than a segment.",
            memories.ignores_the_old,
        ),
        (
            "ignores the segment",
            "The memory stays as it was: the segment that was just read does not come in.",
            memories.ignores_the_new,
        ),
        (
            "new before old",
            "You put the new rows in front. Memory is in the order of the text: old, then new; the distances of "
            "lab 03 count on it.",
            memories.new_before_old,
        ),
        (
            "newest first",
            "The right rows, but turned round: the oldest row comes first, as in the text.",
            memories.newest_first,
        ),
        (
            "mem_len 0 keeps everything",
            "Right, except for `mem_len` = 0: -0 is 0, so `[-0:]` keeps everything. A memory that was switched off "
            "would grow without end. (So does the one of a well-known library.)",
            memories.zero_keeps_all,
        ),
        (
            "never cut",
            "Nothing is ever dropped: the memory grows with every segment. Keep the last `mem_len` rows.",
            memories.keeps_all,
        ),
        (
            "only the old is cut",
            "You cut the old memory to `mem_len` rows and then put the segment behind it: that is too long. Join "
            "first, then cut.",
            memories.only_the_old_is_cut,
        ),
        (
            "first segment not cut",
            "When there is no old memory, you keep the whole segment. `mem_len` holds from the first one on.",
            memories.first_is_not_cut,
        ),
        (
            "reuse_len ignored",
            "`reuse_len` does nothing. Only the first `reuse_len` rows of the segment go into memory; the rest "
            "will be read again.",
            memories.reuse_ignored,
        ),
        (
            "last reuse_len rows",
            "You kept the *last* `reuse_len` rows of the segment; it is the first ones. The rest will be read "
            "again as the start of the next segment.",
            memories.last_reuse_rows,
        ),
        (
            "keeps the wrong part",
            "You kept what comes *after* the first `reuse_len` rows. That part will be read again; the first part "
            "is the one to remember.",
            memories.rest_of_segment,
        ),
        (
            "reuse_len cuts old and new",
            "You joined old and new first and then took `reuse_len` rows of both. `reuse_len` counts rows of the "
            "segment only.",
            memories.reuse_cuts_all,
        ),
        (
            "reuse_len cuts the memory",
            "You cut the finished memory to `reuse_len` rows. `reuse_len` says which rows of the segment come in, "
            "`mem_len` how many rows stay: first the one, then the other.",
            memories.reuse_cuts_memory,
        ),
        (
            "mem_len before reuse_len",
            "You cut the segment to `mem_len` rows before you took its first `reuse_len`. Those are rows from its "
            "middle. First `reuse_len`, then `mem_len`.",
            memories.cut_before_reuse,
        ),
        (
            "reuse_len 0 keeps nothing",
            "With `reuse_len` = 0 nothing of the segment is kept. 0 means, like None, that there is no such cut.",
            memories.reuse_zero_keeps_nothing,
        ),
        (
            "filled up with zeros",
            "While there are fewer than `mem_len` rows, you fill up with zeros. A row of zeros is looked at like "
            "any other: it takes its share of the softmax. Keep what there is.",
            memories.filled_with_zeros,
        ),
        (
            "None for no memory",
            "With `mem_len` = 0 the answer is a tensor with no rows, not None: then the next step can join it like "
            "any other memory. A tuple of None has crashed many a second call.",
            memories.none_for_nothing,
        ),
        (
            "memory of another row",
            "In a batch, row b gets the memory of another row: it would remember another text.",
            memories.rows_of_the_neighbour,
        ),
    )
)
