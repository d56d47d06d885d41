"""The judges of lesson 02."""

from itertools import permutations, product

from lessons.kit.checks.run_answer import list_if_iterator

from . import DOMAINS, bag, keeps, one_piece, polycube, push_to_corner, quarter, same, some, spin, value


def cells_anywhere(rng, it):
    return (some(rng, product(range(-2, 4), repeat=3), 1, 6),)


def right_numbers(answer) -> bool:
    return {1, 4, 6} <= set(answer) and all(
        len(set(map(tuple, cells))) == len(cells) > 1 and one_piece(cells) and len(spin(cells)) == number
        for number, cells in answer.items()
    )


def all_sizes(answer, right, rng, it):
    """One to six cells: a neighbour that is forgotten is missed only at six."""
    named = lambda got: sorted(min(spin(one)) for one in got)
    sizes = range(1, 7)
    return next((size for size in sizes if named(list_if_iterator(answer(size))) != named(right(size))), None)


def piece_and_box(rng, it):
    return polycube(rng, it)[0], tuple(rng.randint(1, 6) for _ in "xyz")


HEXAGONS = [1, 1, 3, 7, 22, 82]  # honeycombs of 1 to 6 cells: A000228


def hexagon_name(cells) -> tuple:
    """The smallest picture in three coordinates with the sum 0: axes in any order, one sign for
    all."""
    pictures = []
    for axes, sign in product(permutations(range(3)), (1, -1)):
        moved = [[sign * (q, r, -q - r)[axis] for axis in axes] for q, r in cells]
        pictures.append(push_to_corner(moved))
    return min(pictures)


def hexagons_hang(cells) -> bool:
    """Is each cell reached from the first? Neighbours differ by 1, 1 and 0 in the three
    coordinates."""
    reached, rest = [cells[0]], set(cells[1:])
    for q, r in reached:
        near = {(a, b) for a, b in rest if sorted(map(abs, (a - q, b - r, a - q + b - r))) == [0, 1, 1]}
        rest -= near
        reached += near
    return not rest


def all_honeycombs(answer, right, rng, it):
    """The right number of different pieces, each in one piece."""
    for size, many in enumerate(HEXAGONS, 1):
        pieces = [[tuple(cell) for cell in piece] for piece in list_if_iterator(answer(size))]
        fine = all(len(set(piece)) == len(piece) == size and hexagons_hang(piece) for piece in pieces)
        if not fine or len(pieces) != many or len(set(map(hexagon_name, pieces))) != many:
            return size
    return None


DOMAINS["2.1"] = same(cells_anywhere, lambda got: (type(got), got))

DOMAINS["2.2"] = keeps(cells_anywhere, quarter)

DOMAINS["2.3"] = same(polycube, bag)


def all_places(got, cells, box) -> bool:
    """Return whether these are all shapes of the piece, from each cell, that stay in the box: each once."""
    spots, got = set(product(*map(range, box))), [[*place] for place in got]
    every = {
        frozenset(tuple(a + b for a, b in zip(cell, shift)) for cell in shape)
        for shape in spin(cells)
        for shift in spots
    }
    inside = [one for one in every if one <= spots]
    is_plain = all(isinstance(cell, (tuple, list)) for place in got for cell in place)
    return is_plain and bag(frozenset(map(tuple, place)) for place in got) == bag(inside)


DOMAINS["2.4a"] = keeps(piece_and_box, all_places)

DOMAINS["2.5"] = all_sizes

DOMAINS["2.6"] = value(right_numbers)

DOMAINS["2.7"] = all_honeycombs
