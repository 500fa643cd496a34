"""Is the machine ready: what is found is said, what is missing comes with what to do."""

import importlib.metadata

from xlnet_mini.course import ready as module
from xlnet_mini.course.ready import ready


def test_this_machine_is_ready():
    found = ready()
    assert found.ready and found.verdict == "Ready."
    assert repr(found).count("✓") == len(found.lines) and "✗" not in repr(found)
    assert "<table>" in found._repr_html_()
    assert str(module.ROOT) not in repr(found), "a stored notebook must not tell where it was built"


def test_what_is_missing_or_old_says_what_to_do(monkeypatch):
    def version(name):
        if name == "torch":
            return "2.3.1+cpu"
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    found = ready()
    assert not found.ready and "Not ready yet" in found.verdict
    said = {what: text for fine, what, text in found.lines if not fine}
    assert set(said) == {"torch", "ipywidgets", "matplotlib", "jupyterlab"}
    assert "2.3.1+cpu is too old, 2.11 or later" in said["torch"]
    assert "pip install -r requirements.txt" in said["ipywidgets"]


def test_a_package_elsewhere_and_a_notebook_elsewhere_are_noticed(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    said = {what: text for fine, what, text in ready().lines if not fine}
    assert set(said) == {"folder"} and "Open it inside" in said["folder"]
    monkeypatch.setattr(module, "ROOT", tmp_path)
    said = {what: text for fine, what, text in ready().lines if not fine}
    assert set(said) == {"package"} and "pip install -e ." in said["package"]
