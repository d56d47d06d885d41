"""The checks of lesson 03, the Tetris Cube."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, islice

from .. import backtracking, draw, load, solve
from ..check import Args, Counterexample, exercise, try_on
from ..puzzles import PackingPuzzle, Piece, Placement, PuzzleError, box_cells
from ..recorder import many
from . import Text

DOT, DOMINO, CORNER = ((0, 0, 0),), ((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (1, 0, 0), (0, 1, 0))
BAR, TEE = ((0, 0, 0), (1, 0, 0), (2, 0, 0)), ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0))


# ---------------------------------------------------------------- 3.1 and 3.2 searches of one's own


@dataclass(frozen=True)
class Case:
    """A small puzzle, given to a search as plain Python values."""

    puzzle: PackingPuzzle

    @property
    def empty(self) -> frozenset:
        return frozenset(self.puzzle.container)

    @property
    def names(self) -> list[str]:
        return [piece.name for piece in self.puzzle.pieces]

    def placements(self) -> list[tuple[str, frozenset]]:
        return [(name, frozenset(cells)) for name, cells in self.puzzle.placements]

    def packings(self) -> frozenset:
        """All packings, each a set of placements."""
        return frozenset(map(frozenset, solve(self.puzzle, "backtracking", limit=None).solutions))

    def words(self) -> Text:
        return Text(self.puzzle.name)

    def picture(self, packing: Iterable[Placement]):
        return draw.figure(self.puzzle, dict.fromkeys(packing, "solution"))


@cache
def small_cases() -> tuple[Case, ...]:
    """From one cell to nine. In one the pieces have a cell too many: elsewhere, pieces that overlap could never fill the box."""
    boxes = [
        ((1, 1, 1), {"A": DOT}),
        ((2, 1, 1), {"A": DOT, "B": DOT}),
        ((3, 1, 1), {"A": DOMINO, "B": DOMINO}),
        ((3, 1, 1), {"B": DOMINO, "A": DOT}),
        ((2, 2, 1), {"A": CORNER, "B": DOT}),
        ((3, 2, 1), {"A": TEE, "B": DOMINO}),
        ((3, 2, 1), {"C": CORNER, "A": DOMINO, "B": DOT}),
        ((3, 3, 1), {"A": BAR, "B": TEE, "C": DOMINO}),
    ]
    cases = [boxed(size, shapes) for size, shapes in boxes]
    return *(Case(puzzle) for puzzle in cases), Case(load("little-cube"))


def boxed(size: tuple[int, int, int], shapes: dict) -> PackingPuzzle:
    """A small puzzle whose name says all about it."""
    pieces = tuple(Piece(name, cells) for name, cells in shapes.items())
    told = ", ".join(f"{name} ({len(cells)} cell{'s' * (len(cells) != 1)})" for name, cells in shapes.items())
    return PackingPuzzle(
        f"a box of {'×'.join(map(str, size))} cells, pieces {told}", box_cells([size]), pieces, boxes=(size,)
    )


def found(search: Callable, case: Case, left, most: int = 2000) -> list[list[Placement]]:
    """What a student's search yields, as placements; not all of it where it yields far too much."""
    packings = islice(search(case.empty, left, case.placements()), most)
    return [[Placement(piece, tuple(sorted(cells))) for piece, cells in packing] for packing in packings]


def readable(search: Callable, case: Case, left) -> str:
    """What is wrong with the form of an answer's results, or ""."""
    got = search(case.empty, left, case.placements())
    if got is None:
        return "Your function returns nothing. It should `yield` each packing."
    if not all(
        isinstance(packing, (list, tuple))
        and all(isinstance(one, tuple) and len(one) == 2 for one in packing)
        for packing in islice(got, 5)
    ):
        return "Each packing should be a list of placements, as they stand in `placements`: a piece and its cells."
    return ""


def complaint(
    packings: list[list[Placement]], case: Case, ordered: bool
) -> tuple[str, list[Placement]] | None:
    """The first thing that is wrong with the packings found, and the packing that shows it."""
    for packing in packings:
        if words := wrong_packing(packing, case):
            return words, []
        if ordered and [piece for piece, _ in packing] != case.names:
            return (
                f"Your packing lists its pieces as {', '.join(piece for piece, _ in packing)}. They should be put in the order of `left`.",
                [],
            )
    times = Counter(map(frozenset, packings))
    for packing, number in times.items():
        if number > 1:
            return f"Your search finds this packing {number} times.", sorted(packing)
    for packing in case.packings() - set(times):
        return "Your search does not find this packing.", sorted(packing)
    return None


