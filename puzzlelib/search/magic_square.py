"""The magic square by backtracking: put a number into a cell, check, go on, take it back.

The numbers 1 to n * n, each once, so that all rows, all columns and both diagonals have the same
sum.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isqrt

from ..common.clock import Stop, never
from ..common.ending import Ending
from ..common.errors import check_choice, check_int
from .counters import Counters, count_steps
from .events import Event, Recording
from .recorder import MOST_EVENTS, Recorder, record_steps
from .steps import Among, Step, every_one, only_answers
from .words import Words

Cell = tuple[int, int]  # row and column, from 0
Square = tuple[int, ...]  # n * n numbers row by row, 0 for an empty cell
Test = Callable[[list[int]], bool]  # whether a square, row by row with 0 for an empty cell, can still work
MOST = 20  # n: the search goes one call deeper with each cell


def by_rows(n: int) -> list[Cell]:
    return [(row, column) for row in range(n) for column in range(n)]


def centre_first(n: int) -> list[Cell]:
    return sorted(by_rows(n), key=lambda cell: sum((2 * x - n + 1) ** 2 for x in cell))


CELL_ORDERS = {
    "rows": by_rows,
    "columns": lambda n: sorted(by_rows(n), key=lambda cell: cell[::-1]),
    "centre first": centre_first,
    "corners first": lambda n: centre_first(n)[::-1],
    # The first row, the first column, the rest of the second row, and so on: lines are full early.
    "row and column": lambda n: sorted(by_rows(n), key=lambda cell: (min(cell), cell[0] > cell[1])),
    # Along broken diagonals, so that no row and no column is full before the last round.
    "scattered": lambda n: [(row, (row + shift) % n) for shift in (*range(1, n), 0) for row in range(n)],
}
ORDERS = tuple(CELL_ORDERS)
PRUNINGS = ("end", "row", "line", "partial")


def lines(n: int) -> list[tuple[str, tuple[Cell, ...]]]:
    """Return the rows, the columns and the diagonals, each with its kind.

    >>> [kind for kind, cells in lines(2)]
    ['row', 'row', 'column', 'column', 'diagonal', 'diagonal']
    """
    rows = [[(i, j) for j in range(n)] for i in range(n)]
    diagonals = [[(i, i) for i in range(n)], [(i, n - 1 - i) for i in range(n)]]
    groups = {"row": rows, "column": zip(*rows), "diagonal": diagonals}
    return [(kind, tuple(line)) for kind, group in groups.items() for line in group]


def steps(
    n: int = 3, order: str = "rows", prune: str | Test = "row", among: Among = every_one
) -> Iterator[Step]:
    """Search, and yield each step (see steps.py); an option is the number put."""
    cells, square, unused = CELL_ORDERS[order](n), {}, set(range(1, n * n + 1))
    checks = {cell: checks_at(n, cells, place, prune) for place, cell in enumerate(cells)}

    def fault(cell) -> tuple[str, int | None] | None:
        if callable(prune) and not prune([square.get(other, 0) for other in by_rows(n)]):
            return "test", None
        return fault_of_lines(checks[cell], square, unused)

    def search(depth):
        if depth == n * n:
            yield "answer", tuple(square[cell] for cell in by_rows(n))
            return
        cell, numbers = cells[depth], sorted(unused)
        yield "choose", cell, len(numbers), len(numbers)
        for number in among(numbers):
            square[cell] = number
            unused.remove(number)
            yield "try", number, ()
            if wrong := fault(cell):
                yield "conflict", cell, *wrong
            else:
                yield from search(depth + 1)
            unused.add(number)
            del square[cell]
            yield "undo", number

    yield "start", (), ()
    yield from search(0)


def fault_of_lines(lines_to_check: list, square: dict[Cell, int], unused: set[int]) -> tuple[str, int] | None:
    """Return the kind and the sum of the first line that cannot have the right sum any more."""
    n = isqrt(len(square) + len(unused))
    total = n * (n * n + 1) // 2
    for kind, line in lines_to_check:
        numbers = [square[cell] for cell in line if cell in square]
        missing = total - sum(numbers)
        if len(numbers) == n and missing:
            return kind, sum(numbers)
        if empty := n - len(numbers):
            left = sorted(unused)
            if not sum(left[:empty]) <= missing <= sum(left[-empty:]):
                return "partial", sum(numbers)
    return None


def checks_at(n: int, cells: list[Cell], place: int, prune: str | Test) -> list:
    """Return the lines to check when the cell at this place of the order has got its number."""
    filled = set(cells[: place + 1])
    if len(filled) == n * n:
        return lines(n)
    if callable(prune):
        return []
    through = [(kind, line) for kind, line in lines(n) if cells[place] in line]
    full = [(kind, line) for kind, line in through if filled.issuperset(line)]
    rows = [(kind, line) for kind, line in full if kind == "row"]
    return {"end": [], "row": rows, "line": full, "partial": through}[prune]


def check_square(n, order, prune) -> int:
    """Return n as a number; raise `PuzzleError` where one of the three is not allowed."""
    check_choice("order", order, ORDERS)
    if not callable(prune):
        check_choice("prune", prune, PRUNINGS)
    return check_int("n", n, least=1, most=MOST)


def solutions(n: int = 3, order: str = "rows", prune: str = "row", stop: Stop = never) -> Iterator[Square]:
    """Return all magic squares, each as its numbers row by row, until stop() says True.

    Parameters
    ----------
    order
        the order in which the cells are filled, one of ORDERS
    prune
        when sums are checked: in the full square only ("end"), when a row is full ("row"), when any
        row, column or diagonal is full ("line"), or also when the numbers that are left, the
        smallest or the largest, cannot bring a line through the new cell to its sum ("partial")

    Examples
    --------
    >>> len(list(solutions(3))), next(solutions(3))
    (8, (2, 7, 6, 9, 5, 1, 4, 3, 8))
    """
    return only_answers(steps(check_square(n, order, prune), order, prune), stop)


def count_nodes(
    n: int = 3, order: str = "rows", prune: str = "row", seconds: float | None = None
) -> Counters:
    """Search to the end, or for so many seconds, and count; a node is a number put.

    `cuts` counts the kinds of wrong lines: "row", "column", "diagonal", or "partial": not full yet.

    >>> counters = count_nodes(3, prune="line")
    >>> counters.nodes, counters.cuts
    (9505, {'row': 5784, 'column': 1144, 'diagonal': 200, 'partial': 0})
    """
    return count_steps(steps(check_square(n, order, prune), order, prune), seconds, SquareWords.kinds)


class SquareWords(Words):
    form = "square"
    kinds = {kind: f"a {kind} has a wrong sum" for kind in ("row", "column", "diagonal")}
    kinds["partial"] = "a line through a cell has n so far"

    def __init__(self, n: int):
        super().__init__()
        self.total = n * (n * n + 1) // 2

    def name(self, item: Cell) -> str:
        return f"row {item[0] + 1}, column {item[1] + 1}"

    def put(self, option: int, item: Cell) -> str:
        return f"{option} in {self.item(item)}"

    def why(self, cause: str, item=None, detail=None) -> str:
        if cause == "test":
            return "the test says no"
        if cause != "partial":
            return f"a {cause} has the sum {detail}, not {self.total}"
        so_far = f"a line through {self.item(item)} has {detail} so far"
        return f"{so_far}, and the numbers that are left cannot make it {self.total}"

    def answer(self) -> str:
        return f"every row, column and diagonal has the sum {self.total}"


@dataclass
class SquareTrace(Recording[Event]):
    """A recording: the `item` of an event is the cell (row, column), its `option` the number put.

    >>> one = trace(3)
    >>> one.square(len(one.events) - 1)
    (2, 7, 6, 9, 5, 1, 4, 3, 8)
    """

    n: int
    events: list[Event] = field(default_factory=list)
    solutions: list[Square] = field(default_factory=list)
    stopped: Ending = Ending.DONE

    @property
    def words(self) -> SquareWords:
        return SquareWords(self.n)

    def square(self, k: int) -> Square:
        """Return the square after event k (0 … len - 1), row by row; 0 is an empty cell."""
        numbers = {event.item: event.option for event in self.tries(k)}
        return tuple(numbers.get(cell, 0) for cell in by_rows(self.n))


def trace(
    n: int = 3,
    order: str = "rows",
    prune: str | Test = "row",
    limit: int | None = 1,
    max_events: int = MOST_EVENTS,
) -> SquareTrace:
    """Record the search, until `limit` solutions (None: all) or `max_events` events.

    `prune` may also be a function, which is asked about the square after each number; a full square
    is checked as well.

    >>> trace(3).events[2].say
    'Level 1: try 1 in row 1, column 1, 1 of 9.'
    >>> trace(3, prune=lambda square: square[0] != 1).events[3].say
    'Dead end at level 1: the test says no.'
    """
    n = check_square(n, order, prune)
    recorder = Recorder(SquareWords(n), noun="number")
    solutions, stopped = record_steps(steps(n, order, prune), recorder, limit, max_events)
    return SquareTrace(n, recorder.events, solutions, stopped)
