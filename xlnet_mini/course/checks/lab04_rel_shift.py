"""Checks of lab 04: the relative shift on paper, as four moves, as XLNet has it, as one formula, and under test."""

from collections.abc import Iterable

from ..exercise import Candidate, TestExercise
from . import lab04_shifts as shifts
from .lab04_by_hand import ByHand, Garbage
from .lab04_closed_form import CleanShift
from .lab04_cost import Cost
from .lab04_extras import ShiftRows, ShiftView
from .lab04_functions import RelShift
from .lab04_moves import FourMoves


class ShiftIsRight(TestExercise):
    id = "4.6"
    title = "A test that a wrong shift cannot pass"
    points = 2
    minutes = 14
    level = 3
    answer = "shift_is_right"
    subject = "shift"
    unlocks = "You can tell in a second whether somebody's relative attention is right: several public ones were not."
    hints = (
        "Which x lets you read off the result whether each cell has the right distance? And which x would let a cell "
        "of the wrong *row* slip through?",
        "Compare all cells that have a distance with a plain double loop, x[i, T - i + j]. Do so without memory and "
        "with, with S + T columns and with S + 1, for one table and for a batch.",
        "Take T, S and R from a list such as (3, 3, 6), (3, 5, 8), (3, 5, 6); let x be random, of shape (2, T, R); go "
        "through i and j, skip cells whose column T - i + j is not there, and return False at the first difference.",
    )

    def candidates(self) -> Iterable[Candidate]:
        yield Candidate("reads the numbers again with shorter rows", shifts.right, right=True)
        yield Candidate("follows the formula cell by cell", shifts.by_loops, right=True)
        yield Candidate("slices row by row, and has other garbage", shifts.stack_of_rows, right=True)
        yield Candidate("gathers, and wraps round where there is no column", shifts.wraps_round, right=True)
        yield Candidate("does not move the rows", shifts.does_not_move)
        yield Candidate("moves all rows alike", shifts.moves_all_rows_alike)
        yield Candidate("moves the rows the other way", shifts.moves_the_other_way)
        yield Candidate("drops the last row instead of the first", shifts.drops_the_last_row)
        yield Candidate("is one column off", shifts.pads_as_well)
        yield Candidate("exchanges rows and columns", shifts.transposes)
        yield Candidate(
            "finds the right distances, and gives each query the scores of another", shifts.mixes_queries
        )
        yield Candidate("keeps the last columns instead of the first", shifts.keeps_the_last_columns)
        yield Candidate("forgets to shift the last query", shifts.forgets_the_last_row)
        yield Candidate(
            "sets the cells of all later keys to 0, as if a mask always hid them", shifts.zeroes_later_keys
        )
        yield Candidate("cuts x to S + 1 columns before it shifts", shifts.too_few_columns)
        yield Candidate("is right only without memory", shifts.knows_no_memory)
        yield Candidate("is right with S + T columns, and wrong with S + 1", shifts.counts_queries_by_columns)
        yield Candidate("is right for one table, and mixes the tables of a batch", shifts.mixes_the_batch)
        yield Candidate("gives every table of a batch the numbers of the first", shifts.first_table_for_all)
        yield Candidate(
            "is wrong for the queries between the first and the last", shifts.first_and_last_row_only
        )
        yield Candidate("gives every query a 0 for the last key", shifts.forgets_the_last_key)
        yield Candidate(
            "is wrong only with memory and S + 1 columns together", shifts.no_memory_with_few_columns
        )

    def about(self, right: list[bool]) -> str:
        """Right candidates differ only in the garbage that they leave."""
        if any(right):
            return "With S + 1 columns the cells of later keys may hold anything: do not look at them."
        return ""


EXERCISES = (
    ByHand(),
    FourMoves(),
    Garbage(),
    RelShift(),
    CleanShift(),
    ShiftIsRight(),
    Cost(),
    ShiftView(),
    ShiftRows(),
)
