"""A polyhedron of triangles laid flat: its net, for the picture in 2D.

Every face becomes a triangle with sides of length 1, seen from outside: its corners go clockwise on
the page (x to the right, y DOWN, as in SVG). Faces that share an edge in the net share it on the
polyhedron. A face that finds no free place at a neighbour goes into a further part below.
"""

from functools import lru_cache

from puzzlelib.icosoku.polyhedron import Polyhedron
from puzzlelib.icosoku.puzzle import Cosoku
from puzzlelib.pictures import icosoku
from puzzlelib.pictures.blocks import Scene
from puzzlelib.pictures.dots import HEIGHT, SHOWN, SPOTS, Point, Triangle, weighted_point
from puzzlelib.pictures.polyhedron_mesh import FILLS, LOOKS

Spot = tuple[int, int]  # a point of the grid: half sides to the right, rows down
Spots = tuple[Spot, Spot, Spot]


@lru_cache(64)
def net(polyhedron: Polyhedron) -> tuple[Triangle, ...]:
    """Return the points of the three corners of each face, in the order of the face.

    The faces round one vertex are in a row with that vertex at the top, the others grow below: an
    icosahedron becomes the usual strip, a bipyramid a row of kites, a tetrahedron a triangle of
    four.

    >>> from puzzlelib.icosoku import icosahedron
    >>> flat = net(icosahedron())
    >>> len(flat), flat[0] == ((5.0, 0.0), (5.5, HEIGHT), (4.5, HEIGHT))
    (20, True)
    """
    laid = Unfolding(polyhedron.corners).unfold()
    left, top = (min(spot[i] for spots in laid.values() for spot in spots) for i in (0, 1))
    return tuple(
        tuple(((u - left) / 2, (v - top) * HEIGHT) for u, v in laid[face]) for face in range(len(laid))
    )


def net_size(polyhedron: Polyhedron) -> Point:
    """Return width and height of the net.

    >>> from puzzlelib.icosoku import bipyramid
    >>> net_size(bipyramid(5)) == (5.0, 2 * HEIGHT)
    True
    """
    points = [point for triangle in net(polyhedron) for point in triangle]
    return max(x for x, _ in points), max(y for _, y in points)


def vertex_places(polyhedron: Polyhedron) -> tuple[tuple[Point, ...], ...]:
    """Return the points of each vertex in the net: more than one where the net is cut open.

    >>> from puzzlelib.icosoku import octahedron
    >>> [len(places) for places in vertex_places(octahedron())]
    [4, 2, 1, 1, 1, 4]
    """
    found = [{} for _ in polyhedron.vertices]
    for corners, triangle in zip(polyhedron.corners, net(polyhedron)):
        for vertex, (x, y) in zip(corners, triangle):
            found[vertex].setdefault((round(x, 3), round(y, 3)), (x, y))
    return tuple(tuple(sorted(places.values())) for places in found)


def net_scene(puzzle: Cosoku, follows: bool = False) -> Scene:
    """Return the scene of a solid with its net.

    With `follows` the solid turns to the focus when that is out of sight, until a student turns it.

    >>> from puzzlelib.icosoku import icosoku
    >>> len(net_scene(icosoku())["net"]["faces"])
    20
    """
    more = {"counting": "dots still missing", "follows": follows, "net": net_of(puzzle.polyhedron)}
    return icosoku.scene(puzzle) | more


def net_of(polyhedron: Polyhedron) -> dict:
    """Return the net for the picture in 2D: faces, and the places of dots and vertices."""

    def near(points) -> list:
        return [[round(x, 3), round(y, 3)] for x, y in points]

    faces = [
        {
            "name": name,
            "corners": list(face),
            "points": near(triangle),
            "dots": [near(weighted_point(triangle, spot, corner) for spot in SPOTS) for corner in range(3)],
        }
        for name, face, triangle in zip(polyhedron.face_names, polyhedron.faces, net(polyhedron))
    ]
    places = zip(polyhedron.vertices, vertex_places(polyhedron))
    return {
        "size": near([net_size(polyhedron)])[0],
        "faces": faces,
        "vertices": [{"name": name, "places": near(some)} for name, some in places],
        "tile": FILLS[1],
        "empty": FILLS[2],
        "looks": LOOKS,
        "shown": list(SHOWN.values()),
    }


# -------- unfolding


