"""Graduation on a toy lab: what is written, what comes along, what is refused, and that nothing else moves."""

import importlib
import os
import stat
import sys

import pytest
import torch
from toy_lab import MODULE, notebook, run_cell, toy  # noqa: F401

from xlnet_mini.course import graduate, ledger, restore, source_text
from xlnet_mini.course.fresh import Examination, Found
from xlnet_mini.course.layout import CourseError
from xlnet_mini.course.source_text import function_source

write_answers = importlib.import_module("xlnet_mini.course.graduate").write_answers
DOUBLE = "def double(x):\n    return x + x\n"
HALF = "def half(x, *, generator=None):\n    return x * 0.5\n"


def graduated(toy, *cells, **options):  # noqa: F811
    """Graduate a notebook's answers; the report and the module's new text."""
    report = write_answers(0, notebook(*cells), **options)
    source_text.parse(toy.text)
    return report, toy.text


def says(report, function="double") -> str:
    return next(line.says for line in report.lines if line.name == f"toy.{function}")


def kinds(report) -> dict[str, str]:
    return {line.name.partition(".")[2]: line.kind for line in report.lines}


def swapped(old: str, new: str, text: str = MODULE) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


OLD_DOUBLE = function_source(MODULE, "double")


def test_right_answers_replace_their_namesakes_and_nothing_else(toy):  # noqa: F811
    report, text = graduated(toy, DOUBLE, "def half(x, *, generator=None):\n    return x\n")
    assert text == swapped(OLD_DOUBLE, DOUBLE.strip())
    assert kinds(report) == {"double": "done", "half": "not yet"}
    assert "not right yet" in says(report, "half")
    assert "\n-    return 2 * x\n" in report.diff and "\n+    return x + x\n" in report.diff
    assert "text/html" not in str(report) and "<pre>" in report._repr_html_()


def test_nothing_attempted_writes_nothing(toy):  # noqa: F811
    report, text = graduated(toy, "def double(x):\n    raise NotImplementedError\n")
    assert text == MODULE and not toy.ledger.exists() and report.diff == ""
    assert kinds(report) == {"double": "not yet", "half": "not yet"} and report.ok


def test_the_references_own_text_changes_nothing(toy):  # noqa: F811
    source = f"{OLD_DOUBLE}\n\n\n{function_source(MODULE, 'half')}\n"
    before = toy.module.stat().st_mtime_ns
    report, text = graduated(toy, source)
    assert text == MODULE and not toy.ledger.exists() and toy.module.stat().st_mtime_ns == before
    assert kinds(report) == {"double": "same", "half": "same"}


def test_two_functions_of_one_cell_and_comments_above(toy):  # noqa: F811
    _, text = graduated(toy, f"# far\n\n# near\n{DOUBLE}\n{HALF}\ndouble(torch.ones(1))\n")
    assert f"\n\n\n# near\n{DOUBLE}\n\n{HALF}\n" in text and "far" not in text


def test_helpers_imports_and_constants_come_along(toy):  # noqa: F811
    report, text = graduated(
        toy,
        "import operator as op\nfrom functools import reduce\nTWO = 2\nNAMES = ('a', (1, None), -1e400)\n",
        "# Adds up.\ndef total(values):\n    # total of TWO\n    return reduce(op.add, values)  # total\n",
        "def double(x, n=TWO, names=NAMES):\n    return total([x for _ in range(n)])\n",
    )
    assert kinds(report)["double"] == "done"
    assert (
        """

import operator as op
from functools import reduce

_double_TWO = 2
_double_NAMES = ('a', (1, None), float("-inf"))


# Adds up.
def _double_total(values):
    # total of TWO
    return reduce(op.add, values)  # total


def double(x, n=_double_TWO, names=_double_NAMES):
    return _double_total([x for _ in range(n)])


def half("""
        in text
    )


def test_what_the_module_has_already_is_used(toy):  # noqa: F811
    _, text = graduated(
        toy,
        "import torch.nn.functional as F\ndef double(x: Tensor):\n    return math.e * 0 + F.relu(x) * 2\n",
    )
    assert text == swapped(OLD_DOUBLE, "def double(x: Tensor):\n    return math.e * 0 + F.relu(x) * 2")


