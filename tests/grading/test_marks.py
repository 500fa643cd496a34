"""Points that a teacher gives by hand, as spreadsheets save them; and the sums for each student."""

import csv
import io
import re

import pytest

from xlnet_mini.course.grading import marks, pages
from xlnet_mini.course.grading.grade_notebook import DID_NOT_RUN, Graded, Row
from xlnet_mini.course.layout import CourseError, lab


def sheets() -> list[pages.Sheet]:
    ada = [Row("7.8", "t", "right", 2, 2, bonus=True), Row("7.9", "t", "complete", None, 2, manual=True)]
    bob = [Row("7.8", "t", DID_NOT_RUN, None, 2, bonus=True), Row("7.9", "t", DID_NOT_RUN, None, 2)]
    return [
        pages.Sheet(
            "Ada Müller", [(lab(0), Graded([Row("0.1", "t", "right", 1, 1)])), (lab(7), Graded(ada))]
        ),
        pages.Sheet("=bob", [(lab(7), Graded(bob, problem="It is damaged."))]),
    ]


def summed(of: list[pages.Sheet]) -> dict[str, dict[str, str]]:
    return {line["student"]: line for line in csv.DictReader(io.StringIO(marks.sums(of)))}


@pytest.mark.parametrize("start, comma", [("", ","), ("\ufeff", ";"), ("", "\t")])
def test_points_given_by_hand_count_everywhere(tmp_path, start, comma):
    table = tmp_path / "marks.csv"
    lines = [
        "student,lab,exercise,points,manual",
        "Ada Müller,x,0.1,1,",
        "Ada Müller,x,7.9,,1.5",
        "'=bob,x,7.9,,2",
    ]
    text = start + "\r\n".join(lines).replace(",", comma) + "\r\n"
    table.write_bytes((text.replace("1.5", "1,5") if comma == ";" else text).encode())
    of = sheets()
    assert summed(of)["Ada Müller"]["to judge"] == "7.9"
    assert marks.give(of, table) == 2
    ada, bob = summed(of)["Ada Müller"], summed(of)["'=bob"]
    assert (ada["lab 00"], ada["lab 07"], ada["bonus 07"], ada["to judge"]) == ("1", "1.5", "2", "")
    assert (ada["all labs"], ada["all bonus"], ada["not graded"]) == ("2.5", "2", "")
    assert (bob["lab 00"], bob["lab 07"], bob["not graded"]) == ("", "2", "lab 07")
    assert "1.5 of 2, bonus 2 of 2" in pages.class_page(of, "walls")
    assert "complete (1.5 of 2, given by your teacher)" in pages.student_page(of[0], "walls")


def test_a_table_of_the_whole_course_serves_for_some_labs(tmp_path):
    table = tmp_path / "marks.csv"
    table.write_text("student,exercise,manual\nAda Müller,1.2,1\nAda Müller,7.9,1\n", encoding="utf-8")
    assert marks.give(sheets(), table) == 1


@pytest.mark.parametrize(
    "line, says",
    [
        ("Ada Müller,7.9,3", "line 2: `manual` is '3', not a number from 0 to 2"),
        ("Ada Müller,7.9,nan", "not a number from 0 to 2"),
        ("Ada Müller,7.9,good", "'good'"),
        ("Ada MÃ¼ller,7.9,1", "as UTF-8"),
        ("Ada Müller,07. Sep,1", "as text"),
        ("Ada Müller", None),
    ],
)
def test_what_cannot_be_is_named_with_its_line(tmp_path, line, says):
    table = tmp_path / "marks.csv"
    table.write_text(f"student,exercise,manual\n{line}\n", encoding="utf-8")
    if says is None:
        assert marks.give(sheets(), table) == 0
    else:
        with pytest.raises(CourseError, match=re.escape(says)):
            marks.give(sheets(), table)


def test_another_table_is_refused(tmp_path):
    table = tmp_path / "marks.csv"
    for data, says in ((b"a,b\n", "no column `student`"), ("ü".encode("latin-1"), "not in UTF-8")):
        table.write_bytes(data)
        with pytest.raises(CourseError, match=says):
            marks.give(sheets(), table)
    with pytest.raises(CourseError, match="cannot be read"):
        marks.give(sheets(), tmp_path / "none.csv")


def test_points_in_the_old_table_are_not_lost(tmp_path):
    table = tmp_path / "grades.csv"
    marks.refuse_to_lose(table)
    table.write_text("student,exercise,manual\nada,7.9,\n", encoding="utf-8")
    marks.refuse_to_lose(table)
    table.write_text("student,exercise,manual\nada,7.9,1\n", encoding="utf-8")
    with pytest.raises(CourseError, match="add --manual"):
        marks.refuse_to_lose(table)
