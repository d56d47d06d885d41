"""The judges of lesson 05."""

from collections.abc import Iterator
from itertools import combinations, product
from numbers import Integral

from brute_force import forms, orbits, packings, symmetries

from lessons.kit.checks.run_answer import list_if_iterator
from puzzlelib.packing.files import read_text

from . import (
    DOMAINS,
    cover_by_chance,
    covers,
    exact_number,
    keeps,
    lists,
    one_piece,
    only,
    same,
    some,
    state,
    value,
)


def ring_with_gaps(rng, it):
    size = rng.randint(2, 7)
    order = rng.sample(range(size), size)
    right, left = [0] * size, [0] * size
    for k, x in enumerate(order):
        right[x], left[x] = order[(k + 1) % size], order[k - 1]
    gone = some(rng, range(1, size), 1)
    for x in gone:
        left[right[x]], right[left[x]] = left[x], right[x]
    return right, left, gone[-1]


def states_around_uncover(answer, cover, chosen) -> Iterator[tuple[dict, dict]]:
    """Cover items, uncover them in reverse by an answer, and yield the state before each cover and
    after its uncover."""
    from puzzlelib.search.links import Links

    links, before = Links(cover), []
    for item in chosen:
        before.append(state(links))
        links.cover(item)
    for item in reversed(chosen):
        answer(links, item)
        yield before.pop(), state(links)


def uncovers(answer, right, rng, it):
    """Judge an uncover: links are as they were before, and it goes the way back."""
    for _ in range(40):
        cover = cover_by_chance(rng, it)
        chosen = some(rng, range(1, len(cover.items) + 1), 1)
        if any(old != new for old, new in states_around_uncover(answer, cover, chosen)):
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
    """Return whether an uncover passes, in reverse, each state of the arrows that cover passes as
    one node after the other leaves."""
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
    """Yield the nodes that leave when an item is covered, each with the two arrays in which it
    leaves."""
    yield item, (links.left, links.right)
    for node in links.ring(item, links.down):
        for other in links.ring(node, links.right):
            yield other, (links.up, links.down)


def breaks_sizes(answer, right, rng, it):
    """Judge a broken uncover: nothing but sizes of columns is ever wrong, and some are."""
    found = False
    for _ in range(60):
        cover = cover_by_chance(rng, it)
        chosen = some(rng, range(1, len(cover.items) + 1), 1)
        for old, new in states_around_uncover(answer, cover, chosen):
            was, sizes = old.pop("size"), new.pop("size")
            if old != new or not all(map(is_integral, sizes)):
                return cover.options, chosen
            found |= was[1:] != sizes[1:]
    return None if found else "no size is wrong"


def is_integral(value) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def chosen_rows(cover, main: int) -> list[list[int]]:
    """Return all sets of options with the first `main` items once and the others at most once, by
    trying all."""
    items, found = [*cover.items], []
    for code in range(2 ** len(cover.options)):
        rows = [row for row in range(len(cover.options)) if code >> row & 1]
        times = [sum(item in cover.options[row] for row in rows) for item in items]
        if set(times[:main]) <= {1} and set(times[main:]) <= {0, 1}:
            found.append(rows)
    return sorted(found)


def searches(answer, right, rng, it, with_main: bool = False):
    """Judge a search: all solutions once, the links as before, and at most twice the covers of a
    search that takes the item with the fewest options."""
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
        if sorted(map(sorted, list_if_iterator(run(links, main)))) != chosen_rows(cover, main):
            return cover.options, main
        if state(links) != state(Links(cover)):
            return cover.options, main, "the links"
    large = [chess(5, with_main), bricks(4, 4)]
    for cover, main in large if with_main else [*large, hopeless_last()]:
        links = Counted(cover)
        list_if_iterator(run(links, main))
        options = [set(one) for one in cover.options]
        if links.times > 2 * fewest_covers(options, [*cover.items][:main]):
            return main, links.times
    return None


def chess(n: int, at_most: bool):
    """Return the cover for queens, with diagonals as the items that may stay empty; or for
    rooks."""
    from puzzlelib.search.exact_cover import cover_of

    squares = [(f"r{r}", f"c{c}", f"u{r + c}", f"v{r - c}") for r, c in product(range(n), repeat=2)]
    squares = squares if at_most else [square[:2] for square in squares]
    items = {item: "rcuv".index(item[0]) for square in squares for item in square}
    return cover_of(squares, items=sorted(items, key=items.get)), 2 * n


def hopeless_last():
    """Return items with an option each, and one that has none: a search should see that at once."""
    from puzzlelib.search.exact_cover import cover_of

    return cover_of(["a", "b", "c", "d"], items="abcdz"), 5


def bricks(wide: int, deep: int):
    """Return the cover of a rectangle by dominoes, each cell an item."""
    from puzzlelib.search.exact_cover import cover_of

    cells = [*product(range(wide), range(deep))]
    pairs = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    return cover_of(pairs, items=cells), len(cells)


def fewest_covers(options: list[set], main: list) -> int:
    """Count the covers of a search that always takes the item with the fewest options; on sets."""
    if not main:
        return 0
    item, covers = min(main, key=lambda item: sum(item in option for option in options)), 1
    for row in (row for row in options if item in row):
        rest = [option for option in options if not option & row]
        covers += len(row) - 1 + fewest_covers(rest, [other for other in main if other not in row])
    return covers


def compares(answer, right, rng, it):
    """Judge a comparison of programs that are slow at first, disturbed once, or on a machine that
    gets warm."""
    for _ in range(60):
        base, extra = [rng.uniform(1, 9), rng.uniform(1, 9)], [rng.choice([0, 50, -0.9])] * 2
        odd = rng.randrange(2)
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


