"""Renaming names in a statement's text, and nothing else: strings, attributes, keywords and comments stay."""

import ast
import copy
import re
import sys
from collections.abc import Iterable, Mapping

from .notebook_source import Refused, Typed, text_of
from .scopes import Outside
from .source_text import Function, Positions

_DEF = re.compile(r"(?:async\s+)?def\s+([^\s(\[]+)")
Edit = tuple[int, int, str]


def renamed(one: Typed, found: Outside, names: Mapping[str, str], new_name: str, drop: list[ast.expr]) -> str:
    """The statement's text with outside names renamed, called `new_name`, without the annotations in `drop`.

    The result is parsed again and must be exactly the intended tree, so that an edit in the wrong place cannot
    pass. Refused if it is not.
    """
    dropped = {id(n) for annotation in drop for n in ast.walk(annotation)}
    places = [n for n in found.used if names.get(n.id, n.id) != n.id and id(n) not in dropped]
    intended = ast.dump(_intended(one.node, places, names, new_name, drop))
    text, start = text_of(one)
    positions = Positions(one.cell)
    edits = {
        *_name_edit(one, positions, new_name),
        *_drop_edits(one, positions, drop),
        *_plain_edits(one, positions, places, names),
        *_fstring_edits(one, positions, places, names),
    }
    new = _apply(text, start, sorted(edits))
    try:
        body = ast.parse(new).body
    except SyntaxError:
        body = []
    if len(body) == 1 and ast.dump(body[0]) == intended:
        return new
    clash = ", ".join(sorted({f"`{n.id}`" for n in places}))
    raise Refused(
        f"{clash or 'a name'} could not be renamed safely. If it stands in an f-string, give its value to a "
        "variable of the function first."
    )


def _intended(
    node: ast.stmt, places: list[ast.Name], names: Mapping[str, str], new_name: str, drop: list[ast.expr]
) -> ast.stmt:
    """A copy of the statement's tree as it should become."""
    memo: dict[int, object] = {}
    twin = copy.deepcopy(node, memo)
    for place in places:
        memo[id(place)].id = names[place.id]
    if isinstance(twin, Function):
        twin.name = new_name
    else:
        twin.targets[0].id = new_name
    gone = {id(memo[id(a)]) for a in drop}
    for owner in ast.walk(twin):
        for slot in ("annotation", "returns"):
            if id(getattr(owner, slot, None)) in gone:
                setattr(owner, slot, None)
    return twin


def _name_edit(one: Typed, positions: Positions, new_name: str) -> list[Edit]:
    if one.is_lambda:
        target = one.node.targets[0]
        return [(positions.start(target), positions.end(target), new_name)]
    match = _DEF.match(one.cell, positions.start(one.node))
    if match is None:
        raise Refused(f"Write `def {one.node.name}` on one line.")
    return [(*match.span(1), new_name)]


def _drop_edits(one: Typed, positions: Positions, drop: list[ast.expr]) -> list[Edit]:
    edits = []
    for annotation in drop:
        start, end = positions.start(annotation), positions.end(annotation)
        before = one.cell[:start].rstrip()
        sign = "->" if before.endswith("->") else ":"
        edits.append((len(before.removesuffix(sign).rstrip()), end, ""))
    return edits


def _strings(node: ast.AST) -> Iterable[ast.JoinedStr]:
    """The outermost f-strings."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr):
            yield child
        else:
            yield from _strings(child)


def _names_in_strings(one: Typed) -> set[int]:
    return {id(n) for string in _strings(one.node) for n in ast.walk(string)}


def _plain_edits(
    one: Typed, positions: Positions, places: list[ast.Name], names: Mapping[str, str]
) -> list[Edit]:
    inside = _names_in_strings(one)
    return [(positions.start(n), positions.end(n), names[n.id]) for n in places if id(n) not in inside]


def _fstring_edits(
    one: Typed, positions: Positions, places: list[ast.Name], names: Mapping[str, str]
) -> list[Edit]:
    """Renaming inside f-strings. Before Python 3.12 the tree has wrong positions there, so names are looked for."""
    inside = _names_in_strings(one)
    there = [n for n in places if id(n) in inside]
    if sys.version_info >= (3, 12):
        return [(positions.start(n), positions.end(n), names[n.id]) for n in there]
    edits = []
    for string in _strings(one.node):
        start, end = positions.start(string), positions.end(string)
        source = one.cell[start:end]
        in_field = _in_fields(source)
        for old in {n.id for n in there} & {n.id for n in ast.walk(string) if isinstance(n, ast.Name)}:
            for match in re.finditer(rf"(?<![\w.\"']){re.escape(old)}(?!\w)", source):
                if in_field[match.start()]:
                    edits.append((start + match.start(), start + match.end(), names[old]))
    return edits


def _in_fields(source: str) -> list[bool]:
    """For each character of an f-string whether it stands in a replacement field, as far as braces tell."""
    depth, inside = 0, []
    for part in re.findall(r"\{\{|\}\}|.", source, re.DOTALL):
        if len(part) == 2 and depth:
            inside += [True, True]
            depth += 2 if part == "{{" else -2
            continue
        depth += {"{": 1, "}": -1}.get(part, 0)
        inside += [depth > 0] * len(part)
    return inside


def _apply(text: str, start: int, edits: list[Edit]) -> str:
    for first, last, new in reversed(edits):
        text = text[: first - start] + new + text[last - start :]
    return text
