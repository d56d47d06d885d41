"""Closed surfaces of triangles: the Platonic ones, bipyramids, and any that is given by its faces."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from ..common.errors import PuzzleError, check_int, short

Face = tuple[str, str, str]  # three vertices, clockwise as seen from outside
Point = tuple[float, float, float]
MOST_FACES = 400
LONGEST = 12  # letters in the name of a vertex


class Symmetry(NamedTuple):
    """Vertex number v goes to `vertices[v]`; `mirrored` says that clockwise becomes anticlockwise."""

    vertices: tuple[int, ...]
    mirrored: bool


@dataclass(frozen=True)
class Polyhedron:
    """A closed surface of triangles. Its faces name their vertices clockwise, as seen from outside.

    `icosahedron()` and the like make one, or `polyhedron(faces)`, which checks it. `places` are coordinates
    of the vertices, for the picture only; without them they are worked out.

    >>> tetrahedron().face_names, tetrahedron().corners[1]
    (('ABC', 'ACD', 'ADB', 'BDC'), (0, 2, 3))
    """

    name: str
    vertices: tuple[str, ...]
    faces: tuple[Face, ...]
    places: tuple[Point, ...] = field(default=(), compare=False, repr=False)

    @cached_property
    def face_names(self) -> tuple[str, ...]:
        """ABC for the face of A, B and C; N-Z1-Z2 where a vertex has a longer name."""
        between = "" if all(len(vertex) == 1 for vertex in self.vertices) else "-"
        return tuple(map(between.join, self.faces))

    @cached_property
    def corners(self) -> tuple[tuple[int, int, int], ...]:
        """The faces with the numbers of their vertices instead of the names."""
        number = {vertex: i for i, vertex in enumerate(self.vertices)}
        return tuple((number[a], number[b], number[c]) for a, b, c in self.faces)

    @cached_property
    def around(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each vertex the faces that meet there, each as (number of the face, which of its corners).

        >>> tetrahedron().around[3]
        ((1, 2), (2, 1), (3, 1))
        """
        return tuple(
            tuple((face, corners.index(v)) for face, corners in enumerate(self.corners) if v in corners)
            for v in range(len(self.vertices))
        )

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Where to draw the vertices, as (x, y, z); none is further than 1 from the centre."""
        return self.places or spread(self)

    @cached_property
    def third(self) -> dict[tuple[int, int], int]:
        """The third vertex of the face that runs from a to b."""
        return {(face[i], face[i - 2]): face[i - 1] for face in self.corners for i in range(3)}

    def symmetries(self, reflections: bool = True) -> tuple[Symmetry, ...]:
        """All ways to map the surface onto itself, the identity first; without `reflections` only those that
        keep clockwise.

        >>> len(icosahedron().symmetries()), len(icosahedron().symmetries(reflections=False))
        (120, 60)
        """
        edge, ways = self.corners[0][:2], (False, True)[: 1 + reflections]
        images = (image(self, edge, goal, mirrored) for mirrored in ways for goal in self.third)
        return tuple(sorted(filter(None, images), key=lambda one: (one.mirrored, one.vertices)))


def image(solid: Polyhedron, edge: tuple[int, int], goal: tuple[int, int], mirrored: bool) -> Symmetry | None:
    """The one symmetry that takes an edge to another, if there is one: the third vertex of each face is
    forced."""
    moved, todo, seen = dict(zip(edge, goal)), [(edge, goal)], set()
    while todo:
        (a, b), (p, q) = todo.pop()
        if (a, b) in seen:
            continue
        seen.add((a, b))
        c, r = solid.third[a, b], solid.third[(q, p) if mirrored else (p, q)]
        if moved.setdefault(c, r) != r:
            return None
        todo += [((b, c), (q, r)), ((c, a), (r, p)), ((b, a), (q, p))]
    vertices = tuple(moved[v] for v in range(len(solid.vertices)))
    return Symmetry(vertices, mirrored) if len(set(vertices)) == len(vertices) else None


# -------- those with a name


def tetrahedron() -> Polyhedron:
    """Four faces, as in the paper."""
    return Polyhedron("tetrahedron", tuple("ABCD"), spelled("ABC ACD ADB BDC"), ((0, 0, 1), *ring(3, -1 / 3)))


def octahedron() -> Polyhedron:
    """Eight faces; A above, F below, B to E around."""
    faces = spelled("ABC ACD ADE AEB FCB FDC FED FBE")
    return Polyhedron("octahedron", tuple("ABCDEF"), faces, ((0, 0, 1), *ring(4, 0), (0, 0, -1)))


def icosahedron() -> Polyhedron:
    """Twenty faces in the paper's order: A above, then the rings B to F and G to K, L below."""
    faces = spelled("ABC ACD ADE AEF AFB BFK BKG BGC CGH CHD DIE DHI EIJ EJF FJK GKL GLH HLI ILJ JLK")
    high = 1 / sqrt(5)
    places = ((0, 0, 1), *ring(5, high), *ring(5, -high, 0.5), (0, 0, -1))
    return Polyhedron("icosahedron", tuple("ABCDEFGHIJKL"), faces, places)


