"""The inner loop of taking apart in machine code: `spread.c`, which does as `Spread` does."""

from array import array
from ctypes import Array, c_int64, c_void_p

from puzzlelib.common.clock import Stop, raise_if_stopped
from puzzlelib.compiled.library import function

from .gaps import MOST_GROUPS, MOST_POSITIONS, Gaps, more_than

KNOWN = 1 << 14  # distances that are kept, those worked out last
ROOM = 1 << 8  # positions at first, and groups that slide away
BUDGET = 20_000_000  # numbers looked at in one call: some hundredths of a second
ENDED, LEAVING, PAUSED, NO_ROOM, TOO_DEEP, MANY_GROUPS = range(6)  # spread.c
FIRST, LAST, NEXT, CHECKED, COUNT, FOUND, DEPTH, ENTERED = range(8)


def table(*arrays: array) -> Array[c_int64]:
    """Return where arrays are and how many numbers each has, as `arrays.h` reads them."""
    rows = [number for one in arrays for number in (*one.buffer_info(), 0, 0)]
    return (c_int64 * len(rows))(*rows)


def zeros(kind: str, numbers: int) -> array:
    return array(kind, bytes(array(kind).itemsize * numbers))


class Distances:
    """The shapes of a `Gaps`, and the distances between them that were worked out last."""

    def __init__(self) -> None:
        self.lines = array("q")  # packed cells along x, y and z, shape after shape
        self.begin = array("q", [0])  # of each shape's cells along each axis, and the end of all
        self.sizes = array("q")  # along x, y and z, shape after shape
        self.asked = zeros("q", 2 * KNOWN)  # two shapes as a number, and the offset between them
        self.known = zeros("i", 6 * KNOWN)
        self.shapes = 0
        self.rooms: dict[int, Positions] = {}  # of so many pieces, used again

    def add_shapes(self, gaps: Gaps) -> None:
        for lines, sizes in zip(gaps.lines[self.shapes :], gaps.sizes[self.shapes :]):
            for line in lines:
                self.lines.extend(line)
                self.begin.append(len(self.lines))
            self.sizes.extend(sizes)
        self.shapes = len(gaps.lines)
        self.table = table(*self.arrays())

    def arrays(self) -> tuple[array, ...]:
        """Return the arrays in the order of `spread.c`."""
        return self.lines, self.begin, self.sizes, self.asked, self.known

    def room_for(self, pieces: int) -> "Positions":
        """Return room for positions of so many pieces: one search at a time has it."""
        if pieces not in self.rooms:
            self.rooms[pieces] = Positions(pieces, ROOM, ROOM)
        return self.rooms[pieces]


class Positions:
    """Room for positions, and for the groups that slide away."""

    def __init__(self, pieces: int, rows: int, leaving: int):
        self.pieces, self.shape, self.at = pieces, zeros("q", pieces), zeros("q", 8)
        self.positions = zeros("q", rows * pieces)  # packed, as seen from the first piece
        self.before = zeros("i", rows)  # the position from which each was reached, or -1
        self.slots = zeros("i", 2 * rows)  # the numbers of positions, from 1, by their hash
        self.leaving = zeros("q", 3 * leaving)  # position, group, twice the axis, and 1 for down
        self.table = table(*self.arrays())

    def arrays(self) -> tuple[array, ...]:
        """Return the arrays in the order of `spread.c`."""
        return self.shape, self.positions, self.before, self.slots, self.leaving, self.at

    def enlarged(self, positions: bool) -> "Positions":
        """Return four times as much room for positions, or for those that slide away, with what is here."""
        rows, leaving = len(self.before), len(self.leaving) // 3
        if positions and rows == MOST_POSITIONS:
            raise more_than(MOST_POSITIONS, "positions are reached by the pieces")
        more = Positions(self.pieces, 4 * rows if positions else rows, leaving if positions else 4 * leaving)
        for there, here in zip(more.arrays(), self.arrays()):
            there[: len(here)] = here
        more.at[ENTERED] = 0
        return more


class CompiledSpread:
    """The positions that some pieces reach: see `Spread` of `search.py`."""

    def __init__(self, gaps: Gaps, shapes: list[int], starts: tuple, stop: Stop, every: bool):
        own = gaps.compiled = gaps.compiled or Distances()
        if own.shapes < len(gaps.lines):
            own.add_shapes(gaps)
        self.distances, self.stop, self.every, self.is_ended = own, stop, every, False
        room = own.room_for(len(shapes))
        while len(room.before) < len(starts):
            room = room.enlarged(True)
        self.room = room
        packed = array("q", starts[0])
        for start in starts[1:]:
            packed.extend(start)
        room.shape[:], room.positions[: len(packed)] = array("q", shapes), packed
        room.before[: len(starts)] = array("i", [-1]) * len(starts)
        room.at[:] = array("q", (0, len(starts), 0, 0, len(starts), 0, 0, 0))

    before = property(lambda self: self.room.before)

    def position(self, number: int) -> tuple[int, ...]:
        pieces = self.room.pieces
        return tuple(self.room.positions[number * pieces : (number + 1) * pieces])

    @property
    def looked_at(self) -> int:
        """The number of positions that were looked at."""
        return self.room.at[LAST if self.room.at[CHECKED] else FIRST]

    def leaving(self, deepest: int) -> list[tuple[int, int, int, int]]:
        """Return those that slide away after the next number of moves, as `Spread.leaving` does."""
        answer = PAUSED
        go_on = function("spread_positions", c_void_p, c_void_p, c_int64, c_int64, c_int64)
        while answer in (PAUSED, NO_ROOM):
            raise_if_stopped(self.stop)
            answer = go_on(self.distances.table, self.room.table, self.every, deepest, BUDGET)
            if answer == NO_ROOM:  # what is larger is this search's own: a later one is not slowed down by it
                self.room = self.room.enlarged(bool(self.room.at[CHECKED]))
        if answer == MANY_GROUPS:
            raise more_than(MOST_GROUPS, "groups of pieces can move in one position")
        self.is_ended = answer == ENDED
        at, leaving = self.room.at, self.room.leaving
        found, at[FOUND] = iter(leaving[: 3 * at[FOUND]]), 0
        rows = zip(found, found, found)
        return [(number, group, way >> 1, -1 if way & 1 else 1) for number, group, way in rows]
