"""Build the notebooks: from each lab's source and the package to labs/ (stubs) and solutions/ (solved, run).

Both are generated and committed. `build --check` compares the committed cells and metadata with what the source
gives, byte for byte; outputs are left to nbval, since pictures and last digits differ between machines.
"""

import argparse
import json
import os
import re
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from . import ledger
from .layout import LABS, PACKAGE, ROOT, CourseError, Lab, lab
from .slots import Source
from .taught import reference_hashes

REFERENCE = PACKAGE / "course" / "reference.json"
SIZE_LIMIT = 1_000_000
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def notebook(source: Source, solved: bool) -> NotebookNode:
    """The notebook of a lab without outputs."""
    nb = nbformat.v4.new_notebook(cells=source.cells(solved))
    nb.metadata = nbformat.from_dict(
        {
            "kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"},
            "language_info": {"name": "python"},
            "xlnet_mini": {"lab": source.lab.number},
        }
    )
    nb.nbformat, nb.nbformat_minor = 4, 5
    nbformat.validate(nb)
    return nb


def read_source(which: Lab) -> Source:
    if not which.source.exists():
        raise CourseError(f"Lab {which.number} has no source: {which.source.relative_to(ROOT)} is missing.")
    return Source(which, which.source.read_text(encoding="utf-8"))


def run(nb: NotebookNode, folder: Path) -> NotebookNode:
    """Execute a solved notebook where it will lie, and normalise what it stores."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    os.environ["XLNET_MINI_NO_GRADUATE"] = "1"
    os.environ.setdefault("XLNET_MINI_PRESET", "cpu")  # a solution shows real training: about 5 CPU-minutes
    # nbclient fails with widgets unless it stores their state; it is dropped below
    client = NotebookClient(
        nb,
        timeout=1200,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
    )
    try:
        client.execute()
    except CellExecutionError as exc:
        raise CourseError(f"a cell of the solved notebook raised {exc.ename}: {exc.evalue}") from None
    return normalise(nb)


def normalise(nb: NotebookNode) -> NotebookNode:
    """Keep what a reader sees; drop widget state, addresses, timestamps and progress bars."""
    nb.metadata.pop("widgets", None)
    nb.metadata.language_info = nbformat.from_dict({"name": "python"})  # the kernel adds its version
    count = 0
    for cell in nb.cells:
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.metadata.pop("execution", None)
        kept = []
        for out in cell.outputs:
            if out.output_type == "stream" and out.name == "stderr":
                if "nbval-ignore-output" not in cell.metadata.get("tags", []):
                    raise CourseError(
                        f"cell {cell.id} of the solved notebook wrote to stderr: {out.text[:200]}"
                    )
                continue
            if out.output_type == "stream" and kept and kept[-1].output_type == "stream":
                kept[-1].text += out.text  # how a stream is cut into messages depends on the moment
                continue
            if out.output_type == "execute_result":
                out.execution_count = count
            if "data" in out:
                live = out.data.pop(WIDGET_VIEW, None)
                if live and "%|" in out.data.get(
                    "text/plain", ""
                ):  # a progress bar; without its widget at 0 %
                    continue
                if "text/plain" in out.data:
                    out.data["text/plain"] = re.sub(r"0x[0-9a-f]{6,16}", "0x0", out.data["text/plain"])
            kept.append(out)
        cell.outputs = kept
    return nb


def keep_measurements(nb: NotebookNode, stored: Path) -> NotebookNode:
    """If no cell's source has changed, outputs that differ from run to run (timings) stay as they are stored."""
    if not stored.exists():
        return nb
    old = nbformat.read(stored, as_version=nbformat.NO_CONVERT)
    if [c.source for c in old.cells] == [c.source for c in nb.cells]:
        for cell, before in zip(nb.cells, old.cells, strict=True):
            if "nbval-ignore-output" in cell.metadata.get("tags", []) and before.outputs:
                cell.outputs = before.outputs
    return nb


