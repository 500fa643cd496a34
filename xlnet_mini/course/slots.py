"""From a lab's Markdown source to the cells of its two notebooks.

The source is jupytext Markdown. Code fences are code cells; two blank lines part Markdown cells. Three things
are special:

    <!-- exercise 1.4 -->            the exercise's heading, with its minutes and points from the checker
    ```python exercise="1.4"         the exercise slot: empty if the answer graduates (the package has the code),
                                     else the solution
    ```python stub="1.4"             optional, right after the slot: what the student starts from

After each slot come the check and the three hints, both made from the checker.
"""

import ast
import builtins
import hashlib
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

import jupytext
import nbformat
from nbformat import NotebookNode

from .cell_names import names
from .exercise import Exercise, exercises
from .lab_cells import check_call
from .layout import PACKAGE, CourseError, Lab
from .source_text import function_source

HEADING = re.compile(r"^<!-- exercise (\S+) -->[ \t]*$", re.MULTILINE)
COMMENT = re.compile(r"^<!--.*$", re.MULTILINE)
TAGS = {"nbval-ignore-output"}
HINTS = ("a nudge", "the idea", "nearly the code")
LEAK = 15  # a shorter line of a solution says nothing


@dataclass(frozen=True)
class Slot:
    """One exercise in a lab: its solution and the stub that stands in its place in the student's notebook."""

    exercise: Exercise
    solution: str
    stub: str


def heading(ex: Exercise) -> str:
    points = f"{ex.points} {'bonus ' if ex.bonus else ''}point{'s' * (ex.points != 1)}"
    dots = "●" * ex.level + "○" * (3 - ex.level)
    return f"### {ex.id} · {ex.title}\n\n{dots} · {ex.minutes} minutes · {points}"


def hints(ex: Exercise) -> str:
    return "\n\n".join(
        f"<details><summary>Hint {i}: {what}</summary>\n\n{textwrap.dedent(text).strip()}\n\n</details>"
        for i, (what, text) in enumerate(zip(HINTS, ex.hints, strict=True), 1)
    )


def make_stub(solution: str, answer: str) -> str:
    """What a student starts from: signature and docstring of a function, or a name waiting for its value.

    Imports and other functions of the solution are part of the answer and do not appear.
    """
    tree = ast.parse(solution)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == answer:
            lines = solution.splitlines()
            has_doc = ast.get_docstring(node) is not None
            first_code = node.body[1] if has_doc and len(node.body) > 1 else node.body[0]
            end = node.body[0].end_lineno if has_doc else first_code.lineno - 1
            start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            return "\n".join([*lines[start - 1 : end], "    raise NotImplementedError"])
        if isinstance(node, ast.Assign) and [t.id for t in node.targets if isinstance(t, ast.Name)] == [
            answer
        ]:
            return f"{answer} = ..."
    raise ValueError(f"the slot of {answer} defines no `{answer}`")


