"""The fresh process behind `fresh.py`: imports the package as it stands and tells what it finds, in JSON lines."""

import importlib
import importlib.util
import json
import os
import pkgutil
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO


def main(request: dict, out: TextIO) -> None:
    def tell(**event: Any) -> None:
        out.write(json.dumps(event) + "\n")
        out.flush()

    import torch

    from .exercise import exercise

    torch.set_num_threads(1)
    for _, _, exercise_id in request["functions"]:
        exercise(exercise_id)  # loads the checks, so that no function is charged for that
    for module, function, exercise_id in request["functions"]:
        name = f"{module}.{function}"
        tell(begins=name)
        (problem, first), times = examine(module, function, exercise_id), None
        if not problem and request["pace"]:
            times = pace(module, function, exercise_id, lambda seconds: tell(yardstick=seconds))
        tell(found=name, problem=problem, times=times, mend_first=first)
    tell(begins="")  # the package as a whole
    tell(whole=whole_package() if request["whole"] else "")


def check(module: str, function: str, exercise_id: str) -> str:
    """What is wrong with a function of the package, in one line; "" if its exercise finds it right."""
    return examine(module, function, exercise_id)[0]


def examine(module: str, function: str, exercise_id: str) -> tuple[str, str]:
    """What is wrong, as `check` has it, and the exercise to mend first, if the fault lies in another one."""
    from .exercise import RESTS_ON, evaluate

    try:
        found = getattr(importlib.import_module(f"xlnet_mini.{module}"), function)
    except (Exception, SystemExit) as exc:
        return one_line(exc), ""
    result = evaluate(exercise_id, found)
    if result.right:
        return "", ""
    if result.status == "not attempted":
        return "it is missing", ""
    message = (result.message.strip().splitlines() or [result.headline])[0]
    if "is missing: finish" in message:
        return message.removeprefix("NotImplementedError: "), ""
    mistake = result.misconception or ""
    return message, mistake.removeprefix(RESTS_ON) if mistake.startswith(RESTS_ON) else ""


def one_line(exc: BaseException) -> str:
    if isinstance(exc, SyntaxError):
        where = os.path.basename(exc.filename or "")
        return f"syntax error in line {exc.lineno} of {where}: {exc.msg}"
    return (f"{type(exc).__name__}: {exc}".strip().splitlines() or [""])[0][:300]


def pace(
    module: str, function: str, exercise_id: str, tell_yardstick: Callable[[float], None]
) -> float | None:
    """How many times slower than its yardstick a function is at training size; None if there is none."""
    from .exercise import exercise

    known = exercise(exercise_id).pace()
    if known is None:
        return None
    args, kwargs, yardstick = known
    call = getattr(sys.modules[f"xlnet_mini.{module}"], function)
    yardstick()  # the first call warms up
    theirs = seconds(yardstick)
    tell_yardstick(theirs)
    call(*args, **kwargs)
    mine = seconds(lambda: call(*args, **kwargs))
    if mine > 100 * theirs:  # no doubt about that, and each further call would take as long
        return mine / theirs
    for _ in range(2):  # in turns, so that a busy machine slows both
        mine = min(mine, seconds(lambda: call(*args, **kwargs)))
        theirs = min(theirs, seconds(yardstick))
    if not getattr(exercise(exercise_id), "trains", ()):
        return mine / theirs
    both = min(seconds(lambda: forward_and_backward(call, args, kwargs)) for _ in range(3))
    return max(mine, both / 3) / theirs  # a backward pass takes about twice as long as its forward pass


def forward_and_backward(call: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> None:
    """One call and its gradients: an answer may be quick one way, and copy whole tables on the way back."""
    import torch

    learn = [isinstance(x, torch.Tensor) and x.is_floating_point() for x in args]
    leaves = [x.detach().clone().requires_grad_() if yes else x for x, yes in zip(args, learn, strict=True)]
    wanted = [x for x, yes in zip(leaves, learn, strict=True) if yes]
    torch.autograd.grad(call(*leaves, **kwargs).sum(), wanted, allow_unused=True)


def seconds(call: Callable[[], Any], least: float = 0.01) -> float:
    """The least time of one call among several, each long enough for the clock."""
    count, best = 1, float("inf")
    for _ in range(12):
        start = time.perf_counter()
        for _ in range(count):
            call()
        spent = time.perf_counter() - start
        best = min(best, spent / count)
        if spent > 10 * least:
            break
        if spent < least:
            count = max(count + 1, min(1000, int(count * least / max(spent, 1e-9))))
    return best


def whole_package() -> str:
    """Import every module of the package and train the smallest model for one step; one line on a failure."""
    import xlnet_mini

    try:
        for found in pkgutil.iter_modules(xlnet_mini.__path__):
            if found.name != "course":
                importlib.import_module(f"xlnet_mini.{found.name}")
        if importlib.util.find_spec("xlnet_mini.model"):
            tiny_step()
    except NotImplementedError as exc:
        return "" if "is missing: finish" in str(exc) else one_line(exc)
    except (Exception, SystemExit) as exc:
        return one_line(exc)
    return ""


def tiny_step() -> None:
    """One forward and backward pass of a tiny model on a sampled order, memory included."""
    import torch

    from xlnet_mini.config import XLNetConfig
    from xlnet_mini.model import XLNetModel
    from xlnet_mini.permutation import order_to_rank, query_mask, sample_order

    generator = torch.Generator().manual_seed(0)
    config = XLNetConfig(
        vocab_size=11, d_model=8, n_layer=2, n_head=2, d_inner=16, dropout=0.0, mem_len=4, reuse_len=3
    )
    model = XLNetModel(config)
    tokens = torch.randint(11, (2, 5), generator=generator)
    hidden = query_mask(order_to_rank(sample_order(5, batch=(2,), generator=generator)))
    targets = torch.eye(5)[[4, 1]].expand(2, -1, -1)
    mems = None
    for _ in range(2):
        out = model(tokens, perm_mask=hidden, target_mapping=targets, mems=mems)
        mems = out.mems
    out.last_hidden_state.square().sum().backward()
    gradients = [p.grad for p in model.parameters() if p.grad is not None]
    if not gradients or not all(bool(g.isfinite().all()) for g in gradients):
        raise ValueError("the model's gradients are not finite")


if __name__ == "__main__":
    # what student code prints must not mix with what is told
    told = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    main(json.loads(sys.argv[1]), told)
    told.flush()
    os._exit(0)  # whatever threads student code has left
