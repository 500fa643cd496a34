"""Lab 05: what the lab prints and draws agrees with the answers it expects, and with the package."""

import itertools

import pytest
import torch

from xlnet_mini.course.checks import lab05_collators as collators
from xlnet_mini.course.checks.lab05_samplers import ODD, FromOutput
from xlnet_mini.course.checks.lab05_span_facts import runs
from xlnet_mini.course.exercise import exercise, exercises
from xlnet_mini.course.figures import lab05_measured as measured
from xlnet_mini.course.figures import lab05_partial_prediction as figures
from xlnet_mini.course.figures.lab05_stored import LAYER, LOSSES, SWEEP
from xlnet_mini.course.figures.lab05_walk import RHYME, START, print_spans, walk

WORDS = ["Mary", "had", "a", "lamb"]


def test_the_core_gives_ten_points_in_45_to_75_minutes():
    core = [ex for ex in exercises(5) if not ex.bonus]
    assert 6 <= len(core) <= 8 and sum(ex.points for ex in core) == 10
    assert 45 <= sum(ex.minutes for ex in core) <= 75


def test_the_printed_spans_are_those_that_the_exercise_asks_about(capsys):
    print_spans("pieces")
    lines = capsys.readouterr().out.splitlines()
    cut = [i for i, line in enumerate(lines) if not line.rpartition("then ")[2].startswith(START)]
    assert len(lines) == 6 and cut == FromOutput.expected["b_cut_spans"]
    print_spans("words")
    mended = capsys.readouterr().out.splitlines()
    assert all(line.rpartition("then ")[2].startswith(START) for line in mended)


def test_spans_of_pieces_have_n_pieces_and_spans_of_words_n_words():
    for seed in range(30):
        for n, first, end in walk(RHYME, "pieces", seed):
            assert end - first == n and RHYME[first].startswith(START)
        for n, first, end in walk(RHYME, "words", seed):
            assert sum(p.startswith(START) for p in RHYME[first:end]) == n


def test_the_chance_of_a_cut_by_simulation():
    pieces = [START + "a", "b"] * 300
    spans = [span for seed in range(60) for span in walk(pieces, "pieces", seed)]
    cut = sum(not pieces[end].startswith(START) for _, _, end in spans) / len(spans)
    assert abs(cut - ODD) < 4 * (ODD * (1 - ODD) / len(spans)) ** 0.5


def test_the_stored_losses_show_what_the_text_says_of_them():
    few, every = LOSSES[16], LOSSES[64]
    assert few[0] > every[48] + 1 and abs(few[-1] - every[-1]) < 0.3  # spans are harder, but not at the end
    assert every[0] > 9 and all(nats > measured.UNIGRAM for nats in every[:10])
    assert 2.3 < every[-1] < 2.6


def test_the_curve_of_a_few_targets_ends_where_all_are_known():
    alt = figures.loss_by_place({"all": [9.0, 5.0, 3.0, 2.0], "half": [4.0, 2.5]}, 4, 5.8).alt
    assert "half, 2 known: 4.0 and 3 known: 2.5" in alt and "occurs: 5.80." in alt


@pytest.mark.slow
def test_stored_losses_are_those_of_the_reference_run():
    now = measured.losses_along_the_order()
    assert now.now
    for n, nats in LOSSES.items():
        assert max(abs(a - b) for a, b in zip(now.value[n], nats, strict=True)) < 0.02


@pytest.mark.slow
def test_the_sweep_shows_what_the_text_says_of_it():
    rows = {(what, seed): nats for what, seed, nats, _ in measured.sweep().value}
    for key, nats in [((what, seed), nats) for what, seed, nats, _ in SWEEP]:
        assert abs(rows[key] - nats) < 0.5, key
    assert rows["d_model = 16", 0] > rows["base", 0] > rows["d_model = 64", 0]


def test_the_formula_counts_what_a_layer_multiplies():
    cost = exercise("5.9").oracle
    for T, M, K in ((12, 0, 2), (10, 6, 10), (8, 4, 3)):
        counted, _ = measured.layer_run(T, M, K, 32, 64)
        assert counted == cost(T, M, K, 32, 64)


def test_the_stored_layer_costs_are_the_formulas():
    cost = exercise("5.9").oracle
    slots = [21, 43, 64, 85, 106, 128]
    assert [counted for counted, _ in LAYER] == [cost(128, 128, K, 192, 768) for K in slots]


