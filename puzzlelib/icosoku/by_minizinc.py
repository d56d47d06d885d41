"""MiniZinc: any model solved by Gecode or Chuffed, and 3coSoKu by the models in programs/, each of which runs
with plain `minizinc` too.

MiniZinc is a program, not a package. Where it is not installed, or has no Chuffed, Node runs it instead
(cp/minizinc.mjs). Every solve is a process of its own, which a time limit or an interrupt ends with all its
children.

References: N. Nethercote et al., MiniZinc: Towards a Standard CP Modelling Language, 2007; www.minizinc.org;
www.gecode.org; G. Chu, Improving Combinatorial Optimization, 2011 (Chuffed).
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from ..common.clock import Clock, Stop, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_choice, check_int, check_limit, short
from ..ilp.solvers import MOST_SEED, watched
from .minizinc_messages import SOLVERS, Ran, read
from .puzzle import Arranged, Arrangement, Cosoku, a_puzzle

FOLDER = Path(__file__).parent / "programs"
MODEL, ORDER, RESTARTS = (FOLDER / f"cosoku{name}.mzn" for name in ("", "-order", "-restarts"))
ENGINES = {"gecode": ("gecode", ()), "gecode-restarts": ("gecode", (RESTARTS,)), "chuffed": ("chuffed", ())}
HERE = ("native", "node")  # how a solver may run
OLDEST = (2, 6)  # the first MiniZinc that tells what it does as JSON
NODE = ("--liftoff-only",)  # compile quickly rather than well: most of the time of a small model is Node's
GRACE = 0.5  # seconds that MiniZinc has to end by itself when its time is up
MOST = 10**9  # milliseconds, or solutions, in an option: solvers fail with more


# -------- is it here?


def available() -> dict[str, str]:
    """For each solver how it runs here: "native", "node", or a line that says how to get it.

    >>> sorted(available())
    ['chuffed', 'gecode']
    """
    return {solver: how(solver) for solver in SOLVERS}


def how(solver: str) -> str:
    native = program("minizinc", "MINIZINC")
    if native and solver in solvers_of(native):
        return "native"
    if program("node", "NODE") and (FOLDER / "node_modules/minizinc/package.json").is_file():
        return "node"
    return advice(solver, bool(native) and not solvers_of(native))


def program(name: str, variable: str) -> str | None:
    """Path of a program; an environment variable may name another one."""
    return shutil.which(os.environ.get(variable) or name)


@cache
def solvers_of(path: str) -> tuple[str, ...]:
    """Those of the `SOLVERS` that an installed MiniZinc has; none if it does not start, or is too old."""
    version = re.search(r"version (\d+)\.(\d+)", output_of(path, "--version"))
    if not version or tuple(map(int, version.groups())) < OLDEST:
        return ()
    found = output_of(path, "--solvers-json")
    return tuple(solver for solver in SOLVERS if re.search(rf'"id": *"[\w.]*\b{solver}"', found))


def output_of(path: str, option: str) -> str:
    """What a program prints; "" if it does not start."""
    with suppress(OSError, subprocess.TimeoutExpired):
        no_input = subprocess.DEVNULL
        return subprocess.run(
            [path, option], capture_output=True, text=True, timeout=30, stdin=no_input
        ).stdout
    return ""


def advice(solver: str, old: bool = False) -> str:
    from ..common.installation import MINIZINC

    by_node = f'with Node.js (nodejs.org): npm ci --ignore-scripts --prefix "{FOLDER}"'
    if solver == "chuffed":
        return f"Chuffed is missing; it comes {by_node}"
    fault = "MiniZinc is too old, or does not start" if old else "MiniZinc is missing"
    package = MINIZINC.get(sys.platform, MINIZINC["linux"])
    return f"{fault}; it comes with {package}, from www.minizinc.org, or {by_node}"


def command(solver: str) -> list[str]:
    """The words that call a solver. `PuzzleError` says how to get it."""
    here = how(check_choice("solver", solver, SOLVERS))
    if here not in HERE:
        raise PuzzleError(here)
    native = here == "native"
    node = [program("node", "NODE"), *NODE, str(FOLDER / "minizinc.mjs")]
    return [*([program("minizinc", "MINIZINC")] if native else node), "--solver", solver]


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
    """Solve a model, a text or the path of a .mzn file, or several that belong together: at most `limit`
    solutions (None: all).

    A text may include the files in programs/. An interrupt gives what was found so far. Errors:
    `PuzzleError`, with the line that MiniZinc does not understand, or the way to get a solver.

    >>> # run(*example).solutions is [{'x': 3}], where MiniZinc is
    >>> example = "int: n; var 1..n: x; constraint x > 2;", "n = 3;"
    >>> run(*example, "abacus")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: solver 'abacus': choose one of gecode, chuffed
    """
    clock, parts = Clock(time_limit), parts_of(model)
    time_limit = None if time_limit is None else min(time_limit, MOST // 1000)
    limit = check_limit(limit) or inf
    check_int("seed", seed, most=MOST_SEED)
    sources = files_of(parts, data)
    files = beside(parts) | sources
    child = Child([*command(solver), *options(limit, time_limit, seed), *sources])
    try:
        with TemporaryDirectory(prefix="minizinc-", ignore_cleanup_errors=True) as folder:
            for name, text in files.items():
                Path(folder, name).write_text(text, encoding="utf-8", errors="replace")
            most = None if time_limit is None else time_limit + GRACE
            _, cut = watched(lambda: child.run(folder), child.end, stop, most)
    except KeyboardInterrupt:  # before or after the watch
        cut = Ending.INTERRUPT
    ran = read(child.output, files, solver)
    ran.seconds, late = clock.seconds(), time_limit is not None and clock.seconds() >= time_limit
    if not (cut or late or ran.complete or len(ran.solutions) >= limit):
        why = child.complaint or "it does not say why"
        raise PuzzleError(f"{SOLVERS[solver]} gave up with status {child.status}: {why}")
    done = Ending.DONE if ran.complete else cut or (Ending.TIME_LIMIT if late else Ending.LIMIT)
    ran.stopped = cut if cut == Ending.INTERRUPT else done
    return ran


def parts_of(model) -> list[str | Path]:
    parts = [model] if isinstance(model, (str, Path)) or not isinstance(model, Iterable) else list(model)
    for part in parts:
        if not isinstance(part, (str, Path)):
            raise PuzzleError(
                f"model {short(part)}: must be a text, or the path of a .mzn file, or a list of them"
            )
    if not parts:
        raise PuzzleError("model: the list of its parts is empty")
    return parts


def files_of(parts: Sequence[str | Path], data: str) -> dict[str, str]:
    """The texts by the names of their files: model.mzn, model-2.mzn … and data.dzn; a path keeps its name."""
    found = {}
    for number, part in enumerate(parts, 1):
        if isinstance(part, Path):
            found[part.name] = text_of(part)
        else:
            found[f"model-{number}.mzn" if number > 1 else "model.mzn"] = part
    if not isinstance(data, str):
        raise PuzzleError(
            f"data {short(data)}: must be a text, such as \"n = 4;\"; data(puzzle) makes that of a puzzle"
        )
    return found | {"data.dzn": data}


def text_of(path: Path) -> str:
    try:
        # A pipe or a device might never end.
        if path.suffix != ".mzn" or path.exists() and not path.is_file():
            raise PuzzleError(f"model {str(path)!r}: must be a .mzn file")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise PuzzleError(f"model {str(path)!r}: cannot be read") from None


def options(limit: float, time_limit: float | None, seed: int) -> Iterator[str]:
    yield from "--json-stream --output-mode json --statistics --random-seed".split()
    yield str(seed + 1)  # to Gecode 0 is the same as 1
    if limit > 1:
        yield from ("--all-solutions",) if limit == inf else ("--num-solutions", str(min(limit, MOST)))
    if time_limit is not None:
        yield from ("--time-limit", str(max(1, round(1000 * time_limit))))


def beside(parts: Sequence[str | Path]) -> dict[str, str]:
    """What `include` may name: the models in programs/, and those that stand beside a given path."""
    found = {}
    for folder in (FOLDER, *(part.parent for part in parts if isinstance(part, Path))):
        for path in folder.glob("*.mzn"):
            with suppress(PuzzleError):  # whether one that cannot be read is wanted, MiniZinc knows
                found[path.name] = text_of(path)
    return found


class Child:
    """A process in a session of its own, so that it can be ended with all that it started. `output` and
    `complaint`: what it printed."""

    def __init__(self, words: list[str]):
        self.words, self.process = words, None
        self.output, self.complaint, self.status = "", "", 0

    def run(self, folder: str) -> None:
        """Until it ends by itself, or somebody ends it. What it leaves behind goes with the folder."""
        self.process = subprocess.Popen(
            self.words,
            cwd=folder,
            env=os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        self.output, self.complaint = self.process.communicate()
        self.status = self.process.returncode

    def end(self) -> None:
        """End it and all that it started, if it runs."""
        if self.process is None or self.process.poll() is not None:
            return
        started = family(self.process.pid)
        self.process.kill()  # it first: then nobody starts any more
        for one in {*started, *family(self.process.pid)}:
            with suppress(psutil.Error):
                one.kill()


def family(pid: int) -> set[psutil.Process]:
    """The processes that a child started. MiniZinc puts its solver in another group, but never in another
    session."""
    with suppress(psutil.Error):
        if os.name == "nt":
            return set(psutil.Process(pid).children(recursive=True))
    return {one for one in psutil.process_iter() if one.pid != pid and session(one.pid) == pid}


def session(pid: int) -> int:
    """The session of a process; 0 for one that has ended."""
    with suppress(OSError, AttributeError):
        return os.getsid(pid)
    return 0


# -------- 3coSoKu


def data(puzzle: Cosoku) -> str:
    """The puzzle as data for programs/cosoku.mzn.

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
    """A vertex's name as MiniZinc takes it: small letters are for the words of the language and for the
    model.

    >>> identifier("Z1"), identifier("div")
    ('Z1', 'V_div')
    """
    return name if name[0].isupper() and name not in ("FACE", "TILE", "VERTEX") else f"V_{name}"


