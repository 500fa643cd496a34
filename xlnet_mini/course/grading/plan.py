"""What is to be run of a submitted notebook, and when each exercise is judged."""

import ast
import functools
import json
import warnings
from dataclasses import dataclass, field

from nbformat import NotebookNode

from ..exercise import exercises
from ..lab_cells import facts, names_set, sort_cells
from ..layout import CourseError, Lab
from .submitted_cells import Submitted


@dataclass(frozen=True)
class Step:
    """One cell to run; `number` counts the notebook's code cells from 1."""

    number: int
    source: str

    @property
    def file(self) -> str:
        return f"<cell {self.number}>"


@dataclass
class Plan:
    """The cells to run, and after which of them each exercise is judged."""

    steps: list[Step]
    judged_after: dict[str, int] = field(
        default_factory=dict
    )  # exercise -> index of a step; -1 is before all
    defined_in: dict[str, list[int]] = field(default_factory=dict)  # exercise -> steps that define its answer
    notes: dict[str, list[str]] = field(default_factory=dict)  # exercise -> what was odd about it
    about: list[str] = field(default_factory=list)  # what was odd about the notebook


@functools.cache
def lab_cells_of(lab: Lab) -> tuple[NotebookNode, ...]:
    """The code cells of the lab as it is handed out. Raises CourseError if it is not built."""
    try:
        raw = json.loads(lab.notebook.read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise CourseError(f"labs/{lab.name}.ipynb cannot be read: {exc}") from None
    cells = [c for c in raw["cells"] if c["cell_type"] == "code"]
    return tuple(NotebookNode(source="".join(c["source"]), metadata=c["metadata"]) for c in cells)


def first_cell(lab: Lab) -> str:
    """The lab's own first cell: the imports that every answer may count on."""
    return lab_cells_of(lab)[0].source


@functools.cache
def _texts(lab: Lab) -> dict[str, bool]:
    """The texts of the lab's own cells -> is it the place of an answer?"""
    return {_plain(c.source): "exercise" in facts(c) for c in lab_cells_of(lab)}


def _plain(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


def make_plan(lab: Lab, notebook: Submitted) -> Plan:
    """Checks are left out, and so are the pictures in cells that are still as they were handed out."""
    cells, known, own = notebook.cells, exercises(lab.number), _texts(lab)
    found = sort_cells(cells, known)
    checks = {i for i, c in enumerate(cells) if _only_checks(c.source)}
    theirs = [_plain(c.source) in own and not own[_plain(c.source)] for c in cells]
    steps, step_of = [], {}
    for i, cell in enumerate(cells):
        if i not in checks:
            step_of[i] = len(steps)
            steps.append(Step(i + 1, without_pictures(cell.source) if theirs[i] else python(cell.source)))
    plan = Plan(steps, about=list(notebook.notes))
    slots = [i for i, c in enumerate(cells) if facts(c).get("exercise")]
    for ex in known:
        defined = [
            i
            for i, c in enumerate(cells)
            if not theirs[i] and i in step_of and ex.answer in names_set(c.source)
        ]
        check = found.checks.get(ex.id)
        last = defined[-1] if defined else None
        if last is None:
            at = check if check is not None else len(cells) - 1
        elif check is not None and check > last:
            at = check
        else:  # its check is gone, or stands above: what belongs to it ends where another exercise begins
            others = [i for i in [*found.checks.values(), *slots] if i > last]
            at = min(others) - 1 if others and check is None else last
        plan.judged_after[ex.id] = max((step_of[i] for i in step_of if i <= at), default=-1)
        plan.defined_in[ex.id] = [step_of[i] for i in defined]
        plan.notes[ex.id] = _notes(ex.id, found, defined)
    if found.lost_metadata:
        plan.about.append(
            "The course's metadata is gone (another editor?): exercises were found by their names."
        )
    if notebook.ids_twice:
        plan.about.append("Several cells have the same id; this made no difference.")
    return plan


def _notes(exercise: str, found, defined: list[int]) -> list[str]:
    notes = []
    if exercise in found.missing:
        notes.append("Its check cell is gone; the answer was judged all the same.")
    for of, says in found.faults.values():
        if of == exercise:
            first = says.partition(". ")[0].rstrip(".")
            notes.append(f"{first}; the answer was judged all the same.")
    if len(defined) > 1:
        where = ", ".join(str(i + 1) for i in defined[:-1])
        notes.append(
            f"There are {len(defined)} versions of the answer: the last, in code cell {defined[-1] + 1}, "
            f"counts, not that of cell {where}."
        )
    return notes


def _tree(source: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _only_checks(source: str) -> bool:
    """True if a cell does nothing but call the course's `check` or `graduate`."""
    tree = _tree(source)
    return bool(tree and tree.body) and all(
        isinstance(s, ast.Expr)
        and isinstance(s.value, ast.Call)
        and isinstance(s.value.func, ast.Name)
        and s.value.func.id in ("check", "graduate")
        for s in tree.body
    )


def python(source: str) -> str:
    """A cell's text as Python: magics and the like become calls, as Jupyter makes them."""
    if _tree(source) is not None:
        return source
    from IPython.core.inputtransformer2 import TransformerManager

    try:
        return TransformerManager().transform_cell(source)
    except Exception:  # no Python at all: running it will say so
        return source


def without_pictures(source: str) -> str:
    """A cell of the lab without its `with waits_for(...)` blocks, which only show things."""
    lines = source.split("\n")
    for statement in ast.parse(source).body:
        call = statement.items[0].context_expr if isinstance(statement, ast.With) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "waits_for":
            span = range(statement.lineno - 1, statement.end_lineno)
            for i in span:
                lines[i] = "pass" if i == span[0] else ""
    return "\n".join(lines)