def wrong_packing(packing: list[Placement], case: Case) -> str:
    """Why a list of placements is no packing, or ""."""
    pieces, cells = (
        Counter(piece for piece, _ in packing),
        Counter(cell for _, cells in packing for cell in cells),
    )
    for cell, number in cells.items():
        if number > 1:
            return f"In one of your packings the cell {cell} is covered {number} times: {listed(packing)}."
    for name in case.names:
        if pieces[name] != 1:
            return f"In one of your packings piece {name} {'is missing' if not pieces[name] else f'lies {pieces[name]} times'}: {listed(packing)}."
    return "" if set(cells) == case.empty else f"One of your packings leaves a cell empty: {listed(packing)}."


def listed(packing: Iterable[Placement]) -> str:
    return (
        "; ".join(f"{piece} on {' '.join(map(str, cells))}" for piece, cells in packing) or "no piece at all"
    )


def search_fault(search: Callable, case: Case, left, ordered: bool) -> Counterexample | None:
    """How a student's search fails on one puzzle."""
    again = lambda: search_fault(search, case, left, ordered) is not None
    if words := readable(search, case, left):
        return Counterexample(words, example=case.words(), fails=again)
    if wrong := complaint(found(search, case, left), case, ordered):
        words, packing = wrong
        return Counterexample(
            words,
            example=case.words(),
            picture=(lambda: case.picture(packing)) if packing else None,
            fails=again,
        )
    return None


@exercise(
    "3.1",
    correct="On each of nine boxes your search finds every packing once. The condition needs three parts: the piece is left, it "
    "covers the first empty cell, it lies on empty cells only.",
)
def by_cell(search):
    for case in small_cases():
        if wrong := search_fault(search, case, frozenset(case.names), False):
            yield wrong


@exercise(
    "3.2",
    correct="The same packings as by cell, found in another order. You have written a second search for the same puzzle.",
)
def by_piece(search):
    for case in small_cases():
        if wrong := search_fault(search, case, case.names, True):
            yield wrong


# ---------------------------------------------------------------- 3.3 islands

ROOMS = [
    {(0, 0, 0)},
    {(0, 0, 0), (1, 0, 0)},
    {(0, 0, 0), (2, 0, 0)},
    {(0, 0, 0), (0, 0, 1)},
    {(0, 0, 0), (1, 1, 0)},
    {(1, 0, 0), (1, 1, 0), (0, 1, 0)},
    {(0, 2, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0), (3, 3, 3)},
    {(0, 0, 0), (0, 0, 1), (0, 1, 1), (3, 0, 0), (3, 1, 0), (2, 2, 2)},
    set(),
    {(x, y, z) for x in range(4) for y in range(4) for z in (0, 2)},
    {(x, y, z) for x in range(4) for y in range(4) for z in range(4) if (x + y + z) % 2 == 0 or x == 3},
]


def island_sizes(empty: Iterable) -> list[int]:
    """The sizes of the connected parts of a set of cells, smallest first."""
    rest, sizes = set(empty), []
    while rest:
        island = [rest.pop()]
        for cell in island:
            near = rest.intersection(backtracking.neighbours(cell))
            rest -= near
            island += near
        sizes.append(len(island))
    return sorted(sizes)


def holes(cells: Iterable):
    """A picture of some empty cells."""
    cells = tuple(sorted(cells, key=lambda cell: cell[::-1]))
    return draw.figure(PackingPuzzle("empty cells", cells, (Piece("A", DOT),)), {})


@exercise(
    "3.3",
    correct="Your function finds the islands of any shape, and cells that meet only at an edge or a corner stay apart.",
)
def islands(answer):
    return try_on(
        answer,
        [frozenset(room) for room in ROOMS],
        oracle=island_sizes,
        say=say_islands,
        size=lambda empty: (not empty, len(empty)),
        picture=lambda got, expected, empty: holes(empty) if empty else None,
    )


