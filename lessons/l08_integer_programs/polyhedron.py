"""An integer program in two variables as a picture: its polyhedron and the whole points in it."""

from collections.abc import Iterable
from itertools import combinations, product
from math import atan2, ceil

from ..kit.cards.card import html

UNIT, MARGIN, TINY = 64, 32, 1e-9  # pixels; what counts as no difference
Row = tuple[int, int, int]


def draw_polyhedron(rows: Iterable[Row], cost: tuple[int, int]):
    """Draw all x, y ≥ 0 with a·x + b·y ≤ c for each row (a, b, c). Rings mark the largest sum
    cost[0]·x + cost[1]·y, of all these points and of the whole ones.

    >>> picture = draw_polyhedron([(3, 5, 15), (5, 2, 10)], cost=(5, 4)).value
    >>> picture.count("<circle"), "14.7" in picture
    (22, True)
    """
    rows = [*rows, (-1, 0, 0), (0, -1, 0)]
    fits = lambda point: all(a * point[0] + b * point[1] <= c + TINY for a, b, c in rows)
    worth = lambda point: cost[0] * point[0] + cost[1] * point[1]
    corners = list(filter(fits, meetings(rows)))
    wide, high = (ceil(max(axis)) + 1 for axis in zip(*corners))
    x, y = (sum(axis) / len(corners) for axis in zip(*corners))
    corners.sort(key=lambda point: atan2(point[1] - y, point[0] - x))
    place = lambda point: (MARGIN + UNIT * point[0], MARGIN + UNIT * (high - point[1]))
    whole = list(product(range(wide + 1), range(high + 1)))
    circle = '<circle cx="{:.1f}" cy="{:.1f}" r="{}" fill="{}" stroke="{}"/>'.format
    fill = lambda point: "currentColor" if fits(point) else "none"
    dot = lambda point: circle(*place(point), 5, fill(point), "currentColor")
    path, marks = " ".join("{:.1f},{:.1f}".format(*place(point)) for point in corners), ""
    for best in max(corners, key=worth), max(filter(fits, whole), key=worth):
        u, v = place(best)
        marks += circle(u, v, 10, "none", "#b3261e")
        marks += f'<text x="{u + 13}" y="{v - 9}" fill="currentColor">{worth(best):.3g}</text>'
    return html(
        f'<svg role="img" aria-label="A polyhedron with its whole points" '
        f'width="{2 * MARGIN + UNIT * wide}" height="{2 * MARGIN + UNIT * high}">'
        f'<polygon points="{path}" fill="#4a90d9" fill-opacity="0.3" stroke="currentColor"/>'
        f"{''.join(map(dot, whole))}{marks}</svg>"
    )


def meetings(rows: list[Row]) -> list[tuple[float, float]]:
    """Return the points in which the lines of two rows meet."""
    return [
        ((c * e - b * f) / det, (a * f - c * d) / det)
        for (a, b, c), (d, e, f) in combinations(rows, 2)
        if (det := a * e - b * d)
    ]
