"""Check of lab 06's exercise in which the student tests memories: right ones, and ones broken in many ways."""

from collections.abc import Iterable

from ..exercise import Candidate, TestExercise
from . import lab06_memories as memories


class MemoryIsRight(TestExercise):
    id = "6.4"
    title = "A test that a wrong memory cannot pass"
    points = 2
    minutes = 15
    level = 3
    answer = "memory_is_right"
    subject = "memory"
    unlocks = "A memory that is one row off makes no error and a slightly worse model: only a test like yours finds it."
    hints = (
        "Give every row a number of its own, as in the table above: then the result says which rows were kept.",
        "Write the right answer as a list: old numbers, then the first `reuse_len` new ones, then cut. Compare for "
        "many `mem_len`, 0 among them, for an old memory that is shorter than, as long as and longer than the segment, "
        "and for none. Then a batch whose rows differ. And what must not be true of the result, if `new` has a "
        "gradient?",
        "For old None or rows 1, 2, ..., new rows 101, 102, ..., every `mem_len` from 0 to 8, every `reuse_len` of "
        "None, 0, 1, 2: compare `got[b, :, 0].tolist()` with the list, for each row b of a batch in which row b holds "
        "1000·b more. Then look at `requires_grad`, and whether `old` is as before.",
    )

    def candidates(self) -> Iterable[Candidate]:
        yield Candidate("joins, counts from the front and detaches", memories.by_cat, right=True)
        yield Candidate("keeps a list of rows", memories.by_rows, right=True)
        yield Candidate("copies without gradient", memories.from_no_grad_copy, right=True)
        yield Candidate("picks rows by their numbers", memories.by_numbers, right=True)
        yield Candidate("ignores the segment", memories.ignores_the_new)
        yield Candidate("keeps the oldest rows", memories.keeps_the_oldest)
        yield Candidate("ignores the old memory", memories.ignores_the_old)
        yield Candidate("puts the new rows before the old", memories.new_before_old)
        yield Candidate("turns the rows round", memories.newest_first)
        yield Candidate("drops the newest row", memories.drops_the_newest)
        yield Candidate("keeps one row too many", memories.one_too_many)
        yield Candidate("leaves out the first new row", memories.skips_the_oldest_new)
        yield Candidate("never drops anything", memories.keeps_all)
        yield Candidate("does not detach", memories.not_detached)
        yield Candidate("keeps everything when mem_len is 0", memories.zero_keeps_all)
        yield Candidate("does not cut the first segment", memories.first_is_not_cut)
        yield Candidate("fills up with zeros", memories.filled_with_zeros)
        yield Candidate("ignores reuse_len", memories.reuse_ignored)
        yield Candidate("keeps the last reuse_len rows instead of the first", memories.last_reuse_rows)
        yield Candidate("applies mem_len before reuse_len", memories.cut_before_reuse)
        yield Candidate("takes reuse_len 0 for nothing", memories.reuse_zero_keeps_nothing)
        yield Candidate("gives each row of a batch its neighbour's old memory", memories.old_of_the_neighbour)
        yield Candidate("gives all rows of a batch their mean", memories.mean_over_batch)
        yield Candidate("writes into the old memory", memories.writes_into_the_old)