def bipyramid(n: int) -> Polyhedron:
    """Two pyramids over a polygon of n corners Z1 … Zn: n faces at the apex N, then n at the apex S.

    >>> bipyramid(3).face_names
    ('N-Z1-Z2', 'N-Z2-Z3', 'N-Z3-Z1', 'S-Z2-Z1', 'S-Z3-Z2', 'S-Z1-Z3')
    """
    most = MOST_FACES // 2
    n = check_int("bipyramid", n, f"must be a whole number of corners from 3 to {most}", 3, most)
    corners = [f"Z{i + 1}" for i in range(n)]
    sides = list(zip(corners, corners[1:] + corners[:1]))
    faces = (*(("N", a, b) for a, b in sides), *(("S", b, a) for a, b in sides))
    return Polyhedron(f"bipyramid {n}", ("N", "S", *corners), faces, ((0, 0, 0.9), (0, 0, -0.9), *ring(n, 0)))


def spelled(faces: str) -> tuple[Face, ...]:
    return tuple(tuple(face) for face in faces.split())


def ring(n: int, z: float, shift: float = 0.0) -> Iterator[Point]:
    """n points at height z on the unit sphere, clockwise as seen from above; the first in front, a little
    right."""
    radius = sqrt(1 - z * z)
    for i in range(n):
        angle = -0.42 * pi - 2 * pi * (i + shift) / n
        yield radius * cos(angle), radius * sin(angle), z


SOLIDS = {"tetrahedron": tetrahedron, "octahedron": octahedron, "icosahedron": icosahedron}


# -------- those that are given by their faces


def polyhedron(faces: Iterable[Sequence[str]], name: str = "polyhedron") -> Polyhedron:
    """A closed surface from its faces, each three vertex names clockwise as seen from outside ("ABC", or
    ["N", "Z1", "Z2"]).

    `PuzzleError` names the faces or the edge where there is a hole, a face that runs the wrong way round, or
    an edge with more than two faces, or if the surface is in several pieces or touches itself in a vertex.

    >>> polyhedron(["ABC", "ACD", "ADB", "BDC"]) == polyhedron(tetrahedron().faces)
    True
    >>> polyhedron(["ABC", "ACD", "ADB"])  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: faces: the edge B-C belongs to one face only (ABC):
        the surface has a hole there
    """
    named = checked_faces(faces)
    meet = edges(named)
    for edge, around in meet.items():
        if len(around) != 2:
            names = ", ".join(map(joined, around))
            many = f"{len(around)} faces ({names}): at an edge exactly two may meet"
            hole = f"one face only ({names}): the surface has a hole there"
            raise PuzzleError(
                f"faces: the edge {'-'.join(edge)} belongs to {hole if len(around) == 1 else many}"
            )
    check_one_way_round(named, meet)
    check_one_piece(named, meet)
    vertices = sorted({vertex for face in named for vertex in face}, key=lambda vertex: (len(vertex), vertex))
    return Polyhedron(name, tuple(vertices), named)


def joined(face: Face) -> str:
    return ("" if all(len(vertex) == 1 for vertex in face) else "-").join(face)


