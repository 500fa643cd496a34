"""Hostile and broken submissions to lab 01: none may earn a point, and none may keep the others from being graded.

Each attack is the text of a cell; after it come answers that are wrong unless the attack brings a right one.
"""

import json
import os
import re
from pathlib import Path

from submitted import notebook, write

from xlnet_mini.course import layout

WRONG = """
by_hand = {"rank": [0, 0, 0, 0, 0], "lamb_may_see": [True] * 5}
def order_to_rank(order): return order
def query_mask(rank): return torch.zeros(*rank.shape, rank.shape[-1], dtype=torch.bool)
def mask_is_right(mask_function): return True
"""

# what follows the attack, if not WRONG
OBJECTS = """
by_hand = Liar()
def order_to_rank(order): return Liar()
def query_mask(rank): return Liar()
def mask_is_right(mask_function): return Liar()
"""
LOOT = """
def take(text):
    place = {}
    exec(text, place)
    return place
"""
USE_LOOT = """
query_mask = found.get("query_mask", lambda rank: rank)
order_to_rank = found.get("order_to_rank", lambda order: order)
"""

CODE = {
    # changing what judges
    "patches the checker": """
import xlnet_mini.course.exercise as e, xlnet_mini.course as c
e.evaluate = c.check = lambda *a, **k: print("right")
""",
    "gives check another meaning": "check = lambda *a, **k: None",
    "shows nothing": """
import xlnet_mini.course.notebook as n
n.show = lambda *a, **k: None
""",
    "leaves strict mode": "import os\nos.environ['XLNET_MINI_STRICT'] = '0'",
    "patches pytest and unittest": """
import sys, types, unittest
sys.modules["pytest"] = types.ModuleType("pytest")
unittest.TestCase.assertEqual = lambda *a, **k: None
""",
    "patches numpy": "import numpy as np\nnp.array_equal = np.allclose = np.isclose = lambda *a, **k: True",
    "patches torch": """
torch.equal = torch.allclose = lambda *a, **k: True
torch.Tensor.__eq__ = lambda a, b: torch.ones(a.shape, dtype=torch.bool)
torch.Tensor.tolist = lambda self: [1, 3, 4, 0, 2]
""",
    "patches built-ins": """
import builtins
builtins.isinstance = lambda *a: True
builtins.all = builtins.any = lambda *a: True
builtins.AssertionError = ValueError
""",
    "patches its own side of the pipe": """
import sys
for name, module in list(sys.modules.items()):
    if name.startswith("inside."):
        for key in ("fingerprint", "signature", "_same_bits"):
            if hasattr(module, key): setattr(module, key, lambda *a: None)
verdict = {"value": True, "status": "right", "points": 9}
sys.modules["inside.student"].Student._serve_call = lambda self, h, d: (verdict, None)
""",
    "empties sys.modules": "import sys\nsys.modules.clear()",
    "transforms the input": """
ip = get_ipython()
ip.input_transformers_post.append(lambda lines: ["pass\\n"])
ip.ast_transformers.append(None)
ip.events.register("pre_run_cell", lambda *a: None)
""",
    "magics": "%load_ext autoreload\n!touch result.json\n%sx touch result.json\n%%bash\ntouch result.json",
    # objects that lie
    "equals everything": """
class Liar:
    __eq__ = __ge__ = lambda *a: True
    __hash__ = None
    def __bool__(s): return True
""",
    "tensor with a lying shape": """
class Liar(torch.Tensor):
    shape = property(lambda s: torch.Size([5, 5]))
    dtype = property(lambda s: torch.bool)
    def __new__(cls): return torch.Tensor._make_subclass(cls, torch.zeros(1))
    def __eq__(s, o): return True
    def tolist(s): return {"rank": [1, 3, 4, 0, 2]}
""",
    "answers any torch function": """
class Liar:
    @classmethod
    def __torch_function__(cls, f, types, args=(), kwargs=None): return True
    __class__ = torch.Tensor
""",
    "lying __array__": "class Liar:\n    def __array__(s, *a, **k): return np.ones((5, 5), bool)",
    "lists and dicts that lie": """
class Liar(dict):
    def __init__(s): super().__init__(rank=[0], lamb_may_see=[True])
    def __eq__(s, o): return True
    def items(s): return [("rank", [1, 3, 4, 0, 2])]
    def __getitem__(s, k): return s
""",
    "numbers that equal all numbers": """
class One(int):
    __eq__ = __le__ = lambda *a: True
    __hash__ = int.__hash__
class Liar(dict):
    def __init__(s): super().__init__(rank=[One(0)] * 5, lamb_may_see=[One(0)] * 5)
""",
    "unpickles into a verdict": "class Liar:\n    def __reduce__(s): return (eval, ('1/0',))",
    "a class named Wrong": """
class NotAttempted(Exception): pass
class Wrong(BaseException):
    name = says = example = "right"
class Liar:
    def __getattr__(s, n): raise Wrong("1.6")
""",
    "a list within itself": "Liar = lambda: loop\nloop = []\nloop.append(loop)",
    "an endless generator": "def Liar():\n    while True: yield True",
    "a number of a gigabyte": "Liar = lambda: 1 << (1 << 33)",
    "a hundred million parts": "Liar = lambda: [[]] * 10**8",
    "a range without an end": "Liar = lambda: {'rank': range(10**12), 'lamb_may_see': [True] * 5}",
    "a message of a hundred megabytes": """
Liar = lambda: {"rank": [torch.zeros(60_000_000, dtype=torch.bool), *range(4)], "lamb_may_see": [True] * 5}
""",
    "a lying signature": """
import inspect
class Liar:
    __signature__ = property(lambda s: 1 / 0)
    def __call__(s, *a): return True
""",
    "a repr that never ends": "class Liar:\n    def __repr__(s):\n        while True: pass",
    # looking for the answer
    "walks the frames": LOOT
    + """
import sys
found, frame = {}, sys._getframe()
while frame:
    for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
        if hasattr(value, "oracle"): found["query_mask"] = value.oracle
    frame = frame.f_back
""",
    "walks the garbage collector": LOOT
    + """
import gc
found = {}
for thing in gc.get_objects():
    try:
        if getattr(thing, "id", None) == "1.6": found["query_mask"] = thing.oracle
        if getattr(thing, "__name__", "") == "query_mask": found["query_mask"] = thing
    except Exception: pass
""",
    "reads the package": LOOT
    + """
import xlnet_mini, pathlib
found = {}
for path in pathlib.Path(xlnet_mini.__file__).parent.rglob("*.py"):
    try: found |= take(path.read_text())
    except Exception: pass
""",
    "reads the course's files": LOOT
    + """
found = {}
for path in (ROOT + "/xlnet_mini/permutation.py", ROOT + "/solutions/source/01_permutation.md"):
    try: found |= take(open(path).read())
    except Exception: pass
""",
    "reads the solutions": LOOT
    + """
import json
found = {}
try:
    for cell in json.load(open(ROOT + "/solutions/01_permutation.ipynb"))["cells"]:
        names = "import torch\\nfrom torch import Tensor\\nfrom jaxtyping import *\\n"
        try: found |= take(names + "".join(cell["source"]))
        except Exception: pass
except OSError: pass
""",
    "searches the disk": LOOT
    + """
import os
found = {}
for where, _, files in os.walk("/"):
    if "permutation.py" in files and "xlnet_mini" in where:
        try: found |= take(open(os.path.join(where, "permutation.py")).read())
        except Exception: pass
""",
    "imports the checkers": """
found = {}
try:
    from xlnet_mini.course.checks import lab01_masks
    found["query_mask"] = lab01_masks.QueryMask().oracle
except Exception: pass
try:
    from xlnet_mini.course import exercise
    found["query_mask"] = exercise("1.6").oracle
except Exception: pass
""",
    "imports the reference": """
import xlnet_mini.permutation as p
found = {"query_mask": p.query_mask, "order_to_rank": p.order_to_rank}
""",
    "imports the reference from another path": """
import sys, importlib
sys.path[:0] = [ROOT, SITE]
for name in [n for n in sys.modules if n.startswith("xlnet_mini")]: del sys.modules[name]
sys.meta_path[:] = sys.meta_path[-3:]
found = {}
try:
    import xlnet_mini.permutation as p
    found = {"query_mask": p.query_mask, "order_to_rank": p.order_to_rank}
except Exception: pass
""",
    "imports transformers": """
import sys
sys.path.insert(0, SITE)
found = {}
try:
    import transformers
    found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
except Exception: pass
""",
    "a pip install": """
import subprocess, sys
found = {}
try:
    subprocess.run([sys.executable, "-m", "pip", "install", "xlnet-mini"], timeout=20, check=True)
    found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
except Exception: pass
""",
    "asks the network": """
import socket
found = {}
for address in (("127.0.0.1", 22), ("192.0.2.1", 80), ("10.0.0.1", 80)):
    try:
        socket.create_connection(address, timeout=2)
        found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
    except OSError: pass
""",
    "looks into the grader's memory": """
import ctypes, os
libc = ctypes.CDLL(None)
found = {}
pids = [os.getppid(), 1, *range(2, 50)]
if any(libc.ptrace(16, p, 0, 0) == 0 for p in pids if p != os.getpid()):
    found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
for p in pids:
    try: open(f"/proc/{p}/mem", "rb").read(1)
    except OSError: continue
    found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
""",
    "makes namespaces and mounts": """
import ctypes
libc = ctypes.CDLL(None)
found = {}
for flags in (0x10000000, 0x10020000, 0x20000, 0x40000000):
    if libc.unshare(flags) == 0: found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
if libc.mount(b"none", b"/student", b"tmpfs", 0, None) == 0 or libc.chroot(b"/student") == 0 or libc.setuid(0) == 0:
    found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
""",
    "shared memory that outlives its process": """
import ctypes
libc = ctypes.CDLL(None)
found = {}
if min(libc.shmget(5, 1 << 20, 0o1666), libc.msgget(5, 0o1666), libc.semget(5, 1, 0o1666)) >= 0:
    found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
""",
    "the kernel's keys": """
import ctypes, platform
libc = ctypes.CDLL(None)
add_key = {"x86_64": 248, "aarch64": 217}[platform.machine()]
found = {}
if libc.syscall(add_key, b"user", b"for the next one", b"what I saw", 10, -4) >= 0:
    found["query_mask"] = lambda rank: rank[..., None, :] >= rank[..., :, None]
""",
    # the pipe and the results
    "ends the grader by what it raises": """
import gc, sys
def end(*a): raise SystemExit(0)
for thing in gc.get_objects():
    if type(thing).__name__ == "Student": thing.verbs.update(begin=end, find=end, end=end)
""",
    "a state of numpy that reads beside its numbers": """
import numpy as np
def query_mask(rank):
    name, keys, _, *rest = np.random.get_state()
    np.random.set_state((name, keys, 10**9, *rest))
    return rank
order_to_rank = query_mask
by_hand = np.random.Generator(np.random.MT19937())
state = by_hand.bit_generator.state
state["state"]["pos"] = 10**9
by_hand.bit_generator.state = state
def mask_is_right(mask_function):
    query_mask(0)
    return True
""",
    "forges replies": """
import json, os, socket, struct
text = json.dumps({"value": {"k": "tensor", "d": "bool", "s": [1], "b": [0, 1]}, "status": "right", "points": 9,
                   "exercise": "1.6", "found": True, "changed": [], "overwritten": [], "call": 1}).encode()
frame = struct.pack("<3sIQ", b"XG1", len(text), 1) + text + b"\\1"
for fd in range(3, 64):
    try: os.write(fd, frame * 50)
    except OSError: pass
""",
    "forges requests": """
import json, os, struct
text = json.dumps({"ask": "call", "number": 1, "args": [], "kwargs": [], "grad": False, "device": ""}).encode()
for fd in range(3, 64):
    try: os.write(fd, struct.pack("<3sIQ", b"XG1", len(text), 0) + text)
    except OSError: pass
""",
    "rubbish on the pipe": """
import os
for fd in range(3, 64):
    try: os.write(fd, os.urandom(1000))
    except OSError: pass
""",
    "a frame without an end": """
import os, struct
for fd in range(3, 64):
    try: os.write(fd, struct.pack("<3sIQ", b"XG1", 8 << 20, 64 << 20))
    except OSError: pass
""",
    "writes results": """
import os
for folder in (".", "/tmp", "/student", "/", ROOT, OUT, OUT + "/records"):
    for name in ("grades.csv", "result.json", "hostile.01_permutation.json"):
        try: open(os.path.join(folder, name), "w").write("hostile,01_permutation,1.6,2,2,right,,")
        except OSError: pass
""",
    "shows a result of its own": """
display({"application/vnd.xlnet-mini.result+json": {"exercise": "1.6", "status": "right", "points": 2}}, raw=True)
print("\\u2713 Exercise 1.6: right (2 of 2 points)")
""",
    # using up the machine
    "fork bomb": "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
    "thread bomb": """
import threading, time
while True:
    try: threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    except RuntimeError: break
""",
    "ten gigabytes": "hog = [bytearray(1 << 28) for _ in range(40)]\nbig = torch.ones(10 << 28)",
    "ten gigabytes of shared memory": """
import mmap
maps = [mmap.mmap(-1, 1 << 29) for _ in range(20)]
for m in maps:
    for at in range(0, 1 << 29, 4096): m[at] = 1
""",
    "ten gigabytes of nameless files": """
import os
block = b"x" * (1 << 20)
for i in range(60):
    fd = os.memfd_create(str(i))
    try:
        for _ in range(200): os.write(fd, block)
    except OSError: pass
""",
    "a gigabyte of output": "text = 'x' * (1 << 20)\nfor _ in range(1024): print(text)",
    "a gigabyte to the descriptors": """
import os
text = b"x" * (1 << 20)
for _ in range(512):
    os.write(1, text); os.write(2, text)
""",
    "fills the disk": """
for i in range(1000):
    try: open(f"{i}", "wb").write(b"x" * (1 << 22))
    except OSError: pass
""",
    "a million files": """
import os
for i in range(100_000):
    try: open(f"{i}", "w").close()
    except OSError: break
""",
    "deep recursion": """
import sys
sys.setrecursionlimit(10**9)
def down(n): return down(n + 1) + 1
down(0)
""",
    # not coming back
    "os._exit": "import os\nos._exit(0)",
    "exit": "raise SystemExit(0)",
    "a crash": "import ctypes\nctypes.string_at(0)",
    "signals": """
import os, signal
for pid in (os.getppid(), 1, -1, 0, *range(2, 100)):
    for s in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):
        try: os.kill(pid, s)
        except (OSError, ProcessLookupError): pass
""",
    "closes all descriptors": "import os\nos.closerange(0, 1024)",
    "daemons left behind": """
import os, threading, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True: pass
    os._exit(0)
threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start()
import atexit; atexit.register(time.sleep, 1000)
""",
    "an interrupt": "raise KeyboardInterrupt",
    "a message that is a page": "raise ValueError('</pre><script>alert(1)</script>\\x1b[2J\\x00' + 'x' * 10**7)",
    "a message that never ends": """
class Odd(Exception):
    def __str__(self):
        while True: pass
raise Odd
""",
}

