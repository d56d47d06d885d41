"""The judges of lesson 03."""

from itertools import combinations, product
from random import Random

from . import DOMAINS, bag, deal_cells, exact_number, exact_truth, keeps, same, some, sort_sets


def pieces_on_a_board(rng, it):
    """Empty cells, pieces that have as many cells together, and places for them."""
    cells = rng.sample(list(product(range(3), range(2), (0,))), 6)[: rng.randint(1, 6)]
    pieces = deal_cells(rng, cells)
    more = [
        (name, tuple(rng.sample(cells + [(7, 7, 0)], len(where))))
        for name, where in pieces * 3
        if len(where) <= len(cells)
    ]
    places = list(dict.fromkeys((name, frozenset(where)) for name, where in pieces + more))
    kept = cells[rng.random() < 0.3 :]  # with a cell less, only pieces that overlap could fill the board
    return set(kept), [name for name, _ in pieces], rng.sample(places, len(places))


def either_way(got) -> list:
    """Packings in any order, each from its first piece or from its last."""
    return bag(min(packing, packing[::-1], key=repr) for packing in map(sort_sets, got))


def board_by_cell(rng, it):
    empty, left, places = pieces_on_a_board(rng, it)
    return empty, set(left), places


def board_by_piece(rng, it):
    """Three times in ten with a cell that no piece can fill, and may stay empty."""
    empty, left, places = pieces_on_a_board(rng, it)
    return empty | {(9, 9, 0)} if rng.random() < 0.3 else empty, left, places


def rooms(rng, it):
    return (set(some(rng, product(range(3), repeat=3))),)


def can_deal(islands: list, sizes: list) -> bool:
    """Can the pieces be shared out? By trying all ways."""
    heaps = product(range(len(islands)), repeat=len(sizes))
    return any(
        all(sum(s for s, to in zip(sizes, way) if to == k) == n for k, n in enumerate(islands))
        for way in heaps
    )


def islands_and_sizes(rng, it):
    sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, 5))]
    islands, total = [], sum(sizes)
    while total:
        islands.append(rng.randint(1, min(total, 6)))
        total -= islands[-1]
    return sorted(islands), sorted(sizes, reverse=True)


def gives_up_rightly(got, islands, sizes) -> bool:
    reach = {sum(group) for k in range(len(sizes) + 1) for group in combinations(sizes, k)}
    lost = any(island not in reach for island in islands)
    return exact_truth(got)[0] == "bool" and (got if lost else not (got and can_deal(islands, sizes)))


class Chooser:
    """Chooses as another of the same seed does."""

    def __init__(self, seed: int):
        self.rng = Random(seed)

    def __call__(self, values):
        return self.rng.choice(values)


def random_tree(rng: Random, depth: int = 4) -> tuple:
    return tuple(random_tree(rng, depth - 1) for _ in range(rng.randint(0, 3) if depth else 0))


def tree_and_choice(rng, it):
    return random_tree(rng), list, Chooser(rng.randrange(99))


def wishes_of_clubs(rng, it):
    wish = lambda: frozenset(some(rng, "abcde", 1, 2))
    return ({club: [wish() for _ in range(rng.randint(0, 3))] for club in some(rng, "ABCD")},)


def timetable_fits(got, wishes) -> bool:
    """A timetable in which no hour is given twice; None exactly if there is none."""
    ways = [way for way in product(*wishes.values()) if sum(map(len, way)) == len(frozenset().union(*way))]
    return not ways if got is None else set(got) == set(wishes) and tuple(got[c] for c in wishes) in ways


DOMAINS["3.1"] = same(board_by_cell, either_way)

DOMAINS["3.2"] = same(board_by_piece, bag)

DOMAINS["3.2a"] = same(
    lambda rng, it: ([(rng.randrange(n), n) for n in rng.choices(range(1, 9), k=rng.randint(0, 6))],),
    lambda got: round(got, 12),
)

DOMAINS["3.3"] = same(rooms, lambda got: (type(got), got))

DOMAINS["3.4"] = keeps(islands_and_sizes, gives_up_rightly, 300)

DOMAINS["3.5"] = same(tree_and_choice)

DOMAINS["3.5b"] = same(lambda rng, it: (some(rng, product(range(4), repeat=3)),), exact_number)

DOMAINS["3.7"] = keeps(wishes_of_clubs, timetable_fits, 100)
