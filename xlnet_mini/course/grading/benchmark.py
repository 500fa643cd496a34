"""`python -m xlnet_mini.course.grading.benchmark`: time and memory per submission, beside nbgrader's on this machine.

Both grade solved notebooks of lab 01 (the solutions, without their outputs) with as many processes as there are cores
for ours and as nbgrader does it, one after the other. nbgrader takes so long that it gets fewer of them.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .. import layout
from ..layout import Lab, lab
from . import records
from .command import grade
from .sandbox import Limits
from .submissions import find
from .workers import default_count

CONFIG = layout.ROOT / "solutions" / "nbgrader_config.py"


@dataclass(frozen=True)
class Measured:
    """What grading some submissions took. `memory`: MB that the largest process for one submission held."""

    submissions: int
    seconds: float
    processor: float
    memory: float

    def __str__(self) -> str:
        each, used = self.seconds / self.submissions, self.processor / self.submissions
        return (
            f"{self.submissions:4} submissions in {self.seconds:7.1f} s: {each:6.2f} s each "
            f"({used:.2f} s of processor time), {self.memory:.0f} MB"
        )


def solved(which: Lab) -> dict:
    """The solved notebook without outputs."""
    nb = json.loads(which.solution.read_text(encoding="utf-8"))
    for cell in nb["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return nb


def ours(which: Lab, count: int, jobs: int, folder: Path) -> Measured:
    """Our grader on `count` submissions; the start of the workers is counted."""
    text = json.dumps(solved(which))
    for i in range(count):
        path = folder / "in" / f"student{i:03}" / which.notebook.name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    start, before = time.monotonic(), _processor()
    graded = grade(find(folder / "in"), folder / "out", jobs, True, Limits(seconds=120))
    seconds, processor = time.monotonic() - start, _processor() - before
    wrong = [r.exercise for g in graded for r in g.rows if r.status != "right"]
    if wrong:
        raise SystemExit(f"not all answers were found right: {sorted(set(wrong))}")
    # the workers' own share ends with them; students' processes are counted by their keepers
    processor += sum(g.seconds for g in graded)
    return Measured(count, seconds, processor, max(g.memory for g in graded) / 1024)


def nbgraders(which: Lab, count: int, folder: Path) -> Measured:
    """nbgrader's autograde on `count` of the same submissions, by its own command."""
    course = folder / "nbgrader"
    assignment, name = "lab", which.notebook.name
    for part in ("source", "release"):
        (course / part / assignment).mkdir(parents=True)
        (course / part / assignment / name).write_text(json.dumps(solved(which)), encoding="utf-8")
    for i in range(count):
        path = course / "submitted" / f"student{i:03}" / assignment
        path.mkdir(parents=True)
        (path / name).write_text(json.dumps(solved(which)), encoding="utf-8")
    shutil.copy(CONFIG, course)
    path = os.pathsep.join(
        [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    )  # nbgrader calls alembic
    env = {**os.environ, "XLNET_MINI_STRICT": "1", "XLNET_MINI_NO_GRADUATE": "1", "PATH": path}
    command = [sys.executable, "-m", "nbgrader"]
    _run([*command, "generate_assignment", assignment, "--force"], course, env)
    start, before = time.monotonic(), _processor()
    _run([*command, "autograde", assignment], course, env)
    seconds, processor = time.monotonic() - start, _processor() - before
    done = len(list((course / "autograded").glob(f"*/{assignment}/{name}")))
    if done != count:
        raise SystemExit(f"nbgrader graded {done} of {count}")
    return Measured(count, seconds, processor, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)


def _processor() -> float:
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(p.ru_utime + p.ru_stime for p in parts)


def _run(command: list[str], folder: Path, env: dict[str, str]) -> None:
    result = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{' '.join(command[2:])} failed:\n{result.stderr[-3000:]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lab", default="1")
    parser.add_argument("--count", type=int, default=200, help="submissions for our grader")
    parser.add_argument("--nbgrader", type=int, default=5, help="submissions for nbgrader; 0: leave it out")
    parser.add_argument("--jobs", type=int, default=default_count(), help="our workers")
    args = parser.parse_args()
    which = lab(args.lab)
    folder = Path(tempfile.mkdtemp(prefix="benchmark"))
    try:
        theirs = nbgraders(which, args.nbgrader, folder) if args.nbgrader else None
        mine = ours(which, args.count, args.jobs, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"lab {which.name}, {args.jobs} workers")
    print("grade             ", mine)
    if theirs:
        print("nbgrader autograde", theirs)
        ratio = (theirs.seconds / theirs.submissions) / (mine.seconds / mine.submissions)
        print(f"per submission, grade is {ratio:.1f} times faster")
    print("key of this course:", records.fingerprint_of_course()[:12])


if __name__ == "__main__":
    main()
