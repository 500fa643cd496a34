"""The command: table, reports, resuming, and what it says where there are no walls."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from submitted import filled_in, notebook, write

from xlnet_mini.course.__main__ import main as course
from xlnet_mini.course.grading import command, pages, records
from xlnet_mini.course.grading.fork_server import CannotIsolate
from xlnet_mini.course.grading.grade_notebook import Graded, Row
from xlnet_mini.course.layout import ROOT, lab

BY_HAND = 'by_hand = {"rank": [1, 3, 4, 0, 2], "lamb_may_see": [True, False, False, True, False]}'
TURNED = "def order_to_rank(order):\n    return order"
PRINTS = "def query_mask(rank):\n    print('<b>looking</b>')\n    return rank"
FEW = notebook(["import torch", BY_HAND, TURNED, PRINTS])


def table(out: Path) -> list[dict]:
    with open(out / "grades.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_class_is_graded_and_reported(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(records, "fingerprint_of_course", lambda: "the course as it is")
    submissions, out = tmp_path / "in", tmp_path / "out"
    write(submissions / "ada" / "01_permutation.ipynb", FEW)
    write(submissions / 'bob\'s, "x".ipynb', filled_in(lab(0), {}))
    write(submissions / "=cmd()" / "01_permutation.ipynb", "{")
    assert course(["grade", str(submissions), "--out", str(submissions / "out")]) == 2
    assert "among the submissions" in capsys.readouterr().err
    assert course(["grade", str(submissions), "--out", str(out), "--labs", "3"]) == 0
    assert {(r["student"], r["status"]) for r in table(out)} == {
        (name, "not handed in") for name in ("ada", 'bob\'s, "x"', "'=cmd()")
    }
    assert course(["grade", str(submissions), "--out", str(out), "--labs", "0,1", "--jobs", "1"]) == 0
    rows = table(out)
    assert tuple(rows[0]) == records.COLUMNS
    assert {r["manual"] for r in rows} == {""}
    ada = {r["exercise"]: r for r in rows if r["student"] == "ada"}
    assert (ada["1.1"]["points"], ada["1.1"]["status"]) == ("1", "right")
    assert (ada["1.5"]["points"], ada["1.5"]["status"], ada["1.5"]["misconception"]) == (
        "0",
        "wrong",
        "the order itself",
    )
    assert (ada["0.1"]["points"], ada["0.1"]["status"]) == ("", "not handed in")
    bob = [r for r in rows if r["student"] == 'bob\'s, "x"' and r["lab"] == "00_start_here"]
    assert {r["status"] for r in bob} == {"not attempted"}
    broken = [r for r in rows if r["student"] == "'=cmd()" and r["lab"] == "01_permutation"]
    assert {(r["points"], r["status"]) for r in broken} == {("", "did not run")}
    sums = (out / "sums.csv").read_text(encoding="utf-8")
    assert "\nada,,,1,0,1,0,,\n" in sums and "\n'=cmd(),,,,,0,0,,lab 01\n" in sums
    page = (out / "class.html").read_text(encoding="utf-8")
    assert "Lab 01: It is damaged" in page  # the class page says why
    assert "the order itself" in page and command.STRONG in page and "did not run" in page
    ada_page = next((out / "students").glob("ada-*.html")).read_text(encoding="utf-8")
    assert "&lt;b&gt;looking&lt;/b&gt;" in ada_page and "<b>looking" not in ada_page
    # nothing changed: nothing is graded again, and the table is the same
    before = (out / "grades.csv").read_bytes()
    capsys.readouterr()
    assert course(["grade", str(submissions), "--out", str(out), "--labs", "0,1", "--jobs", "1"]) == 0
    assert "grading:" not in capsys.readouterr().err
    assert (out / "grades.csv").read_bytes() == before


@pytest.mark.slow
def test_killed_and_started_again_the_table_is_the_same(tmp_path):
    submissions = tmp_path / "in"
    for i in range(8):
        answers = {"1.1": BY_HAND} if i % 2 else {"1.5": TURNED}
        write(submissions / f"s{i}" / "01_permutation.ipynb", filled_in(lab(1), answers))
    line = [sys.executable, "-m", "xlnet_mini.course", "grade", str(submissions), "--jobs", "2", "--out"]
    run = subprocess.Popen([*line, str(tmp_path / "killed")], cwd=ROOT, start_new_session=True)
    kept = tmp_path / "killed" / "records"
    while not kept.exists() or len(list(kept.glob("*.json"))) < 3:
        assert run.poll() is None
        time.sleep(0.1)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    done = len(list(kept.glob("*.json")))
    assert not (tmp_path / "killed" / "grades.csv").exists()
    again = subprocess.run(
        [*line, str(tmp_path / "killed")], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert f"/{8 - done} " in again.stderr
    subprocess.run([*line, str(tmp_path / "whole")], cwd=ROOT, check=True)
    tables = [(tmp_path / name / "grades.csv").read_bytes() for name in ("killed", "whole")]
    assert tables[0] == tables[1]


def test_a_record_is_good_for_one_notebook_and_one_course(tmp_path):
    kept = records.Records(tmp_path)
    graded = Graded([Row("1.1", "t", "right", 1, 1)], memory=5)
    key = records.key(b"notebook", "course", True)
    kept.write("ada", "01", key, graded)
    assert kept.read("ada", "01", key) == graded
    assert kept.read("ada", "01", records.key(b"notebook", "changed course", True)) is None
    assert kept.read("ada", "01", records.key(b"changed", "course", True)) is None
    assert kept.read("bob", "01", key) is None
    next(tmp_path.glob("*.json")).write_text("{")
    assert kept.read("ada", "01", key) is None


def test_names_of_files_are_safe_and_different():
    names = ["../../etc/passwd", "..", "", "a b", "a-b", "a/b", "😀", "x" * 300, "new\nline"]
    files = [records.file_name(n) for n in names]
    assert len(set(files)) == len(names)
    assert all(f.isascii() and "/" not in f and not f.startswith(".") and len(f) < 60 for f in files)


def test_a_spreadsheet_takes_no_field_for_a_formula():
    assert [records.cell(t) for t in ("=1+1", "@x", "-1", "+1", "ada", None)] == [
        "'=1+1",
        "'@x",
        "'-1",
        "'+1",
        "ada",
        "",
    ]


def test_pages_show_hostile_text_as_text():
    row = Row("1.1", "t", "error", 0, 1, message="</pre><script>alert(1)</script>\x1b[31m\x00")
    sheet = pages.Sheet("<img src=x>", [(lab(1), Graded([row]))], ["<b>"])
    for page in (pages.student_page(sheet, "walls"), pages.class_page([sheet], "walls")):
        assert not [bad for bad in ("<script", "<img", "<b>", "\x1b", "\x00") if bad in page]
        assert "default-src 'none'" in page


def test_without_walls_it_refuses(tmp_path, monkeypatch, capsys):
    write(tmp_path / "in" / "ada" / "01_permutation.ipynb", FEW)
    line = ["grade", str(tmp_path / "in"), "--out", str(tmp_path / "out")]

    def no_walls(*args):
        raise CannotIsolate("unshare: Operation not permitted")

    monkeypatch.setattr(command, "grade_all", no_walls)
    assert course(line) == 2
    said = capsys.readouterr().err
    assert "cannot isolate submissions" in said and "--weak-isolation" in said and "not permitted" in said
    monkeypatch.setattr(sys, "platform", "darwin")
    assert course(line) == 2
    assert "none on darwin" in capsys.readouterr().err
    monkeypatch.setattr(sys, "platform", "win32")
    assert course([*line, "--weak-isolation"]) == 2
    assert "WSL" in capsys.readouterr().err
    assert not (tmp_path / "out" / "grades.csv").exists()


def test_weak_isolation_is_said_everywhere(tmp_path, capsys):
    write(tmp_path / "in" / "ada" / "01_permutation.ipynb", FEW)
    out = tmp_path / "out"
    assert course(["grade", str(tmp_path / "in"), "--out", str(out), "--weak-isolation"]) == 0
    assert {r["exercise"]: r["points"] for r in table(out)}["1.1"] == "1"
    assert command.WEAK in capsys.readouterr().out
    for page in (out / "class.html", *(out / "students").iterdir()):
        assert "WEAK ISOLATION" in page.read_text(encoding="utf-8")


def test_what_is_no_folder_of_submissions_is_refused(tmp_path, capsys):
    assert course(["grade", str(tmp_path / "nothing"), "--out", str(tmp_path / "out")]) == 2
    assert course(["grade", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "no folders and no notebooks" in capsys.readouterr().err
