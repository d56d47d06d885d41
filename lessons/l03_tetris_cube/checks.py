"""The checks of lesson 03, the Tetris Cube."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, islice, product
from math import isclose, isfinite, prod

from puzzlelib import load, solve
from puzzlelib import pictures as draw
from puzzlelib.common.ending import raise_if_interrupted
from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import covered_times, how_often, join_words, many
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, box_cells
from puzzlelib.packing.shapes import components
from puzzlelib.search import backtracking
from puzzlelib.search.counters import share_done

from ..kit.checks import Text
from ..kit.checks.counterexample import NOTHING, show_value
from ..kit.checks.judge import Args, Counterexample, exercise, try_on
from ..kit.checks.library_use import refuse_library
from ..kit.checks.light import as_good
from ..kit.checks.run_answer import Changed, keep_results, same_kind_and_value
from ..kit.checks.time_limit import in_time
from ..kit.checks.values import is_number, is_several, is_truth, is_whole
from ..puzzles.checks.layers import pieces_in_layers

DOT, DOMINO, CORNER = ((0, 0, 0),), ((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (1, 0, 0), (0, 1, 0))
BAR, TEE = ((0, 0, 0), (1, 0, 0), (2, 0, 0)), ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0))


# -------- 3.1 and 3.2 searches of one's own


@dataclass(frozen=True)
class SmallCase:
    """A small puzzle, given to a search as plain Python values."""

    puzzle: PackingPuzzle

    @property
    def empty(self) -> set:
        return set(self.puzzle.container)

    @property
    def names(self) -> list[str]:
        return [piece.name for piece in self.puzzle.pieces]

    def placements(self) -> list[tuple[str, frozenset]]:
        """Return all of them, in an order that is not that of the pieces."""
        by_cells = sorted(self.puzzle.placements, key=lambda place: place.cells)
        return [(name, frozenset(cells)) for name, cells in by_cells]

    def packings(self) -> frozenset:
        """Return all packings, each a set of placements."""
        found = raise_if_interrupted(solve(self.puzzle, "backtracking", limit=None))
        return frozenset(map(frozenset, found))


@cache
def small_cases() -> tuple[SmallCase, ...]:
    """Return boxes of one cell to nine.

    In three the pieces have a cell too many: elsewhere, pieces that overlap could never fill the box.
    """
    boxes = [
        ((1, 1, 1), {"A": DOT}),
        ((2, 1, 1), {"A": DOT, "B": DOT}),
        ((3, 1, 1), {"A": DOMINO, "B": DOMINO}),
        ((3, 1, 1), {"B": DOMINO, "A": DOT}),
        ((5, 1, 1), {"A": DOMINO, "B": DOMINO, "C": DOMINO}),
        ((2, 2, 1), {"A": CORNER, "B": DOT}),
        ((2, 2, 1), {"A": CORNER, "B": DOMINO}),
        ((3, 2, 1), {"A": TEE, "B": DOMINO}),
        ((3, 2, 1), {"C": CORNER, "A": DOMINO, "B": DOT}),
        ((3, 3, 1), {"A": BAR, "B": TEE, "C": DOMINO}),
    ]
    cases = [named_box(size, shapes) for size, shapes in boxes]
    return *(SmallCase(puzzle) for puzzle in cases), SmallCase(load("little-cube"))


def one_too_many() -> SmallCase:
    """Return a box that is full while a piece is left: it has no packing.

    Only the search by piece is tried on it: that of exercise 3.1 ends when no cell is empty.
    """
    return SmallCase(named_box((2, 1, 1), {"A": DOMINO, "B": DOT}))


def named_box(size: tuple[int, int, int], shapes: dict) -> PackingPuzzle:
    """Return a small puzzle whose name says all about it."""
    pieces = tuple(map(Piece, shapes, shapes.values()))
    told = ", ".join(f"{name} ({many(len(cells), 'cell')})" for name, cells in shapes.items())
    name = f"a box of {'×'.join(map(str, size))} cells, pieces {told}"
    return PackingPuzzle(name, box_cells([size]), pieces, boxes=(size,))


def as_placements(packings: Iterable) -> list[list[Placement]]:
    return [[Placement(piece, tuple(sorted(cells))) for piece, cells in packing] for packing in packings]


def form_fault(packings: list) -> str:
    """Say what is wrong with the form of an answer's packings, or ""."""
    if any(isinstance(packing, Set) for packing in packings):
        return "One of your packings is a set, which has no order. Each packing should be a list."
    if all(map(is_packing, packings)):
        return ""
    if all(map(is_placement, packings)):
        return "This is one packing. All of them are asked for, each a list of placements."
    return "Each packing should be a list of placements, each a pair of a piece and its cells."


