"""The problems on which a student's recursive search is watched, and how its arguments are read."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import cache, cached_property
from itertools import chain
from typing import Any

from puzzlelib.common.words import covered_times
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search.exact_cover import Item, Problem, cover_of, exact_cover
from puzzlelib.search.words import words_of

from ...kit.checks.own_calls import OwnCall
from ...kit.checks.values import is_several


class OwnCase:
    """A problem that a student's search is run on, and how its calls are read.

    `arguments` are handed to the search; `name` is shown on the card. There, `noun` means an option,
    `result` a solution, and `form` is that of results; `how` says why an item is branched on;
    `thing` means an item, and `fits` that an option, or several, are possible.
    """

    how, noun, result, form = "", "option", "solution", "sets of names of options"
    thing, fits = "item", ("is open", "are open")
    shows_options = False

    def __init__(self, name: str, problem: Problem):
        self.name, self.problem, self.words = name, problem, words_of(problem)
        self.cover = exact_cover(problem) if isinstance(problem, PackingPuzzle) else problem

    @cached_property
    def options_of(self) -> dict[Hashable, int]:
        """Option numbers by the names or the cells that a search hands on."""
        raise NotImplementedError

    def open_items(self, call: OwnCall) -> frozenset:
        """Return the items that are not covered, as the arguments of a call say."""
        raise NotImplementedError

    def item_in(self, thing: Any) -> Item | None:
        key = lookup_key(thing)
        return key if key in self.cover.items else None

    def next_item(self, call: OwnCall) -> Item | None:
        """Return the item that such a search would branch on."""
        raise NotImplementedError

    def gone_options(self, call: OwnCall) -> frozenset[int]:
        """Return the options that are not among the arguments any more."""
        return frozenset()

    def options_left(self, call: OwnCall, item: Item) -> int:
        """Return the number of options that an item has left."""
        items = self.open_items(call)
        return sum(items.issuperset(self.cover.options[o]) for o in self.cover.containing[item])

    def option_of(self, call: OwnCall) -> int | None:
        """Return the option that a call has taken, or None.

        It explains the arguments; if none does, or several do, the caller has it bound to a name.
        """
        before, after = self.open_items(call.caller), self.open_items(call)
        bound = set(self.options_in(call.bound))
        marks = [
            2 * (before.difference(items) == after) + (option in bound)
            for option, items in enumerate(self.cover.options)
        ]
        best = max(marks)
        return marks.index(best) if best else None

    def options_in(self, things: Any) -> Iterator[int]:
        """Yield the options among some things."""
        for thing in things:
            option = self.options_of.get(lookup_key(thing))
            if option is not None:
                yield option

    def is_readable(self, result: Any) -> bool:
        """Return whether a result has the form of a solution."""
        return is_several(result) and len([*self.options_in(result)]) == len(result)

    def fault(self, chosen: Iterable[int]) -> str:
        """Say what is wrong with some options as a solution, or ""."""
        times = Counter(item for option in chosen for item in self.cover.options[option])
        for item in self.cover.items:
            if times[item] != 1:
                return f"{self.words.item(item)} is {covered_times(times[item], self.verb(item))}"
        return ""

    def verb(self, item: Item) -> str:
        is_packing = isinstance(self.problem, PackingPuzzle)
        return "covered" if not is_packing else "used" if isinstance(item, str) else "filled"


def lookup_key(thing: Any) -> Hashable:
    """Return a thing that can be looked up; [piece, cells] is a pair of a piece and a set.

    >>> lookup_key(["V", [(0, 0, 0)]]), lookup_key("V"), lookup_key([1])
    (('V', frozenset({(0, 0, 0)})), 'V', None)
    """
    try:
        hash(thing)
        return thing
    except TypeError:
        return as_pair(thing)


def as_pair(thing: Any) -> Hashable:
    try:
        piece, cells = thing
        hash(piece)
        return piece, frozenset(cells)
    except (TypeError, ValueError):
        return None


class ByCell(OwnCase):
    """A search by cell: `by_cell(empty, left, placements)`."""

    how, noun, result = ", the first empty one", "placement", "packing"
    form, thing, fits = "lists of placements", "cell or piece", ("fits", "fit")

    @property
    def pairs(self) -> list[tuple[str, frozenset]]:
        return [(piece, frozenset(cells)) for piece, cells in self.problem.placements]

    @property
    def arguments(self) -> tuple:
        names = [piece.name for piece in self.problem.pieces]
        return set(self.problem.container), self.kept(names), self.pairs

    kept = set

    @cached_property
    def options_of(self) -> dict[Hashable, int]:
        cells = {cells: option for option, (_, cells) in enumerate(self.pairs)}
        return cells | {pair: option for option, pair in enumerate(self.pairs)}

    def open_items(self, call: OwnCall) -> frozenset:
        return frozenset(filter(None, map(lookup_key, chain(*call.arguments))))

    def next_item(self, call: OwnCall) -> Item | None:
        cells = filter(None, map(lookup_key, call.arguments[0]))
        return min(self.cells.intersection(cells), default=None)

    @cached_property
    def cells(self) -> frozenset:
        return frozenset(self.problem.container)


class ByPiece(ByCell):
    """A search by piece: `by_piece(empty, left, placements)`."""

    how = ", the next one"
    kept = list

    def next_item(self, call: OwnCall) -> Item | None:
        return lookup_key(next(iter(call.arguments[1]), None))


class ByItem(OwnCase):
    """Algorithm X: `algorithm_x(items, options)`."""

    how, shows_options = ", which has the fewest options", True

    @cached_property
    def option_names(self) -> list[str]:
        return [*(self.cover.names or numbered_names(self.cover.options))]

    @cached_property
    def item_of(self) -> dict[str, Item]:
        """The items by their names: a cell is "000", so that a search can sort them."""
        return {self.words.heading(item): item for item in self.cover.items}

    @property
    def arguments(self) -> tuple:
        spelled = ({self.words.heading(item) for item in option} for option in self.cover.options)
        return [*self.item_of], dict(zip(self.option_names, spelled))

    def item_in(self, thing: Any) -> Item | None:
        return self.item_of.get(lookup_key(thing))

    def open_items(self, call: OwnCall) -> frozenset:
        return frozenset(filter(None, map(self.item_in, call.arguments[0])))

    @cached_property
    def options_of(self) -> dict[Hashable, int]:
        return {name: option for option, name in enumerate(self.option_names)}

    def next_item(self, call: OwnCall) -> Item | None:
        items = filter(None, map(self.item_in, call.arguments[0]))
        return min(items, key=lambda item: self.options_left(call, item), default=None)

    def options_left(self, call: OwnCall, item: Item) -> int:
        there = frozenset(self.options_in(call.arguments[1]))
        return len(there & self.cover.containing[item])

    def gone_options(self, call: OwnCall) -> frozenset[int]:
        there = self.options_in(call.arguments[1])
        return frozenset(range(len(self.option_names))).difference(there)


def numbered_names(options: Iterable[tuple]) -> Iterator[str]:
    """Yield a name for each option: its first item, numbered.

    >>> list(numbered_names([("V", 1), ("V", 2), ("Z", 3)]))
    ['V1', 'V2', 'Z1']
    """
    count = Counter()
    for first, *_ in options:
        count[first] += 1
        yield f"{first}{count[first]}"


# -------- the searches of lessons 03 and 04


@cache
def own_cases(name: str) -> tuple[OwnCase, ...]:
    """Return the problems on which the function of this name is shown."""
    little = load("little-cube")
    cards = cover_of({card: card for card in CARDS}, items="abcdefg")
    return {
        "by_cell": (ByCell("Little cube", little),),
        "by_piece": (ByPiece("Little cube", little),),
        "algorithm_x": (ByItem("Six cards", cards), ByItem("Little cube", little)),
    }[name]


CARDS = "ce", "adg", "bcf", "adf", "bg", "deg"
