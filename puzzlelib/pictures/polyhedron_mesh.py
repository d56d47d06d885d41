"""The solid of a 3coSoKu as meshes: tiles with dots on its faces, pegs with numbers on its vertices.

The solid is one mesh that never changes. It holds every dot that a corner can show; a dot that is
not there has the tone of its face. So a step of a search sends a byte for each triangle and no
geometry. A tone is a material and the light on a triangle, by the direction in which it looks.
Triangles run anticlockwise as seen from outside. Most vertices lie about 1 from the middle.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from ..icosoku.polyhedron import Polyhedron
from .colours import INK, WHITE, mix
from .dots import NUMERAL, SHOWN, SPOTS, Weights
from .layout import EYE, RIGHT, UP
from .letters import join_meshes, ribbon, strokes, triangle_normals, unit_vectors

Mesh = tuple[np.ndarray, np.ndarray]  # points (n, 3), triangles (m, 3)
Dots = Sequence[Sequence[int] | None]  # for each face the dots at its corners; None: there is no tile

SEAM, TILE, SOCKET, HOLE = range(4)  # the materials of the solid; the tone after theirs is a dot
FILLS = ("#463b35", "#ecdcb4", "#86a0cc", "#627fb3")
SIDE = "#8b7d6c"  # of a peg
# the cap of a peg: fill and ink
LOOKS = {"open": ("#e4e0d8", INK), "full": ("#4057c2", WHITE), "wrong": ("#fa8f19", INK)}
LEVELS = 12  # of light, from dark to light
# the level of the plain colour; the share of white above it, of black below
PLAIN, LIGHTER, DARKER = 0.62, 0.18, 0.42
LIGHT = 0.75 * UP - 0.40 * RIGHT + 0.50 * np.array(EYE) / np.linalg.norm(EYE)

# in inner radii, how far inside its face a tile begins, is flat; the rim of an empty face, the band end
BASE, FLAT, RIM, BAND = 0.06, 0.10, 0.18, 0.22
# of a tile over the solid; of a dot and of the band over the tile
LIFT, DOT_LIFT, BAND_LIFT = 0.020, 0.008, 0.012
# radius of a dot, half the diagonal of a numeral in its place, in inner radii
DOT, DOT_SIDES, DIGITS = 0.155, 14, 0.36
PEG, LONGEST, PEG_SIDES = 0.17, 0.25, 32  # radius of a peg in edges; how long its side may be
# how far a peg stands out over its vertex; the corners of a square one; in its radii
TOP, DIAMOND = 0.28, 1.28
# of its cap: where the rings end, and half the diagonal of its number
WHITE_RING, INK_RING, NUMBER = 0.90, 0.82, 0.64
BOLD = 0.62  # half a stroke in units of the font
COLLAR = 1.32  # radius of the ring round a peg that one looks at, in radii of the peg
DEEPEST = 3.5  # that a peg goes into the solid, in its radii


@dataclass(frozen=True, eq=False)
class Solid:
    """The shape of a polyhedron in the picture; its text names it in parts."""

    polyhedron: Polyhedron

    def __str__(self) -> str:
        return self.short_name

    @cached_property
    def short_name(self) -> str:
        text = repr((self.polyhedron.faces, np.round(self.polyhedron.points, 6).tolist()))
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    @cached_property
    def points(self) -> np.ndarray:
        """The vertices, (v, 3), as high above the table as below."""
        points = np.array(self.polyhedron.points, float)
        return points - (0, 0, (points[:, 2].max() + points[:, 2].min()) / 2)

    @cached_property
    def faces(self) -> np.ndarray:
        """The corners of each face in their order, (f, 3, 3)."""
        return self.points[np.array(self.polyhedron.corners)]

    @cached_property
    def normals(self) -> np.ndarray:
        """The outward direction of each face, (f, 3)."""
        a, b, c = self.faces.transpose(1, 0, 2)
        return unit_vectors(np.cross(c - a, b - a))

    @cached_property
    def out(self) -> np.ndarray:
        """The direction of the peg of each vertex, (v, 3)."""
        around = ([face for face, _ in some] for some in self.polyhedron.around)
        means = np.array([self.normals[faces].mean(0) for faces in around])
        clear = np.linalg.norm(means, axis=1, keepdims=True) > 0.05
        return unit_vectors(np.where(clear, means, self.points))

    @cached_property
    def edges(self) -> np.ndarray:
        """The side opposite each corner of each face, (f, 3)."""
        return np.linalg.norm(np.roll(self.faces, -1, 1) - np.roll(self.faces, -2, 1), axis=2)

    @cached_property
    def inner(self) -> np.ndarray:
        """The radius of the circle inside each face, (f,)."""
        a, b, c = self.faces.transpose(1, 0, 2)
        return np.linalg.norm(np.cross(b - a, c - a), axis=1) / self.edges.sum(1)

    @cached_property
    def radius(self) -> float:
        """The radius of pegs: small where edges are short, a dot is near or a vertex is sharp."""
        steepest = max(map(self.slope, range(len(self.points))))
        edge = min(np.median(self.edges), 1.15 * self.edges.min())
        return float(max(0.02, min(PEG * edge, LONGEST / steepest, 0.9 * self.nearest)))

    @cached_property
    def nearest(self) -> float:
        """The least distance of a dot from the middle line of a peg."""
        vertices = np.array(self.polyhedron.corners)[:, :, None]
        way, out = self.spots - self.points[vertices], self.out[vertices]
        return float(np.linalg.norm(way - (way * out).sum(-1, keepdims=True) * out, axis=-1).min())

    @cached_property
    def spots(self) -> np.ndarray:
        """The places of all dots, (faces, corners, spots, 3)."""
        faces = range(len(self.faces))
        return np.array([[[self.place(f, c, s) for s in SPOTS] for c in range(3)] for f in faces])

    @cached_property
    def dot_radius(self) -> np.ndarray:
        """The radius of the dots on each face, (f,): they never touch."""
        spots = self.spots.reshape(len(self.faces), -1, 3)
        apart = np.linalg.norm(spots[:, :, None] - spots[:, None], axis=3) + 9 * np.eye(spots.shape[1])
        return np.minimum(DOT * self.inner, 0.46 * apart.min((1, 2)))

    def slope(self, vertex: int) -> float:
        """Return the slope of the steepest face at a vertex, seen along its peg."""
        least = min(
            float(self.out[vertex] @ self.normals[face]) for face, _ in self.polyhedron.around[vertex]
        )
        return float(np.sqrt(1 - min(least, 1) ** 2) / least) if least > 0.1 else 10.0

    @cached_property
    def caps(self) -> np.ndarray:
        """The middle of the cap of each peg, (v, 3)."""
        return self.points + TOP * self.radius * self.out

    @cached_property
    def reach(self) -> float:
        """The largest distance of anything from the middle."""
        return float(np.linalg.norm(self.caps, axis=1).max() + 0.3 * self.radius)

    @cached_property
    def planes(self) -> np.ndarray:
        """For each face its outward direction and its distance from the middle, (f, 4)."""
        return np.column_stack([self.normals, (self.normals * self.faces[:, 0]).sum(1)])

    # ---- the solid and its tiles

    def inset(self, face: int, depth: float, lift: float) -> np.ndarray:
        """Return the triangle so many inner radii inside a face, lifted, anticlockwise, (3, 3)."""
        # the weight of each corner for points so far from its side
        share = depth * self.edges[face] / self.edges[face].sum()
        weights = share + (1 - share.sum()) * np.eye(3)
        return (weights @ self.faces[face] + lift * self.normals[face])[::-1]

    def place(self, face: int, corner: int, weights: Weights) -> np.ndarray:
        """Return a point on a tile by its weights (see dots.py), a little above it."""
        lift = (LIFT + DOT_LIFT) * self.normals[face]
        return np.array(weights) @ np.roll(self.faces[face], -corner, 0) + lift

    @cached_property
    def mesh(self) -> Mesh:
        """The faces; then for each its bevel (6 triangles), rim (6), middle (1), four dots a corner."""
        core = self.faces[:, ::-1].reshape(-1, 3), np.arange(3 * len(self.faces)).reshape(-1, 3)
        return join_meshes([core, *chain.from_iterable(map(self.tile_meshes, range(len(self.faces))))])

    def tile_meshes(self, face: int) -> Iterator[Mesh]:
        flat, rim = self.inset(face, FLAT, LIFT), self.inset(face, RIM, LIFT)
        yield strip_mesh(self.inset(face, BASE, 0), flat)
        yield strip_mesh(flat, rim)
        yield rim, fan(3)
        yield from (self.dot_mesh(face, middle) for middle in self.spots[face].reshape(-1, 3))

    def dot_mesh(self, face: int, middle: np.ndarray) -> Mesh:
        along = unit_vectors(self.faces[face][1] - self.faces[face][0])
        axes = np.stack([along, np.cross(self.normals[face], along), self.normals[face]])
        return middle + regular_polygon(DOT_SIDES, self.dot_radius[face]) @ axes, fan(DOT_SIDES)

    @cached_property
    def light(self) -> tuple[np.ndarray, np.ndarray]:
        """The level of light on each face, (f,), and on its bevel, (f, 6)."""
        bevels = (next(self.tile_meshes(face)) for face in range(len(self.faces)))
        lights = [light_levels(triangle_normals(*bevel)) for bevel in bevels]
        return light_levels(self.normals), np.array(lights)

    def tones(self, dots: Dots) -> np.ndarray:
        """Return a byte for each triangle of the mesh; too many dots are left to a `numeral`."""
        faces, bevels = self.light
        tones = [SEAM * LEVELS + faces]
        for corners, level, bevel in zip(dots, faces, bevels):
            rim, middle = (TILE, TILE) if corners is not None else (SOCKET, HOLE)
            plain, edge = middle * LEVELS + level, rim * LEVELS
            shown = [SHOWN.get(number, ()) for number in corners or (0, 0, 0)]
            seen = [DOT_TONE if spot in some else plain for some in shown for spot in range(len(SPOTS))]
            tones += [edge + bevel, [edge + level] * 6, [plain], np.repeat(seen, DOT_SIDES - 2)]
        return np.concatenate(tones).astype("u1")

    # ---- what stands on it

    def numeral(self, face: int, corner: int, number: int) -> Mesh:
        points, triangles = number_shape(number, DIGITS * self.inner[face])
        return self.place(face, corner, NUMERAL) + points @ axes_on(self.normals[face]), triangles

    def ring(self, face: int) -> Mesh:
        return strip_mesh(self.inset(face, 0, LIFT + BAND_LIFT), self.inset(face, BAND, LIFT + BAND_LIFT))

    def rim(self, face: int, depth: float = FLAT) -> np.ndarray:
        """Return the border of a tile as a closed line, (4, 3)."""
        return self.inset(face, depth, LIFT + BAND_LIFT + 0.004)[[0, 1, 2, 0]]

    def axes(self, vertex: int) -> np.ndarray:
        return axes_on(self.out[vertex])

    def foot(self, vertex: int) -> float:
        """Return the depth to which a peg goes in, so that it stands on all faces around."""
        return self.radius * min(DEEPEST, DIAMOND * self.slope(vertex))

    def peg(self, vertex: int, number: int, look: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return points, triangles and tones (see `peg_palette`) of a peg with its number."""
        r, ring = self.radius, cap(look)
        top = r * (ring + (0, 0, TOP))
        outer, white, ink = (top * (size, size, 1) for size in (1, WHITE_RING, INK_RING))
        points, triangles = number_shape(number, NUMBER * r)
        parts = [
            strip_mesh(r * ring - (0, 0, self.foot(vertex)), outer),
            strip_mesh(outer, white),
            strip_mesh(white, ink),
            (ink, fan(len(ink))),
            (points + (0, 0, (TOP + 0.04) * r), triangles),
        ]
        side = light_levels(triangle_normals(*parts[0]) @ self.axes(vertex)) + 4
        tones = [side, *([tone] * len(some) for tone, (_, some) in enumerate(parts[1:]))]
        return *self.stand(vertex, parts), np.concatenate(tones)

    def stand(self, vertex: int, parts: list[Mesh]) -> Mesh:
        """Return meshes at the origin as one that stands on a vertex."""
        points, triangles = join_meshes(parts)
        return self.points[vertex] + points @ self.axes(vertex), triangles

    def cap_rim(self, vertex: int, look: str) -> np.ndarray:
        """Return the border of a peg's cap as a closed line, (n, 3)."""
        ring = cap(look)
        line = self.radius * (np.concatenate([ring, ring[:1]]) + (0, 0, TOP + 0.03))
        return self.points[vertex] + line @ self.axes(vertex)

    def collar(self, vertex: int) -> Mesh:
        ring, r = regular_polygon(PEG_SIDES, self.radius), self.radius
        high, low = np.array([(0, 0, 0.15 * r), (0, 0, -0.25 * r)])
        wide = COLLAR * ring
        sides = (wide + low, wide + high), (wide + high, ring + high), (ring + low, wide + low)
        return self.stand(vertex, [strip_mesh(*side) for side in sides])


