"""A mode of torch in which a tensor of the CPU may not meet one of the meta device; it needs nothing of the course."""

from typing import ClassVar

from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves


class MixedDevices(Exception):
    """Tensors on two devices met in one operation."""

    def __init__(self):
        super().__init__("these tensors are not on the same device")


class OneDevice(TorchFunctionMode):
    """Raises where a tensor of the CPU meets one of the meta device in an operation that a GPU would refuse.

    The meta device itself lets some of these pass. A single number may meet any device, and copying may cross.
    """

    CROSSING: ClassVar = {Tensor.to, Tensor.copy_, Tensor.type_as, Tensor.__setitem__}

    def __torch_function__(self, func, types, args=(), kwargs=None):
        tensors = [v for v in tree_leaves((args, kwargs)) if isinstance(v, Tensor)]
        devices = {v.device.type for v in tensors if v.dim()}
        indexed_there = func is Tensor.__getitem__ and args[0].device.type == "meta"
        if {"meta", "cpu"} <= devices and func not in self.CROSSING and not indexed_there:
            raise MixedDevices
        return func(*args, **(kwargs or {}))