def is_packing(value) -> bool:
    return isinstance(value, Sequence) and all(map(is_placement, value))


def is_placement(value) -> bool:
    pair = isinstance(value, (list, tuple)) and len(value) == 2
    return pair and isinstance(value[0], str) and is_several(value[1])


Form = Callable[[list[list[Placement]], SmallCase], str]  # what is wrong with the order of placing, or ""


def not_by_cell(packings: list[list[Placement]], case: SmallCase) -> str:
    """Return the fault if a placement, in the order of placing (or, where the list grows from its end, in
    reverse), does not cover the first empty cell.
    """
    for packing in packings:
        if all(skipped_cell(order, case) for order in (packing, packing[::-1])):
            piece, first = skipped_cell(packing, case)
            return (
                "The packings are right, but this is not a search by cell. One of them lists its pieces in "
                f"this order: {packing_text(packing)}. "
                f"When it comes to {piece}, the first empty cell is {first}, and {piece} does not cover it."
            )
    return ""


def skipped_cell(packing: list[Placement], case: SmallCase) -> tuple[str, tuple] | None:
    empty = set(case.empty)
    for piece, cells in packing:
        if min(empty) not in cells:
            return piece, min(empty)
        empty -= set(cells)
    return None


def not_by_piece(packings: list[list[Placement]], case: SmallCase) -> str:
    """Return the fault if the pieces are not in the order of `left`, or packings that begin alike not one
    after the other, as where the search goes on from each placement.
    """
    for packing in packings:
        if [piece for piece, _ in packing] != case.names:
            return (
                f"One of your packings lists its pieces as {', '.join(piece for piece, _ in packing)}. "
                "They should come in the order of `left`."
            )
    for length in range(1, len(case.names)):
        starts = [key for key, _ in groupby(tuple(packing[:length]) for packing in packings)]
        if again := next((start for start in starts if starts.count(start) > 1), None):
            return (
                "The packings are right, but a search by piece finds them in another order. Some of yours "
                f"begin with {packing_text(again)}, then others follow, then more with this beginning. "
                "Place the first piece, and find all that comes from it before you move that piece."
            )
    return ""


def packings_fault(
    packings: list[list[Placement]], case: SmallCase, form: Form
) -> tuple[str, list[Placement]] | None:
    for packing in packings:
        if words := wrong_packing(packing, case):
            return words, []
    times = Counter(map(frozenset, packings))
    for packing, number in times.items():
        if number > 1:
            return f"Your search finds this packing {how_often(number)}.", sorted(packing)
    for packing in case.packings() - set(times):
        return "Your search does not find this packing.", sorted(packing)
    words = form(packings, case)
    return (words, []) if words else None


def wrong_packing(packing: list[Placement], case: SmallCase) -> str:
    pieces = Counter(piece for piece, _ in packing)
    cells = Counter(cell for _, cells in packing for cell in cells)
    for cell, number in cells.items():
        if number > 1:
            twice = f"the cell {cell} is {covered_times(number)}"
            return f"In one of your packings {twice}: {packing_text(packing)}."
    for name in case.names:
        if pieces[name] != 1:
            return (
                f"In one of your packings piece {name} "
                f"{'is missing' if not pieces[name] else f'comes {how_often(pieces[name])}'}: "
                f"{packing_text(packing)}."
            )
    return (
        ""
        if set(cells) == case.empty
        else f"One of your packings leaves a cell empty: {packing_text(packing)}."
    )


def packing_text(packing: Iterable[Placement]) -> str:
    return (
        "; ".join(f"{piece} on {' '.join(map(str, cells))}" for piece, cells in packing) or "no piece at all"
    )


def own_search_fault(search: Callable, case: SmallCase, left, form: Form) -> Counterexample | None:
    words, packing = search_fault(search, case, left, form)
    picture = (lambda: draw.figure(case.puzzle, dict.fromkeys(packing, "solution"))) if packing else None
    return Counterexample(words, example=Text(case.puzzle.name), picture=picture) if words else None


