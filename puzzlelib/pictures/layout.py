"""The places of boxes in a picture, and the ways of pieces apart."""

import functools
import itertools
from collections.abc import Iterable, Sequence
from math import hypot

import numpy as np

from ..packing.puzzle import PackingPuzzle, Placement
from ..packing.shapes import normal_form, split_boxes

Vector = tuple[float, float, float]
EYE = (1.25, -1.75, 1.15)  # the camera looks from here
BOX_GAP = 1.2  # between boxes, seen from the eye


def axes_from(eye: Sequence[float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the directions to the right, up and towards the eye, as seen from there."""
    x, y, z = eye
    length, flat = hypot(x, y, z), hypot(x, y)
    if not flat:
        return np.array([1.0, 0, 0]), np.array([0, np.sign(z), 0]), np.array(eye) / length
    up = np.array([-x * z, -y * z, flat**2]) / (flat * length)
    return np.array([-y, x, 0]) / flat, up, np.array(eye) / length


RIGHT, UP, TOWARDS = axes_from(EYE)


class Room:
    """The places of the boxes of a puzzle in the scene: side by side for the eye, bottoms level.

    `shift[b]` moves the cells of box b; `low` and `high` (boxes, 3) are its corners after that;
    `whole[b]` says whether the container fills it; `step` leads from one copy of the puzzle to the
    next; `centre` is the middle.
    """

    def __init__(self, puzzle: PackingPuzzle):
        groups = [np.array(box)[:, :3] for box in split_boxes(puzzle.container)]
        low = np.array([g.min(0) for g in groups], float)
        high = np.array([g.max(0) + 1 for g in groups], float)
        self.whole = [len(g) == volume for g, volume in zip(groups, np.prod(high - low, 1))]
        wide = (high - low) @ np.abs(RIGHT)
        middle = np.cumsum(wide + BOX_GAP) - wide / 2
        base = (low + high) / 2 * (1, 1, 0) + low * (0, 0, 1)
        self.shift = base[0] - base + (middle - middle[0])[:, None] * RIGHT
        self.low, self.high = low + self.shift, high + self.shift
        self.step = (wide.sum() + len(wide) * BOX_GAP) * RIGHT
        self.centre = (self.low.min(0) + self.high.max(0)) / 2

    def place(self, cells: Iterable[tuple]) -> np.ndarray:
        """Return the low corners of cells in the scene, (n, 3)."""
        return np.array([np.add(c[:3], self.shift[box_of(c)]) for c in cells])


def box_of(cell: tuple) -> int:
    return cell[3] if len(cell) > 3 else 0


@functools.lru_cache(64)
def room_of(puzzle: PackingPuzzle) -> Room:
    return Room(puzzle)


@functools.lru_cache(65536)
def shape_at(cells: tuple) -> tuple[tuple, tuple[int, int, int], int]:
    """Return cells as a shape at the origin, its low corner, and its box."""
    low = tuple(min(c[a] for c in cells) for a in range(3))
    return normal_form(c[:3] for c in cells), low, box_of(cells[0])


# how far pieces, boxes and copies move, for each cell they are from the middle
PIECES_APART, BOXES_APART, COPIES_APART = 0.9, 0.8, 0.8
MANY = 60  # pieces, with more of which few orders are tried, and no way is kept
MOST_ORDERS = 40  # of the pieces, each begun with another one
FEW = 6  # orders tried for a step of a search: what has not come apart by then hardly ever does
CLEAR = 0.2  # the distance they should end up with
STEPS = np.array(
    sorted(
        itertools.product((0, 0.5, -0.5, 1, -1), repeat=3), key=lambda v: (sum(part * part for part in v), v)
    )
)


def explode_directions(
    puzzle: PackingPuzzle, filled: Iterable[Placement], plan: Sequence[Placement] = ()
) -> dict[Placement, Vector]:
    """Return the way of each piece in the exploded picture; no two overlap at any moment.

    Each piece wants to move straight out. Pieces that hook into each other would collide, so they
    choose in order: each takes the vector nearest to its wish that keeps it clear of all before it.
    A search adds and removes pieces at the end of that order, so a piece keeps its way while others
    come and go. Those in the `plan` (the solution that is known in the end) choose first.
    """
    filled = tuple(filled)
    known = explode_all(puzzle, tuple(plan)) if plan else {}
    fixed = tuple((p, known[p]) for p in filled if p in known)
    found = explode_in_order(puzzle, [p for p in filled if p not in known], fixed)
    return explode_all(puzzle, filled, FEW) if found is None else found


@functools.lru_cache(256)
def explode_all(
    puzzle: PackingPuzzle, placements: tuple[Placement, ...], most: int | None = None
) -> dict[Placement, Vector]:
    """Return the ways of pieces that are known at once: try orders, `most` at the most; else none moves."""
    outside = sorted(placements, key=lambda p: -np.linalg.norm(outward_way(puzzle, p)))
    others = (outside[k:] + outside[:k] for k in range(1, len(outside)))
    orders = [outside, placements, outside[::-1], placements[::-1], *itertools.islice(others, MOST_ORDERS)]
    found = (explode_in_order(puzzle, order, (), more) for more in (1, 1.3, 1.7) for order in orders)
    still = dict.fromkeys(placements, (0.0, 0.0, 0.0))
    most = min(most or FEW, FEW) if len(placements) > MANY else most
    return next((f for f in itertools.islice(found, most) if f is not None), still)


def explode_in_order(
    puzzle: PackingPuzzle, order: Iterable[Placement], fixed: tuple, more: float = 1
) -> dict | None:
    """Give each piece its way, one after the other; return None when one has none left."""
    crowd = Crowd(puzzle, fixed)
    for placement in order:
        if len(crowd.ways) < MANY:
            vector = next_way(puzzle, tuple(crowd.ways.items()), placement, more)
        else:
            vector = crowd.way(placement, more)
        if vector is None:
            return None
        crowd.add(placement, vector)
    return crowd.ways


@functools.lru_cache(4096)
def next_way(puzzle: PackingPuzzle, before: tuple, placement: Placement, more: float) -> Vector | None:
    """Return the way of the next piece; a search often comes back to the same."""
    return Crowd(puzzle, before).way(placement, more)


def outward_way(puzzle: PackingPuzzle, placement: Placement) -> np.ndarray:
    """Return the way straight out from the middle of its box; boxes part a little as well."""
    room, box = room_of(puzzle), box_of(placement.cells[0])
    middle = (room.low[box] + room.high[box]) / 2
    own = room.place(placement.cells).mean(0) + 0.5 - middle
    return PIECES_APART * own + BOXES_APART * (middle - room.centre)


class Crowd:
    """The pieces that have their way: the place and the move of each of their cells, (n, 3)."""

    def __init__(self, puzzle: PackingPuzzle, ways: Iterable[tuple[Placement, Vector]]):
        most = len(puzzle.container)
        self.puzzle, self.ways, self.count = puzzle, {}, 0
        self.cells, self.moves = np.empty((most, 3)), np.empty((most, 3))
        for placement, vector in ways:
            self.add(placement, vector)

    def add(self, placement: Placement, vector: Vector) -> None:
        now = slice(self.count, self.count + len(placement.cells))
        self.cells[now], self.moves[now] = room_of(self.puzzle).place(placement.cells), vector
        self.ways[placement], self.count = vector, now.stop

    def way(self, placement: Placement, more: float) -> Vector | None:
        """Return the best free vector: near the way outward, and clear of the others if possible."""
        wishes, second = more * outward_way(self.puzzle, placement) + STEPS, None
        cells = room_of(self.puzzle).place(placement.cells)
        for some in (wishes[:1], wishes[1:27], wishes[27:]):  # mostly the first will do
            hit, near = collisions(cells, some, *self.near(cells, some))
            if (~hit & ~near).any():
                return vector_of(some[np.argmin(hit | near)])
            if second is None and (~hit).any():
                second = vector_of(some[np.argmin(hit)])
        return second

    def near(self, cells: np.ndarray, ways: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the cells that these may meet on one of their ways, and the move of each."""
        others, moves = self.cells[: self.count], self.moves[: self.count]
        low = cells.min(0) + np.minimum(ways.min(0), 0) - 1 - CLEAR
        high = cells.max(0) + np.maximum(ways.max(0), 0) + 1 + CLEAR
        met = (others + np.maximum(moves, 0) >= low) & (others + np.minimum(moves, 0) <= high)
        met = met.all(1)
        return others[met], moves[met]


def collisions(
    cells: np.ndarray, ways: np.ndarray, others: np.ndarray, moves: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return for each way (w, 3) of unit cubes (c, 3) whether they meet other moving cubes at a
    time in (0, 1], and whether they end up too near.

    On one axis two cubes overlap during an interval of time, where |gap + t * pace| < 1; they
    collide when the intervals of the three axes have a moment in common.

    >>> cube, up = np.zeros((1, 3)), np.array([[0, 0, 1.0]])
    >>> collisions(cube, up, cube + (0, 0, 1), 0 * up)[0], collisions(cube, up, cube + (0, 0, 1), 2 * up)[0]
    (array([ True]), array([False]))
    """
    gap = others[None, None] - cells[None, :, None]  # 1, c, o, 3
    pace = (moves[None] - ways[:, None])[:, None]  # w, 1, o, 3
    near = (np.abs(gap + pace) < 1 + CLEAR).all(-1).any((1, 2))
    size, gap = np.maximum(np.abs(pace), 1e-12), gap * np.where(pace < 0, -1, 1)
    enter, leave = (-1 + 1e-6 - gap) / size, (1 - 1e-6 - gap) / size
    return (np.maximum(enter.max(-1, initial=0), 0) < np.minimum(leave.min(-1), 1)).any((1, 2)), near


def vector_of(values: Iterable[float]) -> Vector:
    return tuple(round(float(v), 3) for v in values)
