"""Bugs written into a copy of the package by hand: the roll call, or parity, names the lab and the exercise."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from course_copy import copy_course, environment

from xlnet_mini.course.layout import LABS
from xlnet_mini.course.source_text import replace_function
from xlnet_mini.course.taught import taught

EXERCISES = {t.name: t.exercise.id for t in taught()}


@dataclass(frozen=True)
class Bug:
    """`function` ("module.name") gets other code; or, in `file`, one piece of text is replaced by another."""

    says: str
    revisit: str  # the function or exercise that must be named
    function: str = ""
    code: str = ""
    file: str = ""
    old: str = ""
    new: str = ""

    def plant(self, package: Path) -> None:
        path = package / (self.file or f"{self.function.partition('.')[0]}.py")
        text = path.read_text(encoding="utf-8")
        if self.function:
            changed = replace_function(text, self.function.partition(".")[2], self.code.strip())
        else:
            assert text.count(self.old) == 1, f"{self.file} no longer holds {self.old!r}: write the bug anew"
            changed = text.replace(self.old, self.new)
        assert changed != text
        path.write_text(changed, encoding="utf-8")


SCORES = '''
def relative_scores(q, k, r, r_w_bias, r_r_bias, *, columns=None, segments=None):
    """Mine."""
    by_distance = position_scores(q, r, {v})
    if columns is None:
        by_key = rel_shift(by_distance, k.shape[-2])
    else:
        by_key = by_distance.gather(-1, columns.expand(*by_distance.shape[:-1], k.shape[-2]))
    scores = content_scores(q, k, {u}) + by_key
    if {segments} is not None:
        seg_embed, r_s_bias, differs = segments
        scores = scores + segment_scores(q, seg_embed, r_s_bias, differs)
    return scores{division}
'''


def scores(u="r_w_bias", v="r_r_bias", segments="segments", division=" / q.shape[-1] ** 0.5") -> str:
    return SCORES.format(u=u, v=v, segments=segments, division=division)


UPDATE = '''
def update_memory(old, new, mem_len, reuse_len=None):
    """Mine."""
    rows = new[..., :reuse_len, :] if reuse_len else new
    if old is not None:
        rows = torch.cat([old, rows], dim=-2)
    first = max(rows.shape[-2] - mem_len{less}, 0)
    return rows[..., first:, :]{end}
'''

# one function each, all of them at once in one copy: the roll call tries each by itself
IN_FUNCTIONS = (
    Bug(
        "own token visible in the query mask",
        "permutation.query_mask",
        "permutation.query_mask",
        'def query_mask(rank):\n    """Mine."""\n    return rank[..., None, :] > rank[..., :, None]',
    ),
    Bug(
        "hidden keys for visible ones",
        "two_stream.attend",
        "two_stream.attend",
        'def attend(scores, hidden, values, *, dropout=0.0):\n    """Mine."""\n'
        "    return F.dropout(masked_softmax(scores, ~hidden), dropout) @ values",
    ),
    Bug(
        "distances with the other sign",
        "relative.relative_distances",
        "relative.relative_distances",
        'def relative_distances(T, M, bidirectional):\n    """Mine."""\n'
        "    return -torch.arange(M + T, -T if bidirectional else -1, -1)",
    ),
    Bug(
        "shift off by one",
        "rel_shift.rel_shift",
        "rel_shift.rel_shift",
        'def rel_shift(x, klen):\n    """Mine."""\n    *batch, T, R = x.shape\n'
        "    x = x.reshape(*batch, R, T)[..., 1:, :]\n    return x.reshape(*batch, T, R - 1)[..., 1 : klen + 1]",
    ),
    Bug(
        "targets from the front of the order",
        "partial_prediction.plm_mask",
        "partial_prediction.plm_mask",
        'def plm_mask(rank, is_target, is_functional):\n    """Mine."""\n'
        "    rank = rank + rank.shape[-1] * ~(is_target | is_functional)\n"
        "    ask = torch.where(is_target & ~is_functional, rank, rank + 1)\n"
        "    return ask[..., :, None] <= rank[..., None, :]",
    ),
    Bug(
        "memory not detached",
        "recurrence.update_memory",
        "recurrence.update_memory",
        UPDATE.format(less="", end=""),
    ),
)
# one copy each: what several of them would hide from each other
MORE_MEMORY = Bug(
    "one row of memory too many",
    "recurrence.update_memory",
    "recurrence.update_memory",
    UPDATE.format(less=" - 1", end=".detach()"),
)
IN_SCORES = (
    Bug("u and v exchanged", "7.3", "model.relative_scores", scores(u="r_r_bias", v="r_w_bias")),
    Bug("unscaled scores", "7.3", "model.relative_scores", scores(division="")),
    Bug("segment term dropped", "7.3", "model.relative_scores", scores(segments="None")),
)
# every function is right: only parity can tell
IN_ASSEMBLY = (
    Bug(
        "normalised before instead of after",
        "7.4",
        file="model.py",
        old="return self.layer_norm(x + F.dropout(seen, dropout))",
        new="return x + self.layer_norm(F.dropout(seen, dropout))",
    ),
    Bug(
        "u and v exchanged against the stored weights",
        "7.3",
        file="model.py",
        old="k, r, self.r_w_bias, self.r_r_bias,",
        new="k, r, self.r_r_bias, self.r_w_bias,",
    ),
    Bug(
        "segments not handed on",
        "7.3",
        file="model.py",
        old="segments = None if view.differs is None else (self.seg_embed, self.r_s_bias, view.differs)",
        new="segments = None",
    ),
    Bug(
        "memory forgotten by the keys",
        "recurrence.update_memory",
        file="model.py",
        old="hidden = hidden_keys(config, T, M, attention_mask, perm_mask, input_ids.device)",
        new="hidden = hidden_keys(config, T, M, attention_mask, perm_mask, input_ids.device).clone()\n"
        "        hidden[..., :M] = True",
    ),
    Bug(
        "a target sees its own word",
        "permutation.query_mask",
        file="masks.py",
        old="at_targets = torch.take_along_dim(hidden, position, dim=1)",
        new="at_targets = torch.take_along_dim(content_view(hidden, None).hidden[:, 0], position, dim=1)",
    ),
    Bug(
        "the head not tied",
        "7.1",
        file="lm_head.py",
        old="        self.lm_loss.weight = self.transformer.word_embedding.weight\n",
        new="",
    ),
)
PARITY = (*IN_ASSEMBLY, *IN_SCORES, IN_FUNCTIONS[3], IN_FUNCTIONS[5], MORE_MEMORY)

# parity and the check of a function, for one copy after another in one process: torch is loaded once
PROBE = """
import importlib, json, sys
for folder, module, function, exercise in json.loads(sys.argv[1]):
    for name in [n for n in sys.modules if n.partition(".")[0] == "xlnet_mini"]:
        del sys.modules[name]
    importlib.invalidate_caches()
    sys.path.insert(0, folder)
    from xlnet_mini.course.checks.lab07_parity import parity
    from xlnet_mini.course.fresh_child import check
    told = {"parity": str(parity())}
    if function:
        told["check"] = check(module, function, exercise)
    print("TOLD" + json.dumps(told), flush=True)
    sys.path.remove(folder)
