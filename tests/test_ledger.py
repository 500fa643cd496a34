"""The ledger: states, restoring to the byte, and what happens when files were changed behind its back."""

import json

import pytest
from test_graduate import DOUBLE, HALF, OLD_DOUBLE, graduated
from toy_lab import MODULE, toy  # noqa: F401

from xlnet_mini.course import ledger, restore, taught
from xlnet_mini.course.__main__ import main
from xlnet_mini.course.layout import CourseError
from xlnet_mini.course.source_text import function_source, replace_function


def state(name: str = "double") -> ledger.State:
    return ledger.state(taught.find(name))


def record_reference(toy) -> None:  # noqa: F811
    path = toy.package / "course" / "reference.json"
    path.write_text(json.dumps(taught.reference_hashes()), encoding="utf-8")


def test_reference_yours_missing(toy):  # noqa: F811
    record_reference(toy)
    assert state().kind == "reference" and ledger.graduated() == []
    graduated(toy, DOUBLE)
    assert state() == ledger.State("yours") and ledger.graduated() == ["toy.double"]
    stub = ledger.missing_stub(function_source(MODULE, "half"), taught.find("half"))
    toy.write(replace_function(toy.text, "half", stub))
    assert state("half").kind == "missing" and ledger.graduated() == ["toy.double", "toy.half"]
    toy.write(toy.text.replace("def double", "def trouble"))
    assert state() == ledger.State("missing", "xlnet_mini/toy.py has no function double any more")


def test_changes_by_hand_are_seen(toy):  # noqa: F811
    record_reference(toy)
    toy.write(MODULE.replace("return x / 2", "return x / 3"))
    assert state("half") == ledger.State("yours", "changed in the file, not by graduate")
    assert ledger.graduated() == []  # whoever works on the reference may go on
    graduated(toy, DOUBLE)
    toy.write(toy.text.replace("x + x", "x + x + 0"))
    assert state() == ledger.State("yours", "changed in the file since")


def test_a_missing_function_says_in_one_line_what_to_do(toy):  # noqa: F811
    stub = ledger.missing_stub(OLD_DOUBLE, taught.find("toy.double"))
    assert stub == (
        'def double(x: Tensor) -> Tensor:\n    """Twice x."""\n    raise NotImplementedError("double is missing: '
        'finish exercise 0.1 in labs/00_toy.ipynb, then run graduate(0)")'
    )
    toy.write(replace_function(MODULE, "double", stub))
    names: dict = {}
    exec(compile(toy.text, "toy.py", "exec"), names)
    with pytest.raises(
        NotImplementedError, match=r"^double is missing: finish exercise 0\.1 in .* graduate\(0\)$"
    ):
        names["double"](1)


def test_a_missing_function_can_be_graduated_and_restored(toy):  # noqa: F811
    record_reference(toy)
    handout = replace_function(MODULE, "double", ledger.missing_stub(OLD_DOUBLE, taught.find("double")))
    toy.write(handout)
    graduated(toy, DOUBLE)
    assert state().kind == "yours"
    restore("double")
    assert toy.text == handout
    graduated(toy, OLD_DOUBLE)
    assert state().kind == "reference" and not toy.ledger.exists()
    assert "is the reference: nothing to restore" in str(restore("double"))


def test_restore_one_a_lab_or_all(toy):  # noqa: F811
    only_half = replace_function(MODULE, "half", HALF)
    for what, left in [
        ("toy.double", only_half),
        ("double", only_half),
        (0, MODULE),
        ("0", MODULE),
        (None, MODULE),
    ]:
        toy.write(MODULE)
        ledger.write({})
        graduated(toy, DOUBLE, HALF)
        report = restore(what)
        assert report.ok and toy.text == left and "+    return 2 * x" in report.diff
    assert str(restore()) == "Restore\nNothing to restore: no function of yours is in the package."


@pytest.mark.parametrize(
    "what, words", [("toy.treble", "these are: toy.double, toy.half"), (7, "There is no lab 7")]
)
def test_restoring_what_does_not_exist(toy, what, words):  # noqa: F811
    with pytest.raises(CourseError, match=words):
        restore(what)


