"""The skin of a polycube: one rounded, lettered triangle mesh and its outline, as numpy arrays.

All lengths are in cells. Nothing here knows puzzles, colours or plotly.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ..packing.shapes import components
from .letters import glyph, join_meshes
from .polycube_surface import CONTACT, GAP, INK, ROUND, SIDES, Cell, Grid, body, surface_tones

LETTER_LIFT, LINE_LIFT = 0.012, 0.003  # of letters and lines over the surface


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

    The first `body` triangles are the closed surface, the others are letters. Triangle t looks at
    the cell neighbours[near[t]] outside the piece.
    """

    points: np.ndarray
    triangles: np.ndarray
    tones: np.ndarray  # (m,) uint8, when no other piece touches
    near: np.ndarray  # (m,) uint8
    neighbours: tuple[Cell, ...]
    letters: tuple[Letter, ...]
    body: int


# -------- where letters stand


def patches(cells: Iterable[Cell]) -> Iterator[tuple[tuple[int, int], tuple[Cell, ...]]]:
    """Yield the flat patches of a piece: side (axis, sign) and the cells of one flat area.

    >>> len(list(patches([(0, 0, 0), (1, 0, 0)])))
    6
    """
    cells = set(cells)
    for axis, sign in SIDES:
        free = (cell for cell in cells if step_along(cell, axis, sign) not in cells)
        yield from (((axis, sign), patch) for patch in components(free))


def step_along(cell: Cell, axis: int, by: int) -> Cell:
    return (*cell[:axis], cell[axis] + by, *cell[axis + 1 :])


def letter_spots(patch: tuple[Cell, ...], side: tuple[int, int], sizes=(1, 2, 4)) -> list[tuple[Cell, ...]]:
    """Return the spots for a label in a patch, best first: the cells whose middle it takes.

    The best is the cell, pair or square of cells nearest to the middle of the patch; single cells
    follow, for when another piece covers it. A pair one above the other has none: it would overlap
    those of its cells, as a wide label would in groups of other `sizes`.

    >>> letter_spots(((0, 0, 0), (1, 0, 0)), (2, 1))
    [((0, 0, 0), (1, 0, 0)), ((0, 0, 0),), ((1, 0, 0),)]
    """
    middle = middle_of(patch)

    def off(group):
        gap = sum(abs(a - b) for a, b in zip(middle_of(group), middle))
        return round(gap, 6), len(group), group

    high = [abs(v) for v in SIDES[side][2]].index(1)
    groups = itertools.chain(*(itertools.combinations(patch, size) for size in sizes))
    best = min((group for group in groups if is_compact(group, high)), key=off)
    return [best, *(s for s in sorted(((c,) for c in patch), key=off) if s != best)]


def middle_of(cells: tuple[Cell, ...]) -> list[float]:
    return [sum(axis) / len(cells) for axis in zip(*cells)]


def is_compact(group: tuple[Cell, ...], high: int) -> bool:
    """Return whether this is one cell, two side by side, or a square of four."""
    spread = [max(axis) - min(axis) for axis in zip(*group)]
    return max(spread) <= 1 and 2 ** sum(spread) == len(group) and not (len(group) == 2 and spread[high])


def stand_label(points: np.ndarray, side: tuple[int, int], spot: tuple[Cell, ...]) -> np.ndarray:
    """Return the points of a label (n, 2) on one side of the cells of a spot, (n, 3)."""
    _, right, up = SIDES[side]
    centre = np.mean(spot, 0) + 0.5
    centre[side[0]] = spot[0][side[0]] + (1 - GAP + LETTER_LIFT if side[1] > 0 else GAP - LETTER_LIFT)
    return centre + points @ np.array([right, up], float)


# -------- the skin


@functools.lru_cache(4096)
def surface(cells: tuple[Cell, ...]) -> tuple:
    points, triangles, sides, near = body(cells)
    return points, triangles, surface_tones(points, triangles, sides), near


@functools.lru_cache(4096)
def skin(cells: tuple[Cell, ...], label: str = "", dotted: bool = False) -> Skin:
    """Return the mesh of a piece with its label on every flat patch.

    Parameters: cells (x, y, z), connected or not; a label of A-Z and 0-9, seldom more than one
    sign.

    >>> cube = skin(((0, 0, 0),), "I")
    >>> cube.body, len(cube.letters), cube.points.dtype.str
    (108, 6, '<f4')
    """
    points, triangles, tones, near = surface(cells)
    neighbours = tuple(sorted(set(near)))
    number = {cell: i for i, cell in enumerate(neighbours)}
    letters, stacks = [], [(points, triangles, tones, [number[c] for c in near])]
    if label:
        add_letters(cells, label, dotted, number, letters, stacks)
    points, corners, *bytes_of = zip(*stacks)
    points, corners = join_meshes(list(zip(points, corners)))
    tones, near = (np.concatenate(some).astype("u1") for some in bytes_of)
    mesh = points.astype("<f4"), corners.astype("<u2"), tones, near
    return Skin(*mesh, neighbours, tuple(letters), len(triangles))


def add_letters(cells, label: str, dotted: bool, number: dict, letters: list, stacks: list) -> None:
    """Put the label on every spot of every patch, all but the best in the tone of the face."""
    first = len(stacks[0][1])
    points, triangles = glyph(label, dotted)
    sizes = (1, 2, 4) if len(label) == 1 else (1,) if dotted else (1, 4)
    n = len(triangles)
    for patch, (side, members) in enumerate(patches(cells)):
        tone = SIDES[side][0]
        for rank, spot in enumerate(letter_spots(members, side, sizes)):
            under = tuple(number[step_along(cell, *side)] for cell in spot)
            inks = [tone if rank else INK] * n
            stacks.append((stand_label(points, side, spot), triangles, inks, [under[0]] * n))
            letters.append(Letter(patch, under, first, first + n, tone))
            first += n


