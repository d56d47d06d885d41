"""Queens, Langford pairs, MacMahon's squares: published counts, and small boards by brute force."""

import random
from dataclasses import replace
from itertools import permutations, product

import pytest

from puzzlelib import compiled
from puzzlelib.asp import engine as asp
from puzzlelib.search import algorithm_x, dancing_links, famous
from puzzlelib.search.exact_cover import ExactCover, cover_of
from puzzlelib.search.famous import edge_matching, macmahon_squares

ENGINES = algorithm_x.search, dancing_links.search, compiled.search, asp.search


def number_of(engine, cover: ExactCover) -> int:
    """Count the solutions that an engine lists."""
    return sum(1 for _ in engine(cover))


def langford_pairs(n: int) -> ExactCover:
    """Return pairs of 1 to n in a row of 2n: between the two of k stand k others."""
    starts = [(k, first) for k in range(1, n + 1) for first in range(1, 2 * n - k)]
    options = {f"{k} at {i}": [k, ("at", i), ("at", i + k + 1)] for k, i in starts}
    return cover_of(options, items=[*range(1, n + 1), *(("at", place) for place in range(1, 2 * n + 1))])


def peaceful_queens(n: int) -> ExactCover:
    """Return n queens on a board of n by n: each row and column once, each diagonal at most once."""
    squares = product(range(n), repeat=2)
    options = {f"{x},{y}": [("x", x), ("y", y), ("+", x + y), ("-", x - y)] for x, y in squares}
    diagonals = sorted({item for option in options.values() for item in option if item[0] in "+-"})
    return cover_of(options, secondary=diagonals)


@pytest.mark.parametrize("engine", ENGINES)
def test_langford_pairs(engine):
    """https://oeis.org/A014552, which counts a row and its reversal once."""
    counts = [number_of(engine, langford_pairs(n)) for n in range(1, 8)]
    assert counts == [0, 0, 2, 2, 0, 0, 52]


@pytest.mark.parametrize("engine", ENGINES)
def test_queens_with_diagonals_at_most_once(engine):
    """https://oeis.org/A000170"""
    assert [number_of(engine, peaceful_queens(n)) for n in (1, 4, 6, 8)] == [1, 2, 4, 92]


def test_compiled_counts():
    assert [compiled.count(peaceful_queens(n)).number for n in range(9, 12)] == [352, 724, 2680]
    cover, seen = peaceful_queens(8), []
    found = compiled.count(cover, progress=lambda *one: seen.append(one))
    assert (found.number, found.complete, seen[-1]) == (92, True, (1.0, 92))
    assert not compiled.count(cover, stop=lambda: True).complete
    assert list(compiled.search(cover, stop=lambda: True)) == []


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_edges_agree_on_small_boards(engine):
    draw = random.Random(5)
    for width, height in [(2, 1), (2, 2), (3, 1), (3, 2)] * 3:
        kinds = macmahon_squares(draw.choice(["AB", "AB", "ABC"]))
        squares = draw.sample(kinds, min(len(kinds), width * height))
        border = draw.choice(["", "A"])
        cover = edge_matching(width, height, squares, border)
        assert number_of(engine, cover) == by_trying(width, height, squares, border)


def by_trying(width: int, height: int, squares: list[str], border: str) -> int:
    """Count the ways to fill a board: each order of the squares, each turn of them."""
    found, places = 0, [(x, y) for y in range(height) for x in range(width)]
    for order in permutations(squares, len(places)) if len(squares) == len(places) else ():
        found += count_turns(dict(zip(places, order)), places, {}, border)
    return found


def count_turns(square_at: dict, places: list, turned: dict, border: str) -> int:
    """Count the ways to turn the squares, place by place from the lower left."""
    if len(turned) == len(places):
        return 1
    x, y = places[len(turned)]
    found = 0
    for north, east, south, west in famous.turned_edges(square_at[x, y]):
        below, left = turned.get((x, y - 1)), turned.get((x - 1, y))
        fits = south == (below[0] if below else border or south)
        fits &= west == (left[1] if left else border or west)
        fits &= (x + 1, y) in square_at or east == (border or east)
        fits &= (x, y + 1) in square_at or north == (border or north)
        if fits:
            more = turned | {(x, y): (north, east, south, west)}
            found += count_turns(square_at, places, more, border)
    return found


def plain_macmahon() -> ExactCover:
    """Return MacMahon's problem without colours, as a second way.

    Each inner edge is an item for each colour. The square on its left or below covers all but its
    own colour, the other one only its own: each is covered once where they agree. The square AAAA
    lies in one quarter of the board.
    """
    options = []
    for square, x, y in product(macmahon_squares(), range(6), range(4)):
        if square == "AAAA" and (x > 2 or y > 1):
            continue
        for north, east, south, west in famous.turned_edges(square):
            ends = (y == 3, north), (x == 5, east), (y == 0, south), (x == 0, west)
            if all(colour == "A" for outside, colour in ends if outside):
                items = [("-", x, y + 1, c) for c in "ABC" if c != north and y < 3]
                items += [("|", x + 1, y, c) for c in "ABC" if c != east and x < 5]
                items += [("-", x, y, south)] * (y > 0) + [("|", x, y, west)] * (x > 0)
                options.append([square, (x, y), *items])
    return cover_of(options)


@pytest.mark.long
@pytest.mark.slow
def test_macmahon_squares_in_a_rectangle_with_one_colour_around():
    """13,328 up to symmetry, by this cover and by that of the colours below; published is 12,261, of 1964.

    No solution is its own image when the board is mirrored or turned, or B and C change places: so
    there are eight of each, 106,624 in all, and two with AAAA in one quarter. All these groups act freely, so
    each definition of "the same" gives a quotient of 106,624 (or of 319,872, with any border): 12,261 divides
    neither. So it is no other definition, but too few.
    """
    assert compiled.count(plain_macmahon()).number == 2 * 13_328


@pytest.mark.long
def test_macmahon_squares_by_colours():
    cover = edge_matching(6, 4, macmahon_squares(), "A")
    corner = [one for one in range(len(cover.options)) if in_the_quarter(cover.options[one])]
    quarter = replace(cover, **{key: pick(getattr(cover, key), corner) for key in PARTS})
    assert compiled.count(quarter).number == 2 * 13_328


PARTS = "options", "names", "colours"


def pick(values: tuple, numbers: list[int]) -> tuple:
    return tuple(values[number] for number in numbers)


def in_the_quarter(option: tuple) -> bool:
    """Return whether an option puts AAAA into one quarter of the board, or is of another square."""
    square, (x, y), *_ = option
    return square != "AAAA" or x < 3 and y < 2
