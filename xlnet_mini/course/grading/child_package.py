"""The package that a student's process has: stubs for the lab that is graded, the reference for earlier labs."""

import functools

from .. import layout
from ..layout import Lab
from ..ledger import missing_stub
from ..source_text import function_source, read_text, replace_function
from ..taught import taught

INIT = '"""The package as the lab has it."""\n'


@functools.cache
def package_of(lab: Lab) -> dict[str, str]:
    """Its files: paths and texts. Raises CourseError if a function is not where it should be."""
    files = {"xlnet_mini/__init__.py": INIT}
    for known in layout.LABS:
        if known.number <= lab.number and known.module_path.exists():
            files[f"xlnet_mini/{known.module}.py"] = read_text(known.module_path)
    for one in taught(lab.number):
        source = function_source(one.path, one.function)
        files[one.file] = replace_function(files[one.file], one.function, missing_stub(source, one))
    return files
