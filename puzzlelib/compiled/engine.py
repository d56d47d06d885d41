"""Counting and listing all solutions in compiled code, for the large jobs.

It is the search of `algorithm_x` with the rule "fewest options", told in machine words (`kernel`). Around it:
a puzzle as arrays, and symmetry (`table`); a search that runs in chunks of a tenth of a second, between which
progress shows and everything can be stopped (`job`); searches cut in two, so that several run at the same
time (`crew`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil, inf

import numpy as np

from ..common.clock import Stop, TimeIsUp, never, raise_if_stopped
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_choice, check_int
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..packing.symmetry import SYMMETRIES, check_symmetry
from ..search import dancing_links
from ..search.compare import rough_duration
from ..search.estimate import estimate
from ..search.exact_cover import ExactCover, Problem
from ..search.hints import check_depth, hint_options
from ..search.links import Links
from ..search.steps import only_answers
from .compiling import fault, tell_once
from .covers import job_of
from .crew import StepProgress, drive
from .kernel_layout import PRUNED
from .table import Table, moves, restricted, unmoved

ROWS = 1024  # most solutions in the buffer
PROBES = 30  # of the tree of dancing links, which take over where compiled code does not run
NODES_A_SECOND = 30_000  # of dancing links in plain Python, about
MOST_WORDS = 200_000_000  # of all lists of a search: 1.6 GB


@dataclass
class Count:
    """A number of solutions; a lower bound if not `complete`, and then `stopped` says why: STOPPED (by
    stop()) or INTERRUPT."""

    number: int = 0
    complete: bool = True
    stopped: Ending = Ending.DONE


# -------- is it there?


def available(stop: Stop = never) -> str:
    """ "" where compiled searches run on this machine, else the reason why not, in one line. The first call
    may compile.

    `TimeIsUp` when stop() says True before that is known.

    >>> available()
    ''
    """
    return fault(trial, partial(raise_if_stopped, stop))


def kept() -> bool:
    """Is it compiled already?"""
    from .job import act

    return act.is_kept()


def too_large(puzzle: PackingPuzzle) -> str:
    """ "" where there is room for the lists of a search, else how much they would take, in one line.

    Each depth lists the options that are left, in words of 64 items. With a share x of the cells left, these
    are about x^k of the options with k cells, and x of the words.

    >>> from puzzlelib import load
    >>> too_large(load("tetris-cube"))
    ''
    """
    options, pieces = len(puzzle.placements), sum(piece.copies for piece in puzzle.pieces)
    size = sum(len(cells) for _, cells in puzzle.placements) / max(1, options)
    items = len(puzzle.container) + len(puzzle.pieces)
    words = options * items / 64 * pieces / (size + 2)
    return f"its lists would take about {words / 125e6:.1f} GB" if words > MOST_WORDS else ""


def trial() -> str:
    """Compile, and solve the smallest puzzles."""
    from .job import Job

    cells, pieces = np.array([[1], [2], [4]], np.uint64), np.repeat(np.eye(3, dtype=np.uint8), 3, axis=0)
    jobs = [(Job(cells, 3, np.ones((3, 1), np.uint8), [3]), 1)]  # copies of one piece
    for numbers in (None, np.arange(9)):
        jobs.append((Job(np.tile(cells, (3, 1)), 3, pieces, [1, 1, 1], numbers=numbers), 6))
    for job, expected in jobs:
        job.guess(1)
        job.search.count[PRUNED] = 0  # straight into `kernel.dive`
        job.chunk()
        if job.found != expected:
            return "the compiled search gives wrong results on this machine"
    return ""


# -------- all solutions


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = never
) -> Iterator[Solution]:
    """All solutions that hold the `given` placements, each once, always in the same order. When `stop()` says
    True, it ends early.

    >>> from puzzlelib import load
    >>> len(list(solutions(load("tetracubes-2x2x8"))))
    1792
    """
    numbers = hint_options(puzzle, given)
    with suppress(TimeIsUp):
        for rows in all_rows(puzzle, numbers, stop, available(stop)):
            for row in rows.tolist():
                yield Solution((puzzle.placements[i] for i in row), puzzle)


def all_rows(puzzle: PackingPuzzle, given: list[int], stop: Stop, reason: str) -> Iterator[np.ndarray]:
    """All solutions as rows of option numbers in rising order, (solutions, pieces), the given ones among
    them; at most ROWS at a time, all of one length. Where there is a `reason` against this engine,
    another one takes over.

    `TimeIsUp` when stop() says True before the search begins.
    """
    if reason:
        hints = [puzzle.placements[i] for i in given]
        warn_slow(puzzle, hints, reason)
        for solution in dancing_links.solutions(puzzle, hints, stop):
            yield np.array([[puzzle.option[placement] for placement in solution]], np.int64)
        return
    table, hints = Table(puzzle, given), np.array(given, np.int64)
    if not table.possible:
        return
    if not table.cells:
        yield np.sort(hints)[None, :]
        return
    raise_if_stopped(stop)
    job = table.job(numbered=True)
    job.open()
    if job.nothing_needed:
        yield np.sort(hints)[None, :]
    for rows in rows_of(job, stop):
        for found in rows_of_equal_length(rows):
            yield np.sort(np.hstack([found, np.tile(hints, (len(found), 1))]), axis=1)


def rows_of_equal_length(rows: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the rows of each length, without the -1 behind them.

    >>> [found.tolist() for found in rows_of_equal_length(np.array([[4, -1], [1, 2], [3, -1]]))]
    [[[4], [3]], [[1, 2]]]
    """
    lengths = (rows >= 0).sum(axis=1)
    for many in sorted(set(lengths.tolist())):
        yield rows[lengths == many, :many]