ENDINGS = {name: OBJECTS for name, text in CODE.items() if "Liar" in text}
ENDINGS |= {
    name: USE_LOOT for name, text in CODE.items() if re.search(r"^found\b|^found,", text, re.MULTILINE)
}

FUNCTIONS = {  # whole answers, without a cell before them
    "never comes back": "def query_mask(rank):\n    while True: pass",
    "sleeps": "def query_mask(rank):\n    import time\n    time.sleep(10**6)",
    "swallows everything": """
def query_mask(rank):
    while True:
        try:
            while True: pass
        except BaseException: pass
""",
    "exits when it is asked": "def query_mask(rank):\n    import os\n    os._exit(0)",
    "looks at the candidates": """
def mask_is_right(mask_function):
    import inspect
    texts = []
    for get in (inspect.getsource, lambda f: f.__closure__, lambda f: f.__code__.co_names, lambda f: f.__wrapped__,
                lambda f: f.__globals__, lambda f: f.__self__, lambda f: f.remote.peer.objects):
        try: texts.append(str(get(mask_function)))
        except Exception: pass
    return "strict" in " ".join(texts)
""",
    "counts the candidates": """
seen = []
def mask_is_right(mask_function):
    seen.append(id(mask_function))
    return len(seen) in (1, 3, 5)
""",
    "asks the grader for too much": """
def looks_biased(draw):
    for n in (10**12, 10**9, 2 * 10**8, -1, 10**100):
        try: draw(n)
        except Exception: pass
    return True
def mask_is_right(mask_function):
    try: mask_function(torch.arange(100_000))
    except Exception: pass
    try: mask_function(torch.zeros(4 << 20, dtype=torch.long).expand(1000, -1))
    except Exception: pass
    return True
""",
    "asks the grader without end": "def mask_is_right(mask_function):\n    while True: mask_function(torch.arange(3))",
    "sends odd things to the grader": """
def mask_is_right(mask_function):
    class Odd(torch.Tensor): pass
    odd = None, object(), lambda: 1, Odd(), [[[]]], {1: 2}, "x" * 10**6, mask_function, 1 << 5000, float("nan")
    for thing in odd:
        try: mask_function(thing)
        except Exception: pass
    return True
""",
    "raises what the candidates raise": """
def mask_is_right(mask_function):
    try: mask_function("no tensor")
    except Exception as exc: raise exc
    return True
""",
}


