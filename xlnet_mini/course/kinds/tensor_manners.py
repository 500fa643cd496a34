"""What a function over tensors owes to training besides its values: gradients, its input's dtype, any device."""

import torch
from torch import Tensor

from .. import compare
from .base import AnswerRaised, Wrong
from .caller import Caller
from .one_device import MixedDevices, OneDevice

WRITTEN_OVER = (
    "The values are right, but you write into a tensor that the gradient still needs, a softmax's result for instance "
    "(`x[...] = 0`, `x *= 2`, `x.fill_(0)` write into x): make a new one, with masked_fill or torch.where."
)


def gradients_flow(call: Caller, case, trains: tuple[str, ...]) -> None:
    """Gradients reach the arguments that train, and are the derivative of what the function computes."""
    from torch.autograd import gradcheck

    values = [v.detach().clone() if isinstance(v, Tensor) else v for v in case.args.values()]
    for i, name in enumerate(case.args):
        if name in trains:
            values[i] = values[i].double().requires_grad_()
    cut = (
        f"The values are right, but no gradient reaches {' and '.join(trains)}: "
        "a detour through numpy, .item(), .detach() or no_grad cuts it. It could not train."
    )
    try:
        out = call(*values, **case.kwargs)
    except AnswerRaised as exc:
        raise Wrong("no gradient", f"{cut} {exc}") from None
    if not out.requires_grad:
        raise Wrong("no gradient", cut)
    try:
        derivative = gradcheck(lambda *a: call(*a, **case.kwargs), values, raise_exception=False)
    except RuntimeError as exc:
        if "inplace operation" not in str(exc):
            raise
        raise Wrong("written over", WRITTEN_OVER) from None
    if not derivative:
        raise Wrong("wrong gradient", "The values are right, but their gradient is not the derivative.")
    for dtype in (torch.float32, torch.bfloat16):
        # all floats together, as in a model: a float64 weight beside a float32 input would promote the result
        args = [v.detach().to(dtype) if _is_float(v) else v for v in values]
        got = call(*args, **case.kwargs)
        if got.dtype != dtype:
            says = (
                f"{compare.dtype_name(dtype)} in, {compare.dtype_name(got.dtype)} out: keep the dtype of the input "
                "(torch.zeros and torch.tensor make float32 unless told)."
            )
            raise Wrong("dtype not kept", says)


def _is_float(value) -> bool:
    return isinstance(value, Tensor) and value.is_floating_point()


def no_fixed_device(call: Caller, case) -> None:
    """Run on torch's meta device: a tensor made on a fixed device shows, without a GPU."""
    there = case.with_layout(lambda v: v.to("meta") if isinstance(v, Tensor) else v)
    if not any(isinstance(v, Tensor) for v in there.args.values()):
        return
    says = (
        "Right on the CPU, but it makes a tensor on a fixed device, so it would fail on a GPU: "
        "pass device=<the input>.device to torch.arange, torch.zeros and the like."
    )
    try:
        with OneDevice():
            got = call.raw(*there.args.values(), **there.kwargs)
    except MixedDevices:
        raise Wrong("fixed device", says) from None
    except Exception as exc:  # code that looks at values cannot run without any: that is no fault
        if "same device" in str(exc) or "expected device" in str(exc):
            raise Wrong("fixed device", says) from None
        return
    if isinstance(got, Tensor) and got.device.type != "meta":
        raise Wrong("fixed device", says)
