"""Lesson 04, Algorithm X: runs by hand, options, items to branch on, the algorithm itself, Sudoku,
and a puzzle of one's own."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from itertools import combinations, islice, pairwise, permutations, product, zip_longest

from puzzlelib import pictures as draw
from puzzlelib.common.words import covered_times, how_often, join_words, many
from puzzlelib.packing.files import load
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement
from puzzlelib.packing.shapes import orientations
from puzzlelib.search.algorithm_x import search, trace
from puzzlelib.search.exact_cover import ExactCover, cover_of
from puzzlelib.search.states import count_covers

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING, show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.run_answer import SECOND_TIME, kind_asked_for, list_if_iterator, same_kind_and_value
from ..kit.checks.time_limit import in_time
from ..kit.checks.values import is_pair, is_several, is_whole
from ..puzzles.checks.own_search import missing_helper


def quote_names(names: Iterable) -> str:
    """Return a sentence with its names quoted.

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
    """Return a true run, until its first solution: (item, option, items still open, options open for it) for
    each try.
    """
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
    if got != item:
        return f"Entry {number}: {against_item(got, item, counts)}"
    here = [name(o) for o in options if item in cover.options[o]]
    if card not in here:
        return f"Entry {number}: here the cards with `{item}` are {quote_names(here)}."
    if here.index(card) < here.index(name(option)):
        return f"Entry {number}: `{card}` has been tried and taken back."
    if card != name(option):
        first = f"`{name(option)}` is the first in the list that was not yet tried"
        return f"Entry {number}: of {quote_names(here)}, {first}."
    return None


def against_item(got: str, item: str, counts: dict[str, int]) -> str:
    """Say why the rule takes `item` and not `got`, by their numbers of cards."""
    if counts[got] > counts[item]:
        return f"item `{got}` has {many(counts[got], 'card')} here, but `{item}` has only {counts[item]}."
    return f"`{item}` and `{got}` both have {many(counts[got], 'card')}; take the first in the alphabet."


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
    """Return the orientations of a flat puzzle's pieces, without their z.

    >>> len(forms_of(load("pentominoes-6x10"))["F"])
    8
    """
    return {
        piece.name: [[cell[:2] for cell in cells] for cells in orientations(piece.cells, puzzle.turns)]
        for piece in puzzle.pieces
    }


def true_options(forms: Mapping, board: set) -> list[frozenset]:
    """Return each piece in each orientation, moved so that its first cell lies on each cell of the board in
    turn.
    """
    every = ((name, shape, *cell) for name in forms for shape in forms[name] for cell in sorted(board))
    moved = ((name, {(x + a - s[0][0], y + b - s[0][1]) for x, y in s}) for name, s, a, b in every)
    return [frozenset({name, *cells}) for name, cells in moved if cells <= board]


def option_text(option: Iterable) -> Text:
    """Return an option as the lesson writes it: the piece, then its cells."""
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
    wrong = [option for option in got if frozenset(option) not in true or mine[frozenset(option)] > 1]
    for option in sorted(wrong, key=show_value):  # whatever order a set of cells has
        if frozenset(option) not in true:
            return misfit(option, forms, board), option, None
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
    """Return pieces and board; `#` is a cell. The row y = 0 is at the bottom."""
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
    """Return the solutions by the library's own Algorithm X."""
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
        comes = f"The solution {brace(double)} comes {how_often(found.count(double))}"
        return f"{comes}. Do you branch on one item only?"
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
    correct=f"On each of {len(COVERS)} covers your search finds every solution once. The last is a "
    f"board of 4×4 cells and {len(COVERS[-1][1])} dominoes, with {len(true_solutions(*COVERS[-1]))} of them.",
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
    answer.look_at_given()
    (items, options), (left, rest) = answer.spoilt or (((), {}), ((), {}))
    if set(items) != set(left) or options != rest:  # the order of a list of items says nothing
        yield (
            "Your solutions are right, but your function takes away what its caller goes on with. Change a "
            "copy, or take back what you change."
        )


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
    """Return the first line of a log that is not as it should be."""
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
            f"The first {FIRST_LINES} lines should be there at once, in a long search, too. Yours are not "
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
)
SUDOKUS = dict(zip(CLUES, FILLED))  # the third has hundreds of dead ends


