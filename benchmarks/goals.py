"""How fast this project means to be, and how fast it is.

    python benchmarks/goals.py [--only WORD] [--rounds N]

Each figure is processor seconds of a whole process, its start included, unless its line says otherwise; the
commands take turns, so that a busy machine is as busy for one as for the other. Of several rounds the median
counts; a ratio is taken round by round.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from _measure import PROCESSORS, table, work

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
    `cold`: nothing is compiled yet. `rounds`: no more than these. `processor`: one of PROCESSORS, for which
    the search is compiled."""

    words: list[str]
    says: bool = False
    cold: bool = False
    rounds: int = 5
    processor: str = ""


@dataclass(frozen=True)
class Goal:
    """A figure, or the ratio of two, and the bound that it is to keep. `peer`: what others take for the same,
    in the same run."""

    what: str
    figure: str | tuple[str, str]
    most: float | None = None
    least: float | None = None
    peer: str | None = field(default=None)


def own(name: str, *words: str, **more) -> Measure:
    """A function of this file, in a process of its own."""
    return Measure([__file__, "--do", name, *words], **more)


MEASURES = {
    "soma": Measure([*COUNT, "soma"]),
    "tetracubes": Measure([*COUNT, "tetracubes-2x4x4"]),
    "3x20": Measure([*COUNT, "pentominoes-3x20"]),
    "6x10": Measure([*COUNT, "pentominoes-6x10"]),
    "6x10, cold": Measure([*COUNT, "pentominoes-6x10"], cold=True),
    "tetris": Measure([*COUNT, "tetris-cube"]),
    "tetris, AVX2": Measure([*COUNT, "tetris-cube"], processor="AVX2"),
    "tetris, SSE4.2": Measure([*COUNT, "tetris-cube"], processor="SSE4.2"),
    "tetris, xcover": own("by_xcover", rounds=1),
    "tetris, fixed": own("fixed", says=True),
    "bedlam": Measure([*COUNT, "bedlam-cube"]),
    "bedlam, AVX2": Measure([*COUNT, "bedlam-cube"], processor="AVX2"),
    "burrs": own("assemble_burrs"),
    "25 Y": Measure([*SOLVE, "25-ys.yaml"]),
    "lesson 05, cold": own("lesson_05", cold=True, rounds=1),
    "lesson 12, cold": own("lesson_12", cold=True, rounds=1),
    "IcoSoKu": own("instances_a_second", says=True, rounds=1),
}
GOALS = [
    Goal("Soma Cube, counted", "soma", most=0.2),
    Goal("eight tetracubes, counted", "tetracubes", most=0.15),
    Goal("pentominoes in 3×20, counted", "3x20", most=0.2),
    Goal("pentominoes in 6×10, counted", "6x10", most=0.3),
    Goal("Tetris Cube, all but the search", "tetris, fixed", most=0.6),
    Goal("first count, nothing compiled yet", "6x10, cold", most=8),
    Goal("lesson 05, nothing compiled yet", "lesson 05, cold", most=15),
    Goal("lesson 12, nothing compiled yet", "lesson 12, cold", most=15),
    Goal("Tetris Cube, counted", "tetris", most=2.2, peer="tetris, xcover"),
    Goal("Tetris Cube, as a processor with AVX2 counts it", "tetris, AVX2", most=2.8),
    Goal("Tetris Cube, as a processor with SSE4.2 counts it", "tetris, SSE4.2", most=5),
    Goal("times as fast as xcover there", ("tetris, xcover", "tetris"), least=20),
    Goal("Bedlam Cube, counted", "bedlam", most=2.4),
    Goal("Bedlam Cube, as a processor with AVX2 counts it", "bedlam, AVX2", most=3),
    Goal("all burrs of the 25 notchable pieces, assembled and taken apart", "burrs", most=2),
    Goal("25 Y's in a cube of 5, the first found", "25 Y", most=0.5),
    Goal("IcoSoKu: instances counted in a second", "IcoSoKu", least=60),
]
STARTS = {"cold": "6x10, cold", "warm": "6x10"}  # the command line, five times each


# -------- what is measured


def by_xcover() -> None:
    """The Tetris Cube by xcover, with the same piece kept to the same places."""
    import bench_tetris_cube as bench

    table, chosen, *_ = bench.problem("tetris-cube")
    assert bench.by_xcover(table, chosen) == 9839


