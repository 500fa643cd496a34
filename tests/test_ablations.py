"""Ablations: every switch does what it says and nothing else; the stored runs are whole; finished runs stay."""

import json
import math
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from xlnet_mini.ablation_arms import (
    ARMS,
    PERIOD,
    SEGMENTS,
    Arm,
    FromContent,
    FromMaskedWords,
    RepeatingBatches,
    front,
    repeating_task,
    text_task,
)
from xlnet_mini.ablation_file import STORED, load, settings_of, summaries
from xlnet_mini.ablations import EVERY, main, run, spread
from xlnet_mini.collator import PLMBatch
from xlnet_mini.config import XLNetConfig
from xlnet_mini.course.figures import lab07_ablations as figures
from xlnet_mini.evaluation import evaluate
from xlnet_mini.optimisation import build_model
from xlnet_mini.partial_prediction import plm_mask, target_mapping
from xlnet_mini.permutation import order_to_rank, sample_order
from xlnet_mini.trainer import Trainer
from xlnet_mini.training_config import preset

T, K, V = 7, 3, 23
SEEDS = 3


@pytest.fixture(scope="module")
def stored():
    return load()


def a_model(*, positions: bool = True):
    torch.manual_seed(0)
    sizes = {"vocab_size": V, "d_model": 8, "n_layer": 2, "n_head": 2, "d_inner": 16, "dropout": 0.0}
    return build_model(XLNetConfig(initializer_range=0.3, **sizes), positions=positions).double().eval()


def a_batch(seed: int) -> PLMBatch:
    """One row of T words with K targets, the last ones in the order."""
    g = torch.Generator().manual_seed(seed)
    ids = torch.randint(9, V, (1, T), generator=g)
    rank = order_to_rank(sample_order(T, batch=(1,), generator=g))
    is_target = rank >= T - K
    positions = is_target.nonzero()[:, 1].view(1, K)
    mask = plm_mask(rank, is_target, torch.zeros_like(is_target))
    mapping, labels = target_mapping(positions, T), ids.gather(1, positions)
    return PLMBatch(ids, mask, positions, mapping, labels, torch.ones(1, K, dtype=torch.bool), rank)


def reads(predictor, batch: PLMBatch) -> Tensor:
    """[K, T] bool: does the prediction of slot k change with the word at position j?"""

    def logits(ids: Tensor) -> Tensor:
        mapping = batch.target_mapping.double()
        return predictor(ids, perm_mask=batch.perm_mask, target_mapping=mapping).logits[0].detach()

    base, columns = logits(batch.input_ids), []
    for j in range(T):
        other = batch.input_ids.clone()
        other[0, j] = 9 + (other[0, j] - 8) % (V - 9)
        columns.append((logits(other) - base).abs().amax(-1) > 1e-9)
    return torch.stack(columns, dim=1)


@pytest.mark.parametrize("seed", range(2))
def test_what_each_switch_lets_a_target_read(seed):
    batch, model = a_batch(seed), a_model()
    is_target = batch.target_mapping[0].any(dim=0)
    own = batch.target_mapping[0] > 0
    earlier = batch.rank[0] < batch.rank[0][batch.positions[0]][:, None]
    assert torch.equal(reads(model, batch), earlier), "the baseline: all that is earlier, never itself"
    assert torch.equal(reads(model, front(batch)), earlier & is_target), "front: earlier targets, no context"
    assert torch.equal(reads(FromContent(model), batch), earlier | own), "one stream: its own word too"
    assert torch.equal(reads(FromMaskedWords(model), batch), ~is_target.expand(K, T)), "masked: context alone"


def test_front_moves_the_targets_to_the_front_and_keeps_their_turns():
    batch = a_batch(0)
    moved = front(batch)
    before, after = (b.rank[0][batch.positions[0]] for b in (batch, moved))
    assert after.sort().values.tolist() == [0, 1, 2]
    assert torch.equal(before.argsort(), after.argsort())
    assert torch.equal(moved.input_ids, batch.input_ids) and torch.equal(moved.labels, batch.labels)


@pytest.mark.parametrize("seed", range(3))
def test_without_positions_the_places_of_the_context_do_not_matter(seed):
    batch = a_batch(seed)
    context = (~batch.target_mapping[0].any(dim=0)).nonzero()[:, 0]
    shuffled = batch.input_ids.clone()
    shuffled[0, context] = shuffled[0, context.roll(1)]

    def change(model) -> float:
        one, two = (
            model(ids, perm_mask=batch.perm_mask, target_mapping=batch.target_mapping.double()).logits
            for ids in (batch.input_ids, shuffled)
        )
        return float((one - two).abs().max().detach())

    assert change(a_model(positions=False)) < 1e-12
    assert change(a_model()) > 1e-3


