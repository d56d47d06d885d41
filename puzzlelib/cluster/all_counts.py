"""The number of solutions of every instance of IcoSoKu (lesson 12), chunk by chunk.

A chunk of `icosoku.discs` is a file in a folder, and never counted again.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from math import ceil, floor, log10
from time import perf_counter

import numpy as np
import psutil

from ..common.clock import Stop, never
from ..common.errors import PuzzleError, check_int
from ..common.words import silent
from ..icosoku.census.instances import INSTANCES, pegs_of
from ..icosoku.counting.exact import available
from ..icosoku.discs.chunks import PegChunk, chunks, members
from ..icosoku.discs.cut import icosahedron_cut
from ..icosoku.puzzle import TILES
from .chunks import HERE, Batch, number_of_workers, run_job
from .watch import Say

WHAT = "all counts of IcoSoKu, 2"
MEMORY = 8  # gigabytes that a process may take
LEAST_MEMORY, MOST_MEMORY = 4, 1024
SPARE = 0.4  # of them for Python, numba and the lists of instances
MOST_SOLUTIONS = 1 << 64  # above any count: they are made in so many bits
HELD = 10  # tables of the upper disc, the most that a chunk has
TABLES = 150_000  # the tables of a chunk take as long as about so many instances
STEPS = (1, 2, 5)  # of the histogram, times powers of ten
Tell = Callable[["CountProgress"], None]


@dataclass(frozen=True)
class CountProgress:
    """Instances counted, chunks done, and seconds left at this rate, None until a chunk is done."""

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
    say: Say = silent,
) -> Batch:
    """Count the chunks that are missing in the folder; address and workers as for `chunks.counts`.

    memory: gigabytes that each process takes at most; tell: called with the progress after each
    chunk; say: called with a line on each worker in trouble. Ctrl-C ends the work and keeps
    finished chunks.
    """
    check_int("memory", memory, f"must be {LEAST_MEMORY} to {MOST_MEMORY} GB", LEAST_MEMORY, MOST_MEMORY)
    check_room(memory, 1 if address == HERE else number_of_workers(workers) if address is None else 0)
    if reason := available():
        raise PuzzleError(f"counting all instances needs compiled code, which does not run here: {reason}")
    job = partial(count_chunk, memory=memory)
    more = {"progress": Rate(tell or (lambda progress: None)), "memory": memory * 10**9, "valid": is_counts}
    return run_job(job, WHAT, items(), address, workers, folder, stop=stop, say=say, **more)


def check_room(memory: int, processes: int) -> None:
    """Refuse more processes than this machine's memory has room for."""
    room = psutil.virtual_memory().total / 1e9
    if memory * processes > room:
        why = f"{processes} x {memory} GB are more than this machine's {room:.1f} GB"
        raise PuzzleError(f"memory {memory}: {why}")


def items() -> list[list]:
    """Return an item of the job for each chunk."""
    return [item_of(one) for one in chunks()]


def item_of(chunk: PegChunk) -> list:
    return [chunk.number, list(chunk.upper), list(chunk.lower), chunk.instances]


def is_counts(item: list, found) -> bool:
    """Return whether these can be the counts of a chunk.

    >>> [is_counts([0, [], [], 1], [number]) for number in (0, 12, -1, 1.0, True, None, 10**30)]
    [True, True, False, False, False, False, False]
    """
    right = isinstance(found, list) and len(found) == item[-1]
    return right and all(type(number) is int and 0 <= number < MOST_SOLUTIONS for number in found)


def count_chunk(item: list, memory: int = MEMORY) -> list[int]:
    """Count the solutions of a chunk's instances, in the order of the census."""
    number, *_, instances = item
    pegs = members(number)[1]
    if len(pegs) != instances:
        raise PuzzleError(f"chunk {number}: this version of puzzlelib has other chunks")
    return joiner(memory).count(pegs).tolist()


@cache
def joiner(memory: int):
    """Return the process's own joiner, with its memory in gigabytes."""
    from ..icosoku.discs.joining import joiner_within

    return joiner_within((memory - SPARE) * 1e9, HELD, icosahedron_cut(), TILES, 12)


class Rate:
    """Makes a `CountProgress` of chunks done, taking them for the first ones."""

    def __init__(self, tell: Tell):
        self.tell, self.start, self.before = tell, perf_counter(), None

    def __call__(self, made: int, of: int) -> None:
        if self.before is None:
            self.before = made
        done, now, rest = (work_in(chunks()[a:b]) for a, b in ((0, made), (self.before, made), (made, of)))
        left = (perf_counter() - self.start) * rest / now if now else None
        self.tell(CountProgress(done - TABLES * made, made, left))


def work_in(some: tuple[PegChunk, ...]) -> int:
    """Return the work that chunks take, as a number of instances."""
    return sum(one.instances + TABLES for one in some)


# -------- the report


@dataclass(frozen=True)
class Report:
    """The counts in a folder; `said` holds the lines about damaged files."""

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
    """Return minimum, maximum, median and histogram of the counts in a folder."""
    if not os.path.isdir(folder):
        begin = f"icosoku --count-all {folder} makes it and begins to count"
        raise PuzzleError(f"{folder}: there is no such folder; {begin}")
    batch = run_job(count_chunk, WHAT, items(), HERE, 1, folder, stop=lambda: True, valid=is_counts)
    done = {one.number: found for one, found in zip(chunks(), batch.results) if found is not None}
    said = tuple(line.replace(": its chunk is computed again", ", and left out") for line in batch.said)
    if not done:
        return Report(0, 0, None, None, None, 0, (), said)
    numbers = np.array([one for found in done.values() for one in found], np.uint64)
    least, most = extreme(done, min), extreme(done, max)
    median, total = float(np.median(numbers)), sum(map(int, numbers))
    return Report(len(done), len(numbers), least, most, median, total, count_bins(numbers), said)


def extreme(done: dict[int, list[int]], choose: Callable) -> tuple[int, tuple[int, ...]]:
    """Return the least or the largest number, and the first pegs in the census that have it."""
    best = choose(map(choose, done.values()))
    rows = (int(members(n)[0][found.index(best)]) for n, found in done.items() if best in found)
    return best, pegs_of(min(rows))


def count_bins(numbers: np.ndarray) -> tuple[tuple[int, int, int], ...]:
    """Count the numbers between 0, 1, 2, 5, 10, 20, …: (from, below, how many).

    >>> count_bins(np.array([3, 4, 12])), count_bins(np.array([0]))
    (((2, 5, 2), (5, 10, 0), (10, 20, 1)), ((0, 1, 1),))
    """
    first, last = (log10(max(1, int(end))) for end in (numbers.min(), numbers.max()))
    bounds = [0, *(step * 10**power for power in range(floor(first), ceil(last) + 2) for step in STEPS)]
    totals = [int(((numbers >= a) & (numbers < b)).sum()) for a, b in zip(bounds, bounds[1:])]
    full = [i for i, total in enumerate(totals) if total]
    return tuple((bounds[i], bounds[i + 1], totals[i]) for i in range(full[0], full[-1] + 1))
