"""The reports as HTML: one page for the class, one for each student with the messages that the notebook gives."""

from collections import Counter
from dataclasses import dataclass, field
from html import escape

from ..layout import Lab
from ..result import COLOUR, SIGN
from .grade_notebook import DID_NOT_RUN, NOT_HANDED_IN, Graded, Row
from .records import file_name

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1f2328; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .25rem .6rem; border-bottom: 1px solid #d0d7de;
text-align: left; vertical-align: top; min-width: 3.5rem; }
caption { text-align: left; padding: .3rem 0; } tbody th { font-weight: 400; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f6f8fa; padding: .6rem; margin: .3rem 0; }
section { border-left: 4px solid #d0d7de; padding: .2rem .8rem; margin: .8rem 0; break-inside: avoid; }
h3 { font-size: 1rem; margin: .2rem 0; } .note, td.zero { color: #57606a; }
.bar { display: inline-block; height: .8rem; background: #57606a; vertical-align: middle; margin-right: .4rem; }
.warning { border: 2px solid #b3261e; padding: .6rem; }
"""
ALWAYS = ("right", "wrong", "error", "not attempted")  # columns of a table that are there even if empty
ORDER = ("right", "complete", *ALWAYS[1:], DID_NOT_RUN, NOT_HANDED_IN)


@dataclass
class Sheet:
    """All that is known of one student: what was graded, and what could not be."""

    student: str
    labs: list[tuple[Lab, Graded]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def page(self) -> str:
        return f"students/{file_name(self.student)}.html"


def clean(text: str) -> str:
    """Text for a page: escaped, and without control characters."""
    kept = "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)
    return escape(kept)


def document(title: str, body: list[str]) -> str:
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{clean(title)}</title>'
    head += '<meta name="viewport" content="width=device-width">'
    # nothing on these pages may run, whatever stands in a submission
    policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    return "\n".join(
        [head, policy, f"<style>{STYLE}</style>", f"<h1>{clean(title)}</h1>", *body, "</html>\n"]
    )


def totals(rows: list[Row]) -> str:
    """Points of some exercises, in words: "7 of 10, bonus 1 of 2, 1 did not run"."""
    core, bonus = [r for r in rows if not r.bonus], [r for r in rows if r.bonus]
    for status in (NOT_HANDED_IN, DID_NOT_RUN):
        if all(r.status == status and r.given is None for r in rows):
            return status
    parts = [f"{sum(r.earned or 0 for r in core)} of {sum(r.max_points for r in core)}"]
    if any(r.earned for r in bonus):
        parts.append(f"bonus {sum(r.earned or 0 for r in bonus)} of {sum(r.max_points for r in bonus)}")
    if missing := sum(r.status == DID_NOT_RUN for r in rows):
        parts.append(f"{missing} did not run")
    if waiting := sum(r.status == "complete" and r.given is None for r in rows):
        parts.append(f"{waiting} for the teacher to judge")
    return ", ".join(parts)


def student_page(sheet: Sheet, isolation: str) -> str:
    body = [f'<p class="note">{clean(isolation)}</p>']
    body += [f'<p class="warning">{clean(p)}</p>' for p in sheet.problems]
    for lab, graded in sheet.labs:
        body.append(f"<h2>Lab {lab.number:02d} · {clean(lab.title)}: {totals(graded.rows)}</h2>")
        body += [f'<p class="note">{clean(text)}</p>' for text in graded.about]
        if graded.problem:
            body.append(f'<p class="warning">Not graded. {clean(graded.problem)}</p>')
        else:
            body += [_section(row) for row in graded.rows]
    return document(sheet.student, body)


def _section(row: Row) -> str:
    sign, colour = SIGN.get(row.status, "?"), COLOUR.get(row.status, "#57606a")
    if row.status == "complete":
        sign, colour = SIGN["right"], COLOUR["right"]
    points = "no points yet" if row.earned is None else f"{row.earned} of {row.max_points}"
    points += (" bonus" if row.bonus else "") + (", given by your teacher" if row.given is not None else "")
    parts = [
        f'<section style="border-color:{colour}"><h3><span aria-hidden="true">{sign}</span> {clean(row.exercise)} '
        f"{clean(row.title)}: {row.status} ({points})</h3>"
    ]
    if row.message:
        parts.append(f"<pre>{clean(row.message)}</pre>")
    if row.printed:
        parts.append(
            f"<details><summary>What the code printed</summary><pre>{clean(row.printed)}</pre></details>"
        )
    parts += [f'<p class="note">{clean(note)}</p>' for note in row.notes]
    return "".join(parts) + "</section>"


def class_page(sheets: list[Sheet], isolation: str) -> str:
    labs = sorted({lab.number: lab for s in sheets for lab, _ in s.labs}.values(), key=lambda lab: lab.number)
    links = " · ".join(f'<a href="#{lab.name}">Lab {lab.number:02d}</a>' for lab in labs)
    body = [f'<p class="note">{clean(isolation)}</p>', f"<nav>{links}</nav>", *_students(sheets, labs)]
    for lab in labs:
        graded = [g for s in sheets for known, g in s.labs if known == lab]
        body += [
            f'<h2 id="{lab.name}">Lab {lab.number:02d} · {clean(lab.title)}</h2>',
            *_distribution(graded),
        ]
        body += [*_exercises(graded), *_misconceptions(graded)]
    return document("Class report", body)


def _students(sheets: list[Sheet], labs: list[Lab]) -> list[str]:
    heads = [f"lab {lab.number:02d}" for lab in labs]
    out = _table("Students", ["student", *heads, "not graded"])
    for sheet in sheets:
        have = {lab.number: graded for lab, graded in sheet.labs}
        cells = "".join(
            f"<td>{totals(have[lab.number].rows) if lab.number in have else 'no notebook'}</td>"
            for lab in labs
        )
        said = clean(" ".join([*sheet.problems, *_not_graded(sheet)]))
        out.append(
            f'<tr><th scope="row"><a href="{sheet.page}">{clean(sheet.student)}</a></th>{cells}<td>{said}</td></tr>'
        )
    return [*out, "</tbody></table>"]


def _table(caption: str, heads: list[str], numbers: tuple[str, ...] = ()) -> list[str]:
    """The start of a table; `numbers`: the columns that hold them."""
    cells = "".join(f'<th scope="col"{" class=n" * (h in numbers)}>{clean(h)}</th>' for h in heads)
    return [f"<table><caption>{clean(caption)}</caption><thead><tr>{cells}</tr></thead><tbody>"]


def _not_graded(sheet: Sheet) -> list[str]:
    """Why notebooks that were handed in could not be graded."""
    return [
        f"Lab {lab.number:02d}: {graded.problem}"
        for lab, graded in sheet.labs
        if graded.problem and any(row.status == DID_NOT_RUN for row in graded.rows)
    ]


def _distribution(graded: list[Graded]) -> list[str]:
    """How many notebooks have how many core points; those that did not run are not among them."""
    ran = [g for g in graded if not g.problem]
    if not ran:
        return ["<p>No notebook ran.</p>"]
    sums = Counter(int(sum(r.earned or 0 for r in g.rows if not r.bonus)) for g in ran)
    top = max(sums.values())
    out = _table(
        f"Core points, and how many of {len(ran)} notebooks have them", ["points", "notebooks"], ("points",)
    )
    for points in range(max(sums), min(sums) - 1, -1):
        bar = f'<span class="bar" style="width:{20 * sums[points] / top:.2f}rem"></span>'
        out.append(f'<tr><th scope="row" class="n">{points}</th><td>{bar}{sums[points]}</td></tr>')
    missing = sum(all(r.status == NOT_HANDED_IN for r in g.rows) for g in graded)
    failed = len(graded) - len(ran) - missing
    others = [f"<p>{n} {says}.</p>" for n, says in ((failed, DID_NOT_RUN), (missing, NOT_HANDED_IN)) if n]
    return [*out, "</tbody></table>", *others]


def _exercises(graded: list[Graded]) -> list[str]:
    rows: dict[str, list[Row]] = {}
    for row in (row for g in graded for row in g.rows):
        rows.setdefault(row.exercise, []).append(row)
    counts = {exercise: Counter(row.status for row in of) for exercise, of in rows.items()}
    shown = tuple(s for s in ORDER if s in ALWAYS or any(c[s] for c in counts.values()))
    out = _table("What came of each exercise", ["exercise", *shown], shown)
    for exercise, of in rows.items():
        cells = "".join(
            f'<td class="n{"" if counts[exercise][s] else " zero"}">{counts[exercise][s]}</td>' for s in shown
        )
        out.append(f'<tr><th scope="row">{clean(exercise)} {clean(of[0].title)}</th>{cells}</tr>')
    return [*out, "</tbody></table>"]


def _misconceptions(graded: list[Graded]) -> list[str]:
    counts = Counter((r.exercise, r.misconception) for g in graded for r in g.rows if r.misconception)
    if not counts:
        return []
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:20]
    out = _table(
        f"The mistakes, the {len(common)} most common ones" if len(common) < len(counts) else "The mistakes",
        ["times", "exercise", "mistake"],
        ("times",),
    )
    out += [f'<tr><td class="n">{n}</td><td>{clean(e)}</td><td>{clean(m)}</td></tr>' for (e, m), n in common]
    return [*out, "</tbody></table>"]