def test_arms_differ_from_the_plain_run_only_by_their_switch():
    plain = {arm.experiment: arm for arm in reversed(ARMS.values()) if not arm.changes}
    for name, arm in ARMS.items():
        one, two = settings_of(arm.config(0)), settings_of(plain[arm.experiment].config(0))
        assert {key: one[key] for key in one if one[key] != two[key]} == arm.changes, name
        switches = bool(arm.changes) + (arm.rewrite(batch := a_batch(0)) is not batch)
        switches += arm.predictor(model := a_model()) is not model
        assert switches == (name not in ("baseline", "memory", "usual rate")), name
        assert arm.config(1) == replace(arm.config(0), seed=1)


# The text that repeats


def test_only_memory_can_know_the_text_that_repeats():
    config = ARMS["memory"].config(0)
    assert config.seq_len < PERIOD <= config.mem_len
    batches = RepeatingBatches(config)
    text = torch.cat([batches[step].input_ids for step in range(SEGMENTS)], dim=1)
    assert torch.equal(text[:, PERIOD:], text[:, :-PERIOD])
    assert not torch.equal(batches[SEGMENTS].input_ids, batches[0].input_ids), "the next document is another"
    starts = [step for step in range(20) if batches.is_start(step)]
    assert starts == [0, SEGMENTS, 2 * SEGMENTS]
    for one, two in zip(vars(batches[3]).values(), vars(batches[3]).values(), strict=True):
        assert torch.equal(one, two)


def test_validation_has_other_words_and_leaves_out_what_nothing_could_tell():
    config = ARMS["memory"].config(0)
    task = repeating_task(config)
    assert len(task.validation) == SEGMENTS
    assert not torch.equal(task.validation[0].input_ids[: config.batch_size], task.batches[0].input_ids)
    for segment, batch in enumerate(task.validation):
        assert torch.equal(batch.is_slot, segment * config.seq_len + batch.positions >= PERIOD)
    assert task.baselines == {"one of all words": pytest.approx(math.log(32))}
    model, few = build_model(config.model_config(32)), [batch.rows(0, 8) for batch in task.validation]
    assert evaluate(model, few) == pytest.approx(math.log(32), abs=0.1)
    assert torch.equal(
        repeating_task(replace(config, seed=1)).validation[5].labels, task.validation[5].labels
    )


# The run


def test_a_step_is_the_trainers_step(tmp_path):
    config = preset("smoke", out=str(tmp_path), dropout=0.0, n_steps=6, n_warmup=2, eval_every=6)
    trainer = Trainer(config, say=lambda _: None)
    losses = torch.stack([trainer.learn() for _ in range(6)])
    found = run(Arm("as it is"), config, text_task(config))
    assert found["train"] == [[6, round(float(losses.mean()), 4)]]
    assert found["final"] == found["as_trained"] == round(evaluate(trainer.model, trainer.data.validation), 4)


def test_spread_is_the_share_that_rows_do_not_have_in_common():
    assert spread(torch.ones(2, 3, 5)) == pytest.approx(0, abs=1e-6)
    assert spread(torch.eye(4)) == pytest.approx(0.75)
    assert spread(torch.tensor([[1.0, 0], [-1, 0]])) == 1


def quick(file, *more: str) -> int:
    return main(["--quick", "--out", str(file), "--arm", "memory", *more])


def test_finished_runs_are_not_run_again(tmp_path, capsys):
    file = tmp_path / "new" / "ablations.json"
    assert quick(file, "--seeds", "1") == 0
    first = load(file)
    assert [(found["arm"], found["seed"]) for found in first["runs"]] == [("memory", 0)]
    first["runs"][0]["final"] = -1.0  # a mark that a second run would wipe out
    file.write_text(json.dumps(first))
    assert quick(file, "--seeds", "2") == 0
    second = load(file)
    assert [found["seed"] for found in second["runs"]] == [0, 1] and second["runs"][0]["final"] == -1
    assert "memory (32 rows of memory)" in capsys.readouterr().out
    # With other settings they are other runs.
    second["arms"]["memory"]["settings"]["n_steps"] = 7
    file.write_text(json.dumps(second))
    assert quick(file, "--seeds", "1") == 0
    assert [found["seed"] for found in load(file)["runs"]] == [0] and load(file)["runs"][0]["final"] > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--arm", "no memmory"], "no arm 'no memmory'; arms are baseline, no positions"),
        (["--seeds", "0"], "--seeds is 0; it must be 1 or more"),
    ],
)
def test_wrong_arguments_give_one_line(tmp_path, capsys, arguments, words):
    file = tmp_path / "ablations.json"
    with pytest.raises(SystemExit) as stop:
        main(["--quick", "--out", str(file), *arguments])
    said = capsys.readouterr().err
    assert stop.value.code == 2 and words in said and said.count("\n") == 1 and not file.exists()


