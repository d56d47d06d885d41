"""A scene and a frame as a PNG, for pages where nothing runs."""

import struct
import zlib
from collections.abc import Iterable

import numpy as np

from puzzlelib.pictures.blocks import Frame, Scene
from puzzlelib.pictures.colours import rgb
from puzzlelib.pictures.figures import frame_traces, ink_trace
from puzzlelib.pictures.layout import axes_from
from puzzlelib.pictures.traces import DOT, unpack_array

SIZE = (600, 420)  # pixels; pages show it smaller, which smooths its edges
MARGIN = 12
MIDDLE = "#7d7d7d"  # for the ink: to be seen on light pages and on dark ones
LIFT = 0.02  # so far before the faces lie the lines that bound them, in cells
FAR = 1000  # cells, behind everything
GHOST = 0.5  # what is fainter than that is left to its wires


def photograph(scene: Scene, frame: Frame, explode: float = 0.0, size: tuple[int, int] = SIZE) -> bytes:
    """Return the picture of a stage as a PNG with a clear ground, of `size` pixels at the most.

    >>> from puzzlelib import load
    >>> from puzzlelib.pictures import frame, scene
    >>> cube = load("little-cube")
    >>> photograph(scene(cube), frame(cube, {cube.placements[0]: "chosen"}))[:4]
    b'\\x89PNG'
    """
    traces = [ink_trace(trace, MIDDLE) for trace in (*scene["fixed"], *frame_traces(frame, explode))]
    eye = scene["layout"]["scene"]["camera"]["eye"]
    axes = np.stack(axes_from([eye[axis] for axis in "xyz"]), 1)
    seen = [np.stack([plain_array(trace[axis]) for axis in "xyz"], 1) @ axes for trace in traces]
    canvas = Canvas(np.concatenate(seen), size)
    for trace, points in zip(traces, seen):
        is_below = DOT in trace.get("colorscale", [()])[0]  # as on a stage: dots of empty cells hide nothing
        canvas.draw(trace, points - (0, 0, FAR * is_below))
    return png(canvas.image())


def plain_array(values) -> np.ndarray:
    """Return the numbers of an array, packed or plain; None is a gap."""
    return unpack_array(values).astype(float) if isinstance(values, dict) else np.array(values, float)


