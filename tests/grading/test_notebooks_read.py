"""Notebooks are read, not trusted: whatever an editor or a student did to the cells, a right answer gets its points."""

import copy
import json
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from submitted import filled_in, notebook, right_answers, student_notebook

from xlnet_mini.course.exercise import exercises
from xlnet_mini.course.grading import grade_notebook as grade_notebook_module
from xlnet_mini.course.grading.fork_server import Zygote
from xlnet_mini.course.grading.grade_notebook import DID_NOT_RUN, Graded, grade_notebook
from xlnet_mini.course.grading.plan import make_plan, python, without_pictures
from xlnet_mini.course.grading.sandbox import Limits
from xlnet_mini.course.grading.submissions import by_content, by_name, find, name_of
from xlnet_mini.course.grading.submitted_cells import Submitted, Unreadable, parse
from xlnet_mini.course.layout import LABS, lab

LAB = lab(1)
RANK = "def order_to_rank(order):\n    return order.argsort(-1)\n"
MASK = "def query_mask(rank):\n    return rank[..., None, :] >= rank[..., :, None]\n"
WRONG_RANK = "def order_to_rank(order):\n    return order\n"
BY_HAND = 'by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [True, False, False, True, False]}'


def read(nb: dict) -> Submitted:
    return parse(json.dumps(nb).encode())


def grade(zygote: Zygote, nb: dict, which=LAB) -> Graded:
    return grade_notebook(zygote, which, read(nb), Limits(seconds=60))


def status(graded: Graded, exercise: str) -> tuple[str, int | None]:
    row = next(r for r in graded.rows if r.exercise == exercise)
    return row.status, row.points


def of(graded: Graded, exercise: str):
    return next(r for r in graded.rows if r.exercise == exercise)


def changed(change: Callable[[dict], None]) -> dict:
    """Lab 01 with two right answers, changed."""
    nb = filled_in(LAB, {"1.1": BY_HAND, "1.5": RANK})
    change(nb)
    return nb


def code(nb: dict) -> list[dict]:
    return [c for c in nb["cells"] if c["cell_type"] == "code"]


def _lose_metadata(nb: dict) -> None:
    for cell in nb["cells"]:
        cell["metadata"] = {}
    nb["metadata"] = {}


def _lose_checks(nb: dict) -> None:
    nb["cells"] = [c for c in nb["cells"] if "check" not in c["metadata"].get("xlnet_mini", {})]


def _change_checks(nb: dict) -> None:
    for cell in code(nb):
        source = "".join(cell["source"])
        if source.startswith("check("):
            cell["source"] = source.replace("check(", "assert True or check(")


def _points(nb: dict) -> None:
    for cell in nb["cells"]:
        if "points" in cell["metadata"].get("xlnet_mini", {}):
            cell["metadata"]["xlnet_mini"]["points"] = 50


def _same_ids(nb: dict) -> None:
    for cell in nb["cells"]:
        cell["id"] = "same"


def _check_twice(nb: dict) -> None:
    nb["cells"] += [copy.deepcopy(c) for c in code(nb) if "".join(c["source"]).startswith("check(")]


def _source_as_list(nb: dict) -> None:
    for cell in nb["cells"]:
        cell["source"] = "".join(cell["source"]).splitlines(True)


def _other_editor(nb: dict) -> None:
    nb["metadata"] = {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}}
    nb["nbformat_minor"] = 0
    for cell in nb["cells"]:
        cell.pop("id", None)
        cell.pop("outputs", None)
        cell.pop("execution_count", None)
        cell["metadata"] = {"id": "x1", "outputId": "y"}


def _windows(nb: dict) -> None:
    for cell in nb["cells"]:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")


def _no_first_cell(nb: dict) -> None:
    nb["cells"].remove(code(nb)[0])


def _edits_pictures(nb: dict) -> None:
    for cell in code(nb):
        source = "".join(cell["source"])
        if "figures." in source or "explore(" in source:
            cell["source"] = source + "\nprint('looked at it')\nplt.show(figures.arcs)"


ODD = [
    _lose_metadata,
    _lose_checks,
    _change_checks,
    _points,
    _same_ids,
    _check_twice,
    _source_as_list,
    _other_editor,
    _windows,
    _no_first_cell,
    _edits_pictures,
]


