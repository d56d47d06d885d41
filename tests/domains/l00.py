"""The judges of lesson 00."""

from itertools import product
from random import Random

from . import DOMAINS, deal_cells, exact_truth, same, some, value


def random_box(rng: Random) -> list[tuple[int, int, int]]:
    return list(product(*(range(rng.randint(1, 3)) for _ in "xyz")))


def box_and_hints(rng, it):
    cells = random_box(rng)
    return tuple(cells), tuple(some(rng, deal_cells(rng, cells)))


def perhaps_packed(rng, it):
    """A packing, or one with a small fault."""
    cells = random_box(rng)
    pieces = deal_cells(rng, cells)
    match rng.randrange(8):
        case 0:
            pieces = pieces[1:]
        case 4:
            pieces.append(("Z", (rng.choice(cells),)))
        case 1:
            pieces.append(rng.choice(pieces))
        case 2:
            pieces.append(("Z", ((9, 9, 9),)))
        case 3:
            pieces = [("A", where) for _, where in pieces]
    return tuple(rng.sample(cells, len(cells))), tuple(pieces)


DOMAINS["0.1"] = same(box_and_hints)

DOMAINS["0.2"] = same(perhaps_packed, exact_truth)

DOMAINS["0.3"] = value(lambda names: sorted(names) == ["Cleo", "Dan", "Eve"])