def say_islands(got, expected, empty) -> str:
    if not isinstance(got, list):
        return f"A list of sizes is asked for, not a {type(got).__name__}."
    if all(isinstance(size, int) for size in got) and sorted(got) == expected:
        return "The sizes are right, but they should come smallest first."
    return "These are not the sizes of the islands among these empty cells."


# ---------------------------------------------------------------- 3.4 hopeless


def partitions(total: int, largest: int) -> Iterator[list[int]]:
    """All lists of whole numbers with this sum, none above `largest`, in falling order.

    >>> list(partitions(3, 3))
    [[3], [2, 1], [1, 1, 1]]
    """
    if total == 0:
        yield []
    for first in range(min(total, largest), 0, -1):
        yield from ([first, *rest] for rest in partitions(total - first, first))


def sums(sizes: Iterable[int]) -> set[int]:
    """All sums of some of the sizes, each used at most once."""
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


def misjudged(got, islands: list[int], sizes: list[int]) -> str | None:
    """Too eager, too lazy, or neither. A test that looks at all islands together may know more than one that looks at each by itself."""
    if not isinstance(got, bool):
        return "True or False is asked for."
    if got and can_share(tuple(islands), tuple(sizes)):
        return "Too eager: your function gives up, but the pieces can be shared out so that each island gets its size. A solution would be lost."
    lost = [island for island in islands if island not in sums(sizes)]
    if not got and lost:
        return f"Too lazy: no choice of the pieces has {many(lost[0], 'cell')} together, each piece used at most once, so nothing can fill that island."
    return None


@exercise(
    "3.4",
    correct="Judged on every way to split up to eight cells into islands and into pieces. It never gives up too early, which would lose "
    "solutions, and it notices every island that no set of pieces fills.",
)
def hopeless(answer):
    pairs = [
        (sorted(parts), sizes)
        for total in range(1, 9)
        for parts in partitions(total, total)
        for sizes in partitions(total, total)
    ]
    for islands, sizes in [*pairs, ([10, 12], [6, 6, 5, 5]), ([11, 12], [6, 6, 6, 5])]:
        for found in try_on(answer, [Args(islands, sizes)], fault=misjudged):
            yield replace(found, example=Text(f"islands = {islands}, sizes = {sizes}"))


# ---------------------------------------------------------------- 3.5 Knuth's probe

TREES = [
    ((),),
    ((), ()),
    (((),), ()),
    (((), ()), ()),
    ((((),),), (), ()),
    (((), (), ()), ((),), ()),
    ((((), ()), ()), (((),),), ()),
    tuple(((),) * k for k in range(5)),
    (),
]
MOST_DESCENTS = 500


def below(tree: tuple) -> int:
    """The nodes below the root."""
    return sum(1 + below(child) for child in tree)


def drawn(tree: tuple, indent: int = 0) -> Text:
    """A tree in lines, each node further in than its parent."""
    return Text(
        "\n".join(
            [
                "  " * indent + ("root" if indent == 0 else "node"),
                *(drawn(child, indent + 1) for child in tree),
            ]
        )
    )


class Script:
    """Stands in for `random.choice`: takes the choices it was told, then always the first, and notes how many there were each time."""

    def __init__(self, told: list[int]):
        self.told, self.counts, self.taken = told, [], []

    def __call__(self, options):
        options = list(options)
        k = len(self.taken)
        self.taken.append(self.told[k] if k < len(self.told) else 0)
        self.counts.append(len(options))
        return options[self.taken[-1]]

    def __repr__(self):
        return "choose"


class Children:
    """The children of a node of such a tree, with a name that can be shown."""

    def __call__(self, node: tuple) -> list[tuple]:
        return list(node)

    def __repr__(self):
        return "children"


def mean_of_descents(probe: Callable, tree: tuple) -> Fraction | None:
    """The exact mean of a probe over all its random choices; None when there are too many of them."""
    waiting, total, runs = [[]], Fraction(0), 0
    while waiting:
        script = Script(waiting.pop())
        value = probe(tree, Children(), script)
        if not isinstance(value, (int, float, Fraction)):
            raise TypeError(f"your function returned {value!r}, and a number is asked for")
        share = Fraction(1)
        for count in script.counts:
            share /= count
        total, runs = total + share * Fraction(value), runs + 1
        for k in range(len(script.told), len(script.taken)):
            waiting += [[*script.taken[:k], other] for other in range(1, script.counts[k])]
        if runs > MOST_DESCENTS:
            return None
    return total


