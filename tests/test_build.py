"""The build: what a good source gives, and what a bad one hears."""

import json
import subprocess
import sys
import textwrap

import nbformat
import pytest

from xlnet_mini.course import build, slots
from xlnet_mini.course.cell_names import names
from xlnet_mini.course.exercise import FunctionExercise, ValueExercise
from xlnet_mini.course.layout import LABS, ROOT, CourseError, Lab

LAB = Lab(1, "permutation", "Permutation sampling", "permutation")


class Value(ValueExercise):
    id, title, points, minutes, level = "1.1", "By hand", 1, 3, 1
    answer, unlocks, expected = "by_hand", "Now you can count.", [1, 2]
    hints = ("look", "think", "write two numbers")


class Function(FunctionExercise):
    id, title, points, minutes, level = "1.2", "Turn round", 2, 5, 2
    answer, graduates, unlocks = "order_to_rank", "permutation.order_to_rank", "Now you can rank."
    hints = ("look", "think", "scatter the steps")


GOOD = """
# Lab

Text.


Another cell.

```python
import torch
from xlnet_mini.course import check, waits_for
from torch import Tensor
from jaxtyping import Int
```

<!-- exercise 1.1 -->

Two numbers.

```python exercise="1.1"
by_hand = [1, 2]
```

<!-- exercise 1.2 -->

```python exercise="1.2"
```

```python tags=["nbval-ignore-output"]
with waits_for("1.2"):
    rank = order_to_rank(torch.tensor([1, 0]))
    print(rank)
```
"""


@pytest.fixture(autouse=True)
def two_exercises(monkeypatch):
    monkeypatch.setattr(slots, "exercises", lambda number: (Value(), Function()))


def cells(text: str, solved: bool):
    return slots.Source(LAB, text).cells(solved)


@pytest.mark.skipif(
    "not pristine()", reason="the package holds graduated code: these lines are the reference's"
)
def test_student_gets_stubs_and_solution_gets_code():
    student = {c.id: c.source for c in cells(GOOD, solved=False)}
    solved = {c.id: c.source for c in cells(GOOD, solved=True)}
    assert student["exercise-1-1"] == "by_hand = ..."
    assert solved["exercise-1-1"] == "by_hand = [1, 2]"
    assert student["exercise-1-2"].startswith("def order_to_rank(order:")
    assert student["exercise-1-2"].endswith("    raise NotImplementedError")
    assert '"""' in student["exercise-1-2"], "the docstring belongs to the stub"
    assert "scatter_" in solved["exercise-1-2"]
    assert "scatter_" not in student["exercise-1-2"]
    for sources in (student, solved):
        assert sources["check-1-1"] == 'check("1.1", by_hand)'
        assert sources["check-1-2"] == 'check("1.2", order_to_rank)'
        assert sources["hints-1-2"].count("<details>") == 3
    assert list(student) == list(solved), "the two notebooks have the same cells"


def test_metadata_and_heading():
    by_id = {c.id: c for c in cells(GOOD, solved=False)}
    assert by_id["exercise-1-2"].metadata["xlnet_mini"] == {
        "exercise": "1.2",
        "graduates": "permutation.order_to_rank",
        "points": 2,
    }
    assert by_id["exercise-1-1"].metadata["xlnet_mini"]["graduates"] is None
    assert by_id["check-1-1"].metadata["editable"] is False
    text = "\n".join(c.source for c in by_id.values() if c.cell_type == "markdown")
    assert "### 1.2 · Turn round\n\n●●○ · 5 minutes · 2 points" in text
    assert "<!--" not in text


