"""Lesson 04, Algorithm X: runs by hand, options, items to branch on, the algorithm itself, Sudoku,
and a puzzle of one's own."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from functools import cache
from itertools import combinations, islice, product, zip_longest

from puzzlelib import pictures as draw
from puzzlelib.common.words import covered_times, join_words, many
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement
from puzzlelib.packing.shapes import ROTATIONS, orientations, shifted, turned
from puzzlelib.search.algorithm_x import search, trace
from puzzlelib.search.exact_cover import ExactCover, cover_of
from puzzlelib.search.states import count_covers

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING, show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.own_search import missing_helper
from ..kit.checks.run_answer import kind_asked_for, list_if_iterator, same_kind_and_value
from ..kit.checks.time_limit import in_time
from ..kit.checks.values import is_several, is_whole


def quote_names(names: Iterable) -> str:
    """Names in a sentence.

    >>> quote_names("a"), quote_names("ab"), quote_names("abc")
    ('`a`', '`a` and `b`', '`a`, `b` and `c`')
    """
    return join_words(f"`{name}`" for name in names)


def matrix_text(cover: ExactCover, open_items: Iterable, open_options: Iterable[int]) -> Text:
    """Return the rest of a small cover as a table: above each item its number of options, a 1 where
    an option has it.

    >>> matrix_text(cover_of(["ab", "b"]), ["a", "b"], [0, 1])
    item     a  b
    options  1  2
    ab       1  1
    b        .  1
    """
    items, options = list(open_items), list(open_options)
    counts = [sum(item in cover.options[o] for o in options) for item in items]
    rows = [["item", *map(str, items)], ["options", *map(str, counts)]]
    rows += [
        ["".join(map(str, cover.options[o])), *("1" if item in cover.options[o] else "." for item in items)]
        for o in options
    ]
    first = max(len(row[0]) for row in rows)
    return Text("\n".join("  ".join([row[0].ljust(first), *row[1:]]) for row in rows))


# -------- 4.1 a run by hand

# found by trying: two dead ends, one solution, one tie
CARDS = "dfh", "aeh", "abe", "bdg", "cfg", "cdf", "abc", "gh"


def card_cover() -> ExactCover:
    return cover_of(CARDS, items="abcdefgh")


def true_run(cover: ExactCover) -> list[tuple]:
    """A true run, until its first solution: (item, option, items still open, options open for it)
    for each try."""
    run, entries, open_items = trace(cover), [], {}
    for k, event in enumerate(run.events):
        if event.kind == "choose":
            covered = {item for option in run.state(k).on for item in cover.options[option]}
            left = [i for i in range(len(cover.options)) if covered.isdisjoint(cover.options[i])]
            open_items[event.level] = [item for item in cover.items if item not in covered], left
        if event.kind == "try":
            entries.append((event.item, event.option, *open_items[event.level - 1]))
    return entries


def wrong_entry(number: int, entry, true) -> str | None:
    """Say what is wrong with entry `number` (from 1) of a run; None if it is right."""
    cover, (item, option, items, options) = card_cover(), true
    name = lambda number: "".join(cover.options[number])
    if entry is None:
        return f"After entry {number - 1} the search goes on." if number > 1 else "The list is empty."
    if not is_pair_of(entry, str, str):
        return f"Entry {number} should be a pair of an item and a card, as `(\"b\", \"bdg\")`."
    got, card = entry
    counts = {other: sum(other in cover.options[o] for o in options) for other in items}
    if card in counts and got in map("".join, cover.options):
        return f"Entry {number}: first the item, then the card."
    if got not in counts:
        return f"Entry {number}: item `{got}` is not open at this point."
    if counts[got] > counts[item]:
        return (
            f"Entry {number}: item `{got}` has {many(counts[got], 'card')} here, but item `{item}` has only "
            f"{counts[item]}."
        )
    if got != item:
        return (
            f"Entry {number}: `{item}` and `{got}` both have {many(counts[got], 'card')}; take the first "
            "in the alphabet."
        )
    here = [name(o) for o in options if item in cover.options[o]]
    if card not in here:
        return f"Entry {number}: here the cards with `{item}` are {quote_names(here)}."
    if here.index(card) < here.index(name(option)):
        return f"Entry {number}: `{card}` has been tried and taken back."
    if card != name(option):
        first = f"`{name(option)}` is the first in the list that was not yet tried"
        return f"Entry {number}: of {quote_names(here)}, {first}."
    return None


def is_pair_of(value, *kinds) -> bool:
    pair = isinstance(value, (tuple, list)) and len(value) == 2
    return pair and all(map(isinstance, value, kinds))


def tries_from(first: str) -> int:
    """Count the tries of a run that begins with this item and goes on by the rule.

    >>> [tries_from(item) for item in "abcdefgh"]
    [6, 4, 4, 5, 6, 5, 5, 6]
    """
    tries = 0
    for option, covered in enumerate(card_cover().options):
        if first in covered:
            run = trace(card_cover(), [option])
            tries += 1 + len(run.steps("try"))
            if run.solutions:
                return tries
    raise AssertionError("the cards have a solution")


def praise_of_run(run) -> str:
    stay, others = len(cards_of_solution()), [tries_from(item) for item in card_cover().items]
    return (
        f"{len(run)} tries, of which {stay} stay. The other {len(run) - stay} were taken back. Begun with "
        "another item, the run finds the same cards "
        f"in {min(others)} to {max(others)} tries: on eight cards the rule need not be best. Where it "
        "pays, you will measure below."
    )


@exercise("4.1", correct=praise_of_run)
def run_fault(run) -> Counterexample | None:
    """The first place where a protocol departs from what Algorithm X does."""
    if not isinstance(run, (list, tuple)):
        return Counterexample("A list of pairs is asked for.", got=run)
    true = true_run(card_cover())
    for number, (entry, right) in enumerate(zip_longest(run, true), 1):
        if right is None:
            return Counterexample(
                f"After entry {number - 1} every item is covered: that is a solution, and the run ends "
                "there.",
                got=entry,
            )
        if words := wrong_entry(number, entry, right):
            return Counterexample(
                f"{words} This is what is open there:",
                example=matrix_text(card_cover(), *right[2:]),
                got=NOTHING if entry is None else entry,
            )
    return None


def cards_of_solution() -> tuple[int, ...]:
    return next(search(card_cover()))


# -------- 4.2 the options of a puzzle

FORMS = {
    "S": [[(0, 0)]],
    "Bar": [[(0, 0), (1, 0), (2, 0)]],  # a name of several letters: its letters are no items
    "H": [[(0, 0), (1, 0)]],  # lies only: a function that exchanges x and y is found out
    "D": [[(0, 0), (1, 0)], [(0, 0), (0, 1)]],
    "V": [
        [(0, 0), (1, 0), (0, 1)],
        [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (0, 1), (1, 1)],
        [(1, 0), (0, 1), (1, 1)],
    ],
}


def rectangle(wide: int, deep: int) -> set[tuple[int, int]]:
    return set(product(range(wide), range(deep)))


BOARDS = [
    ("S", rectangle(1, 1)),
    ("D", rectangle(1, 1)),
    ("D", rectangle(2, 1)),
    ("SD", rectangle(2, 1)),
    ("H", rectangle(2, 1)),
    ("D", rectangle(2, 2)),
    ("V", rectangle(2, 2)),
    (["Bar"], rectangle(3, 1)),
    ("SDV", rectangle(3, 2)),
    ("DV", rectangle(3, 3) - {(1, 1)}),
    ("D", rectangle(20, 1)),
    ("D", rectangle(1, 20)),
    ("SV", rectangle(20, 20) - rectangle(20, 18) - rectangle(18, 20)),  # the far corner
]


def forms_of(puzzle: PackingPuzzle) -> dict[str, list]:
    """The orientations of a flat puzzle's pieces, without their z.

    >>> len(forms_of(load("pentominoes-6x10"))["F"])
    8
    """
    return {
        piece.name: [[cell[:2] for cell in cells] for cells in orientations(piece.cells, puzzle.turns)]
        for piece in puzzle.pieces
    }


def true_options(forms: Mapping, board: set) -> list[frozenset]:
    """Each piece in each orientation, moved so that its first cell lies on each cell of the board
    in turn."""
    every = ((name, shape, *cell) for name in forms for shape in forms[name] for cell in sorted(board))
    moved = ((name, {(x + a - s[0][0], y + b - s[0][1]) for x, y in s}) for name, s, a, b in every)
    return [frozenset({name, *cells}) for name, cells in moved if cells <= board]


def option_text(option: Iterable) -> Text:
    """An option as the lesson writes it: the piece, then its cells."""
    items = sorted(option, key=lambda item: (isinstance(item, tuple), str(item)))
    return Text(f"{{{', '.join(map(repr, items))}}}")


def compare_options(got, forms: Mapping, board: set) -> tuple[str, object, object] | None:
    """Return (sentence, student's option, missing option): how a list differs from the true one."""
    if not is_several(got):
        return f"A list of options is asked for, not a {type(got).__name__}.", None, None
    if odd := [option for option in got if not is_several(option)]:
        why = " (`cells.add(…)` changes `cells` and returns None.)" if odd[0] is None else ""
        words = f"Each option should be a set: the name of the piece and its cells.{why}"
        return words, odd[0], None
    if nested := next((option for option in got if any(map(is_cells, option))), None):
        return (
            "The cells should be in the option one by one beside the name, not as a set of their own.",
            nested,
            None,
        )
    mine, true = Counter(map(frozenset, got)), Counter(true_options(forms, board))
    for option in sorted(got, key=show_value):  # whatever order a set of cells has
        if frozenset(option) not in true:
            return misfit(option, forms, board), option, None
        if mine[frozenset(option)] > 1:
            return "This option is in your list more than once.", option, None
    if lost := next((option for option in true if option not in mine), None):
        return "This option is not in your list, though the piece fits there.", None, lost
    return None


def is_cells(item) -> bool:
    """Does an option hold several cells as one item?"""
    return isinstance(item, Set) or not isinstance(item, Hashable)


def misfit(option, forms: Mapping, board: set) -> str:
    names = [item for item in option if item in forms]
    cells = [item for item in option if item not in forms]
    if outside := [cell for cell in cells if cell not in board]:
        return f"`{sorted(outside, key=str)[0]}` is not a cell of this board."
    if len(names) != 1:
        return (
            "This does not say which piece lies there, so that a piece could be used twice."
            if not names
            else "One option is one piece in one place."
        )
    return f"Piece `{names[0]}` does not have this shape."


def option_fault(answer, forms: Mapping, board: set) -> Counterexample | None:
    got = answer(forms, board)
    found = compare_options(list_if_iterator(got), forms, board)
    if not found:
        return None
    (words, mine, lost), example = found, board_text(forms, board)
    if lost is not None:
        picture = lambda: option_figure(forms, board, lost)
        return Counterexample(words, example, expected=option_text(lost), picture=picture)
    if isinstance(mine, (set, frozenset)):
        return Counterexample(words, example, option_text(mine))
    return Counterexample(words, example, got if mine is None else mine)


def board_text(forms: Mapping, board: set) -> Text:
    """Pieces and board; `#` is a cell. The row y = 0 is at the bottom."""
    wide, deep = (max(axis) + 1 for axis in zip(*board))
    rows = [" ".join("#" if (x, y) in board else "." for x in range(wide)) for y in reversed(range(deep))]
    return Text("\n".join([f"pieces {', '.join(forms)} on this board of {many(len(board), 'cell')}:", *rows]))


def option_figure(forms: Mapping, board: set, option: frozenset):
    name = next(item for item in option if item in forms)
    cells = tuple(sorted((*cell, 0) for cell in option - {name}))
    puzzle = PackingPuzzle(
        "board", tuple(sorted((*cell, 0) for cell in board)), (Piece(name, cells),), "flip"
    )
    return draw.figure(puzzle, {Placement(name, cells): "chosen"})


@exercise("4.2", correct="It also finds all 2,056 options for the twelve pentominoes on 6×10.")
def options_of_a_board(answer):
    puzzles = [({name: FORMS[name] for name in names}, board) for names, board in BOARDS]
    large = load("pentominoes-6x10")
    puzzles.append((forms_of(large), {cell[:2] for cell in large.container}))
    return (option_fault(answer, *puzzle) for puzzle in puzzles)


# -------- 4.2a rows without twins

Row = tuple[str, tuple]  # a piece and its cells, in some order

A, B, C, D = (0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)
ROWS = [
    [],
    [("D", (A, B))],
    [("D", (A, B)), ("D", (B, A))],
    [("D", (A, B)), ("E", (B, A))],
    [("D", (A, B)), ("D", (A, C))],
    [("D", (A, B)), ("D", (A, B))],
    [("D", (A, B)), ("E", (A, B)), ("D", (B, A))],
    [("V", (A, B, C)), ("V", (C, A, B)), ("V", (B, C, A)), ("D", (C, A))],
    [("V", (A, B, D)), ("V", (A, C, D)), ("V", (D, B, A))],  # one smallest cell, one largest
    [("I", ((0, 1, 0), (1, 1, 0), (2, 1, 0))), ("I", ((1, 0, 0), (1, 1, 0), (1, 2, 0)))],  # one centre
    [("V", (A, B, C)), ("V", (B, D, C)), ("V", (C, A, D))],  # one bounding box
]


def all_shapes() -> list[Row]:
    """Return rows for each set of cells in a box of 2×2×2, and for each but the single cells its
    twin.

    Whatever a function forgets of the cells, there are two sets that it takes for one.

    >>> len(all_shapes())
    502
    """
    box = sorted(product(range(2), repeat=3))
    shapes = [cells for many in range(1, 9) for cells in combinations(box, many)]
    return [("P", cells) for cells in shapes] + [("P", cells[::-1]) for cells in shapes if len(cells) > 1]


def box_name(row) -> tuple:
    """Return the piece of a row and the set of its cells: equal for twins."""
    piece, cells = row
    return piece, frozenset(map(tuple, cells))


def is_row(value) -> bool:
    return is_pair_of(value, str, (tuple, list, set, frozenset))


def twins_fault(got, rows: list[Row]) -> str | None:
    if not is_several(got) or not all(map(is_row, got)):
        return "Rows are asked for, in a list or a set: each a piece and its cells."
    mine, true = Counter(map(box_name, got)), dict.fromkeys(map(box_name, rows))
    if twice := next((name for name in mine if mine[name] > 1), None):
        return f"Your answer still has {mine[twice]} rows with {row_text(twice)}: they are twins."
    if strange := next((name for name in mine if name not in true), None):
        return f"{row_text(strange)} is in your answer, but in none of the rows."
    if lost := next((name for name in true if name not in mine), None):
        return f"No row with {row_text(lost)} is left. Of twins, one has to stay."
    return None


def row_text(name: tuple) -> str:
    """A row in words.

    >>> row_text(("D", frozenset({(1, 0, 0), (0, 0, 0)})))
    'D on (0, 0, 0) (1, 0, 0)'
    """
    piece, cells = name
    return f"{piece} on {' '.join(map(str, sorted(cells)))}"


def rows_with_twins(puzzle: PackingPuzzle) -> list[Row]:
    """Each piece with its first cell on each cell of the box, in each turn, if it stays inside.

    >>> len(rows_with_twins(load("tetris-cube")))
    4488
    """
    box, rows = set(puzzle.container), []
    for piece, place, turn in product(puzzle.pieces, puzzle.container, ROTATIONS):
        cells = [turned(cell, turn) for cell in piece.cells]
        moved = shifted(cells, [a - b for a, b in zip(place, cells[0])])
        rows += [(piece.name, moved)] if box.issuperset(moved) else []
    return rows


@cache
def cube_rows() -> list[Row]:
    return rows_with_twins(load("tetris-cube"))


@exercise(
    "4.2a",
    correct="Of the 4,488 rows of the Tetris Cube your function leaves 4,080. With these the search finds "
    "each solution once, no longer four times.",
)
def without_twins(answer):
    size = lambda rows: (len(rows), sum(len(cells) for _, cells in rows))
    yield from try_on(answer, ROWS, fault=twins_fault, size=size)
    for words, rows in (
        (f"{len(all_shapes())} rows: every set of cells of a box of 2×2×2", all_shapes()),
        (f"the {len(cube_rows()):,} rows of the Tetris Cube", cube_rows()),
    ):
        for found in try_on(answer, [rows], fault=twins_fault):
            yield Counterexample(found.say, example=Text(words))


# -------- 4.3 the item with the fewest options

SIX_CARDS = Args(list("abcdefg"), dict(zip("RSTUVW", map(set, ("ce", "adg", "bcf", "adf", "bg", "deg")))))
CHOICES = [
    Args(["a"], {}),
    Args(["a", "b"], {"A": {"a", "b"}, "B": {"a"}}),
    Args(["a", "b"], {"A": {"a"}}),
    Args(["b", "a"], {"A": {"b"}}),
    Args(["a", "b", "c"], {"A": {"a", "b"}, "B": {"b", "c"}, "C": {"a"}}),
    Args(["z", "y"], {"A": {"z"}, "B": {"y", "z"}, "C": {"z", "y"}}),
    SIX_CARDS,
    Args(list("bacdef"), {"A": set("acdef"), "B": {"b"}, "C": {"b"}}),  # few options, but a long one
    Args(list("dcb"), {"A": set("dc"), "B": set("dcb"), "C": set("db")}),
    Args(list("ba"), dict.fromkeys("ABCDEFGHIJKL", {"a", "b"}) | {"M": {"b"}}),
]


def wrong_item(got, items: list, options: Mapping) -> str | None:
    counts = {item: sum(item in option for option in options.values()) for item in items}
    if not isinstance(got, Hashable) or got not in counts:
        return "This is not one of the items in the list."
    least = min(counts, key=counts.get)
    if counts[got] == counts[least]:
        return None
    if counts[least] == 0:
        return (
            f"Item `{least}` has no option left. That is a dead end, and the search should turn back "
            "here and not later."
        )
    return f"Item `{got}` has {counts[got]} options, but item `{least}` has only {counts[least]}."


@exercise(
    "4.3",
    correct="An item without any option is chosen before all others, so a dead end is seen as soon as "
    "there is one.",
)
def fewest_options(answer):
    return try_on(answer, CHOICES, fault=wrong_item)


# -------- 4.4 Algorithm X


def domino_cover(wide: int, deep: int) -> Args:
    board = sorted(rectangle(wide, deep))
    pairs = [((x, y), other) for x, y in board for other in ((x + 1, y), (x, y + 1)) if other in board]
    return Args(
        [f"{x}{y}" for x, y in board], {f"{a}{b}-{c}{d}": {f"{a}{b}", f"{c}{d}"} for (a, b), (c, d) in pairs}
    )


COVERS = [
    Args([], {}),
    Args(["a"], {}),
    Args(["a"], {"A": {"a"}}),
    Args(["a", "b"], {"A": {"a"}}),
    Args(["a"], {"A": {"a"}, "twin": {"a"}}),
    Args(list("ab"), {"A": {"a"}, "B": {"b"}, "AB": {"a", "b"}}),
    Args(list("abc"), {"AB": {"a", "b"}, "BC": {"b", "c"}}),
    Args(list("abc"), {"AB": {"a", "b"}, "BC": {"b", "c"}, "C": {"c"}, "A": {"a"}}),
    SIX_CARDS,
    Args(list("abcdefgh"), {card: set(card) for card in CARDS}),
    domino_cover(2, 3),
    domino_cover(3, 3),
    domino_cover(4, 4),
]


LONELY = Args(
    [f"{number}" for number in range(40)] + list("wyz"),
    {f"only {number}": {f"{number}"} for number in range(40)} | {"wy": {"w", "y"}, "wz": {"w", "z"}},
)
BOARDS_LAST = 3  # covers for which trying all sets takes long
PATIENCE = 3  # seconds for LONELY; Algorithm X needs milliseconds, all sets of options would take years


def branches_on_sets(answer) -> bool:
    """Return whether the answer is still at work on LONELY, where two items need one option each
    and both options share an item; every other item has just one."""
    return in_time(PATIENCE, lambda: [list_if_iterator(answer(*LONELY))]) is None


def true_solutions(items: list, options: Mapping) -> list[frozenset]:
    """By the library's own Algorithm X."""
    names = list(options)
    return [frozenset(names[o] for o in chosen) for chosen in search(cover_of(options, items=items))]


def wrong_solutions(got, items: list, options: Mapping) -> str | None:
    if not is_several(got):
        return "All solutions are asked for, in a list or one after the other by `yield`."
    for one in got:
        if not is_several(one) or not all(isinstance(name, str) and name in options for name in one):
            return f"`{one!r}` is not a set of names of options."
        if words := not_exactly_once(one, items, options):
            hint = CHANGES_ON if options else EARLIER
            return words if one or not items else f"{words} {hint}"
    found = [frozenset(one) for one in got]
    if double := next((one for one in found if found.count(one) > 1), None):
        return (
            f"The solution {brace(double)} comes {found.count(double)} times. Do you branch on one item only?"
        )
    if missing := [one for one in true_solutions(items, options) if one not in found]:
        return (
            "Nothing is left to cover, so there is one solution: the empty set of options."
            if not items
            else f"The solution {brace(missing[0])} is missing."
        )
    return None


CHANGES_ON = "Does your search go on changing this set? Put a copy there: `set(chosen)`."
EARLIER = "There are no options: is this from an earlier call? Begin each call with a new list."


def not_exactly_once(one: Iterable[str], items: list, options: Mapping) -> str | None:
    """Does a set of options cover each item once? If not, which item is it?"""
    times = Counter(item for name in one for item in options[name])
    wrong = (f"item `{item}` is {covered_times(times[item])}" for item in items if times[item] != 1)
    return next((f"{brace(one)} is no solution: {words}." for words in wrong), None)


def brace(names: Iterable[str]) -> str:
    return "`{" + ", ".join(sorted(names)) + "}`"


@exercise(
    "4.4",
    seconds=20,
    correct="You have written Algorithm X. The last cover in the check is a board of 4×4 cells and "
    f"{len(COVERS[-1][1])} dominoes: it has "
    f"{len(true_solutions(*COVERS[-1]))} solutions, and yours found each of them once.",
)
def algorithm_x(answer):
    yield missing_helper(answer)
    yield from refuse_library(answer)
    yield from try_on(answer, COVERS[:-BOARDS_LAST], fault=wrong_solutions)
    if branches_on_sets(answer):
        yield Counterexample(
            "Item `y` has one option and item `z` has one, and both cover `w`. So there is no solution, and "
            "a search that branches on one item finds that out at once. Your function was still busy after "
            f"{PATIENCE} seconds. Does it try sets of options, instead of the options of one item?",
            example=Text("items 0 to 39, each with one option {item}; options {w, y} and {w, z}"),
        )
    yield from try_on(answer, COVERS[-BOARDS_LAST:], fault=wrong_solutions)


# -------- 4.4a a log

FIRST_LINES, WIDE_BOARD = 30, 10


def true_log(items: list, options: Mapping, level: int = 0) -> Iterator[tuple]:
    """Yield the lines of the log.

    >>> list(true_log(["a", "b"], {"A": {"a"}, "B": {"b"}}))
    [(0, 2, 2, 'a', 1), (1, 1, 1, 'b', 1), (2, 0, 0, None, None)]
    """
    counts = {item: sum(item in covered for covered in options.values()) for item in items}
    if not items:
        yield level, len(options), 0, None, None
        return
    item = min(counts, key=counts.get)
    yield level, len(options), len(items), item, counts[item]
    for covered in [covered for covered in options.values() if item in covered]:
        fewer = [other for other in items if other not in covered]
        rest = {name: its for name, its in options.items() if not its & covered}
        yield from true_log(fewer, rest, level + 1)


def log_fault(got, items: list, options: Mapping) -> str | None:
    """The first line of a log that is not as it should be."""
    if not isinstance(got, (list, tuple)):
        return "Your function should `yield` one line after the other."
    for number, (mine, right) in enumerate(zip_longest(got, true_log(items, options)), 1):
        if right is None:
            return (
                f"The search has only {many(number - 1, 'line')} to give, but your log goes on: `{mine!r}`."
            )
        if mine is None:
            return f"Your log ends after {many(number - 1, 'line')}, but the search goes on."
        if not isinstance(mine, (tuple, list)) or len(mine) != len(right):
            hint = " Pass on its lines by `yield from`." if isinstance(mine, Iterator) else ""
            yours = f"Yours is `{show_value(mine)}`.{hint}"
            return f"Line {number} should have five entries, in the order of the task. {yours}"
        if tuple(mine) != right:
            what = next(words for words, a, b in zip(ENTRIES, mine, right) if a != b)
            return f"Look at {what} in line {number}: `{tuple(mine)!r}`. The lines before are right."
    return None


ENTRIES = (
    "the level",
    "the number of rows left",
    "the number of columns left",
    "the item",
    "the number of its options",
)


def not_lazy(answer) -> bool:
    """Does the answer go on searching before it hands out its first lines?"""
    board = domino_cover(WIDE_BOARD, WIDE_BOARD)
    lines = in_time(PATIENCE, lambda: list(islice(answer(*board), FIRST_LINES)), late=[])
    return len(lines) < FIRST_LINES


@exercise(
    "4.4a",
    seconds=20,
    correct="Line by line as it should be, and each line is there as soon as it is known. Now it can be "
    "compared with the one that was printed.",
)
def log_of_a_run(answer):
    covers = [*COVERS[:-BOARDS_LAST], Args(list("hgfedcba"), COVERS[-BOARDS_LAST - 1][1])]
    yield from try_on(answer, covers, fault=log_fault)
    if not_lazy(answer):
        yield Counterexample(
            f"The first {FIRST_LINES} lines should come at once, however long the search is. Yours are not "
            f"there after {PATIENCE} seconds. Use `yield`, and nothing that waits for the search to end.",
            example=Text(f"dominoes on a board of {WIDE_BOARD}×{WIDE_BOARD} cells"),
        )
    yield from try_on(answer, COVERS[-BOARDS_LAST:], fault=log_fault)


# -------- 4.5 Sudoku

CHOICES_OF_SUDOKU = [*product(range(9), range(9), range(1, 10))]
CLUES = (
    "5.4..8...986..2.5..2..4.8...7..3...51658...........78.73....9.14526...7........4.",
    "16.9.43.8.........8.....49...9..7..225..4.........6.8.....65...9.82...4....3.....",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",  # A. Inkala, 2012
)
FILLED = (
    "514968237986372154327541896879234615165897423243156789738425961452619378691783542",
    "162954378594783261873612495489137652256849713317526984721465839938271546645398127",
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
)
SUDOKUS = dict(zip(CLUES, FILLED))


def sudoku_rules(row: int, column: int, digit: int) -> list[tuple]:
    """The four things that a digit in a cell makes true; two choices clash when they have one of
    them in common."""
    return [
        ("cell", row, column),
        ("row", row, digit),
        ("column", column, digit),
        ("box", row // 3, column // 3, digit),
    ]


def sudoku_text(*digits: tuple[int, int, int]) -> Text:
    there = {(row, column): str(digit) for row, column, digit in digits}
    lines = [" ".join(there.get((r, c), ".") + "  " * (c in (2, 5)) for c in range(9)) for r in range(9)]
    return Text("\n".join(line + "\n" * (r in (2, 5)) for r, line in enumerate(lines)))


def items_fault(got) -> str | None:
    if not is_several(got):
        return "A list of four items is asked for."
    if odd := next((item for item in got if not isinstance(item, Hashable)), None):
        return f"An item must be something that can be in a set: a tuple, a text, a number. `{odd!r}` cannot."
    if twice := next((item for item, times in Counter(got).items() if times > 1), None):
        return f"Two of these items are equal, `{twice!r}`, though they mean different things."
    return None if len(got) == 4 else f"Four items are asked for, not {len(got)}."


def not_four(answer) -> Counterexample | None:
    for choice in CHOICES_OF_SUDOKU:
        got = answer(*choice)
        if words := items_fault(got):
            return Counterexample(words, example=Args(*choice), got=got)
    return None


def broken_rules(one: tuple, other: tuple) -> list[str]:
    return [mine[0] for mine, yours in zip(sudoku_rules(*one), sudoku_rules(*other)) if mine == yours]


def pairs_to_try(answer) -> Iterator[tuple]:
    """All pairs of choices that can be misjudged: those that clash, then those to which the
    function gives a common item."""
    for items_of in (sudoku_rules, answer):
        together = {}
        for choice in CHOICES_OF_SUDOKU:
            for item in items_of(*choice):
                together.setdefault(item, []).append(choice)
        for group in together.values():
            yield from combinations(group, 2)


def pair_fault(answer, one: tuple, other: tuple) -> str | None:
    """Do two options share an item exactly when they clash? If not, what is wrong, as a
    sentence."""
    shared, why = set(answer(*one)) & set(answer(*other)), broken_rules(one, other)
    if bool(shared) == bool(why):
        return None
    if why:
        same = f"These are {'two' if why[0] == 'cell' else 'equal'} digits in one {why[0]}"
        return f"{same}, but their options have no item in common. A solution could contain both."
    return (
        "These two may be together in a Sudoku, but both your options have "
        f"`{min(shared, key=repr)!r}`: so no solution could contain both."
    )


def wrong_pair(answer) -> Counterexample | None:
    for one, other in pairs_to_try(answer):
        if words := pair_fault(answer, one, other):
            both = f"{one} -> {answer(*one)}\n{other} -> {answer(*other)}"
            pair = Text(f"{Args(*one)!r}\n{Args(*other)!r}")
            return Counterexample(words, pair if one[:2] == other[:2] else sudoku_text(one, other), both)
    return None


def sudoku_cover(option) -> ExactCover:
    """Return the cover that a function of row, column and digit makes.

    Option 81·row + 9·column + digit - 1 is a choice.

    >>> cover = sudoku_cover(sudoku_rules)
    >>> len(cover.items), len(cover.options)
    (324, 729)
    """
    return cover_of([sorted(option(*choice), key=str) for choice in CHOICES_OF_SUDOKU])


def given_options(puzzle: str) -> list[int]:
    """The options that the printed digits of a Sudoku stand for; the Sudoku as 81 signs, `.` for an
    empty cell."""
    return [9 * place + int(sign) - 1 for place, sign in enumerate(puzzle) if sign != "."]


def sudoku_run(option, puzzle: str):
    """The trace of Algorithm X on a Sudoku, up to a second solution."""
    return trace(sudoku_cover(option), given_options(puzzle), limit=2)


def fill_sudoku(puzzle: str, chosen: Iterable[int]) -> str:
    digits = list(puzzle)
    for option in chosen:
        digits[option // 9] = str(option % 9 + 1)
    return "".join(digits)


def sudoku_fault(answer) -> Counterexample | None:
    for puzzle, solution in SUDOKUS.items():
        run = sudoku_run(answer, puzzle)
        if [fill_sudoku(puzzle, chosen) for chosen in run.solutions] != [solution]:
            found = f"With your items Algorithm X finds {len(run.solutions)} solutions of this Sudoku"
            return Counterexample(f"{found}, not the only one.", sudoku_text(*sudoku_digits(puzzle)))
    return None


def sudoku_digits(puzzle: str) -> list[tuple[int, int, int]]:
    """(row, column, digit) for each sign of a Sudoku that is not a dot."""
    return [(place // 9, place % 9, int(sign)) for place, sign in enumerate(puzzle) if sign != "."]


def solved_sudokus(answer) -> str:
    runs = [sudoku_run(answer, puzzle) for puzzle in SUDOKUS]
    cover = sudoku_cover(answer)
    ends = join_words(len(run.steps("conflict")) for run in runs)
    return (
        f"{len(cover.options)} options, {len(cover.items)} items. With them Algorithm X has solved "
        f"{len(runs)} Sudokus and shown that there is no other solution; "
        f"dead ends on the way: {ends}."
    )


def with_lists(answer: Callable) -> Callable:
    """A function whose results are lists, where it yields them."""
    return lambda *choice: list_if_iterator(answer(*choice))


@exercise("4.5", correct=lambda answer: solved_sudokus(with_lists(answer)), seconds=20)
def sudoku_items(answer):
    answer = with_lists(answer)
    return not_four(answer) or wrong_pair(answer) or sudoku_fault(answer)


# -------- 4.6 a word puzzle of one's own

LEAST_WORDS, LEAST_LETTERS, LEAST_DEAD_ENDS = 8, 8, 2


def words_run(words: Iterable[str]):
    return trace(cover_of({word: word for word in words}), limit=None, max_events=20_000)


def word_search_fault(words) -> Counterexample | None:
    run = words_run(words)
    found = [" ".join(sorted(words[o] for o in chosen)) for chosen in run.solutions]
    if not found:
        why = "looked everywhere" if run.complete else "found none in 20,000 events"
        return Counterexample(f"There is no solution: Algorithm X has {why}.", got=Text(" ".join(words)))
    if len(found) > 1 or not run.complete:
        too_long = "The search is too long to prove that there is only one."
        words = "There is more than one solution." if len(found) > 1 else too_long
        return Counterexample(words, got=Text("\n".join(found[:2])))
    if (dead_ends := len(run.steps("conflict"))) < LEAST_DEAD_ENDS:
        meets = f"Algorithm X meets {many(dead_ends, 'dead end')}. At least {LEAST_DEAD_ENDS} are asked for."
        easy = f"There is exactly one solution, but it is too easy: {meets}"
        return Counterexample(easy, got=Text(found[0]))
    return None


def praise_of_words(words) -> str:
    words, dead_ends = list(words), words_run(words).steps("conflict")
    return (
        f"{len(words)} words, {len(set(''.join(words)))} letters, exactly one solution, and "
        f"{len(dead_ends)} dead ends. "
        "Run the next cell to see how Algorithm X finds it."
    )


@exercise("4.6", correct=praise_of_words)
def words_fault(words) -> Counterexample | None:
    if not is_several(words) or not all(isinstance(word, str) and word for word in words):
        return Counterexample("A list of words is asked for.", got=words)
    words = list(words)
    if large := next((word for word in words if word != word.lower()), None):
        return Counterexample(
            "Write small letters only: to Algorithm X a capital is a different letter.", got=large
        )
    if double := next((word for word in words if len(set(word)) < len(word)), None):
        return Counterexample("A word with a letter twice can never be part of a solution.", got=double)
    if same := [word for word, times in Counter(frozenset(word) for word in words).items() if times > 1]:
        return Counterexample(
            "These words have the same letters: where one is possible, so is the other.",
            got=Text(" ".join(word for word in words if frozenset(word) == same[0])),
        )
    letters = Counter("".join(words))
    if len(words) < LEAST_WORDS or len(letters) < LEAST_LETTERS:
        return Counterexample(
            f"At least {LEAST_WORDS} words and {LEAST_LETTERS} letters are asked for.",
            got=Text(f"{many(len(words), 'word')}, {many(len(letters), 'letter')}"),
        )
    if alone := [letter for letter in sorted(letters) if letters[letter] == 1]:
        word = next(word for word in words if alone[0] in word)
        return Counterexample(
            f"`{alone[0]}` is in one word only, so `{word}` is given away.", got=Text(" ".join(words))
        )
    return word_search_fault(words)


# -------- 4.7 cards with a distance, without help

DECKS = range(1, 8)


def rows_of_cards(n: int) -> list[tuple[int, ...]]:
    """All rows in which k cards lie between the two k, found without items: put the largest number
    first.

    >>> rows_of_cards(3), [len(rows_of_cards(n)) for n in DECKS]
    ([(3, 1, 2, 1, 3, 2), (2, 3, 1, 2, 1, 3)], [0, 0, 2, 2, 0, 0, 52])
    """

    def lay(row: tuple, k: int) -> Iterator[tuple]:
        if k == 0:
            yield row
        for place in range(2 * n - k - 1) if k else ():
            if not row[place] and not row[place + k + 1]:
                laid = list(row)
                laid[place] = laid[place + k + 1] = k
                yield from lay(tuple(laid), k - 1)

    return list(lay((0,) * (2 * n), n))


def cards_form(got, n: int) -> str | None:
    if not isinstance(got, (tuple, list)) or len(got) != 2:
        return "Two things are asked for: a list of items and a dictionary of options."
    items, options = got
    if not isinstance(options, Mapping) or not (is_several(items) or isinstance(items, Mapping)):
        return "First the items, as a list, then the options, as a dictionary."
    if double := next((item for item in items if list(items).count(item) > 1), None):
        return f"The item `{double!r}` is in your list twice."
    for name, covered in options.items():
        if not is_card_name(name, n):
            return f"`{name!r}` is not the name of an option: a pair is asked for, a number and a place."
        if not is_several(covered) or not covered:
            return f"Option `{name}` should be a set of items."
        if strange := next((item for item in covered if item not in items), None):
            return f"Option `{name}` covers `{strange!r}`, which is not in your list of items."
    return None


def is_card_name(name, n: int) -> bool:
    """A number from 1 to n, and a place in the row?"""
    pair = isinstance(name, tuple) and len(name) == 2 and all(map(is_whole, name))
    return pair and 1 <= name[0] <= n and 0 <= name[1] < 2 * n


def rows_fault(got, n: int) -> str | None:
    """Does Algorithm X find the rows of cards with these items and options, each once?"""
    if words := cards_form(got, n):
        return words
    items, options = list(got[0]), {name: set(covered) for name, covered in got[1].items()}
    names, found = list(options), []
    for chosen in search(cover_of(list(options.values()), items=items)):
        solution = [names[o] for o in chosen]
        if words := not_a_row(solution, n):
            return f"{words} This is a solution of your problem: `{sorted(solution)}`."
        found.append(as_row(solution, n))
    if double := next((row for row in found if found.count(row) > 1), None):
        return f"The row {' '.join(map(str, double))} is found {found.count(double)} times."
    if lost := next((row for row in rows_of_cards(n) if row not in found), None):
        return f"The row {' '.join(map(str, lost))} is not found."
    return None


def as_row(solution: Iterable[tuple[int, int]], n: int) -> tuple[int, ...]:
    """The row of cards that some options stand for.

    >>> as_row([(1, 1), (2, 2), (3, 0)], 3)
    (3, 1, 2, 1, 3, 2)
    """
    row = [0] * (2 * n)
    for k, place in solution:
        row[place] = row[place + k + 1] = k
    return tuple(row)


def not_a_row(solution: list[tuple[int, int]], n: int) -> str | None:
    places = [place + extra for k, place in solution for extra in (0, k + 1)]
    if outside := next((place for place in places if place >= 2 * n), None):
        return f"A card would lie at place {outside}, but the row has {2 * n} places."
    used = Counter(f"Number {k}" for k, _ in solution) + Counter(f"Place {place}" for place in places)
    needed = [*(f"Number {k}" for k in range(1, n + 1)), *(f"Place {place}" for place in range(2 * n))]
    return next((f"{one} is used {many(used[one], 'time')}." for one in needed if used[one] != 1), None)


def praise_of_cards(answer) -> str:
    items, options = answer(8)
    found = sum(1 for _ in search(cover_of(list(map(set, options.values())), items=list(items))))
    return (
        f"Algorithm X lays out cards as well. For n = 8 your {len(items)} items and {len(options)} "
        f"options have {found} solutions. For 5 and 6 there are none: the search has looked everywhere."
    )


@exercise("4.7", seconds=20, correct=praise_of_cards)
def cards_with_a_distance(answer):
    return try_on(answer, DECKS, fault=rows_fault)


# -------- 4.8 count without listing

AT_MOST = 8  # seconds
LARGE = 12_988_816  # domino packings of 8x8: P. W. Kasteleyn, "The statistics of dimers on a lattice", 1961
STILL_COUNTING = (
    f"Your function was still busy after {AT_MOST} seconds. If it counts each packing by itself, it has "
    "millions to go. If it has a memory: is the key what is left, and does it always branch on the "
    "item that comes first?"
)


def set_cover(items: Iterable, options: Mapping) -> Args:
    """Return a cover as 4.8 has it, without names of options."""
    return Args(frozenset(items), [*map(frozenset, options.values())])


def true_number(items: Set, options: list[Set]) -> int:
    return count_covers(cover_of(options, items=items))


def explain_number(got, expected, items: Set, options: list[Set]) -> str:
    if not items:
        return "Nothing is left to cover, and there is one way to choose no option."
    return (
        "That is not the number of solutions. If your function is right when you call it on this alone, "
        "it remembers something from an earlier call. If it is right without its memory, the key does "
        "not say all that is left."
    )


SMALL = [set_cover(*one) for one in COVERS]
# equal items, as many options: an old memory may take one for another
SMALL += [set_cover("abc", dict(enumerate(four))) for four in combinations("a b c ab ac bc abc".split(), 4)]


def large_covers() -> Iterator[tuple[str, Args]]:
    """Yield 8×8 cells with dominoes, and 5×6 cells but one with straight options of one to three."""
    yield "8×8 cells and 112 dominoes", set_cover(*domino_cover(8, 8))
    hole = f"{random.randrange(5)}{random.randrange(6)}"
    ends = product(range(5), range(6), (0, 1), (1, 2, 3))
    rows = {frozenset(f"{x + k * to}{y + k - k * to}" for k in range(n)) for x, y, to, n in ends}
    board = {f"{x}{y}" for x, y in rectangle(5, 6)} - {hole}
    name = f"5×6 cells without {hole}, to be covered by one, two or three cells in a row"
    yield name, Args(frozenset(board), [one for one in rows if one <= board])


@exercise(
    "4.8",
    seconds=20,
    correct=f"It gives {LARGE:,} for the dominoes, as Kasteleyn's formula of 1961 does. That formula is "
    "for dominoes. Yours was right about other covers, too, the largest with some 300 million solutions.",
)
def count_with_a_memory(answer):
    yield from try_on(answer, SMALL, oracle=true_number, say=explain_number, size=lambda *_: 0)
    yield from refuse_library(answer, ran_on=SMALL[-1])
    for name, cover in large_covers():
        got, expected = in_time(AT_MOST, lambda: answer(*cover), late=NOTHING), true_number(*cover)
        if got is NOTHING:
            yield Counterexample(STILL_COUNTING, Text(name))
        elif not same_kind_and_value(got, expected):
            say = kind_asked_for(got, expected) or explain_number(got, expected, *cover)
            yield Counterexample(say, Text(name), got, expected)
