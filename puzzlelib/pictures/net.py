"""A polyhedron of triangles laid flat: its net, and where the dots of a tile stand in a corner.

Every face becomes a triangle with sides of length 1, seen from outside, so that its corners go clockwise on
the page (x to the right, y DOWN, as in SVG). Faces that share an edge in the net share it on the polyhedron.
As all triangles are equal, the net lies on a grid of triangles; what finds no free place beside a neighbour
goes into a further part below.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from ..icosoku.polyhedron import Polyhedron

Point = tuple[float, float]
Triangle = tuple[Point, Point, Point]
Spot = tuple[int, int]  # a point of the grid: half sides to the right, rows down
Laid = tuple[Spot, Spot, Spot]
Corners = tuple[tuple[int, int, int], ...]
Weights = tuple[float, float, float]

HEIGHT = sqrt(3) / 2  # of a triangle with sides of length 1
MOST_DOTS = 3  # a corner with more shows a numeral
# where the dots of a corner have their middle, of the way from the corner to the middle of the face
CLUSTER = 0.56
# the four places of dots: inwards and clockwise from there
OFFSETS = (0.0, 0.0), (-0.10, 0.0), (0.06, -0.088), (0.06, 0.088)
SHOWN = {0: (), 1: (0,), 2: (2, 3), 3: (1, 2, 3)}  # which of them so many dots take


@lru_cache(64)
def net(polyhedron: Polyhedron) -> tuple[Triangle, ...]:
    """The net: for each face the points of its three corners, in the order of the face. Sides have length 1,
    y points down.

    The faces round one vertex stand in a row with that vertex at the top, the others grow below: an
    icosahedron becomes the usual strip, a bipyramid a row of kites. A tetrahedron becomes a triangle of four.

    >>> from puzzlelib.icosoku import icosahedron
    >>> flat = net(icosahedron())
    >>> len(flat), flat[0] == ((5.0, 0.0), (5.5, HEIGHT), (4.5, HEIGHT))
    (20, True)
    """
    laid = dict(beginning(polyhedron.corners))
    grow(polyhedron.corners, laid, list(laid))
    while left := sorted(set(range(len(polyhedron.corners))) - set(laid)):
        laid[left[0]] = place_below(laid)
        grow(polyhedron.corners, laid, left[:1])
    left, top = (min(spot[i] for spots in laid.values() for spot in spots) for i in (0, 1))
    return tuple(
        tuple(((u - left) / 2, (v - top) * HEIGHT) for u, v in laid[face])
        for face in range(len(polyhedron.corners))
    )


def size(polyhedron: Polyhedron) -> Point:
    """Width and height of the net.

    >>> from puzzlelib.icosoku import bipyramid
    >>> size(bipyramid(5)) == (5.0, 2 * HEIGHT)
    True
    """
    points = [point for triangle in net(polyhedron) for point in triangle]
    return max(x for x, _ in points), max(y for _, y in points)


def vertex_places(polyhedron: Polyhedron) -> tuple[tuple[Point, ...], ...]:
    """For each vertex the points of the net where it is found: more than one where the net is cut open.

    >>> from puzzlelib.icosoku import octahedron
    >>> [len(places) for places in vertex_places(octahedron())]
    [4, 2, 1, 1, 1, 4]
    """
    found = [{} for _ in polyhedron.vertices]
    for corners, triangle in zip(polyhedron.corners, net(polyhedron)):
        for vertex, (x, y) in zip(corners, triangle):
            found[vertex].setdefault((round(x, 3), round(y, 3)), (x, y))
    return tuple(tuple(sorted(places.values())) for places in found)


def dot_places(number: int) -> tuple[Weights, ...]:
    """Where the dots of a corner stand, as weights of (this corner, the next one clockwise, the one before);
    none above `MOST_DOTS`.

    >>> [[round(weight, 2) for weight in place] for place in dot_places(1)]
    [[0.63, 0.19, 0.19]]
    """
    return tuple(SPOTS[i] for i in SHOWN.get(number, ()))


def weights(inwards: float, aside: float) -> Weights:
    """Weights of a point so far inwards and aside of the middle of a corner's dots, where sides have length
    1."""
    rest = (CLUSTER / sqrt(3) + inwards) / HEIGHT / 2  # half of what the two other corners have together
    return 1 - 2 * rest, rest + aside, rest - aside


SPOTS = tuple(weights(*offset) for offset in OFFSETS)
NUMERAL = weights(0.09, 0.0)  # there stands a numeral where the dots would be too many: the face is wider


def mixed(triangle: Triangle, shares: Weights, corner: int = 0) -> Point:
    """The point of a triangle with these weights of (this corner, the next, the one before).

    >>> mixed(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), (0.5, 0.5, 0.0), corner=1)
    (0.5, 0.5)
    """
    own, after, before = (triangle[(corner + i) % 3] for i in range(3))
    x, y = (sum(share * point[axis] for share, point in zip(shares, (own, after, before))) for axis in (0, 1))
    return x, y


# -------- unfolding


def across(corners: Corners) -> dict[tuple[int, int], tuple[int, int]]:
    """Directed edge (p, q) -> the face in which q follows p, and which of its corners lies opposite."""
    return {(face[i - 2], face[i - 1]): (number, i) for number, face in enumerate(corners) for i in range(3)}


def fan_of(corners: Corners, vertex: int) -> list[int]:
    """The faces round a vertex from left to right, the vertex on top; the first face of all on the right."""
    edges = across(corners)
    fan = [next(number for number, face in enumerate(corners) if vertex in face)]
    while True:
        face = corners[fan[0]]
        left, _ = edges[vertex, face[face.index(vertex) - 1]]
        if left == fan[-1]:
            return fan
        fan.insert(0, left)


def beginning(corners: Corners) -> Iterator[tuple[int, Laid]]:
    """The faces round the first apex (as many different faces lie below it as round it); if there is none,
    one face."""
    edges = across(corners)

    def below(vertex: int) -> int:
        fan = (corners[number] for number in fan_of(corners, vertex))
        return len({edges[face[face.index(vertex) - 1], face[face.index(vertex) - 2]][0] for face in fan})

    best = max(range(1 + max(map(max, corners))), key=below)
    whole = below(best) == len(fan_of(corners, best))
    return row(corners, best) if whole else iter([(0, ((1, 0), (2, 1), (0, 1)))])


def row(corners: Corners, vertex: int) -> Iterator[tuple[int, Laid]]:
    """The faces round a vertex side by side."""
    for column, number in enumerate(fan_of(corners, vertex)):
        spots = (2 * column + 1, 0), (2 * column + 2, 1), (2 * column, 1)
        top = corners[number].index(vertex)
        yield number, tuple(spots[i - top] for i in range(3))


def grow(corners: Corners, laid: dict[int, Laid], todo: list[int]) -> None:
    """Fold out face after face over the edges of those in `todo`; first come, first served."""
    edges, taken = across(corners), {frozenset(spots) for spots in laid.values()}
    hinges = {place: edge for face, spots in laid.items() for place, edge in sides_of(corners[face], spots)}
    for face in todo:
        for opposite in (0, 1, 2):
            number, spots = folded_out(corners, edges, face, laid[face], opposite)
            sides = dict(sides_of(corners[number], spots))
            # A place is free if nothing lies there, and if nothing beside it is a stranger.
            if (
                number not in laid
                and frozenset(spots) not in taken
                and all(hinges.get(place, edge) == edge for place, edge in sides.items())
            ):
                laid[number] = spots
                taken.add(frozenset(spots))
                hinges |= sides
                todo.append(number)


def sides_of(corners: tuple[int, int, int], spots: Laid) -> Iterator[tuple[frozenset, frozenset]]:
    """Each side of a face: where it lies, and which vertices it joins."""
    for i in range(3):
        yield frozenset((spots[i - 1], spots[i])), frozenset((corners[i - 1], corners[i]))


def folded_out(corners: Corners, edges: dict, face: int, spots: Laid, opposite: int) -> tuple[int, Laid]:
    """The neighbour over the edge opposite a corner, and where it would lie."""
    after, before = (opposite + 1) % 3, (opposite + 2) % 3
    number, far = edges[corners[face][before], corners[face][after]]
    (a, b), (p, q), (x, y) = spots[after], spots[before], spots[opposite]
    new = {far: (a + p - x, b + q - y), (far + 1) % 3: (p, q), (far + 2) % 3: (a, b)}
    return number, tuple(new[i] for i in range(3))


def place_below(laid: dict[int, Laid]) -> Laid:
    """A place below all that lies there."""
    spots = [spot for spots in laid.values() for spot in spots]
    u, v = min(u for u, _ in spots), max(v for _, v in spots) + 1
    u += (u + v) % 2  # in the points of the grid u + v is odd
    return (u + 1, v), (u + 2, v + 1), (u, v + 1)
