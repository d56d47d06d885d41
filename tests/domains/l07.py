"""A second judge of each answer, without its check, on inputs from the exercise's own domain."""

from functools import cache
from itertools import combinations, permutations, product

from . import DOMAINS, bag, keeps, same, some


def packings_and_hints(rng, it):
    """Draw packings as tuples of placements of A to D, and some placements as hints."""
    packings = sorted({tuple((name, rng.randrange(3)) for name in "ABCD") for _ in range(12)})
    given = some(rng, rng.choice(packings), 0, 4)
    return packings, given if rng.random() < 0.8 else [*given, ("A", 7)]


def draws_fairly(answer, right, rng, it):
    """Judge a draw: a packing of the list, the same for each order of the list, and each about as
    often."""
    packings = [tuple((name, n) for name in "AB") for n in range(5)]
    mixed = rng.sample(packings, 5)
    found = [answer(list(packings), seed) for seed in range(1000)]
    if found != [answer(list(mixed), seed) for seed in range(1000)]:
        return mixed
    return None if all(150 < found.count(packing) < 250 for packing in packings) else "the frequencies"


def one_completion(answer, right, rng, it):
    """Judge a puzzle: exactly one packing holds the hints, and each hint is needed."""
    packings = [set(packing) for packing in it.all_packings(answer["grid"])]
    hints = {type(next(iter(packings[0])))(piece, tuple(cells)) for piece, cells in answer["hints"]}
    holding = lambda some_of: sum(some_of <= packing for packing in packings)
    fine = holding(hints) == 1 and all(holding(hints - {hint}) > 1 for hint in hints)
    return None if fine and len(hints) == len(answer["hints"]) else "the answer itself"


DOMAINS["7.1"] = same(packings_and_hints)

DOMAINS["7.2"] = same(packings_and_hints, bag)

DOMAINS["7.4"] = draws_fairly

DOMAINS["7.5"] = one_completion


@cache
def latin(n: int) -> list[tuple]:
    rows = permutations(range(1, n + 1))
    return [s for s in product(list(rows), repeat=n) if all(len(set(column)) == n for column in zip(*s))]


def latin_square(rng, it):
    return (rng.choice(latin(rng.randint(1, 4))),)


def few_clues(got, square) -> bool:
    """Return whether no other square has these clues, and no smaller set does it."""
    cells = list(product(range(len(square)), repeat=2))
    others = [[(r, c) for r, c in cells if other[r][c] != square[r][c]] for other in latin(len(square))]
    differing = [frozenset(where) for where in others if where]
    alone = lambda clues: not any(where.isdisjoint(clues) for where in differing)
    fewer = combinations(cells, len(got) - 1) if got else []
    return alone(got) and len(set(got)) == len(got) and not any(map(alone, fewer))


DOMAINS["7.6"] = keeps(latin_square, few_clues, 8)
