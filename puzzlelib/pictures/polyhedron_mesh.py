"""The solid of a 3coSoKu as triangle meshes: tiles with dots on its faces, pegs with numbers on its vertices.

The solid is one mesh that never changes. It holds every dot that a corner can show; which of them are seen is a matter of tones, a
byte a triangle: a dot that is not there has the tone of its face. So a step of a search sends tones, and no geometry.
Light is baked: a tone is a material and how light a triangle is, by the direction in which it looks.
Triangles run anticlockwise as seen from outside, as in skin.py. Most vertices lie about 1 from the middle.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .cosoku_net import NUMERAL, SHOWN, SPOTS, Weights
from .explode import EYE, RIGHT, UP
from .palette import INK, WHITE, mixed
from .polyhedra import Polyhedron
from .skin import ribbon, stacked, strokes

Mesh = tuple[np.ndarray, np.ndarray]  # points (n, 3), triangles (m, 3)
Dots = Sequence[Sequence[int] | None]  # for each face the dots at its corners; None: there is no tile

SEAM, TILE, SOCKET, HOLE = range(4)  # the materials of the solid; the tone after theirs is a dot
FILLS = ("#463b35", "#ecdcb4", "#86a0cc", "#627fb3")
SIDE = "#8b7d6c"  # of a peg
LOOKS = {
    "open": ("#e4e0d8", INK),
    "full": ("#4057c2", WHITE),
    "wrong": ("#fa8f19", INK),
}  # the cap of a peg: fill and ink
LEVELS = 12  # of light, from dark to light
PLAIN, LIGHTER, DARKER = (
    0.62,
    0.18,
    0.42,
)  # the level of the plain colour; the share of white above it, of black below
LIGHT = 0.75 * UP - 0.40 * RIGHT + 0.50 * np.array(EYE) / np.linalg.norm(EYE)

BASE, FLAT, RIM, BAND = (
    0.06,
    0.10,
    0.18,
    0.22,
)  # how far inside its face a tile begins, is flat; where the rim of an empty face and the band end; in inner radii
LIFT, DOT_LIFT, BAND_LIFT = (
    0.020,
    0.008,
    0.012,
)  # of a tile over the solid; of a dot and of the band over the tile
DOT, DOT_SIDES, DIGITS = (
    0.155,
    14,
    0.36,
)  # radius of a dot, half the diagonal of a numeral in its place, in inner radii
PEG, LONGEST, PEG_SIDES = 0.17, 0.25, 32  # radius of a peg in edges; how long its side may be
TOP, DIAMOND = (
    0.28,
    1.28,
)  # how far a peg stands out over its vertex; the corners of a square one; in its radii
WHITE_RING, INK_RING, NUMBER = (
    0.90,
    0.82,
    0.64,
)  # of its cap: where the rings end, and half the diagonal of its number
BOLD = 0.62  # half a stroke in units of the font
COLLAR = 1.32  # radius of the ring round a peg that one looks at, in radii of the peg
DEEPEST = 3.5  # that a peg goes into the solid, in its radii


@dataclass(frozen=True, eq=False)
class Solid:
    """The shape of a polyhedron in the picture, its meshes made once."""

    polyhedron: Polyhedron

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
        """Where each face looks, (f, 3)."""
        return unit(np.cross(self.faces[:, 2] - self.faces[:, 0], self.faces[:, 1] - self.faces[:, 0]))

    @cached_property
    def out(self) -> np.ndarray:
        """Where the peg of each vertex points, (v, 3)."""
        means = np.array(
            [np.mean([self.normals[face] for face, _ in around], 0) for around in self.polyhedron.around]
        )
        return unit(np.where(np.linalg.norm(means, axis=1, keepdims=True) > 0.05, means, self.points))

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
        """Of a peg: small where edges are short or a dot is near, and where a vertex is so sharp that the peg would stand out far."""
        steepest = max(self.slope(vertex) for vertex in range(len(self.points)))
        return float(
            max(
                0.02,
                min(
                    PEG * np.median(self.edges),
                    1.15 * PEG * self.edges.min(),
                    LONGEST / steepest,
                    0.9 * self.nearest,
                ),
            )
        )

    @cached_property
    def nearest(self) -> float:
        """How near to the middle line of a peg a dot may stand."""
        corners = [
            (face, corner, vertex)
            for face, three in enumerate(self.polyhedron.corners)
            for corner, vertex in enumerate(three)
        ]
        away = [
            (self.place(face, corner, spot) - self.points[vertex], self.out[vertex])
            for face, corner, vertex in corners
            for spot in SPOTS
        ]
        return float(min(np.linalg.norm(way - way @ out * out) for way, out in away))

    @cached_property
    def dot_radius(self) -> np.ndarray:
        """Of the dots on each face, (f,): they never touch."""
        spots = np.stack(
            [
                np.array([self.place(face, corner, spot) for corner in range(3) for spot in SPOTS])
                for face in range(len(self.faces))
            ]
        )
        apart = np.linalg.norm(spots[:, :, None] - spots[:, None], axis=3) + 9 * np.eye(spots.shape[1])
        return np.minimum(DOT * self.inner, 0.46 * apart.min((1, 2)))

    def slope(self, vertex: int) -> float:
        """How steeply the faces go down from a vertex, seen along its peg."""
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
        """How far from the middle anything is."""
        return float(np.linalg.norm(self.caps, axis=1).max() + 0.3 * self.radius)

    @cached_property
    def planes(self) -> np.ndarray:
        """For each face its outward direction and its distance from the middle, (f, 4)."""
        return np.column_stack([self.normals, (self.normals * self.faces[:, 0]).sum(1)])

    # ---- the solid and its tiles

    def inset(self, face: int, depth: float, lift: float) -> np.ndarray:
        """The triangle so many inner radii inside a face, lifted over it, anticlockwise, (3, 3)."""
        share = (
            depth * self.edges[face] / self.edges[face].sum()
        )  # the weight of each corner for points so far from its side
        weights = share + (1 - share.sum()) * np.eye(3)
        return (weights @ self.faces[face] + lift * self.normals[face])[::-1]

    def place(self, face: int, corner: int, weights: Weights) -> np.ndarray:
        """A point on a tile by its weights (see cosoku_net), a little above it."""
        return (
            np.array(weights) @ np.roll(self.faces[face], -corner, 0) + (LIFT + DOT_LIFT) * self.normals[face]
        )

    @cached_property
    def mesh(self) -> Mesh:
        """The faces, then for each one its bevel (6 triangles), rim (6), middle (1), and the four dots of each of its corners."""
        core = self.faces[:, ::-1].reshape(-1, 3), np.arange(3 * len(self.faces)).reshape(-1, 3)
        return stacked([core, *(part for face in range(len(self.faces)) for part in self.tile(face))])

    def tile(self, face: int) -> Iterator[Mesh]:
        """One face of the mesh."""
        flat, rim = self.inset(face, FLAT, LIFT), self.inset(face, RIM, LIFT)
        yield band(self.inset(face, BASE, 0), flat)
        yield band(flat, rim)
        yield rim, fan(3)
        yield from (self.dot(face, self.place(face, corner, spot)) for corner in range(3) for spot in SPOTS)

    def dot(self, face: int, middle: np.ndarray) -> Mesh:
        """A round dot on a tile."""
        along = unit(self.faces[face][1] - self.faces[face][0])
        ring = circle(DOT_SIDES, self.dot_radius[face])
        return middle + ring @ np.stack(
            [along, np.cross(self.normals[face], along), self.normals[face]]
        ), fan(DOT_SIDES)

    @cached_property
    def light(self) -> tuple[np.ndarray, np.ndarray]:
        """How light each face is (f,), and its bevel (f, 6)."""
        bevels = [lit(directions(*next(self.tile(face)))) for face in range(len(self.faces))]
        return lit(self.normals), np.array(bevels)

    def tones(self, dots: Dots) -> np.ndarray:
        """A byte for each triangle of the mesh; a corner with more dots than can be drawn has a numeral instead (see `numeral`).

        >>> from puzzlelib.polyhedra import tetrahedron
        >>> solid = Solid(tetrahedron())
        >>> len(solid.tones([None] * 4)) == len(solid.mesh[1]), DOT_TONE in solid.tones([(0, 0, 1), None, None, None])
        (True, True)
        """
        faces, bevels = self.light
        tones = [SEAM * LEVELS + faces]
        for corners, level, bevel in zip(dots, faces, bevels):
            rim, middle = (TILE, TILE) if corners is not None else (SOCKET, HOLE)
            plain = middle * LEVELS + level
            seen = [
                DOT_TONE if spot in SHOWN.get(number, ()) else plain
                for number in corners or (0, 0, 0)
                for spot in range(len(SPOTS))
            ]
            tones += [
                rim * LEVELS + bevel,
                np.full(6, rim * LEVELS + level),
                [plain],
                np.repeat(seen, DOT_SIDES - 2),
            ]
        return np.concatenate(tones).astype("u1")

    # ---- what stands on it

    def numeral(self, face: int, corner: int, number: int) -> Mesh:
        """The number of a corner's dots as a numeral."""
        points, triangles = number_shape(number, DIGITS * self.inner[face])
        return self.place(face, corner, NUMERAL) + points @ upright(self.normals[face]), triangles

    def ring(self, face: int) -> Mesh:
        """The band round the face that one looks at."""
        return band(self.inset(face, 0, LIFT + BAND_LIFT), self.inset(face, BAND, LIFT + BAND_LIFT))

    def rim(self, face: int, depth: float = FLAT) -> np.ndarray:
        """The border of a tile as a closed line, (4, 3)."""
        return self.inset(face, depth, LIFT + BAND_LIFT + 0.004)[[0, 1, 2, 0]]

    def axes(self, vertex: int) -> np.ndarray:
        """Right, up and outward at a peg, (3, 3)."""
        return upright(self.out[vertex])

    def foot(self, vertex: int) -> float:
        """How deep a peg goes in, so that it stands on all faces around."""
        return self.radius * min(DEEPEST, DIAMOND * self.slope(vertex))

    def peg(self, vertex: int, number: int, look: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Points, triangles and tones (see `peg_palette`) of a peg: round or square, with its number, which reads from outside."""
        r, ring = self.radius, circle(4, DIAMOND) if look == "wrong" else circle(PEG_SIDES, 1.0)
        top = r * (ring + (0, 0, TOP))
        scale = np.array([[1.0, 1.0, 1.0], *((s, s, 1.0) for s in (WHITE_RING, INK_RING))])
        outer, white, ink = (top * s for s in scale)
        points, triangles = number_shape(number, NUMBER * r)
        parts = [
            band(r * ring - (0, 0, self.foot(vertex)), outer),
            band(outer, white),
            band(white, ink),
            (ink, fan(len(ink))),
            (points + (0, 0, (TOP + 0.04) * r), triangles),
        ]
        side = lit(directions(*parts[0]) @ self.axes(vertex)) + 4
        tones = np.concatenate(
            [side, *(np.full(len(part[1]), tone) for part, tone in zip(parts[1:], (0, 1, 2, 3)))]
        )
        points, triangles = stacked(parts)
        return self.points[vertex] + points @ self.axes(vertex), triangles, tones

    def cap_rim(self, vertex: int, look: str) -> np.ndarray:
        """The border of a peg's cap as a closed line, (n, 3)."""
        ring = circle(4, DIAMOND) if look == "wrong" else circle(PEG_SIDES, 1.0)
        line = self.radius * (np.concatenate([ring, ring[:1]]) + (0, 0, TOP + 0.03))
        return self.points[vertex] + line @ self.axes(vertex)

    def collar(self, vertex: int) -> Mesh:
        """A ring round the peg that one looks at."""
        ring, r = circle(PEG_SIDES, self.radius), self.radius
        high, low = np.array([(0, 0, 0.15 * r), (0, 0, -0.25 * r)])
        wide = COLLAR * ring
        points, triangles = stacked(
            [band(wide + low, wide + high), band(wide + high, ring + high), band(ring + low, wide + low)]
        )
        return self.points[vertex] + points @ self.axes(vertex), triangles


# ---------------------------------------------------------------- shapes


def unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors with length 1."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def upright(out: np.ndarray) -> np.ndarray:
    """Right, up and outward on what looks in this direction, (3, 3): up is up in the picture, as far as it can be.

    >>> upright(np.array([0, -1.0, 0])).round().astype(int).tolist()
    [[1, 0, 0], [0, 0, 1], [0, -1, 0]]
    """
    up = np.array([0, 0, 1.0]) if abs(out[2]) < 0.97 else -np.sign(out[2]) * np.array([EYE[0], EYE[1], 0])
    up = unit(up - up @ out * out)
    return np.stack([np.cross(up, out), up, out])


def circle(sides: int, radius: float) -> np.ndarray:
    """A regular polygon about the origin, anticlockwise, a corner to the right, (n, 3)."""
    angle = 2 * np.pi * np.arange(sides) / sides
    return radius * np.stack([np.cos(angle), np.sin(angle), 0 * angle], 1)


def fan(sides: int) -> np.ndarray:
    """A polygon as triangles."""
    return np.array([(0, i, i + 1) for i in range(1, sides - 1)])


def band(outer: np.ndarray, inner: np.ndarray) -> Mesh:
    """The strip between two polygons with equally many corners; it looks where both run anticlockwise."""
    n = len(outer)
    i, j = np.arange(n), np.roll(np.arange(n), -1)
    return np.concatenate([outer, inner]), np.concatenate(
        [np.stack([i, j, n + j], 1), np.stack([i, n + j, n + i], 1)]
    )


def number_shape(number: int, size: float) -> Mesh:
    """A number about the origin, flat at z = 0; `size` is half its diagonal."""
    lines = list(strokes(str(number)))
    corner = np.abs(np.concatenate(lines)).max(0)
    scale = size / np.linalg.norm(corner)
    half = BOLD * scale * corner[1] / 3
    points, triangles = stacked([ribbon(scale * line, half) for line in lines])
    return np.column_stack([points, np.zeros(len(points))]), triangles


# ---------------------------------------------------------------- light and colours

DOT_TONE = len(FILLS) * LEVELS


def directions(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Where triangles look, (m, 3)."""
    a, b, c = points[triangles].transpose(1, 0, 2)
    return unit(np.cross(b - a, c - a))


def lit(normals: np.ndarray) -> np.ndarray:
    """How light surfaces are that look in these directions: 0 to LEVELS - 1."""
    return np.rint((normals @ unit(LIGHT) + 1) / 2 * (LEVELS - 1)).astype(int)


def shades(fill: str) -> list[str]:
    """The colour at each level of light.

    >>> len(shades("#ffffff")), shades("#8080ff")[-1]
    (12, '#9797ff')
    """
    light = np.arange(LEVELS) / (LEVELS - 1)
    return [
        mixed(fill, WHITE, LIGHTER * (x - PLAIN) / (1 - PLAIN))
        if x > PLAIN
        else mixed(fill, "#000000", DARKER * (1 - x / PLAIN))
        for x in light
    ]


def palette() -> list[str]:
    """The colours of the tones of the solid."""
    return [*(shade for fill in FILLS for shade in shades(fill)), INK]


def peg_palette(look: str) -> list[str]:
    """The colours of the tones of a peg: the rings of its cap, fill, number, and its side from dark to light."""
    fill, ink = LOOKS[look]
    return [WHITE, INK, fill, ink, *shades(SIDE)]
