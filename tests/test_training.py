"""Training: resumed runs equal unbroken ones bit for bit, whatever broke them; presets; one-line errors."""

import json
import os
import random
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from xlnet_mini import trainer as trainer_module
from xlnet_mini.checkpoint import CheckpointError
from xlnet_mini.lm_head import XLNetLMHeadModel
from xlnet_mini.optimisation import build_model
from xlnet_mini.schedule import warmup_decay
from xlnet_mini.trainer import Trainer, TrainingError
from xlnet_mini.training import main, train
from xlnet_mini.training_config import PRESETS, parse, preset
from xlnet_mini.training_config import command as run_command

TINY = {"d_model": 16, "d_inner": 32, "vocab_size": 300, "n_steps": 12, "n_warmup": 2, "eval_every": 6}


def tiny(out, **changes):
    return preset("smoke", out=str(out), **(TINY | {"checkpoint_every": 5} | changes))


def quiet_train(config, **more):
    return train(config, quiet=True, say=lambda _: None, **more)


def same_weights(one, two):
    one, two = one.state_dict(), two.state_dict()
    return one.keys() == two.keys() and all(torch.equal(one[name], two[name]) for name in one)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    return quiet_train(tiny(tmp_path_factory.mktemp("unbroken"))).model


# Resuming


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_save_first_and_the_resumed_run_is_the_same(tmp_path, unbroken, number):
    config = tiny(tmp_path, eval_every=4)
    stopped = quiet_train(config, on_look=lambda _: os.kill(os.getpid(), number))
    assert not stopped.info["finished"] and stopped.info["step"] == 4 and stopped.info["signal"] == number
    finished = quiet_train(config)
    assert finished.info["finished"] and finished.info["step"] == 12
    assert same_weights(finished.model, unbroken)


def test_a_finished_run_is_only_loaded(tmp_path, unbroken):
    quiet_train(tiny(tmp_path))
    again = quiet_train(tiny(tmp_path), on_look=lambda _: pytest.fail("trained again"))
    assert same_weights(again.model, unbroken)


def test_a_torn_checkpoint_costs_steps_not_the_result(tmp_path, unbroken):
    config = tiny(tmp_path, eval_every=11)
    quiet_train(config, on_look=lambda _: os.kill(os.getpid(), signal.SIGTERM))
    latest = tmp_path / "latest.ckpt"
    latest.write_bytes(latest.read_bytes()[:5000])
    said = []
    finished = train(config, quiet=True, say=said.append)
    assert any("damaged" in line for line in said)
    assert same_weights(finished.model, unbroken)


@pytest.mark.parametrize("change", [{"accumulate": 2}, {"reuse_len": 9, "mem_len": 12}, {"mem_len": 0}])
def test_resuming_is_exact_with_parts_halves_and_without_memory(tmp_path, change):
    whole = quiet_train(tiny(tmp_path / "whole", **change))
    config = tiny(tmp_path / "broken", **change, eval_every=7)
    quiet_train(config, on_look=lambda _: os.kill(os.getpid(), signal.SIGTERM))
    assert same_weights(quiet_train(config).model, whole.model)


