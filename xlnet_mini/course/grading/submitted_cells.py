"""Read a submitted notebook as what it is: a file from somebody else. Only the text of its code cells is taken."""

import json
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode

MAX_BYTES = 16 << 20
MAX_CELLS, MAX_SOURCE = 1000, 200_000
FACTS, LONGEST_FACT = ("exercise", "check", "points"), 100  # of a cell's metadata


class Unreadable(Exception):
    """No notebook can be had from that file; the text says why."""


@dataclass(frozen=True)
class Submitted:
    """The code cells of a notebook, and what its metadata says, if anything."""

    cells: list[NotebookNode]
    lab: int | None = None
    ids_twice: bool = False
    notes: tuple[str, ...] = field(default=())

    def as_bytes(self) -> bytes:
        """All that a grade depends on; outputs and text cells are not among it."""
        facts = [self.cells, self.lab, self.ids_twice, self.notes]
        return json.dumps(facts, sort_keys=True, default=str).encode()


def read_bytes(path: Path) -> bytes:
    """The bytes of a plain file; a link is not followed. Raises Unreadable."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError as exc:
        is_link = os.path.islink(path)
        raise Unreadable(
            "It is a symbolic link." if is_link else f"It cannot be opened: {exc.strerror}."
        ) from None
    with os.fdopen(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise Unreadable("It is a folder." if stat.S_ISDIR(facts.st_mode) else "It is no plain file.")
        if facts.st_size > MAX_BYTES:
            raise Unreadable(
                f"It has {facts.st_size / 1e6:.0f} MB; more than {MAX_BYTES >> 20} are not read."
            )
        try:
            return file.read(MAX_BYTES + 1)
        except OSError as exc:
            raise Unreadable(f"It cannot be read: {exc.strerror}.") from None


def parse(data: bytes) -> Submitted:
    """The notebook in those bytes, whichever editor wrote it. Raises Unreadable."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable("It is not UTF-8 text.") from None
    if not text.strip():
        raise Unreadable("It is empty.")
    if re.search(r"^(<<<<<<<|>>>>>>>) ", text, re.MULTILINE):
        raise Unreadable("It holds a git merge conflict.")
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise Unreadable(f"It is damaged: not JSON ({str(exc)[:100]}).") from None
    if not isinstance(raw, dict) or not isinstance(raw.get("cells"), list):
        old = isinstance(raw, dict) and "worksheets" in raw
        raise Unreadable(
            "It is in an old notebook format." if old else "It is not a notebook: it has no cells."
        )
    kept = [c for c in raw["cells"][:MAX_CELLS] if isinstance(c, dict)]
    cells = [_cell(c) for c in kept if c.get("cell_type") == "code"]
    ids = [c["id"] for c in kept if isinstance(c.get("id"), str)]
    notes = [f"Only its first {MAX_CELLS} cells were read."] if len(raw["cells"]) > MAX_CELLS else []
    if any(c.pop("cut", False) for c in cells):
        notes.append(f"A cell of more than {MAX_SOURCE:,} characters was left out.")
    return Submitted(cells, _lab(raw.get("metadata")), len(set(ids)) < len(ids), tuple(notes))


def read(path: Path) -> Submitted:
    return parse(read_bytes(path))


def _cell(raw: dict) -> NotebookNode:
    source = raw.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str):
        source = ""
    # lone surrogates are no text that Python takes
    source = source.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    cut = len(source) > MAX_SOURCE
    return NotebookNode(source="" if cut else source, metadata=_facts(raw.get("metadata")), cut=cut)


def _facts(metadata: object) -> dict:
    """What the course itself says of a cell; whatever else stands there may be large or deep."""
    facts = metadata.get("xlnet_mini") if isinstance(metadata, dict) else None
    if not isinstance(facts, dict):
        return {}
    short = {
        name: facts[name]
        for name in FACTS
        if type(facts.get(name)) in (str, int, float) and len(str(facts[name])) <= LONGEST_FACT
    }
    return {"xlnet_mini": short}


def _lab(metadata: object) -> int | None:
    facts = metadata.get("xlnet_mini") if isinstance(metadata, dict) else None
    number = facts.get("lab") if isinstance(facts, dict) else None
    return number if type(number) is int else None