def test_ids_are_unique_and_stay_when_another_cell_changes():
    before = [c.id for c in cells(GOOD, solved=False)]
    after = [c.id for c in cells(GOOD.replace("Another cell.", "Another one."), solved=False)]
    assert len(set(before)) == len(before)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("Text.", '```python exercise="1.7"\n```'), "no checker knows exercise 1.7"),
        (("<!-- exercise 1.2 -->\n", ""), "exercise 1.2 has no place here: add a heading"),
        (
            ('```python exercise="1.1"\nby_hand = [1, 2]\n```\n', ""),
            "exercise 1.1 has no place here: add a slot",
        ),
        (("by_hand = [1, 2]", ""), "its slot needs the solution"),
        (("by_hand = [1, 2]", "by_head = [1, 2]"), "defines no `by_hand`"),
        (('exercise="1.2"\n', 'exercise="1.2"\nprint(1)\n'), "its code stands in the package"),
        (('exercise="1.2"', 'exercise="1.1"'), "exercise 1.1 has two slots"),
        (("Two numbers.", "<!-- a note -->"), "comments mean something"),
        (("nbval-ignore-output", "ignore"), "unknown cell metadata or tag: ignore"),
        (
            ("Text.", '```python stub="1.1"\nby_hand = [...]\n```'),
            "a stub must stand right after its exercise",
        ),
        (
            ("    print(rank)\n```", "    print(rank)\n```\n\n```python\nprint(rank)\n```"),
            "a cell uses `rank`",
        ),
        (("import torch\n", ""), "a cell uses `torch`"),
        (("Text.", "rank = torch.empty_like(order).scatter_(-1, order, steps)"), None),
    ],
)
def test_bad_source_is_told_what_is_wrong(change, says):
    text = GOOD.replace(*change)
    assert text != GOOD
    if says is None:
        if not pristine():
            pytest.skip("the package holds graduated code: this line is the reference's")
        slot = next(c for c in cells(GOOD, solved=True) if c.id == "exercise-1-2")
        line = next(x.strip() for x in slot.source.splitlines() if "scatter_" in x)
        text, says = GOOD.replace("Text.", line), "a line of the solution to 1.2 can be read"
    with pytest.raises(CourseError, match=r"01_permutation\.md") as raised:
        cells(text, solved=False)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_slot_naming_a_function_that_does_not_exist(monkeypatch):
    class Gone(Function):
        graduates = "permutation.no_such_function"

    monkeypatch.setattr(slots, "exercises", lambda number: (Value(), Gone()))
    with pytest.raises(CourseError, match=r"xlnet_mini/permutation.py has no function `no_such_function`"):
        cells(GOOD, solved=False)


def test_an_explicit_stub_is_taken():
    text = GOOD.replace(
        "by_hand = [1, 2]\n```", 'by_hand = [1, 2]\n```\n\n```python stub="1.1"\nby_hand = [1, ...]\n```'
    )
    student = {c.id: c.source for c in cells(text, solved=False)}
    assert student["exercise-1-1"] == "by_hand = [1, ...]"


def test_stub_of_a_function_without_docstring():
    stub = slots.make_stub("import math\n\ndef f(\n    x: int,\n) -> int:\n    y = x\n    return y\n", "f")
    assert stub == "def f(\n    x: int,\n) -> int:\n    raise NotImplementedError"


@pytest.mark.parametrize(
    ("source", "used", "kept"),
    [
        ("a = b", {"b"}, {"a"}),
        ("def f(x):\n    return x + y", {"y"}, {"f"}),
        ("import numpy as np\nfrom os import path", set(), {"np", "path"}),
        ("[i for i in z]", {"z"}, set()),
        ("a = {k: [j for j in v] for k, v in z}", {"z"}, {"a"}),
        ("for k in m:\n    n = k", {"m", "k"}, {"k", "n"}),
        ("with waits_for('1.1'):\n    a = b", {"waits_for", "b"}, set()),
    ],
)
def test_names_of_a_cell(source, used, kept):
    got_used, _, got_kept = names(source)
    assert (got_used, got_kept) == (used, kept)


def test_normalise_drops_what_differs_between_runs():
    cell = nbformat.v4.new_code_cell("x", execution_count=7)
    view = {build.WIDGET_VIEW: {"model_id": "abc"}, "text/plain": "<at 0x7f00aa11bb22>"}
    cell.outputs = [nbformat.v4.new_output("execute_result", data=view, execution_count=7)]
    nb = build.normalise(nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {}}))
    assert nb.cells[0].execution_count == 1
    assert nb.cells[0].outputs[0].data == {"text/plain": "<at 0x0>"}
    assert "widgets" not in nb.metadata


