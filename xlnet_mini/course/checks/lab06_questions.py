"""Check of lab 06's bonus exercise about two texts in one input, as for answering questions."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from ..exercise import Case, FunctionExercise, Misconception
from ..kinds.value import as_plain


def _qa(a: list[int], b: list[int], length: int, *, cls_first=False, right=False, last_sep=True) -> dict:
    """The layout, and the ways to get it wrong."""
    body = [*a, 4, *b, *([4] if last_sep else [])]
    kinds = [0] * (len(a) + 1) + [1] * (len(b) + last_sep)
    ids, segments = ([3, *body], [0, *kinds]) if cls_first else ([*body, 3], [*kinds, 2])
    missing = length - len(ids)
    pad = ([5] * missing, [3] * missing, [0] * missing)
    full = (ids, segments, [1] * len(ids))
    joined = [f + p if right else p + f for f, p in zip(full, pad, strict=True)]
    return dict(zip(("input_ids", "token_type_ids", "attention_mask"), joined, strict=True))


def _with(key: str, change: Callable[[list[int]], list[int]]) -> Callable:
    return lambda a, b, length: (right := _qa(a, b, length)) | {key: change(right[key])}


class QAInput(FunctionExercise):
    id = "6.10"
    title = "Passage, question, and CLS at the end"
    points = 1
    minutes = 9
    level = 2
    answer = "qa_input"
    bonus = True
    on_any_device = False
    unlocks = (
        "You can lay out two texts for a pretrained XLNet; with CLS in front people lost nine points of F1."
    )
    hints = (
        "Write the line of tokens for a = [7, 8], b = [9] with a pencil, then write the three lists under each other.",
        "ids = a, SEP, b, SEP, CLS. Each list grows on its *left* until it is `length` long.",
        "Segments: 0 for a and its SEP, 1 for b and its SEP, 2 for CLS. Number of pads: length - len(a) - len(b) - 3.",
    )
    misconceptions = (
        Misconception(
            "CLS first",
            "CLS stands in front, as in BERT. XLNet was trained with CLS as the last token; the reading of question "
            "and answer lost nine points of F1 this way.",
            lambda a, b, length: _qa(a, b, length, cls_first=True),
        ),
        Misconception(
            "padding on the right",
            "You padded on the right. The summary is taken from the *last* position, which must be CLS and not a pad.",
            lambda a, b, length: _qa(a, b, length, right=True),
        ),
        Misconception(
            "as in BERT",
            "This is BERT's layout: CLS first and padding on the right. Here both are the other way round.",
            lambda a, b, length: _qa(a, b, length, cls_first=True, right=True),
        ),
        Misconception(
            "one SEP only",
            "The second text ends with a SEP too, before CLS.",
            lambda a, b, length: _qa(a, b, length, last_sep=False),
        ),
        Misconception(
            "mask turned round",
            "Your attention_mask is 1 for padding. It is 1 for tokens. (XLNet's older `input_mask` is the other way "
            "round.)",
            _with("attention_mask", lambda mask: [1 - m for m in mask]),
        ),
        Misconception(
            "nothing masked",
            "Pads must be 0 in attention_mask, or every word looks at them.",
            _with("attention_mask", lambda mask: [1] * len(mask)),
        ),
        Misconception(
            "CLS in segment 1",
            "CLS has a segment of its own, 2: it belongs to neither text.",
            _with("token_type_ids", lambda kinds: [1 if k == 2 else k for k in kinds]),
        ),
        Misconception(
            "SEP in the next segment",
            "The first SEP closes the first text: it is in segment 0.",
            lambda a, b, length: (
                _qa(a, b, length)
                | {
                    "token_type_ids": [3] * (length - len(a) - len(b) - 3)
                    + [0] * len(a)
                    + [1] * (len(b) + 2)
                    + [2]
                }
            ),
        ),
        Misconception(
            "one segment for all",
            "All tokens are in one segment. The two texts must differ: only then can attention tell own from other.",
            _with("token_type_ids", lambda kinds: [3 if k == 3 else 0 for k in kinds]),
        ),
    )

    def judge(self, answer: Any) -> None:
        if isinstance(answer, type) or not callable(answer):
            return super().judge(answer)

        @wraps(answer)
        def plain(*args: Any, **kwargs: Any) -> Any:
            return _tidy(answer(*args, **kwargs))

        return super().judge(plain)

    def oracle(self, a: list[int], b: list[int], length: int) -> dict[str, list[int]]:
        ids, kinds, mask = [], [], []
        for token in a:
            ids.append(token), kinds.append(0), mask.append(1)
        for token, kind in ((4, 0), *((t, 1) for t in b), (4, 1), (3, 2)):
            ids.append(token), kinds.append(kind), mask.append(1)
        while len(ids) < length:
            ids.insert(0, 5), kinds.insert(0, 3), mask.insert(0, 0)
        return {"input_ids": ids, "token_type_ids": kinds, "attention_mask": mask}

    def cases(self) -> Iterable[Case]:
        for a, b, length in (
            ([7, 8], [9], 8),
            ([7], [8, 9, 10], 7),
            ([11, 12, 13], [14, 15], 12),
            ([21], [22], 5),
            ([31, 32, 33, 34], [35, 36], 14),
        ):
            yield Case({"a": a, "b": b, "length": length})


def _tidy(got: Any) -> Any:
    """Plain lists; what segment a pad is in does not matter, nobody looks at it."""
    if not isinstance(got, dict):
        return got
    got = {key: as_plain(got[key]) for key in sorted(got, key=str)}
    kinds, ids = got.get("token_type_ids"), got.get("input_ids")
    if type(kinds) is list and type(ids) is list and len(kinds) == len(ids):
        got["token_type_ids"] = [3 if i == 5 else k for k, i in zip(kinds, ids, strict=True)]
    if type(got.get("attention_mask")) is list:
        got["attention_mask"] = [int(m) if type(m) in (bool, float) else m for m in got["attention_mask"]]
    return got
