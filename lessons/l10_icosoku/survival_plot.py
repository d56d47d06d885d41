"""The share of the runs of a search that are still going on after so many tiles, on two logarithmic
axes."""

from math import ceil, log10

from puzzlelib.pictures.colours import PALETTE

from ..kit.cards.card import Html, html
from ..puzzles.views.svg import svg_level, svg_plot, svg_text

# The plot in units of its own: curves are between LEFT and RIGHT, TOP and FLOOR.
WIDE, HIGH, LEFT, RIGHT, TOP, FLOOR = 730, 330, 60, 500, 16, 270
STYLES = (PALETTE[0][0], "none"), (PALETTE[2][0], "2 4"), (PALETTE[1][0], "9 4")


def survival(curves: dict[str, list[int]]) -> Html:
    """Show, for each list of lengths, the share of the runs that are longer than so many tiles.

    >>> survival({"short": [10, 20], "long": [10, 900]}).value.count("<polyline")
    4
    """
    most, runs = (max(map(size, curves.values())) for size in (max, len))
    decades, depth = ceil(log10(most)), log10(runs)

    def place(tiles: float, share: float) -> tuple[float, float]:
        x = LEFT + log10(tiles) / decades * (RIGHT - LEFT)
        return round(x, 1), round(TOP - log10(share) / depth * (FLOOR - TOP), 1)

    tens = [10**power for power in range(decades + 1)]
    marks = [svg_text(place(ten, 1)[0], FLOOR + 20, f"{ten:,}", "middle") for ten in tens]
    marks.append(svg_text((LEFT + RIGHT) / 2, HIGH - 10, "tiles laid", "middle"))
    for share in (1, 0.5, 0.2, 0.1, 0.05, 0.02):
        _, y = place(1, share)
        marks.append(svg_level(LEFT, RIGHT, y))
        marks.append(svg_text(LEFT - 8, y + 4, f"{share:.0%}", "end"))
    for k, ((name, lengths), style) in enumerate(zip(curves.items(), STYLES)):
        y = TOP + 24 * k
        marks.append(line_mark([place(*step) for step in stairs_of(lengths)], *style))
        marks.append(line_mark([(RIGHT + 12, y), (RIGHT + 42, y)], *style))
        marks.append(svg_text(RIGHT + 48, y + 4, name))
    return html(svg_plot(marks, (WIDE, HIGH), label_of(curves)))


def stairs_of(lengths: list[int]) -> list[tuple[int, float]]:
    """Return the corners of the curve: tiles, and the share of the runs that are longer.

    >>> stairs_of([10, 900])
    [(1, 1.0), (10, 1.0), (10, 0.5), (900, 0.5)]
    """
    corners, left = [(1, 1.0)], 1.0
    for k, tiles in enumerate(sorted(lengths), 1):
        corners.append((tiles, left))
        left = 1 - k / len(lengths)
        if k < len(lengths):
            corners.append((tiles, left))
    return corners


def label_of(curves: dict[str, list[int]]) -> str:
    def share(lengths: list[int], tiles: int) -> str:
        return f"{sum(one > tiles for one in lengths) / len(lengths):.0%} after {tiles:,}"

    def words(name: str, lengths: list[int]) -> str:
        return f"{name}: {share(lengths, 100)}, {share(lengths, 1000)}, none after {max(lengths):,}"

    return "Runs that are not done after so many tiles. " + "; ".join(words(*one) for one in curves.items())


def line_mark(points: list[tuple[float, float]], colour: str, dashes: str) -> str:
    path = " ".join(f"{x},{y}" for x, y in points)
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="3" '
        f'stroke-dasharray="{dashes}"/>'
    )