def command(out):
    changes = TINY | {"n_steps": 30, "checkpoint_every": 1, "out": str(out)}
    flags = [word for name, value in changes.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    return [sys.executable, "-m", "xlnet_mini.training", "--preset", "smoke", *flags]


def kill_and_resume(out, n_kills, moment):
    """Start the command, kill it with SIGKILL after `moment(n)` seconds, start again; returns kills that hit."""
    hits = 0
    for n in range(n_kills):
        process = subprocess.Popen(command(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        moment(n, process)
        process.kill()  # SIGKILL: nothing can be saved first
        hits += process.wait() == -signal.SIGKILL
    subprocess.run(command(out), check=True, capture_output=True)
    return hits


def final_weights(out):
    return torch.load(out / "model.pt", weights_only=True)["weights"]


def assert_same_files(one, two):
    one, two = final_weights(one), final_weights(two)
    assert one.keys() == two.keys()
    assert all(torch.equal(one[name], two[name]) for name in one)


def test_killed_in_the_middle_and_resumed_gives_the_same_bits(tmp_path):
    def after_some_steps(_, process):
        """Wait until the checkpoint has changed a few times."""
        latest, seen, deadline = tmp_path / "killed" / "latest.ckpt", set(), time.monotonic() + 120
        while len(seen) < 5 and process.poll() is None and time.monotonic() < deadline:
            if latest.exists():
                seen.add(latest.stat().st_mtime_ns)
            time.sleep(0.002)

    assert main([*command(tmp_path / "whole")[3:]]) == 0
    assert kill_and_resume(tmp_path / "killed", 1, after_some_steps) == 1
    assert_same_files(tmp_path / "whole", tmp_path / "killed")


@pytest.mark.slow
def test_twenty_kills_at_random_moments_give_the_same_bits(tmp_path):
    start = time.monotonic()
    subprocess.run(command(tmp_path / "whole"), check=True, capture_output=True)
    length = time.monotonic() - start
    moments = random.Random(0)
    hits, runs = 0, 0
    while hits < 20:
        out = tmp_path / f"killed{runs}"
        hits += kill_and_resume(out, 5, lambda *_: time.sleep(moments.uniform(0.4, 1.0) * length))
        assert_same_files(tmp_path / "whole", out)
        runs += 1
        assert runs < 20


# Disk, config, text


def fail_to_write(*_):
    raise CheckpointError("could not write 'x': No space left on device; free some space")


def test_a_full_disk_midway_is_said_and_training_goes_on(tmp_path, monkeypatch, unbroken):
    real, calls, said = trainer_module.checkpoint.save_checkpoint, [], []

    def full_once(folder, state):
        calls.append(state["step"])
        if len(calls) == 1:
            fail_to_write()
        real(folder, state)

    monkeypatch.setattr(trainer_module.checkpoint, "save_checkpoint", full_once)
    run = train(tiny(tmp_path), quiet=True, say=said.append)
    assert calls == [5, 10, 12] and len(said) == 1 and "No space left" in said[0]
    assert same_weights(run.model, unbroken)


def test_a_full_disk_at_the_end_is_an_error_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(trainer_module.checkpoint, "save_checkpoint", fail_to_write)
    words = [f"--{k.replace('_', '-')}={v}" for k, v in (TINY | {"n_steps": 2}).items()]
    assert main(["--preset", "smoke", "--out", str(tmp_path), *words]) == 1
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith("error: could not write") and "free some space" in error


def test_checkpoint_of_another_config_or_another_text_is_refused(tmp_path):
    own = tmp_path / "own.txt"
    own.write_text("some words that make a text to be learned by heart, and more of them\n" * 300)
    quiet_train(tiny(tmp_path / "run", corpus=str(own), n_steps=2))
    with pytest.raises(CheckpointError, match=r"d_inner is 32 there and 64 here"):
        quiet_train(tiny(tmp_path / "run", corpus=str(own), n_steps=2, d_inner=64))
    own.write_text("other words of the same kind which are not the same text at all, no\n" * 300)
    with pytest.raises(CheckpointError, match="made with another text"):
        quiet_train(tiny(tmp_path / "run", corpus=str(own), n_steps=2))


@pytest.mark.parametrize(
    "words, said",
    [
        (["--preset", "huge"], "preset 'huge' is unknown; take one of auto, cpu, gpu, smoke"),
        (["--preset", "smoke", "--n-head", "3"], "n_head is 3; it must be a divisor of d_model (32)"),
        (["--preset", "smoke", "--vocab-size", "99999"], "vocab_size is 99999; it must be from 20 to 16384"),
        (["--preset", "smoke", "--num-predict", "0"], "num_predict is 0; it must be from 1 to seq_len (24)"),
        (
            ["--preset", "smoke", "--accumulate", "3"],
            "accumulate is 3; it must be a divisor of batch_size (4)",
        ),
        (["--preset", "smoke", "--corpus", "/nowhere"], "neither 'kjv' nor 'python-docs'"),
        (["--preset", "smoke", "--seq-len", "90000"], "fewer than seq_len=90000"),
        (["--preset", "smoke", "--device", "abacus"], "device 'abacus' is not available here"),
    ],
)
def test_wrong_arguments_give_one_line_and_status_2(tmp_path, capsys, words, said):
    try:
        status = main([*words, "--out", str(tmp_path)])
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("error: ") and said in lines[0]


def test_a_loss_that_is_no_number_stops_with_a_word_of_advice(tmp_path, monkeypatch):
    real = Trainer.learn
    monkeypatch.setattr(Trainer, "learn", lambda self: real(self) * float("nan"))
    with pytest.raises(TrainingError, match="lower --lr"):
        quiet_train(tiny(tmp_path))


# Presets and settings


def test_auto_follows_the_environment_then_the_card(monkeypatch):
    monkeypatch.setenv("XLNET_MINI_PRESET", "smoke")
    assert preset("auto").preset == "smoke"
    monkeypatch.delenv("XLNET_MINI_PRESET")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert preset("auto").preset == "gpu"
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert preset("auto").preset == "cpu"


@pytest.mark.parametrize("name", PRESETS)
def test_presets_build_on_the_meta_device(name):
    config = preset(name)
    with torch.device("meta"):
        XLNetLMHeadModel(config.model_config(config.vocab_size))


def test_every_setting_is_an_option_of_the_command():
    config = parse(
        ["--preset", "cpu", "--lr", "0.5", "--no-positions", "--n-steps", "7", "--corpus", "x.txt"]
    )
    assert (config.lr, config.no_positions, config.n_steps, config.corpus) == (0.5, True, 7, "x.txt")


def test_the_command_of_a_run_makes_the_same_run():
    for words in (["--preset", "gpu"], ["--preset", "cpu", "--no-positions", "--lr", "0.5", "--out", "a b"]):
        config = parse(words)
        assert parse(shlex.split(run_command(config))[3:]) == config


def test_without_positions_the_model_cannot_tell_places_apart():
    model = build_model(preset("smoke").model_config(20), positions=False).eval()
    ids = torch.tensor([[9, 9, 11, 12, 13]])
    mask = torch.zeros(1, 5, 5, dtype=torch.bool)
    mask[:, :, :2] = True
    out = model(ids, perm_mask=mask, target_mapping=torch.eye(5)[None, :2])
    assert torch.equal(out.logits[0, 0], out.logits[0, 1])
    assert not any(p.requires_grad for n, p in model.named_parameters() if n.endswith("rel_attn.r"))


# What a run does


def test_accumulated_parts_give_the_gradient_of_the_whole_batch(tmp_path):
    """B5 (batch_chunk): memory belongs to its part of the batch; losses are weighted by their slots."""
    found = []
    for accumulate in (1, 2, 4):
        trainer = Trainer(tiny(tmp_path, accumulate=accumulate, dropout=0.0), say=lambda _: None)
        trainer.optimizer.zero_grad = lambda **_: None
        for _ in range(2):
            for parameter in trainer.model.parameters():
                parameter.grad = None
            trainer.learn()
        found.append({n: p.grad.clone() for n, p in trainer.model.named_parameters() if p.grad is not None})
    for other in found[1:]:
        for name, gradient in found[0].items():
            torch.testing.assert_close(other[name], gradient, rtol=2e-3, atol=2e-6)


def test_every_parameter_that_is_meant_to_learn_gets_a_gradient(tmp_path):
    trainer = Trainer(tiny(tmp_path, n_layer=3), say=lambda _: None)
    trainer.optimizer.zero_grad = lambda **_: None
    trainer.learn()
    without = [n for n, p in trainer.model.named_parameters() if p.requires_grad and p.grad is None]
    assert without == []


def test_one_batch_is_learned_by_heart(tmp_path):
    """X#124, T#14: a model that cannot learn one batch by heart is broken; this one can."""
    trainer = Trainer(
        tiny(tmp_path, d_model=32, d_inner=64, n_steps=150, lr=5e-3, dropout=0.0, mem_len=0),
        say=lambda _: None,
    )
    batch = trainer.data.batches[0]
    trainer.data = type("Same", (), {"batches": Same(batch), "tokenizer": trainer.data.tokenizer})
    losses = [float(trainer.learn()) for _ in range(150)]
    assert losses[0] > 5 and losses[-1] < 0.5


class Same:
    """The same batch at every step."""

    def __init__(self, batch):
        self.batch = batch

    def __getitem__(self, step):
        return self.batch

    def is_start(self, step):
        return True


def test_weight_decay_and_rate_reach_the_right_parameters(tmp_path):
    """X#66, X#184: the rate of each group is the scheduled one; biases and layer norms do not decay."""
    trainer = Trainer(tiny(tmp_path), say=lambda _: None)
    matrices, others = trainer.optimizer.param_groups
    assert matrices["weight_decay"] == 0.01 and others["weight_decay"] == 0
    assert all(p.ndim > 1 for p in matrices["params"]) and all(p.ndim == 1 for p in others["params"])
    n = len(matrices["params"]) + len(others["params"])
    assert n == sum(p.requires_grad for p in trainer.model.parameters())
    for step in range(3):
        trainer.learn()
        rate = trainer.config.lr * warmup_decay(step, 2, 12)
        assert matrices["lr"] == others["lr"] == rate


def test_the_run_folder_holds_model_curve_and_picture(tmp_path):
    looked = []
    run = quiet_train(tiny(tmp_path), on_look=lambda trainer: looked.append(trainer.step))
    assert looked == [6, 12]
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert curve["history"] == run.info["history"] and curve["settings"]["preset"] == "smoke"
    assert set(curve["baselines"]) == {"unigram", "left bigram", "neighbour bigram"}
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "model.pt").stat().st_size < 1e6
    assert not list(tmp_path.glob("*.tmp"))


def test_training_leaves_signal_handlers_as_they_were(tmp_path):
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    quiet_train(tiny(tmp_path, n_steps=2))
    assert before == (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))


# Several processes

GRADIENTS = """
import sys, torch
from xlnet_mini.trainer import Trainer
from xlnet_mini.training_config import preset
target, out, batch, parts = sys.argv[1:]
config = preset("smoke", out=out, batch_size=int(batch), accumulate=int(parts), dropout=0.0,
                d_model=16, d_inner=32, vocab_size=300, device="cpu")
trainer = Trainer(config, say=lambda _: None)
trainer.optimizer.zero_grad = lambda **_: None
for _ in range(3):
    for p in trainer.model.parameters():
        p.grad = None
    trainer.learn()
if trainer.processes.is_first:
    torch.save({n: p.grad for n, p in trainer.model.named_parameters() if p.grad is not None}, target)
trainer.processes.close()
"""


def test_two_processes_give_the_gradient_of_one_with_twice_the_batch(tmp_path):
    """With gloo; the two also split their batches in two parts, so gradients are exchanged once a step."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    here = {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(Path(trainer_module.__file__).parents[1])}

    def start(target, batch, parts, **environment):
        words = [
            sys.executable,
            "-c",
            GRADIENTS,
            str(tmp_path / target),
            str(tmp_path),
            str(batch),
            str(parts),
        ]
        return subprocess.Popen(words, env=os.environ | here | environment)

    meeting = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    processes = [start("two.pt", 4, 2, RANK=str(rank), LOCAL_RANK=str(rank), **meeting) for rank in (0, 1)]
    processes.append(start("one.pt", 8, 1))
    assert [process.wait(300) for process in processes] == [0, 0, 0]
    one, two = torch.load(tmp_path / "one.pt"), torch.load(tmp_path / "two.pt")
    assert one.keys() == two.keys()
    for name, gradient in one.items():
        torch.testing.assert_close(two[name], gradient, rtol=1e-4, atol=1e-6)


@pytest.mark.slow
def test_two_processes_stop_together_and_resume_to_the_same_bits(tmp_path):
    def launch(out):
        flags = [*command(out)[1:], "--dropout", "0.1"]
        return [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", *flags]

    subprocess.run(launch(tmp_path / "whole"), check=True, capture_output=True)
    process = subprocess.Popen(
        launch(tmp_path / "broken"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 120
    while not (tmp_path / "broken" / "previous.ckpt").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.terminate()
    process.wait()
    subprocess.run(launch(tmp_path / "broken"), check=True, capture_output=True)
    assert_same_files(tmp_path / "whole", tmp_path / "broken")