def rows_of(job, stop: Stop) -> Iterator[np.ndarray]:
    """Yield the `rows` of a job until stop() says True; `TimeIsUp` if that is before the search begins."""
    raise_if_stopped(stop)
    job.open()
    most = 1
    while not job.done and not stop():
        found = job.rows(most)
        if len(found):
            yield found
            most = min(ROWS, 2 * most)


def warn_slow(problem: Problem, hints: list, reason: str) -> None:
    """Say once why the compiled engine does not run, and how long the other one takes."""
    why = f"The compiled engine does not run here ({reason}); dancing_links takes over"
    seconds = listing_nodes(problem, hints) / NODES_A_SECOND
    time = rough_duration(seconds) if seconds < inf else "longer than anybody can tell"
    tell_once(f"{why}, which takes {time}.")


def listing_nodes(problem: Problem, hints: list) -> float:
    """Return the number of nodes in which dancing links list all solutions, by random probes; infinity where
    those fail."""
    with suppress(PuzzleError):
        return estimate(problem, PROBES, given=hints).nodes
    return inf


def search(cover: ExactCover, stop: Stop = never) -> Iterator[tuple[int, ...]]:
    """Yield all solutions of an exact cover problem, as option numbers in rising order, until stop() says
    True.

    >>> from puzzlelib.search import cover_of
    >>> list(search(cover_of(["ac", "bc", "b"], secondary="c")))
    [(0, 2)]
    """
    with suppress(TimeIsUp):
        if reason := available(stop):
            check_depth(cover)
            warn_slow(cover, [], reason)
            for chosen in only_answers(dancing_links.steps(Links(cover)), stop):
                yield tuple(sorted(chosen))
            return
        job = job_of(cover)
        job.open()
        if job.nothing_needed:
            yield ()
        for rows in rows_of(job, stop):
            for row in rows.tolist():
                yield tuple(sorted(option for option in row if 0 <= option < len(cover.options)))


# -------- how many


def count(
    puzzle: PackingPuzzle,
    symmetry: str = "none",
    given: Iterable[Placement] = (),
    stop: Stop = never,
    processes: int = 1,
    progress: bool | Callable[[float, int], None] | None = None,
) -> Count:
    """Count solutions, or orbits of them, as `engines.count`, without listing them where that can
    be avoided.

    `processes`: how many searches run at the same time. `progress`: True for a bar, or a function that gets
    the share of the tree that is searched and the number of solutions found. An interrupt or `stop()` gives a
    lower bound, `complete` False.

    >>> from puzzlelib import load
    >>> count(load("tetracubes-2x4x4")).number, count(load("tetracubes-2x4x4"), "rotations").number
    (11120, 1390)
    """
    processes = check_int("processes", processes, "must be a whole number above 0", least=1)
    numbers = hint_options(puzzle, given)
    try:
        group = group_of(puzzle, symmetry, stop)
        reason = available(stop)
        if reason or numbers and symmetry != "none":
            return count_by_images(puzzle, numbers, group, stop, reason, progress)
        table = Table(puzzle, numbers)
        if not table.possible or not table.cells:
            return Count(int(table.possible))
        raise_if_stopped(stop)
        best = "none" if numbers else best_symmetry(puzzle)
        jobs = restricted(table, group_of(puzzle, best, stop), stop, processes)
        fixed = unmoved(table, group, stop) if symmetry != "none" else []
    except TimeIsUp:
        return Count(0, False, Ending.STOPPED)
    except KeyboardInterrupt:
        return Count(0, False, Ending.INTERRUPT)
    stopped = drive(fixed, stop, 1, None) or drive(jobs, stop, processes, progress)  # few come first
    return weighed(jobs, fixed, len(group), stopped)