class Source:
    """A lab's source, read and checked: `cells(solved)` gives the cells of either notebook."""

    def __init__(self, lab: Lab, text: str):
        self.lab, self.text = lab, text
        self.exercises = {ex.id: ex for ex in exercises(lab.number)}
        self.slots: dict[str, Slot] = {}
        self.headings: list[str] = []
        self.parts = list(self._read(jupytext.reads(text, fmt="md").cells))
        self._check_complete()

    def fail(self, message: str, near: str = "") -> CourseError:
        line = self.text[: self.text.find(near)].count("\n") + 1 if near and near in self.text else None
        where = f"{self.lab.source.name}, line {line}" if line else self.lab.source.name
        return CourseError(f"{where}: {message}")

    def _read(self, cells: list[NotebookNode]) -> Iterator[tuple[str, NotebookNode | Slot]]:
        i = 0
        while i < len(cells):
            cell, i = cells[i], i + 1
            meta = dict(cell.metadata)
            if cell.cell_type == "markdown":
                yield "markdown", self._with_headings(cell)
            elif cell.cell_type != "code":
                raise self.fail(f"a cell of type {cell.cell_type} has no place in a lab", cell.source[:40])
            elif "exercise" in meta:
                stub = None
                if i < len(cells) and "stub" in cells[i].metadata:
                    if cells[i].metadata["stub"] != meta["exercise"]:
                        raise self.fail(f"the stub after exercise {meta['exercise']} is for another exercise")
                    stub, i = cells[i].source, i + 1
                yield "slot", self._slot(str(meta["exercise"]), cell.source, stub)
            elif "stub" in meta:
                raise self.fail("a stub must stand right after its exercise", f'stub="{meta["stub"]}"')
            else:
                unknown = set(meta) - {"tags", "timeout"} | set(meta.get("tags", [])) - TAGS
                if unknown:
                    raise self.fail(
                        f"unknown cell metadata or tag: {', '.join(sorted(unknown))}", cell.source[:40]
                    )
                yield "code", cell

    def _with_headings(self, cell: NotebookNode) -> NotebookNode:
        def put(match: re.Match) -> str:
            ex = self._known(match[1], match[0])
            self.headings.append(ex.id)
            return heading(ex)

        cell.source = HEADING.sub(put, cell.source)
        left = COMMENT.search(cell.source)
        if left:
            raise self.fail("only `<!-- exercise N.M -->` comments mean something here", left[0])
        return cell

    def _known(self, exercise_id: str, near: str) -> Exercise:
        if exercise_id not in self.exercises:
            raise self.fail(f"no checker knows exercise {exercise_id}", near)
        return self.exercises[exercise_id]

    def _slot(self, exercise_id: str, body: str, stub: str | None) -> Slot:
        near = f'exercise="{exercise_id}"'
        ex = self._known(exercise_id, near)
        if exercise_id in self.slots:
            raise self.fail(f"exercise {exercise_id} has two slots", near)
        if ex.graduates:
            if body.strip():
                raise self.fail(f"exercise {exercise_id} graduates: its code stands in the package", near)
            body = self._from_package(ex, near)
        elif not body.strip():
            raise self.fail(f"exercise {exercise_id} does not graduate: its slot needs the solution", near)
        solution = body.strip("\n")
        try:
            slot = Slot(ex, solution, (stub or make_stub(solution, ex.answer)).strip("\n"))
        except ValueError as exc:
            raise self.fail(str(exc), near) from None
        self.slots[exercise_id] = slot
        return slot

    def _from_package(self, ex: Exercise, near: str) -> str:
        module, _, function = ex.graduates.partition(".")
        path = PACKAGE / f"{module}.py"
        if not path.exists():
            raise self.fail(
                f"exercise {ex.id} graduates into xlnet_mini/{module}.py, which does not exist", near
            )
        try:
            return function_source(path, function)
        except (KeyError, CourseError):
            raise self.fail(
                f"exercise {ex.id}: xlnet_mini/{module}.py has no function `{function}`", near
            ) from None

    def _check_complete(self) -> None:
        for what, found in (("a slot", list(self.slots)), ("a heading", self.headings)):
            missing = [i for i in self.exercises if i not in found]
            if missing:
                raise self.fail(f"exercise {', '.join(missing)} has no place here: add {what}")
            if found != list(self.exercises):
                raise self.fail(
                    f"exercises stand in another order, or twice, than in the checks: {', '.join(found)}"
                )

    def cells(self, solved: bool) -> list[NotebookNode]:
        out: list[NotebookNode] = []
        for kind, part in self.parts:
            if kind == "markdown":
                out.append(_cell("markdown", part.source))
            elif kind == "code":
                tags = {"tags": part.metadata["tags"]} if part.metadata.get("tags") else {}
                if "timeout" in part.metadata:  # seconds that the cell may take under pytest
                    tags["xlnet_mini"] = {"timeout": part.metadata["timeout"]}
                out.append(_cell("code", part.source, **tags))
            else:
                out += _exercise_cells(part, solved)
        _name_cells(out)
        if not solved:
            self._check_names(out)
            self._check_leaks(out)
        return out

    def _check_names(self, cells: list[NotebookNode]) -> None:
        """Every name that a cell uses exists when no exercise is solved."""
        known = set(dir(builtins)) | {"__file__", "__name__", "get_ipython", "display"}
        for cell in cells:
            if cell.cell_type != "code":
                continue
            used, defined, kept = names(cell.source)
            missing = sorted(used - known - defined)
            if missing:
                raise self.fail(
                    f"a cell uses `{missing[0]}`, which no earlier cell defines while the exercises are unsolved",
                    cell.source.splitlines()[0],
                )
            known |= kept

    def _check_leaks(self, cells: list[NotebookNode]) -> None:
        """No line of a solution stands in the student's notebook."""
        for slot in self.slots.values():
            stub = {line.strip() for line in slot.stub.splitlines()}
            secret = {line.strip() for line in slot.solution.splitlines()} - stub
            for cell in cells:
                for line in cell.source.splitlines():
                    if len(line.strip()) >= LEAK and line.strip() in secret:
                        raise self.fail(
                            f"a line of the solution to {slot.exercise.id} can be read: {line.strip()}"
                        )


def _exercise_cells(slot: Slot, solved: bool) -> list[NotebookNode]:
    ex = slot.exercise
    slug = ex.id.replace(".", "-")
    facts = {"exercise": ex.id, "graduates": ex.graduates, "points": ex.points}
    code_id, check_id = f"exercise-{slug}", f"check-{slug}"
    code = _cell(
        "code",
        slot.solution if solved else slot.stub,
        xlnet_mini=facts,
        nbgrader=_nbgrader(ex, code_id, solution=True),
        deletable=False,
    )
    check = _cell(
        "code",
        check_call(ex),
        xlnet_mini={"check": ex.id, "points": ex.points},
        nbgrader=_nbgrader(ex, check_id, solution=False),
        deletable=False,
        editable=False,
    )
    hint = _cell("markdown", hints(ex))
    code.id, check.id, hint.id = code_id, check_id, f"hints-{slug}"
    return [code, check, hint]


def _nbgrader(ex: Exercise, grade_id: str, solution: bool) -> dict:
    """What nbgrader knows a cell by (its schema 3).

    Answers stay the student's; checks are locked, and earn the points. Where a teacher gives them, the answer does.
    """
    grade = solution if ex.manual else not solution
    kind = {"grade": grade, "locked": not solution, "solution": solution, "task": False}
    points = {"points": ex.points} if grade else {}
    return {**kind, "grade_id": grade_id, "schema_version": 3, **points}


def _cell(kind: str, source: str, **metadata) -> NotebookNode:
    make = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
    return make(source.strip("\n"), metadata=metadata, id="unnamed")


def _name_cells(cells: list[NotebookNode]) -> None:
    """Ids that stay when other cells change: a hash of the cell's own text."""
    taken: set[str] = set()
    for cell in cells:
        if cell.id == "unnamed":
            digest = hashlib.sha256(cell.source.encode()).hexdigest()[:10]
            copies = (
                f"{cell.cell_type}-{digest}{suffix}" for suffix in ("", *(f"-{n}" for n in range(2, 99)))
            )
            cell.id = next(i for i in copies if i not in taken)
        taken.add(cell.id)
