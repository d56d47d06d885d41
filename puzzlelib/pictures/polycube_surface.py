"""The skin of a polycube: one rounded, lettered triangle mesh and its outline, as numpy arrays.

A piece is cut into small boxes, five a cell side.  The outer boxes are left out where
the piece ends, so that neighbours keep a gap, and kept where it goes on, so that there
are no seams inside a piece.  The faces of the remaining boxes are the skin.

All lengths are in cells.  Nothing here knows puzzles, colours or plotly.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

Cell = tuple[int, int, int]

GAP = 0.03  # between a piece and the border of its cells
ROUND = 0.07  # width of the rounded strip along an edge
EDGE_PULL, CORNER_PULL = 0.30 * ROUND, 0.42 * ROUND
CUTS = np.array([0, GAP, GAP + ROUND, 1 - GAP - ROUND, 1 - GAP])
LETTER_LIFT, LINE_LIFT = 0.012, 0.003
DOT = 0.055  # half the side of the dot beside the letter of a given piece
LETTER_HEIGHT, STROKE = 0.50, 0.044  # STROKE is half the width of a stroke

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

# Strokes on a grid 4 wide and 6 high: "0006" goes from (0, 0) to (0, 6).
FONT = {
    "A": "000416364440 0242",
    "B": "00063645443303 3342413000",
    "C": "4536160501103041",
    "D": "00062644422000",
    "E": "46060040 0333",
    "F": "460600 0333",
    "G": "45361605011030414323",
    "H": "0006 4046 0343",
    "I": "1636 2620 1030",
    "J": "2646 4641301001",
    "K": "0006 460340",
    "L": "060040",
    "M": "0006 062346 4640",
    "N": "0006 0640 4046",
    "O": "051636454130100105",
    "P": "00063645443303",
    "Q": "051636454130100105 2240",
    "R": "00063645443303 2340",
    "S": "453616050413334241301001",
    "T": "0646 2620",
    "U": "060110304146",
    "V": "0620 2046",
    "W": "0610 1023 2330 3046",
    "X": "0640 0046",
    "Y": "062346 2320",
    "Z": "0646 4600 0040",
    "0": "051636454130100105 1234",
    "1": "152620 1030",
    "2": "051636454400 0040",
    "3": "0516364544334241301001 1333",
    "4": "3036 360242",
    "5": "460603334241301001",
    "6": "4536160501103041423303",
    "7": "0646 4610",
    "8": "130405163645443313020110304142 334233",
    "9": "0110304145361605041343",
    "?": "05163645442322 2120",
}


@dataclass(frozen=True, eq=False)
class Letter:
    """One place where the label of a piece can stand: triangles first..last of the mesh."""

    patch: int  # letters of one patch are alternatives; the first is the best
    under: tuple[int, ...]  # the neighbours in front of it (numbers in Skin.neighbours)
    first: int
    last: int
    tone: int  # the tone of the face below, which hides a letter


@dataclass(frozen=True, eq=False)
class Skin:
    """A mesh: points (n, 3) float32, triangles (m, 3) uint16 counter-clockwise from outside.

    The first `body` triangles are the closed surface, the others are letters.  `near[t]`
    says which of the `neighbours` (cells outside the piece) triangle t looks at.
    """

    points: np.ndarray
    triangles: np.ndarray
    tones: np.ndarray  # (m,) uint8, when no other piece touches
    near: np.ndarray  # (m,) uint8
    neighbours: tuple[Cell, ...]
    letters: tuple[Letter, ...]
    body: int


# ---------------------------------------------------------------- boxes and corners


def _split(solid: np.ndarray, axis: int) -> np.ndarray:
    """Cut each slot along one axis into five; the outer two need the neighbour as well."""
    low, high = solid & np.roll(solid, 1, axis), solid & np.roll(solid, -1, axis)
    five = np.stack([low, solid, solid, solid, high], axis + 1)
    return five.reshape(*(n * (5 if a == axis else 1) for a, n in enumerate(solid.shape)))


def boxes(cells: Iterable[Cell]) -> np.ndarray:
    """The boxes of a piece as a bool array, five a cell side, with an empty cell all round.

    >>> boxes([(0, 0, 0)]).sum()          # 3 x 3 x 3 boxes: the outer ones are the gap
    np.int64(27)
    >>> boxes([(0, 0, 0), (1, 0, 0)]).sum()
    np.int64(72)
    """
    at = np.array(sorted(cells)) + 1
    solid = np.zeros(at.max(0) + 2, bool)
    solid[tuple(at.T)] = True
    return functools.reduce(_split, range(3), solid)


def _corners(solid: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each box corner: how many of the 8 boxes are filled, and towards which side (…, 3)."""

    def both(a, axis, sign):
        return a + sign * np.roll(a, 1, axis)

    x, y, z = (
        functools.reduce(
            lambda a, axis: both(a, axis, -1 if axis == lean else 1), range(3), solid.astype(np.int8)
        )
        for lean in range(3)
    )
    count = functools.reduce(lambda a, axis: both(a, axis, 1), range(3), solid.astype(np.int8))
    return count, np.sign(np.stack([x, y, z], -1))