class Canvas:
    """Pixels with their depth, as many as the points need within a size."""

    def __init__(self, points: np.ndarray, size: tuple[int, int]):
        low, high = np.nanmin(points, 0), np.nanmax(points, 0)
        self.scale = float(((np.array(size) - 2 * MARGIN) / np.maximum(high - low, 1e-6)[:2]).min())
        self.offset = (low + high) / 2
        self.width, self.height = (np.ceil((high - low)[:2] * self.scale) + 2 * MARGIN).astype(int).tolist()
        self.near = np.full(self.width * self.height, -np.inf)  # of each pixel, where there is something
        self.shades = np.zeros((self.width * self.height, 4), np.uint8)

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """Return column, row and depth of points."""
        moved = (points - self.offset) * self.scale
        return moved * (1, -1, 1) + (self.width / 2, self.height / 2, 0)

    def draw(self, trace: dict, points: np.ndarray) -> None:
        """Paint the faces of a mesh, or a line; texts and faint meshes are left out."""
        if trace["type"] == "mesh3d" and trace.get("opacity", 1) > GHOST:
            self.triangles(self.pixels(points), *mesh_faces(trace))
        elif trace["type"] == "scatter3d" and "line" in trace:
            lifted = self.pixels(points + (0, 0, LIFT))
            self.line(lifted, rgb_of(trace["line"]["color"]), trace["line"]["width"])

    def triangles(self, points: np.ndarray, corners: np.ndarray, colours: np.ndarray) -> None:
        """Paint each pixel of each triangle, all at once."""
        a, b, c = (points[corners[:, k]] for k in range(3))
        area = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
        kept = np.abs(area) > 1e-6
        a, b, c, area, colours = a[kept], b[kept], c[kept], area[kept, None], colours[kept]
        second, third = edge(c, a) / area, edge(a, b) / area
        depth = a[:, 2:] * (1, 0, 0) + second * (b - a)[:, 2:] + third * (c - a)[:, 2:]
        which, rows = rows_of(np.stack([a, b, c])[:, :, 1])
        left, right = self.spans(np.stack([(1, 0, 0) - second - third, second, third])[:, which], rows)
        span, place = count_off(np.maximum(0, right - left + 1).astype(int))
        first = plane_at(depth[which], left, rows)
        columns, rows = left[span].astype(int) + place, rows[span]
        which = which[span]
        self.put(columns, rows, first[span] + depth[which, 1] * place, colours[which])

    def spans(self, planes: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the first and the last column of each row in which three planes, (3, n, 3), are not
        negative."""
        left, right = np.zeros(len(rows)), np.full(len(rows), self.width - 1.0)
        for plane in planes:
            start, slope = plane_at(plane, 0, rows), plane[:, 1]
            never = np.where(start < 0, np.inf, -np.inf)
            bound = np.divide(-start, slope, out=never, where=slope != 0)
            left = np.where(slope < 0, left, np.maximum(left, np.ceil(bound)))
            right = np.where(slope < 0, np.minimum(right, np.floor(bound)), right)
        return np.where(left > right, right + 1, left), right

    def line(self, points: np.ndarray, colour: np.ndarray, width: float) -> None:
        """Paint lines from point to point; a point that is not a number is a gap."""
        start, end = points[:-1], points[1:]
        whole = np.isfinite(start).all(1) & np.isfinite(end).all(1)
        start, end = start[whole], end[whole]
        count = np.ceil(np.abs(end - start)[:, :2].max(1)).astype(int) + 1 if len(start) else np.zeros(0, int)
        which, place = count_off(count)
        dots = start[which] + (place / count[which])[:, None] * (end - start)[which]
        for x in range(max(1, round(width / 1.5))):
            for y in range(max(1, round(width / 1.5))):
                columns, rows = (dots[:, :2] + (x, y)).astype(int).T
                self.put(columns, rows, dots[:, 2], np.broadcast_to(colour, (len(dots), 3)))

    def put(self, columns, rows, depth, colours) -> None:
        """Colour these pixels, (n,), where nothing nearer has been painted; colours (n, 3)."""
        kept = (columns >= 0) & (columns < self.width) & (rows >= 0) & (rows < self.height)
        pixels, depth, colours = (rows * self.width + columns)[kept], depth[kept], colours[kept]
        np.maximum.at(self.near, pixels, depth)
        nearest = depth >= self.near[pixels]
        self.shades[pixels[nearest], :3] = colours[nearest]
        self.shades[pixels, 3] = 255

    def image(self) -> np.ndarray:
        """Return the pixels, (height, width, 4), clear where nothing was painted."""
        return self.shades.reshape(self.height, self.width, 4)


def count_off(count: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return, for so many of each, the number of the owner and the number among its own.

    >>> count_off(np.array([2, 3]))
    (array([0, 0, 1, 1, 1]), array([0, 1, 0, 1, 2]))
    """
    which = np.repeat(np.arange(len(count)), count)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)


def rows_of(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of triangles, and the rows that they meet; corners (3, n)."""
    low = np.floor(corners.min(0)).astype(int)
    which, place = count_off(np.ceil(corners.max(0)).astype(int) - low + 1)
    return which, low[which] + place


def edge(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Return twice the area of a pixel with each edge: constant, by column, by row; (n, 3)."""
    dx, dy = (end - start)[:, 0], (end - start)[:, 1]
    return np.stack([dy * start[:, 0] - dx * start[:, 1], -dy, dx], 1)


def plane_at(plane: np.ndarray, columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the values at pixels of what is linear in the picture."""
    return plane[:, 0] + plane[:, 1] * columns + plane[:, 2] * rows


def mesh_faces(trace: dict) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners of the triangles of a mesh, (n, 3), and their colours, (n, 3)."""
    corners = np.stack([plain_array(trace[name]) for name in "ijk"], 1).astype(int)
    if "intensity" not in trace:
        return corners, np.broadcast_to(rgb_of(trace.get("color", MIDDLE)), corners.shape)
    low, high = trace["cmin"], trace["cmax"]
    place = (plain_array(trace["intensity"]) - low) / (high - low)
    stops, fills = zip(*((stop, rgb(colour)) for stop, colour in trace["colorscale"]))
    channels = [np.interp(place, stops, channel) for channel in np.transpose(fills)]
    return corners, np.rint(np.stack(channels, 1)).astype(np.uint8)


def rgb_of(colour: str) -> np.ndarray:
    return np.array(rgb(colour if colour.startswith("#") else MIDDLE), np.uint8)


def png(image: np.ndarray) -> bytes:
    """Return an image of red, green, blue and opacity as a PNG file."""
    height, width, _ = image.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), image.reshape(height, -1)], 1)
    chunks: Iterable[tuple[bytes, bytes]] = (
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 6, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows.tobytes(), 6)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*one) for one in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
