"""Parity: the assembled package against the stored numbers of a tiny model; what differs is named.

The numbers are those of transformers' XLNet in float64. Where the package gives others, its states are compared
with those of a slow, obvious computation, to find the first that differs; then with the same computation making one
known mistake, to find out which. If no known mistake explains it, the taught functions are checked one by one.
"""

import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

import torch
from torch import Tensor

from xlnet_mini.config import XLNetConfig
from xlnet_mini.lm_head import XLNetLMHeadModel

from ..exercise import evaluate
from ..taught import taught
from . import lab07_tiny as tiny
from .lab07_tiny import Way

CLOSE = 1e-10
STORED = Path(__file__).with_name("lab07_tiny.json")
# what goes wrong, in words; where it was taught; the computation that goes wrong in this way
MISTAKES = (
    ("the scores are not divided by √d", "model.relative_scores", Way(scaled=False)),
    ("u and v are exchanged (r_w_bias and r_r_bias)", "model.relative_scores", Way(biases="v u")),
    ("the segment term is missing", "model.relative_scores", Way(segments="none")),
    ("the position term is missing", "model.relative_scores", Way(positions="none")),
    ("same and other segments are exchanged", "relative.segment_scores", Way(segments="exchanged")),
    ("distances have the other sign", "relative.relative_distances", Way(positions="backwards")),
    ("sines and cosines are interleaved", "relative.sinusoids", Way(positions="interleaved")),
    ("the shift is off by one", "rel_shift.rel_shift", Way(positions="one off")),
    ("position scores are not shifted", "rel_shift.rel_shift", Way(positions="not shifted")),
    ("a row is normalised before something is added to it, not after", "7.4", Way(norm="before")),
    ("the part is normalised before it is added, not the sum", "7.4", Way(norm="of the part")),
    ("nothing is normalised", "7.4", Way(norm="none")),
    ("the row that came in is not added", "7.4", Way(added=False)),
    ("a target sees its own word", "permutation.query_mask", Way(query="sees itself")),
    ("masks hide nothing", "two_stream.masked_softmax", Way(masked=False)),
    ("the query stream reads the new content stream", "2.6", Way(reads_new_h=True)),
    ("nobody looks at the memory", "recurrence.update_memory", Way(memory="unseen")),
    ("memory keeps one row too few", "recurrence.update_memory", Way(kept=tiny.SIZES["mem_len"] - 1)),
    ("memory keeps one row too many", "recurrence.update_memory", Way(kept=tiny.SIZES["mem_len"] + 1)),
    ("nothing bends in the feed-forward block", "model.feed_forward", Way(bend="none")),
    ("the feed-forward block bends with relu", "model.feed_forward", Way(bend="relu")),
)


@dataclass(frozen=True)
class Parity:
    """What came of the comparison: shown as text and HTML; `ok` for programs."""

    ok: bool
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        colour = "#1a7f37" if self.ok else "#b3261e"
        body = "<br>".join(escape(line) for line in self.lines)
        return f'<div role="status" style="border-left:4px solid {colour};padding:.4em .8em">{body}</div>'


def parity() -> Parity:
    """Run the tiny model with the package as it is. A missing function is the caller's to report (waits_for)."""
    torch.manual_seed(0)
    model = XLNetLMHeadModel(XLNetConfig(**tiny.SIZES, dropout=0.0)).double().eval()
    tiny.fill(model)
    try:
        got, problem = found_states(model)
    except NotImplementedError:
        raise
    except Exception as exc:
        got, problem = {}, f"the model stops with {type(exc).__name__}: {exc}".splitlines()[0][:200]
    if got and not problem:
        problem = _stored_numbers_differ(got)
    if not problem:
        problem = _other_faults(model)
        if not problem:
            n = sum(want.numel() for want in stored().values())
            return Parity(True, (f"✓ {n} stored numbers, and the package gives the same to ten digits.",))
        return Parity(False, tuple(problem))
    return Parity(False, ("✗ The numbers are not those of the stored model.", *_blame(model, got, problem)))


