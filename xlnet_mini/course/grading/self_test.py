"""Before anything is graded: behind the walls a right answer must be found right, and nothing of ours be seen."""

from .. import layout
from ..exercise import evaluate
from ..source_text import function_source
from ..taught import taught
from .child_package import package_of
from .fork_server import CannotIsolate, Zygote
from .sandbox import Gone, Limits

LOOK = """
import importlib.util, os, socket
def reachable(action):
    try:
        action()
    except Exception:
        return False
    return True
seen = [p for p in {paths} if os.path.exists(p)]
if importlib.util.find_spec("transformers"):
    seen.append("transformers")
if reachable(lambda: open("/proc/1/cmdline").read()):
    seen.append("other processes")
if reachable(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("192.0.2.1", 9))):
    seen.append("the network")
"""


def self_test(zygote: Zygote, walls: bool) -> None:
    """Raises CannotIsolate, with what was seen, if the walls do not hold or answers cannot be judged behind them."""
    one = taught(0)[0]
    process = zygote.fork(package_of(one.lab), Limits(seconds=120))
    try:
        error = process.run("<cell 1>", function_source(one.path, one.function))
        with process.exercise():
            result = evaluate(one.exercise.id, process.answer(one.exercise))
        if error or not result.right:
            raise CannotIsolate(
                f"a right answer is not found right behind the walls: {error or result.message}"
            )
        if walls:
            _look_through(process)
    except (Gone, LookupError) as exc:
        raise CannotIsolate(f"a student's process does not work here: {exc}") from None
    finally:
        process.close()


def _look_through(process) -> None:
    paths = [str(layout.PACKAGE), str(layout.ROOT / "solutions"), "/etc/passwd"]
    process.run("<cell 2>", LOOK.format(paths=paths))
    header, decoder = process.ask("find", name="seen", callable=False)
    seen = decoder(header.get("value"))
    if seen:
        raise CannotIsolate(f"the walls do not hold: a submission would see {', '.join(map(str, seen))}")
