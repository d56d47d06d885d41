"""An integer program in two variables as a picture: its polyhedron and the whole points in it."""

from collections.abc import Iterable
from itertools import combinations, product
from math import atan2, ceil

from ..kit.cards.card import html

UNIT, TINY = 80, 1e-9  # pixels; no difference
Row = tuple[int, int, int]


def draw_polyhedron(rows: Iterable[Row], cost: tuple[int, int]):
    """Draw all x, y ≥ 0 with a·x + b·y ≤ c for each row (a, b, c). Rings mark the largest sum
    cost[0]·x + cost[1]·y, of all points and of whole ones.

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
    whole = list(product(range(wide + 1), range(high + 1)))
    text = '<text x="{}" y="{}" stroke="none" fill="currentColor">{}</text>'.format
    full = lambda point: "currentColor" if fits(point) else "none"
    parts = [f'<circle cx="{x}" cy="{-y}" r="0.06" fill="{full((x, y))}"/>' for x, y in whole]
    parts += [text(x, 0.4, f"x = {x}") for x in range(wide + 1)]
    parts += [text(-0.5, 0.07 - y, f"y = {y}") for y in range(high + 1)]
    for x, y in max(corners, key=worth), max(filter(fits, whole), key=worth):
        parts.append(f'<circle cx="{x}" cy="{-y}" r="0.13" fill="none" stroke="#b3261e"/>')
        parts.append(text(x + 0.34, -y - 0.13, f"{worth((x, y)):.3g}"))
    path = " ".join(f"{x},{-y}" for x, y in corners)
    return html(
        f'<svg role="img" aria-label="A polyhedron with its whole points" '
        f'width="{UNIT * (wide + 1.2)}" height="{UNIT * (high + 0.9)}" '
        f'viewBox="-0.8 {-high - 0.3} {wide + 1.2} {high + 0.9}" '
        'text-anchor="middle" font-size="0.2" stroke="currentColor" stroke-width="0.015">'
        f'<polygon points="{path}" fill="#4a90d9" fill-opacity="0.3"/>{"".join(parts)}</svg>'
    )


def meetings(rows: list[Row]) -> list[tuple[float, float]]:
    """Return the points in which the lines of two rows meet."""
    return [
        ((c * e - b * f) / det, (a * f - c * d) / det)
        for (a, b, c), (d, e, f) in combinations(rows, 2)
        if (det := a * e - b * d)
    ]
