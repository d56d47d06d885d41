"""How long does a round of each search take, and is a count the same work on a busy machine?

    python benchmarks/bench_rounds.py [--only WORD] [--loops N] [--memory]

First the milliseconds of a round of each search (`puzzlelib.common.rounds`): about ten. They need not be
equal, but something that is tried beside a search costs more than it should where they are far apart. Then
large puzzles and exact covers of the catalogue, counted on a quiet core, and on one that six loops share: the
engine and the counted steps are the same, and the processor seconds at most half as many again, as caches are
shared.
"""

import argparse
import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from statistics import median

from _measure import cpu, memory, table

from puzzlelib import PackingPuzzle, count, cover_of, exact_cover, load
from puzzlelib.common.rounds import Rounds, Work
from puzzlelib.compiled import engine as compiled
from puzzlelib.search import colouring, states

LARGEST = (
    "tetris-cube",
    "bedlam-cube",
    "pentominoes-3x4x5",
    "pentominoes-2x5x6",
    "pentominoes-6x10",
    "pentominoes-5x12",
    "pentominoes-4x15",
    "pentominoes-2x3x10",
    "pentominoes-8x8-holes",
    "soma",
)
MOST_TIMES = 1.5  # as many processor seconds beside other work
ENOUGH = 100  # rounds of a search


def round_of(search) -> float:
    """Return the milliseconds that a round of a search takes, which gets a stop()."""
    rounds = Rounds(ENOUGH)
    _, seconds = cpu(lambda: search(rounds.stop))
    return 1000 * seconds / rounds.made


def rounds_table() -> None:
    """Print how long a round takes."""
    bricks = PackingPuzzle.from_pieces({"I": "######"}, copies={"I": 150}, box=[30, 30])
    rows = [
        [
            "colouring",
            "150 bars in 30×30",
            round_of(lambda stop: colouring.find_weights(bricks, ENOUGH, stop)),
        ]
    ]
    for name in ("pentominoes-6x10", "tetris-cube", "soma"):
        cover = exact_cover(load(name))
        rows.append(["compiled", name, round_of(lambda stop, cover=cover: compiled.count(cover, stop=stop))])
        rows.append(["states", name, round_of(lambda stop, cover=cover: states.count(cover, stop=stop))])
    table("milliseconds of a round", ["search", "problem", "ms"], rows)
    print(f"median: {median(row[-1] for row in rows):.1f}")


def memory_table() -> None:
    """Print what a count by states keeps: 3^11 states at a time, and no more with each step."""
    options = [[f"c{k}", *([f"r{j}"] if j < 11 else [])] for k in range(200) for j in range(12)]
    items = {f"c{k}": 1 for k in range(200)} | {f"r{j}": (0, 2) for j in range(11)}
    plan, rows = states.plan_for(cover_of(options, items=items)), []
    for number, layer in enumerate(islice(states.state_layers(plan), 25)):
        if number % 4 == 0:
            cases = sum(len(step.settling or ()) for step in plan.steps)
            rows.append([number, f"{len(layer):,}", cases, memory()])
    table("memory of a count by states", ["step", "states", "cases kept", "MB"], rows)


def counted(problem) -> tuple[str, dict[int, int]]:
    """Count the solutions; return the engine and the steps of each kind that were made."""
    steps: Counter = Counter()
    add = Work.add

    def watched(work: Work, made: int) -> None:
        steps[work.each] += made
        add(work, made)

    Work.add = watched
    try:
        return count(problem).engine, dict(steps)
    finally:
        Work.add = add


def compare(only: str, loops: int) -> None:
    """Print what counts cost on a quiet core, and beside loops."""
    problems = {name: load(name) for name in LARGEST}
    problems |= {f"{name}, as a cover": exact_cover(puzzle) for name, puzzle in problems.items()}
    problems = {name: one for name, one in problems.items() if only in name}
    quiet = {name: cpu(lambda one=one: counted(one)) for name, one in problems.items()}
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        busy = {name: cpu(lambda one=one: counted(one)) for name, one in problems.items()}
    finally:
        for other in others:
            other.kill()
    rows = []
    for name in problems:
        (engine, steps), before = quiet[name]
        assert busy[name][0] == (engine, steps), (name, quiet[name], busy[name])
        after = busy[name][1]
        said = "" if after <= MOST_TIMES * before else f"more than {MOST_TIMES} times"
        rows.append([name, engine, f"{sum(steps.values()):,}", before, after, said])
    head = ["counted", "engine", "steps, both times", "quiet", "busy", ""]
    table(f"processor seconds on a quiet core, and beside {loops} loops", head, rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="problems in whose name this stands")
    parser.add_argument("--loops", type=int, default=6)
    parser.add_argument("--memory", action="store_true", help="also that of a count by states: minutes")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # the loops, too
    rounds_table()
    if args.memory:
        memory_table()
    compare(args.only, args.loops)
