"""The numbers of solutions of many instances at once, from the tables of both discs.

An instance is the product of two tables: the tiles of one disc are those that the other one leaves, and at
each vertex of the ring the dots of both add up to the peg. The work is sliced by some tiles: each slice has
tables of its own, which are made, used, and forgotten.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

import numpy as np

from ...common.errors import PuzzleError
from ..puzzle import Tile, mirrored
from . import kernel
from .cut import Cut
from .tables import Box, Slice, Tables, Tiles

Look = Callable[[float], None]  # called again and again with the share that is done; raises what shall end it
Pegs = tuple[int, ...]
MOST_SLICES = 6  # then every other slice is as large as the one before


class Lanes:
    """Which tiles a slice's upper tables hold in which lane, and the lower ones, which have the rest.

    Choices with the same number of dots stand together, and half a slab further on their mirror images.
    """

    def __init__(self, tiles: Tiles, part: Slice, size: int):
        ranks = part.ranks(tiles, size, size)
        image = tiles.mirror(ranks) if tiles.mirrors() else ranks
        chosen = ranks[ranks <= image]
        self.dots, above = [], []
        for dots in np.unique(tiles.dots[chosen]):
            same = chosen[tiles.dots[chosen] == dots]
            for start in range(0, len(same), kernel.HALF):
                self.dots.append(int(dots))
                above.append(same[start : start + kernel.HALF])
        self.above, self.below = np.full((2, len(above), kernel.LANES), -1)
        for slab, first in enumerate(above):
            self.put(slab, first, tiles)

    def put(self, slab: int, first: np.ndarray, tiles: Tiles) -> None:
        image = tiles.mirror(first) if tiles.mirrors() else first
        there, whole = slice(kernel.HALF, kernel.HALF + len(first)), len(tiles.used) - 1
        self.above[slab, : len(first)], self.below[slab, : len(first)] = first, whole - first
        self.above[slab, there] = np.where(image == first, -1, image)
        self.below[slab, there] = whole - image


class Side:
    """The slabs of one disc's tables, for one slice."""

    def __init__(self, tables: Tables, lanes: np.ndarray):
        self.tables, self.lanes = tables, lanes

    def slabs(self, pegs: Pegs, room: np.ndarray) -> np.ndarray:
        """Written into `room`, and given back: uint32 (S, cells, LANES)."""
        layer = self.tables.table(pegs)
        rows = np.where(self.lanes < 0, -1, np.searchsorted(layer.ranks, self.lanes))
        kernel.turn_over(layer.data[:, 0], rows, room)
        return room


