"""Where everything of a lab lives: from its number follow its notebook, source, code, checks, figures and tests."""

from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent


class CourseError(Exception):
    """Something about the course's files that a person must mend; the message is one line and says what to do."""

    def _render_traceback_(self) -> list[str]:  # IPython shows this instead of a traceback
        return [str(self)]


@dataclass(frozen=True)
class Lab:
    number: int
    stem: str
    title: str
    module: str  # of xlnet_mini; what the lab's functions graduate into

    @property
    def name(self) -> str:
        return f"{self.number:02d}_{self.stem}"

    @property
    def notebook(self) -> Path:
        return ROOT / "labs" / f"{self.name}.ipynb"

    @property
    def solution(self) -> Path:
        return ROOT / "solutions" / f"{self.name}.ipynb"

    @property
    def source(self) -> Path:
        return ROOT / "solutions" / "source" / f"{self.name}.md"

    @property
    def module_path(self) -> Path:
        return PACKAGE / f"{self.module}.py"

    @property
    def checks(self) -> str:
        return f"xlnet_mini.course.checks.lab{self.name}"

    @property
    def figures(self) -> str:
        return f"xlnet_mini.course.figures.lab{self.name}"

    @property
    def answers(self) -> Path:
        """Folder with the tests of this lab; its `right/` and `wrong/` hold the corpus of answers."""
        return ROOT / "tests" / f"lab{self.name}"


# (number, stem, title, module). A lab is listed once it can be built.
LABS = (
    Lab(0, "start_here", "Start here", "schedule"),
    Lab(1, "permutation", "Permutation sampling", "permutation"),
    Lab(2, "two_stream", "Two-stream attention", "two_stream"),
    Lab(3, "relative", "Relative bias", "relative"),
    Lab(4, "rel_shift", "The relative shift", "rel_shift"),
    Lab(5, "partial_prediction", "Partial prediction", "partial_prediction"),
    Lab(6, "recurrence", "Segment recurrence", "recurrence"),
    Lab(7, "train_end_to_end", "Train it end to end", "model"),
)


def lab(number: int | str) -> Lab:
    """The lab of that number; accepts 1, "1" and "01"."""
    for known in LABS:
        if str(number).isdigit() and int(number) == known.number:
            return known
    raise CourseError(f"There is no lab {number!r}; there are {', '.join(str(k.number) for k in LABS)}.")


def lab_of(exercise: str) -> Lab:
    """The lab an exercise id such as "1.4" belongs to."""
    return lab(exercise.partition(".")[0])
