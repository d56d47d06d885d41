"""The judges of lesson 01."""

from functools import cache
from itertools import chain, combinations, permutations, product
from random import Random

from lessons.kit.checks.run_answer import list_of_lists

from . import DOMAINS, bag, exact_number, exact_truth, keeps, only, same, some

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def magic_squares() -> list[tuple[int, ...]]:
    """By trying all."""
    return [
        square
        for square in permutations(range(1, 10))
        if sum(square[:3]) == 15 and all(sum(square[cell] for cell in line) == 15 for line in LINES)
    ]


def square_with_gaps(rng, it, most: int = 5):
    square, gaps = rng.sample(range(1, 10), 9), some(rng, range(9), 0, most)
    return ([0 if cell in gaps else number for cell, number in enumerate(square)],)


def alive_or_dead(rng, it):
    if rng.random() < 0.5:
        return square_with_gaps(rng, it, 9)
    gaps = some(rng, range(9))
    return ([0 if cell in gaps else n for cell, n in enumerate(rng.choice(magic_squares()))],)


def prunes(got, square) -> bool:
    wrong = any(sum(square[c] for c in line) != 15 for line in LINES if all(square[c] for c in line))
    alive = any(all(n in (0, m) for n, m in zip(square, whole)) for whole in magic_squares())
    return exact_truth(got)[0] == "bool" and (not got if wrong else got or not alive)


class Whim:
    """A test without sense, to see what a search does with its answers."""

    def __init__(self, seed: int):
        self.seed = seed

    def __call__(self, square) -> bool:
        return Random(f"{self.seed} {list(square)}").random() < 0.8


@cache
def squares_of_1514() -> set[tuple[int, ...]]:
    """By trying all rows above the year; the top row is what the columns lack."""
    found = set()
    for first in range(1, 5):
        bottom = (first, 15, 14, 5 - first)
        rest = set(range(1, 17)) - set(bottom)
        fours = [four for four in combinations(rest, 4) if sum(four) == 34]
        apart = [(one, other) for one, other in product(fours, repeat=2) if not {*one} & {*other}]
        rows = (product(permutations(one), permutations(other)) for one, other in apart)
        for second, third in chain.from_iterable(rows):
            top = tuple(34 - a - b - c for a, b, c in zip(second, third, bottom))
            if {*top, *second, *third} == rest:
                square = top + second + third + bottom
                if sum(square[::5]) == sum(square[3:13:3]) == 34:
                    found.add(square)
    return found


def finds_all_of_1514(plan, right, rng, it):
    """Does a search with this plan find all squares, and put at most 25,000 numbers?"""
    square, found, puts = [0] * 13 + [15, 14, 0], set(), 0

    def fill():
        nonlocal puts
        if 0 not in square:
            return found.add(tuple(square))
        cell = plan(list(square))
        if cell is None:
            return None
        assert exact_number(cell)[0] and type(cell) is not bool and cell >= 0 and not square[cell], square
        for number in sorted({*range(1, 17)} - {*square}):
            puts += 1
            assert puts <= 25_000
            square[cell] = number
            fill()
        square[cell] = 0

    fill()
    return next(iter(squares_of_1514() - found), None)


DOMAINS["1.1"] = same(square_with_gaps)

DOMAINS["1.2"] = lambda answer, right, rng, it: only(list_of_lists(answer), right, rng, it)

DOMAINS["1.3"] = keeps(alive_or_dead, prunes, 400)

DOMAINS["1.4"] = same(
    lambda rng, it: (*square_with_gaps(rng, it), Whim(rng.randrange(99))),
    seen=lambda got: bag(list_of_lists(got)),
)

DOMAINS["1.5"] = finds_all_of_1514


def queen(one, other) -> bool:
    (r, c), (s, d) = one, other
    return c == d or abs(r - s) == abs(c - d)


def rook(one, other) -> bool:
    return one[1] == other[1]


def knight(one, other) -> bool:
    (r, c), (s, d) = one, other
    return c == d or {abs(r - s), abs(c - d)} == {1, 2}


def finds_peaceful_ways(answer, right, rng, it):
    """All ways, as by trying all boards; and on a larger board the questions of a search that looks
    at each queen as it is put."""
    for n, attack in product(range(1, 6), (queen, rook, knight)):
        boards = product(range(n), repeat=n)
        ways = [list(b) for b in boards if not any(attack(*pair) for pair in combinations(enumerate(b), 2))]
        if bag(list_of_lists(answer(n, attack))) != bag(ways):
            return n, attack
    questions = []
    list_of_lists(answer(8, lambda one, other: questions.append(one) or queen(one, other)))
    return None if 8 < len(questions) < 200_000 else len(questions)


DOMAINS["1.6"] = finds_peaceful_ways


class OfKilograms(int):
    """A weight that is added or subtracted at most three million times by one answer."""

    used = 0

    def spend(self, other, act):
        OfKilograms.used += 1
        assert OfKilograms.used < 3_000_000
        return OfKilograms(act(int(self), int(other)))

    def __add__(self, other):
        return self.spend(other, int.__add__)

    def __sub__(self, other):
        return self.spend(other, int.__sub__)

    def __rsub__(self, other):
        return self.spend(other, int.__rsub__)

    __radd__ = __add__


def finds_all_loads(answer, right, rng, it):
    """All sets with a sum, as by trying all; and of 24 weights those of three, and of all but three."""
    for _ in range(60):
        weights = some(rng, range(1, 30), 0, 7)
        total = sum(some(rng, weights)) if rng.random() < 0.7 else rng.randint(0, 60)
        sets = [some for size in range(8) for some in combinations(weights, size) if sum(some) == total]
        if bag(map(sorted, list_of_lists(answer(list(weights), total)))) != bag(map(sorted, sets)):
            return weights, total
    heavy = rng.sample(range(100, 160), 24)
    threes = [three for three in combinations(heavy, 3) if sum(three) == sum(heavy[:3])]
    for total, sets in (
        (sum(heavy[:3]), threes),
        (sum(heavy[3:]), [[one for one in heavy if one not in three] for three in threes]),
    ):
        OfKilograms.used = 0
        got = answer([*map(OfKilograms, heavy)], OfKilograms(total))
        if bag(map(sorted, list_of_lists(got))) != bag(map(sorted, sets)):
            return heavy, total
    return None


DOMAINS["1.7"] = finds_all_loads
