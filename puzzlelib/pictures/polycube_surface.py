"""The closed surface of a polycube: small boxes, five a cell side, whose outer faces are joined
into rectangles and rounded.

The outer boxes are left out where the piece ends, so that neighbours keep a gap. The faces of the
others are the surface. All lengths are in cells.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from operator import itemgetter

import numpy as np

from ..common.errors import PuzzleError
from .letters import triangle_normals

Cell = tuple[int, int, int]

GAP = 0.03  # between a piece and the border of its cells
ROUND = 0.07  # width of the rounded strip along an edge
EDGE_PULL, CORNER_PULL = 0.30 * ROUND, 0.42 * ROUND
MOST_ROOM = 100_000  # cells of the box around a piece; each takes some thousand bytes
CUTS = np.array([0, GAP, GAP + ROUND, 1 - GAP - ROUND, 1 - GAP])

EDGE, TOP, FRONT, SIDE, BOTTOM, CONTACT, INK = range(7)  # the tones of a triangle

# (axis, sign) -> tone, and how a letter stands on that side: right x up = outward
SIDES = {
    (0, 1): (SIDE, (0, 1, 0), (0, 0, 1)),
    (0, -1): (SIDE, (0, -1, 0), (0, 0, 1)),
    (1, 1): (FRONT, (-1, 0, 0), (0, 0, 1)),
    (1, -1): (FRONT, (1, 0, 0), (0, 0, 1)),
    (2, 1): (TOP, (1, 0, 0), (0, 1, 0)),
    (2, -1): (BOTTOM, (1, 0, 0), (0, -1, 0)),
}


# -------- boxes and corners


def split_slots(solid: np.ndarray, axis: int) -> np.ndarray:
    """Cut each slot along one axis into five; the outer two need the neighbour as well."""
    low, high = solid & np.roll(solid, 1, axis), solid & np.roll(solid, -1, axis)
    five = np.stack([low, solid, solid, solid, high], axis + 1)
    return five.reshape(*(n * (5 if a == axis else 1) for a, n in enumerate(solid.shape)))


def box_grid(cells: Iterable[Cell]) -> np.ndarray:
    """Return the boxes of a piece as a bool array, five a cell side, with an empty cell all round.

    Raise `PuzzleError` for cells too far apart.

    >>> box_grid([(0, 0, 0)]).sum()          # 3 x 3 x 3 boxes: the outer ones are the gap
    np.int64(27)
    >>> box_grid([(0, 0, 0), (1, 0, 0)]).sum()
    np.int64(72)
    """
    at = np.array(sorted(cells)) + 1
    check_reach(at.max(0))
    solid = np.zeros(at.max(0) + 2, bool)
    solid[tuple(at.T)] = True
    return functools.reduce(split_slots, range(3), solid)


def check_reach(sizes: np.ndarray) -> None:
    """Refuse cells too far apart, in a room of these sizes."""
    room = " x ".join(f"{size:,}" for size in sizes)
    if (sizes + 2).prod() > MOST_ROOM:
        raise PuzzleError(f"there is no picture of cells in a room of {room}: it would take gigabytes")


def corner_boxes(solid: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of filled boxes round each box corner, 0 to 8, and their side, (…, 3)."""

    def around(lean=None):
        """Add up the 8 boxes, those on the low side of one axis with a minus."""
        total = solid.astype(np.int8)
        for axis in range(3):
            total = total + (-1 if axis == lean else 1) * np.roll(total, 1, axis)
        return total

    return around(), np.sign(np.stack([around(axis) for axis in range(3)], -1))


class Grid:
    """The boxes of a piece, the positions of their corners, and a code for how each corner moved."""

    def __init__(self, cells: tuple[Cell, ...]):
        self.cells = frozenset(cells)
        self.solid = box_grid(cells)
        self.count, self.lean = corner_boxes(self.solid)
        depth = np.array([0, CORNER_PULL, EDGE_PULL, EDGE_PULL, 0, 0, 0, 0, 0])
        self.pull = depth[self.count][..., None] * self.lean  # only convex edges and corners move
        moved = (self.count < 4) * (self.count > 0)
        self.code = moved * (self.count * 27 + (self.lean + 1) @ np.array([9, 3, 1], np.int8))

    def position(self, corners: np.ndarray) -> np.ndarray:
        """Return the positions of box corners, (n, 3)."""
        return corners // 5 - 1 + CUTS[corners % 5] + self.pull[tuple(corners.T)]


# -------- faces


