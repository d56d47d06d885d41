"""Count the solutions of many instances at once, from the tables of both discs.

An instance is the product of two tables: the tiles of one disc are those that the other one leaves,
and at each vertex of the ring the dots of both add up to the peg. The work is sliced by some tiles:
each slice has tables of its own, which are made, used and dropped.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku.puzzle import Tile, mirrored

from . import kernel
from .cut import Cut
from .tables import DiscBox, Slice, Tables, Tiles

Look = Callable[[float], None]  # called with the share that is done; may raise to end the count
Pegs = tuple[int, ...]
MOST_SLICES = 6  # then every other slice is as large as the one before


class Lanes:
    """The tiles in each lane of a slice's upper tables, and in the lower ones, which have the rest.

    Choices with the same number of dots stand together, and half a slab further on their mirror
    images.
    """

    def __init__(self, tiles: Tiles, part: Slice, size: int):
        ranks = part.ranks(tiles, size, size)
        image = tiles.mirror(ranks) if tiles.mirrors() else ranks
        chosen = ranks[ranks <= image]
        self.dots, above = [], []
        for many in np.unique(tiles.dots[chosen]):
            same = chosen[tiles.dots[chosen] == many]
            for start in range(0, len(same), kernel.HALF):
                self.dots.append(int(many))
                above.append(same[start : start + kernel.HALF])
        self.above, self.below = np.full((2, len(above), kernel.LANES), -1)
        for slab, first in enumerate(above):
            self.put(slab, first, tiles)
        self.below = np.hstack([self.below, self.below[:, : kernel.HALF]])  # mirrored: from HALF on

    def put(self, slab: int, first: np.ndarray, tiles: Tiles) -> None:
        image = tiles.mirror(first) if tiles.mirrors() else first
        there, whole = slice(kernel.HALF, kernel.HALF + len(first)), len(tiles.used) - 1
        self.above[slab, : len(first)], self.below[slab, : len(first)] = first, whole - first
        self.above[slab, there] = np.where(image == first, -1, image)
        self.below[slab, there] = whole - image


class Slabs(NamedTuple):
    """A disc's table: uint64 (all rows, two lanes each), and the first row of each slab."""

    rows: np.ndarray
    begin: np.ndarray


class Side:
    """The slabs of one disc's tables, for one slice. dots: of the tiles in each slab."""

    def __init__(self, tables: Tables, lanes: np.ndarray, dots: Sequence[int]):
        self.tables, self.lanes, self.dots = tables, lanes, dots

    def slabs(self, pegs: Pegs, room: np.ndarray) -> Slabs:
        """Write into `room`, for each slab, the cells that its dots allow, and a row of zeros."""
        layer, box = self.tables.table(pegs), self.tables.box
        rows = np.where(self.lanes < 0, -1, np.searchsorted(layer.ranks, self.lanes))
        cells = [np.append(box.cells_with(many - sum(pegs)), np.int32(-1)) for many in self.dots]
        begin = np.cumsum([0, *map(len, cells)])
        slabs = room[: begin[-1] * rows.shape[1]].reshape(-1, rows.shape[1])
        kernel.turn_over(layer.data[:, 0], rows, begin, np.concatenate(cells), slabs)
        return Slabs(slabs.view(np.uint64), begin)


