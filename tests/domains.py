"""Inputs of the exercises' own domains: an answer is compared with the solution, or judged by brute force,
without asking the check.

`DOMAINS["4.4"](answer, right, rng, it)` gives the first input on which an answer fails, or None; `right`
is the solution's answer, `it` holds what the lesson's cells define.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import chain, combinations, permutations, product
from math import ceil, inf
from numbers import Integral, Real
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import yaml

DOMAINS: dict[str, Callable] = {}
Args = tuple


def domain(*ids: str):
    """Decorator: the judge of an exercise."""

    def register(judge):
        DOMAINS.update(dict.fromkeys(ids, judge))
        return judge

    return register


def settled(value: Any) -> Any:
    """What comes out of a call; a generator's values as a list."""
    return list(value) if isinstance(value, Iterator) else value


def same(inputs: Callable, seen: Callable = lambda got: got, times: int = 60) -> Callable:
    """A judge: on each input the answer gives what the solution gives, seen in this way."""

    def judge(answer, right, rng, it):
        for args in drawn(inputs, rng, it, times):
            expected = seen(settled(right(*deepcopy(args))))
            if seen(settled(answer(*deepcopy(args)))) != expected:
                return args
        return None

    return judge


def keeps(inputs: Callable, rule: Callable, times: int = 60) -> Callable:
    """A judge where more than one result is right: `rule(got, *args)` says whether it is."""

    def judge(answer, right, rng, it):
        for args in drawn(inputs, rng, it, times):
            if not rule(settled(answer(*deepcopy(args))), *args):
                return args
        return None

    return judge


def value(rule: Callable) -> Callable:
    """A judge of an answer that is no function."""
    return lambda answer, right, rng, it: None if rule(settled(answer)) else "the answer itself"


def drawn(inputs: Callable, rng: Random, it, times: int) -> Iterator[Args]:
    """So many random inputs."""
    return (inputs(rng, it) for _ in range(times))


def only(answer, right, rng, it):
    """The judge where just one answer is right: that of the solution."""
    return None if lists(answer) == lists(right) else "the answer itself"


def lists(value: Any) -> Any:
    """Tuples as lists."""
    return [*map(lists, value)] if isinstance(value, (list, tuple)) else value


def truth(got: Any) -> tuple:
    """True and False, but no other thing that counts as such."""
    return type(got).__name__.rstrip("_"), bool(got)


def exact(got: Any) -> tuple:
    """A number, and whether it is a whole one: 2.0 is not 2."""
    return isinstance(got, Integral), got


def bag(got: Iterable) -> list:
    """In order, whatever order they came in; sets in order, too."""
    return sorted(map(tidy, got), key=repr)


def tidy(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return sorted(map(tidy, value), key=repr)
    return [*map(tidy, value)] if isinstance(value, (list, tuple)) else value


def some(rng: Random, values: Iterable, least: int = 0, most: int | None = None) -> list:
    """Some of the values, in random order."""
    values = list(values)
    return rng.sample(values, rng.randint(least, len(values) if most is None else min(most, len(values))))


# ---------------------------------------------------------------- lesson 00


def box(rng: Random) -> list[tuple[int, int, int]]:
    return list(product(*(range(rng.randint(1, 3)) for _ in "xyz")))


def parts(rng: Random, cells: list) -> list[tuple]:
    """Cells dealt out to pieces A, B, C, …"""
    cells, pieces = rng.sample(cells, len(cells)), []
    while cells:
        size = rng.randint(1, 4)
        pieces.append((chr(65 + len(pieces)), tuple(cells[:size])))
        cells = cells[size:]
    return pieces


def box_and_hints(rng, it):
    cells = box(rng)
    return tuple(cells), tuple(some(rng, parts(rng, cells)))


def perhaps_packed(rng, it):
    """A packing, or one with a small fault."""
    cells = box(rng)
    pieces = parts(rng, cells)
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
DOMAINS["0.2"] = same(perhaps_packed, truth)


# ---------------------------------------------------------------- lesson 01

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
    return truth(got)[0] == "bool" and (not got if wrong else got or not alive)


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
    """Does a search with this plan find all squares, and put at most 20,000 numbers?"""
    square, found, puts = [0] * 13 + [15, 14, 0], set(), 0

    def fill():
        nonlocal puts
        if 0 not in square:
            return found.add(tuple(square))
        cell = plan(list(square))
        if cell is None:
            return None
        assert exact(cell)[0] and type(cell) is not bool and cell >= 0 and not square[cell], square
        for number in sorted({*range(1, 17)} - {*square}):
            puts += 1
            assert puts <= 20_000
            square[cell] = number
            fill()
        square[cell] = 0

    fill()
    return next(iter(squares_of_1514() - found), None)


DOMAINS["1.1"] = same(square_with_gaps)
DOMAINS["1.2"] = only
DOMAINS["1.3"] = keeps(alive_or_dead, prunes, 400)
DOMAINS["1.4"] = same(lambda rng, it: (*square_with_gaps(rng, it), Whim(rng.randrange(99))), bag)
DOMAINS["1.5"] = finds_all_of_1514


# ---------------------------------------------------------------- lesson 02


def cells_anywhere(rng, it):
    return (some(rng, product(range(-2, 4), repeat=3), 1, 6),)


def near(cell) -> list[tuple]:
    return [
        tuple(c + step * (k == axis) for k, c in enumerate(cell)) for axis in range(3) for step in (1, -1)
    ]


def polycube(rng, it, most: int = 5):
    """Cells that hang together."""
    cells = {(0, 0, 0)}
    for _ in range(rng.randint(0, most - 1)):
        cells.add(rng.choice(sorted({other for cell in cells for other in near(cell)} - cells)))
    return (rng.sample(sorted(cells), len(cells)),)


def pushed(cells) -> tuple:
    low = [min(axis) for axis in zip(*cells)]
    return tuple(sorted(tuple(c - m for c, m in zip(cell, low)) for cell in cells))


def spun(cells, rounds: int = 24) -> set[tuple]:
    """All orientations, by quarter turns about x and about z until nothing new comes."""
    found, todo = set(), [pushed(cells)]
    while todo:
        shape = todo.pop()
        if shape not in found:
            found.add(shape)
            todo += [pushed([(x, -z, y) for x, y, z in shape]), pushed([(-y, x, z) for x, y, z in shape])]
    return found


def quarter(got, cells) -> bool:
    turns = {pushed([(x, -z, y) for x, y, z in cells]), pushed([(x, z, -y) for x, y, z in cells])}
    return pushed([tuple(cell) for cell in got]) in turns and len(got) == len(cells)


def right_numbers(answer) -> bool:
    return {1, 4, 6} <= set(answer) and all(
        len(set(map(tuple, cells))) == len(cells) > 1 and one_piece(cells) and len(spun(cells)) == number
        for number, cells in answer.items()
    )


def one_piece(cells) -> bool:
    rest = set(map(tuple, cells))
    todo = [rest.pop()]
    while todo:
        todo += (found := rest & {*near(todo.pop())})
        rest -= found
    return not rest


def all_sizes(answer, right, rng, it):
    """One to six cells: a neighbour that is forgotten is missed only at six."""
    named = lambda got: sorted(min(spun(one)) for one in got)
    sizes = range(1, 7)
    return next((size for size in sizes if named(settled(answer(size))) != named(right(size))), None)


def piece_and_box(rng, it):
    return polycube(rng, it)[0], tuple(rng.randint(1, 6) for _ in "xyz")


HEXAGONS = [1, 1, 3, 7, 22, 82]  # honeycombs of 1 to 6 cells: A000228


def hexagon_name(cells) -> tuple:
    """The smallest picture in three coordinates with the sum 0: axes in any order, one sign for all."""
    pictures = []
    for axes, sign in product(permutations(range(3)), (1, -1)):
        moved = [[sign * (q, r, -q - r)[axis] for axis in axes] for q, r in cells]
        pictures.append(pushed(moved))
    return min(pictures)


def hexagons_hang(cells) -> bool:
    """Is each cell reached from the first? Neighbours differ by 1, 1 and 0 in the three coordinates."""
    reached, rest = [cells[0]], set(cells[1:])
    for q, r in reached:
        near = {(a, b) for a, b in rest if sorted(map(abs, (a - q, b - r, a - q + b - r))) == [0, 1, 1]}
        rest -= near
        reached += near
    return not rest


def all_honeycombs(answer, right, rng, it):
    """The right number of different pieces, each in one piece."""
    for size, many in enumerate(HEXAGONS, 1):
        pieces = [[tuple(cell) for cell in piece] for piece in settled(answer(size))]
        fine = all(len(set(piece)) == len(piece) == size and hexagons_hang(piece) for piece in pieces)
        if not fine or len(pieces) != many or len(set(map(hexagon_name, pieces))) != many:
            return size
    return None


DOMAINS["2.1"] = same(cells_anywhere, lambda got: (type(got), got))
DOMAINS["2.2"] = keeps(cells_anywhere, quarter)
DOMAINS["2.3"] = same(polycube, bag)
DOMAINS["2.4"] = same(piece_and_box)
DOMAINS["2.5"] = all_sizes
DOMAINS["2.6"] = value(right_numbers)
DOMAINS["2.7"] = all_honeycombs


# ---------------------------------------------------------------- lesson 03


def pieces_on_a_board(rng, it):
    """Empty cells, pieces that have as many cells together, and places for them."""
    cells = rng.sample(list(product(range(3), range(2), (0,))), 6)[: rng.randint(1, 6)]
    pieces = parts(rng, cells)
    more = [
        (name, tuple(rng.sample(cells + [(7, 7, 0)], len(where))))
        for name, where in pieces * 3
        if len(where) <= len(cells)
    ]
    places = list(dict.fromkeys((name, frozenset(where)) for name, where in pieces + more))
    kept = cells[rng.random() < 0.3 :]  # with a cell less, only pieces that overlap could fill the board
    return frozenset(kept), [name for name, _ in pieces], rng.sample(places, len(places))


def either_way(got) -> list:
    """Packings in any order, each from its first piece or from its last."""
    return bag(min(packing, packing[::-1], key=repr) for packing in map(tidy, got))


def board_by_cell(rng, it):
    empty, left, places = pieces_on_a_board(rng, it)
    return empty, frozenset(left), places


def rooms(rng, it):
    return (frozenset(some(rng, product(range(3), repeat=3))),)


def dealt(islands: list, sizes: list) -> bool:
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


def hopeless(got, islands, sizes) -> bool:
    reach = {sum(group) for k in range(len(sizes) + 1) for group in combinations(sizes, k)}
    lost = any(island not in reach for island in islands)
    return truth(got)[0] == "bool" and (got if lost else not (got and dealt(islands, sizes)))


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


def measured(rng, it):
    """Guesses of the nodes, and how many nodes took how many seconds."""
    return [rng.randint(1, 99) for _ in range(rng.randint(1, 5))], rng.randint(1, 9), rng.uniform(0.1, 4)


def wishes_of_clubs(rng, it):
    wish = lambda: frozenset(some(rng, "abcde", 1, 2))
    return ({club: [wish() for _ in range(rng.randint(0, 3))] for club in some(rng, "ABCD")},)


def fits(got, wishes) -> bool:
    """A timetable in which no hour is given twice; None exactly if there is none."""
    ways = [way for way in product(*wishes.values()) if sum(map(len, way)) == len(frozenset().union(*way))]
    return not ways if got is None else set(got) == set(wishes) and tuple(got[c] for c in wishes) in ways


DOMAINS["3.1"] = same(board_by_cell, either_way)
DOMAINS["3.2"] = same(pieces_on_a_board, bag)
DOMAINS["3.3"] = same(rooms, lambda got: (type(got), got))
DOMAINS["3.4"] = keeps(islands_and_sizes, hopeless, 300)
DOMAINS["3.5"] = same(tree_and_choice)
DOMAINS["3.5a"] = same(measured, lambda got: round(got, 6))
DOMAINS["3.5b"] = same(lambda rng, it: (some(rng, product(range(4), repeat=3)),), exact)
DOMAINS["3.7"] = keeps(wishes_of_clubs, fits, 100)


# ---------------------------------------------------------------- lesson 04


def forms_and_board(rng, it):
    """Forms of one to four cells, each in one to three orientations, and a board with holes."""
    low = lambda cells: [(x - min(x for x, _ in cells), y - min(y for _, y in cells)) for x, y in cells]
    flat = lambda: low(sorted({cell[:2] for cell in polycube(rng, it, 4)[0]}))
    forms = {name: [flat() for _ in range(rng.randint(1, 3))] for name in "ABC"[: rng.randint(1, 3)]}
    forms = {name: [list(one) for one in dict.fromkeys(map(tuple, shapes))] for name, shapes in forms.items()}
    return forms, set(some(rng, product(range(5), range(4)), 1))


def items_and_options(rng, it):
    items = list("abcde"[: rng.randint(1, 5)])
    options = {f"o{n}": set(some(rng, items, 1, 3)) for n in range(rng.randint(0, 8))}
    return rng.sample(items, len(items)), options


def fewest(got, items, options) -> bool:
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
        (pair for group in groups(items) for pair in combinations(group, 2)),
    ):
        if bool(set(items[one]) & set(items[other])) != clash(one, other):
            return one, other
    return None


