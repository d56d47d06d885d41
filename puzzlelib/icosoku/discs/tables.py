"""The table of a disc: tiles used, dots at the ring -> in how many ways, for given pegs inside.

The faces are filled one after the other, inner vertex by inner vertex. A layer is an array: for each choice
of tiles and each plane (the dots of the inner vertices that are still open) a box of cells, one for all dots
at the vertices of the ring. A tile adds a constant to the number of the cell, so that laying it in all states
is to shift a box and add it. The dots of one vertex of the ring need no place: they are what the others leave
of the tiles' dots.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from ...common.errors import PuzzleError
from ..counting.arrays import ranks
from ..counting.kernel_layout import Types
from ..puzzle import Tile, dots, mirrored, turns
from . import kernel
from .cut import Disc, faces_at

MOST = 1 << 32  # ways to one state


class Box:
    """How a disc's faces are filled, and where the dots of the ring stand.

    >>> from .cut import icosahedron_cut
    >>> box = Box(icosahedron_cut().upper, 3)
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
        self.free = max(opened, key=lambda v: self.range[v])  # the first of those with the most room
        opened.remove(self.free)
        self.stride, self.cells = dict.fromkeys(disc.ring, 0), 1
        for v in opened:
            self.stride[v], self.cells = self.cells, self.cells * (self.range[v] + 1)
        self.opened = opened

    def stage(self, vertex: int | None) -> list:
        """The faces that close an inner vertex, that first which opens least; None: the rest."""
        rest = [face for face in self.disc.faces if face not in self.order and vertex in (None, *face)]
        chosen = []
        while rest:
            chosen.append(min(rest, key=lambda face: self.opening([*self.order, *chosen, face])))
            rest.remove(chosen[-1])
        return chosen

    def opening(self, faces: Sequence) -> tuple[int, int]:
        """What the last of these faces costs: inner vertices at it, and about the states after it."""
        size = 1
        for v in (*self.disc.inner, *self.disc.ring):
            met = faces_at(v, faces)
            closed = v in self.disc.inner and met == self.disc.degree(v)
            size *= 1 if closed else self.most * met + 1
        return len(set(faces[-1]) & set(self.disc.inner)), size

    def prefix(self, faces: Sequence) -> int:
        """How many cells can be used after these faces."""
        last = [v for v in self.opened if faces_at(v, faces)][-1:]
        return max([1, *(self.stride[v] * (self.most * faces_at(v, faces) + 1) for v in last)])

    def most_cells(self, faces: int) -> int:
        """How many cells a layer has at most for each choice of tiles, whatever the pegs."""
        some, size = self.order[:faces], self.prefix(self.order[:faces])
        last = max((i for i, stage in enumerate(self.stages) if stage and stage[0] in some), default=0)
        for i, v in enumerate(self.disc.inner):
            met, degree = faces_at(v, some), self.disc.degree(v)
            size *= self.most * min(met, degree - met if i <= last else met) + 1
        return size


class Tiles:
    """A set of tiles, of which each disc gets some: the ranks of all choices."""

    def __init__(self, tiles: Sequence[Tile]):
        self.types = tuple(dict.fromkeys(tiles))
        self.copies = [list(tiles).count(tile) for tile in self.types]
        self.number, self.used = ranks(self.copies)
        self.digits = np.arange(len(self.used))[:, None] // self.number.weight % self.number.radix
        self.dots = self.digits @ np.array([sum(tile) for tile in self.types])
        self.most = max(map(max, self.types))

    def mirrors(self) -> bool:
        """Is the set the same in a mirror?"""
        have = dict(zip(self.types, self.copies))
        return all(have.get(mirrored(tile)) == many for tile, many in have.items())

    def mirror(self, ranks: np.ndarray) -> np.ndarray:
        """The ranks of what a mirror makes of these choices."""
        where = [self.types.index(mirrored(tile)) for tile in self.types]
        return self.digits[ranks][:, where] @ self.number.weight


class Slice(NamedTuple):
    """Those choices of tiles that hold some tiles and do not hold others; types of which there is one."""

    inside: tuple[int, ...] = ()
    outside: tuple[int, ...] = ()

    def ranks(self, tiles: Tiles, size: int, goal: int) -> np.ndarray:
        """The choices of `size` tiles from which one of `goal` tiles in the slice can come."""
        missing = (tiles.digits[:, list(self.inside)] == 0).sum(axis=1)
        fits = (tiles.used == size) & (missing <= goal - size)
        return np.flatnonzero(fits & (tiles.digits[:, list(self.outside)] == 0).all(axis=1))

    def other(self) -> "Slice":
        """What is left for the other disc."""
        return Slice(self.outside, self.inside)


