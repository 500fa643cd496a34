"""The GPU report: what it says without a GPU, a rehearsal on the CPU, and a section that fails."""

import json

import pytest
import torch

from xlnet_mini import gpu_report
from xlnet_mini.gpu_checks import require_close


def test_without_a_gpu_it_says_so_and_that_nothing_was_run(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert gpu_report.main(["--out", str(tmp_path / "report")]) == 3
    said = capsys.readouterr().out
    assert "No GPU was found" in said and "Nothing was run" in said
    assert not (tmp_path / "report").exists()


def test_rehearsal_runs_every_section_and_writes_the_report(tmp_path):
    assert gpu_report.main(["--out", str(tmp_path), "--dry-run-on-cpu"]) == 0
    sections = json.loads((tmp_path / "report.json").read_text())
    assert [section["title"] for section in sections] == list(gpu_report.SECTIONS)
    text = (tmp_path / "report.md").read_text()
    assert "rehearsal on the CPU" in text and "FAILED" not in text
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_section_that_fails_is_reported_and_the_others_run(tmp_path, monkeypatch):
    def broken(_):
        raise RuntimeError("out of luck")

    sections = {"Machine": gpu_report.machine, "Broken": broken, "Last": lambda _: ["still run"]}
    monkeypatch.setattr(gpu_report, "SECTIONS", sections)
    assert gpu_report.main(["--out", str(tmp_path), "--dry-run-on-cpu"]) == 1
    text = (tmp_path / "report.md").read_text()
    assert "## Broken: FAILED" in text and "RuntimeError: out of luck" in text and "* still run" in text


def test_differences_beyond_the_limit_are_failures():
    one = torch.zeros(3)
    with pytest.raises(gpu_report.CheckFailed, match=r"logits: differs by 1\.0e-03"):
        require_close("logits", one, one + 1e-3, 1e-4)
    with pytest.raises(gpu_report.CheckFailed):
        require_close("logits", one, one * torch.nan, 1e-4)
