"""The closed surface of a polycube with play and bevelled edges, in mm.

Every face of the piece is drawn in by the play; then each convex edge is cut off at 45 degrees, so
that its bevel takes `bevel` from both faces. The surface stands on small boxes, five a cell side:
play, bevel, middle, bevel, play. A corner of boxes moves inwards by half the bevel along each axis
across a convex edge. That lands on the cutting planes exactly.

All is closed and nothing touches itself: the boxes round a corner make one of the 20 staircases in
a cube of 2 x 2 x 2. Cells that touch along an edge only come apart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from puzzlelib.packing.shapes import Cell
from puzzlelib.pictures.polycube_surface import SIDES, box_grid, corner_boxes

from .engraving import engrave

Slots = tuple[Sequence[float], Sequence[float], Sequence[float]]  # the widths of the cells, mm
RIM = (1, 4)  # the lines, of five a cell, on which the surface may turn
SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])


@dataclass(frozen=True)
class Edges:
    """The play and the bevel in mm."""

    play: float
    bevel: float


def cube_slots(cells: Iterable[Cell], side: float) -> Slots:
    """Return the widths of all cells along each axis for cubes of one size.

    >>> cube_slots([(0, 0, 0), (1, 0, 0)], 10)
    ([10, 10], [10], [10])
    """
    x, y, z = ([side] * (max(axis) + 1) for axis in zip(*cells))
    return x, y, z


def solid(cells: Sequence[Cell], slots: Slots, edges: Edges, letter: tuple[str, Cell] = ("", ())):
    """Return the triangles of a polycube, counterclockwise from outside: (n, 3 corners, 3) in mm.

    `letter` is a label and the cell into whose upper face it is sunk. No coordinate of a cell is
    negative, and the room round them has at most 100,000 cells.

    >>> solid([(0, 0, 0)], cube_slots([(0, 0, 0)], 10), Edges(0.1, 0.5)).shape
    (108, 3, 3)
    """
    boxes = box_grid(cells)
    places = bevelled_corners(boxes, slots, edges)
    rings = [face_rings(boxes, axis, sign) for axis, sign in SIDES]
    label, cell = letter
    engraved = []
    if label:
        top = list(SIDES).index((2, 1))
        low = 5 * (np.array(cell) + 1) + (2, 2, 5)
        low[2] -= 1  # the upper face of the cell: the box of the play is empty
        here = (rings[top].min(1) == low).all(1)
        engraved = [engrave(label, places[tuple(rings[top][here][0].T)], slots[2][cell[2]])]
        rings[top] = rings[top][~here]
    corners = places[tuple(np.moveaxis(np.concatenate(rings), 2, 0))]
    return np.concatenate([corners[:, (0, 1, 2)], corners[:, (0, 2, 3)], *engraved])


def bevelled_corners(boxes: np.ndarray, slots: Slots, edges: Edges) -> np.ndarray:
    """Return the place of each corner of the boxes in mm, (…, 3)."""
    lines = [grid_places(widths, edges, size) for widths, size in zip(slots, boxes.shape)]
    _, lean = corner_boxes(boxes)
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), -1)
    return grid + edges.bevel / 2 * lean * across_convex(boxes)


def grid_places(widths: Sequence[float], edges: Edges, size: int) -> np.ndarray:
    """Return the places of the lines along one axis; an empty cell stands before the first."""
    widths = np.array([widths[0], *widths, widths[-1]])[: size // 5]
    starts = np.cumsum(widths) - widths - widths[0]
    play, strip = edges.play, edges.play + edges.bevel
    offsets = [0 * widths, play, strip, widths - strip, widths - play]
    return np.stack(np.broadcast_arrays(*(starts + offset for offset in offsets)), 1).ravel()


def across_convex(boxes: np.ndarray) -> np.ndarray:
    """Return for each corner of boxes which axes lie across a convex edge there, (…, 3) bool."""
    found = np.zeros((*boxes.shape, 3), bool)
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        around = boxes.astype(np.int8)
        for across in (u, v):
            around = around + np.roll(around, 1, across)
        convex = around == 1
        convex |= np.roll(convex, 1, axis)
        found[..., u] |= convex
        found[..., v] |= convex
    return found


def face_rings(boxes: np.ndarray, axis: int, sign: int) -> np.ndarray:
    """Return the corners round each face on one side, counterclockwise from outside: (n, 4, 3).

    The first is the one where the surface turns along both axes of the face, if there is one: the
    face is cut into triangles from there.
    """
    low = np.argwhere(boxes & ~np.roll(boxes, -sign, axis))
    low[:, axis] += sign > 0
    u, v = (axis + 1) % 3, (axis + 2) % 3
    ring = np.repeat(low[:, None], 4, 1)
    ring[:, :, u] += SQUARE[:, 0]
    ring[:, :, v] += SQUARE[:, 1]
    ring = ring if sign > 0 else ring[:, ::-1]
    turning = np.isin(ring[..., u] % 5, RIM) & np.isin(ring[..., v] % 5, RIM)
    order = (turning.argmax(1)[:, None] + np.arange(4)) % 4
    return np.take_along_axis(ring, order[..., None], 1)