class Joiner:
    """A cut, a set of tiles, and the largest peg that there is. slices: so many times 2 to cut the work."""

    def __init__(self, cut: Cut, tiles: Sequence[Tile], top: int, slices: int = 0):
        self.cut, self.tiles, self.top = cut, Tiles(tiles), top
        self.above, self.below = (Box(disc, self.tiles.most) for disc in (cut.upper, cut.lower))
        self.slices = list(cut_up(self.tiles, slices))
        self.kept = [one for one in cut.kept if self.tiles.mirrors() or not one.mirrored]
        pairs = min(self.above.cells, self.below.cells)  # a cell of one disc says which one of the other
        self.scratch, self.rooms, self.slab_rooms = np.zeros((2, pairs, 3), np.int32), {}, {}

    def cells(self) -> dict[int, int]:
        """For the layer after so many faces, of either disc: the most cells that it can have in any slice."""
        sizes, kinds = (
            Counter(),
            {len(part.inside): part for part in self.slices},
        )  # which tiles is all the same
        for box in (self.above, self.below):
            for faces in range(1, len(box.order) + 1):
                groups = max(len(part.ranks(self.tiles, faces, len(box.order))) for part in kinds.values())
                sizes[faces] = max(sizes[faces], groups * box.most_cells(faces))
        return sizes

    def slab_cells(self) -> int:
        """The same for the slabs of one table."""
        slabs = max(len(Lanes(self.tiles, part, len(self.above.order)).dots) for part in self.slices)
        return slabs * max(self.above.cells, self.below.cells) * kernel.LANES

    def memory(self, tables: int) -> int:
        """Bytes that it takes at most to keep so many tables of the upper disc."""
        return 4 * (sum(self.cells().values()) + (tables + 1) * self.slab_cells()) + self.scratch.nbytes

    def take_room(self) -> None:
        """All memory at once, to be used again in every slice."""
        self.rooms = self.rooms or {faces: np.empty(size, np.uint32) for faces, size in self.cells().items()}

    def count(self, instances: np.ndarray, look: Look = lambda share: None) -> np.ndarray:
        """How many solutions each of these instances has: rows of pegs, a column a vertex."""
        found, groups = np.zeros(len(instances), np.uint64), self.grouped(instances)
        self.take_room()
        for number, part in enumerate(self.slices):
            for share in self.add_slice(part, groups, found):
                look((number + share) / len(self.slices))
        return found

    def add_slice(self, part: Slice, groups: dict, found: np.ndarray) -> Iterator[float]:
        """Add what one slice gives; the share that is done, again and again."""
        uppers, lowers = (sorted(set(pegs)) for pegs in zip(*groups))
        lanes = Lanes(self.tiles, part, len(self.cut.upper.faces))
        above = Side(Tables(self.above, self.tiles, part, self.top, self.rooms), lanes.above)
        slabs = {}
        for pegs in uppers:
            slabs[pegs] = above.slabs(pegs, self.room(len(slabs), lanes, self.above))
            yield len(slabs) / (len(uppers) + len(lowers))
        below = Side(Tables(self.below, self.tiles, part.other(), self.top, self.rooms), lanes.below)
        for n, pegs in enumerate(lowers):
            under = below.slabs(pegs, self.room(-1, lanes, self.below))
            for upper in uppers:
                if (upper, pegs) in groups:
                    self.join(
                        slabs[upper], under, np.array(lanes.dots) - sum(upper), groups[upper, pegs], found
                    )
            yield (len(uppers) + n + 1) / (len(uppers) + len(lowers))

    def room(self, number: int, lanes: Lanes, box: Box) -> np.ndarray:
        """Memory for slabs, the same in every slice."""
        if number not in self.slab_rooms:
            self.slab_rooms[number] = np.empty(self.slab_cells(), np.uint32)
        shape = (len(lanes.dots), box.cells, kernel.LANES)
        return self.slab_rooms[number][: prod(shape)].reshape(shape)

    def join(
        self, above: np.ndarray, below: np.ndarray, dots: np.ndarray, group: tuple, found: np.ndarray
    ) -> None:
        """Add to some instances what two tables give."""
        rows, pegs, most, strides, in_mirror = group
        gained = found[rows]
        for many in np.unique(dots):
            same = slice(*np.searchsorted(dots, [many, many + 1]))
            kernel.join(
                above[same], below[same], in_mirror, pegs, int(many), most, strides, self.scratch, gained
            )
        found[rows] = gained

    # -------- the instances

    def grouped(self, instances: np.ndarray) -> dict[tuple[Pegs, Pegs], tuple]:
        """The instances by their pegs inside the upper disc and, up to symmetry, inside the lower one: what
        `kernel.join` needs of each."""
        upper = instances[:, list(self.cut.upper.inner)]
        lower, number = self.turned(instances)
        keys, where = np.unique(np.hstack([upper, lower]), axis=0, return_inverse=True)
        split, groups, ring = upper.shape[1], {}, list(self.cut.ring)
        strides = [self.above.stride[v] for v in ring]
        order = np.argsort(where.ravel(), kind="stable")
        parts = np.split(order, np.cumsum(np.bincount(where.ravel()))[:-1])
        for key, rows in zip(keys.tolist(), parts):
            rows = rows[np.argsort(instances[rows][:, ring] @ strides)]  # neighbours use the same cells
            groups[tuple(key[:split]), tuple(key[split:])] = self.described(instances, rows, number[rows])
        return groups

    def turned(self, instances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The pegs inside the lower disc in the least order that a symmetry gives them, and its number."""
        inner = list(self.cut.lower.inner)
        ways = np.stack([instances[:, np.argsort(one.vertices)[inner]] for one in self.kept])
        value = (ways * (self.top + 1) ** np.arange(len(inner))[::-1]).sum(axis=2)
        number = value.argmin(axis=0)
        return ways[number, np.arange(len(instances))], number

    def described(self, instances: np.ndarray, rows: np.ndarray, numbers: np.ndarray) -> tuple:
        ring = list(self.cut.ring)
        most = np.array([[box.range[v] for v in ring] for box in (self.above, self.below)])
        above = [self.above.stride[v] for v in ring]
        below = [[self.below.stride[one.vertices[v]] for v in ring] for one in self.kept]
        strides = np.array([[above, row] for row in below])[numbers]
        in_mirror = np.array([one.mirrored for one in self.kept])[numbers]
        return rows, np.ascontiguousarray(instances[rows][:, ring]), most, strides, in_mirror


def cut_up(tiles: Tiles, many: int) -> Iterator[Slice]:
    """All slices, by the single tiles with the most dots: the choices in a slice are more alike in their
    dots."""
    single = [t for t, tile in enumerate(tiles.types) if tiles.copies[t] == 1 and tile == mirrored(tile)]
    single.sort(key=lambda t: -sum(tiles.types[t]))
    for inside in product((False, True), repeat=min(many, len(single))):
        pairs = list(zip(inside, single))
        yield Slice(tuple(t for yes, t in pairs if yes), tuple(t for yes, t in pairs if not yes))


def joiner_within(memory: float, tables: int, *puzzle) -> Joiner:
    """A joiner with as few slices as so many bytes allow; `puzzle`: cut, tiles, largest peg."""
    for slices in range(MOST_SLICES + 1):
        one = Joiner(*puzzle, slices)
        if one.memory(tables) <= memory:
            return one
    raise PuzzleError(f"memory: at least {one.memory(tables) / 1e9:.1f} GB are needed for the tables")