# -------- shapes


def axes_on(out: np.ndarray) -> np.ndarray:
    """Return right, up in the picture as far as can be, and outward on a side, (3, 3)."""
    up = np.array([0, 0, 1.0]) if abs(out[2]) < 0.97 else -np.sign(out[2]) * np.array([EYE[0], EYE[1], 0])
    up = unit_vectors(up - up @ out * out)
    return np.stack([np.cross(up, out), up, out])


def regular_polygon(sides: int, radius: float) -> np.ndarray:
    """Return a regular polygon about the origin, anticlockwise, a corner to the right, (n, 3)."""
    angle = 2 * np.pi * np.arange(sides) / sides
    return radius * np.stack([np.cos(angle), np.sin(angle), 0 * angle], 1)


def cap(look: str) -> np.ndarray:
    """Return the border of a peg's cap, flat, in radii of the peg."""
    return regular_polygon(4, DIAMOND) if look == "wrong" else regular_polygon(PEG_SIDES, 1.0)


def fan(sides: int) -> np.ndarray:
    return np.array([(0, i, i + 1) for i in range(1, sides - 1)])


def strip_mesh(outer: np.ndarray, inner: np.ndarray) -> Mesh:
    """Return the strip between two polygons with equally many corners, both anticlockwise."""
    n = len(outer)
    i = np.arange(n)
    j = np.roll(i, -1)
    triangles = np.concatenate([np.stack([i, j, n + j], 1), np.stack([i, n + j, n + i], 1)])
    return np.concatenate([outer, inner]), triangles


