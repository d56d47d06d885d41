"""The price of a node: one tree searched in four ways, here and as recorded; and the search chain.

`benchmarks/bench_links.py --write` records both tables.
"""

import csv
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from puzzlelib.search import algorithm_x
from puzzlelib.search.exact_cover import ExactCover, cover_of

from ..kit.cards.results import table

HERE = Path(__file__).parent
PRICES, OTHER_PRICES, UNDOING, CHAIN, MACHINE = (
    HERE / name for name in ("links.csv", "others.csv", "undo.csv", "chain.csv", "machine.txt")
)
SAMPLE = 1000  # nodes
WAYS = "links", "copies", "copies with masks", "sparse sets"  # as in kernels.py, which needs numpy


class Price(NamedTuple):
    """One puzzle: its matrix, the nodes searched, and for each way the µs of a node."""

    puzzle: str
    options: int
    items: int
    nodes: int
    solutions: int
    gone: float
    left: float
    mems: tuple[int, ...]  # as recorded: reads and writes of memory per node, in each way
    links: float
    copies: float
    masks: float
    sets: float


class Undoing(NamedTuple):
    """Two ways to undo a choice with sparse sets, per node: the sizes that are copied, the changes that
    the trail takes back, and the µs of each."""

    puzzle: str
    copied: float
    changes: float
    by_copies: float
    by_trail: float


class Link(NamedTuple):
    """A link of the search chain; `nodes` and `price` (µs) are 0 where nobody counts them."""

    puzzle: str
    way: str
    how: str
    nodes: int
    counted: bool
    spread: float  # of an estimate, as a share of it
    price: float
    seconds: float


@cache
def recorded_prices(file: Path = PRICES) -> dict[str, Price]:
    """Return recorded prices by puzzle.

    >>> recorded_prices()["Tetris Cube"].options
    4080
    """
    price = lambda name, size, mean, mems, micros: Price(
        name, *map(int, size), *map(float, mean), tuple(map(int, mems)), *map(float, micros)
    )
    rows = read_rows(file)
    return {name: price(name, row[:4], row[4:6], row[6:10], row[10:]) for name, *row in rows}


def recorded_undoing() -> list[Undoing]:
    """Return what it costs to undo with sparse sets, as recorded.

    >>> recorded_undoing()[-1].puzzle
    'queens 40×40'
    """
    return [Undoing(name, *map(float, numbers)) for name, *numbers in read_rows(UNDOING)]


@cache
def recorded_chain() -> tuple[Link, ...]:
    """Return the recorded chain.

    >>> recorded_chain()[1].way
    'cell by cell'
    """
    return tuple(
        Link(puzzle, way, how, int(nodes or 0), counted == "True", *(float(one or 0) for one in numbers))
        for puzzle, way, how, nodes, counted, *numbers in read_rows(CHAIN)
    )


def recorded_machine() -> str:
    """Return the name of the machine on which both tables were recorded.

    >>> "Python" in recorded_machine()
    True
    """
    return MACHINE.read_text(encoding="utf-8").strip()


def read_rows(file: Path) -> list[list[str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))[1:]


def gone_and_left(cover: ExactCover, nodes: int = SAMPLE) -> tuple[float, float]:
    """Return how many options a choice strikes out, and how many it leaves, on average.

    >>> from puzzlelib.search.exact_cover import cover_of
    >>> gone_and_left(cover_of(["ab", "bc", "c"], items="abc"))    # ab strikes out bc; then c
    (1.5, 0.5)
    """
    left, gone, total = [len(cover.options)], [], 0
    for kind, *about in algorithm_x.steps(cover):
        if kind == "try":
            gone.append(len(about[1]))
            left.append(left[-1] - gone[-1])
            total += left[-1]
        elif kind == "undo":
            left.pop()
        if len(gone) == nodes:
            break
    return sum(gone) / len(gone), total / len(gone)


def price_table(prices: Iterable[Price]):
    """Return the prices as a table: microseconds of a node, and its memory operations if known."""
    head = "µs per node (memory operations)", "struck out", "left", *WAYS
    return table(head, *map(price_row, prices))


def price_row(price: Price) -> tuple:
    mems = [f" ({count:,})" for count in price.mems] or [""] * len(WAYS)
    cells = (f"{micros:.2f}{count}" for micros, count in zip(price[-len(WAYS) :], mems))
    return price.puzzle, f"{price.gone:,.0f}", f"{price.left:,.0f}", *cells