"""
PACKAGE_ONLY = ("xlnet_mini",)


def named(bug: Bug) -> str:
    """What must be said: "lab 04, exercise 4.4", or the lab alone for one that is not in the list yet."""
    exercise = EXERCISES.get(bug.revisit, bug.revisit)
    if "." in exercise and exercise[0].isdigit():
        return f"lab {int(exercise.partition('.')[0]):02d}, exercise {exercise}"
    return {"recurrence": "lab 06", "partial_prediction": "lab 05"}[bug.revisit.partition(".")[0]]


@pytest.fixture(scope="module")
def probed(tmp_path_factory) -> dict[str, dict]:
    """What parity, and the exercise's check, say of each bug in a copy of its own."""
    jobs = []
    for n, bug in enumerate(PARITY):
        course = copy_course(tmp_path_factory.mktemp(f"bug{n}"), PACKAGE_ONLY)
        bug.plant(course / "xlnet_mini")
        module, _, function = bug.function.partition(".")
        exercise = EXERCISES.get(bug.function, "")
        jobs.append([str(course), module, function if exercise else "", exercise])
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(jobs)],
        env=environment(tmp_path_factory.mktemp("nowhere"), OMP_NUM_THREADS="1"),
        cwd=tmp_path_factory.getbasetemp(),
        capture_output=True,
        text=True,
    )
    told = [json.loads(line[4:]) for line in done.stdout.splitlines() if line.startswith("TOLD")]
    assert len(told) == len(jobs), done.stderr[-2000:]
    return {bug.says: found for bug, found in zip(PARITY, told, strict=True)}


