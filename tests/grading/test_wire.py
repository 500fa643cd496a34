"""The pipe's format: values come back as they were, and malformed bytes give a WireError and nothing else."""

import json
import random
import socket
import struct
import threading
import time
from collections import OrderedDict, namedtuple
from fractions import Fraction

import numpy as np
import pytest
import torch

from xlnet_mini.course.compare import kind
from xlnet_mini.course.grading.inside import random_states, wire
from xlnet_mini.course.grading.inside.arguments import Remote
from xlnet_mini.course.grading.inside.peer import Peer
from xlnet_mini.course.grading.inside.taking import Decoder
from xlnet_mini.course.grading.inside.values import Encoder
from xlnet_mini.course.grading.inside.wire import Channel, Closed, Late, WireError


def there_and_back(value, layout=False):
    encoder = Encoder()
    node = json.loads(json.dumps(encoder(value)))
    return Decoder(bytes(encoder.payload), layout=layout)(node)


PLAIN = [
    None,
    True,
    3,
    -(1 << 200),
    0.1,
    float("inf"),
    "text \ud800 \x00",
    [1, (2, [3.0, None])],
    {"a": 1, 2: (3,)},
    ...,
    1j,
    Fraction(2, 3),
    range(2, 9, 3),
    slice(1, None, 2),
    {1, 2},
    frozenset([3]),
    torch.Size([2, 3]),
    torch.float64,
    torch.device("cpu"),
]


@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_plain_values_keep_their_type(value):
    got = there_and_back(value)
    assert type(got) is type(value) and got == value


TENSORS = [
    torch.arange(6).reshape(2, 3),
    torch.tensor(2.5, dtype=torch.float64),
    torch.rand(3, 2).bool(),
    torch.rand(2, 3).to(torch.bfloat16),
    torch.rand(2, 3).half(),
    torch.rand(2, dtype=torch.complex64).conj(),
    torch.empty(0, 3),
    torch.tensor([float("nan"), 1.0]),
    torch.rand(3, requires_grad=True),
    torch.nn.Parameter(torch.rand(2)),
    torch.empty(2, 5, device="meta"),
]


@pytest.mark.parametrize("value", TENSORS, ids=lambda t: f"{t.dtype}-{tuple(t.shape)}")
def test_tensors_keep_dtype_shape_and_what_they_are(value):
    got = there_and_back(value)
    assert (type(got), got.dtype, got.shape, got.device) == (
        type(value),
        value.dtype,
        value.shape,
        value.device,
    )
    assert got.requires_grad == value.requires_grad
    assert value.is_meta or torch.allclose(got, value, rtol=0, atol=0, equal_nan=True)


STRIDED = [
    torch.arange(12).reshape(3, 4).T,
    torch.arange(12)[::2],
    torch.arange(3).expand(2, 3),
    torch.rand(2, 3, 4).transpose(0, 1),
]


@pytest.mark.parametrize("value", STRIDED, ids=lambda t: str(t.stride()))
def test_memory_layout_reaches_the_student_and_not_the_grader(value):
    there = there_and_back(value, layout=True)
    assert there.stride() == value.stride() and torch.equal(there, value)
    assert there_and_back(value).is_contiguous()


def test_numpy_values():
    for value in (np.arange(6.0).reshape(2, 3).T, np.float32(1.5), np.bool_(True), np.array(["a", "bc"])):
        got = there_and_back(value)
        assert type(got) is type(value) and np.array_equal(got, value) and got.dtype == value.dtype
    generator = np.random.default_rng(3)
    assert there_and_back(generator).integers(1000) == generator.integers(1000)
    source = torch.Generator().manual_seed(5)
    assert torch.equal(torch.rand(3, generator=there_and_back(source)), torch.rand(3, generator=source))


def test_what_has_no_place_is_named_as_it_was():
    class Odd:
        def __repr__(self):
            raise ValueError

    Pair = namedtuple("Pair", "a b")
    assert kind(there_and_back(Odd())) == "an Odd"
    assert kind(there_and_back(print)) == "a function"
    assert kind(there_and_back(Odd)) == "the class Odd"
    got = there_and_back(Pair(1, 2))
    assert isinstance(got, tuple) and type(got) is not tuple and kind(got) == "a Pair"
    assert kind(there_and_back(OrderedDict(a=1))) == "an OrderedDict"