def groups(items: dict) -> Iterator[list]:
    """Choices with an item in common."""
    found = {}
    for choice, four in items.items():
        for item in four:
            found.setdefault(item, []).append(choice)
    return (group[:12] for group in found.values())


def clash(one, other) -> bool:
    (r, c, d), (s, e, f) = one, other
    same_unit = r == s or c == e or (r // 3, c // 3) == (s // 3, e // 3)
    return (r, c) == (s, e) or d == f and same_unit


DOMAINS["4.1"] = only
DOMAINS["4.2"] = same(forms_and_board, bag)
DOMAINS["4.3"] = keeps(items_and_options, fewest)
DOMAINS["4.4"] = same(items_and_options, bag)
DOMAINS["4.5"] = clashing


# ---------------------------------------------------------------- lesson 05


def ring_with_gaps(rng, it):
    size = rng.randint(2, 7)
    right, left = [(x + 1) % size for x in range(size)], [(x - 1) % size for x in range(size)]
    gone = some(rng, range(1, size), 1)
    for x in gone:
        left[right[x]], right[left[x]] = left[x], right[x]
    return right, left, gone[-1]


def cover_by_chance(rng, it, main: int | None = None):
    """A small exact cover problem; each option has one of the first `main` items."""
    from puzzlelib.search.exact_cover import cover_of

    items, options = items_and_options(rng, it)
    first = sorted(items)[:main]
    return cover_of(sorted(sorted(one) for one in options.values() if one & {*first}), items=sorted(items))


ARRAYS = ("left", "right", "up", "down", "size", "top", "option", "needed")


def state(links, names=ARRAYS) -> dict[str, list]:
    return {name: [*getattr(links, name)] for name in names}


def covers(answer, right, rng, it):
    """Links are as after the library's cover."""
    from puzzlelib.search.links import Links

    for _ in range(40):
        cover = cover_by_chance(rng, it)
        mine, yours = Links(cover), Links(cover)
        for item in some(rng, range(1, len(cover.items) + 1), 1):
            answer(mine, item)
            yours.cover(item)
            if state(mine) != state(yours):
                return cover.options, item
    return None


def uncovered(answer, cover, chosen) -> Iterator[tuple[dict, dict]]:
    """Items are covered, and uncovered in reverse by an answer: what was before, and what is after each."""
    from puzzlelib.search.links import Links

    links, before = Links(cover), []
    for item in chosen:
        before.append(state(links))
        links.cover(item)
    for item in reversed(chosen):
        answer(links, item)
        yield before.pop(), state(links)


def uncovers(answer, right, rng, it):
    """Links are as they were before items were covered, and each uncover goes the way back."""
    for _ in range(40):
        cover = cover_by_chance(rng, it)
        chosen = some(rng, range(1, len(cover.items) + 1), 1)
        if any(old != new for old, new in uncovered(answer, cover, chosen)):
            return cover.options, chosen
        if not goes_back(answer, cover, chosen[0]):
            return cover.options, chosen[0], "another way back"
    return None


ARROWS = ("left", "right", "up", "down")


class Filmed(list):
    """A list that calls a function after each change."""

    def __setitem__(self, place, value):
        super().__setitem__(place, value)
        self.after()


def goes_back(answer, cover, item) -> bool:
    """Does an uncover pass, in reverse, each state of the arrows that cover passes as one node after the
    other leaves?"""
    from puzzlelib.search.links import Links

    links, film = Links(cover), []
    passed = [state(links, ARROWS)]
    for node, (back, on) in leaving(links, item):
        on[back[node]], back[on[node]] = on[node], back[node]
        passed.append(state(links, ARROWS))
    links = Links(cover)
    links.cover(item)
    for name in ARROWS:
        setattr(links, name, Filmed(getattr(links, name)))
        getattr(links, name).after = lambda: film.append(state(links, ARROWS))
    film.append(state(links, ARROWS))
    answer(links, item)
    seen = iter(film)
    return all(moment in seen for moment in reversed(passed))


def leaving(links, item) -> Iterator[tuple]:
    """The nodes that leave when an item is covered, each with the two arrays in which it leaves."""
    yield item, (links.left, links.right)
    for node in links.ring(item, links.down):
        for other in links.ring(node, links.right):
            yield other, (links.up, links.down)


def breaks_sizes(answer, right, rng, it):
    """Nothing but sizes of columns is ever wrong, and some are."""
    found = False
    for _ in range(60):
        cover = cover_by_chance(rng, it)
        chosen = some(rng, range(1, len(cover.items) + 1), 1)
        for old, new in uncovered(answer, cover, chosen):
            was, sizes = old.pop("size"), new.pop("size")
            if old != new or not all(map(is_number, sizes)):
                return cover.options, chosen
            found |= was[1:] != sizes[1:]
    return None if found else "no size is wrong"


def is_number(value) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def chosen_rows(cover, main: int) -> list[list[int]]:
    """All sets of options with the first `main` items once and the others at most once, by trying all."""
    items, found = [*cover.items], []
    for code in range(2 ** len(cover.options)):
        rows = [row for row in range(len(cover.options)) if code >> row & 1]
        times = [sum(item in cover.options[row] for row in rows) for item in items]
        if set(times[:main]) <= {1} and set(times[main:]) <= {0, 1}:
            found.append(rows)
    return sorted(found)


def searches(answer, right, rng, it, with_main: bool = False):
    """All solutions once, the links as before; and no more than twice the covers of a search that takes the
    item with the fewest options."""
    from puzzlelib.search.links import Links

    class Counted(Links):
        times = 0

        def cover(self, item):
            self.times += 1
            assert self.times < 10_000
            super().cover(item)

    run = answer if with_main else lambda links, main: answer(links)
    for _ in range(40):
        main = rng.randint(1, 5) if with_main else 5
        cover = cover_by_chance(rng, it, main)
        links = Links(cover)
        if sorted(map(sorted, settled(run(links, main)))) != chosen_rows(cover, main):
            return cover.options, main
        if state(links) != state(Links(cover)):
            return cover.options, main, "the links"
    large = [chess(5, with_main), bricks(4, 4)]
    for cover, main in large if with_main else [*large, hopeless_last()]:
        links = Counted(cover)
        settled(run(links, main))
        if links.times > 2 * fewest_covers([set(one) for one in cover.options], [*cover.items][:main]):
            return main, links.times
    return None


def chess(n: int, at_most: bool):
    """Queens with diagonals as the items that may stay empty; or rooks."""
    from puzzlelib.search.exact_cover import cover_of

    squares = [(f"r{r}", f"c{c}", f"u{r + c}", f"v{r - c}") for r, c in product(range(n), repeat=2)]
    squares = squares if at_most else [square[:2] for square in squares]
    items = {item: "rcuv".index(item[0]) for square in squares for item in square}
    return cover_of(squares, items=sorted(items, key=items.get)), 2 * n


def hopeless_last():
    """Items with an option each, and one that has none: a search should see that at once."""
    from puzzlelib.search.exact_cover import cover_of

    return cover_of(["a", "b", "c", "d"], items="abcdz"), 5


def bricks(wide: int, deep: int):
    """Dominoes on a rectangle, each cell an item."""
    from puzzlelib.search.exact_cover import cover_of

    cells = [*product(range(wide), range(deep))]
    pairs = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return cover_of(pairs, items=cells), len(cells)


def fewest_covers(options: list[set], main: list) -> int:
    """How often a search covers an item that always takes the one with the fewest options; on sets."""
    if not main:
        return 0
    item, covers = min(main, key=lambda item: sum(item in option for option in options)), 1
    for row in (row for row in options if item in row):
        rest = [option for option in options if not option & row]
        covers += len(row) - 1 + fewest_covers(rest, [other for other in main if other not in row])
    return covers


def compares(answer, right, rng, it):
    """The ratio is right for programs that are slow at first, disturbed once, or on a machine that gets
    warm."""
    for _ in range(60):
        base, extra, odd = [rng.uniform(1, 9), rng.uniform(1, 9)], [rng.choice([0, 50])] * 2, rng.randrange(2)
        runs, drift = rng.choice([(2, 0), (5, 0), (5, 0.2), (7, 0)]), 0
        runs, drift = runs
        base = [3.0, 3.0] if drift else base
        now, calls = [0.0], [0, 0]

        def work(which, base=base, extra=extra, odd=odd, now=now, calls=calls, runs=runs, drift=drift):
            disturbed = 100 * (runs > 2 and not drift and which == odd and calls[which] == 2)
            now[0] += base[which] + extra[which] * (calls[which] == 0) + disturbed + drift * sum(calls)
            calls[which] += 1

        got = answer(lambda: work(0), lambda: work(1), lambda now=now: now[0], runs)
        if abs(got / (base[0] / base[1]) - 1) > 0.12 or min(calls) < runs:
            return base, extra, runs, drift
    return None


def packings_and_turns(rng, it):
    """A group of turns, and packings that it takes to each other."""
    n = rng.randint(2, 6)
    turns = {tuple(range(n))}
    todo = [tuple(rng.sample(range(n), n)) for _ in range(rng.randint(0, 2))]
    while todo:
        turn = todo.pop()
        if turn not in turns:
            turns.add(turn)
            todo += [tuple(turn[other[k]] for k in range(n)) for other in turns]
            todo += [tuple(other[turn[k]] for k in range(n)) for other in turns]
    first = [frozenset(some(rng, range(n), 1, 3)) for _ in range(3)]
    packings = {frozenset(turn[k] for k in packing) for packing in first for turn in turns}
    return rng.sample(sorted(packings, key=sorted), len(packings)), [list(turn) for turn in sorted(turns)]


DOMAINS["5.1"] = same(ring_with_gaps, lists)
DOMAINS["5.2"] = only
DOMAINS["5.2a"] = covers


def count_orbits(got, packings, turns) -> bool:
    """By going from packing to packing until no turn leads to a new one."""
    rest, orbits = set(packings), 0
    while rest:
        orbits += 1
        todo = [rest.pop()]
        while todo:
            packing = todo.pop()
            images = {frozenset(turn[n] for n in packing) for turn in turns} & rest
            rest -= images
            todo += images
    return exact(got) == (True, orbits) and not isinstance(got, bool)


def defies_division(text) -> bool:
    """A puzzle as asked for, whose packings are no multiple of the turns of its box. By trying all."""
    data = yaml.safe_load(text)
    cells = frozenset(product(*map(range, data["box"])))
    pieces = {piece["name"]: [tuple(cell) for cell in piece["cells"]] for piece in data["pieces"]}
    copies = {piece["name"]: piece.get("copies", 1) for piece in data["pieces"]}
    shapes = {name: spun(shape) for name, shape in pieces.items()}
    asked = sum(copies.values()) >= 3 and len({min(one) for one in shapes.values()}) >= 2 and len(cells) <= 40
    packings, turns = set(filled(cells, shapes, copies)), box_turns(cells)
    moved = lambda part, turn: frozenset(turn[cell] for cell in part)
    image = lambda packing, turn: frozenset((name, moved(part, turn)) for name, part in packing)
    kinds = {frozenset(image(packing, turn) for turn in turns) for packing in packings}
    whole = sum(copies[name] * len(pieces[name]) for name in pieces) == len(cells)
    return asked and whole and len(kinds) >= 2 and len(packings) != len(kinds) * len(turns)


def filled(empty: frozenset, shapes: dict, copies: dict) -> Iterator[frozenset]:
    """All packings, each a set of (name, cells), by the first empty cell."""
    if not empty:
        yield frozenset()
        return
    for name, part in parts_at(min(empty), shapes):
        if copies[name] and part <= empty:
            for rest in filled(empty - part, shapes, copies | {name: copies[name] - 1}):
                yield rest | {(name, part)}


def parts_at(place, shapes: dict) -> list[tuple]:
    """All ways to put a piece so that it covers this cell."""
    moved = lambda form, corner: (tuple(c - k + p for c, k, p in zip(cell, corner, place)) for cell in form)
    return [
        (name, frozenset(moved(form, corner)))
        for name, forms in shapes.items()
        for form in forms
        for corner in form
    ]


def box_turns(cells: frozenset) -> list[dict]:
    """The rotations that take a box to itself, each as a map from cell to cell: quarter turns until nothing
    new comes."""
    start = sorted(cells)
    found, todo = set(), [tuple(start)]
    while todo:
        images = todo.pop()
        if images not in found:
            found.add(images)
            quarters = [(x, -z, y) for x, y, z in images], [(-y, x, z) for x, y, z in images]
            lows = [[min(axis) for axis in zip(*quarter)] for quarter in quarters]
            todo += [
                tuple(tuple(c - m for c, m in zip(cell, low)) for cell in quarter)
                for quarter, low in zip(quarters, lows)
            ]
    return [dict(zip(start, images)) for images in found if set(images) == cells]


DOMAINS["5.3"] = uncovers
DOMAINS["5.3a"] = searches
DOMAINS["5.3b"] = breaks_sizes
DOMAINS["5.4"] = compares
DOMAINS["5.5"] = keeps(packings_and_turns, count_orbits)
DOMAINS["5.6"] = value(defies_division)
DOMAINS["5.7"] = lambda *given: searches(*given, with_main=True)


# ---------------------------------------------------------------- lesson 06


def answer_sets(program: str, facts: str = "", *names: str) -> set[frozenset[str]]:
    """The answers of an ASP program with some facts, of each the atoms with these names, or all of them; of
    more than a thousand, the first."""
    from clingo import Control

    control, found = Control(["0"], logger=lambda *_: None), set()

    def seen(model):
        atoms = model.symbols(atoms=True)
        found.add(frozenset(str(atom) for atom in atoms if not names or atom.name in names))
        return len(found) <= 1000

    control.add(f"{facts}\n{program}")
    control.ground()
    control.solve(on_model=seen)
    return found


def answers_as(cases: Callable, *names: str, times: int = 30) -> Callable:
    """A judge of ASP programs: `cases(rng, it)` gives facts, and the answers that a program has to have."""

    def judge(answer, right, rng, it):
        for facts, expected in drawn(cases, rng, it, times):
            if answer_sets(answer, facts, *names) != expected:
                return facts
        return None

    return judge


def shape_to_write(rng, it):
    cells = some(rng, product(range(12), repeat=rng.choice([2, 3])), 1, 5)
    return rng.choice(["I", "Z_mirror", "my piece"]), rng.randint(1, 24), cells


def alone_without_braces(program: str) -> bool:
    """a, b or c, and heads and bodies of single atoms: asked of clingo's own parser."""
    from clingo.ast import ASTType, parse_string

    parsed = []
    parse_string(program, parsed.append)
    rules = [line for line in parsed if line.ast_type == ASTType.Rule]
    literal = lambda part: part.ast_type == ASTType.Literal
    plain = all(literal(rule.head) and all(map(literal, rule.body)) for rule in rules)
    return plain and answer_sets(program, "", *"abc") == {*map(frozenset, "abc")}


FLAT = {"S": [(0, 0)], "D": [(0, 0), (1, 0)], "I": [(0, 0), (1, 0), (2, 0)], "V": [(0, 0), (1, 0), (0, 1)]}


def turned_flat(cells) -> list[list[tuple]]:
    """The orientations of a flat shape on the table, each pushed to the corner."""
    found = []
    for _ in range(4):
        cells = [(y, -x) for x, y in cells]
        low = [min(axis) for axis in zip(*cells)]
        found.append(sorted((x - low[0], y - low[1]) for x, y in cells))
    return [list(one) for one in dict.fromkeys(map(tuple, found))]


def board_and_packings(rng, it):
    """A board, pieces in all rotations, mostly as many squares as cells; all packings, by trying all ways."""
    while True:
        cells = list(product(range(rng.randint(1, 4)), range(rng.randint(1, 3))))
        pieces = {f"{name}{k}": turned_flat(FLAT[name]) for k, name in enumerate(rng.choices("SDIV", k=3))}
        pieces = dict(some(rng, pieces.items(), 1))
        if sum(len(turns[0]) for turns in pieces.values()) == len(cells) or rng.random() < 0.1:
            break
    facts = [f"cell({x},{y})." for x, y in cells]
    for name, turns in pieces.items():
        facts += [f'cube("{name}",{r},{x},{y}).' for r, turn in enumerate(turns, 1) for x, y in turn]
    return " ".join(rng.sample(facts, len(facts))), packed_by_trying(cells, pieces)


def packed_by_trying(cells: list, pieces: dict) -> set[frozenset[str]]:
    spots = [
        [
            (f'position("{name}",{r},{x},{y})', [(x + dx, y + dy) for dx, dy in turn])
            for r, turn in enumerate(turns, 1)
            for x, y in cells
        ]
        for name, turns in pieces.items()
    ]
    inside = [[spot for spot in of_piece if set(spot[1]) <= set(cells)] for of_piece in spots]
    return {
        frozenset(atom for atom, _ in way)
        for way in product(*inside)
        if sorted(cell for _, covered in way for cell in covered) == sorted(cells)
    }


def tetracubes(grid: int, rule: str = "", *flags: str):
    """The model of the eight tetracubes with a rule more, ground."""
    from clingo import Control

    from puzzlelib.asp import FOLDER

    control = Control([*flags, f"-cgrid_type={grid}", "-cnum_hints=0"], logger=lambda *_: None)
    control.load(str(FOLDER / "tetracubes.lp"))
    control.add(rule)
    control.ground()
    return control


def positions(control) -> set[frozenset]:
    """Where the pieces lie in each answer."""
    found = set()
    placed = lambda model: [one for one in model.symbols(atoms=True) if one.name == "position"]
    control.solve(on_model=lambda model: found.add(frozenset(placed(model))))
    return found


@cache
def answers_by_dice(grid: int) -> set[frozenset]:
    """Some answers of the model."""
    control, found = tetracubes(grid, "", "1", "--rand-freq=1", "--sign-def=rnd"), set()
    for seed in range(40):
        control.configuration.solver.seed = seed
        found |= positions(control)
    return found


@cache
def answers_in_two_boxes() -> set[frozenset]:
    return positions(tetracubes(3, "", "0"))


def is_low(answer: frozenset) -> bool:
    """Has piece 1 its corner at Z = 0?"""
    return all(one.arguments[4].number == 0 for one in answer if one.arguments[0].number == 1)


def keeps_the_i_down(answer, right, rng, it):
    """All answers in two boxes whose I lies on the bottom, and no other; in the other grids some."""
    if positions(tetracubes(3, answer, "2000")) != set(filter(is_low, answers_in_two_boxes())):
        return "two boxes"
    for grid in (1, 2):
        control = tetracubes(grid, answer)
        for one in answers_by_dice(grid):
            if control.solve(assumptions=[(atom, True) for atom in one]).satisfiable != is_low(one):
                return sorted(map(str, one))
    return None


def answer_with_hints(rng, it):
    """Atoms in any order; pieces have any numbers."""
    names = rng.sample(["I", "T", "L", "Pyramid", "O", "N", "Z", "Z_mirror"], rng.randint(1, 8))
    numbers = rng.sample(range(1, 13), len(names))
    hints = some(rng, numbers)
    atoms = [f'assignType({n},"{name}")' for n, name in zip(numbers, names)] + [f"hint({n})" for n in hints]
    spot = lambda n: f"({n},{n % 3 + 1},0,{n % 4},1)"
    atoms += [f"fullPosition{spot(n)}" for n in numbers] + [f"hintPosition{spot(n)}" for n in hints]
    return (rng.sample(atoms, len(atoms)),)


DOMINOES = {f"v{x}": {("top", x), ("bottom", x)} for x in range(4)}
DOMINOES |= {f"{row[0]}{x}": {(row, x), (row, x + 1)} for row in ("top", "bottom") for x in range(3)}


def proves(lines) -> bool:
    """A protocol whose every line follows: judged by what would be left for a cell, and by all coverings."""
    acts = [line.split() for line in lines]
    in_order = re.fullmatch("decide decide( so)* conflict learn back( so)+", " ".join(act[0] for act in acts))
    if not in_order or acts[:2] != [["decide", "not", "b1"], ["decide", "t1"]]:
        return False
    known, learned = {"b1": False, "t1": True}, []
    for word, *rest in acts[2:]:
        name, value = rest[-1] if rest else "", len(rest) == 1
        if word == "so":
            against = known | {name: not value}
            if name in known or not (unfit(against) & DOMINOES[name] or broken(learned, against)):
                return False
            known[name] = value
        elif word == "conflict" and (rest[0], int(rest[1])) not in unfit(known):
            return False
        elif word == "learn":
            learned = [(part.split()[-1], "not" not in part) for part in " ".join(rest).split(" or ")]
            if not broken(learned, known) or any(broken(learned, chosen) for chosen in coverings()):
                return False
        elif word == "back":
            known = {"b1": False}
    return True


def unfit(known: dict) -> set[tuple]:
    """The cells for which no place is left, or that two places cover."""
    cells = set().union(*DOMINOES.values())
    touching = {cell: [name for name, both in DOMINOES.items() if cell in both] for cell in cells}
    return {
        cell
        for cell, names in touching.items()
        if not any(all(known.get(one, one == name) == (one == name) for one in names) for name in names)
    }


def broken(clause: list, known: dict) -> bool:
    """Is every part of it false?"""
    return bool(clause) and all(known.get(name) is (not value) for name, value in clause)


@cache
def coverings() -> list[dict]:
    """All ways to cover the board of 4×2 cells, by trying all choices."""
    every = (dict(zip(DOMINOES, bits)) for bits in product((False, True), repeat=len(DOMINOES)))
    return [chosen for chosen in every if not unfit(chosen)]


def board_and_tilings(rng, it):
    """Cells anywhere, and all sets of dominoes that cover each of them once."""
    cells = some(rng, product(range(2, 5), repeat=2), 1)
    lying = [(f"lies({x},{y})", {(x, y), (x + 1, y)}) for x, y in cells]
    places = lying + [(f"stands({x},{y})", {(x, y), (x, y + 1)}) for x, y in cells]
    places = [(atom, both) for atom, both in places if both <= set(cells)]
    half = combinations(places, len(cells) // 2)
    covers = lambda chosen: sorted(cell for _, both in chosen for cell in both) == sorted(cells)
    expected = {frozenset(atom for atom, _ in chosen) for chosen in half if covers(chosen)}
    return " ".join(f"cell({x},{y})." for x, y in cells), expected


def fourth_container(program: str) -> bool:
    """32 cells in one piece, no box of two layers that is known, and a packing, found without clasp."""
    from puzzlelib import PackingPuzzle, load, solve

    (atoms,) = answer_sets(program, "", "cell")
    cells = {tuple(map(int, atom[5:-1].split(","))) for atom in atoms}
    sides = sorted(len(set(axis)) for axis in zip(*cells))
    if len(cells) != 32 or not one_piece(cells) or sides in ([2, 4, 4], [2, 2, 8]):
        return False
    pieces = load("tetracubes-2x4x4").pieces
    return bool(solve(PackingPuzzle("a container", tuple(sorted(cells)), pieces), "compiled").solutions)


def party_and_plans(rng, it):
    """Guests at a round table, and all ways to seat them, by trying all orders."""
    guests = rng.sample(["ann", "bob", "cem", "dora", "eve"], rng.randint(1, 4))
    seats = max(2, len(guests) + rng.randint(0, 1))
    apart = some(rng, permutations(guests, 2), 0, 3)
    beside = {frozenset([s, s % seats + 1]) for s in range(1, seats + 1)}
    facts = [f"guest({guest})." for guest in guests] + [f"apart({one},{other})." for one, other in apart]
    facts += [f"seat({s}). next({s},{s % seats + 1})." for s in range(1, seats + 1)]
    ways = [dict(zip(guests, way)) for way in permutations(range(1, seats + 1), len(guests))]
    fine = [w for w in ways if not any({w[one], w[other]} in beside for one, other in apart)]
    plans = {frozenset(f"sits({guest},{seat})" for guest, seat in way.items()) for way in fine}
    return " ".join(rng.sample(facts, len(facts))), plans


DOMAINS["6.1"] = same(shape_to_write, answer_sets)
DOMAINS["6.1b"] = value(alone_without_braces)
DOMAINS["6.2"] = answers_as(board_and_packings, "position")
DOMAINS["6.3"] = keeps_the_i_down
DOMAINS["6.4"] = same(answer_with_hints, lambda got: (isinstance(got, (set, frozenset)), got))
DOMAINS["6.4b"] = value(proves)
DOMAINS["6.5"] = answers_as(board_and_tilings, "lies", "stands", times=120)
DOMAINS["6.6"] = value(fourth_container)
DOMAINS["6.7"] = answers_as(party_and_plans, "sits")


# ---------------------------------------------------------------- lesson 11


def numbers_and_group(rng, it):
    numbers = [rng.randint(1, 5) for _ in range(rng.randint(1, 6))]
    group = some(rng, numbers)
    return numbers, group if rng.random() < 0.7 else [*group, rng.randint(1, 5)]


def halves(numbers) -> list[tuple]:
    """All groups of places with half of the total."""
    places = range(len(numbers))
    every = (group for size in range(len(numbers) + 1) for group in combinations(places, size))
    return [group for group in every if 2 * sum(numbers[k] for k in group) == sum(numbers)]


def no_halves(numbers) -> bool:
    fair = (
        len(numbers) >= 5 and sum(numbers) % 2 == 0 and 2 * max(numbers) <= sum(numbers) and min(numbers) > 0
    )
    return fair and not halves(numbers) and sorted(numbers) != [3, 3, 3, 3, 4]


def one_way(numbers) -> bool:
    found = halves(numbers)
    fair = 6 <= len(set(numbers)) == len(numbers) <= 14 and min(numbers) > 0
    return fair and len(found) == 2 and 3 <= len(found[0]) <= len(numbers) - 3


def reduces(got, numbers) -> bool:
    """Can the dots be laid around the two apexes exactly if the numbers have halves? By trying all ways; only
    for tiles with dots in one corner."""
    corners, caps, tiles = got
    if (
        corners < 3
        or len(tiles) != 2 * corners
        or any(sum(map(bool, tile)) > 1 or len(tile) != 3 for tile in tiles)
    ):
        return False
    if any(type(n) is not int or n < 0 for n in [*caps, *chain(*tiles)]) or corners > 3 + len(numbers):
        return False
    return can_be_laid(got) == bool(halves(numbers))


def can_be_laid(puzzle) -> bool:
    """Some tiles at N have the dots for N, and the others those for S? By trying all ways; for tiles with
    dots in one corner."""
    corners, caps, tiles = puzzle
    dots = [number for tile in tiles if (number := sum(tile))]
    return any(
        sum(group) == caps[0] and sum(dots) - caps[0] == caps[1]
        for size in range(max(0, len(dots) - corners), min(corners, len(dots)) + 1)
        for group in combinations(dots, size)
    )


def three_refuted(lists, it) -> bool:
    """For each reduction a list of at most eight numbers below 100 on which it is wrong."""
    fair = all(len(one) <= 8 and all(0 < n < 100 for n in one) for one in lists)
    broken = [can_be_laid(wrong([*one])) != bool(halves(one)) for wrong, one in zip(it.FAULTY, lists)]
    return fair and broken == [True] * 3


DOMAINS["11.1"] = same(numbers_and_group, truth)
DOMAINS["11.2"] = value(no_halves)
DOMAINS["11.3"] = keeps(
    lambda rng, it: ([rng.randint(1, 5) for _ in range(rng.randint(1, 5))],), reduces, 250
)
DOMAINS["11.3b"] = lambda answer, right, rng, it: None if three_refuted(answer, it) else "the answer itself"
DOMAINS["11.5"] = value(one_way)


def laid_tiles(rng, it):
    """Faces that begin anywhere, with a number at N, at S or nowhere."""
    faces = [
        ("N", "Z1", "Z2"),
        ("S", "Z2", "Z1"),
        ("N", "Z2", "Z3"),
        ("S", "Z3", "Z2"),
        ("N", "Z3", "Z1"),
        ("S", "Z1", "Z3"),
    ]
    found = []
    for face in faces:
        dots, k = (rng.choice([0, rng.randint(1, 5)]), 0, 0), rng.randrange(3)
        found.append((face[k:] + face[:k], dots[k:] + dots[:k]))
    return (found,)


DOMAINS["11.4"] = same(laid_tiles, bag)


# ---------------------------------------------------------------- lesson 07


def packings_and_hints(rng, it):
    """Packings as tuples of placements of A to D, and some placements as hints."""
    packings = sorted({tuple((name, rng.randrange(3)) for name in "ABCD") for _ in range(12)})
    given = some(rng, rng.choice(packings), 0, 4)
    return packings, given if rng.random() < 0.8 else [*given, ("A", 7)]


def draws_fairly(answer, right, rng, it):
    """A packing of the list, the same for each order of the list, and each about as often."""
    packings = [tuple((name, n) for name in "AB") for n in range(5)]
    mixed = rng.sample(packings, 5)
    found = [answer(list(packings), seed) for seed in range(1000)]
    if found != [answer(list(mixed), seed) for seed in range(1000)]:
        return mixed
    return None if all(150 < found.count(packing) < 250 for packing in packings) else "the frequencies"


def one_completion(answer, right, rng, it):
    """Exactly one packing holds the hints, and each hint is needed."""
    packings = [set(packing) for packing in it.all_packings(answer["grid"])]
    hints = {type(next(iter(packings[0])))(piece, tuple(cells)) for piece, cells in answer["hints"]}
    holding = lambda some_of: sum(some_of <= packing for packing in packings)
    fine = holding(hints) == 1 and all(holding(hints - {hint}) > 1 for hint in hints)
    return None if fine and len(hints) == len(answer["hints"]) else "the answer itself"


DOMAINS["7.1"] = same(packings_and_hints)
DOMAINS["7.2"] = same(packings_and_hints, bag)
DOMAINS["7.4"] = draws_fairly
DOMAINS["7.5"] = one_completion


# ---------------------------------------------------------------- lesson 08


def judged_alike(mine, yours, names: list[str]) -> bool:
    """Do two models forbid the same zeros and ones?"""
    every = (dict(zip(names, bits)) for bits in product((0, 1), repeat=len(names)))
    return all(bool(mine.broken(values)) == bool(yours.broken(values)) for values in every)


def rows_for(build: Callable, times: int = 12) -> Callable:
    """A judge of functions that add rows: `build(rng, it)` gives a fresh model, the arguments, the names."""

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


def factors(rng, it):
    from puzzlelib.ilp import Model

    model = Model("product")
    return model, model.variables("a", "b", "z"), ["a", "b", "z"]


def ls(rng, it):
    """An L of three cells in the cube of 27, its cells in any order."""
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


def some_ls(rng, it):
    from puzzlelib.ilp import Model

    model = Model("blocks")
    cells = {tuple(sorted(ls(rng, it)[0])) for _ in range(25)}
    x = {one: model.variable(f"x{n}") for n, one in enumerate(sorted(cells)[:9])}
    return model, (x,), list(model.names)


def bounds(rng, it):
    bound = rng.choice([None, rng.randint(0, 9), rng.randint(0, 9), rng.uniform(0, 9)])
    return bound, rng.choice([None, *range(10)])


def no_packing(answer) -> bool:
    """L's cannot fill the board, and the named cells cannot each be covered once, but they can when one is
    left out."""
    rows = [line.split() for line in answer["board"].strip().splitlines()]
    cells = {(x, y) for y, row in enumerate(reversed(rows)) for x, sign in enumerate(row) if sign == "#"}
    ls = ls_in(cells)
    rows_of = {f"cell ({x},{y},0)": (x, y) for x, y in cells}
    if len(cells) % 3 or len(cells) < 6 or not set(answer["reason"]) <= set(rows_of):
        return False
    named = [rows_of[name] for name in answer["reason"]]
    fine = len(set(named)) == len(named) and set(named) <= cells and not once(cells, ls)
    return fine and not once(set(named), ls) and all(once({*named} - {one}, ls) for one in named)


def ls_in(cells: set) -> list[set]:
    """Each L of three of these cells: a block of four without one."""
    blocks = ([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] for x, y in product(range(-1, 12), repeat=2))
    return [one for block in blocks for gone in block if (one := {*block} - {gone}) <= cells]


def once(wanted: set, shapes: list[set]) -> bool:
    """Can shapes be chosen so that each wanted cell is covered once? Other cells don't matter."""
    if not wanted:
        return True
    cell = min(wanted)
    touching = [shape for shape in shapes if cell in shape]
    return any(
        once(wanted - shape, [other for other in shapes if not other & shape & wanted and cell not in other])
        for shape in touching
    )


def least_fraction(got, n) -> bool:
    """One L whole: then n·y is 1 at least, and just 1 where nothing else lies there."""
    xs, y = got
    return sorted(xs) == [0] * (n - 1) + [1] and abs(n * y - 1) < 1e-6


CARDS = {"ab": 2, "bc": 3, "e": 5, "cd": 5, "ae": 3, "ad": 7, "be": 2}


@cache
def cheapest(fixed: frozenset, parts: int) -> float:
    """What the cards cost at least, each taken as a whole or in so many parts. Two parts are as good as any:
    where no card has three letters, one of the best ways has halves only (Balinski, 1965)."""
    ways = (dict(zip(CARDS, taken)) for taken in product(range(parts + 1), repeat=len(CARDS)))
    costs = [
        sum(CARDS[card] * times for card, times in way.items()) / parts
        for way in ways
        if all(way[card] == value * parts for card, value in fixed)
        and all(sum(way[card] for card in CARDS if letter in card) == parts for letter in "abcde")
    ]
    return min(costs, default=inf)


def finished(tree) -> bool:
    """Does a tree look at all that its branches leave open, with true bounds and ends?"""
    left, best = [frozenset()], inf
    for fixed, bound, end in tree:
        here = frozenset(fixed.items())
        left.remove(here)
        least, (word, _, card) = cheapest(here, 2), end.partition(" ")
        told = bound is None if least == inf else bound in (least, ceil(least))
        if not told or not end_is_true(word, card, fixed, best):
            return False
        if word == "answer":
            best = min(best, least)
        if word == "branch":
            left += [here | {(card, value)} for value in (0, 1)]
    return not left and len(tree) <= 15


def end_is_true(word: str, card: str, fixed: dict, best: float) -> bool:
    least, whole = (cheapest(frozenset(fixed.items()), parts) for parts in (2, 1))
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


def refuses(multipliers) -> bool:
    """Times these numbers, the rows of the hook add up to what no numbers from 0 up can keep."""
    cells = {(0, 2), *product(range(4), range(2))}
    rows = {f"cell ({x},{y},0)": (x, y) for x, y in cells} | {"piece V": None}
    times = {rows[name]: Fraction(number).limit_denominator(10**6) for name, number in multipliers.items()}
    ls = times.get(None, 0)
    sums = [ls + sum(times.get(cell, 0) for cell in one) for one in ls_in(cells)]
    right = sum(times.values()) + 2 * ls  # three L's
    return right > 0 >= max(sums) or right < 0 <= min(sums)


def rosters(answer, right, rng, it):
    """A model allows just those rosters, of all, that keep the rules."""
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
    """As many people on each day as come when all who can do come, one by one."""
    work = set()
    for pair in some(rng, [(name, day) for name in people for day in people[name]]):
        work |= {pair} if rested(work | {pair}, days) else set()
    return {day: sum(day == one for _, one in work) for day in days}


def rested(work: set, days: list) -> bool:
    """Does nobody work on two days in a row?"""
    return not any(
        (name, after) in work for name, day in work for a, after in zip(days, days[1:]) if a == day
    )


def works(work: set, people: dict, needs: dict) -> bool:
    return (
        all(day in people[name] for name, day in work)
        and all(sum(day == one for _, one in work) == times for day, times in needs.items())
        and rested(work, list(needs))
    )


DOMAINS["8.1"] = rows_for(cells_to_fill)
DOMAINS["8.2"] = rows_for(factors, 1)
DOMAINS["8.3"] = same(ls, truth)
DOMAINS["8.4"] = models_of_covers
DOMAINS["8.4a"] = keeps(lambda rng, it: (rng.randint(2, 8),), least_fraction)
DOMAINS["8.4b"] = same(bounds, truth, 300)
DOMAINS["8.4c"] = value(finished)
DOMAINS["8.4d"] = value(refuses)
DOMAINS["8.5"] = rows_for(some_ls)
DOMAINS["8.6"] = value(no_packing)
DOMAINS["8.7"] = rosters


# ---------------------------------------------------------------- lesson 09

OUT = {
    "+X": (1, 0, 0),
    "-X": (-1, 0, 0),
    "+Y": (0, 1, 0),
    "-Y": (0, -1, 0),
    "+Z": (0, 0, 1),
    "-Z": (0, 0, -1),
}


def on_the_face(place: Callable, face: str) -> bool:
    """Does a map lay the picture on a face, flat, at the right level, and not mirrored?"""
    at = {(x, y): place(face, x, y) for x, y in product(range(4), repeat=2)}
    right, down = ([b - a for a, b in zip(at[0, 0], at[to])] for to in ((1, 0), (0, 1)))
    normal = [down[k - 2] * right[k - 1] - down[k - 1] * right[k - 2] for k in range(3)]  # the cross product
    level = {1: 3, -1: 0}[sum(OUT[face])]
    axis = [k for k in range(3) if OUT[face][k]][0]
    flat = all(
        [*cell] == [c + x * r + y * d for c, r, d in zip(at[0, 0], right, down)]
        for (x, y), cell in at.items()
    )
    inside = all(0 <= c <= 3 for cell in at.values() for c in cell)
    return flat and inside and tuple(normal) == OUT[face] and all(cell[axis] == level for cell in at.values())


def six_borders(rng, it):
    """The borders of a generated set; often with two cells of one plate exchanged, or one changed."""
    from puzzlelib.plates import generate_plates

    borders = [list(plate.border12) for plate in generate_plates(rng.randrange(20, 60), "cube").plates]
    plate = rng.choice(borders)
    match rng.randrange(4):
        case 0:
            i, j = rng.sample(range(12), 2)
            plate[i], plate[j] = plate[j], plate[i]
        case 1:
            i = rng.randrange(12)
            plate[i] = not plate[i]
        case 2:
            plate[:] = plate[:1] + plate[:0:-1]
    return ([tuple(border) for border in borders], [0, 1, 2])


def rules_out(answer, right, rng, it):
    """What counting rules out, is ruled out; what the generator made is not."""
    from puzzlelib.plates import generate_plates

    for _ in range(150):
        borders = six_borders(rng, it)[0]
        if counted_out(borders) and truth(answer(list(borders))) != ("bool", True):
            return borders
    for seed in range(20, 40):
        borders = [plate.border12 for plate in generate_plates(seed, "cube").plates]
        if truth(answer(list(borders))) != ("bool", False):
            return borders
    return None


def counted_out(borders) -> bool:
    corners = sum(border[k] for border in borders for k in (0, 3, 6, 9))
    alone = sum(border[k + 1] and not border[k + 2] for border in borders for k in (0, 3, 6, 9))
    return corners != 8 or sum(map(sum, borders)) != 32 or alone % 2 == 1


def rows_that_quarrel(answer, right, rng, it):
    """Rows that cannot all be kept, each needed, and not too many questions; by asking all."""
    for _ in range(80):
        rows = list("abcdefghijkl"[: rng.randint(1, 12)])
        quarrels, asked = [{*some(rng, rows, 1, 5)} for _ in range(rng.randint(1, 4))], []
        quarrel = lambda those, quarrels=quarrels: any(one <= {*those} for one in quarrels)
        kept = settled(answer([*rows], lambda those, asked=asked: asked.append(1) or not quarrel(those)))
        fine = len({*kept}) == len(kept) and quarrel(kept) and len(asked) <= 3 * len(rows) + 10
        if not fine or any(quarrel({*kept} - {row}) for row in kept):
            return rows, quarrels
    return None


PLACES = {
    "+Z": lambda x, y: (x, 3 - y, 3),
    "-Z": lambda x, y: (x, y, 0),
    "-Y": lambda x, y: (x, 0, 3 - y),
    "+Y": lambda x, y: (3 - x, 3, 3 - y),
    "+X": lambda x, y: (3, x, 3 - y),
    "-X": lambda x, y: (0, 3 - x, 3 - y),
}


def edge_of(width: int, height: int) -> list[tuple[int, int]]:
    """The cells at the edge of a picture, clockwise from the top left: by walking round it."""
    cells, (x, y), (dx, dy) = [], (0, 0), (1, 0)
    while (x, y) not in cells:
        cells.append((x, y))
        if not (0 <= x + dx < width and 0 <= y + dy < height):
            dx, dy = -dy, dx
        x, y = x + dx, y + dy
    return cells


def turns_of(border) -> list[list[tuple[int, int]]]:
    """The cells of a plate in its four turns."""
    cells = [*product((1, 2), repeat=2), *(cell for cell, there in zip(edge_of(4, 4), border) if there)]
    turns = [cells]
    for _ in range(3):
        turns.append([(3 - y, x) for x, y in turns[-1]])
    return turns


def filled_by(empty: frozenset, left: dict[str, dict]) -> Iterator[dict[str, Any]]:
    """All ways to fill cells, by each piece once: `left` has for each its places, and the cells of each."""
    if not left or not empty:
        if not left and not empty:
            yield {}
        return
    cell = min(empty)
    for piece, places in left.items():
        rest = {other: its for other, its in left.items() if other != piece}
        for place, cells in places.items():
            if cell in cells and cells <= empty:
                yield from ({piece: place, **more} for more in filled_by(empty - cells, rest))


def cubes_of(borders: dict) -> Iterator[dict[str, tuple]]:
    """All cubes that plates cover: plate -> its face and its turn."""
    shell = frozenset(cell for cell in product(range(4), repeat=3) if {0, 3} & {*cell})
    return filled_by(
        shell,
        {
            name: {
                (face, turn): frozenset(PLACES[face](*cell) for cell in cells)
                for face, (turn, cells) in product(PLACES, enumerate(turns_of(border)))
            }
            for name, border in borders.items()
        },
    )


def boards_of(borders: dict, frame) -> Iterator[dict[str, tuple]]:
    """All ways to fill the board in a frame: plate -> where its corner lies, and its turn."""
    edge = {cell for cell, there in zip(edge_of(10, 7), frame) if there}
    places = {}
    for name, border in borders.items():
        for (turn, cells), at in product(enumerate(turns_of(border)), product(range(7), range(4))):
            moved = frozenset((x + at[0], y + at[1]) for x, y in cells)
            if not moved & edge:
                places.setdefault(name, {})[at, turn] = moved
    return filled_by(frozenset(product(range(10), range(7))) - edge, {name: {} for name in borders} | places)


@cache
def a_set_and_its_cubes(seed: int) -> tuple[Any, list[dict]]:
    from puzzlelib.plates import generate_plates

    plates = generate_plates(seed, "cube")
    return plates, list(cubes_of({plate.name: plate.border12 for plate in plates.plates}))


def keeps_apart(answer, right, rng, it):
    """The rows keep just the cubes in which two plates lie on opposite faces; such faces in any case."""
    from puzzlelib.exercises import faces_of
    from puzzlelib.plates import plates_model

    for _ in range(12):
        (plates, cubes), (a, b) = a_set_and_its_cubes(rng.randrange(100, 106)), rng.sample("ABCDEF", 2)
        model = plates_model(plates, "cube")
        answer(model, faces_of(plates), a, b)
        for cube in cubes:
            values = {f"{plate} on {face} turn {turn}": 1 for plate, (face, turn) in cube.items()}
            opposite = cube[a][0][1] == cube[b][0][1]
            there = values.keys() <= model.names.keys()  # of two turns that look alike, one
            if there and bool(model.broken(values)) == opposite:
                return a, b, cube
    return None


@cache
def made_by_the_library() -> list[list]:
    """Its own sets, and some that it generates, also mirrored."""
    from puzzlelib.plates import files, generate_plates

    known = [files.load(name) for name in files.plate_sets()]
    known += [generate_plates(seed, target) for seed in range(12) for target in ("cube", "both")]
    return [kinds(one, step) for one in known for step in (1, -1)]


def ones_own(plates) -> bool:
    """Plates that cover a cube and fill their board, can be printed, and are none of the library's."""
    borders = {plate.name: plate.border12 for plate in plates.plates}
    alone = lambda border, k: border[k] and not border[k - 1] and not border[k + 1]
    free = [not cell for cell in plates.border30]
    return (
        sum(map(sum, borders.values())) == 32
        and sum(plates.border30) == 14
        and not any(alone(border, k) for border in borders.values() for k in (0, 3, 6, 9))
        and not any(alone(free, k) for k in (0, 9, 15, 24))
        and kinds(plates) not in made_by_the_library()
        and any(True for _ in cubes_of(borders))
        and any(True for _ in boards_of(borders, plates.border30))
    )


def kinds(plates, step: int = 1) -> list:
    """The plates, whatever their turns and order; with step -1, read backwards, their mirror images."""
    ways = lambda border: (border[k:] + border[:k] for k in range(12))
    read = [plate.border12[::step] for plate in plates.plates]
    corner_first = [
        [way for k, way in enumerate(ways(border)) if (k + (step < 0)) % 3 == 0] for border in read
    ]
    return sorted(map(min, corner_first))


def sawn(answer, right, rng, it):
    """All plans and no other, and the cheapest are those with the fewest planks; by trying all values."""
    from puzzlelib.ilp import Model

    for _ in range(10):
        lengths = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
        plank, planks = rng.randint(2, 6), rng.randint(1, 2)
        model = Model("planks")
        x = model.grid("x", range(len(lengths)), range(planks))
        used = [model.variable(f"used[{k}]") for k in range(planks)]
        answer(model, x, used, [*lengths], plank)
        costs = {}
        for bits in product((0, 1), repeat=len(model.names)):
            values = dict(zip(model.names, bits))
            if not model.broken(values):
                plan = tuple(
                    tuple(k for k in range(planks) if values[x[i, k].name]) for i in range(len(lengths))
                )
                if any(values[used[k].name] < (k in chain(*plan)) for k in range(planks)):
                    return lengths, plank, planks, values
                costs[plan] = min(costs.get(plan, inf), model.value(values))
        if {*costs} != {*all_plans(lengths, plank, planks)} or not fewest_is_cheapest(costs):
            return lengths, plank, planks
    return None


def all_plans(lengths: list, plank: int, planks: int) -> Iterator[tuple]:
    """Each piece from one plank, and no plank too short."""
    for plan in product(range(planks), repeat=len(lengths)):
        if all(sum(n for n, k in zip(lengths, plan) if k == one) <= plank for one in range(planks)):
            yield tuple((k,) for k in plan)


def fewest_is_cheapest(costs: dict) -> bool:
    many = {plan: len({*plan}) for plan in costs}
    best = [plan for plan in costs if costs[plan] <= min(costs.values()) + 1e-6]
    return all(many[plan] == min(many.values()) for plan in best)


DOMAINS["9.1"] = same(lambda rng, it: (tuple(rng.random() < 0.5 for _ in range(12)),), lists)
DOMAINS["9.2"] = lambda answer, right, rng, it: next((f for f in OUT if not on_the_face(answer, f)), None)
DOMAINS["9.3"] = rules_out
DOMAINS["9.3b"] = rows_that_quarrel
DOMAINS["9.4"] = keeps_apart
DOMAINS["9.5"] = value(ones_own)
DOMAINS["9.6"] = sawn


# ---------------------------------------------------------------- lessons 10 and 12


def tile(rng, most: int = 3) -> tuple[int, int, int]:
    spots = [rng.randint(0, most) for _ in range(3)]
    return min(tuple(spots[k:] + spots[:k]) for k in range(3))


def small_puzzle(rng, it):
    """A puzzle with the sums of an arrangement by chance."""
    from puzzlelib.icosoku import Cosoku, octahedron, tetrahedron

    solid = rng.choice([tetrahedron, tetrahedron, octahedron])()
    kinds = [tile(rng, 2) for _ in range(3)]
    tiles = [rng.choice(kinds) for _ in solid.faces]
    sums = dict.fromkeys(range(len(solid.vertices)), 0)
    for corners, spots in zip(solid.corners, tiles):
        k = rng.randrange(3)
        for vertex, number in zip(corners, spots[k:] + spots[:k]):
            sums[vertex] += number
    return (Cosoku(solid, tuple(sums.values()), tiles),)


def tiles_laid(rng, it):
    """A witness, one with a tile turned or exchanged, or one with right sums of other tiles."""
    from puzzlelib.exercises import witness
    from puzzlelib.exercises.lesson_12 import other_hand, same_sums_other_tiles

    laid = [*witness(rng.randint(4, 6))]
    a, b = rng.sample(range(20), 2)
    match rng.randrange(6):
        case 3:
            return ([*other_hand()],)
        case 4:
            return ([*same_sums_other_tiles()],)
        case 0:
            laid[a], laid[b] = laid[b], laid[a]
        case 1:
            laid[a] = laid[b]
        case 2:
            laid[a] = type(laid[a])(laid[a].tile, (laid[a].turn + 1) % 3)
    return (laid,)


def witnesses(rng, it):
    from puzzlelib.exercises import witness

    return ([*witness(rng.randint(4, 9))],)


def solids(rng, it):
    from puzzlelib.icosoku import bipyramid, octahedron, tetrahedron

    return rng.choice([tetrahedron(), octahedron(), bipyramid(3), bipyramid(5)]), rng.random() < 0.5


def sums_of(solid, laid) -> list[int]:
    """The dots at each vertex: corner k of a face has what the tile has so many turns before."""
    found = [0] * len(solid.vertices)
    for corners, (tile, turn) in zip(solid.corners, laid):
        for k, vertex in enumerate(corners):
            found[vertex] += tile[(k - turn) % 3]
    return found


def arrangements(puzzle) -> list[tuple]:
    """All solutions, face by face: nowhere more dots than the peg says, and as many where no face is open."""
    faces = puzzle.polyhedron.corners
    last = [set(face).difference(*faces[k + 1 :]) for k, face in enumerate(faces)]

    def filled_from(k: int, left: list, missing: list) -> Iterator[tuple]:
        if k == len(faces):
            yield ()
            return
        for tile in set(left):
            others = left.copy()
            others.remove(tile)
            for turn in range(3 if len(set(tile)) > 1 else 1):
                rest = missing.copy()
                for corner, vertex in enumerate(faces[k]):
                    rest[vertex] -= tile[(corner - turn) % 3]
                if min(rest) >= 0 and not any(rest[vertex] for vertex in last[k]):
                    yield from (((tile, turn), *more) for more in filled_from(k + 1, others, rest))

    return list(filled_from(0, list(puzzle.tiles), list(puzzle.capacities)))


def octahedron_laid(laid, it) -> bool:
    """A tile on each face, each tile once, and the dots that the pegs say."""
    puzzle = it.small_toy()
    if sorted(laid) != [*range(8)]:
        return False
    laid = [laid[face] for face in range(8)]
    right_tiles = sorted(tile for tile, _ in laid) == sorted(puzzle.tiles)
    return right_tiles and sums_of(puzzle.polyhedron, laid) == [*puzzle.capacities]


def runs_and_patience(rng, it):
    runs = [rng.randint(1, 9) for _ in range(rng.randint(1, 6))]
    return runs, rng.randint(0, 10)


def mean_with_restarts(got, runs, patience) -> bool:
    """The mean is that of the runs, a failure being its patience and then the same mean again."""
    if patience < min(runs):
        return got == float("inf")
    once = [run if run <= patience else patience + got for run in runs]
    return isinstance(got, Real) and abs(sum(once) - len(runs) * got) < 1e-6


def spare_puzzle(rng, it):
    """A small puzzle, half of the time with tiles too many, on a solid with more vertices now and then."""
    from puzzlelib.icosoku import Cosoku, bipyramid, tetrahedron

    solid = rng.choice([tetrahedron, tetrahedron, tetrahedron, lambda: bipyramid(3)])()
    spare = rng.randint(0, 2) if len(solid.faces) == 4 else 0
    tiles = [tile(rng) for _ in range(len(solid.faces) + spare)]
    laid = [(one, rng.randrange(3)) for one in rng.sample(tiles, len(solid.faces))]
    return (Cosoku(solid, sums_of(solid, laid), tiles),)


@cache
def puzzles_with_spare_tiles() -> list[tuple]:
    """Some, with all their solutions."""
    puzzles = [spare_puzzle(rng, None)[0] for rng in map(Random, range(40))]
    solved = ((puzzle, set(arrangements(puzzle))) for puzzle in puzzles)
    return [(puzzle, found) for puzzle, found in solved if len(found) < 60][:6]


def models_of_sums(answers: str) -> Callable:
    """A judge: with this line the model has the solutions that are found face by face."""

    def judge(answer, right, rng, it):
        from puzzlelib.exercises import lesson_10

        for puzzle, solutions in puzzles_with_spare_tiles():
            found, complete = getattr(lesson_10, answers)(answer, puzzle)
            if not complete or set(found) != solutions:
                return puzzle
        return None

    return judge


def tiles_alike(rng, it):
    """A puzzle of few types of tiles, of which most look the same in each turn."""
    from puzzlelib.icosoku import Cosoku, octahedron, tetrahedron

    solid = rng.choice([tetrahedron, octahedron])()
    types = [(0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 0, 1), (0, 1, 2)]
    tiles = rng.choices(rng.sample(types, 4), k=len(solid.faces))
    return (Cosoku(solid, sums_of(solid, [(one, 0) for one in tiles]), tiles),)


def looks_the_same(got, puzzle) -> bool:
    """Is it the number of ways to number and turn the tiles so that nobody sees it?"""
    tiles = puzzle.tiles

    def ways(k: int, left: frozenset) -> int:
        same = {n: sum(tiles[n][-r:] + tiles[n][:-r] == tiles[k] for r in range(3)) for n in left}
        return sum(times * ways(k + 1, left - {n}) for n, times in same.items() if times) if left else 1

    return exact(got) == (True, ways(0, frozenset(range(len(tiles)))))


def each_four_unused(laid_ones, it) -> bool:
    """Each four with the right dots stay unused in an arrangement, whose sums are the pegs."""
    dots = sum(map(sum, it.ALL_TILES)) - sum(it.PAPER_PEGS)
    fours = {four for four in combinations(sorted(it.ALL_TILES), 4) if sum(map(sum, four)) == dots}
    for laid in laid_ones:
        used = [tuple(tile) for tile, _ in laid]
        if len(set(used)) != 20 or sums_of(it.icosahedron(), laid) != [*it.PAPER_PEGS]:
            return False
        fours.discard(tuple(sorted(set(it.ALL_TILES) - set(used))))
    return not fours


def lines_and_numbers(rng, it):
    """A board of up to six points; often it can be filled."""
    from puzzlelib.exercises.lesson_10 import Board

    lines = [rng.sample("abcdef", rng.randint(2, 4)) for _ in range(rng.randint(1, 4))]
    points = sorted({point for line in lines for point in line})
    numbers = rng.sample(range(1, 10), len(points))
    at = dict(zip(points, numbers))
    return Board("lines", lines, sorted(numbers), sum(at[point] for point in lines[0]), 100_000)


def fills(answer, right, rng, it):
    """It fills small boards that some order of the numbers fills, and those of the lesson with so few
    numbers."""
    from puzzlelib.exercises.lesson_10 import Enough

    known = zip(it.figures(), (True, False, True, False, True, True, True, False))  # the stars: published
    small = (lines_and_numbers(rng, it) for _ in range(40))
    for board, can in [*((board, some_order_fills(board)) for board in small), *known]:
        try:
            said = answer(board)
        except Enough:
            return board.name, board.lines
        if truth(said) != ("bool", can) or can and not equal_sums(board, board.at) or board.puts > board.most:
            return board.name, board.lines
    return None


def some_order_fills(board) -> bool:
    orders = permutations(board.numbers)
    return any(equal_sums(board, dict(zip(board.points, order))) for order in orders)


def equal_sums(board, at: dict) -> bool:
    return len(at) == len(board.points) and all(
        sum(at[point] for point in line) == board.total for line in board.lines
    )


def one_turn_of(got, laid) -> bool:
    """The sums 1 to 12 after another turn of one tile; in any order, and no matter how often."""
    from puzzlelib.icosoku import icosahedron

    found = set()
    for face, (tile, turn) in enumerate(laid):
        for other in range(3):
            sums = sums_of(icosahedron(), [*laid[:face], (tile, other), *laid[face + 1 :]])
            if tile[-turn:] + tile[:-turn] != tile[-other:] + tile[:-other] and set(sums) == {*range(1, 13)}:
                found.add(tuple(sums))
    return {tuple(pegs) for pegs in got} == found


def is_the_row(got, pegs) -> bool:
    """1 on A, the least of the ring on B, C below F; and the same distances between the numbers as before."""
    from puzzlelib.icosoku import icosahedron

    faces = icosahedron().corners
    edges = lambda at: {frozenset((at[a], at[b])) for face in faces for a, b in combinations(face, 2)}
    fine = got[0] == 1 and got[1] == min(got[1:6]) and got[2] < got[5]
    return len(got) == 12 and fine and edges(got) == edges(pegs)


def exactly_one_way(puzzle) -> bool:
    faces = len(puzzle.polyhedron.faces)
    fair = 6 <= faces <= 20 and len(puzzle.tiles) == faces and len(set(puzzle.tiles)) >= 4
    return fair and len(arrangements(puzzle)) == 1


def counts(got, puzzle) -> bool:
    return exact(got) == (True, len(arrangements(puzzle)))


def shown_by(row, puzzle) -> set[tuple]:
    """All positions that the bytes of a row prove."""
    laid = [(puzzle.types[byte // 3], byte % 3) for byte in row if 0 <= byte < 3 * len(puzzle.types)]
    if sorted(tile for tile, _ in laid) != sorted(puzzle.tiles):
        return set()
    if any(turn and len(set(tile)) == 1 for tile, turn in laid):
        return set()
    pegs = sums_of(puzzle.polyhedron, laid)
    return {tuple(pegs[v] for v in one.vertices) for one in puzzle.polyhedron.symmetries()}


def is_a_proof(data: bytes, puzzle) -> bool:
    """Does a file show each position in one of its rows, and none in two? Row by row, and by sets."""
    import numpy as np

    try:
        rows = np.load(BytesIO(data))
    except (ValueError, EOFError):
        return False
    faces, pegs = len(puzzle.polyhedron.faces), range(1, len(puzzle.capacities) + 1)
    if rows.dtype != np.uint8 or rows.ndim != 2 or rows.shape[1] != faces:
        return False
    shown = [shown_by(row, puzzle) for row in rows.tolist()]
    return all(shown) and sorted(chain(*shown)) == sorted(permutations(pegs))


def perhaps_a_proof(rng, rows):
    """The rows of a proof, in another order, or with a fault."""
    import numpy as np

    rows = rows[rng.sample(range(len(rows)), len(rows))]
    row, face, other = rng.randrange(len(rows)), *rng.sample(range(rows.shape[1]), 2)
    match rng.randrange(10):
        case 0:
            rows[row, face] = rng.choice([255, rng.randrange(256)])
        case 1:
            rows[row, face] += 1
        case 2:
            rows[row, [face, other]] = rows[row, [other, face]]
        case 3:
            rows[row] = rows[row - 1]
        case 4:
            rows = np.concatenate([rows, rows[:1]])
        case 5:
            rows = rows.astype(rng.choice([np.int8, np.int64, float]))
        case 6:
            rows = rows[1:]
    return rows


@cache
def right_sums_of_other_tiles(puzzle):
    """A proof but for its first row: its sums are right, and its tiles are not those of the box."""
    from puzzlelib.exercises.proofs import classes, other_box, proof, replaced

    return replaced(proof(puzzle), 0, other_box(puzzle, next(classes(puzzle.polyhedron))))


def tells_proofs(answer, right, rng, it):
    """It takes the files that show all positions, and no others."""
    from puzzlelib.exercises.proofs import as_file, larger, proof, small

    files = [(small(), as_file(perhaps_a_proof(rng, proof(small())))) for _ in range(60)]
    files += [(small(), files[0][1][:-1]), (small(), b"")]
    files += [(puzzle, as_file(right_sums_of_other_tiles(puzzle))) for puzzle in (small(), larger())]
    files.append((larger(), as_file(proof(larger()))))
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.npy")
        for puzzle, data in files:
            path.write_bytes(data)
            if truth(answer(str(path), puzzle)) != ("bool", is_a_proof(data, puzzle)):
                return puzzle.title, data
    return None


def boards_once(tilings) -> bool:
    """Dominoes on all squares but two; no board twice, and each board with a dark and a light square free is
    there."""
    squares, seen = set(product(range(-5, 6, 2), repeat=2)), []
    for tiling in tilings:
        tiling = [[(2 * x - 5, 2 * y - 5) for x, y in domino] for domino in tiling]
        covered = [square for domino in tiling for square in domino]
        wide = [sorted(abs(a - b) for a, b in zip(*domino)) for domino in tiling]
        if len(covered) != 34 or len(squares - set(covered)) != 2 or any(step != [0, 2] for step in wide):
            return False
        seen.append(board_class(squares - set(covered)))
    every = {board_class(two) for two in combinations(squares, 2) if sum(map(sum, two)) % 4}
    return len(seen) == len(every) and set(seen) == every


def board_class(two) -> tuple:
    """The least of the eight images of two squares of a board with its middle at (0, 0)."""
    images = ([(a * x, b * y) for x, y in two] for a, b in product((1, -1), repeat=2))
    return min(tuple(sorted(image)) for one in images for image in (one, [(y, x) for x, y in one]))


DOMAINS["10.1"] = lambda answer, right, rng, it: None if octahedron_laid(answer, it) else "the answer itself"
DOMAINS["10.1b"] = keeps(runs_and_patience, mean_with_restarts, 200)
DOMAINS["10.2"] = models_of_sums("asp_answers")
DOMAINS["10.3"] = models_of_sums("mzn_answers")
DOMAINS["10.4"] = keeps(tiles_alike, looks_the_same)
DOMAINS["10.5"] = lambda answer, right, rng, it: None if each_four_unused(answer, it) else "the answer itself"
DOMAINS["10.6"] = fills
DOMAINS["12.1"] = same(solids, exact, 12)
DOMAINS["12.2"] = same(tiles_laid, truth, 40)
DOMAINS["12.3"] = keeps(witnesses, one_turn_of, 8)
DOMAINS["12.3b"] = keeps(lambda rng, it: (rng.sample(range(1, 13), 12),), is_the_row, 8)
DOMAINS["12.4"] = keeps(small_puzzle, counts, 8)
DOMAINS["12.3c"] = tells_proofs
DOMAINS["12.5"] = value(exactly_one_way)
DOMAINS["12.6"] = value(boards_once)


# ---------------------------------------------------------------- without help, and others added later


def queen(one, other) -> bool:
    (r, c), (s, d) = one, other
    return c == d or abs(r - s) == abs(c - d)


def rook(one, other) -> bool:
    return one[1] == other[1]


def knight(one, other) -> bool:
    (r, c), (s, d) = one, other
    return c == d or {abs(r - s), abs(c - d)} == {1, 2}


def placements_with_twins(rng, it):
    places = [(rng.choice("AB"), tuple(rng.sample([(0, 0), (0, 1), (1, 0), (1, 1)], 2))) for _ in range(6)]
    return (places,)


def pipes(rng, it):
    nodes = range(rng.randint(2, 6))
    every = list(permutations(nodes, 2))
    return some(rng, nodes, 0, 2), some(rng, every, 0, 9)


@cache
def latin(n: int) -> list[tuple]:
    rows = permutations(range(1, n + 1))
    return [s for s in product(list(rows), repeat=n) if all(len(set(column)) == n for column in zip(*s))]


def latin_square(rng, it):
    return (rng.choice(latin(rng.randint(1, 4))),)


def few_clues(got, square) -> bool:
    """No other square has them, and no smaller set does it."""
    cells = list(product(range(len(square)), repeat=2))
    others = [[(r, c) for r, c in cells if other[r][c] != square[r][c]] for other in latin(len(square))]
    differing = [frozenset(where) for where in others if where]
    alone = lambda clues: not any(where.isdisjoint(clues) for where in differing)
    fewer = combinations(cells, len(got) - 1) if got else []
    return alone(got) and len(set(got)) == len(got) and not any(map(alone, fewer))


DOMAINS["0.3"] = value(lambda names: sorted(names) == ["Cleo", "Dan", "Eve"])


def schedules(got, numbers) -> bool:
    """Can one machine do the jobs (length, release, deadline) exactly if the numbers have halves? By trying
    all orders."""
    if any(len(job) != 3 or type(n) is not int or n < 0 for job in got for n in job):
        return False
    return any(map(in_time, permutations(got))) == bool(halves(numbers))


def in_time(jobs) -> bool:
    now = 0
    for length, release, deadline in jobs:
        now = max(now, release) + length
        if now > deadline:
            return False
    return True


DOMAINS["11.6"] = keeps(
    lambda rng, it: ([rng.randint(1, 5) for _ in range(rng.randint(1, 5))],), schedules, 250
)


def peaceful(answer, right, rng, it):
    """All ways, as by trying all boards; and on a larger board the questions of a search that looks at each
    queen as it is put."""
    for n, attack in product(range(1, 6), (queen, rook, knight)):
        boards = product(range(n), repeat=n)
        ways = [list(b) for b in boards if not any(attack(*pair) for pair in combinations(enumerate(b), 2))]
        if bag(settled(answer(n, attack))) != bag(ways):
            return n, attack
    questions = []
    settled(answer(8, lambda one, other: questions.append(one) or queen(one, other)))
    return None if 8 < len(questions) < 200_000 else len(questions)


DOMAINS["1.6"] = peaceful
DOMAINS["4.2a"] = same(placements_with_twins, bag)
DOMAINS["4.4a"] = same(items_and_options)
DOMAINS["4.7"] = same(
    lambda rng, it: (rng.randint(1, 6),), lambda got: (bag(got[0]), tidy(bag(got[1].values()))), 12
)
DOMAINS["6.2b"] = same(pipes, lambda got: (isinstance(got, (set, frozenset)), bag(got)))
DOMAINS["7.6"] = keeps(latin_square, few_clues, 8)