def count_covers(
    cover: ExactCover,
    stop: Stop = never,
    processes: int = 1,
    progress: bool | Callable[[float, int], None] | None = None,
) -> Count:
    """Count the solutions of an exact cover problem; the parameters are those of `count`.

    >>> from puzzlelib.search import cover_of
    >>> count_covers(cover_of(["a", "b", "c"], items={"a": 1}, secondary="bc")).number
    4
    """
    processes = check_int("processes", processes, "must be a whole number above 0", least=1)
    jobs, stopped, number = [], Ending.DONE, 0
    try:
        if available(stop):
            for _ in search(cover, stop):
                number += 1
            stopped = Ending.STOPPED if stop() else Ending.DONE
        else:
            jobs = [job_of(cover)]
            stopped = drive(jobs, stop, processes, progress)
    except TimeIsUp:
        stopped = Ending.STOPPED
    except KeyboardInterrupt:
        stopped = Ending.INTERRUPT
    return Count(number + sum(job.found for job in jobs), not stopped, stopped)


def weighed(jobs: list, fixed: list, order: int, stopped: Ending) -> Count:
    """The lemma: the mean, over all symmetries, of the number of solutions that are left as they are."""
    total = sum(job.weight * job.found for job in jobs)
    if stopped:
        return Count(ceil(Fraction(total, order)), False, stopped)
    number = Fraction(total + sum(job.weight * job.found for job in fixed), order)
    assert number.denominator == 1, "the symmetries are no group"
    return Count(int(number))


def group_of(puzzle: PackingPuzzle, symmetry: str, stop: Stop = never) -> np.ndarray:
    """`moves`, and the identity alone for "none"."""
    check_choice("symmetry", symmetry, SYMMETRIES)
    return np.arange(len(puzzle.placements))[None, :] if symmetry == "none" else moves(puzzle, symmetry, stop)


def best_symmetry(puzzle: PackingPuzzle) -> str:
    """The most symmetries that make solutions of solutions."""
    for symmetry in ("reflections", "rotations"):
        with suppress(PuzzleError):  # pieces without mirror images, or too many symmetries
            check_symmetry(puzzle, symmetry)
            return symmetry
    return "none"


def count_by_images(
    puzzle: PackingPuzzle, given: list[int], group: np.ndarray, stop: Stop, reason: str, progress=None
) -> Count:
    """Orbits of the solutions that hold the hints: each solution counts as one part in as many as its orbit
    has among them. Where there is a `reason` against this engine, the other one shows its progress."""
    stopped, number = Ending.DONE, Fraction(0)
    show = progress if reason else None
    nodes = listing_nodes(puzzle, [puzzle.placements[i] for i in given]) if show else 0
    shown = StepProgress(show, nodes, lambda: ceil(number), stop)

    def asked() -> bool:
        nonlocal stopped
        stopped = Ending.STOPPED if shown.stop() else Ending.DONE
        return bool(stopped)

    try:
        for rows in all_rows(puzzle, given, asked, reason):
            images = np.sort(group[:, rows], axis=2)
            holds = np.ones(images.shape[:2], bool)
            for hint in given:
                holds &= (images == hint).any(axis=2)
            twins = holds.sum(axis=0) // (images == np.sort(rows, axis=1)).all(axis=2).sum(axis=0)
            number += sum(Fraction(many, int(k)) for k, many in Counter(twins.tolist()).items())
    except TimeIsUp:
        stopped = Ending.STOPPED
    except KeyboardInterrupt:
        stopped = Ending.INTERRUPT
    finally:
        shown.end()
    return Count(ceil(number), not stopped, stopped)
