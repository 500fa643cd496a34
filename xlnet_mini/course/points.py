"""The points of a pytest run over labs: as a table, and as JSON for graders."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .lab_grades import Grade
from .layout import LABS


class Points:
    """Grades by notebook. A notebook's exercises that were not run are listed as such."""

    def __init__(self):
        self.labs: dict[str, dict[str, Grade]] = {}
        self.notes: dict[str, str] = {}

    def add(self, notebook: str, grade: Grade) -> None:
        self.labs.setdefault(notebook, self._roster(notebook))[grade.exercise] = grade

    def note(self, notebook: str, text: str) -> None:
        self.notes[notebook] = text

    @staticmethod
    def _roster(notebook: str) -> dict[str, Grade]:
        from .exercise import exercises  # imports torch: late, so that other pytest runs stay quick

        number = next((k.number for k in LABS if k.name == Path(notebook).stem), None)
        known = exercises(number) if number is not None else ()
        return {ex.id: Grade(ex.id, ex.title, "not run", 0, ex.points, ex.bonus) for ex in known}

    def lines(self) -> list[tuple[str, str]]:
        """The table's lines, each with the kind that colours it."""
        out = []
        for notebook, grades in sorted(self.labs.items()):
            out.append((notebook, "head"))
            for g in grades.values():
                points = f"{g.points} / {g.max_points}" + (" bonus" if g.bonus else "")
                named = f" ({g.misconception})" if g.misconception else ""
                out.append((f"  {g.exercise:<5} {g.title:<40} {points:<12} {g.status}{named}", g.status))
            out.append((f"  {'':<5} {'lab':<40} {self._sum(grades.values())}", "sum"))
        if self.labs:
            everything = [g for grades in self.labs.values() for g in grades.values()]
            out.append((f"{'total':<48} {self._sum(everything)}", "sum"))
        return out + [(f"{notebook}: {text}", "note") for notebook, text in sorted(self.notes.items())]

    @staticmethod
    def _sums(grades: Iterable[Grade]) -> dict[str, int]:
        out = {"points": 0, "max_points": 0, "bonus": 0, "max_bonus": 0}
        for g in grades:
            out["bonus" if g.bonus else "points"] += g.points
            out["max_bonus" if g.bonus else "max_points"] += g.max_points
        return out

    def _sum(self, grades: Iterable[Grade]) -> str:
        s = self._sums(grades)
        bonus = f", bonus {s['bonus']} / {s['max_bonus']}" if s["max_bonus"] else ""
        return f"{s['points']} / {s['max_points']}{bonus}"

    def as_json(self) -> dict[str, Any]:
        labs = [
            {
                "notebook": notebook,
                "lab": Path(notebook).stem,
                **self._sums(grades.values()),
                "exercises": [asdict(g) for g in grades.values()],
            }
            for notebook, grades in sorted(self.labs.items())
        ]
        everything = [g for grades in self.labs.values() for g in grades.values()]
        return {**self._sums(everything), "labs": labs}

    def write_json(self, path: Path) -> None:
        path.write_text(json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
