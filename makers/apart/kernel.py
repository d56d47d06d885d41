"""The inner loop of taking apart in machine code: `spread.c`, which does as `Spread` does."""

# mypy: disable-error-code=valid-type
from typing import NamedTuple

import numpy as np

from puzzlelib.common.clock import Stop, raise_if_stopped
from puzzlelib.compiled.arrays import addresses, array, call

from .gaps import MOST_GROUPS, MOST_POSITIONS, Gaps, more_than

KNOWN = 1 << 14  # distances that are kept, those worked out last
ROOM = 1 << 8  # positions at first, and groups that slide away
BUDGET = 20_000_000  # numbers looked at in one call: some hundredths of a second
ENDED, LEAVING, PAUSED, NO_ROOM, TOO_DEEP, MANY_GROUPS = range(6)  # spread.c
FIRST, LAST, NEXT, CHECKED, COUNT, FOUND, DEPTH, ENTERED = range(8)


class Distances(NamedTuple):
    """The shapes of a puzzle, and the distances between them that were worked out last."""

    lines: array("int64", 3, "cells")  # packed cells along each axis, shape after shape
    begin: array("int64", "shapes+1")
    sizes: array("int64", "shapes", 3)
    asked: array("int64", "known", 2)  # two shapes as a number, and the offset between them
    known: array("int32", "known", 6)


class Positions(NamedTuple):
    """The positions so far, and the groups that slide away."""

    shape: array("int64", "pieces")
    positions: array("int64", "rows", "pieces")  # packed, as seen from the first piece
    before: array("int32", "rows")  # the position from which each was reached, or -1
    slots: array("int32", "_")  # the numbers of positions, from 1, by their hash; twice as many
    leaving: array("int64", "_", 3)  # position, group, twice the axis, and 1 for down
    at: array("int64", 8)


class Arrays:
    """The distances of a `Gaps`, with room for more shapes; and room for positions, used again."""

    def __init__(self) -> None:
        lines, begin, sizes = (np.zeros(shape, np.int64) for shape in ((3, 1), 1, (0, 3)))
        asked, known = np.zeros((KNOWN, 2), np.int64), np.zeros((KNOWN, 6), np.int32)
        self.distances, self.shapes = Distances(lines, begin, sizes, asked, known), 0
        self.checked = addresses(self.distances, {})
        self.rooms: dict[int, tuple[Positions, np.ndarray]] = {}

    def add_shapes(self, gaps: Gaps) -> None:
        for shape in range(self.shapes, len(gaps.lines)):
            lines, begin, sizes, *known = self.distances
            more = np.array(gaps.lines[shape], np.int64)
            end = begin[shape] + more.shape[1]
            if end > lines.shape[1]:
                lines = np.pad(lines, ((0, 0), (0, end)))
            if shape >= len(sizes):
                begin = np.pad(begin, (0, shape + 1))
                sizes = np.pad(sizes, ((0, shape + 1), (0, 0)))
            lines[:, begin[shape] : end], begin[shape + 1] = more, end
            sizes[shape] = gaps.sizes[shape]
            self.distances, self.shapes = Distances(lines, begin, sizes, *known), shape + 1
            self.checked = addresses(self.distances, {})

    def room_for(self, pieces: int) -> tuple[Positions, np.ndarray]:
        """Return room for positions of so many pieces: one search at a time has it."""
        if pieces not in self.rooms:
            places, at = np.zeros(pieces, np.int64), np.zeros(8, np.int64)
            leaving = np.empty((ROOM, 3), np.int64)
            one = Positions(places, *empty(ROOM, pieces), leaving, at)
            self.rooms[pieces] = one, addresses(one, {})
        return self.rooms[pieces]


def empty(rows: int, pieces: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return room for so many positions, where each was reached from, and slots."""
    before, slots = np.empty(rows, np.int32), np.empty(2 * rows, np.int32)
    return np.empty((rows, pieces), np.int64), before, slots


class CompiledSpread:
    """The positions that some pieces reach: see `Spread` of `search.py`."""

    def __init__(self, gaps: Gaps, shapes: list[int], starts: tuple, stop: Stop, every: bool):
        own = gaps.compiled = gaps.compiled or Arrays()
        own.add_shapes(gaps)
        self.distances, self.stop, self.every, self.is_ended = own.checked, stop, int(every), False
        self.arrays, self.checked = own.room_for(len(shapes))
        self.arrays.at[:] = 0
        while len(self.arrays.before) < len(starts):
            self.enlarge(True)
        self.arrays.shape[:], self.positions[: len(starts)] = shapes, starts
        self.before[: len(starts)] = -1
        self.arrays.at[LAST] = self.arrays.at[COUNT] = len(starts)

    positions = property(lambda self: self.arrays.positions)
    before = property(lambda self: self.arrays.before)

    @property
    def looked_at(self) -> int:
        """The number of positions that were looked at."""
        return int(self.arrays.at[LAST if self.arrays.at[CHECKED] else FIRST])

    def leaving(self, deepest: int) -> list[tuple[int, int, int, int]]:
        """Return those that slide away after the next number of moves, as `Spread.leaving` does."""
        answer, at = PAUSED, self.arrays.at
        while answer in (PAUSED, NO_ROOM):
            raise_if_stopped(self.stop)
            words = self.distances, self.checked, self.every, deepest, BUDGET
            answer = call("spread_positions", *words)
            if answer == NO_ROOM:
                self.enlarge(bool(at[CHECKED]))
        if answer == MANY_GROUPS:
            raise more_than(MOST_GROUPS, "groups of pieces can move in one position")
        self.is_ended = answer == ENDED
        rows, at[FOUND] = self.arrays.leaving[: at[FOUND]].tolist(), 0
        return [(position, group, way >> 1, -1 if way & 1 else 1) for position, group, way in rows]

    def enlarge(self, positions: bool) -> None:
        """Make four times as much room for positions, or for those that slide away."""
        old, rows = self.arrays, len(self.before)
        if not positions:
            self.arrays = old._replace(leaving=np.repeat(old.leaving, 4, 0))
            self.arrays.leaving[: len(old.leaving)] = old.leaving
        elif rows == MOST_POSITIONS:
            raise more_than(MOST_POSITIONS, "positions are reached by the pieces")
        else:
            more = empty(4 * rows, len(old.shape))
            more[0][:rows], more[1][:rows], old.at[ENTERED] = old.positions, old.before, 0
            self.arrays = Positions(old.shape, *more, old.leaving, old.at)
        self.checked = addresses(self.arrays, {})
