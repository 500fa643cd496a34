"""The package that a student's process has: as it is handed out, with the reference for the labs before this one.

The functions of the lab that is graded, and of later ones, are missing; the course itself is not there.
"""

import ast
import functools

from .. import layout
from ..layout import Lab
from ..ledger import missing_stub
from ..source_text import function_source, read_text, replace_function
from ..taught import taught

INIT = '''"""The package as the lab has it: what is asked of it is imported when it is asked for."""

import importlib

HOMES = {homes!r}


def __getattr__(name):
    if name not in HOMES:
        raise AttributeError(name)
    return getattr(importlib.import_module(HOMES[name]), name)
'''


@functools.cache
def package_of(lab: Lab) -> dict[str, str]:
    """Its files: paths and texts. Raises CourseError if a function is not where it should be."""
    files = {f"xlnet_mini/{path.name}": read_text(path) for path in sorted(layout.PACKAGE.glob("*.py"))}
    # every process would import the whole model for nothing
    files["xlnet_mini/__init__.py"] = INIT.format(homes=_homes(files["xlnet_mini/__init__.py"]))
    for one in taught():
        if one.lab.number >= lab.number:
            source = function_source(one.path, one.function)
            files[one.file] = replace_function(files[one.file], one.function, missing_stub(source, one))
    return files


def _homes(text: str) -> dict[str, str]:
    """The names that the package's `__init__` imports, and from where."""
    imports = [s for s in ast.parse(text).body if isinstance(s, ast.ImportFrom) and s.module]
    return {alias.asname or alias.name: s.module for s in imports for alias in s.names}
