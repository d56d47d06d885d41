"""How many solutions has every instance of IcoSoKu? In chunks that anybody can add (lesson 12).

A chunk is a file in a folder, as all work in chunks is; what is there is never done again. `icosoku.discs`
does the counting, and says which chunks there are.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from math import ceil, floor, log10
from time import perf_counter

import numpy as np

from ..common.clock import Stop, never
from ..common.errors import PuzzleError, check_int
from ..icosoku.census.instances import INSTANCES, pegs_of
from ..icosoku.counting.exact import available
from ..icosoku.discs.chunks import Chunk, chunks, members
from ..icosoku.discs.cut import icosahedron_cut
from ..icosoku.puzzle import TILES
from .chunks import HERE, Batch, run

WHAT = "all counts of IcoSoKu, 1"
MEMORY = 8  # gigabytes that a process may take
LEAST_MEMORY, MOST_MEMORY = 4, 1024
SPARE = 0.4  # of them for Python, numba and the lists of instances
TABLES = 90_000  # the tables of a chunk take as long as about so many instances
STEPS = (1, 2, 5)  # of the histogram, times powers of ten
Tell = Callable[["State"], None]


@dataclass(frozen=True)
class State:
    """How far the count is: instances counted, chunks, and how long the rest takes at this rate, in seconds;
    None as long as nothing is done."""

    counted: int
    chunks: int
    left: float | None


# -------- counting


def count_all(
    folder: str | os.PathLike,
    address: str | None = HERE,
    workers: int | None = None,
    *,
    memory: int = MEMORY,
    stop: Stop = never,
    tell: Tell | None = None,
) -> Batch:
    """Count what is not in the folder yet, chunk by chunk; see `cluster.chunks.run` for address and workers.

    memory: gigabytes for each process. Errors: `PuzzleError`. An interrupt ends it; what is done is kept.
    """
    check_int("memory", memory, f"must be {LEAST_MEMORY} to {MOST_MEMORY} GB", LEAST_MEMORY, MOST_MEMORY)
    if reason := available():
        raise PuzzleError(f"counting all instances needs compiled code, which does not run here: {reason}")
    job = partial(count_chunk, memory=memory)
    news = Rate(tell or (lambda state: None))
    return run(job, WHAT, items(), address, workers, folder, progress=news, stop=stop, memory=f"{memory}GB")


def items() -> list[list]:
    """What is said of each chunk to who counts it."""
    return [item_of(one) for one in chunks()]


def item_of(chunk: Chunk) -> list:
    return [chunk.number, list(chunk.upper), list(chunk.lower), chunk.instances]


def count_chunk(item: list, memory: int = MEMORY) -> list[int]:
    """The numbers of solutions of a chunk's instances, in the order of the census."""
    number, *_, instances = item
    _, pegs = members(number)
    if len(pegs) != instances:
        raise PuzzleError(f"chunk {number}: this version of puzzlelib has other chunks")
    return joiner(memory).count(pegs).tolist()


@cache
def joiner(memory: int):
    """One for a process, with its memory."""
    from ..icosoku.discs.joining import joiner_within

    return joiner_within((memory - SPARE) * 1e9, 4, icosahedron_cut(), TILES, 12)


class Rate:
    """Hears of chunks done, and tells how far the count is. Which chunks they are is not said: they are taken
    to be the first ones, as they are handed out in order."""

    def __init__(self, tell: Tell):
        self.tell, self.start, self.before = tell, perf_counter(), None

    def __call__(self, made: int, of: int) -> None:
        if self.before is None:
            self.before = made
        done, now, rest = (work(chunks()[a:b]) for a, b in ((0, made), (self.before, made), (made, of)))
        left = (perf_counter() - self.start) * rest / now if now else None
        self.tell(State(done - TABLES * made, made, left))


def work(some: tuple[Chunk, ...]) -> int:
    """What chunks cost, in instances."""
    return sum(one.instances + TABLES for one in some)


# -------- what is there


@dataclass(frozen=True)
class Report:
    """What the chunks of a folder say. Errors of files are in `said`."""

    chunks: int
    counted: int
    least: tuple[int, tuple[int, ...]] | None  # solutions, and pegs
    most: tuple[int, tuple[int, ...]] | None
    median: float | None
    total: int
    histogram: tuple[tuple[int, int, int], ...]  # from, below, instances
    said: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        return self.counted / INSTANCES


def report(folder: str | os.PathLike) -> Report:
    """Minimum, maximum, median and histogram over the chunks in a folder, which stays as it is."""
    if not os.path.isdir(folder):
        raise PuzzleError(f"{folder}: there is no such folder")
    batch = run(count_chunk, WHAT, items(), HERE, 1, folder, stop=lambda: True)
    done = {one.number: found for one, found in zip(chunks(), batch.results) if found is not None}
    said = tuple(line.replace(": its chunk is computed again", ", and left out") for line in batch.said)
    if not done:
        return Report(0, 0, None, None, None, 0, (), said)
    numbers = np.array([one for found in done.values() for one in found], np.uint64)
    ends = (extreme(done, choose) for choose in (min, max))
    return Report(
        len(done), len(numbers), *ends, float(np.median(numbers)), sum(map(int, numbers)), bars(numbers), said
    )


def extreme(done: dict[int, list[int]], choose: Callable) -> tuple[int, tuple[int, ...]]:
    """The least or the largest number, and the first pegs in the census that have it."""
    best = choose(map(choose, done.values()))
    rows = (int(members(n)[0][found.index(best)]) for n, found in done.items() if best in found)
    return best, pegs_of(min(rows))


def bars(numbers: np.ndarray) -> tuple[tuple[int, int, int], ...]:
    """How many numbers lie between 1, 2, 5, 10, 20, …

    >>> bars(np.array([3, 4, 12]))
    ((2, 5, 2), (5, 10, 0), (10, 20, 1))
    """
    first, last = (log10(max(1, int(end))) for end in (numbers.min(), numbers.max()))
    bounds = [step * 10**power for power in range(floor(first), ceil(last) + 2) for step in STEPS]
    counts = [int(((numbers >= a) & (numbers < b)).sum()) for a, b in zip(bounds, bounds[1:])]
    there = [i for i, many in enumerate(counts) if many]
    return tuple((bounds[i], bounds[i + 1], counts[i]) for i in range(there[0], there[-1] + 1))
