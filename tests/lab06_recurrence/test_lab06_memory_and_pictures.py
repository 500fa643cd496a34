"""Lab 06: memories are what they say, facts of the lab hold in the package, pictures tell in words what they show."""

import pytest
import torch

from xlnet_mini.course.checks import lab06_memories as memories
from xlnet_mini.course.checks.lab06_reach import oldest
from xlnet_mini.course.exercise import evaluate, exercise
from xlnet_mini.course.figures import lab06_recurrence as figures
from xlnet_mini.course.figures.lab06_reach import sees
from xlnet_mini.recurrence import block_ranks, separate_parts, to_streams, update_memory


def old_and_new(M):
    old = None if M is None else torch.randn(2, M, 3)
    return old, torch.randn(2, 4, 3, requires_grad=True)


@pytest.mark.parametrize("c", list(exercise("6.4").candidates()), ids=lambda c: c.says)
def test_a_candidate_is_right_or_broken_as_it_says(c):
    """Every broken one gives another answer than the definition somewhere, keeps a gradient, or changes `old`."""
    fine = True
    for M in (None, 0, 2, 6):
        for mem_len in (0, 1, 3, 5, 9):
            for reuse_len in (None, 0, 1, 3):
                old, new = old_and_new(M)
                before = None if old is None else old.clone()
                got = c.function(old, new, mem_len, reuse_len)
                want = memories.by_rows(before, new, mem_len, reuse_len)
                fine &= got.shape == want.shape and torch.equal(got, want) and not got.requires_grad
                fine &= old is None or torch.equal(old, before)
    assert fine == c.right


def test_the_written_test_meets_every_kind_of_fault():
    candidates = list(exercise("6.4").candidates())
    assert sum(c.right for c in candidates) >= 4
    assert sum(not c.right for c in candidates) >= 15


@pytest.mark.parametrize("fault", [memories.drops_the_newest, memories.one_too_many, memories.one_too_few])
def test_a_memory_one_row_off_is_refused(fault):
    result = evaluate("6.3", fault)
    assert result.status == "wrong" and result.message.startswith("Off by one")


def test_a_memory_that_is_not_detached_is_refused():
    result = evaluate("6.3", memories.not_detached)
    assert (result.status, result.misconception) == ("wrong", "not detached")


@pytest.mark.parametrize("T", [1, 2, 4, 5])
@pytest.mark.parametrize("M", [0, 1, 4, 6, 8])
@pytest.mark.parametrize("L", [1, 2, 3])
def test_reach_is_what_the_arrows_give_and_layers_times_memory_for_multiples(T, M, L):
    assert oldest(L, T, M) == (L - 1) * -(-M // T) * T + M
    if M % T == 0:
        assert oldest(L, T, M) == L * M


@pytest.mark.parametrize(("T", "M", "L"), [(4, 2, 2), (8, 2, 3), (1, 4, 3), (5, 0, 1)])
def test_the_picture_of_reach_says_it(T, M, L):
    alt = figures.dependency(T, M, L).alt
    assert f" {oldest(L, T, M)} words back. Layers times memory is {L * M}." in alt
    last = figures.dependency(T, M, L, 99).alt
    assert f" {oldest(L, T, M) + T - 1} words back." in last and ("Layers times" in last) == (T == 1)


def test_the_numbers_of_the_text():
    assert oldest(3, 8, 2) == 18
    assert list(sees(8, 4, 2)) == [6, 7, 8] and list(sees(11, 4, 2)) == [6, 7, 8, 9, 10, 11]


def test_the_picture_of_streams_says_the_batches():
    alt = figures.streams(to_streams(torch.arange(14), 3), 2, 14).alt
    assert "Batch 0 holds AB, EF and IJ. Batch 1 holds CD, GH and KL." in alt and "Left over: MN" in alt
    short = figures.streams(to_streams(torch.arange(15), 3), 2, 15).alt
    assert "Batch 2 holds E, J and O." in short and "Left over" not in short
    with pytest.raises(ValueError, match="two axes"):
        figures.streams(torch.arange(4), 2, 4)


@pytest.mark.parametrize(
    ("M", "mem_len", "reuse_len", "kept"),
    [(3, 6, 3, "7, 8, 9, 10, 11 and 12"), (0, 2, 0, "13 and 14"), (2, 0, 0, "nothing")],
)
def test_the_picture_of_memory_says_what_is_kept(M, mem_len, reuse_len, kept):
    alt = figures.memory(update_memory, M, 5, mem_len, reuse_len).alt
    assert f"the new memory keeps {kept}." in alt and "No gradient" in alt
    assert "not detached" in figures.memory(memories.not_detached, M, 5, mem_len, reuse_len).alt


def test_the_picture_of_memory_refuses_what_is_none():
    with pytest.raises(ValueError, match="tensor"):
        figures.memory(lambda *args: None, 2, 3, 4, 0)


def test_the_picture_of_differences_says_from_where_on():
    alt = figures.differences({"a": [0, 0, 0.1], "b": [0, 1e-12, 0]}, predicted=[1, "never"]).alt
    assert "a: differs from segment 2 on, by 0.1 (predicted: 1)" in alt
    assert "b: equal in all (predicted: never)" in alt
    with pytest.raises(ValueError, match="not complete"):
        figures.differences({"a": [0.0]}, predicted=[...])


def test_the_picture_of_blocks_shows_two_parts():
    rank = block_ranks(6, 3, 3, generator=torch.Generator().manual_seed(0))
    alt = figures.blocks(rank, separate_parts(rank[None, :] >= rank[:, None], 3), 3, 3).alt
    assert all(f"{i} sees 0, 1" in alt for i in (3, 4, 5))


def test_curves_say_where_they_begin_and_end():
    alt = figures.curves({"memory": [3.5, 0.02], "none": [3.5, 3.5]}, 3.47, 40).alt
    assert "memory: from 3.50 to 0.02, below half of guessing from step 80 on" in alt
    assert "none: from 3.50 to 3.50." in alt and "Guessing gives 3.47" in alt


@pytest.mark.parametrize("exercise_id", [f"6.{n}" for n in range(1, 12)])
@pytest.mark.parametrize(
    "given", [None, 3, "x", {}, [], (1,), torch.zeros(2), [None, torch.ones(1)]], ids=str
)
def test_an_answer_of_any_other_form_is_judged(exercise_id, given):
    for answer in (given, lambda *args, **kwargs: given):
        result = evaluate(exercise_id, answer)
        assert result.status in ("wrong", "error") and "could not be judged" not in result.message


def test_a_gradient_left_from_an_earlier_step_is_noticed():
    """Only where weight.grad is the student's own: behind a pipe there is none."""

    def adds_up(mean_loss, weight, x, is_slot, n_chunks):
        for rows, slots in zip(x.chunk(n_chunks), is_slot.chunk(n_chunks), strict=True):
            (mean_loss(weight, rows, slots) * slots.sum() / is_slot.sum()).backward()
        return weight.grad

    assert evaluate("6.11", adds_up).misconception == "adds to an older gradient"


def test_a_buffer_that_is_used_again_is_noticed():
    store = {}

    def reuses(old, new, mem_len, reuse_len=None):
        rows = memories.by_cat(old, new, mem_len, reuse_len)
        return store.setdefault((rows.shape, rows.dtype, rows.device), torch.empty_like(rows)).copy_(rows)

    assert evaluate("6.3", reuses).misconception == "overwrites earlier results"