def arrange(puzzle: Cosoku, solver: str = "gecode", *, break_symmetry: bool = True, **limits) -> Arranged:
    """One arrangement by "gecode", "gecode-restarts" (random values, and a fresh start after some dead ends)
    or "chuffed". The limits are `time_limit`, `seed` and `stop` of `run`.

    With `break_symmetry`, programs/cosoku-order.mzn joins in. The seed changes nothing in "gecode". Errors:
    `PuzzleError`.

    >>> from puzzlelib.icosoku import icosoku
    >>> # with a solver that is here: an arrangement that solves the puzzle
    >>> arrange(icosoku(seed=1), "abacus")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: solver 'abacus': choose one of gecode, gecode-restarts, chuffed
    """
    program, more = ENGINES[check_choice("solver", solver, ENGINES)]
    ran = run([MODEL, *[ORDER] * bool(break_symmetry), *more], data(puzzle), program, **limits)
    arrangement = arrangement_of(puzzle, ran.solutions[0]) if ran.solutions else None
    stopped = Ending.DONE if arrangement else ran.stopped
    if ran.stopped in (Ending.INTERRUPT, Ending.STOPPED):
        stopped = Ending.INTERRUPT
    return Arranged(arrangement, solver, ran.seconds, stopped, ran.nodes, ran.said)


def arrangement_of(puzzle: Cosoku, solution: dict) -> Arrangement:
    """A solution of programs/cosoku.mzn as an arrangement, not judged yet."""
    return tuple(map(puzzle.placed, solution["put"], solution["turn"]))
