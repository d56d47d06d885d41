"""An atlas: boxes cut at random, kept where there is exactly one solution, and it can be built.

Each candidate is drawn from the seed and its number, so an atlas is the same on every machine, and
can be stopped, resumed, and shared out among processes (`puzzlelib.cluster`).
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from puzzlelib.cluster.chunks import run_job
from puzzlelib.common.clock import Clock, Stop, never, raise_if_stopped
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.machine import MOST_WORKERS, cores
from puzzlelib.common.rounds import Rounds
from puzzlelib.engines import solve
from puzzlelib.packing.files import to_yaml
from puzzlelib.packing.puzzle import PackingPuzzle, Solution
from puzzlelib.packing.symmetry import orbits

from ..apart import take_apart
from .effort import difficulty
from .growth import cut_at_random

JOB = "atlas 3"  # another number where a candidate would be made or judged otherwise
CHUNK = 10  # candidates between two looks at the clock
MOST_TURNS = 48  # solutions of one orbit
STEPS = 1_500_000  # of the search for the solutions of a candidate, and
PAUSES = 1_000  # between parts of taking one apart: more is too much for a candidate
ORDERS = 9

Candidate = tuple[tuple[int, int, int], int, str]  # the box, the number of pieces, the seed


class AtlasPuzzle(NamedTuple):
    """A puzzle of an atlas: its levels, and the quartiles of its difficulty."""

    puzzle: PackingPuzzle
    level: str
    nodes: int
    low: int
    high: int


def atlas_candidates(size: Sequence[int], pieces: range, seed: int, number: int) -> list[Candidate]:
    """Return as many candidates, their numbers of pieces by turns."""
    return [(tuple(size), pieces[k % len(pieces)], f"{seed}/{k}") for k in range(number)]


def judge_candidate(item: Candidate, clock: Clock | None = None) -> dict | None:
    """Return the figures of a candidate, for JSON; None if it is not unique, or cannot be built.

    `TimeIsUp` when the time of the clock is up.

    >>> judge_candidate(((2, 2, 1), 2, "1/0")) is None
    True
    """
    size, number, seed = item
    puzzle = cut_at_random(tuple(size), number, seed)
    clock = clock or Clock(None)
    solution = only_solution(puzzle, clock.stop) if puzzle else None
    raise_if_stopped(clock.stop)
    if solution is None:
        return None
    done = raise_if_interrupted(take_apart(solution, stop=Rounds(PAUSES, clock.stop).stop))
    raise_if_stopped(clock.stop)
    if not done.possible:
        return None
    hard = difficulty(puzzle, seed=0, orders=ORDERS, stop=clock.stop)
    return {"level": done.level, "nodes": hard.median, "low": hard.low, "high": hard.high}


def only_solution(puzzle: PackingPuzzle, stop: Stop = never) -> Solution | None:
    """Return the solution of a puzzle that has exactly one up to rotation; None otherwise, and by
    stop()."""
    steps = Rounds(STEPS, stop)
    found = raise_if_interrupted(solve(puzzle, "backtracking", limit=MOST_TURNS + 1, stop=steps.stop))
    if not found.complete:
        return None
    alike = orbits(puzzle, found.solutions)
    return alike[0] if len(alike) == 1 else None


def find_puzzles(
    size: Sequence[int],
    pieces: range,
    seed: int,
    number: int,
    folder: str | Path | None = None,
    executor: Executor | None = None,
    time_limit: float | None = None,
    progress=None,
) -> tuple[list[AtlasPuzzle], bool]:
    """Judge so many candidates; return the puzzles among them, the easiest first, and whether
    all were judged.

    folder: where judged chunks are kept and looked for; executor: its workers judge them.

    >>> found, complete = find_puzzles((3, 3, 2), range(4, 5), seed=1, number=20)
    >>> complete, all(one.level for one in found)
    (True, True)
    """
    items, clock = atlas_candidates(size, pieces, seed, number), Clock(time_limit)
    job = judge_candidate if executor else partial(judge_candidate, clock=clock)
    more = {"chunk": CHUNK, "stop": clock.stop, "progress": progress, "valid": is_sound}
    batch = run_job(job, JOB, items, folder, executor, **more)
    found = [
        AtlasPuzzle(cut_at_random(*item), **figures) for item, figures in zip(items, batch.results) if figures
    ]
    return sorted(found, key=lambda one: (one.nodes, one.puzzle.name)), batch.complete


def processes_for(number: int) -> int:
    """Return how many processes judge so many candidates: one for each core, if each has a chunk.

    >>> processes_for(10)
    1
    """
    return min(cores(), -(-number // CHUNK), MOST_WORKERS)


def is_sound(item: Candidate, result: object) -> bool:
    """Return whether a file's result has the form of `judge_candidate`, and there is such a puzzle."""
    kinds = {"level": str, "nodes": int, "low": int, "high": int}
    return result is None or (
        isinstance(result, dict)
        and result.keys() == kinds.keys()
        and all(type(result[key]) is kind for key, kind in kinds.items())
        and cut_at_random(*item) is not None
    )


def write_atlas(found: Iterable[AtlasPuzzle], folder: Path) -> list[Path]:
    """Write each puzzle as a file, numbered from the easiest, with its figures in `source`."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for place, one in enumerate(found, 1):
        path = folder / f"{place:03d}.yaml"
        says = f"# level {one.level}; {one.nodes} nodes, half of the runs {one.low} to {one.high}\n"
        path.write_text(says + to_yaml(one.puzzle), encoding="utf-8")
        paths.append(path)
    return paths
