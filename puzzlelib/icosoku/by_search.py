"""3coSoKu by backtracking: put a tile on a face, prune if a vertex cannot get its number any more,
go on, take it off.

The order of the faces decides the time: as numbered; at the vertex with the fewest open faces; or
the face on which the fewest tiles fit. With restarts the search begins anew after some tiles, in
another order. Reference: C. P. Gomes, B. Selman, N. Crato and H. Kautz, Heavy-tailed phenomena in
satisfiability and constraint satisfaction problems, Journal of Automated Reasoning 24, 2000.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from math import inf
from random import Random
from typing import NamedTuple

from ..common.clock import Clock, Stop, never
from ..common.ending import Ending
from ..common.errors import check_choice, check_int
from ..common.words import many
from ..search.counters import Counters, count_steps
from ..search.steps import Step, every_one, only_answers
from .puzzle import Arranged, Arrangement, Cosoku, Placed, a_puzzle, dots, why_impossible

RESTARTS = 1000  # tiles put before the first restart
GROWTH = 1.1  # each run is so much longer, so that a proof of no solution ends too
CUTS = ("wrong sum", "too many dots", "out of reach", "too much to come", "no way")


class Focus(NamedTuple):
    """The numbers of the face, and of the vertex, that the search has in view."""

    face: int | None = None
    vertex: int | None = None


class TileBoard:
    """A polyhedron that fills with tiles: the dots missing and the open faces at each vertex, the
    tiles left.

    Without `bounds` a vertex is checked only when all its faces have a tile.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> board = TileBoard(paper_tetrahedron())
    >>> board.put(0, Placed((1, 1, 2), 0))          # 1, 1, 2 dots at A, B, C
    >>> board.missing, board.open, board.fault(0)
    ([0, 1, 1, 4], [2, 2, 2, 3], None)
    """

    def __init__(self, puzzle: Cosoku, bounds: bool = True):
        solid, vertices = puzzle.polyhedron, range(len(puzzle.capacities))
        self.capacities, self.types = puzzle.capacities, puzzle.types
        self.corners, self.around = solid.corners, solid.around
        self.missing, self.open = list(puzzle.capacities), [len(faces) for faces in solid.around]
        self.left, self.placed = dict(puzzle.copies), {}
        self.dots = {way: dots(*way) for way in puzzle.ways}
        self.look = [(*face, *(v for v in vertices if v not in face)) for face in self.corners]
        self.bounded, self.cached_bounds = bounds, lru_cache(4096)(self.bounds_of)

    def put(self, face: int, way: Placed) -> None:
        self.placed[face] = way
        self.change(face, way, -1)

    def undo(self, face: int) -> None:
        self.change(face, self.placed.pop(face), 1)

    def change(self, face: int, way: Placed, by: int) -> None:
        self.left[way.tile] += by
        for vertex, number in zip(self.corners[face], self.dots[way]):
            self.missing[vertex] += by * number
            self.open[vertex] += by

    def bounds(self) -> tuple[Sequence[float], Sequence[float]]:
        """Return the least and most dots that k = 0, 1, 2, … open faces can add to a vertex."""
        if not self.bounded:
            faces = max(map(len, self.around))
            return [0] + [-inf] * faces, [0] + [inf] * faces
        return self.cached_bounds(tuple(self.left.values()))

    def bounds_of(self, left: tuple[int, ...]) -> tuple[Sequence[float], Sequence[float]]:
        tiles = [tile for tile, copies in zip(self.types, left) for _ in range(copies)]
        least, most = sorted(map(min, tiles)), sorted(map(max, tiles), reverse=True)
        return list(accumulate(least, initial=0)), list(accumulate(most, initial=0))

    def fault(self, face: int) -> tuple[Focus, str, int] | None:
        """Return the first vertex that cannot get its number any more, those of this face before
        the others.

        With it comes one of CUTS, and a number: for the first two the dots that the vertex has, for
        the next two the most, or the least, that its open faces can add.
        """
        low, high = self.bounds()
        for vertex in self.look[face]:
            faces, missing = self.open[vertex], self.missing[vertex]
            if low[faces] <= missing <= high[faces]:
                continue
            focus, has = Focus(face, vertex), self.capacities[vertex] - missing
            if not faces:
                return focus, "wrong sum", has
            if missing < 0:
                return focus, "too many dots", has
            if missing > high[faces]:
                return focus, "out of reach", high[faces]
            return focus, "too much to come", low[faces]
        return None

    def ways(self) -> list[Placed]:
        """Return each type of tile that is left, in all its turns."""
        return [way for way in self.dots if self.left[way.tile]]

    def ways_by_face(self) -> dict[int, list[Placed]]:
        """Return, for each open face, the ways that leave each of its vertices, by itself, within
        bounds."""
        (low, high), ways = self.bounds(), [(way, *self.dots[way]) for way in self.ways()]
        least = [missing - high[faces - 1] for missing, faces in zip(self.missing, self.open)]
        most = [missing - low[faces - 1] for missing, faces in zip(self.missing, self.open)]
        return {
            face: [
                way
                for way, x, y, z in ways
                if least[a] <= x <= most[a] and least[b] <= y <= most[b] and least[c] <= z <= most[c]
            ]
            for face, (a, b, c) in enumerate(self.corners)
            if face not in self.placed
        }

    def arrangement(self) -> Arrangement:
        return tuple(self.placed[face] for face in range(len(self.corners)))


# -------- the next face, and the ways to try there


def fullest_vertex(board: TileBoard) -> tuple[Focus, list[Placed]]:
    """Choose the vertex with the fewest open faces, of several the one that misses most, and there
    the face whose vertices have the fewest."""
    vertices = [v for v, faces in enumerate(board.open) if faces]
    vertex = min(vertices, key=lambda v: (board.open[v], -board.missing[v]))
    faces = [face for face, _ in board.around[vertex] if face not in board.placed]
    face = min(faces, key=lambda face: sum(board.open[v] for v in board.corners[face]))
    return Focus(face, vertex), board.ways()


def first_face(board: TileBoard) -> tuple[Focus, list[Placed]]:
    return Focus(min(set(range(len(board.corners))) - set(board.placed))), board.ways()


def tightest_face(board: TileBoard) -> tuple[Focus, list[Placed]]:
    """Choose the face on which the fewest ways to put a tile fit, and only these ways."""
    ways = board.ways_by_face()
    face = min(ways, key=lambda face: len(ways[face]))
    return Focus(face), ways[face]


CHOICES = {"fullest": fullest_vertex, "faces": first_face, "tightest": tightest_face}
ORDERS = tuple(CHOICES)


# -------- the search


def steps(puzzle: Cosoku, order: str = "fullest", bounds: bool = True, among=every_one) -> Iterator[Step]:
    """Search, with a `yield` for each step (see steps.py; an item is a `Focus`, an option a
    `Placed`)."""
    board, choose = TileBoard(puzzle, bounds), CHOICES[order]

    def search():
        if len(board.placed) == len(board.corners):
            yield "answer", board.arrangement()
            return
        focus, ways = choose(board)
        if not ways:
            yield "conflict", focus, "no way", None
            return
        yield "choose", focus, len(ways), len(ways)
        for way in among(ways):
            board.put(focus.face, way)
            yield "try", way, ()
            if fault := board.fault(focus.face):
                yield "conflict", *fault
            else:
                yield from search()
            board.undo(focus.face)
            yield "undo", way

    yield "start", (), ()
    if bounds and (why := why_impossible(puzzle)):
        yield "conflict", Focus(), "impossible", why
    else:
        yield from search()


def restarting_steps(puzzle: Cosoku, order: str, bounds: bool, restarts: int, seed: int) -> Iterator[Step]:
    """Search in runs, with ("restart", nodes) between them; a run with a solution goes on to its
    end.

    Each run draws an order of its own for what it tries, and may put GROWTH times as many tiles as
    the one before.
    """
    draw, limit = Random(seed), restarts

    def run() -> Iterator[Step]:
        return steps(puzzle, order, bounds, among=lambda ways: draw.sample(ways, len(ways)))

    nodes = yield from cut_short(run(), limit)
    while nodes:
        yield "restart", nodes
        limit *= GROWTH
        nodes = yield from cut_short(islice(run(), 1, None), limit)  # without another "start"


def cut_short(run: Iterable[Step], limit: float) -> Generator[Step, None, int]:
    """Yield a run until it puts more than `limit` tiles without a solution; return how many it had
    put when it was cut, 0 at its end."""
    nodes, answered = 0, False
    for step in run:
        if step[0] == "try" and nodes >= limit and not answered:
            return nodes
        nodes += step[0] == "try"
        answered |= step[0] == "answer"
        yield step
    return 0


def search_of(
    puzzle: Cosoku, order: str = "fullest", bounds: bool = True, restarts: int | None = None, seed: int = 0
) -> Iterator[Step]:
    """Return the steps for the choices that `solutions` explains. Errors: `PuzzleError`."""
    puzzle, order = a_puzzle(puzzle), check_choice("order", order, ORDERS)
    seed = check_int("seed", seed)
    if restarts is None:
        return steps(puzzle, order, bool(bounds))
    restarts = check_int("restarts", restarts, "must be a whole number of tiles above 0, or None", least=1)
    return restarting_steps(puzzle, order, bool(bounds), restarts, seed)


def solutions(puzzle: Cosoku, stop: Stop = never, **choices) -> Iterator[Arrangement]:
    """Yield all arrangements that solve a puzzle, each once; equal tiles are interchangeable. When
    `stop()` says True, the search ends early.

    The choices
    -----------
    order : the next face: "fullest", one at the vertex with the fewest open faces; "faces", as they are
        numbered; "tightest", the one on which the fewest tiles fit
    bounds : (True) prune when a vertex has too many dots, or when the tiles left cannot add what it misses;
        otherwise only when all its faces have a tile and the sum is wrong
    restarts : begin anew after so many tiles, in an order of trying drawn by `seed`, 0, 1, …; None: never

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> len(list(solutions(paper_tetrahedron())))
    19
    """
    return only_answers(search_of(puzzle, **choices), stop)


def arrange(
    puzzle: Cosoku,
    *,
    restarts: int | None = RESTARTS,
    stop: Stop = never,
    time_limit: float | None = None,
    **choices,
) -> Arranged:
    """Find one solution, or prove that there is none. Choices as in `solutions`; `nodes` counts
    tiles put.

    >>> from puzzlelib.icosoku import icosoku, sums
    >>> puzzle = icosoku()
    >>> sums(puzzle, arrange(puzzle).arrangement) == puzzle.capacities
    True
    """
    clock, number = Clock(time_limit), Counter()
    arrangement, stopped, said = None, Ending.DONE, ""
    try:
        for kind, *what in search_of(puzzle, restarts=restarts, **choices):
            number[kind] += 1
            if kind == "answer":
                arrangement = what[0]
                break
            if kind in ("try", "restart") and (clock.stop() or stop()):
                stopped = clock.cause
                break
            # not "if": in Python 3.12 and 3.13 an interrupt behind an "if" that ends a loop is not caught
            said = what[2] if kind == "conflict" and what[1] == "impossible" else said
    except KeyboardInterrupt:
        stopped = Ending.INTERRUPT
    said = said or f"{many(number['try'], 'tile')} put, {many(number['restart'], 'restart')}"
    return Arranged(arrangement, "backtracking", clock.seconds(), stopped, number["try"], said)


def count_nodes(
    puzzle: Cosoku, *, order: str = "fullest", bounds: bool = True, seconds: float | None = None
) -> Counters:
    """Search to the end, or for so many seconds, and count. A node is a tile put, `cuts` are those
    of CUTS, choices as in `solutions`.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> [count_nodes(paper_tetrahedron(), bounds=bounds).nodes for bounds in (True, False)]
    [414, 1017]
    """
    return count_steps(search_of(puzzle, order, bounds), seconds, CUTS)