def test_a_name_that_means_something_else_there_is_refused(toy):  # noqa: F811
    report, text = graduated(toy, "import torch.nn as F\ndef double(x):\n    return 2 * F.ReLU()(x)\n")
    assert text == MODULE and "`F` is torch.nn in this notebook, and something else" in says(report)
    report, text = graduated(toy, "def double(x):\n    return 2 * taken(x)\ndef taken(x):\n    return x\n")
    assert text == MODULE and "`_double_taken`, and there is one already" in says(report)


def test_helpers_of_helpers_in_a_circle(toy):  # noqa: F811
    _, text = graduated(
        toy,
        "def even(n):\n    return n == 0 or odd(n - 1)\ndef odd(n):\n    return n > 0 and even(n - 1)\n",
        "again = even\ndef double(x):\n    return 2 * x if even(2) and again(0) else x\n",
    )
    assert "return n == 0 or _double_odd(n - 1)" in text and "n > 0 and _double_even(n - 1)" in text
    assert "if _double_even(2) and _double_even(0) else" in text and text.count("def _double_even") == 1


def test_only_names_that_mean_the_helper_are_renamed(toy):  # noqa: F811
    cell = '''
def s(x):
    return x

def double(x, *, key=None):
    """Uses s, not "s"."""
    inner = [s for s in range(2)]
    def nested(s):
        return s + s
    class Box:
        s = 1
    table = dict(s=Box.s)
    return nested(s(x)) + 0 * table["s"] + 0 * sum(inner)
'''
    _, text = graduated(toy, cell)
    want = cell.split("\n\n")[1].strip().replace("nested(s(x))", "nested(_double_s(x))")
    assert f"\n\n\n{want}\n" in text


@pytest.mark.parametrize(
    "expression",
    [
        'f"{k(x)}"',
        'f"k {k(x)!r:>{k(5)}} k"',
        "f'''k\n  {k(x)}\n  {k(k(1))} k'''",
        'f"a" f"{k(x)}" "k"',
        "rf\"\\k{k(x)}{'k'}\"",
        "f\"{f'{k(x)}'}\"",
        'f"größe {k(x)} k"',
    ],
)
def test_names_in_f_strings(toy, expression):  # noqa: F811
    cell = f"def k(x):\n    return x\ndef double(x):\n    word = {expression}\n    return 2 * x\n"
    _, text = graduated(toy, cell)
    assert f"    word = {expression.replace('k(', '_double_k(')}\n" in text


def test_a_name_in_an_f_string_that_shows_itself_is_refused(toy):  # noqa: F811
    report, text = graduated(toy, 'k = 1\ndef double(x):\n    word = f"{k=}"\n    return 2 * x\n')
    assert text == MODULE and "`k` could not be renamed safely. If it stands in an f-string" in says(report)


def test_a_local_name_that_would_capture_the_helper_is_refused(toy):  # noqa: F811
    cell = "def k(x):\n    return x\ndef double(x):\n    _double_k = 2\n    return _double_k * k(x)\n"
    report, text = graduated(toy, cell)
    assert text == MODULE and "`_double_k` for something of its own" in says(report)


