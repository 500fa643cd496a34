"""Lab 07's training cell: stopped it saves, run again it goes on, also in a new kernel; and its pictures are true."""

import random
import re
from threading import Timer
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
import torch

from xlnet_mini.course.figures import lab07_infilling as infilling
from xlnet_mini.course.figures import lab07_measure as measure
from xlnet_mini.course.figures import lab07_runs as runs
from xlnet_mini.course.figures import lab07_train_end_to_end as figures
from xlnet_mini.course.kernel import Kernel
from xlnet_mini.course.layout import lab
from xlnet_mini.saved_model import load_reference

NOTEBOOK = lab(7).notebook
SETTINGS = "config = runs.run_config(n_steps=200, eval_every=100, checkpoint_every=100)\nprint(config.out)"
STOP_BETWEEN_TWO_NOTES = """
import os, signal
from xlnet_mini.trainer import Trainer

learn = Trainer.learn

def learn_and_stop(self):
    loss = learn(self)
    if self.step == 33:  # the loss is noted every second step
        os.kill(os.getpid(), signal.SIGINT)
    return loss

Trainer.learn = learn_and_stop
"""
DIGEST = """
import hashlib
weights = b"".join(p.detach().numpy().tobytes() for p in run.model.state_dict().values())
print(run.info["step"], hashlib.sha256(weights).hexdigest(), run.info["history"])
"""
UNBROKEN = """
from dataclasses import replace
run = train(replace(config, out="unbroken"), quiet=True)
"""


def cell(beginning: str) -> str:
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    return next(c.source for c in cells if c.cell_type == "code" and c.source.startswith(beginning))


def text_of(run) -> str:
    assert run.error is None and not run.stopped, run
    return "".join(out.get("text", "") for out in run.outputs)


def test_interrupt_run_again_restart_run_again(tmp_path):
    """Stopped and gone on with in a new kernel: weights and curve are those of a run that was never stopped."""
    first, training = cell("import math") + "\n" + cell("from IPython.display"), cell("run = None")
    kernel = Kernel(tmp_path)
    try:
        assert "preset: smoke (a rehearsal" in text_of(kernel.run(first, 180))
        folder = text_of(kernel.run(SETTINGS, 60)).strip()
        kernel.run(STOP_BETWEEN_TWO_NOTES, 60)
        text = text_of(kernel.run(training, 180))
        assert "33 of 200 steps" in text and "Stopped, and saved. Run this cell again" in text
    finally:
        kernel.stop()
    kernel = Kernel(tmp_path)  # as after a restart
    try:
        kernel.run(first, 180)
        assert text_of(kernel.run(SETTINGS, 60)).strip() == folder
        done = kernel.run(training, 180)
        assert "200 of 200 steps" in text_of(done) and "Stopped" not in text_of(done)
        looked = text_of(kernel.run(cell("looked_at, whose"), 180))
        assert "the reference run (a rehearsal has learned nothing to look at)" in looked
        assert re.search(r"neighbour bigram +3\.91 +the model wins", looked)
        broken = text_of(kernel.run(DIGEST, 60))
        assert broken.startswith("200 ")
        kernel.run(UNBROKEN, 180)
        assert text_of(kernel.run(DIGEST, 60)) == broken
    finally:
        kernel.stop()


@pytest.mark.slow
def test_interrupts_at_any_moment(tmp_path):
    """Ctrl-C as Jupyter sends it, once or twice, wherever the cell stands; every second time a new kernel."""
    draw = random.Random(7)
    first, training = cell("import math") + "\n" + cell("from IPython.display"), cell("run = None")
    kernel = Kernel(tmp_path)
    try:
        kernel.run(first, 180)
        kernel.run(SETTINGS, 60)
        for n in range(100):
            at = draw.uniform(0, 3)
            timers = [
                Timer(at + 0.2 * k, kernel.manager.interrupt_kernel) for k in range(draw.choice((1, 2)))
            ]
            for timer in timers:
                timer.start()
            ran = kernel.run(training, 300)
            for timer in timers:
                timer.cancel()
                timer.join()
            assert ran.error is None or ran.error.ename == "KeyboardInterrupt", ran.error
            said = "".join(out.get("text", "") for out in ran.outputs)
            if "200 of 200 steps" in said and ran.error is None:
                break
            if n % 2:
                kernel.stop()
                kernel = Kernel(tmp_path)
                kernel.run(first, 180)
                kernel.run(SETTINGS, 60)
        kernel.run("pass", 60)  # takes an interrupt that came late
        broken = text_of(kernel.run(DIGEST, 60))
        assert broken.startswith("200 ") and n > 1
        kernel.run(UNBROKEN, 180)
        assert text_of(kernel.run(DIGEST, 60)) == broken
    finally:
        kernel.stop()


