"""Does the choice of an engine cost much? The plan against each engine alone, for one solution and the count.

    python benchmarks/bench_plan.py [--number N] [--only WORD]

The catalogue, and puzzles drawn by a seed: boxes cut at random, and copies of one piece, which may have no
solution. Processor seconds on one core. An engine alone is stopped where the plan has taken no more than 1.3
times as much and a tenth of a second; those that end before are listed.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from math import prod

from _measure import table

from makers.design.growth import cut_at_random
from puzzlelib import PackingPuzzle, catalogue, count, load, solve
from puzzlelib.compiled import engine as compiled
from puzzlelib.search import states

TIMES, MORE = 1.3, 0.1
LONGEST = 2  # seconds
PATHS = "RUD", "RRU", "RURU", "RRUR", "RRRU", "RUR", "RRUU", "RRRR", "RUF", "RURF", "RRUF"
ENGINES = "compiled", "backtracking", "dlx", "asp"
STEPS = {"R": (1, 0, 0), "U": (0, 1, 0), "D": (1, -1, 0), "F": (0, 0, 1)}


def random_puzzles(number: int) -> Iterator[tuple[str, PackingPuzzle]]:
    """Yield so many puzzles."""
    draw = random.Random(1)
    boxes = [
        (3, 3, 3),
        (4, 4, 2),
        (4, 4, 3),
        (4, 4, 4),
        (5, 4, 3),
        (5, 5, 3),
        (5, 5, 5),
        (8, 8, 1),
        (10, 6, 1),
    ]
    made = 0
    while made < number:
        box = draw.choice(boxes)
        if made % 2:
            puzzle = cut_at_random(box, draw.randrange(5, 14), str(draw.random()))
        else:
            path = draw.choice(PATHS)
            cells = [(2, 2, 2)]
            for step in path:
                cells.append(tuple(map(sum, zip(cells[-1], STEPS[step]))))
            many, rest = divmod(prod(box), len(set(cells)))
            rows = {"box": list(box), "copies": {"P": many}}
            puzzle = None if rest else PackingPuzzle.from_pieces({"P": sorted(set(cells))}, **rows)
        if puzzle:
            made += 1
            yield f"{made} {'x'.join(map(str, box))}", puzzle


def seconds_of(job: Callable, most: float) -> tuple[float, bool]:
    """Return the processor seconds of a job, at most so many, and whether it came to its end."""
    start = time.process_time()
    done = job(lambda: time.process_time() - start > most)
    return time.process_time() - start, not done.stopped or done.stopped == "limit"


def compare(name: str, puzzle: PackingPuzzle) -> Iterator[list]:
    """Yield a line for each engine that is quicker than the plan."""
    puzzle.placements  # noqa: B018 (they are made)
    alone = {
        "solve": {one: lambda stop, one=one: solve(puzzle, one, stop=stop) for one in ENGINES},
        "count": {
            one.__name__: lambda stop, one=one: one.count(puzzle, stop=stop) for one in (compiled, states)
        },
    }
    plans = {
        "solve": lambda stop: solve(puzzle, stop=stop),
        "count": lambda stop: count(puzzle, time_limit=LONGEST, workers=1),
    }
    for asked, plan in plans.items():
        took, done = seconds_of(plan, LONGEST)
        if done and took > MORE:
            took = min(took, *(seconds_of(plan, LONGEST)[0] for _ in range(2)))  # others are at work
        if took < MORE:
            continue
        for engine, job in alone[asked].items():
            least, ended = seconds_of(job, (took - MORE) / TIMES)
            if ended:
                yield [name, asked, took, engine, least, f"{took / least:.1f}" if done else "not in time"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--only", default="")
    said = parser.parse_args()
    puzzles = [*((name, load(name)) for name in catalogue()), *random_puzzles(said.number)]
    rows = []
    for engine in ENGINES:
        solve(load("little-cube"), engine)  # it is imported
    for name, puzzle in puzzles:
        if said.only in name:
            for row in compare(name, puzzle):
                rows.append(row)
                print(*row, flush=True)
    table("Quicker than the plan", ["puzzle", "", "plan: s", "engine", "alone: s", "times"], rows)