@pytest.mark.parametrize(
    "cells, why",
    [
        (["w = torch.ones(2)\ndef double(x):\n    return 2 * w * x\n"], "it uses `w`, a torch tensor"),
        (["seen = []\ndef double(x):\n    seen.append(1)\n    return 2 * x\n"], "it uses `seen`, a list"),
        (["n = 0\ndef double(x):\n    global n\n    n = 1\n    return 2 * x\n"], "global variable `n`"),
        (["class C: pass\ndef double(x):\n    return 2 * x if C else C\n"], "it uses `C`, the class C"),
        (["double = lambda x: 2 * x\n"], "is a lambda: write it as `def double(...):`"),
        (
            ["from functools import partial\ndouble = partial(torch.mul, torch.tensor(2.0))\n"],
            "functools.partial",
        ),
        (
            ["def make():\n    def double(x):\n        return 2 * x\n    return double\ndouble = make()\n"],
            "inside",
        ),
        (["class A:\n    @staticmethod\n    def f(x):\n        return 2 * x\ndouble = A.f\n"], "a method"),
        (
            ["class A:\n    def __call__(self, x):\n        return 2 * x\ndouble = A()\n"],
            "an object of your class A, not a function",
        ),
        (
            ["if True:\n    def double(x):\n        return 2 * x\n"],
            "`double` is not at hand: it was defined inside",
        ),
        (["exec('def double(x): return 2 * x')\n"], "or in a cell that begins with %%"),
        (
            ["from xlnet_mini.toy import double as d\ndef double(x):\n    return d(x)\n"],
            "it calls `double` of xlnet_mini.toy, the very function that it would replace",
        ),
        (["def double(y):\n    return 2 * y\n"], "the package calls double(x), and yours is double(y)"),
        (
            ["def double(x, n=2, *more):\n    return n * x if len(more) == 0 else undefined_name\n"],
            "not defined",
        ),
        (
            ["get_ipython = 1\ndef double(x):\n    return 2 * x if get_ipython else 0\n"],
            "`get_ipython`, which",
        ),
        (
            ["from xlnet_mini.course import check\ndef double(x):\n    check\n    return 2 * x\n"],
            "course's own",
        ),
    ],
)
def test_what_cannot_go_into_the_package_is_refused_in_words(toy, cells, why):  # noqa: F811
    report, text = graduated(toy, *cells)
    assert text == MODULE and not toy.ledger.exists()
    assert kinds(report)["double"] == "refused" and why in says(report) and "\n" not in says(report)


def test_a_lambda_as_a_helper_comes_along(toy):  # noqa: F811
    _, text = graduated(toy, "sq = lambda x: x * x\ndef double(x):\n    return 2 * x + 0 * sq(x)\n")
    assert "_double_sq = lambda x: x * x\n\n\ndef double(x):" in text


def test_another_name_for_the_answer(toy):  # noqa: F811
    _, text = graduated(toy, "def mine(x, n=1):\n    return 2 * x if n else mine(x, 1)\n\ndouble = mine\n")
    assert "def double(x, n=1):\n    return 2 * x if n else double(x, 1)\n" in text


def test_decorators_come_along(toy):  # noqa: F811
    _, text = graduated(
        toy,
        "import functools\n"
        "def twice(f):\n    @functools.wraps(f)\n    def g(*a):\n        return 2 * f(*a)\n    return g\n",
        "@torch.no_grad()\n@twice\ndef double(x):\n    return x\n",
    )
    assert (
        "import functools\n\n\ndef _double_twice(f):" in text
        and "@torch.no_grad()\n@_double_twice\ndef double" in text
    )


def test_another_taught_function_means_the_packages(toy):  # noqa: F811
    _, text = graduated(toy, "def half(y):\n    return y / 2\n", "def double(x):\n    return 4 * half(x)\n")
    assert text == swapped(OLD_DOUBLE, "def double(x):\n    return 4 * half(x)")
    ledger.write({})
    toy.write(MODULE)
    _, text = graduated(
        toy,
        "from xlnet_mini.toy import half as h, taken\nfrom xlnet_mini.rel_shift import rel_shift\n",
        "def double(x):\n    return 4 * h(x) + 0 * taken(x) if rel_shift else rel_shift\n",
    )
    assert (
        "from xlnet_mini.rel_shift import rel_shift\n\n\ndef double(x):\n    return 4 * half(x) + 0 * taken"
        in text
    )


def test_annotations_count_and_those_that_cannot_come_are_dropped(toy):  # noqa: F811
    cell = (
        "from jaxtyping import Float\nclass Mine: pass\n"
        "def double(x: Float[Tensor, '...'], y: Mine = 2, *z: 'Mine') -> Mine :\n    k: Mine = y\n    return k * x\n"
    )
    _, text = graduated(toy, cell)
    head = "def double(x: Float[Tensor, '...'], y = 2, *z: 'Mine') :\n    k: Mine = y\n"
    assert f"from jaxtyping import Float\n\n\n{head}" in text