def cheapest(price: Price) -> str:
    """Return the name of the way with the cheapest node.

    >>> cheapest(Price("", 0, 0, 0, 0, 0, 0, (), links=2, copies=1, masks=3, sets=4))
    'copies'
    """
    return min(zip(price[-len(WAYS) :], WAYS))[1]


def fewest_mems(price: Price) -> str:
    return min(zip(price.mems, WAYS))[1]


def forty_prices() -> list[Price]:
    """Return all recorded prices: those of the lesson's puzzles, and of 28 others."""
    return [*recorded_prices().values(), *recorded_prices(OTHER_PRICES).values()]


def contest_table():
    """Return on how many puzzles each way wins, and how many options are struck out there."""
    prices = forty_prices()
    of_mems = {way: [one.gone for one in prices if fewest_mems(one) == way] for way in WAYS}
    spread = lambda gone: f"{min(gone):.0f} to {max(gone):.0f}" if gone else ""
    return table(
        ("on how many puzzles", *WAYS),
        ("cheapest node, µs", *map(Counter(map(cheapest, prices)).__getitem__, WAYS)),
        ("fewest memory operations", *(len(gone) for gone in of_mems.values())),
        ("options struck out there", *map(spread, of_mems.values())),
    )


def undo_table():
    """Return what it costs to undo with sparse sets, by copied sizes and by a trail, as recorded."""
    head = "sparse sets, per node", "numbers copied", "changes taken back", "copies, µs", "a log, µs"
    cells = lambda one: (f"{one.copied:,.0f}", f"{one.changes:,.0f}", *(f"{t:.2f}" for t in one[-2:]))
    return table(head, *((one.puzzle, *cells(one)) for one in recorded_undoing()))


def fingerprints(cover: ExactCover) -> dict[str, int]:
    """Return for each of the four searches a number made of the options it tries, in order."""
    from .kernels import matrix_of, run

    return {way: run(matrix_of(cover), way).walk.fingerprint for way in WAYS}


def sudoku(size: int) -> ExactCover:
    """Return an empty Sudoku of size² × size²: cells; each number in each row, column and block.

    >>> len(sudoku(3).options), len(sudoku(3).items)
    (729, 324)
    """
    triples = product(range(size * size), repeat=3)
    block = lambda row, column: row // size * size + column // size
    return cover_of(
        [
            (f"cell {r},{c}", f"row {r},{n}", f"column {c},{n}", f"block {block(r, c)},{n}")
            for r, c, n in triples
        ]
    )


def queens(n: int) -> ExactCover:
    """Return n queens: rows and columns exactly once, diagonals at most once."""
    squares = [(f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}") for r, c in product(range(n), repeat=2)]
    return cover_of(squares, secondary=sorted({line for square in squares for line in square[2:]}))


def langford(n: int) -> ExactCover:
    """Return Langford's problem: 1 to n, each twice, with k places between the two k's.

    >>> sum(1 for _ in algorithm_x.search(langford(4)))     # one, and its mirror image
    2
    """
    return cover_of(
        [(f"n{k}", f"s{i}", f"s{i + k + 1}") for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    )


def sparse_covers() -> dict[str, ExactCover]:
    """Return the small ones of these, by names like those of the recorded ones."""
    small = {"queens 12×12": queens(12), "Sudoku 9×9": sudoku(3)}
    return {"Langford pairs, 11": langford(11)} | small


def price_here(name: str, cover: ExactCover, most: int = 30_000) -> Price:
    """Search in all four ways, by turns; return the price of a node in each."""
    from .kernels import matrix_of, run

    matrix, gone_left = matrix_of(cover), gone_and_left(cover, min(SAMPLE, most // 100))
    runs = [{way: run(matrix, way, most) for way in WAYS} for _ in range(3)]
    (ran,) = {one.walk for by_way in runs for one in by_way.values()}
    micros = [1e6 * min(by_way[way].seconds for by_way in runs) / ran.nodes for way in WAYS]
    size = len(cover.options), len(cover.items)
    return Price(name, *size, ran.nodes, ran.found, *gone_left, (), *micros)


def undoing_here(name: str, cover: ExactCover, most: int = 30_000) -> Undoing:
    """Search with sparse sets, both ways to undo by turns; return what they cost at a node."""
    from .kernels import matrix_of, run

    matrix, ways = matrix_of(cover), ("copied sizes", "sparse sets")
    runs = [[run(matrix, way, most) for way in ways] for _ in range(3)]
    ((nodes, *_),) = {one.walk for pair in runs for one in pair}
    counted = (one.undone / nodes for one in runs[0])
    return Undoing(name, *counted, *(1e6 * min(one.seconds for one in way) / nodes for way in zip(*runs)))