def test_other_settings_begin_a_run_of_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XLNET_MINI_PRESET", "cpu")
    usual, same, other = runs.run_config(), runs.run_config(eval_every=7), runs.run_config(lr=1e-3)
    assert usual.out == same.out != other.out
    assert runs.run_config(out="mine").out == "mine"


def test_without_a_run_of_ones_own_the_reference_is_looked_at():
    for none in (None, type("Run", (), {"info": {"finished": False, "settings": {"preset": "cpu"}}})()):
        found, whose = runs.look_at(none)
        assert found.info["settings"]["mem_len"] == 64 and whose.startswith("the reference run (there is no")


@pytest.fixture(scope="module")
def reference():
    torch.set_num_threads(1)
    return load_reference()


def test_attention_by_distance_is_a_mean_of_weights(reference):
    (batch,) = runs.held_out(reference, limit=1)
    weights = measure.attention_by_distance(reference, batch, reach=3)
    assert weights.shape == (2, 6, 7)
    assert np.isnan(weights[:, :, 3]).all()  # a target never sees its own place
    seen = np.delete(weights, 3, axis=2)
    assert (seen >= 0).all() and (seen <= 1).all() and seen.max() > 0.5
    alt = figures.attention(weights, 3).alt
    assert "layer 2 head 6" in alt and "+1" in alt


VERSE = ["And", "God", "said,", "Let", "there", "be", "light:", "and", "there", "was", "light."]


@pytest.mark.parametrize("order", infilling.ORDERS)
@pytest.mark.parametrize("fill_with", infilling.FILLERS)
def test_infilling_fills_one_blank_after_the_other(reference, order, fill_with):
    steps = infilling.stages(reference, VERSE, (1, 6, 9), order, fill_with)
    assert [sum(b.filled is not None for b in state) for state in steps] == [0, 1, 2, 3]
    if fill_with == infilling.FILLERS[1]:
        assert [b.filled for b in steps[-1]] == ["God", "light", "was"]
    if order == "right to left":
        assert steps[1][2].filled and not steps[1][0].filled
    for state in steps:
        for blank in state:
            assert 0 < sum(p for _, p in blank.candidates) <= 1 + 1e-6


def test_the_widget_shows_any_choice_of_words(reference):
    widget = infilling.infilling(reference, " ".join(VERSE), ["light"])
    assert widget.values["blanks"] == (6,) and "[1]:" in repr(widget)
    widget.set(blanks=(1, 9), order="right to left", revealed=1)
    assert "1 of 2 blanks filled" in widget.screen.value
    widget.set(blanks=())
    assert "Choose from one to 6" in widget.screen.value or "No word is blanked" in widget.screen.value
    widget.set(blanks=tuple(range(8)), revealed=6)
    assert "6 of 6 blanks filled" in widget.screen.value


def test_a_step_under_the_profiler(reference):
    batch = runs.held_out(reference, limit=1)[0]
    before = {name: p.clone() for name, p in reference.model.named_parameters()}
    found = measure.profile_training(reference)
    assert all(torch.equal(p, before[name]) for name, p in reference.model.named_parameters())
    assert abs(sum(found.by_kind.values()) - found.seconds) < 1e-6
    assert found.by_kind["matrix products"] > 0.05 * found.seconds
    assert 0 < found.of_peak < 1.5 and found.megabytes > 1 and found.tokens_per_second > 0
    assert "matrix products" in figures.time_spent(found.by_kind).alt
    assert batch.input_ids.shape == (16, 64)


