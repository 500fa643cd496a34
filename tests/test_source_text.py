"""Reading and replacing functions in source text: everything else keeps every byte."""

import pytest

from xlnet_mini.course import source_text
from xlnet_mini.course.layout import CourseError
from xlnet_mini.course.source_text import (
    function_source,
    function_span,
    replace_function,
    signature_and_docstring,
)

TEXT = '''"""A module."""
import math

# far away

# attached, first line
# attached, second line
@staticmethod
def first(x):  # after the colon
    """Ünïcode."""
    # inside
    return math.sin(x)  # at the end
    # not part of the function


# %% a cell marker
def second(größe): return größe


async def third():
    def first():
        pass
'''


def test_a_function_comes_with_its_decorators_and_attached_comments():
    assert (
        function_source(TEXT, "first") == TEXT[TEXT.index("# attached, f") : TEXT.index("\n    # not part")]
    )
    assert function_source(TEXT, "second") == "def second(größe): return größe"
    assert function_source(TEXT, "third").startswith("async def third")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_replacing_changes_nothing_else(newline, bom):
    text = bom + TEXT.replace("\n", newline)
    new = "def second(x):\n    return 2 * x"
    start, end = function_span(text, "second")
    got = replace_function(text, "second", new + "\n")
    assert got == text[:start] + new.replace("\n", newline) + text[end:]
    assert replace_function(got, "second", function_source(text, "second")) == text


def test_line_breaks_are_those_of_python_not_of_unicode():
    text = 'a = "\u2028\x0c"\n\x0c\ndef f():\n    return "\x85"\n'
    assert function_source(text, "f") == 'def f():\n    return "\x85"'


def test_a_path_gives_plain_line_breaks(tmp_path):
    path = tmp_path / "m.py"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert function_source(path, "first") == function_source(TEXT, "first")


def test_the_last_definition_counts_as_in_python():
    assert function_source("def f(): return 1\ndef f(): return 2\n", "f") == "def f(): return 2"


@pytest.mark.parametrize(
    "source, stub",
    [
        ("def f(x):\n    '''Doc.'''\n    return x", "def f(x):\n    '''Doc.'''"),
        ("# why\n@d\ndef f(x) -> int:\n    # why\n    return x", "@d\ndef f(x) -> int:"),
        ("def f(x=lambda: 3, *, y={1: 2}): return x", "def f(x=lambda: 3, *, y={1: 2}):"),
        ("def f(  # a ) and :\n    x,\n) -> D[1:2] : return x", "def f(  # a ) and :\n    x,\n) -> D[1:2] :"),
        ('def f(x: Int[Tensor, "a"]): pass', 'def f(x: Int[Tensor, "a"]):'),
    ],
)
def test_a_stub_keeps_signature_and_docstring(source, stub):
    assert signature_and_docstring(source, "f") == stub


def test_what_cannot_be_read_is_said_in_one_line(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n")
    latin = tmp_path / "latin.py"
    latin.write_bytes(b"# \xe9\n")
    for path, name, says in [
        (broken, "f", "syntax error in line 1"),
        (latin, "f", "not UTF-8"),
        (tmp_path / "none.py", "f", "cannot be read"),
    ]:
        with pytest.raises(CourseError, match=says) as exc:
            function_source(path, name)
        assert "\n" not in str(exc.value)
    with pytest.raises(CourseError, match="no function `g`"):
        function_source(TEXT, "g")


def test_a_nested_function_is_not_found():
    with pytest.raises(CourseError):
        function_source("class A:\n    def f(self): pass\n", "f")


def test_newline_of_a_text():
    assert source_text.newline_of("a\r\nb") == "\r\n"
    assert source_text.newline_of("a") == "\n"
