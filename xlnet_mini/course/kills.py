"""The table of kills: every wrong answer is rejected with its own message, every right one is accepted.

python -m xlnet_mini.course kills [--lab 1] [--verbose]
"""

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import torch

from .corpus import Answer, answers
from .exercise import Exercise, exercises
from .layout import LABS, Lab, lab
from .result import Result


@dataclass
class Row:
    """What happened to the answers of one exercise."""

    exercise: Exercise
    tried: list[tuple[Answer, Result, float]] = field(default_factory=list)

    def count(self, kind: str) -> tuple[int, int]:
        """How many answers of that kind were told what they must be told, and how many there are."""
        told = [answer.as_expected(result) for answer, result, _ in self.tried if answer.kind == kind]
        return sum(told), len(told)

    @property
    def failures(self) -> list[tuple[Answer, Result]]:
        return [(answer, result) for answer, result, _ in self.tried if not answer.as_expected(result)]

    @property
    def messages(self) -> int:
        """How many different things the wrong answers are told."""
        return len({answer.expected for answer, _, _ in self.tried if answer.expected})

    @property
    def slowest(self) -> float:
        return max((seconds for _, _, seconds in self.tried), default=0.0)


def tabulate(lab: Lab) -> list[Row]:
    """Judge every answer of a lab's corpus."""
    rows = {ex.id: Row(ex) for ex in exercises(lab.number)}
    for answer in list(answers(lab)):  # all are read before the first is tried
        start = time.perf_counter()
        result = answer.judged()
        rows[answer.exercise.id].tried.append((answer, result, time.perf_counter() - start))
    return list(rows.values())


def render(rows: Iterable[Row], verbose: bool = False) -> str:
    """The table as text; below it, every answer that was told something else than it must be told."""
    rows = list(rows)
    width = max(len(row.exercise.title) for row in rows)
    lines = [f"{'':4} {'exercise':{width}}  wrong rejected  messages  right accepted  slowest check"]
    for row in rows:
        (killed, wrong), (accepted, right) = row.count("wrong"), row.count("right")
        lines.append(
            f"{row.exercise.id:4} {row.exercise.title:{width}}  {f'{killed} of {wrong}':>14}  {row.messages:>8}  "
            f"{f'{accepted} of {right}':>14}  {row.slowest:>11.2f} s" + ("  FAILED" if row.failures else "")
        )
        if verbose:
            lines += [f"       {a.kind}: {a.title} -> {r.misconception or r.status}" for a, r, _ in row.tried]
    for row in rows:
        for answer, result in row.failures:
            said = result.misconception or result.status
            lines += [
                f"\n{answer.where}: `{answer.title}` must be told {answer.expected or 'right'}, was told {said}:"
            ]
            lines += [f"    {line}" for line in result.message.splitlines()]
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    torch.set_num_threads(1)
    failed = False
    for one in [lab(args.lab)] if args.lab is not None else LABS:
        rows = tabulate(one)
        print(f"Lab {one.number:02d}, {one.title}\n{render(rows, args.verbose)}\n")
        failed |= any(row.failures for row in rows) or not any(row.tried for row in rows)
    return int(failed)


def add_parser(sub) -> None:
    parser = sub.add_parser("kills", help="try the corpus of right and wrong answers on every check")
    parser.add_argument("--lab", help="only this lab, such as 1")
    parser.add_argument("--verbose", action="store_true", help="list every answer and what it was told")
    parser.set_defaults(command=run)
