"""A label sunk into a flat rectangle: contours of the distance to the strokes of a plain font.

Where a square of a grid lies partly in a stroke, the outline crosses it on a straight line
(W. Lorensen and H. Cline, Marching Cubes, SIGGRAPH 1987). Squares inside go down.
"""

from itertools import product

import numpy as np

from puzzlelib.pictures.letters import STROKE, strokes

DEPTH = 0.6  # mm
FINE = 0.6  # a square of the grid has this part of a stroke's half width
NEAREST = 0.03  # a crossing is no nearer to the end of a side, which is 1 long
Point = tuple[float, float]


def engrave(label: str, corners: np.ndarray, cell: float) -> np.ndarray:
    """Return the triangles that replace a face seen from above, with the label sunk in: (n, 3, 3).

    `corners` (4, 3) go round the rectangle counterclockwise, from any one; `cell` is the side of a
    cell in mm.
    """
    low, high = corners.min(0), corners.max(0)
    xs, ys, inside = raster(label)
    middle = (low + high)[:2] / 2
    sides = product(enumerate(xs), enumerate(ys))
    grid = {(i, j): tuple(middle + cell * np.array([x, y])) for (i, x), (j, y) in sides}
    found = list(margin(grid, len(xs) - 1, len(ys) - 1, low, high))
    top, floor = low[2], low[2] - DEPTH
    flat = [lift(polygon, top) for polygon in found]
    for i in range(len(xs) - 1):
        for j in range(len(ys) - 1):
            up, down, walls = split_square(i, j, inside, grid)
            flat += [lift(polygon, top) for polygon in up]
            flat += [lift(polygon, floor) for polygon in down]
            flat += [wall(a, b, top, floor) for a, b in walls]
    return np.array([(first, b, c) for first, *rest in flat for b, c in zip(rest, rest[1:])])


def raster(label: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the lines of the grid in x and in y, and the depth in a stroke at each crossing.

    It is above 0 inside. Lengths are in cells, from the middle of the label.
    """
    lines = list(strokes(label))
    ends = np.concatenate(lines)
    step = FINE * STROKE
    half = np.abs(ends).max(0) + STROKE + 2 * step
    xs, ys = (step * np.arange(-np.ceil(h / step), np.ceil(h / step) + 1) for h in half)
    points = np.stack(np.meshgrid(xs, ys, indexing="ij"), -1)
    away = [distance(points, a, b) for line in lines for a, b in zip(line, line[1:])]
    return xs, ys, STROKE - np.min(away, axis=0)


def distance(points: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the distance of each point from the line between two ends."""
    along = b - a
    share = np.clip((points - a) @ along / (along @ along), 0, 1)
    return np.linalg.norm(points - a - share[..., None] * along, axis=-1)


def crossing(a: tuple[int, int], b: tuple[int, int], inside: np.ndarray, grid: dict) -> Point:
    """Return the place where the outline crosses the side of a square, from whichever end."""
    a, b = sorted((a, b))
    share = np.clip(inside[a] / (inside[a] - inside[b]), NEAREST, 1 - NEAREST)
    (ax, ay), (bx, by) = grid[a], grid[b]
    return ax + share * (bx - ax), ay + share * (by - ay)


def split_square(i: int, j: int, inside: np.ndarray, grid: dict) -> tuple[list, list, list]:
    """Return the polygons of a square that stay up, those that go down, and the lines between."""
    ring = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
    deep = [bool(inside[corner] > 0) for corner in ring]
    up, down, cuts = [], [], []
    for k, (corner, low) in enumerate(zip(ring, deep)):
        (down if low else up).append(grid[corner])
        if low != deep[k - 3]:
            cut = crossing(corner, ring[k - 3], inside, grid)
            up.append(cut)
            down.append(cut)
            cuts.append((cut, low))
    if len(cuts) == 4:  # two corners that lie across are inside: each goes down with its two cuts
        corners = [(cuts[k - 1][0], grid[ring[k]], cuts[k][0]) for k in range(4) if deep[k]]
        return [up], corners, [(after, before) for before, _, after in corners]
    leaving = [cut for cut, low in cuts if low]
    entering = [cut for cut, low in cuts if not low]
    return [up] * bool(up), [down] * bool(down), list(zip(leaving, entering))


def margin(grid: dict, wide: int, high: int, low: np.ndarray, top: np.ndarray):
    """Yield the triangles between the rectangle and the grid in it."""
    (a, b), (c, d) = low[:2], top[:2]
    outer = [(a, b), (c, b), (c, d), (a, d)]
    sides = (
        [(i, 0) for i in range(wide + 1)],
        [(wide, j) for j in range(high + 1)],
        [(i, high) for i in range(wide, -1, -1)],
        [(0, j) for j in range(high, -1, -1)],
    )
    for k, side in enumerate(sides):
        yield from ([outer[k], grid[q], grid[p]] for p, q in zip(side, side[1:]))
        yield [outer[k], outer[(k + 1) % 4], grid[side[-1]]]


def lift(polygon: list[Point], height: float) -> list:
    return [(*point, height) for point in polygon]


def wall(a: Point, b: Point, top: float, floor: float) -> list:
    """Return the wall on a line that the floor's polygon runs along from a to b."""
    return [(*b, floor), (*a, floor), (*a, top), (*b, top)]
