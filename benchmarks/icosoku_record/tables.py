"""The table of a disc: tiles used, dots at the ring -> number of ways, for given pegs inside.

The faces are filled one after the other, inner vertex by inner vertex. A layer is an array: for
each choice of tiles and each plane (the dots of the inner vertices that are still open) a box of
cells, one for all dots at the vertices of the ring. A tile adds a constant to the number of the
cell, so that laying it in all states is to shift a box and add it. The dots of one vertex of the
ring need no place: they are the rest of the tiles' dots.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from puzzlelib.common.errors import PuzzleError
from puzzlelib.icosoku.counting.arrays import Types, ranks
from puzzlelib.icosoku.puzzle import Tile, dots, mirrored, turns

from . import kernel
from .cut import Disc, faces_at

MOST = 1 << 32  # ways to one state


class DiscBox:
    """The order of a disc's faces, and the cells for the dots of the ring.

    >>> from .cut import icosahedron_cut
    >>> box = DiscBox(icosahedron_cut().upper, 3)
    >>> box.cells, len(box.order)
    (34300, 10)
    """

    def __init__(self, disc: Disc, most: int):
        self.disc, self.most, self.order, self.stages = disc, most, [], []
        for vertex in (*disc.inner, None):
            self.stages.append(self.stage(vertex))
            self.order += self.stages[-1]
        self.range = {v: most * disc.degree(v) for v in disc.ring}
        opened = list(dict.fromkeys(v for face in self.order for v in face if v in disc.ring))
        self.free = max(opened, key=lambda v: self.range[v])  # the one with the most room
        opened.remove(self.free)
        self.stride, self.cells = dict.fromkeys(disc.ring, 0), 1
        for v in opened:
            self.stride[v], self.cells = self.cells, self.cells * (self.range[v] + 1)
        self.opened = opened

    def cells_with(self, total: int) -> np.ndarray:
        """Return the cells of states with so many dots at the ring, int32."""
        return self.by_total.get(total, self.by_total[-1])[0]

    def places(self, total: int) -> np.ndarray:
        """Return the place of each cell among these, int32; the others: behind the last."""
        return self.by_total.get(total, self.by_total[-1])[1]

    @cached_property
    def by_total(self) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        """Both arrays for every total; -1: for impossible totals."""
        dots, found = sum(np.indices([self.range[v] + 1 for v in self.opened[::-1]])).ravel(), {}
        for total in range(-1, sum(self.range.values()) + 1):
            fits = (dots <= total) & (dots >= total - self.range[self.free])
            cells = np.flatnonzero(fits).astype(np.int32)
            found[total] = cells, np.where(fits, np.cumsum(fits) - 1, len(cells)).astype(np.int32)
        return found

    def stage(self, vertex: int | None) -> list:
        """Return the faces that close an inner vertex, the one that opens least first; None: the
        rest."""
        rest = [face for face in self.disc.faces if face not in self.order and vertex in (None, *face)]
        chosen = []
        while rest:
            chosen.append(min(rest, key=lambda face: self.opening([*self.order, *chosen, face])))
            rest.remove(chosen[-1])
        return chosen

    def opening(self, faces: Sequence) -> tuple[int, int]:
        """Return the cost of the last of these faces: inner vertices at it, and about the states
        after it."""
        size = 1
        for v in (*self.disc.inner, *self.disc.ring):
            met = faces_at(v, faces)
            closed = v in self.disc.inner and met == self.disc.degree(v)
            size *= 1 if closed else self.most * met + 1
        return len(set(faces[-1]) & set(self.disc.inner)), size

    def prefix(self, faces: Sequence) -> int:
        """Return the number of cells that can be used after these faces."""
        last = [v for v in self.opened if faces_at(v, faces)][-1:]
        return max([1, *(self.stride[v] * (self.most * faces_at(v, faces) + 1) for v in last)])

    def most_cells(self, faces: int) -> int:
        """Return the most cells of a layer for each choice of tiles, for any pegs."""
        some, size = self.order[:faces], self.prefix(self.order[:faces])
        last = max((i for i, stage in enumerate(self.stages) if stage and stage[0] in some), default=0)
        for i, v in enumerate(self.disc.inner):
            met, degree = faces_at(v, some), self.disc.degree(v)
            if i != last or met != degree - 1:  # last face but one at a vertex: see `Tables.close`
                size *= self.most * min(met, degree - met if i <= last else met) + 1
        return size


class Tiles:
    """A set of tiles, and the ranks of all choices of some of them."""

    def __init__(self, tiles: Sequence[Tile]):
        self.types = tuple(dict.fromkeys(tiles))
        self.copies = [list(tiles).count(tile) for tile in self.types]
        self.number, self.used = ranks(self.copies, lambda *done: None)
        self.digits = np.arange(len(self.used))[:, None] // self.number.weight % self.number.radix
        self.dots = self.digits @ np.array([sum(tile) for tile in self.types])
        self.most = max(map(max, self.types))

    def mirrors(self) -> bool:
        """Return whether the set is its own mirror image."""
        have = dict(zip(self.types, self.copies))
        return all(have.get(mirrored(tile)) == many for tile, many in have.items())

    def mirror(self, ranks: np.ndarray) -> np.ndarray:
        """Return the ranks of the mirror images of these choices."""
        where = [self.types.index(mirrored(tile)) for tile in self.types]
        return self.digits[ranks][:, where] @ self.number.weight


class Slice(NamedTuple):
    """The choices that hold some single tiles, by the numbers of their types, and do not hold
    others."""

    inside: tuple[int, ...] = ()
    outside: tuple[int, ...] = ()

    def ranks(self, tiles: Tiles, size: int, goal: int) -> np.ndarray:
        """Return the choices of `size` tiles that can grow into one of `goal` tiles in the
        slice."""
        missing = (tiles.digits[:, list(self.inside)] == 0).sum(axis=1)
        fits = (tiles.used == size) & (missing <= goal - size)
        return np.flatnonzero(fits & (tiles.digits[:, list(self.outside)] == 0).all(axis=1))

    def other(self) -> "Slice":
        """Return the slice of the other disc."""
        return Slice(self.outside, self.inside)


@dataclass
class TableLayer:
    """All states after some faces, of one slice."""

    ranks: np.ndarray  # int64 (G,): the tiles used
    planes: list[tuple[int, ...]]  # P: the dots of the inner vertices, 0 where they are closed
    data: np.ndarray  # uint32 (G, P, cells): numbers of ways
    most: int = 0  # a bound on these numbers


class Tables:
    """The tables of one disc for one slice; their common beginnings are kept and used again.

    The layer before an inner vertex is closed would be the largest. It never exists as a whole: the
    states with the same dots at that vertex are made, used and dropped.
    """

    def __init__(self, box: DiscBox, tiles: Tiles, part: Slice, top: int, rooms: dict | None = None):
        self.box, self.tiles, self.part, self.top = box, tiles, part, top
        self.kept, self.rooms = {}, {} if rooms is None else rooms

    def table(self, pegs: Sequence[int]) -> TableLayer:
        """Return the table for these pegs at the inner vertices, (G, 1, cells), valid until the
        next call."""
        layer, faces = self.first(), []
        for number, stage in enumerate(self.box.stages, 1):
            known = tuple(pegs[:number])
            if stage and self.kept.get(number, (None, None))[0] != known:
                self.kept[number] = known, self.fill(layer, faces, stage, known)
            layer, faces = self.kept[number][1] if stage else layer, [*faces, *stage]
        return layer

    def fill(self, layer: TableLayer, faces: list, stage: list, pegs: tuple[int, ...]) -> TableLayer:
        """Return the layer after the faces of one stage."""
        closes = stage is not self.box.stages[-1]
        at_once = len(stage) - 2 if closes and len(stage) > 1 else len(stage)
        for done, face in enumerate(stage[:at_once]):
            layer = self.spread(layer, [*faces, *stage[:done]], face, pegs)
        rest = stage[at_once:]
        return self.close(layer, [*faces, *stage[:at_once]], rest, pegs) if rest else layer

    def close(self, layer: TableLayer, faces: list, two: list, pegs: tuple[int, ...]) -> TableLayer:
        """Return the layer after the last two faces at a vertex, made in parts by the dots there
        before the last one."""
        face, last = two
        here, after = len(pegs) - 1, None
        planes = self.planes([*faces, face], pegs)
        for many in sorted({plane[here] for plane in planes}):
            some = [plane for plane in planes if plane[here] == many]
            part = self.spread(layer, faces, face, pegs, some)
            after = self.spread(part, [*faces, face], last, pegs, onto=after)
        return after

    def first(self) -> TableLayer:
        planes = [(0,) * len(self.box.disc.inner)]
        return TableLayer(np.zeros(1, np.int64), planes, np.ones((1, 1, 1), np.uint32))

    def spread(
        self, before: TableLayer, faces: list, face: tuple, pegs: tuple, planes=None, onto=None
    ) -> TableLayer:
        """Return the layer after one more face; full inner vertices are closed if their pegs are
        given.

        planes: some, or None for all. onto: a part of this layer, to be added to.
        """
        after = [*faces, face]
        ranks = self.part.ranks(self.tiles, len(after), len(self.box.disc.faces))
        planes = planes or self.planes(after, pegs)
        begin, offset, goal = self.ways(before.planes, planes, face, after, pegs)
        most = int(before.data.max(initial=0)) * int((goal >= 0).any(axis=1).sum())
        most += onto.most if onto else 0
        if most >= MOST:
            raise PuzzleError("there are 2^32 ways to one state of a disc, or more: too many for its table")
        place = np.full(len(self.tiles.used), -1, np.int32)
        place[before.ranks] = np.arange(len(before.ranks))
        data = onto.data if onto else self.room(len(after), (len(ranks), len(planes), self.box.prefix(after)))
        number: Types = self.tiles.number
        anew = onto is None
        kernel.pour(before.data, data, ranks, place, number.weight, number.radix, begin, offset, goal, anew)
        return TableLayer(ranks, planes, data, most)

    def room(self, faces: int, shape: tuple[int, int, int]) -> np.ndarray:
        """Return an array for the layer after so many faces, from `rooms` if possible: new memory
        takes longer than filling it."""
        size = prod(shape)
        room = self.rooms.get(faces)
        return (np.empty(size, np.uint32) if room is None else room[:size]).reshape(shape)

    def planes(self, faces: list, pegs: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Return the dots that the inner vertices may have after these faces."""
        return list(product(*(self.span(i, v, faces, pegs) for i, v in enumerate(self.box.disc.inner))))

    def span(self, i: int, v: int, faces: list, pegs: tuple[int, ...]) -> range:
        met, degree = faces_at(v, faces), self.box.disc.degree(v)
        most = self.box.most
        if met == degree:
            return range(1)
        if i < len(pegs):
            return range(max(0, pegs[i] - most * (degree - met)), min(most * met, pegs[i]) + 1)
        return range(min(most * met, self.top) + 1)

    def ways(self, before: list, after: list, face: tuple, faces: list, pegs: tuple[int, ...]):
        """Return the arguments of `kernel.pour` about the ways to lay a tile."""
        begin, offset, goal, number = [0], [], [], {plane: i for i, plane in enumerate(after)}
        for tile in self.tiles.types:
            for turn in turns(tile):
                laid = dict(zip(face, dots(tile, turn)))
                offset.append(sum(self.box.stride.get(v, 0) * many for v, many in laid.items()))
                goal.append([number.get(self.next_plane(plane, laid, faces, pegs), -1) for plane in before])
            begin.append(len(offset))
        return np.array(begin), np.array(offset), np.array(goal, np.int64).reshape(len(offset), len(before))

    def next_plane(self, plane: tuple, laid: dict, faces: list, pegs: tuple[int, ...]) -> tuple | None:
        """Return the plane after a tile; None if it closes a vertex with a wrong number."""
        new = [many + laid.get(v, 0) for many, v in zip(plane, self.box.disc.inner)]
        for i, v in enumerate(self.box.disc.inner):
            if v in laid and faces_at(v, faces) == self.box.disc.degree(v):
                if new[i] != pegs[i]:
                    return None
                new[i] = 0
        return tuple(new)