def search_fault(search: Callable, case: SmallCase, left, form: Form) -> tuple[str, list[Placement]]:
    """Return the fault of a student's search and the packing that shows it, or ("", [])."""
    found = search(case.empty, left, case.placements())
    if found is None:
        return "Your function returns nothing. It should `yield` each packing.", []
    try:
        packings = keep_results(found, MOST_PACKINGS)
    except Changed:
        return CHANGED, []
    if words := form_fault(packings):
        return words, []
    return packings_fault(as_placements(packings), case, form) or ("", [])


MOST_PACKINGS = 2000  # are looked at
CHANGED = (
    "Your function yields a list and changes it afterwards, so that a caller who collects the "
    "packings has one list several times. Yield a new list each time, for example `list(path)`."
)


def domino_strip(*apart: tuple) -> tuple[set, list[str], list[tuple[str, frozenset]]]:
    """Return cells, names and placements of ten dominoes in two rows of ten, with some cells apart.

    No placement covers the cells apart.

    >>> empty, names, placements = domino_strip((0, 0, 0))
    >>> len(empty), len(names), len(placements)
    (21, 10, 280)
    """
    cells = list(product(range(2, 12), range(2), (0,)))
    pairs = [pair for pair in map(frozenset, combinations(cells, 2)) if len(components(pair)) == 1]
    names = [f"D{k}" for k in range(10)]
    return {*cells, *apart}, names, [(name, pair) for name in names for pair in pairs]


def still_busy(search: Callable, *arguments) -> bool:
    """Is a search still at work on a case in which its first question has no answer?"""
    return in_time(BUSY, lambda: list(islice(search(*arguments), 1))) is None


BUSY = 3  # seconds; the search that is asked for needs a millisecond, the others days


@exercise(
    "3.1",
    correct="On each of eleven boxes your search finds every packing once, and it gives up at once where "
    "one piece alone fits on two cells. The condition has three parts: the piece is left, it "
    "covers the first empty cell, and all its cells are empty.",
)
def by_cell(search):
    yield from (own_search_fault(search, case, set(case.names), not_by_cell) for case in small_cases())
    apart = (0, 0, 0), (0, 0, 1)
    empty, names, placements = domino_strip(*apart)
    dots = [("Dot", frozenset([cell])) for cell in apart]
    if still_busy(search, empty, {"Dot", *names}, placements + dots):
        yield Counterexample(
            "The Dot alone can cover the first two cells, (0, 0, 0) and (0, 0, 1). So a search by "
            f"cell ends after one placement. Yours was still busy after {BUSY} seconds. Which "
            "question does it ask first?",
            example=Text("a Dot and ten dominoes; two rows of ten cells, and two cells apart"),
        )


@exercise(
    "3.2",
    keeps=True,
    correct="Your search finds every packing once, each with its pieces in the order of `left`, and it gives "
    "up at once where the first two pieces need one cell.",
)
def by_piece(search):
    cases = *small_cases(), one_too_many()
    yield from (own_search_fault(search, case, case.names, not_by_piece) for case in cases)
    apart = (20, 0, 0)
    empty, names, placements = domino_strip(apart)
    if not list(search(empty, names[:1], placements[:1])):
        yield Counterexample(
            "Cells may stay empty: a packing is complete when no piece is left.",
            example=Text("a domino, and a box of 21 cells"),
        )
    rivals = [("Dot", frozenset([apart])), ("Spot", frozenset([apart]))]
    if still_busy(search, empty, ["Dot", "Spot", *names], rivals + placements):
        yield Counterexample(
            "The first two pieces, Dot and Spot, have one placement each, on the same cell. So a "
            f"search by piece ends at once. Yours was still busy after {BUSY} seconds. Which question "
            "does it ask first, and when does it notice that two pieces overlap?",
            example=Text(f"Dot, Spot and ten dominoes; two rows of ten cells, and {apart} apart"),
        )


# -------- 3.2a how far a search is

PATHS = [
    [],
    [(0, 1)],
    [(1, 2)],
    [(1, 4), (1, 2)],
    [(0, 3), (2, 4)],
    [(1, 2), (1, 3), (0, 5)],
    [(3, 7), (0, 1), (2, 5), (1, 6)],
    [(2, 384), (5, 240), (11, 96), (0, 30), (4, 12)],
]


def explain_share(got, expected, path) -> str:
    if not is_number(got) or not 0 <= got <= 1:
        return "A share is a number between 0 and 1."
    return "This is not the share that is done."


