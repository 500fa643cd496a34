"""The benchmark runs, counts what it says it counts, and writes its files. No times are judged here."""

import json

import pytest
import torch

from xlnet_mini import benchmark
from xlnet_mini.benchmark import Setting, draw, gflop_of, in_own_process, main, measure, peak_megabytes
from xlnet_mini.benchmark_steps import make_steps

TINY = {"vocab_size": 30, "d_model": 8, "n_layer": 2, "n_head": 2, "d_inner": 12}
CPU = torch.device("cpu")


def test_operations_of_a_matrix_product_are_two_per_number_and_row():
    a = torch.randn(30, 40, requires_grad=True)
    b = torch.randn(40, 50)
    assert gflop_of(lambda: a @ b) == pytest.approx(2 * 30 * 40 * 50 / 1e9)
    assert gflop_of(lambda: (a @ b).sum().backward()) == pytest.approx(2 * 2 * 30 * 40 * 50 / 1e9)


def test_both_models_take_the_same_step():
    """The two models of a benchmark start with the same weights and inputs: the losses agree."""
    pytest.importorskip("transformers")
    steps = make_steps(Setting(T=12, M=6, K=2, B=2), TINY, CPU)
    losses = {name: step().item() for name, step in steps.items()}
    assert losses["ours"] == pytest.approx(losses["reference"], abs=1e-5)


def test_measure_and_draw(tmp_path):
    result = measure(Setting(T=12, M=6, K=2, B=2), TINY, CPU, repeats=2, memory=False)
    assert result.ours.seconds > 0 and 0 < result.ours.of_peak < 1 and result.ours.gflop > 0
    draw({"T": [result], "K": [result]}, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 1000
    assert str(result).split()[:4] == ["12", "6", "2", "2"]


def test_ours_does_fewer_operations_than_the_reference():
    steps = make_steps(Setting(T=24, M=24, K=4, B=2), TINY, CPU)
    if "reference" not in steps:
        pytest.skip("transformers is not installed")
    assert gflop_of(steps["ours"]) < 0.8 * gflop_of(steps["reference"])


@pytest.mark.slow
def test_memory_is_measured_in_a_process_of_its_own():
    peak = in_own_process(
        peak_megabytes, "ours", Setting(T=64, M=64, K=10, B=8), {**TINY, "d_model": 64}, "cpu"
    )
    assert peak is None or peak > 1


@pytest.mark.slow
def test_the_command_writes_table_numbers_and_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(benchmark, "SIZES", TINY)
    monkeypatch.setattr(benchmark, "product_rate", lambda device: 1e11)
    threads = torch.get_num_threads()
    main(["--device", "cpu", "--repeats", "1", "--out", str(tmp_path)])
    torch.set_num_threads(threads)
    assert {f.name for f in tmp_path.iterdir()} == {"table.txt", "results.json", "benchmark.png"}
    assert set(json.loads((tmp_path / "results.json").read_text())) == {"main", "T", "M", "K"}
    assert "times as fast" in capsys.readouterr().out
