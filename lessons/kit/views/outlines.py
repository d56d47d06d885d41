"""A photograph as a drawing: each patch of one colour is an area with straight sides, as SVG."""

import struct
import zlib
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

Loop = list[tuple[int, int]]

LOOSE = 1.1  # pixels, by which the sides of an area may miss its pixels
LEAST_PATCH = 12  # pixels; smaller patches are left out
SEAM = 1.2  # pixels of its colour round each area, so that no gap shows between two


def as_drawing(photo: bytes) -> str:
    """Return a PNG that `photograph` made as SVG.

    >>> from puzzlelib import load
    >>> from puzzlelib.pictures import frame, scene
    >>> from .photograph import photograph
    >>> cube = load("little-cube")
    >>> drawing = as_drawing(photograph(scene(cube), frame(cube, {cube.placements[0]: "chosen"})))
    >>> drawing.startswith("<svg"), drawing.count("<path") > 5
    (True, True)
    """
    image = pixels_of(photo)
    height, width, _ = image.shape
    colours = np.dot(image[..., :3].astype(int), (1 << 16, 1 << 8, 1))
    colours[image[..., 3] == 0] = -1
    paths = "".join(area_path(colour, loops) for colour, loops in sorted(patch_borders(colours).items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" fill-rule="evenodd" '
        f'stroke-width="{SEAM}" stroke-linejoin="round">{paths}</svg>\n'
    )


def pixels_of(photo: bytes) -> np.ndarray:
    """Return the pixels of a PNG as `photograph.png` writes it, (height, width, 4)."""
    width, height = struct.unpack(">2I", photo[16:24])
    start = photo.index(b"IDAT")
    length = struct.unpack(">I", photo[start - 4 : start])[0]
    rows = np.frombuffer(zlib.decompress(photo[start + 4 : start + 4 + length]), np.uint8)
    return rows.reshape(height, -1)[:, 1:].reshape(height, width, 4)


def patch_borders(colours: np.ndarray) -> dict[int, list[Loop]]:
    """Return the borders of the patches of each colour, (height, width) -> closed loops; -1 is no
    colour.

    >>> patch_borders(np.full((4, 4), 7))
    {7: [[(0, 0), (4, 0), (4, 4), (0, 4)]]}
    """
    sides: dict[int, dict] = defaultdict(lambda: defaultdict(list))
    for colour, start, end in border_sides(np.pad(colours, 1, constant_values=-1)):
        sides[colour][start].append(end)
    found = {colour: [plain_loop(loop) for loop in walk_loops(ends)] for colour, ends in sides.items()}
    return {colour: kept for colour, loops in found.items() if (kept := [loop for loop in loops if loop])}


def border_sides(padded: np.ndarray) -> Iterator[tuple[int, tuple, tuple]]:
    """Yield each side of a pixel at which its colour ends: colour, start and end, the pixel on its
    right as one goes."""
    for axis, turned in ((0, padded), (1, padded.T)):
        for row, column in np.argwhere(turned[1:] != turned[:-1]).tolist():
            before, after = int(turned[row, column]), int(turned[row + 1, column])
            near, far = (column - 1, row), (column, row)
            one, other = (near, far) if axis == 0 else (near[::-1], far[::-1])
            for colour, first in ((before, axis == 1), (after, axis == 0)):
                if colour >= 0:
                    yield colour, *((one, other) if first else (other, one))


def walk_loops(ends: dict) -> Iterator[Loop]:
    """Yield the loops that sides form, start -> ends; each side is used once."""
    while ends:
        first = point = next(iter(ends))
        loop = []
        while not loop or point != first:
            loop.append(point)
            following = ends[point].pop()
            if not ends[point]:
                del ends[point]
            point = following
        yield loop


def plain_loop(loop: Loop) -> Loop:
    """Return a loop with as few corners as keep it near; an empty one for a small patch."""
    points = np.array(loop, float)
    x, y = points.T
    if abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) < 2 * LEAST_PATCH:
        return []
    far = int(np.hypot(*(points - points[0]).T).argmax())
    closed = np.concatenate([points, points[:1]])
    kept = needed_corners(closed, 0, far) + needed_corners(closed, far, len(loop))
    return [loop[k] for k in kept]


def needed_corners(points: np.ndarray, start: int, end: int) -> list[int]:
    """Return the points that a line needs from one to the other, the last left out (Douglas and
    Peucker, 1973)."""
    if end - start < 2:
        return [start]
    (x, y), along = points[start], points[end] - points[start]
    between = points[start + 1 : end]
    off = np.abs((between[:, 0] - x) * along[1] - (between[:, 1] - y) * along[0])
    most = int(off.argmax())
    if off[most] <= LOOSE * np.hypot(*along):
        return [start]
    middle = start + 1 + most
    return needed_corners(points, start, middle) + needed_corners(points, middle, end)


def area_path(colour: int, loops: list[Loop]) -> str:
    fill = f"#{colour:06x}"
    return f'<path fill="{fill}" stroke="{fill}" d="{"".join(map(loop_text, loops))}"/>'


def loop_text(loop: Loop) -> str:
    """Return a closed loop in the words of SVG, each corner from the one before.

    >>> loop_text([(0, 0), (0, 3), (3, 3)])
    'M0 0l0 3 3 0z'
    """
    (x, y), steps = loop[0], np.diff(loop, axis=0).flatten().tolist()
    return f"M{x} {y}l{' '.join(map(str, steps)).replace(' -', '-')}z"