def fixed() -> None:
    """Processor seconds of a count of the Tetris Cube before and after its search."""
    from puzzlelib.compiled import engine

    drive, searched = engine.drive, []

    def watched(*args):
        start = time.process_time()
        try:
            return drive(*args)
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


def lesson_05() -> None:
    run_notebook("05-dancing-links")


def lesson_12() -> None:
    run_notebook("12-every-instance")


def instances_a_second() -> None:
    """Of the first chunk of `icosoku --count-all`, by two of its slices, tables included. Needs 8 GB."""
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


DONE_HERE = {
    one.__name__: one for one in (by_xcover, fixed, assemble_burrs, lesson_05, lesson_12, instances_a_second)
}


# -------- the figures


def measured(measure: Measure, folder: Path) -> float:
    """One figure of it."""
    words = [str(folder / word) if word in FILES else word for word in measure.words]
    empty = tempfile.mkdtemp(dir=folder)
    env = os.environ | ({"NUMBA_CACHE_DIR": empty} if measure.cold else {})
    if measure.processor:
        env |= PROCESSORS[measure.processor]
    before = work()
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True)
    if ran.returncode:
        raise SystemExit(f"{' '.join(words)}: {ran.stderr[-500:]}")
    return float(ran.stdout) if measure.says else work() - before


def figures_of(names: list[str], rounds: int) -> dict[str, list[float]]:
    """So many rounds of everything, one after the other."""
    figures = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (Path(folder) / name).write_text(text)
        for name in names:
            if MEASURES[name].processor:
                measured(MEASURES[name], Path(folder))  # which compiles, once
        for number in range(rounds):
            for name in names:
                if number < MEASURES[name].rounds:
                    figures[name].append(measured(MEASURES[name], Path(folder)))
    return figures


def needed(goals: list[Goal]) -> list[str]:
    """The measures that these goals ask for, in their order."""
    asked = {goal.peer for goal in goals}
    for goal in goals:
        asked |= {goal.figure} if isinstance(goal.figure, str) else set(goal.figure)
    return [name for name in MEASURES if name in asked]


def value(goal: Goal, figures: dict[str, list[float]]) -> float:
    """The median of a goal's figure; of a ratio, round by round."""
    if isinstance(goal.figure, str):
        return median(figures[goal.figure])
    over, under = (figures[name] for name in goal.figure)
    return median(a / b for a, b in zip(over, under))


def falls_short(goal: Goal, found: float) -> float:
    """By what part of its bound; 0 where it is kept."""
    if goal.most is not None:
        return max(0.0, found / goal.most - 1)
    return max(0.0, 1 - found / goal.least)


def row(goal: Goal, figures: dict[str, list[float]]) -> list:
    """A line of the table."""
    found = value(goal, figures)
    bound = f"at most {goal.most:g} s" if goal.most is not None else f"at least {goal.least:g}"
    peer = f"{median(figures[goal.peer]):.2f}" if goal.peer else ""
    short = falls_short(goal, found)
    return [goal.what, bound, f"{found:.2f}", peer, f"falls short by {short:.0%}" if short else "reached"]


def start_rows(figures: dict[str, list[float]]) -> list[list]:
    """Cold and warm starts, each run and their median."""
    rows = []
    for name, figure in STARTS.items():
        runs = figures[figure]
        rows.append([name, *(f"{run:.2f}" for run in runs), f"{median(runs):.2f}"])
    return rows


def report(goals: list[Goal], figures: dict[str, list[float]]) -> None:
    """The tables."""
    if all(figure in figures for figure in STARTS.values()):
        runs = max(len(figures[figure]) for figure in STARTS.values())
        head = [
            "python -m puzzlelib count pentominoes-6x10",
            *(f"run {k + 1}" for k in range(runs)),
            "median",
        ]
        table(
            "Starts with nothing compiled yet, and with it compiled: processor seconds",
            head,
            start_rows(figures),
        )
    rows = [row(goal, figures) for goal in goals]
    table("Goals: processor seconds", ["what", "goal", "measured", "xcover", ""], rows)
    short = sum(row[-1] != "reached" for row in rows)
    print(f"\n{len(rows) - short} of {len(rows)} goals are reached.")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="goals in whose text this stands")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--do", choices=DONE_HERE, help=argparse.SUPPRESS)
    said, words = parser.parse_known_args()
    if said.do:
        DONE_HERE[said.do](*words)
    else:
        chosen = [goal for goal in GOALS if said.only in goal.what]
        names = needed(chosen) if said.only else list(MEASURES)
        report(chosen, figures_of(names, said.rounds))
