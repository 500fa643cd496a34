"""Reading and replacing top-level functions in Python source, by characters: everything else keeps every byte.

A function's text runs from the comment lines directly above it (or its first decorator) to the end of its last
line, without the line break there. Texts read from a path by `function_source` have "\n" line breaks whatever
the file has; the functions that take a text leave its line breaks alone.
"""

import ast
import io
import re
import tokenize
from pathlib import Path

from .layout import CourseError

# The line breaks of the Python tokenizer; str.splitlines would also split at form feeds and the like.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_COMMENT = re.compile(r"#(?!\s*%%)")  # a "# %%" line separates cells
Function = ast.FunctionDef | ast.AsyncFunctionDef


def read_text(path: Path) -> str:
    """The file's characters as they are: line breaks and a byte-order mark included."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as exc:
        raise CourseError(f"{path} cannot be read: {exc.strerror or exc}.") from None
    except UnicodeDecodeError:
        raise CourseError(f"{path} is not UTF-8 text: save it as UTF-8.") from None


def newline_of(text: str) -> str:
    """The line break that a text uses."""
    first = re.search(r"\r\n|\r|\n", text)
    return first.group() if first else "\n"


def with_newlines(text: str, newline: str = "\n") -> str:
    """The same text with one kind of line break throughout."""
    return re.sub(r"\r\n|\r|\n", lambda _: newline, text)


def parse(text: str) -> ast.Module:
    """The syntax tree; a byte-order mark at the start is ignored. Raises SyntaxError."""
    return ast.parse(text.removeprefix("\ufeff"))


class Positions:
    """Turns the syntax tree's positions (line, byte in the line) into positions in the text."""

    def __init__(self, text: str):
        self.bom = len(text) - len(text.removeprefix("\ufeff"))
        self.lines = _LINE.findall(text[self.bom :])
        self.starts = [self.bom]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def at(self, lineno: int, byte: int) -> int:
        """Position of a byte of a line; lines count from 1."""
        return self.starts[lineno - 1] + len(self.lines[lineno - 1].encode()[:byte].decode())

    def start(self, node: ast.AST) -> int:
        return self.at(node.lineno, node.col_offset)

    def end(self, node: ast.AST) -> int:
        return self.at(node.end_lineno, node.end_col_offset)

    def first_line(self, node: ast.stmt) -> int:
        """Number of the first line that belongs to a top-level statement: decorators and attached comments."""
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        while first > 1 and _COMMENT.match(self.lines[first - 2]):
            first -= 1
        return first

    def span(self, node: ast.stmt) -> tuple[int, int]:
        """Where a top-level statement's text starts and ends."""
        last = self.lines[node.end_lineno - 1]
        end = self.starts[node.end_lineno - 1] + len(last.rstrip("\r\n"))
        return self.starts[self.first_line(node) - 1], end


def find_function(tree: ast.Module, name: str) -> Function | None:
    """The top-level function of that name; the last one if it is defined more than once, as Python does."""
    found = [n for n in tree.body if isinstance(n, Function) and n.name == name]
    return found[-1] if found else None


def function_span(text: str, name: str, where: str = "the text") -> tuple[int, int]:
    """Start and end of a top-level function's text. CourseError if it is not there or the text is no Python."""
    try:
        node = find_function(parse(text), name)
    except SyntaxError as exc:
        raise CourseError(f"{where} has a syntax error in line {exc.lineno}: {exc.msg}.") from None
    if node is None:
        raise CourseError(f"There is no function `{name}` at the left margin of {where}.")
    return Positions(text).span(node)


def function_source(path_or_text: Path | str, name: str) -> str:
    """The exact text of a top-level function, with decorators and directly attached comment lines.

    A `Path` is read (line breaks become "\n"); a `str` is the source itself. No line break at the end.
    Raises CourseError if there is no such function, or the source cannot be read or parsed.
    """
    if isinstance(path_or_text, Path):
        text, where = with_newlines(read_text(path_or_text)), str(path_or_text)
    else:
        text, where = path_or_text, "the text"
    start, end = function_span(text, name, where)
    return text[start:end]


def replace_function(text: str, name: str, new: str) -> str:
    """`text` with the text of its top-level function `name` replaced by `new`, in `text`'s own line breaks."""
    start, end = function_span(text, name)
    return text[:start] + with_newlines(new.strip("\r\n"), newline_of(text)) + text[end:]


def signature_and_docstring(source: str, name: str) -> str:
    """A function's text up to and including its docstring: what a stub keeps. Without comments above it."""
    node = find_function(parse(source), name)
    if node is None:
        raise CourseError(f"There is no function `{name}` at the left margin of the text.")
    positions = Positions(source)
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    start = positions.starts[first - 1]
    if ast.get_docstring(node, clean=False) is not None:
        return source[start : positions.end(node.body[0])]
    return source[start : _header_end(source, positions, node)]


def _header_end(source: str, positions: Positions, node: Function) -> int:
    """Position after the colon that ends a function's header."""
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.start < (node.lineno, 0) or token.type != tokenize.OP:
            continue
        depth += (token.string in "([{") - (token.string in ")]}")
        if token.string == ":" and depth == 0:
            line = positions.starts[token.end[0] - 1]
            return line + token.end[1]
    raise AssertionError("a function that parses has a colon")
