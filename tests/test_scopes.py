"""Which names mean something outside a function, against Python's own compiler; and renaming them in the text."""

import argparse
import ast
import dataclasses
import dis
import importlib
import inspect
import random
import statistics
import tokenize
import types

import pytest

from xlnet_mini.course.notebook_source import Refused, Typed
from xlnet_mini.course.renaming import renamed
from xlnet_mini.course.scopes import local_names, outside
from xlnet_mini.course.source_text import Positions, parse

MODULES = [argparse, ast, dataclasses, dis, importlib, inspect, random, statistics, tokenize, types]


def functions(module) -> list[Typed]:
    text = inspect.getsource(module)
    return [Typed(text, n) for n in parse(text).body if isinstance(n, ast.FunctionDef)]


def compiled_globals(one: Typed) -> set[str]:
    """Names that the compiler looks up in the module: read by the function, its decorators and its defaults."""
    tree = ast.Module([one.node], type_ignores=[])
    found = set()

    def walk(code, top):
        for instruction in dis.get_instructions(code):
            if instruction.opname == "LOAD_GLOBAL" or (top and instruction.opname == "LOAD_NAME"):
                found.add(instruction.argval)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                walk(constant, False)

    walk(compile(tree, "x", "exec", dont_inherit=True), True)
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_outside_names_are_those_of_the_compiler(module):
    for one in functions(module):
        assert set(outside(one.node).names) == compiled_globals(one), one.node.name


@pytest.mark.parametrize("module", MODULES, ids=lambda m: m.__name__)
def test_renaming_every_outside_name_and_back_gives_the_same_text(module):
    done = 0
    for one in functions(module):
        uses = outside(one.node)
        names = {n: f"größe_{n}" for n in uses.names}
        start, end = Positions(one.cell).span(one.node)
        try:
            there = renamed(one, uses, names, "fresh", [])
        except Refused:
            continue
        again = Typed(there, parse(there).body[0])
        back = renamed(again, outside(again.node), {v: k for k, v in names.items()}, one.node.name, [])
        assert back == one.cell[start:end]
        done += 1
    assert done >= 0.9 * len(functions(module))


SCOPES = """
def f(a, b=outer_default, *c, d: outer_note = 1, **e) -> outer_result:
    global written
    written = outer_value
    local: never_evaluated = [x for x in outer_items if (walrus := x)]
    def inner(p=outer_inner_default):
        nonlocal a
        a = p + walrus + outer_in_inner
        return lambda q: q + p + outer_in_lambda
    class K(outer_base):
        attribute = outer_in_class
        def method(self):
            return attribute
    try:
        import os.path as imported, sys
    except outer_error as caught:
        print(caught)
    match a:
        case outer_dotted.X | [first, *rest] | {"k": value, **others} as whole:
            return first, rest, value, others, whole, imported, sys
    for i, (j, k) in outer_pairs:
        del k
    with outer_open() as handle:
        return i, j, handle, inner, K, local, {m: n for m in outer_a for n in m.outer_attribute}
"""


def test_the_rules_of_scope():
    found = outside(parse(SCOPES).body[0])
    outer = {n for n in found.names if n not in dir(__builtins__) and n != "print"}
    assert outer == {
        "outer_default", "outer_note", "outer_result", "outer_value", "outer_items", "outer_inner_default",
        "outer_in_inner", "outer_in_lambda", "outer_base", "outer_in_class", "attribute", "outer_error",
        "outer_dotted", "outer_pairs", "outer_open", "outer_a",
    }  # fmt: skip
    assert found.assigned == {"written"}
    assert {ast.unparse(a) for a in found.annotations} == {"outer_note", "outer_result"}
    local = local_names(parse(SCOPES).body[0])
    assert {
        "a",
        "e",
        "walrus",
        "q",
        "K",
        "imported",
        "sys",
        "caught",
        "rest",
        "others",
        "whole",
        "m",
    } <= local
    assert "outer_a" not in local