def touched_tones(skin: Skin, touched: frozenset[int]) -> np.ndarray:
    """Return the tones when others touch: dark in contact, letters where they can be seen.

    >>> cube = skin(((0, 0, 0),), "I")
    >>> bool((touched_tones(cube, frozenset()) == cube.tones).all())
    True
    """
    tones = np.where(np.isin(skin.near, list(touched)), CONTACT, skin.tones).astype("u1")
    for _, spots in itertools.groupby(skin.letters, key=lambda letter: letter.patch):
        spots = list(spots)
        shown = next((s for s in spots if touched.isdisjoint(s.under)), spots[0])
        for s in spots:
            covered = s.tone if touched.isdisjoint(s.under) else CONTACT
            tones[s.first : s.last] = INK if s is shown else covered
    return tones


# -------- lines


@functools.lru_cache(4096)
def creases(cells: tuple[Cell, ...]) -> np.ndarray:
    """Return the edges of a piece as one line (n, 3) float32; a row of NaN lifts the pen.

    A box edge is a crease when 1, 3 or 2 diagonal boxes of the 4 round it are filled.
    """
    grid = Grid(cells)
    rows = [row for axis in range(3) for run in runs(grid, axis) for row in (*run, None)]
    pen_up = np.array([row is None for row in rows])
    corners = np.array([row or (0, 0, 0) for row in rows])
    line = grid.position(corners) - LINE_LIFT * grid.lean[tuple(corners.T)]
    line[pen_up] = np.nan
    return line.astype("<f4")


def runs(grid: Grid, axis: int) -> Iterator[list[tuple]]:
    """Yield straight creases along an axis: the box corners where they start, bend a little, and end."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    a = grid.solid
    around = [a, np.roll(a, 1, u), np.roll(a, 1, v), np.roll(a, (1, 1), (u, v))]
    count = sum(s.astype(np.int8) for s in around)
    crease = (count == 1) | (count == 3) | ((count == 2) & (around[0] == around[3]))
    crease, code = np.moveaxis(crease, axis, -1), np.moveaxis(grid.code, axis, -1)
    for line in np.argwhere(crease.any(-1)).tolist():
        codes = code[*line].tolist()
        edges = np.flatnonzero(crease[*line]).tolist()
        for _, run in itertools.groupby(enumerate(edges), lambda placed: placed[1] - placed[0]):
            starts = [edge for _, edge in run]
            ends = [*starts, starts[-1] + 1]
            around = [None, *(codes[k] for k in ends), None]
            kept = (k for k, *three in zip(ends, around, around[1:], around[2:]) if len({*three}) > 1)
            yield [(*line[:axis], k, *line[axis:]) for k in kept]


def thin_out(points: np.ndarray, half: float) -> np.ndarray:
    """Return the points (n, 3) of a skin or its creases as a tube of half this thickness.

    >>> thin_out(skin(((0, 0, 0),)).points, 0.1).max(0).round(2).tolist()
    [0.6, 0.6, 0.6]
    """
    wall, strip = 0.5 - half, min(ROUND, half / 2)
    cell = np.floor(points)
    was, now = ([0, a, a + b, 1 - a - b, 1 - a, 1] for a, b in ((GAP, ROUND), (wall, strip)))
    return cell + np.interp(points - cell, was, now)


# -------- plain cubes and marks

CUBE = np.array(list(itertools.product((0, 1), repeat=3)))
FACES = [(side, [i for i, c in enumerate(CUBE) if c[side[0]] == (side[1] > 0)]) for side in SIDES]


def cubes(cells: Iterable[Cell], inset: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a plain cube in each cell: points, triangles, and the tones of the triangles."""
    cells = np.array(list(cells))
    points = (cells[:, None] + inset + (1 - 2 * inset) * CUBE).reshape(-1, 3)
    quads = np.array([face for _, face in FACES])
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [1, 3, 2]]])
    sides = np.array([SIDES[side][0] for side, _ in FACES] * 2)
    triangles = triangles + 8 * np.arange(len(cells))[:, None, None]
    return points, triangles.reshape(-1, 3), np.tile(sides, len(cells))


def cube_edges(cells: Iterable[Cell], inset: float) -> np.ndarray:
    """Return the edges of those cubes as one line (n, 3); a row of NaN lifts the pen."""
    walk = np.array([0, 1, 3, 2, 0, 4, 5, 7, 6, 4, 8, 1, 5, 8, 3, 7, 8, 2, 6, 8])
    corners = np.concatenate([inset + (1 - 2 * inset) * CUBE, np.full((1, 3), np.nan)])[walk]
    return (np.array(list(cells))[:, None] + corners).reshape(-1, 3)


def sign_on_sides(label: str, size: float, inset: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a label on each side of a cube so far inside the cell at the origin: points, triangles."""
    points, triangles = glyph(label)
    here, lift = ((0, 0, 0),), GAP - inset
    stands = (stand_label(size * points, side, here) + lift * side[1] * np.eye(3)[side[0]] for side in SIDES)
    return join_meshes([(stand, triangles) for stand in stands])
