"""Exact cover: items and options. A packing puzzle says: cover every item exactly once."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..common.errors import PuzzleError, as_list, short
from ..common.words import many
from ..packing.puzzle import PackingPuzzle, Solution, check_puzzle
from ..packing.trays import fill_holes

Item = Hashable  # a piece's name, or a cell


@dataclass(frozen=True)
class Hint:
    """The item of an option that each solution holds."""

    option: int


@dataclass(frozen=True)
class ExactCover:
    """Items to be covered exactly so often, and options that cover them.

    `items` maps each item to 1, or to the number of copies of a piece. `options[i]` lists the items
    that option i covers; for a packing puzzle it is `puzzle.placements[i]`. `names[i]` is its name,
    where options have names. `slack` maps an item to the number of its times that it may go
    without: a secondary item to all. `colours[option]` maps secondary items to the colours that the
    option gives them, and is empty without colours; options that give an item one colour may cover
    it together. A solution is any set of options that keeps to this: one that no item needs may be
    in it or not. `keys[i]` is what option i is called in solutions: without keys, its number.
    Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1.
    """

    items: dict[Item, int]
    options: tuple[tuple[Item, ...], ...]
    names: tuple[str, ...] = ()
    slack: Mapping[Item, int] = field(default_factory=dict)
    colours: tuple[Mapping[Item, Hashable], ...] = ()
    keys: tuple[Hashable, ...] = ()

    def __post_init__(self):
        if not isinstance(self.items, Mapping):
            raise PuzzleError(f"items {short(self.items)}: must be {{item: times}}; cover_of takes lists")

    def __repr__(self) -> str:
        return f"<ExactCover: {many(len(self.items), 'item')}, {many(len(self.options), 'option')}>"

    @cached_property
    def containing(self) -> dict[Item, frozenset[int]]:
        """The options of each item.

        >>> cover_of(["ab", "bc"]).containing["b"]
        frozenset({0, 1})
        """
        found = {item: [] for item in self.items}
        for number, option in enumerate(self.options):
            for item in option:
                found[item].append(number)
        return {item: frozenset(numbers) for item, numbers in found.items()}

    @cached_property
    def painting(self) -> dict[tuple[Item, Hashable], frozenset[int]]:
        """The options that give an item a colour, for each item and colour.

        >>> cover_of([["a", "x:A"], ["b", "x:A"], ["b", "x:B"]], secondary=["x"]).painting["x", "A"]
        frozenset({0, 1})
        """
        found = defaultdict(set)
        for number, colours in enumerate(self.colours):
            for one in colours.items():
                found[one].add(number)
        return {one: frozenset(numbers) for one, numbers in found.items()}

    def agreeing(self, option: int, item: Item) -> frozenset[int]:
        """Return the options that give an item the colour that this one gives; none without one.

        >>> cover = cover_of([["a", "x:A"], ["b", "x:A"], ["b", "x"]], secondary=["x"])
        >>> cover.agreeing(0, "x"), cover.agreeing(2, "x")
        (frozenset({0, 1}), frozenset())
        """
        colour = self.colours[option].get(item) if self.colours else None
        return frozenset() if colour is None else self.painting[item, colour]

    @property
    def secondary(self) -> tuple[Item, ...]:
        """The items that may stay uncovered.

        >>> cover_of(["ab", "bc"], secondary=["b"]).secondary
        ('b',)
        """
        return tuple(item for item, times in self.items.items() if self.slack.get(item) == times)

    def key(self, option: int) -> Hashable:
        """Return what an option is called in solutions.

        >>> cover_of({(0, 1): "ab"}).key(0), cover_of(["ab"]).key(0)
        ((0, 1), 0)
        """
        return self.keys[option] if self.keys else option

    def number(self, key: Hashable) -> int:
        """Return the number of an option. Errors: `PuzzleError` for a key that there is not.

        >>> cover_of({(0, 1): "ab"}).number((0, 1))
        0
        """
        try:
            return self.numbers[key]
        except (KeyError, TypeError):
            like = f"keys look like {short(self.key(0))}" if self.options else "there are no options"
            raise PuzzleError(f"no option has key {short(key)}; {like}") from None

    @cached_property
    def numbers(self) -> dict[Hashable, int]:
        """The number of each option, by its key."""
        return {self.key(number): number for number in range(len(self.options))}

    def holding(self, given: Iterable[int]) -> "ExactCover":
        """Return the problem whose solutions hold these options: each has one more item, its own.

        >>> cover = cover_of(["a", "a", "b"]).holding([1])
        >>> cover.items, cover.options
        ({Hint(option=1): 1, 'a': 1, 'b': 1}, (('a',), (Hint(option=1), 'a'), ('b',)))
        """
        often = {Hint(option): times for option, times in Counter(given).items()}
        options = enumerate(self.options)
        held = tuple((Hint(n), *items) if Hint(n) in often else items for n, items in options)
        return replace(self, items=often | self.items, options=held)

    def name(self, option: int) -> str:
        """Return the name of an option, or its number and its items.

        >>> cover_of([["a", "b:A"]], secondary=["b"]).name(0), cover_of({"R": ["a", "b"]}).name(0)
        ('0 {a b:A}', 'R')
        """
        return self.names[option] if self.names else f"{option} {{{self.items_text(option)}}}"

    def items_text(self, option: int) -> str:
        """Return the items of an option, each with its colour, if it has one."""
        colours = self.colours[option] if self.colours else {}
        ends = {item: f":{colour}" for item, colour in colours.items()}
        return " ".join(f"{item}{ends.get(item, '')}" for item in self.options[option])


Problem = PackingPuzzle | ExactCover


def cover_of(
    options: Mapping | Iterable[Iterable[Item]],
    items: Mapping | Iterable[Item] | None = None,
    secondary: Iterable[Item] = (),
) -> ExactCover:
    """Return an exact cover problem of one's own, for `solve` and `count` and each search.

    Its solutions are tuples of keys: `options[key]` is an option that was chosen.

    Raise `PuzzleError` for an option without items, with one twice or an unknown one, for a colour of
    an item that is not secondary, and for a secondary item that neither an option nor `items` has.

    Parameters
    ----------
    options
        {key: items, …}, where a key is anything that a dictionary takes, or a list of items for each
        option, whose key is its number, from 0 on. "x:A" gives a secondary item "x" the
        colour "A"; a dictionary {item: colour} gives any item any colour, or None for none
    items
        the items in their order, or {item: how often it must be covered}, where (2, 4) stands for
        two to four times; without them, each item of an option must be covered once, in the order
        in which they are first seen
    secondary
        a list of the items that are covered once or not at all, or by options that all give them one
        colour; they come last

    Examples
    --------
    >>> cover = cover_of({"A": "ce", "B": "ad", "C": "be"}, items="abcde")
    >>> cover.items, cover.names
    ({'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1}, ('A', 'B', 'C'))
    >>> cover.options
    (('c', 'e'), ('a', 'd'), ('b', 'e'))
    >>> cover_of(["ab", "b"], items={"a": 1, "b": (1, 2)}).slack
    {'b': 1}
    >>> cover_of([["a", "x:A"], ["b", "x:A"]], secondary=["x"]).colours
    ({'x': 'A'}, {'x': 'A'})
    """
    keys = tuple(options) if isinstance(options, Mapping) else ()
    names = tuple(map(str, keys))
    if isinstance(secondary, str) and len(secondary) > 1:  # its letters, or a name?
        raise PuzzleError(f"secondary {short(secondary)}: must be a list; did you mean [{short(secondary)}]?")
    secondary = as_list("secondary", secondary)
    try:
        given, may_lack = options.values() if isinstance(options, Mapping) else options, set(secondary)
        pairs = [coloured_items(row, may_lack) for row in given]
        rows = tuple(tuple(item for item, _ in row) for row in pairs)
        seen = dict.fromkeys((item for row in rows for item in row), 1)
        items = seen if items is None else items
        times = dict(items) if isinstance(items, Mapping) else dict.fromkeys(items, 1)
        unknown = [item for item in secondary if item not in seen and item not in times]
        for item in dict.fromkeys(secondary):
            times.pop(item, None)
            times[item] = 0, 1
        faults = [fault_in(row, times) for row in rows]
    except TypeError as error:
        must = f"must be lists of items, and items names, numbers or tuples ({error})"
        raise PuzzleError(f"options {short(options)}: {must}") from None
    for number, fault in enumerate(faults):
        if fault:
            raise PuzzleError(f"option {ExactCover({}, rows, names).name(number)}: {fault}")
    if unknown:
        like = like_item(unknown[0], [item for item in seen if item not in secondary])
        raise PuzzleError(f"secondary {short(unknown[0])}: no option has this item{like}")
    painted = tuple({item: colour for item, colour in row if colour is not None} for row in pairs)
    for number, colours in enumerate(painted):
        if wrong_items := [item for item in colours if item not in may_lack]:
            wrong = ExactCover({}, rows, names, {}, painted).name(number)
            must = f"only a secondary item has a colour, and {short(wrong_items[0])} is none"
            raise PuzzleError(f"option {wrong}: {must}")
    ranges = {item: often if isinstance(often, tuple) else (often, often) for item, often in times.items()}
    for item, often in ranges.items():
        if not is_range(often):
            must = "must be a whole number above 0, or two, as (2, 4)"
            raise PuzzleError(f"item {short(item)}: {short(times[item])}; {must}")
    most = {item: most for item, (_, most) in ranges.items()}
    slack = {item: most - least for item, (least, most) in ranges.items() if least < most}
    return ExactCover(most, rows, names, slack, painted if any(painted) else (), keys)


def fault_in(row: tuple[Item, ...], times: Mapping) -> str:
    """Return what is wrong with an option, or ""."""
    for item, often in Counter(row).items():
        if often > 1 and set(row) <= {0, 1, "0", "1"}:
            return "is this the row of a matrix? list its columns, [k for k, one in enumerate(row) if one]"
        if often > 1:
            return f"{short(item)} appears twice"
        if item not in times:
            return f"{short(item)} is neither in items nor in secondary{like_item(item, times)}"
    return "" if row else "has no items"


def like_item(item: Item, known: Iterable[Item]) -> str:
    """Return a question with the known item that is written most like this one, or "".

    >>> like_item("rooom", ["m", "room"]), like_item(1, ["1"]), like_item("a", ["b"])
    ("; did you mean 'room'?", "; did you mean '1'?", '')
    """
    from difflib import get_close_matches

    forms = {str(other): short(other) for other in known}
    near = get_close_matches(str(item), forms, n=1)
    return f"; did you mean {forms[near[0]]}?" if near else ""


def coloured_items(row: Iterable, secondary: Iterable[Item]) -> list[tuple[Item, Hashable]]:
    """Return the items of an option, each with its colour or None.

    >>> coloured_items(["a", "x:A", "b:c"], "x"), coloured_items({"a": None, (0, 1): "red"}, ())
    ([('a', None), ('x', 'A'), ('b:c', None)], [('a', None), ((0, 1), 'red')])
    """
    if isinstance(row, Mapping):
        return list(row.items())
    found: list[tuple[Item, Hashable]] = []
    for entry in row:
        item, _, colour = entry.partition(":") if isinstance(entry, str) else (entry, "", "")
        found.append((item, colour) if colour and item in secondary else (entry, None))
    return found


def is_range(value: tuple) -> bool:
    """Return whether a value is the least and the most of a whole number of times."""
    return [type(number) for number in value] == [int, int] and 0 <= value[0] <= value[1] > 0


def exact_cover(puzzle: Problem) -> ExactCover:
    """Return a packing puzzle as an exact cover problem.

    Items are the pieces, as often as there are copies, then the cells; options are the placements,
    under their numbers; spare copies and optional cells are slack.

    Parameters
    ----------
    puzzle
        a problem is returned as it is

    Examples
    --------
    >>> from puzzlelib import load
    >>> cover = exact_cover(load("tetracubes-2x4x4"))
    >>> len(cover.items), len(cover.options)
    (40, 666)
    """
    if isinstance(puzzle, ExactCover):
        return puzzle
    puzzle = check_plain(puzzle)
    items: dict[Item, int] = {piece.name: piece.copies for piece in puzzle.pieces}
    items.update(dict.fromkeys(puzzle.container, 1))
    slack: dict[Item, int] = {piece.name: piece.spare for piece in puzzle.pieces if piece.spare}
    slack.update(dict.fromkeys(puzzle.optional, 1))
    options = tuple((piece, *cells) for piece, cells in puzzle.placements)
    return ExactCover(items, options, slack=slack, keys=puzzle.placements)


def check_plain(value) -> PackingPuzzle:
    """Return a packing puzzle; raise `PuzzleError` for anything else, and for `holes` or `most`."""
    puzzle = check_puzzle(value)
    if puzzle.holes or puzzle.most:
        word = "holes" if puzzle.holes else "most"
        raise PuzzleError(f"{puzzle.name}: says {word}, which only solve and count keep to")
    return puzzle


def solution_from_options(puzzle: PackingPuzzle, options: Iterable[int]) -> Solution:
    """Return a solution from the numbers of its placements, the hints among them."""
    return Solution((puzzle.placements[option] for option in sorted(options)), puzzle)


def without_wishes(puzzle: PackingPuzzle) -> PackingPuzzle:
    """Return a puzzle without `most`, and with a piece for the holes where it limits them."""
    has_wishes = check_puzzle(puzzle).holes or puzzle.most
    return fill_holes(replace(puzzle, most=False)) if has_wishes else puzzle