def test_dotted_imports(toy):  # noqa: F811
    _, text = graduated(
        toy, "import xml.dom.minidom\ndef double(x):\n    return 2 * x if xml.dom.minidom.Node else x\n"
    )
    assert "import xml.dom.minidom\n" in text


def test_two_functions_do_not_lean_on_each_others_imports(toy):  # noqa: F811
    cells = [
        "def double(x):\n    return np.float32(2) * x\n",
        "def half(x, *, generator=None):\n    return x / np.float32(2)\n",
    ]
    _, text = graduated(toy, *cells)
    assert text.count("import numpy as np\n") == 2
    _, again = graduated(toy, *cells)
    assert again == text
    assert restore("toy.double").ok and "import numpy as np\n\n\ndef half" in toy.text
    restore()
    assert toy.text == MODULE


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "   \n\n# end"])
def test_restore_gives_back_every_byte(toy, newline, end):  # noqa: F811
    original = "\ufeff" + (MODULE.rstrip("\n") + "  \n\x0c\nx = 'größe \u2028'" + end).replace("\n", newline)
    toy.write(original)
    helper = "def more(x):  \n    return x + x   \n\n\n"
    for double in (DOUBLE, helper + "def double(x):\n\n    return more(x)  # größe\t \n", DOUBLE):
        report, text = graduated(toy, double, HALF)
        assert kinds(report)["double"] == "done" and ("\r\n" in text) == (newline == "\r\n")
        if newline == "\r\n":
            assert text.count("\n") == text.count("\r\n")
    report = restore(0)
    assert report.ok and toy.module.read_bytes() == original.encode() and not toy.ledger.exists()


def test_graduating_the_original_text_again_clears_the_ledger(toy):  # noqa: F811
    graduated(toy, DOUBLE)
    assert ledger.graduated() == ["toy.double"]
    _, text = graduated(toy, OLD_DOUBLE)
    assert text == MODULE and not toy.ledger.exists() and ledger.graduated() == []


def test_the_first_original_is_kept(toy):  # noqa: F811
    graduated(toy, DOUBLE)
    graduated(toy, "def double(x):\n    return 2.0 * x\n")
    assert ledger.read()["toy.double"].replaced == OLD_DOUBLE


def test_an_edited_block_is_replaced_with_its_helpers(toy):  # noqa: F811
    cells = ["def k(x):\n    return x\n", "def double(x):\n    return 2 * k(x) + 0 * np.e\n"]
    _, text = graduated(toy, *cells)
    toy.write(text.replace("return 2 * _double_k(x)", "return 3 * _double_k(x)"))
    report, again = graduated(toy, *cells)
    assert again == text and "this replaces what you had changed in the file by hand" in says(report)
    restore()
    assert toy.text == MODULE


def test_only_what_was_changed_by_hand_is_said_to_be_lost(toy):  # noqa: F811
    from test_ledger import record_reference

    record_reference(toy)
    report, _ = graduated(toy, DOUBLE)
    assert "by hand" not in says(report)
    report, _ = graduated(toy, "def double(x):\n    return 2.0 * x\n")
    assert "by hand" not in says(report)
    toy.write(MODULE.replace("return x / 2", "return x / 2.0"))
    report, _ = graduated(toy, HALF)
    assert "by hand" in says(report, "half")


def test_the_open_kernel_gets_the_new_code(toy):  # noqa: F811
    user = sys.modules["xlnet_mini.toy_user"]
    namespace = notebook(
        "from xlnet_mini.toy import double as packaged\n", "def double(x, extra=1):\n    return 2 * x\n"
    )
    write_answers(0, namespace)
    for function in (sys.modules["xlnet_mini.toy"].double, user.double, namespace["packaged"]):
        assert function.__module__ == "xlnet_mini.toy" and function.__defaults__ == (1,)
    assert namespace["double"].__module__ == "__main__"
    restore()
    assert user.double.__defaults__ is None


