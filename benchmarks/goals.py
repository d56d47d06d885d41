"""How fast this project means to be, and how fast it is.

    python benchmarks/goals.py [--only WORD] [--rounds N] [--beside FOLDER ...]

Each figure is processor seconds of a whole process, its start included, unless its line says otherwise; the
commands take turns, so that a busy machine is as busy for one as for the other. Of several rounds the median
counts. `--beside` measures other checkouts of this repository by turns with this one.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from _measure import PROCESSORS, memory, table, work

ROOT = Path(__file__).parent.parent
COUNT, SOLVE = ["-m", "puzzlelib", "count"], ["-m", "puzzlelib", "solve"]
YS = """
box: [5, 5, 5]
pieces: [{name: Y, copies: 25, cells: [[0,0,0], [1,0,0], [2,0,0], [3,0,0], [1,1,0]]}]
"""
FILES = {"25-ys.yaml": YS}


@dataclass(frozen=True)
class Measure:
    """The words that python is started with. `says`: the figure is what it prints, not what it takes.
    `rounds`: no more than these. `processor`: one of PROCESSORS, whose level of instructions is used."""

    words: list[str]
    says: bool = False
    rounds: int = 5
    processor: str = ""


@dataclass(frozen=True)
class Goal:
    """A figure, and the bound that it is to keep."""

    what: str
    figure: str
    most: float | None = None
    least: float | None = None


def own(name: str, *words: str, **more) -> Measure:
    """A function of this file, in a process of its own."""
    return Measure([__file__, "--do", name, *words], **more)


MEASURES = {
    "soma": Measure([*COUNT, "soma"]),
    "tetracubes": Measure([*COUNT, "tetracubes-2x4x4"]),
    "3x20": Measure([*COUNT, "pentominoes-3x20"]),
    "6x10": Measure([*COUNT, "pentominoes-6x10"]),
    "tetris": Measure([*COUNT, "tetris-cube"]),
    "tetris, AVX2": Measure([*COUNT, "tetris-cube"], processor="AVX2"),
    "tetris, SSE4.2": Measure([*COUNT, "tetris-cube"], processor="SSE4.2"),
    "tetris, fixed": own("fixed", says=True),
    "bedlam": Measure([*COUNT, "bedlam-cube"]),
    "bedlam, AVX2": Measure([*COUNT, "bedlam-cube"], processor="AVX2"),
    "burrs": own("assemble_burrs"),
    "apart": own("apart_a_second", says=True),
    "25 Y": Measure([*SOLVE, "25-ys.yaml"]),
    "lesson 05": own("lesson_05", rounds=3),  # the first one compiles the bytecode
    "lesson 12": own("lesson_12", rounds=3),
    "IcoSoKu": own("instances_a_second", says=True, rounds=1),
    "tetris, two": own("by_two", "tetris-cube", says=True),
    "bedlam, two": own("by_two", "bedlam-cube", says=True),
    "IcoSoKu, two": own("icosoku_by_two", says=True, rounds=3),
    "atlas, two": own("atlas_by_two", says=True, rounds=3),
    "memory": own("memory_by_threads", says=True, rounds=1),
    **{f"{cores} cores": own("at_work", str(cores), says=True, rounds=1) for cores in (8, 16, 64)},
}
GOALS = [
    Goal("Soma Cube, counted", "soma", most=0.12),
    Goal("eight tetracubes, counted", "tetracubes", most=0.15),
    Goal("pentominoes in 3×20, counted", "3x20", most=0.15),
    Goal("pentominoes in 6×10, counted", "6x10", most=0.3),
    Goal("Tetris Cube, all but the search", "tetris, fixed", most=0.6),
    Goal("lesson 05, each cell", "lesson 05", most=6),
    Goal("lesson 12, each cell", "lesson 12", most=8),
    Goal("Tetris Cube, counted", "tetris", most=2.2),
    Goal("Tetris Cube, as a processor with AVX2 counts it", "tetris, AVX2", most=2.8),
    Goal("Tetris Cube, as a processor with SSE4.2 counts it", "tetris, SSE4.2", most=5),
    Goal("Bedlam Cube, counted", "bedlam", most=2.4),
    Goal("Bedlam Cube, as a processor with AVX2 counts it", "bedlam, AVX2", most=3),
    Goal("all burrs of the 25 notchable pieces, assembled and taken apart", "burrs", most=2),
    Goal("assemblies of these burrs taken apart in a second", "apart", least=12_000),
    Goal("25 Y's in a cube of 5, the first found", "25 Y", most=0.25),
    Goal("IcoSoKu: instances counted in a second", "IcoSoKu", least=200),
    Goal("Tetris Cube by two threads: times as fast, by the clock", "tetris, two", least=1.85),
    Goal("Bedlam Cube by two threads: times as fast, by the clock", "bedlam, two", least=1.85),
    Goal(
        "the paper's IcoSoKu counted by two threads: times as fast, by the clock", "IcoSoKu, two", least=1.5
    ),
    Goal("an atlas by two processes: times as fast, by the clock", "atlas, two", least=1.85),
    Goal("memory of this count by seven threads, times that by one", "memory", most=1.5),
    Goal("8 cores at work on the Tetris Cube, played through", "8 cores", least=0.9),
    Goal("16 cores at work on it, played through", "16 cores", least=0.9),
    Goal("64 cores at work on it, played through", "64 cores", least=0.9),
]
ELSEWHERE = {
    "the choice of an engine: at most 1.3 times the best one and 0.1 s": "bench_plan.py, half an hour",
    "pages: the first verdict within 3 s, the next within 0.5 s, 8 MB": "bench_live.py, in a browser",
    "cards: 100 ms from a key to the picture": "bench_keys.py, in a browser",
    "burrs by two threads": "taking apart uses one core: bench_burrs.py says why",
}


# -------- what is measured


def fixed() -> None:
    """Processor seconds of a count of the Tetris Cube before and after its search."""
    from puzzlelib.compiled import engine

    drive, searched = engine.drive, []

    def watched(*args, **more):
        start = time.process_time()
        try:
            return drive(*args, **more)
        finally:
            searched.append(time.process_time() - start)

    engine.drive = watched
    count("tetris-cube")
    print(time.process_time() - sum(searched))


def count(*words: str) -> None:
    """As the command does it, which says nothing."""
    from contextlib import redirect_stderr, redirect_stdout
    from io import StringIO

    from puzzlelib.__main__ import main

    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert main(["count", *words]) == 0


def assemble_burrs() -> None:
    """All solid burrs of notchable pieces, one of each orbit, and those among them that come apart."""
    import bench_burrs

    number, solutions = bench_burrs.assembled()
    done = bench_burrs.taken_apart(solutions)
    assert (number, len(done), len(bench_burrs.sets_of(done))) == (12597, 1063, 221)


def apart_a_second() -> None:
    """Of all 12,597 assemblies of notchable pieces."""
    import bench_burrs

    print(bench_burrs.apart_a_second())


def lesson_05() -> None:
    run_notebook("05-dancing-links")


def lesson_12() -> None:
    run_notebook("12-every-instance")


def instances_a_second() -> None:
    """Of the first chunk of the record, by two of its slices, tables included. Needs 8 GB."""
    from statistics import harmonic_mean

    from bench_tile_counts import slices

    print(harmonic_mean(rate for *_, rate in slices()))


def run_notebook(name: str) -> None:
    """A notebook as students get it, in a kernel."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4)
    place = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(notebook, timeout=3600, allow_errors=True, resources=place).execute()