def attack(name: str, out: Path) -> dict:
    """The notebook of an attack by code."""
    import sysconfig

    where = {"ROOT": str(layout.ROOT), "OUT": str(out), "SITE": sysconfig.get_path("purelib")}
    facts = "\n".join(f"{k} = {v!r}" for k, v in where.items())
    start = f"import numpy as np\nimport torch\n{facts}"
    if name in FUNCTIONS:
        return notebook([start, FUNCTIONS[name]])
    return notebook([start, CODE[name], ENDINGS.get(name, WRONG)])


def _deep() -> str:
    return "[" * 200_000


BROKEN = {  # what stands in 01_permutation.ipynb of a folder
    "cut short": lambda: json.dumps(notebook(["x = 1"]))[:-20],
    "empty": lambda: "",
    "blank": lambda: "  \n",
    "a hundred megabytes": lambda: json.dumps(notebook(["#" * (100 << 20)])),
    "deeply nested": _deep,
    "deeply nested and whole": lambda: '{"cells":' + "[" * 50_000 + "]" * 50_000 + "}",
    "a list": lambda: "[]",
    "cells that are none": lambda: json.dumps({"cells": "abc", "nbformat": 4}),
    "odd cells": lambda: json.dumps(
        {"cells": [None, 3, {"cell_type": "code", "source": 5}, {"cell_type": "code"}]}
    ),
    "not UTF-8": lambda: json.dumps(notebook(["x = 1"])).encode() + b"\xe9\xff",
    "a merge conflict": lambda: "<<<<<<< HEAD\n" + json.dumps(notebook(["x = 1"])),
    "format 3": lambda: json.dumps({"nbformat": 3, "worksheets": [{"cells": []}]}),
    "a number without end": lambda: '{"nbformat":' + "9" * 10_000 + "}",
    "a hundred thousand cells": lambda: json.dumps(notebook(["x = 1"] * 100_000)),
    "nothing but ends of lines": lambda: json.dumps(notebook(["\n" * 190_000] * 40)),
    "deep metadata": lambda: json.dumps(notebook(["x = 1"])).replace(
        '"metadata": {}', '"metadata": ' + '{"a":' * 900 + "1" + "}" * 900
    ),
    "no Python": lambda: json.dumps(notebook(["def (((", "\x00", "(" * 10_000, "-" * 100_000 + "1"])),
}

