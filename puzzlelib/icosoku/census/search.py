"""A witness for each of the 3,991,680 instances of IcoSoKu, in seconds; whether they are right, `census_check` says.

Nobody solves an instance here. Any arrangement whose twelve sums are 1 to 12 in some order proves its instance, and turned and mirrored
it proves 120 ways to place the pegs at once. So it is enough to produce arrangements until every instance has one:

1. Combine. Cut the icosahedron into a cap of five faces around A, a belt of ten, and a cap of five around L, and deal the tiles out to
   them. All ways to lay five tiles on a cap are kept in a table, by their sums on the ring; belts are drawn by chance. For each choice
   of pegs for B to F, look up caps and belts whose sums are right: each covers all orders of the pegs below that a cap around L ends.
2. Pull. An open instance with two close pegs exchanged may have a witness. One turn, or one exchange of two tiles, often makes it a
   witness of the open one.
3. Shake. The last ones do the same, with one random move before.
"""

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import permutations, product
from queue import Empty, SimpleQueue
from typing import NamedTuple

import numpy as np

from .census_rows import BELOW, INSTANCES, RINGS, byte, carried, geometry, laid, orders, ring_numbers, rings
from .census_rows import arrangement, carry, index_of, inverse, pegs_of, witness_for  # noqa: F401 (for whoever uses a census)
from .compiled import announced
from .cosoku import TILES, Placed, dots, turns
from .polyhedra import icosahedron
from .puzzles import PuzzleError, whole

COMBINED = 24  # divisions of the tiles into caps and belt
DEALS = 30  # of so many by chance, the one that suits best is taken
BELTS = 60_000  # belts drawn for each
ENOUGH = 200  # caps with belts that a ring takes of each
TRIES = 1000  # random moves for an instance, each time it is shaken
SLICE = 42  # rings that a thread works on in one piece: some hundredths of a second
TICK = 0.1  # seconds between two looks at the clock and the keyboard
COMPILING = 10  # seconds that it takes, about
Stop = Callable[[], bool]
Progress = Callable[[str, int, np.ndarray], None]
Step = Callable[
    [int, int, int], None
]  # gets the first ring, the one after the last, and the number of the round


class Stage(NamedTuple):
    """A step of the work: its name, how many instances it covered, its seconds."""

    name: str
    covered: int
    seconds: float


@dataclass(frozen=True)
class Census:
    """Witnesses: uint8 (3991680, 20), rows that have none all 255. `stopped`: "", or "stop" or "interrupt", and then some may be missing."""

    witnesses: np.ndarray = field(repr=False)
    covered: int
    seconds: float
    stages: tuple[Stage, ...]
    stopped: str = ""

    def table(self) -> dict[str, tuple[int, int, float]]:
        """For each kind of stage: how many steps, how many instances they covered, their seconds."""
        names = dict.fromkeys(stage.name for stage in self.stages)
        return {
            name: tuple(
                map(sum, zip(*((1, one.covered, one.seconds) for one in self.stages if one.name == name)))
            )
            for name in names
        }


def run(
    seed: int = 0, progress: Progress | None = None, stop: Stop = lambda: False, threads: int | None = None
) -> Census:
    """A witness for every instance. A seed gives the same witnesses on any number of threads (None: one a processor).

    `progress` gets the name of the stage, how many instances are covered, and how many of each ring's 720: int64 (5544,). An interrupt
    or `stop()` ends it within a second; `stopped` says so. Errors: `PuzzleError` where compiled code does not run.
    """
    seed = whole("seed", seed, "must be a whole number from 0 on")
    threads = whole(
        "threads", processors() if threads is None else threads, "must be a whole number above 0", least=1
    )
    work, stopped = Work(compiled_kernel(), seed, threads, progress or (lambda *_: None), stop), ""
    try:
        if not all(work.do(name, step) for name, step in work.steps()):
            stopped = "stop"
    except KeyboardInterrupt:
        stopped = "interrupt"
    return Census(
        work.state.rows, work.covered(), time.perf_counter() - work.start, tuple(work.stages), stopped
    )


def save(path, witnesses: np.ndarray) -> None:
    """Write the witnesses into a .npy file; `PuzzleError` where that cannot be done."""
    try:
        with open(path, "wb") as file:
            np.lib.format.write_array(file, witnesses, version=(1, 0), allow_pickle=False)
    except OSError as error:
        raise PuzzleError(f"{path}: cannot be written ({error.strerror or error})") from None


