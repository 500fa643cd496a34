"""Loading changed modules into a kernel that is already running, so that it does not go on with the old code."""

import importlib
import sys
from collections.abc import Iterable
from typing import Any


def reload_modules(modules: Iterable[str], namespace: dict[str, Any] | None = None) -> list[str]:
    """Reload these modules of xlnet_mini if they are loaded, and hand the new objects to whoever holds old ones.

    Names that other loaded modules of the package, or `namespace` (the notebook's), took from them by
    `from ... import` are set to the new objects. Returns the modules that could not be loaded again.
    """
    failed = []
    for short in modules:
        module = sys.modules.get(f"xlnet_mini.{short}")
        if module is None:
            continue
        before = dict(vars(module))
        try:
            importlib.reload(module)
        except Exception:
            failed.append(short)
            continue
        renewed = {
            id(old): vars(module)[name]
            for name, old in before.items()
            if getattr(old, "__module__", None) == module.__name__
            and callable(old)
            and vars(module).get(name, old) is not old
        }
        holders = [vars(m) for name, m in list(sys.modules.items()) if name.startswith("xlnet_mini.") and m]
        for holder in [*holders, namespace or {}]:
            for name, value in list(holder.items()):
                if id(value) in renewed:
                    holder[name] = renewed[id(value)]
    return failed
