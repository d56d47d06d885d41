"""The judges of lesson 04."""

from collections.abc import Iterator
from itertools import chain, combinations, permutations, product

from . import DOMAINS, bag, exact_number, items_and_options, keeps, only, polycube, same, some, sort_sets


def forms_and_board(rng, it):
    """Forms of one to four cells, each in one to three orientations, and a board somewhere in 20×20."""
    low = lambda cells: [(x - min(x for x, _ in cells), y - min(y for _, y in cells)) for x, y in cells]
    flat = lambda: low(sorted({cell[:2] for cell in polycube(rng, it, 4)[0]}))
    forms = {name: [flat() for _ in range(rng.randint(1, 3))] for name in "ABC"[: rng.randint(1, 3)]}
    forms = {name: [list(one) for one in dict.fromkeys(map(tuple, shapes))] for name, shapes in forms.items()}
    right, up = rng.randint(0, 15), rng.randint(0, 16)
    return forms, {(x + right, y + up) for x, y in some(rng, product(range(5), range(4)), 1)}


def has_fewest_options(got, items, options) -> bool:
    counts = {item: sum(item in option for option in options.values()) for item in items}
    return got in counts and counts[got] == min(counts.values())


def clashing(answer, right, rng, it):
    """Two choices share an item exactly if they may not both be there."""
    choices = [(r, c, d) for r in range(9) for c in range(9) for d in range(1, 10)]
    items = {choice: answer(*choice) for choice in choices}
    for choice, four in items.items():
        if len(four) != 4 or len(set(four)) != 4:
            return choice
    for one, other in chain(
        zip(rng.choices(choices, k=9000), rng.choices(choices, k=9000)),
        (pair for group in choices_by_item(items) for pair in combinations(group, 2)),
    ):
        if bool(set(items[one]) & set(items[other])) != are_in_conflict(one, other):
            return one, other
    return None


def choices_by_item(items: dict) -> Iterator[list]:
    found = {}
    for choice, four in items.items():
        for item in four:
            found.setdefault(item, []).append(choice)
    return (group[:12] for group in found.values())


def are_in_conflict(one, other) -> bool:
    (r, c, d), (s, e, f) = one, other
    same_unit = r == s or c == e or (r // 3, c // 3) == (s // 3, e // 3)
    return (r, c) == (s, e) or d == f and same_unit


DOMAINS["4.1"] = only

DOMAINS["4.2"] = same(forms_and_board, bag)

DOMAINS["4.3"] = keeps(items_and_options, has_fewest_options)

DOMAINS["4.4"] = same(items_and_options, bag)

DOMAINS["4.5"] = clashing


DOMAINS["4.4a"] = same(items_and_options)

DOMAINS["4.7"] = same(
    lambda rng, it: (rng.randint(1, 6),), lambda got: (bag(got[0]), sort_sets(bag(got[1].values()))), 12
)


def sets_to_cover(rng, it):
    items, options = items_and_options(rng, it)
    return frozenset(items), [frozenset(one) for one in options.values()]


DOMAINS["4.8"] = same(sets_to_cover, exact_number)


def places_kings(answer, right, rng, it):
    """The covers of a model, found by trying all orders of the columns, are the peaceful ways."""
    for n in range(1, 7):
        items, options, secondary = answer(n)
        items, ways = list(items), []
        for order in permutations(range(n)):
            kings = list(enumerate(order))
            if all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in combinations(kings, 2)):
                ways.append(frozenset(kings))
        names = list(options)
        assert all(r in range(n) and c in range(n) for r, c in names) and not {*items} & {*secondary}

        def covers(k: int, chosen: tuple, used: frozenset) -> Iterator[frozenset]:
            if k == len(names):
                if used.issuperset(items):
                    yield frozenset(chosen)
                return
            new = frozenset(options[names[k]])
            assert new and new <= {*items, *secondary}
            if not new & used:
                yield from covers(k + 1, (*chosen, names[k]), used | new)
            later = set().union(*(options[name] for name in names[k + 1 :]))
            if later.issuperset(set(items) - used):
                yield from covers(k + 1, chosen, used)

        if bag(covers(0, (), frozenset())) != bag(ways):
            return n
    return None


DOMAINS["4.9"] = places_kings
