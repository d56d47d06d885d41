"""Distances: how far one piece can slide along an axis before another stops it."""

from bisect import bisect_right
from collections import defaultdict
from math import prod

from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.packing.shapes import Cell

FIELD = 21  # bits of each coordinate in a position that is packed into one number
SIZE, HALF = 1 << FIELD, 1 << FIELD - 1
UNITS = (1, SIZE, SIZE * SIZE)  # one cell along x, y, z
FREE = 1 << 30  # nothing is in the way
MOST_BITS = 1 << 20  # of a mask; with more, cells are compared line by line

# A piece against another: how far it slides to +x, +y, +z, then to -x, -y, -z.
SixGaps = tuple[int, ...]


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
    vector = []
    for _ in UNITS:
        low = (packed + HALF) % SIZE - HALF
        vector.append(low)
        packed = (packed - low) >> FIELD
    return tuple(vector)


class Gaps:
    """The distances between pieces of one puzzle, each worked out once.

    A piece is a mask of bits, one for each cell, with so much room between its rows that no shift
    takes a cell into another row. Where that would be too much room, it is a list of cells for each
    line along an axis. All solutions of a puzzle can share one object.

    >>> from puzzlelib import PackingPuzzle
    >>> puzzle = PackingPuzzle.from_pieces({"L": "##/#.", "dot": "#"}, box=[2, 2])
    >>> gaps = Gaps(puzzle)
    >>> corner, dot = gaps.shape([(0, 0, 0), (0, 1, 0), (1, 1, 0)]), gaps.shape([(0, 0, 0)])
    >>> gaps.between(corner, dot, pack_vector((1, 0, 0)))[:3] == (0, FREE, FREE)
    True
    >>> gaps.between(corner, dot, pack_vector((4, 0, 0)))[:3] == (3, FREE, FREE)
    True
    """

    def __init__(self, puzzle: PackingPuzzle):
        self.extent = [max(axis) - min(axis) + 1 for axis in list(zip(*puzzle.container))[:3]]
        width, depth = (4 * self.extent[axis] + 2 for axis in (0, 1))
        self.strides = (1, width, width * depth)
        self.is_wide = prod(4 * size + 2 for size in self.extent) > MOST_BITS
        self.masks: list[int] = []
        self.counts: list[int] = []  # of the cells of each shape
        self.lines: list[list[dict[tuple, list[int]]]] = []  # of each shape, along each axis
        self.sizes: list[tuple[int, ...]] = []  # of each shape, along x, y, z
        self.numbers: dict[tuple[Cell, ...], int] = {}
        self.known: dict[tuple[int, int], dict[int, SixGaps]] = defaultdict(dict)

    def shape(self, cells) -> int:
        """Return the number of a shape whose cells are (x, y, z), the least of each 0."""
        key = tuple(sorted(cells))
        if key not in self.numbers:
            self.numbers[key] = len(self.masks)
            self.sizes.append(tuple(max(axis) + 1 for axis in zip(*key)))
            self.counts.append(len(key))
            self.masks.append(0 if self.is_wide else sum(1 << self.bit(cell) for cell in key))
            self.lines.append([lines_along(key, axis) for axis in range(3)] if self.is_wide else [])
        return self.numbers[key]

    def bit(self, vector) -> int:
        """Return by how many bits this vector shifts a mask."""
        return sum(number * stride for number, stride in zip(vector, self.strides))

    def between(self, a: int, b: int, offset: int) -> SixGaps:
        """Return the gaps of shape a against shape b, which stands at this packed offset from a."""
        known = self.known[a, b]
        if offset not in known:
            known[offset] = self.six(a, b, unpack_vector(offset))
        return known[offset]

    def six(self, a: int, b: int, offset: Cell) -> SixGaps:
        """Return the gaps of a against b, worked out."""
        back = tuple(-x for x in offset)
        return (
            *(self.ahead(a, b, offset, axis) for axis in range(3)),
            *(self.ahead(b, a, back, axis) for axis in range(3)),
        )

    def ahead(self, a: int, b: int, offset: Cell, axis: int) -> int:
        """Return how far a slides in the positive direction before b stops it."""
        if self.is_wide:
            return gap_between(self.lines[a][axis], self.lines[b][axis], offset, axis)
        sides = (abs(offset[k]) >= self.extent[k] for k in range(3) if k != axis)
        reach = self.extent[axis]
        if offset[axis] <= -reach or any(sides):
            return FREE
        far = max(0, offset[axis] - reach)  # so far they do not even come near each other
        by = self.bit(x - far * (k == axis) for k, x in enumerate(offset))
        moving, standing = self.masks[a] << max(0, -by), self.masks[b] << max(0, by)
        for distance in range(offset[axis] - far + reach):
            moving <<= self.strides[axis]
            if moving & standing:
                return far + distance
        return FREE


def lines_along(cells, axis: int) -> dict[tuple, list[int]]:
    """Return the places of cells along an axis, in rising order, for each line.

    >>> lines_along([(0, 0, 0), (2, 0, 0), (1, 1, 0)], 0)
    {(0, 0): [0, 2], (1, 0): [1]}
    """
    lines: dict[tuple, list[int]] = {}
    for cell in sorted(cells):
        lines.setdefault((*cell[:axis], *cell[axis + 1 :]), []).append(cell[axis])
    return lines


def gap_between(moving: dict, standing: dict, offset: Cell, axis: int) -> int:
    """Return how far some lines slide before those that stand at this offset from them."""
    side, ahead, gap = (*offset[:axis], *offset[axis + 1 :]), offset[axis], FREE
    for line, places in moving.items():
        other = standing.get(tuple(a - b for a, b in zip(line, side)), [])
        for place in places:
            after = bisect_right(other, place - ahead)
            if after < len(other):
                gap = min(gap, other[after] + ahead - place - 1)
    return gap