@exercise(
    "3.2a", correct="Each level adds its children that are done; the deeper it is, the smaller their part."
)
def share_of_a_tree(answer):
    return try_on(answer, PATHS, oracle=share_done, say=explain_share, same=is_close, size=len)


def is_close(got, expected) -> bool:
    return is_number(got) and isclose(got, expected, rel_tol=1e-9, abs_tol=1e-15)


# -------- 3.3 islands

ROOMS = [
    {(0, 0, 0)},
    {(0, 0, 0), (1, 0, 0)},
    {(4, 0, 0), (4, 0, 1), (4, 2, 0)},  # not in a box of 4×4×4
    {(0, 0, 0), (2, 0, 0)},
    {(0, 0, 0), (0, 0, 1)},
    {(0, 0, 0), (1, 1, 0)},
    {(1, 0, 0), (1, 1, 0), (0, 1, 0)},
    {(0, 2, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0), (3, 3, 3)},
    {(0, 0, 0), (0, 0, 1), (0, 1, 1), (3, 0, 0), (3, 1, 0), (2, 2, 2)},
    {(0, 2, 0), (0, 3, 0), (1, 3, 0), (2, 3, 0), (2, 2, 0)},  # wherever a walk begins, it has to go back
    {(2, 0, 0), (3, 0, 0), (3, 1, 0), (3, 2, 0), (2, 2, 0)},
    {(0, 0, 2), (0, 0, 3), (1, 0, 3), (2, 0, 3), (2, 0, 2)},
    {(-2, 0, 0), (-1, 0, 0), (1, 0, 0)},
    {(7, 0, 9), (8, 0, 9), (8, 6, 9)},
    {(x, y, 0) for x in range(9) for y in range(5) if x % 2 == 0 or y == 6 - 2 * (x % 4)},  # to and fro
    {(0, 0, 4), (0, 1, 0)},  # two numbers in a row, if 25x + 5y + z stands for a cell
    {(0, 0, 9), (0, 1, 0)},  # and here with 100x + 10y + z
    set(),
    {(x, y, z) for x in range(4) for y in range(4) for z in (0, 2)},
    {*box_cells([(4, 4, 4)])},
    {(x, y, z) for x in range(4) for y in range(4) for z in range(4) if (x + y + z) % 2 == 0 or x == 3},
]


def island_sizes(empty: Iterable) -> list[int]:
    return sorted(map(len, components(empty)))


def holes(cells: Iterable):
    cells = tuple(sorted(cells, key=lambda cell: cell[::-1]))
    return draw.figure(PackingPuzzle("empty cells", cells, (Piece("A", DOT),)), {})


@exercise(
    "3.3",
    keeps=True,
    correct="Your function finds the islands in all the boxes that were tried, also winding ones, and "
    "cells that meet only at an edge or a corner stay apart.",
)
def islands(answer):
    yield from refuse_library(answer, {"components"})
    yield from try_on(
        answer,
        ROOMS,
        oracle=island_sizes,
        same=as_good,
        say=say_islands,
        size=lambda empty: (not empty, len(empty)),
        picture=lambda got, expected, empty: holes(empty) if empty else None,
    )


def say_islands(got, expected, empty) -> str:
    if not is_several(got) or isinstance(got, Set):
        return f"A list of sizes is asked for, not a {type(got).__name__}."
    if all(map(is_whole, got)) and sorted(got) == expected:
        return "The sizes are right, but they should come smallest first."
    return "These are not the sizes of the islands among these empty cells."


# -------- 3.4 hopeless


def partitions(total: int, largest: int) -> Iterator[list[int]]:
    """Yield all lists of whole numbers with this sum, none above `largest`, in falling order.

    >>> list(partitions(3, 3))
    [[3], [2, 1], [1, 1, 1]]
    """
    if total == 0:
        yield []
    for first in range(min(total, largest), 0, -1):
        yield from ([first, *rest] for rest in partitions(total - first, first))


def subset_sums(sizes: Iterable[int]) -> set[int]:
    reached = {0}
    for size in sizes:
        reached |= {total + size for total in reached}
    return reached


