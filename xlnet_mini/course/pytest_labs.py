"""Hooks that make `pytest --nbval labs/` a grader: a conftest.py imports those that its folder needs."""

import os
from pathlib import Path

import pytest

PLUGIN = "xlnet-mini-points"
COLOURS = {
    "right": {"green": True},
    "wrong": {"red": True},
    "error": {"red": True},
    "sum": {"bold": True},
    "head": {"bold": True},
    "note": {"yellow": True},
}
LOST = (
    "{n} cells have lost their metadata (an editor dropped it). They were graded by their text all the same; "
    "to get it back, paste your answers into a fresh copy of the lab."
)


def pytest_addoption(parser: pytest.Parser) -> None:
    try:
        parser.getgroup("labs").addoption(
            "--points-json", metavar="FILE", help="write the points of the labs to this file, as JSON"
        )
    except ValueError:  # the other folder's conftest.py was here first
        return


def pytest_configure(config: pytest.Config) -> None:
    if config.pluginmanager.has_plugin(PLUGIN):
        return
    config.pluginmanager.register(Grader(config), PLUGIN)
    if getattr(config.option, "dist", "no") == "load":  # `-n 2`: the cells of a notebook share one kernel
        config.option.dist = "loadfile"


@pytest.hookimpl(wrapper=True)
def collect_lab(file_path: Path, parent: pytest.Collector):
    """As pytest_collect_file: notebooks are students' labs."""
    from .pytest_cells import LabNotebook

    return _collect((yield), file_path, parent, LabNotebook)


@pytest.hookimpl(wrapper=True)
def collect_solution(file_path: Path, parent: pytest.Collector):
    """As pytest_collect_file: notebooks are solutions."""
    from .pytest_cells import SolutionNotebook

    return _collect((yield), file_path, parent, SolutionNotebook)


def _collect(found: list, file_path: Path, parent: pytest.Collector, kind: type) -> list:
    """In place of what nbval collects, and also where --nbval is not given."""
    return [kind.from_parent(parent, path=file_path)] if file_path.suffix == ".ipynb" else found


class Grader:
    """Gathers the grades from the reports, from all processes, and writes the table."""

    def __init__(self, config: pytest.Config):
        from .points import Points

        self.config, self.points = config, Points()
        self.worker = hasattr(config, "workerinput")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo):
        report = yield
        notebook = item.path.suffix == ".ipynb"
        if notebook and report.skipped and isinstance(report.longrepr, tuple):
            # name the notebook, not the line of ours that skipped
            report.longrepr = (str(item.path), item.reportinfo()[1] + 1, report.longrepr[2])
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.worker or report.when != "call":
            return
        from .lab_grades import Grade
        from .pytest_cells import RECORD

        for name, facts in report.user_properties:
            if name == RECORD:
                self.points.add(facts["notebook"], Grade(**facts["grade"]))
                if facts["lost_metadata"]:
                    self.points.note(facts["notebook"], LOST.format(n=facts["lost_metadata"]))

    def pytest_sessionfinish(self) -> None:
        path = self.config.getoption("points_json", None)
        if path and not self.worker:
            self.points.write_json(Path(os.path.expanduser(self.config.invocation_params.dir / path)))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        lines = self.points.lines()
        if not lines:
            return
        terminalreporter.section("points")
        for text, kind in lines:
            terminalreporter.write_line(text, **COLOURS.get(kind, {}))
