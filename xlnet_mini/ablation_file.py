"""The file of finished ablations: one JSON object, written anew after each run, so that a stop loses at most one.

command     what makes it
arms        name -> what it says, its experiment, and all settings
baselines   experiment -> losses in nats that need no network, on the same targets
runs        one for each arm and seed: `final` and `as_trained` (nats), cpu_seconds, date, version of torch, and
            the curves `train` and `valid` ([step, nats]); where the arm is watched also `gradient_norm` at every
            step (before clipping) and `spread` ([step, content, query]; see `xlnet_mini.ablations.watch`)
"""

import json
import statistics
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from xlnet_mini.ablation_arms import ARMS
from xlnet_mini.checkpoint import write_atomically
from xlnet_mini.saved_model import REFERENCE
from xlnet_mini.training_config import TrainingConfig

STORED = REFERENCE / "ablations.json"
IDLE = ("preset", "out", "device", "n_threads", "checkpoint_every", "accumulate", "reuse_len")  # not stored


@dataclass(frozen=True)
class Summary:
    """One arm over its seeds: losses in nats, validation and as trained; processor seconds of one run."""

    arm: str
    says: str
    experiment: str
    finals: tuple[float, ...]
    as_trained: float
    cpu_seconds: float

    @property
    def mean(self) -> float:
        """Mean validation loss over the seeds."""
        return statistics.fmean(self.finals)

    @property
    def deviation(self) -> float:
        """Standard deviation over the seeds, of the population that they are drawn from; 0 for one seed."""
        return statistics.stdev(self.finals) if len(self.finals) > 1 else 0.0

    def __str__(self) -> str:
        """One line for a terminal."""
        spread = f" ± {self.deviation:.3f}" if len(self.finals) > 1 else ""
        return f"{self.arm} ({self.says}): {self.mean:.3f}{spread} nats, {len(self.finals)} seed(s)"


def summaries(stored: dict[str, Any], experiment: str | None = None) -> list[Summary]:
    """A row for every arm that has runs, in the order of ARMS; of one experiment, or of all."""
    rows = []
    for name, arm in stored["arms"].items():
        runs = [found for found in stored["runs"] if found["arm"] == name]
        if runs and experiment in (None, arm["experiment"]):
            means = (statistics.fmean(found[key] for found in runs) for key in ("as_trained", "cpu_seconds"))
            finals = tuple(found["final"] for found in runs)
            rows.append(Summary(name, arm["says"], arm["experiment"], finals, *means))
    return rows


def settings_of(config: TrainingConfig) -> dict[str, Any]:
    """The settings that a run depends on, as they are stored."""
    return {name: value for name, value in asdict(config).items() if name not in (*IDLE, "seed")}


def load(file: Path = STORED) -> dict[str, Any]:
    """All that is stored. Raises ValueError, in one line, where the file is damaged."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file} is damaged ({error}); delete it, or choose another with --out") from None


def write(file: Path, stored: dict[str, Any]) -> None:
    """Write all, one arm and one run a line. Raises CheckpointError where the disk is full."""
    runs = ",\n".join(json.dumps(found) for found in stored["runs"])
    arms = ",\n".join(f"{json.dumps(name)}: {json.dumps(arm)}" for name, arm in stored["arms"].items())
    parts = {name: json.dumps(stored[name]) for name in ("command", "baselines")}
    parts |= {"arms": f"{{\n{arms}\n}}", "runs": f"[\n{runs}\n]"}
    text = ",\n".join(f'"{name}": {part}' for name, part in parts.items())
    write_atomically(file, f"{{\n{text}\n}}\n".encode())


def prepare(file: Path, wanted: list[str], quick: bool, command: str) -> None:
    """Make the file, or forget in it the runs of wanted arms whose settings have changed."""
    stored = load(file) if file.exists() else {"command": "", "baselines": {}, "arms": {}, "runs": []}
    stored["command"] = command
    for name in wanted:
        arm = ARMS[name]
        now = {"says": arm.says, "experiment": arm.experiment, "settings": settings_of(arm.config(0, quick))}
        if stored["arms"].get(name, {}).get("settings") != now["settings"]:
            stored["runs"] = [found for found in stored["runs"] if found["arm"] != name]
        stored["arms"][name] = now
    stored["arms"] = {name: stored["arms"][name] for name in ARMS if name in stored["arms"]}
    write(file, stored)


def add(file: Path, experiment: str, baselines: dict[str, float], found: dict[str, Any]) -> None:
    """Put one finished run into the file; another process may have put in others meanwhile."""
    stored = load(file)
    stored["baselines"][experiment] = {name: round(nats, 4) for name, nats in baselines.items()}
    places = list(ARMS)
    stored["runs"] = sorted([*stored["runs"], found], key=lambda r: (places.index(r["arm"]), r["seed"]))
    write(file, stored)