def test_a_block_changed_by_hand_is_left_alone_unless_forced(toy):  # noqa: F811
    cells = ["def k(x):\n    return x\n", "N = 2\n", "def double(x):\n    return N * k(x) + 0 * np.e\n"]
    _, text = graduated(toy, *cells)
    edited = text.replace("_double_N * _double_k(x)", "_double_N * 1 * _double_k(x)")
    assert edited != text
    toy.write(edited)
    report = restore("toy.double")
    assert not report.ok and toy.text == edited and list(ledger.read()) == ["toy.double"]
    assert "was changed in xlnet_mini/toy.py" in str(report) and 'restore("toy.double", force=True)' in str(
        report
    )
    assert restore("toy.double", force=True).ok and toy.text == MODULE and not toy.ledger.exists()


def test_what_git_has_put_back_needs_no_restoring(toy):  # noqa: F811
    record_reference(toy)
    graduated(toy, DOUBLE)
    toy.write(MODULE)
    assert state().kind == "reference" and ledger.graduated() == []
    assert restore().ok and not toy.ledger.exists() and toy.text == MODULE


def test_line_breaks_changed_by_git_do_not_matter(toy):  # noqa: F811
    graduated(toy, "def k(x):\n    return x\n", "def double(x):\n    return 2 * k(x)\n")
    toy.write(toy.text.replace("\n", "\r\n"))
    assert state().kind == "yours"
    assert restore().ok and toy.text == MODULE.replace("\n", "\r\n")


def test_restore_works_in_a_file_with_a_syntax_error(toy):  # noqa: F811
    graduated(toy, DOUBLE)
    toy.write(toy.text + "\ndef broken(:\n")
    report = restore(0)
    assert toy.text == MODULE + "\ndef broken(:\n"
    assert [line.kind for line in report.lines] == ["done", "refused", "refused"] and "syntax error" in str(
        report
    )


@pytest.mark.parametrize(
    "damage",
    ["", "{", "[]", '{"functions": [1]}', '{"functions": {"toy.double": {"lab": 0}}}', "\xff",
     '{"functions": {"toy.double": {"lab": 0, "exercise": "0.1", "date": "", "wrote": 1, "replaced": 2}}}'],
)  # fmt: skip
def test_a_damaged_ledger_is_said_in_a_line_and_nothing_is_lost(toy, damage):  # noqa: F811
    _, text = graduated(toy, DOUBLE)
    toy.ledger.write_bytes(damage.encode("latin-1"))
    for call in (restore, ledger.graduated, lambda: graduated(toy, HALF)):
        with pytest.raises(CourseError, match=r"graduated\.json is damaged") as exc:
            call()
        assert "\n" not in str(exc.value) and "Get it back from git" in str(exc.value)
    assert toy.text == text and toy.ledger.read_bytes() == damage.encode("latin-1")


def test_files_that_cannot_be_written(toy, monkeypatch):  # noqa: F811
    _, text = graduated(toy, DOUBLE)
    before = toy.ledger.read_bytes()

    def refuse(a, b):
        raise PermissionError(13, "Permission denied", str(b))

    monkeypatch.setattr("os.replace", refuse)
    report = restore()
    assert not report.ok and "Permission denied" in str(report) and "nothing was changed" in str(report)
    assert toy.text == text and toy.ledger.read_bytes() == before


def test_the_command_line(toy, capsys):  # noqa: F811
    graduated(toy, DOUBLE)
    edited = toy.text.replace("x + x", "x + x + 0")
    toy.write(edited)
    assert main(["restore", "toy.double"]) == 1 and toy.text == edited
    assert main(["restore", "0", "--force"]) == 0 and toy.text == MODULE
    assert "as it was before it graduated" in capsys.readouterr().out
    assert main(["restore", "toy.treble"]) == 2


def test_the_ledger_is_readable_and_stable(toy):  # noqa: F811
    graduated(toy, 'def double(x):\n    """Größe."""\n    return x + x\n', HALF)
    text = toy.ledger.read_text(encoding="utf-8")
    assert "Größe" in text and text.endswith("}\n") and list(ledger.read()) == ["toy.double", "toy.half"]
    ledger.write(ledger.read())
    assert toy.ledger.read_text(encoding="utf-8") == text
