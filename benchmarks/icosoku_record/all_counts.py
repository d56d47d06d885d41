"""The number of solutions of every instance of IcoSoKu (lesson 12), chunk by chunk.

A chunk of chunks.py is a file in a folder, and never counted again.
"""

import os
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from math import ceil, floor, inf, log10
from time import perf_counter

import numpy as np

from puzzlelib.cluster.chunks import Batch, run_job
from puzzlelib.common.clock import Stop, never
from puzzlelib.common.errors import PuzzleError, check_int
from puzzlelib.common.files import whole_file
from puzzlelib.common.machine import package
from puzzlelib.compiled.library import missing_library
from puzzlelib.icosoku.census.instances import INSTANCES, all_pegs, pegs_of
from puzzlelib.icosoku.polyhedron import icosahedron
from puzzlelib.icosoku.puzzle import TILES

from .chunks import PegChunk, chunks, members
from .cut import icosahedron_cut

WHAT = "all counts of IcoSoKu, 2"
MEMORY = 8  # gigabytes that a process may take
LEAST_MEMORY, MOST_MEMORY = 4, 1024
SPARE = 0.4  # of them for Python and the lists of instances
MOST_SOLUTIONS = (1 << 64) - 1  # above any count: they are made in so many bits
UNKNOWN = MOST_SOLUTIONS  # in the place of a count
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
    executor: Executor | None = None,
    *,
    memory: int = MEMORY,
    stop: Stop = never,
    tell: Tell | None = None,
) -> Batch:
    """Count the chunks that are missing in the folder; executor as for `chunks.counts`.

    memory: gigabytes that each process takes at most; tell: called with the progress after each
    chunk. Ctrl-C ends the work and keeps finished chunks.
    """
    check_int("memory", memory, f"must be {LEAST_MEMORY} to {MOST_MEMORY} GB", LEAST_MEMORY, MOST_MEMORY)
    check_room(memory, getattr(executor, "number", 0) if executor else 1)
    if reason := missing_library():
        raise PuzzleError(f"counting all instances needs machine code, which does not run here: {reason}")
    job = partial(count_chunk, memory=memory)
    progress = Rate(tell or (lambda progress: None))
    return run_job(job, WHAT, items(), folder, executor, progress=progress, stop=stop, valid=is_counts)


def check_room(memory: int, processes: int) -> None:
    """Refuse more processes than this machine's memory has room for."""
    psutil = package("psutil")
    room = psutil.virtual_memory().total / 1e9 if psutil else inf
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
    from .joining import joiner_within

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
    by_spread: tuple[
        tuple[float, float, float], ...
    ]  # a tenth of the instances: least and most spread, median
    sha256: str | None  # of all counts in order, when there are all
    said: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        return self.counted / INSTANCES


def report(folder: str | os.PathLike, save: str | os.PathLike | None = None) -> Report:
    """Return minimum, maximum, median and histogram of the counts in a folder; before, write all of
    them into the file `save`, if one is named."""
    numbers, chunks_done, said = read_counts(folder)
    if save is not None:
        save_counts(numbers, folder, save)
    rows = np.flatnonzero(numbers != UNKNOWN)
    if not len(rows):
        return Report(0, 0, None, None, None, 0, (), (), None, said)
    known = numbers[rows]
    ends = ((int(known[at]), pegs_of(rows[at])) for at in (known.argmin(), known.argmax()))
    whole = sha256(numbers.astype("<u8").tobytes()).hexdigest() if len(rows) == INSTANCES else None
    figures = float(np.median(known)), sum(known.tolist()), count_bins(known), tenths(rows, known), whole
    return Report(chunks_done, len(rows), *ends, *figures, said)


def read_counts(folder: str | os.PathLike) -> tuple[np.ndarray, int, tuple[str, ...]]:
    """Return the counts in a folder by row of the census (uint64, `UNKNOWN` where there is none),
    the number of chunks, and lines about damaged files."""
    if not os.path.isdir(folder):
        begin = f"`count {folder}` makes it and begins to count"
        raise PuzzleError(f"{folder}: there is no such folder; {begin}")
    batch = run_job(count_chunk, WHAT, items(), folder, stop=lambda: True, valid=is_counts)
    done = {one.number: found for one, found in zip(chunks(), batch.results) if found is not None}
    numbers = np.full(INSTANCES, UNKNOWN, np.uint64)
    for number, found in done.items():
        numbers[members(number)[0]] = found
    said = (line.replace(": its chunk is computed again", ", and left out") for line in batch.said)
    return numbers, len(done), tuple(said)


def tenths(rows: np.ndarray, numbers: np.ndarray) -> tuple[tuple[float, float, float], ...]:
    """Return, for each tenth of the instances by their spread, its least and its greatest spread,
    and the median of the numbers."""
    spread = np.concatenate([spread_of(all_pegs(some)) for some in np.array_split(rows, 40)])
    parts = np.array_split(np.argsort(spread, kind="stable"), 10)
    return tuple(
        (*spread[part[[0, -1]]].round(2).tolist(), float(np.median(numbers[part])))
        for part in parts
        if len(part)
    )


def spread_of(pegs: np.ndarray) -> np.ndarray:
    """Return the standard deviation of the sums of three pegs at the 20 faces, for rows of pegs.

    >>> spread_of(np.array([[1, 7, 10, 9, 8, 11, 5, 2, 6, 3, 4, 12], range(1, 13)])).round(2).tolist()
    [1.96, 8.08]
    """
    return pegs[:, np.array(icosahedron().corners)].sum(axis=2).std(axis=1)


def save_counts(numbers: np.ndarray, folder: str | os.PathLike, path: str | os.PathLike) -> None:
    """Write all counts of a folder, in order of the census, into an .npz file, as the array
    `counts`."""
    if missing := int((numbers == UNKNOWN).sum()):
        raise PuzzleError(f"{folder}: {missing:,} instances are not counted yet; `count {folder}` goes on")
    with whole_file(path) as file:
        np.savez_compressed(file, counts=numbers)


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
