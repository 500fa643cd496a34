"""Whether a function can stand in for another: callable in every way in which the package calls the first."""

import ast

from .source_text import find_function, parse


def incompatible(new: str, old: str, function: str) -> str:
    """What keeps the `new` text's function from being called like the `old` text's, in words; "" if nothing does."""
    node, model = find_function(parse(new), function), find_function(parse(old), function)
    if isinstance(node, ast.AsyncFunctionDef):
        return f"`{function}` is async: write a plain `def {function}(...):`."
    if model is None or _accepts(node.args, model.args):
        return ""
    return (
        f"the package calls {function}({ast.unparse(_bare(model.args))}), "
        f"and yours is {function}({ast.unparse(_bare(node.args))}): use the same parameters "
        "(more are fine if they have defaults)."
    )


def _accepts(mine: ast.arguments, model: ast.arguments) -> bool:
    positional = [a.arg for a in (*mine.posonlyargs, *mine.args)]
    keywords = {a.arg for a in (*mine.args, *mine.kwonlyargs)}
    optional = set(positional[len(positional) - len(mine.defaults) :])
    optional |= {a.arg for a, d in zip(mine.kwonlyargs, mine.kw_defaults, strict=True) if d is not None}
    required = {a.arg for a in (*mine.posonlyargs, *mine.args, *mine.kwonlyargs)} - optional

    wanted = [a.arg for a in (*model.posonlyargs, *model.args)]
    by_keyword = {a.arg for a in (*model.args, *model.kwonlyargs)}
    may_be_left_out = set(wanted[len(wanted) - len(model.defaults) :])
    may_be_left_out |= {
        a.arg for a, d in zip(model.kwonlyargs, model.kw_defaults, strict=True) if d is not None
    }
    always_given = (set(wanted) | by_keyword) - may_be_left_out

    in_order = all(a == b for a, b in zip(positional, wanted, strict=False))
    takes_positions = len(positional) >= len(wanted) or mine.vararg is not None
    takes_keywords = by_keyword <= keywords or mine.kwarg is not None
    takes_more = model.vararg is None or mine.vararg is not None
    return in_order and takes_positions and takes_keywords and takes_more and required <= always_given


def _bare(arguments: ast.arguments) -> ast.arguments:
    """Parameters without annotations and defaults' details, for a message."""
    twin = ast.parse(f"def f({ast.unparse(arguments)}): pass").body[0].args
    for a in ast.walk(twin):
        if isinstance(a, ast.arg):
            a.annotation = None
    return twin
