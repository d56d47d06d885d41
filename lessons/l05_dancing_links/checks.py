"""Lesson 05, dancing links: rings, a sparse set, cover and uncover, searches on links, prices; and
of its second notebook a fair comparison, packings up to turning, and a puzzle of one's own."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from math import dist, gcd
from random import Random
from typing import Any

from numpy import ndarray

from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import how_often, join_words, many
from puzzlelib.engines import Result, solve
from puzzlelib.packing.files import load, read_text
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.packing.shapes import orientations
from puzzlelib.packing.symmetry import least_image, option_tables
from puzzlelib.search.dancing_links import Links, search, steps
from puzzlelib.search.exact_cover import ExactCover, cover_of, exact_cover
from puzzlelib.search.links import ARRAYS

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import Changed, keep_results, same_kind_and_value
from ..kit.checks.time_limit import TooOften
from ..kit.checks.values import is_number, is_several, is_whole

Ring = tuple[list[int], list[int]]  # right, left


# -------- rings


def whole_ring(size: int) -> Ring:
    """Return a whole ring of places 0 to size - 1.

    >>> whole_ring(3)
    ([1, 2, 0], [2, 0, 1])
    """
    return [(x + 1) % size for x in range(size)], [(x - 1) % size for x in range(size)]


def unlink(right: list[int], left: list[int], x: int) -> None:
    left[right[x]] = left[x]
    right[left[x]] = right[x]


def relink(right: list[int], left: list[int], x: int) -> None:
    left[right[x]] = x
    right[left[x]] = x


def apply_moves(size: int, moves: Iterable[tuple[Callable, int]]) -> Ring:
    right, left = whole_ring(size)
    for move, x in moves:
        move(right, left, x)
    return right, left


# -------- 5.1 the missing line


def left_rings() -> Iterator[Args]:
    """Yield rings that some places have left, and the place that comes back now."""
    plans = (2, [1]), (3, [1]), (3, [1, 2]), (3, [2, 1]), (4, [2]), (5, [3, 1]), (6, [3, 4, 2])
    for size, gone in plans:
        yield Args(*apply_moves(size, [(unlink, x) for x in gone]), gone[-1])
    for order in ((0, 3, 1, 2), (0, 4, 2, 3, 1), (0, 2, 1)):  # places in another order
        yield Args(*ring_lacking(order, order[2]), order[2])


def ring_lacking(order: Sequence[int], x: int) -> Ring:
    """Return the ring of these places in this order, which x has left."""
    right, left = [0] * len(order), [0] * len(order)
    for one, other in zip(order, (*order[1:], order[0])):
        right[one], left[other] = other, one
    unlink(right, left, x)
    return right, left


def after_relink(right: list[int], left: list[int], x: int) -> Ring:
    relink(right, left, x)
    return right, left


def ring_words(got, expected, right, left, x) -> str:
    if not two_rings(got, len(right)):
        return "Your function should return the two lists, `right` and `left`."
    name, place, value = first_wrong(got, expected)
    return f"{x} comes back. Afterwards `{name}[{place}]` is {value}."


def first_wrong(got, expected: Ring) -> tuple[str, int, Any] | None:
    """Return the first place of two lists that is not as it should be, and what is there."""
    for name, one, other in zip(("right", "left"), got, expected):
        for place, value in enumerate(other):
            if one[place] != value:
                return name, place, one[place]
    return None


def two_rings(got, size: int) -> bool:
    return (
        isinstance(got, (tuple, list))
        and len(got) == 2
        and all(isinstance(one, list) and len(one) == size for one in got)
    )


LONG, READS = 300, 20  # places in a long ring, and how many entries may be read to bring one back


class SharedList(list):
    """A list that a student's function gets itself, and no copy of it."""

    __hash__ = object.__hash__


class WatchedList(SharedList):
    """A list that counts how many of its entries are read."""

    reads = 0

    def __getitem__(self, place):
        self.reads += len(range(len(self))[place]) if isinstance(place, slice) else 1
        return super().__getitem__(place)

    def __iter__(self):
        for value in super().__iter__():
            self.reads += 1
            yield value

    def index(self, *given):
        self.reads += len(self)
        return super().index(*given)

    def copy(self):
        self.reads += len(self)
        return super().copy()


