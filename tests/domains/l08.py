"""The judges of lesson 08."""

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, inf
from random import Random

from . import (
    DOMAINS,
    covers_each_once,
    exact_number,
    exact_truth,
    items_and_options,
    keeps,
    near,
    same,
    some,
    value,
)


def judged_alike(mine, yours, names: list[str]) -> bool:
    """Return whether two models forbid the same zeros and ones."""
    every = (dict(zip(names, bits)) for bits in product((0, 1), repeat=len(names)))
    return all(bool(mine.broken(values)) == bool(yours.broken(values)) for values in every)


def rows_for(build: Callable, times: int = 12) -> Callable:
    """Return a judge of functions that add rows: `build(rng, it)` gives a fresh model, the
    arguments, the names."""

    def judge(answer, right, rng, it):
        for seed in range(times):
            models = []
            for function in (answer, right):
                model, args, names = build(Random(seed), it)
                function(model, *args)
                models.append(model)
            if models[0].names != models[1].names or not judged_alike(*models, names):
                return args
        return None

    return judge


def cells_to_fill(rng, it):
    from puzzlelib.ilp import Model

    model, elements = Model("cells"), range(1, rng.randint(1, 3) + 1)
    ranges = [range(n) for n in rng.choice([(1, 1, 1), (2, 1, 1), (1, 3, 1), (1, 2, 2)])]
    P = model.grid("P", elements, *ranges)
    return model, (P, elements, list(product(*ranges))), list(model.names)


def product_args(rng, it):
    from puzzlelib.ilp import Model

    model = Model("product")
    return model, model.variables("a", "b", "z"), ["a", "b", "z"]


def obeys(cells) -> tuple[bool, bool, bool]:
    """Return which of the rules three, together and bent some cells obey."""
    apart = [sorted(abs(a - b) for a, b in zip(one, two)) for one, two in combinations(cells, 2)]
    lines = [{*trio} for trio in combinations(cells, 3) if sum(len({*axis}) == 1 for axis in zip(*trio)) == 2]
    return len(cells) == 3, apart.count([0, 0, 1]) == 2, not lines


def is_independent(answer) -> bool:
    """Return whether each of three sets of cells breaks its own rule alone."""
    sets = [answer[rule] for rule in ("three", "together", "bent")]
    cube = set(product(range(3), repeat=3))
    fine = all(len({*map(tuple, cells)} & cube) == len(cells) for cells in sets)
    return fine and [obeys(cells).index(False) for cells in sets if sum(obeys(cells)) == 2] == [0, 1, 2]


def ls(rng, it):
    """Draw an L of three cells in the cube of 27, its cells in any order."""
    block = list(product(*(sorted(rng.sample([(0, 1), (1, 2)], 1)[0]) for _ in "xyz")))
    x = rng.choice(block)
    arms = [cell for cell in near(x) if cell in block]
    return (rng.sample([x, *rng.sample(arms, 2)], 3),)


def models_of_covers(answer, right, rng, it):
    for _ in range(12):
        _, options = items_and_options(rng, it)
        options = {name: sorted(items) for name, items in options.items()}
        mine, yours = answer(dict(options)), right(dict(options))
        if set(mine.names) != set(options) or not judged_alike(mine, yours, list(options)):
            return options
    return None


def no_packing(answer) -> bool:
    """Return whether L's cannot fill the board, and the named cells cannot each be covered once,
    but can when one is left out."""
    rows = [line.split() for line in answer["board"].strip().splitlines()]
    cells = {(x, y) for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "#"}
    ls = ls_in(cells)
    rows_of = {f"cell ({x},{y},0)": (x, y) for x, y in cells}
    if len(cells) % 3 or len(cells) < 6 or not set(answer["reason"]) <= set(rows_of):
        return False
    named = [rows_of[name] for name in answer["reason"]]
    fine = len(set(named)) == len(named) and set(named) <= cells and not covers_each_once(cells, ls)
    return (
        fine
        and not covers_each_once(set(named), ls)
        and all(covers_each_once({*named} - {one}, ls) for one in named)
    )


def ls_in(cells: set) -> list[set]:
    """Return each L of three of these cells: a block of four without one."""
    blocks = ([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] for x, y in product(range(-1, 12), repeat=2))
    return [one for block in blocks for gone in block if (one := {*block} - {gone}) <= cells]


