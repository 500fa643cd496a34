"""Read a student's notebook: which cell is which exercise's, and what was lost, changed or doubled in it.

Cells are known by their text, as the build writes it; metadata helps, but an editor may have dropped it.
"""

import ast
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from .exercise import Exercise
from .layout import CourseError


def check_call(ex: Exercise) -> str:
    """The one line of an exercise's check cell: the build writes it, the grader compares with it."""
    return f'check("{ex.id}", {ex.answer})'


def read(path: Path) -> NotebookNode:
    """The notebook in that file. Raises CourseError with one plain line if there is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, OSError) as exc:
        raise CourseError(f"{path.name} cannot be read as text: {exc}") from None
    if not text.strip():
        raise CourseError(
            f"{path.name} is empty. Take the notebook from your backup or a fresh copy of the lab."
        )
    if re.search(r"^(<<<<<<<|>>>>>>>) ", text, re.MULTILINE):
        raise CourseError(f"{path.name} holds a git merge conflict: choose one side (<<<<<<< or >>>>>>>).")
    try:
        raw = json.loads(text)
    except ValueError as exc:
        raise CourseError(f"{path.name} is damaged: not JSON ({exc}). Was it cut short?") from None
    if not isinstance(raw, dict) or "nbformat" not in raw:
        raise CourseError(f"{path.name} is not a notebook: it has no `nbformat`.")
    if raw["nbformat"] != 4:
        raise CourseError(
            f"{path.name} is in notebook format {raw['nbformat']}, not 4: open it in JupyterLab and save it."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an old minor version without cell ids is fine
            nb = nbformat.reads(text, as_version=4)
            nbformat.validate(nb)
    except Exception as exc:
        said = str(exc).strip().splitlines() or [type(exc).__name__]
        raise CourseError(f"{path.name} is not a valid notebook: {said[0][:200]}") from None
    return nb


@dataclass
class Cells:
    """The roles of a notebook's code cells, by their number among the code cells."""

    checks: dict[str, int] = field(default_factory=dict)  # exercise -> its check cell
    slots: dict[str, list[int]] = field(default_factory=dict)  # exercise -> the cells with the answer
    faults: dict[int, tuple[str, str]] = field(default_factory=dict)  # cell -> (exercise, what is wrong)
    missing: dict[str, str] = field(default_factory=dict)  # exercise without a check cell -> what to do
    lost_metadata: int = 0

    def exercise_of(self, cell: int) -> str | None:
        """The exercise whose answer stands in that cell."""
        return next((ex for ex, cells in self.slots.items() if cell in cells), None)


def sort_cells(cells: Sequence[NotebookNode], exercises: Sequence[Exercise]) -> Cells:
    """Find each exercise's check and answer among the code cells."""
    out = Cells()
    for ex in exercises:
        exact = [i for i, c in enumerate(cells) if c.source.strip() == check_call(ex)]
        if exact:
            out.checks[ex.id] = exact[0]
            out.lost_metadata += "check" not in facts(cells[exact[0]])
            _look_at_check(out, ex, cells, exact)
        else:
            _look_for_changed_check(out, ex, cells)
        out.slots[ex.id] = _answer_cells(ex, cells, exact[0] if exact else len(cells))
    return out


def facts(cell: NotebookNode) -> dict:
    """The course's metadata of a cell."""
    found = cell.metadata.get("xlnet_mini", {})
    return found if isinstance(found, dict) else {}


def _look_at_check(out: Cells, ex: Exercise, cells: Sequence[NotebookNode], exact: list[int]) -> None:
    points = facts(cells[exact[0]]).get("points", ex.points)
    if points != ex.points:
        out.faults[exact[0]] = (
            ex.id,
            f"The metadata of the check cell says {points} points, but the exercise has {ex.points}. "
            f'Put back "points": {ex.points}, or take the cell from a fresh copy of the lab.',
        )
    for again in exact[1:]:
        out.faults[again] = (ex.id, "Its check cell is there twice. Delete this second one.")


def _look_for_changed_check(out: Cells, ex: Exercise, cells: Sequence[NotebookNode]) -> None:
    call = re.compile(rf"""^[ \t]*check\(\s*['"]{re.escape(ex.id)}['"]""", re.MULTILINE)
    changed = [i for i, c in enumerate(cells) if facts(c).get("check") == ex.id]
    changed += [i for i, c in enumerate(cells) if call.search(c.source) and i not in changed]
    if changed:
        says = f"Its check cell was changed. It must be exactly this line: {check_call(ex)}"
        out.faults[changed[0]] = (ex.id, says)
        out.checks[ex.id] = changed[0]
    else:
        out.missing[ex.id] = f"Its check cell is gone. Put a cell below your answer: {check_call(ex)}"


def _answer_cells(ex: Exercise, cells: Sequence[NotebookNode], before: int) -> list[int]:
    marked = [i for i, c in enumerate(cells) if facts(c).get("exercise") == ex.id]
    if marked:
        return marked
    return [i for i in range(before) if ex.answer in names_set(cells[i].source)][-1:]


def _tree(source: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(re.sub(r"(?m)^([ \t]*)[%!].*$", r"\1pass", source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: nested too deeply
        return None


def _at_once(source: str) -> Iterator[ast.AST]:
    """The nodes of a cell that act when it runs: not the bodies of the functions that it only defines."""
    todo: list[ast.AST] = list(filter(None, [_tree(source)]))
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            todo += node.decorator_list
        else:
            todo += ast.iter_child_nodes(node)


def names_set(source: str) -> set[str]:
    """Names that a cell gives a value to; guessed from its lines where it cannot be read as Python."""
    if _tree(source) is None:
        found = re.findall(r"(?m)^(?:(?:async )?def|class)\s+(\w+)|^(\w+)\s*=[^=]", source)
        return {a or b for a, b in found}
    names = set()
    for node in _at_once(source):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {a.asname or a.name.partition(".")[0] for a in node.names}
    return names


def names_used_at_once(source: str) -> set[str]:
    """Names that a cell looks up when it runs."""
    return {n.id for n in _at_once(source) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
