"""Heaps of three as tiles on a bipyramid and on a helix (lesson 11). The argument is ours.

3-Partition: can 3m numbers, each between a quarter and a half of B, be divided into m heaps of three
numbers, each with the sum B? Source: M. R. Garey and D. S. Johnson, *Computers and Intractability*,
1979, section 4.2.
"""

from collections.abc import Iterator, Sequence
from math import acos, cos, sin, sqrt

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.icosoku.engines import solve
from puzzlelib.icosoku.polyhedron import Point, Polyhedron, bipyramid, polyhedron
from puzzlelib.icosoku.puzzle import Arrangement, Cosoku, dots

FEWEST_CORNERS = 4  # of a bipyramid on which every second corner takes a heap
APART = 4  # corners from one heap on the helix to the next, so that no face touches both

# -------- the puzzle


def heap_puzzle(numbers: Sequence[int], solid: Polyhedron, takers: Sequence[str]) -> Cosoku:
    """Return the puzzle in which each of the vertices `takers` takes a heap, and the others 0."""
    each = sum(numbers) // len(takers)
    capacities = [each if vertex in takers else 0 for vertex in solid.vertices]
    tiles = [(0, 0, number) for number in numbers] + [(0, 0, 0)] * (len(solid.faces) - len(numbers))
    return Cosoku(solid, capacities, tiles, f"heaps on the {solid.name}")


def bipyramid_of_heaps(numbers: Sequence[int]) -> Cosoku:
    """Return heaps as a puzzle on a bipyramid over 2m corners: every second one takes a heap.

    A single heap gets four corners, for over two corners there is no bipyramid.

    >>> puzzle = bipyramid_of_heaps([8, 7, 7, 6, 6, 5, 5, 5, 5])
    >>> puzzle.capacities
    (0, 0, 18, 0, 18, 0, 18, 0)
    >>> bipyramid_of_heaps([5, 6, 7]).capacities
    (0, 0, 18, 0, 0, 0)
    """
    heaps = len(numbers) // 3
    takers = [f"Z{2 * k + 1}" for k in range(heaps)]
    return heap_puzzle(numbers, bipyramid(max(FEWEST_CORNERS, 2 * heaps)), takers)


def helix_of_heaps(numbers: Sequence[int]) -> Cosoku:
    """Return heaps as a puzzle on a helix of tetrahedra, of which every fourth corner takes a heap.

    >>> puzzle = helix_of_heaps([5, 6, 7])
    >>> len(puzzle.polyhedron.faces), puzzle.capacities
    (10, (0, 0, 0, 18, 0, 0, 0))
    """
    heaps = len(numbers) // 3
    return heap_puzzle(numbers, helix(APART * heaps), [f"V{APART * k + 3}" for k in range(heaps)])


def helix(count: int) -> Polyhedron:
    """Return that many regular tetrahedra, each stacked on a face of the one before.

    Tetrahedron n has the corners Vn to V(n + 3); its faces are equilateral triangles of one size.
    Source: H. S. M. Coxeter, *The simplicial helix and the equation tan nθ = n tan θ*, 1985.

    >>> len(helix(12).faces), len(helix(12).vertices)
    (26, 15)
    """
    sides = [side for n in range(count) for side in ((n, n + 1, n + 3), (n + 2, n, n + 3))]
    faces = [(1, 0, 2), *sides, (count, count + 1, count + 2)]
    named = polyhedron([tuple(f"V{corner}" for corner in face) for face in faces])
    points = tuple(helix_points(count))
    return Polyhedron(f"helix of {count} tetrahedra", named.vertices, named.faces, points)


def helix_points(count: int) -> Iterator[Point]:
    """Yield the corners of a helix that runs from left to right, within 1 of its middle."""
    turn, radius, rise = acos(-2 / 3), 3 * sqrt(3) / 10, 1 / sqrt(10)
    reach = (count + 2) * rise / 2
    size = 1 / sqrt(reach**2 + radius**2)
    for k in range(count + 3):
        y, z = radius * cos(k * turn), -radius * sin(k * turn)
        yield size * (k * rise - reach), size * y, size * z


# -------- the heaps


def heaps_of(puzzle: Cosoku) -> list[list[int]] | None:
    """Return the numbers at each vertex that takes a heap, where CP-SAT lays the tiles; None if it
    proves that they cannot be laid.

    >>> heaps_of(bipyramid_of_heaps([7, 7, 7, 7, 6, 5, 5, 5, 5])) is None
    True
    """
    found = lay_tiles(puzzle)
    return found and [sorted(there, reverse=True) for there in numbers_at(puzzle, found).values()]


def lay_tiles(puzzle: Cosoku) -> Arrangement | None:
    """Return an arrangement that CP-SAT finds; None if it proves that there is none."""
    return raise_if_interrupted(solve(puzzle, "cp-sat")).arrangement


def numbers_at(puzzle: Cosoku, arrangement: Arrangement) -> dict[str, list[int]]:
    """Return the numbers of dots at each vertex that takes any."""
    found = {}
    for vertex, _, number in heap_tiles(puzzle, arrangement):
        found.setdefault(puzzle.polyhedron.vertices[vertex], []).append(number)
    return found


def heap_tiles(puzzle: Cosoku, arrangement: Arrangement) -> Iterator[tuple[int, int, int]]:
    """Yield the tiles with dots, heap by heap, each as (vertex, face, number of dots)."""
    for vertex, around in enumerate(puzzle.polyhedron.around):
        for face, corner in around:
            if number := dots(*arrangement[face])[corner]:
                yield vertex, face, number


def has_heaps(numbers: Sequence[int]) -> bool:
    """Return whether the numbers can be divided into heaps of three with the same sum, by trying all
    triples with the first.

    >>> has_heaps([8, 7, 7, 6, 6, 5, 5, 5, 5]), has_heaps([7, 7, 7, 7, 6, 5, 5, 5, 5])
    (True, False)
    """
    if not numbers:
        return True
    first, *rest = numbers
    return any(
        len(numbers) * (first + rest[i] + rest[j]) == 3 * sum(numbers)
        and has_heaps([number for k, number in enumerate(rest) if k not in (i, j)])
        for i in range(len(rest))
        for j in range(i)
    )