NAMES = (  # of folders, each with a wrong answer
    "spaces and 'quotes' \"both\"",
    "emoji 😀 and ünïcode",
    "..",
    "..evil",
    "a;rm -rf ~ &",
    "=HYPERLINK(1)",
    "<script>alert(1)</script>".replace("/", "\N{DIVISION SLASH}"),
    "new\nline\tand\x1b[2J",
    "-rf",
    "x" * 200,
    "%2e%2e%2f",
)


def write_all(folder: Path, out: Path, only: tuple[str, ...] = ()) -> list[str]:
    """Write the suite, or some of it, as submissions; the names of the hostile students."""
    made = []

    def wanted(name: str) -> bool:
        return (not only or name in only) and not made.append(name)

    for name in (*CODE, *FUNCTIONS):
        if wanted(name):
            write(folder / name / "01_permutation.ipynb", attack(name, out))
    for name, content in BROKEN.items():
        if wanted(name):
            write(folder / name / "01_permutation.ipynb", content())
    for name in NAMES:
        if name != ".." and wanted(name):
            write(folder / name / "01_permutation.ipynb", attack("exit", out))
    if wanted("changes the points"):
        nb = json.loads(layout.lab(1).notebook.read_text(encoding="utf-8"))
        for cell in nb["cells"]:
            for facts in ("xlnet_mini", "nbgrader"):
                if "points" in cell["metadata"].get(facts, {}):
                    cell["metadata"][facts]["points"] = 100
        write(folder / "changes the points" / "01_permutation.ipynb", nb)
    if wanted("a folder named like a notebook"):
        (folder / "a folder named like a notebook" / "01_permutation.ipynb").mkdir(parents=True)
    if wanted("a link to the solutions"):
        (folder / "a link to the solutions").mkdir()
        os.symlink(layout.lab(1).solution, folder / "a link to the solutions" / "01_permutation.ipynb")
    if wanted("a link as a folder"):
        os.symlink(layout.ROOT / "solutions", folder / "a link as a folder")
    if wanted("a linked folder inside"):
        (folder / "a linked folder inside").mkdir()
        os.symlink(layout.ROOT / "solutions", folder / "a linked folder inside" / "labs")
    if wanted("a pipe"):
        (folder / "a pipe").mkdir()
        os.mkfifo(folder / "a pipe" / "01_permutation.ipynb")
    if wanted("nothing at all"):
        (folder / "nothing at all").mkdir()
    return made