def test_without_a_function_of_a_later_lab_the_stored_numbers_are_shown(monkeypatch):
    def missing(*args, **kwargs):
        raise NotImplementedError("feed_forward is missing: finish exercise 7.1")

    monkeypatch.setattr("xlnet_mini.model.feed_forward", missing)
    found = measured.layer_runs(128, 128, [21, 43, 64, 85, 106, 128], 192, 768)
    assert found.value == LAYER and not found.now and "after lab 07" in found.says


def test_a_toy_batch_is_what_the_model_takes():
    batch = measured.toy_batch(3, 24, 4, torch.Generator().manual_seed(0))
    assert batch["labels"].tolist() == [
        [int(ids[p]) for p in rows.argmax(-1)]
        for ids, rows in zip(batch["input_ids"], batch["target_mapping"], strict=True)
    ]


@pytest.mark.parametrize("says", list(collators.MAKERS))
def test_each_collator_is_right_or_broken_as_it_says(says):
    """The rules of the lab's table, pair by pair, for many draws of several sizes."""
    collate, ids, fine, plans = collators.Collator(says, 3), torch.arange(30, 38), True, set()
    for _ in range(60):
        got, hidden, mapping, labels = collate(ids.clone(), 4)
        at = mapping.argmax(-1).tolist()
        one = mapping.shape == (4, 8) and (mapping.sum(-1) == 1).all() and len(set(at)) == 4
        fine = fine and bool(one) and torch.equal(got, ids) and torch.equal(labels, ids[at])
        when = {p: sum(not hidden[p, q] for q in at) for p in at}
        fine = fine and sorted(when.values()) == [0, 1, 2, 3]
        for i, j in itertools.product(range(8), repeat=2):
            may = j not in when or (i in when and when[j] < when[i])
            fine = fine and bool(hidden[i, j]) != may
        plans.add(tuple(sorted(at, key=when.get)))
    drawn = len({frozenset(p) for p in plans}) > 1 and any(list(p) != sorted(p) for p in plans)
    assert (fine and drawn) == (list(collators.MAKERS).index(says) < collators.RIGHT)


def test_runs_of_targets():
    assert runs([True, True, False, True]) == [(0, 2), (3, 4)]
    assert runs([False, False]) == [] and runs([True]) == [(0, 1)]


def test_the_picture_of_a_plan_says_both_tables():
    rank, chosen, none = (
        torch.tensor([0, 3, 2, 1]),
        torch.tensor([False, True, True, False]),
        torch.zeros(4).bool(),
    )
    hidden = exercise("5.2").oracle(rank, chosen, none)
    mapping = exercise("5.4").oracle(torch.tensor([1, -1]), 4)
    alt = figures.plan(WORDS, [0, 1, 1, 0], [0, 3, 2, 1], hidden, mapping).alt
    assert "given: Mary and lamb; then, in this order: a and had" in alt
    assert "had sees Mary, a and lamb; a sees Mary and lamb" in alt
    assert "slot 0: had; slot 1: nothing, unused" in alt


def test_a_table_of_another_form_is_refused_in_words():
    hidden = torch.zeros(4, 4, dtype=torch.bool)
    with pytest.raises(ValueError, match="a row for each slot and 4 columns"):
        figures.plan(WORDS, [0, 1, 1, 0], [0, 3, 2, 1], hidden, torch.zeros(4, 2))


def test_the_picture_of_plans_gives_every_chance():
    alt = figures.plans({"tails": {(0, 1): 0.25, (1, 0): 0.75}, "spans": {(1, 0): 1.0}}).alt
    assert "tails: 0→1 0.250 and 1→0 0.750" in alt and "spans: 0→1 0.000 and 1→0 1.000" in alt


def test_the_picture_of_spans_names_them():
    chosen = torch.tensor([True, False, True, True])
    alt = figures.spans(["▁Mar", "y", "▁had", "▁a"], [chosen]).alt
    assert "Targets: [▁Mar] and [▁had ▁a]" in alt


def test_the_chart_of_costs_gives_its_numbers():
    alt = figures.costs([1, 2], [10**6, 2 * 10**6], [10**6, 2 * 10**6], [0.001, 0.002], 1_500_000).alt
    assert "K = 1: 1.0 million counted, 1.0 by the formula, 1.00 ms" in alt