def test_too_much_is_refused():
    loop = []
    loop.append(loop)
    for value in (loop, [[]] * 10**6, torch.zeros(17 << 20)):
        with pytest.raises(WireError):
            there_and_back(value)


def test_mutated_frames_give_a_value_or_a_wire_error():
    """Thousands of frames with flipped bytes, and nodes with odd parts: no other exception, no large memory."""
    chance = random.Random(0)
    values = [
        torch.arange(6),
        [1, {"a": (2.0, "x")}],
        np.arange(3.0),
        torch.Generator(),
        {"k": Fraction(1, 2)},
    ]
    for _ in range(4000):
        encoder = Encoder()
        frame = bytearray(wire.pack({"value": encoder(chance.choice(values))}, bytes(encoder.payload)))
        for _ in range(chance.randint(1, 4)):
            frame[chance.randrange(3, len(frame))] = chance.randrange(256)
        mine, theirs = socket.socketpair()
        with mine, theirs:
            theirs.sendall(frame)
            theirs.close()
            channel = Channel(mine)
            channel.deadline = time.monotonic() + 5
            try:
                header, payload = channel.receive()
                Decoder(payload)(header.get("value"))
            except WireError:
                continue


NODES = [
    [],
    {},
    {"k": "tensor"},
    {"k": "tensor", "d": "int64", "s": [1 << 50], "b": [0, 8]},
    {"k": "tensor", "d": "int64", "s": [-1], "b": [0, 8]},
    {"k": "tensor", "d": "int64", "s": [1], "b": [-8, 8]},
    {"k": "tensor", "d": "int64", "s": [1], "b": [0, 1 << 40]},
    {"k": "tensor", "d": "object", "s": [1], "b": [0, 8]},
    {"k": "array", "d": "float64", "s": [2, 2], "b": [0, 8]},
    {"k": "int", "v": "f" * 100_000},
    {"k": "int", "v": 3},
    {"k": "list", "v": 3},
    {"k": "dict", "v": [[{"k": "list", "v": []}, 1]]},
    {"k": "list", "c": "__class__", "v": 7},
    {"k": "fraction", "v": [1, 0]},
    {"k": "range", "v": [0, 1, 0]},
    {"k": "range", "v": [0, 1 << 40, 1]},
    {"k": "range", "v": [0, 1 << 62, 1]},
    {"k": "list", "v": [{"k": "range", "v": [0, 150_000, 1]}] * 2},
    {"k": "generator", "b": [0, 5]},
    {"k": "np generator", "v": {"k": "dict", "v": [["bit_generator", "system"]]}},
    {"k": "function", "number": "x"},
    {"k": "pickle", "v": "gASVBAAAAAAAAABLAi4="},
]


@pytest.mark.parametrize("node", NODES, ids=str)
def test_malformed_nodes(node):
    with pytest.raises(WireError):
        Decoder(b"\0" * 16)(node)


def test_the_same_bytes_cannot_be_used_without_end():
    node = {"k": "list", "v": [{"k": "tensor", "d": "uint8", "s": [1 << 20], "b": [0, 1 << 20]}] * 100}
    with pytest.raises(WireError):
        Decoder(b"\0" * (1 << 20))(node)


@pytest.mark.parametrize(
    "frame",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        struct.pack("<3sIQ", b"XG1", 1 << 31, 0),
        struct.pack("<3sIQ", b"XG1", 2, 1 << 60),
        struct.pack("<3sIQ", b"XG1", 2, 0) + b"[]",
        struct.pack("<3sIQ", b"XG1", 200_000, 0) + b"[" * 200_000,
        b"X",
    ],
    ids=range(6),
)
def test_what_is_no_frame(frame):
    mine, theirs = socket.socketpair()
    with mine, theirs:
        threading.Thread(target=lambda: (theirs.sendall(frame), theirs.close())).start()
        channel = Channel(mine)
        channel.deadline = time.monotonic() + 20
        with pytest.raises(WireError):
            channel.receive()