def calls(probe: Callable, tree: tuple) -> bool:
    """Does a probe ask `choose` at all?"""
    script = Script([])
    probe(tree, Children(), script)
    return bool(script.counts)


def biased(probe: Callable, tree: tuple) -> Counterexample | None:
    """Where the mean of all descents is not the size of the tree."""
    mean, size = mean_of_descents(probe, tree), below(tree)
    if len(tree) > 1 and not calls(probe, tree):
        return Counterexample(
            "Your function took no child with `choose`. One descent goes down to one child of each node; to visit all of them would take as long as the search.",
            example=drawn(tree),
            fails=lambda: not calls(probe, tree),
        )
    if mean == size:
        return None
    words = (
        "Your function makes far more random choices than one descent needs."
        if mean is None
        else "Over all possible descents, the mean of what your function returns is not the number of nodes below the root."
    )
    hint = (
        " It is too large by exactly 1: did you count the root?"
        if mean == size + 1 and tree == TREES[0]
        else " It took no child with `choose`."
        if tree and not calls(probe, tree)
        else ""
    )
    return Counterexample(
        words + hint,
        example=drawn(tree),
        got=Text("?" if mean is None else f"a mean of {float(mean):g}"),
        expected=Text(f"{many(size, 'node')} below the root"),
        fails=lambda: biased(probe, tree) is not None,
    )


@exercise(
    "3.5",
    correct="On nine trees the mean over all possible descents is exactly the number of nodes. One descent lies; many of them tell the truth.",
)
def probe(answer):
    for tree in TREES:
        if wrong := biased(answer, tree):
            yield wrong


# ---------------------------------------------------------------- 3.6 an order of one's own

FACTOR = 12  # how many times smaller the tree should be


@cache
def seven_pieces() -> PackingPuzzle:
    """What is left of the Tetris Cube when the first five pieces of the first solution by cell lie."""
    cube = load("tetris-cube")
    first = next(backtracking.solutions(cube))
    return cube.without(sorted(first, key=lambda placement: min(placement.cells))[:5])


def nodes(order: Iterable[str] | None, most: int | None = None) -> int:
    """The nodes of the search by piece in this order; it stops counting after `most`."""
    board = backtracking.Board(seven_pieces(), "piece", order)
    tries = (1 for step in backtracking.steps(board) if step[0] == "try")
    return sum(tries if most is None else islice(tries, most + 1))


@cache
def nodes_as_listed() -> int:
    return nodes(None)


def poor_order(order) -> Counterexample | None:
    """What is wrong with an order of the pieces."""
    bar, fails = nodes_as_listed() // FACTOR, lambda: poor_order(order) is not None
    names = [piece.name for piece in seven_pieces().pieces]
    order = list(order) if isinstance(order, str) else order
    if not isinstance(order, (list, tuple)) or sorted(map(str, order)) != names:
        return Counterexample(f"Name each of the pieces {', '.join(names)} once.", got=order, fails=fails)
    try:
        size = nodes(order, bar)
    except PuzzleError as error:
        return Counterexample(f"{error}.", got=order, fails=fails)
    if size <= bar:
        return None
    whole = nodes(order, nodes_as_listed())
    told = f"{whole:,}" if whole <= nodes_as_listed() else f"more than {nodes_as_listed():,}"
    return Counterexample(
        "The tree is still too large.",
        example=Text(f"by piece, in the order {' '.join(order)}"),
        got=Text(f"{told} nodes"),
        expected=Text(f"at most {bar:,} nodes"),
        fails=fails,
    )


def order_praise(order) -> str:
    size, given = nodes(list(order)), nodes_as_listed()
    return f"{size:,} nodes instead of {given:,}: {given / size:.1f} times fewer. By cell it is {backtracking.run(seven_pieces(), seconds=None).nodes:,}."


@exercise("3.6", correct=order_praise, seconds=30)
def order_of_pieces(order):
    return poor_order(order)
