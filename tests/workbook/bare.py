"""A Python that lacks what a browser lacks, and a notebook that is run in it:

    python tests/workbook/bare.py notebooks/03-tetris-cube.ipynb [numpy ...]

prints what its code cells say, as JSON; the packages that are named are gone as well. Everything taken away
is what Pyodide 314 has not: threads, processes and a second processor, OR-Tools and psutil, the clock of
a thread; and clasp cannot search in a thread. There is no kernel either: the cells run in IPython's own
shell.
"""

import json
import os
import platform
import signal
import subprocess
import sys
import threading
import time
from importlib.machinery import PathFinder
from pathlib import Path

ROOT = Path(__file__).parents[2]
LACKING = "ortools psutil gurobipy distributed dask _multiprocessing".split()
GONE = {
    os: "forkpty posix_spawn posix_spawnp sched_getaffinity",
    signal: "pthread_kill",  # but setitimer stays: what stops an answer in Pyodide is Pyodide's own
    time: "thread_time thread_time_ns",
}
STARTS = "subprocess.Popen", "os.system", "os.fork", "os.exec", "_thread.start_new_thread"


class Finder(PathFinder):
    """Finds no package that is lacking."""

    @classmethod
    def find_spec(cls, name: str, path=None, target=None):
        lacks = name.partition(".")[0] in LACKING
        return None if lacks else super().find_spec(name, path, target)


def take_away(*packages: str) -> None:
    """From now on this Python does what Pyodide's does; these packages are gone as well."""
    LACKING.extend(packages)
    sys.meta_path[sys.meta_path.index(PathFinder)] = Finder
    for module, names in GONE.items():
        for name in names.split():
            vars(module).pop(name, None)
    os.cpu_count = lambda: 1
    platform.machine = lambda: "wasm32"  # for which no library is built that ctypes could open
    threading.Thread.start = refuse_thread
    subprocess.Popen.__init__ = refuse_process
    sys.addaudithook(refuse_start)
    if "clingo" not in LACKING:
        import clingo

        solve = clingo.Control.solve
        clingo.Control.solve = lambda *given, **options: solve(*given, **in_no_thread(**options))


def refuse_thread(_) -> None:
    raise RuntimeError("can't start new thread")


def refuse_process(*_, **__) -> None:
    raise OSError(138, "emscripten does not support processes.")


def refuse_start(event: str, _) -> None:
    """Refuse what goes round the two functions above."""
    if event in STARTS:
        raise OSError(138, f"{event}: Function not implemented")


def in_no_thread(async_: bool = False, **options) -> dict:
    if async_:
        raise RuntimeError("Solve strategy not supported!")
    return options


# -------- a notebook


def run_cells(sources: list[str]) -> list[dict]:
    """Return for each cell its first line and its seconds, the texts that it shows, and its error as a
    notebook shows it: a list of lines."""
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output
    from traitlets.config import Config

    shell = InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))
    shell.colors, errors = "nocolor", []
    shell._showtraceback = lambda kind, error, lines: errors.extend(lines)
    ran = []
    for source in sources:
        start = time.process_time()
        errors.clear()
        with capture_output() as captured:
            shell.run_cell(source)
        shown = [output.data.get("text/plain", "") for output in captured.outputs]
        ran.append({
            "source": source,
            "seconds": round(time.process_time() - start, 2),
            "shown": shown,
            "printed": captured.stdout + captured.stderr,
            "error": "\n".join(errors),
        })  # fmt: skip
    return ran


def code_cells(path: str) -> list[str]:
    cells = json.loads(Path(path).read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


if __name__ == "__main__":
    take_away(*sys.argv[2:])
    sys.path.insert(0, str(ROOT))
    sources = code_cells(sys.argv[1])
    os.chdir(ROOT / "notebooks")
    print(json.dumps(run_cells(sources)))