@pytest.mark.parametrize("change", ODD, ids=lambda f: f.__name__.strip("_"))
def test_right_answers_count_in_an_odd_notebook(zygote, change):
    graded = grade(zygote, changed(change))
    assert (status(graded, "1.1"), status(graded, "1.5")) == (("right", 1), ("right", 1))
    assert sum(r.points or 0 for r in graded.rows) == 2
    if change in (_change_checks, _lose_checks, _points, _check_twice):
        assert "judged all the same" in " ".join(of(graded, "1.1").notes)
    if change in (_lose_metadata, _other_editor):
        assert "metadata" in " ".join(graded.about)
    if change is _same_ids:
        assert "same id" in " ".join(graded.about)


SCATTERED = {
    "helpers in extra cells": [
        "def helper(order):\n    return order.argsort(-1)",
        "def order_to_rank(o):\n    return helper(o)",
    ],
    "imports at the top": [
        "from numpy import *\nimport torch as th",
        "def order_to_rank(o):\n    return th.argsort(o, -1)",
    ],
    "magics": ["%matplotlib inline\n%time ready = 1\n!ls\nfiles = !ls", "%%time\n" + RANK],
    "split over cells": ["kinds = {}", RANK, "kinds['x'] = order_to_rank\norder_to_rank = kinds['x']"],
    "several versions": [WRONG_RANK, RANK],
    "a version after the check": [WRONG_RANK, 'check("1.5", order_to_rank)', RANK],
    "a broken cell before": ["raise ValueError", "import nothing_there", "x = = 1", RANK],
    "its process ended before": ["import os", "os._exit(1)", RANK],
    "a check in another cell": [
        RANK + '\nprint(order_to_rank(torch.tensor([1, 0])))\ncheck("1.5", order_to_rank)'
    ],
    "asks for input": ["name = input()", RANK],
    "matplotlib": ["import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()", RANK],
    "in a class": [
        "class Mine:\n    def rank(self, o):\n        return o.argsort(-1)",
        "order_to_rank = Mine().rank",
    ],
    "a partial": ["import functools", "order_to_rank = functools.partial(torch.argsort, dim=-1)"],
    "asks for help": ["help(torch.argsort)\n" + RANK],
    "threads": ["torch.set_num_threads(8)\ntorch.rand(500, 500) @ torch.rand(500, 500)\n" + RANK],
    "waits": ["import asyncio\nawait asyncio.sleep(0)\n" + RANK],
    "measures": ["%timeit -n 3 -r1 torch.ones(3)\ntook = %timeit -o 1 + 1\nprint(took.average)\n" + RANK],
    "text with surrogates": ["text = '\ud800'", RANK],
}


@pytest.mark.parametrize("cells", SCATTERED.values(), ids=SCATTERED)
def test_a_right_answer_counts_however_it_is_written(zygote, cells):
    graded = grade(zygote, notebook(["import torch", *cells]))
    assert status(graded, "1.5") == ("right", 1), of(graded, "1.5").message


def test_the_last_version_counts_and_it_is_said(zygote):
    graded = grade(zygote, notebook(["import torch", RANK, WRONG_RANK]))
    row = of(graded, "1.5")
    assert (row.status, row.points) == ("wrong", 0)
    assert "2 versions" in row.notes[-1] and "code cell 3" in row.notes[-1]


def test_an_exercise_is_judged_where_it_stands(zygote):
    """A helper of the same name further down belongs to another exercise."""
    helper = "def helper(x):\n    return x.argsort(-1)\ndef order_to_rank(order):\n    return helper(order)"
    other = "def helper(x):\n    return x[..., None, :] >= x[..., None]\ndef query_mask(rank):\n    return helper(rank)"
    graded = grade(zygote, filled_in(LAB, {"1.5": helper, "1.6": other}))
    assert (status(graded, "1.5"), status(graded, "1.6")) == (("right", 1), ("right", 2))


def test_a_hang_costs_one_exercise(zygote):
    hangs = "def order_to_rank(order):\n    while True: pass"
    nb = filled_in(LAB, {"1.1": BY_HAND, "1.5": hangs, "1.6": MASK})
    graded = grade_notebook(zygote, LAB, read(nb), Limits(seconds=8))
    assert (status(graded, "1.5"), status(graded, "1.6")) == (("error", 0), ("right", 2))
    assert "does a loop never end" in of(graded, "1.5").message


def test_what_was_judged_counts_when_the_time_is_up(zygote, monkeypatch):
    nb = filled_in(LAB, {"1.1": BY_HAND, "1.5": RANK})
    judge, late = grade_notebook_module._Run._judge, []
    monkeypatch.setattr(grade_notebook_module._Run, "_judge", lambda *a: (judge(*a), late.append(1))[0])
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + 10_000 * bool(late))
    monkeypatch.setattr(grade_notebook_module, "time", clock)
    graded = grade(zygote, nb)
    assert (status(graded, "1.1"), status(graded, "1.5")) == (("right", 1), (DID_NOT_RUN, None))
    assert "took more than 600 s" in of(graded, "1.5").message