def faced_cell(box: list[int], axis: int, sign: int, cells: frozenset[Cell]) -> Cell:
    """Return the cell outside the piece that this face of this box looks at."""
    cell = [n // 5 - 1 for n in box]
    cell[axis] += sign
    if tuple(cell) not in cells:
        return tuple(cell)
    # In the notch of an L the cell ahead belongs to the piece; the empty one is diagonal.
    leans = [(0,) if a == axis else {0: (0, -1), 4: (0, 1)}.get(n % 5, (0,)) for a, n in enumerate(box)]
    around = (tuple(map(sum, zip(cell, step))) for step in itertools.product(*leans))
    return next(cell for cell in around if cell not in cells)


def box_faces(grid: Grid, axis: int, sign: int) -> Iterator[tuple]:
    """Yield the faces on one side: (plane, u, v, neighbour, straight along u?, along v?)."""
    found = np.argwhere(grid.solid & ~np.roll(grid.solid, -sign, axis))
    u, v = (axis + 1) % 3, (axis + 2) % 3
    low = found + (sign > 0) * np.eye(3, dtype=int)[axis]
    # the codes of the four corners of each face, (u, v, faces)
    steps = np.eye(3, dtype=int)
    code = np.array(
        [[grid.code[tuple((low + a * steps[u] + b * steps[v]).T)] for b in (0, 1)] for a in (0, 1)]
    )
    along_u, along_v = (code[0] == code[1]).all(0), (code[:, 0] == code[:, 1]).all(0)
    for box, at, su, sv in zip(found.tolist(), low.tolist(), along_u.tolist(), along_v.tolist()):
        yield at[axis], at[u], at[v], faced_cell(box, axis, sign, grid.cells), su, sv


def rectangles(faces: Iterable[tuple]) -> list[tuple]:
    """Join box faces into rectangles (plane, u0, u1, v0, v1, neighbour), along u, then along v."""
    rows: list[list] = []
    for plane, u, v, near, su, sv in sorted(faces, key=lambda face: (face[0], face[2], face[1])):
        last = rows[-1] if rows and su else [None] * 7
        if last[5] and last[:1] + last[2:5] == [plane, u, v, near]:
            last[2] = u + 1  # all of a row have one code along u, so they are as straight along v
        else:
            rows.append([plane, u, u + 1, v, near, su, sv])
    blocks: list[list] = []
    for plane, u0, u1, v, near, _, sv in sorted(rows, key=lambda row: row[:4]):
        last = blocks[-1] if blocks and sv else [None] * 7
        if last[6] and last[:3] + last[4:6] == [plane, u0, u1, v, near]:
            last[4] = v + 1
        else:
            blocks.append([plane, u0, u1, v, v + 1, near, sv])
    return [tuple(block[:6]) for block in blocks]


def ring_of(rectangle: tuple, axis: int) -> list[tuple[int, int, int]]:
    """Return all box corners round a rectangle, counter-clockwise seen from +axis."""
    plane, u0, u1, v0, v1, _ = rectangle
    ring = [(u, v0) for u in range(u0, u1)] + [(u1, v) for v in range(v0, v1)]
    ring += [(u, v1) for u in range(u1, u0, -1)] + [(u0, v) for v in range(v1, v0, -1)]
    turned = itemgetter(*((0, 1, 2), (2, 0, 1), (1, 2, 0))[axis])
    return [turned((plane, u, v)) for u, v in ring]


class MeshBuilder:
    """Points and triangles as they are collected; a box corner becomes a point once."""

    def __init__(self, grid: Grid):
        self.grid = grid
        self.number: dict[tuple, int] = {}
        self.extra: list[np.ndarray] = []  # points that are no box corners
        self.triangles: list[tuple[int, int, int]] = []
        self.near: list[Cell] = []

    def fill(self, ring: list[tuple], near: Cell, axis: int) -> None:
        """Add the triangles of a rectangle given by its ring of used corners."""
        points = [self.number.setdefault(corner, len(self.number)) for corner in ring]
        if len(ring) == 4:
            depth = [abs(self.grid.pull[c][axis]) for c in ring]
            turn = int(depth[0] + depth[2] > depth[1] + depth[3])  # cut along the higher diagonal
            a, b, c, d = points[turn:] + points[:turn]
            new = [(a, b, c), (a, c, d)]
        else:  # other rectangles end at its sides: a fan from the middle
            self.extra.append(self.grid.position(np.array(ring)).mean(0))
            middle = -len(self.extra)
            new = [(middle, p, q) for p, q in zip(points, points[1:] + points[:1])]
        self.triangles += new
        self.near += [near] * len(new)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        points = [self.grid.position(np.array(list(self.number))), *(p[None] for p in self.extra)]
        triangles = np.array(self.triangles)
        return np.concatenate(points), np.where(triangles < 0, len(self.number) - 1 - triangles, triangles)


def body(cells: tuple[Cell, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[Cell]]:
    """Return the closed surface: points, triangles, and side and neighbour of each triangle."""
    grid = Grid(cells)
    mesh, sides = MeshBuilder(grid), []
    walls = [(axis, sign, r) for axis, sign in SIDES for r in rectangles(box_faces(grid, axis, sign))]
    rings = [ring_of(r, axis) for axis, _, r in walls]
    # Corners of any rectangle are used by all, so that there are no cracks.
    used = {
        c
        for ring, (_, _, (_, u0, u1, v0, v1, _)) in zip(rings, walls)
        for c in corners_of(ring, u1 - u0, v1 - v0)
    }
    for (axis, sign, rectangle), ring in zip(walls, rings):
        ring = [c for c in ring if c in used]
        mesh.fill(ring if sign > 0 else ring[::-1], rectangle[5], axis)
        sides += [list(SIDES).index((axis, sign))] * (len(mesh.near) - len(sides))
    return *mesh.arrays(), np.array(sides), mesh.near


def corners_of(ring: list[tuple], width: int, height: int) -> list[tuple]:
    return [ring[i] for i in (0, width, width + height, 2 * width + height)]


def surface_tones(points: np.ndarray, triangles: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Return the tones: of its side on a flat triangle; light, or dark below, on a rounded one."""
    normal = triangle_normals(points, triangles)
    tone = np.array([side[0] for side in SIDES.values()])[sides]
    rounded = np.abs(normal).max(1) < 0.999
    tone[rounded & (normal[:, 2] > -0.1)] = EDGE
    tone[rounded & (normal[:, 2] <= -0.1)] = BOTTOM
    return tone