def by_two(name: str) -> None:
    """How many times as fast two threads count as one does; a busy machine has no two cores to give."""
    from puzzlelib import load
    from puzzlelib.compiled import engine

    puzzle, taken = load(name), []
    puzzle.placements  # noqa: B018 (they are made)
    for workers in (1, 2):
        start = time.perf_counter()
        engine.count(puzzle, "rotations", workers=workers)
        taken.append(time.perf_counter() - start)
    print(taken[0] / taken[1])


def icosoku_by_two() -> None:
    """How many times as fast two threads count the arrangements of the paper's puzzle."""
    from puzzlelib.icosoku import icosoku, tally

    one, two = (tally(icosoku(), workers=workers) for workers in (1, 2))
    assert one.number == two.number
    print(one.seconds / two.seconds)


def atlas_by_two() -> None:
    """How many times as fast two processes make an atlas as one does."""
    from makers.design import find_puzzles
    from puzzlelib.common.workers import open_workers

    found, taken = [], []
    for workers in ("1", "2"):
        start = time.perf_counter()
        with open_workers(workers) as executor:
            found.append(find_puzzles((3, 3, 3), range(4, 6), 1, 200, executor=executor))
        taken.append(time.perf_counter() - start)
    assert found[0] == found[1]
    print(taken[0] / taken[1])


