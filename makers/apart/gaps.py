"""Distances: how far one piece can slide along an axis before another stops it."""

from collections import defaultdict
from collections.abc import Iterable
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from puzzlelib.common.errors import PuzzleError
from puzzlelib.packing.puzzle import PackingPuzzle, Placement, Solution
from puzzlelib.packing.shapes import Cell, normal_form

FIELD = 21  # bits of each coordinate in a position that is packed into one number
SIZE, HALF = 1 << FIELD, 1 << FIELD - 1
UNITS = (1, SIZE, SIZE * SIZE)  # one cell along x, y, z
MIDDLE = HALF * sum(UNITS)
FREE = 1 << 30  # nothing is in the way
WAYS = (2, 1), (1, -1), (0, 1), (0, -1), (1, 1), (2, -1)  # axis and sign: up first
MOST_GROUPS = 1 << 18  # that can move in one position
MOST_POSITIONS = 1 << 20  # that are kept: of ten pieces 100 MB in machine code, 500 MB in Python

# A piece against another: how far it slides to +x, +y, +z, then to -x, -y, -z.
SixGaps = tuple[int, ...]
# A placement: its shape, its packed corner, where it begins and ends along each axis, its cells as
# bits, and those ahead of it each way.
Place = tuple[int, int, Cell, Cell, list[int]]


def pack_vector(vector) -> int:
    """Return a vector as one number; sums and differences of vectors are those of the numbers.

    >>> pack_vector((1, 0, 0)) - pack_vector((0, 2, 0)) == pack_vector((1, -2, 0))
    True
    """
    return sum(number * unit for number, unit in zip(vector, UNITS))


def unpack_vector(packed: int) -> Cell:
    """Return the vector of a number that `pack_vector` made.

    >>> unpack_vector(pack_vector((3, -1, 0)))
    (3, -1, 0)
    """
    return tuple([coordinate(packed, axis) for axis in range(3)])


def coordinate(packed: int, axis: int) -> int:
    """Return the coordinate along an axis of a vector that `pack_vector` made."""
    return (packed + MIDDLE >> FIELD * axis) % SIZE - HALF


def pack_along(vector, axis: int) -> int:
    """Return a vector as one number, its coordinate along an axis the lowest."""
    return pack_vector((*vector[axis:], *vector[:axis]))


def cells_ahead(container: Iterable[Cell]) -> dict[Cell, list[int]]:
    """Return a bit for each cell, then those of the cells ahead of it, each way of WAYS.

    >>> cells_ahead([(0, 0, 0), (1, 0, 0)])[0, 0, 0]
    [1, 0, 0, 2, 0, 0, 0]
    """
    ahead = {cell: [1 << k] for k, cell in enumerate(container)}
    for axis, sign in WAYS:
        lines: dict[Cell, int] = defaultdict(int)
        for cell in sorted(ahead, key=lambda cell: -sign * cell[axis]):
            line = (*cell[:axis], *cell[axis + 1 :])
            ahead[cell].append(lines[line])
            lines[line] |= ahead[cell][0]
    return ahead


class Gaps:
    """The distances between pieces, each worked out once, which solutions can share.

    A piece is a list of cells for each axis, packed so that those of a line follow each other.

    >>> gaps = Gaps()
    >>> corner, dot = gaps.shape(((0, 0, 0), (0, 1, 0), (1, 1, 0))), gaps.shape(((0, 0, 0),))
    >>> gaps.between(corner, dot, pack_vector((1, 0, 0)))[:3] == (0, FREE, FREE)
    True
    """

    def __init__(self) -> None:
        self.lines: list[list[list[int]]] = []  # of each shape, along each axis
        self.sizes: list[tuple[int, ...]] = []  # of each shape, along x, y, z
        self.numbers: dict[tuple[Cell, ...], int] = {}
        self.places: dict[PackingPuzzle, Places] = {}
        self.known: dict[tuple[int, int, int], SixGaps] = {}
        self.compiled: Any = None  # the same for machine code: see kernel.py

    def places_of(self, solution: Solution) -> list[Place]:
        if solution.puzzle not in self.places:
            self.places[solution.puzzle] = Places(self, solution.puzzle.container)
        known = self.places[solution.puzzle]
        return [known[one] for one in solution]

    def shape(self, cells: tuple[Cell, ...]) -> int:
        """Return the number of a shape in its normal form."""
        if cells not in self.numbers:
            self.numbers[cells] = len(self.lines)
            self.sizes.append(tuple(max(numbers) + 1 for numbers in zip(*cells)))
            ways = range(3)
            self.lines.append([sorted(pack_along(cell, k) for cell in cells) for k in ways])
        return self.numbers[cells]

    def between(self, a: int, b: int, offset: int) -> SixGaps:
        """Return the gaps of shape a against shape b, which stands at this packed offset from a."""
        key = a, b, offset
        if key not in self.known:
            vector = unpack_vector(offset)
            both = [self.gaps_along(a, b, pack_along(vector, axis), axis) for axis in range(3)]
            self.known[key] = tuple(up for up, _ in both) + tuple(down for _, down in both)
        return self.known[key]

    def gaps_along(self, a: int, b: int, by: int, axis: int) -> tuple[int, int]:
        """Return how far a slides up and down an axis before b stops it."""
        cells = [2 * cell for cell in self.lines[a][axis]]
        cells += [2 * (cell + by) + 1 for cell in self.lines[b][axis]]  # odd numbers are those of b
        gaps = [FREE, FREE]
        for low, high in pairwise(sorted(cells)):
            far = (high >> 1) - (low >> 1)
            if (low ^ high) & 1 and far < HALF:
                gaps[low & 1] = min(gaps[low & 1], far - 1)
        return gaps[0], gaps[1]


class Places(dict[Placement, Place]):
    """The places of placements in one container, each worked out when it is first asked for."""

    def __init__(self, gaps: Gaps, container: Iterable[Cell]):
        self.gaps, self.ahead = gaps, cells_ahead(container)

    def __missing__(self, placement: Placement) -> Place:
        own, *others = [reduce(or_, bits) for bits in zip(*[self.ahead[one] for one in placement.cells])]
        cells = [cell[:3] for cell in placement.cells]
        low, high = (tuple(map(end, zip(*cells))) for end in (min, max))
        high = tuple(x + 1 for x in high)
        masks = [own, *(bits & ~own for bits in others)]
        shape = self.gaps.shape(normal_form(cells))
        place = self[placement] = shape, pack_vector(low), low, high, masks
        return place


def more_than(most: int, what: str) -> PuzzleError:
    """Return the error of a search that would keep too much."""
    return PuzzleError(f"more than {most:,} {what}: too many to be kept")