def test_a_damaged_file_gives_one_line(tmp_path, capsys):
    file = tmp_path / "ablations.json"
    file.write_text("{")
    assert quick(file) == 1
    said = capsys.readouterr().err
    assert said.startswith("error: ") and said.count("\n") == 1 and str(file) in said


# What is stored


def test_every_arm_is_stored_with_its_settings_and_whole_curves(stored):
    assert list(stored["arms"]) == list(ARMS)
    assert sorted((r["arm"], r["seed"]) for r in stored["runs"]) == sorted(
        (name, seed) for name in ARMS for seed in range(SEEDS)
    )
    for name, arm in ARMS.items():
        kept = stored["arms"][name]
        assert kept == {"says": arm.says, "experiment": arm.experiment, "settings": kept["settings"]}
        assert kept["settings"] == settings_of(arm.config(0)), name
    for found in stored["runs"]:
        n_steps = stored["arms"][found["arm"]]["settings"]["n_steps"]
        assert found["train"][-1][0] == found["valid"][-1][0] == n_steps
        assert len(found["train"]) == n_steps // EVERY and found["final"] == found["valid"][-1][1]
        assert all(math.isfinite(nats) for _, nats in found["train"] + found["valid"])
        assert ("gradient_norm" in found) == ARMS[found["arm"]].watched
        assert len(found.get("gradient_norm", [])) in (0, n_steps)
        assert found["cpu_seconds"] > 0 and found["date"] and found["torch"]
    assert stored["command"].startswith("python -m xlnet_mini.ablations")
    assert STORED.stat().st_size < 200_000


def test_the_stored_runs_show_what_the_text_says(stored):
    loss = {row.arm: row for row in summaries(stored)}
    unigram = stored["baselines"]["text"]["unigram"]
    assert stored["baselines"]["stability"] == stored["baselines"]["text"]
    for name in ("no positions", "masked words", "high rate", "clipping"):
        assert all(abs(nats - unigram) < 0.1 for nats in loss[name].finals), f"{name}: on the plateau"
    for name in ("baseline", "front", "usual rate"):
        assert max(loss[name].finals) < unigram - 0.3, f"{name}: off the plateau"
    assert sum(nats < unigram - 0.1 for nats in loss["long warm-up"].finals) == 1, "cures one of three"
    assert loss["baseline"].mean < loss["front"].mean < loss["front"].as_trained
    assert loss["one stream"].as_trained < 0.1 < unigram < min(loss["one stream"].finals)
    chance = stored["baselines"]["repeating"]["one of all words"]
    assert max(loss["memory"].finals) < 0.05 and all(abs(n - chance) < 0.02 for n in loss["no memory"].finals)


def test_the_readme_tells_what_is_stored(stored):
    text = (STORED.parent / "README.md").read_text(encoding="utf-8")
    for row in summaries(stored):
        numbers = f"{row.mean:.3f} ± {row.deviation:.3f} | {row.as_trained:.3f} | {row.cpu_seconds:.0f}"
        assert f"| {row.arm} | {row.says} | {numbers} |" in text
    for name, nats in stored["baselines"]["text"].items():
        assert f"{name} {nats:.2f}" in text
    assert stored["command"] in text


# The pictures


def test_pictures_tell_the_stored_numbers(stored):
    rows = {row.arm: row for row in summaries(stored)}
    alt = figures.results(stored).alt
    for name, row in rows.items():
        told = f"{name}: {row.mean:.2f}, standard deviation {row.deviation:.2f}"
        assert (told in alt) == (row.experiment == "text")
    assert f"but {rows['one stream'].as_trained:.2f} measured with its own masks" in alt
    assert f"unigram {stored['baselines']['text']['unigram']:.2f}" in alt
    assert "clipping" in figures.results(stored, "stability").alt
    assert f"validation loss {rows['one stream'].mean:.2f} at the end" in figures.leak(stored).alt
    assert f"no memory: {min(rows['no memory'].finals):.3f} to" in figures.repeating(stored).alt
    norms = next(r for r in stored["runs"] if r["arm"] == "high rate" and r["seed"] == 0)["gradient_norm"]
    assert f"largest gradient norm {max(norms):.3g} at step" in figures.stability(stored).alt


def test_a_picture_of_runs_that_are_not_there_says_so_in_one_line(stored):
    with pytest.raises(ValueError, match="no run of arm 'none' is stored; there are baseline, no positions"):
        figures.leak(stored, ("baseline", "none"))
    with pytest.raises(ValueError, match="no run of arm 'high rate' with seed 9"):
        figures.stability(stored, seed=9)
