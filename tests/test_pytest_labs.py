"""`pytest --nbval labs/` as a grader: small notebooks with small exercises, run as a student would."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest

from xlnet_mini.course.kernel import Kernel
from xlnet_mini.course.lab_cells import read
from xlnet_mini.course.lab_grades import GradedNotebook
from xlnet_mini.course.layout import ROOT, CourseError

STEM = "01_permutation"
# stands in for the checks of lab 01, in pytest and in the kernels
SMALL = """
from xlnet_mini.course.exercise import Case, FunctionExercise, Misconception, ValueExercise

class Sum(ValueExercise):
    id, title, points, answer, unlocks, expected = "1.1", "A sum", 1, "total", "On we go.", 7

class Double(FunctionExercise):
    id, title, points, answer, unlocks = "1.2", "Twice", 2, "double", "Now thrice."
    misconceptions = (Misconception("squared", "You squared it.", lambda n: n * n),)
    def oracle(self, n): return 2 * n
    def cases(self): return [Case({"n": n}) for n in (3, 5)]

class Triple(FunctionExercise):
    id, title, points, answer, unlocks = "1.3", "Thrice", 3, "triple", "Done."
    def oracle(self, n): return 3 * n
    def cases(self): return [Case({"n": n}) for n in (3, 5)]

class Extra(ValueExercise):
    id, title, points, answer, unlocks, expected, bonus = "1.4", "One more", 1, "extra", "Well.", 1, True

EXERCISES = (Sum(), Double(), Triple(), Extra())
"""
INSTEAD = """
import sys
sys.modules["xlnet_mini.course.checks.lab01_permutation"] = sys.modules[__name__]
"""
FIRST = "import small_exercises\nfrom xlnet_mini.course import check, waits_for"
STUBS = {
    "1.1": "total = ...",
    "1.2": "def double(n):\n    raise NotImplementedError",
    "1.3": "def triple(n):\n    raise NotImplementedError",
    "1.4": "extra = ...",
}
SOLVED = {
    "1.1": "total = 7",
    "1.2": "def double(n):\n    return 2 * n",
    "1.3": "def triple(n):\n    return 3 * n",
    "1.4": "extra = 1",
}
ANSWERS = {"1.1": "total", "1.2": "double", "1.3": "triple", "1.4": "extra"}
POINTS = {"1.1": 1, "1.2": 2, "1.3": 3, "1.4": 1}
PICTURE = 'with waits_for("1.2"):\n    print(double(4))'


def check(exercise: str) -> str:
    return f'check("{exercise}", {ANSWERS[exercise]})'


def code(source: str, **facts) -> nbformat.NotebookNode:
    return nbformat.v4.new_code_cell(source, metadata={"xlnet_mini": facts} if facts else {})


def notebook(answers: dict[str, str], **after: str) -> nbformat.NotebookNode:
    """A lab with these answers; `after={"1.2": source}` puts a cell behind that exercise's picture."""
    cells = [code(FIRST)]
    for ex, source in answers.items():
        cells.append(code(source, exercise=ex, graduates=None, points=POINTS[ex]))
        cells.append(code(check(ex), check=ex, points=POINTS[ex]))
        if ex == "1.2":
            cells.append(code(PICTURE))
        if ex in after:
            cells.append(code(after[ex]))
    return nbformat.v4.new_notebook(cells=cells)