def peak(workers: str) -> None:
    """The megabytes that a count of the Tetris Cube takes."""
    from puzzlelib import load
    from puzzlelib.compiled import engine

    engine.count(load("tetris-cube"), "rotations", workers=int(workers))
    print(memory())


def memory_by_threads() -> None:
    """How many times as much memory seven threads take as one."""
    words = [sys.executable, __file__, "--do", "peak"]
    one, seven = (float(subprocess.check_output([*words, workers])) for workers in ("1", "7"))
    print(seven / one)


def at_work(cores: str) -> None:
    """The share of so many cores that is at work, from recorded chunks of the Tetris Cube."""
    from bench_cores import Record

    print(Record("tetris-cube", int(cores)).played(int(cores))[1])


BY_TWO = by_two, icosoku_by_two, atlas_by_two
RATES = apart_a_second, instances_a_second, *BY_TWO, peak, memory_by_threads, at_work
DONE_HERE = {one.__name__: one for one in (fixed, assemble_burrs, lesson_05, lesson_12, *RATES)}


# -------- the figures


def measured(measure: Measure, folder: Path, root: Path) -> float:
    """One figure of it, in the checkout `root`."""
    words = [str(folder / word) if word in FILES else word for word in measure.words]
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}  # as usual
    env = os.environ | compiled | {"PYTHONPATH": str(root)} | PROCESSORS.get(measure.processor, {})
    before = work()
    ran = subprocess.run([sys.executable, *words], cwd=root, env=env, capture_output=True, text=True)
    if ran.returncode:
        raise SystemExit(f"{' '.join(words)}: {ran.stderr[-500:]}")
    return float(ran.stdout) if measure.says else work() - before


def figures_of(names: list[str], rounds: int, roots: list[Path]) -> dict[tuple[Path, str], list[float]]:
    """So many rounds of everything, one after the other, and the checkouts by turns."""
    figures = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (Path(folder) / name).write_text(text)
        for number in range(rounds):
            for name in names:
                for root in roots if number < MEASURES[name].rounds else []:
                    figures[root, name].append(measured(MEASURES[name], Path(folder), root))
    return figures


def needed(goals: list[Goal]) -> list[str]:
    """The measures that these goals ask for, in their order."""
    asked = {goal.figure for goal in goals}
    return [name for name in MEASURES if name in asked]


def falls_short(goal: Goal, found: float) -> float:
    """By what part of its bound; 0 where it is kept."""
    if goal.most is not None:
        return max(0.0, found / goal.most - 1)
    return max(0.0, 1 - found / goal.least)


def row(goal: Goal, figures: dict[tuple[Path, str], list[float]], roots: list[Path]) -> list:
    """A line of the table: this checkout is the first."""
    found, *beside = (median(figures[root, goal.figure]) for root in roots)
    bound = f"at most {goal.most:g}" if goal.most is not None else f"at least {goal.least:g}"
    short = falls_short(goal, found)
    verdict = f"falls short by {short:.0%}" if short else "reached"
    return [goal.what, bound, *(f"{one:.2f}" for one in (*beside, found)), verdict]


def report(goals: list[Goal], figures: dict[tuple[Path, str], list[float]], roots: list[Path]) -> None:
    """The table."""
    rows = [row(goal, figures, roots) for goal in goals]
    head = ["what", "goal", *("beside" for _ in roots[1:]), "measured", ""]
    table("Goals: processor seconds, where the line says nothing else", head, rows)
    short = sum(row[-1] != "reached" for row in rows)
    print(f"\n{len(rows) - short} of {len(rows)} goals are reached.")
    table("Not measured here", ["what", "by"], [*ELSEWHERE.items()])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="goals in whose text this stands")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="other checkouts")
    parser.add_argument("--do", choices=DONE_HERE, help=argparse.SUPPRESS)
    said, words = parser.parse_known_args()
    if said.do:
        DONE_HERE[said.do](*words)
    else:
        chosen = [goal for goal in GOALS if said.only in goal.what]
        roots = [ROOT, *(folder.resolve() for folder in said.beside)]
        report(chosen, figures_of(needed(chosen), said.rounds, roots), roots)