def stored() -> dict[str, Tensor]:
    """The numbers of the reference: predictions, loss, and memory."""
    data = json.loads(STORED.read_text(encoding="utf-8"))
    numbers = {"predictions": data["logits"], "loss": data["loss"]}
    numbers |= {f"memory after layer {i}": mem for i, mem in enumerate(data["mems"])}
    return {name: torch.tensor(x, dtype=torch.float64) for name, x in numbers.items()}


def found_states(model: XLNetLMHeadModel) -> tuple[dict[str, Tensor], str]:
    """The states of the package's model by the names of the slow computation, and a problem in words or ""."""
    with torch.no_grad():
        out = model(**tiny.inputs(), output_states=True)
        lean = model(**tiny.inputs())
    got = {
        "content stream at the start": out.content_states[0],
        "query stream at the start": out.query_states[0],
    }
    for i, mem in enumerate(out.mems or ()):
        got[f"memory after layer {i}"] = mem
        got[f"content stream after layer {i + 1}"] = out.content_states[i + 1]
        got[f"query stream after layer {i + 1}"] = out.query_states[i + 1]
    got["predictions"], got["loss"] = out.logits, out.loss
    problem = ""
    if not _close(lean.logits, out.logits):
        problem = "the predictions change when the last layer skips its content rows"
    return got, problem


def _stored_numbers_differ(got: dict[str, Tensor]) -> str:
    return next(
        (name for name, want in stored().items() if name not in got or not _close(got[name], want)), ""
    )


def _close(one: Tensor, other: Tensor) -> bool:
    return one.shape == other.shape and bool(((one - other).abs() <= CLOSE).all())


def _blame(model: XLNetLMHeadModel, got: dict[str, Tensor], problem: str) -> Iterator[str]:
    """Lines that say where to look."""
    weights = dict(model.named_parameters())
    right = tiny.states(weights)
    first = next((name for name in right if name in got and not _close(got[name], right[name])), problem)
    yield f"  The first that differs: {first}."
    for says, where, way in MISTAKES if got else ():
        wrong = tiny.states(weights, way)
        if all(_close(got[name], wrong[name]) for name in wrong if name in got):
            yield f"  This is what comes out if {says}. Look at {place(where)}."
            return
    broken = [line for one in taught() if (line := _fault(one))]
    if broken:
        yield from broken
    elif first == "predictions":
        yield f"  Every function is right by itself, so look at the head ({place('7.1')}): is it tied?"
    elif not got:
        yield "  Every function is right by itself, so look at what calls them: xlnet_mini/model.py."
    else:
        yield f"  Every function is right by itself, so look at how they are put together: {place('7.4')}."


def _fault(one) -> str:
    """A line about a taught function that its exercise finds wrong; "" if it is right."""
    function = getattr(importlib.import_module(f"xlnet_mini.{one.module}"), one.function, None)
    result = evaluate(one.exercise.id, function)
    if result.right:
        return ""
    says = (result.message.splitlines() or [result.headline])[0]
    return f"  {one.function}: {says} Look at {place(one.name)}."


def _other_faults(model: XLNetLMHeadModel) -> list[str]:
    """What right numbers do not show: gradients into the past, two tables of words instead of one."""
    out = model(**tiny.inputs())
    lines = []
    if any(mem.requires_grad for mem in out.mems):
        lines.append(
            "  Memory is not detached: each step would send gradients through all steps before it. Look at "
            f"{place('recurrence.update_memory')}."
        )
    if model.lm_loss.weight is not model.transformer.word_embedding.weight:
        lines.append(f"  The head is not tied to the word embeddings. Look at {place('7.1')}.")
    return ["✗ The numbers are right, but:", *lines] if lines else []


def place(where: str) -> str:
    """ "lab 04, exercise 4.4 (rel_shift)", from the name of a taught function or the number of an exercise."""
    if "." in where and where.partition(".")[0].isdigit():
        return f"lab {int(where.partition('.')[0]):02d}, exercise {where}"
    function = where.partition(".")[2]
    for one in taught():
        if one.name == where:
            return f"lab {one.lab.number:02d}, exercise {one.exercise.id} ({function})"
    number = {"partial_prediction": 5, "recurrence": 6, "model": 7}.get(where.partition(".")[0], 0)
    return f"lab {number:02d} ({function})"