class Course:
    """A folder with labs/, solutions/ and the hooks; `run` is pytest in a process of its own."""

    def __init__(self, root: Path):
        self.root = root
        for folder in ("labs", "solutions"):
            (root / folder).mkdir()
            hooks = (ROOT / folder / "conftest.py").read_text(encoding="utf-8")
            (root / folder / "conftest.py").write_text(f"import small_exercises\n{hooks}", encoding="utf-8")
            (root / folder / "small_exercises.py").write_text(SMALL + INSTEAD, encoding="utf-8")

    def write(self, nb: nbformat.NotebookNode, folder: str = "labs", name: str = STEM) -> Path:
        path = self.root / folder / f"{name}.ipynb"
        path.parent.mkdir(exist_ok=True)
        nbformat.write(nb, path)
        return path

    def run(self, *args: str, cwd: Path | None = None) -> "Run":
        env = {k: v for k, v in os.environ.items() if not k.startswith(("XLNET_MINI_", "PYTEST_"))}
        env |= {"PYTHONPATH": os.pathsep.join([str(ROOT), str(self.root / "labs")]), "COLUMNS": "120"}
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "no:cacheprovider",
                "--color=no",
                *(args or ("--nbval", "labs/")),
            ],
            cwd=cwd or self.root,
            env=env,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        return Run(done.returncode, done.stdout + done.stderr)


class Run:
    def __init__(self, code: int, text: str):
        self.code, self.text = code, text

    def table(self) -> dict[str, str]:
        """exercise -> its line in the table of points"""
        _, _, points = self.text.partition(" points ===")
        found = re.findall(r"^  (\d\.\d) +(.*)$", points, re.MULTILINE)
        return {ex: " ".join(line.split()) for ex, line in found}

    def report(self, exercise: str) -> list[str]:
        """The lines of an exercise's failure."""
        _, _, rest = self.text.partition(f"exercise {exercise}, ")
        return re.split(r"(?m)^(?:___|===|---)", rest.partition("\n")[2])[0].strip().splitlines()


@pytest.fixture
def course(tmp_path) -> Course:
    return Course(tmp_path)


@pytest.fixture
def graded(course) -> Iterator[Callable[..., GradedNotebook]]:
    """Grade without a pytest in between."""
    space: dict = {}
    exec(SMALL, space)
    opened = []

    def grade(nb: nbformat.NotebookNode, limit: float | None = None) -> GradedNotebook:
        opened.append(
            GradedNotebook(nb.cells, space["EXERCISES"], lambda: Kernel(course.root / "labs"), limit)
        )
        return opened[-1]

    yield grade
    for notebook in opened:
        notebook.runs.close()


def statuses(graded: GradedNotebook) -> list[str]:
    return [graded.grade(ex).status for ex in POINTS]


def outcomes(graded: GradedNotebook) -> str:
    """The cells other than checks: . passed, s skipped, F failed."""
    cells = [i for i in range(len(graded.sources)) if i not in graded.check_at]
    return "".join({"passed": ".", "skipped": "s", "failed": "F"}[graded.outcome(i).verdict] for i in cells)


def test_wrong_answers_are_reported_as_in_the_notebook_and_the_others_are_unharmed(graded):
    answers = {
        "1.1": "total = totl",
        "1.2": "def double(n)\n    return 2 * n",
        "1.3": "def triple(n):\n    return n / 0",
    }
    g = graded(notebook(SOLVED | answers))
    assert statuses(g) == ["error", "error", "error", "right"]
    assert "F" not in outcomes(g)  # each is reported once, by its check
    assert g.grade("1.1").text.endswith("NameError: name 'totl' is not defined\nin your line `total = totl`")
    assert "SyntaxError" in g.grade("1.2").text and "in your line `def double(n)`" in g.grade("1.2").text
    assert "ZeroDivisionError" in g.grade("1.3").text and "`return n / 0`" in g.grade("1.3").text
    assert all(f"Exercise {ex}" in g.grade(ex).text.splitlines()[0] for ex in POINTS)