class Unfolding:
    """The faces of a polyhedron as they are laid on a grid, and the vertices that each side joins."""

    def __init__(self, corners: tuple[tuple[int, int, int], ...]):
        self.corners = corners
        # directed edge (p, q) -> the face in which q follows p, and its corner opposite
        self.edges = {
            (face[i - 2], face[i - 1]): (number, i) for number, face in enumerate(corners) for i in range(3)
        }
        self.laid: dict[int, Spots] = {}
        self.taken: set[frozenset[Spot]] = set()
        self.hinges: dict[frozenset[Spot], frozenset[int]] = {}

    def unfold(self) -> dict[int, Spots]:
        """Lay the faces round the first apex, or else one face; fold out the others from there."""
        apex = max(range(1 + max(map(max, self.corners))), key=self.count_below)
        if self.count_below(apex) == len(self.fan(apex)):
            self.lay_fan(apex)
        else:
            self.lay(0, ((1, 0), (2, 1), (0, 1)))
        self.grow(list(self.laid))
        while left := sorted(set(range(len(self.corners))) - set(self.laid)):
            self.lay(left[0], self.place_below())
            self.grow(left[:1])
        return self.laid

    def fan(self, vertex: int) -> list[int]:
        """Return the faces round a vertex from left to right, the first of all on the right."""
        fan = [next(number for number, face in enumerate(self.corners) if vertex in face)]
        while True:
            face = self.corners[fan[0]]
            left, _ = self.edges[vertex, face[face.index(vertex) - 1]]
            if left == fan[-1]:
                return fan
            fan.insert(0, left)

    def count_below(self, vertex: int) -> int:
        """Count the faces over the edges opposite a vertex; at an apex, as many as round it."""
        fan = (self.corners[number] for number in self.fan(vertex))
        edges = ((face[face.index(vertex) - 1], face[face.index(vertex) - 2]) for face in fan)
        return len({self.edges[edge][0] for edge in edges})

    def lay_fan(self, vertex: int) -> None:
        """Lay the faces round a vertex side by side."""
        for column, number in enumerate(self.fan(vertex)):
            spots = (2 * column + 1, 0), (2 * column + 2, 1), (2 * column, 1)
            top = self.corners[number].index(vertex)
            self.lay(number, tuple(spots[i - top] for i in range(3)))

    def lay(self, face: int, spots: Spots) -> None:
        self.laid[face] = spots
        self.taken.add(frozenset(spots))
        self.hinges |= self.sides(face, spots)

    def sides(self, face: int, spots: Spots) -> dict[frozenset[Spot], frozenset[int]]:
        """Return the place of each side of a face -> the vertices that it joins."""
        ends = list(zip(spots, self.corners[face]))
        return {frozenset((p, q)): frozenset((a, b)) for (p, a), (q, b) in zip(ends, ends[1:] + ends[:1])}

    def grow(self, todo: list[int]) -> None:
        """Fold out face after face over the edges of those in `todo`; first come, first served."""
        for face in todo:
            for opposite in (0, 1, 2):
                number, spots = self.fold_out(face, opposite)
                if number not in self.laid and self.is_free(number, spots):
                    self.lay(number, spots)
                    todo.append(number)

    def fold_out(self, face: int, opposite: int) -> tuple[int, Spots]:
        """Return the neighbour over the edge opposite a corner, and its spots."""
        after, before = (opposite + 1) % 3, (opposite + 2) % 3
        corners, spots = self.corners[face], self.laid[face]
        number, far = self.edges[corners[before], corners[after]]
        (a, b), (p, q), (x, y) = spots[after], spots[before], spots[opposite]
        new = {far: (a + p - x, b + q - y), (far + 1) % 3: (p, q), (far + 2) % 3: (a, b)}
        return number, tuple(new[i] for i in range(3))

    def is_free(self, face: int, spots: Spots) -> bool:
        """Is nothing laid there, and nothing beside it that is no neighbour?"""
        sides = self.sides(face, spots)
        return frozenset(spots) not in self.taken and all(
            self.hinges.get(place, edge) == edge for place, edge in sides.items()
        )

    def place_below(self) -> Spots:
        """Return a place below all that is laid."""
        spots = [spot for spots in self.laid.values() for spot in spots]
        u, v = min(u for u, _ in spots), max(v for _, v in spots) + 1
        u += (u + v) % 2  # in the points of the grid u + v is odd
        return (u + 1, v), (u + 2, v + 1), (u, v + 1)
