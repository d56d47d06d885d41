"""MacMahon's squares: an exact cover problem with colours.

Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1.
"""

from collections.abc import Sequence
from itertools import product

from .exact_cover import ExactCover, Item, cover_of


def macmahon_squares(colours: Sequence[str] = "ABC") -> list[str]:
    """Return MacMahon's squares: all ways to colour four edges that no turn takes into each other.

    >>> len(macmahon_squares()), macmahon_squares("AB")
    (24, ['AAAA', 'AAAB', 'AABB', 'ABAB', 'ABBB', 'BBBB'])
    """
    ways = map("".join, product(colours, repeat=4))
    return sorted({min(turned_edges(way)) for way in ways})


def turned_edges(square: str) -> list[str]:
    """Return the different turns of a square, given as its edges clockwise."""
    return sorted({square[k:] + square[:k] for k in range(len(square))})


def edge_matching(width: int, height: int, squares: Sequence[str], border: str = "") -> ExactCover:
    """Return squares that fill a board so that edges which meet have one colour.

    A square has a letter for each edge, north, east, south, west; no square is there twice. All
    edges around the board have the colour `border`, if one is given. The items are the squares and
    the places (x, y); the edges are secondary, and an option colours four of them.

    >>> from puzzlelib.search import algorithm_x
    >>> cover = edge_matching(2, 1, ["AABA", "ABBC"])
    >>> [cover.name(option) for option in next(algorithm_x.search(cover))]
    ['AAAB at 0,0', 'BBCA at 1,0']
    """
    options = {}
    for square, x, y in product(squares, range(width), range(height)):
        around = ("-", x, y + 1), ("|", x + 1, y), ("-", x, y), ("|", x, y)
        outside = y + 1 == height, x + 1 == width, y == 0, x == 0
        for turn in turned_edges(square):
            rim = [colour for colour, is_outside in zip(turn, outside) if is_outside]
            if not border or set(rim) <= {border}:
                bare: dict[Item, str | None] = {square: None, (x, y): None}
                options[f"{turn} at {x},{y}"] = bare | dict(zip(around, turn))
    places = list(product(range(width), range(height)))
    items = dict.fromkeys(item for option in options.values() for item in option)
    edges = [item for item in items if isinstance(item, tuple) and item[0] in ("-", "|")]
    return cover_of(options, items=[*squares, *places], secondary=edges)
