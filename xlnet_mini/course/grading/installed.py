"""What a student's process may see of this machine's Python: the standard library and what the labs depend on.

That is what the project's own requirements lead to. Everything else that happens to be installed stays outside:
transformers for instance, which holds an XLNet.
"""

import functools
import importlib.metadata
import os
import sys
import sysconfig
from glob import glob
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = "xlnet-mini"
LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")


@functools.cache
def distributions() -> tuple[importlib.metadata.Distribution, ...]:
    """The installed distributions that the project requires, and those that these require."""
    found, todo = {}, [PROJECT]
    while todo:
        name = todo.pop().lower().replace("_", "-")
        if name in found:
            continue
        try:
            found[name] = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        for text in found[name].requires or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                todo.append(requirement.name)
    return tuple(d for name, d in sorted(found.items()) if name != PROJECT)


@functools.cache
def package_paths() -> tuple[str, ...]:
    """The files and folders in site-packages that belong to these distributions."""
    paths = set()
    for distribution in distributions():
        for file in distribution.files or ():
            if file.parts[0] not in ("..", "__pycache__"):
                paths.add(os.path.realpath(distribution.locate_file(file.parts[0])))
    return tuple(sorted(p for p in paths if os.path.exists(p)))


def bound() -> list[str]:
    """Files and folders that are shown in the new root, read-only; the outer ones first."""
    base = os.path.realpath(sys.base_prefix)
    library = f"{base}/lib" if base not in ("/usr", "/usr/local") else sysconfig.get_path("stdlib")
    system = [p for p in LIBRARIES if os.path.isdir(p) and not os.path.islink(p)]
    wanted = [*system, os.path.realpath(library), os.path.realpath(sysconfig.get_path("stdlib"))]
    outer: list[str] = []
    for path in wanted:
        if not any(path == o or path.startswith(o + "/") for o in outer):
            outer.append(path)
    return outer + [p for p in package_paths() if p not in outer]


def hidden() -> list[str]:
    """Folders of packages within those, which are covered."""
    found = set()
    for path in bound():
        for kind in ("site-packages", "dist-packages"):
            found |= set(glob(f"{path}/{kind}")) | set(glob(f"{path}/*/{kind}"))
    return sorted(p for p in found if not any(p.startswith(b + "/") for b in package_paths()))


def search_path() -> list[str]:
    """sys.path of a student's process: no editable installs, no current folder."""
    standard = [os.path.realpath(p) for p in (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))]
    dynamic = [p for p in sys.path if p.endswith("lib-dynload")]
    return list(dict.fromkeys([*standard, *dynamic, *(str(Path(p).parent) for p in package_paths())]))