def found(**functions):
    def examine(asked, pace=False, whole=False):
        return Examination({t.name: functions.get(t.function, Found()) for t in asked}, "")

    return examine


def test_what_fails_in_a_fresh_process_is_put_back(toy, monkeypatch):  # noqa: F811
    monkeypatch.setattr("xlnet_mini.course.fresh.examine", found(double=Found("it is 3")))
    report, text = graduated(toy, DOUBLE, HALF)
    assert text == swapped(function_source(MODULE, "half"), HALF.strip())
    assert kinds(report) == {"double": "refused", "half": "done"} and "(it is 3)" in says(report)
    assert list(ledger.read()) == ["toy.half"]


@pytest.mark.parametrize("stopped, words", [(False, "about 340 times"), (True, "more than 340 times")])
def test_a_slow_answer_is_not_written_unless_asked(toy, monkeypatch, stopped, words):  # noqa: F811
    def examine(asked, pace=False, whole=False):
        return found(double=Found("", 337.2 if pace else None, stopped and pace))(asked)

    monkeypatch.setattr("xlnet_mini.course.fresh.examine", examine)
    report, text = graduated(toy, DOUBLE)
    assert text == MODULE and words in says(report) and "graduate(0, even_if_slow=True)" in says(report)
    report, text = graduated(toy, DOUBLE, even_if_slow=True)
    assert kinds(report)["double"] == "done" and text != MODULE


def test_what_breaks_the_package_as_a_whole_is_put_back(toy, monkeypatch):  # noqa: F811
    def examine(asked, pace=False, whole=False):
        return Examination({t.name: Found() for t in asked}, "no model" if "x + x" in toy.text else "")

    monkeypatch.setattr("xlnet_mini.course.fresh.examine", examine)
    report, text = graduated(toy, DOUBLE, HALF)
    assert text == swapped(function_source(MODULE, "half"), HALF.strip()) and list(ledger.read()) == [
        "toy.half"
    ]
    assert "no model" in says(report) and kinds(report)["half"] == "done"


def test_a_package_that_was_broken_before_does_not_stop_graduation(toy, monkeypatch):  # noqa: F811
    def examine(asked, pace=False, whole=False):
        return Examination({t.name: Found() for t in asked}, "something else is broken")

    monkeypatch.setattr("xlnet_mini.course.fresh.examine", examine)
    report, text = graduated(toy, DOUBLE)
    assert kinds(report)["double"] == "done" and "x + x" in text


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_interrupted_trial_leaves_the_old_files(toy, monkeypatch, error):  # noqa: F811
    def examine(asked, pace=False, whole=False):
        assert "x + x" in toy.text and toy.ledger.exists()
        raise error

    monkeypatch.setattr("xlnet_mini.course.fresh.examine", examine)
    if error is MemoryError:
        with pytest.raises(MemoryError):
            graduated(toy, DOUBLE)
    else:
        assert "you stopped it" in says(graduated(toy, DOUBLE)[0])
    assert toy.text == MODULE and not toy.ledger.exists()


class Killed(BaseException):
    """Stands for a power cut: nothing runs after it."""


@pytest.mark.parametrize("after", ["ledger", "module"])
def test_a_kill_between_the_steps_can_be_recovered(toy, monkeypatch, after):  # noqa: F811
    replace, count = os.replace, {"ledger": 1, "module": 2}[after]
    done = []

    def dying(a, b):
        if len(done) == count:
            raise Killed
        done.append(b)
        replace(a, b)

    def examine(*_, **__):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", dying)
        patch.setattr("xlnet_mini.course.fresh.examine", examine)
        patch.setattr("xlnet_mini.course.files.Snapshot.put_back", lambda self: None)
        with pytest.raises(Killed):
            graduated(toy, DOUBLE)
    assert (toy.text == MODULE) == (after == "ledger")
    assert ledger.graduated() == ([] if after == "ledger" else ["toy.double"])
    if after == "ledger":
        graduated(toy, DOUBLE)
        assert "x + x" in toy.text
    assert restore().ok and toy.text == MODULE and not toy.ledger.exists()


