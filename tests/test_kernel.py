"""Cells that hang, flood or kill their kernel; the cells after them run all the same."""

import pytest

from xlnet_mini.course.kernel import Kernel, NotebookRun

LOOPS = {
    "loop": "while True: pass",
    "prints": "while True: print(1)",
    "displays": "while True: display(1)",
    "swallows one": "import time\ntry: time.sleep(99)\nexcept BaseException: pass\ntime.sleep(99)",
    "swallows all": "while True:\n    try: time.sleep(99)\n    except BaseException: pass",
}
DEATHS = ["import os\nos._exit(1)", "exit()", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"]


@pytest.fixture
def run(tmp_path):
    opened = []

    def start(sources, limit=60.0, why_skip=lambda i: ""):
        def kernel():
            return Kernel(tmp_path)

        opened.append(NotebookRun(sources, kernel, lambda i: limit, why_skip, lambda i: True))
        return opened[-1]

    yield start
    for notebook in opened:
        notebook.close()


def text(cell) -> str:
    return "".join(o.text for o in cell.outputs if o.output_type == "stream")


def test_cells_that_never_end_are_stopped_and_the_next_ones_run(run):
    cells = ["x = 0"]
    for source in LOOPS.values():
        cells += [source, "x += 1\nprint(x)"]
    notebook = run(cells, limit=1.5)
    for number, name in enumerate(LOOPS):
        stopped = "killed" if name == "swallows all" else "interrupted"
        assert notebook.cell(2 * number + 1).stopped == stopped, name
        # after a kill, a new kernel has run the earlier cells once more
        assert text(notebook.cell(2 * number + 2)).strip() == str(number + 1), name
    assert notebook.starts == 2


def test_cells_that_kill_the_kernel_are_named_and_the_next_ones_run(run):
    cells = ["x = 1"]
    for source in DEATHS:
        cells += [source, "print(x)"]
    notebook = run(cells)
    for number, source in enumerate(DEATHS):
        assert notebook.cell(2 * number + 1).stopped == "died", source
        assert text(notebook.cell(2 * number + 2)).strip() == "1"


def test_outputs_are_what_a_notebook_would_show(run):
    cells = [
        "from IPython.display import clear_output\nprint('a')\nclear_output()\nprint('b')",
        "h = display('c', display_id=True)\nh.update('d')",
        "print('x' * 10_000_000)\n1",
        "import os\nprint(os.environ['XLNET_MINI_NO_GRADUATE'], os.environ['XLNET_MINI_PRESET'])",
        "never",
    ]
    notebook = run(cells, why_skip=lambda i: "for a reason" if i == 4 else "")
    assert text(notebook.cell(0)) == "b\n"
    assert notebook.cell(1).outputs[0].data["text/plain"] == "'d'"
    assert notebook.cell(2).outputs[-1].data["text/plain"] == "1"
    assert len(text(notebook.cell(2))) <= 1_000_000
    assert text(notebook.cell(3)) == "1 smoke\n"
    assert notebook.cell(4).skipped == "for a reason" and notebook.cell(4).failed


def test_waiting_for_the_processor_is_no_work(run):
    """A cell of a busy machine gets more time on the clock than it may compute."""
    sources = ["import time", "time.sleep(1.5)\nprint('woke')", "while True: pass", "time.sleep(60)"]
    notebook = run(sources, limit=1.0)
    assert text(notebook.cell(1)).strip() == "woke" and not notebook.cell(1).stopped
    # the message names the limit that the cell did reach: seconds of work, or three times as many on the clock
    assert (notebook.cell(2).stopped, notebook.cell(2).limit) == ("interrupted", 1)
    assert (notebook.cell(3).stopped, notebook.cell(3).limit) == ("interrupted", 3)