class Joiner:
    """A cut, a set of tiles, the largest peg, and 2 ** `slices` slices of the work."""

    def __init__(self, cut: Cut, tiles: Sequence[Tile], top: int, slices: int = 0):
        self.cut, self.tiles, self.top = cut, Tiles(tiles), top
        self.above, self.below = (DiscBox(disc, self.tiles.most) for disc in (cut.upper, cut.lower))
        self.slices = list(all_slices(self.tiles, slices))
        self.symmetries = [one for one in cut.symmetries if self.tiles.mirrors() or not one.mirrored]
        pairs = min(self.above.cells, self.below.cells)  # a cell of one determines the other
        self.scratch, self.rooms, self.slab_rooms = np.zeros((2, pairs, 3), np.int32), {}, {}
        self.pairs = np.zeros((kernel.AT_ONCE + pairs, 2), np.uint32)

    def cells(self) -> dict[int, int]:
        """Return the most cells of the layer after so many faces, of either disc, in any slice."""
        sizes = Counter()
        kinds = {len(part.inside): part for part in self.slices}  # the tiles do not matter
        for box in (self.above, self.below):
            for faces in range(1, len(box.order) + 1):
                groups = max(len(part.ranks(self.tiles, faces, len(box.order))) for part in kinds.values())
                sizes[faces] = max(sizes[faces], groups * box.most_cells(faces))
        return sizes

    def slab_rows(self) -> int:
        """Return the most rows of one table's slabs in any slice."""
        whole, most = int(self.tiles.dots[-1]), 0
        for part in self.slices:
            dots = np.array(Lanes(self.tiles, part, len(self.above.order)).dots, int)
            for box, added in ((self.above, dots), (self.below, whole - dots)):
                inner = range(len(box.disc.inner) * self.top + 1)
                most = max(most, *(slab_rows_of(box, added - pegs) for pegs in inner))
        return most

    def memory(self, tables: int) -> int:
        """Return the most bytes needed to keep so many tables of the upper disc."""
        lanes = tables * kernel.LANES + kernel.BELOW
        room = self.scratch.nbytes + self.pairs.nbytes
        return 4 * (sum(self.cells().values()) + lanes * self.slab_rows()) + room

    def take_room(self) -> None:
        """Allocate all memory at once, to be used again in every slice."""
        self.rooms = self.rooms or {faces: np.empty(size, np.uint32) for faces, size in self.cells().items()}

    def count(self, instances: np.ndarray, look: Look = lambda share: None) -> np.ndarray:
        """Count the solutions of each of these instances: rows of pegs, a column a vertex."""
        found, groups = np.zeros(len(instances), np.uint64), self.groups(instances)
        self.take_room()
        try:
            for number, part in enumerate(self.slices):
                for share in self.add_slice(part, groups, found):
                    look((number + share) / len(self.slices))
        finally:
            self.rooms, self.slab_rooms = {}, {}  # frees gigabytes
        return found

    def add_slice(self, part: Slice, groups: dict, found: np.ndarray) -> Iterator[float]:
        """Add the solutions of one slice to `found`; yield the share that is done."""
        uppers, lowers = (sorted(set(pegs)) for pegs in zip(*groups))
        lanes = Lanes(self.tiles, part, len(self.cut.upper.faces))
        if not lanes.dots:
            return
        dots = np.array(lanes.dots)
        above = Side(Tables(self.above, self.tiles, part, self.top, self.rooms), lanes.above, dots)
        slabs = {}
        for pegs in uppers:
            slabs[pegs] = above.slabs(pegs, self.room(len(slabs)))
            yield len(slabs) / (len(uppers) + len(lowers))
        tables = Tables(self.below, self.tiles, part.other(), self.top, self.rooms)
        below = Side(tables, lanes.below, self.tiles.dots[-1] - dots)
        for n, pegs in enumerate(lowers):
            under = below.slabs(pegs, self.room(-1))
            for upper in uppers:
                if (upper, pegs) in groups:
                    self.join(slabs[upper], under, (upper, pegs), dots, groups[upper, pegs], found)
            yield (len(uppers) + n + 1) / (len(uppers) + len(lowers))

    def room(self, number: int) -> np.ndarray:
        """Return memory for slabs, the same in every slice; number: of an upper table, or -1."""
        if number not in self.slab_rooms:
            lanes = kernel.BELOW if number < 0 else kernel.LANES
            self.slab_rooms[number] = aligned_room(lanes * self.slab_rows())
        return self.slab_rooms[number]

    def join(self, above: Slabs, below: Slabs, inner: tuple, dots: np.ndarray, group: tuple, found) -> None:
        """Add the products of two tables to some instances."""
        rows, pegs, most, strides, in_mirror = group
        gained, (upper, lower) = found[rows], map(sum, inner)
        starts = np.stack([above.begin[:-1], below.begin[:-1]], axis=1)
        for many in np.unique(dots).tolist():
            same = starts[slice(*np.searchsorted(dots, [many, many + 1]))]
            rest = int(self.tiles.dots[-1]) - many - lower
            places = self.above.places(many - upper), self.below.places(rest)
            about = in_mirror, pegs, many - upper, most, strides, self.scratch, self.pairs
            kernel.join(above.rows, below.rows, same, places, *about, gained)
        found[rows] = gained

    # -------- the instances

    def groups(self, instances: np.ndarray) -> dict[tuple[Pegs, Pegs], tuple]:
        """Return the arguments of `kernel.join` for the instances, by their pegs inside the upper
        disc and, up to symmetry, inside the lower one."""
        upper = instances[:, list(self.cut.upper.inner)]
        lower, number = self.least_lower(instances)
        keys, where = np.unique(np.hstack([upper, lower]), axis=0, return_inverse=True)
        split, groups, ring = upper.shape[1], {}, list(self.cut.ring)
        strides = [self.above.stride[v] for v in ring]
        order = np.argsort(where.ravel(), kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(where.ravel()))[:-1])
        for key, rows in zip(keys.tolist(), parts):
            rows = rows[np.argsort(instances[rows][:, ring] @ strides)]  # neighbours share cells
            groups[tuple(key[:split]), tuple(key[split:])] = self.group(instances, rows, number[rows])
        return groups

    def least_lower(self, instances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the pegs inside the lower disc in the least order under the symmetries, and the
        number of the symmetry."""
        inner = list(self.cut.lower.inner)
        ways = np.stack([instances[:, np.argsort(one.vertices)[inner]] for one in self.symmetries])
        value = (ways * (self.top + 1) ** np.arange(len(inner))[::-1]).sum(axis=2)
        number = value.argmin(axis=0)
        return ways[number, np.arange(len(instances))], number

    def group(self, instances: np.ndarray, rows: np.ndarray, numbers: np.ndarray) -> tuple:
        ring = list(self.cut.ring)
        most = np.array([[box.range[v] for v in ring] for box in (self.above, self.below)])
        above = [self.above.stride[v] for v in ring]
        below = [[self.below.stride[one.vertices[v]] for v in ring] for one in self.symmetries]
        strides = np.array([[above, row] for row in below])[numbers]
        in_mirror = np.array([one.mirrored for one in self.symmetries])[numbers]
        return rows, np.ascontiguousarray(instances[rows][:, ring]), most, strides, in_mirror


def slab_rows_of(box: DiscBox, totals: np.ndarray) -> int:
    """Count the rows of slabs that add these dots to the ring."""
    return sum(len(box.cells_with(total)) + 1 for total in totals.tolist())


def aligned_room(size: int) -> np.ndarray:
    """Return an array of 32-bit numbers that begins at a line of the cache."""
    room = np.empty(size + 16, np.uint32)
    start = -room.ctypes.data // 4 % 16
    return room[start : start + size]


def all_slices(tiles: Tiles, many: int) -> Iterator[Slice]:
    """Yield all slices by the single tiles with the most dots, so that choices in a slice have like
    dots."""
    single = [t for t, tile in enumerate(tiles.types) if tiles.copies[t] == 1 and tile == mirrored(tile)]
    single.sort(key=lambda t: -sum(tiles.types[t]))
    for inside in product((False, True), repeat=min(many, len(single))):
        pairs = list(zip(inside, single))
        yield Slice(tuple(t for yes, t in pairs if yes), tuple(t for yes, t in pairs if not yes))


def joiner_within(memory: float, tables: int, *puzzle) -> Joiner:
    """Return a joiner with as few slices as so many bytes allow; `puzzle`: cut, tiles, largest peg.
    Errors: `PuzzleError`."""
    for slices in range(MOST_SLICES + 1):
        one = Joiner(*puzzle, slices)
        if one.memory(tables) <= memory:
            return one
    raise PuzzleError(f"memory: at least {one.memory(tables) / 1e9:.1f} GB are needed for the tables")
