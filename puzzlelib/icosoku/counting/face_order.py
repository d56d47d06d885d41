"""An order of the faces of a 3coSoKu puzzle with few states to count.

The best order is not known; a beam search looks for it with a guess. After some faces, a state is
the tiles used and the dots at each open vertex, one with some of its faces filled, but not all. The
guess takes all numbers of dots that a vertex may have as equally likely, corrected for what all
vertices share: the dots of the tiles used.
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


class Beginning(NamedTuple):
    """The first faces of an order: their cost, the faces, and how many of them each vertex has."""

    cost: float
    faces: tuple[int, ...]
    met: tuple[int, ...]


def face_order(puzzle: Cosoku, look: Callable[[], object] = never) -> tuple[int, ...]:
    """Return the numbers of all faces, in an order that keeps few vertices open. `look` is called
    often, and may raise to end the search.

    >>> from puzzlelib.icosoku import paper_tetrahedron
    >>> face_order(paper_tetrahedron())
    (0, 1, 3, 2)
    """
    corners, guess = puzzle.polyhedron.corners, guess_of_states(puzzle)
    width = BEAM if len(corners) <= MANY_FACES else SHORT_BEAM
    beam = [Beginning(0.0, (), (0,) * len(puzzle.capacities))]
    for _ in corners:
        cheapest = {}
        for path in beam:
            look()
            for face in next_faces(corners, path):
                met = tuple(count + (v in corners[face]) for v, count in enumerate(path.met))
                new = Beginning(path.cost + guess(met), path.faces + (face,), met)
                done = frozenset(new.faces)
                cheapest[done] = min(new, cheapest.get(done, new))
        beam = nsmallest(width, cheapest.values())
    return beam[0].faces


def largest_layer(puzzle: Cosoku, order: Sequence[int]) -> int:
    """Return after how many faces, not all, the guess sees the most states."""
    guess, met, sizes = guess_of_states(puzzle), [0] * len(puzzle.capacities), []
    for face in order[:-1]:
        for vertex in puzzle.polyhedron.corners[face]:
            met[vertex] += 1
        sizes.append(guess(tuple(met)))
    return 1 + sizes.index(max(sizes))


def next_faces(corners: Sequence[tuple[int, int, int]], path: Beginning) -> list[int]:
    """Return the faces that share an edge with the faces so far."""
    return [
        face
        for face, vertices in enumerate(corners)
        if face not in path.faces and (not path.faces or sum(path.met[v] > 0 for v in vertices) >= 2)
    ]


# -------- the guess


def dots_range(puzzle: Cosoku, vertex: int, met: int) -> tuple[int, int]:
    """Return the least and the most dots that a vertex can have after `met` of its faces in a
    solution.
    """
    most, capacity = max(map(max, puzzle.types)), puzzle.capacities[vertex]
    return max(0, capacity - most * (len(puzzle.polyhedron.around[vertex]) - met)), min(capacity, most * met)


def guess_of_states(puzzle: Cosoku) -> Callable[[tuple[int, ...]], float]:
    """Return a function from the numbers of filled faces at the vertices to about how many states
    there are."""
    chosen = choices(puzzle)
    rooms = [
        [dots_range(puzzle, v, met) for met in range(len(around) + 1)]
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
    """Return, for each number of tiles, the ways to choose them, and the mean and variance of their
    dots."""
    # The sums of 1, of dots, of dots squared, over all choices.
    moments = [(1.0, 0.0, 0.0)] + [(0.0, 0.0, 0.0)] * len(puzzle.tiles)
    for tile, copies in puzzle.copies.items():
        added = [
            [shift_moments(moments[k - j], j * sum(tile)) for j in range(min(copies, k) + 1)]
            for k in range(len(moments))
        ]
        moments = [tuple(map(sum, zip(*each))) for each in added]
    return [(n, a / n, max(0.0, b / n - (a / n) ** 2)) for n, a, b in moments]  # but for rounding


def shift_moments(moments: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    """Return the sums of 1, x and x² when each x grows."""
    n, a, b = moments
    return n, a + by * n, b + 2 * by * a + by * by * n
