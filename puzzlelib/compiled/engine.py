"""Counting and listing all solutions in machine code.

It is the search of `algorithm_x` with the rule "fewest options", in search.c. Around it: a puzzle
as a matrix, and symmetry (`table`); a search in chunks of counted work, between which it can be
stopped (`job`).
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from ..common.clock import Stop, TimeIsUp, never, raise_if_stopped
from ..common.ending import Count, Ending
from ..common.rounds import COMPILED, Work
from ..packing.puzzle import PackingPuzzle, Placement, Solution
from ..packing.symmetry import Move, Symmetries
from ..search.exact_cover import ExactCover, Problem, exact_cover
from ..search.hints import hint_options
from .covers import matrix_of
from .crew import Crew
from .job import Job
from .parts import drive, found_in
from .table import Table, restrict_piece, search_unmoved

if TYPE_CHECKING:
    from .parts import Executor

MOST_WORDS = 200_000_000  # of all lists of a search: 1.6 GB


def too_large(puzzle: PackingPuzzle) -> str:
    """Return how much memory the lists of a search would take, in one line, or "" where there is
    room for them.

    Each depth lists the options left, in words of 64 items. With a share x of the cells left, these
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


# -------- all solutions


def solutions(
    puzzle: PackingPuzzle, given: Iterable[Placement] = (), stop: Stop = never, workers: int | None = 1
) -> Iterator[Solution]:
    """Yield all solutions that hold the `given` placements, each once, in the same order each time,
    until stop().

    workers: threads of a long search; None for one for each core.

    >>> from puzzlelib import load
    >>> len(list(solutions(load("tetracubes-2x2x8"))))
    1792
    """
    with suppress(TimeIsUp):
        for row in all_rows(puzzle, hint_options(puzzle, given), stop, workers):
            yield Solution((puzzle.placements[i] for i in row), puzzle)


def search(cover: ExactCover, stop: Stop = never, workers: int | None = 1) -> Iterator[tuple[int, ...]]:
    """Yield all solutions of an exact cover problem, as option numbers in rising order, until
    stop(); `workers` as for `solutions`.

    >>> from puzzlelib.search import cover_of
    >>> list(search(cover_of(["ac", "bc", "b"], secondary=["c"])))
    [(0, 2)]
    """
    with suppress(TimeIsUp):
        for row in rows_of(Job(matrix_of(exact_cover(cover))), stop, workers):
            yield tuple(sorted(row))


def all_rows(puzzle: PackingPuzzle, given: list[int], stop: Stop, workers: int | None) -> Iterator[list[int]]:
    """Yield each solution as the numbers of its options in rising order, the given ones among them;
    `TimeIsUp` by stop().
    """
    table = Table(puzzle, given)
    if table.possible and not table.cells:
        yield sorted(given)
    elif table.possible:
        for row in rows_of(Job(table.matrix(numbered=True)), stop, workers):
            yield sorted([*row, *given])


def rows_of(job: Job, stop: Stop, workers: int | None) -> Iterator[list[int]]:
    """Yield the solutions of a job; `TimeIsUp` by stop(), which is asked after each round."""
    raise_if_stopped(stop)
    job.open()
    if job.nothing_needed:
        yield []
    work = Work(stop, COMPILED)
    with closing(Crew([job], workers, lists=True).chunks()) as chunks:
        for steps, rows in chunks:
            yield from rows
            work.add(steps)


# -------- how many


def count(
    puzzle: Problem,
    symmetry: str = "none",
    given: Iterable[Placement] = (),
    stop: Stop = never,
    executor: "Executor | None" = None,
    progress: bool | Callable[[float, int], None] | None = None,
    workers: int | None = None,
) -> Count:
    """Count solutions, or orbits, as `engines.count`, listing none where that can be avoided; all
    solutions of an exact cover.

    An interrupt or stop() gives a lower bound, `complete` False.

    >>> from puzzlelib import load
    >>> count(load("tetracubes-2x4x4")).number, count(load("tetracubes-2x4x4"), "rotations").number
    (11120, 1390)
    """
    if isinstance(puzzle, ExactCover):
        job = Job(matrix_of(puzzle, numbered=False))
        stopped = drive([job], stop, progress, executor, workers)
        return Count(job.found, not stopped, stopped)
    numbers = hint_options(puzzle, given)
    try:
        symmetries = Symmetries(puzzle, stop)
        group = symmetries.images(symmetry)
        if numbers and symmetry != "none":
            return count_by_images(puzzle, numbers, group, stop, workers)
        table = Table(puzzle, numbers)
        if not table.possible or not table.cells:
            return Count(int(table.possible))
        raise_if_stopped(stop)
        jobs = restrict_piece(table, group if numbers else symmetries.most_images(), stop)
        fixed = search_unmoved(table, group, stop)
    except TimeIsUp:
        return Count(0, False, Ending.STOPPED)
    except KeyboardInterrupt:
        return Count(0, False, Ending.INTERRUPT)
    stopped = drive(jobs, stop, progress, executor, workers) or drive(fixed, stop, workers=workers)
    if stopped:
        return Count(ceil(Fraction(found_in(jobs), len(group))), False, stopped)
    # the lemma: the mean, over all symmetries, of the solutions that are left as they are
    number = Fraction(found_in(jobs) + found_in(fixed), len(group))
    assert number.denominator == 1, "the symmetries are no group"
    return Count(int(number))


count_covers = count


def count_by_images(
    puzzle: PackingPuzzle, given: list[int], group: list[Move], stop: Stop, workers: int | None
) -> Count:
    """Count the orbits of the solutions that hold the hints.

    Each solution counts as one part in as many as its orbit has with the hints among them.
    """
    number, stopped = Fraction(0), Ending.DONE
    sources = [(move, {k for k, image in enumerate(move) if image in set(given)}) for move in group]
    try:
        for row in all_rows(puzzle, given, stop, workers):
            members = set(row)
            images = {tuple(sorted(move[k] for k in row)) for move, source in sources if source <= members}
            number += Fraction(1, len(images))
    except TimeIsUp:
        stopped = Ending.STOPPED
    except KeyboardInterrupt:
        stopped = Ending.INTERRUPT
    return Count(ceil(number), not stopped, stopped)
