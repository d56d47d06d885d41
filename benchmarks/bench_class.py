"""Measure how much a class of students takes: for each lesson the most memory of a kernel and its processor
time, with the notebook run once from top to bottom as students get it; and the memory of JupyterLab itself.

python benchmarks/bench_class.py [--only 00 01]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
import psutil
from _measure import memory, table, work
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell
from traitlets.config import Config

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
PROBE = (
    f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import bench_class; bench_class.tell()"
)
RUNNING = re.compile(r"https?://\S+/lab")
ENCRYPTED = Config(
    {"KernelManager": {"transport_encryption": "auto"}}
)  # else each kernel warns that it is not
SECONDS = 3600  # for a cell


def tell() -> None:
    """Print, in a kernel: its most memory in MB, and its CPU seconds, those of its helpers included."""
    print(memory(), round(work(), 1))


def measure(notebook: Path) -> list:
    """Run a notebook in a kernel of its own; return its name, the numbers of `tell`, and the seconds."""
    book, start = nbformat.read(notebook, 4), time.perf_counter()
    book.cells.append(new_code_cell(PROBE))
    place = {"metadata": {"path": str(notebook.parent)}}
    settings = {"timeout": SECONDS, "allow_errors": True, "resources": place, "config": ENCRYPTED}
    NotebookClient(book, **settings).execute()
    megabytes, seconds = book.cells[-1].outputs[0].text.split()
    return [notebook.stem, megabytes, seconds, f"{time.perf_counter() - start:.0f}"]


def server_memory() -> int:
    """The memory in MB of a JupyterLab that has just started, without a kernel."""
    with tempfile.TemporaryDirectory() as folder:
        private = {f"JUPYTER_{name}_DIR": folder for name in ("CONFIG", "DATA", "RUNTIME")}
        words = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0"]
        with subprocess.Popen(
            words, cwd=NOTEBOOKS, env=os.environ | private, stderr=subprocess.PIPE, text=True
        ) as server:
            next(line for line in server.stderr if RUNNING.search(line))
            found = psutil.Process(server.pid).memory_info().rss
            server.terminate()
            server.communicate()
    return found // 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how much a class of students takes.")
    parser.add_argument("--only", nargs="*", default=[""], metavar="NN", help="lessons by their numbers")
    chosen = tuple(parser.parse_args().only)
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}; JupyterLab alone: {server_memory()} MB")
    lessons = (path for path in sorted(NOTEBOOKS.glob("[0-9][0-9]-*.ipynb")) if path.name.startswith(chosen))
    head = ["lesson", "kernel MB", "CPU seconds", "seconds"]
    table("Each notebook, run once as students get it", head, [measure(path) for path in lessons])


if __name__ == "__main__":
    main()
