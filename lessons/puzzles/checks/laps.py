"""The race that runs through lessons 01 to 05: searches on one puzzle, by their nodes and what a
node costs.

The track is the Soma cube with its V in the box, where the first packing that Algorithm X finds has
it. Every lesson runs all laps that are known so far, so that it does not matter which lessons a
student has done; a search of the student's own runs beside them once its exercise is solved.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from math import prod
from time import process_time
from typing import NamedTuple

from puzzlelib import load
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.packing.shapes import ROTATIONS, orientations
from puzzlelib.search import algorithm_x, backtracking, dancing_links
from puzzlelib.search.compare import rounded
from puzzlelib.search.counters import Counters
from puzzlelib.search.exact_cover import exact_cover
from puzzlelib.search.links import Links

from ...kit.cards.results import table
from ...kit.checks.judge import verdict
from ...kit.checks.time_limit import TooLong, quiet, stopped_after

BY_PIECE, EACH_TURN = "piece by piece", "piece by piece, 24 turns of each"
BY_CELL, SETS, LINKS = "cell by cell", "Algorithm X, sets", "Algorithm X, links"
SECONDS = 20  # for a search of the student's own


class Lap(NamedTuple):
    """One search on the track: packings found, options put, seconds of processor time; `how` says
    whose it is."""

    packings: int
    nodes: int
    seconds: float
    how: str = "the library's"

    @property
    def price(self) -> float:
        """Microseconds per node."""
        return 1e6 * self.seconds / self.nodes if self.nodes else 0.0


@cache
def track() -> PackingPuzzle:
    """Return the Soma cube without its V, which lies in the box already.

    >>> len(track().container), [piece.name for piece in track().pieces]
    (24, ['L', 'T', 'N', 'Pyramid', 'Z', 'Z_mirror'])
    """
    soma = load("soma")
    first = next(algorithm_x.solutions(soma))
    return soma.without([place for place in first if place.piece == "V"])


def soma_race(lesson: int, own: Callable | None = None) -> dict[str, Lap]:
    """Return all laps that are known in a lesson, run here and now, the student's own last.

    >>> laps = soma_race(3)
    >>> list(laps), laps["piece by piece"].packings == laps["cell by cell"].packings
    (['piece by piece, 24 turns of each', 'piece by piece', 'cell by cell'], True)
    """
    laps = {}
    for since, (name, run) in RUNNERS.items():
        if since <= lesson:
            ran, seconds = time_work(run)
            laps[name] = Lap(ran.solutions, ran.nodes, seconds)
            if since == 1 and lesson > 1:
                laps = {EACH_TURN: each_turn(ran, laps[name], track())} | laps
    mine = own and own_lap(lesson, own)
    return laps | ({f"{RUNNERS[lesson][0]}, your own": mine} if mine else {})


RUNNERS: Mapping[int, tuple[str, Callable[[], Counters]]] = {
    1: (BY_PIECE, lambda: backtracking.run(track(), by="piece", seconds=None)),
    3: (BY_CELL, lambda: backtracking.run(track(), seconds=None)),
    4: (SETS, lambda: algorithm_x.run(track(), seconds=None)),
    5: (LINKS, lambda: dancing_links.run(track(), seconds=None)),
}


def time_work(work: Callable) -> tuple:
    """Run some work; return its result and the seconds of processor time."""
    start = process_time()
    result = work()
    return result, process_time() - start


def each_turn(ran: Counters, lap: Lap, puzzle: PackingPuzzle) -> Lap:
    """Return the lap of the search piece by piece, had it a place for each of the 24 turns. Computed: nobody
    waits for it.

    Of a piece with half as many orientations as turns each place is there twice, so each node is
    there as often as the twins of all pieces put multiply.
    """
    twins = [len(ROTATIONS) // len(orientations(piece.cells)) for piece in puzzle.pieces]
    nodes = sum(number * prod(twins[:level]) for level, number in ran.per_level.items())
    return Lap(ran.solutions * prod(twins), nodes, nodes * lap.price / 1e6, "computed")


# -------- a search of the student's own


def own_lap(lesson: int, own: Callable) -> Lap | None:
    """Return the student's search on the track; None while its exercise is not solved, or if it takes too
    long.
    """
    exercise, arguments = OWN[lesson]
    if verdict(exercise, own).status != "correct":
        return None
    try:
        with quiet(), stopped_after(SECONDS), counted_calls(own) as (search, calls):
            packings, seconds = time_work(lambda: len(list(search(*arguments()))))
    except (Exception, TooLong):
        return None
    return Lap(packings, calls[0] - 1, seconds, "yours")  # the first call is the root


@contextmanager
def counted_calls(function: Callable) -> Iterator[tuple[Callable, list[int]]]:
    """The function, and how often it is called; its calls of itself, by its name, count as well.

    >>> def down(n):
    ...     return n and down(n - 1)
    >>> with counted_calls(down) as (counted, calls):
    ...     counted(3), calls
    (0, [4])
    >>> down(3), calls
    (0, [4])
    """
    space, name, calls = function.__globals__, function.__name__, [0]

    def counting(*args, **named):
        calls[0] += 1
        return function(*args, **named)

    before = {name: space[name]} if name in space else {}
    space[name] = counting
    try:
        yield counting, calls
    finally:
        del space[name]
        space |= before


def by_cell_arguments() -> tuple:
    places = [(piece, frozenset(cells)) for piece, cells in track().placements]
    return set(track().container), {piece.name for piece in track().pieces}, places


def algorithm_x_arguments() -> tuple:
    cover = exact_cover(track())
    return list(cover.items), {str(number): set(option) for number, option in enumerate(cover.options)}


OWN = {
    3: ("3.1", by_cell_arguments),
    4: ("4.4", algorithm_x_arguments),
    5: ("5.3a", lambda: (Links(exact_cover(track())),)),
}


# -------- the table

HEAD = ("search", "whose", "packings", "nodes", "× price of a node, µs", "= seconds")


def race_table(laps: Mapping[str, Lap]):
    """Return the laps as a table: nodes times the price of a node."""
    return table(HEAD, *(lap_row(name, lap) for name, lap in laps.items()))


def lap_row(name: str, lap: Lap) -> tuple:
    """Return a line of the table. The nodes of a search that does not call itself by its name cannot be
    counted.

    >>> lap_row("cell by cell", Lap(11, 2000, 0.05))
    ('cell by cell', "the library's", 11, 2000, '25', '0.050')
    """
    nodes = rounded(lap.nodes) if lap.how == "computed" else lap.nodes or "not counted"
    price = f"{rounded(lap.price):,}" if lap.nodes else ""
    return name, lap.how, lap.packings, nodes, price, f"{lap.seconds:.3f}"
