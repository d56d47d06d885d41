"""MiniZinc models solved by Gecode or Chuffed; 3coSoKu by those in programs/, which plain
`minizinc` runs too.

MiniZinc is a program, not a package. Where it, or its Chuffed, is not installed, Node runs it
(programs/minizinc.mjs). Every solve is a process, which a time limit or an interrupt ends with its
children.

References: N. Nethercote et al., MiniZinc: Towards a Standard CP Modelling Language, 2007;
www.minizinc.org; www.gecode.org; G. Chu, Improving Combinatorial Optimization, 2011 (Chuffed).
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from ..common.clock import Clock, Stop, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_choice, check_int, check_limit, short
from ..common.files import file_text
from ..common.machine import package
from ..ilp.solvers import MOST_SEED, run_in_thread
from .minizinc_messages import SOLVERS, Ran, read_messages
from .puzzle import Arranged, Arrangement, Cosoku, a_puzzle

FOLDER = Path(__file__).parent / "programs"
MODEL, ORDER, RESTARTS = (FOLDER / f"cosoku{name}.mzn" for name in ("", "-order", "-restarts"))
ENGINES = {"gecode": ("gecode", ()), "gecode-restarts": ("gecode", (RESTARTS,)), "chuffed": ("chuffed", ())}
HERE = ("native", "node")  # how a solver may run
OLDEST = (2, 6)  # the first MiniZinc that reports in JSON
NODE = ("--liftoff-only",)  # compile quickly: most of the time of a small model is Node's
GRACE = 0.5  # seconds that MiniZinc has to end by itself when its time is up
MOST_BYTES = 1_000_000  # of a model in a file
MOST = 10**9  # milliseconds, or solutions, in an option: solvers fail with more


# -------- installations


def available() -> dict[str, str]:
    """Return how each solver runs here: "native", "node", or a line that says how to get it.

    >>> sorted(available())
    ['chuffed', 'gecode']
    """
    return {solver: how_it_runs(solver) for solver in SOLVERS}


def how_it_runs(solver: str) -> str:
    native = find_program("minizinc")
    if native and solver in solvers_of(native):
        return "native"
    if find_program("node") and (FOLDER / "node_modules/minizinc/package.json").is_file():
        return "node"
    return advice(solver, bool(native) and not solvers_of(native))


def find_program(name: str) -> str | None:
    """Return the path of a program; a variable such as NODE may name another one."""
    return shutil.which(os.environ.get(name.upper()) or name)


@cache
def solvers_of(path: str) -> tuple[str, ...]:
    """Return the `SOLVERS` that an installed MiniZinc has; none if it does not start, or is too
    old."""
    version = re.search(r"version (\d+)\.(\d+)", output_of(path, "--version"))
    if not version or tuple(map(int, version.groups())) < OLDEST:
        return ()
    found = output_of(path, "--solvers-json")
    return tuple(solver for solver in SOLVERS if re.search(rf'"id": *"[\w.]*\b{solver}"', found))


def output_of(path: str, option: str) -> str:
    """Return the output of a program; "" if it does not start."""
    pipes = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL}
    with suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run([path, option], timeout=30, **pipes).stdout
    return ""


MINIZINC = {
    "linux": "sudo apt-get install minizinc",
    "darwin": "brew install minizinc",
    "win32": "the installer from https://www.minizinc.org",
}


def advice(solver: str, old: bool = False) -> str:
    by_node = f'with Node.js (nodejs.org): npm ci --ignore-scripts --prefix "{FOLDER}"'
    if solver == "chuffed":
        return f"Chuffed is missing; it comes {by_node}"
    fault = "MiniZinc is too old, or does not start" if old else "MiniZinc is missing"
    package = MINIZINC.get(sys.platform, MINIZINC["linux"])
    return f"{fault}; it comes with {package}, from www.minizinc.org, or {by_node}"


def command(solver: str) -> list[str]:
    """Return the words that call a solver. Errors: `PuzzleError` says how to get it."""
    here = how_it_runs(check_choice("solver", solver, SOLVERS))
    if here == "native":
        return [find_program("minizinc"), "--solver", solver]
    if here == "node":
        return [find_program("node"), *NODE, str(FOLDER / "minizinc.mjs"), "--solver", solver]
    raise PuzzleError(here)


# -------- any model


def run(
    model: str | Path | Iterable[str | Path],
    data: str = "",
    solver: str = "gecode",
    *,
    limit: int | None = 1,
    time_limit: float | None = None,
    seed: int = 0,
    stop: Stop = never,
) -> Ran:
    """Solve a model, a text or the path of a .mzn file, or several that belong together: at most
    `limit` solutions (None: all), within `time_limit` seconds.

    A text may include the files in programs/. An interrupt keeps the solutions so far. Errors:
    `PuzzleError`, with the line that MiniZinc does not understand, or the way to get a solver.

    >>> # run(*example).solutions is [{'x': 3}], where MiniZinc is
    >>> example = "int: n; var 1..n: x; constraint x > 2;", "n = 3;"
    >>> run(*example, "abacus")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: solver 'abacus': choose one of gecode, chuffed
    """
    clock, (sources, files) = Clock(time_limit), model_texts(model, data)
    time_limit = None if time_limit is None else min(time_limit, MOST // 1000)
    limit = check_limit(limit) or inf
    check_int("seed", seed, most=MOST_SEED)
    child = Child([*command(solver), *options(limit, time_limit, seed), *sources])
    try:
        with TemporaryDirectory(prefix="minizinc-", ignore_cleanup_errors=True) as folder:
            for name, text in files.items():
                Path(folder, name).write_text(text, encoding="utf-8", errors="replace")
            most = None if time_limit is None else time_limit + GRACE
            _, cut = run_in_thread(lambda: child.run(folder), child.end, stop, most)
    except KeyboardInterrupt:  # before or after the watch
        cut = Ending.INTERRUPT
    ran = read_messages(child.output, files, solver)
    ran.seconds, late = clock.seconds(), time_limit is not None and clock.seconds() >= time_limit
    if not (cut or late or ran.complete or len(ran.solutions) >= limit):
        why = child.complaint or "it does not say why"
        raise PuzzleError(f"{SOLVERS[solver]} gave up with status {child.status}: {why}")
    done = Ending.DONE if ran.complete else cut or (Ending.TIME_LIMIT if late else Ending.LIMIT)
    ran.stopped = cut if cut == Ending.INTERRUPT else done
    return ran


def model_texts(model, data: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the texts to solve by the names of their files (model.mzn, model-2.mzn …, data.dzn; a
    path keeps its name), and these with all that they may include. Errors: `PuzzleError`."""
    parts = [model] if isinstance(model, (str, Path)) or not isinstance(model, Iterable) else list(model)
    sources, folders = {}, [FOLDER]
    for number, part in enumerate(parts, 1):
        if isinstance(part, Path):
            sources[part.name] = read_model(part)
            folders.append(part.parent)
        elif isinstance(part, str):
            sources[f"model-{number}.mzn" if number > 1 else "model.mzn"] = part
        else:
            allowed = "must be a text, or the path of a .mzn file, or a list of them"
            raise PuzzleError(f"model {short(part)}: {allowed}")
    if not parts:
        raise PuzzleError("model: the list of its parts is empty")
    if not isinstance(data, str):
        allowed = 'must be a text, such as "n = 4;"; data(puzzle) makes that of a puzzle'
        raise PuzzleError(f"data {short(data)}: {allowed}")
    sources["data.dzn"] = data
    files = {}
    for path in (path for folder in folders for path in folder.glob("*.mzn")):
        with suppress(PuzzleError):  # one that cannot be read may not be included
            files[path.name] = read_model(path)
    return sources, files | sources