def test_curves_say_their_numbers():
    history = [{"step": 20, "train": 6.0}, {"step": 40, "valid": 5.0}, {"step": 80, "valid": 4.0}]
    alt = figures.run_curve(history, {"unigram": 5.79}).alt
    assert "5.00 nats at step 40, 4.00 at step 80" in alt and "unigram 5.79" in alt
    assert "Training loss 6.00 nats at step 20. Validation" in alt  # one point is told once
    assert figures.run_curve([], {}).alt == "No validation loss yet."
    assert (
        figures.run_curve(history[:1], {}).alt
        == "Training loss 6.00 nats at step 20. No validation loss yet."
    )
    assert "A: 3.00 at first, 1.00 to 3.00" in figures.overfitting({"A": [3.0, 2.0, 1.0]}, {"floor": 0.7}).alt
    alt = figures.side_by_side({"the model": 3.4, "unigram": 5.8}, ["the model"], "Losses").alt
    assert "unigram (counting) 5.80 and the model 3.40" in alt
    alt = figures.places([4.0, 4.0, 3.0, float("nan")], 5.8, "unigram").alt
    assert "4.00 nats over the first quarter" in alt


def test_an_experiment_runs_once_it_is_predicted(monkeypatch):
    monkeypatch.setenv("XLNET_MINI_PRESET", "smoke")
    filled = {
        "question": "q",
        "prediction": "p",
        "change": {"n_head": 1},
        "usual": ...,
        "changed": ...,
        "verdict": ...,
    }
    waiting = runs.trial(filled | {"prediction": ...}, seeds=[0, 1])
    assert repr(waiting) == "○ Fill in prediction first: predict, then run."
    found = runs.trial(filled, seeds=[0, 1])
    one, other = found.rows["usual"], found.rows["changed"]
    assert len(one) == len(other) == 2 and one != other and one[0] != one[1]
    assert f"<td>{one[0]:.3f}</td>" in found._repr_html_()
    assert repr(found) == (
        f"Validation loss in nats per target, seeds 0 and 1: usual {one[0]:.3f} and {one[1]:.3f}, mean "
        f"{sum(one) / 2:.3f}; changed {other[0]:.3f} and {other[1]:.3f}, mean {sum(other) / 2:.3f}."
    )
    assert runs.trial(filled, seeds=[0]).rows["usual"] == one[:1]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"heads": 1}, "There is no setting 'heads'"),
        ({"n_head": "one"}, "'n_head' is a whole number; 'one' cannot be."),
        ({"n_head": 5}, "n_head is 5; it must be a divisor of d_model (96)"),
        ({"n_head": 3}, "n_head is 3; it must be a divisor of d_model (32)"),  # a rehearsal's width
        ({"n_head": 4}, "'n_head' = 4 already"),
        ({"n_head": 1, "lr": 1e-3}, "Change one."),
        ({"seq_len": 16}, "measured on other targets"),
        ({"lr": 1e12}, "A run broke: the loss is nan at step"),
        ("one head", '"change" is a dict'),
    ],
)
def test_what_cannot_be_run_is_said_in_one_line(monkeypatch, change, says):
    monkeypatch.setenv("XLNET_MINI_PRESET", "smoke")
    told = repr(runs.trial({"question": "q", "prediction": "p", "change": change}, seeds=[0, 1]))
    assert told.startswith("○ ") and says in told and "\n" not in told


def test_a_stopped_experiment_has_no_losses(monkeypatch):
    monkeypatch.setenv("XLNET_MINI_PRESET", "smoke")

    def stopped(config, **_):
        return SimpleNamespace(info={"finished": False, "history": [{"step": 5, "valid": 6.0}]})

    monkeypatch.setattr(runs, "train", stopped)
    told = runs.trial({"question": "q", "prediction": "p", "change": {"n_head": 1}}, seeds=[0, 1])
    assert repr(told).startswith("○ Stopped, so there are no losses.")


def test_without_the_training_cell_the_reference_run_is_looked_at(tmp_path):
    kernel = Kernel(tmp_path)
    try:
        kernel.run(cell("import math") + "\n" + cell("from IPython.display"), 180)
        assert "the reference run (there is no finished run" in text_of(
            kernel.run(cell("looked_at, whose"), 180)
        )
    finally:
        kernel.stop()


@pytest.mark.slow
def test_every_cell_may_be_run_again_at_once(tmp_path):
    """The solved lab, each cell twice: nothing stops, and nothing that was right becomes wrong."""
    kernel = Kernel(tmp_path)
    try:
        for one in nbformat.read(lab(7).solution, as_version=4).cells:
            for _ in range(2 * (one.cell_type == "code")):
                run = kernel.run(one.source, 600)
                assert run.error is None and not run.stopped, (one.source, run.outputs)
                told = " ".join(str(out.get("data", {}).get("text/plain", "")) for out in run.outputs)
                assert "This waits" not in told and "did not work" not in told and "✗" not in told, told
    finally:
        kernel.stop()