def processors() -> int:
    """Those that this process may use, at most 8."""
    return min(8, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def compiled_kernel():
    """The module `census_kernel`; `PuzzleError` where there is no numba."""
    try:
        from . import census_kernel
    except ImportError as error:
        raise PuzzleError(
            f"the census needs numba, which does not run here ({error}); checking a file of witnesses works without"
        ) from None
    return census_kernel


# ---------------------------------------------------------------- step by step


class Work:
    """The arrays, and the steps that fill them."""

    def __init__(self, kernel, seed: int, threads: int, progress: Progress, stop: Stop):
        self.kernel, self.chance, self.threads, self.progress, self.stop = (
            kernel,
            random.Random(seed),
            threads,
            progress,
            stop,
        )
        self.start, self.stages, self.board, self.state = (
            time.perf_counter(),
            [],
            board(kernel),
            state(kernel),
        )

    def covered(self) -> int:
        return INSTANCES - int(self.state.left.sum())

    def steps(self) -> Iterator[tuple[str, Step]]:
        """Name and work of each step, until nothing is open."""
        kernel, both = self.kernel, (self.board, self.state)
        yield "compile", partial(compile_all, kernel, self.board)
        for _ in range(COMBINED):
            parts = divided(kernel, self.board, self.chance, sum(open_ring(self.state.left, self.chance)))
            yield "combine", lambda first, last, now: kernel.combine(*both, parts, first, last, now, ENOUGH)
        while before := INSTANCES - self.covered():
            yield "pull", lambda first, last, now: kernel.pull(*both, first, last, now, 0, 0)
            if (left := INSTANCES - self.covered()) > 0.9 * before:
                seed = self.chance.getrandbits(60)
                yield "shake", lambda first, last, now: kernel.pull(*both, first, last, now, seed, TRIES)

    def do(self, name: str, step: Step) -> bool:
        """One step, in slices on all threads; False if it was stopped."""
        start, before, now = time.perf_counter(), self.covered(), len(self.stages) + 1
        firsts = range(0, RINGS, SLICE) if name != "compile" else [0]
        crew = Crew([partial(step, first, min(first + SLICE, RINGS), now) for first in firsts], self.threads)
        try:
            while crew.busy() and not self.stop():
                self.tell(name)
        finally:
            crew.end()
        self.tell(name)
        self.stages.append(Stage(name, self.covered() - before, time.perf_counter() - start))
        return crew.done

    def tell(self, name: str) -> None:
        self.progress(name, self.covered(), BELOW - self.state.left)


class Crew:
    """Threads that do jobs: compiled code needs no lock of Python's. They are daemons, since compiling cannot be interrupted."""

    def __init__(self, jobs: list[Callable[[], None]], size: int):
        self.jobs, self.errors, self.over = SimpleQueue(), [], False
        for job in jobs:
            self.jobs.put(job)
        self.threads = [
            threading.Thread(target=self.member, daemon=True) for _ in range(min(size, len(jobs)))
        ]
        for thread in self.threads:
            thread.start()

    def member(self) -> None:
        try:
            while not self.over:
                self.jobs.get_nowait()()
        except Empty:
            pass
        except BaseException as error:
            self.errors.append(error)
            self.over = True

    def busy(self) -> bool:
        """Wait a moment; is there still something to do?"""
        for thread in self.threads:
            thread.join(TICK / len(self.threads))
        return any(thread.is_alive() for thread in self.threads)

    @property
    def done(self) -> bool:
        if self.errors:
            raise self.errors[0]
        return self.jobs.empty() and not any(thread.is_alive() for thread in self.threads)

    def end(self) -> None:
        """No further job; those that are being done end soon, but a compilation is not waited for."""
        self.over = True
        for thread in self.threads:
            thread.join(2 * TICK)


def compile_all(kernel, board, *_) -> None:
    """Compile everything, or bring what is compiled: each function works on no ring at all. Says so where it takes long."""
    with announced(COMPILING):
        empty, parts = state(kernel, 0), divided(kernel, board, random.Random(0), 35, 1)
        kernel.combine(board, empty, parts, 0, 0, 1, 1)
        kernel.pull(board, empty, 0, 0, 1, 0, 0)


# ---------------------------------------------------------------- arrays for the kernel


def board(kernel):
    """The icosahedron, its tiles and its instances."""
    tables, solid = geometry(), icosahedron()
    number = {placed: byte(placed) for placed in laid()}
    back = (0, 2, 1, 3, 4, 5)  # the change that undoes each
    changed = [[number[carried(placed, change)] for placed in laid()] for change in back]
    around = [[face for face, _ in faces] + [0] * 15 for faces in solid.around] + [list(range(20))]
    outside = ~np.array([sum(15 << 4 * v for v in corners) for corners in solid.corners])
    bits = np.array([x.bit_count() for x in range(4096)])
    return kernel.Board(
        rings(),
        orders(),
        bits,
        ring_numbers(),
        added(*digits(16, 0, 12)),
        outside,
        plain(),
        np.array(around),
        tables.beside,
        tables.pick,
        tables.frame,
        tables.face,
        tables.change,
        np.array(changed, np.uint8),
    )


def state(kernel, rows: int = INSTANCES):
    """Everything open."""
    many = rows // BELOW
    return kernel.State(
        np.full((rows, len(TILES)), 255, np.uint8),
        np.zeros(rows, np.uint16),
        np.tile(np.arange(BELOW, dtype=np.int16), (many, 1)),
        np.full(many, BELOW),
    )


@cache
def added(*weights: int) -> np.ndarray:
    """What each byte on each face adds to a number in which vertex v counts weights[v] times: int64 (20, 42)."""
    return np.array(
        [
            [sum(number * weights[v] for v, number in zip(corners, dots(*placed))) for placed in laid()]
            for corners in icosahedron().corners
        ],
        np.int64,
    )


def digits(base: int, first: int, many: int) -> tuple[int, ...]:
    """Weights that put the sums of some vertices side by side, as digits.

    >>> digits(10, 1, 5)
    (0, 1, 10, 100, 1000, 10000, 0, 0, 0, 0, 0, 0)
    """
    return tuple(base ** (v - first) if first <= v < first + many else 0 for v in range(12))


def totals(weights: tuple[int, ...], first: int, rows: np.ndarray) -> np.ndarray:
    """What each row of bytes adds, laid on the faces from `first` on."""
    table = added(*weights)
    return sum(table[first + i][rows[:, i]] for i in range(rows.shape[1]))


def open_ring(left: np.ndarray, chance: random.Random) -> list[int]:
    """The pegs of B to F of an open instance by chance."""
    place = chance.randrange(max(1, int(left.sum())))
    return rings()[min(np.searchsorted(np.cumsum(left), place, side="right"), RINGS - 1)].tolist()


def divided(kernel, board, chance: random.Random, goal: int, many: int | None = None):
    """Deal the tiles out to caps and belt, B to F to sum to about `goal`; lay the caps in all ways, `many` belts (None: BELTS) by chance."""
    tiles = [byte(Placed(tile, 0)) for tile in dealt(chance, goal)]
    above, rows_above = caps(tiles[:5], 0, digits(8, 1, 5), digits(1, 0, 1))
    below, rows_below = caps(tiles[15:], 15, digits(8, 6, 5))
    ends = np.full(8**5, -1, np.int32)
    ends[below] = np.arange(len(below))
    order = np.array(chance.sample(range(len(above)), len(above)), np.int64)
    return kernel.Parts(
        above[order, None] >> np.arange(0, 15, 3) & 7,
        rows_above[order],
        *belts(kernel, board, tiles[5:15], chance, many or BELTS),
        ends,
        rows_below,
    )


def dealt(chance: random.Random, goal: int) -> list[int]:
    """The tiles, five for the cap around A, ten for the belt, five for the cap around L; B to F tend to sum to about `goal`."""
    return min((deal(chance) for _ in range(DEALS)), key=lambda tiles: abs(tendency(tiles) - goal))


def deal(chance: random.Random) -> list[int]:
    """Tiles by chance, such that the caps reach many different sums: corners without dots around A, five different tiles around L."""
    above = chance.sample([tile for tile in TILES if 0 in tile], 5)
    rest = list((Counter(TILES) - Counter(above)).elements())
    below = chance.sample([tile for tile in dict.fromkeys(rest) if len(turns(tile)) > 1], 5)
    return [*above, *(Counter(rest) - Counter(below)).elements(), *below]


def tendency(tiles: list) -> float:
    """What B to F collect at the mean: all dots around A but one, and half of the belt's."""
    return sum(map(sum, tiles[:5])) - 1 + sum(map(sum, tiles[5:15])) / 2


def caps(
    tiles: list[int], first: int, weights: tuple[int, ...], apex: tuple[int, ...] = ()
) -> tuple[np.ndarray, np.ndarray]:
    """All ways to lay five tiles (bytes) on the faces from `first` on: their different sums, and for each a row of bytes.

    With the weights of an `apex`, only those that bring one dot there.
    """
    rows = plain()[(np.array(list(permutations(tiles)))[:, None] + five_turns()).reshape(-1, 5)]
    if apex:
        rows = rows[totals(apex, first, rows) == 1]
    found = np.full(8**5, -1, np.int32)
    found[totals(weights, first, rows)] = np.arange(len(rows))
    sums = np.flatnonzero(found >= 0)
    return sums, rows[found[sums]]


@cache
def five_turns() -> np.ndarray:
    return np.array(list(product(range(3), repeat=5)))


@cache
def plain() -> np.ndarray:
    """Each byte from 0 to 41, without the turn where it is a tile xxx."""
    return np.array([byte(placed) for placed in laid()], np.uint8)


def belts(
    kernel, board, tiles: list[int], chance: random.Random, many: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Belts with these tiles, sorted by what they add to B to F: where each such sum begins, what they add to G to K, rows of bytes."""
    rows = np.empty((many, 10), np.uint8)
    kernel.shuffled(np.array(tiles), board.plain, np.array([chance.getrandbits(63) + 1], np.uint64), rows)
    above = totals(digits(10, 1, 5), 5, rows)
    order = np.argsort(above, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(above, minlength=10**5))]).astype(np.int32)
    return start, totals(digits(32, 6, 5), 5, rows)[order], rows[order]
