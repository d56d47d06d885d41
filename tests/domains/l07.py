"""The judges of lesson 07."""

from functools import cache
from itertools import combinations, permutations, product

from . import DOMAINS, bag, exact_number, keeps, same, some


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


def domino_box(rng, it):
    """Draw a box of two rows for dominoes A, B, C, …, with one of its packings."""
    from puzzlelib import PackingPuzzle

    wide = rng.randint(1, 3)
    names = "ABC"[:wide]
    cells = [*product(range(wide), range(2), [0])]
    puzzle = PackingPuzzle.from_pieces(dict.fromkeys(names, "##"), box=[wide, 2])
    place = {(one.piece, frozenset(one.cells)): one for one in puzzle.placements}
    packings = [tuple(place[one] for one in packing) for packing in lay_dominoes(frozenset(cells), names)]
    return puzzle, [*rng.choice(packings)], packings


def lay_dominoes(empty: frozenset, names) -> list[tuple]:
    """Return all ways to fill cells with dominoes of these names, in the order of the names."""
    if not names:
        return [()]
    pairs = [
        frozenset(pair) for pair in combinations(empty, 2) if sum(abs(a - b) for a, b in zip(*pair)) == 1
    ]
    return [((names[0], pair), *rest) for pair in pairs for rest in lay_dominoes(empty - pair, names[1:])]


def fewest_by_asking(answer, right, rng, it):
    """Judge hints by all packings of small boxes: no other packing has them, and no fewer do."""
    for _ in range(20):
        puzzle, solution, packings = domino_box(rng, it)
        got = [*answer(puzzle, [*solution])]
        holding = lambda hints, packings=packings: sum(set(hints) <= {*packing} for packing in packings)
        fewer = combinations(solution, len(got) - 1) if got else []
        if not set(got) <= {*solution} or holding(got) != 1 or any(holding(hints) == 1 for hints in fewer):
            return puzzle, solution
    return None


DOMAINS["7.7"] = fewest_by_asking

DOMAINS["7.1"] = same(packings_and_hints)


def some_answers(rng, it):
    """Draw up to eight answers of a few atoms, some of them one answer in another order."""
    return ([some(rng, [f"hint({n})" for n in range(1, 4)]) for _ in range(rng.randint(0, 8))],)


DOMAINS["7.1a"] = same(some_answers, exact_number)

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