def sudoku_rules(row: int, column: int, digit: int) -> list[tuple]:
    """Return the four things that a digit in a cell makes true; two choices clash when they have one of them
    in common.
    """
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


RULES = {choice: sudoku_rules(*choice) for choice in CHOICES_OF_SUDOKU}


def broken_rules(one: tuple, other: tuple) -> list[str]:
    return [mine[0] for mine, yours in zip(RULES[one], RULES[other]) if mine == yours]


def pairs_to_try(items: Mapping) -> Iterator[tuple]:
    """Yield all pairs of choices that can be misjudged: those that clash, then those with a common item."""
    for items_of in (RULES, items):
        together = {}
        for choice in CHOICES_OF_SUDOKU:
            for item in items_of[choice]:
                together.setdefault(item, []).append(choice)
        for group in together.values():
            yield from combinations(group, 2)


def pair_fault(shared: Set, why: list[str]) -> str | None:
    """Do two options share an item exactly when they clash? If not, what is wrong, as a
    sentence."""
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
    """Return two choices whose items are wrong.

    Where there are none, the items are the true ones by other names. For a choice clashes with others in its
    cell, in its row and in its column outside the box, and in its box outside both: of these four kinds no
    two clash, so each of its four items has one kind.
    """
    items = {choice: frozenset(answer(*choice)) for choice in CHOICES_OF_SUDOKU}
    for one, other in pairs_to_try(items):
        if words := pair_fault(items[one] & items[other], broken_rules(one, other)):
            both = f"{one} -> {answer(*one)}\n{other} -> {answer(*other)}"
            pair = Text(f"{Args(*one)!r}\n{Args(*other)!r}")
            return Counterexample(words, pair if one[:2] == other[:2] else sudoku_text(one, other), both)
    if changed := next((choice for choice in CHOICES_OF_SUDOKU if {*answer(*choice)} != items[choice]), None):
        return Counterexample(SECOND_TIME, Args(*changed), answer(*changed), [*items[changed]])
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
    """Return the options that the printed digits of a Sudoku stand for; the Sudoku as 81 signs, `.` for an
    empty cell.
    """
    return [9 * place + int(sign) - 1 for place, sign in enumerate(puzzle) if sign != "."]


def sudoku_run(option, puzzle: str):
    """Return the trace of Algorithm X on a Sudoku, up to a second solution."""
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
    """Return (row, column, digit) for each sign of a Sudoku that is not a dot."""
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
    """Return a function whose results are lists, where the given one yields them."""
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
    """Return all rows in which k cards lie between the two k, found without items: put the largest number
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
    """Return whether a name has a number from 1 to n and a place in the row."""
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
        return f"The row {' '.join(map(str, double))} is found {how_often(found.count(double))}."
    if lost := next((row for row in rows_of_cards(n) if row not in found), None):
        return f"The row {' '.join(map(str, lost))} is not found."
    fitting = ((k, place) for k in range(1, n + 1) for place in range(2 * n - k - 1))
    if lost := next((name for name in fitting if name not in options), None):
        return f"Option `{lost}` is missing. It fits; whether a solution has it, the search finds out."
    return None


def as_row(solution: Iterable[tuple[int, int]], n: int) -> tuple[int, ...]:
    """Return the row of cards that some options stand for.

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
    return next((f"{one} is {covered_times(used[one], 'used')}." for one in needed if used[one] != 1), None)


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
    draw = random.Random(48)  # two runs do not differ
    hole = f"{draw.randrange(5)}{draw.randrange(6)}"
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