def _pull(count: np.ndarray, lean: np.ndarray) -> np.ndarray:
    """How far each box corner moves inwards; only convex edges and corners do."""
    depth = np.array([0, CORNER_PULL, EDGE_PULL, EDGE_PULL, 0, 0, 0, 0, 0])
    return depth[count][..., None] * lean


def _lines(index: np.ndarray) -> np.ndarray:
    """Coordinates of the grid lines between boxes."""
    return index // 5 - 1 + CUTS[index % 5]


class _Grid:
    """Boxes of a piece, the moved positions of their corners, and a code that tells apart how they moved."""

    def __init__(self, cells: tuple[Cell, ...]):
        self.cells = frozenset(cells)
        self.solid = boxes(cells)
        self.count, self.lean = _corners(self.solid)
        self.pull = _pull(self.count, self.lean)
        moved = (self.count < 4) * (self.count > 0)
        self.code = moved * (self.count * 27 + (self.lean + 1) @ np.array([9, 3, 1], np.int8))

    def position(self, corners: np.ndarray) -> np.ndarray:
        """Corner indices (n, 3) -> positions (n, 3)."""
        return _lines(corners) + self.pull[tuple(corners.T)]


# ---------------------------------------------------------------- faces


def _neighbour(box: list[int], axis: int, sign: int, cells: frozenset[Cell]) -> Cell:
    """The cell outside the piece that this face of this box looks at."""
    cell = [n // 5 - 1 for n in box]
    cell[axis] += sign
    if tuple(cell) not in cells:
        return tuple(cell)
    # In the notch of an L the cell ahead belongs to the piece; the empty one is diagonal.
    leans = [(0,) if a == axis else {0: (0, -1), 4: (0, 1)}.get(n % 5, (0,)) for a, n in enumerate(box)]
    around = (tuple(map(sum, zip(cell, step))) for step in itertools.product(*leans))
    return next(cell for cell in around if cell not in cells)


def _box_faces(grid: _Grid, axis: int, sign: int) -> Iterator[tuple]:
    """Faces on one side as (plane, u, v, neighbour, straight along u?, along v?); u and v are the next two axes."""
    found = np.argwhere(grid.solid & ~np.roll(grid.solid, -sign, axis))
    u, v = (axis + 1) % 3, (axis + 2) % 3
    low = found.copy()
    low[:, axis] += sign > 0
    code = {}
    for du, dv in itertools.product((0, 1), repeat=2):
        corner = low.copy()
        corner[:, u] += du
        corner[:, v] += dv
        code[du, dv] = grid.code[tuple(corner.T)]
    along_u = (code[0, 0] == code[1, 0]) & (code[0, 1] == code[1, 1])
    along_v = (code[0, 0] == code[0, 1]) & (code[1, 0] == code[1, 1])
    for box, at, su, sv in zip(found.tolist(), low.tolist(), along_u.tolist(), along_v.tolist()):
        yield at[axis], at[u], at[v], _neighbour(box, axis, sign, grid.cells), su, sv


def _rectangles(faces: Iterable[tuple]) -> list[tuple]:
    """Join box faces into rectangles (plane, u0, u1, v0, v1, neighbour): first along u, then along v."""
    rows: list[list] = []
    for plane, u, v, near, su, sv in sorted(faces, key=lambda f: (f[0], f[2], f[1])):
        last = rows[-1] if rows else None
        if last and su and last[5] and last[:1] + last[2:5] == [plane, u, v, near]:
            last[2], last[6] = u + 1, last[6] and sv
        else:
            rows.append([plane, u, u + 1, v, near, su, sv])
    blocks: list[list] = []
    for plane, u0, u1, v, near, _, sv in sorted(rows, key=lambda r: (r[0], r[1], r[2], r[3])):
        last = blocks[-1] if blocks else None
        if last and sv and last[6] and last[:3] + last[4:6] == [plane, u0, u1, v, near]:
            last[4] = v + 1
        else:
            blocks.append([plane, u0, u1, v, v + 1, near, sv])
    return [tuple(block[:6]) for block in blocks]


def _border(rectangle: tuple, axis: int) -> list[tuple[int, int, int]]:
    """All box corners round a rectangle, counter-clockwise seen from +axis."""
    plane, u0, u1, v0, v1, _ = rectangle
    ring = [(u, v0) for u in range(u0, u1)] + [(u1, v) for v in range(v0, v1)]
    ring += [(u, v1) for u in range(u1, u0, -1)] + [(u0, v) for v in range(v1, v0, -1)]
    place = ((0, 1, 2), (2, 0, 1), (1, 2, 0))[axis]
    return [tuple((plane, u, v)[p] for p in place) for u, v in ring]


class _Mesh:
    """Points and triangles while they are collected; a box corner becomes a point once."""

    def __init__(self, grid: _Grid):
        self.grid = grid
        self.number: dict[tuple, int] = {}
        self.extra: list[np.ndarray] = []  # points that are no box corners
        self.triangles: list[tuple[int, int, int]] = []
        self.near: list[Cell] = []

    def corner(self, corner: tuple) -> int:
        return self.number.setdefault(corner, len(self.number))

    def fill(self, ring: list[tuple], near: Cell, axis: int) -> None:
        """Triangles for a rectangle given by its ring of used corners."""
        points = [self.corner(c) for c in ring]
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
        """All points (n, 3) and triangles (m, 3)."""
        points = [self.grid.position(np.array(list(self.number))), *(p[None] for p in self.extra)]
        triangles = np.array(self.triangles)
        return np.concatenate(points), np.where(triangles < 0, len(self.number) - 1 - triangles, triangles)


def _body(cells: tuple[Cell, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[Cell]]:
    """The closed surface: points, triangles, side of each triangle, neighbour of each triangle."""
    grid = _Grid(cells)
    mesh, sides = _Mesh(grid), []
    walls = [(axis, sign, r) for axis, sign in SIDES for r in _rectangles(_box_faces(grid, axis, sign))]
    rings = [_border(r, axis) for axis, _, r in walls]
    # Corners of any rectangle are used by all: no point lies inside the side of a triangle (no cracks).
    used = {
        c for ring, (_, _, (_, u0, u1, v0, v1, _)) in zip(rings, walls) for c in _ends(ring, u1 - u0, v1 - v0)
    }
    for (axis, sign, rectangle), ring in zip(walls, rings):
        ring = [c for c in ring if c in used]
        mesh.fill(ring if sign > 0 else ring[::-1], rectangle[5], axis)
        sides += [list(SIDES).index((axis, sign))] * (len(mesh.near) - len(sides))
    return *mesh.arrays(), np.array(sides), mesh.near


def _ends(ring: list[tuple], width: int, height: int) -> list[tuple]:
    """The four corners of a ring of box corners."""
    return [ring[i] for i in (0, width, width + height, 2 * width + height)]


def _tones(points: np.ndarray, triangles: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Flat triangles take the tone of their side; rounded ones are light, and darker where they look down."""
    a, b, c = points[triangles].transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    tone = np.array([side[0] for side in SIDES.values()])[sides]
    rounded = np.abs(normal).max(1) < 0.999
    tone[rounded & (normal[:, 2] > -0.1)] = EDGE
    tone[rounded & (normal[:, 2] <= -0.1)] = BOTTOM
    return tone


# ---------------------------------------------------------------- letters


def strokes(label: str) -> Iterator[np.ndarray]:
    """The strokes of a label as polylines (n, 2), in cells, about the origin.

    >>> [len(line) for line in strokes("T")]
    [2, 2]
    """
    unit = LETTER_HEIGHT / 6 / max(1, 0.8 * len(label))
    width = 5.5 * len(label) - 1.5
    for place, sign in enumerate(label.upper()):
        for line in FONT.get(sign, FONT["?"]).split():
            digits = np.array([int(d) for d in line], float).reshape(-1, 2)
            yield (digits + (5.5 * place - width / 2, -3)) * unit


def ribbon(line: np.ndarray, half: float) -> tuple[np.ndarray, np.ndarray]:
    """A polyline (n, 2) as a flat band: points (2n, 2), triangles (2n - 2, 3) counter-clockwise."""
    along = np.diff(line, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    before, after = np.concatenate([along[:1], along]), np.concatenate([along, along[-1:]])
    if np.allclose(line[0], line[-1]):
        before[0], after[-1] = along[-1], along[0]
    else:
        line = line + half * np.concatenate([-along[:1], 0 * line[1:-1], along[-1:]])
    middle = before + after
    middle /= np.maximum(np.linalg.norm(middle, axis=1, keepdims=True), 1e-9)
    reach = half / np.maximum((middle * before).sum(1, keepdims=True), 0.45)  # cut long spikes
    side = np.stack([-middle[:, 1], middle[:, 0]], 1) * reach
    points = np.stack([line + side, line - side], 1).reshape(-1, 2)
    steps = 2 * np.arange(len(line) - 1)[:, None]
    return points, np.concatenate([steps + (0, 1, 2), steps + (1, 3, 2)])


@functools.cache
def glyph(label: str, dotted: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """A label as flat triangles: points (n, 2), triangles (m, 3) counter-clockwise; with a dot at its upper right."""
    bands = [ribbon(line, STROKE) for line in strokes(label)]
    if dotted and bands:
        right, top = np.concatenate([points for points, _ in bands]).max(0)
        bands.append(
            ribbon(np.array([(right + 2 * DOT, top - DOT), (right + 2 * DOT + 0.001, top - DOT)]), DOT)
        )
    return stacked(bands)


def patches(cells: Iterable[Cell]) -> Iterator[tuple[tuple[int, int], tuple[Cell, ...]]]:
    """The flat patches of a piece: each side (axis, sign) with the cells that form one flat area.

    >>> len(list(patches([(0, 0, 0), (1, 0, 0)])))
    6
    """
    cells = set(cells)
    for axis, sign in SIDES:
        step = tuple(sign * (a == axis) for a in range(3))
        free = {c for c in cells if _plus(c, step) not in cells}
        while free:
            patch, todo = set(), [min(free)]
            while todo:
                cell = todo.pop()
                if cell in free:
                    free.remove(cell)
                    patch.add(cell)
                    todo += [
                        _plus(cell, tuple(d * (a == b) for a in range(3)))
                        for b in range(3)
                        if b != axis
                        for d in (1, -1)
                    ]
            yield (axis, sign), tuple(sorted(patch))


def _plus(cell: Cell, step: Cell) -> Cell:
    return tuple(a + b for a, b in zip(cell, step))


def spots(patch: tuple[Cell, ...], side: tuple[int, int]) -> list[tuple[Cell, ...]]:
    """Where a letter can stand in a patch, best first: the cells whose middle it takes.

    The best place is the cell, pair or square of cells whose middle is nearest to the middle
    of the patch; single cells follow, for when another piece covers the best.  A
    pair one above the other is no place: its letter would overlap those of its cells.

    >>> spots(((0, 0, 0), (1, 0, 0)), (2, 1))
    [((0, 0, 0), (1, 0, 0)), ((0, 0, 0),), ((1, 0, 0),)]
    """

    def off(group):
        gap = (
            abs(sum(c[a] for c in group) / len(group) - sum(c[a] for c in patch) / len(patch))
            for a in range(3)
        )
        return round(sum(gap), 6), len(group), group

    high = [abs(v) for v in SIDES[side][2]].index(1)
    groups = [g for size in (1, 2, 4) for g in itertools.combinations(patch, size) if _compact(g, high)]
    best = min(groups, key=off)
    return [best, *(s for s in sorted(((c,) for c in patch), key=off) if s != best)]


def _compact(group: tuple[Cell, ...], high: int) -> bool:
    """One cell, two side by side, or a square of four."""
    spread = [max(axis) - min(axis) for axis in zip(*group)]
    return max(spread) <= 1 and 2 ** sum(spread) == len(group) and not (len(group) == 2 and spread[high])


def _stand(label: tuple[np.ndarray, np.ndarray], side: tuple[int, int], spot: tuple[Cell, ...]) -> np.ndarray:
    """The points of a label on one side of the cells of a spot."""
    _, right, up = SIDES[side]
    centre = np.mean(spot, 0) + 0.5
    centre[side[0]] = spot[0][side[0]] + (1 - GAP + LETTER_LIFT if side[1] > 0 else GAP - LETTER_LIFT)
    return centre + label[0] @ np.array([right, up], float)


# ---------------------------------------------------------------- the skin


@functools.lru_cache(4096)
def _bare(cells: tuple[Cell, ...]) -> tuple:
    points, triangles, sides, near = _body(cells)
    return points, triangles, _tones(points, triangles, sides), near


@functools.lru_cache(4096)
def skin(cells: tuple[Cell, ...], label: str = "", dotted: bool = False) -> Skin:
    """The mesh of a piece with its label on every flat patch.

    Parameters: cells (x, y, z), connected or not; a label of A-Z and 0-9, seldom more than one sign.

    >>> cube = skin(((0, 0, 0),), "I")
    >>> cube.body, len(cube.letters), cube.points.dtype.str
    (108, 6, '<f4')
    """
    points, triangles, tones, near = _bare(cells)
    neighbours = tuple(sorted(set(near)))
    number = {cell: i for i, cell in enumerate(neighbours)}
    letters, stacks = [], [(points, triangles, tones, [number[c] for c in near])]
    if label:
        _add_letters(cells, glyph(label, dotted), number, letters, stacks)
    points, corners = stacked([(p, t) for p, t, _, _ in stacks])
    return Skin(
        points.astype("<f4"),
        corners.astype("<u2"),
        np.concatenate([s[2] for s in stacks]).astype("u1"),
        np.concatenate([s[3] for s in stacks]).astype("u1"),
        neighbours,
        tuple(letters),
        len(triangles),
    )


def _add_letters(cells, sign, number: dict, letters: list, stacks: list) -> None:
    """Put the label on every spot of every patch; the best spot of each shows, the others have the tone of the face."""
    first = len(stacks[0][1])
    for patch, (side, members) in enumerate(patches(cells)):
        step = tuple(side[1] * (a == side[0]) for a in range(3))
        for rank, spot in enumerate(spots(members, side)):
            under = tuple(number[_plus(c, step)] for c in spot)
            n = len(sign[1])
            tone = SIDES[side][0]
            stacks.append((_stand(sign, side, spot), sign[1], [tone if rank else INK] * n, [under[0]] * n))
            letters.append(Letter(patch, under, first, first + n, tone))
            first += n


def touched_tones(coat: Skin, touched: frozenset[int]) -> np.ndarray:
    """The tones when other pieces fill some neighbours: dark in contact, letters where they can be seen.

    >>> cube = skin(((0, 0, 0),), "I")
    >>> bool((touched_tones(cube, frozenset()) == cube.tones).all())
    True
    """
    tones = np.where(np.isin(coat.near, list(touched)), CONTACT, coat.tones).astype("u1")
    for _, spots in itertools.groupby(coat.letters, key=lambda letter: letter.patch):
        spots = list(spots)
        shown = next((s for s in spots if touched.isdisjoint(s.under)), spots[0])
        for s in spots:
            covered = CONTACT if not touched.isdisjoint(s.under) else s.tone
            tones[s.first : s.last] = INK if s is shown else covered
    return tones


def turned_tones(coat: Skin, turn: np.ndarray) -> np.ndarray:
    """The tones of a skin turned by a 3x3 matrix: light comes from where it always comes from.

    >>> cube, upside_down = skin(((0, 0, 0),)), np.diag([1.0, -1, -1])
    >>> bool((turned_tones(cube, upside_down)[cube.tones == TOP] == BOTTOM).all()), bool((turned_tones(cube, np.eye(3)) == cube.tones).all())
    (True, True)
    """
    a, b, c = coat.points[coat.triangles].astype(float).transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    flat, normal = np.abs(normal).max(1) > 0.999, normal @ np.transpose(turn)
    main = np.abs(normal).argmax(1)
    facing = np.where(main == 2, np.where(normal[:, 2] > 0, TOP, BOTTOM), np.where(main == 1, FRONT, SIDE))
    rounded = np.where(normal[:, 2] > -0.1, EDGE, BOTTOM)
    return np.where(coat.tones == INK, INK, np.where(flat, facing, rounded)).astype("u1")


# ---------------------------------------------------------------- lines


@functools.lru_cache(4096)
def creases(cells: tuple[Cell, ...]) -> np.ndarray:
    """The edges of a piece as one line (n, 3) float32; a row of NaN lifts the pen.

    A box edge is a crease when 1, 3 or 2 diagonal boxes of the 4 round it are filled.
    """
    grid = _Grid(cells)
    rows = [row for axis in range(3) for run in _runs(grid, axis) for row in (*run, None)]
    pen_up = np.array([row is None for row in rows])
    corners = np.array([row or (0, 0, 0) for row in rows])
    line = grid.position(corners) - LINE_LIFT * grid.lean[tuple(corners.T)]
    line[pen_up] = np.nan
    return line.astype("<f4")


def _runs(grid: _Grid, axis: int) -> Iterator[list[tuple]]:
    """Straight creases along one axis, as the box corners where they start, bend a little, and end."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    a = grid.solid
    around = [a, np.roll(a, 1, u), np.roll(a, 1, v), np.roll(a, (1, 1), (u, v))]
    count = sum(s.astype(np.int8) for s in around)
    crease = (count == 1) | (count == 3) | ((count == 2) & (around[0] == around[3]))
    for line in np.argwhere(crease.any(axis)):
        where = np.insert(line, axis, 0)
        yield from _bends(
            grid,
            axis,
            where,
            np.flatnonzero(crease[tuple(slice(None) if i == axis else w for i, w in enumerate(where))]),
        )


def _bends(grid: _Grid, axis: int, where: np.ndarray, edges: np.ndarray) -> Iterator[list[tuple]]:
    for run in np.split(edges, np.flatnonzero(np.diff(edges) > 1) + 1):
        corners = [
            tuple(int(k) if i == axis else int(w) for i, w in enumerate(where)) for k in (*run, run[-1] + 1)
        ]
        codes = [int(grid.code[c]) for c in corners]
        yield [
            c
            for k, c in enumerate(corners)
            if k in (0, len(corners) - 1) or codes[k] != codes[k - 1] or codes[k] != codes[k + 1]
        ]


def thinned(points: np.ndarray, half: float) -> np.ndarray:
    """The points (n, 3) of a skin or of its creases, the piece made thinner: a tube of half this thickness through the middles of its cells.

    >>> thinned(skin(((0, 0, 0),)).points, 0.1).max(0).round(2).tolist()
    [0.6, 0.6, 0.6]
    """
    wall, strip = 0.5 - half, min(ROUND, half / 2)
    cell = np.floor(points)
    was, now = ([0, a, a + b, 1 - a - b, 1 - a, 1] for a, b in ((GAP, ROUND), (wall, strip)))
    return cell + np.interp(points - cell, was, now)


# ---------------------------------------------------------------- plain cubes and marks

_CUBE = np.array(list(itertools.product((0, 1), repeat=3)))
_FACES = [(side, [i for i, c in enumerate(_CUBE) if c[side[0]] == (side[1] > 0)]) for side in SIDES]


def cubes(cells: Iterable[Cell], inset: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A plain cube in each cell: points, triangles, and the tone of the side of each triangle."""
    cells = np.array(list(cells))
    points = (cells[:, None] + inset + (1 - 2 * inset) * _CUBE).reshape(-1, 3)
    quads = np.array([face for _, face in _FACES])
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [1, 3, 2]]])
    sides = np.array([SIDES[side][0] for side, _ in _FACES] * 2)
    return (
        points,
        (triangles + 8 * np.arange(len(cells))[:, None, None]).reshape(-1, 3),
        np.tile(sides, len(cells)),
    )


def cube_edges(cells: Iterable[Cell], inset: float) -> np.ndarray:
    """The edges of those cubes as one line (n, 3); a row of NaN lifts the pen."""
    walk = np.array([0, 1, 3, 2, 0, 4, 5, 7, 6, 4, 8, 1, 5, 8, 3, 7, 8, 2, 6, 8])
    corners = np.concatenate([inset + (1 - 2 * inset) * _CUBE, np.full((1, 3), np.nan)])[walk]
    return (np.array(list(cells))[:, None] + corners).reshape(-1, 3)


def sign_on_sides(label: str, size: float, inset: float) -> tuple[np.ndarray, np.ndarray]:
    """A label on each side of a cube `inset` inside the cell at the origin: points, triangles."""
    points, triangles = glyph(label)
    lift = GAP - inset
    stands = [
        _stand((size * points, triangles), side, ((0, 0, 0),)) + lift * side[1] * np.eye(3)[side[0]]
        for side in SIDES
    ]
    return stacked([(stand, triangles) for stand in stands])


def stacked(meshes: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Several meshes (points, triangles) as one."""
    starts = np.cumsum([0, *(len(points) for points, _ in meshes)])
    return np.concatenate([p for p, _ in meshes]), np.concatenate(
        [t + s for (_, t), s in zip(meshes, starts)]
    )
