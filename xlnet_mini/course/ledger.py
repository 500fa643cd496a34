"""Which taught functions are the reference's, yours or missing; what was written and what it replaced.

The ledger is `xlnet_mini/graduated.json`, beside the modules, so that it travels with a student's repository. It
has an entry only for a function that differs from the reference: the text that was written and the text that it
replaced. `restore` puts the latter back, to the byte.
"""

import ast
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from . import layout
from .files import write_atomically
from .layout import CourseError
from .source_text import (
    Positions,
    find_function,
    function_span,
    newline_of,
    parse,
    read_text,
    signature_and_docstring,
    with_newlines,
)
from .taught import Taught, digest, recorded_hashes, taught

Kind = Literal["reference", "yours", "missing"]


@dataclass(frozen=True)
class Entry:
    """One graduated function: the exercise, the day, the text that was written, the text that it replaced."""

    lab: int
    exercise: str
    date: str
    wrote: str
    replaced: str


@dataclass(frozen=True)
class State:
    """What stands in the package for a taught function; `note` says what is odd about it, if anything."""

    kind: Kind
    note: str = ""


def path() -> Path:
    return layout.PACKAGE / "graduated.json"


def read() -> dict[str, Entry]:
    """The ledger's entries by function name. CourseError, in one line, if it cannot be made sense of."""
    if not path().exists():
        return {}
    try:
        functions = json.loads(path().read_bytes().decode("utf-8"))["functions"]
        entries = {name: Entry(**facts) for name, facts in functions.items()}
        if not all(isinstance(e.wrote, str) and isinstance(e.replaced, str) for e in entries.values()):
            raise TypeError("a text is missing")
    except OSError as exc:
        raise CourseError(f"{path()} cannot be read: {exc.strerror or exc}.") from None
    except (ValueError, LookupError, TypeError, AttributeError) as exc:
        reason = f"{type(exc).__name__}: {exc}".splitlines()[0]
        raise CourseError(
            f"{path()} is damaged ({reason}). Nothing was changed. Get it back from git or a backup; or delete "
            "it: your functions stay, but `restore` can no longer undo them."
        ) from None
    return entries


def write(entries: dict[str, Entry]) -> None:
    """Write the ledger; without entries there is none."""
    if not entries:
        path().unlink(missing_ok=True)
        return
    data = {"functions": {name: asdict(entries[name]) for name in sorted(entries)}}
    write_atomically(path(), (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())


def locate(text: str, block: str) -> tuple[int, int] | None:
    """Where a block of whole lines stands in a text, whatever the line breaks; None if it is not there."""
    for candidate in dict.fromkeys((block, with_newlines(block, newline_of(text)))):
        at = text.find(candidate)
        while at >= 0:
            end = at + len(candidate)
            if text[at - 1 : at] in ("", "\n", "\r", "\ufeff") and text[end : end + 1] in ("", "\n", "\r"):
                return at, end
            at = text.find(candidate, at + 1)
    return None


def block_span(text: str, one: Taught, entry: Entry | None) -> tuple[int, int]:
    """Where the function's block stands: the function, and above it what graduation brought along with it.

    Found by its text if the ledger has it unchanged, else by the names. CourseError if the function is gone.
    """
    if entry and (found := locate(text, entry.wrote)):
        return found
    start, end = function_span(text, one.function, one.file)
    if not entry:
        return start, end
    tree, positions = parse(text), Positions(text)
    brought = {ast.unparse(s) for s in _statements(entry.wrote) if isinstance(s, ast.Import | ast.ImportFrom)}
    body = tree.body
    for statement in reversed(body[: body.index(find_function(tree, one.function))]):
        if ast.unparse(statement) not in brought and not _is_part(statement, one.function):
            break
        start = positions.span(statement)[0]
    return start, end


def _statements(block: str) -> list[ast.stmt]:
    try:
        return parse(block).body
    except SyntaxError:
        return []


def _is_part(statement: ast.stmt, function: str) -> bool:
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
    else:
        name = getattr(statement, "name", "")
    return name.startswith(f"_{function}_")


def is_stub(source: str, function: str) -> bool:
    """True if a function does nothing but raise NotImplementedError."""
    node = find_function(parse(source), function)
    body = node.body[ast.get_docstring(node, clean=False) is not None :]
    return len(body) == 1 and isinstance(body[0], ast.Raise) and "NotImplementedError" in ast.unparse(body[0])


def missing_stub(source: str, one: Taught) -> str:
    """What a handout has in place of a taught function: signature, docstring, and one line that says what to do."""
    says = (
        f"{one.function} is missing: finish exercise {one.exercise.id} in labs/{one.lab.name}.ipynb, "
        f"then run graduate({one.lab.number})"
    )
    head = signature_and_docstring(source, one.function)
    return f'{head}\n    raise NotImplementedError("{says}")'


def state(one: Taught, entries: dict[str, Entry] | None = None) -> State:
    """Reference, yours or missing, by the file as it stands. CourseError if the file cannot be parsed."""
    entry = (read() if entries is None else entries).get(one.name)
    text = read_text(one.path)
    try:
        if find_function(parse(text), one.function) is None:
            return State("missing", f"{one.file} has no function {one.function} any more")
    except SyntaxError as exc:
        raise CourseError(f"{one.file} has a syntax error in line {exc.lineno}: {exc.msg}.") from None
    source = one.source()
    if is_stub(source, one.function):
        return State("missing")
    if entry and locate(text, entry.wrote):
        return State("yours")
    if digest(source) == recorded_hashes().get(one.name, digest(source)):
        return State("reference")
    return State("yours", "changed in the file since" if entry else "changed in the file, not by graduate")


def graduated() -> list[str]:
    """Names of the functions that are a student's by the ledger, or missing; [] in the pristine course."""
    entries = read()
    return [
        t.name
        for t in taught()
        if (s := state(t, entries)).kind == "missing" or (s.kind == "yours" and t.name in entries)
    ]
