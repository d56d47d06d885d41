"""Labels as flat meshes: strokes of a plain font, drawn as ribbons. Lengths are in cells."""

import functools
from collections.abc import Iterator

import numpy as np

DOT = 0.045  # half the side of the dot at the letter of a given piece
LETTER_HEIGHT, STROKE = 0.50, 0.044  # STROKE is half the width of a stroke

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
    "/": "0046",
    "?": "05163645442322 2120",
}


def strokes(label: str) -> Iterator[np.ndarray]:
    """Yield the strokes of a label as polylines (n, 2) about the origin.

    >>> [len(line) for line in strokes("T")]
    [2, 2]
    """
    scale = LETTER_HEIGHT / 6 / max(1, 0.7 * len(label))
    width = 6 * len(label) - 2
    for place, sign in enumerate(label.upper()):
        for line in FONT.get(sign, FONT["?"]).split():
            digits = np.array([int(d) for d in line], float).reshape(-1, 2)
            yield (digits + (6 * place - width / 2, -3)) * scale


def ribbon(line: np.ndarray, half: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a polyline (n, 2) as a flat band: points (2n, 2), triangles (2n - 2, 3)."""
    along = unit_vectors(np.diff(line, axis=0))
    before, after = np.concatenate([along[:1], along]), np.concatenate([along, along[-1:]])
    if np.allclose(line[0], line[-1]):
        before[0], after[-1] = along[-1], along[0]
    else:
        line = line + half * np.concatenate([-along[:1], 0 * line[1:-1], along[-1:]])
    middle = unit_vectors(before + after)
    reach = half / np.maximum((middle * before).sum(1, keepdims=True), 0.45)  # cut long spikes
    side = np.stack([-middle[:, 1], middle[:, 0]], 1) * reach
    points = np.stack([line + side, line - side], 1).reshape(-1, 2)
    steps = 2 * np.arange(len(line) - 1)[:, None]
    return points, np.concatenate([steps + (0, 1, 2), steps + (1, 3, 2)])


@functools.cache
def glyph(label: str, dotted: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return a label as flat triangles: points (n, 2), triangles (m, 3) counter-clockwise."""
    bands = [ribbon(line, STROKE) for line in strokes(label)]
    if dotted and bands:
        right, top = np.concatenate([points for points, _ in bands]).max(0)
        middle = np.minimum((right + DOT, top + 1.3 * DOT), (0.23, 0.35))  # no label half a cell on is there
        bands.append(ribbon(np.stack([middle, middle + (0.001, 0)]), DOT))
    return join_meshes(bands)


def join_meshes(meshes: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Return several meshes (points, triangles) as one."""
    points, triangles = zip(*meshes)
    starts = np.cumsum([0, *map(len, points)])
    return np.concatenate(points), np.concatenate([t + start for t, start in zip(triangles, starts)])


def triangle_normals(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Return the direction in which each triangle looks, (m, 3)."""
    return normals(points[triangles].astype(float))


def normals(corners: np.ndarray) -> np.ndarray:
    """Return the direction in which triangles with these corners look: (m, 3, 3) to (m, 3)."""
    a, b, c = np.moveaxis(corners, 1, 0)
    return unit_vectors(np.cross(b - a, c - a))


def unit_vectors(vectors: np.ndarray) -> np.ndarray:
    """Return vectors with their length made 1."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)
