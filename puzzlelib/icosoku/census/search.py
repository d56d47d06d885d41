"""Find a witness for each of the 3,991,680 instances of IcoSoKu, in seconds; `check` judges them.

No instance is solved. An arrangement whose twelve sums are 1 to 12 in some order proves its
instance, and turned and mirrored 120 ways to place the pegs. So arrangements are made until every
instance has one:

1. Combine. Cut the icosahedron into a cap of five faces around A, a belt of ten and a cap around L,
and divide the tiles among them. A table has all caps, by their sums on the ring; belts are random.
For each choice of pegs for B to F look up caps and belts whose sums are right: each pair covers all
orders of the other pegs that a cap around L completes. 2. Pull. A witness for an open instance with
two close pegs exchanged is often one turn, or one exchange of two tiles, away. 3. Shake. The last
ones do so after a random move.
"""

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ...common.clock import TICK
from ...common.ending import Ending
from ...common.errors import PuzzleError, check_int
from ...common.files import whole_file
from ...common.interrupts import hold_interrupts
from ...common.machine import cores, has_threads
from ...common.stand_ins import NotHere
from ...compiled.library import missing_library
from . import check
from .arrays import combine, make_board, make_parts, open_ring, open_state, pull
from .check import Checked
from .instances import BELOW, INSTANCES, RINGS

COMBINED = 24  # divisions of the tiles into caps and belt
ENOUGH = 200  # caps with belts that a ring takes of each
TRIES = 1000  # random moves for an instance, each time it is shaken
END = 30  # seconds, after which slices that do not end are left alone
SLICE = 42  # rings that a thread works on in one piece: some hundredths of a second
Progress = Callable[[str, int, np.ndarray], None]
Step = Callable[[int, int, int], None]  # first ring, the one after the last, round


class CensusStage(NamedTuple):
    """A step of the work: its name, the number of instances that it covered, its seconds."""

    name: str
    covered: int
    seconds: float


@dataclass(frozen=True)
class Census:
    """Witnesses: uint8 (3991680, 20), rows that have none all 255. Where `stopped` is not DONE,
    some may be missing."""

    witnesses: np.ndarray = field(repr=False)
    covered: int
    seconds: float
    stages: tuple[CensusStage, ...]
    stopped: Ending = Ending.DONE

    def table(self) -> dict[str, tuple[int, int, float]]:
        """Return, for each kind of stage, the numbers of steps and of instances covered, and the
        seconds."""
        sums = {}
        for name, *numbers in self.stages:
            sums[name] = tuple(map(sum, zip(sums.get(name, (0, 0, 0.0)), (1, *numbers))))
        return sums


def run(seed: int = 0, progress: Progress | None = None, threads: int | None = None) -> Census:
    """Find a witness for every instance, the same for a seed on any number of threads (None: one a
    processor).

    `progress` gets the name of the stage, the number of instances covered, and of each ring's 720:
    int64 (5544,). An interrupt ends it within a second and sets `stopped`. Errors: `PuzzleError`
    without machine code or threads.
    """
    seed, threads = check_int("seed", seed), processors() if threads is None else threads
    check_int("threads", threads, least=1)
    if reason := missing_library() or ("" if has_threads() else "no second thread starts"):
        need = f"the census needs machine code, which does not run here: {reason}"
        raise NotHere(f"{need}; checking a file of witnesses works without", "machine code")
    work, stopped = Work(seed, threads, progress or (lambda *_: None)), Ending.DONE
    try:
        for name, step in work.steps():
            work.do(name, step)
    except KeyboardInterrupt:
        stopped = Ending.INTERRUPT
    seconds = time.perf_counter() - work.start
    return Census(work.state.rows, work.count_covered(), seconds, tuple(work.stages), stopped)


def save(path, witnesses: np.ndarray) -> None:
    """Write the witnesses to a .npy file. Errors: `PuzzleError`."""
    with whole_file(path) as file:
        np.lib.format.write_array(file, witnesses, version=(1, 0), allow_pickle=False)


def check_witnesses(witnesses) -> Checked:
    """Call `check.check_witnesses`, which shares no code with the library. Errors: `PuzzleError`.

    >>> check_witnesses("nowhere.npy")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: nowhere.npy: there is no such file
    """
    try:
        return check.check_witnesses(witnesses)
    except check.NoProof as wrong:
        raise PuzzleError(str(wrong)) from None


def processors() -> int:
    """Return the number of processors that the census uses by itself, at most 8."""
    return min(8, cores())


# -------- step by step


def unfinished(jobs: list[Future]) -> bool:
    """Wait a moment; return whether there is something left to do. An error of a job is raised."""
    with hold_interrupts():
        done, left = wait(jobs, TICK, FIRST_EXCEPTION)
        for job in done:
            job.result()
    return bool(left)


class Work:
    """The arrays, and the steps that fill them."""

    def __init__(self, seed: int, threads: int, progress: Progress):
        self.chance, self.threads, self.progress = random.Random(seed), threads, progress
        self.start, self.stages = time.perf_counter(), []
        self.board, self.state = make_board(), open_state()

    def count_covered(self) -> int:
        return INSTANCES - int(self.state.left.sum())

    def steps(self) -> Iterator[tuple[str, Step]]:
        """Yield the name and the work of each step, until nothing is open."""
        both = self.board, self.state
        for _ in range(COMBINED):
            parts = make_parts(self.chance, sum(open_ring(self.state.left, self.chance)))
            yield "combine", lambda first, last, now: combine(*both, parts, first, last, now, ENOUGH)
        while before := INSTANCES - self.count_covered():
            yield "pull", lambda first, last, now: pull(*both, first, last, now, 0, 0)
            if INSTANCES - self.count_covered() > 0.9 * before:
                seed = self.chance.getrandbits(60)
                yield "shake", lambda first, last, now: pull(*both, first, last, now, seed, TRIES)

    def do(self, name: str, step: Step) -> None:
        """Do one step, in slices on all threads."""
        start, before, now = time.perf_counter(), self.count_covered(), len(self.stages) + 1
        slices = [(first, min(first + SLICE, RINGS)) for first in range(0, RINGS, SLICE)]
        pool, jobs = ThreadPoolExecutor(self.threads), []
        try:
            with hold_interrupts():
                jobs += [pool.submit(step, *rings, now) for rings in slices]
            while unfinished(jobs):
                self.report(name)
        finally:
            with hold_interrupts():
                pool.shutdown(wait=False, cancel_futures=True)
                wait([job for job in jobs if not job.cancelled()], END)
        self.report(name)
        self.stages.append(CensusStage(name, self.count_covered() - before, time.perf_counter() - start))

    def report(self, name: str) -> None:
        self.progress(name, self.count_covered(), BELOW - self.state.left)