def read_model(path: Path) -> str:
    if path.suffix != ".mzn":
        raise PuzzleError(f"model {str(path)!r}: must be a .mzn file")
    return file_text(path, MOST_BYTES)


def options(limit: float, time_limit: float | None, seed: int) -> Iterator[str]:
    yield from "--json-stream --output-mode json --statistics --random-seed".split()
    yield str(seed + 1)  # to Gecode 0 is the same as 1
    if limit > 1:
        yield from ("--all-solutions",) if limit == inf else ("--num-solutions", str(min(limit, MOST)))
    if time_limit is not None:
        yield from ("--time-limit", str(max(1, round(1000 * time_limit))))


class Child:
    """A process with what it printed, `output` and `complaint`; `end` ends also the processes it
    started."""

    def __init__(self, words: list[str]):
        self.words, self.process = words, None
        self.output, self.complaint, self.status = "", "", 0

    def run(self, folder: str) -> None:
        """Run to the end, in a folder that takes its temporary files too."""
        self.process = subprocess.Popen(
            self.words,
            cwd=folder,
            env=os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # no Ctrl-C of the terminal
        )
        self.output, self.complaint = self.process.communicate()
        self.status = self.process.returncode

    def end(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        if not (psutil := package("psutil")):
            return self.process.kill()
        with suppress(psutil.Error):
            process = psutil.Process(self.process.pid)
            process.suspend()  # so that it starts no other process meanwhile
            for one in (*process.children(recursive=True), process):
                with suppress(psutil.Error):
                    one.kill()


# -------- 3coSoKu


def data(puzzle: Cosoku) -> str:
    """Return the puzzle as data for programs/cosoku.mzn.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> print(data(paper_tetrahedron()))
    VERTEX = {A, B, C, D};
    FACE = {ABC, ACD, ADB, BDC};
    corner = array2d(FACE, 0..2, [A,B,C, A,C,D, A,D,B, B,D,C]);
    capacity = [1, 2, 3, 4];
    dots = array2d(1..4, 0..2, [0,0,1, 0,0,2, 0,0,3, 1,1,2]);
    <BLANKLINE>
    """
    vertices = [identifier(vertex) for vertex in a_puzzle(puzzle).polyhedron.vertices]
    faces = [[vertices[corner] for corner in corners] for corners in puzzle.polyhedron.corners]
    names = map(("" if max(map(len, vertices)) == 1 else "_").join, faces)
    corners, dots = (", ".join(",".join(map(str, row)) for row in rows) for rows in (faces, puzzle.tiles))
    return (
        f"VERTEX = {{{', '.join(vertices)}}};\n"
        f"FACE = {{{', '.join(names)}}};\n"
        f"corner = array2d(FACE, 0..2, [{corners}]);\n"
        f"capacity = {list(puzzle.capacities)};\n"
        f"dots = array2d(1..{len(puzzle.tiles)}, 0..2, [{dots}]);\n"
    )


def identifier(name: str) -> str:
    """Return a vertex's name for MiniZinc, where small letters begin words of the language and the
    model.

    >>> identifier("Z1"), identifier("div")
    ('Z1', 'V_div')
    """
    return name if name[0].isupper() and name not in ("FACE", "TILE", "VERTEX") else f"V_{name}"


def arrange(puzzle: Cosoku, solver: str = "gecode", **limits) -> Arranged:
    """Find one arrangement by "gecode", "gecode-restarts" (random values, and a fresh start after
    some dead ends) or "chuffed". The limits are `time_limit`, `seed` and `stop` of `run`.

    The seed changes nothing in "gecode".
    Errors: `PuzzleError`.

    >>> from puzzlelib.icosoku import icosoku
    >>> # with a solver that is here: an arrangement that solves the puzzle
    >>> arrange(icosoku(seed=1), "abacus")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: solver 'abacus': choose one of gecode, gecode-restarts, chuffed
    """
    program, more = ENGINES[check_choice("solver", solver, ENGINES)]
    ran = run([MODEL, ORDER, *more], data(puzzle), program, **limits)
    arrangement = arrangement_of(puzzle, ran.solutions[0]) if ran.solutions else None
    stopped = Ending.DONE if arrangement else ran.stopped
    if ran.stopped in (Ending.INTERRUPT, Ending.STOPPED):
        stopped = Ending.INTERRUPT
    return Arranged(arrangement, solver, ran.seconds, stopped, ran.nodes, ran.said)


def arrangement_of(puzzle: Cosoku, solution: dict) -> Arrangement:
    """Return a solution of programs/cosoku.mzn as an arrangement, not verified."""
    return tuple(map(puzzle.placed, solution["put"], solution["turn"]))