def checked_faces(faces: Iterable[Sequence[str]]) -> tuple[Face, ...]:
    """Triples of different vertex names, no triangle twice."""
    if isinstance(faces, str) or not isinstance(faces, Iterable):
        raise PuzzleError(f'faces {short(faces)}: must be a list such as ["ABC", "ACD", "ADB", "BDC"]')
    named = []
    for number, face in enumerate(faces):
        corners = tuple(face) if isinstance(face, (str, list, tuple)) else ()
        if not (len(corners) == 3 == len(set(map(str, corners))) and all(map(named_well, corners))):
            raise PuzzleError(
                f'faces[{number}] {short(face)}: must be three different vertices, such as "ABC" or ["N", '
                f'"Z1", "Z2"]; a name is 1 to {LONGEST} letters or digits and begins with a letter'
            )
        if set(corners) in map(set, named):
            raise PuzzleError(f"faces[{number}] {joined(corners)}: this triangle is there already")
        named.append(corners)
        if len(named) > MOST_FACES:
            raise PuzzleError(f"faces: there are more than {MOST_FACES}")
    if not named:
        raise PuzzleError("faces: there is none")
    return tuple(named)


def named_well(vertex) -> bool:
    return isinstance(vertex, str) and bool(re.fullmatch(rf"[A-Za-z][A-Za-z0-9]{{,{LONGEST - 1}}}", vertex))


def edges(faces: Iterable[Face]) -> dict[tuple[str, ...], list[Face]]:
    """Each edge with the faces that it belongs to."""
    meet = defaultdict(list)
    for face in faces:
        for i in range(3):
            meet[tuple(sorted((face[i], face[i - 1])))].append(face)
    return meet


def directed(face: Face) -> set[tuple[str, str]]:
    return set(zip(face, face[1:] + face[:1]))


def check_one_way_round(faces: tuple[Face, ...], meet: dict) -> None:
    """Neighbours run through their common edge in opposite directions; else say which faces to turn round."""
    turned, todo = {faces[0]: False}, [faces[0]]
    for face in todo:
        for edge in edges([face]):
            other = next(one for one in meet[edge] if one is not face)
            flip = turned[face] ^ bool(directed(face) & directed(other) & {edge, edge[::-1]})
            if other not in turned:
                todo.append(other)
            if turned.setdefault(other, flip) != flip:
                raise PuzzleError(
                    "faces: they cannot all run clockwise as seen from outside: this surface has no outside"
                )
    wrong, right = ([face for face in todo if turned[face] is way] for way in (True, False))
    if wrong:
        wrong = min(wrong, right, key=len)
        way = ", ".join(f"{joined(face)} (write {joined((face[0], face[2], face[1]))})" for face in wrong[:3])
        run = "runs" if len(wrong) == 1 else "and others run" if len(wrong) > 3 else "run"
        raise PuzzleError(
            f"faces: {way} {run} the other way round than the faces beside: all must run clockwise as seen "
            "from outside"
        )


def check_one_piece(faces: tuple[Face, ...], edges: Iterable[tuple[str, ...]]) -> None:
    """The faces around each vertex form one circle, and all hang together."""
    import networkx as nx

    surface = nx.Graph(list(edges))
    for vertex in surface:
        link = nx.Graph([tuple(set(face) - {vertex}) for face in faces if vertex in face])
        if not nx.is_connected(link):
            raise PuzzleError(f"faces: the surface touches itself in the vertex {vertex}")
    first = faces[0][0]
    if apart := set(surface) - nx.node_connected_component(surface, first):
        raise PuzzleError(
            f"faces: the surface is in several pieces: {min(apart)} cannot be reached from {first}"
        )


def spread(solid: Polyhedron) -> tuple[Point, ...]:
    """Points for a surface that has none: by the slowest waves on its edges, then out to the unit sphere.

    Source: the spectral layout of graphs, as in networkx.
    """
    import networkx as nx

    found = nx.spectral_layout(nx.Graph(list(solid.third)), dim=3)
    points = np.array([found[v] / (np.linalg.norm(found[v]) or 1) for v in range(len(solid.vertices))])
    if sum(volume(*points[list(face)]) for face in solid.corners) > 0:  # it is inside out
        points[:, 0] *= -1
    return tuple(map(tuple, points.tolist()))


def volume(a: Point, b: Point, c: Point) -> float:
    """Six times the volume between a triangle and the origin; below 0 where it runs clockwise from
    outside."""
    return float(np.linalg.det([a, b, c]))
