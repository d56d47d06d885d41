"""Cells in a narrow order, and what a search must remember between two of them: its state.

To a search that fills cells in one order only this matters: which cells beyond are filled, and the
copies used of pieces that may run out. Both are bits of one whole number, the *state*. A cell that
is behind gives its bit back, so the number stays small where the order has a narrow frontier. In
any exact cover problem, the items that are covered once are cells.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import accumulate, chain, combinations, permutations, repeat
from typing import NamedTuple

from ..common.clock import Stop, never
from ..common.errors import PuzzleError
from ..common.rounds import STATES, Work
from .exact_cover import ExactCover, Item, Problem, exact_cover

MOST_SETTLED = 100_000  # cases kept for a step: some 20 MB
NO_CELL = object()  # in the place of a cell, for an option that fills none
Move = tuple[int | None, int]  # the number of an option, None for no option, and the state after it


class CoverOption(NamedTuple):
    """An option: the cells that it fills, the copies that it uses, the colours that it gives."""

    number: int
    cells: tuple[Item, ...]
    copies: Mapping[Item, int]
    colours: Mapping[Item, Hashable] = {}


class CoverRules(NamedTuple):
    """The cells to be covered, True where they must be, and the copies, from `least` to `most`."""

    cells: dict[Item, bool]
    ranges: dict[Item, tuple[int, int]]
    choices: list[CoverOption]


class CopyCounter(NamedTuple):
    """A counter in a state, from the bit `low` on: when all copies are used, the bit `full` is
    set."""

    low: int
    full: int
    least: int
    most: int

    def used(self, state: int) -> int:
        """Return the copies used.

        >>> tally = CopyCounter(low=3, full=4, least=0, most=3)
        >>> tally.used(tally.bits(2)), tally.bits(3) == tally.full << 3
        (2, True)
        """
        return (state >> self.low & 4 * self.full - 1) - self.full + self.most

    def bits(self, used: int) -> int:
        """Return the bits that stand for so many copies."""
        return self.full - self.most + used << self.low


class Settling(dict):
    """Changes of the counters of a state after a step; None if it leads nowhere.

    Where copies can neither run out any more nor be too few, the counter becomes `least`: states
    that differ in nothing else are one. Colours that no later option gives are forgotten. `room`
    has the copies that later options can use. A case is worked out once, as long as there are few.
    """

    def __init__(self, tallies: Sequence[CopyCounter], room: Sequence[int], forget: int = 0):
        super().__init__()
        self.tallies, self.room, self.forget = tallies, room, forget
        self.mask = forget | sum(4 * one.full - 1 << one.low for one in tallies)

    def __missing__(self, bits: int) -> int | None:
        if len(self) == MOST_SETTLED:
            self.clear()
        self[bits] = change = self.change(bits)
        return change

    def change(self, bits: int) -> int | None:
        """Return what is added."""
        change = -(bits & self.forget)
        for tally, room in zip(self.tallies, self.room):
            used = tally.used(bits)
            if used > tally.most or used + room < tally.least:
                return None
            if used >= tally.least and used + room <= tally.most:
                change += tally.bits(tally.least) - tally.bits(used)
        return change


class Step(NamedTuple):
    """A cell, and the options that fill it first, unless its `bit` says that it is filled.

    Each option has its number, the bits with which it clashes, those that it sets, and what it adds
    to the counters.
    """

    bit: int
    may_stay: bool
    options: list[tuple[int, int, int, int]]
    settling: Settling | None

    @property
    def effort(self) -> int:
        """The work on a state, in moves: each of them costs as much as a look at 25 options."""
        return 1 + len(self.options) // 25

    def forget(self) -> None:
        """Forget what was worked out for states of this step."""
        if self.settling is not None:
            self.settling.clear()

    def moves(self, state: int) -> list[Move]:
        """Return all ways to go on from a state, in a fixed order.

        >>> step = Step(bit=0, may_stay=True, options=[(7, 0b10, 0b10, 0)], settling=None)
        >>> step.moves(0b00), step.moves(0b10)
        ([(7, 2), (None, 0)], [(None, 2)])
        """
        if state & self.bit:
            found: list[Move] = [(None, state ^ self.bit)]
        else:
            found = [(i, (state | sets) + adds) for i, clash, sets, adds in self.options if not state & clash]
            if self.may_stay:
                found.append((None, state))
        if (settling := self.settling) is None:
            return found
        mask = settling.mask
        return [(i, later + change) for i, later in found if (change := settling[later & mask]) is not None]


class Frontier(NamedTuple):
    """The steps of a search, and the state before the first one: None if there is no solution."""

    start: int | None
    steps: list[Step]


# -------- what is to be covered


def rules_of(problem: Problem, given: Sequence[int] = ()) -> CoverRules | None:
    """Return what is left to cover when options are given; None if they exclude each other."""
    cover = exact_cover(problem)
    slack, painted = cover.slack, {item for item, _ in cover.painting}
    if any(slack.get(item, 0) < cover.items[item] for item in painted):
        raise PuzzleError("states are counted where items with colours are secondary")
    once = {item for item, times in cover.items.items() if times == 1} - painted
    if not isinstance(problem, ExactCover):
        once = set(problem.container)
    choices = [choice_of(cover, number, once, painted) for number in range(len(cover.options))]
    held = [choices[number] for number in given]
    used = Counter(item for choice in held for item in choice.copies)
    ranges = {
        item: (max(0, times - slack.get(item, 0) - used[item]), times - used[item])
        for item, times in cover.items.items()
        if item not in once and item not in painted
    }
    apart = all(fit_together(one, other) for one, other in combinations(held, 2))
    if not apart or any(most < 0 for _, most in ranges.values()):
        return None
    filled = {cell for choice in held for cell in choice.cells}
    cells = {item: not slack.get(item) for item in cover.items if item in once and item not in filled}
    if held:
        choices = [one for one in choices if all(fit_together(one, other) for other in held)]
    return CoverRules(cells, ranges, choices)


def choice_of(cover: ExactCover, number: int, once: set[Item], painted: set[Item]) -> CoverOption:
    """Return an option with its items sorted by what they are."""
    option = cover.options[number]
    cells = tuple(item for item in option if item in once)
    if not painted:
        return CoverOption(number, cells, {item: 1 for item in option if item not in once})
    copies = {item: 1 for item in option if item not in once and item not in painted}
    given = cover.colours[number]
    return CoverOption(number, cells, copies, {item: given.get(item) for item in option if item in painted})


def fit_together(one: CoverOption, other: CoverOption) -> bool:
    """Return whether two options can be in one solution, as far as cells and colours say.

    >>> fit_together(CoverOption(0, ("a",), {}, {"x": "red"}), CoverOption(1, ("b",), {}, {"x": "red"}))
    True
    """
    shared = one.colours.keys() & other.colours.keys()
    apart = one.number != other.number and set(one.cells).isdisjoint(other.cells)
    return apart and all(one.colours[item] == other.colours[item] is not None for item in shared)


def merge_cells(rules: CoverRules) -> CoverRules:
    """Return rules in which cells that all options fill together are one cell.

    >>> options = [CoverOption(0, ("a", "b"), {})]
    >>> merge_cells(CoverRules({"a": True, "b": False, "c": True}, {}, options)).cells
    {'a': True, 'c': True}
    """
    filling: dict[Item, list[int]] = {cell: [] for cell in rules.cells}
    for k, choice in enumerate(rules.choices):
        for cell in choice.cells:
            filling[cell].append(k)
    first: dict[tuple, Item] = {}
    cells: dict[Item, bool] = {}
    for cell, must in rules.cells.items():
        same = first.setdefault(tuple(filling[cell]), cell)
        cells[same] = cells.get(same, False) or must
    if len(cells) == len(rules.cells):
        return rules
    choices = [one._replace(cells=tuple(filter(cells.__contains__, one.cells))) for one in rules.choices]
    return CoverRules(cells, rules.ranges, choices)


# -------- the order


def greedy_order(rules: CoverRules, stop: Stop = never) -> list[Item]:
    """Return an order in which each cell is the one that opens the fewest new ones.

    >>> options = [CoverOption(k, (*"ab"[k], "c"), {}) for k in (0, 1)]
    >>> greedy_order(CoverRules(dict.fromkeys("abc", True), {}, options))
    ['a', 'c', 'b']
    """
    cells = list(rules.cells)
    place, near = {cell: k for k, cell in enumerate(cells)}, [0] * len(cells)
    for choice in rules.choices:
        mask = sum(1 << place[cell] for cell in choice.cells)
        for cell in choice.cells:
            near[place[cell]] |= mask
    order, rest, seen = [], dict.fromkeys(range(len(cells))), 0
    work = Work(stop, STATES)
    while rest:
        work.add(1 + len(rest) // 6)
        reached = [k for k in rest if seen >> k & 1]
        best = min(reached or rest, key=lambda k: (near[k] & ~seen).bit_count())
        seen |= near[best] | 1 << best
        order.append(cells[best])
        del rest[best]
    return order


def first_touches(order: Sequence[Item], choices: Iterable[CoverOption]) -> list[int]:
    """Return for each cell of an order the first step that may fill it.

    >>> first_touches("abc", [CoverOption(0, ("a", "c"), {}), CoverOption(1, ("b",), {})])
    [0, 1, 0]
    """
    place = {cell: k for k, cell in enumerate(order)}
    first = list(range(len(order)))
    for choice in choices:
        places = [place[cell] for cell in choice.cells]
        low = min(places, default=0)
        for k in places:
            if low < first[k]:
                first[k] = low
    return first


def size_of(order: Sequence[Item], choices: Iterable[CoverOption]) -> int:
    """Return a bound for the number of states, as far as cells make them.

    >>> size_of("abc", [CoverOption(0, ("a", "c"), {}), CoverOption(1, ("b",), {})])
    5
    """
    change = [0] * (len(order) + 1)
    for k, first in enumerate(first_touches(order, choices)):
        change[first] += 1
        change[k] -= 1
    return sum(1 << width for width in accumulate(change[:-1]))


def narrow_order(rules: CoverRules, problem: Problem, stop: Stop) -> list[Item]:
    """Return the order with the fewest states: along an axis, or of any problem a greedy one."""
    if isinstance(problem, ExactCover):
        orders = [list(rules.cells), greedy_order(rules, stop)]
    else:
        cells: list = list(rules.cells)  # sorted along each axis, one box after the other
        keys = ({c: (c[3:], *(c[a] for a in turn)) for c in cells} for turn in permutations(range(3)))
        turned = dict.fromkeys(tuple(sorted(cells, key=key.__getitem__)) for key in keys)
        orders = list(map(list, turned))
    return min(orders, key=lambda order: size_of(order, rules.choices))


# -------- the steps


def frontier_of(rules: CoverRules, order: Sequence[Item]) -> Frontier:
    """Return the steps of a search through the cells in an order.

    Options that fill no cell come last, each in a step of its own, to be taken or not.

    >>> choices = [CoverOption(k, (*cells,), {}) for k, cells in enumerate(["ab", "b", "a"])]
    >>> rules = CoverRules({"a": True, "b": True}, {}, choices)
    >>> frontier_of(rules, "ab").steps[0].moves(0)
    [(0, 1), (2, 0)]
    """
    place = {cell: k for k, cell in enumerate(order)}
    parts: list[list[CoverOption]] = [[] for _ in order]
    for choice in rules.choices:
        if choice.cells:
            parts[min(place[cell] for cell in choice.cells)].append(choice)
    parts += [[choice] for choice in rules.choices if not choice.cells]
    code = Code(rules, order, parts)
    settlings = [code.settling(k) for k in range(len(parts) + 1)]
    cells = chain(order, repeat(NO_CELL))
    steps = [
        Step(
            code.bit.get(cell, 0), not rules.cells.get(cell), [code.option(one, cell) for one in part], later
        )
        for cell, part, later in zip(cells, parts, settlings[1:])
    ]
    change = settlings[0].change(code.start) if settlings[0] is not None else 0
    return Frontier(None if change is None else code.start + change, steps)


class Code:
    """The bits of a state: open cells, then counters, then the colours given.

    `parts` has for each step the options to be tried there.
    """

    def __init__(self, rules: CoverRules, order: Sequence[Item], parts: list[list[CoverOption]]):
        self.bit, top = cell_bits(order, rules.choices)
        self.tallies: dict[Item, CopyCounter] = {}
        self.rooms: list[list[int]] = []
        for kind, (least, most) in rules.ranges.items():
            room = room_left(kind, parts, len(order))
            if least or most < room[0]:
                full = 1 << max(0, most - 1).bit_length()
                self.tallies[kind] = CopyCounter(top, full, least, most)
                self.rooms.append(room)
                top += full.bit_length() + 1
        self.paint: dict[tuple[Item, Hashable], int] = {}
        self.last: dict[Item, int] = {}
        for k, part in enumerate(parts):
            for item, colour in (pair for choice in part for pair in choice.colours.items()):
                self.last[item] = k
                if (item, colour) not in self.paint:
                    self.paint[item, colour] = 1 << top
                    top += 1
        self.start = sum(tally.bits(0) for tally in self.tallies.values())

    def settling(self, k: int) -> Settling | None:
        """Return what is settled before step k."""
        tallies = [*self.tallies.values()]
        gone = sum(bit for (item, _), bit in self.paint.items() if self.last[item] == k - 1)
        return Settling(tallies, [room[k] for room in self.rooms], gone) if tallies or gone else None

    def option(self, choice: CoverOption, first: Item) -> tuple[int, int, int, int]:
        """Return an option of the step of the cell `first` as a `Step` has it."""
        sets = sum(self.bit[cell] for cell in choice.cells if cell != first)
        tallies = [(self.tallies[kind], n) for kind, n in choice.copies.items() if kind in self.tallies]
        clash = sets + sum(tally.full << tally.low for tally, _ in tallies)
        for pair in choice.colours.items():
            item, colour = pair
            sets |= self.paint[pair]
            same = 0 if colour is None else self.paint[pair]
            clash |= sum(bit for (other, _), bit in self.paint.items() if other == item) & ~same
        return choice.number, clash, sets, sum(n << tally.low for tally, n in tallies)


def cell_bits(order: Sequence[Item], choices: Iterable[CoverOption]) -> tuple[dict[Item, int], int]:
    """Return the bit of each cell that may be filled before its own step, and how many bits there
    are.

    A cell that is behind gives its bit to another one.

    >>> cell_bits("abcd", [CoverOption(0, ("a", "b"), {}), CoverOption(1, ("c", "d"), {})])
    ({'b': 1, 'd': 1}, 1)
    """
    opened = defaultdict(list)
    for cell, first in zip(order, first_touches(order, choices)):
        opened[first].append(cell)
    bit: dict[Item, int] = {}
    free: list[int] = []
    top = 0
    for k, own in enumerate(order):
        for cell in opened[k]:
            if cell != own:
                if not free:
                    free.append(top)
                    top += 1
                bit[cell] = 1 << heappop(free)
        if own in bit:
            heappush(free, bit[own].bit_length() - 1)
    return bit, top


def room_left(kind: Item, parts: list[list[CoverOption]], cells: int) -> list[int]:
    """Return before each step, and at the end, a bound for the copies that are still used of a
    piece.

    >>> room_left("I", [[CoverOption(k, (k, k + 1), {"I": 1})] for k in range(4)] + [[]], 5)
    [2, 2, 1, 1, 0, 0]
    """
    shares, loose = set(), 0
    at = [0] * len(parts)
    for k, part in enumerate(parts):
        for choice in part:
            if n := choice.copies.get(kind, 0):
                at[k] += n
                if choice.cells:
                    shares.add((n, len(choice.cells)))
                else:
                    loose += n
    left = [*accumulate(reversed(at), initial=0)][::-1]
    empty = (max(0, cells - k) for k in range(len(left)))
    by_cells = (max((cells * n // size for n, size in shares), default=0) for cells in empty)
    return [min(most, loose + room) for most, room in zip(left, by_cells)]