def test_a_long_message_is_cut():
    row = grade_notebook_module.row(exercises(1)[0], "wrong", "x" * 10**6)
    assert len(row.message) < 21_000 and row.message.endswith("980,000 characters more")


def test_of_metadata_only_what_is_asked_for_is_kept():
    nb = notebook(["x = 1"])
    nb["cells"][0]["metadata"] = {
        "other": [[]],
        "xlnet_mini": {"check": "1.1", "points": 2, "exercise": ["1.1"], "more": "x"},
    }
    assert read(nb).cells[0].metadata == {"xlnet_mini": {"check": "1.1", "points": 2}}


def test_lines_without_text_are_read_fast():
    """One search through them for each of them would take longer than anybody waits."""
    assert by_content(read(notebook(["\n" * 190_000] * 3))) is None


def test_what_did_not_run_has_no_points(zygote):
    nb = notebook(
        ["import os\nclass Bomb:\n    def __getattr__(self, name): os._exit(1)", *["os._exit(1)"] * 8, RANK]
    )
    graded = grade(zygote, nb)
    assert status(graded, "1.5") == (DID_NOT_RUN, None)


def test_a_fresh_lab_is_not_attempted(zygote):
    graded = grade(zygote, student_notebook(LAB))
    assert {(r.status, r.points) for r in graded.rows} == {("not attempted", 0)}


@pytest.mark.slow
@pytest.mark.parametrize("number", [known.number for known in LABS])
def test_right_answers_of_a_whole_lab(zygote, number):
    graded = grade(zygote, filled_in(lab(number), right_answers(number)), lab(number))
    assert {r.exercise: r.status for r in graded.rows if r.status != "right"} == {}


def test_magics_become_python_and_pictures_go():
    assert python("x = 1\n") == "x = 1\n"
    assert "run_line_magic('time'" in python("%time f(1)")
    source = 'a = 1\nwith waits_for("1.1"):\n    b = 2\n    c = 3\nd = 4'
    assert without_pictures(source) == "a = 1\npass\n\n\nd = 4"


def test_a_lab_is_known_by_its_checks_then_by_its_name():
    assert by_content(read(student_notebook(lab(3)))) == lab(3)
    assert by_content(read(notebook([BY_HAND]))) is None
    assert by_content(read(notebook([RANK, MASK, "def content_mask(rank): ..."]))) == LAB
    assert by_name("01_permutation (2).ipynb") == LAB
    assert by_name("holiday.ipynb") is None


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b"\xff", b'{"cells": 3}', b"[" * 100_000, b"<<<<<<< HEAD\n{}"]
)
def test_what_is_no_notebook_is_refused_in_words(data):
    with pytest.raises(Unreadable, match="It "):
        parse(data)


def test_one_notebook_of_each_lab_counts(tmp_path):
    for name in ("a copy.ipynb", "01_permutation.ipynb", "z copy.ipynb"):
        (tmp_path / "ada").mkdir(exist_ok=True)
        (tmp_path / "ada" / name).write_text(json.dumps(student_notebook(LAB)))
    (tmp_path / "bob.ipynb").write_text(json.dumps(student_notebook(lab(2))))
    (tmp_path / "notes.txt").write_text("not a submission")
    ada, bob = find(tmp_path)
    assert (ada.student, ada.path.name, ada.lab) == ("ada", "01_permutation.ipynb", LAB)
    assert "`a copy.ipynb`, `z copy.ipynb` did not count" in ada.notes[0]
    assert (bob.student, bob.lab) == ("bob", lab(2))


def test_a_folder_and_a_notebook_of_one_name_are_one_student(tmp_path):
    """Else the points of both would be added up."""
    (tmp_path / "ada").mkdir()
    for name in ("ada/01_permutation.ipynb", "ada.ipynb"):
        (tmp_path / name).write_text(json.dumps(student_notebook(LAB)))
    (one,) = find(tmp_path)
    assert (one.student, one.path.name) == ("ada", "01_permutation.ipynb")
    assert "`ada.ipynb` did not count" in one.notes[0]


def test_two_names_stay_two():
    names = ["new\nline", "new\\x0aline", "new\\x5cx0aline", "new\\nline"]
    assert len({name_of(n) for n in names}) == len(names)


def test_every_exercise_has_a_place_to_be_judged():
    for number in (known.number for known in LABS):
        plan = make_plan(lab(number), read(student_notebook(lab(number))))
        assert all(at >= 0 for at in plan.judged_after.values())
        assert not any(plan.notes.values()) and not plan.about
