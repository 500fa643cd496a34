"""Devices, requests to stop, and a run that is alone."""

import os
import signal
import threading
from contextlib import nullcontext

import pytest
import torch

from xlnet_mini.processes import Processes, autocast, pick_device, stop_on_signals


def test_auto_takes_the_best_device_there_is(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    assert pick_device("auto") == torch.device("cpu")
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert pick_device("auto") == torch.device("mps")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setenv("LOCAL_RANK", "3")
    assert pick_device("auto") == torch.device("cuda:3")


@pytest.mark.parametrize("name", ["cuda", "mps", "tpu", "cuda:1"])
def test_a_device_that_is_not_there_is_refused_with_those_that_are(name, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(ValueError, match=rf"device '{name}' is not available here; available: cpu"):
        pick_device(name)


def test_a_cpu_never_computes_in_bf16():
    assert isinstance(autocast(torch.device("cpu")), nullcontext)


def test_a_run_that_is_alone_needs_no_group(monkeypatch):
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    alone = Processes(torch.device("cpu"))
    assert (alone.rank, alone.world, alone.is_first) == (0, 1, True)
    assert alone.any(True) and not alone.any(False)
    assert alone.gather("x") == ["x"]
    alone.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_asks_and_the_second_acts_as_before(number):
    came = []
    before = signal.signal(number, lambda *_: came.append("usual"))
    try:
        with stop_on_signals() as stop:
            os.kill(os.getpid(), number)
            assert stop.signal == number and came == []
            os.kill(os.getpid(), number)
            assert came == ["usual"]
        os.kill(os.getpid(), number)
        assert came == ["usual", "usual"]
    finally:
        signal.signal(number, before)


def test_outside_the_main_thread_signals_are_left_alone():
    found = []

    def work():
        with stop_on_signals() as stop:
            found.append(stop.signal)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [None]
