"""`python -m xlnet_mini.course grade SUBMISSIONS --out DIR`: points, messages and a class report."""

import argparse
import sys
from pathlib import Path

from ..files import write_atomically
from ..layout import LABS, CourseError, Lab, lab
from . import marks, records
from .fork_server import CannotIsolate
from .grade_notebook import DID_NOT_RUN, NOT_HANDED_IN, Graded, Row, not_run
from .pages import Sheet, class_page, student_page
from .sandbox import Limits
from .submissions import HandedIn, find
from .workers import Job, default_count, grade_all

REFUSAL = (
    "This system cannot isolate submissions: a hostile notebook can read and change your files, use the network, "
    "stop the grader and read the reference. Grade notebooks that you trust with --weak-isolation, or use Linux, "
    "or a container that allows namespaces ({why})."
)
STRONG = (
    "Isolation: each notebook ran in a process of its own, in an own root without the course, the solutions and your "
    "files, without network, other processes and rights, with limits on time, memory, processes, files and output."
)
WEAK = (
    "WEAK ISOLATION: the notebooks ran as your own user, without walls. A hostile one could read and change your "
    "files, use the network, stop the grader and read the reference. These points are worth as much as your trust."
)


def add_parser(sub: argparse._SubParsersAction) -> None:
    parser = sub.add_parser("grade", help="grade a folder of submissions", description=__doc__)
    parser.add_argument(
        "submissions", type=Path, help="a folder with one folder or notebook for each student"
    )
    parser.add_argument(
        "--out", type=Path, required=True, help="where grades.csv, sums.csv, class.html and students/ go"
    )
    parser.add_argument(
        "--labs", default="", help="only these labs, as in 1,2; a student without one is listed"
    )
    parser.add_argument(
        "--manual", type=Path, metavar="FILE", help="a copy of grades.csv with points in its column `manual`"
    )
    parser.add_argument(
        "--jobs", type=int, default=0, help="notebooks at a time (default: one for each core)"
    )
    parser.add_argument(
        "--seconds", type=float, default=30, help="limit of a cell and of an exercise's check"
    )
    parser.add_argument(
        "--memory", type=int, default=1024, help="MB that a notebook may use beside torch itself"
    )
    parser.add_argument(
        "--weak-isolation",
        action="store_true",
        help="grade where the system gives no walls; the report says so",
    )
    parser.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    walls = not args.weak_isolation
    if sys.platform == "win32":
        raise CourseError("Submissions cannot be graded on Windows itself: use WSL, Linux, or a container.")
    if walls and sys.platform != "linux":
        raise CourseError(REFUSAL.format(why=f"there are none on {sys.platform}"))
    wanted = [lab(number) for number in args.labs.split(",") if number] or None
    everything = find(args.submissions)
    if args.submissions.resolve() in (args.out.resolve(), *args.out.resolve().parents):
        raise CourseError(f"{args.out} stands among the submissions: name a folder outside for --out.")
    if not args.manual:
        marks.refuse_to_lose(args.out / "grades.csv")
    handed_in = [one for one in everything if not wanted or one.lab in (*wanted, None)]
    limits = Limits(args.seconds, args.memory << 20)
    try:
        graded = grade(handed_in, args.out, args.jobs or default_count(), walls, limits)
    except CannotIsolate as exc:
        raise CourseError(
            REFUSAL.format(why=exc) if walls else f"Nothing can be graded here: {exc}."
        ) from None
    sheets = make_sheets({one.student for one in everything}, handed_in, graded, wanted)
    given = marks.give(sheets, args.manual) if args.manual else 0
    write_reports(sheets, args.out, STRONG if walls else WEAK)
    rows = [r for s in sheets for _, g in s.labs for r in g.rows]
    failed = sum(any(r.status == DID_NOT_RUN for r in g.rows) for s in sheets for _, g in s.labs)
    failed += sum(len(s.problems) for s in sheets)
    print(f"{len(sheets)} students, {sum(len(s.labs) for s in sheets)} notebooks, {len(rows)} exercises.")
    if failed:
        print(f"{failed} did not run: class.html says which, and why.")
    waiting = sum(r.status == "complete" and r.given is None for r in rows)
    if waiting:
        print(
            f"Waiting for your points: {waiting}. Put them into `manual` in a copy of grades.csv; --manual COPY."
        )
    if given:
        print(f"{given} have points that you gave by hand.")
    print(", ".join(str(args.out / name) for name in ("grades.csv", "sums.csv", "class.html")))
    if {s.student for s in sheets} <= {known.name for known in LABS}:
        print("These students have the names of labs: is it one student's folder? Give the one above it.")
    if not walls:
        print(WEAK)
    return 0


