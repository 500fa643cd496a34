"""Checkpoints: torn files, full disks, kills between the two renames, and other configs."""

import errno
import os
from pathlib import Path

import pytest
import torch

from xlnet_mini import checkpoint
from xlnet_mini.checkpoint import CheckpointError, check_same_config, load_checkpoint, save_checkpoint


def state(n):
    return {"step": n, "weights": torch.full((50,), float(n))}


def test_the_newest_comes_back_and_none_where_there_is_none(tmp_path):
    assert load_checkpoint(tmp_path) is None
    for n in range(3):
        save_checkpoint(tmp_path, state(n))
    loaded = load_checkpoint(tmp_path)
    assert loaded["step"] == 2 and torch.equal(loaded["weights"], state(2)["weights"])
    assert sorted(p.name for p in tmp_path.iterdir()) == ["latest.ckpt", "previous.ckpt"]


@pytest.mark.parametrize("damage", [lambda b: b[:100], lambda b: b"", lambda b: b[:-9] + b"\0" * 9])
def test_a_torn_checkpoint_is_noticed_and_the_one_before_is_taken(tmp_path, damage):
    save_checkpoint(tmp_path, state(1))
    save_checkpoint(tmp_path, state(2))
    latest = tmp_path / "latest.ckpt"
    latest.write_bytes(damage(latest.read_bytes()))
    said = []
    assert load_checkpoint(tmp_path, warn=said.append)["step"] == 1
    assert len(said) == 1 and "latest.ckpt" in said[0] and "going on from previous.ckpt" in said[0]
    (tmp_path / "previous.ckpt").write_bytes(b"nonsense")
    with pytest.raises(CheckpointError, match="no whole checkpoint is left; delete the folder"):
        load_checkpoint(tmp_path, warn=said.append)


@pytest.mark.parametrize("survives", [0, 1])
def test_killed_between_the_renames_nothing_is_lost(tmp_path, monkeypatch, survives):
    save_checkpoint(tmp_path, state(1))
    real, calls = os.replace, []

    def replace(source, target):
        calls.append(source)
        if len(calls) > 1 + survives:  # the first puts new.ckpt in place
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(checkpoint.os, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        save_checkpoint(tmp_path, state(2))
    monkeypatch.undo()
    assert load_checkpoint(tmp_path)["step"] == 2
    save_checkpoint(tmp_path, state(3))
    assert load_checkpoint(tmp_path)["step"] == 3


def test_a_full_disk_is_said_in_one_line_and_spoils_nothing(tmp_path, monkeypatch):
    save_checkpoint(tmp_path, state(1))

    class Full:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, content):
            self.file.write(content[:10])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    real = Path.open
    monkeypatch.setattr(Path, "open", lambda path, *a: Full(real(path, *a)))
    with pytest.raises(CheckpointError, match=r"No space left on device .* free some space") as error:
        save_checkpoint(tmp_path, state(2))
    assert "\n" not in str(error.value)
    monkeypatch.undo()
    assert [p.name for p in tmp_path.iterdir()] == ["latest.ckpt"]
    assert load_checkpoint(tmp_path)["step"] == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_folder_that_is_no_folder_is_said_in_one_line():
    with pytest.raises(CheckpointError, match="could not write"):
        save_checkpoint(Path("/dev/full/run"), state(1))


def test_another_config_is_named_with_both_values():
    with pytest.raises(CheckpointError, match=r"d_model is 8 there and 16 here") as error:
        check_same_config({"d_model": 8, "n_layer": 2}, {"d_model": 16, "n_layer": 2}, Path("runs/x"))
    assert "n_layer" not in str(error.value) and "--out" in str(error.value)
    check_same_config({"d_model": 8, "old": 1}, {"d_model": 8}, Path("runs/x"))