def test_silence_is_late_and_an_end_is_closed():
    mine, theirs = socket.socketpair()
    with mine, theirs:
        channel = Channel(mine)
        channel.deadline = time.monotonic() + 0.05
        with pytest.raises(Late):
            channel.receive()
        channel.deadline = time.monotonic() + 20
        channel.patience = 0.05
        with pytest.raises(Late):
            channel.receive()
        theirs.close()
        with pytest.raises(Closed):
            channel.receive()


class Answering(Peer):
    """The other side, in a thread: it has one function."""

    layout = True

    def __init__(self, end: socket.socket, function):
        super().__init__(Channel(end))
        self.objects[7] = function
        threading.Thread(target=self.live, daemon=True).start()

    def live(self):
        try:
            while True:
                self.serve(*self.receive())
        except WireError:
            pass


@pytest.fixture
def remote():
    """Makes a function that is called across a pipe."""
    ends = []

    def make(function):
        mine, theirs = socket.socketpair()
        ends.extend((mine, theirs))
        Answering(theirs, function)
        peer = Peer(Channel(mine))
        peer.channel.deadline = time.monotonic() + 60
        return Remote(peer, 7)

    yield make
    for end in ends:
        end.close()


def test_calls_gradients_and_callbacks(remote):
    x = torch.rand(3, dtype=torch.float64, requires_grad=True)
    twice = remote(lambda x, f: [f(x) * 2, x.sum()])
    out, total = twice(x, lambda v: v * v)
    (out.sum() + total).backward()
    assert torch.allclose(x.grad, 4 * x.detach() + 1)
    assert (
        torch.autograd.gradcheck(lambda v: remote_square(v), [x])
        if (remote_square := remote(torch.square))
        else 0
    )


def test_changed_arguments_and_exceptions(remote):
    def change(x, names):
        x += 1
        names.append("new")

    x, names = torch.zeros(2), ["old"]
    assert remote(change)(x, names) is None
    assert x.tolist() == [1, 1] and names == ["old", "new"]

    def fail(f):
        return f()

    class Mine(Exception):
        pass

    def raise_mine():
        raise Mine("from here")

    with pytest.raises(Mine, match="from here"):
        remote(fail)(raise_mine)
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        remote(lambda: 1 / 0)()
    with pytest.raises(NotImplementedError) as caught:
        remote(lambda: (_ for _ in ()).throw(NotImplementedError()))()
    assert caught.value.args == ()


def test_random_states_are_told_only_when_they_change():
    before = random_states.current()
    try:
        one, other = random_states.SharedStates(), random_states.SharedStates()
        news = json.loads(json.dumps(one.news()))
        assert set(news) == {"torch", "numpy", "python"} and one.news() is None
        torch.rand(1)
        assert set(one.news()) == {"torch"}
        np.random.rand(1)
        random.random()
        assert set(one.news()) == {"numpy", "python"}
        other.take(news)
        assert random_states.current() == before and other.news() is None
        with pytest.raises((ValueError, TypeError, RuntimeError)):
            other.take({"torch": "00"})
        with pytest.raises((ValueError, TypeError)):
            other.take({"python": [3, [1, 2], None]})
    finally:
        random_states.restore(before)


def test_no_position_beside_the_numbers_of_a_random_state():
    """numpy takes any position, and then reads there."""
    name, keys, _, *rest = np.random.get_state()
    odd = random_states.SharedStates()
    for position in (-1, 625, 10**9):
        with pytest.raises(ValueError, match="position"):
            odd.take({"numpy": [name, keys.tobytes().hex(), position, *rest]})
    for make, path in ((np.random.MT19937, ("state", "pos")), (np.random.Philox, ("buffer_pos",))):
        state = make().state
        place = state
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = 10**6
        encoder = Encoder()
        node = {"k": "np generator", "v": encoder(state)}
        with pytest.raises(WireError):
            Decoder(bytes(encoder.payload))(node)
