"""The magic square by backtracking: put a number into a cell, check, go on, take it back.

The numbers 1 to n * n, each once, so that all rows, all columns and both diagonals have the same sum.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from .backtracking import watched
from .puzzles import one_of, whole
from .recorder import MOST_EVENTS, Counters, Recorder, Step, counted, every_one, recorded
from .trace import Event, Recording

Cell = tuple[int, int]  # row and column, from 0
Square = tuple[int, ...]  # n * n numbers row by row, 0 for an empty cell
MOST = 20  # n: the search goes one call deeper with each cell


def by_rows(n: int) -> list[Cell]:
    """Row by row."""
    return [(row, column) for row in range(n) for column in range(n)]


def by_columns(n: int) -> list[Cell]:
    """Column by column."""
    return sorted(by_rows(n), key=lambda cell: cell[::-1])


def centre_first(n: int) -> list[Cell]:
    """From the centre to the rim."""
    return sorted(by_rows(n), key=lambda cell: sum((2 * x - n + 1) ** 2 for x in cell))


def corners_first(n: int) -> list[Cell]:
    """From the corners to the centre."""
    return centre_first(n)[::-1]


def row_and_column(n: int) -> list[Cell]:
    """The first row, the first column, what is left of the second row, of the second column, and so on: lines are full early."""
    return sorted(by_rows(n), key=lambda cell: (min(cell), cell[0] > cell[1]))


def scattered(n: int) -> list[Cell]:
    """Along broken diagonals, so that no row and no column is full before the last round."""
    return [(row, (row + shift) % n) for shift in (*range(1, n), 0) for row in range(n)]


CELL_ORDERS = {
    "rows": by_rows,
    "columns": by_columns,
    "centre first": centre_first,
    "corners first": corners_first,
    "row and column": row_and_column,
    "scattered": scattered,
}
ORDERS = tuple(CELL_ORDERS)
PRUNINGS = ("end", "row", "line", "partial")


def lines(n: int) -> list[tuple[str, tuple[Cell, ...]]]:
    """The rows, the columns and the diagonals, each with the kind of line that it is.

    >>> [kind for kind, cells in lines(2)]
    ['row', 'row', 'column', 'column', 'diagonal', 'diagonal']
    """
    rows = [[(i, j) for j in range(n)] for i in range(n)]
    diagonals = [[(i, i) for i in range(n)], [(i, n - 1 - i) for i in range(n)]]
    return [
        (kind, tuple(line))
        for kind, group in (("row", rows), ("column", zip(*rows)), ("diagonal", diagonals))
        for line in group
    ]


def steps(n: int = 3, order: str = "rows", prune: str = "row", among=every_one) -> Iterator[Step]:
    """The search, with a `yield` for each thing that happens (see `recorder`; the option is the number that is put)."""
    cells, total = CELL_ORDERS[order](n), n * (n * n + 1) // 2
    checks = {cell: checks_at(n, cells, place, prune) for place, cell in enumerate(cells)}
    square, unused = {}, set(range(1, n * n + 1))

    def fault(cell):  # the first line through the cell, or at the end anywhere, that is wrong
        for kind, line in checks[cell]:
            numbers = [square[other] for other in line if other in square]
            missing = total - sum(numbers)
            if len(numbers) == n:
                if missing:
                    return kind, total - missing
            elif not within_reach(missing, n - len(numbers), unused):
                return "partial", total - missing
        return None

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
            wrong = fault(cell)
            if wrong:
                yield "conflict", cell, *wrong
            else:
                yield from search(depth + 1)
            unused.add(number)
            del square[cell]
            yield "undo", number

    yield "start", (), ()
    yield from search(0)


def checks_at(n: int, cells: list[Cell], place: int, prune: str) -> list:
    """The lines to be looked at when the cell at this place of the order has got its number."""
    cell, filled = cells[place], set(cells[: place + 1])
    if len(filled) == n * n:
        return lines(n)
    through = [(kind, line) for kind, line in lines(n) if cell in line]
    full = [(kind, line) for kind, line in through if filled >= set(line)]
    return {"end": [], "row": [one for one in full if one[0] == "row"], "line": full, "partial": through}[
        prune
    ]


def within_reach(missing: int, cells: int, unused: set[int]) -> bool:
    """Can so many different unused numbers have this sum, as far as their smallest and largest sums tell?

    >>> within_reach(12, 1, {1, 2, 9}), within_reach(11, 2, {1, 2, 9})
    (False, True)
    """
    numbers = sorted(unused)
    return sum(numbers[:cells]) <= missing <= sum(numbers[-cells:])


def checked(n, order, prune) -> int:
    """n as a number, if all three are as they must be; else `PuzzleError`."""
    one_of("order", order, ORDERS)
    one_of("prune", prune, PRUNINGS)
    return whole("n", n, f"must be a whole number from 1 to {MOST}", least=1, most=MOST)


def solutions(
    n: int = 3, order: str = "rows", prune: str = "row", stop: Callable[[], bool] = lambda: False
) -> Iterator[Square]:
    """All magic squares, each as its n * n numbers row by row. When `stop()` says True, the search ends early.

    Parameters
    ----------
    order : in which order the cells are filled, one of ORDERS
    prune : when sums are checked: only in the full square ("end"), when a row is full ("row"), when any row, column or diagonal is full
        ("line"), or also when the smallest or largest numbers that are left cannot bring a line through the new cell to its sum ("partial")

    >>> len(list(solutions(3))), next(solutions(3))
    (8, (2, 7, 6, 9, 5, 1, 4, 3, 8))
    """
    return watched(steps(checked(n, order, prune), order, prune), stop)


def count_nodes(
    n: int = 3, order: str = "rows", prune: str = "row", seconds: float | None = None
) -> Counters:
    """Search to the end, or for so many seconds, and count. A node is a number put (the empty square is not counted).

    `cuts` says which kind of line was found wrong: "row", "column", "diagonal", or "partial" for a line that is not full yet.

    >>> counters = count_nodes(3, prune="line")
    >>> counters.nodes, counters.cuts
    (9505, {'row': 5784, 'column': 1144, 'diagonal': 200, 'partial': 0})
    """
    return counted(
        steps(checked(n, order, prune), order, prune), seconds, ("row", "column", "diagonal", "partial")
    )


@dataclass
class SquareTrace(Recording):
    """What the search did. In its events, `item` is the cell (row, column) and `option` the number that is put there.

    >>> one = trace(3)
    >>> one.square(len(one.events) - 1)
    (2, 7, 6, 9, 5, 1, 4, 3, 8)
    """

    n: int
    events: list[Event] = field(default_factory=list)
    solutions: list[Square] = field(default_factory=list)
    stopped: str = ""  # "", "limit" or "events"

    @cached_property
    def squares(self) -> list[Square]:
        """The square after each event; equal ones in a row are the same tuple."""
        square, path, found = (0,) * self.n**2, [], []
        for event in self.events:
            if event.kind == "try":
                place = event.item[0] * self.n + event.item[1]
                path.append(square)
                square = (*square[:place], event.option, *square[place + 1 :])
            elif event.kind == "undo":
                square = path.pop()
            found.append(square)
        return found

    def square(self, k: int) -> Square:
        """The square after event k (0 … len - 1), row by row; 0 is an empty cell."""
        self.check_step(k)
        return self.squares[k]


class SquareWords:
    """The sentences of a trace."""

    def __init__(self, n: int):
        self.total = n * (n * n + 1) // 2

    def item(self, cell: Cell) -> str:
        return f"row {cell[0] + 1}, column {cell[1] + 1}"

    def option(self, number: int) -> str:
        return str(number)

    def put(self, number: int, cell: Cell) -> str:
        return f"{number} into {self.item(cell)}"

    def why(self, cell: Cell, cut: str, detail: int) -> str:
        if cut == "partial":
            return f"a line through {self.item(cell)} has {detail} so far, and the numbers that are left cannot make it {self.total}"
        return f"a {cut} has the sum {detail}, not {self.total}"

    def answer(self) -> str:
        return f"every row, column and diagonal has the sum {self.total}"


def trace(
    n: int = 3, order: str = "rows", prune: str = "row", limit: int | None = 1, most: int = MOST_EVENTS
) -> SquareTrace:
    """What the search did, until `limit` solutions (None: all) or `most` events.

    >>> trace(3).events[2].say
    'Level 1: put 1 into row 1, column 1, 1 of 9.'
    """
    n = checked(n, order, prune)
    recorder = Recorder(SquareWords(n), noun="number")
    answers, stopped = recorded(steps(n, order, prune), recorder, limit, most)
    return SquareTrace(n, recorder.events, answers, stopped)