@dataclass
class Layer:
    """All states after some faces, of one slice."""

    ranks: np.ndarray  # int64 (G,): the tiles used
    planes: list[tuple[int, ...]]  # P: the dots of the inner vertices, 0 where they are closed
    data: np.ndarray  # uint32 (G, P, cells): in how many ways


class Tables:
    """The tables of one disc for one slice; what several of them begin with is kept and used again."""

    def __init__(self, box: Box, tiles: Tiles, part: Slice, top: int, rooms: dict | None = None):
        self.box, self.tiles, self.part, self.top = box, tiles, part, top
        self.kept, self.rooms = {}, {} if rooms is None else rooms

    def table(self, pegs: Sequence[int]) -> Layer:
        """For these pegs at the inner vertices: (G, 1, cells). It is valid until the next call."""
        layer, faces = self.first(), []
        for number, stage in enumerate(self.box.stages, 1):
            known = tuple(pegs[:number])
            if self.kept.get(number, (None, None))[0] != known:
                self.kept[number] = known, self.filled(layer, faces, stage, known)
            layer, faces = self.kept[number][1], [*faces, *stage]
        return layer

    def filled(self, layer: Layer, faces: list, stage: list, pegs: tuple[int, ...]) -> Layer:
        """The layer after the faces of one stage."""
        for done, face in enumerate(stage):
            layer = self.spread(layer, [*faces, *stage[:done]], face, pegs)
        return layer

    def first(self) -> Layer:
        planes = [(0,) * len(self.box.disc.inner)]
        return Layer(np.zeros(1, np.int64), planes, np.ones((1, 1, 1), np.uint32))

    def spread(self, before: Layer, faces: list, face: tuple[int, int, int], pegs: tuple[int, ...]) -> Layer:
        """The layer after one more face; the inner vertices whose pegs are given are closed when full."""
        after = [*faces, face]
        ranks = self.part.ranks(self.tiles, len(after), len(self.box.disc.faces))
        planes = self.planes(after, pegs)
        begin, offset, goal = self.ways(before.planes, planes, face, after, pegs)
        if int(before.data.max(initial=0)) * len(offset) >= MOST:
            raise PuzzleError("there are 2^32 ways to one state of a disc, or more: too many for its table")
        place = np.full(len(self.tiles.used), -1, np.int32)
        place[before.ranks] = np.arange(len(before.ranks))
        data = self.room(len(after), (len(ranks), len(planes), self.box.prefix(after)))
        number: Types = self.tiles.number
        kernel.pour(before.data, data, ranks, place, number.weight, number.radix, begin, offset, goal)
        return Layer(ranks, planes, data)

    def room(self, faces: int, shape: tuple[int, int, int]) -> np.ndarray:
        """An array for the layer after so many faces; from `rooms` where it is there, for to get new memory
        takes longer than to fill it."""
        size = prod(shape)
        room = self.rooms.get(faces)
        return (np.empty(size, np.uint32) if room is None else room[:size]).reshape(shape)

    def planes(self, faces: list, pegs: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The dots that the inner vertices may have after these faces."""
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
        """What `kernel.pour` needs of the ways to lay a tile."""
        begin, offset, goal, number = [0], [], [], {plane: i for i, plane in enumerate(after)}
        for tile in self.tiles.types:
            for turn in turns(tile):
                laid = dict(zip(face, dots(tile, turn)))
                offset.append(sum(self.box.stride.get(v, 0) * many for v, many in laid.items()))
                goal.append([number.get(self.moved(plane, laid, faces, pegs), -1) for plane in before])
            begin.append(len(offset))
        return np.array(begin), np.array(offset), np.array(goal, np.int64).reshape(len(offset), len(before))

    def moved(self, plane: tuple[int, ...], laid: dict, faces: list, pegs: tuple[int, ...]) -> tuple | None:
        """The plane after a tile; None where it closes a vertex with a wrong number."""
        new = [many + laid.get(v, 0) for many, v in zip(plane, self.box.disc.inner)]
        for i, v in enumerate(self.box.disc.inner):
            if v in laid and faces_at(v, faces) == self.box.disc.degree(v):
                if new[i] != pegs[i]:
                    return None
                new[i] = 0
        return tuple(new)
