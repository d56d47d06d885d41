"""Where boxes stand in a picture, and how pieces move apart without ever running into each other."""

import functools
import itertools
from collections.abc import Iterable, Sequence

import numpy as np

from ..packing.puzzle import PackingPuzzle, Placement
from ..packing.shapes import normal_form

Vector = tuple[float, float, float]
EYE = (1.25, -1.75, 1.15)  # the camera looks from here
BOX_GAP = 1.2  # between boxes, seen from the eye


def axes_from(eye: Sequence[float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Seen from there: to the right and up in the picture, and towards the eye."""
    x, y, z = eye
    length, flat = float(np.linalg.norm(eye)), float(np.hypot(x, y))
    if not flat:
        return np.array([1.0, 0, 0]), np.array([0, np.sign(z), 0]), np.array(eye) / length
    up = np.array([-x * z, -y * z, flat**2]) / (flat * length)
    return np.array([-y, x, 0]) / flat, up, np.array(eye) / length


RIGHT, UP, TOWARDS = axes_from(EYE)


class Room:
    """Where the boxes of a puzzle stand in the scene: side by side for the eye, bottoms level.

    `shift[b]` moves the cells of box b; `low` and `high` (boxes, 3) are its corners after
    that; `step` leads from one copy of the puzzle to the next; `centre` is the middle.
    """

    def __init__(self, puzzle: PackingPuzzle):
        cells = np.array([(*c[:3], box_of(c)) for c in puzzle.container])
        groups = [cells[cells[:, 3] == b, :3] for b in range(cells[:, 3].max() + 1)]
        low = np.array([g.min(0) for g in groups], float)
        high = np.array([g.max(0) + 1 for g in groups], float)
        wide = (high - low) @ np.abs(RIGHT)
        middle = np.cumsum(wide + BOX_GAP) - wide / 2
        base = (low + high) / 2 * (1, 1, 0) + low * (0, 0, 1)
        self.shift = base[0] - base + (middle - middle[0])[:, None] * RIGHT
        self.low, self.high = low + self.shift, high + self.shift
        self.step = (wide.sum() + len(wide) * BOX_GAP) * RIGHT
        self.centre = (self.low.min(0) + self.high.max(0)) / 2

    def place(self, cells: Iterable[tuple]) -> np.ndarray:
        """The low corners of cells in the scene, (n, 3)."""
        return np.array([np.add(c[:3], self.shift[box_of(c)]) for c in cells])


def box_of(cell: tuple) -> int:
    return cell[3] if len(cell) > 3 else 0


@functools.lru_cache(64)
def room_of(puzzle: PackingPuzzle) -> Room:
    return Room(puzzle)


@functools.lru_cache(65536)
def shape_of(cells: tuple) -> tuple[tuple, tuple[int, int, int], int]:
    """Cells as a shape at the origin, where it is, and in which box."""
    low = tuple(min(c[a] for c in cells) for a in range(3))
    return normal_form(c[:3] for c in cells), low, box_of(cells[0])


# how far pieces, boxes and copies move, for each cell they are from the middle
SPREAD, PART, BESIDE = 0.9, 0.8, 0.8
FEW = 6  # orders tried for a step of a search: what has not come apart by then hardly ever does
CLEAR = 0.2  # the distance they should end up with
STEPS = np.array(
    sorted(itertools.product((0, 0.5, -0.5, 1, -1), repeat=3), key=lambda v: (round(np.dot(v, v), 6), v))
)


def away(
    puzzle: PackingPuzzle, filled: Iterable[Placement], plan: Sequence[Placement] = ()
) -> dict[Placement, Vector]:
    """How far each piece moves in the exploded picture, so that no two overlap on the way.

    Each piece wants to move straight out from the middle.  Pieces that hook into each other
    would collide, so they move one after the other, in order: each takes the vector nearest to its wish
    that keeps it clear of all before it, at every moment.  A search adds and removes pieces
    at the end of that order, so a piece keeps its way while others come and go; those in the
    `plan` (the solution that is known in the end) are laid out first.
    """
    filled = tuple(filled)
    known = together(puzzle, tuple(plan)) if plan else {}
    fixed = tuple((p, known[p]) for p in filled if p in known)
    found = in_turn(puzzle, [p for p in filled if p not in known], fixed)
    return together(puzzle, filled, FEW) if found is None else found


@functools.lru_cache(256)
def together(
    puzzle: PackingPuzzle, placements: tuple[Placement, ...], most: int | None = None
) -> dict[Placement, Vector]:
    """The same for pieces that are known at once, in any order: the outer ones go first."""
    outside = sorted(placements, key=lambda p: -np.linalg.norm(wish(puzzle, p)))
    others = (outside[k:] + outside[:k] for k in range(1, len(outside)))
    orders = [outside, placements, outside[::-1], placements[::-1], *others]
    found = (in_turn(puzzle, order, (), more) for more in (1, 1.3, 1.7) for order in orders)
    still = dict.fromkeys(placements, (0.0, 0.0, 0.0))
    return next((f for f in itertools.islice(found, most) if f is not None), still)


def in_turn(puzzle: PackingPuzzle, order: Iterable[Placement], fixed: tuple, more: float = 1) -> dict | None:
    """Give each piece its way, one after the other; None when one has none left."""
    for placement in order:
        vector = way(puzzle, fixed, placement, more)
        if vector is None:
            return None
        fixed += ((placement, vector),)
    return dict(fixed)


def wish(puzzle: PackingPuzzle, placement: Placement) -> np.ndarray:
    """Straight out from the middle of its box; several boxes part a little as well."""
    room, box = room_of(puzzle), box_of(placement.cells[0])
    middle = (room.low[box] + room.high[box]) / 2
    return SPREAD * (room.place(placement.cells).mean(0) + 0.5 - middle) + PART * (middle - room.centre)


@functools.lru_cache(4096)
def way(puzzle: PackingPuzzle, fixed: tuple, placement: Placement, more: float) -> Vector | None:
    """The best free vector: near the wish, ending clear of the others if possible."""
    room, wishes = room_of(puzzle), more * wish(puzzle, placement) + STEPS
    cells = room.place(placement.cells)
    others = room.place([c for p, _ in fixed for c in p.cells]).reshape(-1, 3)
    moves = np.array([v for p, v in fixed for _ in p.cells]).reshape(-1, 3)
    second = None
    for some in (wishes[:1], wishes[1:27], wishes[27:]):  # mostly the first will do
        hit, near = collisions(cells, some, others, moves)
        if (~hit & ~near).any():
            return vector_of(some[np.argmin(hit | near)])
        if second is None and (~hit).any():
            second = vector_of(some[np.argmin(hit)])
    return second


def collisions(
    cells: np.ndarray, ways: np.ndarray, others: np.ndarray, moves: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """For each way (w, 3) of unit cubes (c, 3): do they meet other moving cubes at a time in (0, 1]; do they
    end up too near?

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
