"""Counting and listing all solutions in compiled code, for the large jobs; the search itself is in `kernel`.

It is the search of `algorithm_x` with the rule "fewest options", told in machine words. Here stands what goes around it: a
puzzle as arrays, symmetry, chunks of a tenth of a second between which progress shows and everything can be stopped, and
searches cut in two, so that several run at the same time.

Symmetry. A motion of the container turns solutions into solutions. So it is enough to search one place out of each orbit of
places of one piece, and to count each solution found as often as the orbit has places. The number of orbits of solutions
then follows from counting, for every motion, the solutions that it leaves as they are (the lemma of Cauchy, Frobenius and
Burnside). Those are exact covers too: their options are whole orbits of placements under that motion, and there are few.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import ceil

import numpy as np

from .backtracking import given_options
from .puzzles import PackingPuzzle, Placement, PuzzleError, Solution, one_line, one_of, whole
from .verify import mirror_twins, motions_of, option_tables

CHUNK = 0.1  # seconds between two looks at the clock and the keyboard
FIRST_BUDGET = 2_000_000  # options looked at in the first chunk
COMPILING = 20  # seconds that compiling takes, about
PATIENCE = 3.0  # seconds after which we say that we compile: loading from the cache takes one or two
ROWS = 1024  # most solutions in the buffer
MOST_TRIED = 6_000_000  # pieces tried * options * items: twice what the Tetris Cube takes, about a second
Stop = Callable[[], bool]


@dataclass
class Count:
    """How many; a lower bound if not `complete`, and then `stopped` says why: "stop" or "interrupt"."""

    number: int = 0
    complete: bool = True
    stopped: str = ""


# ---------------------------------------------------------------- is it there?


def available() -> str:
    """ "" where compiled searches run on this machine, else the reason why not, in one line. The first call may compile.

    >>> available()
    ''
    """
    return fault(trial, COMPILING)


def fault(trial: Callable[[], str], seconds: int, look: Callable[[], None] = lambda: None) -> str:
    """What is wrong with compiled code, by a trial that compiles it in about so many seconds; "" where it runs. Tried once.

    Meanwhile `look` is called, and may raise what shall end the waiting.
    """
    one = compilation(trial, seconds)
    while one.is_alive():
        one.join(CHUNK)
        look()
    return one.reason


class Compilation(threading.Thread):
    """Compiles, or loads what is compiled; afterwards `reason` is what `fault` tells.

    In a thread of its own, since the compiler cannot be interrupted, and swallows an interrupt that falls into one of its calls
    back to Python. So an interrupt ends the waiting at once; the compiling goes on, and serves the next call.
    """

    def __init__(self, trial: Callable[[], str], seconds: int):
        super().__init__(daemon=True)
        self.trial, self.seconds, self.reason = trial, seconds, ""

    def run(self) -> None:
        try:
            with announced(self.seconds):
                self.reason = self.trial()
        except (
            Exception
        ) as error:  # no numba, no compiler for this processor, a cache that is broken: all the same here
            self.reason = one_line(f"{type(error).__name__}: {error}") or type(error).__name__


@contextmanager
def announced(seconds: int) -> Iterator[None]:
    """Say that we compile, and for how long about, if the block takes longer than PATIENCE."""
    said = threading.Timer(
        PATIENCE, lambda: print(f"compiling, once: about {seconds} s", file=sys.stderr, flush=True)
    )
    said.daemon = True
    said.start()
    try:
        yield
    finally:
        said.cancel()


@cache
def compilation(trial: Callable[[], str], seconds: int) -> Compilation:
    """The one that there is for a trial, started."""
    one = Compilation(trial, seconds)
    one.start()
    return one


def trial() -> str:
    """Compile, and solve the smallest puzzles."""
    masks, spend = np.array([[1], [2]], np.uint64), np.ones((2, 1), np.uint8)
    for numbers in (None, np.arange(2)):
        job = Job(masks, 2, spend, [2], numbers=numbers)
        job.guess(1)
        job.chunk()
        if job.found != 1:
            return "the compiled search gives wrong results on this machine"
    return ""


def without_compiler(reason: str):
    """The module of another engine, and one line that says so."""
    for name in ("dancing_links", "backtracking"):
        try:
            module = import_module(f"puzzlelib.{name}")
            break
        except ImportError:
            continue
    tell_once(f"The compiled engine does not run here ({reason}); {name} takes over, which is much slower.")
    return module


@cache
def tell_once(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


# ---------------------------------------------------------------- one search


class Job:
    """A search in arrays that runs in chunks and can be cut in two.

    `masks`: uint64 (options, words), the cells of each option, a bit each. `spend`: uint8 (options, pieces), how many copies of
    each piece an option uses. `weight`: what a solution counts. `numbers`: what the options are called, where that is asked for.
    """

    def __init__(
        self,
        masks: np.ndarray,
        cells: int,
        spend: np.ndarray,
        copies: list[int],
        weight: int = 1,
        numbers: np.ndarray | None = None,
    ):
        from . import kernel

        self.kernel, self.weight, self.numbers, self.budget = kernel, weight, numbers, FIRST_BUDGET
        self.started, self.roots, self.fixed = (
            False,
            {},
            -1,
        )  # fixed: the piece that is kept to one place of each orbit
        plain = max(copies, default=0) <= 1 and int(spend.sum(axis=1).max(initial=0)) <= 1
        marks = np.maximum(1, spend.max(axis=0, initial=0)).astype(np.int64)
        mark = cells + np.concatenate([[0], np.cumsum(marks)]).astype(np.int64)
        options = with_pieces(masks, spend, mark)
        self.search = search_arrays(
            kernel,
            options,
            cells,
            copies,
            mark,
            spend if not plain else spend[:0].copy(),
            numbered=not plain or numbers is not None,
        )

    @property
    def found(self) -> int:
        return int(self.search.count[self.kernel.FOUND])

    @property
    def done(self) -> bool:
        return self.started and self.search.count[self.kernel.DEPTH] < 0

    def open(self) -> None:
        """Make the root ready; a search that cannot succeed ends here."""
        if self.started:
            return
        self.started, s, k = True, self.search, self.kernel
        if (np.bitwise_or.reduce(self.rows_at(0), axis=1) & s.need[0] != s.need[0]).any():
            s.count[k.DEPTH] = -1
        else:
            k.open_frame(s, 0)

    def rows_at(self, d: int) -> np.ndarray:
        """The words of a depth's list, (words, options)."""
        k = self.kernel
        base, stride, size, words = (
            int(self.search.frames[d, column]) for column in (k.BASE, k.STRIDE, k.SIZE, k.WORDS)
        )
        return np.stack(
            [self.search.pool[base + w * stride : base + w * stride + size] for w in range(words)]
        )

    def enlarge(self) -> None:
        """Twice the room for lists."""
        self.search = self.search._replace(
            pool=np.concatenate([self.search.pool, np.zeros_like(self.search.pool)])
        )

    def guess(self, walks: int) -> float:
        """The work of the whole tree, by random walks; and the root's subtrees' shares of it, kept for `rest`."""
        self.open()
        if self.done:
            return 0.0
        counts, sizes = self.search.count.copy(), np.zeros(int(self.search.frames[0, self.kernel.SIZE]))
        self.search.count[self.kernel.PRUNED] = 0  # it pays only where whole subtrees are searched
        while not self.kernel.survey(self.search, sizes, walks, 1):
            self.enlarge()
            sizes[:] = 0
        self.search.count[:] = counts
        total = float(sizes.sum())
        self.roots = {int(i): sizes[i] / total for i in np.flatnonzero(sizes)}
        return total

    def chunk(self) -> None:
        """Search for about CHUNK seconds, or until the buffer is full."""
        self.open()
        if self.done:
            return
        k, before, start = self.kernel, self.search.count[self.kernel.WORK], time.perf_counter()
        answer = k.run(self.search, self.budget)
        seconds, work = time.perf_counter() - start, self.search.count[k.WORK] - before
        if answer == k.NO_ROOM:
            self.enlarge()
        elif answer == k.PAUSED:
            self.budget = 1 + int(
                np.clip(work * CHUNK / max(seconds, 1e-6), self.budget / 4, self.budget * 4)
            )

    def rows(self, most: int) -> np.ndarray:
        """Search for a chunk; the solutions found in it, (solutions, pieces), as numbers of options."""
        if len(self.search.out) < most:
            self.search = self.search._replace(out=np.zeros((most, self.search.out.shape[1]), np.int32))
        self.search.count[self.kernel.FILLED] = 0
        self.chunk()
        return self.numbers[self.search.out[: self.search.count[self.kernel.FILLED]]]

    def candidates(self, d: int) -> np.ndarray:
        """Places in a depth's list that are still to be tried."""
        k, f = self.kernel, self.search.frames[d]
        start = f[k.BASE] + f[k.ITEM_WORD] * f[k.STRIDE]
        return (
            np.flatnonzero(self.search.pool[start + f[k.POS] : start + f[k.END]] & self.search.item[d])
            + f[k.POS]
        )

    def split(self) -> "Job | None":
        """Give away half of what is left at the shallowest depth that has something left; None where nothing is."""
        if self.started and not self.done:
            for d in range(int(self.search.count[self.kernel.DEPTH]) + 1):
                left = self.candidates(d)
                if len(left):
                    return self.give(d, int(left[len(left) // 2]))
        return None

    def give(self, d: int, place: int) -> "Job":
        """A job with the candidates of depth d from `place` on; they are taken away from this one."""
        k, other = self.kernel, copy(self)
        other.search = k.Search(*(array.copy() for array in self.search))
        pruned = self.search.count[k.PRUNED]
        other.search.count[:] = 0
        other.search.count[k.DEPTH], other.search.count[k.PRUNED] = d, pruned
        other.search.frames[:d, k.POS] = other.search.frames[:d, k.END]
        other.search.frames[d, k.POS] = place
        self.search.frames[d, k.END] = place
        return other

    def rest(self) -> float:
        """The share of the tree that this job has still to search: guessed below the root, equal parts further down."""
        k, part, total = self.kernel, 1.0, 0.0
        if not self.started:
            return 1.0
        for d in range(int(self.search.count[k.DEPTH]) + 1):
            f, left = self.search.frames[d], self.candidates(d)
            shares = self.roots if d == 0 else {}
            many = np.count_nonzero(self.rows_at(d)[f[k.ITEM_WORD]] & self.search.item[d])
            each = part / max(1, many)
            total += sum(shares.get(int(i), each) for i in left) if shares else each * len(left)
            part = shares.get(int(f[k.POS]) - 1, each)
        return total


def with_pieces(masks: np.ndarray, spend: np.ndarray, mark: np.ndarray) -> np.ndarray:
    """The options' words with their pieces: the first mark of a piece, and the mark for as many copies as are used."""
    words = max(1, -(-int(mark[-1]) // 64))
    full = np.zeros((len(masks), words), np.uint64)
    full[:, : masks.shape[1]] = masks[:, :words]
    option, piece = np.nonzero(spend)
    for item in (mark[piece], mark[piece] + spend[option, piece] - 1):
        np.bitwise_or.at(full, (option, item >> 6), np.uint64(1) << (item & 63).astype(np.uint64))
    return full


def search_arrays(
    kernel,
    options: np.ndarray,
    cells: int,
    copies: list[int],
    mark: np.ndarray,
    spend: np.ndarray,
    numbered: bool,
):
    """The kernel's Search, with depth 0 not opened yet."""
    (n, words), kinds, depths, items = options.shape, len(copies), sum(copies) + 2, int(mark[-1])
    stride = -(-n // kernel.LANES) * kernel.LANES + kernel.LANES
    pool = np.zeros(max(4 * (words + numbered) * stride, 1 << 12), np.uint64)
    for w in range(words):
        pool[w * stride : w * stride + n] = options[:, w]
    if numbered:
        pool[words * stride : words * stride + n] = np.arange(n)
    frames, count = np.zeros((depths, kernel.FIELDS), np.int64), np.zeros(kernel.COUNTERS, np.int64)
    frames[0, [kernel.STRIDE, kernel.SIZE, kernel.WORDS, kernel.TOGO]] = stride, n, words, sum(copies)
    count[kernel.PRUNED] = kernel.PRUNED_DEPTH
    place, pieces = np.full((words + 1, items), -1, np.int64), np.zeros((words + 1, words), np.uint64)
    place[0], pieces[0] = np.arange(items), bits(range(cells, items), words)
    need, live, left = (
        np.zeros((depths, words), np.uint64),
        np.zeros((depths, words), np.uint64),
        np.zeros((depths, kinds), np.int64),
    )
    need[0] = bits([*range(cells), *(mark[t] for t in range(kinds) if copies[t])], words)
    live[0] = bits(
        [*range(cells), *(i for t in range(kinds) if copies[t] for i in range(mark[t], mark[t + 1]))], words
    )
    left[0] = copies
    return kernel.Search(
        pool,
        frames,
        need,
        live,
        np.zeros(depths, np.uint64),
        np.zeros(depths if numbered else 0, np.int64),
        left,
        np.ascontiguousarray(spend, np.uint8),
        mark,
        place,
        pieces,
        count,
        np.zeros((0, depths - 2), np.int32),
        np.zeros((4, words + kernel.LEVELS), np.uint64),
        np.zeros(words, np.uint64),
    )


def bits(numbers: Iterable[int], words: int) -> np.ndarray:
    """A set of bit numbers in words.

    >>> [int(word) for word in bits([0, 65], 2)]
    [1, 2]
    """
    result = [0] * words
    for number in numbers:
        result[int(number) >> 6] |= 1 << (int(number) & 63)
    return np.array(result, np.uint64)


# ---------------------------------------------------------------- a puzzle as arrays


class Table:
    """What is left of a puzzle after the hints, as arrays; `options` are the numbers of the placements that are left."""

    def __init__(self, puzzle: PackingPuzzle, given: Iterable[int] = ()):
        self.given, kinds = list(given), {piece.name: t for t, piece in enumerate(puzzle.pieces)}
        filled = Counter(cell for i in self.given for cell in puzzle.placements[i].cells)
        used = Counter(puzzle.placements[i].piece for i in self.given)
        self.copies = [piece.copies - used[piece.name] for piece in puzzle.pieces]
        self.cells = {
            cell: k for k, cell in enumerate(cell for cell in puzzle.container if cell not in filled)
        }
        volume = sum(len(piece.cells) * many for piece, many in zip(puzzle.pieces, self.copies))
        self.possible = (
            min(self.copies, default=0) >= 0
            and max(filled.values(), default=1) == 1
            and volume == len(self.cells)
        )
        left = [
            i
            for i, (name, cells) in enumerate(puzzle.placements)
            if self.copies[kinds[name]] > 0 and filled.keys().isdisjoint(cells)
        ]
        self.options = np.array(left, np.int64)
        self.kind = np.array([kinds[puzzle.placements[i].piece] for i in left], np.int64)
        bit = {cell: 1 << k for cell, k in self.cells.items()}
        whole = [sum(map(bit.__getitem__, puzzle.placements[i].cells)) for i in left]
        words, low = -(-len(self.cells) // 64), (1 << 64) - 1
        self.masks = np.array(
            [[mask >> 64 * w & low for w in range(words)] for mask in whole], np.uint64
        ).reshape(len(left), words)
        self.spend = (self.kind[:, None] == np.arange(len(self.copies))).astype(np.uint8)

    def job(self, chosen: np.ndarray | None = None, weight: int = 1, numbered: bool = False) -> Job:
        """A search over all options, or over those that are True in `chosen`."""
        chosen = np.ones(len(self.options), bool) if chosen is None else chosen
        return Job(
            self.masks[chosen],
            len(self.cells),
            self.spend[chosen],
            self.copies,
            weight,
            self.options[chosen] if numbered else None,
        )


def moves(puzzle: PackingPuzzle, symmetry: str) -> np.ndarray:
    """For each symmetry, each once: where it takes option 0, 1, 2, …; int64 (symmetries, options). The identity comes first.

    As `verify.option_tables`, but faster: a placement is known by the sum of random numbers, one for each cell and piece.
    """
    rotations = motions_of(puzzle, False)
    tables = [(motion, {}) for motion in rotations]
    if symmetry == "reflections":
        twins = mirror_twins(puzzle)
        tables += [(motion, twins) for motion in motions_of(puzzle, True)[len(rotations) :]]
    random = np.random.default_rng(1)
    cell = dict(
        zip(puzzle.container, random.integers(1 << 63, size=len(puzzle.container), dtype=np.int64).tolist())
    )
    kind = {
        p.name: number
        for p, number in zip(
            puzzle.pieces, random.integers(1 << 63, size=len(puzzle.pieces), dtype=np.int64).tolist()
        )
    }
    number = {c: i for i, c in enumerate(puzzle.container)}
    longest = max((len(cells) for _, cells in puzzle.placements), default=0)
    places = np.array(
        [
            [number[c] for c in cells] + [len(number)] * (longest - len(cells))
            for _, cells in puzzle.placements
        ],
        np.int64,
    ).reshape(len(puzzle.placements), longest)
    names = [name for name, _ in puzzle.placements]

    def keys(motion, twins):
        values = np.array([cell[motion[c]] for c in puzzle.container] + [0], np.int64)
        return values[places].sum(axis=1) + np.array(
            [kind[twins.get(name, name)] for name in names], np.int64
        )

    own = keys({c: c for c in puzzle.container}, {})
    order = np.argsort(own, kind="stable")
    result = [order[np.searchsorted(own[order], keys(*table))] for table in tables]
    if len(np.unique(own)) < len(own) or any(
        (own[image] != keys(*table)).any() for image, table in zip(result, tables)
    ):
        return np.array(option_tables(puzzle, symmetry))
    return np.array(list(dict.fromkeys(map(tuple, result))), np.int64)


# ---------------------------------------------------------------- symmetry


def restricted(table: Table, group: np.ndarray, stop: Stop = lambda: False) -> list[Job]:
    """Searches that find one solution of each set that the symmetries of one piece's places make; weight: how many it stands for.

    The piece is the one that random walks say makes the least work; of very many pieces only those with the fewest places are
    tried. Without a piece of one copy: everything, weight 1.
    """
    label = group.min(axis=0)
    size = np.bincount(label, minlength=len(label))[label]
    places = np.bincount(table.kind, minlength=len(table.copies))
    single = [
        t
        for t in np.argsort(places, kind="stable").tolist()
        if len(group) > 1 and table.copies[t] == 1 and (table.kind[group[:, table.kind == t]] == t).all()
    ]
    tried = sorted(single[: max(1, MOST_TRIED // max(1, len(label) * (len(table.cells) + len(places))))])
    plans = [fixing(table, t, label, size) for t in tried if not stop()]
    return least_work(plans, stop) if plans else [table.job()]


def fixing(table: Table, piece: int, label: np.ndarray, size: np.ndarray) -> list[Job]:
    """The searches with one piece kept to the first place of each orbit, one search for each size that orbits have."""
    jobs = []
    for many in np.unique(size[table.kind == piece]):
        jobs.append(
            table.job((table.kind != piece) | (label == np.arange(len(label))) & (size == many), int(many))
        )
        jobs[-1].fixed = piece
    return jobs


def least_work(plans: list[list[Job]], stop: Stop, walks: int = 1) -> list[Job]:
    """The plan with the least work, as far as random walks can tell: the best third of the plans gets three times as many walks."""
    while len(plans) > 1 and not stop():
        plans = sorted(plans, key=lambda plan: sum(0.0 if stop() else job.guess(walks) for job in plan))[
            : (len(plans) + 1) // 3
        ]
        walks *= 3
    return plans[0]


def unmoved(table: Table, group: np.ndarray) -> list[Job]:
    """Searches for the solutions that a symmetry leaves as they are, for each symmetry but the first, the identity.

    Their options are orbits of placements under that symmetry. Equal searches are made once, with a weight.
    """
    kinds = Counter()
    made = {}
    for move in group[1:]:
        chosen, masks, spend = orbit_options(table, move)
        key = masks.tobytes() + spend.tobytes()
        kinds[key] += 1
        made[key] = masks, spend
    return [
        Job(masks, len(table.cells), spend, table.copies, kinds[key])
        for key, (masks, spend) in made.items()
        if len(masks) and (spend.max(axis=0) > 0).all()
    ]


def orbit_options(table: Table, move: np.ndarray):
    """The orbits of placements under one symmetry whose members do not overlap: their smallest members, cells, copies used."""
    masks, spend, least, now = (
        table.masks.copy(),
        table.spend.astype(np.int64),
        np.arange(len(move)),
        move.copy(),
    )
    start, fits = np.arange(len(move)), np.ones(len(move), bool)
    while (moved := now != start).any():
        fits &= ~(moved & ((masks & table.masks[now]) != 0).any(axis=1))
        masks |= np.where(moved[:, None], table.masks[now], 0).astype(np.uint64)
        spend += np.where(moved[:, None], table.spend[now], 0)
        least = np.where(moved, np.minimum(least, now), least)
        now = np.where(moved, move[now], now)
    chosen = np.flatnonzero(fits & (least == start) & (spend <= table.copies).all(axis=1))
    return chosen, masks[chosen], spend[chosen].astype(np.uint8)


# ---------------------------------------------------------------- running


def drive(jobs: list[Job], stop: Stop, processes: int, progress) -> str:
    """Run all jobs to the end. "", or why it was stopped: "stop" or "interrupt". `jobs` then holds also those split off."""
    crew = Crew(jobs, processes, shown(progress), stop)
    try:
        return crew.work()
    except KeyboardInterrupt:
        return "interrupt"
    finally:
        crew.end()


class Crew:
    """Jobs, and the threads that run them. Compiled code needs no lock of Python's, so threads use as many processors."""

    def __init__(self, jobs: list[Job], size: int, show, stop: Stop):
        self.jobs, self.size, self.show, self.stop = jobs, size, show, stop
        self.waiting, self.idle, self.over, self.errors = list(reversed(jobs)), 0, False, []
        self.change, self.threads = threading.Condition(), []
        if show:
            self.parts = shares(jobs)

    def work(self) -> str:
        """In this thread if there is one only, else in threads of their own, while this one looks at the clock."""
        if self.size == 1:
            return self.alone()
        self.threads = [threading.Thread(target=self.member, daemon=True) for _ in range(self.size)]
        for thread in self.threads:
            thread.start()
        while any(thread.is_alive() for thread in self.threads):
            if self.stop():
                return "stop"
            self.tell()
            for thread in self.threads:
                thread.join(CHUNK / self.size)
        if self.errors:
            raise self.errors[0]
        return ""

    def alone(self) -> str:
        for job in list(self.jobs):
            while not job.done:
                if self.stop():
                    return "stop"
                job.chunk()
                self.tell()
        return ""

    def member(self) -> None:
        """One thread: take a job, run it chunk by chunk, give half away when somebody has nothing to do."""
        try:
            while job := self.next_job():
                while not job.done and not self.over:
                    job.chunk()
                    self.share_out(job)
        except BaseException as error:
            self.errors.append(error)
            self.over = True
        with self.change:
            self.change.notify_all()

    def next_job(self) -> Job | None:
        """A job that waits, or None when all is done."""
        with self.change:
            self.idle += 1
            while not self.waiting and self.idle < self.size and not self.over:
                self.change.wait(CHUNK)
            if self.over or not self.waiting:
                self.change.notify_all()
                return None
            self.idle -= 1
            return self.waiting.pop()

    def share_out(self, job: Job) -> None:
        with self.change:
            if self.idle and not self.waiting and (other := job.split()):
                self.jobs.append(other)
                self.waiting.append(other)
                self.parts_of(other, job)
                self.change.notify()

    def parts_of(self, other: Job, job: Job) -> None:
        if self.show:
            self.parts[id(other)] = self.parts[id(job)]

    def tell(self) -> None:
        if self.show:
            with self.change:
                jobs = list(self.jobs)
            left = sum(self.parts[id(job)] * job.rest() for job in jobs)
            self.show(min(1.0, max(0.0, 1 - left)), sum(job.weight * job.found for job in jobs))

    def end(self) -> None:
        """Stop the threads; each ends with its chunk."""
        self.over = True
        with self.change:
            self.change.notify_all()
        for thread in self.threads:
            thread.join()
        if self.show:
            self.tell()
            close = getattr(self.show, "close", None)
            if close:
                close()


def shares(jobs: list[Job]) -> dict[int, float]:
    """Each job's share of all the work, guessed."""
    sizes = [job.guess(4) for job in jobs]
    total = sum(sizes) or 1.0
    return {id(job): size / total for job, size in zip(jobs, sizes)}


class Bar:
    """A progress bar that shows the share of the tree."""

    def __init__(self):
        from tqdm.auto import tqdm

        self.bar, self.last = (
            tqdm(total=100, unit="%", bar_format="{l_bar}{bar}| {elapsed}<{remaining}{postfix}"),
            0.0,
        )

    def __call__(self, share: float, found: int) -> None:
        self.bar.set_postfix_str(f"{found:,} found", refresh=False)
        self.bar.update(max(0.0, 100 * share - self.last))
        self.last = max(self.last, 100 * share)

    def close(self) -> None:
        self.bar.refresh()
        self.bar.close()


def shown(progress):
    """None, or what to call with the share and the number found."""
    return Bar() if progress is True else progress or None


# ---------------------------------------------------------------- the two doors


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = lambda: False
) -> Iterator[Solution]:
    """All solutions that hold the `given` placements, each once, always in the same order. When `stop()` says True, it ends early.

    >>> from puzzlelib import load
    >>> len(list(solutions(load("tetracubes-2x2x8"))))
    1792
    """
    numbers = given_options(puzzle, given)
    if reason := available():
        yield from without_compiler(reason).solutions(puzzle, given, stop)
        return
    for rows in all_rows(Table(puzzle, numbers), stop):
        for row in rows.tolist():
            yield tuple(puzzle.placements[i] for i in row)


def all_rows(table: Table, stop: Stop) -> Iterator[np.ndarray]:
    """All solutions in pieces of at most ROWS: option numbers in rising order, (solutions, pieces), the given ones among them."""
    if not table.possible:
        return
    hints = np.array(table.given, np.int64)
    if not table.cells:
        yield np.sort(hints)[None, :]
        return
    job, most = table.job(numbered=True), 1
    while not job.done and not stop():
        found = job.rows(most)
        if len(found):
            yield np.sort(np.hstack([found, np.tile(hints, (len(found), 1))]), axis=1)
            most = min(ROWS, 2 * most)


def count(
    puzzle: PackingPuzzle,
    symmetry: str = "none",
    given: Iterable[Placement] = (),
    stop: Stop = lambda: False,
    processes: int = 1,
    progress: "bool | Callable[[float, int], None] | None" = None,
) -> Count:
    """How many solutions, or how many orbits of them; as `engines.count`, without listing them where that can be avoided.

    `processes`: how many searches run at the same time. `progress`: True for a bar, or a function that gets the share of the
    tree that is searched and the number of solutions found. An interrupt or `stop()` gives a lower bound, `complete` False.

    >>> from puzzlelib import load
    >>> count(load("tetracubes-2x4x4")).number, count(load("tetracubes-2x4x4"), "rotations").number
    (11120, 1390)
    """
    processes = whole("processes", processes, "must be a whole number above 0", least=1)
    numbers = given_options(puzzle, given)
    group = group_of(puzzle, symmetry)
    reason = available()
    if reason or numbers and symmetry != "none":
        return count_by_images(puzzle, numbers, symmetry, group, stop, reason)
    table = Table(puzzle, numbers)
    if not table.possible or not table.cells:
        return Count(int(table.possible))
    try:
        jobs = (
            restricted(table, group_of(puzzle, best_symmetry(puzzle)), stop) if not numbers else [table.job()]
        )
        fixed = unmoved(table, group) if symmetry != "none" else []
    except KeyboardInterrupt:
        return Count(0, False, "interrupt")
    return weighed(jobs, fixed, len(group), drive_all(jobs, fixed, stop, processes, progress))


def drive_all(jobs: list[Job], fixed: list[Job], stop: Stop, processes: int, progress) -> str:
    """Both kinds of searches; the few for symmetric solutions first."""
    return drive(fixed, stop, 1, None) or drive(jobs, stop, processes, progress)


def weighed(jobs: list[Job], fixed: list[Job], order: int, stopped: str) -> Count:
    """The lemma: the mean, over all symmetries, of the number of solutions that are left as they are."""
    total = sum(job.weight * job.found for job in jobs)
    if stopped:
        return Count(ceil(Fraction(total, order)), False, stopped)
    number = Fraction(total + sum(job.weight * job.found for job in fixed), order)
    assert number.denominator == 1, "the symmetries are no group"
    return Count(int(number))


def group_of(puzzle: PackingPuzzle, symmetry: str) -> np.ndarray:
    """`moves`, and the identity alone for "none"."""
    one_of("symmetry", symmetry, ("none", "rotations", "reflections"))
    return np.arange(len(puzzle.placements))[None, :] if symmetry == "none" else moves(puzzle, symmetry)


def best_symmetry(puzzle: PackingPuzzle) -> str:
    """The most symmetries that make solutions of solutions."""
    for symmetry in ("reflections", "rotations"):
        try:
            if symmetry == "reflections":
                mirror_twins(puzzle)
            motions_of(puzzle, symmetry == "reflections")
            return symmetry
        except PuzzleError:  # pieces without mirror images, or too many symmetries
            continue
    return "none"


def count_by_images(
    puzzle: PackingPuzzle, given: list[int], symmetry: str, group: np.ndarray, stop: Stop, reason: str
) -> Count:
    """Orbits of the solutions that hold the hints: list them, and count each by one part in as many as its orbit has among them."""
    ended, number = [], Fraction(0)

    def asked() -> bool:
        ended[:] = [True] if stop() else []
        return bool(ended)

    try:
        for rows in listed(puzzle, given, asked, reason):
            images = np.sort(group[:, rows], axis=2)
            holds = np.ones(images.shape[:2], bool)
            for hint in given:
                holds &= (images == hint).any(axis=2)
            twins = holds.sum(axis=0) // (images == np.sort(rows, axis=1)).all(axis=2).sum(axis=0)
            number += sum(Fraction(many, int(k)) for k, many in Counter(twins.tolist()).items())
    except KeyboardInterrupt:
        return Count(ceil(number), False, "interrupt")
    return Count(ceil(number), not ended, "stop" if ended else "")


def listed(puzzle: PackingPuzzle, given: list[int], stop: Stop, reason: str) -> Iterator[np.ndarray]:
    """All solutions as rows of option numbers, from this engine or from the one that takes over."""
    if not reason:
        yield from all_rows(Table(puzzle, given), stop)
        return
    for solution in without_compiler(reason).solutions(puzzle, [puzzle.placements[i] for i in given], stop):
        yield np.array([[puzzle.option[placement] for placement in solution]], np.int64)