def text_of(nb: NotebookNode) -> str:
    return nbformat.writes(nb, version=nbformat.NO_CONVERT) + "\n"


def without_outputs(text: str) -> str:
    nb = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
    for cell in nb.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return text_of(nb)


def reference_text() -> str:
    return json.dumps(reference_hashes(), indent=1, sort_keys=True) + "\n"


def build(labs: tuple[Lab, ...]) -> None:
    """Write the notebooks of these labs, and the hashes of the reference's functions."""
    refuse_over_students_code()
    for which in labs:
        source = read_source(which)
        student = notebook(source, solved=False)
        solved = run(notebook(source, solved=True), which.solution.parent)
        text = text_of(keep_measurements(solved, which.solution))
        if len(text.encode()) > SIZE_LIMIT:
            raise CourseError(
                f"{which.solution.name} is {len(text.encode()) / 1e6:.1f} MB; the limit is 1 MB."
            )
        which.notebook.write_text(text_of(student), encoding="utf-8")
        which.solution.write_text(text, encoding="utf-8")
        print(f"built lab {which.name}: {summary(solved)}")
    REFERENCE.write_text(reference_text(), encoding="utf-8")


def summary(nb: NotebookNode) -> str:
    code = [c for c in nb.cells if c.cell_type == "code"]
    ignored = [c.id for c in code if "nbval-ignore-output" in c.metadata.get("tags", [])]
    listed = f"{len(ignored)} of {len(code)} code cells are not compared"
    return listed + (f" ({', '.join(ignored)})" if ignored else "")


def refuse_over_students_code() -> None:
    mine = ledger.graduated()
    if mine:
        raise CourseError(
            f"The package holds graduated code ({', '.join(mine)}): solutions are built from the reference. "
            "Run `python -m xlnet_mini.course restore` first."
        )


def differences(labs: tuple[Lab, ...]) -> list[str]:
    """Which committed files are not what their source gives."""
    refuse_over_students_code()
    stale = []
    for which in labs:
        source = read_source(which)
        for path, solved in ((which.notebook, False), (which.solution, True)):
            want = text_of(notebook(source, solved))
            if not path.exists() or without_outputs(path.read_text(encoding="utf-8")) != want:
                stale.append(str(path.relative_to(ROOT)))
            elif not solved and path.read_text(encoding="utf-8") != want:
                stale.append(f"{path.relative_to(ROOT)} (outputs in a student's notebook)")
    if not REFERENCE.exists() or REFERENCE.read_text(encoding="utf-8") != reference_text():
        stale.append(str(REFERENCE.relative_to(ROOT)))
    return stale


def preview(which: Lab, out: Path) -> None:
    """The solved lab as one HTML page, without touching the committed notebooks."""
    from nbconvert import HTMLExporter

    nb = run(notebook(read_source(which), solved=True), which.solution.parent)
    out.write_text(HTMLExporter().from_notebook_node(nb)[0], encoding="utf-8")
    print(f"wrote {out}")


def command(args: argparse.Namespace) -> int:
    labs = tuple(lab(n) for n in args.lab) if args.lab else LABS
    if args.preview:
        if len(labs) != 1:
            raise CourseError("--preview shows one lab: say which with --lab N.")
        preview(labs[0], args.preview)
        return 0
    if not args.check:
        build(labs)
        return 0
    stale = differences(labs)
    for path in stale:
        print(
            f"{path} is not what its source builds: run `python -m xlnet_mini.course build`", file=sys.stderr
        )
    if not stale:
        print(f"{len(labs)} labs are what their sources build")
    return 1 if stale else 0


def add_parser(sub: argparse._SubParsersAction) -> None:
    p = sub.add_parser("build", help="build the notebooks from their sources and the package")
    p.add_argument("--lab", type=int, action="append", help="only this lab (may be given several times)")
    p.add_argument(
        "--check", action="store_true", help="write nothing; fail if a committed notebook is stale"
    )
    p.add_argument("--preview", type=Path, metavar="HTML", help="write one solved lab as a web page instead")
    p.set_defaults(command=command)