def test_a_stream_is_stored_in_one_piece_however_it_arrived():
    cell = nbformat.v4.new_code_cell("x")
    cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=t) for t in ("a", "b\n")]
    nb = build.normalise(nbformat.v4.new_notebook(cells=[cell]))
    assert [o.text for o in nb.cells[0].outputs] == ["ab\n"]


@pytest.mark.parametrize(("source", "kept"), [("time()", "old"), ("time(2)", "new")])
def test_timings_stay_as_stored_while_no_source_changes(tmp_path, source, kept):
    def measured(source, text):
        cell = nbformat.v4.new_code_cell(source, metadata={"tags": ["nbval-ignore-output"]}, id="cell")
        cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=text)]
        return nbformat.v4.new_notebook(cells=[cell])

    stored = tmp_path / "lab.ipynb"
    nbformat.write(measured("time()", "old"), stored)
    assert build.keep_measurements(measured(source, "new"), stored).cells[0].outputs[0].text == kept


def test_stderr_in_a_solution_is_refused():
    cell = nbformat.v4.new_code_cell("x")
    cell.outputs = [nbformat.v4.new_output("stream", name="stderr", text="UserWarning")]
    with pytest.raises(CourseError, match="wrote to stderr"):
        build.normalise(nbformat.v4.new_notebook(cells=[cell]))


def test_build_refuses_to_run_over_a_students_code(monkeypatch):
    monkeypatch.setattr(build.ledger, "graduated", lambda: ["permutation.query_mask"])
    with pytest.raises(CourseError, match=r"permutation.query_mask.*restore"):
        build.build(LABS)


def pristine() -> bool:
    return not build.ledger.graduated()


@pytest.mark.skipif(
    "not pristine()", reason="the package holds graduated code: notebooks come from the reference"
)
def test_committed_notebooks_are_what_their_sources_build(monkeypatch):
    monkeypatch.undo()
    assert build.differences(LABS) == []


@pytest.mark.parametrize("lab", LABS, ids=lambda k: k.name)
def test_committed_notebooks_keep_the_limits(lab):
    student = json.loads(lab.notebook.read_text(encoding="utf-8"))
    solved = json.loads(lab.solution.read_text(encoding="utf-8"))
    code = [c for c in student["cells"] if c["cell_type"] == "code"]
    assert all(not c["outputs"] and c["execution_count"] is None for c in code)
    assert lab.solution.stat().st_size < build.SIZE_LIMIT
    ignored = [c for c in code if "nbval-ignore-output" in c["metadata"].get("tags", [])]
    assert len(ignored) <= len(code) / 4, "too many cells of a core lab are not compared"
    for cell in solved["cells"]:
        for out in cell.get("outputs", []):
            assert out["output_type"] != "error"
            for html in [out.get("data", {}).get("text/html", "")]:
                assert "<img" not in "".join(html) or 'alt="' in "".join(html), "a picture without alt text"


@pytest.mark.slow
@pytest.mark.skipif("not pristine()", reason="the package holds graduated code")
def test_building_twice_changes_no_byte(tmp_path):
    build_once = [sys.executable, "-m", "xlnet_mini.course", "build"]
    kept = {}
    for _ in range(2):
        subprocess.run(build_once, check=True, cwd=ROOT, capture_output=True)
        now = {p: p.read_bytes() for lab in LABS for p in (lab.notebook, lab.solution)}
        assert not kept or kept == now
        kept = now


def test_command_line_errors_are_one_line():
    run = subprocess.run(
        [sys.executable, "-m", "xlnet_mini.course", "build", "--lab", "77"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert run.returncode == 2
    assert run.stderr.strip() == textwrap.shorten(run.stderr, 200)
    assert "There is no lab 77" in run.stderr