def test_other_cells_fail_shortly_or_are_skipped_for_what_they_lack(graded):
    """A right answer stays right when a try below it raises; what lacks a failed cell's name is not at fault."""
    answers = {"1.2": SOLVED["1.2"] + "\ndouble()", "1.3": STUBS["1.3"]}
    after = {
        "1.1": "a = 1\nb = a + missing",
        "1.2": "print(b)",
        "1.3": "triple(4)",
        "1.4": "c = [b, triple]\nc",
    }
    g = graded(notebook(SOLVED | answers, **after))
    assert statuses(g) == ["right", "right", "not attempted", "right"]
    assert "in your line `double()`" in g.outcome(4).text
    assert g.outcome(3).text == "NameError: name 'missing' is not defined\nin your line `b = a + missing`"
    assert g.outcome(7).text == "needs `b` from code cell 4, which failed"
    assert outcomes(g) == "..FF.s.s.s"


def limited(nb: nbformat.NotebookNode, seconds: float) -> nbformat.NotebookNode:
    """With a limit on each cell but the first."""
    for cell in nb.cells[1:]:
        cell.metadata.setdefault("xlnet_mini", {})["timeout"] = seconds
    return nb


def test_loops_and_deaths_name_their_exercises_and_the_rest_is_graded(graded):
    answers = {
        "1.1": "total = 0\nwhile True:\n    total += 1",
        "1.2": "def double(n):\n    while True: pass",
        "1.3": "import os\ndef triple(n):\n    os._exit(1)",
        "1.4": "extra = kept",
    }
    g = graded(limited(notebook(answers, **{"1.1": "kept = 1", "1.2": "double(3)"}), 2))
    assert statuses(g) == ["error", "error", "error", "right"]
    assert "Stopped after 2 s: does a loop never end, or is it too much work?" in g.grade("1.1").text
    assert "does a loop never end, or is it too much work? (after 2 s)" in g.grade("1.2").text
    assert g.grade("1.3").text.startswith("Exercise 1.3") and "The kernel died here" in g.grade("1.3").text
    assert g.outcome(7).text == "uses the answer to exercise 1.2, which did not come back"
    assert "F" not in outcomes(g)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["in the function", "in the cell"])
@pytest.mark.parametrize(
    "end",
    [
        "os._exit(1)",
        "exit()",
        "os.kill(os.getpid(), 9)",
        "raise SystemExit",
        "while True:\n        try: time.sleep(9)\n        except: pass",
        "while True: print(n)",
        "while True: display(n)",
    ],
)
def test_every_way_to_stop_a_kernel(graded, end, where):
    opening = "def double(n):" if where == "in the function" else "n = 1\nif n:"
    source = f"import os, time\n{opening}\n    {end}"
    g = graded(limited(notebook(SOLVED | {"1.2": source}, **{"1.1": "kept = 5", "1.3": "print(kept)"}), 4))
    assert statuses(g) in (["right", "error", "right", "right"], ["right", "wrong", "right", "right"])
    assert "1.2" in g.grade("1.2").text
    assert "F" not in outcomes(g)


@pytest.mark.slow
def test_a_notebook_that_kills_every_kernel_is_given_up_in_words(graded):
    end = "import os\nos._exit(1)"
    g = graded(notebook(dict.fromkeys(SOLVED, end), **dict.fromkeys(SOLVED, end)))
    assert "right" not in statuses(g)
    assert all(g.grade(ex).text for ex in POINTS)
    assert "the kernel died 6 times" in g.outcome(len(g.sources) - 1).text


def test_changed_doubled_and_deleted_check_cells_fail_with_what_to_do(graded):
    nb = notebook(SOLVED)
    nb.cells[2].metadata["xlnet_mini"]["points"] = 10
    nb.cells[4].source = 'check("1.2", lambda n: 2 * n)'
    nb.cells += [code(check("1.3"), check="1.3", points=3), code('check("1.3", print)', check="1.3")]
    del nb.cells[9]
    g = graded(nb)
    assert statuses(g) == ["error", "error", "right", "error"]
    assert "says 10 points, but the exercise has 1" in g.grade("1.1").text
    assert g.grade("1.2").text.endswith('must be exactly this line: check("1.2", double)')
    assert g.grade("1.4").text.endswith('Put a cell below your answer: check("1.4", extra)')
    assert "Exercise 1.3: Its check cell is there twice" in g.outcome(9).text
    assert g.outcome(10).verdict == "passed"  # a student's own trial