@pytest.mark.parametrize("bug", PARITY, ids=lambda bug: bug.says)
def test_parity_names_the_lab_and_the_exercise(bug, probed):
    text = probed[bug.says]["parity"]
    assert text.startswith("✗") and named(bug) in text, text


@pytest.mark.parametrize("bug", IN_SCORES, ids=lambda bug: bug.says)
def test_the_check_of_the_scores_names_the_mistake(bug, probed):
    says = {
        "u and v exchanged": "two biases are exchanged",
        "unscaled scores": "not divided by √d",
        "segment term dropped": "segment term is missing",
    }
    assert says[bug.says] in probed[bug.says]["check"]


def test_every_core_lab_and_the_assembly_have_a_bug():
    labs = {named(bug)[:6] for bug in (*IN_FUNCTIONS, *PARITY)}
    assert labs == {f"lab {n:02d}" for n in range(1, 8)}
    assert len({bug.says for bug in (*IN_FUNCTIONS, *PARITY)}) >= 8


def test_the_roll_call_names_the_lab_and_the_exercise(tmp_path):
    course = copy_course(tmp_path / "course", PACKAGE_ONLY)
    known = [bug for bug in IN_FUNCTIONS if bug.function in EXERCISES]
    for bug in known:
        bug.plant(course / "xlnet_mini")
    only = """
import sys
from xlnet_mini.course.roll_call import roll_call
module = sys.modules["xlnet_mini.course.roll_call"]
everyone, wanted = module.taught, set(sys.argv[1].split(","))
module.taught = lambda: [t for t in everyone() if t.name in wanted]
print(roll_call())
"""
    done = subprocess.run(
        [sys.executable, "-c", only, ",".join(bug.function for bug in known)],
        env=environment(course, OMP_NUM_THREADS="1", PYTHONIOENCODING="utf-8"),
        cwd=course,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert f"0 missing, {len(known)} broken" in done.stdout, done.stdout + done.stderr[-2000:]
    for bug in known:
        line = next(line for line in done.stdout.splitlines() if line.startswith(bug.function))
        exercise = EXERCISES[bug.function]
        lab = f"{int(exercise.partition('.')[0]):02d}"
        assert f"(revisit exercise {exercise} in lab {lab})" in line and "BROKEN" in line, line


@pytest.mark.slow
@pytest.mark.parametrize(
    "bug",
    [b for b in (*IN_FUNCTIONS, *IN_SCORES, MORE_MEMORY) if b.function in EXERCISES],
    ids=lambda b: b.says,
)
def test_the_whole_roll_call_from_the_command_line(bug, tmp_path):
    course = copy_course(tmp_path / "course", PACKAGE_ONLY)
    bug.plant(course / "xlnet_mini")
    done = subprocess.run(
        [sys.executable, "-m", "xlnet_mini.course", "roll-call"],
        env=environment(course, PYTHONIOENCODING="utf-8"),
        cwd=course,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 1
    line = next(line for line in done.stdout.splitlines() if line.startswith(bug.function))
    assert "BROKEN" in line and f"revisit exercise {EXERCISES[bug.function]}" in line


def test_labs_05_and_06_are_met_once_they_are_listed():
    numbers = {which.number for which in LABS}
    functions = {5: "partial_prediction.plm_mask", 6: "recurrence.update_memory"}
    assert all((n in numbers) == (name in EXERCISES) for n, name in functions.items())
