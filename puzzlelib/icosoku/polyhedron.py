"""Closed surfaces of triangles: Platonic solids, bipyramids, and any given by its faces."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from ..common.errors import PuzzleError, check_int, short

Face = tuple[str, str, str]  # three vertices, clockwise as seen from outside
Point = tuple[float, float, float]
MOST_FACES = 400
LONGEST = 12  # letters in the name of a vertex
NAME = re.compile(rf"[A-Za-z][A-Za-z0-9]{{,{LONGEST - 1}}}")


class Symmetry(NamedTuple):
    """Vertex number v goes to `vertices[v]`; `mirrored` says that clockwise becomes
    anticlockwise."""

    vertices: tuple[int, ...]
    mirrored: bool


@dataclass(frozen=True)
class Polyhedron:
    """A closed surface of triangles. Its faces name their vertices clockwise, as seen from outside.

    `icosahedron()` and the like make one, or `polyhedron(faces)`, which checks it. `places` are
    coordinates of the vertices for the picture; without them they are computed.

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
        between = "" if max(map(len, self.vertices)) == 1 else "-"
        return tuple(map(between.join, self.faces))

    @cached_property
    def corners(self) -> tuple[tuple[int, int, int], ...]:
        """The faces as numbers of their vertices."""
        number = {vertex: i for i, vertex in enumerate(self.vertices)}
        return tuple((number[a], number[b], number[c]) for a, b, c in self.faces)

    @cached_property
    def around(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each vertex the faces that meet there, each as (number of the face, which of its
        corners).

        >>> tetrahedron().around[3]
        ((1, 2), (2, 1), (3, 1))
        """
        return tuple(
            tuple((face, corners.index(v)) for face, corners in enumerate(self.corners) if v in corners)
            for v in range(len(self.vertices))
        )

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Coordinates (x, y, z) to draw the vertices at, within 1 of the centre."""
        return self.places or spectral_points(self)

    @cached_property
    def third(self) -> dict[tuple[int, int], int]:
        """The third vertex of the face that runs from a to b."""
        return {(face[i], face[i - 2]): face[i - 1] for face in self.corners for i in range(3)}

    def symmetries(self, reflections: bool = True) -> tuple[Symmetry, ...]:
        """Return all maps of the surface onto itself, the identity first; without `reflections`
        only those that keep clockwise.

        >>> len(icosahedron().symmetries()), len(icosahedron().symmetries(reflections=False))
        (120, 60)
        """
        return all_symmetries(self, bool(reflections))


@lru_cache(64)
def all_symmetries(solid: Polyhedron, reflections: bool) -> tuple[Symmetry, ...]:
    edge, ways = solid.corners[0][:2], (False, True)[: 1 + reflections]
    found = (symmetry_taking(solid, edge, goal, mirrored) for mirrored in ways for goal in solid.third)
    return tuple(sorted(filter(None, found), key=lambda one: (one.mirrored, one.vertices)))


def symmetry_taking(
    solid: Polyhedron, edge: tuple[int, int], goal: tuple[int, int], mirrored: bool
) -> Symmetry | None:
    """Return the one symmetry that takes an edge to another, if any: it forces the third vertex of
    each face."""
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
    """Return the tetrahedron, its faces in the paper's order."""
    faces = parse_faces("ABC ACD ADB BDC")
    return Polyhedron("tetrahedron", tuple("ABCD"), faces, ((0, 0, 1), *circle(3, -1 / 3)))


def octahedron() -> Polyhedron:
    """Return the octahedron; A above, F below, B to E around."""
    faces = parse_faces("ABC ACD ADE AEB FCB FDC FED FBE")
    return Polyhedron("octahedron", tuple("ABCDEF"), faces, ((0, 0, 1), *circle(4, 0), (0, 0, -1)))


def icosahedron() -> Polyhedron:
    """Return the icosahedron: A above, then the rings B to F and G to K, L below; faces in the
    paper's order."""
    faces = parse_faces("ABC ACD ADE AEF AFB BFK BKG BGC CGH CHD DIE DHI EIJ EJF FJK GKL GLH HLI ILJ JLK")
    high = 1 / sqrt(5)
    places = ((0, 0, 1), *circle(5, high), *circle(5, -high, 0.5), (0, 0, -1))
    return Polyhedron("icosahedron", tuple("ABCDEFGHIJKL"), faces, places)


def bipyramid(n: int) -> Polyhedron:
    """Return two pyramids over a polygon Z1 … Zn: n faces at the apex N, then n at the apex S.

    >>> bipyramid(3).face_names
    ('N-Z1-Z2', 'N-Z2-Z3', 'N-Z3-Z1', 'S-Z2-Z1', 'S-Z3-Z2', 'S-Z1-Z3')
    """
    most = MOST_FACES // 2
    n = check_int("bipyramid", n, f"must be a whole number of corners from 3 to {most}", 3, most)
    corners = [f"Z{i + 1}" for i in range(n)]
    sides = list(zip(corners, corners[1:] + corners[:1]))
    faces = (*(("N", a, b) for a, b in sides), *(("S", b, a) for a, b in sides))
    places = ((0, 0, 0.9), (0, 0, -0.9), *circle(n, 0))
    return Polyhedron(f"bipyramid {n}", ("N", "S", *corners), faces, places)


def parse_faces(text: str) -> tuple[Face, ...]:
    return tuple(map(tuple, text.split()))


def circle(n: int, z: float, shift: float = 0.0) -> Iterator[Point]:
    """Yield n points at height z on the unit sphere, clockwise as seen from above; the first in
    front, a little right."""
    radius = sqrt(1 - z * z)
    for i in range(n):
        angle = -0.42 * pi - 2 * pi * (i + shift) / n
        yield radius * cos(angle), radius * sin(angle), z


SOLIDS = {"tetrahedron": tetrahedron, "octahedron": octahedron, "icosahedron": icosahedron}


# -------- those that are given by their faces


def polyhedron(faces: Iterable[Sequence[str]], name: str = "polyhedron") -> Polyhedron:
    """Return a closed surface from its faces, each three vertex names clockwise as seen from
    outside ("ABC", or ["N", "Z1", "Z2"]).

    Errors: `PuzzleError` names the faces or the edge where there is a hole, a face that runs the
    wrong way round, or an edge with more than two faces, and a surface in pieces or one that
    touches itself.

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
            names = ", ".join(map(face_name, around))
            many = f"{len(around)} faces ({names}): at an edge exactly two may meet"
            hole = f"one face only ({names}): the surface has a hole there"
            fault = hole if len(around) == 1 else many
            raise PuzzleError(f"faces: the edge {'-'.join(edge)} belongs to {fault}")
    check_one_way_round(named, meet)
    check_one_piece(named, meet)
    vertices = sorted({vertex for face in named for vertex in face}, key=lambda vertex: (len(vertex), vertex))
    return Polyhedron(name, tuple(vertices), named)


def face_name(face: Face) -> str:
    return ("" if max(map(len, face)) == 1 else "-").join(face)


def checked_faces(faces: Iterable[Sequence[str]]) -> tuple[Face, ...]:
    """Return triples of different vertex names, no triangle twice. Errors: `PuzzleError`."""
    if isinstance(faces, str) or not isinstance(faces, Iterable):
        raise PuzzleError(f'faces {short(faces)}: must be a list such as ["ABC", "ACD", "ADB", "BDC"]')
    named = []
    for number, face in enumerate(faces):
        corners = tuple(face) if isinstance(face, (str, list, tuple)) else ()
        named_well = all(isinstance(name, str) and NAME.fullmatch(name) for name in corners)
        if not named_well or not len(corners) == 3 == len(set(corners)):
            raise PuzzleError(
                f'faces[{number}] {short(face)}: must be three different vertices, such as "ABC" or ["N", '
                f'"Z1", "Z2"]; a name is 1 to {LONGEST} letters or digits and begins with a letter'
            )
        if set(corners) in map(set, named):
            raise PuzzleError(f"faces[{number}] {face_name(corners)}: this triangle is there already")
        named.append(corners)
        if len(named) > MOST_FACES:
            raise PuzzleError(f"faces: there are more than {MOST_FACES}")
    if not named:
        raise PuzzleError("faces: there is none")
    return tuple(named)


def edges(faces: Iterable[Face]) -> dict[tuple[str, ...], list[Face]]:
    """Return each edge with the faces that it belongs to."""
    meet = defaultdict(list)
    for face in faces:
        for i in range(3):
            meet[tuple(sorted((face[i], face[i - 1])))].append(face)
    return meet


def directed_edges(face: Face) -> set[tuple[str, str]]:
    return set(zip(face, face[1:] + face[:1]))


def check_one_way_round(faces: tuple[Face, ...], meet: dict) -> None:
    """Check that neighbours run through their edge in opposite directions; else name the faces to
    turn."""
    turned, todo = {faces[0]: False}, [faces[0]]
    for face in todo:
        for edge in edges([face]):
            other = next(one for one in meet[edge] if one is not face)
            flip = turned[face] ^ bool(directed_edges(face) & directed_edges(other))
            if other not in turned:
                todo.append(other)
            if turned.setdefault(other, flip) != flip:
                raise PuzzleError(
                    "faces: they cannot all run clockwise as seen from outside: this surface has no outside"
                )
    wrong, right = ([face for face in todo if turned[face] is way] for way in (True, False))
    if wrong:
        wrong = min(wrong, right, key=len)
        write = [f"{face_name(face)} (write {face_name(face[:1] + face[:0:-1])})" for face in wrong[:3]]
        run = "runs" if len(wrong) == 1 else "and others run" if len(wrong) > 3 else "run"
        raise PuzzleError(
            f"faces: {', '.join(write)} {run} the other way round than the faces beside: all must run "
            "clockwise as seen from outside"
        )


def check_one_piece(faces: tuple[Face, ...], edges: Iterable[tuple[str, ...]]) -> None:
    """Check that the faces around each vertex form one circle, and that all hang together."""
    for vertex in sorted(set().union(*edges)):
        link = [{*face} - {vertex} for face in faces if vertex in face]
        if reach(link, min(link[0])) != set().union(*link):
            raise PuzzleError(f"faces: the surface touches itself in the vertex {vertex}")
    first = faces[0][0]
    if apart := set().union(*edges) - reach(edges, first):
        raise PuzzleError(
            f"faces: the surface is in several pieces: {min(apart)} cannot be reached from {first}"
        )


def reach(edges: Iterable[Iterable[str]], start: str) -> set[str]:
    found = {start}
    while more := set().union(*(edge for edge in edges if not found.isdisjoint(edge))) - found:
        found |= more
    return found


def spectral_points(solid: Polyhedron) -> tuple[Point, ...]:
    """Return points on the unit sphere for the vertices, by the spectral layout of networkx."""
    import networkx as nx

    found = nx.spectral_layout(nx.Graph(list(solid.third)), dim=3)
    points = np.array([found[v] / (np.linalg.norm(found[v]) or 1) for v in range(len(solid.vertices))])
    if sum(signed_volume(*points[list(face)]) for face in solid.corners) > 0:  # it is inside out
        points[:, 0] *= -1
    return tuple(map(tuple, points.tolist()))


def signed_volume(a: Point, b: Point, c: Point) -> float:
    """Return six times the volume between a triangle and the origin, below 0 if clockwise from
    outside."""
    return float(np.linalg.det([a, b, c]))