def test_files_that_cannot_be_written(toy, monkeypatch):  # noqa: F811
    def refuse(a, b):
        raise PermissionError(13, "Permission denied", str(b))

    monkeypatch.setattr(os, "replace", refuse)
    report, text = graduated(toy, DOUBLE)
    assert text == MODULE and "Permission denied" in says(report) and "nothing was changed" in says(report)
    assert sorted(p.name for p in toy.package.iterdir() if p.name != "__pycache__") == [
        "course",
        "toy.py",
        "toy_user.py",
    ]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_permissions_and_links_stay(toy, tmp_path):  # noqa: F811
    real = tmp_path / "elsewhere.py"
    toy.module.rename(real)
    toy.module.symlink_to(real)
    real.chmod(0o640)
    graduated(toy, DOUBLE)
    assert toy.module.is_symlink() and stat.S_IMODE(real.stat().st_mode) == 0o640
    assert "x + x" in real.read_text()


def test_a_broken_module_is_said_in_a_line(toy):  # noqa: F811
    toy.write(MODULE + "def broken(:\n")
    report, text = write_answers(0, notebook(DOUBLE)), toy.text
    assert text == MODULE + "def broken(:\n" and "syntax error in line" in says(report)


@pytest.mark.parametrize("variable", ["XLNET_MINI_NO_GRADUATE", "NBGRADER_EXECUTION", "XLNET_MINI_STRICT"])
def test_nothing_is_written_in_grading(toy, monkeypatch, variable):  # noqa: F811
    monkeypatch.delenv("PYTEST_CURRENT_TEST", raising=False)
    monkeypatch.setenv(variable, "1")
    namespace = notebook(DOUBLE)
    namespace["graduate"] = graduate
    run_cell(namespace, "report = graduate(0)\n")
    assert toy.text == MODULE and str(namespace["report"]).count("\n") == 0
    monkeypatch.delenv(variable)
    run_cell(namespace, "report = graduate(0)\n")
    assert "x + x" in toy.text


def test_a_notebook_of_another_copy_of_the_course_writes_nothing(toy, monkeypatch, tmp_path):  # noqa: F811
    monkeypatch.delenv("PYTEST_CURRENT_TEST", raising=False)
    copy = tmp_path / "my course"
    (copy / "xlnet_mini" / "course").mkdir(parents=True)
    (copy / "xlnet_mini" / "course" / "layout.py").touch()
    (copy / "labs").mkdir()
    monkeypatch.chdir(copy / "labs")
    namespace = notebook(DOUBLE)
    namespace["graduate"] = graduate
    with pytest.raises(CourseError, match=r"belongs to the course in .*my course.*pip install -e"):
        run_cell(namespace, "report = graduate(0)\n")
    assert toy.text == MODULE
    monkeypatch.setattr("xlnet_mini.course.layout.ROOT", copy)
    run_cell(namespace, "report = graduate(0)\n")
    assert "x + x" in toy.text


@pytest.mark.parametrize(
    "signature, fits",
    [
        ("x, *, generator=None", True),
        ("x, generator=None", True),
        ("x, extra=1, *, generator=None", True),
        ("*args, **kwargs", True),
        ("x, **kwargs", True),
        ("x", False),
        ("x, *, generator", False),
        ("x, extra, *, generator=None", False),
        ("y, *, generator=None", False),
        ("x, /, *, generator=None", False),
    ],
)
def test_parameters_must_fit_the_packages_calls(toy, signature, fits):  # noqa: F811
    from xlnet_mini.course.signatures import incompatible

    said = incompatible(f"def half({signature}): pass", MODULE, "half")
    assert (said == "") == fits and ("the package calls half(x, *, generator=None)" in said) == (not fits)


def test_the_model_still_computes_with_torch_objects_of_the_notebook(toy):  # noqa: F811
    _, text = graduated(toy, "from torch import mul\ndef double(x):\n    return mul(x, 2)\n")
    assert "from torch import mul\n\n\ndef double" in text
    assert torch.equal(sys.modules["xlnet_mini.toy"].double(torch.ones(1)), torch.tensor([2.0]))