# -------- 4.9 peaceful kings, with secondary items

SIDES = range(1, 8)


def peaceful_kings(n: int) -> set[frozenset]:
    """Return all ways to place the kings, found without items: all orders of the columns.

    >>> [len(peaceful_kings(n)) for n in SIDES]
    [1, 0, 0, 2, 14, 90, 646]
    """
    near = lambda columns: any(abs(a - b) == 1 for a, b in pairwise(columns))
    return {frozenset(enumerate(way)) for way in permutations(range(n)) if not near(way)}


def kings_form(got, n: int) -> str | None:
    if not isinstance(got, (tuple, list)) or len(got) != 3:
        return "Three things are asked for: items, options and secondary items."
    items, options, secondary = got
    if not isinstance(options, Mapping) or not all(map(is_several, (items, secondary))):
        return "First a list of items, then a dictionary of options, then a list of secondary items."
    every = [*items, *secondary]
    if double := next((item for item in every if every.count(item) > 1), None):
        return f"The item `{double!r}` is in your lists twice."
    for name, covered in options.items():
        if not (isinstance(name, tuple) and is_pair(name) and all(0 <= part < n for part in name)):
            return f"`{name!r}` is not the name of an option: a row and a column are asked for, from 0 on."
        if not is_several(covered) or not covered:
            return f"Option `{name}` should be a set of items."
        if strange := next((item for item in covered if item not in every), None):
            return f"Option `{name}` covers `{strange!r}`, which is in neither list of items."
    if lost := next((square for square in product(range(n), repeat=2) if square not in options), None):
        return (
            f"There is no option for the square `{lost}`. A model says what may be chosen; what is of no use "
            "is found out by the search."
        )
    return None


def kings_cover(items: Iterable, options: Mapping, secondary: Iterable) -> ExactCover:
    """Return the problem; a secondary item of no option is left out, as it says nothing."""
    used = set().union(*options.values())
    return cover_of(
        [*map(set, options.values())], items=[*items], secondary=[one for one in secondary if one in used]
    )


def kings_fault(got, n: int) -> str | None:
    """Does Algorithm X find the kings with these items and options, each way once?"""
    if words := kings_form(got, n):
        return words
    names, right, found = list(got[1]), peaceful_kings(n), Counter()
    for chosen in search(kings_cover(*got)):
        squares = frozenset(names[o] for o in chosen)
        if squares not in right:
            return f"{unrest(squares, n)} This is a solution of your problem: `{sorted(squares)}`."
        found[squares] += 1
    if lost := min((way for way in right if way not in found), key=sorted, default=None):
        return f"The kings on `{sorted(lost)}` are peaceful, and no solution of your problem."
    return None


def unrest(squares: Iterable[tuple[int, int]], n: int) -> str:
    """Say why some kings are not those that are asked for.

    >>> unrest([(0, 0), (1, 1)], 2)
    'The kings on (0, 0) and (1, 1) attack each other.'
    """
    for word, used in zip(("row", "column"), zip(*squares) if squares else ((), ())):
        if wrong := [k for k in range(n) if used.count(k) != 1]:
            times = used.count(wrong[0])
            return f"In {word} {wrong[0]} there {f'are {times} kings' if times else 'is no king'}."
    pairs = combinations(sorted(squares), 2)
    one, other = next((a, b) for a, b in pairs if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1)
    return f"The kings on {one} and {other} attack each other."


def praise_of_kings(answer) -> str:
    cover = kings_cover(*answer(8))
    return (
        f"Algorithm X places kings as well: for n = 8 your {len(cover.items)} items and {len(cover.options)} "
        f"options have {count_covers(cover):,} solutions, as many as sequence A002464 says."
    )


@exercise("4.9", seconds=30, correct=praise_of_kings)
def kings_at_peace(answer):
    return try_on(answer, SIDES, fault=kings_fault)
