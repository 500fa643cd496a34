"""The roll call on a toy lab: whose each function is, and whether it holds in the file as it stands."""

import pytest
from test_graduate import DOUBLE, graduated
from test_ledger import record_reference
from toy_lab import MODULE, toy  # noqa: F401

from xlnet_mini.course import layout, ledger, roll_call, taught
from xlnet_mini.course.__main__ import main
from xlnet_mini.course.fresh import Examination, Found
from xlnet_mini.course.source_text import replace_function


def rows() -> dict:
    return {r.function: r for r in roll_call().rows}


def test_all_is_well(toy):  # noqa: F811
    record_reference(toy)
    graduated(toy, DOUBLE)
    called = roll_call()
    assert called.ok and [(r.function, r.state, r.holds) for r in called.rows] == [
        ("toy.double", "yours", True),
        ("toy.half", "reference", True),
    ]
    assert "double(x) - x is x" in str(called) and "2 functions: 1 yours, 0 missing, 0 broken" in str(called)
    assert "<table" in called._repr_html_() and called._repr_html_().count("<tr") == 3


def test_a_broken_function_is_named_with_its_exercise(toy):  # noqa: F811
    record_reference(toy)
    toy.write(MODULE.replace("return x / 2", "return x / 3"))
    row = rows()["toy.half"]
    assert row.holds is False and row.message == "The values are not right."
    text = str(roll_call())
    assert "BROKEN: The values are not right. (revisit exercise 0.2 in lab 00)" in text
    assert "1 yours, 0 missing, 1 broken" in text and "changed in the file, not by graduate" in text


def test_a_function_that_fails_because_of_another_one_says_which_exercise_to_revisit(toy, monkeypatch):  # noqa: F811
    monkeypatch.setattr(
        "xlnet_mini.course.fresh.examine",
        lambda asked, **_: Examination({t.name: Found("it calls double", mend_first="0.1") for t in asked}),
    )
    assert rows()["toy.half"].cells()[-1] == "✗ BROKEN: it calls double (revisit exercise 0.1 in lab 00)"


def test_the_file_counts_not_what_the_kernel_holds(toy):  # noqa: F811
    import sys

    toy.write(MODULE.replace("return 2 * x", "return 3 * x"))
    assert sys.modules["xlnet_mini.toy"].double(1) == 2
    assert rows()["toy.double"].holds is False


def test_a_missing_function(toy, tmp_path, monkeypatch):  # noqa: F811
    from toy_lab import Half

    notebook = tmp_path / "00_toy.ipynb"
    notebook.touch()
    monkeypatch.setattr(layout.Lab, "notebook", property(lambda lab: notebook))

    one = taught.find("half")
    toy.write(replace_function(MODULE, "half", ledger.missing_stub(one.source(), one)))
    called = roll_call()
    assert not called.ok and rows()["toy.half"].holds is None and rows()["toy.half"].exercise == Half.id
    assert "missing (do exercise 0.2 in lab 00)" in str(called) and "1 missing, 0 broken" in str(called)
    notebook.unlink()
    assert "missing (lab 00 is not in this copy yet)" in str(roll_call())


def test_a_function_that_calls_a_missing_one_waits(toy):  # noqa: F811
    one = taught.find("double")
    calls = replace_function(MODULE, "half", "def half(x):\n    return x * double(1) / 4\n")
    toy.write(replace_function(calls, "double", ledger.missing_stub(one.source(), one)))
    called = roll_call()
    assert "○ waits: double is missing: finish exercise 0.1" in rows()["toy.half"].cells()[-1]
    assert not called.ok and "1 missing, 0 broken" in str(called)


def test_a_syntax_error_is_a_row_not_a_traceback(toy):  # noqa: F811
    toy.write(MODULE + "def broken(:\n")
    for row in rows().values():
        assert row.holds is False and row.state == "unreadable" and "syntax error in line 29" in row.message


def test_an_error_at_import(toy):  # noqa: F811
    toy.write(MODULE + "undefined_name\n")
    assert "NameError: name 'undefined_name' is not defined" in rows()["toy.double"].message


def test_html_is_escaped(toy, monkeypatch):  # noqa: F811
    monkeypatch.setattr(
        "xlnet_mini.course.fresh.examine",
        lambda asked, **_: Examination({t.name: Found("<script>") for t in asked}),
    )
    assert "<script>" not in roll_call()._repr_html_()


@pytest.mark.parametrize("text, status", [(MODULE, 0), (MODULE.replace("2 * x", "3 * x"), 1)])
def test_the_command_line(toy, capsys, text, status):  # noqa: F811
    toy.write(text)
    assert main(["roll-call"]) == status
    out = capsys.readouterr().out
    assert "toy.double" in out and ("BROKEN" in out) == bool(status)
