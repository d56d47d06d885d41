"""The places of dots in the corners of a tile, an equilateral triangle with sides of length 1."""

from math import sqrt

Point = tuple[float, float]
Triangle = tuple[Point, Point, Point]
Weights = tuple[float, float, float]

HEIGHT = sqrt(3) / 2  # of a triangle with sides of length 1
MOST_DOTS = 3  # a corner with more shows a numeral
# where the dots of a corner have their middle, of the way from the corner to the middle of the face
CLUSTER = 0.56
# the four places of dots: inwards and clockwise from there
OFFSETS = (0.0, 0.0), (-0.10, 0.0), (0.06, -0.088), (0.06, 0.088)
SHOWN = {0: (), 1: (0,), 2: (2, 3), 3: (1, 2, 3)}  # which of them so many dots take


def dot_places(number: int) -> tuple[Weights, ...]:
    """Return the places of the dots of a corner, none above `MOST_DOTS`.

    A place is weights of (this corner, the next one clockwise, the one before).

    >>> [[round(weight, 2) for weight in place] for place in dot_places(1)]
    [[0.63, 0.19, 0.19]]
    """
    return tuple(SPOTS[i] for i in SHOWN.get(number, ()))


def corner_weights(inwards: float, aside: float) -> Weights:
    """Return the weights of a point so far inwards and aside of the middle of a corner's dots."""
    rest = (CLUSTER / sqrt(3) + inwards) / HEIGHT / 2  # half of what the two other corners have together
    return 1 - 2 * rest, rest + aside, rest - aside


SPOTS = tuple(corner_weights(*offset) for offset in OFFSETS)
NUMERAL = corner_weights(0.09, 0.0)  # of a numeral, for too many dots: the face is wider there


def weighted_point(triangle: Triangle, shares: Weights, corner: int = 0) -> Point:
    """Return the point of a triangle with these weights of (this corner, the next, the one before).

    >>> weighted_point(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), (0.5, 0.5, 0.0), corner=1)
    (0.5, 0.5)
    """
    own, after, before = (triangle[(corner + i) % 3] for i in range(3))
    x, y = (sum(share * point[axis] for share, point in zip(shares, (own, after, before))) for axis in (0, 1))
    return x, y
