"""nbgrader's settings for this course: copy this file into the root of your nbgrader course."""

import os

from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import ClearSolutions

from xlnet_mini.course.nbgrader_stubs import PutStubs

c = get_config()

# A check shows its result and does not raise; nbgrader gives full marks to a cell that does not raise. So in
# grading it must: the kernels that nbgrader starts inherit this.
os.environ["XLNET_MINI_STRICT"] = "1"
os.environ.setdefault("XLNET_MINI_PRESET", "smoke")  # lab 07: nobody looks at the curve of this training

# The student starts from a signature and a docstring, not from an empty cell.
c.GenerateAssignment.preprocessors = [
    PutStubs if p is ClearSolutions else p for p in GenerateAssignment.preprocessors.default()
]

c.Execute.timeout = 300  # seconds for one cell; nbgrader's 30 are too few on a busy machine