def least_fraction(got, n) -> bool:
    """Return whether one L lies there whole and nothing else does, and n·y is 1."""
    xs, y = got
    return sorted(xs) == [0] * (n - 1) + [1] and abs(n * y - 1) < 1e-6


CARDS = {"ab": 2, "bc": 3, "e": 5, "cd": 5, "ae": 3, "ad": 7, "be": 2}


@cache
def least_cost(fixed: frozenset, parts: int) -> float:
    """Return the least cost of the cards, each taken as a whole or in so many parts. Two parts are
    as good as any: if no card has three letters, one of the best ways has halves only (Balinski,
    1965)."""
    ways = (dict(zip(CARDS, taken)) for taken in product(range(parts + 1), repeat=len(CARDS)))
    costs = [
        sum(CARDS[card] * times for card, times in way.items()) / parts
        for way in ways
        if all(way[card] == value * parts for card, value in fixed)
        and all(sum(way[card] for card in CARDS if letter in card) == parts for letter in "abcde")
    ]
    return min(costs, default=inf)


def is_finished(tree) -> bool:
    """Return whether a tree looks at all that its branches leave open, with true bounds and
    ends."""
    left, best = [frozenset()], inf
    for fixed, bound, end in tree:
        here = frozenset(fixed.items())
        left.remove(here)
        least, (word, _, card) = least_cost(here, 2), end.partition(" ")
        told = bound is None if least == inf else bound in (least, ceil(least))
        if not told or not end_is_true(word, card, fixed, best):
            return False
        if word == "answer":
            best = min(best, least)
        if word == "branch":
            left += [here | {(card, value)} for value in (0, 1)]
    return not left and len(tree) <= 15


def end_is_true(word: str, card: str, fixed: dict, best: float) -> bool:
    least, whole = (least_cost(frozenset(fixed.items()), parts) for parts in (2, 1))
    match word, card:
        case "branch", _:
            return card in CARDS and card not in fixed and least < inf
        case "answer", "":
            return whole == least < inf
        case "pruned", "":
            return best < inf and best <= ceil(least) if least < inf else False
        case "none", "":
            return least == inf
    return False


def colours(multipliers) -> bool:
    """Return whether the rows of five L-tetrominoes in 4×5, times these numbers, add up to whole numbers
    on the left and to none on the right."""
    times = {name: Fraction(number).limit_denominator(10**6) for name, number in multipliers.items()}
    each = times.get("piece L", 0)
    shapes = [[(0, 0), (a, 0), (2 * a, 0), (end, b)] for a in (-1, 1) for b in (-1, 1) for end in (0, 2 * a)]
    shapes += [[(y, x) for x, y in shape] for shape in shapes]
    sums = {
        sum(times.get(f"cell ({x + dx},{y + dy},0)", 0) for dx, dy in shape)
        for x, y in product(range(4), range(5))
        for shape in shapes
        if all(0 <= x + dx < 4 and 0 <= y + dy < 5 for dx, dy in shape)
    }
    right = sum(times.values()) + 4 * each  # five L's
    return all((each + one).denominator == 1 for one in sums) and right.denominator > 1


def rosters(answer, right, rng, it):
    """Judge a model: it allows just those rosters, of all, that keep the rules."""
    for _ in range(40):
        days = rng.sample(["Mon", "Tue", "Wed"], rng.choice([1, 2, 3, 3]))
        free = lambda: some(rng, days, rng.choice([0, len(days) - 1]))
        people = {name: free() for name in ("Ann", "Bob", "Cem")[: rng.choice([1, 2, 3, 3])]}
        needs = (
            wanted_by(days, people, rng) if rng.random() < 0.8 else {day: rng.randint(0, 2) for day in days}
        )
        model, every = answer(deepcopy(people), dict(needs)), [*product(people, days)]
        if not {*model.names} <= {f"{name} {day}" for name, day in every}:
            return people, needs
        for bits in product((0, 1), repeat=len(every)):
            work = {pair for pair, bit in zip(every, bits) if bit}
            values = {f"{name} {day}": 1 for name, day in work}
            allowed = values.keys() <= model.names.keys() and not model.broken(values)
            if allowed != works(work, people, needs):
                return people, needs, work
    return None