def removes(answer, right, rng, it):
    """Judge removals from a sparse set: the rest is in front, and a larger size brings all back."""
    for _ in range(60):
        many = rng.randint(1, 9)
        cell, place = [*range(many)], [*range(many)]
        gone = some(rng, cell, 1)
        for size, x in zip(range(many, 0, -1), gone):
            front, last = set(cell[:size]), cell[size - 1]
            if answer(cell, place, size, x) != size - 1 or set(cell[: size - 1]) != front - {x}:
                return many, gone
            if cell[size - 1] != x or [cell[spot] for spot in place] != [*range(many)]:
                return many, gone, last
    return None


def tried_numbers(rng, it):
    return ([rng.randrange(5000) for _ in range(rng.randint(0, 60))],)


def bits_right(got, tried) -> bool:
    """Judge a fingerprint: as bytes, which numpy's whole numbers of 64 bits give."""
    total = sum(option * 31**power for power, option in enumerate(reversed(tried)))
    bits = (total & (2**64 - 1)).to_bytes(8, "little")
    return exact_number(got) == (True, int.from_bytes(bits, "little", signed=True))


def all_necklaces(got, n) -> bool:
    """Judge a number of necklaces: draw each row, and strike out what turns make of it."""
    rows = {*product("bw", repeat=n)}
    found = 0
    while rows:
        row = rows.pop()
        rows -= {row[s:] + row[:s] for s in range(n)}
        found += 1
    return exact_number(got) == (True, found) and not isinstance(got, bool)


def random_packings_and_turns(rng, it):
    """Return a group of turns, and packings that it takes to each other."""
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
    shuffled = rng.sample(sorted(packings, key=sorted), len(packings))
    return shuffled, [list(turn) for turn in sorted(turns)]


DOMAINS["5.1"] = same(ring_with_gaps, lists)

DOMAINS["5.2"] = only

DOMAINS["5.2a"] = covers


def count_orbits(got, packings, turns) -> bool:
    """Judge a number of orbits, counted by going from packing to packing until no turn leads to a
    new one."""
    rest, orbits = set(packings), 0
    while rest:
        orbits += 1
        todo = [rest.pop()]
        while todo:
            packing = todo.pop()
            images = {frozenset(turn[n] for n in packing) for turn in turns} & rest
            rest -= images
            todo += images
    return exact_number(got) == (True, orbits) and not isinstance(got, bool)


def defies_division(text) -> bool:
    """Return whether a text is a puzzle as asked for, whose packings are no multiple of the turns
    of its box. By trying all."""
    puzzle = read_text(text)
    shapes = {forms(piece, "space") for piece in puzzle.pieces}
    asked = sum(piece.copies for piece in puzzle.pieces) >= 3 and len(shapes) >= 2
    asked = asked and len(puzzle.container) <= 40 and all(one_piece(piece.cells) for piece in puzzle.pieces)
    found, turns = packings(puzzle), len(symmetries(puzzle, "rotations"))
    kinds = orbits(puzzle, found, "rotations")
    return asked and kinds >= 2 and len(found) != kinds * turns


DOMAINS["5.3"] = uncovers

DOMAINS["5.3a"] = searches

DOMAINS["5.3b"] = breaks_sizes

DOMAINS["5.2b"] = removes


class Ledger(dict):
    """A dictionary that is read or written as a whole only a few times."""

    used = 0

    def spend(self, number: int) -> None:
        Ledger.used += number
        assert Ledger.used < 60_000

    def __iter__(self):
        self.spend(len(self))
        return super().__iter__()

    def keys(self):
        self.spend(len(self))
        return super().keys()

    def items(self):
        self.spend(len(self))
        return super().items()

    def copy(self):
        self.spend(len(self))
        return super().copy()


def undone_right(answer, right, rng, it):
    """Moves on small dictionaries, undone by copies; and a large one that may be copied only a few times."""
    for _ in range(150):
        values = {key: rng.choice([None, 0, 1]) for key in range(rng.randint(0, 3))}
        now, before, moves = dict(values), [], []
        for _ in range(rng.randint(0, 14)):
            what = rng.choice(["mark", "back", "put", "put", "remove"])
            if what == "mark":
                before.append(dict(now))
                moves.append((what,))
            elif what == "back" and before:
                now = before.pop()
                moves.append((what,))
            elif what == "put":
                moves.append((what, rng.randint(0, 4), rng.choice([None, 0, 1, 2])))
                now[moves[-1][1]] = moves[-1][2]
            elif what == "remove" and now:
                moves.append((what, rng.choice(list(now))))
                del now[moves[-1][1]]
        got = answer(dict(values), moves)
        if not isinstance(got, dict) or dict(got) != now:
            return values, moves
    down = [move for k in range(60) for move in (("mark",), ("put", k, "x"), ("remove", 1000 + k))]
    Ledger.used, got = 0, Ledger({key: key for key in range(3000)})
    answer(got, down + [("back",)] * 30)
    left = {key: "x" if key < 30 else key for key in range(3000) if not 1000 <= key < 1030}
    return None if {key: got[key] for key in range(3000) if key in got} == left else "a large dictionary"


DOMAINS["5.3f"] = undone_right

DOMAINS["5.4a"] = DOMAINS["5.5b"] = only

DOMAINS["5.3e"] = keeps(tried_numbers, bits_right)

DOMAINS["5.4"] = compares

DOMAINS["5.5"] = keeps(random_packings_and_turns, count_orbits)

DOMAINS["5.5a"] = keeps(lambda rng, it: (rng.choice([1, 5, 8, 9, 10, 11]),), all_necklaces, 25)

DOMAINS["5.6"] = value(defies_division)

DOMAINS["5.7"] = lambda *given: searches(*given, with_main=True)