def entries_read(answer) -> int:
    order = [0, *Random(1).sample(range(1, LONG), LONG - 1)]
    right, left = map(WatchedList, ring_lacking(order, order[LONG // 2]))
    answer(right, left, order[LONG // 2])
    return right.reads + left.reads


@exercise(
    "5.1",
    correct=lambda answer: (
        f"x is back, without a search and without a copy: in a ring of {LONG} places your "
        f"function reads {entries_read(answer)} entries. This is the price of an undo now."
    ),
)
def missing_line(answer):
    same = lambda got, expected: two_rings(got, len(expected[0])) and tuple(map(list, got)) == expected
    yield from try_on(answer, left_rings(), oracle=after_relink, say=ring_words, same=same)
    if (reads := entries_read(answer)) > READS:
        yield (
            f"The ring is right again, but in a ring of {LONG} places your function reads {reads} "
            "entries. x knows both its neighbours: no search and no copy is needed."
        )


# -------- 5.2 by hand

BEFORE = 6
MOVES = (unlink, 3), (unlink, 4), (unlink, 2), (relink, 2)
STUB = [...] * BEFORE, [...] * BEFORE


def entry_hint(name: str, place: int) -> str:
    """Return a hint at a wrong entry, without its number."""
    states = [apply_moves(BEFORE, MOVES[:k])[name == "left"][place] for k in range(len(MOVES) + 1)]
    who = [f"{move.__name__} {x}" for (move, x), old, new in zip(MOVES, states, states[1:]) if old != new]
    moves = (
        f"Moves that change it: {', '.join(who)}." if who else "No move changes it: is it still as it was?"
    )
    return f"Look at `{name}[{place}]`. {moves}"


def two_lists(answer) -> bool:
    return is_list_of(answer, 2, axes=2) and all(is_list_of(one, BEFORE) for one in answer)


def is_list_of(value, length: int, axes: int = 1) -> bool:
    """Return whether a value is a list, a tuple or an array of NumPy with this length."""
    right = isinstance(value, (list, tuple)) or isinstance(value, ndarray) and value.ndim == axes
    return right and len(value) == length


@exercise(
    "5.2",
    stub=STUB,
    correct="3 and 4 are out, and their own entries still name the neighbours that they had when "
    "they left. 2 came back by its own two numbers alone. Note place 3: its right neighbour is 4, "
    "which is out, too.",
)
def rings_by_hand(answer):
    if not two_lists(answer):
        yield Counterexample(f"Two lists of {BEFORE} numbers are asked for, right and left.", got=answer)
    elif wrong := first_wrong(answer, apply_moves(BEFORE, MOVES)):
        name, place, got = wrong
        say = f"There is still a `...` in `{name}[{place}]`." if got is ... else entry_hint(name, place)
        yield Counterexample(
            say,
            example=Text(", ".join(f"{move.__name__} {x}" for move, x in MOVES)),
            got=Text(f"{name}[{place}] = {got}"),
        )


# -------- 5.2b a sparse set


def removals() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield sizes of full sets, and the numbers that leave them, one after the other."""
    yield from ((1, (0,)), (2, (1,)), (2, (0,)), (3, (1,)), (3, (0, 2)), (5, (1, 4, 0)))
    yield from ((5, (1, 3, 4, 2, 0)), (9, (7, 2, 0, 8, 1)), (12, (3, 10, 0, 11, 5, 9)))


def swap_out(cell: list[int], place: list[int], size: int, x: int) -> int:
    """Take x out of a sparse set, and return the new size."""
    here, last = place[x], cell[size - 1]
    cell[here], cell[size - 1] = last, x
    place[last], place[x] = here, size - 1
    return size - 1


def removal_fault(got, size: int, mine: list[list], right: list[list]) -> str | None:
    if not is_whole(got):
        return "`remove` should return the new size, a whole number."
    if got != size:
        return f"The size should be {size} now."
    for name, one, other in zip(("cell", "place"), mine, right):
        if one != other:
            return f"Look at `{name}`: x and the last number that is in change places."
    return None


@exercise(
    "5.2b",
    correct="Each number left by one swap, so `cell` still contains all of them. A larger size "
    "brings them back, the last one out first, and writes no entry of either list.",
)
def sparse_removal(answer):
    for size, gone in removals():
        mine, right = ([SharedList(range(size)), SharedList(range(size))] for _ in range(2))
        for x in gone:
            before = Text(f"cell {mine[0]}, place {mine[1]}, size {size}, x = {x}")
            got, size = answer(*mine, size, x), swap_out(*right, size, x)
            if words := removal_fault(got, size, mine, right):
                now = Text(f"cell {mine[0]}, place {mine[1]}, returned {got}")
                wanted = Text(f"cell {right[0]}, place {right[1]}, returned {size}")
                yield Counterexample(words, before, now, wanted)
    if (reads := entries_to_remove(answer)) > READS:
        yield (
            f"The lists are right. But in a set of {LONG} numbers your function reads {reads} entries. "
            "`place[x]` says where x is: no search is needed."
        )


def entries_to_remove(answer) -> int:
    cell, place = WatchedList(range(LONG)), WatchedList(range(LONG))
    answer(cell, place, LONG, LONG // 2)
    return cell.reads + place.reads


# -------- small matrices


class SmallLinks(Links):
    """Links that are shown by the options they are made of."""

    def __repr__(self) -> str:
        return f"the links of {' '.join(''.join(map(str, option)) for option in self.problem.options)}"


class Unaided(SmallLinks):
    """Links whose `cover` and `uncover` are the student's to write."""

    def cover(self, item: int) -> None:
        raise RuntimeError("this is the library's own function, and yours is asked for")

    uncover = cover


SMALL = (
    ["a"],
    ["ab"],
    ["ab", "a"],
    ["ab", "abc"],
    ["abc", "bc"],
    ["ab", "bc", "ca"],
    ["ce", "adg", "bcf", "adf", "bg", "deg"],
)


def cover_plans() -> Iterator[tuple[ExactCover, tuple[int, ...]]]:
    """Yield small covers, each with items to cover one after the other."""
    for options in SMALL:
        cover = cover_of(options, items=sorted({item for option in options for item in option}))
        for number in (1, 2, 3):
            yield from ((cover, items) for items in permutations(range(1, len(cover.items) + 1), number))


def arrays(links: Links, names: Iterable[str] = ARRAYS) -> dict[str, list[int]]:
    return {name: list(getattr(links, name)) for name in names}


def not_as_before(answer, cover: ExactCover, items: tuple[int, ...]) -> tuple[int, str, int, int, int] | None:
    """Cover these items, uncover them in reverse order by the student's function, and return the
    first fault: (item, array, node, before, after).

    Looked at after each uncover.
    """
    links, before = Unaided(cover), []
    for item in items:
        before.append(arrays(links))
        Links.cover(links, item)
    for item, old in zip(reversed(items), reversed(before)):
        answer(links, item)
        if found := next(differences(old, arrays(links)), None):
            return item, *found
    return None


class WriteLog(list):
    """A list that notes what is written into it."""

    def __init__(self, values, name: str, log: list):
        super().__init__(values)
        self.name, self.log = name, log

    def __setitem__(self, place, value):
        super().__setitem__(place, value)
        self.log.append((self.name, value))


def log_writes(links: Links) -> list[tuple[str, int]]:
    """Return the log of what will be written into the four arrows: (array, value)."""
    log = []
    for name in ("left", "right", "up", "down"):
        setattr(links, name, WriteLog(getattr(links, name), name, log))
    return log


def out_of_order(answer, cover: ExactCover, item: int) -> str | None:
    """Say which node comes back too early when the student's function uncovers an item; None if all
    come in reverse order."""
    links = SmallLinks(cover)
    rows = links.ring(item, links.down)
    hidden = [node for row in rows for node in links.ring(row, links.right)]
    links.cover(item)
    log = log_writes(links)
    answer(links, item)
    for name in ("up", "down"):
        back = [value for which, value in log if which == name]
        for right, got in zip(reversed(hidden), back):
            if right != got:
                return (
                    f"{node_name(cover, got)} comes back before {node_name(cover, right)}, which "
                    "was the last one out"
                )
    kinds = [name in ("left", "right") for name, _ in log]
    return (
        f"{node_name(cover, item)}, the first one out, comes back before the nodes of its rows"
        if hidden and kinds != sorted(kinds)
        else None
    )


def node_name(cover: ExactCover, node: int) -> str:
    """Say a node in words.

    >>> cover = cover_of(["ab", "b"])
    >>> [node_name(cover, node) for node in (0, 2, 4)]
    ['the root', 'the head of column b', 'b in row ab']
    """
    links = Links(cover)
    item = links.items[links.top[node]]
    if links.option[node] is None:
        return f"the head of column {item}" if node else "the root"
    return f"{item} in row {''.join(map(str, cover.options[links.option[node]]))}"


# -------- 5.2a cover


def not_covered(answer, cover: ExactCover, items: tuple[int, ...]) -> tuple[str, int, int, int] | None:
    """Cover these items by the student's function: (array, node, as it should be, as it is) where
    the links first differ from the library's."""
    mine, right = Unaided(cover), Links(cover)
    for item in items:
        answer(mine, item)
        right.cover(item)
    return next(differences(arrays(right), arrays(mine)), None)


BALLAST = 100  # rows without the item that is covered
READS_OF_A_COVER = 150  # entries; 40 are enough


def rows_before_head(answer) -> bool:
    """Return whether a function hides a row before the head leaves its ring."""
    links = Unaided(cover_of(["abc", "ade", "b"]))
    log = log_writes(links)
    answer(links, 1)
    of_rows = [name in ("up", "down") for name, _ in log]
    return of_rows != sorted(of_rows)


def entries_to_cover(answer) -> int:
    links = Unaided(cover_of(["abc", "ade", *["fgh"] * BALLAST]))
    lists = [WatchedList(getattr(links, name)) for name in (*ARRAYS, "top")]
    for name, values in zip((*ARRAYS, "top"), lists):
        setattr(links, name, values)
    answer(links, 1)
    return sum(values.reads for values in lists)


def differences(before: dict, after: dict, names: Iterable[str] = ARRAYS) -> Iterator[tuple]:
    """Yield (array, node, before, after) for all that differs in two states of the links, sizes
    first."""
    for name in sorted(names, key=lambda name: name != "size"):
        for node, was in enumerate(before[name]):
            if after[name][node] != was:
                yield name, node, was, after[name][node]


def links_text(cover: ExactCover, words: str = "") -> Text:
    """Return small links, what was done with them, and the items that no option has.

    >>> links_text(cover_of(["ab", "b"]), "cover a"), links_text(cover_of(["a"], items="za"))
    (the links of ab b: cover a, the links of a; no option has z)
    """
    options = " ".join("".join(map(str, option)) for option in cover.options)
    idle = join_words(item for item in cover.items if not any(item in option for option in cover.options))
    said = (f": {words}" if words else "") + (f"; no option has {idle}" if idle else "")
    return Text(f"the links of {options}{said}")


def item_names(cover: ExactCover, items: Iterable[int]) -> list[str]:
    return [list(cover.items)[item - 1] for item in items]


def at_a_link(cover: ExactCover, wrong: Iterable, say: str, done: str) -> Counterexample:
    """Return an example with one wrong link, from `differences`; its place goes into `say`."""
    name, node, was, now = wrong
    return Counterexample(
        say.format(f"`{name}` of {node_name(cover, node)}"),
        example=links_text(cover, done),
        got=Text(f"{name}[{node}] = {now}"),
        expected=Text(f"{name}[{node}] = {was}"),
    )


@exercise(
    "5.2a",
    seconds=5,
    correct=lambda answer: (
        "After each cover your links equal the library's. To cover an item that has two of "
        f"{BALLAST + 2} rows, your function reads {entries_to_cover(answer)} entries: it searches "
        "for no node and copies nothing."
    ),
)
def own_cover(answer):
    yield from refuse_library(answer)
    for cover, items in cover_plans():
        if wrong := not_covered(answer, cover, items):
            yield at_a_link(
                cover, wrong, "Look at {}.", done=f"cover {', cover '.join(item_names(cover, items))}"
            )
    if rows_before_head(answer):
        yield Counterexample(
            "The links are right. But here a row is hidden before the head has left its ring. "
            "First the head leaves: `uncover` will rely on this order.",
            example=links_text(cover_of(["abc", "ade", "b"]), "cover a"),
        )
    if (reads := entries_to_cover(answer)) > READS_OF_A_COVER:
        yield (
            f"The links are right. But to cover an item that has two of {BALLAST + 2} rows, your "
            f"function reads {reads} entries. Links lead to each node that leaves: no search and "
            "no copy is needed."
        )


# -------- 5.3 uncover


@exercise("5.3", correct=lambda answer: solved_with(answer), seconds=5)
def uncover(answer):
    yield from refuse_library(answer)
    for cover, items in cover_plans():
        if wrong := not_as_before(answer, cover, items):
            item, *place = wrong
            names = item_names(cover, items)
            back = names[items.index(item) :][::-1]
            yield at_a_link(
                cover,
                place,
                "Something is not as it was before: {}.",
                done=f"cover {', cover '.join(names)}, uncover {', uncover '.join(back)}",
            )
    for cover, items in cover_plans():
        if len(items) == 1 and (words := out_of_order(answer, cover, items[0])):
            yield Counterexample(
                "In the end everything is as it was, but not on the way: last out, first back. "
                f"Here {words}.",
                example=links_text(cover, f"cover and uncover {item_names(cover, items)[0]}"),
            )


def solved_with(answer) -> str:
    cover = exact_cover(load("little-cube"))
    own = type("Own", (Links,), {"uncover": lambda links, item: answer(links, item)})
    found = list(answers_of(own(cover)))
    same = (
        "the same ones in the same order as the library"
        if found == list(search(cover))
        else "but not those of the library"
    )
    return (
        f"All arrays are as they were. With your uncover the whole search has found {len(found)} "
        f"packing{'s' * (len(found) != 1)} of the little cube, {same}."
    )


def answers_of(links: Links) -> Iterator[tuple[int, ...]]:
    return (step[1] for step in steps(links) if step[0] == "answer")


# -------- 5.3a and 5.7 searches on links


class Heads(list):
    """The `left` of some links: how often a head leaves its ring or comes back, up to a limit.
    Nothing is put back in one piece."""

    def __init__(self, values, heads: int, limit: int):
        super().__init__(values)
        self.heads, self.limit, self.moves = heads, limit, 0

    def __setitem__(self, place, value):
        if isinstance(place, slice):
            raise Copied
        super().__setitem__(place, value)
        self.moves += place < self.heads
        if self.moves > self.limit:
            raise TooOften


class CountingLinks(SmallLinks):
    """Links that count each cover and uncover, and refuse to be copied."""

    def __init__(self, cover: ExactCover, limit: int = 10**6):
        super().__init__(cover)
        self.left = Heads(self.left, len(self.items), limit)

    def __copy__(self, memo=None):
        raise Copied

    __deepcopy__ = __copy__


class Copied(BaseException):
    """Links have been copied, or put back from a copy."""


def link_steps(
    links: Links, main: int | None = None, back: Callable = reversed, chosen: tuple = ()
) -> Iterator[tuple]:
    """Yield the steps of a search on links for all ways to cover items 1 to `main` (None: all) exactly once
    and the others at most once: ("try", option) for each option put, ("answer", options) for each solution.

    `back` is the order in which the items of an option are uncovered.

    >>> list(link_steps(Links(cover_of(["ac", "bc", "b"], items="abc")), main=2))
    [('try', 0), ('try', 2), ('answer', (0, 2))]
    """
    heads = [head for head in links.ring(0, links.right) if main is None or head <= main]
    if not heads:
        yield "answer", chosen
        return
    item = min(heads, key=lambda head: links.size[head])
    links.cover(item)
    for node in links.ring(item, links.down):
        yield "try", links.option[node]
        others = [links.top[other] for other in links.ring(node, links.right)]
        for other in others:
            links.cover(other)
        yield from link_steps(links, main, back, (*chosen, links.option[node]))
        for other in back(others):
            links.uncover(other)
    links.uncover(item)


def link_solutions(links: Links, main: int) -> Iterator[tuple[int, ...]]:
    return (chosen for what, chosen in link_steps(links, main) if what == "answer")


def right_rows(cover: ExactCover, main: int) -> set[frozenset[int]]:
    """Return the right solutions by trying all sets of options: for small covers, without links."""
    items, found = list(cover.items), set()
    for rows in product((False, True), repeat=len(cover.options)):
        times = Counter(item for row, option in zip(rows, cover.options) if row for item in option)
        if all(times[item] == 1 for item in items[:main]) and all(times[item] <= 1 for item in items[main:]):
            found.add(frozenset(row for row, there in enumerate(rows) if there))
    return found


def plain_moves(cover: ExactCover, main: int) -> int:
    """Count the covers and uncovers of a search by the rule."""
    links = CountingLinks(cover)
    for _ in link_solutions(links, main):
        pass
    return links.left.moves


def links_search_fault(
    run: Callable, cover: ExactCover, main: int, expected: set, heads_tied: int
) -> tuple | None:
    """Return a sentence on a wrong search on these links, then perhaps what it found and what is
    right, or None."""
    moves = plain_moves(cover, main)
    limit = FREEDOM * moves + PREPARATION * heads_tied
    links = CountingLinks(cover, limit)
    before, heads = arrays(links), links.left
    try:
        got = run(links)
        got = None if got is None else keep_results(got, len(expected) + MORE)
    except TooOften:
        covers = limit // 2  # as each is undone
        words = f"Your search covers items more than {how_often(covers)}, and is not done."
        return (f"{words} {SMALLEST}",)
    except Copied:
        return (COPIED,)
    except Changed:
        return (CHANGED_SINCE,)
    if got is None or not all(is_rows(rows, cover) for rows in got):
        return NO_ROWS, got
    if words := wrong_rows(got, expected):
        return words
    if links.left is not heads:
        return (COPIED,)
    if heads.moves < max(map(len, expected), default=0):
        return (NO_COVER,)
    if wrong := next(differences(before, arrays(links)), None):
        name, node, was, now = wrong
        return (
            "The solutions are right, but the links are not as they were at the beginning: look at "
            f"`{name}` of {node_name(cover, node)}.",
            Text(f"{name}[{node}] = {now}"),
            Text(f"{name}[{node}] = {was}"),
        )
    return None


FREEDOM = 2  # a search may cover twice as often as ours,
PREPARATION = 4  # and write so often for each head of the ring, before and after
MORE = 5  # so many solutions too many are enough to see
SMALLEST = "A search that always branches on the item with the smallest size needs half of that."
NO_ROWS = "Solutions are asked for, one after the other by `yield`: tuples of option numbers."
NO_COVER = (
    "The solutions are right, but your search did not find them on these links: it covers fewer items than "
    "one of them has options."
)
COPIED = "Your search makes a copy, or puts one back. There is one matrix: uncover what is covered."


IS_IT_CHANGED = "Does your search go on changing this list? Put a copy there: `tuple(chosen)`."
CHANGED_SINCE = "Your search yields a list and then changes it: yield a copy, `tuple(chosen)`."


def is_rows(rows, cover: ExactCover) -> bool:
    return isinstance(rows, (tuple, list, set, frozenset)) and all(
        is_whole(row) and 0 <= row < len(cover.options) for row in rows
    )


def wrong_rows(got: list, expected: set[frozenset]) -> tuple | None:
    for rows in got:
        if frozenset(rows) not in expected or len(frozenset(rows)) < len(rows):
            why = f" {IS_IT_CHANGED}" if rows == [] else ""
            return f"This is not a solution.{why}", tuple(rows)
    times = Counter(map(frozenset, got))
    if double := next((rows for rows in times if times[rows] > 1), None):
        return f"You find this solution {how_often(times[double])}.", tuple(sorted(double))
    if lost := next((rows for rows in sorted(expected, key=sorted) if rows not in times), None):
        return "This solution is missing.", NOTHING, tuple(sorted(lost))
    return None


def search_example(
    run: Callable, cover: ExactCover, main: int, expected: set, example: Text, heads_tied: int = 0
) -> Counterexample | None:
    say, *shown = links_search_fault(run, cover, main, expected, heads_tied) or ("",)
    return Counterexample(say, example, *shown) if say else None


def rectangle_cover(wide: int, deep: int) -> ExactCover:
    spot = {f"{x}{y} ": (x, y) for x, y in product(range(wide), range(deep))}
    pairs = [(a, b) for a, b in combinations(spot, 2) if dist(spot[a], spot[b]) == 1]
    return cover_of(pairs, items=list(spot))


def covers_53a() -> Iterator[ExactCover]:
    """Yield small covers, some without a solution, one with an item that no option has; then
    dominoes."""
    for options in (*SMALL, ["ab", "ab"], ["a", "b", "ab"], ["ab", "cd", "abcd", "ac", "bd"]):
        yield cover_of(options, items=sorted({item for option in options for item in option}))
    yield cover_of(["a", "b", "c", "d"], items="abzcd")
    yield rectangle_cover(2, 3)
    yield rectangle_cover(3, 3)


@exercise("5.3a", seconds=15, correct=lambda answer: praise_of_search(answer))
def own_search(answer):
    yield from refuse_library(answer)
    for cover in covers_53a():
        main = len(cover.items)
        yield search_example(answer, cover, main, right_rows(cover, main), links_text(cover))
    cover = exact_cover(load("little-cube"))
    expected = set(map(frozenset, search(cover)))
    yield search_example(answer, cover, len(cover.items), expected, Text("the links of the little cube"))


def praise_of_search(answer) -> str:
    cover = cover_of(SMALL[-1], items="abcdefg")
    cards, little = next(iter(answer(Links(cover)))), exact_cover(load("little-cube"))
    return (
        f"On the six cards it finds {', '.join(''.join(cover.options[row]) for row in cards)}; "
        f"in the little cube, {len(list(answer(Links(little))))} packings. "
        "In the end all links are as they were."
    )


# -------- 5.3b broken on purpose

WHOLE = "left", "right", "up", "down", "top", "option", "needed"  # what must not break


def broken_how(answer, cover: ExactCover, items: tuple[int, ...]) -> tuple[list, list]:
    """Cover these items and uncover them in reverse order by the student's function: what is wrong
    after any of it among arrows and the rest, and the sizes of columns that are wrong."""
    links, before, others, sizes = SmallLinks(cover), [], [], []
    for item in items:
        before.append(arrays(links, (*WHOLE, "size")))
        links.cover(item)
    for item, old in zip(reversed(items), reversed(before)):
        answer(links, item)
        new = arrays(links, old)
        others += differences(old, new, WHOLE)
        sizes += [wrong for wrong in differences(old, new, ["size"]) if wrong[1]]  # the root is no column
    return others, sizes


def badly_broken(answer, cover: ExactCover, items: tuple[int, ...]) -> tuple[str, tuple] | None:
    others, sizes = broken_how(answer, cover, items)
    if others:
        return "Here more than a size is broken: {}. Only sizes should be wrong.", others[0]
    no_number = next((wrong for wrong in sizes if not is_whole(wrong[3])), None)
    return ("A size is still a whole number, also when wrong: {}.", no_number) if no_number else None


@exercise("5.3b", seconds=5, correct=lambda answer: praise_of_break(answer))
def broken_on_purpose(answer):
    for cover, items in cover_plans():
        if wrong := badly_broken(answer, cover, items):
            done = f"cover {', '.join(item_names(cover, items))}, then uncover in reverse"
            yield at_a_link(cover, *wrong[::-1], done=done)
    if not wrong_size(answer):
        yield "Nothing is broken: in all small matrices, all arrows and all sizes are right."


def wrong_size(answer) -> tuple | None:
    """Return the first small matrix in which a size is wrong: (cover, items, size)."""
    for cover, items in cover_plans():
        _, sizes = broken_how(answer, cover, items)
        if sizes:
            return cover, items, sizes[0]
    return None


def praise_of_break(answer) -> str:
    cover, items, (_, node, was, now) = wrong_size(answer)
    names = item_names(cover, items)
    return (
        f"Well broken. In {links_text(cover)}: cover {', '.join(names)}, and uncover. All arrows "
        f"are right, and the size of column {list(cover.items)[node - 1]} is {now} instead of "
        f"{was}. Below, a search uses it."
    )


# -------- 5.3f undo by a log


def counting_dictionary(limit: int) -> type[dict]:
    """Return a class of dictionaries that may be read and changed so many times altogether, a copy or a
    loop once for each key; then `TooOften`. `writes` counts the changes, key by key."""

    class Counted(dict):
        left, writes = limit, 0
        __hash__ = object.__hash__  # so that it comes without a copy

        def spend(self, number: int, writes: bool) -> None:
            Counted.left -= number
            Counted.writes += number * writes
            if Counted.left < 0:
                raise TooOften

        def update(self, *values, **named):
            new = dict(*values, **named)
            self.spend(len(new), True)
            super().update(new)

        def __ior__(self, values):
            self.update(values)
            return self

    def counting(name: str) -> Callable:
        def act(self, *values):
            self.spend(len(self) if name in ALL_KEYS else 1, name in WRITING)
            return getattr(dict, name)(self, *values)

        return act

    for name in (*ALL_KEYS, *ONE_KEY, *WRITING):
        setattr(Counted, name, counting(name))
    return Counted


ALL_KEYS = "__iter__ __reversed__ keys items values copy clear __or__ __ror__ __eq__ __ne__".split()
ONE_KEY = "__getitem__ __contains__ get".split()
WRITING = "__setitem__ __delitem__ pop popitem setdefault".split()

SHORT_MOVES = [
    ({}, []),
    ({"a": 1}, [("put", "a", 2)]),
    ({"a": 1}, [("remove", "a")]),
    ({"a": 1}, [("mark",), ("back",)]),
    ({"a": 1}, [("mark",), ("put", "a", 2), ("back",)]),
    ({"a": 1}, [("mark",), ("remove", "a"), ("back",)]),
    ({"a": None}, [("mark",), ("remove", "a"), ("back",)]),
    ({}, [("mark",), ("put", "a", 1), ("back",)]),
    ({}, [("put", "a", 1), ("mark",), ("put", "a", 2), ("put", "a", 3), ("back",)]),
    ({"a": 1}, [("mark",), ("put", "a", 2), ("mark",), ("put", "a", 3), ("back",)]),
    ({"a": 1}, [("mark",), ("remove", "a"), ("put", "a", 2), ("remove", "a"), ("back",)]),
    ({"a": 1}, [("mark",), ("put", "a", 2), ("mark",), ("put", "b", 3), ("back",), ("back",)]),
    ({"a": 1}, [("mark",), ("put", "a", 2), ("back",), ("mark",), ("put", "b", 3), ("back",)]),
]
MANY, CHANGES = 10_000, 8  # keys of a large dictionary; changes after each mark
PER_CHANGE = 10  # reads and writes are enough, its undoing included: less than one copy in all


def after_moves(values: Mapping, moves: Iterable[tuple]) -> tuple[dict, int]:
    """Return a dictionary after some moves, by a copy at each mark, and how many moves change it, those that
    are undone later included.

    >>> after_moves({"a": 1}, [("put", "b", 2), ("mark",), ("remove", "a"), ("put", "b", 2), ("back",)])
    ({'a': 1, 'b': 2}, 2)
    """
    now, marks, changes = dict(values), [], 0
    for move, *rest in moves:
        if move == "mark":
            marks.append(dict(now))
        elif move == "back":
            now = marks.pop()
        elif move == "put":
            changes += rest[0] not in now or now[rest[0]] != rest[1]
            now[rest[0]] = rest[1]
        else:
            changes += 1
            del now[rest[0]]
    return now, changes


def random_moves(chance: Random, keys: int, marks: int, changes: int) -> tuple[dict, list[tuple]]:
    """Return a dictionary and moves of a search: first down, then down and back; some marks may stay open."""
    values = {key: key * key for key in range(keys)}
    now, moves, before = dict(values), [], []
    for step in range(marks):
        if before and step > marks // 3 and chance.random() < 0.5:
            moves.append(("back",))
            now = before.pop()
        else:
            moves.append(("mark",))
            before.append(dict(now))
        for key in chance.choices(range(keys + 3), k=chance.randint(0, changes)):
            if key in now and chance.random() < 0.5:
                moves.append(("remove", key))
                del now[key]
            else:
                moves.append(("put", key, chance.choice([None, 0, 7])))
                now[key] = moves[-1][2]
    return values, moves


@cache
def search_moves() -> list[tuple[dict, list[tuple]]]:
    """Return small dictionaries with many moves, and a large one that copies are too dear for."""
    chance = Random(5)
    small = [random_moves(chance, 3, 12, 4) for _ in range(60)]
    return [*small, random_moves(chance, MANY, 200, CHANGES)]


def wrong_values(got, values: Mapping, moves: list[tuple]) -> str | None:
    if not isinstance(got, Mapping):
        return "Return the dictionary."
    expected, _ = after_moves(values, moves)
    for key in [*expected, *got]:
        if key not in got:
            return f"After these moves the key {key!r} should be there, with the value {expected[key]!r}."
        if key not in expected:
            return f"After these moves the key {key!r} should not be there."
        if not same_kind_and_value(got[key], expected[key]):
            return (
                f"After these moves the value of {key!r} should be {expected[key]!r}, and it is {got[key]!r}."
            )
    return None


@exercise(
    "5.3f",
    correct=f"Judged by {len(SHORT_MOVES) + 61} lists of moves. On a dictionary with {MANY:,} keys your "
    "function makes every move, and reads and writes no more than the changes ask for.",
    seconds=20,
)
def undo_by_a_log(answer):
    yield from try_on(
        answer,
        (Args(*one) for one in (*SHORT_MOVES, *search_moves())),
        fault=wrong_values,
        size=lambda _, moves: len(moves),
    )
    values, moves = search_moves()[-1]
    _, changes = after_moves(values, moves)
    counted = counting_dictionary(PER_CHANGE * changes)
    given = counted(values)
    try:
        answer(given, moves)
        if wrong_values(dict(dict.items(given)), values, moves):
            yield "Your function makes another dictionary. Change the one that it gets, and return that."
        if counted.writes < changes:
            yield (
                f"{changes:,} moves change the dictionary, and your function changes it {counted.writes:,} "
                "times. Make each move as it comes, also one that will be undone."
            )
        if answer.given[1] != answer.args[1]:
            yield "Your results are right, but your function changes `moves`, which its caller still needs."
    except TooOften:
        yield (
            f"With {MANY:,} keys and {len(moves):,} moves your function reads and writes too much. Undo "
            "what has changed since the mark, and leave all else alone."
        )


# -------- 5.3e the price of a node


def wrap_trail(tried: Iterable[int]) -> int:
    """Return the fingerprint of a tree as 64 bits give it.

    >>> wrap_trail([1, 2]), wrap_trail([7] * 14) < 0
    (33, True)
    """
    number = 0
    for option in tried:
        number = (31 * number + option + 2**63) % 2**64 - 2**63
    return number


def trail_words(got, expected, tried) -> str:
    if (got - expected) % 2**64 == 0:
        return f"The 64 bits are right, but this number lies outside the range: {int(got)}."
    return "The 64 bits are not those of 31 · number + option, option by option."


def tried_lists() -> Iterator[list[int]]:
    """Yield lists of options: short ones, and long ones that overflow to either sign."""
    chance = Random(3)
    yield from ([], [5], [0, 3], [7] * 13, [7] * 14)
    yield [11, 22, 0, 3, 18, 9, 5, 17, 18, 10, 4, 3, 8]  # 2⁶³ itself
    for number in (20, 20, 40, 40, 100):
        yield [chance.randrange(700) for _ in range(number)]


@exercise(
    "5.3e",
    correct="Also where the number overflows to a negative one. Below, your function in Python "
    "meets four searches in machine code.",
)
def own_trail(answer):
    same = same_kind_and_value
    return try_on(answer, tried_lists(), oracle=wrap_trail, say=trail_words, same=same, size=len)


# -------- 5.4 a fair comparison


@dataclass(frozen=True)
class TimingCase:
    """Two pretend programs: `cost(name, n, all_calls)` is how long the n-th call of "f" or "g"
    takes (n and all_calls from 0)."""

    words: str
    cost: Callable[[str, int, int], float]
    ratio: float
    why: str
    runs: int = 5


BASE = {"f": 6.0, "g": 2.0}
TIMING_CASES = (
    TimingCase(
        "f needs 6 seconds, g needs 2",
        lambda name, n, k: BASE[name],
        3.0,
        "f takes three times as long as g.",
    ),
    TimingCase(
        "f needs 2 seconds, g needs 6",
        lambda name, n, k: 8 - BASE[name],
        1 / 3,
        "f takes a third of the time of g.",
    ),
    *(
        TimingCase(
            f"f needs 6 seconds, g needs 2, and {first} 50 more in its first call, to get ready",
            lambda name, n, k, first=first: BASE[name] + 50 * (n == 0 and name == first),
            3.0,
            f"The first call of {first} makes it ready for all later ones. It should not count. "
            "(With two runs the median cannot hide it.)",
            2,
        )
        for first in "gf"
    ),
    *(
        TimingCase(
            f"f needs 6 seconds, g needs 2, and {first} ends after 1 second in its first call, "
            "which finds no data yet",
            lambda name, n, k, first=first: 1.0 if n == 0 and name == first else BASE[name],
            3.0,
            f"The first call of {first} is not like the others. Call both before you measure.",
            runs,
        )
        for first, runs in product("fg", (2, 3))
    ),
    TimingCase(
        "f needs 6 seconds, g needs 2; f waits 100 seconds in its third call",
        lambda name, n, k: BASE[name] + 100 * (n == 2 and name == "f"),
        3.0,
        "A single disturbed run must not decide.",
    ),
    TimingCase(
        "f needs 6 seconds, g needs 2; in its third call f is lucky and needs only half a second",
        lambda name, n, k: 0.5 if (name, n) == ("f", 2) else BASE[name],
        3.0,
        "A single lucky run must not decide.",
    ),
    TimingCase(
        "f and g need 2, 4 and 6 seconds by turns, f in this order, g in the order 6, 2, 4",
        lambda name, n, k: ((2, 4, 6) if name == "f" else (6, 2, 4))[n % 3],
        1.0,
        "The median of the times of f is divided by the median of those of g.",
        3,
    ),
    TimingCase(
        "f needs 2, 2, 6 and 6 seconds by turns, g always 4",
        lambda name, n, k: (2, 2, 6, 6)[n % 4] if name == "f" else 4,
        1.0,
        "The median of four times is halfway between the two in the middle.",
        4,
    ),
    TimingCase(
        "f and g do the same, but the machine is getting warmer: every call takes a fifth of a "
        "second longer than the one before",
        lambda name, n, k: 2 + 0.2 * k,
        1.0,
        "Whichever is later is slower.",
    ),
)
TOLERANCE = 0.12


def pretend(case: TimingCase) -> tuple[Callable, Callable, Callable, dict]:
    """Return two functions and a clock that they move, and how often each was called."""
    now, calls = [100.0], {"f": 0, "g": 0}

    def program(name: str) -> Callable[[], None]:
        def work() -> None:
            now[0] += case.cost(name, calls[name], sum(calls.values()))
            calls[name] += 1

        return work

    return program("f"), program("g"), lambda: now[0], calls


def unfair(answer, case: TimingCase) -> tuple[str, object] | None:
    """Return a sentence about an unfair comparison and the ratio it gave, or None."""
    f, g, clock, calls = pretend(case)
    got = answer(f, g, clock, case.runs)
    if not is_number(got):
        return "A number is asked for: the time of f divided by that of g.", got
    if min(calls.values()) < case.runs:
        return f"Asked for {case.runs} runs of each, it ran f {calls['f']} and g {calls['g']} times.", got
    if not abs(float(got) / case.ratio - 1) <= TOLERANCE:  # NaN is near to nothing
        return case.why, round(float(got), 3)
    return None


@exercise(
    "5.4",
    correct="The pretend programs start slowly or too fast, are disturbed, and get slower as the "
    "machine gets warmer; each time your ratio is right. With `time.process_time` as the clock it measures "
    "real ones.",
)
def compare(answer):
    for case in TIMING_CASES:
        if found := unfair(answer, case):
            say, got = found
            yield Counterexample(
                say,
                example=Text(f"{case.words}; {case.runs} runs"),
                got=got,
                expected=Text(f"about {case.ratio:.2g}"),
            )


FORGOTTEN = {"P": 1, "Q": 4, "R": 6, "S": 3, "T": 5}


@exercise(
    "5.4a",
    stub=dict.fromkeys(FORGOTTEN, ...),
    correct="Five reports, five faults. The next one will be in something that you read, or write.",
)
def find_faults(answer):
    if not isinstance(answer, dict) or set(answer) != set(FORGOTTEN):
        yield Counterexample(f"A dictionary with the keys {' '.join(FORGOTTEN)} is asked for.", got=answer)
    for name, value in FORGOTTEN.items():
        got = answer[name]
        if got is ...:
            yield f"There is still a `...` at {name}."
        elif not is_whole(got):
            yield Counterexample(f"At {name}, the number of a point, 1 to 7, is asked for.", got=got)
        elif got != value:
            again = f"Look at {name} again: which point would have prevented this report?"
            yield Counterexample(again, got=got)


# -------- 5.5 up to turning

DOMINOES = "box: [2, 2, 2]\npieces: [{name: D, copies: 4, cells: [[0,0,0], [1,0,0]]}]"
BARS = "box: [3, 3, 1]\npieces: [{name: I, copies: 3, cells: [[0,0,0], [1,0,0], [2,0,0]]}]"
BARS_AND_DOMINOES = (
    "box: [3, 2, 2]\npieces: [{name: I, copies: 2, cells: [[0,0,0], [1,0,0], [2,0,0]]}, "
    "{name: D, copies: 3, cells: [[0,0,0], [1,0,0]]}]"
)


def packings_with_turns(puzzle: PackingPuzzle) -> Args:
    """Return all packings as sets of placement numbers, and where each turn takes each
    placement."""
    found = raise_if_interrupted(solve(puzzle, "dlx", limit=None))
    return Args(
        [frozenset(puzzle.option[place] for place in packing) for packing in found],
        option_tables(puzzle, "rotations"),
    )


def boxes() -> list[Args]:
    few = (
        ([{0}], [[0]]),
        ([{0}, {1}], [[0, 1]]),
        ([{0}, {1}], [[0, 1], [1, 0]]),
        ([{0}, {1}, {2}], [[0, 1, 2], [1, 2, 0], [2, 0, 1]]),
        ([{0, 1}, {2, 3}], [[0, 1, 2, 3], [1, 0, 3, 2]]),
        ([{0, 1}, {2, 3}], [[0, 1, 2, 3], [3, 2, 1, 0]]),
        ([{0, 3}, {1, 2}], [[0, 1, 2, 3]]),
    )
    return [Args(list(map(frozenset, packings)), turns) for packings, turns in few] + [
        packings_with_turns(puzzle)
        for puzzle in (
            read_text(BARS),
            read_text(DOMINOES),
            read_text(BARS_AND_DOMINOES),
            load("little-cube"),
        )
    ]


def number_of_kinds(packings: Iterable[frozenset], turns: list) -> int:
    return len({least_image(packing, turns) for packing in packings})


def kinds_fault(got, expected, packings, turns) -> str:
    why = (
        "You count some packing and the same packing, turned, as two kinds."
        if got > expected
        else "You count two packings as one kind that no turn makes of each other."
    )
    return f"{many(len(packings), 'packing')}, {many(len(turns), 'turn')}. {why}"


@exercise(
    "5.5",
    correct="Four dominoes fill the little box in 9 ways of 2 kinds: one kind has 3 "
    "packings, the other 6. No division gives that number.",
)
def count_kinds(answer):
    return try_on(answer, boxes(), oracle=number_of_kinds, say=kinds_fault, same=same_kind_and_value)


# -------- 5.5b divide where you may

KINDS = (("P", 10), ("Q", 11))


@exercise(
    "5.5b",
    stub=(..., ...),
    correct="40 / 4 = 10, and the two special packings of Q form one kind more: an orbit of two.",
)
def divided_orbits(answer):
    if not is_several(answer) or len(answer) != len(KINDS):
        yield Counterexample("Two whole numbers are asked for.", got=answer)
    for (name, kinds), got in zip(KINDS, answer):
        if got is ...:
            yield f"There is still a `...` for {name}."
        elif got != kinds:
            how = "How large is each orbit?" if is_whole(got) else "It is a whole number."
            yield Counterexample(f"That is not the number of kinds of {name}. {how}", got=got)


# -------- 5.5a necklaces


def count_necklaces(n: int) -> int:
    """Count by Burnside's lemma: turned by s places, a necklace has gcd(n, s) beads to choose.

    >>> [count_necklaces(n) for n in range(1, 9)]     # OEIS A000031
    [2, 3, 4, 6, 8, 14, 20, 36]
    """
    return sum(2 ** gcd(n, s) for s in range(n)) // n


def necklace_words(got, expected, n) -> str:
    return f"With n = {n} there are {2**n} rows of black and white beads, and {n} turns (by 0 too)."


@exercise(
    "5.5a",
    seconds=20,
    correct="Orbits again, and no box in sight. Six beads give 64 rows and 14 necklaces; 64 / 6 is "
    "no whole number.",
)
def necklaces(answer):
    beads, same = (*range(1, 11), 12, 13), same_kind_and_value
    return try_on(answer, beads, oracle=count_necklaces, say=necklace_words, same=same)


# -------- 5.6 a puzzle where it is no division

LEAST_PIECES, LEAST_SHAPES, LEAST_KINDS, MOST_CELLS, SEARCH = 3, 2, 2, 40, 4.0


@dataclass(frozen=True)
class TurnCensus:
    """A puzzle, its packings and what turning makes of them."""

    puzzle: PackingPuzzle
    found: Result
    sizes: tuple[int, ...]  # the packings of each kind
    turns: int


def census(text: str) -> TurnCensus:
    """Read a puzzle and look at all its packings. `PuzzleError` for what is no puzzle.

    >>> one = census(DOMINOES)
    >>> len(one.found.solutions), one.sizes, one.turns
    (9, (3, 6), 24)
    """
    puzzle = read_text(text, "your puzzle")
    found = raise_if_interrupted(solve(puzzle, "dlx", limit=None, time_limit=SEARCH))
    turns = option_tables(puzzle, "rotations")
    numbers = ([puzzle.option[place] for place in packing] for packing in found.solutions)
    of_kind = Counter(least_image(packing, turns) for packing in numbers)
    return TurnCensus(puzzle, found, tuple(sorted(of_kind.values())), len(turns))


def puzzle_fault(text) -> tuple[str, object] | None:
    if not isinstance(text, str):
        return "The text of a puzzle is asked for.", text
    try:
        puzzle = read_text(text, "your puzzle")
        if (cells := len(puzzle.container)) > MOST_CELLS:
            words = f"At most {MOST_CELLS} cells, please, so that all packings can be counted here."
            return words, Text(f"{cells} cells")
        if sum(piece.copies for piece in puzzle.pieces) < LEAST_PIECES or shapes(puzzle) < LEAST_SHAPES:
            words = f"At least {LEAST_PIECES} pieces, of at least {LEAST_SHAPES} shapes, are asked for."
            return words, Text(", ".join(f"{piece.copies} {piece.name}" for piece in puzzle.pieces))
        return census_fault(census(text))
    except PuzzleError as error:
        return f"The library cannot use this puzzle: `{error}`.", Text(text.strip())


def shapes(puzzle: PackingPuzzle) -> int:
    """Count the different shapes of the pieces, whatever their names are."""
    return len({min(orientations(piece.cells, puzzle.turns)) for piece in puzzle.pieces})


def census_fault(one: TurnCensus) -> tuple[str, object] | None:
    packings, kinds = len(one.found.solutions), len(one.sizes)
    words = Text(f"{packings:,} packings of {many(kinds, 'kind')}; the box has {one.turns} turns")
    if not one.found.complete:
        return f"Not all packings were found in {SEARCH:g} seconds. Make the puzzle smaller.", words
    if not packings:
        return "It has no packing at all.", words
    if kinds < LEAST_KINDS:
        return f"There is only one kind of packing; at least {LEAST_KINDS} are asked for.", words
    if packings == kinds * one.turns:
        division = f"{packings:,} / {one.turns} = {kinds:,}"
        return f"Here the division is right: {division}. No packing comes back to itself.", words
    return None


def describe_census(text: str) -> str:
    one = census(text)
    of_size = lambda size: f"{one.sizes.count(size)} of {size} packing{'s' * (size > 1)}"
    sizes = ", ".join(map(of_size, sorted(set(one.sizes))))
    packings, kinds = len(one.found.solutions), len(one.sizes)
    return (
        f"{packings:,} packings, {one.turns} turns, and {kinds:,} kinds: {sizes}. {packings:,} / "
        f"{one.turns} would have been {packings / one.turns:g}."
    )


@exercise("5.6", correct=describe_census, seconds=30)
def own_puzzle(answer):
    if found := puzzle_fault(answer):
        yield Counterexample(found[0], got=found[1])


# -------- 5.7 at most once, without help


def queens_cover(n: int) -> tuple[ExactCover, int]:
    """Return the cover for n queens: rows and columns are the main items, diagonals may stay
    empty."""
    lines = [f"r{k}" for k in range(n)] + [f"c{k}" for k in range(n)]
    diagonals = [f"u{k}" for k in range(2 * n - 1)] + [f"d{k}" for k in range(1 - n, n)]
    squares = [(f"r{r} ", f"c{c} ", f"u{r + c} ", f"d{r - c} ") for r, c in product(range(n), repeat=2)]
    return cover_of(squares, items=[f"{item} " for item in lines + diagonals]), 2 * n


def roster_cover(people: str, days: int, shifts: int) -> tuple[ExactCover, int]:
    """Return a roster in which all can do everything, one shift a day at most."""
    duties = [f"{day}{shift} " for day in range(days) for shift in range(shifts)]
    options = [(duty, f"{person}{duty[0]} ") for person in people for duty in duties]
    free = [f"{person}{day} " for person in people for day in range(days)]
    return cover_of(options, items=[*duties, *free]), len(duties)


AT_MOST = (
    (["a"], "a", 1),
    (["a"], "ab", 1),
    (["ab"], "ab", 1),
    (["ac", "bc"], "abc", 2),
    (["ac", "abc"], "abc", 2),  # here a size stays wrong if a row is uncovered in the same order
    (["ac", "bc", "b"], "abc", 2),
    (["ac", "bd", "ad", "bc"], "abcd", 2),
    (["a", "ac", "b", "bc"], "abc", 2),
    (["ab", "ac", "a"], "abc", 1),
    (["ad", "bd", "ae", "ce", "c", "be"], "abcde", 3),
)


def problems_57() -> Iterator[tuple[ExactCover, int, str]]:
    for options, items, main in AT_MOST:
        yield cover_of(options, items=items), main, f"main items {' '.join(items[:main])}"
    for n in (1, 2, 3):
        yield *queens_cover(n), f"{n} queens on {n}×{n}"
    yield *roster_cover("AB", 2, 2), "a roster for two days with two shifts each, and two people"
    yield *roster_cover("ABC", 1, 2), "a roster for one day with two shifts, and three people"


@exercise("5.7", seconds=20, correct=lambda answer: praise_of_roster(answer))
def at_most_once(answer):
    yield from refuse_library(answer)
    problems = [
        (cover, main, right_rows(cover, main), links_text(cover, words))
        for cover, main, words in problems_57()
    ]
    queens, lines = queens_cover(6)
    placed = set(map(frozenset, link_solutions(Links(queens), lines)))
    for cover, main, expected, words in [*problems, (queens, lines, placed, Text("6 queens on 6×6"))]:
        run = lambda links, main=main: answer(links, main)
        yield search_example(run, cover, main, expected, words, heads_tied=len(cover.items) + 1)


def praise_of_roster(answer) -> str:
    (board, lines), (clinic, shifts) = queens_cover(8), roster_cover("ABCD", 2, 3)
    return (
        f"With your search and {len(board.options)} options, one for each square, eight queens stand in "
        f"{len(list(answer(Links(board), lines)))} ways. Four people fill two "
        f"days of three shifts in {len(list(answer(Links(clinic), shifts))):,} ways."
    )
