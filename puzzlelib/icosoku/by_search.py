"""3coSoKu by backtracking: put a tile on a face, look whether every vertex can still get its number, go on, take it off.

Which face comes next decides how long that takes: the faces as they are numbered; a face at the vertex with the fewest open faces, as
the hand would do it; or the face on which the fewest tiles fit. Restarts do not trust the first choices: after some tiles the search
begins anew, with everything it tries in another order. Reference: C. P. Gomes, B. Selman, N. Crato and H. Kautz, Heavy-tailed phenomena
in satisfiability and constraint satisfaction problems, Journal of Automated Reasoning 24, 2000.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import inf
from random import Random
from typing import NamedTuple

from .backtracking import watched
from .cosoku import Arranged, Arrangement, Cosoku, Placed, a_puzzle, dots, why_impossible
from .engines import Clock
from .puzzles import one_of, whole
from .recorder import Counters, Step, counted, every_one, many

RESTARTS = 1000  # tiles put before the first restart
GROWTH = 1.1  # each run is so much longer than the one before: also the proof that there is no solution comes to an end
CUTS = ("wrong sum", "too many dots", "out of reach", "too much to come", "no way")


class Spot(NamedTuple):
    """Where the search is busy: the number of a face, and of the vertex that it has in view."""

    face: int | None = None
    vertex: int | None = None


class Board:
    """A polyhedron that fills with tiles: the dots that each vertex is missing, the open faces around it, the tiles that are left.

    Without `bounds` it looks at a vertex only when all its faces have a tile.

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> board = Board(paper_tetrahedron())
    >>> board.put(0, Placed((1, 1, 2), 0))          # 1, 1, 2 dots at A, B, C
    >>> board.missing, board.open, board.fault(0)
    ([0, 1, 1, 4], [2, 2, 2, 3], None)
    """

    def __init__(self, puzzle: Cosoku, bounds: bool = True):
        solid = puzzle.polyhedron
        self.capacities, self.corners, self.around, self.types = (
            puzzle.capacities,
            solid.corners,
            solid.around,
            puzzle.types,
        )
        self.missing, self.open = list(puzzle.capacities), [len(faces) for faces in solid.around]
        self.left, self.placed = dict(puzzle.copies), {}
        self.dots = {way: dots(*way) for way in puzzle.ways}
        self.look = [
            (*face, *(v for v in range(len(self.missing)) if v not in face)) for face in self.corners
        ]
        unbound = [0] + [-inf] * max(self.open), [0] + [inf] * max(self.open)
        self.reach = lru_cache(4096)(self.of_tiles) if bounds else lambda left: unbound

    def put(self, face: int, way: Placed) -> None:
        self.placed[face] = way
        self.left[way.tile] -= 1
        for vertex, number in zip(self.corners[face], self.dots[way]):
            self.missing[vertex] -= number
            self.open[vertex] -= 1

    def take(self, face: int) -> None:
        way = self.placed.pop(face)
        self.left[way.tile] += 1
        for vertex, number in zip(self.corners[face], self.dots[way]):
            self.missing[vertex] += number
            self.open[vertex] += 1

    def of_tiles(self, left: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """With so many left of each type: the dots that 0, 1, 2, … faces bring to a vertex, at the least and at the most."""
        tiles = [tile for tile, copies in zip(self.types, left) for _ in range(copies)]
        return [0, *accumulate(sorted(map(min, tiles)))], [
            0,
            *accumulate(sorted(map(max, tiles), reverse=True)),
        ]

    def bounds(self) -> tuple[list[int], list[int]]:
        """The same for the tiles that are left now. Without bounds: no face brings no dots, and more faces any number."""
        return self.reach(tuple(self.left.values()))

    def fault(self, face: int) -> tuple[Spot, str, int] | None:
        """The first vertex, those of this face before the others, that cannot get its number any more; None where all is well.

        It comes with one of CUTS, and a number: for the first two of them the dots that it has, for the next two the dots that its open
        faces bring at the most, and at the least.
        """
        low, high = self.bounds()
        for vertex in self.look[face]:
            faces = self.open[vertex]
            if not low[faces] <= self.missing[vertex] <= high[faces]:
                return self.why(Spot(face, vertex), low[faces], high[faces])
        return None

    def why(self, spot: Spot, low: int, high: int) -> tuple[Spot, str, int]:
        """What is wrong with a vertex whose open faces bring from `low` to `high` dots."""
        missing = self.missing[spot.vertex]
        has = self.capacities[spot.vertex] - missing
        if not self.open[spot.vertex]:
            return spot, "wrong sum", has
        if missing < 0:
            return spot, "too many dots", has
        return (spot, "out of reach", high) if missing > high else (spot, "too much to come", low)

    def ways(self) -> list[Placed]:
        """Each type of tile that is left, in all its turns."""
        return [way for way in self.dots if self.left[way.tile]]

    def ways_that_fit(self) -> Callable[[int], list[Placed]]:
        """From an open face to what can lie there, so that none of its three vertices by itself is past help."""
        (low, high), ways = self.bounds(), [(way, *self.dots[way]) for way in self.ways()]
        least = [missing - high[faces - 1] for missing, faces in zip(self.missing, self.open)]
        most = [missing - low[faces - 1] for missing, faces in zip(self.missing, self.open)]

        def fitting(face):
            a, b, c = self.corners[face]
            return [
                way
                for way, x, y, z in ways
                if least[a] <= x <= most[a] and least[b] <= y <= most[b] and least[c] <= z <= most[c]
            ]

        return fitting

    def open_faces(self, faces: Iterable[int]) -> list[int]:
        return [face for face in faces if face not in self.placed]

    def arrangement(self) -> Arrangement:
        return tuple(self.placed[face] for face in range(len(self.corners)))


# ---------------------------------------------------------------- which face comes next, and what is tried there


def fullest(board: Board) -> tuple[Spot, list[Placed]]:
    """At the vertex with the fewest open faces, of several the one that misses most, the face whose vertices have the fewest."""
    vertex = min(
        (v for v, faces in enumerate(board.open) if faces), key=lambda v: (board.open[v], -board.missing[v])
    )
    faces = board.open_faces(face for face, _ in board.around[vertex])
    return Spot(
        min(faces, key=lambda face: sum(board.open[v] for v in board.corners[face])), vertex
    ), board.ways()


def as_numbered(board: Board) -> tuple[Spot, list[Placed]]:
    """The first open face."""
    return Spot(next(face for face in range(len(board.corners)) if face not in board.placed)), board.ways()


def tightest(board: Board) -> tuple[Spot, list[Placed]]:
    """The face on which the fewest ways to put a tile fit, and only these."""
    fitting = board.ways_that_fit()
    face, ways = min(
        ((face, fitting(face)) for face in board.open_faces(range(len(board.corners)))),
        key=lambda one: len(one[1]),
    )
    return Spot(face), ways


CHOICES = {"fullest": fullest, "faces": as_numbered, "tightest": tightest}
ORDERS = tuple(CHOICES)


# ---------------------------------------------------------------- the search


def steps(puzzle: Cosoku, order: str = "fullest", bounds: bool = True, among=every_one) -> Iterator[Step]:
    """The search, with a `yield` for each thing that happens (see `recorder`; an item is a `Spot`, an option a `Placed`)."""
    board, choose = Board(puzzle, bounds), CHOICES[order]

    def search():
        if len(board.placed) == len(board.corners):
            yield "answer", board.arrangement()
            return
        spot, ways = choose(board)
        if not ways:
            yield "conflict", spot, "no way", None
            return
        yield "choose", spot, len(ways), len(ways)
        for way in among(ways):
            board.put(spot.face, way)
            yield "try", way, ()
            if fault := board.fault(spot.face):
                yield "conflict", *fault
            else:
                yield from search()
            board.take(spot.face)
            yield "undo", way

    yield "start", (), ()
    if bounds and (why := why_impossible(puzzle)):
        yield "conflict", Spot(), "impossible", why
    else:
        yield from search()


def restarted(puzzle: Cosoku, order: str, bounds: bool, restarts: int, seed: int) -> Iterator[Step]:
    """The same with restarts: ("restart", nodes) when a run has put so many tiles. A run with a solution goes on to its end.

    Each run draws an order of its own for what it tries, and may put GROWTH times as many tiles as the one before.
    """
    draw, limit, first = Random(seed), restarts, True
    while True:
        nodes, answered = 0, False
        for step in steps(puzzle, order, bounds, lambda ways: draw.sample(ways, len(ways))):
            kind = step[0]
            if kind == "try":
                if nodes >= limit and not answered:
                    break
                nodes += 1
            answered |= kind == "answer"
            if first or kind != "start":
                yield step
        else:
            return
        yield "restart", nodes
        limit, first = limit * GROWTH, False


def search_of(puzzle, order, bounds, restarts, seed) -> Iterator[Step]:
    """The steps for checked choices; `PuzzleError` for others."""
    one_of("order", order, ORDERS)
    seed = whole("seed", seed, "must be a whole number, not below 0")
    if restarts is None:
        return steps(a_puzzle(puzzle), order, bool(bounds))
    restarts = whole("restarts", restarts, "must be a whole number of tiles above 0, or None", least=1)
    return restarted(a_puzzle(puzzle), order, bool(bounds), restarts, seed)


def solutions(
    puzzle: Cosoku,
    stop: Callable[[], bool] = lambda: False,
    *,
    order: str = "fullest",
    bounds: bool = True,
    restarts: int | None = None,
    seed: int = 0,
) -> Iterator[Arrangement]:
    """All arrangements that solve a puzzle, each once; equal tiles are interchangeable. When `stop()` says True, the search ends early.

    Parameters
    ----------
    order : which face comes next: "fullest", one at the vertex with the fewest open faces; "faces", as they are numbered; "tightest", the
        one on which the fewest tiles fit
    bounds : give up when a vertex has too many dots, or when the tiles that are left cannot bring it what it misses; otherwise only when
        all its faces have a tile and the sum is wrong
    restarts : begin anew after so many tiles, with what is tried in an order drawn by `seed`; None: never, and seed has no effect

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> len(list(solutions(paper_tetrahedron())))
    19
    """
    return watched(search_of(puzzle, order, bounds, restarts, seed), stop)


def arrange(
    puzzle: Cosoku,
    *,
    order: str = "fullest",
    bounds: bool = True,
    restarts: int | None = RESTARTS,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    time_limit: float | None = None,
) -> Arranged:
    """One solution, or the proof that there is none. Choices as in `solutions`; `nodes` is the number of tiles put.

    >>> from puzzlelib.cosoku import icosoku, sums
    >>> puzzle = icosoku()
    >>> sums(puzzle, arrange(puzzle).arrangement) == puzzle.capacities
    True
    """
    clock, tally = Clock(time_limit), {"try": 0, "restart": 0}
    arrangement, stopped, said = None, "", ""
    try:
        for step in search_of(puzzle, order, bounds, restarts, seed):
            if step[0] in tally:
                tally[step[0]] += 1
                if clock.stop() or stop():
                    stopped = clock.cause
                    break
            elif step[0] == "answer":
                arrangement = step[1]
                break
            elif step[0] == "conflict" and step[2] == "impossible":
                said = step[3]
    except KeyboardInterrupt:
        stopped = "interrupt"
    said = said or f"{many(tally['try'], 'tile')} put, {many(tally['restart'], 'restart')}"
    return Arranged(arrangement, "backtracking", clock.seconds(), stopped, tally["try"], said)


def count_nodes(
    puzzle: Cosoku,
    *,
    order: str = "fullest",
    bounds: bool = True,
    restarts: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    limit: int | None = None,
) -> Counters:
    """Search until `limit` solutions (None: all), or for so many seconds, and count. A node is a tile put; `cuts` are those of CUTS.

    With restarts, `share` says nothing: it is 0 until the search is complete.

    >>> from puzzlelib.cosoku import paper_tetrahedron
    >>> [count_nodes(paper_tetrahedron(), bounds=bounds).nodes for bounds in (True, False)]
    [414, 1017]
    """
    limit = None if limit is None else whole("limit", limit, "must be a whole number above 0", least=1)
    found = counted(upto(limit, unwound(search_of(puzzle, order, bounds, restarts, seed))), seconds, CUTS)
    complete = found.complete and (limit is None or found.solutions < limit)
    return replace(found, complete=complete, share=1.0 if complete else 0.0 if restarts else found.share)


def upto(limit: int | None, steps: Iterable[Step]) -> Iterator[Step]:
    """Steps until the last of so many answers."""
    answers = 0
    for step in steps:
        yield step
        answers += step[0] == "answer"
        if answers == limit:
            return


def unwound(steps: Iterable[Step]) -> Iterator[Step]:
    """Steps in which a restart takes off one tile after the other."""
    path = []
    for step in steps:
        if step[0] == "try":
            path.append(step[1])
        elif step[0] == "undo":
            path.pop()
        if step[0] == "restart":
            yield from (("undo", path.pop()) for _ in path[:])
        else:
            yield step
