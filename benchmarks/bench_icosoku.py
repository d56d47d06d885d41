"""IcoSoKu measured: the same seeded instances by every engine, every answer judged by the referee.

    python benchmarks/bench_icosoku.py [--instances 100] [--engines asp gecode …] [--time-limit 600]
    [--encodings]

Instance s is icosoku(seed=s), s = 0, 1, 2, … One thread for each solver. A time holds all from the puzzle to
the judged answer: the model is built, MiniZinc translates it (and Node starts), the solver searches. "wall"
is what a clock on the wall shows, "CPU" what this process and its children worked, which a busy machine does
not change. A first small solve, not measured, loads what is needed.

The last columns are the means and the worst times of the paper (Rizzo and Dovier 2020, section 6, figures 6
and 7: other instances, one thread of an i5-7400), and how many times as long as clingo an engine takes, here
(CPU) and there (mean).
"""

import argparse
import os
import sys
import time
from statistics import mean, median

from _measure import memory, table, work

from puzzlelib.icosoku import by_asp as cosoku_asp
from puzzlelib.icosoku.engines import ENGINES, available, missing, solve
from puzzlelib.icosoku.puzzle import icosoku, paper_tetrahedron
from puzzlelib.icosoku.referee import verify

PAPER = {
    "asp": (0.03, 0.09),
    "gecode": (0.85, 15.14),
    "gecode-restarts": (0.16, 0.45),
    "chuffed": (0.14, 0.23),
    "backtracking": (0.83, 47.61),
}  # its backtracking is De Biasi's page in JavaScript
HEAD = [
    "engine",
    "solved",
    "wall mean",
    "median",
    "max",
    "CPU mean",
    "median",
    "max",
    "/ asp",
    "paper mean",
    "max",
    "/ asp",
]


def timed(job) -> tuple[object, float, float]:
    """Return what a job returns, and its seconds on the wall and on the processor."""
    wall, cpu = time.perf_counter(), work()
    result = job()
    return result, time.perf_counter() - wall, work() - cpu


def measured(instances, arrange) -> tuple[int, list[float], list[float]]:
    """How many instances a function solves, and the seconds of each. The referee judges all answers once
    more."""
    arrange(paper_tetrahedron())
    solved, walls, cpus = 0, [], []
    for puzzle in instances:
        found, wall, cpu = timed(lambda puzzle=puzzle: arrange(puzzle))
        if found.arrangement:
            verify(puzzle, found.arrangement)
            solved += 1
        walls, cpus = [*walls, wall], [*cpus, cpu]
    return solved, walls, cpus


def spread(seconds: list[float]) -> list[float]:
    """Mean, median and maximum."""
    return [mean(seconds), median(seconds), max(seconds)]


def engine_rows(instances, engines, time_limit) -> list[list]:
    """A row of the table for each engine."""
    rows, clingo = [], None
    for engine in engines:
        solved, walls, cpus = measured(
            instances, lambda puzzle, engine=engine: solve(puzzle, engine, time_limit=time_limit)
        )
        clingo = mean(cpus) if engine == "asp" else clingo
        paper, worst = PAPER.get(engine, ("", ""))
        ratio = f"{mean(cpus) / clingo:.1f}" if clingo else ""
        there = f"{paper / PAPER['asp'][0]:.1f}" if paper else ""
        rows.append([engine, solved, *spread(walls), *spread(cpus), ratio, str(paper), str(worst), there])
        print(f"{engine}: {solved} of {len(instances)}", file=sys.stderr)
    return rows


def encoding_rows(instances) -> list[list]:
    """The three encodings in ASP."""
    rows = []
    for encoding in cosoku_asp.ENCODINGS:
        solved, _, cpus = measured(
            instances, lambda puzzle, encoding=encoding: cosoku_asp.arrange(puzzle, encoding=encoding)
        )
        rows.append([encoding, solved, *spread(cpus)])
    return rows


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="every engine on the same seeded instances of IcoSoKu")
    parser.add_argument("--instances", type=int, default=100)
    parser.add_argument("--engines", nargs="+", choices=list(ENGINES), default=available())
    parser.add_argument("--time-limit", type=float, help="seconds for each instance (default: none)")
    parser.add_argument("--encodings", action="store_true", help="also the three encodings in ASP")
    return parser.parse_args()


if __name__ == "__main__":
    asked = options()
    puzzles = [icosoku(seed=seed) for seed in range(asked.instances)]
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    print(*(f"{name} is not here: {how}" for name, how in missing().items()), sep="\n")
    found = engine_rows(puzzles, asked.engines, asked.time_limit)
    table(f"{asked.instances} instances of IcoSoKu, seconds", HEAD, found)
    if asked.encodings:
        table(
            "Encodings in ASP, CPU seconds",
            ["encoding", "solved", "mean", "median", "max"],
            encoding_rows(puzzles),
        )
    print(f"\n{memory()} MB at most, in this process")
    sys.exit(any(row[1] < len(puzzles) for row in found))
