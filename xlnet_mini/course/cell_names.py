"""Which names a notebook cell uses, defines, and can be relied on to define."""

import ast
import symtable


def names(source: str) -> tuple[set[str], set[str], set[str]]:
    """Global names a cell uses, those it defines, and those of them that later cells may rely on.

    A `with waits_for(...)` block may stop half-way, so what it defines is not to be relied on.
    """
    tree = _OwnScopes().visit(ast.parse(source))
    top = symtable.symtable(ast.unparse(tree), "cell", "exec")
    used: set[str] = set()
    tables = [top]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        used |= {
            s.get_name() for s in table.get_symbols() if s.is_referenced() and (table is top or s.is_global())
        }
    kept: set[str] = set()
    for node in tree.body:
        if not _waits(node):
            kept |= _defined(symtable.symtable(ast.unparse(node), "part", "exec"))
    return used, _defined(top), kept


def _defined(table: symtable.SymbolTable) -> set[str]:
    return {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}


class _OwnScopes(ast.NodeTransformer):
    """Lists, sets and dicts in comprehension form become generators.

    Since Python 3.12 the symbol table counts the variables of the former among those of the cell (PEP 709); a
    generator keeps them to itself, and uses the same names from outside.
    """

    def visit_ListComp(self, node: ast.ListComp) -> ast.GeneratorExp:
        return ast.GeneratorExp(self.visit(node.elt), [self.visit(g) for g in node.generators])

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.GeneratorExp:
        item = ast.Tuple([self.visit(node.key), self.visit(node.value)], ast.Load())
        return ast.GeneratorExp(item, [self.visit(g) for g in node.generators])


def _waits(node: ast.stmt) -> bool:
    return isinstance(node, ast.With) and any(
        isinstance(item.context_expr, ast.Call)
        and isinstance(item.context_expr.func, ast.Name)
        and item.context_expr.func.id == "waits_for"
        for item in node.items
    )