@cache
def can_share(islands: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Can the pieces be dealt out so that each island gets exactly its size?"""
    if not islands:
        return True
    for k in range(1, len(sizes) + 1):
        for some in combinations(range(len(sizes)), k):
            if sum(sizes[i] for i in some) == islands[0]:
                rest = tuple(size for i, size in enumerate(sizes) if i not in some)
                if can_share(islands[1:], rest):
                    return True
    return False


def hopeless_fault(got, islands: list[int], sizes: list[int]) -> str | None:
    """Return what is wrong with a test, or None. A test that looks at all islands together may know
    more than one that looks at each by itself.
    """
    if not is_truth(got):
        return "True or False is asked for."
    if got and can_share(tuple(islands), tuple(sizes)):
        return (
            "Too eager: your function gives up, but the pieces can be shared out so that each island "
            "gets its size. A solution could be lost."
        )
    lost = [island for island in islands if island not in subset_sums(sizes)]
    if not got and lost:
        return (
            f"Too lazy: no choice of the pieces has {many(lost[0], 'cell')} together, each piece used "
            "at most once, so nothing can fill that island."
        )
    return None


@exercise(
    "3.4",
    keeps=True,
    correct="Tried on every way to split up to eight cells into islands and into pieces: your test never "
    "gives up where the pieces could be shared out, and it notices every island that no set of pieces fills.",
)
def hopeless_test(answer):
    lists = [list(partitions(total, total)) for total in range(1, 9)]
    pairs = [Args(sorted(split), sizes) for some in lists for split, sizes in product(some, repeat=2)]
    pairs += Args([10, 12], [6, 6, 5, 5]), Args([11, 12], [6, 6, 6, 5])
    return try_on(answer, pairs, fault=hopeless_fault, size=lambda islands, sizes: sum(sizes))


# -------- 3.5 Knuth's probe

TREES = [
    ((),),
    ((), ()),
    (((),), ()),
    (((), ()), ()),
    ((((),),), (), ()),
    (((), (), ()), ((),), ()),
    ((((), ()), ()), (((),),), ()),
    tuple(((),) * k for k in range(5)),
    ((((((((((((((((),),),),),),),),),),),),),),),),
    (),
]
BUSHY = (((),) * 40,) * 40  # a tree of which one descent sees little
MOST_DESCENTS, MOST_ASKED = 500, 100


def nodes_below(tree: tuple) -> int:
    return sum(1 + nodes_below(child) for child in tree)


def tree_text(tree: tuple, indent: int = 0) -> Text:
    """Return a tree in lines, each node further in than its parent."""
    line = "  " * indent + ("node" if indent else "root")
    return Text("\n".join([line, *(tree_text(child, indent + 1) for child in tree)]))


class Script:
    """Stands in for `random.choice`: takes the choices it was told, then always the first, and
    notes how many there were each time."""

    def __init__(self, told: list[int]):
        self.told, self.counts, self.taken = iter(told), [], []

    def __call__(self, options):
        options = list(options)
        self.taken.append(next(self.told, 0))
        self.counts.append(len(options))
        return options[self.taken[-1]]

    def __repr__(self):
        return "choose"


class Children:
    """The children of a node of such a tree, with a name that can be shown; it counts its calls."""

    def __init__(self):
        self.calls = 0

    def __call__(self, node: tuple) -> list[tuple]:
        self.calls += 1
        return list(node)

    def __repr__(self):
        return "children"


def mean_of_descents(probe: Callable, tree: tuple) -> Fraction | None:
    """Return the exact mean of a probe over all its random choices; None when there are too many of them."""
    waiting, total, runs = [[]], Fraction(0), 0
    while waiting:
        told = waiting.pop()
        script = Script(told)
        value = probe(tree, Children(), script)
        value = Fraction(int(value) if is_whole(value) else value)
        total, runs = total + value / prod(script.counts), runs + 1
        for k in range(len(told), len(script.taken)):
            waiting += [[*script.taken[:k], other] for other in range(1, script.counts[k])]
        if runs > MOST_DESCENTS:
            return None
    return total


def calls(probe: Callable, tree: tuple) -> bool:
    script = Script([])
    probe(tree, Children(), script)
    return bool(script.counts)


def counts_the_root(probe: Callable) -> bool:
    """Is the mean too large by 1 on every tree? (On the smallest ones, adding instead of
    multiplying looks the same.)"""
    return all(mean_of_descents(probe, tree) == nodes_below(tree) + 1 for tree in TREES[:5])


def probe_fault(probe: Callable, tree: tuple) -> Counterexample | None:
    if not is_number(got := probe(tree, Children(), Script([]))) or not isfinite(got):
        return Counterexample("A number is asked for.", tree_text(tree), got)
    mean, size = mean_of_descents(probe, tree), nodes_below(tree)
    if len(tree) > 1 and not calls(probe, tree):
        return Counterexample(
            "Your function took no child with `choose`. One descent goes down to one child of each node; "
            "to visit all of them would take as long as the search.",
            example=tree_text(tree),
        )
    if mean == size:
        return None
    words = (
        "Your function makes far more random choices than one descent needs."
        if mean is None
        else "Over all possible descents, the mean of what your function returns is not the number of "
        "nodes below the root."
    )
    hint = (
        " It is too large by exactly 1: did you count the root?"
        if counts_the_root(probe)
        else " Level 1 has one node for the one root: its weight is 1 · 1."
        if tree == TREES[0] and mean == size + 1
        else " It took no child with `choose`."
        if tree and not calls(probe, tree)
        else ""
    )
    got = Text("?" if mean is None else f"a mean of {float(mean):g}")
    return Counterexample(words + hint, tree_text(tree), got, Text(f"{many(size, 'node')} below the root"))


@exercise(
    "3.5",
    correct="On ten trees the mean over all possible descents is exactly the number of nodes. A single "
    "descent may be far off; the mean of many comes close.",
)
def probe_by_knuth(answer):
    yield from (probe_fault(answer, tree) for tree in TREES)
    children = Children()
    answer(BUSHY, children, Script([]))
    if children.calls > MOST_ASKED:
        yield Counterexample(
            f"In a tree of {nodes_below(BUSHY):,} nodes you ask {children.calls:,} times "
            "for the children of a node. One descent asks for those of one node on each level."
        )


# -------- 3.6 an order of one's own

FACTOR = 12  # how many times smaller the tree should be
# Nodes in the order of the list, and the first five pieces of the first solution by cell, layer by layer. To
# find them takes a second in a page, so they stand here; a test finds them.
AS_LISTED = 132_406
FIVE_PIECES = "CCC./C.../CK../AKK.", "..../C.../KK../A...", "DD../DB../AB../AB..", "D.../D.../A.../BB.."


@cache
def seven_pieces() -> PackingPuzzle:
    """Return the Tetris Cube without the first five pieces of its first solution by cell."""
    laid = pieces_in_layers(*FIVE_PIECES).items()
    return load("tetris-cube").without(Placement(name, tuple(sorted(cells))) for name, cells in laid)


def count_nodes_in_order(order: Iterable[str] | None, most: int) -> int:
    """Count the nodes of the search by piece in this order, up to one more than `most`."""
    board = backtracking.BitBoard(seven_pieces(), "piece", order)
    tries = (1 for step in backtracking.steps(board) if step[0] == "try")
    return sum(islice(tries, most + 1))


def order_praise(order) -> str:
    size = count_nodes_in_order(list(order), AS_LISTED)
    return (
        f"{size:,} nodes instead of {AS_LISTED:,}: {AS_LISTED / size:.1f} times fewer. By cell it is "
        f"{backtracking.run(seven_pieces(), seconds=None).nodes:,}."
    )


@exercise("3.6", correct=order_praise, seconds=120)  # it runs no code of a student
def poor_order(order) -> Counterexample | None:
    bar = AS_LISTED // FACTOR
    names = [piece.name for piece in seven_pieces().pieces]
    order = list(order) if isinstance(order, str) else order
    if not isinstance(order, (list, tuple)) or sorted(map(str, order)) != names:
        return Counterexample(f"Name each of the pieces {', '.join(names)} once.", got=order)
    try:
        size = count_nodes_in_order(order, 2 * bar)
    except PuzzleError as error:
        return Counterexample(f"{error}.", got=order)
    if size <= bar:
        return None
    return Counterexample(
        "The tree is still too large.",
        example=Text(f"by piece, in the order {' '.join(order)}"),
        got=Text(f"{size:,} nodes" if size <= 2 * bar else f"more than {2 * bar:,} nodes"),
        expected=Text(f"at most {bar:,} nodes"),
    )


# ---------------------------------------------------------------- 3.5b cells as bits

HANDFULS = [
    [(0, 0, 0)],
    [(0, 0, 1)],
    [(0, 1, 0)],
    [(1, 0, 0)],
    [(0, 0, 0), (0, 0, 2)],
    [(0, 0, 3), (0, 1, 0)],
    [(3, 3, 3)],
    [(2, 1, 3), (2, 2, 3), (2, 1, 2), (1, 1, 3)],
    [],
    box_cells([(4, 4, 4)]),
]


def bits_of(cells) -> int:
    """Return a number with a 1 for each cell, read from a text of 64 signs.

    >>> bits_of([(0, 0, 0), (0, 0, 2)])
    5
    """
    signs = ["0"] * 64
    for x, y, z in cells:
        signs[-1 - (16 * x + 4 * y + z)] = "1"
    return int("".join(signs), 2)


def wrong_bits(got, expected, cells) -> str:
    if got < 0:
        return OVERFLOW
    numbers = [number for number in range(int(got).bit_length()) if int(got) >> number & 1]
    right = sorted(16 * x + 4 * y + z for x, y, z in cells)
    ones, cells = (join_words(some) or "none" for some in (numbers, right))
    return f"Bits of your number that are 1: {ones}. Numbers of the cells: {cells}."


OVERFLOW = (
    "This number is below 0: it has overflowed. In an int64 of NumPy the bit with the number 63 is "
    "the sign, and the cell (3, 3, 3) has that number. Python's own whole numbers have as many bits as "
    "they need."
)


@exercise(
    "3.5b",
    correct="A box of 64 cells is now one number, and one operation of the processor tells whether two "
    "pieces overlap.",
)
def mask(answer):
    return try_on(
        answer,
        [tuple(cells) for cells in HANDFULS],
        oracle=bits_of,
        say=wrong_bits,
        same=same_kind_and_value,
        size=lambda cells: (not cells, len(cells), cells),
    )


# ---------------------------------------------------------------- 3.7 the sports hall, without help

PATIENCE = 5  # seconds for a large hall; asked in a good order it needs milliseconds, in a bad one days


def hall(**wishes: str) -> dict[str, list[set]]:
    """Return the wishes of clubs, written as letters: each letter an hour.

    >>> hall(A="a bc") == {"A": [{"a"}, {"b", "c"}]}
    True
    """
    return {club: [set(wish) for wish in words.split()] for club, words in wishes.items()}


HALLS = [
    {},
    hall(A="a"),
    hall(A=""),
    hall(A="a", B="a"),
    hall(A="a", B="b"),
    hall(A="a b", B="a"),
    hall(A="ab", B="bc b c"),
    hall(A="a b", B="a b", C="b a"),
    hall(A="a b", B="a c", C="c a"),
    hall(A="a b", B="b c", C="a"),
    hall(A="ab cd", B="bc de", C="a e", D="c"),
    hall(A="a b c", B="a b c", C="a b c", D="d a"),
    hall(A="ab bc", B="cd da", C="e"),
]


def large_hall(picky_first: bool, solvable: bool) -> dict[str, list[set]]:
    """Return eighteen clubs of six wishes, and two with one wish each, at the beginning or at the end.

    Without a solution the two want the same hour. With one, the club that is asked first in the
    other order stands in the way of one of them with all but one of its wishes.
    """
    clubs = {f"club {k}": [{f"{k} at {hour}"} for hour in range(6)] for k in range(18)}
    picky = {"judo": [{"Mon 17"}], "chess": [{"Mon 17" if not solvable else "Tue 17"}]}
    blocker = "club 17" if picky_first else "club 0"
    if solvable:
        clubs[blocker] = [wish | {"Mon 17"} for wish in clubs[blocker][:5]] + clubs[blocker][5:]
    return picky | clubs if picky_first else clubs | picky


LARGE = [(first, solvable) for solvable in (True, False) for first in (False, True)]
CLUBS, STRIDE, CHOICES = 20, 9, 6


def club_ring(solvable: bool) -> dict[str, list[set]]:
    """Return twenty clubs with six wishes each; a club's hours leave each neighbour one wish.

    All the way round the last of these is free for each wish of the first, or for none.

    The neighbours of club k are clubs k + 9 and k - 9, so that in the order of the list, or from
    its end, the first nine have nothing to do with each other.

    >>> {len(wishes) for wishes in club_ring(True).values()}
    {6}
    """
    return {f"club {k}": [ring_wish(k, choice, solvable) for choice in range(CHOICES)] for k in range(CLUBS)}


def ring_wish(club: int, choice: int, solvable: bool) -> set:
    """Return the hours of one wish: it clashes with all but one wish of the next club."""
    before, after = (club - STRIDE) % CLUBS, (club + STRIDE) % CLUBS
    agreed = choice if solvable or club else (choice + 1) % CHOICES
    blocked = {f"{club}-{after} {other}" for other in range(CHOICES) if other != choice}
    return {f"{before}-{club} {agreed}"} | blocked


def hall_of_rivals() -> dict[str, list[set]]:
    """Return ten clubs and their rivals: of the 36 pairs of their wishes, the last alone does not clash."""
    wishes = {"club": [[hour] for hour in range(6)], "rival": [range(5 + (k < 5)) for k in range(6)]}
    return {
        f"{who} {k}": [{f"{k} at {hour}" for hour in some} for some in choices]
        for who, choices in wishes.items()
        for k in range(10)
    }


def timetables(wishes: dict) -> Iterator[tuple]:
    """Yield all timetables, by trying all choices: for small halls."""
    for chosen in product(*wishes.values()):
        if sum(map(len, chosen)) == len(set().union(*chosen)):
            yield chosen


def timetable_fault(got, wishes: dict, possible: bool) -> str | None:
    if got is None:
        return "There is a timetable for this hall, and your function returned `None`." if possible else None
    if not isinstance(got, dict):
        return "A dictionary is asked for, or `None`."
    for club in wishes:
        if club not in got:
            return f"{club} has no hours in your timetable." + ("" if possible else NO_WAY)
        if not is_wish(got[club], wishes[club]):
            granted = show_value(got[club])
            return f"`{granted}` is none of the wishes of {club}. A wish is a set of hours."
    taken = Counter(hour for club in wishes for hour in got[club])
    if twice := next((hour for hour in taken if taken[hour] > 1), None):
        both = join_words(club for club in wishes if twice in got[club])
        return f"{both} have the same hour, {twice}." + ("" if possible else NO_WAY)
    strange = [club for club in got if club not in wishes]
    return f"{strange[0]} is not one of the clubs." if strange else None


def is_wish(granted, wishes: list[set]) -> bool:
    is_hours = is_several(granted) and all(isinstance(hour, Hashable) for hour in granted)
    return is_hours and set(granted) in wishes


NO_WAY = " For this hall there is no way, and the answer is `None`."


def hours(wish) -> str:
    return "{" + ", ".join(map(str, sorted(wish, key=str))) + "}"


def hall_text(wishes: dict) -> Text:
    """Return the wishes, a line for each club."""
    lines = [f"{club}: {' or '.join(map(hours, some)) or 'no wish'}" for club, some in wishes.items()]
    return Text("\n".join(lines) or "no clubs at all")


@exercise(
    "3.7",
    keeps=True,
    seconds=40,
    correct="Small halls and large ones, with a timetable and without. Club by club is a search by piece. "
    "Twenty clubs take a moment in a good order; in the order of the list, years.",
)
def timetable(answer):
    yield from refuse_library(answer)
    for wishes, possible, words in halls():
        yield hall_example(answer, wishes, possible, words)


def halls() -> Iterator[tuple[dict, bool, Text]]:
    """Yield small halls and large ones, whether there is a timetable, and the hall in words."""
    for wishes in HALLS:
        yield wishes, bool(list(timetables(wishes))), hall_text(wishes)
    for first, solvable in LARGE:
        words = (
            f"eighteen clubs with six wishes each, and at the {'beginning' if first else 'end'} of the "
            f"list two with one wish each, for {'different hours' if solvable else 'the same hour'}"
        )
        yield large_hall(first, solvable), solvable, Text(words)
    words = "twenty clubs with six wishes each; once a club has its hours, two others have one free wish left"
    for solvable in (True, False):
        yield club_ring(solvable), solvable, Text(words)
    words = "ten clubs, a rival for each, all with six wishes: one wish of his goes with one of the rival's"
    yield hall_of_rivals(), True, Text(words)


def hall_example(answer, wishes: dict, possible: bool, words: Text) -> Counterexample | None:
    got = in_time(PATIENCE, lambda: answer(wishes), late=NOTHING)
    said = timetable_fault(got, wishes, possible)
    if got is NOTHING:
        said = f"Your function was still busy after {PATIENCE} seconds. In which order do you ask?"
    return Counterexample(said, words, got) if said else None
