"""For nbgrader's generate_assignment: in place of a solution comes the student's stub, as the build has made it.

Without this nbgrader would leave `raise NotImplementedError()` alone in the cell, and the student would have to
guess name, arguments and docstring. `solutions/nbgrader_config.py` puts it in ClearSolutions' place.
"""

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from .lab_cells import read
from .layout import CourseError, lab


class PutStubs(NbGraderPreprocessor):
    """Solution cells get the text of the student's notebook in labs/, by their grade_id."""

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        which = lab(nb.metadata.get("xlnet_mini", {}).get("lab", "?"))
        stubs = {_grade_id(cell): cell.source for cell in read(which.notebook).cells if _is_solution(cell)}
        for cell in filter(_is_solution, nb.cells):
            if _grade_id(cell) not in stubs:
                raise CourseError(f"labs/{which.name}.ipynb has no stub for the cell {_grade_id(cell)}.")
            cell.source = stubs[_grade_id(cell)]
        return nb, resources


def _is_solution(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def _grade_id(cell: NotebookNode) -> str:
    return cell.metadata["nbgrader"]["grade_id"]
