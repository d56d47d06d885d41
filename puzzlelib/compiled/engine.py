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
from math import ceil

import numpy as np

from ..common.clock import Stop, TimeIsUp, heed, never
from ..common.ending import Ending
from ..common.errors import PuzzleError, check_choice, check_int
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..packing.symmetry import SYMMETRIES, check_symmetry
from ..search import dancing_links
from ..search.backtracking import given_options
from .compiling import fault, tell_once
from .crew import drive
from .kernel_layout import PRUNED
from .table import Table, moves, restricted, unmoved

ROWS = 1024  # most solutions in the buffer


@dataclass
class Count:
    """How many; a lower bound if not `complete`, and then `stopped` says why: STOPPED (by stop()) or
    INTERRUPT."""

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
    return fault(trial, partial(heed, stop))


def kept() -> bool:
    """Is it compiled already?"""
    from .job import act

    return act.is_kept()


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
    numbers = given_options(puzzle, given)
    with suppress(TimeIsUp):
        for rows in all_rows(puzzle, numbers, stop, available(stop)):
            for row in rows.tolist():
                yield tuple(puzzle.placements[i] for i in row)


def all_rows(puzzle: PackingPuzzle, given: list[int], stop: Stop, reason: str) -> Iterator[np.ndarray]:
    """All solutions as rows of option numbers in rising order, (solutions, pieces), the given ones among
    them; at most ROWS at a time. Where there is a `reason` against this engine, another one takes over.

    `TimeIsUp` when stop() says True before the search begins.
    """
    if reason:
        hints = [puzzle.placements[i] for i in given]
        why = f"The compiled engine does not run here ({reason}); dancing_links takes over"
        tell_once(f"{why}, which is much slower.")
        for solution in dancing_links.solutions(puzzle, hints, stop):
            yield np.array([[puzzle.option[placement] for placement in solution]], np.int64)
        return
    table, hints = Table(puzzle, given), np.array(given, np.int64)
    if not table.possible:
        return
    if not table.cells:
        yield np.sort(hints)[None, :]
        return
    heed(stop)
    job, most = table.job(numbered=True), 1
    heed(stop)
    job.open()
    while not job.done and not stop():
        found = job.rows(most)
        if len(found):
            yield np.sort(np.hstack([found, np.tile(hints, (len(found), 1))]), axis=1)
            most = min(ROWS, 2 * most)


# -------- how many


def count(
    puzzle: PackingPuzzle,
    symmetry: str = "none",
    given: Iterable[Placement] = (),
    stop: Stop = never,
    processes: int = 1,
    progress: bool | Callable[[float, int], None] | None = None,
) -> Count:
    """How many solutions, or how many orbits of them; as `engines.count`, without listing them where that can
    be avoided.

    `processes`: how many searches run at the same time. `progress`: True for a bar, or a function that gets
    the share of the tree that is searched and the number of solutions found. An interrupt or `stop()` gives a
    lower bound, `complete` False.

    >>> from puzzlelib import load
    >>> count(load("tetracubes-2x4x4")).number, count(load("tetracubes-2x4x4"), "rotations").number
    (11120, 1390)
    """
    processes = check_int("processes", processes, "must be a whole number above 0", least=1)
    numbers = given_options(puzzle, given)
    try:
        group = group_of(puzzle, symmetry, stop)
        reason = available(stop)
        if reason or numbers and symmetry != "none":
            return count_by_images(puzzle, numbers, group, stop, reason)
        table = Table(puzzle, numbers)
        if not table.possible or not table.cells:
            return Count(int(table.possible))
        heed(stop)
        best = "none" if numbers else best_symmetry(puzzle)
        jobs = restricted(table, group_of(puzzle, best, stop), stop)
        fixed = unmoved(table, group, stop) if symmetry != "none" else []
    except TimeIsUp:
        return Count(0, False, Ending.STOPPED)
    except KeyboardInterrupt:
        return Count(0, False, Ending.INTERRUPT)
    stopped = drive(fixed, stop, 1, None) or drive(jobs, stop, processes, progress)  # few come first
    return weighed(jobs, fixed, len(group), stopped)


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
    puzzle: PackingPuzzle, given: list[int], group: np.ndarray, stop: Stop, reason: str
) -> Count:
    """Orbits of the solutions that hold the hints: each solution counts as one part in as many as its orbit
    has among them."""
    stopped, number = Ending.DONE, Fraction(0)

    def asked() -> bool:
        nonlocal stopped
        stopped = Ending.STOPPED if stop() else Ending.DONE
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
    return Count(ceil(number), not stopped, stopped)