def wanted_by(days: list, people: dict, rng: Random) -> dict[str, int]:
    """Return the number of people for each day when all who can do come, one by one."""
    work = set()
    for pair in some(rng, [(name, day) for name in people for day in people[name]]):
        work |= {pair} if is_rested(work | {pair}, days) else set()
    return {day: sum(day == one for _, one in work) for day in days}


def is_rested(work: set, days: list) -> bool:
    """Return whether nobody works on two days in a row."""
    return not any(
        (name, after) in work for name, day in work for a, after in zip(days, days[1:]) if a == day
    )


def works(work: set, people: dict, needs: dict) -> bool:
    return (
        all(day in people[name] for name, day in work)
        and all(sum(day == one for _, one in work) == times for day, times in needs.items())
        and is_rested(work, list(needs))
    )


def whole_corners(add_cuts: Callable) -> bool:
    """Return whether the rows in HiGHS leave an area with the corners (0,0), (2,0), (1,2) and (0,3): all
    crossings of two rows, exactly."""
    import highspy

    h = highspy.Highs()
    h.silent()
    x, y = h.addIntegral(), h.addIntegral()
    add_cuts(h, x, y)
    lp, rows = h.getLp(), [(3, 5, 15), (5, 2, 10), (-1, 0, 0), (0, -1, 0)]
    for low, high, row in zip(lp.row_lower_, lp.row_upper_, range(lp.num_row_)):
        *_, index, values = h.getRowEntries(row)
        a, b = (dict(zip(map(int, index), map(Fraction, values))).get(column, 0) for column in (0, 1))
        rows += [(a, b, Fraction(high))] if high < inf else []
        rows += [(-a, -b, -Fraction(low))] if low > -inf else []
    found = set()
    for (a, b, e), (c, d, f) in combinations(rows, 2):
        if wide := a * d - b * c:
            corner = Fraction(e * d - b * f) / wide, Fraction(a * f - e * c) / wide
            if all(u * corner[0] + v * corner[1] <= w for u, v, w in rows):
                found.add(corner)
    return found == {(0, 0), (2, 0), (1, 2), (0, 3)}


DOMAINS["8.1"] = rows_for(cells_to_fill)

DOMAINS["8.2"] = rows_for(product_args, 1)

DOMAINS["8.3"] = same(ls, exact_truth)

DOMAINS["8.4"] = models_of_covers

DOMAINS["8.4a"] = keeps(lambda rng, it: (rng.randint(2, 8),), least_fraction)

DOMAINS["8.4g"] = value(whole_corners)

DOMAINS["8.4c"] = value(is_finished)

DOMAINS["8.4f"] = value(colours)


def a_node(rng, it):
    """Draw a bound and an incumbent, close to each other, or None."""
    incumbent = rng.choice([None, rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 9)])
    bound = (incumbent or 5) + rng.randint(-8, 8) / 8
    return rng.choice([None, bound, bound, bound]), incumbent


def a_switch(rng, it):
    """Draw the coefficients and the right side of a row."""
    return [rng.randint(-9, 9) for _ in range(rng.randint(0, 5))], rng.randint(-9, 9)


def a_flat(rng, it):
    """Draw how many minutes each of a few people needs for each of a few chores."""
    chores = [f"chore {k}" for k in range(rng.randint(1, 6))]
    return ({name: {chore: rng.randint(1, 9) for chore in chores} for name in "ABC"[: rng.randint(1, 3)]},)


def well_shared(got, minutes) -> bool:
    """Return whether each chore is done once, and nobody could be finished earlier, by trying all ways."""
    chores = [*next(iter(minutes.values()))]
    end = lambda way: max(
        sum(minutes[one][c] for c, who in zip(chores, way) if who == one) for one in minutes
    )
    who = {chore: [one for one in got if chore in [*got[one]]] for chore in chores}
    if any(len(some) != 1 for some in who.values()) or sum(map(len, got.values())) != len(chores):
        return False
    least = min(map(end, product(minutes, repeat=len(chores))))
    return end([who[chore][0] for chore in chores]) == least


DOMAINS["8.4b"] = same(a_node, exact_truth)

DOMAINS["8.8"] = same(a_switch, exact_number)

DOMAINS["8.9"] = keeps(a_flat, well_shared, 20)

DOMAINS["8.6"] = value(no_packing)

DOMAINS["8.7"] = rosters

DOMAINS["8.2a"] = value(is_independent)