def number_shape(number: int, size: float) -> Mesh:
    """Return a number about the origin, flat; `size` is half its diagonal."""
    lines = list(strokes(str(number)))
    corner = np.abs(np.concatenate(lines)).max(0)
    scale = size / np.linalg.norm(corner)
    half = BOLD * scale * corner[1] / 3
    points, triangles = join_meshes([ribbon(scale * line, half) for line in lines])
    return np.column_stack([points, np.zeros(len(points))]), triangles


# -------- light and colours

DOT_TONE = len(FILLS) * LEVELS


def light_levels(normals: np.ndarray) -> np.ndarray:
    """Return the light on surfaces that look in these directions: 0 to LEVELS - 1."""
    return np.rint((normals @ unit_vectors(LIGHT) + 1) / 2 * (LEVELS - 1)).astype(int)


def light_shades(fill: str) -> list[str]:
    def shade(light: float) -> str:
        if light > PLAIN:
            return mix(fill, WHITE, LIGHTER * (light - PLAIN) / (1 - PLAIN))
        return mix(fill, "#000000", DARKER * (1 - light / PLAIN))

    return [shade(level / (LEVELS - 1)) for level in range(LEVELS)]


def palette() -> list[str]:
    return [*(shade for fill in FILLS for shade in light_shades(fill)), INK]


def peg_palette(look: str) -> list[str]:
    """Return the tones of a peg: rings of its cap, fill, number, its side from dark to light."""
    fill, ink = LOOKS[look]
    return [WHITE, INK, fill, ink, *light_shades(SIDE)]
