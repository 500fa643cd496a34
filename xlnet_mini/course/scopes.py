"""Which names in a function mean something outside it: Python's rules of scope, read off the syntax tree."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_Def = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass
class _Scope:
    bound: set[str] = field(default_factory=set)
    declared_global: set[str] = field(default_factory=set)
    is_class: bool = False
    parent: "_Scope | None" = None

    def is_outside(self, name: str) -> bool:
        """True if a name used here is looked up in the module."""
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.declared_global:
                return True
            if name in scope.bound and (scope is self or not scope.is_class):
                return False
            scope = scope.parent
        return True


@dataclass
class Outside:
    """What a statement uses of its module."""

    used: list[ast.Name] = field(default_factory=list)  # each place where such a name is read
    annotations: list[ast.expr] = field(
        default_factory=list
    )  # of parameters and results, in which they stand
    assigned: set[str] = field(default_factory=set)  # names that `global` lets it assign

    @property
    def names(self) -> list[str]:
        """The names read, each once, in order of appearance."""
        return list(dict.fromkeys(n.id for n in sorted(self.used, key=lambda n: (n.lineno, n.col_offset))))


def outside(statement: ast.stmt) -> Outside:
    """Names that a top-level statement reads or assigns in its module (or takes from Python's builtins)."""
    visitor = _Visitor()
    if isinstance(statement, _Def):
        visitor.visit(statement)
    else:  # an assignment: its targets are the module's own
        visitor.visit(statement.value)
    return visitor.found


def local_names(statement: ast.stmt) -> set[str]:
    """Every name that is bound anywhere inside a function: parameters, variables, nested functions, imports."""
    inside = [n for n in ast.walk(statement) if n is not statement]
    return {n.arg for n in inside if isinstance(n, ast.arg)} | set(bindings(inside))


def bindings(nodes: Iterable[ast.AST], declared_global: set[str] | None = None) -> Iterator[str]:
    """Names that statements or expressions bind in their own scope."""
    for node in nodes:
        match node:
            case ast.Name(ctx=ast.Store() | ast.Del()):
                yield node.id
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
                yield from bindings(node.decorator_list, declared_global)
            case ast.Lambda():
                pass
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inner = (n for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
                yield from (n.target.id for n in inner)  # := binds outside the comprehension
            case ast.Global():
                if declared_global is not None:
                    declared_global.update(node.names)
            case _:
                if isinstance(node, ast.alias):
                    yield node.asname or node.name.partition(".")[0]
                elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                    yield node.name
                elif isinstance(node, ast.MatchMapping) and node.rest:
                    yield node.rest
                yield from bindings(ast.iter_child_nodes(node), declared_global)


class _Visitor(ast.NodeVisitor):
    def __init__(self):
        self.found = Outside()
        self.scope = _Scope()  # the module itself binds nothing here

    def visit_Name(self, node: ast.Name) -> None:
        if not self.scope.is_outside(node.id):
            return
        if isinstance(node.ctx, ast.Load):
            self.found.used.append(node)
        elif self.scope.parent is not None:
            self.found.assigned.add(node.id)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The annotation of a local variable is never evaluated."""
        for child in (node.target, node.value):
            if child is not None:
                self.visit(child)

    def visit_FunctionDef(self, node: _Def) -> None:
        arguments = node.args
        self._visit_all([*node.decorator_list, *arguments.defaults, *filter(None, arguments.kw_defaults)])
        outer = self.scope
        type_names = {p.name for p in getattr(node, "type_params", [])}  # def f[T](...), Python 3.12
        if type_names:
            self.scope = _Scope(type_names, parent=outer)
        parameters = _parameters(arguments)
        annotations = [a for a in (*(p.annotation for p in parameters), node.returns) if a is not None]
        self.found.annotations += annotations
        self._visit_all(annotations)
        self._body(node.body, {p.arg for p in parameters})
        self.scope = outer

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._visit_all([*node.args.defaults, *filter(None, node.args.kw_defaults)])
        self._body([node.body], {p.arg for p in _parameters(node.args)})

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._visit_all([*node.decorator_list, *node.bases, *(k.value for k in node.keywords)])
        self._body(node.body, set(), is_class=True)

    def _comprehension(self, node: _Comprehension) -> None:
        first = node.generators[0]
        self.visit(first.iter)  # evaluated outside
        outer = self.scope
        targets = {n for g in node.generators for n in bindings([g.target])}
        self.scope = _Scope(targets, parent=outer)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.comprehension):
                self._visit_all(([] if child is first else [child.iter]) + child.ifs)
            else:
                self.visit(child)
        self.scope = outer

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _body(self, body: list, parameters: set[str], is_class: bool = False) -> None:
        outer = self.scope
        declared: set[str] = set()
        bound = parameters | set(bindings(body, declared))
        self.scope = _Scope(bound - declared, declared, is_class, outer)
        self._visit_all(body)
        self.scope = outer

    def _visit_all(self, nodes: list) -> None:
        for node in nodes:
            self.visit(node)


def _parameters(arguments: ast.arguments) -> list[ast.arg]:
    starred = [a for a in (arguments.vararg, arguments.kwarg) if a is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *starred]