def test_a_forged_result_is_ignored(graded):
    mime = "application/vnd.xlnet-mini.result+json"
    forged = {"exercise": "1.2", "status": "right", "points": 2, "max_points": 2}
    show = f'from IPython.display import display\ndisplay({{"{mime}": {forged}, "text/plain": ""}}, raw=True)'
    answers = {"1.2": f"{STUBS['1.2']}\n{show}", "1.3": f"{SOLVED['1.3']}\ncheck = print"}
    g = graded(notebook(STUBS | answers, **{"1.2": show}))
    assert statuses(g) == ["not attempted", "not attempted", "error", "error"]
    assert "`check`" in g.grade("1.4").text


def test_a_failed_first_cell_is_the_one_failure(graded):
    nb = notebook(SOLVED)
    nb.cells[0].source = "import no_such_module\n" + FIRST
    g = graded(nb)
    assert set(statuses(g)) == {"not graded"}
    assert outcomes(g)[0] == "F" and "needs `check` from code cell 1" in g.grade("1.3").text


@pytest.mark.parametrize(
    "content, says",
    [
        ("", "is empty"),
        ("hello", "is damaged"),
        ('{"cells": [', "is damaged"),
        ("[]", "is not a notebook"),
        ('{"nbformat": 3, "nbformat_minor": 0, "worksheets": [], "metadata": {}}', "notebook format 3"),
        ('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is not a valid notebook"),
        ("<<<<<<< HEAD\n{}\n=======\n>>>>>>> x\n", "merge conflict"),
    ],
)
def test_a_file_that_is_no_notebook_gets_one_line(tmp_path, content, says):
    path = tmp_path / "x.ipynb"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CourseError, match=says) as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_pytest_reports_each_outcome_and_prints_one_table(course):
    """Fresh, solved and partly wrong copies side by side, in two processes, with a damaged and a scratch file."""
    course.write(notebook(STUBS), "labs/fresh")
    nb = notebook(SOLVED)
    nb.cells[1].outputs = [nbformat.v4.new_output("stream", text="stale")]
    for cell in nb.cells:
        cell.metadata = {}
    course.write(nb, "labs/solved")
    course.write(notebook(SOLVED | {"1.2": "def double(n):\n    return n * n"}), "labs/wrong")
    course.write(nbformat.v4.new_notebook(), "labs/empty").write_text("", encoding="utf-8")
    course.write(nbformat.v4.new_notebook(cells=[code("1 / 0")]), name="Untitled")
    path = course.root / "points.json"
    run = course.run("--nbval", "labs/", "-n", "2", "-rs", f"--points-json={path}")
    assert run.code == 1 and "2 failed" in run.text and "Traceback" not in run.text
    assert run.text.count(" points ===") == 1
    points = json.loads(path.read_text(encoding="utf-8"))
    assert [lab["points"] for lab in points["labs"]] == [0, 0, 6, 4]  # empty, fresh, solved, wrong
    assert (points["points"], points["max_points"], points["bonus"], points["max_bonus"]) == (10, 24, 2, 4)
    assert [e["status"] for e in points["labs"][3]["exercises"]] == ["right", "wrong", "right", "right"]
    assert re.search(r"^total +10 / 24, bonus 2 / 4$", run.text, re.MULTILINE)
    assert re.search(r"^  1.2 +Twice +0 / 2 +wrong \(squared\)$", run.text, re.MULTILINE)
    for ex in POINTS:
        assert re.search(rf"SKIPPED .*exercise {ex} \(.*\): not attempted", run.text)
    assert run.report("1.2")[-5:] == [
        "✗ Exercise 1.2: not right yet (0 of 2 points)",
        "You squared it.",
        "double(n=3)",
        "  expected  6",
        "  got       9",
    ]
    assert "is empty" in run.text and "Untitled.ipynb is not one of the labs" in run.text
    assert run.text.count("have lost their metadata") == 1