def grade(
    handed_in: list[HandedIn], out: Path, count: int, walls: bool, limits: Limits
) -> list[Graded | None]:
    """The grades of what was handed in, in the same order; None where no lab is known. Raises CannotIsolate."""
    from tqdm import tqdm

    kept = records.Records(out / "records")
    course = records.fingerprint_of_course()
    graded: list[Graded | None] = [None] * len(handed_in)
    keys, jobs = {}, []
    for i, one in enumerate(handed_in):
        if one.lab is None:
            continue
        if one.problem:
            graded[i] = not_run(one.lab, one.problem)
            continue
        keys[i] = records.key(one.notebook.as_bytes(), course, walls, limits, one.lab.number)
        graded[i] = kept.read(one.student, one.lab.name, keys[i])
        if graded[i] is None:
            jobs.append(Job(i, one.lab, one.notebook))
    with tqdm(total=len(jobs), desc="grading", unit="notebook", disable=not jobs) as bar:
        for job, result in grade_all(jobs, count, walls, limits) if jobs else ():
            one = handed_in[job.name]
            kept.write(one.student, one.lab.name, keys[job.name], result)
            graded[job.name] = result
            bar.update()
    return graded


def make_sheets(
    students: set[str], handed_in: list[HandedIn], graded: list[Graded | None], wanted: list[Lab] | None
) -> list[Sheet]:
    """One sheet for each student; with `wanted` labs, a lab that was not handed in is on it."""
    sheets = {name: Sheet(name) for name in students}
    for one, result in zip(handed_in, graded, strict=True):
        sheet = sheets[one.student]
        if result is None:
            sheet.problems.append(f"{one.path.name}: {one.problem}" if one.path else one.problem)
        else:
            result.about = [*result.about, *one.notes]
            sheet.labs.append((one.lab, result))
    for sheet in sheets.values():
        for missing in wanted or ():
            if missing not in [known for known, _ in sheet.labs]:
                sheet.labs.append((missing, not_run(missing, "It was not handed in.", NOT_HANDED_IN)))
        sheet.labs.sort(key=lambda pair: pair[0].number)
    return [sheets[name] for name in sorted(sheets)]


def write_reports(sheets: list[Sheet], out: Path, isolation: str) -> None:
    table = [(s.student, known.name, r) for s in sheets for known, g in s.labs for r in g.rows]
    for s in sheets:  # what belongs to no lab is in the table too, so that nobody is forgotten
        table += [(s.student, "", Row("", "", DID_NOT_RUN, None, 0, message=p)) for p in s.problems]
    table.sort(key=lambda line: line[0])
    (out / "students").mkdir(exist_ok=True)
    for s in sheets:
        write_atomically(out / s.page, student_page(s, isolation).encode("utf-8", "backslashreplace"))
    write_atomically(out / "class.html", class_page(sheets, isolation).encode("utf-8", "backslashreplace"))
    write_atomically(out / "sums.csv", marks.sums(sheets).encode("utf-8", "backslashreplace"))
    write_atomically(out / "grades.csv", records.as_csv(table).encode("utf-8", "backslashreplace"))
