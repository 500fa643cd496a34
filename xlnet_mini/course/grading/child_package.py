"""The package that a student's process has: stubs for the lab that is graded, the reference for earlier labs."""

import ast
import functools
from pathlib import Path

from .. import layout
from ..layout import Lab
from ..ledger import missing_stub
from ..source_text import function_source, read_text, replace_function
from ..taught import taught

INIT = '"""The package as the lab has it."""\n'


def _with_what_it_imports(path: Path) -> dict[str, str]:
    """A module of the package, and the modules of the package that it imports, and so on."""
    files, waiting = {}, [path]
    while waiting:
        path = waiting.pop()
        name = f"xlnet_mini/{path.name}"
        if name in files or not path.exists():
            continue
        files[name] = read_text(path)
        for node in ast.walk(ast.parse(files[name])):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xlnet_mini."):
                waiting.append(path.with_name(f"{node.module.split('.')[1]}.py"))
    return files


@functools.cache
def package_of(lab: Lab) -> dict[str, str]:
    """Its files: paths and texts. Raises CourseError if a function is not where it should be."""
    files = {"xlnet_mini/__init__.py": INIT}
    for known in layout.LABS:
        if known.number <= lab.number and known.module_path.exists():
            files |= _with_what_it_imports(known.module_path)
    for one in taught(lab.number):
        source = function_source(one.path, one.function)
        files[one.file] = replace_function(files[one.file], one.function, missing_stub(source, one))
    return files
