"""In which order to fill the faces of a 3coSoKu puzzle, so that the counting meets few states.

The best order is not known; it is looked for with a guess. After some faces, a state says which tiles are
used and how many dots each open vertex has; open is a vertex with some of its faces filled, but not all. The
guess takes all numbers of dots that a vertex may have as equally likely, corrected for the one thing that all
vertices share: the dots of the tiles that are used.
"""

from collections.abc import Callable, Sequence
from functools import cache
from heapq import nsmallest
from math import exp, pi, sqrt
from typing import NamedTuple

from ...common.clock import never
from ..puzzle import Cosoku

BEAM, SHORT_BEAM = 100, 10  # beginnings that are kept; fewer where there are many faces
MANY_FACES = 40


class Path(NamedTuple):
    """A beginning: what it costs, its faces, and how many faces each vertex has got."""

    cost: float
    faces: tuple[int, ...]
    met: tuple[int, ...]


def face_order(puzzle: Cosoku, look: Callable[[], object] = never) -> tuple[int, ...]:
    """The numbers of all faces, in an order that keeps few vertices open. `look` is called again and again,
    and may raise what shall end it.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> face_order(paper_tetrahedron())
    (0, 1, 3, 2)
    """
    return search(puzzle, look).faces


def largest_layer(puzzle: Cosoku, order: Sequence[int]) -> int:
    """After how many faces there are most states, as far as one can guess; from 1 to one less than all."""
    guess, met, sizes = guessed_states(puzzle), [0] * len(puzzle.capacities), []
    for face in order[:-1]:
        for vertex in puzzle.polyhedron.corners[face]:
            met[vertex] += 1
        sizes.append(guess(tuple(met)))
    return 1 + sizes.index(max(sizes))


def search(puzzle: Cosoku, look: Callable[[], object]) -> Path:
    """A cheap order, by beam search: of all beginnings of a length, the cheapest are kept."""
    corners, guess = puzzle.polyhedron.corners, guessed_states(puzzle)
    width = BEAM if len(corners) <= MANY_FACES else SHORT_BEAM
    paths = [Path(0.0, (), (0,) * len(puzzle.capacities))]
    for _ in corners:
        cheapest = {}
        for path in paths:
            look()
            for face in following(corners, path):
                met = tuple(count + (v in corners[face]) for v, count in enumerate(path.met))
                new = Path(path.cost + guess(met), path.faces + (face,), met)
                done = frozenset(new.faces)
                cheapest[done] = min(new, cheapest.get(done, new))
        paths = nsmallest(width, cheapest.values())
    return paths[0]


def following(corners: Sequence[tuple[int, int, int]], path: Path) -> list[int]:
    """Faces that can come next: those that share an edge with the faces so far."""
    return [
        face
        for face, vertices in enumerate(corners)
        if face not in path.faces and (not path.faces or sum(path.met[v] > 0 for v in vertices) >= 2)
    ]


# -------- the guess


def room(puzzle: Cosoku, vertex: int, met: int) -> tuple[int, int]:
    """The least and the most dots that a vertex can have after `met` of its faces, to come out right.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> puzzle = paper_tetrahedron()
    >>> [room(puzzle, 3, met) for met in range(4)]  # three faces that bring 0 to 3 dots, and 4 are asked for
    [(0, 0), (0, 3), (1, 4), (4, 4)]
    """
    most, capacity = max(map(max, puzzle.types)), puzzle.capacities[vertex]
    return max(0, capacity - most * (len(puzzle.polyhedron.around[vertex]) - met)), min(capacity, most * met)


def guessed_states(puzzle: Cosoku) -> Callable[[tuple[int, ...]], float]:
    """About how many states there are, given the number of filled faces of each vertex."""
    chosen = choices(puzzle)
    rooms = [
        [room(puzzle, v, met) for met in range(len(around) + 1)]
        for v, around in enumerate(puzzle.polyhedron.around)
    ]

    @cache
    def guess(met: tuple[int, ...]) -> float:
        number, mean, variance = chosen[sum(met) // 3]
        middle = 0.0
        for low, high in (rooms[v][m] for v, m in enumerate(met)):
            size = high - low + 1
            number *= max(0, size)
            middle += (low + high) / 2
            variance += (size * size - 1) / 12
        return number * exp(-((middle - mean) ** 2) / (2 * variance + 1)) / sqrt(2 * pi * variance + 1)

    return guess


def choices(puzzle: Cosoku) -> list[tuple[float, float, float]]:
    """For each number of tiles: the ways to choose them, and the mean and the variance of their dots."""
    # The sums of 1, of dots, of dots squared, over all choices.
    moments = [(1.0, 0.0, 0.0)] + [(0.0, 0.0, 0.0)] * len(puzzle.tiles)
    for tile, copies in puzzle.copies.items():
        moments = [
            tuple(map(sum, zip(*(moved(moments[k - j], j * sum(tile)) for j in range(min(copies, k) + 1)))))
            for k in range(len(moments))
        ]
    return [(n, a / n, max(0.0, b / n - (a / n) ** 2)) for n, a, b in moments]  # rounded, it can be below


def moved(moments: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    """The sums of 1, x and x² when each x grows."""
    n, a, b = moments
    return n, a + by * n, b + 2 * by * a + by * by * n