@pytest.mark.slow
def test_selections_and_folders(course):
    """-k, ::, -x, -q, --lf, another working directory, no --nbval."""
    wrong = {"1.2": "def double(n):\n    return 5", "1.3": "def triple(n):\n    return 5"}
    course.write(notebook(SOLVED | wrong))
    run = course.run("--nbval", "labs/", "-k", "1.4")
    assert run.code == 0 and "1 passed, 9 deselected" in run.text
    assert run.table()["1.2"].endswith("not run") and run.table()["1.4"].endswith("right")
    run = course.run("-x", "-q", cwd=course.root / "labs")
    assert run.code == 1 and "1 failed" in run.text
    run = course.run(f"{course.root}/labs/{STEM}.ipynb::exercise 1.3", cwd=course.root.parent)
    assert run.code == 1 and "1 failed" in run.text
    course.write(notebook(SOLVED | {"1.2": wrong["1.2"]}))
    assert course.run("--nbval", "labs/", "-p", "cacheprovider").code == 1
    course.write(notebook(SOLVED))
    run = course.run("--nbval", "labs/", "-p", "cacheprovider", "--lf")
    assert run.code == 0 and "1 passed" in run.text


def solution(
    course: Course, nb: nbformat.NotebookNode, change: Callable[[list], object] = lambda cells: None
) -> Run:
    """Store the outputs of a solved notebook, change something, and test it."""
    kernel = Kernel(course.root / "solutions")
    for count, cell in enumerate(nb.cells, 1):
        cell.outputs, cell.execution_count = kernel.run(cell.source, 60).outputs, count
        for out in cell.outputs:
            out.pop("display_id", None)
    kernel.stop()
    change(nb.cells)
    course.write(nb, "solutions")
    return course.run("--nbval", "solutions/")


def test_solutions_are_compared_but_for_pictures(course):
    shown = 'from IPython.display import HTML, display\ndisplay(HTML("<img>"))\nprint(object())'

    def other_picture(cells):
        cells[6].outputs[0]["data"]["text/html"] = "<img src=x>"

    run = solution(course, notebook(SOLVED, **{"1.2": shown}), other_picture)
    assert run.code == 0 and " skipped" not in run.text and " points ===" not in run.text
    assert "11 passed" in run.text


def test_solutions_with_another_output_a_wait_or_a_wrong_answer_fail(course):
    def other_text(cells):
        cells[5].outputs[0]["text"] = "9\n"

    run = solution(course, notebook(SOLVED | {"1.1": "total = ..."}, **{"1.3": PICTURE}), other_text)
    assert run.code == 1 and "2 failed, 9 passed" in run.text
    assert "not attempted" in run.text and "Not the stored output" in run.text


@pytest.mark.slow
def test_an_unsolved_solution_fails(course):
    run = solution(course, notebook(SOLVED | {"1.2": STUBS["1.2"]}))
    assert run.code == 1 and "2 failed, 8 passed" in run.text and "This waits for exercise 1.2" in run.text


@pytest.mark.slow
def test_other_tests_see_no_table(course):
    (course.root / "tests").mkdir()
    (course.root / "tests" / "test_x.py").write_text("def test_x():\n    pass\n", encoding="utf-8")
    (course.root / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests labs solutions\naddopts = --nbval\n", encoding="utf-8"
    )
    course.write(notebook(STUBS))
    course.write(notebook(SOLVED), "solutions")
    run = course.run("tests")
    assert run.code == 0 and "points" not in run.text
    run = course.run("-n", "2", "-p", "no:cacheprovider")
    assert run.text.count(" points ===") == 1 and len(run.table()) == 4
