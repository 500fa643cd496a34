"""What `graduate` and `restore` answer: one line per function and the difference that it made to the files."""

import difflib
from dataclasses import dataclass, field
from html import escape

from .source_text import with_newlines

SIGN = {"done": "✓", "same": "=", "not yet": "○", "refused": "✗"}
COLOUR = {"done": "#1a7f37", "same": "#57606a", "not yet": "#57606a", "refused": "#b35900"}


@dataclass(frozen=True)
class Line:
    """One function's fate. `kind`: "done", "same" (nothing to do), "not yet" (not right yet) or "refused"."""

    kind: str
    name: str
    says: str

    def __str__(self) -> str:
        return f"{SIGN[self.kind]} {self.name}: {self.says}" if self.name else self.says


@dataclass
class Report:
    """Shown by a notebook as text and HTML; for programs: `lines`, `diff`, and `ok` (nothing was refused)."""

    title: str
    lines: list[Line] = field(default_factory=list)
    diff: str = ""

    @property
    def ok(self) -> bool:
        return all(line.kind != "refused" for line in self.lines)

    def add(self, kind: str, name: str, says: str) -> None:
        self.lines.append(Line(kind, name, says))

    def add_diff(self, file: str, old: str, new: str) -> None:
        old_lines, new_lines = (with_newlines(t).splitlines() for t in (old, new))
        changes = difflib.unified_diff(old_lines, new_lines, f"{file}, before", f"{file}, now", lineterm="")
        self.diff += "".join(f"{change}\n" for change in changes)

    def __str__(self) -> str:
        parts = [self.title, *map(str, self.lines)]
        return "\n".join(p for p in parts if p) + (f"\n\n{self.diff}" if self.diff else "")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<div style="color:{COLOUR[line.kind]}">{escape(str(line))}</div>' for line in self.lines
        )
        title = f"<strong>{escape(self.title)}</strong>" if self.title else ""
        return f'<div role="status" style="padding:.4em .8em">{title}{rows}{self._diff_html()}</div>'

    def _diff_html(self) -> str:
        if not self.diff:
            return ""
        colours = {"+": "#1a7f37", "-": "#b3261e", "@": "#57606a"}
        lines = (
            f'<span style="color:{colours[line[0]]}">{escape(line)}</span>'
            if line[:1] in colours
            else escape(line)
            for line in self.diff.splitlines()
        )
        body = "\n".join(lines)
        return f"<details open><summary>What changed in the package</summary><pre>{body}</pre></details>"
